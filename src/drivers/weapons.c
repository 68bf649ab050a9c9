#include "drivers/weapons.h"

#include "race_state/classification.h"

#define HOLD_START 4.0f ///< s after GO for which nobody shoots: all stand in a row.

/// Whether car `car` is there to be hit, and drives for a result.
static bool fights(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    return racer->ghost_s <= 0.0f && !classification_stands(racer) &&
           !battle_is_out(&race->battle, car);
}

bool weapons_are_free(const Race *race, int car) {
    uint32_t held = (uint32_t)(HOLD_START * (float)RACE_TICKS_PER_SECOND);
    return race->phase == RACE_RUNNING && race->tick >= race->start_tick + held &&
           fights(race, car);
}

bool weapons_is_target(const Race *race, int car, int other) {
    return other != car && fights(race, other);
}
