/// Bodies and their contacts: all that decides how a world goes on. One relocatable block: copying
/// it is memcpy, and it holds offsets instead of pointers. dynamics/world_step.h steps it.
#pragma once

#include "base/hash.h"
#include "dynamics/body.h"
#include "dynamics/contact.h"

#include <stddef.h>
#include <stdint.h>

typedef struct WorldState {
    uint32_t size; ///< Bytes of the whole block, this header included.
    uint16_t body_count;
    uint16_t contact_max;
    uint16_t contact_count;
    uint32_t dropped; ///< Contacts, pairs and walls that found no room since the world was made; 0
                      ///< in a healthy world.
    // Offsets in bytes from the start of this struct; the contacts come last.
    uint32_t bodies, forces, hull_of, flags, contacts;
} WorldState;

enum {
    BODY_GHOST = 1, ///< Collides with walls but no other body (just put back on the road).
};

enum {
    WORLD_BODIES_MAX = 8000
};

/// Most contacts of a world of `body_count` bodies. A few cars crowded into a corner have many
/// contacts each; of many cars most have few.
int world_contact_max(int body_count);

/// Bytes of a world for `body_count` bodies (1 to WORLD_BODIES_MAX).
size_t world_size(int body_count);

/// Bytes of the block up to the end of the contacts that there are: a snapshot needs no more.
size_t world_used(const WorldState *world);

/// Makes a world in `block` of world_size bytes, aligned to 16. All bodies are zero and use hull 0.
WorldState *world_make(void *block, int body_count);

static inline Body *world_bodies(WorldState *world) {
    return (Body *)(void *)((char *)world + world->bodies);
}
static inline Force *world_forces(WorldState *world) {
    return (Force *)(void *)((char *)world + world->forces);
}
static inline uint8_t *
world_hull_of(WorldState *world) { ///< Index into the hulls given to world_step.
    return (uint8_t *)world + world->hull_of;
}
static inline uint8_t *world_flags(WorldState *world) { return (uint8_t *)world + world->flags; }
static inline Contact *world_contacts(WorldState *world) {
    return (Contact *)(void *)((char *)world + world->contacts);
}

/// The contacts of the last step, `contact_count` of them, sorted by key: normals, impulses, depths
/// before their correction, and where the points were at the start of that step.
static inline const Contact *world_contacts_const(const WorldState *world) {
    return (const Contact *)(const void *)((const char *)world + world->contacts);
}

/// Adds all that decides how the world goes on, field by field: bodies, forces, flags and the
/// contacts' impulses.
void world_hash(const WorldState *world, Hash *hash);
