# The host of one job: outlives whoever started it and records how the command ended.
#   sh host.sh start JOB_DIR BELL SETSID  starts the host and waits for "started PID" or "failed REASON", which it repeats
#   sh host.sh host JOB_DIR BELL SETSID   the host, in a session of its own
#   sh host.sh job JOB_DIR HOST_PID       becomes the command, again in a session of its own
# The functions are read whole before one runs, so that this file may be replaced or removed under a running host.
#
# A job on a terminal has a second host, the program that holds the other end. The two talk through pipes:
#   it says "tty DEVICE" or "failed REASON", then, once the job has ended, "advancing" while it still reads what the job
#   wrote, and "drained"; it is told "ended", or "abandoned" if there is to be no terminal after all.

start() {
    # A JVM stops to read from a child once that has ended, so the child stays until there is something to read.
    "$3" -f /bin/sh "$0" host "$@" | {
        read -r report && printf '%s\n' "$report"
    }
}

host() {
    dir=$1 bell=$2 setsid=$3 tty='' terminal_program='' no_terminal='' timers=0
    umask 077
    # Not ignored but caught: an ignored signal would be inherited by the command.
    trap : HUP INT TERM
    exec 3>&1
    . "$dir/command.sh"
    [ -z "$terminal_program" ] || open_terminal
    # setsid -w alone tells a signal from an exit code: it writes a complaint if the command was killed.
    if [ -n "$tty" ]; then
        complaint=$("$setsid" -f -w -c /bin/sh "$0" job "$dir" $$ 2>&1 <>"$tty" 1>&0 4>&- 5>&-)
    else
        [ -z "$no_terminal" ] || warn_of_no_terminal
        complaint=$("$setsid" -f -w /bin/sh "$0" job "$dir" $$ "$no_terminal" 2>&1 >>"$dir/output.log" 4>&- 5>&-)
    fi
    status=$?
    exec >/dev/null
    [ -e "$dir/host.json" ] || [ -e "$dir/not_started" ] || fail "its session could not be made"
    exec 3>&-
    [ -z "$tty" ] || drain
    if [ -s "$dir/not_started" ]; then
        read -r reason <"$dir/not_started"
        record="{\"not_started\":\"$reason\"}"
    elif [ -n "$complaint" ]; then
        record="{\"signal\":$((status & 127))}"
    else
        record="{\"code\":$status}"
    fi
    # A full disk must not cost the exit status: try until there is room, or the job has been removed.
    until write_exit || [ ! -d "$dir" ]; do
        sleep 1
    done
}

write_exit() {
    printf '%s\n' "$record" >"$dir/exit.json.tmp" &&
        command -p mv -f "$dir/exit.json.tmp" "$dir/exit.json" &&
        : >"$bell"
} 2>/dev/null

# Starts the program that holds the terminal; sets tty to the terminal's device, or no_terminal to the reason.
open_terminal() {
    if ! command -p mkfifo "$dir/said" "$dir/told" 2>/dev/null; then
        no_terminal="the state directory cannot be written"
        return
    fi
    exec 4<>"$dir/said" 5<>"$dir/told"
    command -p rm -f "$dir/said" "$dir/told"
    { eval "$terminal_program"; echo gone; } <&5 >&4 2>>"$dir/host.log" 3>&- 4>&- 5>&- &
    listen 10
    case $word in
        tty) tty=$text ;;
        failed) no_terminal=$text ;;
        gone) no_terminal="the terminal's host ended, see $dir/host.log" ;;
        *) no_terminal="the terminal's host did not answer for 10 s" ;;
    esac
    [ -n "$tty" ] || echo abandoned >&5
}

warn_of_no_terminal() {
    printf '[NUDGE_WARNING] PTY execution failed, running without a terminal: %s\n' "$no_terminal" >>"$dir/output.log"
} 2>/dev/null

# What the job wrote is in its log before its end is known; but no end waits for ever.
drain() {
    echo ended >&5
    word=advancing
    while [ "$word" = advancing ]; do
        listen 30
    done
}

# listen SECONDS: reads the next line of the terminal's host into word and text; word is "late" if none comes in time.
listen() {
    timers=$((timers + 1))
    {
        trap 'kill $!; exit' TERM
        command -p sleep "$1" 4>&- &
        wait $!
        echo late "$timers" >&4
    } 3>&- 5>&- 2>/dev/null &
    timer=$!
    # Another timer's word is none: a signal that meets a shell before it has set its trap is lost.
    while read -r word text <&4 && [ "$word" = late ] && [ "$text" != "$timers" ]; do :; done
    kill "$timer" 2>/dev/null
}

job() {
    dir=$1 host=$2
    umask 077
    . "$dir/command.sh"
    cd -- "$job_cwd" 2>/dev/null || refuse "the directory cannot be entered"
    read_start_time "$host" && host_started=$started
    read_start_time $$
    boot=
    read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id
    printf '{"host_pid":%s,"host_start":%s,"pid":%s,"start":%s,"boot_id":"%s"}\n' \
        "$host" "${host_started:-0}" $$ "${started:-0}" "$boot" 2>/dev/null >"$dir/host.json" ||
        refuse "the state directory cannot be written"
    umask "$job_umask"
    printf 'started %s %s\n' $$ "${3-}" >&3
    exec 2>&1 3>&-
    if command -v bash >/dev/null; then
        exec bash -c "$job_command"
    fi
    exec sh -c "$job_command"
}

# Sets started to field 22 of /proc/PID/stat: the start time in clock ticks after boot.
read_start_time() {
    read -r line 2>/dev/null <"/proc/$1/stat" || return 1
    set -- ${line##*) }
    shift 19
    started=$1
}

fail() {
    printf '%s\n' "$1" >"$dir/not_started"
    printf 'failed %s\n' "$1" >&3
}

refuse() {
    fail "$1"
    exit 1
}

"$@"
exit
