/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x17a43010b14d09bf,
    0xbba17d2821f254a0,
    0xa945f95346eb869e,
};
