/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x0bea3bb52a442f00,
    0x3da51d68bc3968b0,
    0x7f756f61523aeae0,
};
