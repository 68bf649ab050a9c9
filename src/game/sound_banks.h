/// The engines that are heard, baked in the background: one bank for each sound that cars have.
#pragma once

#include "audio/engine_bank.h"
#include "session/jobs.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SOUND_BANKS_MAX = 12,
    SOUND_BANKS_KEPT = 600, ///< Frames that a bank stays which nobody asks for: ten seconds, ...
    SOUND_BANKS_BYTES = 5 << 20 ///< ... while all together take no more; 0.3 to 1 MB each.
};

/// A sound, and its bank once that is baked.
typedef struct SoundBank {
    CarSound sound;
    float idle_rpm, redline_rpm;
    EngineBank *bank;  ///< NULL: it waits, or is being baked ...
    Job *job;          ///< ... by this one ...
    EngineBank *baked; ///< ... whose alone this is.
    uint32_t asked;    ///< The last frame that asked for it.
    bool used;         ///< Else the place is free.
} SoundBank;

/// An owner; the zero value is empty, ended by sound_banks_destroy. It does not move while it owns
/// something.
typedef struct SoundBanks {
    SoundBank items[SOUND_BANKS_MAX];
    uint32_t heard; ///< The frame that plays.
} SoundBanks;

/// The bank of an engine that sounds like `sound` between these speeds, for frame `frame`. Where
/// that is not baked yet it will be, and `meanwhile` (NULL, or what an earlier frame got) is used
/// on.
const EngineBank *sound_banks_get(SoundBanks *banks, const CarSound *sound, float idle_rpm,
                                  float redline_rpm, const EngineBank *meanwhile, uint32_t frame);

/// To be called each frame: begins to bake what waits, one at a time, and frees what nobody asks
/// for and frame `heard`, the one that plays, does without: after a while, or where they take too
/// much memory.
void sound_banks_frame(SoundBanks *banks, uint32_t frame, uint32_t heard);

/// Bytes that the banks hold.
size_t sound_banks_bytes(const SoundBanks *banks);

/// How many are baked.
int sound_banks_count(const SoundBanks *banks);

/// Waits for the one that is being baked. When nothing plays any more.
void sound_banks_destroy(SoundBanks *banks);
