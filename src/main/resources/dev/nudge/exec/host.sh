# The host of one job: outlives the process that started it and records how the command ended.
#   sh host.sh host JOB_DIR BELL SETSID [ticketed]   the host, in a session of its own; says "started PID", "failed REASON",
#                                         or "taken", if another host has taken the ticket of the job; each in a line of its own
#   sh host.sh job JOB_DIR HOST_PID       becomes the command, again in a session of its own
#   sh host.sh node JOB_DIR BELL TICKET [requeue]   the host on a node of a Slurm cluster: the body of the batch script. It
#                                         needs a POSIX shell and nothing else, and ends as the command did. Fails without
#                                         the ticket. "requeue": Slurm may put the job back, and start it again
#   sh host.sh node_job JOB_DIR HOST_PID  becomes its command, in the process group of its host, which is what Slurm signals
# The functions that a process needs are read whole before one runs, so that this file may be replaced or removed under a
# running host. The others are not read at all, since reading takes time: first those of a job, which the host needs too, then
# those of the host, then those of a node.
# All variables begin with nudge_, since one that the caller has exported would reach the command with our value.
# The environment is the command's, and may make programs say something before they begin: the loader if LD_PRELOAD names no
# library, bash as /bin/sh if a locale is not installed. No line of that may pass for a word of setsid or of this file.
#
# A job on a terminal has a second host, the program that holds the other end. The two talk through pipes:
#   it says "tty DEVICE" or "failed REASON", then, once the job has ended, "advancing" while it still reads what the job
#   wrote, and "drained"; it receives "ended", or "abandoned" if there will be no terminal after all.

