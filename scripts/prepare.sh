# Sourced by play, test and bench: installs what is missing, configures and builds. Silent when there is nothing to do.

build_packages="build-essential cmake ninja-build pkg-config libglfw3-dev libegl-dev libcglm-dev \
python3-glad libstb-dev libimgui-dev libyaml-dev libexpat1-dev libpng-dev libfontconfig-dev libxxhash-dev zlib1g-dev fonts-dejavu-core fonts-inter \
libgl1-mesa-dri libegl1 libegl-mesa0 libglx-mesa0 libxcursor1 libxi6 libxinerama1 libxrandr2"
test_packages="libcmocka-dev clang clang-format xvfb xdotool locales"
bench_packages="libbox2d-dev libchipmunk-dev" # other engines, to be measured beside

# is_installed PACKAGE...: whether all are.
is_installed() {
    local missing
    missing=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>&1 | grep -cv '^installed$' || true)
    [ "$missing" -eq 0 ]
}

# install PACKAGE...: through apt, where they are missing.
install() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        # Another system: go on with what is there; cmake names what it misses.
        if ! command -v cmake >/dev/null; then
            echo "Axle needs: C17 and C++17 compilers, CMake 3.25, Ninja, pkg-config, GLFW 3.3, OpenGL and EGL headers, cglm, glad 2 (python3)," >&2
            echo "stb, Dear ImGui, libyaml, expat, libpng, fontconfig, xxHash, zlib; for the tests cmocka, clang, clang-format, Xvfb and xdotool." >&2
            echo "On Debian and Ubuntu this script installs them itself." >&2
            exit 1
        fi
        return
    fi
    if is_installed "$@"; then
        return
    fi
    local root=""
    if [ "$(id -u)" -ne 0 ]; then
        root=sudo
    fi
    echo "Installing what is missing ..."
    export DEBIAN_FRONTEND=noninteractive
    $root apt-get -qq update
    $root apt-get -qq install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}

# build PRESET [CMAKE OPTION...]: configures once and builds; shows what the compiler says only where it fails.
build() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if [ ! -d "build/$preset" ]; then
        echo "Building ($preset), once ..."
    fi
    if ! { { [ -f "build/$preset/build.ninja" ] && [ $# -eq 0 ]; } || cmake --preset "$preset" "$@"; } >"$log" 2>&1 ||
        ! cmake --build --preset "$preset" >>"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}
