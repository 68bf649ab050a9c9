/// An engine run from one speed to another, as samples: for listening, measuring and the manual.
#pragma once

#include "audio/engine_voice.h"

typedef struct EngineSweep {
    float rpm_from, rpm_to; ///< In a straight line over its time.
    float load;             ///< 0 to 1.
    float seconds;
} EngineSweep;

/// How many frames it has.
long engine_sweep_frames(const EngineSweep *sweep);

/// Plays it on a new voice into `mono`, which has room for its frames.
void engine_sweep_render(const EngineBank *bank, const EngineSweep *sweep, float *mono);