job() {
    nudge_dir=$1 nudge_host=$2 nudge_input=''
    nudge_scope='' nudge_group='' nudge_memory='' nudge_cpu='' nudge_address_space='' nudge_cores='' nudge_nice=''
    trap : PIPE
    # What follows is the complaint of setsid. A host of an earlier release does not expect it, and does not ask for it.
    [ -z "${nudge_begun-}" ] || echo "$nudge_begun" >&2
    unset nudge_begun
    umask 077
    . "$nudge_dir/command.sh"
    if [ $# -gt 3 ]; then
        leave_entrance "$4"
    elif [ -n "$nudge_scope" ]; then
        enter_scope "${3-}"
    fi
    enter_place
    [ -z "$nudge_group" ] || enter_group 2>/dev/null || refuse "its control group $nudge_group-$nudge_host cannot be used"
    [ -z "$nudge_cores$nudge_nice$nudge_address_space" ] || bound_itself
    become_command '' "${3-}"
}

# Becomes this program again, as the same process, in a scope of the user's systemd manager.
#   enter_scope WARNING: why there is no terminal, if there should be one
enter_scope() {
    nudge_own_runtime=${XDG_RUNTIME_DIR-}
    export XDG_RUNTIME_DIR="$nudge_runtime"
    exec $nudge_scope --unit="$nudge_unit-$nudge_host" \
        /bin/sh "$0" job "$nudge_dir" "$nudge_host" "$1" "$nudge_own_runtime" 2>"$nudge_dir/scope"
}

# leave_entrance DIRECTORY: gives the command back what was changed to reach the manager.
leave_entrance() {
    export XDG_RUNTIME_DIR="$1"
    [ -n "$1" ] || unset XDG_RUNTIME_DIR
    command -p rm -f "$nudge_dir/scope"
}

# Enters the directory of the job, and opens its standard input.
enter_place() {
    nudge_oldpwd=${OLDPWD-}
    cd -- "$nudge_cwd" 2>/dev/null || refuse "the directory cannot be entered"
    # cd has set it to the directory of the job.
    OLDPWD=$nudge_oldpwd
    [ -n "$OLDPWD" ] || unset OLDPWD
    if [ -n "$nudge_input" ]; then
        [ -r "$nudge_input" ] || refuse "its input cannot be opened"
        exec <"$nudge_input"
    fi
}

# Once in the group, what this process becomes and all that it starts is bounded together. If its memory is used up,
# the system ends all of it, and swaps nothing.
enter_group() {
    nudge_own_group=$nudge_group-$nudge_host
    command -p mkdir "$nudge_own_group" || return 1
    if [ -n "$nudge_memory" ]; then
        echo "$nudge_memory" >"$nudge_own_group/memory.max" && echo 1 >"$nudge_own_group/memory.oom.group" || return 1
        [ ! -e "$nudge_own_group/memory.swap.max" ] || echo 0 >"$nudge_own_group/memory.swap.max" || return 1
    fi
    [ -z "$nudge_cpu" ] || echo "$nudge_cpu" >"$nudge_own_group/cpu.max" || return 1
    echo $$ >"$nudge_own_group/cgroup.procs"
}

# What is set for this process holds for the command that it becomes, and for all that this starts. The memory last:
# the programs that are run here are not the job.
bound_itself() {
    [ -z "$nudge_cores" ] || command -p taskset -cp "$nudge_cores" $$ >/dev/null 2>&1 ||
        refuse "it cannot be given the processors $nudge_cores"
    [ -z "$nudge_nice" ] || command -p renice "$nudge_nice" -p $$ >/dev/null 2>&1 ||
        refuse "its niceness cannot be set to $nudge_nice, only root may set one that is lower than that of the daemon; give a higher one"
    [ -z "$nudge_address_space" ] || ulimit -v "$nudge_address_space" 2>/dev/null ||
        refuse "its address space is limited to less already (ulimit -v); give less memory, or no bound"
}

# become_command FIELDS WARNING: records this process, with more fields, and becomes the command.
become_command() {
    read_start_time "$nudge_host" && nudge_host_started=$nudge_started
    read_start_time $$
    nudge_boot=
    read -r nudge_boot 2>/dev/null </proc/sys/kernel/random/boot_id
    printf '{"host_pid":%s,"host_start":%s,"pid":%s,"start":%s,"boot_id":"%s"%s}\n' \
        "$nudge_host" "${nudge_host_started:-0}" $$ "${nudge_started:-0}" "$nudge_boot" "$1" 2>/dev/null >"$nudge_dir/host.json" ||
        refuse "the state directory cannot be written"
    umask "$nudge_umask"
    printf '\nstarted %s %s\n' $$ "${2-}" 2>/dev/null >&3
    exec 2>&1 3>&-
    # Marks the command, and all that it starts. The host is marked otherwise: what it leaves behind is not the job's.
    export NUDGE_JOB_DIR="$nudge_dir"
    unset NUDGE_JOB_HOST
    if command -v bash >/dev/null; then
        exec bash -c "$nudge_command"
    fi
    exec sh -c "$nudge_command"
}

# Sets nudge_state and nudge_started to fields 3 and 22 of /proc/PID/stat: the state, and the start time in clock ticks after boot.
read_start_time() {
    read -r nudge_line 2>/dev/null <"/proc/$1/stat" || return 1
    set -- ${nudge_line##*) }
    nudge_state=$1
    shift 19
    nudge_started=$1
}

refuse() {
    fail "$1"
    exit 1
}

fail() {
    # It becomes part of a record in JSON.
    nudge_reason=$(printf %s "$1" | command -p tr -d '"\\[:cntrl:]')
    { printf '%s\n' "$nudge_reason" >"$nudge_dir/not_started"; } 2>/dev/null
    printf '\nfailed %s\n' "$nudge_reason" 2>/dev/null >&3
}

if [ "$1" = job ]; then
    "$@"
    exit
fi

host() {
    nudge_dir=$1 nudge_bell=$2 nudge_setsid=$3 nudge_tty='' nudge_terminal_program='' nudge_no_terminal='' nudge_timers=0 nudge_ended='' nudge_written='' nudge_noted=''
    nudge_group='' nudge_scope='' nudge_ticket=''
    # What makes the environment that of the daemon again. It is in memory alone, and not the command's business.
    nudge_daemon_environment=${NUDGE_DAEMON_ENVIRONMENT-} nudge_leaving=''
    unset NUDGE_DAEMON_ENVIRONMENT
    umask 077
    # Not ignored but caught: an ignored signal would be inherited by the command. PIPE: nobody may hear the report any more.
    trap : HUP INT PIPE
    # A host that is asked to end is asked by a system that shuts down, where no daemon is to be started any more.
    trap nudge_leaving=y TERM
    # What the shell has to say of children that were killed must not meet a pipe that nobody reads.
    exec 3>&1 2>/dev/null
    # A job that has waited in the queue: of several hosts, only the one that removes the ticket starts its command.
    if [ "${4-}" = ticketed ] && ! command -p rm "$nudge_dir/ticket"; then
        printf '\ntaken\n' >&3
        exit
    fi
    # Else a loss of power could bring it back, and with it the start.
    [ "${4-}" != ticketed ] || command -p sync "$nudge_dir"
    . "$nudge_dir/command.sh"
    reserve_exit || refuse "the state directory cannot be written"
    [ -z "$nudge_terminal_program" ] || open_terminal
    # setsid -w alone tells a signal from an exit code: it writes a complaint if the command was killed.
    if [ -n "$nudge_tty" ]; then
        nudge_complaint=$(nudge_begun=nudge_begun "$nudge_setsid" -f -w -c /bin/sh "$0" job "$nudge_dir" $$ 2>&1 <>"$nudge_tty" 1>&0 4>&- 5>&-)
    else
        [ -z "$nudge_no_terminal" ] || warn_of_no_terminal
        nudge_complaint=$(nudge_begun=nudge_begun "$nudge_setsid" -f -w /bin/sh "$0" job "$nudge_dir" $$ "$nudge_no_terminal" 2>&1 >>"$nudge_dir/output.log" 4>&- 5>&-)
    fi
    nudge_status=$?
    nudge_complaint=${nudge_complaint##*nudge_begun}
    exec >/dev/null
    [ -e "$nudge_dir/host.json" ] || [ -e "$nudge_dir/not_started" ] || fail_to_begin
    exec 3>&-
    if [ -z "$nudge_complaint" ] && [ "$nudge_status" -gt 128 ]; then
        leave_if_the_waiter_was_killed
    fi
    choose_record
    # All that follows needs more processes. If there can be none, this shell ends, and the daemon takes what is written here.
    # The time of the end is that of this file, too.
    ! write_record || nudge_noted=$nudge_record
    [ -z "$nudge_tty" ] || drain
    [ -z "$nudge_group$nudge_scope" ] || leave_bounds
    record_end
    [ -n "$nudge_leaving" ] || see_to_a_daemon
}

# Sets nudge_record. The command was killed if nudge_complaint is not empty.
choose_record() {
    if [ -e "$nudge_dir/not_started" ]; then
        # A file of which only the name found room.
        nudge_reason="the state directory cannot be written"
        [ ! -s "$nudge_dir/not_started" ] || read -r nudge_reason <"$nudge_dir/not_started"
        nudge_record="\"not_started\":\"$nudge_reason\""
    elif [ -n "$nudge_complaint" ]; then
        nudge_record="\"signal\":$((nudge_status & 127))"
    else
        nudge_record="\"code\":$nudge_status"
    fi
}

record_end() {
    # Some file systems need room even for what was reserved: try until there is some, or the job has been removed.
    until write_exit || [ ! -d "$nudge_dir" ]; do
        # Without this, the end would count as of the moment at which there was room.
        [ -n "$nudge_ended" ] || nudge_ended=,\"ended\":$(command -p date +%s)
        command -p sleep 1
    done
    # Only now: it takes some milliseconds, and the daemon does not report an end before its own record is on the disk.
    # With the record of the start, which the daemon's own need not hold.
    command -p sync "$nudge_dir/exit.json" "$nudge_dir/host.json" "$nudge_dir"
}

# Nothing has been recorded of the start: systemd-run failed, and has said why, or setsid did.
fail_to_begin() {
    nudge_reason=''
    [ ! -s "$nudge_dir/scope" ] || read -r nudge_reason <"$nudge_dir/scope"
    fail "${nudge_reason:-its session could not be made}"
}

# Removes what bounded the job, and adds to its record whether the system has ended it for its memory.
leave_bounds() {
    if [ "$nudge_record" != '"code":0' ] && is_out_of_memory; then
        nudge_record="$nudge_record,\"out_of_memory\":true"
    fi
    if [ -n "$nudge_group" ]; then
        # In vain while other processes of the job are left.
        command -p rmdir "$nudge_group-$$"
    fi
}

is_out_of_memory() {
    if [ -n "$nudge_scope" ]; then
        is_scope_out_of_memory
        return
    fi
    while read -r nudge_word nudge_count; do
        [ "$nudge_word" != oom_kill ] || [ "$nudge_count" = 0 ] || return 0
    done <"$nudge_group-$$/memory.events"
    return 1
}

# The manager learns a moment later. It forgets a scope that has not failed, and keeps one that has.
is_scope_out_of_memory() {
    for nudge_turn in 1 2 3 4 5; do
        nudge_scope_state=$(ask_manager show --property=ActiveState --property=Result)
        case $nudge_scope_state in
            *ActiveState=active* | *ActiveState=deactivating*) command -p sleep 0.2 ;;
            *) break ;;
        esac
    done
    case $nudge_scope_state in
        *Result=oom-kill*) ask_manager reset-failed ;;
        *) return 1 ;;
    esac
    return 0
}

