# Sourced by the scripts that drive the real game with real keys in a virtual display.
# usage: SCRIPT AXLE [FOLDER FOR PICTURES]; they start the game with `play OPTION...`.
#
# Nothing here waits for a time on the wall, which means nothing on a machine with other work: keys are pressed until
# the game has seen them (press, release, tap), and what takes time takes the game's own (lasts).
#
# Without a GPU nearly all of the time goes into drawing: one frame of six (or DRAW_EVERY) is drawn, and those that are
# pictured.
set -euo pipefail
awk() { LC_ALL=C command awk "$@"; } # its numbers have a point, wherever this runs
axle=$1
pictures=${2:-$(mktemp -d)}
work=$(mktemp -d)
mkdir -p "$pictures"
export XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
PATIENCE=200 # s of the game until a test that waits in vain gives up; longer than anything takes
STANDS=120   # s on the wall without a line of the trace, after which it stands
game=
finish() {
    kill $(jobs -p) 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

seen=0   # lines of the trace that are read
line=    # the last of them that was waited for
lines=() # all that the trace has so far ...
begun=   # ... and of a line that is being written
reader=  # the process that has it open
play() {
    seen=0 reader=
    : >"$work/trace"
    "$axle" play "$@" --window="${WINDOW:-960x540}" --fixed-dt --draw-every="${DRAW_EVERY:-6}" --trace >>"$work/trace" 2>"$work/errors" &
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

# Waiting starts no program: with several games at once that would take more time than they do.
exec {never}<> <(:) # a pipe in which nothing ever comes
nap() { read -r -t 0.02 -u "$never" || true; }

# Takes what is new of the trace into $lines. All that waits calls this fifty times a second: it starts no program, and
# reads nothing twice. What runs beside (steer &) opens it anew: it would share the place in the file, and take lines away.
read_trace() {
    local new
    if [ "$reader" != "$BASHPID" ]; then
        reader=$BASHPID lines=() begun=
        exec {trace}<"$work/trace"
    fi
    while IFS= read -r -u "$trace" new; do
        lines+=("$begun$new")
        begun=
    done
    begun+=$new
}

# The game's clock goes to $now, ms.
now=0
look_at_clock() {
    read_trace
    now=0
    if [ ${#lines[@]} -gt 0 ] && [[ ${lines[-1]} =~ ^([0-9]+)\.([0-9][0-9])([0-9]?)" " ]]; then
        now=$((10#${BASH_REMATCH[1]}${BASH_REMATCH[2]}${BASH_REMATCH[3]:-0}))
    fi
}

# until_true WHAT COMMAND...: waits until the command is true; WHAT is told where it never is.
until_true() {
    local what=$1 from looked=$SECONDS grew=$SECONDS count=-1
    shift
    look_at_clock
    from=$now
    until "$@"; do
        kill -0 "$game" 2>/dev/null || fail "the game ended while waiting for: $what"
        if [ "$looked" -ne "$SECONDS" ]; then
            looked=$SECONDS
            look_at_clock
            [ ${#lines[@]} -eq "$count" ] || grew=$SECONDS
            count=${#lines[@]}
            [ $((SECONDS - grew)) -lt "$STANDS" ] || fail "the game stands while waiting for: $what"
            [ $((now - from)) -lt $((1000 * PATIENCE)) ] || fail "waited in vain for: $what"
        fi
        nap
    done
}

# has_line TEXT: whether a line after those read has TEXT; it is then in $line, and read.
has_line() {
    local at
    read_trace
    for ((at = seen; at < ${#lines[@]}; at++)); do
        if [[ ${lines[at]} == *"$1"* ]]; then
            line=${lines[at]}
            seen=$((at + 1))
            return 0
        fi
    done
    return 1
}

# expect TEXT: waits until the trace has a line with TEXT after the last one read.
expect() { until_true "$1" has_line "$1"; }

# from_now: what the trace has so far is read.
from_now() {
    read_trace
    seen=${#lines[@]}
}

# has_come MS: whether the game's clock, in the last line of the trace, shows that time.
has_come() {
    look_at_clock
    [ "$now" -ge "$1" ]
}

# lasts SECONDS: waits until that much of the game's own time has passed. There must be a car that somebody drives.
lasts() {
    local time
    look_at_clock
    time=$(awk -v now="$now" -v more="$1" 'BEGIN { printf "%.0f", now + 1000 * more }')
    until_true "game time $time ms" has_come "$time"
}

# The name that the trace has for a key of xdotool.
key_name() {
    case $1 in
    Up) echo "↑" ;; Down) echo "↓" ;; Left) echo "←" ;; Right) echo "→" ;;
    Escape) echo Esc ;; Return) echo Enter ;; space) echo Space ;; comma) echo , ;; period) echo . ;;
    ?) echo "${1^}" ;;
    ctrl) echo "Left Ctrl" ;; Control_R) echo "Right Ctrl" ;; apostrophe) echo "'" ;; Next) echo "Page Down" ;; BackSpace) echo Backspace ;;
    *) echo "$1" ;;
    esac
}

