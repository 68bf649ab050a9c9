/// The false start: who has the gas down just before GO is held for a while after it.
///
/// The AI waits for GO, and so does whoever lets it drive by one switch.
#pragma once

#include "race_state/race_state.h"

#define FALSE_START_WATCH 0.5f ///< s before GO in which the gas must be up; before, it may rev.
#define FALSE_START_HOLD  1.0f ///< s after GO for which the engine gives the wheels nothing.

/// To be called in each tick of the countdown. Notes who has the gas down.
void false_start_watch(Race *race);

/// Whether car `car` is held now.
bool false_start_holds(const Race *race, int car);
