# Sourced by the scripts that drive the real game with real keys in a virtual display.
# usage: SCRIPT AXLE [FOLDER FOR PICTURES]; they start the game with `play OPTION...`.
set -euo pipefail
axle=$1
pictures=${2:-$(mktemp -d)}
work=$(mktemp -d)
mkdir -p "$pictures"
export XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state
game=
finish() {
    kill $(jobs -p) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

play() {
    "$axle" play "$@" --window=960x540 --fixed-dt --trace >"$work/trace" 2>"$work/errors" &
    game=$!
}

fail() {
    echo "failed: $1" >&2
    echo "--- trace" >&2
    cat "$work/trace" >&2
    echo "--- errors" >&2
    cat "$work/errors" >&2
    exit 1
}

# expect TEXT SECONDS: waits until the trace has a line with TEXT after the last one expected; it is then in $line.
seen=0
line=
expect() {
    local end=$((SECONDS + $2)) at
    while [ "$SECONDS" -lt "$end" ]; do
        at=$(tail -n "+$((seen + 1))" "$work/trace" | grep -n -m 1 -F -- "$1" | cut -d: -f1 || true)
        if [ -n "$at" ]; then
            seen=$((seen + at))
            line=$(sed -n "${seen}p" "$work/trace")
            return
        fi
        kill -0 "$game" 2>/dev/null || fail "the game ended while waiting for: $1"
        sleep 0.05
    done
    fail "no \"$1\" within $2 s"
}

tap() {
    xdotool keydown "$1"
    sleep 0.15
    xdotool keyup "$1"
}

picture() {
    tap F12
    expect " picture " 20
    mv "$work"/data/axle/pictures/*.png "$pictures/$1.png"
}

# Ends the game as a terminal does, and says so of it.
stop_game() {
    local code
    kill -TERM "$game"
    if wait "$game"; then code=0; else code=$?; fi
    game=
    [ "$code" -eq 130 ] || fail "the game ended with $code"
}
