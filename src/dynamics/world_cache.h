/// What a step keeps to save time: neighbour lists, boxes, bounding radii and scratch. It changes
/// no result and may be cleared before any step. Not relocatable: a copy of it counts as cleared.
#pragma once

#include "collision/box_pairs.h"
#include "collision/car_pairs.h"
#include "dynamics/world.h"

enum {
    WORLD_ALIGNMENT = 32, ///< Bytes, of the scratch.
    WORLD_LANES_MAX = 8   ///< Arrays of floats are read and written in whole lanes, up to so wide.
};

/// How a body moves in one step if nothing stops it.
typedef struct PredictedMotion {
    _Alignas(16) vec2s move; ///< m, of its centre of gravity.
    float turn;              ///< m, of the farthest point around it.
    float most;              ///< m, of any point.
} PredictedMotion;

/// The edge of a wall that it most likely turns toward a body: all of the wall lies behind the line
/// through `point`.
typedef struct WallEdge {
    _Alignas(16) vec2s point; ///< m, world.
    vec2s normal;             ///< Unit, out of the wall.
} WallEdge;

/// A wall near a body; its edge has the same index.
typedef struct WallNeighbour {
    uint32_t wall;
    uint16_t body;
    bool round; ///< The wall is a circle: the edge is a tangent.
} WallNeighbour;

/// How far a body may go before the lists must be made anew.
typedef struct NeighbourList {
    _Alignas(16) vec2s middle; ///< m, where its centre of gravity may be: the middle ...
    vec2s half;                ///< ... and half sides of a box that stands at `rotation`.
    Rotation rotation;         ///< As the lists were made.
    float turn2_max;           ///< Square of the chord between the rotations, at most.
    float motion_max;          ///< m that it may move in one step.
    uint32_t first_wall;
    uint16_t wall_count;
} NeighbourList;

/// The box around a hull in its body's frame: middle and half sides.
typedef struct LocalBox {
    _Alignas(16) vec2s middle;
    vec2s half;
} LocalBox;

/// What a point of a contact hands to the next step.
typedef struct CachedPoint {
    _Alignas(16) uint32_t id;
    float normal_impulse, tangent_impulse, approach; ///< As in ContactPoint.
} CachedPoint;

/// What a contact does.
typedef struct CachedImpulses {
    CachedPoint points[2];
} CachedImpulses;

/// Arrays have an element for each body, unless they say otherwise. Those of floats repeat the last
/// one WORLD_LANES_MAX times, because left-over lanes work on that body too.
typedef struct WorldCache {
    const struct WorldCache *at; ///< Where it was laid out; elsewhere, or NULL, it is empty.
    int body_count;

    // Of the hulls.
    uint8_t *known_hulls; ///< Index of the hull that the following are of.
    uint8_t *is_box;      ///< Whether the hull is but a box, and so the same as its local box.
    bool all_boxes;       ///< All are.
    LocalBox *local_boxes;
    float *bounding_radii; ///< m

    // Neighbour lists (dynamics/broad_phase.c).
    int32_t listed_walls; ///< How many wall pieces there were; -1 = nothing is listed yet.
    NeighbourList *lists;
    WallNeighbour *wall_neighbours; ///< By body, wall_neighbour_count of them.
    WallEdge *wall_edges;           ///< As many.
    CarPair *pairs;                 ///< Of neighbours, pair_count of them, sorted.
    uint16_t *order;                ///< See car_pairs_find.
    uint32_t wall_neighbour_max, wall_neighbour_count, pair_max, pair_count;

    // Of one step.
    PredictedMotion *motions;
    PlacedBox *placed; ///< The boxes around all bodies as they stand before they move. Their sizes
                       ///< are those of the hulls.
    float *wall_gaps;  ///< m, how far the box around the body of each listed wall at least is from
                       ///< the wall's edge.
    float *clearances; ///< m that it can move before it could get too deep into a wall.
    uint32_t *near_walls; ///< Indices of the wall neighbours that can touch in this step.
    BoxPair *near_pairs;  ///< The pairs that can.

    // From here on the memory is shared by phases that do not overlap in time.
    void *scratch; ///< Where it begins.
    // Making the lists: what a body cannot leave while its list holds, before a step's margin.
    PlacedBox *fat_boxes;         ///< Around the local box, anywhere within the list's box, and ...
    PredictedMotion *fat_motions; ///< ... what turning and moving add to that.
    Box *fat_bounds;              ///< Those taken in.
    // Finding contacts.
    ContactCandidate *candidates; ///< Room for contact_max of the world, and one to spare.
    CachedImpulses *impulses; ///< Of each candidate's contact in the last step: the impulse cache.
    // Solving them.
    Correction *corrections;
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
