/// The AI beside a person: what it would do with the person's car, for help with pedals or wheel.
#pragma once

#include "race_state/race_state.h"

/// What it remembers from one thought to the next. The zero value begins where the car is.
typedef struct Codriver {
    Driver driver;
    bool begun;
} Codriver;

/// What the AI would do now with car `car` at `pace` x the line's speeds: it passes others, goes
/// round what stands there, and backs out where it is stuck. To be called every RACE_AI_TICKS
/// ticks. The race is as it was afterwards, to the bit; only `codriver` changes. About 1 us.
CarInput codriver_drive(Codriver *codriver, Race *race, int car, float pace);

/// The pedals for a person who steers: for the way on which the car is, wherever beside the line,
/// as if there were no other cars. Else the same.
CarInput codriver_pedals(Codriver *codriver, Race *race, int car, float pace);
