/// Engine, gearbox, clutch and differential: from throttle and wheel speeds to torque at the
/// wheels.
#pragma once

#include "dynamics/car.h"

/// Full-throttle torque (N m) at `rpm`, linear between the points of the curve, held beyond its
/// ends.
float engine_torque(const CarParams *params, float rpm);

/// Drag torque of the engine (N m, 0 or more) at `rpm`.
float engine_friction(const CarParams *params, float rpm);

/// Ratio from engine to axle of `gear` (negative in reverse, 0 in neutral), final drive included.
float gear_ratio(const CarParams *params, int gear);
