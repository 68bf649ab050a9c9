#!/usr/bin/env bash
# The game plays on, and prints nothing, whatever becomes of the sound: with a device, without one, with one that is
# pulled out and plugged in again, with OpenAL's null device, and where no sound is wanted.
# usage: with_display.sh sound.sh AXLE FAKE_OPENAL.so
fake=$2
set -- "$1"
. "$(dirname "$0")/drive_game.sh"
wide_track "$work/wide.track.yaml"
cd "$work"
export FAKE_OPENAL=$work/device

# drives OPTION...: a drive under way.
drives() {
    play ./wide.track.yaml --players=1 --mode=practice --timings "$@"
    expect "screen drive"
    lasts 0.5
}

# sounded WHAT PATTERN: the game ends as it is told, has printed nothing, and its sound went like that.
sounded() {
    kill -TERM "$game"
    if wait "$game"; then code=0; else code=$?; fi
    game=
    [ "$code" -eq 130 ] || fail "$1: the game ended with $code"
    [ ! -s "$work/errors" ] || fail "$1: it printed something"
    grep -Eq "^sound: $2\$" "$work/trace" || fail "$1: $(grep '^sound:' "$work/trace")"
    echo "$1: $(grep '^sound:' "$work/trace")"
}

# noted COUNT WHAT: whether the device was opened or closed so many times.
noted() { [ "$(grep -cx "$2" "$FAKE_OPENAL.log" 2>/dev/null)" = "$1" ]; }

some='[1-9][0-9]*'

ALSOFT_DRIVERS=null drives
lasts 2
sounded "null device" "$some blocks, [0-9]+ underruns, 1 devices opened, 0 lost"

drives --no-sound
lasts 1
sounded "no sound wanted" "0 blocks, 0 underruns, 0 devices opened, 0 lost"

ALSOFT_DRIVERS=nothing drives # of the real one
lasts 1
sounded "no driver" "0 blocks, 0 underruns, 0 devices opened, 0 lost"

LD_PRELOAD=$fake drives
lasts 1
sounded "no device" "0 blocks, 0 underruns, 0 devices opened, 0 lost"

: >"$FAKE_OPENAL"
LD_PRELOAD=$fake drives
until_true "the device" noted 1 opened
lasts 1
rm "$FAKE_OPENAL"
until_true "the loss of the device" noted 1 closed
: >"$FAKE_OPENAL"
until_true "the device again" noted 2 opened
lasts 1
sounded "a device that was pulled out" "$some blocks, [0-9]+ underruns, 2 devices opened, 1 lost"
