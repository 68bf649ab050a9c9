/// The classification of a race: what the results say of a car besides its place.
#pragma once

#include "race_state/race_state.h"

enum {
    CLASSIFICATION_TEXT_MAX = 24,
    CLASSIFICATION_FASTEST_POINTS = 1, ///< For the fastest lap, in a championship alone.
};

/// Whether the car's result stands: it has finished or dropped out, or the time was up while it
/// drove.
bool classification_stands(const Racer *racer);

/// Points for its place: 10-8-6-5-4-3-2-1, then none. A car that was driving when the time was up
/// gets them as if it had finished. None while its race goes on.
int classification_points(const Racer *racer);

/// The same for a place alone.
int classification_place_points(int place);

/// The car with the fastest lap, of equal ones that of the better place; -1 where nobody has driven
/// one.
int classification_fastest(const Race *race);

/// Whether the car has driven the whole race: it has a time that can be compared.
bool classification_has_time(const Race *race, const Racer *racer);

/// The words in place of a time, as in the results of the FIA: "+2 laps" for two laps fewer than
/// the winner, whether it has taken the flag or not; "did not finish" for a car without a lap, or
/// where nobody has finished; "racing" while its race goes on; "-" in practice; in
/// an elimination "out in lap 3", and "still in" where it was called off before one was left. Empty
/// for a car that has a time.
char *classification_text(const Race *race, int car, char out[CLASSIFICATION_TEXT_MAX]);
