/// Cars against what lies on the road: the hull of a car, from its pose before the step of the
/// world to that after it, against a circle. So nobody drives through one between two ticks.
#pragma once

#include "collision/hull.h"
#include "collision/sweep.h"
#include "dynamics/body.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CAR_SWEEP_MAX = 32
};

/// The cars of one tick.
typedef struct CarSweep {
    Body *cars;             ///< As the step of the world has left them.
    const Body *before;     ///< Before it.
    const uint8_t *hull_of; ///< Of each car, in `hulls`.
    const Hull *hulls;
    int car_count;
    uint32_t ghosts; ///< Bit i: car i is a ghost, which touches nothing.
    uint32_t tick;
    Box reach[CAR_SWEEP_MAX]; ///< m, around all places where each car was in the tick.
} CarSweep;

/// Fills `reach` from the rest.
void car_sweep_begin(CarSweep *sweep);

/// When car `car` touches the circle of `radius` m around `center` first, by conservative
/// advancement of each piece (sweep_motion): within SWEEP_TOUCH, and none is missed. The normal
/// points from the car to the circle. A car that overlaps it at the start hits at time 0. Mostly
/// the box of `reach` tells that it is far away.
SweepHit car_sweep_circle(const CarSweep *sweep, int car, vec2s center, float radius);

/// The car that touches the circle first, of equal times the lowest, of those whose bit is set in
/// `mask` and who are no ghosts; -1 none.
int car_sweep_first(const CarSweep *sweep, uint32_t mask, vec2s center, float radius,
                    SweepHit *hit);
