#include "dynamics/world.h"

#include "base/assert.h"
#include "collision/material.h"
#include "collision/sat.h"
#include "collision/sweep.h"

#include <math.h>
#include <string.h>

enum {
    WALLS_NEAR_MAX = 256,    ///< Wall pieces near one body; more are counted as dropped.
    OTHER_BODY = 0x40000000, ///< Added to key_b where it names a body, not a wall.
};

/// m added to what bodies can move in a step when contacts are looked for, so that those at rest
/// stay known and two points of an edge that lies flat are both found.
static const float margin_base = 0.02f;

/// m: bodies that move less in a step are not swept; half of the thinnest wall meant to hold.
static const float sweep_motion_min = 0.1f;

/// m by which an overlap may grow in a step before the sweep stops the body: more than the slop, so
/// that scraping is free, and far less than a wall.
static const float sweep_overlap = 0.02f;

/// What a contact hands to the next step: names and impulses to start from.
typedef struct ContactMemory {
    uint32_t key_a, key_b;
    float normal[2], tangent[2];
    uint16_t id[2];
    uint16_t count;
    uint16_t unused;
} ContactMemory;

/// All that the phases of one step share.
typedef struct Step {
    World *world;
    const WallGrid *walls;
    const Hull *hulls;
    float dt;
    int memory_count, memory_next;
} Step;

static Box *world_boxes(World *world) { return (Box *)(void *)((char *)world + world->boxes); }
static CarPair *world_pairs(World *world) {
    return (CarPair *)(void *)((char *)world + world->pairs);
}
static ContactMemory *world_memories(World *world) {
    return (ContactMemory *)(void *)((char *)world + world->memories);
}
static Push *world_pushes(World *world) { return (Push *)(void *)((char *)world + world->pushes); }
static uint16_t *world_order(World *world) {
    return (uint16_t *)(void *)((char *)world + world->order);
}

/// Room for `count` elements at the end of the block: its offset. Keeps everything aligned to 16.
static uint32_t reserve(size_t *size, size_t count, size_t element) {
    uint32_t offset = (uint32_t)*size;
    *size += (count * element + 15) & ~(size_t)15;
    return offset;
}

/// A world's header: counts and where each array lies. A few cars crowded into a corner have many
/// contacts each; of many cars most have few.
static World layout(int body_count) {
    ASSERT(body_count >= 1 && body_count <= WORLD_BODIES_MAX);
    size_t count = (size_t)body_count;
    size_t crowd = count < 64 ? count : 64;
    World world = {.body_count = (uint16_t)body_count,
                   .contact_max = (uint16_t)(4 * count + 8 * crowd + 32),
                   .pair_max = (uint32_t)(8 * count + 8 * crowd)};
    size_t size = 0;
    reserve(&size, 1, sizeof(World));
    world.bodies = reserve(&size, count, sizeof(Body));
    world.forces = reserve(&size, count, sizeof(Force));
    world.hull_of = reserve(&size, count, sizeof(uint8_t));
    world.flags = reserve(&size, count, sizeof(uint8_t));
    world.order = reserve(&size, count, sizeof(uint16_t));
    world.contacts = reserve(&size, world.contact_max, sizeof(Contact));
    world.boxes = reserve(&size, count, sizeof(Box));
    world.pairs = reserve(&size, world.pair_max, sizeof(CarPair));
    world.memories = reserve(&size, world.contact_max, sizeof(ContactMemory));
    world.pushes = reserve(&size, count, sizeof(Push));
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
    for (int i = 0; i < body_count; i++) {
        world_bodies(world)[i].rotation.c = 1.0f;
        world_order(world)[i] = (uint16_t)i;
    }
    return world;
}

static const Hull *hull_of_body(const Step *step, int i) {
    return &step->hulls[world_hull_of(step->world)[i]];
}

static void apply_forces(Step *step) {
    Body *bodies = world_bodies(step->world);
    Force *forces = world_forces(step->world);
    for (int i = 0; i < step->world->body_count; i++) {
        Body *body = &bodies[i];
        float push = body->inverse_mass * step->dt;
        body->velocity.x += push * forces[i].force.x;
        body->velocity.y += push * forces[i].force.y;
        body->spin += body->inverse_inertia * step->dt * forces[i].torque;
        forces[i] = (Force){.torque = 0.0f};
    }
}

