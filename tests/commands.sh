#!/usr/bin/env bash
# The command line as a user meets it: what it prints and how it ends. usage: commands.sh AXLE SOURCE_FOLDER
set -uo pipefail
awk() { LC_ALL=C command awk "$@"; } # its numbers have a point, wherever this runs
axle=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config AXLE_DATA=$source
failures=0

# ends CODE ARGUMENT...: runs axle; its output is in `out` and `err`.
ends() {
    local wanted=$1 code
    shift
    "$axle" "$@" >out 2>err
    code=$?
    if [ "$code" -ne "$wanted" ]; then
        echo "axle $* ended with $code, not $wanted"
        head -n 5 out err
        failures=$((failures + 1))
    fi
}

# says FILE TEXT: whether the last run's `out` or `err` has TEXT.
says() {
    if ! grep -qF -- "$2" "$1"; then
        echo "no \"$2\" in $1:"
        head -n 5 "$1"
        failures=$((failures + 1))
    fi
}

is_silent() {
    if [ -s out ] || [ -s err ]; then
        echo "something was said:"
        cat out err
        failures=$((failures + 1))
    fi
}

# Help and wrong usage
ends 0 --version && says out "axle "
ends 0 --help && says out "verify"
for command in play race check replay verify list medals params tune bench; do
    ends 0 "$command" --help && says out "Usage: axle $command"
done
ends 2 rase && says err "did you mean race?"
ends 2 race && says err "needs TRACK"
ends 2 race first-oval --lapz=2 && says err "did you mean --laps?"
ends 2 race first-oval --cars=0 && says err "from 1 to 32"
ends 2 race first-oval --cars=two
ends 2 play some/drive.replay && says err "some/drive.replay is a replay" && says err "--ghost=FILE.replay"
ends 2 race first-oval --skill=hrad && says err "did you mean hard?"
ends 2 race first-oval --grid=results && says err "goes by the race before"
ends 2 race first-oval --catch-up=lightly && says err "did you mean light?"
ends 2 race first-oval --false-start=of && says err "the choices are off, on"
ends 2 play first-oval --handicap=31 && says err "whole numbers from 0 to 30"
ends 2 play first-oval --handicap=1,2,3,4,5 && says err "up to 4 whole numbers"
ends 0 race first-oval --laps=1 --cars=2 --false-start --catch-up=light --format=json
says out '"false_start":"on","cutting":"on","catch_up":"light"'
ends 0 race first-oval --laps=1 --cars=2 --skill=easy --format=json && says out '"cutting":"off","catch_up":"off"'
ends 2 race first-oval --grid=mixd && says err "did you mean mixed?"
ends 0 race first-oval --laps=1 --cars=2 --grid=reverse --skill=beginner
ends 2 race first-oval --skill=foo && says err "the choices are beginner, easy, medium, hard, expert"
ends 2 tune test gt --tests=foo && says err "the choices are launch, "
ends 2 race first-oval more
ends 2 play --window=big
ends 3 race no-such-track && says err "axle list tracks"
ends 3 race first-oval --car=no-such-car --laps=1
ends 3 race missing.track.yaml
ends 3 check missing.track.yaml && says out "missing.track.yaml"
ends 4 play && says err "axle race TRACK"

# What is named must be there; what was driven last may be gone.
mkdir -p config/axle
echo "race: {track: gone-track, car: gone-car}" >config/axle/settings.yaml
ends 3 play no-such-track && says err "no-such-track"
ends 3 play --car=no-such-car && says err "no-such-car"
ends 3 play first-oval --car=no-such-car
ends 4 play && says err "gone-track" && says err "gone-car"
[ "$(cat config/axle/settings.yaml)" = "race: {track: gone-track, car: gone-car}" ] || {
    echo "the last choice is forgotten: $(cat config/axle/settings.yaml)"
    failures=$((failures + 1))
}
rm config/axle/settings.yaml

# Every option with choices lists them where it is given none of them: those that --help lists
listed=0
for command in play race check replay verify list format keys new medals params bench import lab "tune test" "tune sweep"; do
    while IFS= read -r line; do
        option=$(sed 's/^ *\(--[a-z-]*\)=.*/\1/' <<<"$line")
        # shellcheck disable=SC2086
        ends 2 $command "$option=foo" && says err "$option has no choice \"foo\"" && says err "the choices are ${line##*: }"
        listed=$((listed + 1))
    done < <("$axle" $command --help | grep -E '^ *--[a-z-]+=.*: [a-z-]+(, [a-z-]+)+$')
done
[ "$listed" -ge 8 ] || { echo "only $listed options list their choices"; failures=$((failures + 1)); }

# Races
ends 0 race first-oval --cars=3 --laps=1 && says out "best lap"
ends 0 race first-oval --cars=3 --laps=1 --seed=5 --format=json --out=a.replay
for key in schema track track_hash laps ticks sim_seconds wall_seconds state_hash results place car name finished total_s \
    best_lap_s hits off_track_s respawns; do
    says out "\"$key\":"
done
grep -o '"state_hash":"[0-9a-f]*"' out >first
ends 0 race first-oval --cars=3 --laps=1 --seed=5 --format=json
grep -o '"state_hash":"[0-9a-f]*"' out >second
cmp first second || failures=$((failures + 1))
ends 0 race first-oval --laps=2 --skill=easy --time-limit=52.5 && says out " +1 lap "
ends 0 race first-oval --cars=1 --laps=1 --time-limit=5 && says out " did not finish "
ends 0 race first-oval --cars=1 --laps=1 --time-limit=5 --format=json && says out '"place":1' && says out '"finished":false,"total_s":0'
ends 0 race first-oval --cars=1 --laps=1 --picture=a.svg && says a.svg "</svg>"
ends 2 race first-oval --cars=1 --laps=1 --picture=a.bmp
ends 0 race first-oval --cars=2 --laps=1 --picture=a.png
[ "$(head -c 4 a.png | tail -c 3)" = PNG ] || { echo "a.png is no PNG"; failures=$((failures + 1)); }

