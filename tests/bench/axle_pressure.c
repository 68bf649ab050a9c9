/// Axle in the scenes of pressure.h: walls, grid, hulls and world as a race has them.
#include "base/assert.h"
#include "bench/engine_axle.h"
#include "bench/pressure.h"
#include "dynamics/world_step.h"
#include "geometry/trig.h"

#include <stdlib.h>

typedef struct PressureWorld {
    Pressure run;
    WallPiece pieces[2 * PRESSURE_WALLS_MAX];
    Hull hulls[PRESSURE_BODIES_MAX];
    Arena arena; ///< Of the grid.
    WallGrid walls;
    WorldState *world;
    WorldCache *cache;
} PressureWorld;

static void end_world(PressureWorld *state) {
    free(state->world);
    free(state->cache);
    arena_destroy(&state->arena);
    state->world = NULL;
    state->cache = NULL;
}

static void *aligned_block(size_t size) {
    void *block = aligned_alloc(64, (size + 63) / 64 * 64);
    ASSERT(block != NULL);
    return block;
}

static void make_walls(PressureWorld *state) {
    const PressureScene *scene = &state->run.scene;
    int count = 0;
    for (int i = 0; i < scene->wall_count; i++) {
        vec2s points[PAIR_POINTS_MAX];
        for (int k = 0; k < scene->walls[i].count; k++) {
            points[k] = vec2_make(scene->walls[i].x[k], scene->walls[i].y[k]);
        }
        int added = wall_pieces_of_polygon(points, scene->walls[i].count, scene->wall_friction,
                                           scene->wall_restitution, i, state->pieces + count,
                                           2 * PRESSURE_WALLS_MAX - count);
        ASSERT(added > 0);
        count += added;
    }
    state->walls = wall_grid_make(state->pieces, count, &state->arena);
}

static void make_bodies(PressureWorld *state) {
    int count = state->run.scene.body_count;
    state->world = world_make(aligned_block(world_size(count)), count);
    state->cache = aligned_block(world_cache_size(count));
    world_cache_clear(state->cache);
    for (int i = 0; i < count; i++) {
        const PressureBody *from = &state->run.scene.bodies[i];
        PairPose at = from->start.at;
        Body *body = &world_bodies(state->world)[i];
        *body = (Body){.position = vec2_make(at.x, at.y),
                       .velocity = vec2_make(from->start.velocity_x, from->start.velocity_y),
                       .inverse_mass = 1.0f / from->mass,
                       .inverse_inertia = (float)(1.0 / pressure_inertia(from)),
                       .friction = from->friction,
                       .restitution = from->restitution};
        body_set_angle(body, trig_atan2(at.s, at.c));
        state->hulls[i] =
            hull_box(vec2_make(0.0f, 0.0f), 2.0f * from->half_length, 2.0f * from->half_width);
        world_hull_of(state->world)[i] = (uint8_t)i;
    }
}

static void read_states(PressureWorld *state) {
    for (int i = 0; i < state->run.scene.body_count; i++) {
        const Body *body = &world_bodies(state->world)[i];
        state->run.states[i] =
            (CarState){{body->position.x, body->position.y, body->rotation.c, body->rotation.s},
                       body->velocity.x,
                       body->velocity.y,
                       body->spin};
    }
}

void *axle_pressure_create(const BenchWork *work) {
    PressureWorld *state = aligned_block(sizeof *state);
    *state = (PressureWorld){.run.kind = (PressureKind)work->size};
    return state;
}

void axle_pressure_prepare(void *memory) {
    PressureWorld *state = memory;
    if (state->world) {
        read_states(state);
    }
    if (pressure_prepare(&state->run)) {
        end_world(state);
        make_walls(state);
        make_bodies(state);
    }
}

void axle_pressure_step(void *memory) {
    PressureWorld *state = memory;
    for (int i = 0; i < state->run.scene.body_count; i++) {
        const PressureBody *body = &state->run.scene.bodies[i];
        world_forces(state->world)[i] = (Force){vec2_make(body->force_x, body->force_y), 0.0f};
    }
    world_step(state->world, state->cache, &state->walls, state->hulls, (float)PRESSURE_DT);
}

void axle_pressure_measure(void *memory, Figures *figures) {
    PressureWorld *state = memory;
    read_states(state);
    pressure_measure(&state->run, figures);
}

void axle_pressure_destroy(void *memory) {
    end_world(memory);
    free(memory);
}
