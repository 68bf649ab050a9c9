/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x22b39230a1a13029,
    0xc9cb5c1bd2d22b4a,
    0x5d6a9dcd91029b2f,
};
