#!/usr/bin/env bash
# Four people with gamepads: join, race, a gamepad that is unplugged in the second lap and plugged in again, one who
# leaves, the finish, Again, a time trial, the end. They drive with one switch, so holding gas is enough.
# usage: with_display.sh race_with_pads.sh AXLE FAKEPAD PADSEND [FOLDER FOR PICTURES]
WINDOW=480x320
DRAW_EVERY=60 # four views take long to draw
fakepad=$2
padsend=$3
set -- "$1" "${@:4}"
. "$(dirname "$0")/drive_game.sh"

cat >"$work/ring.track.yaml" <<'TRACK'
format: track/1
name: Ring
laps: 3
ribbons:
  - curve: round
    radius: 13
    width: 12
    points: [[-20, -13], [20, -13], [20, 13], [-20, 13]]
TRACK
export XDG_CONFIG_HOME=$work/config
mkdir -p "$XDG_CONFIG_HOME/axle" "$work/input"
cat >"$XDG_CONFIG_HOME/axle/settings.yaml" <<'SETTINGS'
format: settings/1
seats:
  - one_switch: true
  - one_switch: true
  - one_switch: true
  - one_switch: true
SETTINGS

plug() { mkfifo "$work/input/event$1"; }
unplug() { rm "$work/input/event$1"; }
EV_KEY=1 BTN_A=304 BTN_START=315
hold() { "$padsend" "$work/input/event$1" $EV_KEY "$2" 1; }
let_go() { "$padsend" "$work/input/event$1" $EV_KEY "$2" 0; }

for pad in 0 1 2 3; do plug "$pad"; done
export FAKEPAD_DIR=$work/input LD_PRELOAD=$fakepad
play "$work/ring.track.yaml" --ai=3
unset LD_PRELOAD

expect "pad 4 is here"
expect "screen title"
hold 0 $BTN_A
expect "screen drive, 1 player"
for pad in 1 2; do
    hold "$pad" $BTN_A
    expect "player $((pad + 1)) joins"
done
tap Escape # the fourth from a menu
expect "screen pause"
hold 3 $BTN_A
expect "player 4 joins"
tap Return
expect "screen drive, 4 players"
expect "go"
expect "lap 1 " # of the first player's car
picture race

# In the second lap the second gamepad goes: the race waits in that very frame.
from_now
unplug 1
expect "pad 2 is gone"
gone=${line%% *}
expect "screen pad_lost, 4 players"
awk -v gone="$gone" -v paused="${line%% *}" 'BEGIN { exit !(paused - gone < 0.021) }' || # the clock goes on in between
    fail "the race did not pause in the frame that lost the gamepad"
lasts 0.3
picture lost
plug 1
expect "pad 2 is here"
hold 1 $BTN_A # no press for the menu: his seat has the gamepad already
lasts 0.2
let_go 0 $BTN_A
lasts 1.2
hold 0 $BTN_A
expect "screen drive, 4 players"

# The fourth leaves by keeping Start down; the others keep their seats.
let_go 3 $BTN_A
hold 3 $BTN_START
expect "screen pause, 4 players"
expect "one of 4 players leaves"
let_go 3 $BTN_START
lasts 0.2
let_go 0 $BTN_A
lasts 0.1
hold 0 $BTN_A
expect "screen drive, 3 players"
expect "3 of 3 players home"
expect "screen results, 3 players"
for pad in 0 1 2; do let_go "$pad" $BTN_A; done
lasts 1.5
picture results
hold 0 $BTN_A
expect "screen drive, 3 players"
let_go 0 $BTN_A
lasts 0.3

# Out by the menus: the title, a time trial alone, the title again, and the end.
to_title
time_trial_alone
lasts 0.3
to_title
quit_by_menu
echo "four gamepads from the title to the end, one of them unplugged on the way: fine"
