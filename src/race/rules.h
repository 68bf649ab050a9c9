/// One tick of the rules: hits, laps, rescue, ranking and the end of the race.
#pragma once

#include "race/race_state.h"

/// Finds every car's place before the first step.
void rules_start(Race *race);

/// Brings all of it up to date after the bodies moved.
void rules_step(Race *race);
