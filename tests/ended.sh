#!/usr/bin/env bash
# However the game is ended from outside, the recording under way is saved, and plays back: by a signal, by a window that
# is killed, by a display that is gone. Where it cannot be kept, that is said once.
# usage: with_display.sh ended.sh AXLE
. "$(dirname "$0")/drive_game.sh"
replays=$work/data/axle/replays
wide_track "$work/wide.track.yaml"
cd "$work"

# drives OPTION...: a drive under way, with the throttle held.
drives() {
    rm -rf "$work/data"
    play ./wide.track.yaml --players=1 --mode=practice "$@"
    expect "screen drive"
    press w
    lasts 0.5
}

# ended_by CODE WHAT: the game has ended with CODE, and the recording is there.
ended_by() {
    local code
    if wait "$game"; then code=0; else code=$?; fi
    game=
    [ "$code" -eq "$1" ] || fail "$2: ended with $code, not $1"
    "$axle" verify last >&2 || fail "$2: the recording is not saved"
    [ -z "$(find "$replays" -name '*.tmp')" ] || fail "$2: left $(ls -A "$replays")"
}

drives
kill -HUP "$game" # as INT and TERM, which the other scripts send
ended_by 130 SIGHUP
xdotool keyup w

drives
xdotool windowkill "$(xdotool search --pid "$game" | tail -n 1)"
ended_by 4 "a killed window"
xdotool keyup w

# A home that cannot be written to: one drives, and is told once, though two pauses try.
export XDG_DATA_HOME=/proc/nowhere XDG_STATE_HOME=/proc/nowhere
drives
for _ in 1 2; do
    tap Escape
    expect "screen pause"
    tap Escape
    expect "screen drive"
    lasts 0.2
done
stop_game
[ "$(grep -c ' says This drive is not kept: cannot write .*/last.replay": folder "/proc" cannot be written to: ' "$work/trace")" -eq 1 ] || fail "not told once"
[ "$(grep -c 'This drive is not kept' "$work/errors")" -eq 1 ] || fail "not told once on the terminal"
xdotool keyup w
export XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state

# A display of its own, which is taken away.
mkfifo "$work/display"
Xvfb -displayfd 9 -screen 0 1280x720x24 -nolisten tcp -noreset +extension GLX 9>"$work/display" >/dev/null 2>&1 &
server=$!
read -r -t 20 display <"$work/display"
export DISPLAY=:$display
drives
{ kill -KILL "$server" && wait "$server" || true; } 2>/dev/null
ended_by 4 "a display that is gone"
echo "ended by a signal, by its window and by its display: every recording is saved"
