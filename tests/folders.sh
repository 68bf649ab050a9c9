#!/usr/bin/env bash
# Where the program writes: a file goes into a folder that is there, what is the user's own into folders that are made, and
# what cannot be written is told with the folder and the reason. usage: folders.sh AXLE SOURCE_FOLDER
set -uo pipefail
axle=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME
export AXLE_DATA=$2 HOME=$work/home
failures=0
fail() {
    echo "$1"
    cat out err
    failures=$((failures + 1))
}

# ends CODE ARGUMENT...: runs axle; its output is in `out` and `err`.
ends() {
    local wanted=$1 code
    shift
    "$axle" "$@" >out 2>err
    code=$?
    [ "$code" -eq "$wanted" ] || fail "axle $* ended with $code, not $wanted"
}
says() { grep -qF -- "$2" "$1" || fail "no \"$2\" in $1:"; }

# Every option that writes a file: no folder is made for a misspelt one, and no work is done first.
echo 0,0 >in.csv # nothing that could be imported: it would be told if it were read
"$axle" race first-oval --cars=1 --laps=1 --out=a.replay >out 2>err || fail "no replay"
while read -r command; do
    for folder in typo "$work/ty/po"; do
        # shellcheck disable=SC2086
        ends 3 ${command//FOLDER/$folder}
        says err "cannot write \"$folder/a"
        says err "there is no folder \"$folder\""
        [ "$(wc -l <err)" -eq 1 ] || fail "$command says more"
    done
done <<'COMMANDS'
race first-oval --out=FOLDER/a.replay
race first-oval --out FOLDER/a.replay
race first-oval --picture=FOLDER/a.png
race first-oval --picture=FOLDER/a.svg
check first-oval --preview=FOLDER/a.png
check first-oval --preview=FOLDER/a.svg
import in.csv -o FOLDER/a.track.yaml
import in.csv -oFOLDER/a.track.yaml
import in.csv --out=FOLDER/a.track.yaml
replay a.replay --csv=FOLDER/a.csv
tune sweep gt --vary=body.mass=1200,1300 --csv=FOLDER/a.csv
tune sweep gt --vary=body.mass=1200,1300 --plot=FOLDER/a.svg
play --screenshot=1:FOLDER/a.png
COMMANDS
for kind in track car; do
    ends 3 new "$kind" ./typo/a && says err "there is no folder \"./typo\""
done
[ ! -e typo ] && [ ! -e ty ] && [ ! -e home ] || fail "folders were made: $(ls)"
ends 3 race first-oval --out=in.csv/a.replay && says err '"in.csv" is no folder'
ends 3 race first-oval --out=/proc/a.replay --cars=1 --laps=1 && says err 'folder "/proc" cannot be written to: '
ends 0 race first-oval --out="$work/b.replay" --cars=1 --laps=1

# What is the user's own has its folders made, and is found where the advice says.
own=$work/home/.local/share/axle
ends 0 new track mine && says out "$own/tracks/mine.track.yaml"
[ -e "$own/tracks/mine.track.yaml" ] || fail "mine is not there"
ends 0 check mine && ends 0 list tracks && says out "mine "

# A home that cannot be written to is told as that, not as a file that is missing.
HOME=/proc/home ends 3 new track other && says err 'folder "/proc" cannot be written to: '
HOME=/proc/home ends 0 race first-oval --cars=1 --laps=1

# A user who has no home at all is told so, not served in a folder where nobody looks again. Tried where this runs as root,
# who can be such a user; where the system knows a home, tests/test_directories.c tries.
unset HOME
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 755 "$work"
    mkdir "$work/stranger" && chown 54321 "$work/stranger"
    (cd stranger && setpriv --reuid=54321 --clear-groups "$axle" new track mine) >out 2>err
    [ $? -eq 3 ] || fail "a stranger's track is written"
    says err "there is no folder for files of your own: this user has no home"
    says err "help: set HOME to a folder"
    [ -z "$(ls stranger)" ] || fail "written where nobody looks: $(ls stranger)"
    (cd stranger && setpriv --reuid=54321 --clear-groups "$axle" new track ./mine) >out 2>err || fail "no track at a path"
fi

[ "$failures" -eq 0 ] || exit 1
echo "all is written where it belongs"
