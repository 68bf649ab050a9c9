#!/usr/bin/env bash
# Contacts of the real program, in a virtual display: a car hits a wall, and the contact is picked, stepped back and forth
# and saved, once with keys alone and once with the mouse; the laboratory opens what was saved.
# usage: with_display.sh contacts.sh AXLE [FOLDER FOR PICTURES]
. "$(dirname "$0")/drive_game.sh"
WINDOW=1280x720
write_ring

# drives_into_wall: straight on from the start, with forces shown, until the wall and a little on.
drives_into_wall() {
    expect "screen drive, 1 player"
    tap F4
    press w
    until_true "a hit" has_line "hits 1"
    lasts 0.2
    release w
}
# opens_contacts: pauses the race and chooses the row of its contacts.
opens_contacts() {
    tap Escape
    expect "screen pause"
    lasts 0.5
    tap Down
    tap Return
    expect "screen contacts"
    lasts 0.5
}
# tick_is NUMBER: waits until that tick is shown.
tick_is() { expect ", tick $1, page"; }
# shown_tick: the tick of the last line that told one.
shown_tick() {
    line=${line#*, tick }
    echo "${line%%,*}"
}
# saved: the one scene that was saved; it can be read, and it is drawn.
saved() {
    local file
    expect "says Saved: axle lab "
    file=$(ls "$work"/data/axle/scenes/*.scene.yaml)
    "$axle" check "$file" >&2 || fail "what was saved is no scene"
    "$axle" lab "$file" --format=csv >"$work/csv" || fail "the laboratory does not open it"
    grep -q "^touch,1" "$work/csv" || fail "it touches nothing: $(cat "$work/csv")"
    rm "$file"
}

# Keys alone, in a race that is paused.
play "$work/ring.track.yaml" --car=hatch --players=1
drives_into_wall
opens_contacts
picture contacts
tap Return
expect "contact 1 of "
tick=$(shown_tick)
lasts 0.5
picture over-time
tap Left
tick_is $((tick - 1))
tap Left
tick_is $((tick - 2))
tap Right
tick_is $((tick - 1))
tap Down
tap Right
expect "page 1"
picture axes
tap Right
expect "page 2"
picture pieces
tap Down
tap Return
saved
tap Escape
expect "screen contacts"
tap Escape
expect "screen pause"
stop_game

# The mouse alone, in practice that stands still.
play "$work/ring.track.yaml" --car=hatch --players=1 --mode=practice
drives_into_wall
tap F10
expect "panel contact.1 at"
lasts 2 # the picture comes to rest
click contact.1
expect "contact 1 of "
tick=$(shown_tick)
lasts 0.5
# The rows of the menu, as the window of this size has them: their arrows and their middles.
point_at 264 224
click_there
tick_is $((tick - 1))
point_at 436 224
click_there
tick_is "$tick"
click_there
tick_is $((tick + 1))
point_at 436 271
click_there
expect "page 1"
point_at 150 318
click_there
saved
picture mouse
point_at 80 364
click_there
expect "screen drive"
stop_game

# A window that is narrow: the shapes and a chart stand over the rows.
WINDOW=640x480
play "$work/ring.track.yaml" --car=hatch --players=1
drives_into_wall
opens_contacts
tap Return
expect "contact 1 of "
tick=$(shown_tick)
lasts 0.5
picture narrow
tap Left
tick_is $((tick - 1))
tap Down
tap Down
tap Right
picture narrow-table
stop_game
echo "picked, stepped and saved, with keys and with the mouse: fine"