ask_manager() {
    XDG_RUNTIME_DIR=$nudge_runtime command -p systemctl --user "$@" "$nudge_unit-$$.scope"
}

# A daemon takes the bell within milliseconds. If none does, a daemon is started: by one host at a time, so that of many
# jobs that end together the first starts one, and the others find their bells taken.
see_to_a_daemon() {
    [ -e "$nudge_bell" ] || return 0
    command -p sleep 0.2
    [ -e "$nudge_bell" ] && [ -n "$nudge_daemon_environment" ] || return 0
    # The lock is that of a directory which is there already: nothing is made anew if the state directory has been removed.
    exec 9<"${nudge_bell%/*}" || return 0
    if [ ! -x "${nudge_setsid%/*}/flock" ] || "${nudge_setsid%/*}/flock" -w 60 9; then
        [ ! -e "$nudge_bell" ] || start_daemon
    fi
}

# Starts the release of nudge that the last daemon was of, in a session of its own, and waits until it has taken the bells.
start_daemon() {
    set --
    while read -r nudge_word; do
        set -- "$@" "$nudge_word"
    done <"${0%/*}/launcher"
    [ -x "${1-}" ] && cd / || return 0
    {
        eval "$nudge_daemon_environment"
        "$nudge_setsid" -f "$@" daemon --resume </dev/null 4>&- 5>&- 9<&-
    } | read -r nudge_word
} 2>/dev/null

