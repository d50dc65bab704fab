_nudge() {
    local nudge_command nudge_kind nudge_offset kind word line
    local -a values descriptions
    __nudge_read "${(@)words[2,CURRENT-1]}"
    if [[ $nudge_kind == *@options && $PREFIX == --*=* ]]; then
        nudge_kind=$(__nudge_values $nudge_command ${PREFIX%%=*}) || return
        compset -P '*='
    elif [[ $nudge_kind == *@options && $PREFIX == -* ]]; then
        _nudge_describe options "${(@f)$(__nudge_options $nudge_command)}"
        return
    fi
    for kind in ${=nudge_kind}; do
        case $kind in
            @command)
                shift $((nudge_offset + 1)) words
                ((CURRENT -= nudge_offset + 1))
                _normal
                ;;
            @dir) _files -/ ;;
            @file) _files ;;
            @options) ;;
            *) _nudge_list "${(@f)$(__nudge_words $kind)}" ;;
        esac
    done
}

# VALUE <tab> DESCRIPTION, a line for each, in this order: _describe would put values with the same description on one line.
_nudge_list() {
    local line
    local -a words lines
    integer width=0
    for line; do
        [[ -z $line ]] || words+=("${line%%$'\t'*}")
    done
    for line in $words; do
        ((${#line} <= width)) || width=${#line}
    done
    for line; do
        [[ -z $line ]] || lines+=("${(r:width:)${line%%$'\t'*}}${${line#*$'\t'}:+  -- ${${line#*$'\t'}}}")
    done
    (($#words == 0)) || compadd -V values -l -d lines -a words
}

# Options, in this order: the names of one option are put on one line.
_nudge_describe() {
    local tag=$1 line
    local -a described
    shift
    for line; do
        [[ -z $line ]] || described+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
    done
    (($#described == 0)) || _describe -V $tag described
}

compdef _nudge nudge
