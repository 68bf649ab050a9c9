/// What those see who have come home: the best of their rivals who still race.
#pragma once

#include "game_state/game_state.h"

#define WATCHING_AFTER 2.5 ///< s that a view stays with a car which has just finished.

/// The car that the view of seat `seat` shows: its own while that races, and WATCHING_AFTER s
/// longer; then the first of those who still race, or have just finished.
int watching_car(const Game *game, int seat);
