/// The pack: where every car is along a racing line, found once for all drivers that think in a
/// tick.
#pragma once

#include "race_state/race_state.h"

/// m from which on a car that drives along, and one that stands, matters to nobody: who drives fast
/// has to slow for one that stands.
#define PACK_SIGHT      90.0f
#define PACK_SIGHT_SLOW 200.0f
#define PACK_AGAINST    2.0f ///< m/s back along the line from which on a car drives against others.

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
    float sight[RACE_MAX_CARS];                        ///< m within which it matters to others.
    /// Points of the line that each is placed on; NULL where no point is known to be near.
    const LinePoint *points[RACE_MAX_CARS];
    bool one_line;   ///< All are placed on one.
    uint32_t placed; ///< Bit i: car i is placed on a line.
    uint32_t solid;  ///< Bit i: car i is no ghost.
    uint32_t slow;   ///< Bit i: it stands, hardly moves, or drives against the traffic.
} Pack;

/// Sees all cars, each along its own line.
void pack_make(Pack *pack, const Race *race);

/// `pack` as the driver of car `car` sees it: every car in sight of it is placed on its
/// line. That is `pack` itself where all share one; else it is made in `copy`.
const Pack *pack_seen_by(const Pack *pack, const Race *race, int car, Pack *copy);
