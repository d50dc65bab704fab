_nudge() {
    local cur=${COMP_WORDS[COMP_CWORD]} nudge_command nudge_kind nudge_offset kind word
    [ "$cur" != = ] || cur=
    COMPREPLY=()
    __nudge_read "${COMP_WORDS[@]:1:COMP_CWORD-1}"
    case $nudge_kind:$cur in
        *@options:-*)
            while IFS=$'\t' read -r word _; do
                [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
            done < <(__nudge_options "$nudge_command")
            return
            ;;
    esac
    for kind in $nudge_kind; do
        case $kind in
            @command) _nudge_command "$cur" $((nudge_offset + 1)) ;;
            @dir)
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -d -- "$cur")
                ;;
            @file)
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                ;;
            *)
                while IFS=$'\t' read -r word _; do
                    [[ $word == "$cur"* ]] || continue
                    printf -v word %q "$word"
                    COMPREPLY+=("$word")
                done < <(__nudge_words "$kind")
                ;;
        esac
    done
}

# The job's own command, as without nudge.
_nudge_command() {
    if declare -F _command_offset >/dev/null; then
        _command_offset "$2"
    elif [[ $COMP_CWORD -eq $2 && $1 != */* ]]; then
        mapfile -t COMPREPLY < <(compgen -c -- "$1" | sort -u)
    else
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
    fi
}

# In the order in which nudge gives them, the newest job first; bash before 4.4 sorts them.
complete -o nosort -F _nudge nudge 2>/dev/null || complete -F _nudge nudge
