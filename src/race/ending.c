#include "race/ending.h"

#include "race_state/classification.h"

/// Bits of the cars that people drive.
static uint32_t people_of(const Race *race) {
    uint32_t all = race->car_count < 32 ? (1u << race->car_count) - 1u : UINT32_MAX;
    return all & ~race->ai_cars;
}

bool ending_waits(const Race *race) {
    uint32_t people = people_of(race);
    bool home = people != 0 && race->mode == RACE_MODE_RACE && race->phase == RACE_RUNNING;
    for (int i = 0; home && i < race->car_count; i++) {
        home = (people >> i & 1u) == 0 || classification_stands(&race_racers_const(race)[i]);
    }
    return home;
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
    const uint32_t people = people_of(race);
    uint32_t held = 0;
    for (int i = 0; i < race->car_count; i++) {
        bool pressed = (people >> i & 1u) != 0 && inputs[i].throttle > ENDING_GAS;
        held |= pressed ? 1u << i : 0u;
    }
    if (race->home_tick == 0) {
        race->home_tick = race->tick;
        race->gas_held = held;
    }
    race->called_off |= ending_is_open(race) && (held & ~race->gas_held) != 0;
    race->gas_held = held;
}
