/// Who was where when: the places of all cars at every gate of a race, for a chart. It watches a
/// race from outside and is no part of its state.
#pragma once

#include "race_state/race_state.h"

enum {
    PLACE_STEPS_MAX = 241, ///< The start, and gates; in a long race not every gate.
};

/// The zero value has seen nothing. The place at a gate is the number of cars that have passed it
/// by then, so lines through the places of a gate never meet.
typedef struct PlaceHistory {
    int car_count;
    int gate_count, laps;
    int stride;                                     ///< Gates from one step to the next.
    int step_count;                                 ///< Of the whole race, the start included.
    uint8_t places[RACE_MAX_CARS][PLACE_STEPS_MAX]; ///< 1 = first.
    int reached[RACE_MAX_CARS];                     ///< Steps that are known of each car.
    uint8_t passed[PLACE_STEPS_MAX];                ///< Cars that have reached each step.
} PlaceHistory;

/// Begins anew with the grid of `race`.
void place_history_start(PlaceHistory *history, const Race *race);

/// To be called after each step of the race. Nothing in practice.
void place_history_tick(PlaceHistory *history, const Race *race);

/// Laps driven at `step`.
float place_history_laps(const PlaceHistory *history, int step);
