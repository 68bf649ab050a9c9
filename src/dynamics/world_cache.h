/// What a step keeps to save time: neighbour lists, boxes, bounding radii and scratch. It changes
/// no result and may be cleared before any step. Not relocatable: a copy of it counts as cleared.
#pragma once

#include "collision/box_pairs.h"
#include "collision/car_pairs.h"
#include "dynamics/world.h"

enum {
    WORLD_ALIGNMENT = 32, ///< Bytes, of the scratch.
    WORLD_LANES_MAX = 8   ///< What of a float a body is read and written in whole lanes.
};

/// How a body moves in one step if nothing stops it.
typedef struct Drift {
    _Alignas(16) vec2s move; ///< m, of its centre of gravity.
    float turn;              ///< m, of the farthest point around it.
    float most;              ///< m, of any point.
} Drift;

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

/// What a contact hands to the next step.
typedef struct ContactMemory {
    _Alignas(16) float points[2][4]; ///< The rows of ContactPoint from `separation` on.
    uint64_t key;
    uint16_t ids[2];
} ContactMemory;

/// Arrays are by body where nothing else is said. Those of floats repeat their last
/// WORLD_LANES_MAX times more: lanes that are left over work on that body too.
typedef struct WorldCache {
    const struct WorldCache *at; ///< Where it was laid out; elsewhere, or NULL, it is empty.
    int body_count;
    int32_t near_walls; ///< How many wall pieces there were; -1 = nothing is known yet.
    bool all_boxes;     ///< Every body's hull is but a box.
    Near *nears;
    Frame *frames;
    uint8_t *boxes;       ///< Whether its hull is but a box, and so the same as its frame.
    uint8_t *known_hulls; ///< Index of the hull that its frame and its reach are of.
    float *reaches;       ///< m, of its hull.
    float *rooms;         ///< m that it can move in this step before it could get too deep into a
                          ///< wall; written where contacts are looked for, read where bodies move.
    uint16_t *order;      ///< See car_pairs_find.
    WallEdge *wall_edges; ///< By body; as many as wall_near_count.
    WallNear *wall_nears; ///< The same.
    float *wall_gaps; ///< m, how far the box around the body of each listed wall at least is from
                      ///< the wall's edge; written and read with the rooms.
    CarPair *pairs;   ///< Of bodies that may meet, pair_count of them, sorted.
    uint32_t wall_near_max, wall_near_count, pair_max, pair_count;
    Drift *drifts;     ///< Before contacts are solved.
    PlacedBox *placed; ///< The boxes around all bodies as they stand before they move.

    // From here on the memory is shared by phases that do not overlap in time.
    void *scratch; ///< Where it begins.
    // Making the lists: what bodies cannot leave while they are at home, before motion and margin
    // of a step.
    PlacedBox *room_boxes; ///< Around the frame, its centre of gravity anywhere at home, and ...
    Drift *room_spares;    ///< ... what turning and moving add to that.
    Box *room_bounds;      ///< Those taken in.
    // Finding contacts.
    ContactMemory *memories; ///< Of the contacts of the last step.
    // Solving them.
    Push *pushes;
    void *solve_scratch;
} WorldCache;

/// Bytes of a cache for a world of `body_count` bodies. Zeroed bytes are an empty cache.
size_t world_cache_size(int body_count);

/// Forgets everything. Changes no result; needed when hulls or walls have changed.
void world_cache_clear(WorldCache *cache);

/// Lays the cache out for `world` where it is empty.
void world_cache_ready(WorldCache *cache, const WorldState *world);

/// Repeats what `of_bodies` says of the last body WORLD_LANES_MAX times.
static inline void world_cache_repeat_last(const WorldCache *cache, float *of_bodies) {
    for (int i = 0; i < WORLD_LANES_MAX; i++) {
        of_bodies[cache->body_count + i] = of_bodies[cache->body_count - 1];
    }
}
