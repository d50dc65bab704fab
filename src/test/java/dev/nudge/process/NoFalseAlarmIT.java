package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.TerminalReader.Awaiting;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import dev.nudge.testkit.TmuxServerFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A hundred ordinary commands, each on a terminal of its own, watched every 50 ms from the start
/// to the end: none of them waits for input, however silent it is.
@Timeout(120)
class NoFalseAlarmIT {
    private static final Duration INTERVAL = Duration.ofMillis(50);

    @Test
    void aHundredOrdinaryCommandsNeverSeemToAwaitInput() throws IOException {
        List<String> commands = commands();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
        Watch watch = new Watch();
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                TemporaryFolder folder = TemporaryFolder.create()) {
            tmux.newSession("main", 100, 30, Map.of(), "exec sleep 600");
            Path go = folder.path().resolve("go");
            tmux.tmux("run-shell", "mkfifo " + go);
            for (String command : commands) {
                Files.writeString(folder.path().resolve("job.sh"), command + "\n");
                // Nothing begins before the pid is known.
                String script = "cd %s && : < go && exec bash job.sh".formatted(folder.path());
                String pane = tmux.newWindow("main", Map.of(), script);
                long pid = Long.parseLong(tmux.displayMessage(pane, "#{pane_pid}"));
                Files.writeString(go, "");
                watch.untilEnd(command, pid);
            }
        }
        System.out.printf("%d looks at %d commands%n", watch.looks, commands.size());
        assertThat(watch.alarms).isEmpty();
        assertThat(watch.looks).isGreaterThanOrEqualTo(commands.size());
    }

    private static final class Watch {
        private final TerminalReader reader = new TerminalReader();
        private final List<String> alarms = new ArrayList<>();
        private int looks;

        void untilEnd(String command, long pid) {
            await(command)
                    .atMost(Patience.LONG)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(INTERVAL)
                    .until(() -> isOver(command, pid));
        }

        /// After an alarm there is nothing more to wait for.
        private boolean isOver(String command, long pid) {
            looks++;
            Optional<Awaiting> look = reader.look(pid);
            look.ifPresent(alarm -> alarms.add(command + ": " + alarm));
            return look.isPresent() || new ProcessTable().identify(pid).isEmpty();
        }
    }

    private static List<String> commands() {
        return Stream.of(simple(), files(), texts(), pipelines(), languages(), builds(), silences())
                .flatMap(s -> s)
                .toList();
    }

    private static Stream<String> simple() {
        return Stream.of(
                "true",
                "false",
                "pwd",
                "date",
                "id",
                "whoami",
                "uname -a",
                "hostname || true",
                "env",
                "nproc",
                "uptime || true",
                "tty",
                "stty -a",
                "echo hello",
                "printf 'no newline'",
                "printf 'Password: '",
                "printf 'Continue? [Y/n] '; sleep 0.3",
                "arch",
                "groups",
                "ulimit -a",
                "type ls",
                "jobs",
                "umask",
                "locale",
                "getconf PAGE_SIZE");
    }

    private static Stream<String> files() {
        return Stream.of(
                "ls -la",
                "ls -R /etc 2>&1 | tail",
                "touch a; cp a b; mv b c; rm a c",
                "mkdir -p d/e/f; rmdir -p d/e/f",
                "df -h",
                "du -s /etc 2>&1",
                "stat /etc/passwd",
                "cat /etc/passwd",
                "head -n 3 /etc/passwd",
                "tail -n 3 /etc/passwd",
                "find /etc -name '*.conf' 2>&1 | head",
                "ln -s x y; readlink y; rm y",
                "mktemp -d",
                "realpath .",
                "dd if=/dev/zero of=zeros bs=1M count=8",
                "sha256sum zeros /etc/passwd || true",
                "cksum /etc/passwd",
                "file /etc/passwd || true",
                "chmod 600 zeros || true",
                "tar -cf etc.tar /etc/passwd",
                "tar -tf etc.tar || true",
                "gzip -kf /etc/passwd -c > p.gz",
                "zcat p.gz",
                "cmp p.gz p.gz",
                "truncate -s 1M t");
    }

    private static Stream<String> texts() {
        return Stream.of(
                "grep root /etc/passwd",
                "sed 's/a/b/' /etc/passwd",
                "awk -F: '{print $1}' /etc/passwd",
                "sort /etc/passwd",
                "uniq /etc/passwd",
                "wc /etc/passwd",
                "cut -d: -f1 /etc/passwd",
                "seq 10000",
                "seq 3 | rev || true",
                "fold -w 20 /etc/passwd",
                "expand /etc/passwd",
                "nl /etc/passwd",
                "od -c /etc/passwd | head",
                "base64 /etc/passwd",
                "yes | head -n 20000",
                "diff /etc/passwd /etc/group || true",
                "comm /etc/passwd /etc/group 2>&1",
                "tr a b < /etc/passwd");
    }

    private static Stream<String> pipelines() {
        return Stream.of(
                "cat /etc/passwd | cat | cat | wc -l",
                "sleep 0.3 | cat",
                "(sleep 0.3; echo x) | cat",
                "seq 5 | while read line; do sleep 0.05; echo $line; done",
                "read line < /etc/passwd; echo $line",
                "read line <<< text; echo $line",
                "cat <<END\nhere\nEND",
                "seq 100 | xargs -n 10 echo",
                "echo a | tee b",
                "cat /dev/null",
                "cat < /etc/passwd > copy",
                "sleep 0.2 & wait",
                "mkfifo f; (sleep 0.3; echo x > f) & cat f",
                "timeout 1 sleep 0.2",
                "timeout 0.4 tail -f /etc/passwd || true",
                "setsid sleep 0.2; sleep 0.1",
                "exec 3<>/dev/null; read -u 3 line || true",
                "read -t 0 line || true",
                "for i in 1 2 3; do printf '\\r%d%%' $i; sleep 0.1; done");
    }

    private static Stream<String> languages() {
        return Stream.of(
                "python3 -c 'print(1)'",
                "python3 -c 'import time; time.sleep(0.3)'",
                "echo 1 | python3 -c 'print(input())'",
                "python3 --version",
                "python3 -c 'import json, ssl, sqlite3; print(\"Name: \", end=\"\", flush=True)'",
                "python3 -c 'import subprocess; subprocess.run([\"sleep\", \"0.3\"])'",
                "perl -e 'print 1'",
                "perl -e 'sleep 1'",
                "echo x | perl -ne 'print'",
                "node -e 'console.log(1)'",
                "node -e 'setTimeout(() => 1, 300)'",
                "node --version",
                "echo x | node -e 'process.stdin.pipe(process.stdout)'",
                "node -e 'require(\"child_process\").execSync(\"sleep 0.3\")'",
                "npm --version",
                "bash -c 'echo x'",
                "sh -c 'exec echo x'",
                "dash -c 'sleep 0.2'");
    }

    private static Stream<String> builds() {
        return Stream.of(
                "printf 'all:\\n\\t@sleep 0.3\\n' | make -f -",
                "git init -q r && git -C r status",
                "git --version",
                "git -C r log || true",
                "git config --list || true",
                "apt-get --version || true",
                "dpkg -l tmux || true",
                "tmux -V",
                "printf 'class A {}' > A.java; \"${JAVA_HOME:-/usr}/bin/javac\" A.java || true",
                "printf 'sleep 0.3; echo built' > build.sh; sh build.sh > build.log 2>&1",
                "ssh-keygen -q -t ed25519 -N '' -f key",
                "ssh-keygen -l -f key.pub",
                "npm help > /dev/null",
                "apt-get -s -o Debug::NoLocking=1 remove tmux || true");
    }

    private static Stream<String> silences() {
        return Stream.of(
                "sleep 1",
                "sleep 0.5 < /dev/zero",
                "timeout 0.5 cat < /dev/zero > /dev/null || true",
                "timeout 0.5 yes > /dev/null || true",
                "timeout 0.5 sh -c 'while :; do :; done' || true");
    }
}
