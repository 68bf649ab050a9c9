// Prints the state hash of a crowded, noisy world every quarter of a second. Built twice, as the
// library is and in plain C; world_chaos.cmake compares what both print.
#include "base/random.h"
#include "dynamics/world_step.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CARS = 50,
    TICKS = 1200,
    WALLS_MAX = 64,
};

#define DT (1.0f / 240.0f)

/// A yard of 44 x 44 m with a round post in its middle.
static int make_walls(WallPiece *pieces) {
    const vec2s yard[] = {vec2_make(-22.0f, -22.0f), vec2_make(22.0f, -22.0f),
                          vec2_make(22.0f, 22.0f), vec2_make(-22.0f, 22.0f)};
    int count = wall_pieces_of_line(yard, 4, true, 0.5f, -1, 0.6f, 0.2f, 0, pieces, WALLS_MAX - 1);
    if (count < 0) {
        return 0;
    }
    pieces[count] = wall_piece_of_circle(vec2_make(0.0f, 0.0f), 1.5f, 0.5f, 0.3f, 1);
    return count + 1;
}

/// Boxes, and a car with a notch in its nose, which has several pieces.
static bool make_hulls(Hull *hulls) {
    const vec2s fork[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(1.4f, 0.0f),
                          vec2_make(2.2f, 0.9f), vec2_make(-2.2f, 0.9f)};
    hulls[0] = hull_box(vec2_make(0.1f, 0.0f), 4.5f, 1.8f);
    return hull_make(fork, 5, &hulls[1]);
}

static void place_cars(WorldState *world) {
    for (int i = 0; i < CARS; i++) {
        Body *body = &world_bodies(world)[i];
        *body = (Body){.position = vec2_make(-19.0f + 5.2f * (float)(i % 8),
                                             -18.0f + 5.2f * (float)(i / 8) + (i == 27 ? 2.6f : 0)),
                       .velocity =
                           vec2_make(5.0f * (float)(i % 5) - 10.0f, 6.0f * (float)(i % 3) - 6.0f),
                       .inverse_mass = 1.0f / (600.0f + 100.0f * (float)(i % 9)),
                       .inverse_inertia = 1.0f / 2000.0f,
                       .friction = 0.35f,
                       .restitution = 0.15f};
        body_set_angle(body, 0.7f * (float)i);
        world_hull_of(world)[i] = (uint8_t)(i % 5 == 4);
    }
}

static void shove_cars(WorldState *world, int tick) {
    Random random = random_make((uint64_t)tick, 1);
    for (int i = 0; i < CARS; i++) {
        float x = random_range(&random, -30000.0f, 30000.0f);
        float y = random_range(&random, -30000.0f, 30000.0f);
        world_forces(world)[i] = (Force){vec2_make(x, y), random_range(&random, -2e4f, 2e4f)};
    }
}

static void print_hash(const WorldState *world) {
    char text[HASH_TEXT_MAX];
    Hash hash = hash_begin();
    world_hash(world, &hash);
    printf("%s %d contacts\n", hash_text64(hash_end64(&hash), text), world->contact_count);
}

int main(void) {
    Arena arena = {0};
    WallPiece *pieces = arena_array(&arena, WALLS_MAX, sizeof *pieces);
    int count = make_walls(pieces);
    WallGrid walls = wall_grid_make(pieces, count, &arena);
    Hull *hulls = arena_array(&arena, 2, sizeof *hulls);
    bool made = count > 0 && make_hulls(hulls);
    WorldState *world = world_make(arena_alloc(&arena, world_size(CARS)), CARS);
    WorldCache *cache = arena_alloc(&arena, world_cache_size(CARS));
    place_cars(world);
    for (int tick = 0; made && tick < TICKS; tick++) {
        shove_cars(world, tick);
        world_step(world, cache, &walls, hulls, DT);
        if (tick % 60 == 59) {
            print_hash(world);
        }
    }
    bool healthy = made && world->dropped == 0;
    arena_destroy(&arena);
    return healthy ? EXIT_SUCCESS : EXIT_FAILURE;
}
