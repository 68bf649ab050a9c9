#!/usr/bin/env bash
# Two people and four AI cars in a battle at one keyboard, with real keys in a virtual display: from the title by the menus
# into the battle, where both fire while they hold gas and a side, by pause to the results, another one until the last car
# runs, and to the end.
# usage: with_display.sh battle_with_keys.sh AXLE [FOLDER FOR PICTURES]
WINDOW=640x360 # small views are drawn in two thirds of the time
. "$(dirname "$0")/drive_game.sh"

write_ring

play "$work/ring.track.yaml" --ai=4 --laps=2

expect "screen title"
tap Tab
expect "screen menu"
tap ctrl # the left half is in
tap Control_R # and so are the arrows
tap Down
tap Return # battle
expect "screen tracks"
tap Return
expect "screen setup"
picture setup
tap Return
expect "screen drive, 2 players"
expect "go"

# Held keys, as in play_two.sh: gas all the time, left in turns, and the keys that fire.
steer() {
    while :; do
        press a Left
        lasts 0.2
        release a Left
        lasts 0.45
    done
}
press w Up
press v apostrophe
steer &
steering=$!
for player in 1 2; do
    until_true "player $player fires twice" grep -q " player $player fires, shot 2$" "$work/trace"
done
picture battle
release v apostrophe
from_now
lasts 2.5 # a shot that was under way
from_now
lasts 2
has_line " fires, shot" && fail "a gun fires by itself"
tap Escape
expect "screen pause"
tap Return
expect "screen drive"
press v apostrophe
expect " fires, shot"
expect "screen results"
picture results
kill "$steering"
wait "$steering" 2>/dev/null || true
xdotool keyup a keyup Left
release w Up v apostrophe
lasts 1.5 # at first the results take no key

# Another one by the menus, until the last car runs.
tap Tab
expect "screen tracks"
tap Return
expect "screen setup"
tap Down # the battle, below the level
tap Right
tap Return
expect "screen drive, 2 players"
expect "go"
press w Up v apostrophe
expect "player 1 fires, shot 1"
picture last
release w Up v apostrophe
for kept in "mode: battle" "battle: last"; do
    grep -Eq "^ *$kept" "$work/config/axle/settings.yaml" || fail "not chosen: $kept"
done
to_title
quit_by_menu
echo "from the title by the menus through a battle for two: fine"
