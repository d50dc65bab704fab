# The host of one plain job: outlives whoever started it and records how the command ended.
#   sh host.sh start JOB_DIR BELL SETSID  starts the host and waits for "started PID" or "failed REASON", which it repeats
#   sh host.sh host JOB_DIR BELL SETSID   the host, in a session of its own
#   sh host.sh job JOB_DIR HOST_PID       becomes the command, again in a session of its own
# The functions are read whole before one runs, so that this file may be replaced or removed under a running host.

start() {
    # A JVM stops to read from a child once that has ended, so the child stays until there is something to read.
    "$3" -f /bin/sh "$0" host "$@" | {
        read -r report && printf '%s\n' "$report"
    }
}

host() {
    dir=$1 bell=$2 setsid=$3
    # Not ignored but caught: an ignored signal would be inherited by the command.
    trap : HUP INT TERM
    exec 3>&1
    # setsid -w alone tells a signal from an exit code: it writes a complaint if the command was killed.
    complaint=$("$setsid" -f -w /bin/sh "$0" job "$dir" $$ 2>&1 >>"$dir/output.log")
    status=$?
    exec >/dev/null 3>&-
    if [ -s "$dir/not_started" ]; then
        read -r reason <"$dir/not_started"
        record="{\"not_started\":\"$reason\"}"
    elif [ -n "$complaint" ]; then
        record="{\"signal\":$((status & 127))}"
    else
        record="{\"code\":$status}"
    fi
    umask 077
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

job() {
    dir=$1 host=$2
    umask 077
    . "$dir/command.sh"
    cd -- "$job_cwd" 2>/dev/null || fail "the directory cannot be entered"
    read_start_time "$host" && host_started=$started
    read_start_time $$
    boot=
    read -r boot 2>/dev/null </proc/sys/kernel/random/boot_id
    printf '{"host_pid":%s,"host_start":%s,"pid":%s,"start":%s,"boot_id":"%s"}\n' \
        "$host" "${host_started:-0}" $$ "${started:-0}" "$boot" 2>/dev/null >"$dir/host.json" ||
        fail "the state directory cannot be written"
    umask "$job_umask"
    printf 'started %s\n' $$ >&3
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
    exit 1
}

"$@"
exit