/// Keeps the impulses of the last step's contacts, which lie sorted by key. A hit's impulse is not
/// worth a warm start: the next step would begin with the blow a second time.
static void remember_contacts(Step *step) {
    const Contact *contacts = world_contacts(step->world);
    ContactMemory *memories = world_memories(step->world);
    for (int i = 0; i < step->world->contact_count; i++) {
        const Contact *contact = &contacts[i];
        ContactMemory memory = {
            .key_a = contact->key_a, .key_b = contact->key_b, .count = (uint16_t)contact->count};
        for (int k = 0; k < contact->count; k++) {
            const ContactPoint *point = &contact->points[k];
            bool rests = point->target <= 0.0f;
            memory.id[k] = point->id;
            memory.normal[k] = rests ? point->normal_impulse : 0.0f;
            memory.tangent[k] = rests ? point->tangent_impulse : 0.0f;
        }
        memories[i] = memory;
    }
    step->memory_count = step->world->contact_count;
    step->memory_next = 0;
    step->world->contact_count = 0;
}

/// m that any point of the body can move in this step at most.
static float body_motion(const Step *step, int i) {
    const Body *body = &world_bodies(step->world)[i];
    float speed = sqrtf(glms_vec2_norm2(body->velocity));
    return (speed + fabsf(body->spin) * hull_of_body(step, i)->reach) * step->dt;
}

static Box swept_bounds(const Step *step, int i) {
    const Body *body = &world_bodies(step->world)[i];
    Box from = hull_bounds(hull_of_body(step, i), body_at(body));
    vec2s move = glms_vec2_scale(body->velocity, step->dt);
    Box to = {glms_vec2_add(from.low, move), glms_vec2_add(from.high, move)};
    float turn = fabsf(body->spin) * hull_of_body(step, i)->reach * step->dt;
    return box_grow(box_union(from, to), turn + margin_base);
}

/// Hands over the impulses of the same contact's points in the last step. Contacts are made in
/// order of their keys, so one pass through the memories serves all.
static void recall_impulses(Step *step, Contact *contact) {
    const ContactMemory *memories = world_memories(step->world);
    while (step->memory_next < step->memory_count) {
        const ContactMemory *memory = &memories[step->memory_next];
        bool before = memory->key_a < contact->key_a ||
                      (memory->key_a == contact->key_a && memory->key_b < contact->key_b);
        if (!before) {
            break;
        }
        step->memory_next++;
    }
    if (step->memory_next >= step->memory_count) {
        return;
    }
    const ContactMemory *memory = &memories[step->memory_next];
    if (memory->key_a != contact->key_a || memory->key_b != contact->key_b) {
        return;
    }
    for (int i = 0; i < contact->count; i++) {
        for (int k = 0; k < memory->count; k++) {
            if (contact->points[i].id == memory->id[k]) {
                contact->points[i].normal_impulse = memory->normal[k];
                contact->points[i].tangent_impulse = memory->tangent[k];
            }
        }
    }
}

/// Adds `contact`, whose keys, bodies and surface are set, with the points of `manifold`.
static void add_contact(Step *step, Contact contact, const Manifold *manifold) {
    World *world = step->world;
    if (manifold->count == 0) {
        return;
    }
    if (world->contact_count >= world->contact_max) {
        world->dropped++;
        return;
    }
    const Body *bodies = world_bodies(world);
    const Body *a = &bodies[contact.a];
    vec2s to_b = vec2_make(0.0f, 0.0f);
    if (contact.b != CONTACT_WALL) {
        to_b = glms_vec2_sub(bodies[contact.b].position, a->position);
    }
    contact.normal = rotation_apply(a->rotation, manifold->normal);
    contact.count = manifold->count;
    for (int i = 0; i < manifold->count; i++) {
        vec2s anchor = rotation_apply(a->rotation, manifold->points[i].point);
        contact.points[i] = (ContactPoint){.anchor_a = anchor,
                                           .anchor_b = glms_vec2_sub(anchor, to_b),
                                           .separation = manifold->points[i].separation,
                                           .id = manifold->points[i].id};
    }
    recall_impulses(step, &contact);
    world_contacts(world)[world->contact_count++] = contact;
}

static uint32_t piece_key(int body, int piece) {
    return (uint32_t)(body * HULL_PIECES_MAX + piece);
}