# Nobody else can tell how the command ends, if setsid is killed: without a record it counts as lost.
leave_if_the_waiter_was_killed() {
    read_host_record && is_command_alive || return 0
    while is_command_alive; do
        command -p sleep 1
    done
    [ -z "$nudge_tty" ] || drain
    exit 1
}

# Sets nudge_pid and nudge_pid_started to the pid and start time in host.json.
read_host_record() {
    read -r nudge_line <"$nudge_dir/host.json" || return 1
    nudge_line=${nudge_line#*'"pid":'}
    nudge_pid=${nudge_line%%,*}
    nudge_line=${nudge_line#*'"start":'}
    nudge_pid_started=${nudge_line%%,*}
}

is_command_alive() {
    read_start_time "$nudge_pid" && [ "$nudge_started" = "$nudge_pid_started" ] && [ "$nudge_state" != Z ]
}

# Takes the room for the record of the end, so that a disk that is full by then does not cost the exit status.
reserve_exit() {
    printf '%200s\n' '' >"$nudge_dir/exit.json.tmp"
} 2>/dev/null

# Writes over what was reserved; blanks remain behind the record.
write_record() {
    printf '{%s%s}\n' "$nudge_record" "$nudge_ended" 1<>"$nudge_dir/exit.json.tmp"
} 2>/dev/null

# Makes the record that of the end. Once: the daemon moves it away if the command is to be
# started again, and another one would then be taken for the end of that start.
write_exit() {
    if [ -z "$nudge_written" ]; then
        { [ "$nudge_noted" = "$nudge_record$nudge_ended" ] || write_record; } &&
            command -p mv -f "$nudge_dir/exit.json.tmp" "$nudge_dir/exit.json" || return 1
        nudge_written=y
    fi
    # Not ":", with which a failure would end the shell. Nobody hears a bell in a directory that has been removed; and of a
    # node, Slurm must learn that the job is over.
    printf '' >"$nudge_bell" || [ ! -d "${nudge_bell%/*}" ] || [ -n "$nudge_ticket" ]
} 2>/dev/null

# Starts the program that holds the terminal; sets nudge_tty to the terminal's device, or nudge_no_terminal to the reason.
open_terminal() {
    if ! command -p mkfifo "$nudge_dir/said" "$nudge_dir/told" 2>/dev/null; then
        nudge_no_terminal="the state directory cannot be written"
        return
    fi
    exec 4<>"$nudge_dir/said" 5<>"$nudge_dir/told"
    command -p rm -f "$nudge_dir/said" "$nudge_dir/told"
    { eval "$nudge_terminal_program"; echo gone; } <&5 >&4 2>>"$nudge_dir/host.log" 3>&- 4>&- 5>&- &
    listen 10
    case $nudge_word in
        tty) nudge_tty=$nudge_text ;;
        failed) nudge_no_terminal=$nudge_text ;;
        gone) nudge_no_terminal="the terminal's host ended, see $nudge_dir/host.log" ;;
        *) nudge_no_terminal="the terminal's host did not answer for 10 s" ;;
    esac
    [ -n "$nudge_tty" ] || echo abandoned >&5
}

