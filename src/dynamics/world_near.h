/// Which walls and other bodies each body can meet in the next steps: lists made with room to
/// spare and kept until some body leaves its room. Too long a list costs time and changes nothing,
/// so no result depends on when a list was made.
#pragma once

#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/world_cache.h"

#include <math.h>

/// m added to what bodies can move in a step when contacts are looked for, so that those at rest
/// stay known and two points of an edge that lies flat are both found.
#define WORLD_MARGIN 0.02f

/// m by which the quick tests of distance may be wrong, by rounding far from the origin. They may
/// only let too much pass.
#define WORLD_DOUBT 0.005f

/// All that the phases of one step share.
typedef struct Step {
    WorldState *world;
    WorldCache *cache;
    const WallGrid *walls;
    const Hull *hulls;
    float dt;
    Body *bodies;
    bool hold;     ///< All bodies are where their lists hold.
    bool all_meet; ///< None is fixed or a ghost: each pair of them meets.
} Step;

static inline const Hull *step_hull(const Step *step, int i) {
    return &step->hulls[world_hull_of(step->world)[i]];
}

/// How far (m) the box around body `i` at least is from the farthest of all edges of a wall, after
/// the body has moved by `move` m: far more to the point than the listed edge, and the same
/// whenever the lists were made. Not for round walls, which have no edges.
float wall_gap_after(const Step *step, int i, vec2s move, const WallPiece *wall);

/// The same along the sides of the box around the body: what tells at the corners of walls.
float wall_gap_aside(const Step *step, int i, vec2s move, const WallPiece *wall);

/// Takes the frames and reaches of hulls that bodies have not had before.
void world_near_learn(const Step *step);

/// Makes the lists anew where they do not hold.
void world_near_update(const Step *step);

/// Writes the wall pieces that touch `box` to `out`, ascending; returns how many. Those beyond
/// `max` are counted as dropped.
int walls_touching(const Step *step, Box box, int *out, int max);
