/// The classification of a race: what the results say of a car besides its place.
#pragma once

#include "race/race_state.h"

enum {
    CLASSIFICATION_TEXT_MAX = 24,
};

/// Whether the car's result stands: it has finished, or the time was up while it drove.
bool classification_stands(const Racer *racer);

/// Points for its place: 10-8-6-5-4-3-2-1, then none; none while its race goes on. Who was driving
/// when the time was up gets them like those who have finished.
int classification_points(const Racer *racer);

/// What stands for the time of a car that has none, as in the results of the FIA: "+2 laps" for two
/// laps fewer than the winner; "did not finish" for a car without a lap, or where nobody has
/// finished. "racing" while its race goes on, "-" in practice, empty for a car that has finished.
char *classification_text(const Race *race, int car, char out[CLASSIFICATION_TEXT_MAX]);
