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
    0xc414d476e55f3c8d, 0x60e96ae62370af2d, 0x6586b7356b249139,
    0x7c7c561066275df9, 0x75c17c6b7cf05ccb,
};

/// Of what else is heard, each by its own test: test_tyre_sound, test_impact_sound, test_cue_sound.
static const uint64_t golden_tyres = 0x8e607c763ba3ea76;
static const uint64_t golden_impacts = 0xe03bada39c5b1889;
static const uint64_t golden_signals = 0xd23046497db30989;

/// By theme: the piece of one hash (test_music_sound).
static const uint64_t golden_music[] = {
    0x18afe65ef2163ba3,
    0x0f86a8245d4b4bd6,
    0xed075584cd66bdfb,
    0x0341039ec4c4938e,
};

/// Of what shells hit in 20,000 single ticks (test_shell_sweep).
static const uint64_t golden_shells = 0x9826e9a36dc535e8;

/// Forty seconds of a race of twelve cars for four views, mixed, in 16 bits (test_race_sound).
static const uint64_t golden_race_sound = 0x5c1d87448f7bf23a;

/// A minute of battles on three tracks, to the flag and until one is left (test_battle).
static const uint64_t golden_battles[] = {
    0xada668419474642c, 0xa40b231111b355ed, 0x9ea6c5f23ee315aa,
    0x5fc345668d166074, 0x67a3a632e93a618c, 0x35f1b49786b70892,
};