# What happens in races, and many races in figures: the same ones, in however many threads
ends 0 race first-oval --cars=6 --laps=2 --events && says out "lap 1, " && says out "drives the fastest lap, "
ends 0 race first-oval --cars=6 --laps=1 --events
awk '/ takes the lead from / {split($0, part, ":"); lead[part[1]] = 1} / for 1st at / {split($0, part, ":"); pass[part[1]] = 1}
    END {for (when in lead) if (when in pass) exit 1}' out || { echo "a change of lead is told twice"; failures=$((failures + 1)); }
ends 0 race first-oval --cars=4 --laps=2 --format=json
for key in events kind t_s lap car gate s_m value events_left_out; do
    says out "\"$key\":"
done
ends 0 race first-oval --cars=4 --laps=1 --seed=7 --races=3 --jobs=1 && says out "wins by place on the grid" && mv out first
ends 0 race first-oval --cars=4 --laps=1 --seed=7 --races=3 --jobs=3
cmp first out || failures=$((failures + 1))
grep -q '^ *9  ' out || { echo "the last of three seeds from 7 on is not 9"; failures=$((failures + 1)); }
ends 0 race first-oval --cars=4 --laps=1 --seed=7 --races=3 --jobs=1 --format=json && mv out first
ends 0 race first-oval --cars=4 --laps=1 --seed=7 --races=3 --jobs=3 --format=json
cmp first out || failures=$((failures + 1))
series=$(grep -o '"seed":9,"state_hash":"[0-9a-f]*"' out | grep -o '[0-9a-f]\{16\}')
ends 0 race first-oval --cars=4 --laps=1 --seed=9 --format=json && says out "\"state_hash\":\"$series\""
ends 0 race first-oval --cars=4 --laps=1 --seed=8 --races=2 --grid=reverse --skill=beginner --format=json
series=$(grep -o '"seed":9,"state_hash":"[0-9a-f]*"' out | grep -o '[0-9a-f]\{16\}')
ends 0 race first-oval --cars=4 --laps=1 --seed=9 --grid=reverse --skill=beginner --format=json && says out "\"state_hash\":\"$series\""
ends 0 race first-oval --cars=4 --laps=3 --pace=21.5 --format=json && says out '"pace":{"wanted_s":21.5,' && says out '"reach":"reached"'
if [ -z "${BRIEF:-}" ]; then # each drives dozens of races
    ends 0 race first-oval --cars=4 --races=2 --pace=21.5 && says out "A field for laps of 21.50 s: between medium and hard"
    grep -q 'lap times  *2[12]\.[0-9]* s in the mean' out || { echo "the field is not as fast as asked for"; failures=$((failures + 1)); }
    ends 0 race first-oval --cars=2 --laps=3 --pace=9 && says err "no field is as fast as 9.00 s a lap here: this one needs about 1"
    ends 0 race first-oval --cars=2 --laps=3 --pace=90 && says err "no field is as slow as 90.00 s"
    ends 0 race first-oval kiln-road --cars=2 --laps=1 --points --pace=30 --format=json && test "$(grep -o '"pace":{"wanted_s":30' out | wc -l)" = 2 || failures=$((failures + 1))
    ends 0 race first-oval --cars=3 --mode=elimination --pace=21.5 && says out "A field for laps of 21.50 s"
fi
ends 2 race first-oval --pace=0 && says err "--pace must be a number from 1 to 3600"
ends 2 race first-oval --pace=20 --skill=hard && says err "leave one of them out"
ends 2 race first-oval --skill=my-pace && says err "the choices are beginner"
ends 3 race no-such-track --pace=20
ends 2 play first-oval --pace=20 --skill=hard && says err "leave one of them out"
ends 2 play first-oval --pace=20 --mode=trial && says err "leave out --mode=trial"
ends 2 play first-oval --skill=mine && says err "my-pace"
ends 2 race cone-yard --races=0 && says err "from 1 to 10000"
ends 2 race cone-yard --jobs=2 && says err "--races=20 --jobs=2"
ends 2 race cone-yard --races=2 --out=b.replay && says err "--out is of one race"
ends 2 race cone-yard --races=2 --picture=b.png && says err "--picture is of one race"
ends 2 race cone-yard --races=2 --events && says err "--events is of one race"
[ ! -e b.replay ] || { echo "a refused race has written a file"; failures=$((failures + 1)); }
ends 2 race frost-depot --races=2 --cars=32 && says err "has room for"

# Elimination, and championships
ends 0 race first-oval --cars=3 --mode=elimination --out=b.replay && says out "elimination, 2 laps" && says out "out in lap 1" && says out "out in lap 2"
ends 0 verify b.replay
ends 0 race first-oval --cars=3 --elimination=time --eliminated=hazard --events --out=b.replay && says out "every 20 s" && says out ", 30.0 s: " && says out " is out, 3rd"
ends 0 verify b.replay && rm -f b.replay
ends 0 race first-oval --cars=2 --mode=elimination --format=json && says out '"kind":"eliminated"' && says out '"eliminated":true,"eliminated_s":'
ends 2 race first-oval --mode=elimnation && says err "did you mean elimination?"
ends 2 race first-oval kiln-road && says err "add --points"
ends 0 race first-oval kiln-road --cars=4 --laps=1 --points && says out "Race 2 of 2: Kiln Road" && says out "Standings after 2 races"
ends 0 race first-oval kiln-road --cars=4 --laps=1 --seed=3 --points --grid=results --races=2 --format=json
[ "$(grep -o '"track":' out | wc -l)" = 4 ] || { echo "two rounds of two tracks are no four races"; failures=$((failures + 1)); }
for key in races standings points race_points race_place fastest_lap place_before places; do
    says out "\"$key\":"
