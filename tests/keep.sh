#!/usr/bin/env bash
# What people drive becomes a recording: saved at every pause and by the menu, with numbers changed, time turned back and
# the car dropped on the way; refused folders lose nothing. Keys and mouse in a virtual display.
# usage: with_display.sh keep.sh AXLE [FOLDER FOR PICTURES]
. "$(dirname "$0")/drive_game.sh"
replays=$work/data/axle/replays

cat >"$work/mine.car.yaml" <<'CAR'
format: car/1
name: Mine
base: hatch
CAR

# Wherever the car is on it, it can be dropped.
wide_track "$work/wide.track.yaml"

ticks() {
    expect "m/s, tick"
    expect "m/s, tick"
}

# kept NAME: what axle says of it, by its name alone, in $info; it plays back to the same hashes.
kept() {
    "$axle" verify "$1" >&2 || fail "$1 does not play back"
    info=$("$axle" replay "$1") || fail "$1 cannot be read"
}

# menu PRESSES: the item that many below the first.
menu() {
    local i
    for ((i = 0; i < $1; i++)); do
        tap Down
    done
    tap Return
}

mkdir -p "$work/elsewhere"
cd "$work"
play ./wide.track.yaml --car=./mine.car.yaml --players=1 --mode=practice
expect "screen drive"

# A pause before anybody has driven keeps nothing.
tap Escape
expect "screen pause"
[ ! -e "$replays/last.replay" ] || fail "a recording of nobody was saved"
tap Escape
expect "screen drive"

# Dropped before the line, so that the lap which ends there does not count; then driven, with B given other numbers on
# the way: last.replay, readable from another folder.
tap F2
point_at 480 300
tap F5
expect " says The car stands at "
tap F2
press w
expect " lap 1 "
ticks
tap F6
expect "set-up B at"
tap F3
expect "panel is so"
drag b.grip 75
ticks
release w
tap Escape
expect "screen pause"
cd elsewhere
kept last
case $info in *" P1 "*) ;; *) fail "the driver is not told: $info" ;; esac
case $info in *"set-up B: "*"mu_"*) ;; *) fail "the numbers of B are not told: $info" ;; esac
"$axle" replay last --csv=- >"$work/one.csv"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "variant") v = i; next } { seen[$v]++ }
    END { exit !(seen["A"] > 30 && seen["B"] > 30) }' "$work/one.csv" || fail "A and B are not told apart"
picture pause

# Saved by the menu, under a name of its own that the screen tells.
menu 3
expect "says Replay saved: "
saved=${line##*: }
[ -e "$saved" ] || fail "no file: $line"
cmp "$saved" "$replays/last.replay" || fail "not what was kept"
picture saved

# Back in time and on from there, then dropped by F5: it still plays back.
tap Escape
expect "screen drive"
tap F3
press w
ticks
release w
press F8
lasts 1
release F8
ticks
tap F2
point_at 480 330
tap F5
expect " says "
case $line in *"The car stands at"*) ;; *) fail "not dropped: $line" ;; esac
tap F2
ticks
press F8
lasts 0.4
tap Escape # while time goes back: it ends there
expect "screen pause"
release F8
kept last

# A number changed in the file: the part before stays a replay, the screen says where it ends.
tap Escape
expect "screen drive"
ticks
printf 'tyres: {mu_y_rear: 1.2}\n' >>"$work/mine.car.yaml"
expect "says mine.car.yaml reloaded"
ticks
tap Escape
expect "screen pause"
menu 3
expect "says Replay saved up to "
case $line in *"where mine.car.yaml was read again: "*) ;; *) fail "does not say why: $line" ;; esac
picture ended
told=$("$axle" verify last 2>&1) && fail "another car is believed"
case $told in *'mine.car.yaml" changed since'*) ;; *) fail "another car is not told: $told" ;; esac

[ ! -e "$replays/last-1.replay" ] || fail "one recording is saved twice"

# A new drive: the old one is last-1. Where nothing can be written that is said, and the next pause tries again.
tap Up # from Save replay to Resume
tap Up
tap Up
tap Return
expect "screen drive"
tap Escape
expect "screen pause"
menu 1
expect "screen drive"
press w
ticks
release w
before=$(cksum <"$replays/last.replay")
mv "$replays" "$replays.away"
echo "no folder" >"$replays"
tap Escape
expect "says This drive is not kept: cannot write "
picture refused
rm "$replays"
mv "$replays.away" "$replays"
[ "$(cksum <"$replays/last.replay")" = "$before" ] || fail "the last drive was lost"
tap Escape
expect "screen drive"
ticks
tap Escape
expect "screen pause"
kept last
[ "$(cksum <"$replays/last-1.replay")" = "$before" ] || fail "the recording before is not last-1"
"$axle" list replays | grep -q '^last-1 .*/wide.track.yaml, 1 car, ' || fail "not listed: $("$axle" list replays)"

# What is driven when the window goes is kept as well.
tap Escape
expect "screen drive"
ticks
before=$(cksum <"$replays/last.replay")
stop_game
[ "$(cksum <"$replays/last.replay")" != "$before" ] || fail "the end of the recording is missing"
kept last
echo "driven, changed, rewound, dropped, kept: fine"
