/// The AI driver: a function that looks at the race and makes a CarInput.
#pragma once

#include "race/race.h"

/// Thinks for car `car`: follows its racing line at its pace, goes round slower cars, backs out
/// when stuck. Changes that car's Driver alone.
CarInput driver_think(Race *race, int car);

void driver_reset(Race *race, int car);
