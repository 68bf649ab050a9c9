# Sourced by the scripts beside it, in the root of the clone and with pipefail: installs what is missing, configures and
# builds, and shows how far it is. Silent when there is nothing to do. Its logs lie in build/.

build_packages="build-essential cmake ninja-build pkg-config libglfw3-dev libegl-dev libcglm-dev \
python3-glad libstb-dev libimgui-dev libyaml-dev libexpat1-dev libpng-dev libfontconfig-dev libopenal-dev libsqlite3-dev libxxhash-dev zlib1g-dev fonts-dejavu-core fonts-inter \
libgl1-mesa-dri libegl1 libegl-mesa0 libglx-mesa0 libxcursor1 libxi6 libxinerama1 libxrandr2"
# libclang-rt-dev is the runtime of clang's sanitizers and fuzzers, which clang only recommends.
test_packages="libcmocka-dev clang libclang-rt-dev lld clang-format xvfb xdotool locales"
bench_packages="libbox2d-dev libchipmunk-dev" # other engines, to be measured beside

# progress TEXT: says how far a long job is. A terminal shows one line that changes, a log gets a line every 10 seconds.
progress() {
    if [ -t 1 ]; then
        printf '\r\033[K   %.70s' "$1"
    elif [ $((SECONDS - ${progress_at:--10})) -ge 10 ]; then
        echo "   $1"
        progress_at=$SECONDS
    fi
}

# follow LOG NAME: writes what it reads to the end of LOG, and shows progress by the lines that tell it: those of ninja,
# "[STEP/STEPS] ...", and the status lines of apt, "dlstatus:NUMBER:PERCENT:..." and "pmstatus:PACKAGE:PERCENT:...".
follow() {
    local line step part name percent
    while IFS= read -r line; do
        case $line in
        "["[0-9]*/[0-9]*"] "*)
            step=${line%%]*}
            progress "$2: step ${step#[}"
            ;;
        dlstatus:* | pmstatus:*)
            IFS=: read -r part name percent _ <<<"$line"
            [ "$part" = pmstatus ] || name="downloading"
            progress "$2: ${percent%%.*} %, $name"
            continue
            ;;
        esac
        printf '%s\n' "$line" >>"$1"
    done
    [ ! -t 1 ] || printf '\r\033[K'
}

# say_first_error LOG: what went wrong first, and where the rest stands.
say_first_error() {
    {
        # ninja prints FAILED, then the command, then what the command said; the next step begins with its number.
        awk '/^(FAILED: |CMake Error|E: |ninja: error)/ {found = 1}
             found && (/^\[[0-9]+\/[0-9]+\]/ || /^ninja: build stopped/ || /^-- Configuring incomplete/) {exit}
             found && previous !~ /^FAILED: / {print; if (++lines == 40) exit}
             {previous = $0}
             END {exit !found}' "$1" || tail -n 20 "$1"
        echo "All of it: $PWD/$1"
    } >&2
}

# logged LOG NAME COMMAND...: runs it, shows its progress under NAME, and where it fails its first error.
logged() {
    if ! "${@:3}" 2>&1 </dev/null | follow "$1" "$2"; then
        say_first_error "$1"
        return 1
    fi
}

# missing PACKAGE...: prints those that are not installed.
missing() {
    local installed package
    installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | tr '\n' ' ')"
    for package in "$@"; do
        [[ $installed == *" $package "* ]] || printf '%s ' "$package"
    done
}

# install PACKAGE...: through apt, where they are missing.
install() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Another system: go on with what is there; cmake names what it misses.
        if ! command -v cmake >/dev/null; then
            echo "Axle needs: C17 and C++17 compilers, CMake 3.25, Ninja, pkg-config, GLFW 3.3, OpenGL and EGL headers, cglm, glad 2 (python3)," >&2
            echo "stb, Dear ImGui, libyaml, expat, libpng, fontconfig, OpenAL Soft, SQLite 3, xxHash, zlib; for the tests cmocka, clang with its sanitizers' runtime," >&2
            echo "clang-format, Xvfb and xdotool. On Debian and Ubuntu this script installs them itself." >&2
            exit 1
        fi
        return
    fi
    local packages apt as_root=()
    packages=$(missing "$@")
    [ -n "$packages" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing, and there is no sudo to install them. As root: apt-get install $packages" >&2
            exit 1
        fi
        as_root=(sudo)
    fi
    echo "Installing: $packages"
    mkdir -p build
    : >build/install.log
    # sudo clears the environment, so the variable stands after it. Without a front end debconf asks nothing.
    apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=1)
    logged build/install.log "package lists" "${apt[@]}" update
    # shellcheck disable=SC2086 # a list of words
    logged build/install.log "installing" "${apt[@]}" install -y --no-install-recommends $packages
}

# build PRESET [CMAKE OPTION...]: configures and builds.
build() {
    local log=build/$1.log
    stop_building_ahead
    mkdir -p build
    : >"$log"
    if [ ! -f "build/$1/build.ninja" ] || [ $# -gt 1 ]; then
        logged "$log" "configuring $1" cmake --preset "$@"
    fi
    logged "$log" "building $1" cmake --build --preset "$1"
}

# build_ahead PRESET [CMAKE OPTION...]: begins in the background what `build` with the same words then goes on with. Who
# runs beside it comes first. It is silent: an error stops it, and `build` meets that again.
build_ahead() {
    stop_building_ahead
    set -m # in a process group of its own
    { nice -n 10 cmake --preset "$@" && nice -n 10 cmake --build --preset "$1"; } >/dev/null 2>&1 </dev/null &
    set +m
    ahead=$!
    trap stop_building_ahead EXIT
}

# stop_building_ahead: ends it, and returns when nothing of it runs any more.
stop_building_ahead() {
    [ -n "${ahead:-}" ] || return 0
    kill -- "-$ahead" 2>/dev/null || true
    wait "$ahead" 2>/dev/null || true
    while kill -0 -- "-$ahead" 2>/dev/null; do # ninja waits for its compilers
        sleep 0.1
    done
    ahead=
}
