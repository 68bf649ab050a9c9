#include "dynamics/world.h"

#include "base/assert.h"

#include <string.h>

/// Room for `count` elements at the end of the block: its offset. Keeps everything aligned to 16.
static uint32_t reserve(size_t *size, size_t count, size_t element) {
    uint32_t offset = (uint32_t)*size;
    *size += (count * element + 15) & ~(size_t)15;
    return offset;
}

int world_contact_max(int body_count) {
    return body_count + 8 * (body_count < 64 ? body_count : 64) + 32;
}

/// A world's header: counts and where each array lies.
static WorldState layout(int body_count) {
    ASSERT(body_count >= 1 && body_count <= WORLD_BODIES_MAX);
    size_t count = (size_t)body_count;
    WorldState world = {.body_count = (uint16_t)body_count,
                        .contact_max = (uint16_t)world_contact_max(body_count)};
    size_t size = 0;
    reserve(&size, 1, sizeof(WorldState));
    world.bodies = reserve(&size, count + CONTACT_SPARE_BODIES, sizeof(Body));
    world.forces = reserve(&size, count, sizeof(Force));
    world.hull_of = reserve(&size, count, sizeof(uint8_t));
    world.flags = reserve(&size, count, sizeof(uint8_t));
    world.contacts = reserve(&size, (size_t)world.contact_max + 1, sizeof(Contact)); // and a spare
    world.size = (uint32_t)size;
    return world;
}

size_t world_size(int body_count) { return layout(body_count).size; }

size_t world_used(const WorldState *world) {
    return world->contacts + world->contact_count * sizeof(Contact);
}

WorldState *world_make(void *block, int body_count) {
    ASSERT(block && ((uintptr_t)block & 15) == 0);
    WorldState header = layout(body_count);
    memset(block, 0, header.size);
    WorldState *world = block;
    *world = header;
    for (int i = 0; i < body_count; i++) {
        world_bodies(world)[i].rotation.c = 1.0f;
    }
    return world;
}

static void hash_body(Hash *hash, const Body *body) {
    hash_f32s(hash, body->position.raw, 2);
    hash_f32(hash, body->angle);
    hash_f32s(hash, body->velocity.raw, 2);
    hash_f32(hash, body->spin);
    hash_f32(hash, body->inverse_mass);
    hash_f32(hash, body->inverse_inertia);
    hash_f32(hash, body->friction);
    hash_f32(hash, body->restitution);
}

void world_hash(const WorldState *world, Hash *hash) {
    ASSERT(world && hash);
    const char *block = (const char *)world;
    const Body *bodies = (const Body *)(const void *)(block + world->bodies);
    const Force *forces = (const Force *)(const void *)(block + world->forces);
    const Contact *contacts = world_contacts_const(world);
    hash_u32(hash, world->body_count);
    for (int i = 0; i < world->body_count; i++) {
        hash_body(hash, &bodies[i]);
        hash_f32s(hash, forces[i].force.raw, 2);
        hash_f32(hash, forces[i].torque);
    }
    hash_bytes(hash, block + world->hull_of, world->body_count);
    hash_bytes(hash, block + world->flags, world->body_count);
    hash_u32(hash, world->contact_count);
    for (int i = 0; i < world->contact_count; i++) {
        hash_u32(hash, (uint32_t)(contacts[i].key >> 32));
        hash_u32(hash, (uint32_t)contacts[i].key);
        hash_u32(hash, (uint32_t)contacts[i].count);
        for (int k = 0; k < contacts[i].count; k++) {
            hash_u32(hash, contacts[i].ids[k]);
            hash_f32(hash, contacts[i].points[k].approach); // whether it is worth a warm start
            hash_f32(hash, contacts[i].points[k].normal_impulse);
            hash_f32(hash, contacts[i].points[k].tangent_impulse);
        }
    }
}
