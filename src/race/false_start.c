#include "race/false_start.h"

static uint32_t ticks_of(float seconds) { return (uint32_t)(seconds * RACE_TICKS_PER_SECOND); }

void false_start_watch(Race *race) {
    if (!race->rules.false_start || race->tick + ticks_of(FALSE_START_WATCH) < race->start_tick) {
        return;
    }
    for (int i = 0; i < race->car_count; i++) {
        Racer *racer = &race_racers(race)[i];
        bool person =
            (race->ai_cars >> i & 1u) == 0 && (racer->input.flags & CAR_INPUT_AUTOPILOT) == 0;
        racer->false_start |= person && racer->input.throttle > 0;
    }
}

bool false_start_holds(const Race *race, int car) {
    return race_racers_const(race)[car].false_start &&
           race->tick < race->start_tick + ticks_of(FALSE_START_HOLD);
}
