/// Numbers of the four wheels of a car, one in each lane.
#pragma once

#include "base/simd.h"
#include "vehicle/car.h"

_Static_assert((int)SIMD_LANES == CAR_WHEELS, "one lane a wheel");

/// Left and right are added first, so that a mirrored car gives the same bits.
static inline float wheels_sum(Lanes lanes) {
    float parts[CAR_WHEELS];
    lanes_store(lanes, parts);
    return (parts[0] + parts[1]) + (parts[2] + parts[3]);
}
