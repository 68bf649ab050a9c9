#!/usr/bin/env bash
# What people set outlives the program, and what a command line says does not; a file that is spoilt is kept aside. Keys in
# a virtual display.
# usage: with_display.sh settings.sh AXLE
. "$(dirname "$0")/drive_game.sh"
file=$work/config/axle/settings.yaml
mkdir -p "$(dirname "$file")"

# holds TEXT: whether the file has a line that is TEXT.
holds() { grep -qxF -- "$1" "$file"; }

cat >"$file" <<'YAML'
# mine
display: {ui_scale: 1.5} # larger
race: {mode: practice, track: gone, car: hatch}
tools: [hammer]
YAML

# The track of the last run is gone: one drives the first one, and the last one stays remembered. What the command line says is for one run.
play --players=1 --laps=7
expect "screen drive"
expect 'says Settings, line 4: unknown key "tools" in settings: it is kept, and does nothing. Cannot load gone again'
tap F11
lasts 1.2 # changes are saved once they have rested for a second
holds "display: {ui_scale: 1.5, mode: fullscreen} # larger" || fail "F11 is not kept: $(cat "$file")"
holds "race: {mode: practice, track: gone, car: hatch}" || fail "another track or race: $(cat "$file")"
holds "# mine" && holds "tools: [hammer]" || fail "what was written by hand is lost: $(cat "$file")"
tap F11
stop_game
holds "display: {ui_scale: 1.5, mode: windowed} # larger" || fail "not saved at the end: $(cat "$file")"

# A file that is none is told of and kept.
echo "display: {" >"$file"
play --players=1 --mode=practice
expect "screen drive"
expect "says Settings: the file is kept as settings.yaml.broken"
stop_game
grep -qF "E103" "$work/errors" || fail "the mistake is not named"
[ "$(cat "$file.broken")" = "display: {" ] || fail "the broken file changed"
[ ! -e "$file" ] || fail "nothing was set, but there is a file"
