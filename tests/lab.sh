#!/usr/bin/env bash
# The laboratory in its window: every panel with a real mouse, and again with real keys alone, in a virtual display; a
# polygon drawn, a guess, the views, and what is saved.
# usage: with_display.sh lab.sh AXLE SOURCE_FOLDER [FOLDER FOR PICTURES]
source=$2
set -- "$1" "${3:-$(mktemp -d)}"
. "$(dirname "$0")/drive_game.sh"
scenes=$work/data/axle/scenes

# lab [FILE]: opens the laboratory, and the first line about its desk is read.
lab() {
    seen=0 reader=
    : >"$work/trace"
    "$axle" lab "$@" --window=1280x720 --trace >>"$work/trace" 2>"$work/errors" &
    game=$!
    expect " lab "
}

# now_is TEXT: whether the last line about the desk has TEXT.
last=
look() {
    read_trace
    local at
    for ((at = ${#lines[@]} - 1; at >= 0; at--)); do
        if [[ ${lines[at]} == *" lab "*"row "* ]]; then
            last=${lines[at]}
            return 0
        fi
    done
    fail "nothing is said of the desk"
}
now_is() {
    look
    [[ $last == *"$1"* ]]
}
becomes() { until_true "$1" now_is "$1"; }

is_revealed() {
    look
    [[ $last != *" hidden"* ]]
}

# number PATTERN: what stands there in the last line about the desk.
number() {
    look
    [[ $last =~ $1 ]] || fail "no $1 in: $last"
    echo "${BASH_REMATCH[1]}"
}
is() { awk "BEGIN { exit !($1) }" || fail "not so: $1, in: $last"; }

x_of() { number " $1 [a-z]+ (-?[0-9.]+) "; }
y_of() { number " $1 [a-z]+ -?[0-9.]+ (-?[0-9.]+) "; }
angle_of() { number " $1 [a-z]+ [0-9. -]+ turned (-?[0-9.]+)"; }
velocity_of() { number " $1 [a-z]+ [^;]* velocity (-?[0-9.]+ -?[0-9.]+) "; }
rightwards() { number " $1 [a-z]+ [^;]* velocity (-?[0-9.]+) "; }
pixel_x() { number " $1 [a-z]+ [^;]* at (-?[0-9]+) "; }
pixel_y() { number " $1 [a-z]+ [^;]* at -?[0-9]+ (-?[0-9]+);"; }

# drag_by X Y RIGHT DOWN: takes what lies there and drags it.
drag_by() {
    point_at "$1" "$2"
    xdotool mousedown 1
    expect " button 1 down"
    xdotool mousemove $(($1 + $3 / 2)) $(($2 + $4 / 2))
    expect " mouse at "
    xdotool mousemove $(($1 + $3)) $(($2 + $4))
    expect " mouse at $(($1 + $3)) $(($2 + $4))"
    xdotool mouseup 1
    expect " button 1 up"
    look
}

# leave: by Esc, which ends it.
leave() {
    xdotool key Escape
    wait "$game" || fail "the laboratory ended with $?"
    game=
}

# Every panel, from its first scene on; the order is that of the table.
panels=$(sed -n 's/^PANEL([A-Z_]*, *\([a-z_]*\),.*/\1/p' "$source/src/scene/panels.def")
[ -n "$panels" ] || fail "no panels"

# to_panel NAME: by Page Down, which shows the shipped scenes in the order of their panels.
to_panel() {
    local tries
    for ((tries = 0; tries < 80; tries++)); do
        now_is " lab $1 " && return 0
        tap Next
        becomes "says Scene "
    done
    fail "no scene of $1"
}

lab
for panel in $panels; do
    to_panel "$panel"
    # With the mouse: the knob first, as it lies on nothing. A panel that shows the shapes elsewhere has a sketch in large letters.
    sketch=
    if now_is "without hands"; then
        sketch=v
        tap v
        becomes " light "
    fi
    before=$(angle_of a)
    knob_x=$(number " knob at (-?[0-9]+) ") knob_y=$(number " knob at -?[0-9]+ (-?[0-9]+),")
    drag_by "$knob_x" "$knob_y" 21 33
    is "$(angle_of a) != $before"
    before=$(rightwards a)
    tip_x=$(number " tip at (-?[0-9]+) ") tip_y=$(number " tip at -?[0-9]+ (-?[0-9]+),")
    drag_by "$tip_x" "$tip_y" 24 -18
    is "$(rightwards a) > $before"
    before=$(x_of a)
    at=$(pixel_x a)
    drag_by "$((at + 3))" "$(($(pixel_y a) + 3))" -40 12
    is "$(x_of a) < $before"
    picture "$panel-mouse"
    [ -z "$sketch" ] || tap v
    # By keys alone: the other shape, moved, turned, and one row changed.
    tap Tab
    becomes "shape b"
    before=$(x_of b)
    turned=$(angle_of b)
    tap d
    tap q
    look
    is "$(x_of b) > $before + 0.09"
    is "$(angle_of b) != $turned"
    until now_is "row Speed"; do tap Up; done
    before=$(velocity_of b)
    tap Right
    look
    [ "$(velocity_of b)" != "$before" ] || fail "no other speed: $last"
    tap t
    becomes "lab $panel sheet"
    tap t
    becomes "lab $panel working"
    picture "$panel-working"
    tap t
    becomes "lab $panel about"
    tap t
    becomes "lab $panel rows"
    tap p
    becomes "lab $panel rows hidden"
    picture "$panel-hidden"
    tap r
    until_true "the answers" is_revealed
    tap p
    tap v
    becomes "lab $panel rows light"
    picture "$panel-light"
    tap t # the tables and charts, of which the next begins
    becomes "lab $panel sheet light"
    tap Down
    picture "$panel-figures"
    tap t
    tap t
    tap t
    becomes "lab $panel rows light"
    tap v
    tap Tab
    becomes "shape a"
done

# A polygon by the mouse.
to_panel axes
tap n
for corner in "150 200" "300 200" "300 330" "220 260" "150 330"; do
    read -r x y <<<"$corner"
    point_at "$x" "$y"
    click_there
done
becomes ", 5 points"
point_at 151 201
click_there
becomes ", 0 points"
becomes " a polygon "
picture polygon

# Its first corner by the mouse, then by keys; one that would make it cross itself is refused.
becomes " corner 1 "
before=$(number " corner 1 (-?[0-9.]+) ")
corner_x=$(number " corner 1 [^;]* at (-?[0-9]+) ") corner_y=$(number " corner 1 [^;]* at -?[0-9]+ (-?[0-9]+);")
drag_by "$corner_x" "$corner_y" -30 -6
is "$(number " corner 1 (-?[0-9.]+) ") < $before"
becomes "says Corner 1 of 5 at "
tap c
becomes " corner 1 chosen "
before=$(number " corner 1 chosen (-?[0-9.]+) ")
tap Right
look
is "$(number " corner 1 chosen (-?[0-9.]+) ") > $before + 0.09"
tap BackSpace
until_true "undone" now_is " corner 1 chosen $before "
corner_x=$(number " corner 1 [^;]* at (-?[0-9]+) ") corner_y=$(number " corner 1 [^;]* at -?[0-9]+ (-?[0-9]+);")
drag_by "$corner_x" "$corner_y" 330 60
becomes "crosses itself"
picture corners
tap Escape
becomes " corner 1 "

# Saved, under its name; again into its own file; the pictures beside it.
press ctrl
tap s
release ctrl
becomes "says Saved: "
file=$(echo "$scenes"/*.scene.yaml)
"$axle" check "$file" || fail "what was saved is no scene"
tap d
press ctrl
tap s
release ctrl
becomes "what was there: .bak"
[ -e "$file.bak" ] || fail "the old one is lost"
press ctrl
tap e
release ctrl
becomes "says Written: "
stem=${file%.scene.yaml}
until_true "a PNG" test -s "$stem.png"
"$axle" lab "$file" --picture="$work/same.svg" && cmp "$work/same.svg" "$stem.svg" || fail "the window writes another SVG than the command"
"$axle" lab "$file" --format=csv >"$work/same.csv" && cmp "$work/same.csv" "$stem.csv" || fail "the window writes another CSV than the command"
"$axle" lab "$file" --picture="$work/same.png" && cmp "$work/same.png" "$stem.png" || fail "the window writes another PNG than the command"
leave

# What was saved opens again, and is listed with the shipped ones. Esc over a change asks.
lab "$file"
now_is " a polygon " || fail "another scene: $last"
tap a
tap Escape
becomes "Esc again leaves"
leave

# From the menus and back.
play
expect "screen title"
tap Tab
expect "screen menu"
for ((i = 0; i < 20; i++)); do
    tap Down
    tap Return
    expect "screen "
    [[ $line == *"screen lab"* ]] && break
    tap Escape
    expect "screen menu"
done
becomes " lab axes "
tap Escape
expect "screen menu"
stop_game
