#include "replay/place_history.h"

#include "base/assert.h"
#include "race/elimination.h"

#include <string.h>

static int gates_of_race(const PlaceHistory *history) {
    return history->laps * history->gate_count;
}

/// The laps that its steps are for: of an elimination by time, as many as the fastest may drive.
static int laps_of(const Race *race) {
    if (!elimination_is_on(race) || elimination_by_laps(race)) {
        return race->laps;
    }
    float seconds = ELIMINATION_FIRST + ELIMINATION_EVERY * (float)(race->car_count - 2);
    int most = (int)(seconds / race->data->lines[0].lap_s) + 1;
    return most < race->laps ? most : race->laps;
}

void place_history_start(PlaceHistory *history, const Race *race) {
    ASSERT(history != NULL && race != NULL);
    memset(history, 0, sizeof *history);
    history->car_count = race->car_count;
    history->gate_count = race->data->track->gate_count;
    history->laps = laps_of(race);
    int gates = gates_of_race(history);
    if (race->mode != RACE_MODE_RACE || gates <= 0) {
        history->car_count = 0;
        return;
    }
    history->stride = (gates + PLACE_STEPS_MAX - 2) / (PLACE_STEPS_MAX - 1);
    history->step_count = (gates + history->stride - 1) / history->stride + 1;
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) {
        history->places[order[i]][0] = (uint8_t)(i + 1);
        history->reached[i] = 1;
    }
    history->passed[0] = (uint8_t)race->car_count;
}

/// The last step that `car` has reached; -1 where it drives no more.
static int step_of(const PlaceHistory *history, const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    int gates = racer_gates(racer, history->gate_count);
    bool out = racer->retired || racer->eliminated > 0;
    return out                               ? -1
           : gates >= gates_of_race(history) ? history->step_count - 1
                                             : gates / history->stride;
}

void place_history_tick(PlaceHistory *history, const Race *race) {
    ASSERT(history != NULL && race != NULL);
    int cars = 0;
    for (int car = 0; car < history->car_count; car++) {
        cars += history->reached[car] <= step_of(history, race, car) ? 1 : 0;
    }
    if (cars == 0) {
        return;
    }
    // Of several in one tick the one ahead was there first. So it is where the history begins in
    // the middle of a race, too: all earlier steps are as the cars are now.
    int order[RACE_MAX_CARS];
    race_order(race, order);
    for (int i = 0; i < history->car_count; i++) {
        int car = order[i], step = step_of(history, race, car);
        while (history->reached[car] <= step) {
            int at = history->reached[car]++;
            history->places[car][at] = ++history->passed[at];
        }
    }
}

float place_history_laps(const PlaceHistory *history, int step) {
    int gates = step * history->stride, most = gates_of_race(history);
    return (float)(gates < most ? gates : most) / (float)history->gate_count;
}
