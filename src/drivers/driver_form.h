/// The human side of an AI driver: how well it drives at the moment, and what goes wrong.
#pragma once

#include "drivers/traffic.h"

/// Moves form, effort, wander and mistakes of car `car` on by `dt` s. Form and wander drift to a
/// new value every few seconds; effort rises while a rival is near, and falls where one that laps
/// it is. A mistake may begin where a braking zone does, `rate` in a hundred times, more often
/// under pressure. Random numbers come from seed, car and tick alone.
void driver_form_step(Race *race, int car, bool braking, const TrafficGaps *gaps, float dt);

/// A random number from 0 to 1, the same for all of `part`; `kind` tells one use from another.
float driver_form_dice(const Driver *driver, uint32_t part, uint32_t kind);

/// x the speeds that the driver's numbers allow, from form and effort.
float driver_form_pace(const Driver *driver);
