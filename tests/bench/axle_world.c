/// Axle at work on cars between walls: walls, grid, hulls and world as a race has them.
#include "base/assert.h"
#include "bench/engine_axle.h"
#include "bench/field.h"
#include "dynamics/world_step.h"
#include "geometry/trig.h"

#include <stdlib.h>

typedef struct BenchWorld {
    WallPiece pieces[COURSE_WALLS + 2];
    int piece_count;
    Arena arena; ///< Of the grid.
    WallGrid walls;
    Hull hull;
    WorldState *world;
    WorldCache *cache;
    Field field;
    const RaySet *rays;
    int hits;
} BenchWorld;

/// m: points nearer than this count as touching.
static const float touching = 0.01f;

static void add_side(BenchWorld *state, const Course *course, bool right) {
    vec2s points[COURSE_SEGMENTS];
    for (int i = 0; i < COURSE_SEGMENTS; i++) {
        float at[2];
        course_edge(course, i, right, 0.0, at);
        points[i] = vec2_make(at[0], at[1]);
    }
    int count = wall_pieces_of_line(points, COURSE_SEGMENTS, true, (float)COURSE_WALL,
                                    right ? -1 : 1, FIELD_FRICTION, FIELD_RESTITUTION, right,
                                    state->pieces + state->piece_count,
                                    COURSE_WALLS + 2 - state->piece_count);
    ASSERT(count == COURSE_SEGMENTS);
    state->piece_count += count;
}

static void place_bodies(BenchWorld *state) {
    for (int i = 0; i < state->field.count; i++) {
        PairPose at = state->field.states[i].at;
        Body *body = &world_bodies(state->world)[i];
        *body = (Body){.position = vec2_make(at.x, at.y),
                       .inverse_mass = 1.0f / FIELD_MASS,
                       .inverse_inertia = 1.0f / FIELD_INERTIA,
                       .friction = FIELD_FRICTION,
                       .restitution = FIELD_RESTITUTION};
        body_set_angle(body, trig_atan2(at.s, at.c));
    }
}

static void *aligned_block(size_t size) {
    void *block = aligned_alloc(64, (size + 63) / 64 * 64);
    ASSERT(block != NULL);
    return block;
}

void *axle_world_create(const BenchWork *work) {
    BenchWorld *state = aligned_block(sizeof *state);
    *state = (BenchWorld){.rays = &work->rays};
    add_side(state, &work->course, false);
    add_side(state, &work->course, true);
    state->walls = wall_grid_make(state->pieces, state->piece_count, &state->arena);
    if (work->kind == BENCH_WORLD) {
        state->hull = hull_box(vec2_make(0.0f, 0.0f), FIELD_LENGTH, FIELD_WIDTH);
        state->field = field_make(&work->course, work->size);
        state->world = world_make(aligned_block(world_size(work->size)), work->size);
        state->cache = aligned_block(world_cache_size(work->size));
        world_cache_clear(state->cache);
        place_bodies(state);
    }
    return state;
}

static void read_states(BenchWorld *state) {
    const Body *bodies = world_bodies(state->world);
    for (int i = 0; i < state->field.count; i++) {
        const Body *body = &bodies[i];
        state->field.states[i] =
            (CarState){{body->position.x, body->position.y, body->rotation.c, body->rotation.s},
                       body->velocity.x,
                       body->velocity.y,
                       body->spin};
    }
}

void axle_world_prepare(void *memory) {
    BenchWorld *state = memory;
    read_states(state);
    field_drive(&state->field);
}

void axle_world_step(void *memory) {
    BenchWorld *state = memory;
    for (int i = 0; i < FIELD_STEPS; i++) {
        Force *forces = world_forces(state->world);
        for (int k = 0; k < state->field.count; k++) {
            CarForce force = state->field.forces[k];
            forces[k] = (Force){vec2_make(force.x, force.y), force.torque};
        }
        world_step(state->world, state->cache, &state->walls, &state->hull, FIELD_DT);
    }
}

static bool touches(const Contact *contact) {
    bool near = false;
    for (int i = 0; i < contact->count; i++) {
        near = near || contact->points[i].separation <= touching;
    }
    return near;
}

void axle_world_measure(void *memory, Figures *figures) {
    BenchWorld *state = memory;
    int of_walls = 0;
    int of_cars = 0;
    const Contact *contacts = world_contacts_const(state->world);
    for (int i = 0; i < state->world->contact_count; i++) {
        if (touches(&contacts[i])) {
            *(contacts[i].b == CONTACT_WALL ? &of_walls : &of_cars) += 1;
        }
    }
    figures->values[FIGURE_WALL_CONTACTS] = of_walls;
    figures->values[FIGURE_CAR_CONTACTS] = of_cars;
    read_states(state);
    field_measure(&state->field, figures);
}

void axle_world_destroy(void *memory) {
    BenchWorld *state = memory;
    free(state->world);
    free(state->cache);
    field_destroy(&state->field);
    arena_destroy(&state->arena);
    free(state);
}

static WallHit cast(const BenchWorld *state, int i) {
    const float *ray = state->rays->rays[i];
    return wall_grid_ray(&state->walls, vec2_make(ray[0], ray[1]), vec2_make(ray[2], ray[3]));
}

void axle_ray_step(void *memory) {
    BenchWorld *state = memory;
    state->hits = 0;
    for (int i = 0; i < state->rays->count; i++) {
        state->hits += cast(state, i).hit;
    }
}

void axle_ray_answer(void *memory, float *answers) {
    BenchWorld *state = memory;
    for (int i = 0; i < state->rays->count; i++) {
        WallHit hit = cast(state, i);
        answers[i] = hit.hit ? hit.fraction * state->rays->length : -1.0f;
    }
}
