#!/usr/bin/env bash
# What every command prints: nothing that others wrote steers the terminal, and nothing gets lost unnoticed.
# usage: output.sh AXLE SOURCE_FOLDER
set -uo pipefail
axle=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config AXLE_DATA=$source
failures=0
mapfile -t commands < <("$axle" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for part in $("$axle" tune --help | sed -n '1s/.* tune \([a-z|]*\).*/\1/p' | tr '|' ' '); do
    commands+=("tune $part")
done
[ "${#commands[@]}" -ge 17 ] || { echo "axle --help lists no commands"; failures=1; }

fails() {
    echo "$*"
    failures=$((failures + 1))
}

# Escapes, a tab, C1 in UTF-8 and alone, marks that turn the direction of writing, no UTF-8, and a line feed.
evil=$'e\e[31m\e]0;t\a\t\xc2\x9b1m\x9b\xe2\x80\xae\xe2\x80\xa8\xe2\x81\xa6\xff\r\x7f\nx'
tame=${evil//[!a-z0-9]/-} # as many lines as a name without any of that

# looks ARGUMENT...: what axle prints goes to `out`, and to `all` for the question at the end.
looks() {
    "$axle" "$@" >out 2>&1 </dev/null
    printf '== axle %s\n' "${*//[!a-z0-9.= -]/?}" >>all
    cat out >>all
    rm -f -- "$evil" # what options like --out have made
}

# looks_alike BEFORE AFTER...: the same for $evil between the two, which makes no line more than any other name.
looks_alike() {
    local before=$1 words=() lines
    shift
    # shellcheck disable=SC2206
    words=($before)
    "$axle" "${words[@]}" "$1$tame$2" "${@:3}" >out 2>&1 </dev/null
    lines=$(wc -l <out)
    looks "${words[@]}" "$1$evil$2" "${@:3}"
    [ "$(wc -l <out)" -eq "$lines" ] || { fails "axle $before with a line feed in a name prints lines more:"; cat -v out; }
}

# On the command line: as a word and as the value of each option, of every command
looks_alike "" "" ""
looks_alike "" "--" ""
looks_alike "" "" ".track.yaml"
looks_alike "" "--data=" "" list tracks
for command in "${commands[@]}"; do
    looks_alike "$command" "" ""
    looks_alike "$command" "--" ""
    for option in $("$axle" $command --help | sed -n 's/^  \(--[a-z-]*=\).*/\1/p'); do
        looks $command first-oval "$option$evil"
    done
done

# In files: in their names, in what they say, in what they say wrong; and in replays of such
shown='e\x9B1m\u202E\u2028\u2066\n\tx' # in a name of YAML, which has no escape character
oval='ribbons: [{curve: round, radius: 28, points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]}]'
printf 'format: track/1\nname: "%s"\nlaps: 1\n%s\n' "$shown" "$oval" >"$evil.track.yaml"
printf 'format: track/1\nname: "%s"\nreversible: false\nlaps: 1\n%s\n' "$shown" "$oval" >one-way.track.yaml
printf 'format: track/1\nname: "%s"\n"k%s": 1\nground: "%s"\nwalls: [{id: "%s"}]\n%s\n' \
    "$shown\\e[31m" "$shown" "$shown\\e[31m" "$shown\\e" "$oval" >wrong.track.yaml
printf 'format: track/1\nname: %s\n' "$evil" >bytes.track.yaml
printf 'format: car/1\nname: "%s"\n' "$shown" >"$evil.car.yaml"
printf 'format: car/1\nname: "%s"\nbase: "%s"\nbody: {"%s": 1}\n' "$shown" "$shown\\e" "$shown" >wrong.car.yaml
printf 'format: driver/1\nname: "%s"\nnote: "%s"\n' "$shown" "$shown" >"$evil.driver.yaml"
printf 'format: driver/1\nname: "%s"\ncolor: "%s"\npace: {"%s": 1}\nface: [{sides: "%s"}]\n' "$shown" "$shown\\e" "$shown" "$shown" >wrong.driver.yaml
printf 'format: scene/1\nname: "%s"\npanel: axes\nshapes: [{circle: 1}, {circle: 2}]\n' "$shown" >"$evil.scene.yaml"
printf 'format: scene/1\nname: "%s"\npanel: "%s"\nshapes: [{car: "%s"}, {"%s": 1}]\n' "$shown" "$shown" "$shown\\e" "$shown" >wrong.scene.yaml
printf '{"type":"FeatureCollection","name":"e\\u001b[31m\\u202e","features":[{"type":"Feature","properties":{"name":"e\\u001b[31m\\u009b\\u202e\\nx"},"geometry":{"type":"LineString","coordinates":[[0,0],[0.005,0],[0.005,0.003],[0,0.003],[0,0]]}}]}' >"$evil.geojson"
printf '<svg xmlns="http://www.w3.org/2000/svg"><title>e&#x9b;&#x202e;x</title><path id="e&#x9b;&#x202e;" d="M0,0 L200,0 L200,100 L0,100 z" class="e&#x202e;"/></svg>' >"$evil.svg"
printf '{"type":"map","layers":[{"name":"e\\u001b\\u202e","type":"e\\u001b"}]}' >"$evil.tmj"
printf '<map orientation="e&#x9b;&#x202e;"/>' >"$evil.tmx"
printf '<kml><Placemark id="e&#x9b;"><name>e&#x9b;&#x202e;</name><LineString><coordinates>0,0 e&#x202e;,1</coordinates></LineString></Placemark></kml>' >"$evil.kml"
printf '<e\xE2\x80\xAE%s/>' "$evil" >"$evil.xml"
printf '# %s\n0,0,5,5\n100,0,5,5\n100,80,5,5\n0,80,5,%s\n' "$evil" "$evil" >"$evil.csv"
printf 'format: limits/1\n"%s": {max: 7}\n' "$shown" >limits.yaml
printf '%s\n1,2,3\n' "$evil" >sweep.csv
cp "$source/cars/hatch.car.yaml" "$evil.base.car.yaml"
"$axle" race "$evil.track.yaml" --car="./$evil.base.car.yaml" --cars=2 --time-limit=5 --out="$evil.replay" >out 2>&1 || fails "no replay with such names"
mkdir -p data/axle/{tracks,cars,drivers,replays}
for kind in track.yaml car.yaml driver.yaml replay; do
    cp "$evil.$kind" "data/axle/${kind%%.yaml}s/"
done
head -c 100 "$evil.replay" >"data/axle/replays/damaged$evil.replay"
for command in "${commands[@]}"; do
    "$axle" $command --help | head -n 1 | grep -qE 'TRACK|CAR|FILE|IN' || continue # reads none
    briefly=
    case $command in race) briefly=--cars=1 ;; "tune test") briefly=--tests=launch ;; esac
    for file in *; do
        case $file in out | all) ;; *) looks $command $briefly "$file" ;; esac
    done
