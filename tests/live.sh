#!/usr/bin/env bash
# A tuner at work on the real program, with real keys in a virtual display: a car file edited while it is driven, a
# mistake in it, the track edited, A and B swapped in a bend, slow motion, single ticks, rewind.
# usage: with_display.sh live.sh AXLE [FOLDER FOR PICTURES]
. "$(dirname "$0")/drive_game.sh"

cat >"$work/long.track.yaml" <<'TRACK'
format: track/1
name: Long
ribbons:
  - curve: round
    radius: 90
    width: 40
    points: [[-450, -100], [450, -100], [450, 100], [-450, 100]]
TRACK
cat >"$work/mine.car.yaml" <<'CAR'
format: car/1
name: Mine
base: hatch
tyres:
  mu_y_rear: 1.06
CAR
car=$work/mine.car.yaml

play "$work/long.track.yaml" --car="$car" --players=1 --mode=practice

time_of() { echo "${1%% *}"; }
# check EXPRESSION: of awk, true or fail.
check() { awk "BEGIN { exit !($1) }" || fail "$2: $1"; }

# An edit takes effect within 0.3 s of the game's time, from the frame before the game sees it. A
# program under a sanitizer reads files several times slower beside a game that goes on: LIVE_LIMIT.
edited() {
    expect "a file has changed"
    local from
    from=$(time_of "$line")
    expect "$1"
    check "$(time_of "$line") - $from + 1.0 / 60.0 <= ${LIVE_LIMIT:-0.3}" "too late"
}

expect "screen drive, 1 player"
press w
expect "m/s, tick"
expect "m/s, tick"

# Written in place, as nano does.
sed 's/1.06/1.20/' "$car" >"$work/edited"
cat "$work/edited" >"$car"
edited "says mine.car.yaml reloaded: tyres.mu_y_rear 1.06 → 1.2"
expect "mu_y_rear 1.2"
picture reloaded

# A mistake changes nothing and is told with line and column.
printf '  mu_y_front: [\n' >>"$car"
edited "says mine.car.yaml:"
case $line in *"mine.car.yaml:"[0-9]*:[0-9]*": "*": nothing changed"*) ;; *) fail "no line and column: $line" ;; esac
expect "keeps a mistake in view"
expect "mu_y_rear 1.2"
expect "mu_y_rear 1.2"
picture mistake
grep -q 'mine.car.yaml:[0-9]*:[0-9]*: error: ' "$work/errors" || fail "nothing on the terminal"

# Replaced by rename, as vim does; the mistake is gone.
sed 's/1.06/0.98/; s/mu_y_front.*/mu_y_front: 1.02/' "$work/edited" | sed 's/1.20/0.98/' >"$work/4913"
mv "$work/4913" "$car"
edited "says mine.car.yaml reloaded: "
case $line in *"tyres.mu_y_rear 1.2 → 0.98"*) ;; *) fail "not the new value: $line" ;; esac
expect "no mistake any more"
expect "mu_y_rear 0.98"

# The track, while driving on it.
sed -i 's/width: 40/width: 44/' "$work/long.track.yaml"
edited "says long.track.yaml reloaded"

# A and B at 30 m/s in a bend: nothing jumps. B still is the car as it was at first.
gets_to_31() { awk '/m\/s, tick/ { speed = $5 } END { exit !(speed >= 31) }' "$work/trace"; }
until_true "31 m/s" gets_to_31
press a
lasts 0.5
tap F6
expect "set-up B at"
swap=$line
picture set-up-b
release a
echo "$swap" | awk '{ exit !($5 >= 28 && ($7 > 0.1 || $7 < -0.1)) }' || fail "not in a bend at 30 m/s: $swap"
# One frame is 1/60 s: the way is speed times that; 2 g and 2 rad/s bound the rest.
echo "$swap" | sed 's/,//g' | awk '{
    for (i = 1; i <= NF; i++) { if ($i == "moved") moved = $(i + 1); if ($i == "velocity") velocity = $(i + 1); if ($i == "yaw") yaw = $(i + 1) }
    if (yaw < 0) yaw = -yaw
    exit !(moved > $5 / 60 * 0.9 && moved < $5 / 60 * 1.1 && velocity < 2 * 9.81 / 60 && yaw < 2 / 60)
}' || fail "something jumped: $swap"
case $swap in *"mu_y_rear 1.06") ;; *) fail "B is not the car as it was: $swap" ;; esac
release w
picture coasting

