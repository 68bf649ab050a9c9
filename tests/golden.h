/// State hashes that every build must reach: gcc and clang, -O0 and -O3, with sanitizers, on any
/// machine.
#pragma once

#include <stdint.h>

enum {
    GOLDEN_TICKS = 30 * 240
};

/// By track of fixture_tracks.
static const uint64_t golden_hashes[] = {
    0x2a63237a44d86562,
    0x48ed48152993e063,
    0x2c876aa25d833ae5,
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
static const uint64_t golden_race_sound = 0x3df0b23d83e4f6a4;

/// A minute of battles on three tracks, to the flag and until one is left (test_battle).
static const uint64_t golden_battles[] = {
    0x8f283eeac8cfdaad, 0xcf2216a4933b2ef0, 0xd9a874d19e4249d1,
    0xb93744c113d4f94c, 0x8d67446897f3d050, 0x7580d36938d17320,
};
