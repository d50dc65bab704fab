# What bash and zsh have in common. Reads the words before the cursor, from the command on, and sets
# nudge_kind: what is completed there, as nudge_values says it; "option" after a hyphen is up to the caller
# nudge_command: the command, empty if it is completed itself
# nudge_offset: for "@command", how many words are before the first word of the job's own command
__nudge_read() {
    local word='' wants='' place=0 count=0
    nudge_command='' nudge_kind='@commands' nudge_offset=0
    while [ $# -gt 0 ]; do
        word=$1
        shift
        count=$((count + 1))
        if [ "$word" = = ]; then
            # bash takes --option=value apart.
            [ $# -eq 0 ] || { shift; count=$((count + 1)); wants=''; }
        elif [ -n "$wants" ]; then
            wants=''
        elif [ -z "$nudge_command" ]; then
            nudge_command=$word
        elif [ "$nudge_command" = run ] && [ "$word" = -- ]; then
            nudge_kind=@command nudge_offset=$count
            return
        else
            case $word in
                -*) ! __nudge_values "$nudge_command" "$word" >/dev/null || wants=$word ;;
                *)
                    if [ "$nudge_command" = run ]; then
                        nudge_kind=@command nudge_offset=$((count - 1))
                        return
                    fi
                    place=$((place + 1))
                    ;;
            esac
        fi
    done
    [ -n "$nudge_command" ] || return 0
    nudge_offset=$count
    nudge_kind=$(__nudge_values "$nudge_command" "${wants:-$place}") || nudge_kind=''
    [ -n "$wants" ] || nudge_kind="$nudge_kind @options"
}

# Prints the candidates, VALUE <tab> DESCRIPTION a line.
__nudge_words() {
    case $1 in
        @commands) __nudge_commands ;;
        @jobs) nudge __complete jobs ;;
        @running | @terminal | @ended) nudge __complete jobs "${1#@}" ;;
        @labels | @groups | @exclusive | @panes) nudge __complete "${1#@}" ;;
        @*) ;;
        *) printf '%s\n' "$1" ;;
    esac 2>/dev/null
}
