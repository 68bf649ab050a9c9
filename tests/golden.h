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

/// By car of test_engine_sound: two seconds of its engine.
static const uint64_t golden_engines[] = {
    0x499595ebb4a65cbc, 0xe0034d051e11e242, 0x4d3a751b48b0be1c,
    0xbb0c5f161e16ecac, 0x13a24c5773c109a7,
};
