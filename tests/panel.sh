#!/usr/bin/env bash
# A tuner at the panel of the real program, with a real mouse and real keys in a virtual display: a number searched,
# dragged and typed, saved as a car, saved again, the other set-up driven, a crash, undo.
# usage: with_display.sh panel.sh AXLE [FOLDER FOR PICTURES]
. "$(dirname "$0")/drive_game.sh"

cat >"$work/mine.car.yaml" <<'CAR'
format: car/1
name: Mine
note: Softer, for the rain.   # at Quarry
base: gt
CAR

# driven: what the running car has now.
driven() {
    expect "m/s, tick"
    expect "m/s, tick"
    echo "${line##*mu_y_rear }"
}

play first-oval --car="$work/mine.car.yaml" --players=1 --mode=practice
expect "screen drive, 1 player"
loaded=$(driven)
tap F3
expect "panel is so"

# Search, then drag: the car that is driven has the new number at once.
click view.all
expect "panel search at"
click search
xdotool type --delay 80 "mu_y_rear"
expect "panel is so"
drag a.tyres.mu_y_rear 70
changed=$(driven)
[ "$changed" != "$loaded" ] || fail "the slider did nothing: $loaded"
awk "BEGIN { exit !($changed > 1.8 && $changed < 2.6) }" || fail "not where it was left: $changed"
picture dragged

# Esc closes the menu of a row and does not pause as well.
point a.tyres.mu_y_rear 30
xdotool click 3
expect "panel menu.reset at"
tap Escape
expect "panel is so"
has_line "screen pause" && fail "Esc paused the game too"
tap Escape
expect "screen pause"
tap Escape
expect "screen drive"

# Saved: the file that was driven, note and comments, with the name and the number in it.
click button.save
expect "panel save.name at"
xdotool type --delay 80 "My drift!"
picture saving
tap Return
expect 'says set-up A saved as car "my-drift"'
picture saved
saved=$work/data/axle/cars/my-drift.car.yaml
cat >"$work/wanted" <<WANTED
format: car/1
name: My drift!
note: Softer, for the rain.   # at Quarry
base: gt
tyres: {mu_y_rear: $changed}
WANTED
diff "$work/wanted" "$saved" >&2 || fail "not the file with the difference: $(cat "$saved")"
"$axle" check "$saved" >&2 || fail "what was saved is no car"
"$axle" list cars | grep -q '^my-drift  *My drift!' || fail "not listed: $("$axle" list cars)"

# The same text for the clipboard.
click button.save
expect "panel save.copy at"
click save.copy
expect "says the text of a car file is on the clipboard"
if command -v xclip >/dev/null; then
    timeout 10 xclip -o -selection clipboard | diff "$saved" - >&2 || fail "another text on the clipboard"
fi

# The other set-up is as it was; saved under the same name it takes the place of the first, under
# the name of a shipped car it does not hide that.
click button.swap
expect "set-up B at"
case $line in *"mu_y_rear $loaded") ;; *) fail "B is not the car as it was: $line" ;; esac
click button.save
expect "panel save.name at"
tap Return
expect 'says set-up B saved as car "my-drift"'
grep -q tyres "$saved" && fail "B differs in nothing: $(cat "$saved")"
click button.save
expect "panel save.name at"
press ctrl
tap a
release ctrl
xdotool type --delay 80 "hatch"
tap Return
expect 'says set-up B saved as car "hatch-2"'
[ ! -e "$work/data/axle/cars/hatch.car.yaml" ] || fail "a shipped car is hidden"

# Any car can be loaded into B: what was saved, and what is shipped.
click button.load
expect "panel load.my-drift at"
picture loading
click load.hatch
expect 'says "hatch" is loaded into B'
[ "$(driven)" = 1.06 ] || fail "B is not the hatch"
click button.save
expect "panel save.name at"
press ctrl
tap a
release ctrl
xdotool type --delay 80 "City"
tap Return
expect 'says set-up B saved as car "city"'
head -n 4 "$work/data/axle/cars/city.car.yaml" | grep -q "^base: hatch" || fail "what came from the hatch builds on another car"
click button.undo
[ "$(driven)" = "$loaded" ] || fail "the loaded car is not taken away again"

# The cross closes it, F3 brings it back.
click button.close
tap F3
expect "panel is so"

# What is not saved outlives a crash: it is a car beside the others, and said when the panel opens next.
drag a.tyres.mu_y_rear 65
kept=$work/state/axle/unsaved/mine-a.car.yaml
until_true "unsaved numbers kept" test -e "$kept"
kill -KILL "$game" 2>/dev/null
wait "$game" 2>/dev/null || true
"$axle" check "$kept" >&2 || fail "unsaved numbers are no car"
grep -q "mu_y_rear" "$kept" || fail "not what was changed: $(cat "$kept")"
play first-oval --car="$work/mine.car.yaml" --players=1 --mode=practice
expect "screen drive, 1 player"
tap F3
expect "says Unsaved numbers of last time: --car="

# There they are put back, taken away again and put back again.
[ "$(driven)" = "$loaded" ] || fail "put back unasked"
click button.restore
expect "says The unsaved numbers of last time are back"
restored=$(driven)
grep -qF "{mu_y_rear: $restored}" "$kept" || fail "not the unsaved number: $restored"
click button.undo
[ "$(driven)" = "$loaded" ] || fail "not undone"
click button.redo
[ "$(driven)" = "$restored" ] || fail "not made again"
picture restored

stop_game
echo "searched, dragged, saved and swapped: fine"
