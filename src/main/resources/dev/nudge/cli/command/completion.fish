# Prints how many words are before the command of "nudge run".
function __nudge_offset
    set -l tokens (commandline -opc)
    set -l wants ''
    for i in (seq 3 (count $tokens))
        if test -n "$wants"
            set wants ''
        else if test "$tokens[$i]" = --
            echo $i
            return
        else if contains -- $tokens[$i] $__nudge_valued
            set wants $tokens[$i]
        else if not string match -q -- '-*' $tokens[$i]
            echo (math $i - 1)
            return
        end
    end
    count $tokens
end

# Completes the command of "nudge run" as without nudge.
function __nudge_command
    set -l tokens (commandline -opc)
    set -l own (string escape -- $tokens[(math (__nudge_offset) + 1)..-1])
    complete -C "$own "(commandline -ct | string collect)
end

# Whether the next word is the first one after the command.
function __nudge_is_first
    test (count (commandline -opc | string match -v -- '-*')) -eq 2
end

complete -c nudge -f
