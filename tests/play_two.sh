#!/usr/bin/env bash
# Two people on one keyboard, with real keys in a virtual display: title, a friend who joins, pause, the finish, Again.
# usage: with_display.sh play_two.sh AXLE [FOLDER FOR PICTURES]
WINDOW=640x360 # small views are drawn in two thirds of the time
. "$(dirname "$0")/drive_game.sh"

cat >"$work/ring.track.yaml" <<'TRACK'
format: track/1
name: Ring
ribbons:
  - curve: round
    radius: 24
    points: [[-45, -26], [45, -26], [45, 26], [-45, 26]]
TRACK

play "$work/ring.track.yaml" --ai=2 --laps=1

expect "screen title"
sleep 1 # for the picture: the title has no car whose clock tells the time
picture title
press w # any key wakes it; this one is also gas, so it is the left half's
expect "screen drive, 1 player"
press Up # and the friend is in
expect "player 2 joins"
lasts 1
has_line " says " && fail "a notice of joining lies over somebody else's view"
picture countdown
expect "go"

# Held keys: both keep the gas down and lean left round the oval in turns, as its walls allow.
steer() {
    while :; do
        press a Left
        lasts 0.2
        release a Left
        lasts 0.45
    done
}
steer &
steering=$!
lasts 2
tap Escape
expect "screen pause"
picture pause
tap Return
expect "screen drive"
lasts 2
picture race
expect "screen results"
kill "$steering"
wait "$steering" 2>/dev/null || true
xdotool keyup a keyup Left
release w Up
lasts 1.5 # at first the results take no key
picture results
tap Return
expect "screen drive, 2 players"
press w Up
expect "go"
release w Up

# From the pause to another race: a track of the grid, then its start with the car of before.
tap Escape
expect "screen pause"
tap Down
tap Down
tap Return
expect "screen tracks"
tap Right
tap Return
expect "screen setup"
picture setup
tap Down
tap Return
expect "screen drive, 2 players"

# A restart loses the race, so it asks first.
tap Escape
expect "screen pause"
tap Down
tap Return
lasts 0.5
has_line "screen drive" && fail "not asked"
tap Return
expect "screen drive, 2 players"
stop_game
[ ! -s "$work/errors" ] || fail "there is something on stderr"
echo "from title to results and Again: fine"
