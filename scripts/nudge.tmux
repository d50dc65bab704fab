#!/bin/sh
# Keys for nudge in tmux. In ~/.tmux.conf:
#   run-shell /path/to/nudge/scripts/nudge.tmux
# or, with the plugin manager TPM, link the built extension to ~/.tmux/plugins/nudge and set -g @plugin nudge.
#
# Options, set before this line; "none" binds no key:
#   @nudge-background-key  B  moves what runs in the pane to the background
#   @nudge-menu-key        J  a menu of the jobs
#   @nudge-log-key         O  the output of the last job, in a popup
#   @nudge-attach-key      A  the last job that has a terminal, in a popup
#
# The keys run this file:
#   nudge.tmux --run CLIENT ARGUMENT...     runs nudge; what it says is shown to the client as a message
set -u

self=$0
while [ -L "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=${self%/*}/$link ;;
    esac
done
case $self in
    */*) here=$(cd "${self%/*}" && pwd) ;;
    *) here=$PWD ;;
esac

# Escapes what tmux would take for a format.
say() {
    text=$(printf '%s\n' "$2" | sed -n '/./{s/#/##/g;s/%/%%/g;s/;$/\\;/;p;q;}')
    time=
    is_too_old || time=$(message_time)
    tmux display-message ${1:+-c "$1"} ${time:+-d "$time"} "nudge: ${text#nudge: }"
}

# Milliseconds: 4 s, or longer if the user has set it. 0 is until a key is pressed. The default of tmux, 0.75 s, is too short to read.
message_time() {
    set_time=$(tmux show-options -gqv display-time)
    case $set_time in
        0) echo 0 ;;
        *) [ "$set_time" -gt 4000 ] 2>/dev/null && echo "$set_time" || echo 4000 ;;
    esac
}

find_nudge() {
    for nudge in "$here/nudge" "$here/bin/nudge" "$here/../target/extension/bin/nudge"; do
        [ ! -x "$nudge" ] || return 0
    done
    nudge=$(command -v nudge)
}

# Only 3.2 and later have popups. What has no such number is newer: "master", "next-3.6", "openbsd-7.7".
is_too_old() {
    version=$(tmux -V)
    version=${version#tmux }
    case $version in
        [012].* | 3.[01] | 3.[01][!0-9]*) return 0 ;;
        *) return 1 ;;
    esac
}

run() {
    client=$1
    shift
    find_nudge || {
        say "$client" "the program is not on the PATH and not beside $here"
        return
    }
    said=$("$nudge" "$@" 2>&1) || said=${said:-it failed}
    [ -z "$said" ] || say "$client" "$said"
}

option() {
    value=$(tmux show-options -gqv "$1")
    printf '%s' "${value:-$2}"
}

# A word for the shell that run-shell takes for a format first.
quoted() { printf '%s' "$1" | sed "s/'/'\\\\''/g;s/#/##/g;1s/^/'/;\$s/\$/'/"; }

# bind_key OPTION DEFAULT ARGUMENTS-OF-NUDGE: the arguments are a format and shell words.
bind_key() {
    key=$(option "$1" "$2")
    [ "$key" = none ] ||
        tmux bind-key "$key" run-shell -b "$(quoted "$here/${self##*/}") --run #{q:client_name} $3"
}

if [ "${1-}" = --run ]; then
    shift
    run "$@"
    exit 0
fi
if is_too_old; then
    say '' "tmux 3.2 or newer is needed, this is $version. No keys were bound."
    exit 0
fi
shown="--client #{q:client_name}"
bind_key @nudge-background-key B "background #{pane_id}"
bind_key @nudge-menu-key J "tmux menu $shown --size #{client_width}x#{client_height}"
bind_key @nudge-log-key O "tmux log $shown"
bind_key @nudge-attach-key A "tmux attach $shown"
exit 0
