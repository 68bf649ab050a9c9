/// Bodies, the walls around them and their contacts, stepped together. One relocatable block:
/// copying it is memcpy, and it holds offsets instead of pointers.
#pragma once

#include "base/hash.h"
#include "collision/car_pairs.h"
#include "collision/hull.h"
#include "collision/wall_grid.h"
#include "dynamics/body.h"
#include "dynamics/contact.h"

#include <stddef.h>
#include <stdint.h>

typedef struct World {
    uint32_t size; ///< Bytes of the whole block, this header included.
    uint16_t body_count;
    uint16_t contact_max;
    uint16_t contact_count;
    uint32_t dropped; ///< Contacts, pairs and walls that found no room since the world was made; 0
                      ///< in a healthy world.
    // Offsets in bytes from the start of this struct.
    uint32_t bodies, forces, hull_of, flags, contacts;
    // Who is near whom, kept from step to step (dynamics/world_near.h).
    uint32_t nears, frames, boxes, known_hulls, reaches, rooms;
    uint32_t wall_edges, wall_nears, wall_gaps, pairs, order;
    uint32_t wall_near_max, wall_near_count, pair_max, pair_count;
    int32_t near_walls; ///< How many wall pieces there were; -1 = nothing is known yet.
    bool all_boxes;     ///< Every body's hull is but a box.
    uint32_t scratch;   ///< Of the step.
} World;

enum {
    BODY_GHOST = 1, ///< Meets walls but no other body (just put back on the road).
};

enum {
    WORLD_BODIES_MAX = 8000
};

/// Bytes of a world for `body_count` bodies (1 to WORLD_BODIES_MAX).
size_t world_size(int body_count);

/// Makes a world in `block` of world_size bytes, aligned to 16. All bodies are zero and use hull 0.
World *world_make(void *block, int body_count);

static inline Body *world_bodies(World *world) {
    return (Body *)(void *)((char *)world + world->bodies);
}
static inline Force *world_forces(World *world) {
    return (Force *)(void *)((char *)world + world->forces);
}
static inline uint8_t *world_hull_of(World *world) { ///< Index into the hulls given to world_step.
    return (uint8_t *)world + world->hull_of;
}
static inline uint8_t *world_flags(World *world) { return (uint8_t *)world + world->flags; }
static inline Contact *world_contacts(World *world) {
    return (Contact *)(void *)((char *)world + world->contacts);
}

/// The contacts of the last step, `contact_count` of them, sorted by key: normals, impulses, depths
/// before the push-out, and where the points were at the start of that step.
static inline const Contact *world_contacts_const(const World *world) {
    return (const Contact *)(const void *)((const char *)world + world->contacts);
}

/// Advances the world by `dt` s: forces to velocities, pairs and manifolds (with the margin that
/// each body's motion needs), contact solve, sweep of fast bodies against walls so that none
/// passes, positions with their push-out. Allocates nothing. Same bits on every machine. `hulls`
/// holds what hull_of indexes; `walls` may be empty. Both must be the same in every step of a
/// world.
void world_step(World *world, const WallGrid *walls, const Hull *hulls, float dt);

/// Adds all that decides how the world goes on, field by field: bodies, forces, flags and the
/// contacts' impulses. Who is near whom is left out: it saves time and changes no result.
void world_hash(const World *world, Hash *hash);
