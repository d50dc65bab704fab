#!/usr/bin/env python3
"""Records what programs write to a terminal, for ScreenComparisonIT.

    record.py FOLDER [NAME...]    needs root (namespaces of its own, so that no process, no host name and no
                                  folder of the machine shows), and htop, nano, dialog, whiptail, tmux, vim, less, man

Writes NAME.bin and recordings.txt: a line `name columns rows [offset:columnsxrows ...]` for each.
A program gets keys as (seconds to wait before, text) and window sizes as (seconds, (columns, rows)).
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

HOME = "/home/user"
SETUP = r"""
mount -t tmpfs tmpfs /home; mkdir -p /home/user/repo/src; cd /home/user/repo; hostname box
export GIT_AUTHOR_DATE='2026-01-01T12:00:00Z' GIT_COMMITTER_DATE='2026-01-01T12:00:00Z'
git config --global user.name User; git config --global user.email user@example.org
git config --global init.defaultBranch main; git init -q .
i=1; while [ $i -le 40 ]; do echo "line $i of a text that is read and edited" >> text.txt; i=$((i+1)); done
printf 'int main(void)\n{\n\t/* say hello */\n\tputs("hello, world\\n");\n\treturn 0;\n}\n' > src/hello.c
for m in first second third fourth; do echo $m >> notes.txt; git add .; git commit -qm "Add the $m note"; done
ln -s text.txt link; mkfifo pipe; touch tool; chmod +x tool; mkdir -m 1777 shared
seq 1 3000 > numbers.txt; head -c 3000000 /dev/zero > blob
python3 - <<'P'
w = open('wide.txt', 'w')
for i in range(30):
    w.write('漢字かな交じり文と English と한국어 ' * 3 + str(i) + '\n')