static void find_wall_contacts(Step *step, int i, int piece, const int *near, int near_count) {
    const Body *body = &world_bodies(step->world)[i];
    const Shape *shape = &hull_of_body(step, i)->pieces[piece];
    float margin = body_motion(step, i) + margin_base;
    for (int k = 0; k < near_count; k++) {
        const WallPiece *wall = &step->walls->pieces[near[k]];
        Transform wall_in_body = transform_relative(body_at(body), wall_piece_at(wall));
        Manifold manifold =
            manifold_make(shape, &wall->shape, wall_in_body, margin, &wall->outline);
        Contact contact = {.key_a = piece_key(i, piece),
                           .key_b = (uint32_t)near[k],
                           .a = (uint16_t)i,
                           .b = CONTACT_WALL,
                           .friction = material_pair_friction(body->friction, wall->friction),
                           .restitution =
                               material_pair_restitution(body->restitution, wall->restitution)};
        add_contact(step, contact, &manifold);
    }
}

/// m by which bodies `i` and `k` can come nearer to each other in this step, and the base.
static float pair_margin(const Step *step, int i, int k) {
    const Body *a = &world_bodies(step->world)[i];
    const Body *b = &world_bodies(step->world)[k];
    float speed = sqrtf(glms_vec2_norm2(glms_vec2_sub(b->velocity, a->velocity)));
    float turn = fabsf(a->spin) * hull_of_body(step, i)->reach +
                 fabsf(b->spin) * hull_of_body(step, k)->reach;
    return (speed + turn) * step->dt + margin_base;
}

static void find_body_contacts(Step *step, int i, int piece, int k) {
    const Body *a = &world_bodies(step->world)[i];
    const Body *b = &world_bodies(step->world)[k];
    const Hull *hull = hull_of_body(step, k);
    Transform b_in_a = transform_relative(body_at(a), body_at(b));
    float margin = pair_margin(step, i, k);
    for (int other = 0; other < hull->count; other++) {
        Manifold manifold = manifold_make(&hull_of_body(step, i)->pieces[piece],
                                          &hull->pieces[other], b_in_a, margin, NULL);
        Contact contact = {.key_a = piece_key(i, piece),
                           .key_b = OTHER_BODY + piece_key(k, other),
                           .a = (uint16_t)i,
                           .b = (uint16_t)k,
                           .friction = material_pair_friction(a->friction, b->friction),
                           .restitution =
                               material_pair_restitution(a->restitution, b->restitution)};
        add_contact(step, contact, &manifold);
    }
}

static int near_walls(const Step *step, Box box, int *near) {
    if (step->walls->piece_count == 0) {
        return 0;
    }
    int count = wall_grid_query(step->walls, box, near, WALLS_NEAR_MAX);
    if (count > WALLS_NEAR_MAX) {
        step->world->dropped += (uint32_t)(count - WALLS_NEAR_MAX);
        count = WALLS_NEAR_MAX;
    }
    return count;
}

static bool bodies_meet(World *world, const CarPair *pair) {
    const uint8_t *flags = world_flags(world);
    const Body *bodies = world_bodies(world);
    return ((flags[pair->a] | flags[pair->b]) & BODY_GHOST) == 0 &&
           bodies[pair->a].inverse_mass + bodies[pair->b].inverse_mass > 0.0f;
}

/// Finds all contacts in the order of their keys: by body, piece, wall, then other body and piece.
static void find_contacts(Step *step) {
    World *world = step->world;
    Box *boxes = world_boxes(world);
    for (int i = 0; i < world->body_count; i++) {
        boxes[i] = swept_bounds(step, i);
    }
    const CarPair *pairs = world_pairs(world);
    int pair_count = car_pairs_find(boxes, world->body_count, world_order(world),
                                    world_pairs(world), (int)world->pair_max);
    int next_pair = 0;
    for (int i = 0; i < world->body_count; i++) {
        int near[WALLS_NEAR_MAX];
        bool moves = world_bodies(world)[i].inverse_mass > 0.0f;
        int near_count = moves ? near_walls(step, boxes[i], near) : 0;
        int first_pair = next_pair;
        while (next_pair < pair_count && pairs[next_pair].a == i) {
            next_pair++;
        }
        for (int piece = 0; piece < hull_of_body(step, i)->count; piece++) {
            find_wall_contacts(step, i, piece, near, near_count);
            for (int k = first_pair; k < next_pair; k++) {
                if (bodies_meet(world, &pairs[k])) {
                    find_body_contacts(step, i, piece, pairs[k].b);
                }
            }
        }
    }
}

