/// One tick of the rules: hits, laps, rescue, ranking and the end of the race.
#pragma once

#include "race_state/race_state.h"

/// A contact of less closing speed (m/s) than this is a brush, no hit; further ones within
/// RULES_HIT_QUIET s are the same one.
#define RULES_HIT_SPEED 1.5f
#define RULES_HIT_QUIET 0.5f

/// Finds every car's place before the first step.
void rules_start(Race *race);

/// Brings all of it up to date after the bodies moved.
void rules_step(Race *race);