warn_of_no_terminal() {
    printf '[NUDGE_WARNING] PTY execution failed, running without a terminal: %s\n' "$nudge_no_terminal" >>"$nudge_dir/output.log"
} 2>/dev/null

# What the job wrote is in its log before its end is known; but no end waits for ever.
drain() {
    echo ended >&5
    nudge_word=advancing
    while [ "$nudge_word" = advancing ]; do
        listen 30
    done
}

# listen SECONDS: reads the next line of the terminal's host into nudge_word and nudge_text; the word is "late" if none comes in time.
listen() {
    nudge_timers=$((nudge_timers + 1))
    {
        trap 'kill $!; exit' TERM
        command -p sleep "$1" 4>&- &
        wait $!
        echo late "$nudge_timers" >&4
    } 3>&- 5>&- 2>/dev/null &
    nudge_timer=$!
    # Not left to another timer: a signal that reaches a shell before it has set its trap is lost.
    while :; do
        # The pipe is open for writing here too, so this fails only if a signal was caught meanwhile.
        read -r nudge_word nudge_text <&4 || continue
        [ "$nudge_word" = late ] && [ "$nudge_text" != "$nudge_timers" ] || break
    done
    kill "$nudge_timer" 2>/dev/null
}

if [ "$1" = host ]; then
    "$@"
    exit
fi

node() {
    nudge_dir=$1 nudge_bell=$2 nudge_ticket=$3 nudge_requeue=${4-} nudge_ended='' nudge_written='' nudge_noted='' nudge_complaint='' nudge_caught=' '
    unset NUDGE_DAEMON_ENVIRONMENT
    umask 077
    # "scancel --full" signals the whole process group. What is caught here has its default effect in the command, and the
    # host stays to record it.
    for nudge_signal in HUP INT QUIT ABRT USR1 USR2 PIPE ALRM TERM XCPU XFSZ VTALRM PROF IO PWR; do
        if (trap : "$nudge_signal") 2>/dev/null; then
            trap "nudge_caught=\"\${nudge_caught}$nudge_signal \"" "$nudge_signal"
        fi
    done
    exec 3>/dev/null </dev/null 2>/dev/null
    claim || leave_it
    reserve_exit || exit 1
    # In the foreground: an asynchronous command of a shell without job control ignores INT and QUIT. The file is for what
    # the shell itself says of a child that was killed, so the child redirects its own output.
    { /bin/sh "$0" node_job "$nudge_dir" $$; } 2>>"$nudge_dir/complaint"
    nudge_status=$?
    [ "$nudge_status" -le 128 ] || ! is_killed || nudge_complaint=y
    command -p rm -f "$nudge_dir/complaint"
    [ -e "$nudge_dir/host.json" ] || [ -e "$nudge_dir/not_started" ] || fail "it was ended before its command had started"
    choose_record
    nudge_record="$nudge_record,\"start\":\"$nudge_start\""
    # The daemon then waits for Slurm's word. A signal alone does not show which end is one for a requeue: the command may
    # be hit by it, and end, well before this host is.
    case $nudge_requeue$nudge_caught in *requeue* | *" TERM "*) nudge_record="$nudge_record,\"provisional\":true" ;; esac
    record_end
    exit "$nudge_status"
}