done
ends 2 race first-oval --points --races=101 && says err "for 100 races at most"
ends 2 race first-oval --points --out=b.replay && says err "--out does not go with --points"
ends 2 race first-oval frost-depot --points --cars=32 && says err "has room for"
ends 3 race first-oval no-such-track --points && says err "there is no track"
[ ! -s out ] || { echo "a championship began before its tracks were known"; failures=$((failures + 1)); }

# Medals
sed '/^medals:/d' "$source/tracks/first-oval.track.yaml" >bare.track.yaml
ends 0 medals bare.track.yaml && says out "medals: {author: "
ends 1 medals --check bare.track.yaml && says out "in the file none"
ends 0 medals --write bare.track.yaml
ends 0 medals --check bare.track.yaml && is_silent
cmp <(sed '/^medals:/d' bare.track.yaml) bare.track.yaml.bak || { echo "more than medals was written"; failures=$((failures + 1)); }
ends 2 medals --check --write bare.track.yaml
ends 2 medals && says err "needs TRACK"
ends 3 medals missing.track.yaml
printf '0,0,6,6\n80,0,6,6\n80,60,6,6\n0,60,6,6\n' >square.csv
ends 2 medals --write square.csv && says err "import it first"

# A track that is imported into a file has its schema beside it, as a new one has
mkdir imported
ends 0 import square.csv --width=8 -o imported/square.track.yaml
ends 0 new track ./imported/fresh.track.yaml
[ "$(head -n 1 imported/square.track.yaml)" = "$(head -n 1 imported/fresh.track.yaml)" ] || { echo "import names no schema"; failures=$((failures + 1)); }
rm imported/*.json
ends 0 import square.csv --width=8 -o imported/square.track.yaml
"$axle" keys --format=json-schema | cmp - imported/track-1.schema.json || failures=$((failures + 1))
ends 0 format --check imported/square.track.yaml && is_silent
ends 0 import square.csv --width=8
cmp out <(tail -n +2 imported/square.track.yaml) || { echo "import prints another track than it writes"; failures=$((failures + 1)); }

# Of several circuits in one file a check says which it takes, and an import takes the one that is asked for
rings=$source/tests/fuzz/corpus/geojson/several.geojson
ends 0 check "$rings" && says out '"a" is taken, the longest of 2 circuits in this file' && says out "way/1"
ends 0 import "$rings" --pick=way/1 && says err "way/1 is taken, the one asked for of 2 circuits"
ends 1 import "$rings" --pick=Monza && says err 'no circuit of this file is called "Monza"' && says err 'it has "a", way/1'

# Replays
ends 0 verify a.replay && says out "ok"
cp a.replay bad.replay
printf x | dd of=bad.replay bs=1 seek=60 conv=notrunc 2>/dev/null
ends 1 verify bad.replay && says err "damaged"
ends 1 verify a.svg && says err "no replay"
ends 3 verify missing.replay
sed 's/width: 14/width: 14.01/' "$source/tracks/first-oval.track.yaml" >moved.track.yaml
ends 0 race moved.track.yaml --cars=1 --laps=1 --out=b.replay
sed -i 's/width: 14.01/width: 14.02/' moved.track.yaml
ends 2 race first-oval --out=- && says err "standard output is no file"
ends 1 verify b.replay && says out "changed since this replay"
# What a race takes from its track is in the replay (laps) or in the track's hash, and that is asked first.
laps() {
    sed "/^grid:/d; s/^laps: .*/laps: $1/" "$source/tracks/first-oval.track.yaml" >laps.track.yaml
    printf '%s\n' "${2-}" >>laps.track.yaml
}
laps 2
ends 0 race laps.track.yaml --cars=2 --time-limit=60 --out=laps.replay
laps 4
ends 0 verify laps.replay && says out "ok"
ends 0 replay laps.replay && says out "race, 2 laps"
laps 1
ends 1 verify laps.replay && says out "changed since this replay"
laps 2 "grid: {slots: [[-20, -38, 0]]}" # no room for both
ends 1 verify laps.replay && says out "changed since this replay"

