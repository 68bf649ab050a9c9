/// What shells leave behind: flashes, bursts, marks on the road, and the smoke of cars that were
/// hit. Pictures alone, as all of effects.h.
#pragma once

#include "render/effects.h"

/// Adds what the last tick of a battle has left; where the race is none, nothing. To be called
/// after effects_tick. `looks` by car, may be NULL: who fired and who was hit are told apart by the
/// colours of their cars.
void battle_effects_tick(Effects *effects, const Race *race, const CarLook *looks);
