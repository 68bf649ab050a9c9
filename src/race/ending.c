#include "race/ending.h"

#include "race/classification.h"

bool ending_waits(const Race *race) {
    int people = 0;
    if (race->mode != RACE_MODE_RACE || race->phase != RACE_RUNNING) {
        return false;
    }
    for (int i = 0; i < race->car_count; i++) {
        if ((race->ai_cars >> i & 1u) != 0) {
            continue;
        }
        people++;
        if (!classification_stands(&race_racers_const(race)[i])) {
            return false;
        }
    }
    return people > 0;
}

bool ending_is_open(const Race *race) {
    const uint32_t wait = (uint32_t)(ENDING_WAIT * RACE_TICKS_PER_SECOND);
    return race->home_tick > 0 && race->phase == RACE_RUNNING &&
           race->tick >= race->home_tick + wait;
}

void ending_watch(Race *race, const CarInput *inputs) {
    if (!ending_waits(race)) {
        race->home_tick = 0;
        return;
    }
    uint32_t held = 0;
    for (int i = 0; i < race->car_count; i++) {
        bool person = (race->ai_cars >> i & 1u) == 0;
        held |= person && inputs[i].throttle > ENDING_GAS ? 1u << i : 0u;
    }
    if (race->home_tick == 0) {
        race->home_tick = race->tick;
        race->gas_held = held;
    }
    race->called_off |= ending_is_open(race) && (held & ~race->gas_held) != 0;
    race->gas_held = held;
}
