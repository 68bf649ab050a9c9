#!/usr/bin/env bash
# Two people on one keyboard, with real keys in a virtual display: from the title into a race by one press, a friend who joins
# by one more, three laps, pause, the finish, another race of the menus in at most twelve presses, restart; one leaves, the
# other drives a time trial, and quits.
# usage: with_display.sh play_two.sh AXLE [FOLDER FOR PICTURES]
WINDOW=640x360 # small views are drawn in two thirds of the time
. "$(dirname "$0")/drive_game.sh"

write_ring

play "$work/ring.track.yaml" --ai=2 --laps=3

# Counts the presses from one place to another.
presses=0
count() {
    presses=$((presses + 1))
    tap "$1"
}

expect "screen title"
sleep 1 # for the picture: the title has no car whose clock tells the time
picture title
press w # any key wakes it; this one is also gas, so it is the left half's
expect "screen drive, 1 player"
look_at_clock
started=$now
press Up # and the friend is in
expect "player 2 joins"
lasts 1
has_line " says " && fail "a notice of joining lies over somebody else's view"
picture countdown
expect "go"
look_at_clock
[ $((now - started)) -lt 5000 ] || fail "nobody drives five seconds after the press"

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

# Another track, car, level and number of laps, in at most twelve presses.
count Tab
expect "screen tracks"
count Right
count Return
expect "screen setup"
count Next # the car, by Page Down
count Right # the level
count Down
press Right # laps: held on
presses=$((presses + 1))
lasts 0.6
release Right
picture setup
count Return
expect "screen drive, 2 players"
[ "$presses" -le 12 ] || fail "$presses presses from the results to another race"
lasts 1.5 # until the settings are kept
for kept in "car: kart" "level: medium" "laps: ([2-9]|[1-9][0-9])$" "track: [a-z]"; do
    grep -Eq "^ *$kept" "$work/config/axle/settings.yaml" || fail "not chosen: $kept"
done

# A restart loses the race, so it asks first.
tap Escape
expect "screen pause"
tap Down
tap Return
lasts 0.5
has_line "screen drive" && fail "not asked"
tap Return
expect "screen drive, 2 players"

# The second person leaves by the menu of seats.
tap Escape
expect "screen pause"
for _ in 1 2 3 4 5; do tap Down; done
tap Return
expect "screen seats"
tap Down
tap Return
expect "screen seat, 2 players"
tap Up # the last row, which asks
tap Return
tap Return
expect "screen seats, 1 player"
tap Escape
expect "screen pause"

# Out by the menus: the title, a time trial, the title again, and the end.
tap Down # past the keys
tap Down
tap Return
tap Return
expect "screen title"
time_trial_alone
press w
lasts 2
release w
to_title
quit_by_menu
echo "from the title to the results in two presses, to another race in $presses, and to the end: fine"
