#!/usr/bin/env bash
# Two people on one keyboard, with real keys in a virtual display: title, a friend who joins, pause, the finish, Again.
# usage: with_display.sh play_two.sh AXLE [FOLDER FOR PICTURES]
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

expect "screen title" 60
sleep 1
picture title
xdotool keydown w # any key wakes it; this one is also gas, so it is the left half's
expect "screen drive, 1 player" 20
xdotool keydown Up # and the friend is in
expect "player 2 joins" 20
sleep 1
picture countdown
expect "go" 60

# Held keys: both keep the gas down and lean left round the oval in turns, as its walls allow.
steer() {
    while :; do
        xdotool keydown a keydown Left
        sleep 0.2
        xdotool keyup a keyup Left
        sleep 0.45
    done
}
steer &
steering=$!
sleep 2
tap Escape
expect "screen pause" 20
picture pause
tap Return
expect "screen drive" 20
sleep 2
picture race
expect "screen results" "${FINISH_SECONDS:-240}"
kill "$steering"
wait "$steering" 2>/dev/null || true
xdotool keyup w keyup Up keyup a keyup Left
sleep 0.5
sleep 1.5
picture results
tap Return
expect "screen drive, 2 players" 20
xdotool keydown w keydown Up
expect "go" 60
xdotool keyup w keyup Up

# The pause menu's other items: another track, then another car for everybody. Both lose the race, so they ask first.
for steps in 2 3; do
    tap Escape
    expect "screen pause" 20
    for _ in $(seq "$steps"); do
        tap Down
    done
    tap Return
    sleep 0.5
    tail -n "+$((seen + 1))" "$work/trace" | grep -q "screen drive" && fail "not asked"
    tap Return
    expect "screen drive, 2 players" 30
done
stop_game
[ ! -s "$work/errors" ] || fail "there is something on stderr"
echo "from title to results and Again: fine"