# Other numbers on the command line: checked as in a file, raced by all, and part of the replay
ends 2 race first-oval --set=mass=9 && says err "mass 9 is outside 100 to 3000 kg"
ends 2 race first-oval --set=mas=9 && says err 'did you mean "mass"?'
ends 2 play first-oval --set=tyres.mu_y_raer=1 && says err "mu_y_rear"
ends 3 race first-oval --car=no-such-car --set=mass=1300
ends 0 race first-oval --cars=3 --laps=1 --seed=5 --format=json --set=mass=1280
grep -o '"state_hash":"[^"]*"' out >same
ends 0 race first-oval --cars=3 --laps=1 --seed=5 --format=json
[ "$(grep -o '"state_hash":"[^"]*"' out)" = "$(cat same)" ] || { echo "--set of what the car has changes the race"; failures=$((failures + 1)); }
ends 0 race first-oval --cars=3 --laps=1 --set=mass=+20% --set='gears[2]=2.2' --out=set.replay && says out "Hatch*"
ends 0 verify set.replay && says out "ok"
ends 0 replay set.replay && says out "car 3: body.mass 1280 → 1536, gearbox.gears[2] 2.09 → 2.2"
printf 'format: car/1\nname: Own\nbase: hatch\n' >own-a.car.yaml
ends 0 race first-oval --cars=1 --laps=1 --car=own-a.car.yaml --set=mass=+20% --out=own.replay
printf 'tyres: {mu_y_rear: 1.1}\n' >>own-a.car.yaml
ends 1 verify own.replay && says out 'own-a.car.yaml" changed since this replay'

# Telemetry
ends 0 replay a.replay && says out "track        first-oval"
ends 0 replay a.replay --format=json && says out '"race_version":' && says out '"results":[{'
ends 0 replay a.replay --csv=a.csv && is_silent
[ "$(head -c 12 a.csv)" = "car,t_s,tick" ] || { echo "a.csv has no names"; failures=$((failures + 1)); }
ends 0 replay a.replay --csv=- --car=2 --rate=240 --units-row
sed -n 2p out >second && says second "s,1,1,1,m,s,s,m,m,deg,m/s"
awk -F, 'NR > 2 && (NF != 37 || $2 != NR - 3) { exit 1 }' out || { echo "rows are missing"; failures=$((failures + 1)); }
cp out second
ends 0 replay a.replay --csv=b.csv --car=2 --rate=240 --units-row
cmp second b.csv || failures=$((failures + 1))
ends 0 replay a.replay --csv=c.csv && { cmp a.csv c.csv || failures=$((failures + 1)); }
ends 0 replay a.replay --info --csv=c.csv --format=json && says out '"ticks":'
ends 1 replay bad.replay && says err "damaged"
ends 1 replay b.replay --csv=d.csv && says err "changed since this replay"
[ ! -e d.csv ] || { echo "a refused replay left a file"; failures=$((failures + 1)); }
ends 1 replay b.replay && says out "moved.track.yaml" # what the file alone says is said
ends 2 replay a.replay --car=4 && says err "has 3 cars"
ends 2 replay a.replay --rate=241
ends 2 replay a.replay --info --csv=-
ends 3 replay missing.replay && says err "axle list replays"
# Those that the game has kept are found by name from anywhere; a file of that name comes first.
export XDG_DATA_HOME=$PWD/own
ends 0 list replays && is_silent
mkdir -p own/axle/replays && cp a.replay own/axle/replays/last.replay && cp bad.replay own/axle/replays/broken.replay
ends 0 verify last && says out "last: ok"
ends 0 replay last.replay --info && says out "track        first-oval"
cp bad.replay last && { ends 1 verify last; rm last; }
ends 1 list replays && says out "last             first-oval, 3 cars, " && says err "damaged"
ends 3 verify ./last
export XDG_DATA_HOME=$work/data
ends 3 replay a.replay --csv=.

# Checking: silent when nothing is wrong, exactly the expected line otherwise
cat >oval.track.yaml <<'TRACK'
format: track/1
name: First Oval
ribbons:
  - curve: round
    radius: 28
    width: 14
    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]
TRACK
ends 0 check oval.track.yaml && is_silent
ends 0 check --strict "$source"/tracks/*.track.yaml "$source"/cars/*.car.yaml "$source"/drivers/*.driver.yaml && is_silent
# The collision laboratory
corner=$source/docs/lab/corner.scene.yaml
ends 0 check "$source"/docs/lab/*.scene.yaml && is_silent
ends 0 lab "$corner" --format=text && says out "axis of the answer" && says out "Source: Ericson"
ends 0 lab "$corner" --format=csv && says out "depth,0.5415,m,"
[ "$(head -n 1 out)" = "name,value,unit,working" ] || { echo "lab --format=csv has no head line"; failures=$((failures + 1)); }
ends 0 lab "$corner" --format=json && says out '"name":"overlap","value":true'
ends 0 lab "$corner" --picture=corner.svg && is_silent && cmp corner.svg "$source/docs/lab/corner.svg" || failures=$((failures + 1))
ends 0 lab "$corner" --picture=corner.png && [ "$(head -c 4 corner.png | tail -c 3)" = PNG ] || failures=$((failures + 1))
is_silent # it needs no display, and no OpenGL: test_lab knows its bytes
echo "<fontconfig></fontconfig>" >fonts.conf
FONTCONFIG_FILE=$PWD/fonts.conf ends 3 lab "$corner" --picture=none.png && says err "E960" && says err "fonts-dejavu-core"
[ ! -e none.png ] || failures=$((failures + 1))
ends 4 lab "$corner" && says err "cannot open a window"
ends 4 lab && says err "cannot open a window"
ends 2 lab --window=10x10 && says err "--window must be WxH"
ends 1 lab "$source/tests/bad/E943-crosses-itself.scene.yaml" && says err "E943"
ends 3 lab missing.scene.yaml && says err "missing.scene.yaml"
ends 2 lab --format=text && says err "lab needs FILE.scene.yaml"
ends 2 lab "$corner" --picture=corner.gif && says err "must end in .png or .svg"
ends 3 lab nothing.scene.yaml --format=text && says err "E901"
ends 1 lab "$source/tests/bad/E943-crosses-itself.scene.yaml" --format=text && says err "6:15: error: shape a crosses itself"
sed 's/hatch/hutch/' "$corner" >hutch.scene.yaml
ends 1 lab hutch.scene.yaml --format=text && says err 'hutch.scene.yaml:5:11: error: no car is called "hutch" [E211]' && says err 'did you mean "hatch"'
ends 1 check hutch.scene.yaml && says out "5:11: error"
ends 0 check --strict "$source"/docs/tracks/looks/*.track.yaml && is_silent
ends 0 format --check "$source"/tracks/*.track.yaml "$source"/docs/tracks/looks/*.track.yaml && is_silent
ends 1 format --check oval.track.yaml && says out "help: \`axle format oval.track.yaml\` formats it"
ends 0 race oval.track.yaml --cars=6 --laps=1

# Previews: as large as asked for, of the place asked for, a road in one piece
png_size() {
    od -An -tu1 -j16 -N8 "$1" | tr -s ' '
}
ends 0 check oval.track.yaml --preview=all.png --size=64x36 && is_silent
[ "$(png_size all.png)" = " 0 0 0 64 0 0 0 36" ] || { echo "all.png is$(png_size all.png)"; failures=$((failures + 1)); }
ends 0 check oval.track.yaml --preview=part.png --size=60 --window=-30,-45,30,-25 && is_silent
[ "$(png_size part.png)" = " 0 0 0 60 0 0 0 20" ] || { echo "part.png is$(png_size part.png)"; failures=$((failures + 1)); }
ends 0 check oval.track.yaml --preview=over.png --size=60 --window=-30,-45,30,-25 --overlay && is_silent
cmp -s part.png over.png && { echo "--overlay draws nothing"; failures=$((failures + 1)); }
ends 0 check oval.track.yaml --preview=all.svg --window=-30,-45,30,-25
says all.svg 'viewBox="-30 18.125 60 33.75"'
[ "$(grep -c '<polygon' all.svg)" -eq 1 ] || { echo "all.svg is in pieces: they have seams"; failures=$((failures + 1)); }
ends 0 check ada-okonjo --preview=face.png && is_silent
[ "$(png_size face.png)" = " 0 0 1 0 0 0 1 0" ] || { echo "face.png is$(png_size face.png)"; failures=$((failures + 1)); }
ends 0 check ada-okonjo --preview=face.png --size=48x40 && is_silent
[ "$(png_size face.png)" = " 0 0 0 40 0 0 0 40" ] || { echo "face.png is$(png_size face.png)"; failures=$((failures + 1)); }
ends 0 check ada-okonjo --preview=face.svg && says face.svg 'viewBox="0 -256 256 256"' && says face.svg 'fill="#8a5a3c"'
ends 2 check oval.track.yaml --preview=all.bmp && says err "must end in .png or .svg"
ends 2 check oval.track.yaml --preview=all.svg --overlay && says err "ends in .png"
ends 2 check oval.track.yaml --window=0,0,10,10 && says err "are of a --preview"
for wrong in 15 64x 64x8 1e9 64.5 64x36x2 big; do
    ends 2 check oval.track.yaml --preview=no.png --size=$wrong && says err "WIDTHxHEIGHT" && says err "\"$wrong\""
done
for wrong in 0,0,10 0,0,0.5,9 9,0,0,9 0,0,9,9,9 0,0,a,9 0,0,99999,9; do
    ends 2 check oval.track.yaml --preview=no.png --window=$wrong && says err "LEFT,BOTTOM,RIGHT,TOP"
done
[ ! -e no.png ] || { echo "a refused preview left a file"; failures=$((failures + 1)); }
cd "$source/tests/bad" || exit 1
for file in *; do
    case $file in *.expect) continue ;; esac
    wanted=$(head -n 1 "$file" | grep -a 'expect: ' | sed 's/^[#<!-]* expect: //; s/ -->$//')
    [ ! -e "$file.expect" ] || wanted=$(cat "$file.expect")
    printed=$("$axle" check --strict "$file" 2>&1)
    code=$?
    if [ "$code" -ne 1 ] || [ "$(printf '%s\n' "$printed" | head -1)" != "$wanted" ]; then
        printf '%s ended with %s\n  wanted %s\n  got    %s\n' "$file" "$code" "$wanted" "$printed"
        failures=$((failures + 1))
    fi
done
cd "$work" || exit 1
ends 1 check --format=json "$source/tests/bad/E201-unknown-key.track.yaml" && says out '"code":"E201"'
ends 0 check --format=json oval.track.yaml && says out '"stats":{"length_m":371.9' && says out '"lap_s":1'
ends 0 check --stats oval.track.yaml && says out "ideal lap of GT: 1" && says out "gates 6, grid 8" && says out "passes in 4 races of 6 cars"
ends 0 check --stats --format=json oval.track.yaml && says out '"passes":{"races":4,"cars":6,"by_gate":['
ends 0 check --stats --car=kart oval.track.yaml && says out "ideal lap of "
ends 3 check --stats --car=cart oval.track.yaml && says err "kart"
# Where a car finds no way round, that is said, and what is there is drawn
gap=$source/tests/bad/W709-gap-of-two-metres.track.yaml
ends 0 check --stats "$gap" && says out "no racing line and no ideal lap of GT: blocked near (0.92, -6.08) [W709]"
ends 0 check --format=json "$gap" && says out '"lap_s":null'
# The picture that an author traces lies beside the track, or is missing
mkdir -p traced/pictures
sed 's/^name:.*/&\nbackground: {file: "pictures\/plan.png", width: 300}/' oval.track.yaml >traced/plan.track.yaml
ends 0 check traced/plan.track.yaml && says out 'warning: there is no picture "pictures/plan.png" [W713]'
ends 1 check --strict traced/plan.track.yaml
touch traced/pictures/plan.png
ends 0 check --strict traced/plan.track.yaml && is_silent
ends 0 check --preview=gap.png --size=96x48 --overlay "$gap" && says err "the picture is without its line"
ends 0 check --preview=bare.png --size=96x48 "$gap"
[ -s gap.png ] && ! cmp -s gap.png bare.png || { echo "no overlay without a line"; failures=$((failures + 1)); }
sed 's/width: 14/width: 1/' oval.track.yaml >narrow.track.yaml
ends 1 check - --as=mill.track.yaml <narrow.track.yaml && says out "mill.track.yaml:6:12: error: width 1 is outside 3 to 60 m [E204]"

# What is saved while --watch looks on is checked again
cp oval.track.yaml watched.track.yaml
"$axle" check --watch watched.track.yaml >watched 2>&1 &
watcher=$!
# saved_until FILE LINE: up to 30 s the file is saved anew, until the watcher has said LINE of it.
saved_until() {
    for _ in $(seq 100); do
        cp "$1" watched.track.yaml
        sleep 0.3
        grep -qxF -- "$2" watched && return
    done
    echo "--watch does not say $2 of $1:"
    cat watched
    failures=$((failures + 1))
}
saved_until "$gap" "watched.track.yaml: fine but for 1 warning"
saved_until narrow.track.yaml "watched.track.yaml:6:12: error: width 1 is outside 3 to 60 m [E204]"
saved_until oval.track.yaml "watched.track.yaml: fine"
kill "$watcher"
wait "$watcher" 2>/dev/null

# A file that is too large, by its name and through a pipe
truncate -s 5M large.track.yaml
ends 1 check large.track.yaml && says out "large.track.yaml: error: file has 5.0 MiB, limit is 4 MiB [E108]"
ends 1 check - --as=mill.track.yaml <large.track.yaml && says out "mill.track.yaml: error: file has 4.1 MiB, limit is 4 MiB [E108]"

# Room for a car: its own hull and lock decide
cp "$source/tests/bad/W708-niche-as-long-as-a-car.track.yaml" niche.track.yaml
ends 0 check niche.track.yaml && says out "a car 4.6 m long can slide in beside wall \"pits\""
ends 0 check --car=kart niche.track.yaml && is_silent out
pane='  - {polygon: [[-5, 0], [5, 0], [5, -0.1], [-5, -0.1]]}' # a line below: told after the niche
sed "s/^finish:/$pane\\n&/" niche.track.yaml >pane.track.yaml
ends 0 check pane.track.yaml && says out "[W702]" && head -n 1 out >first && says first "[W708]"

# A name that cannot be one: the nearest that can
ends 2 new track "My Track!" && says err 'did you mean "my-track"?'

# A drawing to begin with: good as it is, at a path and nowhere else, never over another
ends 0 new track lane-one.svg && says out "edit it in Inkscape" && says out "axle play lane-one.svg"
[ "$(find . -name "lane-one*")" = ./lane-one.svg ] || { echo "a drawing went elsewhere"; failures=$((failures + 1)); }
ends 0 check --strict --verbose lane-one.svg && is_silent
for layer in road walls zones gates grid props scenery lines _notes; do says lane-one.svg "inkscape:label=\"$layer\""; done
ends 0 check --stats lane-one.svg && says out "Lane One" && says out "14.0 to 14.0 m wide"
ends 1 new track lane-one.svg && says err "there is a file already"
ends 2 new track "My Track.svg" && says err 'did you mean "my-track"?'
ends 0 new track ./lane-two && [ -e lane-two.track.yaml ] || { echo "no native track"; failures=$((failures + 1)); }

# --layer for all that read drawings: without it "Plain SVG" is the map of a circuit, 12 m wide, and said to be
plain=$source/tests/drawings/quarry-lost.svg
layers="--layer=road:layer1 --layer=zones:layer2 --layer=walls:layer3 --layer=props:layer4"
ends 0 check "$plain" --stats && says out "[W641]" && says out "12.0 to 12.0 m wide"
ends 1 check --strict "$plain" && says out "Plain SVG drops the names of layers"
ends 0 check "$plain" --stats $layers && says out "14.0 to 14.0 m wide"
ends 0 import "$plain" $layers && says out "width: 14"
ends 0 race "$plain" $layers --cars=2 --laps=1 --out=plain.replay
ends 0 verify plain.replay $layers && ends 0 replay plain.replay $layers
ends 1 verify plain.replay && says out "plain.replay"
ends 0 medals "$plain" $layers --car=hatch
ends 0 tune test gt --track="$plain" $layers --tests=launch
for command in "check $plain" "race $plain" "medals $plain" "play $plain" "import $plain" "verify plain.replay" "replay plain.replay" "tune test gt"; do
    ends 2 $command --layer=road && says err "--layer must be KIND:NAME"
done
ends 1 check "$plain" --layer=roda:layer1 && says out "no kind of layer"

# Cars that build on cars: the wrong base is told at its line, and hides no other mistake
mkdir -p garage/cars garage/tracks
car() { printf 'format: car/1\nname: %s\nbase: %s\n%s\n' "$1" "$2" "$3" >"garage/cars/$1.car.yaml"; }
based() { # NAME BASE CODE [ERRORS]: the base of garage/cars/NAME.car.yaml gets CODE at 3:7, one of ERRORS errors
    ends 1 check --data=garage "garage/cars/$1.car.yaml" && says out "$1.car.yaml:3:7: error: base \"$2\" " && says out "[$3]"
    [ "$(grep -c ' error: ' out)" -eq "${4:-1}" ] || { echo "not ${4:-1} errors of $1:"; cat out; failures=$((failures + 1)); }
}
car loop-a loop-b ''
car loop-b loop-a ''
based loop-a loop-b E822 && says out "in a circle"
car self self ''
based self self E822 && says out "in a circle"
car orphan nobody 'body: {mass: 5}'
based orphan nobody E821 2 && says out "mass 5 is outside" && says out "2 errors"
car broken orphan ''
based broken orphan E822 && says out 'is no installed car'
printf 'format: car/1\nname: One\n' >garage/cars/one.car.yaml
previous=one
for name in two three four five; do
    car "$name" "$previous" 'body: {mass: 1500}'
    previous=$name
done
ends 0 check --data=garage garage/cars/five.car.yaml && is_silent
car six five ''
based six five E822 && says out "4 deep"

# Lists and parameters
ends 0 list tracks && says out "First Oval"
ends 0 list cars --format=json && says out '"name":"gt"'
ends 0 list drivers && says out "Ada Okonjo, 7. The smooth one" && says out "zeynep-aydar"
ends 0 list drivers --format=json && says out '"name":"ada-okonjo"'
ends 0 check ada-okonjo && is_silent
printf 'format: driver/1\nname: A\nnumber: 100\n' >any.name
ends 1 check any.name && says out "any.name:3:9: error: number 100 is outside 1 to 99 [E204]"
ends 2 format "$source/drivers/ada-okonjo.driver.yaml" && says err "is a driver; only tracks are formatted"
ends 0 keys scene && says out "\`per_side\`" && ends 2 keys scene --format=json-schema
ends 0 keys driver && says out "\`pace\`, \`racing\`" && says out "\`face[].points\`"
ends 0 keys driver --format=json-schema && says out '"title":"Axle driver"' && says out '"late_braking"'
ends 0 list surfaces && says out "gravel"
ends 0 list materials && says out "tyres"
ends 2 list tracs && says err "did you mean tracks?"
ends 0 params && says out 'body.mass ' && says out "1280 kg" && says out "engine.torque_curve"
ends 0 params --format=md && says out '`body.mass`'
ends 0 params REAR grip --car=gt && says out "tyres.mu_y_rear" && ! grep -q "mass" out || failures=$((failures + 1))
ends 0 params understeer && says out "body.weight_front" # by what more of it does
ends 0 params gear ratio && says out "gearbox.gears"
ends 1 params xyzzy && says err "no number of a car has these words"
ends 2 params mass --format=yaml
ends 3 params --car=nobody
ends 0 params --format=json-schema && says out '"mu_y_rear"'
ends 0 params brak --of=driver && says out "pace.braking" && ! grep -q "body.mass" out || failures=$((failures + 1))
ends 0 params --of=driver --format=md && says out '| `mistakes.rate` |'
ends 1 params xyzzy --of=driver && says err "no number of a driver has these words"
ends 2 params --of=driver --format=yaml
ends 2 params --of=driver --car=gt
ends 2 params --of=dog
ends 0 params --format=yaml
cp out mine.car.yaml
ends 0 check mine.car.yaml && is_silent
ends 0 race oval.track.yaml --cars=1 --laps=1 --car=mine.car.yaml

# Tuning
ends 0 tune --help && says out "Usage: axle tune"
for command in test sweep metrics; do
    ends 0 tune "$command" --help && says out "Usage: axle tune $command"
done
ends 0 tune metrics && says out "wall_60_tyres.exit"
ends 0 tune metrics --format=md
if grep -vxFf "$source/docs/tuning.md" out; then
    echo "docs/tuning.md lacks these figures"
    failures=$((failures + 1))
fi
ends 2 tune && says err "needs test, sweep"
ends 2 tune tset && says err "did you mean axle tune test"
ends 2 tune test
ends 3 tune test no-such-car
ends 2 tune test hatch --tests=brak && says err "did you mean brake?"
# What is named is done, or it is an error: laps where there is a track and nowhere else
ends 2 tune test hatch --tests=lap && says err "needs --track"
ends 2 tune test hatch --tests=launch,lap && says err "needs --track"
ends 2 tune sweep hatch --tests=drift,lap --vary=mass=1200,1300 && says err "needs --track"
ends 0 tune test hatch --tests=launch --track=first-oval && says out "launch.t0_100" && says out "lap.lap_s"
ends 0 tune test hatch --tests=lap --track=first-oval && says out "lap.lap_s" && ! grep -q launch out || failures=$((failures + 1))
ends 0 tune sweep hatch --tests=slalom --track=first-oval --vary=mass=1200,1300 && says out "lap_s" && says out "slalom_kmh"
ends 2 tune test hatch --tests=lap --track=first-oval --surface=ice && says err "ground of their track"
# On another ground
ends 0 tune test hatch --tests=brake
cp out dry
ends 0 tune test hatch --tests=brake --surface=gravel && ! cmp -s out dry || { echo "gravel is asphalt"; failures=$((failures + 1)); }
ends 0 tune test hatch --tests=brake --surface=asphalt && cmp out dry || failures=$((failures + 1))
ends 2 tune test hatch --surface=grvel && says err 'no surface "grvel"' && says err "asphalt, concrete, kerb, wet, dirt, gravel"
ends 0 tune sweep hatch --tests=launch --surface=wet --vary=mass=1200,1300 && says out "manoeuvres on wet"
# As CSV: a line for each car
ends 0 tune test hatch gt --tests=launch --surface=wet --csv=cars.csv && says out "launch.t0_100"
[ "$(cut -d, -f 1,3-6 cars.csv | head -n 1)" = "car,surface,track,launch.t0_60,launch.t0_100" ] || { echo "cars.csv has other columns: $(head -n 1 cars.csv)"; failures=$((failures + 1)); }
[ "$(cut -d, -f 1,3 cars.csv)" = "car,surface
hatch,wet
gt,wet" ] || { echo "cars.csv has other lines"; failures=$((failures + 1)); }
awk -F, '{ if (NR == 1) n = NF; if (NF != n) exit 1 }' cars.csv || { echo "cars.csv has ragged lines"; failures=$((failures + 1)); }
ends 0 tune test hatch gt --tests=launch --surface=wet --csv=- && { cmp out cars.csv || failures=$((failures + 1)); }
ends 3 tune test hatch --tests=launch --csv=.
# Every number of a car can be set, one by one
sets=()
for i in $(seq 60); do sets+=("--set=body.mass=$((1200 + i))"); done
ends 0 tune test hatch --tests=steady "${sets[@]}"
cp out first
ends 0 tune test hatch --tests=steady --set=body.mass=1260 && { cmp out first || failures=$((failures + 1)); }
ends 2 tune test hatch --set=mass=3 && says err "outside 100 to 3000 kg"
ends 2 tune test hatch --set=tyres.mu_y_raer=1 && says err "mu_y_rear"
ends 0 tune test hatch gt --track=first-oval --format=json --jobs=1
cp out first
ends 0 tune test hatch gt --track=first-oval --format=json --jobs=2
cmp first out || failures=$((failures + 1))
ends 0 tune test hatch --tests=launch,steady --against=hatch --set=body.mass=+10% && says out "+4.6 %"
printf 'format: limits/1\nlaunch.t0_100: {max: 7}\n' >limits.yaml
ends 0 tune test hatch --tests=launch --limits=limits.yaml
ends 1 tune test hatch --tests=launch --limits=limits.yaml --set=mass=+20% && says out "max 7"
printf 'format: limits/1\nlaunch.t0_101: {max: 7}\n' >limits.yaml
ends 2 tune test hatch --limits=limits.yaml && says err "limits.yaml:2:1: error" && says err "launch.t0_100"
ends 3 tune test hatch --limits=missing.yaml
vary="--tests=launch,steady --vary=body.mass=1200:1400:100 --vary=tyres.mu_y_rear=1,1.1"
ends 2 tune sweep gt && says err "--vary"
ends 2 tune sweep gt --vary=body.mass=1:2 && says err "0.9:1.2:0.05"
ends 2 tune sweep gt --vary=body.mass=1200:5000:100 && says err "outside"
ends 2 tune sweep gt --vary=body.mass=1200,1300 --shard=4/3 && says err "K/N"
ends 2 tune sweep gt --vary=body.mass=1200,1300 --by=lap_s && says err "--track"
# shellcheck disable=SC2086
{
    ends 0 tune sweep gt $vary --csv=whole.csv --plot=map.svg && says out "body.mass +100 kg" && says map.svg "</svg>"
    for shard in 1 2 3; do
        ends 0 tune sweep gt $vary --jobs=1 --shard=$shard/3 --csv=part-$shard.csv
    done
    (head -qn 1 part-1.csv && tail -qn +2 part-*.csv | sort -n) >joined.csv
    cmp whole.csv joined.csv || failures=$((failures + 1))
    ends 0 tune sweep gt $vary --read=joined.csv --plot=again.svg
    cmp map.svg again.svg || failures=$((failures + 1))
    # A line through runs that follow none is no fact
    awk -F, -v OFS=, 'NR > 1 { for (i = 4; i <= NF; i++) $i = NR % 3 } 1' whole.csv >wild.csv
    ends 0 tune sweep gt $vary --read=wild.csv --by=t0_100 && says out "R squared" && says out "! t0_100: R squared 0." && says out "is no fact"
    awk -F, -v OFS=, 'NR > 1 { for (i = 4; i <= NF; i++) $i = $2 / 100 - $3 } 1' whole.csv >tame.csv
    ends 0 tune sweep gt $vary --read=tame.csv --by=t0_100 && says out "R squared                                      1.00" && ! grep -q "no fact" out || failures=$((failures + 1))
    ends 1 tune sweep gt $vary --vary=aero.drag_area=1,1.1 --read=joined.csv && says err "another sweep"
    ends 0 tune sweep gt $vary --random=9 --plot=bars.svg && says bars.svg "what one step of each"
}
"$axle" tune sweep gt --track=first-oval --vary=body.mass=1000:1500:5 --vary=tyres.mu_y_rear=1:2:0.05 --jobs=1 \
    --csv=cut.csv >out 2>err &
sleep 1
kill -INT $!
wait $!
code=$?
[ "$code" -eq 130 ] || { echo "an interrupted sweep ended with $code, not 130"; failures=$((failures + 1)); }
[ "$(head -n 1 cut.csv | cut -c 1-4)" = "run," ] || { echo "an interrupted sweep wrote no CSV"; failures=$((failures + 1)); }

# Benchmarks
ends 0 bench --filter=mtv-50 && says out "Axle" && says out "wrong"
ends 0 bench --filter=boxes --format=json && says out '"scenario":"boxes-50"'
ends 0 bench --filter=ray-40 --format=csv && says out "scenario,engine,unit,ns"
ends 2 bench --filter=nothing && says err "world-1000"
ends 2 bench --format=xml

[ "$failures" -eq 0 ] || exit 1
echo "the command line is as it should be"
