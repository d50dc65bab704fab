# Sourced by the other scripts, which set "root". Finds the tools they need, installs what is missing
# where the system has a package manager, and says what to do where it has none.

: "${HOME:=/}"

# With --help, prints the head of the script and does nothing else.
case ${1-} in
    -h | --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
esac

say() { printf '%s\n' "nudge: $*" >&2; }

die() {
    say "$@"
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# ---- package managers -------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif has sudo && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

package_manager() {
    for manager in apt-get dnf pacman apk brew; do
        if has "$manager"; then
            printf '%s' "$manager"
            return
        fi
    done
    printf none
}

apt_has() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

# The longest time that a lock of apt is waited for, in seconds: something else may be installing, such as unattended upgrades.
apt_patience=600

# apt ARGUMENT...: runs apt-get as root, and waits while another program holds one of its locks.
apt() {
    waited=0
    while :; do
        if complaint=$({ as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get "$@" 2>&1 >&3; } 3>&2); then
            [ -z "$complaint" ] || printf '%s\n' "$complaint" >&2
            return 0
        fi
        case $complaint in
            *"Could not get lock"* | *"Unable to lock"* | *"Unable to acquire the dpkg frontend lock"*) ;;
            *)
                printf '%s\n' "$complaint" >&2
                return 1
                ;;
        esac
        [ "$waited" -gt 0 ] || say "apt is in use by another program: waiting for it"
        [ "$waited" -lt "$apt_patience" ] || {
            printf '%s\n' "$complaint" >&2
            return 1
        }
        sleep 1
        waited=$((waited + 1))
    done
}

# apt_choose NAME...: prints the first package that apt knows.
apt_choose() {
    for package in "$@"; do
        if apt_has "$package"; then
            printf '%s' "$package"
            return
        fi
    done
    return 1
}

# install_all CHOICE...: installs a package of each choice, which is one name or several, separated by blanks, the best first. What
# the package manager says goes to stderr. Fails if it has failed; what is there afterwards is for the caller to see.
install_all() {
    manager=$(package_manager)
    [ "$manager" != none ] || return 1
    say "installing with $manager: $*"
    case $manager in
        apt-get)
            chosen=
            for choice; do
                # shellcheck disable=SC2086
                if ! apt_choose $choice >/dev/null; then
                    # Its lists may never have been fetched.
                    apt update || :
                    break
                fi
            done
            for choice; do
                # shellcheck disable=SC2086
                chosen="$chosen $(apt_choose $choice || :)"
            done
            # shellcheck disable=SC2086
            apt install -y --no-install-recommends $chosen
            ;;
        *)
            failed=0
            for choice; do
                install_by "$manager" $choice || failed=1
            done
            return "$failed"
            ;;
    esac
}

# install_by MANAGER NAME...: installs the first of the packages that can be had.
install_by() {
    manager=$1
    shift
    for package; do
        case $manager in
            dnf) as_root dnf install -y "$package" ;;
            pacman) as_root pacman -S --noconfirm --needed "$package" ;;
            apk) as_root apk add "$package" ;;
            brew) brew install "$package" ;;
        esac >&2 && return 0
    done
    return 1
}

# need COMMAND WHAT-TO-SAY PACKAGE...: installs what brings the command, if it is not there. Between need_later and install_needed, it only
# notes down what is missing.
need() {
    command=$1 advice=$2
    shift 2
    ! has "$command" || return 0
    if [ -n "${noted-}" ]; then
        noted="$noted$command|$advice|$*
"
        return
    fi
    install_all "$*" || :
    has "$command" || die "$command not found, and it could not be installed. $advice"
}

# Lets the calls of "need" that follow note down what is missing, so that it is installed at once.
need_later() {
    noted='
'
}

# check FUNCTION: calls it, which ends this script if what is there will not do. Between need_later and install_needed, only notes it down.
check() {
    if [ -n "${noted-}" ]; then checks="${checks-} $1"; else "$1"; fi
}

