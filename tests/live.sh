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

# An edit takes effect within 0.3 s of the game's time, from the frame before the game sees it.
edited() {
    expect "a file has changed" 20
    local from
    from=$(time_of "$line")
    expect "$1" 20
    check "$(time_of "$line") - $from + 1.0 / 60.0 <= 0.3" "too late"
}

expect "screen drive, 1 player" 60
xdotool keydown w
expect "m/s, tick" 20
expect "m/s, tick" 20

# Written in place, as nano does.
sed 's/1.06/1.20/' "$car" >"$work/edited"
cat "$work/edited" >"$car"
edited "says mine.car.yaml reloaded: tyres.mu_y_rear 1.06 → 1.2"
expect "mu_y_rear 1.2" 5
picture reloaded

# A mistake changes nothing and is told with line and column.
printf '  mu_y_front: [\n' >>"$car"
edited "says mine.car.yaml:"
case $line in *"mine.car.yaml:"[0-9]*:[0-9]*": "*": nothing changed"*) ;; *) fail "no line and column: $line" ;; esac
expect "mu_y_rear 1.2" 5
expect "mu_y_rear 1.2" 5
picture mistake
grep -q 'mine.car.yaml:[0-9]*:[0-9]*: error: ' "$work/errors" || fail "nothing on the terminal"

# Replaced by rename, as vim does; the mistake is gone.
sed 's/1.06/0.98/; s/mu_y_front.*/mu_y_front: 1.02/' "$work/edited" | sed 's/1.20/0.98/' >"$work/4913"
mv "$work/4913" "$car"
edited "says mine.car.yaml reloaded: "
case $line in *"tyres.mu_y_rear 1.2 → 0.98"*) ;; *) fail "not the new value: $line" ;; esac
expect "mu_y_rear 0.98" 5

# The track, while driving on it.
sed -i 's/width: 40/width: 44/' "$work/long.track.yaml"
edited "says long.track.yaml reloaded"

# A and B at 30 m/s in a bend: nothing jumps. B still is the car as it was at first.
end=$((SECONDS + 40))
until awk '/m\/s, tick/ { speed = $5 } END { exit !(speed >= 31) }' "$work/trace"; do
    [ "$SECONDS" -lt "$end" ] || fail "does not get to 31 m/s"
    sleep 0.05
done
xdotool keydown a
sleep 0.5
tap F6
expect "set-up B at" 20
swap=$line
picture set-up-b
xdotool keyup a
echo "$swap" | awk '{ exit !($5 >= 28 && ($7 > 0.1 || $7 < -0.1)) }' || fail "not in a bend at 30 m/s: $swap"
# One frame is 1/60 s: the way is speed times that; 2 g and 2 rad/s bound the rest.
echo "$swap" | sed 's/,//g' | awk '{
    for (i = 1; i <= NF; i++) { if ($i == "moved") moved = $(i + 1); if ($i == "velocity") velocity = $(i + 1); if ($i == "yaw") yaw = $(i + 1) }
    if (yaw < 0) yaw = -yaw
    exit !(moved > $5 / 60 * 0.9 && moved < $5 / 60 * 1.1 && velocity < 2 * 9.81 / 60 && yaw < 2 / 60)
}' || fail "something jumped: $swap"
case $swap in *"mu_y_rear 1.06") ;; *) fail "B is not the car as it was: $swap" ;; esac
xdotool keyup w
picture coasting

# Slow motion: a second of the game is 60 ticks at a quarter. Then still, and one tick a key.
tap comma
tap comma
expect "m/s, tick" 10
expect "m/s, tick" 10
first=${line##*tick }
expect "m/s, tick" 10
second=${line##*tick }
[ $((${second%%,*} - ${first%%,*})) -eq 60 ] || fail "no quarter speed: $first to $second"
picture slow
tap comma
expect "m/s, tick" 10
expect "m/s, tick" 10
first=${line##*tick }
tap F10
tap F10
tap F10
expect "m/s, tick" 10
expect "m/s, tick" 10
second=${line##*tick }
[ $((${second%%,*} - ${first%%,*})) -eq 3 ] || fail "not three ticks: $first to $second"
tap period
tap period
tap period

# Rewind: time goes back while F8 is held, and on from there.
tap F4
expect "m/s, tick" 10
first=${line##*tick }
xdotool keydown F8
sleep 1.5
picture rewind
xdotool keyup F8
expect "m/s, tick" 10
second=${line##*tick }
[ "${second%%,*}" -lt "${first%%,*}" ] || fail "not earlier: $first to $second"
expect "m/s, tick" 10
third=${line##*tick }
[ $((${third%%,*} - ${second%%,*})) -eq 240 ] || fail "does not go on: $second to $third"

# Pause names the keys.
tap Escape
expect "screen pause" 20
picture pause

stop_game
echo "edited, swapped, slowed and rewound: fine"