done
for what in tracks cars drivers replays; do
    looks list $what
    looks list $what --format=json
done
for format in text json; do
    looks check --stats --verbose --strict --format=$format ./*.track.yaml ./*.car.yaml ./*.driver.yaml ./*.scene.yaml
    looks race "$evil.track.yaml" --car="./$evil.car.yaml" --cars=1 --format=$format
    looks replay "$evil.replay" --format=$format
    looks tune test "./$evil.car.yaml" --tests=launch --against="./$evil.base.car.yaml" --format=$format
done
for format in text csv json; do
    looks lab "$evil.scene.yaml" --format=$format --picture="$evil.svg"
done
says_masked() { grep -qF -- "$1" out || { fails "no $1 in the output:" && head -n 5 out; }; }
looks race "$evil.track.yaml" --cars=1 --format=json && says_masked '"track":"e\u009b1m\u202e\u2028\u2066\n\tx"'
looks race "$evil.track.yaml" --cars=1 && says_masked 'e??1m???????????x, 1 lap'
looks race one-way.track.yaml --reverse
looks race "$evil.track.yaml" --cars=32 --car=wrong.car.yaml
looks check - --as="$evil.track.yaml"
looks import "$evil.csv" -o "$evil.out.track.yaml"
looks new track "./$evil.new.track.yaml"
looks tune test hatch --tests=launch --limits=limits.yaml
looks tune test "./$evil.car.yaml" --tests=launch --csv=-
looks tune test hatch --set="$evil=1"
looks tune sweep gt --tests=launch --vary=body.mass=1200,1300 --read=sweep.csv
looks tune sweep gt --tests=launch --vary="$evil=1,2"
looks replay "$evil.replay" --csv=-
looks replay "$evil" --info
looks verify "$evil" "damaged$evil"
sed -i 's/radius: 28/radius: 29/' "$evil.track.yaml"
looks verify "$evil.replay" && says_masked '/e?[31m'
rm "$evil.base.car.yaml" "$evil.track.yaml"
looks verify "$evil.replay"

# All of it is text in UTF-8 that a terminal shows as it is.
shown_otherwise='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]'
if ! iconv -f UTF-8 -t UTF-8 all >/dev/null || LC_ALL=C grep -qP "$shown_otherwise" all; then
    fails "what is not shown is printed:"
    LC_ALL=C grep -aP "^==|$shown_otherwise" all | grep -aB1 -v '^==' | cat -v | head -n 40
fi

# Output that gets lost is no success, of any command: on a full device, and on one that is closed
cp "$source/tracks/first-oval.track.yaml" a.track.yaml
printf '0,0,5,5\n100,0,5,5\n100,80,5,5\n0,80,5,5\n' >a.csv
"$axle" race a.track.yaml --cars=1 --time-limit=5 --out=a.replay >out
declare -A printing=(
    [play]="--help" [race]="a.track.yaml --cars=1 --time-limit=5 --format=json" [check]="--stats a.track.yaml"
    [replay]="a.replay --csv=-" [records]="" [verify]="a.replay" [import]="a.csv" [list]="tracks --format=json" [lab]="$source/docs/lab/corner.scene.yaml --format=csv"
    [format]="--check $source/tests/every-key.track.yaml" [keys]="" [new]="track ./new.track.yaml" [medals]="a.track.yaml"
    [params]="" [sound]="--help" [tune]="--help" [bench]="--filter=mtv-50" ["tune test"]="hatch --tests=launch --format=json"
    ["tune sweep"]="gt --tests=launch --vary=body.mass=1200,1300" ["tune metrics"]="")
ends_with_3() {
    code=$?
    [ "$code" -eq 3 ] && grep -q "axle: cannot write to standard output" err || fails "axle $* ended with $code where its output was lost"
}
for command in "${commands[@]}"; do
    [ -v "printing[$command]" ] || { fails "how to make axle $command print something?" && continue; }
    # shellcheck disable=SC2086
    for words in "$command ${printing[$command]}" "$command --help"; do
        "$axle" $words >/dev/full 2>err
        ends_with_3 "$words"
        rm -f new.track.yaml
        "$axle" $words >&- 2>err
        ends_with_3 "$words"
        rm -f new.track.yaml
    done
done
"$axle" --version >/dev/full 2>err
ends_with_3 --version
"$axle" --help >/dev/full 2>err
ends_with_3 --help
"$axle" check a.track.yaml >&- 2>err || fails "check, silent, ended with $? where nobody would have heard it"
"$axle" keys 2>err | head -n 1 >out # ends as other programs do, if it was not through before
case ${PIPESTATUS[0]} in 0 | 141) [ ! -s err ] ;; *) false ;; esac || fails "a reader that has seen enough is no mistake"
"$axle" params --car=nobody 2>/dev/full && fails "a message that is lost is no success"
# A file that is opened while standard output is closed does not get what is printed
"$axle" race a.track.yaml --cars=1 --time-limit=5 --out=b.replay >&- 2>err
cmp a.replay b.replay || fails "what is printed is in the replay"
# Nor is a file that cannot be written
for name in full.png full.svg full.replay full.csv; do
    ln -s /dev/full $name
done
for words in "race a.track.yaml --cars=1 --time-limit=5 --out=full.replay" "race a.track.yaml --cars=1 --time-limit=5 --picture=full.svg" \
    "race a.track.yaml --cars=1 --time-limit=5 --picture=full.png" "check a.track.yaml --preview=full.png" "replay a.replay --csv=full.csv" \
    "import a.csv --out=/dev/full" "tune sweep gt --tests=launch --vary=body.mass=1200,1300 --csv=/dev/full" \
    "tune sweep gt --tests=launch --vary=body.mass=1200,1300 --plot=full.svg" "replay a.replay --csv=/dev/full" \
    "race a.track.yaml --cars=1 --time-limit=5 --out=/dev/full"; do
    # shellcheck disable=SC2086
    "$axle" $words >out 2>err
    code=$?
    [ "$code" -eq 3 ] && [ -s err ] || fails "axle $words ended with $code"
done

[ "$failures" -eq 0 ] || exit 1
echo "output is as it should be"
