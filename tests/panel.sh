#!/usr/bin/env bash
# A tuner at the panel of the real program, with a real mouse and real keys in a virtual display: a number searched,
# dragged and typed, saved as a car, saved again, the other set-up driven, a crash.
# usage: with_display.sh panel.sh AXLE [FOLDER FOR PICTURES]
. "$(dirname "$0")/drive_game.sh"

cat >"$work/mine.car.yaml" <<'CAR'
format: car/1
name: Mine
base: gt
CAR

# place ID: where that thing of the panel is, by the last line that told.
place() {
    local at
    at=$(grep -F " panel $1 at " "$work/trace" | tail -n 1 | sed 's/.* at \([0-9-]*\) \([0-9-]*\), \([0-9]*\) wide/\1 \2 \3/')
    [ -n "$at" ] || fail "no $1 on the panel"
    echo "$at"
}

# point ID [SHARE OF ITS WIDTH, %]
point() {
    local x y width
    read -r x y width <<<"$(place "$1")"
    xdotool mousemove $((x + width * (${2:-50} - 50) / 100)) "$y"
    sleep 0.15
}

click() {
    point "$1"
    xdotool mousedown 1
    sleep 0.15
    xdotool mouseup 1
    sleep 0.15
}

# drag ID SHARE: takes it in its middle and leaves it there. Each step is seen by a frame of its own, however slow.
drag() {
    point "$1"
    xdotool mousedown 1
    expect "m/s, tick" 20
    point "$1" "$2"
    expect "m/s, tick" 20
    xdotool mouseup 1
    sleep 0.15
}

# driven: what the running car has now.
driven() {
    expect "m/s, tick" 20
    expect "m/s, tick" 20
    echo "${line##*mu_y_rear }"
}

play first-oval --car="$work/mine.car.yaml" --players=1 --mode=practice
expect "screen drive, 1 player" 60
loaded=$(driven)
tap F3
expect "panel is so" 20

# Search, then drag: the car that is driven has the new number at once.
click view.all
expect "panel search at" 10
click search
xdotool type --delay 80 "mu_y_rear"
expect "panel is so" 10
drag a.tyres.mu_y_rear 70
changed=$(driven)
[ "$changed" != "$loaded" ] || fail "the slider did nothing: $loaded"
awk "BEGIN { exit !($changed > 1.8 && $changed < 2.6) }" || fail "not where it was left: $changed"
picture dragged

# Saved: only the difference stands in the file.
click button.save
expect "panel save.name at" 10
xdotool type --delay 80 "My drift!"
picture saving
tap Return
expect 'says set-up A saved as car "my-drift"' 10
picture saved
saved=$work/data/axle/cars/my-drift.car.yaml
cat >"$work/wanted" <<WANTED
format: car/1
name: "My drift!"
base: gt

tyres:
  mu_y_rear: $changed
WANTED
sed 's/ *#.*//' "$saved" | diff "$work/wanted" - >&2 || fail "not the difference alone: $(cat "$saved")"
"$axle" check "$saved" >&2 || fail "what was saved is no car"
"$axle" list cars | grep -q '^my-drift  *My drift!' || fail "not listed: $("$axle" list cars)"

# The same text for the clipboard.
click button.save
expect "panel save.copy at" 10
click save.copy
expect "says the text of a car file is on the clipboard" 10
if command -v xclip >/dev/null; then
    timeout 10 xclip -o -selection clipboard | diff "$saved" - >&2 || fail "another text on the clipboard"
fi

# The other set-up is as it was; saved under the same name it takes the place of the first, under
# the name of a shipped car it does not hide that.
click button.swap
expect "set-up B at" 10
case $line in *"mu_y_rear $loaded") ;; *) fail "B is not the car as it was: $line" ;; esac
click button.save
expect "panel save.name at" 10
tap Return
expect 'says set-up B saved as car "my-drift"' 10
grep -q tyres "$saved" && fail "B differs in nothing: $(cat "$saved")"
click button.save
expect "panel save.name at" 10
xdotool keydown ctrl key a keyup ctrl
xdotool type --delay 80 "hatch"
tap Return
expect 'says set-up B saved as car "hatch-2"' 10
[ ! -e "$work/data/axle/cars/hatch.car.yaml" ] || fail "a shipped car is hidden"

# The cross closes it, F3 brings it back.
click button.close
sleep 0.3
tap F3
expect "panel is so" 20

# What is not saved outlives a crash: it is a car beside the others, and said when the panel opens next.
drag a.tyres.mu_y_rear 65
kept=$work/state/axle/unsaved/mine-a.car.yaml
for _ in $(seq 300); do
    [ ! -e "$kept" ] || break
    sleep 0.1
done
kill -KILL "$game" 2>/dev/null
wait "$game" 2>/dev/null || true
"$axle" check "$kept" >&2 || fail "unsaved numbers are no car"
grep -q "mu_y_rear" "$kept" || fail "not what was changed: $(cat "$kept")"
seen=0
play first-oval --car="$work/mine.car.yaml" --players=1 --mode=practice
expect "screen drive, 1 player" 60
tap F3
expect "says last time's unsaved numbers: --car=" 20

stop_game
echo "searched, dragged, saved and swapped: fine"
