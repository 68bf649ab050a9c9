/// The AI driver: a function that looks at the race and makes a CarInput.
#pragma once

#include "drivers/pack.h"

/// Thinks for car `car`: follows its racing line at its pace, goes round slower cars, backs out
/// when stuck. `pack` is that of now. Changes that car's Driver alone. About 0.5 us; called every
/// RACE_AI_TICKS ticks.
///
/// Steering is pure pursuit of a point ahead (Coulter 1992, Implementation of the pure pursuit path
/// tracking algorithm) with yaw-rate feedback; speed follows the line's profile with its gradient
/// fed forward. Rivals are drivers/traffic.h's part.
CarInput driver_think(Race *race, int car, const Pack *pack);

/// Forgets all about car `car` and starts from where it stands: chance from race seed and car;
/// lane from its place beside its line. Call when it was put somewhere or the AI takes it over.
void driver_reset(Race *race, int car);
