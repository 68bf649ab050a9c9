/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x82c2556f01330b6f,
    0x16c056123933f344,
    0xc57b6728c404b3f7,
};
