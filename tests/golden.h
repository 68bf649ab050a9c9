/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x8ba9f5bbce085fe6,
    0xf567df657f812c93,
    0xd020197938021516,
};
