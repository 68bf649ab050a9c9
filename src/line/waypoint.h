/// What a waypoint costs a car: whether it fits between the walls there, and on what ground.
#pragma once

#include "ground/ground.h"

/// How far (m) the side of a car keeps from walls, and how little where no way is wider. With the
/// least, a car 2.1 m wide fits wherever the check of tracks finds a way (2.3 m).
#define CAR_MARGIN       0.5f
#define CAR_MARGIN_LEAST 0.06f

/// The track that is scanned, and the car it is scanned for.
typedef struct WaypointScan {
    const Track *track;
    const WallGrid *walls;
    const Ground *ground;
    float half; ///< m, half of the car's width.
} WaypointScan;

typedef struct Waypoint {
    float ground; ///< Cost of a metre there; negative where the car does not fit.
    float tight;  ///< Share of CAR_MARGIN to walls that is missing: 0 mostly.
} Waypoint;

/// How far (m) from walls the middle of a car wants to be. Nearer walls make a place tight.
static inline float waypoint_need(const WaypointScan *scan) { return scan->half + CAR_MARGIN; }

/// The waypoint at `point`, which is `clear` m from the nearest wall. From waypoint_need on all
/// distances count alike.
Waypoint waypoint_with(const WaypointScan *scan, vec2s point, float clear);

/// The waypoint at `point`, which looks for the nearest wall.
Waypoint waypoint_at(const WaypointScan *scan, vec2s point);

/// Cost of a metre there: more in tight places, negative where the car does not fit.
float waypoint_cost(Waypoint waypoint);

/// Whether a path that runs over `way` may use `waypoint` instead: its ground and its room are not
/// worse.
bool waypoint_is_as_good(Waypoint waypoint, Waypoint way);

/// Length (m) of the run-off, in which cars stop after a sprint: how far the way straight on from
/// `point` is free and inside the track, at most 100 m.
float waypoint_run_off(const WaypointScan *scan, vec2s point, vec2s along);

/// How far (m) the middle of a car keeps from a post of a gate `width` m wide. A post at a wall
/// needs the room of a wall. One that stands free needs more: a car that drifts past it has missed
/// the gate.
float waypoint_post_room(const WaypointScan *scan, vec2s post, float width);
