/// The sound of the game: looks at it once a frame and hands what is to be heard to the thread that
/// mixes and plays (audio/output.h). No frame ever waits for that.
#pragma once

#include "audio/output.h"
#include "audio/sound_feed.h"
#include "game/sound_banks.h"
#include "game/sound_signals.h"

/// An owner; ended by sound_end. The zero value is silent, and stays so.
typedef struct Sound {
    SoundFeed *feed; ///< NULL: silent.
    Output *output;
    Job *thread;
    SoundBanks banks;
    const EngineBank *heard[RACE_MAX_CARS]; ///< By car: the last one that it had.
    SoundSignals signals;
    uint32_t number; ///< Of the last frame that was handed over.
} Sound;

/// Begins to play, in a thread of its own that also opens the device; returns at once. Where the
/// system gives no thread, `sound` stays silent.
void sound_begin(Sound *sound);

/// To be called after each frame of `dt` s, with the size of the window (px).
void sound_frame(Sound *sound, Game *game, int width, int height, float dt);

/// What that frame hands over: for tests. sound_frame does it.
void sound_look(Sound *sound, Game *game, int width, int height, float dt, SoundFrame *out);

/// Prints what the thread has done so far: for `axle play --timings`.
void sound_print(const Sound *sound);

void sound_end(Sound *sound);