# Slow motion: a second of the game is 60 ticks at a quarter. Then still, and one tick a key.
tap comma
tap comma
expect "m/s, tick"
expect "m/s, tick"
first=${line##*tick }
expect "m/s, tick"
second=${line##*tick }
[ $((${second%%,*} - ${first%%,*})) -eq 60 ] || fail "no quarter speed: $first to $second"
picture slow
tap comma
expect "m/s, tick"
expect "m/s, tick"
first=${line##*tick }
tap F10
tap F10
tap F10
expect "m/s, tick"
expect "m/s, tick"
second=${line##*tick }
[ $((${second%%,*} - ${first%%,*})) -eq 3 ] || fail "not three ticks: $first to $second"
tap period
tap period
tap period

# Rewind: time goes back while F8 is held, and on from there.
tap F4
expect "m/s, tick"
first=${line##*tick }
press F8
lasts 1.5
picture rewind
release F8
expect "m/s, tick"
second=${line##*tick }
[ "${second%%,*}" -lt "${first%%,*}" ] || fail "not earlier: $first to $second"
expect "m/s, tick"
third=${line##*tick }
[ $((${third%%,*} - ${second%%,*})) -eq 240 ] || fail "does not go on: $second to $third"

# The designer's overlay: a click copies the place under the mouse, F5 puts the car there, standing still.
last_place() { grep ' place ' "$work/trace" | tail -n 1; }
tap F5
expect "says F5 drops the car at the mouse: open the overlay with F2"
tap F2
point_at 480 345 # the road side of where the car came to rest at the inner wall
lasts 0.3
tap comma # still, so that what is seen is what is clicked
tap comma
tap comma
lasts 0.3
click_there
expect " is on the clipboard"
copied=${line##*says }
copied=${copied%% is on*}
echo "$copied" | grep -qE '^\[-?[0-9]+(\.[0-9]+)?, -?[0-9]+(\.[0-9]+)?\]$' || fail "no place: $line"
picture overlay
tap F5
expect "says The car stands at ["
dropped=${line##*stands at }
tap period
tap period
tap period
expect "m/s, tick"
expect "m/s, tick"
# The camera may have settled since the click; the car has not moved from where it was put.
echo "$copied $dropped $(last_place)" | sed 's/[][,]//g' | awk '{
    exit !(($1 - $3) ^ 2 + ($2 - $4) ^ 2 < 4 && ($3 - $7) ^ 2 + ($4 - $8) ^ 2 < 0.1 && $11 < 0.2)
}' || fail "copied $copied, dropped at $dropped: $(last_place)"
picture dropped
tap F2

# Pause names the keys.
tap Escape
expect "screen pause"
picture pause

stop_game

# A large track, 5,000 vertices and more, edited while six cars race on it. It is read beside the race; how long the longest frame took is
# told at the end, for people: machines differ.
large() { # large WIDTH
    awk -v width="$1" 'BEGIN {
        print "format: track/1\nname: Large\nribbons:\n  - id: round\n    curve: smooth\n    width: " width "\n    wall: {material: tyres}\n    points:"
        for (i = 0; i < 44; i++) {
            a = 2 * 3.14159265 * i / 44
            r = 245 + 42 * sin(7 * a)
            printf "      - [%.1f, %.1f]\n", 1.3 * r * cos(a), r * sin(a)
        }
    }'
}
big=$work/large.track.yaml
large 14 >"$big"
vertices=$("$axle" check --stats "$big" | sed -n 's/.*vertices \([0-9]*\).*/\1/p')
[ "$vertices" -ge 5000 ] || fail "only $vertices vertices"
play "$big" --car=hatch --players=1 --ai=5 --timings
expect "screen drive"
expect " go"
press w
expect "m/s, tick"
expect "m/s, tick"
large 15 >"$work/edited"
cat "$work/edited" >"$big"
expect "says large.track.yaml reloaded"
# Nobody was moved: from one line to the next, 50 ms later, a car goes no further than it drives.
stays() {
    awk '$2 == "place" { if (n++ && ($3 - x) ^ 2 + ($4 - y) ^ 2 > (0.05 * ($7 + 5)) ^ 2) { print "jumped: " $0; bad = 1 } x = $3; y = $4 }
        END { exit bad }' "$work/trace" >&2 || fail "$1"
}
expect "m/s, tick"
stays "the car jumped when the track was read again"
picture large-15

# A mistake in it: the old world stays, and the place of the mistake is told.
sed 's/width: 15/width: wide/' "$work/edited" >"$big"
expect "says large.track.yaml:6:12: "
case $line in *": nothing changed"*) ;; *) fail "changed: $line" ;; esac
grep -q 'large.track.yaml:6:12: error: ' "$work/errors" || fail "nothing on the terminal"
first=${line%% *}
expect "m/s, tick"
expect "m/s, tick"
check "${line%% *} > $first" "the race stands"
stays "the car jumped at a mistake"
picture large-mistake
lasts 8 # what was said is gone, what is wrong still stands there
picture large-mistake-stays

# A wall where the car stands: it is put on the road beside it, and on it goes.
release w
press space
is_at_rest() { [[ $(last_place) == *" speed 0.0"* ]]; }
until_true "the car at rest" is_at_rest
place=$(last_place)
{
    cat "$work/edited"
    echo "$place" | awk '{ print "walls:\n  - {circle: {center: [" $3 ", " $4 "], radius: 1}}" }'
} >"$work/walled"
cat "$work/walled" >"$big"
expect "says large.track.yaml reloaded"
expect "m/s, tick"
expect "m/s, tick"
echo "$place $(last_place)" | awk '{ d = ($3 - $18) ^ 2 + ($4 - $19) ^ 2; exit !(d > 2 && d < 400) }' || fail "still in the wall: $place, $(last_place)"
picture large-walled
stop_game
echo "a track of $vertices vertices, six cars: $(grep 'frames after the first' "$work/trace")"
echo "edited, swapped, slowed and rewound: fine"
