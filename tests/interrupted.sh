#!/usr/bin/env bash
# A long command that is ended by a signal ends with 130, at once or after what is under way, and leaves whole files or none.
# usage: interrupted.sh AXLE SOURCE_FOLDER
set -uo pipefail
awk() { LC_ALL=C command awk "$@"; } # its numbers have a point, wherever this runs
axle=$1
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export AXLE_DATA=$2 XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config
failures=0
fail() {
    echo "$1"
    failures=$((failures + 1))
}

# catches PID: whether that process is the program, and has begun to catch SIGTERM.
catches() {
    local mask
    [ "$(readlink "/proc/$1/exe")" -ef "$axle" ] || return 1
    mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
    [ $((16#${mask:-0} & 0x4000)) -ne 0 ]
}

# interrupts SIGNAL MILLISECONDS ARGUMENT...: the program is sent SIGNAL that long after it has begun; it is then to end with 130.
interrupts() {
    local signal=$1 after=$2 code pid
    shift 2
    "$axle" "$@" >out 2>err &
    pid=$!
    until catches "$pid"; do
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.01
    done
    sleep "$(printf '0.%03d' "$after")"
    kill "-$signal" "$pid" 2>/dev/null
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || fail "SIG$signal: axle $* ended with $code, not 130: $(head -n 3 err)"
    [ -z "$(find . -name '.axle-*')" ] || fail "SIG$signal: axle $* left $(find . -name '.axle-*')"
}

long=(race "$AXLE_DATA/tracks/kiln-road.track.yaml" --cars=32 --laps=99 --out=a.replay --picture=a.svg)
for signal in HUP INT TERM; do
    interrupts "$signal" 100 "${long[@]}"
done
[ ! -e a.replay ] && [ ! -e a.svg ] || fail "a race that was not over left $(ls)"

cp "$AXLE_DATA/tracks/kiln-road.track.yaml" "$AXLE_DATA/tracks/first-oval.track.yaml" .
cksum ./*.yaml >before
interrupts HUP 30 medals --write kiln-road.track.yaml first-oval.track.yaml kiln-road.track.yaml first-oval.track.yaml
cksum ./*.yaml | cmp -s - before || fail "medals were written in part"

# A sweep reports and writes what it has driven.
interrupts HUP 200 tune sweep gt --tests=launch --vary=body.mass=1000:1500:5 --vary=tyres.mu_y_rear=1:2:0.05 --jobs=1 --csv=a.csv
[ "$(head -c 4 a.csv)" = "run," ] || fail "the sweep has written nothing"
awk -F, 'NR == 1 { columns = NF } NF != columns { exit 1 }' a.csv || fail "the sweep's last row is not whole"

# A reader that goes away costs no file.
"$axle" tune sweep gt --tests=launch --vary=body.mass=1000:1199:1 --top=200 --csv=read.csv 2>err | true
[ "$(wc -l <read.csv)" -eq 201 ] || fail "the sweep has not written all of its runs: $(cat err)"

# The telemetry of a replay is a file that grows for long: it is taken away.
"$axle" race first-oval --cars=8 --laps=30 --out=b.replay >out 2>err || fail "no replay: $(cat err)"
interrupts TERM 60 replay b.replay --csv=b.csv --rate=240
[ ! -e b.csv ] || fail "half a CSV is left"
interrupts TERM 20 verify b.replay

# An import is over in a moment: wherever in it the signal comes, there is the whole track or none.
awk 'BEGIN { for (i = 0; i < 6000; i++) { a = i * 6.2831853 / 6000; printf "%.2f,%.2f,6,6\n", 800 * cos(a) + 90 * cos(5 * a), 600 * sin(a) } }' >c.csv
"$axle" import c.csv -o whole.track.yaml >out 2>err || fail "no import: $(cat err)"
for after in 0 1 2 4 8 16; do
    rm -f part.track.yaml
    "$axle" import c.csv -o part.track.yaml >out 2>err &
    pid=$!
    until catches "$pid" || ! kill -0 "$pid" 2>/dev/null; do :; done
    sleep "$(printf '0.%03d' "$after")"
    kill -TERM "$pid" 2>/dev/null
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || [ "$code" -eq 0 ] || fail "the import ended with $code"
    [ ! -e part.track.yaml ] || cmp -s part.track.yaml whole.track.yaml || fail "half a track is left"
    [ -z "$(find . -name '.axle-*')" ] || fail "the import left $(find . -name '.axle-*')"
done

# Who starts it with SIGHUP ignored wants it to live on.
(trap '' HUP && exec "$axle" "${long[@]}") >out 2>err &
pid=$!
until catches "$pid" || ! kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
kill -HUP "$pid"
sleep 0.1
kill -0 "$pid" 2>/dev/null || fail "nohup is not respected"
kill -TERM "$pid"
wait "$pid"

[ "$failures" -eq 0 ] || exit 1
echo "interrupted, and nothing is left in halves"
