#!/usr/bin/env bash
# What scripts/prepare.sh prints while it installs and builds, and when that fails. Its tools are replaced by stand-ins
# that print what the real ones do. usage: scripts.sh SOURCE
set -uo pipefail
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/clone"
cd "$work/clone"
failed=0

# tool NAME: a stand-in of that name does what standard input says.
tool() {
    { echo '#!/usr/bin/env bash'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

# prepare COMMAND...: runs it with scripts/prepare.sh and the stand-ins; $out is all that it prints, $rc its exit status.
prepare() {
    out=$(PATH="$work/bin:$PATH" bash -c 'set -euo pipefail; . "$1/scripts/prepare.sh"; shift; "$@"' - "$source" "$@" 2>&1)
    rc=$?
}

# expect NAME CONDITION...: the condition holds.
expect() {
    if ! "${@:2}"; then
        printf 'FAILED: %s\nexit status %s, printed:\n%s\n' "$1" "$rc" "$out"
        failed=1
    fi
}
prints() { grep -qF -- "$1" <<<"$out"; }
prints_not() { ! prints "$1"; }
line_is() { [ "$(sed -n "$1p" <<<"$out")" = "$2" ]; }
exits() { [ "$rc" -eq "$1" ]; }
silent() { [ -z "$out" ]; }

tool id <<<'echo 0'
tool dpkg-query <<'END'
for package in "$@"; do
    case $package in
    have-*) echo "installed $package" ;;
    removed-*) echo "config-files $package" ;;
    esac
done
END
tool apt-get <<'END'
[ "$DEBIAN_FRONTEND" = noninteractive ] || echo "debconf: asks"
for word in "$@"; do
    case $word in
    update) echo "dlstatus:1:50.0:Retrieving file 1 of 2"; exit ;;
    esac
done
echo "pmstatus:want-a:33.3333:Unpacking want-a (amd64)"
echo "debconf: delaying package configuration, since apt-utils is not installed" >&2
echo "invoke-rc.d: could not determine current runlevel" >&2
case "$*" in
*want-nothing*)
    echo "E: Unable to locate package want-nothing" >&2
    echo "E: a later one" >&2
    exit 100
    ;;
esac
END
prepare install have-a have-b
expect "nothing is printed when nothing is missing" silent
expect "nothing missing is no failure" exits 0
prepare install have-a want-a removed-b
expect "those that are missing are named, and no others" line_is 1 "Installing: want-a removed-b "
expect "progress names the package" prints "installing: 33 %, want-a"
expect "debconf is not heard" prints_not debconf
expect "invoke-rc.d is not heard" prints_not invoke-rc.d
expect "it succeeds" exits 0
prepare install want-nothing
expect "apt's first error is printed" prints "E: Unable to locate package want-nothing"
expect "the log is named" prints "All of it: $work/clone/build/install.log"
expect "a failure of apt is one of the script" exits 1
tool id <<<'echo 1000'
tool sudo <<<'unset DEBIAN_FRONTEND; exec "$@"'
prepare install want-a
expect "sudo does not lose the variable that keeps debconf silent" prints_not "debconf"
expect "sudo installs" exits 0

tool cmake <<'END'
[ "$1" = --build ] || exit 0
echo "[1/4] Building C object one.o"
echo "[2/4] Building C object two.o"
case $3 in
broken)
    echo "FAILED: two.o "
    echo "/usr/bin/cc -Wall two.c"
    echo "two.c:3:1: error: the first"
    echo "[3/4] Building C object three.o"
    echo "FAILED: three.o "
    echo "/usr/bin/cc -Wall three.c"
    echo "three.c:9:1: error: the second"
    echo "ninja: build stopped: subcommand failed."
    exit 1
    ;;
esac
END
prepare build whole
expect "a build counts its steps" prints "building whole: step 1/4"
expect "it succeeds" exits 0
prepare build broken
expect "a failed build prints its first error first" prints "two.c:3:1: error: the first"
expect "the step that failed is named" prints "FAILED: two.o"
expect "the command is not printed" prints_not "/usr/bin/cc"
expect "nor are later errors" prints_not "the second"
expect "the log is named" prints "All of it: $work/clone/build/broken.log"
expect "the log has all of it" grep -q "the second" build/broken.log
expect "a failed build is a failure" exits 1
tool cmake <<'END'
[ "$1" != --build ] || { echo "ninja: no work to do."; exit; }
echo "-- The C compiler identification is GNU"
echo "CMake Error at CMakeLists.txt:2 (find_package):"
echo "  no glfw"
echo "-- Configuring incomplete, errors occurred!"
exit 1
END
prepare build unready
expect "what cmake misses is printed first" line_is 1 "CMake Error at CMakeLists.txt:2 (find_package):"
expect "a failed configuration is a failure" exits 1
mkdir -p build/ready && touch build/ready/build.ninja
prepare build ready
expect "nothing is printed when nothing is to be built" silent

# What builds ahead is stopped, all of it, by the next build and by the end of the script. Its cmake says who it is, and
# has a compiler that ends later than it.
tool cmake <<'END'
[ "$1" = --build ] || exit 0
echo $$ >>builds
[ "$(wc -l <builds)" -eq 1 ] || { cp compiler seen && exit; }
echo "[1/2] Building C object one.o"
(trap 'sleep 0.3; echo ended >compiler; exit' TERM; echo begun >compiler; sleep 60 & wait)
END
# ahead COMMAND...: runs that after something has begun to build ahead.
ahead() {
    rm -f builds compiler
    build_ahead whole
    until [ -s compiler ]; do sleep 0.02; done
    "$@"
}
export -f ahead
is_gone() { ! kill -0 -- "-$(head -n 1 builds)" 2>/dev/null && ! kill -0 "$(head -n 1 builds)" 2>/dev/null; }
prepare ahead build whole
expect "a build goes on where the one ahead was" test "$(wc -l <builds)" -eq 2
expect "before that, all of the one ahead has ended" test "$(cat seen)" = ended
expect "nothing of it is left" is_gone
expect "what builds ahead is silent" silent
expect "it succeeds" exits 0
prepare ahead false
expect "the script ends as it does without" exits 1
expect "nothing is left of what a script that ends was building" is_gone
expect "not even its compiler" test "$(cat compiler)" = ended
tool cmake <<<'echo "CMake Error: no glfw"; exit 1'
prepare eval 'build_ahead unready; sleep 0.2; build unready'
expect "an error is met again, and told" line_is 1 "CMake Error: no glfw"
expect "and is a failure" exits 1

# scripts/play in a clone of its own, where building makes a program that only writes the picture it is asked for.
mkdir "$work/played" && cd "$work/played" || exit 1
cp -r "$source/scripts" "$source/.gitignore" .
git -c init.defaultBranch=main init -q && git add -A
tool cmake <<'END'
mkdir -p build/release/src
echo 'for word in "$@"; do [[ $word != --picture=* ]] || echo picture >"${word#--picture=}"; done' >build/release/src/axle
chmod +x build/release/src/axle
END
tool dpkg-query <<<'printf "installed %s\n" "$@"'
out=$(env -u DISPLAY PATH="$work/bin:$PATH" scripts/play 2>&1)
rc=$?
expect "without a display a race is driven" exits 0
expect "the picture is where it is said to be" test -f "$(sed -n 's/^A picture of it: //p' <<<"$out")"
expect "no untracked file is left in the clone" test -z "$(git status --porcelain | grep '^??')"

[ "$failed" -eq 0 ] && echo "scripts: all as expected"
exit "$failed"
