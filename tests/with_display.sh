#!/usr/bin/env bash
# Runs a command in a virtual display of its own. usage: with_display.sh COMMAND...
set -euo pipefail
work=$(mktemp -d)
mkfifo "$work/display"
Xvfb -displayfd 9 -screen 0 1280x720x24 -nolisten tcp -noreset +extension GLX 9>"$work/display" >/dev/null 2>&1 &
xvfb=$!
finish() {
    kill "$xvfb" 2>/dev/null || true
    wait "$xvfb" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
read -r -t 20 display <"$work/display" # Xvfb picks the number itself, so that no two runs fight for one
DISPLAY=:$display "$@"
