/// Which walls and other bodies each body can meet in the next steps: lists made with room to
/// spare and kept until some body leaves its room. Too long a list costs time and changes nothing,
/// so no result depends on when a list was made.
#pragma once

#include "collision/box_pairs.h"
#include "dynamics/world.h"

#include <math.h>

/// m added to what bodies can move in a step when contacts are looked for, so that those at rest
/// stay known and two points of an edge that lies flat are both found.
#define WORLD_MARGIN 0.02f

enum {
    WORLD_ALIGNMENT = 32, ///< Bytes, of the scratch.
    WORLD_LANES_MAX = 8   ///< What of a float a body is read and written in whole lanes.
};

/// m by which the quick tests of distance may be wrong, by rounding far from the origin. They may
/// only let too much pass.
#define WORLD_DOUBT 0.005f

/// How a body moves in one step if nothing stops it.
typedef struct Drift {
    _Alignas(16) vec2s move; ///< m, of its centre of gravity.
    float turn;              ///< m, of the farthest point around it.
    float most;              ///< m, of any point.
} Drift;

/// All that the phases of one step share.
typedef struct Step {
    World *world;
    const WallGrid *walls;
    const Hull *hulls;
    float dt;
    Body *bodies;
    Drift *drifts;     ///< Before contacts are solved.
    PlacedBox *placed; ///< The boxes around all bodies as they stand before they move.
    void *scratch;     ///< What is free for a phase.
    bool hold;         ///< All bodies are where their lists hold.
    bool all_meet;     ///< None is fixed or a ghost: each pair of them meets.
} Step;

/// The edge of a wall that it most likely turns toward a body: all of the wall lies behind the line
/// through `point`.
typedef struct WallEdge {
    _Alignas(16) vec2s point; ///< m, world.
    vec2s normal;             ///< Unit, out of the wall.
} WallEdge;

/// A wall near a body; its edge has the same index.
typedef struct WallNear {
    uint32_t wall;
    uint16_t body;
    bool round; ///< The wall is a circle: the edge is a tangent.
} WallNear;

/// How far a body may go before the lists must be made anew.
typedef struct Near {
    _Alignas(16) vec2s home; ///< m, where its centre of gravity may be: the middle ...
    vec2s half;              ///< ... and half sides of a box that stands at `rotation`.
    Rotation rotation;       ///< As the lists were made.
    float turn2_max;         ///< Square of the chord between the rotations, at most.
    float motion_max;        ///< m that it may move in one step.
    uint32_t first_wall;
    uint16_t wall_count;
} Near;

/// The box around a hull in its body's frame: middle and half sides.
typedef struct Frame {
    _Alignas(16) vec2s middle;
    vec2s half;
} Frame;

static inline const Hull *step_hull(const Step *step, int i) {
    return &step->hulls[world_hull_of(step->world)[i]];
}
static inline Near *world_nears(World *world) {
    return (Near *)(void *)((char *)world + world->nears);
}
static inline Frame *world_frames(World *world) {
    return (Frame *)(void *)((char *)world + world->frames);
}
/// Of each body: whether its hull is but a box, and so the same as its frame.
static inline uint8_t *world_boxes(World *world) { return (uint8_t *)world + world->boxes; }
/// Of each body: the index of the hull that its frame and its reach are of.
static inline uint8_t *world_known_hulls(World *world) {
    return (uint8_t *)world + world->known_hulls;
}
/// m, of each body: the reach of its hull; after the last, its reach WORLD_LANES_MAX times more.
static inline float *world_reaches(World *world) {
    return (float *)(void *)((char *)world + world->reaches);
}
/// m, how far the box around the body of each listed wall at least is from the wall's edge; written
/// and read with the rooms.
static inline float *world_wall_gaps(World *world) {
    return (float *)(void *)((char *)world + world->wall_gaps);
}
/// m that each body can move in this step before it could get too deep into a wall; written where
/// contacts are looked for, read where bodies move. After the last, its room WORLD_LANES_MAX times
/// more.
static inline float *world_rooms(World *world) {
    return (float *)(void *)((char *)world + world->rooms);
}
/// Repeats what `of_bodies` says of the last body WORLD_LANES_MAX times: lanes that are left over
/// work on that body too.
static inline void world_repeat_last(const World *world, float *of_bodies) {
    for (int i = 0; i < WORLD_LANES_MAX; i++) {
        of_bodies[world->body_count + i] = of_bodies[world->body_count - 1];
    }
}
/// By body; as many as wall_near_count.
static inline WallEdge *world_wall_edges(World *world) {
    return (WallEdge *)(void *)((char *)world + world->wall_edges);
}
static inline WallNear *world_wall_nears(World *world) {
    return (WallNear *)(void *)((char *)world + world->wall_nears);
}
/// Pairs of bodies that may meet, pair_count of them, sorted.
static inline CarPair *world_pairs(World *world) {
    return (CarPair *)(void *)((char *)world + world->pairs);
}
/// Aligned to the widest lanes.
static inline void *world_scratch(World *world) {
    uintptr_t start = (uintptr_t)((char *)world + world->scratch);
    return (char *)world + world->scratch + (WORLD_ALIGNMENT - start % WORLD_ALIGNMENT);
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

/// Bytes of scratch that world_near_update needs.
size_t world_near_scratch_size(int body_count);