# Installs what was noted down, then checks it. Ends this script if something is missing still, and names all of it.
install_needed() {
    wanted=$noted
    noted=
    install_noted
    for function in ${checks-}; do "$function"; done
}

install_noted() {
    set --
    while IFS='|' read -r command _ packages; do
        [ -z "$command" ] || set -- "$@" "$packages"
    done <<END
$wanted
END
    [ $# -gt 0 ] || return 0
    install_all "$@" || :
    missing=
    while IFS='|' read -r command advice _; do
        [ -z "$command" ] || has "$command" || missing="$missing
  $command: $advice"
    done <<END
$wanted
END
    [ -z "$missing" ] || die "not found, and could not be installed:$missing"
}

# ---- the JDK ----------------------------------------------------------------------------------

jdk_version=25

# Sets JAVA_HOME to the directory if it holds a JDK that is new enough. Starts no JVM.
try_jdk() {
    [ -x "$1/bin/javac" ] && [ -x "$1/bin/jlink" ] && [ -r "$1/release" ] || return 1
    found=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${found:-0}" -ge "$jdk_version" ] || return 1
    JAVA_HOME=$1
    export JAVA_HOME
}

jdk_of_path() {
    javac=$(command -v javac) || return 1
    while [ -L "$javac" ]; do
        link=$(readlink "$javac")
        case $link in
            /*) javac=$link ;;
            *) javac=${javac%/*}/$link ;;
        esac
    done
    try_jdk "${javac%/bin/javac}"
}

jdk_of_folders() {
    for folder in /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* /usr/local/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.local/share/mise/installs/java/*; do
        try_jdk "$folder" && return
    done
    return 1
}

find_jdk() {
    { [ -n "${JAVA_HOME:-}" ] && try_jdk "$JAVA_HOME"; } || jdk_of_path || jdk_of_folders
}

need_jdk() {
    find_jdk && return
    case $(package_manager) in
        dnf) install_all "java-25-openjdk-devel java-latest-openjdk-devel" || : ;;
        pacman) install_all "jdk25-openjdk jdk-openjdk" || : ;;
        apk) install_all "openjdk25-jdk openjdk25" || : ;;
        brew) install_all "openjdk@25 openjdk" || : ;;
        *) install_all "openjdk-25-jdk-headless temurin-25-jdk" || : ;;
    esac
    find_jdk || die "no JDK $jdk_version or newer in JAVA_HOME (${JAVA_HOME:-not set}), on PATH or in the usual folders, and" \
        "no package of one. Install Temurin $jdk_version from https://adoptium.net (package temurin-25-jdk) and set JAVA_HOME to it."
}

# ---- the other tools --------------------------------------------------------------------------

need_cc() {
    need cc "Install a C compiler, such as gcc." gcc
    # What a static program is linked with.
    [ -e "$(cc -print-file-name=libc.a)" ] || install_all "libc6-dev glibc-static musl-dev" || :
}

# A clang that can build a fuzzer: its runtime is in a package of its own on some systems.
need_libfuzzer() {
    need clang "Install clang." clang
    makes_fuzzers || install_all "libclang-rt-dev compiler-rt" || :
    makes_fuzzers || die "clang cannot build fuzzers: its runtime is missing. Install libclang-rt-dev, or compiler-rt."
}

makes_fuzzers() {
    printf 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d == 0 && n > 0; }' |
        clang -fsanitize=fuzzer,address,undefined -x c -o /dev/null - 2>/dev/null
}

need_maven() { need mvn "Install Apache Maven 3.8 or newer." maven; }

need_tmux() { need tmux "Install tmux 3.2 or newer." tmux; }

need_strace() { need strace "Install strace, with which the tests see what reaches the disk." strace; }

need_setsid() { need setsid "Install util-linux, which holds setsid." util-linux; }

need_systemd() { need systemctl "Install systemd, whose user manager the tests start." systemd; }

# The programs that the tests watch while they ask something, edit or compute.
need_asking_programs() {
    need bash "Install bash." bash
    need python3 "Install Python 3." python3
    need perl "Install Perl." perl
    need git "Install git." git
    need make "Install make." make
    need less "Install less." less
    need vi "Install vim, or another vi." vim-tiny vim
    need nano "Install nano." nano
    need ssh-keygen "Install OpenSSH, which holds ssh-keygen." openssh-client openssh
    need sudo "Install sudo." sudo
}

# The shells in which the tests complete commands.
need_shells() {
    need zsh "Install zsh." zsh
    need fish "Install fish." fish
    need busybox "Install busybox." busybox
}

# The cluster of the tests. Other systems than Debian have it in other parts, or not at all: there, these tests skip
# themselves.
need_slurm() {
    if has sbatch && has squeue && [ -x /usr/sbin/slurmctld ] && [ -x /usr/sbin/slurmd ] && [ -x /usr/sbin/munged ]; then
        return
    fi
    if has apt-get; then
        install_all munge slurm-client slurmctld slurmd slurm-wlm-basic-plugins || :
    fi
    has sbatch || say "Slurm could not be installed: the tests with a cluster are left out"
}

# The oldest Chromium in which the page has been tried.
chromium_needed=143

# The browser that the tests of the page drive, and its driver.
need_chromium() {
    need chromium "Install Chromium." chromium chromium-browser
    need chromedriver "Install the driver of Chromium (chromedriver)." chromium-driver chromium-chromedriver chromedriver
    check chromium_fits
}

chromium_fits() {
    browser=$(chromium --version 2>/dev/null | version_in)
    driver=$(chromedriver --version 2>/dev/null | version_in)
    [ "${browser%%.*}" -ge "$chromium_needed" ] ||
        die "Chromium $browser is too old: the tests of the page need $chromium_needed or newer. Update the package chromium."
    [ "${browser%%.*}" = "${driver%%.*}" ] ||
        die "Chromium is $browser, but chromedriver is $driver: the tests of the page need the same version of both."
    say "the page is tested in Chromium $browser ($chromium_needed or newer is needed)"
}

# Prints the first version in what is read, 0 if there is none.
version_in() {
    version=$(sed -n 's/^[^0-9]*\([0-9][0-9.]*\).*/\1/p' | head -n 1)
    printf '%s' "${version:-0}"
}

need_tsp() {
    need tsp "Install task-spooler." task-spooler
}

node_major() {
    version=$(node --version 2>/dev/null) || version=v0
    version=${version#v}
    printf '%s' "${version%%.*}"
}

# Node 20 or newer, with npm. Where the system's own is older, npm brings a newer one into .tools.
need_node() {
    PATH=$root/.tools/node/node_modules/node/bin:$PATH
    export PATH
    advice="Install Node.js 20 or newer with npm, for example from https://nodejs.org."
    need node "$advice" nodejs node
    need npm "$advice" npm
    if [ "$(node_major)" -lt 20 ]; then
        say "Node $(node --version) is too old for Gemini CLI; putting Node 22 into .tools/node"
        npm install --no-save --no-audit --no-fund --prefix "$root/.tools/node" node@22 >&2 || :
    fi
    [ "$(node_major)" -ge 20 ] || die "Node $(node --version) is too old. $advice"
}

# ---- the extension ----------------------------------------------------------------------------

extension=$root/target/extension

# The extension is there and nothing that it is made from has changed since.
is_built() {
    [ -f "$extension/gemini-extension.json" ] &&
        [ -z "$(find "$root/pom.xml" "$root/extension.json" "$root/src/main" "$root/scripts/assemble" "$root/scripts/front" "$root/scripts/web-assets" \
            "$root/scripts/train" "$root/scripts/nudge.tmux" -newer "$extension/gemini-extension.json" -type f | head -n 1)" ]
}

build_if_needed() { is_built || sh "$root/scripts/build"; }

# There while something is compiled that Error Prone and the others have not looked at.
unchecked=$root/target/unchecked

# package OPTION...: packages nudge with Maven, without the tests. What looks for mistakes takes longer than all else together, and
# so is left out, unless this folder has been tested.
package() {
    if [ ! -d "$root/target/maven-status" ] || [ -f "$unchecked" ]; then
        mkdir -p "$root/target"
        : >"$unchecked"
        set -- -Dunchecked "$@"
    fi
    (cd "$root" && mvn -B -ntp -DskipTests -Dspotless.check.skip=true package "$@")
}

# Has Maven compile again what nothing has looked at.
forget_unchecked() {
    [ ! -f "$unchecked" ] || rm -rf "$root/target/maven-status" "$root/target/classes" "$root/target/test-classes" "$unchecked"
}

gemini_home() { printf '%s' "${GEMINI_CLI_HOME:-$HOME}/.gemini"; }

need_gemini() {
    has gemini || die "Gemini CLI (command gemini) is not installed. Install it with: npm install -g @google/gemini-cli"
}

installed_extension() { printf '%s' "$(gemini_home)/extensions/nudge"; }

is_linked() {
    grep -qF "\"source\": \"$extension\"" "$(installed_extension)/.gemini-extension-install.json" 2>/dev/null
}

# Links target/extension into Gemini CLI, and the command into ~/.local/bin. Another copy of the extension is replaced.
link_extension() {
    if ! is_linked; then
        if [ -d "$(installed_extension)" ]; then
            say "replacing another copy of the extension nudge in Gemini CLI"
            gemini extensions uninstall nudge >&2
        fi
        gemini extensions link "$extension" --consent >&2
    fi
    link_command
}

command_link=$HOME/.local/bin/nudge
manual_link=$HOME/.local/share/man/man1/nudge.1

is_our_command() { [ "$(readlink "$command_link" 2>/dev/null)" = "$extension/bin/nudge" ]; }

# Puts nudge on the PATH of a usual shell, and its manual where man looks; leaves a file of the user's alone.
link_command() {
    if [ ! -e "$manual_link" ]; then
        mkdir -p "${manual_link%/*}"
        ln -sf "$extension/man/man1/nudge.1" "$manual_link"
    fi
    is_our_command && return
    if [ -e "$command_link" ]; then
        say "$command_link already exists and is kept; the command of this extension is $extension/bin/nudge"
        return
    fi
    mkdir -p "${command_link%/*}"
    ln -sf "$extension/bin/nudge" "$command_link"
    case :$PATH: in
        *":${command_link%/*}:"*) ;;
        *) say "the command nudge is in ${command_link%/*}, which is not on your PATH" ;;
    esac
}