# Only one batch script of a job starts its command: the one that moves the ticket away, and this one again if Slurm has
# put it back into its queue. How the command had ended until then does not matter: it may have caught the SIGTERM that
# comes before, or have exited because its child was hit first, and Slurm lets no job run again that it knows to be over.
# Once the daemon has counted that end, there is no ticket any more.
claim() {
    nudge_start=$(cluster_id)
    [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] || { take "$nudge_ticket"; return; }
    nudge_last=$nudge_dir/claimed-$nudge_start
    nudge_start=$nudge_start.$SLURM_RESTART_COUNT
    ! take "$nudge_ticket" || return 0
    for nudge_last in "$nudge_last" "$nudge_last".*; do
        if [ -e "$nudge_last" ] && take "$nudge_last"; then
            command -p rm -f "$nudge_dir/host.json" "$nudge_dir/not_started" "$nudge_dir/exit.json"
            printf '[NUDGE_WARNING] Slurm has started the command again, on %s\n' "$(node_name)" >>"$nudge_dir/output.log"
            return 0
        fi
    done
    return 1
}

# take FILE: takes a ticket for this start, or for this start the one of an earlier start.
take() {
    command -p mv "$1" "$nudge_dir/claimed-$nudge_start" && return
    # The program that moves it may have been hit by a signal to the group, behind its work.
    [ $? -gt 128 ] && [ -e "$nudge_dir/claimed-$nudge_start" ]
}

# Ends without having started the command, as a failure: Slurm must not start a job that waits for the success of this
# one. A script that has started the command before, and was put back after its end, ends as the command did.
leave_it() {
    nudge_status=1
    if [ "${SLURM_RESTART_COUNT:-0}" -gt 0 ] && [ -e "$nudge_dir/exit.json" ]; then
        read -r nudge_line <"$nudge_dir/exit.json"
        case $nudge_line in
            *'"code":'*)
                nudge_line=${nudge_line#*'"code":'}
                nudge_status=${nudge_line%%[!0-9]*}
                ;;
        esac
    fi
    exit "$nudge_status"
}

# Of the bounds, only the niceness is set here: the others are Slurm's.
node_job() {
    nudge_dir=$1 nudge_host=$2 nudge_input='' nudge_nice=''
    trap : PIPE
    umask 077
    # Only what the host's shell says from now on is about the end.
    printf '' >"$nudge_dir/complaint"
    exec >>"$nudge_dir/output.log" 2>&1 3>/dev/null
    . "$nudge_dir/command.sh"
    nudge_cores='' nudge_address_space=''
    enter_place
    [ -z "$nudge_nice" ] || bound_itself
    export NUDGE_JOB="${nudge_dir##*/}"
    [ -z "${SLURM_ARRAY_TASK_ID-}" ] || export NUDGE_ARRAY_TASK="$SLURM_ARRAY_TASK_ID"
    nudge_place=",\"engine\":\"slurm\",\"cluster\":\"$(cluster_id)\",\"node\":\"$(node_name)\""
    become_command "$nudge_place,\"restarts\":${SLURM_RESTART_COUNT:-0}"
}

# Prints the id of the job as Slurm lists it.
cluster_id() {
    if [ -n "${SLURM_ARRAY_JOB_ID-}" ]; then
        printf %s "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID-}"
    else
        printf %s "${SLURM_JOB_ID-}"
    fi
}

node_name() {
    printf %s "${SLURMD_NODENAME:-$(command -p uname -n)}" | command -p tr -d '"\\[:cntrl:]'
}

# Tells a signal from an exit code that looks like one. Shells say nothing of some signals (INT and PIPE, some of TERM): then
# it was the signal if the host has received it too. So a command that a process has killed by one of these alone
# counts as having exited with 128 and its number.
is_killed() {
    [ ! -s "$nudge_dir/complaint" ] || return 0
    nudge_signal=$(kill -l "$nudge_status") || return 1
    nudge_signal=${nudge_signal#SIG}
    { /bin/sh -c "printf '' >\"\$1\"; kill -s $nudge_signal \$\$" sh "$nudge_dir/complaint"; } 2>>"$nudge_dir/complaint"
    [ ! -s "$nudge_dir/complaint" ] || return 1
    case $nudge_caught in
        *" $nudge_signal "*) return 0 ;;
        *) return 1 ;;
    esac
}

"$@"
exit
