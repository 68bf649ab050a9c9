/// Turns frame times into whole ticks, so that the race is the same at any frame rate.
#pragma once

#include "race/race.h"

#define RACE_CLOCK_STALL 0.25 ///< s; a longer hitch slows the game, never the physics.

/// The zero value is a clock at a whole tick.
typedef struct RaceClock {
    double left; ///< s that no tick has used yet, below RACE_DT.
} RaceClock;

/// How many ticks a frame of `frame_time` s (0 or more) brings.
int race_clock_advance(RaceClock *clock, double frame_time);

/// How far between the last tick and the next the picture stands, 0 to 1.
float race_clock_alpha(const RaceClock *clock);
