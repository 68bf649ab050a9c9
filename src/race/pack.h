/// The pack: where every car is along a racing line, found once for all drivers that think in a
/// tick.
#pragma once

#include "race/race_state.h"

/// The cars side by side. What one driver sees of a car, all see whose cars are of one model: they
/// share a line.
typedef struct Pack {
    _Alignas(16) float x[RACE_MAX_CARS], y[RACE_MAX_CARS]; ///< m, world.
    float s[RACE_MAX_CARS];                                ///< m along the line.
    float offset[RACE_MAX_CARS];                           ///< m left of it.
    float along[RACE_MAX_CARS];                            ///< m/s along it.
    /// Of the angle between car and line, without their signs.
    float sine[RACE_MAX_CARS], cosine[RACE_MAX_CARS];
    float length[RACE_MAX_CARS], width[RACE_MAX_CARS]; ///< m
    /// Points of the line that each is placed on; NULL where no point is known to be near.
    const LinePoint *points[RACE_MAX_CARS];
    bool one_line;  ///< All are placed on one.
    uint32_t solid; ///< Bit i: car i is no ghost.
    uint32_t slow;  ///< Bit i: it stands, or hardly moves.
} Pack;

/// Sees all cars, each along its own line.
void pack_make(Pack *pack, const Race *race);

/// `pack` as the driver of car `car` sees it: every car within `sight` m of it is placed on its
/// line. That is `pack` itself where all share one; else it is made in `copy`.
const Pack *pack_seen_by(const Pack *pack, const Race *race, int car, float sight, Pack *copy);
