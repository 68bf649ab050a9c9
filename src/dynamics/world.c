#include "dynamics/world.h"

#include "base/assert.h"
#include "dynamics/world_contacts.h"
#include "dynamics/world_move.h"
#include "dynamics/world_near.h"

#include <string.h>

/// Room for `count` elements at the end of the block: its offset. Keeps everything aligned to 16.
static uint32_t reserve(size_t *size, size_t count, size_t element) {
    uint32_t offset = (uint32_t)*size;
    *size += (count * element + 15) & ~(size_t)15;
    return offset;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

/// Bytes that the pushes and the contact solve take of the scratch.
static size_t solve_scratch_size(int contact_max, int body_count) {
    return ((size_t)body_count + CONTACT_SPARE_BODIES) * sizeof(Push) +
           contacts_scratch_size(contact_max, body_count);
}

/// Where in the scratch the drifts lie that the phases before the solve share, after the boxes ...
static size_t drifts_offset(int body_count) { return (size_t)body_count * sizeof(PlacedBox); }

/// ... and where it is free for one phase.
static size_t free_offset(int body_count) {
    size_t end = drifts_offset(body_count) + (size_t)body_count * sizeof(Drift);
    return (end + WORLD_ALIGNMENT - 1) / WORLD_ALIGNMENT * WORLD_ALIGNMENT;
}

/// The scratch is shared by phases that do not overlap in time: making the lists of who is near,
/// finding contacts, solving them.
static size_t scratch_size(const World *world) {
    size_t near = world_near_scratch_size(world->body_count);
    size_t find = world_contacts_scratch_size(world->contact_max);
    size_t solve = solve_scratch_size(world->contact_max, world->body_count);
    return WORLD_ALIGNMENT + larger(free_offset(world->body_count) + larger(near, find), solve);
}

/// A world's header: counts and where each array lies. A few cars crowded into a corner have many
/// contacts each; of many cars most have few.
static World layout(int body_count) {
    ASSERT(body_count >= 1 && body_count <= WORLD_BODIES_MAX);
    size_t count = (size_t)body_count;
    size_t crowd = count < 64 ? count : 64;
    World world = {.body_count = (uint16_t)body_count,
                   .contact_max = (uint16_t)(count + 8 * crowd + 32),
                   .wall_near_max = (uint32_t)(3 * count / 2 + 28 * crowd + 256),
                   .pair_max = (uint32_t)(6 * count + 8 * crowd),
                   .near_walls = -1};
    size_t size = 0;
    reserve(&size, 1, sizeof(World));
    world.bodies = reserve(&size, count + CONTACT_SPARE_BODIES, sizeof(Body));
    world.forces = reserve(&size, count, sizeof(Force));
    world.hull_of = reserve(&size, count, sizeof(uint8_t));
    world.flags = reserve(&size, count, sizeof(uint8_t));
    world.contacts = reserve(&size, (size_t)world.contact_max + 1, sizeof(Contact)); // and a spare
    world.nears = reserve(&size, count, sizeof(Near));
    world.frames = reserve(&size, count, sizeof(Frame));
    world.boxes = reserve(&size, count, sizeof(uint8_t));
    world.known_hulls = reserve(&size, count, sizeof(uint8_t));
    world.reaches = reserve(&size, count + WORLD_LANES_MAX, sizeof(float));
    world.rooms = reserve(&size, count + WORLD_LANES_MAX, sizeof(float));
    world.wall_edges = reserve(&size, world.wall_near_max, sizeof(WallEdge));
    world.wall_nears = reserve(&size, world.wall_near_max, sizeof(WallNear));
    world.wall_gaps = reserve(&size, (size_t)world.wall_near_max + WORLD_LANES_MAX, sizeof(float));
    world.pairs = reserve(&size, world.pair_max, sizeof(CarPair));
    world.order = reserve(&size, count, sizeof(uint16_t));
    world.scratch = reserve(&size, 1, scratch_size(&world));
    world.size = (uint32_t)size;
    return world;
}

size_t world_size(int body_count) { return layout(body_count).size; }

World *world_make(void *block, int body_count) {
    ASSERT(block && ((uintptr_t)block & 15) == 0);
    World header = layout(body_count);
    memset(block, 0, header.size);
    World *world = block;
    *world = header;
    uint16_t *order = (uint16_t *)(void *)((char *)world + world->order);
    for (int i = 0; i < body_count; i++) {
        world_bodies(world)[i].rotation.c = 1.0f;
        order[i] = (uint16_t)i;
    }
    return world;
}

/// Begins a step: places what its phases share in the scratch.
static Step step_begin(World *world, const WallGrid *walls, const Hull *hulls, float dt) {
    char *scratch = world_scratch(world);
    return (Step){.world = world,
                  .walls = walls,
                  .hulls = hulls,
                  .dt = dt,
                  .bodies = world_bodies(world),
                  .drifts = (Drift *)(void *)(scratch + drifts_offset(world->body_count)),
                  .placed = (PlacedBox *)(void *)scratch,
                  .scratch = scratch + free_offset(world->body_count)};
}

/// Returns the pushes of the bodies, or NULL where nothing touches.
static const Push *solve_contacts(const Step *step) {
    World *world = step->world;
    if (world->contact_count == 0) {
        return NULL;
    }
    Push *pushes = world_scratch(world);
    ContactSet set = {.contacts = world_contacts(world),
                      .count = world->contact_count,
                      .bodies = step->bodies,
                      .pushes = pushes,
                      .body_count = world->body_count,
                      .scratch = pushes + world->body_count + CONTACT_SPARE_BODIES};
    world->dropped += (uint32_t)contacts_solve(&set, step->dt);
    return pushes;
}

void world_step(World *world, const WallGrid *walls, const Hull *hulls, float dt) {
    ASSERT(world && walls && hulls && dt > 0.0f);
    Step step = step_begin(world, walls, hulls, dt);
    world_near_learn(&step);
    world_bodies_begin(&step);
    world_near_update(&step);
    world_contacts_find(&step);
    const Push *pushes = solve_contacts(&step);
    world_bodies_move(&step, pushes);
}

static void hash_vec2(Hash *hash, vec2s value) {
    hash_f32(hash, value.x);
    hash_f32(hash, value.y);
}

static void hash_body(Hash *hash, const Body *body) {
    hash_vec2(hash, body->position);
    hash_f32(hash, body->angle);
    hash_vec2(hash, body->velocity);
    hash_f32(hash, body->spin);
    hash_f32(hash, body->inverse_mass);
    hash_f32(hash, body->inverse_inertia);
    hash_f32(hash, body->friction);
    hash_f32(hash, body->restitution);
}

void world_hash(const World *world, Hash *hash) {
    ASSERT(world && hash);
    const char *block = (const char *)world;
    const Body *bodies = (const Body *)(const void *)(block + world->bodies);
    const Force *forces = (const Force *)(const void *)(block + world->forces);
    const Contact *contacts = world_contacts_const(world);
    hash_u32(hash, world->body_count);
    for (int i = 0; i < world->body_count; i++) {
        hash_body(hash, &bodies[i]);
        hash_vec2(hash, forces[i].force);
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