# press KEY..., release KEY...: until the game has seen it. What comes of it is in the lines that follow.
press() { move_keys down "$@"; }
release() { move_keys up "$@"; }
move_keys() {
    local key
    for key in "${@:2}"; do
        from_now
        xdotool "key$1" "$key"
        expect " key $(key_name "$key") $1"
    done
}

# tap KEY: what comes of it is in the lines after the press.
tap() {
    local pressed
    press "$1"
    pressed=$seen
    release "$1"
    seen=$pressed
}

# point_at X Y: moves the mouse there. click_there: clicks where it is.
point_at() {
    from_now
    case "$(xdotool getmouselocation)" in "x:$1 y:$2 "*) return ;; esac
    xdotool mousemove "$1" "$2"
    expect " mouse at "
}
click_there() {
    local pressed
    from_now
    xdotool mousedown 1
    expect " button 1 down"
    pressed=$seen
    xdotool mouseup 1
    expect " button 1 up"
    seen=$pressed
}

# write_ring: $work/ring.track.yaml, a small oval on which held keys get round.
write_ring() {
    cat >"$work/ring.track.yaml" <<'TRACK'
format: track/1
name: Ring
ribbons:
  - curve: round
    radius: 24
    points: [[-45, -26], [45, -26], [45, 26], [-45, 26]]
TRACK
}

# place ID: where that thing of the tuning panel is, by the last line that told.
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
    point_at $((x + width * (${2:-50} - 50) / 100)) "$y"
}

click() {
    point "$1"
    click_there
}

# drag ID SHARE: takes it in its middle and leaves it there.
drag() {
    point "$1"
    xdotool mousedown 1
    expect " button 1 down"
    point "$1" "$2"
    xdotool mouseup 1
    expect " button 1 up"
}

picture() {
    tap F12
    expect " picture "
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

# From a race by the pause to the title.
to_title() {
    tap Escape
    expect "screen pause"
    tap Up # the last row, which asks
    tap Return
    lasts 0.1
    tap Return
    expect "screen title"
}

# From the title by the menus into a time trial alone.
time_trial_alone() {
    tap Tab
    expect "screen menu"
    tap Down # past the battle
    tap Down # and the championship
    tap Down
    tap Return
    expect "screen tracks"
    tap Return
    expect "screen setup"
    tap Return
    expect "screen drive, 1 player"
}

# From the title by the menu, which is the end of the game, and that it had nothing to complain of.
quit_by_menu() {
    tap Escape
    expect "screen menu"
    tap Up # Quit
    tap Return # which asks
    xdotool key Return
    wait "$game" || fail "the game did not end well"
    game=
    [ ! -s "$work/errors" ] || fail "there is something on stderr"
}

# wide_track FILE: writes a track that is wide and has no walls.
wide_track() {
    cat >"$1" <<'TRACK'
format: track/1
name: Wide
ground: asphalt
ribbons:
  - curve: round
    radius: 90
    width: 60
    wall: none
    points: [[-450, -200], [450, -200], [450, 200], [-450, 200]]
TRACK
}
