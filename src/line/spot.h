/// What a place is worth to a car: whether it fits there between the walls, and on what ground.
#pragma once

#include "track/ground.h"

/// m that the flank of a car keeps from walls, and where no way is that wide. With the least a car
/// 2.1 m wide passes where the check of tracks finds a way (2.3 m).
#define CAR_MARGIN       0.5f
#define CAR_MARGIN_LEAST 0.06f

/// What is looked at, and for whom.
typedef struct SpotScan {
    const Track *track;
    const WallGrid *walls;
    const Ground *ground;
    float half; ///< m, half of the car's width.
} SpotScan;

typedef struct Spot {
    float ground; ///< Cost of a metre there; negative where the car does not fit.
    float tight;  ///< Share of CAR_MARGIN to walls that is missing: 0 mostly.
} Spot;

/// m from walls that a car wants: nearer ones make places tight.
static inline float spot_need(const SpotScan *scan) { return scan->half + CAR_MARGIN; }

/// `point`, which is `clear` m from the nearest wall; spot_need or more are all the same.
Spot spot_with(const SpotScan *scan, vec2s point, float clear);

/// `point`; `room` (may be NULL) gets m to the nearest wall, at most spot_need.
Spot spot_at(const SpotScan *scan, vec2s point, float *room);

/// Cost of a metre there, tight places dearer; negative where the car does not fit.
float spot_cost(Spot spot);

/// Whether a way that runs over `way` may use `spot` as well.
bool spot_is_as_good(Spot spot, Spot way);

/// m straight on from `point` that are free and inside the track, at most `most`: where a sprint's
/// cars come to a stop.
float spot_run_out(const SpotScan *scan, vec2s point, vec2s along, float most);

/// m that the middle of a car keeps from a post of a gate `width` m wide: what a wall there asks
/// for, and more where the post stands free, for who drifts a little past it has missed the gate.
float spot_post_room(const SpotScan *scan, vec2s post, float width);