P
"""
# Every command runs in bash.
PROGRAMS = {
    "vim": (80, 24, "vim -u NONE -N --cmd 'syntax on' --cmd 'set number ruler' src/hello.c",
            [(1, "Gonew text\x1b"), (.5, "ggdd"), (.3, "u"), (.3, ":split text.txt\r"), (.5, "\x06"), (.5, "/line 3\r"), (.5, "")]),
    "vim-quit": (80, 24, "echo before; vim -u NONE -N text.txt; echo after",
                 [(1, "dd"), (.3, "p"), (.3, "ihello \x1b"), (.4, ":q!\r"), (.5, "")]),
    "less": (100, 30, "less -N text.txt", [(.7, " "), (.4, "\x1b[A"), (.3, "/line 2\r"), (.5, "n"), (.4, "g"), (.4, "")]),
    "less-wide": (61, 20, "less wide.txt", [(.7, " "), (.4, "b"), (.3, "j"), (.3, "j"), (.3, "")]),
    "htop": (100, 30, "sleep 500 & sleep 501 & htop -d 3", [(1.5, "\x1b[B"), (.4, "t"), (.6, "\x1bOS"), (.5, "sle"), (.8, "")]),
    "top": (80, 24, "sleep 500 & top -d 0.5", [(1.2, "c"), (.8, "1"), (.8, "")]),
    "git-rebase": (80, 24, "GIT_EDITOR='vim -u NONE -N' git rebase -i HEAD~3; git log --oneline | cut -d' ' -f2-",
                   [(1, "jcwfixup\x1b"), (.4, "Go# a comment\x1b"), (.4, ":wq\r"), (1.2, "")]),
    "git-log": (80, 24, "git -c color.ui=always -c core.pager='less -R' log --stat -p", [(.8, " "), (.4, " "), (.4, "k"), (.3, "")]),
    "python-repl": (80, 24, "python3 -q", [(.7, "for i in range(3):\n    print(i, 'ü')\n\n"), (.5, "'a' * 200\n"),
                    (.4, "1/0\n"), (.4, "x = 'half"), (.3, "\x01\x1b[C\x1b[C!"), (.3, "\x0b"), (.3, "")]),
    "npm": (80, 24, "mkdir n; cd n; npm init -y >/dev/null 2>&1; npm install yargs chalk ora --no-audit --no-fund --no-update-notifier --progress=true --color=always 2>&1", [(15, "")]),
    "apt": (80, 24, "apt install -y -o Dpkg::Progress-Fancy=1 hello; apt remove -y -o Dpkg::Progress-Fancy=1 hello", [(12, "")]),
    "carriage-return": (80, 24, "for i in $(seq 0 5 100); do printf '\\r%3d%% [%-20s]' $i $(printf '%*s' $((i/5)) '' | tr ' ' '#'); sleep .02; done; echo; echo done", [(1.5, "")]),
    "ls-color": (80, 24, "ls --color=always -la | sed 's,root,user,g'; ls --color=always -C /usr/bin | head -40", [(.7, "")]),
    "man": (80, 24, "man -P 'less -R' ls", [(2, " "), (.4, " "), (.4, "/--color\r"), (.5, "")]),
    "nano": (80, 24, "nano text.txt", [(.7, "typed \x1b[B\x1b[B"), (.4, "\x0b"), (.3, "\x17line 3\r"), (.6, "\x07"), (.5, "")]),
    "dialog": (80, 24, "dialog --stdout --menu 'Choose one of these' 15 50 5 1 One 2 Two 3 'Three, and more'", [(.7, "\x1b[B"), (.4, "\x1b[B"), (.4, "")]),
    "whiptail": (80, 24, "{ for i in 10 40 70 100; do echo $i; sleep .2; done; } | whiptail --gauge 'Working hard' 8 50 0; whiptail --yesno 'Go on?' 8 40", [(2, "\t"), (.4, "")]),
    "watch": (80, 24, "watch -d -n 0.3 -t 'seq 1 60 | sort -R | head -12'", [(2, "")]),
    "wget": (80, 24, "(cd /home/user/repo; exec python3 -m http.server 8123 --bind 127.0.0.1 >/dev/null 2>&1) & sleep 1; wget --limit-rate=2m -O /dev/null http://127.0.0.1:8123/blob; curl --limit-rate 3M -o /dev/null http://127.0.0.1:8123/blob", [(5, "")]),
    "box-drawing": (80, 24, "tput clear; tput setaf 4; tput smacs; printf 'lqqqwqqqk\\n'; printf 'x   x   x\\n'; printf 'tqqqnqqqu\\n'; printf 'mqqqvqqqj\\n'; tput rmacs; tput sgr0; tput cup 10 30; tput bold; printf bold; tput smul; printf under; tput sgr0; tput rev; printf reverse; tput sgr0; tput cup 8 0; printf '┌──┬──┐\\r\\n│▒▒│██│\\r\\n└──┴──┘\\r\\n'; tput ech 5; tput cup 15 70; printf 'to the margin and beyond'; tput csr 3 20; tput cup 20 0; printf 'scrolls\\n\\n\\n'; tput csr 0 23; tput cup 22 0", [(1, "")]),
    "wide": (40, 12, "cat wide.txt | head -8; printf 'emoji: 😀 😃 👍 🚀 ✅ ❌ ⚡ \\n'; printf 'a漢b字c\\rX\\n漢字\\b\\bY\\n%39s漢\\n' ''", [(.6, "")]),
    "combining": (40, 12, "printf 'e\\xcc\\x81 a\\xcc\\x88o\\xcc\\x88u\\xcc\\x88 n\\xcc\\x83 \\n'; printf 'd\\xcc\\x81\\xcc\\xa3x at the edge: '; printf '%23se\\xcc\\x81Z\\n' ''; printf 'नमस्ते ไทย العربية עברית\\n'; printf 'q\\xcc\\x84\\bQ\\n'", [(.6, "")]),
    "joined": (40, 12, "printf 'a\\xe2\\x9d\\xa4\\xef\\xb8\\x8fb 👨‍👩‍👧c 👍🏽d 🇩🇪e 1\\xef\\xb8\\x8f\\xe2\\x83\\xa3f\\n'; printf 'end\\n'", [(.6, "")]),
    "tmux": (80, 24, "LANG=C.UTF-8 tmux -L recording -f /dev/null new 'sh'", [(1, "echo hello\r"), (.4, "\x02%"), (.7, "seq 1 40\r"), (.5, "\x02\""), (.7, "ls -la --color=always | sed s,root,user,g\r"), (.6, "\x02o"), (.5, "")]),
    "multi-line-progress": (80, 24, "python3 -c \"\nimport sys,time\nprint('start')\nfor i in range(30):\n  sys.stdout.write('\\n'.join('\\x1b[K\\x1b[3%dmtask %d\\x1b[0m %3d%%|%s|' % (t+1, t, min(100, i*(t+2)), chr(0x2588)*(i*(t+2)//6)) for t in range(5)) + '\\x1b[4A\\r'); sys.stdout.flush(); time.sleep(.02)\nprint('\\n'*5 + 'all done')\n\"", [(2, "")]),
    "long-lines": (60, 20, "for i in 1 2 3 4 5; do printf 'line %d: ' $i; printf 'abcdefghij%.0s' $(seq 1 $((i*7))); echo; done; printf '%060d' 7; echo; printf '%060d\\n' 8; printf 'x%.0s' $(seq 1 61); printf 'Y\\n'", [(.6, "")]),
    "resize": (80, 24, "PS1='$ ' bash --norc", [(.5, "seq 1 60\r"), (.4, "echo a line that is long enough to need two rows in a window of sixty columns or less\r"), (.4, (60, 20)), (.5, "echo narrow\r"), (.4, (100, 30)), (.5, "echo wide\r"), (.4, "")]),
    "vim-resize": (80, 24, "vim -u NONE -N -c 'set laststatus=2 ruler' text.txt", [(1, "10j"), (.4, (60, 15)), (.6, "10j"), (.5, (90, 30)), (.6, "dd"), (.5, "")]),
    "alternate-exit": (80, 24, "seq 1 30; less text.txt; echo back; tput smcup; tput cup 5 5; echo inside; tput rmcup; echo out", [(.6, " "), (.4, "q"), (.7, "")]),
    "true-colour": (80, 24, "awk 'BEGIN{for(i=0;i<77;i++){r=255-i*3;g=i*6;if(g>255)g=510-g;b=i*3;printf \"\\033[48;2;%d;%d;%dm\\033[38:2::%d:%d:%dm-\\033[0m\",r,g,b,255-r,255-g,255-b} print \"\"; for(i=0;i<256;i++){printf \"\\033[48;5;%dm %3d\\033[m\",i,i; if(i%16==15)print \"\"}}'; printf '\\033[1mbold\\033[22m \\033[2mdim\\033[0m \\033[3mitalic\\033[23m \\033[4:3mcurly\\033[4:0m \\033[9mstruck\\033[29m \\033[7mreverse\\033[27m \\033[5mblink\\033[0m \\033[91;104mbright\\033[0m\\n'", [(.7, "")]),
    "editing": (80, 24, "printf 'abcdefghij\\033[5D\\033[2P\\033[3@\\033[2X\\n'; seq 1 22; printf '\\033[5;5H\\033[2L\\033[3M\\033[10;1H\\033[1J\\033[12;3H\\033[K\\033[14;10H\\033[1K\\033[3;8r\\033[8;1H\\n\\n\\033[3;1H\\033M\\033[r\\033[20;1Htab\\tstop\\033[3g\\ttab\\r\\033[22;10H=\\033[20b\\033[4hinsert\\033[4l\\033[2S\\033[1T\\033[24;1H'; tput cup 2 60; printf '\\033[44m\\033[K\\033[2J'; printf 'blue\\033[0m'; tput cup 23 0; seq 1 3", [(.7, "")]),
}


def size(fd, columns, rows):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def environment():
    return {"HOME": HOME, "USER": "user", "LOGNAME": "user", "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/games",
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "PS1": "$ ", "LESSHISTFILE": "-", "DEBIAN_FRONTEND": "noninteractive",
            "LESS": "-", "TZ": "UTC", "SHELL": "/bin/sh"}


def record(columns, rows, command, actions):
    script = "{%s\n} >/dev/null 2>&1; cd %s/repo; unset GIT_AUTHOR_DATE GIT_COMMITTER_DATE; echo >&9; exec 9>&-; eval \"$1\"" % (SETUP, HOME)
    wrapper = ["unshare", "-m", "-p", "-f", "-u", "--kill-child", "--mount-proc", "bash", "-c", script, "bash", command]
    ready, begun = os.pipe()
    pid, fd = pty.fork()
    if pid == 0:
        size(0, columns, rows)
        os.dup2(begun, 9)
        os.execvpe(wrapper[0], wrapper, environment())
    os.close(begun)
    os.read(ready, 1)  # The set-up is done.
    os.close(ready)
    size(fd, columns, rows)
    data, resizes = b"", []
    for wait, action in actions:
        end = time.time() + wait
        while time.time() < end:
            ready, _, _ = select.select([fd], [], [], max(0, end - time.time()))
            if ready:
                try:
                    data += os.read(fd, 65536)
                except OSError:
                    break
        if isinstance(action, tuple):
            resizes.append((len(data), action))
            size(fd, *action)
        elif action:
            os.write(fd, action.encode())
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return data, resizes


def main():
    folder, names = sys.argv[1], sys.argv[2:] or list(PROGRAMS)
    lines = {}
    index = os.path.join(folder, "recordings.txt")
    if os.path.exists(index):
        lines = {line.split()[0]: line.strip() for line in open(index)}
    for name in names:
        columns, rows, command, actions = PROGRAMS[name]
        data, resizes = record(columns, rows, command, actions)
        open(os.path.join(folder, name + ".bin"), "wb").write(data)
        lines[name] = " ".join([name, str(columns), str(rows)] + ["%d:%dx%d" % (o, *s) for o, s in resizes])
        print(name, len(data))
    open(index, "w").write("\n".join(lines[n] for n in PROGRAMS if n in lines) + "\n")


main()
