/// How time runs in practice: whole, half or quarter speed, standing still with single ticks, and
/// backwards.
#pragma once

#include "platform/window.h"
#include "race/clock.h"
#include "replay/rewind.h"

typedef enum PaceLevel {
    PACE_WHOLE,
    PACE_HALF,
    PACE_QUARTER,
    PACE_STILL,
    PACE_COUNT,
} PaceLevel;

/// An owner; ended by pace_destroy. The zero value is whole speed, with nothing to go back to.
typedef struct Pace {
    PaceLevel level;
    Rewind rewind;
    bool rewinding;
    double shown_tick; ///< While rewinding: which moment is shown.
    double held_s;     ///< s for which the key is down.
    double undone_s;   ///< s that this rewind has gone back.
} Pace;

/// Whole speed and an empty memory, with room for races as large as `race`.
void pace_start(Pace *pace, const Race *race);
void pace_destroy(Pace *pace);

/// The presses of a frame.
typedef struct PaceInput {
    bool slower, faster; ///< Pressed.
    bool tick;           ///< Pressed: stand still, and from there one tick at a time.
    bool back;           ///< Held: rewind.
} PaceInput;

PaceInput pace_input(const InputFrame *frame);

/// The ticks of a frame.
typedef struct PaceFrame {
    int ticks;      ///< To step.
    bool rewinding; ///< The race shows an earlier moment and must not be stepped.
    bool rewound;   ///< The rewind has just ended: the race goes on from here.
} PaceFrame;

/// Takes a frame of `dt` s. While rewinding, `race` and `before` (the tick before it in the
/// picture) hold what is to be shown, and go back the faster the longer the key is down. When it
/// comes up, `race` is exactly a race that was recorded.
PaceFrame pace_frame(Pace *pace, const PaceInput *input, RaceClock *clock, double dt, Race *race,
                     Race *before);

/// To be called after each step.
void pace_record(Pace *pace, const Race *race);

/// How far between the last tick and the next the picture stands, 0 to 1; 1 when time stands still.
float pace_alpha(const Pace *pace, const RaceClock *clock);

/// The sign to be shown: "1/2×", "Time stands still ...", "rewind 3.2 s"; empty at whole speed.
void pace_text(const Pace *pace, char *out, size_t size);
