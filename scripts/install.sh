#!/bin/sh
# Installs nudge for the user who runs it, without root, Java or a compiler:
#   sh install.sh                beside linux.x64.nudge.tar.gz and SHA256SUMS, offline; else downloads them
#   sh install.sh FROM AGENT...  from the folder or the address where these two are, or from the folder of a nudge
# It puts nudge into ~/.local/share/nudge-program, a link to it into ~/.local/bin, and registers it with the agents: those that
# are named, none with "none", or all that are on the PATH (nudge install). To undo all of it: nudge uninstall --all
{ # Read as a whole before any of it runs: a part of a download does nothing.
set -eu

# Where this release is published; NUDGE_RELEASE names another place.
published=@release@

say() { printf '%s\n' "nudge: $*"; }
die() { say "$@" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# fetch NAME: brings a file of the release into the folder of work.
fetch() {
    case $from in
        http://* | https://*)
            if has curl; then
                curl -fsSL -o "$work/$1" "$from/$1"
            elif has wget; then
                wget -q -O "$work/$1" "$from/$1"
            else
                die "neither curl nor wget is there. Download $from/$1 and SHA256SUMS, and run: sh install.sh FOLDER"
            fi || die "$from/$1 could not be downloaded"
            ;;
        *) cp "$from/$1" "$work/" || die "$from/$1 could not be read" ;;
    esac
}

check_sum() {
    wanted=$(awk -v name="$archive" '$2 == name { print $1 }' "$work/SHA256SUMS")
    is=$(sha256sum "$work/$archive" | cut -d ' ' -f 1)
    [ -n "$wanted" ] || die "SHA256SUMS does not name $archive. Nothing was installed."
    [ "$wanted" = "$is" ] || die "$archive is damaged: its sum is $is, but should be $wanted. Nothing was installed. Download it again."
}

# link TO AT: leaves alone what is there and is not nudge's.
link() {
    case $(readlink "$2" 2>/dev/null || :) in
        "$1") ;;
        "$home"/* | '')
            if [ -e "$2" ] && [ ! -L "$2" ]; then
                say "$2 is there already, and is kept. The command of this installation is $1"
                return
            fi
            mkdir -p "${2%/*}"
            ln -sf "$1" "$2"
            ;;
        *)
            say "$2 is a link to something else, and is kept. The command of this installation is $1"
            return
            ;;
    esac
    printf '%s\n' "$2" >>"$home/installed"
}

[ "$(uname -s)" = Linux ] || die "nudge runs on Linux. This is $(uname -s)."
case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) die "there is no nudge for $(uname -m), only for x86_64 and aarch64. It can be built from its source." ;;
esac
case ${HOME:-} in /*) ;; *) die "HOME is not set to an absolute path" ;; esac
archive=linux.$processor.nudge.tar.gz
from=${1:-$(dirname "$0")}
[ $# -eq 0 ] || shift
[ -r "$from/$archive" ] || [ "$from" != "$(dirname "$0")" ] || from=${NUDGE_RELEASE:-$published}
case $from in http*) ;; *) [ -r "$from/$archive" ] || [ -x "$from/bin/nudge" ] || die "there is no $archive in $from. Name the folder or the address: sh install.sh FROM" ;; esac
bin=$HOME/.local/bin
mkdir -p "${XDG_DATA_HOME:-$HOME/.local/share}"
data=$(cd "${XDG_DATA_HOME:-$HOME/.local/share}" && pwd -P)
home=$data/nudge-program # not "nudge", where the records of jobs are if XDG_STATE_HOME is the same folder

work=$(mktemp -d "$data/nudge-install-XXXXXX")
# If the new program is not in its place, the old one comes back.
trap '[ -e "$home" ] || [ ! -e "$work/old" ] || mv "$work/old" "$home"; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM PIPE
mkdir "$work/nudge"
if [ -x "$from/bin/nudge" ]; then
    cp -R "$from/." "$work/nudge"
else
    fetch SHA256SUMS
    fetch "$archive"
    check_sum
    tar -xzf "$work/$archive" -C "$work/nudge" --no-same-owner
fi
version=$("$work/nudge/bin/nudge" --version) || die "the program does not run here (see above): it needs a system with glibc. Nothing was installed."

if cmp -s "$work/nudge/release" "$home/release"; then
    say "$version is installed in $home already"
else
    if [ -e "$home" ]; then
        [ -f "$home/installed" ] || die "$home is there already, and not from this script. Move it away. Nothing was installed."
        say "replacing $(head -n 1 "$home/release") in $home"
        # An agent may start the program at this moment. Not every file system can exchange folders.
        if "$work/nudge/bin/nudge" exchange "$work/nudge" "$home"; then
            mv "$work/nudge" "$work/old"
        else
            mv "$home" "$work/old"
        fi
    fi
    [ ! -e "$work/nudge" ] || mv "$work/nudge" "$home" || die "$home could not be written"
    say "$version is installed in $home"
    # The next daemon is of this release; jobs continue meanwhile.
    [ ! -e "$work/old" ] || "$home/bin/nudge" daemon stop || :
fi
: >"$home/installed"
link "$home/bin/nudge" "$bin/nudge"
link "$home/man/man1/nudge.1" "$data/man/man1/nudge.1"
link "$home/systemd/nudge.service" "$data/systemd/user/nudge.service"
[ "${1-}" = none ] || "$home/bin/nudge" install "$@" || say "no agent was changed (see above). Once there is one: nudge install"
case :$PATH: in
    *":$bin:"*) ;;
    *) say "$bin is not on your PATH. Add this line to the start file of your shell, such as ~/.profile:
  export PATH=\"\$HOME/.local/bin:\$PATH\"" ;;
esac
say "look whether all is well: nudge doctor     to undo all of this: nudge uninstall --all"
exit
}