remove_link() {
    ! is_our_command || rm -f "$command_link"
    [ "$(readlink "$manual_link" 2>/dev/null)" != "$extension/man/man1/nudge.1" ] || rm -f "$manual_link"
}

# Prints the address where nudge is published, as pom.xml names it.
repository() { sed -n '/<scm>/{n;s,.*<url>\(.*\)</url>.*,\1,p;}' "$root/pom.xml"; }

# ---- the programs of src/trial ----------------------------------------------------------------

# run_trial CLASS ARGUMENT...: runs a program of src/trial beside the packaged extension, with all that it needs,
# and with the JVM's options in "jvm".
run_trial() {
    need_jdk
    need_maven
    need_setsid
    need_tmux
    need_node
    sh "$root/scripts/agent" gemini-cli >/dev/null
    classpath=$root/target/test-classpath
    is_built || say "building nudge, which takes a minute or two the first time"
    package -q dependency:build-classpath -Dmdep.outputFile="$classpath" >&2
    # ext4 creates files twenty times more slowly where others were removed in the last minutes, so each folder
    # in this one gets its own place on the disk.
    [ -n "${trial_folder-}" ] || trial_folder=$(mktemp -d /tmp/t-XXXXXX)
    trap 'rm -rf "$trial_folder" || :' EXIT
    trap 'exit 1' HUP INT TERM
    chattr +T "$trial_folder" 2>/dev/null || :
    # shellcheck disable=SC2086
    "$JAVA_HOME/bin/java" ${jvm-} "-Djava.io.tmpdir=$trial_folder" "-Dnudge.launcher=$root/target/extension/bin/nudge" -cp "$root/target/test-classes:$root/target/classes:$(cat "$classpath")" "$@"
}
