#!/usr/bin/env bash
# A newcomer in the real game, with real keys in a virtual display: the first lap of the twisty track in each car, without
# a spin; then the drift car drifts by the handbrake.
# usage: with_display.sh newcomer.sh AXLE DRIVE_KEYS [FOLDER FOR PICTURES] [CAR...]
axle=$1 drive_keys=$2
pictures=${3:-$(mktemp -d)}
cars=("${@:4}")
[ ${#cars[@]} -gt 0 ] || cars=(hatch drift gt formula kart)
. "$(dirname "$0")/drive_game.sh" "$axle" "$pictures"

# One lap, with three pictures on the way.
lap() {
    local seed=3 at
    play kiln-road --car="$1" --players=1 --mode=practice
    expect "screen drive, 1 player"
    (tail -n +1 -s 0.02 -f --pid=$$ "$work/trace" | "$drive_keys" kiln-road "$1" "$seed" 2>"$work/result" | xdotool -) &
    local driver=$!
    for at in 12 25 40; do
        expect " place "
        until awk -v at="$at" '$2 == "place" && $1 >= at { found = 1 } END { exit !found }' "$work/trace"; do
            [ ! -s "$work/result" ] || break
            sleep 0.1
        done
        picture "$1-$at"
    done
    for _ in $(seq 3000); do
        [ ! -s "$work/result" ] || break
        kill -0 "$game" 2>/dev/null || fail "the game ended"
        sleep 0.1
    done
    [ -s "$work/result" ] || fail "no lap"
    kill "$driver" 2>/dev/null || true
    cat "$work/result"
    grep -q ' 0 spins' "$work/result" || fail "it spun"
    stop_game
    rm "$work/result"
}

# Gas, a turn, the handbrake for a moment, gas: how long the car is beyond 20 degrees.
drift() {
    wide_track "$work/wide.track.yaml"
    play "$work/wide.track.yaml" --car=drift --players=1 --mode=practice
    expect "screen drive, 1 player"
    press w
    until awk '$2 == "place" { speed = $7 } END { exit !(speed >= 19) }' "$work/trace"; do
        kill -0 "$game" 2>/dev/null || fail "the game ended"
        sleep 0.05
    done
    press a
    lasts 0.4
    press space
    lasts 0.6
    release space
    until awk '$2 == "place" { slip = $9 < 0 ? -$9 : $9; run = slip > 20 ? run + 1 : 0; most = run > most ? run : most } END { exit !(most >= 20) }' "$work/trace"; do
        sleep 0.05
        [ "$(tail -n 1 "$work/trace" | cut -d. -f1)" -lt 30 ] || fail "no drift of 1 s"
    done
    picture drift-handbrake
    release a w
    lasts 2
    awk '$2 == "place" { slip = $9 < 0 ? -$9 : $9; run = slip > 20 ? run + 1 : 0; longest = run > longest ? run : longest; most = slip > most ? slip : most; last = slip }
        END { printf "drift: %.2f s beyond 20 degrees, at most %.0f, %.1f at the end\n", longest / 20, most, last; exit !(longest >= 30 && most < 60 && last < 10) }' "$work/trace" ||
        fail "no drift of 1.5 s that is caught"
    stop_game
}

for car in "${cars[@]}"; do
    lap "$car"
done
drift
echo "five first laps and a drift: fine"