static Motion motion_of_body(const Step *step, int i) {
    const Body *body = &world_bodies(step->world)[i];
    const Push *push = &world_pushes(step->world)[i];
    vec2s velocity = glms_vec2_add(body->velocity, push->velocity);
    return (Motion){.from = body->position,
                    .to = glms_vec2_add(body->position, glms_vec2_scale(velocity, step->dt)),
                    .angle_from = body->angle,
                    .angle_to = body->angle + (body->spin + push->spin) * step->dt};
}

/// Share of `motion` after which `shape` is `sweep_overlap` deeper in `wall` than it was.
static float free_share_at(const Shape *shape, const Motion *motion, Transform at,
                           const WallPiece *wall) {
    Transform wall_in_shape = transform_relative(at, wall_piece_at(wall));
    float start = sat_signed_distance(shape, &wall->shape, wall_in_shape).distance;
    float target = fminf(start, 0.0f) - sweep_overlap;
    SweepHit hit = sweep_motion(shape, *motion, &wall->shape, wall_piece_at(wall), target);
    return hit.hit ? hit.time : 1.0f;
}

/// Share of `motion` that body `i` can take before a wall must stop it. Contacts see most walls
/// coming; this holds what they miss: bodies that another threw, that turn fast, or that are
/// squeezed. The body is left a little inside, where the next step's contact takes over, and keeps
/// its velocity.
static float free_share(const Step *step, int i, const Motion *motion) {
    const Hull *hull = hull_of_body(step, i);
    const Body *body = &world_bodies(step->world)[i];
    float turn = fabsf(motion->angle_to - motion->angle_from) * hull->reach;
    vec2s move = glms_vec2_sub(motion->to, motion->from);
    if (sqrtf(glms_vec2_norm2(move)) + turn <= sweep_motion_min) {
        return 1.0f;
    }
    Box from = hull_bounds(hull, body_at(body));
    Box to = {glms_vec2_add(from.low, move), glms_vec2_add(from.high, move)};
    int near[WALLS_NEAR_MAX];
    int near_count = near_walls(step, box_grow(box_union(from, to), turn), near);
    float share = 1.0f;
    for (int k = 0; k < near_count; k++) {
        for (int piece = 0; piece < hull->count; piece++) {
            share = fminf(share, free_share_at(&hull->pieces[piece], motion, body_at(body),
                                               &step->walls->pieces[near[k]]));
        }
    }
    return share;
}

static void move_bodies(Step *step) {
    Body *bodies = world_bodies(step->world);
    for (int i = 0; i < step->world->body_count; i++) {
        Motion motion = motion_of_body(step, i);
        float share = free_share(step, i, &motion);
        vec2s move = glms_vec2_sub(motion.to, motion.from);
        Body *body = &bodies[i];
        body->position =
            share < 1.0f ? glms_vec2_add(motion.from, glms_vec2_scale(move, share)) : motion.to;
        body_set_angle(body, motion.angle_from + share * (motion.angle_to - motion.angle_from));
    }
}

void world_step(World *world, const WallGrid *walls, const Hull *hulls, float dt) {
    ASSERT(world && walls && hulls && dt > 0.0f);
    Step step = {.world = world, .walls = walls, .hulls = hulls, .dt = dt};
    apply_forces(&step);
    remember_contacts(&step);
    find_contacts(&step);
    Body *bodies = world_bodies(world);
    Push *pushes = world_pushes(world);
    contacts_solve_velocity(world_contacts(world), world->contact_count, bodies, dt);
    memset(pushes, 0, world->body_count * sizeof(Push));
    contacts_solve_position(world_contacts(world), world->contact_count, bodies, pushes, dt);
    move_bodies(&step);
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
        hash_u32(hash, contacts[i].key_a);
        hash_u32(hash, contacts[i].key_b);
        hash_u32(hash, (uint32_t)contacts[i].count);
        for (int k = 0; k < contacts[i].count; k++) {
            hash_u32(hash, contacts[i].points[k].id);
            hash_f32(hash, contacts[i].points[k].target); // whether it is worth a warm start
            hash_f32(hash, contacts[i].points[k].normal_impulse);
            hash_f32(hash, contacts[i].points[k].tangent_impulse);
        }
    }
}
