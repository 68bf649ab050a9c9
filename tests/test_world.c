#include "base/random.h"
#include "dynamics/world_step.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "energy.h"
#include "test.h"

#define DT     (1.0f / 240.0f)
#define DEGREE (TRIG_PI / 180.0f)

enum {
    PIECES_MAX = 1024,
    BLOCK_SIZE = 1 << 20,
};

/// A world with its walls, and hull 0 a box of 4.5 x 1.8 m.
typedef struct Scene {
    _Alignas(32) unsigned char block[BLOCK_SIZE];
    _Alignas(32) unsigned char cache_block[BLOCK_SIZE];
    WorldState *world;
    WorldCache *cache;
    Hull hulls[2];
    WallPiece pieces[PIECES_MAX];
    int piece_count;
    Arena arena;
    WallGrid walls;
} Scene;

static Scene scene;

static void scene_make(int body_count) {
    arena_destroy(&scene.arena);
    scene = (Scene){.hulls = {hull_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f)}};
    assert_true(world_size(body_count) <= sizeof scene.block);
    assert_true(world_cache_size(body_count) <= sizeof scene.cache_block);
    scene.world = world_make(scene.block, body_count);
    scene.cache = (WorldCache *)(void *)scene.cache_block;
    scene.walls = wall_grid_make(scene.pieces, 0, &scene.arena);
}

static void scene_add_polygon(const vec2s *points, int count, float friction, float restitution) {
    int added =
        wall_pieces_of_polygon(points, count, friction, restitution, 0,
                               scene.pieces + scene.piece_count, PIECES_MAX - scene.piece_count);
    assert_true(added > 0);
    scene.piece_count += added;
    scene.walls = wall_grid_make(scene.pieces, scene.piece_count, &scene.arena);
}

static void scene_add_line(const vec2s *points, int count, bool closed, float thickness, int side,
                           float friction, float restitution) {
    int added =
        wall_pieces_of_line(points, count, closed, thickness, side, friction, restitution, 0,
                            scene.pieces + scene.piece_count, PIECES_MAX - scene.piece_count);
    assert_true(added > 0);
    scene.piece_count += added;
    scene.walls = wall_grid_make(scene.pieces, scene.piece_count, &scene.arena);
}

static void scene_add_box(float x0, float y0, float x1, float y1, float friction,
                          float restitution) {
    vec2s points[] = {vec2_make(x0, y0), vec2_make(x1, y0), vec2_make(x1, y1), vec2_make(x0, y1)};
    scene_add_polygon(points, 4, friction, restitution);
}

static Body *scene_body(int i) { return &world_bodies(scene.world)[i]; }

/// Body `i` as a car of 1200 kg at (x, y), heading `angle`.
static Body *scene_place(int i, float x, float y, float angle) {
    Body *body = scene_body(i);
    *body = (Body){.position = vec2_make(x, y),
                   .inverse_mass = 1.0f / 1200.0f,
                   .inverse_inertia = 1.0f / 2349.0f};
    body_set_angle(body, angle);
    return body;
}

static void scene_step(void) {
    world_step(scene.world, scene.cache, &scene.walls, scene.hulls, DT);
}

static double scene_energy(void) {
    double sum = 0.0;
    for (int i = 0; i < scene.world->body_count; i++) {
        sum += (double)body_energy(scene_body(i));
    }
    return sum;
}

/// m, the deepest overlap of body `i` and a wall, as it stands now.
static float deepest_overlap_with_walls(int i) {
    const Hull *hull = &scene.hulls[world_hull_of(scene.world)[i]];
    float deepest = 0.0f;
    for (int p = 0; p < hull->count; p++) {
        for (int w = 0; w < scene.piece_count; w++) {
            Transform at =
                transform_relative(body_at(scene_body(i)), wall_piece_at(&scene.pieces[w]));
            Overlap overlap = sat_overlap(&hull->pieces[p], &scene.pieces[w].shape, at);
            deepest = fmaxf(deepest, overlap.depth);
        }
    }
    return deepest;
}

/// m, the deepest overlap of any two bodies or a body and a wall, as they stand now.
static float deepest_overlap(void) {
    float deepest = 0.0f;
    int count = scene.world->body_count;
    for (int i = 0; i < count; i++) {
        const Hull *a = &scene.hulls[world_hull_of(scene.world)[i]];
        deepest = fmaxf(deepest, deepest_overlap_with_walls(i));
        for (int p = 0; p < a->count; p++) {
            for (int k = i + 1; k < count; k++) {
                const Hull *b = &scene.hulls[world_hull_of(scene.world)[k]];
                Transform at = transform_relative(body_at(scene_body(i)), body_at(scene_body(k)));
                for (int q = 0; q < b->count; q++) {
                    Overlap overlap = sat_overlap(&a->pieces[p], &b->pieces[q], at);
                    deepest = fmaxf(deepest, overlap.depth);
                }
            }
        }
    }
    return deepest;
}

// ---------------------------------------------------------------- free motion

static void a_body_without_contacts_moves_by_its_forces_alone(void **state) {
    (void)state;
    scene_make(1);
    Body *body = scene_place(0, 0.0f, 0.0f, 0.0f);
    for (int i = 0; i < 240; i++) {
        world_forces(scene.world)[0] = (Force){{{2400.0f, 0.0f}}, 2349.0f};
        scene_step();
    }
    assert_near(body->velocity.x, 2.0f, 1e-4f);
    assert_near(body->spin, 1.0f, 1e-4f);
    assert_near(body->position.x, 1.0f + 1.0f / 240.0f, 1e-3f);
    assert_near(body->angle, 0.5f + 0.5f / 240.0f, 1e-3f);
    scene_step(); // forces were cleared
    assert_near(body->velocity.x, 2.0f, 1e-4f);
}

// ---------------------------------------------------------------- at rest

static void two_overlapping_cars_at_rest_part_without_gaining_speed(void **state) { // X1
    (void)state;
    for (int way = 0; way < 2; way++) {
        scene_make(2);
        scene_place(0, 0.0f, 0.0f, 0.0f);
        scene_place(1, way == 0 ? 4.4f : 1.0f, way == 0 ? 0.4f : 1.7f, 0.0f);
        assert_near(deepest_overlap(), 0.1f, 1e-4f);
        double most = 0.0;
        for (int i = 0; i < 240; i++) {
            scene_step();
            most = fmax(most, scene_energy());
        }
        assert_true(most < 1.0);
        assert_true(deepest_overlap() < 0.006f);
    }
}

static void a_car_pushing_into_a_wall_for_10_s_stands_still(void **state) { // X2
    (void)state;
    const float angles[] = {0.0f, 90.0f * DEGREE, 0.5f * DEGREE, 30.0f * DEGREE};
    for (int a = 0; a < 4; a++) {
        scene_make(1);
        scene_add_box(3.0f, -20.0f, 3.5f, 20.0f, 0.6f, 0.15f);
        Body *body = scene_place(0, 0.0f, 0.0f, angles[a]);
        body->friction = 0.35f;
        body->restitution = 0.15f;
        vec2s low = vec2_make(1e9f, 1e9f);
        vec2s high = vec2_make(-1e9f, -1e9f);
        float depth = 0.0f;
        for (int i = 0; i < 2400; i++) {
            // Tyres damp the turning; without them a box rocks from corner to corner for long.
            world_forces(scene.world)[0] = (Force){{{6000.0f, 0.0f}}, -15000.0f * body->spin};
            scene_step();
            depth = fmaxf(depth, deepest_overlap());
            if (i >= 1200) {
                low = glms_vec2_minv(low, body->position);
                high = glms_vec2_maxv(high, body->position);
                assert_true(fabsf(body->spin) < 0.01f);
            }
        }
        assert_true(depth < 0.010f);
        assert_true(high.x - low.x < 0.001f);
        assert_true(high.y - low.y < 0.001f);
    }
}

static void six_cars_pushed_into_a_corner_come_to_rest(void **state) { // X6
    (void)state;
    scene_make(6);
    scene_add_box(-20.0f, -1.0f, 20.0f, 0.0f, 0.6f, 0.15f);
    scene_add_box(-21.0f, -1.0f, -20.0f, 30.0f, 0.6f, 0.15f);
    for (int i = 0; i < 6; i++) {
        Body *body = scene_place(i, -15.0f + 5.5f * (float)(i % 3), 3.0f + 3.0f * (float)(i / 3),
                                 0.4f * (float)i);
        body->friction = 0.35f;
        body->restitution = 0.15f;
    }
    for (int i = 0; i < 20 * 240; i++) {
        for (int k = 0; k < 6; k++) {
            world_forces(scene.world)[k] = (Force){.force = {{-4000.0f, -4000.0f}}};
        }
        scene_step();
        if (i > 10 * 240) {
            assert_true(deepest_overlap() < 0.020f);
        }
    }
    for (int i = 0; i < 5 * 240; i++) {
        scene_step();
    }
    assert_true(scene_energy() < 50.0);
    assert_true(deepest_overlap() < 0.020f);
    assert_int_equal(scene.world->dropped, 0);
}

static void a_pile_of_50_cars_in_a_corner_comes_to_rest(void **state) {
    (void)state;
    scene_make(50);
    scene_add_box(-30.0f, -1.0f, 60.0f, 0.0f, 0.6f, 0.15f);
    scene_add_box(-31.0f, -1.0f, -30.0f, 60.0f, 0.6f, 0.15f);
    for (int i = 0; i < 50; i++) {
        Body *body = scene_place(i, -26.0f + 5.5f * (float)(i % 8), 3.5f + 5.0f * (float)(i / 8),
                                 0.7f * (float)i);
        body->friction = 0.35f;
        body->restitution = 0.15f;
    }
    // Tyres hold back a little, as brakes released do.
    for (int i = 0; i < 30 * 240; i++) {
        for (int k = 0; k < 50; k++) {
            const Body *body = scene_body(k);
            world_forces(scene.world)[k] = (Force){
                {{-3000.0f - 100.0f * body->velocity.x, -3000.0f - 100.0f * body->velocity.y}},
                -500.0f * body->spin};
        }
        scene_step();
    }
    assert_true(scene_energy() < 50.0);
    assert_true(deepest_overlap() < 0.001f);
    assert_int_equal(scene.world->dropped, 0);
    for (int i = 0; i < 5 * 240; i++) {
        scene_step();
    }
    assert_true(scene_energy() < 50.0);
    assert_true(deepest_overlap() < 0.001f);
}

// ---------------------------------------------------------------- sliding

static void a_scrape_of_200_m_keeps_the_heading(void **state) { // X3
    (void)state;
    scene_make(1);
    scene_add_box(-20.0f, -1.0f, 400.0f, 0.0f, 0.6f, 0.15f);
    Body *body = scene_place(0, 0.0f, 1.5f, -5.0f * DEGREE);
    body->velocity = vec2_make(30.0f * cosf(5.0f * DEGREE), -30.0f * sinf(5.0f * DEGREE));
    body->friction = 0.35f;
    body->restitution = 0.15f;
    for (int i = 0; i < 20 * 240 && body->position.x < 200.0f; i++) {
        // A car that drives on at 30 m/s, steers back to the wall and damps its turning.
        float along = fmaxf(-8000.0f, fminf(4000.0f * (30.0f - body->velocity.x), 8000.0f));
        float turn = 60000.0f * (0.0f - body->angle) - 15000.0f * body->spin;
        world_forces(scene.world)[0] =
            (Force){{{along, -2000.0f - 4000.0f * body->velocity.y}}, turn};
        scene_step();
        if (body->position.x > 40.0f) {
            assert_true(fabsf(body->angle) < 3.0f * DEGREE);
            assert_true(body->velocity.x > 20.0f);
        }
    }
    assert_true(body->position.x >= 200.0f);
}

/// Speed left of a car that meets a wall along y = 0 at 10 degrees, is pressed to it with `press` N
/// and slides on to x = `length`.
static float speed_after_slide(float restitution, float angle, float length, float press) {
    Body *body = scene_place(0, 0.0f, 1.6f, angle);
    body->velocity = vec2_make(30.0f * cosf(10.0f * DEGREE), -30.0f * sinf(10.0f * DEGREE));
    body->friction = 0.35f;
    body->restitution = restitution;
    for (int i = 0; i < 240 * 60 && body->position.x < length; i++) {
        world_forces(scene.world)[0] =
            (Force){.force = {{0.0f, -press}}, .torque = -15000.0f * body->spin};
        scene_step();
    }
    assert_true(body->position.x >= length);
    assert_int_equal(scene.world->dropped, 0);
    return body->velocity.x;
}

/// Fails unless a straight wall of `count` facets from x = -20 costs a car that slides along it to
/// `length` as much speed as a wall of one edge.
static void facets_cost_nothing(int count, float length, float press) {
    static vec2s points[1001];
    for (int way = 0; way < 4; way++) {
        float restitution = way % 2 == 0 ? 0.0f : 0.15f;
        float angle = way < 2 ? 0.0f : -10.0f * DEGREE;
        vec2s ends[] = {vec2_make(-20.0f, 0.0f), vec2_make(length + 20.0f, 0.0f)};
        scene_make(1);
        scene_add_line(ends, 2, false, 0.5f, -1, 0.3f, 0.0f);
        float one = speed_after_slide(restitution, angle, length, press);
        scene_make(1);
        for (int i = 0; i <= count; i++) {
            points[i] = vec2_make(-20.0f + (length + 40.0f) * (float)i / (float)count, 0.0f);
        }
        scene_add_line(points, count + 1, false, 0.5f, -1, 0.3f, 0.0f);
        assert_int_equal(scene.piece_count, count);
        float many = speed_after_slide(restitution, angle, length, press);
        float start = 30.0f * cosf(10.0f * DEGREE);
        assert_near(start - many, start - one, 0.01 * (double)(start - one));
    }
}

static void a_wall_of_100_pieces_costs_as_much_speed_as_one(void **state) { // X5
    (void)state;
    facets_cost_nothing(100, 60.0f, 3000.0f);
}

static void a_wall_of_1000_facets_costs_as_much_speed_as_one_edge(void **state) {
    (void)state;
    facets_cost_nothing(1000, 960.0f, 800.0f);
    facets_cost_nothing(1000, 460.0f, 1500.0f);
}

/// A car at `speed`, its nose 1 degree to the wall and pressed to it, runs from one wall on to
/// another that begins `higher` m nearer to it.
static void run_over_a_joint(float speed, float higher, float start) {
    scene_make(1);
    scene_add_box(-40.0f, -1.0f, 60.0f, 0.0f, 0.6f, 0.15f);
    scene_add_box(60.0f, higher - 1.0f, 100.0f, higher, 0.6f, 0.15f);
    Body *body = scene_place(0, start - 0.5f * speed, 0.95f, -1.0f * DEGREE);
    body->velocity.x = speed;
    body->friction = 0.35f;
    body->restitution = 0.15f;
    while (body->position.x < 63.0f) {
        float turn = 60000.0f * (-1.0f * DEGREE - body->angle) - 15000.0f * body->spin;
        float drive = 20000.0f * (speed - body->velocity.x);
        world_forces(scene.world)[0] =
            (Force){{{drive, -3000.0f - 2000.0f * body->velocity.y}}, turn};
        vec2s before = body->velocity;
        scene_step();
        if (body->position.x > 56.0f) {
            assert_near(glms_vec2_distance(body->velocity, before), 0.0f, 0.4f);
            assert_true(body->velocity.x > 0.6f * speed);
        }
    }
}

static void where_two_walls_are_flush_within_6_mm_nothing_kicks_or_holds_a_car(void **state) {
    (void)state;
    const float speeds[] = {0.5f, 1.0f, 2.0f, 5.0f, 10.0f, 30.0f, 60.0f};
    for (int i = 0; i < 7 * 8 * 12; i++) {
        float higher = 1e-3f * (float)(i / 7 % 8 - 1);
        run_over_a_joint(speeds[i % 7], higher, 57.0f - 0.043f * (float)(i / 56));
    }
}

/// m/s, the largest change of velocity in a tick of a car at `from` that comes down on two walls,
/// the second of which begins at x = 0 and is `higher` m nearer to it.
static float worst_kick(vec2s from, float angle, vec2s velocity, float higher) {
    scene_make(1);
    scene_add_box(-40.0f, -1.0f, 0.0f, 0.0f, 0.6f, 0.15f);
    scene_add_box(0.0f, higher - 1.0f, 40.0f, higher, 0.6f, 0.15f);
    Body *body = scene_place(0, from.x, from.y, angle);
    body->velocity = velocity;
    body->friction = 0.35f;
    body->restitution = 0.15f;
    float worst = 0.0f;
    for (int tick = 0; tick < 12; tick++) {
        vec2s before = body->velocity;
        scene_step();
        worst = fmaxf(worst, glms_vec2_distance(body->velocity, before));
    }
    return worst;
}

/// Its lowest corner reaches the walls within 10 cm of the step. Not each: some meet the step while
/// the wall before it, a few mm lower, takes them up. It was 23 where the way had to lead along a
/// face for that face to count.
static void what_comes_down_on_a_step_is_hardly_ever_thrown_harder_than_by_the_wall(void **state) {
    (void)state;
    int thrown = 0;
    Random random = random_make(32, 0);
    for (int i = 0; i < 5000; i++) {
        float angle = random_range(&random, -TRIG_PI, TRIG_PI);
        float higher = random_range(&random, -0.005f, 0.005f);
        vec2s velocity =
            vec2_make(random_range(&random, -12.0f, 12.0f), random_range(&random, -8.0f, -3.0f));
        Rotation rotation = rotation_make(angle);
        vec2s low = vec2_make(rotation.s > 0.0f ? -2.25f : 2.25f, rotation.c > 0.0f ? -0.9f : 0.9f);
        low = rotation_apply(rotation, low);
        vec2s at = vec2_make(random_range(&random, -0.1f, 0.1f), 0.006f);
        vec2s way = glms_vec2_scale(velocity, random_range(&random, 0.0f, 0.03f));
        vec2s from = glms_vec2_sub(glms_vec2_sub(at, low), way);
        float flat = worst_kick(from, angle, velocity, 0.0f);
        float step = worst_kick(from, angle, velocity, higher);
        thrown += !(step < 1.15f * flat + 0.3f);
    }
    assert_in_range(thrown, 0, 20);
}

/// A car driven round inside a ring of many facets must not be thrown about by the seams.
/// Not each: a piece that is seen already, but not where the car's corner comes to, is met late.
/// The sweep then stops the car 2 cm in. Without a look at pieces that are not seen yet it is 13 of
/// them.
static void where_a_wall_bends_hardly_a_car_meets_the_next_piece_late(void **state) {
    (void)state;
    int late = 0;
    Random random = random_make(31, 0);
    for (int i = 0; i < 10000; i++) {
        scene_make(1);
        float bend = random_range(&random, -0.1f, 0.1f);
        vec2s line[] = {vec2_make(-60.0f, -0.5f), vec2_make(0.0f, -0.5f),
                        vec2_make(60.0f, -0.5f + 60.0f * bend)};
        scene_add_line(line, 3, false, 1.0f, 0, 0.3f, 0.1f);
        float x = random_range(&random, -6.0f, 2.0f);
        Body *body = scene_place(0, x, 1.8f, random_range(&random, -TRIG_PI, TRIG_PI));
        while (deepest_overlap() > 0.0f) {
            body->position.y += 0.1f;
        }
        body->velocity.x = random_range(&random, 10.0f, 60.0f);
        body->velocity.y = random_range(&random, -12.0f, -2.0f);
        body->spin = random_range(&random, -3.0f, 3.0f);
        body->friction = 0.3f;
        float deepest = 0.0f;
        for (int tick = 0; tick < 12; tick++) {
            scene_step();
            deepest = fmaxf(deepest, deepest_overlap());
        }
        assert_true(deepest < 0.0205f);
        late += deepest > 0.002f;
    }
    assert_true(late < 7);
}

static void a_ring_of_facets_is_as_smooth_as_its_bends(void **state) {
    (void)state;
    scene_make(1);
    vec2s points[200];
    for (int i = 0; i < 200; i++) {
        TrigPair at = trig_sincos(2.0f * TRIG_PI * (float)i / 200.0f);
        points[i] = vec2_make(60.0f * at.cos, 60.0f * at.sin);
    }
    scene_add_line(points, 200, true, 0.5f, -1, 0.0f, 0.0f);
    Body *body = scene_place(0, 0.0f, -58.9f, 0.0f);
    body->velocity = vec2_make(30.0f, 0.0f);
    float depth = 0.0f;
    float spin_high = 0.0f;
    for (int i = 0; i < 240 * 12; i++) {
        float speed = sqrtf(glms_vec2_norm2(body->velocity));
        vec2s along = glms_vec2_scale(body->velocity, 1.0f / speed);
        float push = 4000.0f * (30.0f - speed);
        float heading = trig_wrap(trig_atan2(body->velocity.y, body->velocity.x) - body->angle);
        world_forces(scene.world)[0] = (Force){glms_vec2_scale(along, push),
                                               60000.0f * heading - 15000.0f * (body->spin - 0.5f)};
        scene_step();
        depth = fmaxf(depth, deepest_overlap());
        spin_high = i > 480 ? fmaxf(spin_high, fabsf(body->spin)) : 0.0f;
        assert_true(speed > 29.0f);
    }
    assert_true(depth < 0.02f);
    assert_true(spin_high < 1.0f);
}

// ---------------------------------------------------------------- nothing passes

/// Throws hull 1 at the wall 0 <= y <= 0.2 from `height` m above it at `speed`, and fails if it
/// gets through.
static void throw_at_wall(float angle, float heading, float spin, float speed, float height) {
    Body *body = scene_place(0, 0.0f, 0.0f, heading);
    body->position.y = 0.2f + height - hull_bounds(&scene.hulls[1], body_at(body)).low.y;
    world_hull_of(scene.world)[0] = 1;
    body->velocity = vec2_make(speed * cosf(angle), -speed * sinf(angle));
    body->spin = spin;
    body->friction = 0.35f;
    body->restitution = 0.15f;
    const Hull *hull = &scene.hulls[1];
    for (int i = 0; i < 80; i++) {
        scene_step();
        Box bounds = hull_bounds(hull, body_at(body));
        if (body->position.y < 0.1f || bounds.low.y < -0.2f) {
            fail_msg("angle %g: at (%g, %g), lowest %g, after %d steps", (double)angle,
                     (double)body->position.x, (double)body->position.y, (double)bounds.low.y, i);
        }
    }
}

static void no_car_passes_a_thin_wall_at_100_m_per_s(void **state) { // X4
    (void)state;
    // A car with a narrow nose: concave, two or more pieces.
    const vec2s outline[] = {vec2_make(-2.2f, -0.9f), vec2_make(1.0f, -0.9f),
                             vec2_make(1.3f, -0.4f),  vec2_make(2.3f, -0.3f),
                             vec2_make(2.3f, 0.3f),   vec2_make(1.3f, 0.4f),
                             vec2_make(1.0f, 0.9f),   vec2_make(-2.2f, 0.9f)};
    for (int way = 0; way < 4; way++) {
        scene_make(1);
        bool seams = way % 2 == 1;
        vec2s points[61];
        int count = seams ? 61 : 2;
        for (int i = 0; i < count; i++) {
            points[i] = vec2_make(-300.0f + 600.0f * (float)i / (float)(count - 1), 0.0f);
        }
        scene_add_line(points, count, false, 0.2f, 1, 0.6f, 0.2f);
        scene.hulls[1] = scene.hulls[0];
        if (way >= 2) {
            assert_true(hull_make(outline, 8, &scene.hulls[1]));
            assert_true(scene.hulls[1].count >= 2);
        }
        Random random = random_make(3, (uint64_t)way);
        for (int i = 0; i < 1000; i++) {
            float angle = DEGREE * (1.0f + 178.0f * (float)i / 999.0f);
            float heading = random_range(&random, -3.14f, 3.14f);
            float spin = way == 0 ? 0.0f : random_range(&random, -10.0f, 10.0f);
            float speed = i % 4 == 3 ? 150.0f : 100.0f;
            throw_at_wall(angle, heading, spin, speed, random_range(&random, 0.01f, 2.0f));
        }
    }
}

static void cars_squeezed_against_a_thin_wall_do_not_pass(void **state) {
    (void)state;
    scene_make(4);
    scene_add_box(-100.0f, 0.0f, 100.0f, 0.2f, 0.6f, 0.2f);
    for (int i = 0; i < 4; i++) {
        Body *body = scene_place(i, 0.3f * (float)i, 1.2f + 2.5f * (float)i, 0.1f * (float)i);
        body->velocity = vec2_make(0.0f, i == 0 ? 0.0f : -90.0f);
        body->friction = 0.35f;
        body->restitution = 0.5f;
    }
    for (int i = 0; i < 240; i++) {
        scene_step();
        for (int k = 0; k < 4; k++) {
            assert_true(scene_body(k)->position.y > 0.2f);
        }
    }
}

/// Contacts are looked for as far as a body can move by itself. One that is knocked away by another
/// in the same step goes farther, and only the sweep sees the wall.
/// The car next to the wall comes last, so that its contact with the one behind it is solved in a
/// later colour than the first that is free for the wall.
static void a_car_rammed_into_a_wall_by_a_queue_does_not_sink_in(void **state) {
    (void)state;
    enum {
        CARS = 3
    };
    scene_make(CARS);
    scene_add_box(20.0f, -20.0f, 21.0f, 20.0f, 0.3f, 0.1f);
    for (int i = 0; i < CARS; i++) {
        float x = 20.0f - 2.26f - 4.51f * (float)(CARS - 1 - i);
        scene_place(i, i == 0 ? x - 3.0f : x, 0.05f * (float)i, 0.0f);
    }
    scene_body(0)->velocity.x = 40.0f;
    float deepest = 0.0f;
    for (int tick = 0; tick < 240; tick++) {
        scene_step();
        vec2s out = hull_bounds(&scene.hulls[0], body_at(scene_body(CARS - 1))).high;
        deepest = fmaxf(deepest, out.x - 20.0f);
    }
    assert_true(deepest < 0.0002f);
    assert_true(scene_body(CARS - 1)->position.x > 10.0f);
}

static void a_barrel_knocked_away_does_not_jump_over_a_wall(void **state) {
    (void)state;
    for (int i = 0; i < 50; i++) {
        scene_make(2);
        scene_add_box(-100.0f, 0.0f, 100.0f, 0.2f, 0.0f, 0.0f);
        scene.hulls[1] = (Hull){.pieces = {shape_circle(vec2_make(0.0f, 0.0f), 0.1f)},
                                .count = 1,
                                .bounding_radius = 0.1f};
        world_hull_of(scene.world)[1] = 1;
        Body *car = scene_place(0, 0.0f, 3.0f + 0.01f * (float)i, 90.0f * DEGREE);
        car->velocity.y = -100.0f;
        Body *barrel = scene_place(1, 0.0f, 0.335f, 0.0f);
        barrel->inverse_mass = 1.0f / 20.0f;
        barrel->inverse_inertia = 1.0f / 0.1f;
        for (int k = 0; k < 120; k++) {
            scene_step();
            assert_true(barrel->position.y > 0.2f);
            assert_true(car->position.y > 0.2f);
        }
    }
}

/// A barrel between a car at 60 m/s and a thin wall, with `others` far off that come after it.
static Body barrel_caught_by_a_car(float gap, float y, int others) {
    scene_make(2 + others);
    scene.hulls[1] = hull_box(vec2_make(0.0f, 0.0f), 0.4f, 0.4f);
    scene_add_box(0.0f, -30.0f, 0.2f, 30.0f, 0.6f, 0.15f);
    scene_place(0, -5.0f, 0.0f, 0.0f)->velocity.x = 60.0f;
    Body *barrel = scene_place(1, -0.2f - gap, y, 0.0f);
    barrel->inverse_mass = 1.0f / 10.0f;
    barrel->inverse_inertia = 1.0f / 0.3f;
    barrel->restitution = 0.4f;
    for (int i = 0; i <= others; i++) {
        world_hull_of(scene.world)[1 + i] = 1;
        if (i > 0) {
            scene_place(1 + i, -1000.0f, 10.0f * (float)i, 0.0f);
        }
    }
    for (int i = 0; i < 24; i++) {
        scene_step();
        assert_true(deepest_overlap_with_walls(1) < 0.021f);
    }
    return *scene_body(1);
}

/// Bodies are moved side by side, and the last fills up what is left of a register.
static void walls_stop_the_last_body_as_any_other(void **state) {
    (void)state;
    Random random = random_make(23, 0);
    for (int i = 0; i < 40; i++) {
        float gap = random_range(&random, 0.01f, 0.3f);
        float y = random_range(&random, -0.8f, 0.8f);
        Body alone = barrel_caught_by_a_car(gap, y, 0);
        for (int others = 1; others < 9; others++) {
            Body barrel = barrel_caught_by_a_car(gap, y, others);
            assert_memory_equal(&barrel, &alone, sizeof alone);
        }
    }
}

// ---------------------------------------------------------------- passing by

/// What a car (4.5 x 1.8 m) may pass whose side is at `y`: a post, the end of a wall, a blunt bend.
static void add_something_beside(int kind, float y) {
    const vec2s bend[] = {vec2_make(0.0f, y), vec2_make(10.0f, y + 3.0f),
                          vec2_make(10.0f, y + 5.0f), vec2_make(-10.0f, y + 5.0f),
                          vec2_make(-10.0f, y + 3.0f)};
    if (kind == 0) {
        scene.pieces[0] = wall_piece_of_circle(vec2_make(0.0f, y + 0.15f), 0.15f, 0.3f, 0.1f, 0);
        scene.piece_count = 1;
        scene.walls = wall_grid_make(scene.pieces, 1, &scene.arena);
    } else if (kind == 1) {
        scene_add_box(0.0f, y, 10.0f, y + 1.0f, 0.3f, 0.1f);
    } else {
        scene_add_polygon(bend, 5, 0.3f, 0.1f);
    }
}

static void what_a_car_passes_by_does_not_touch_it(void **state) {
    (void)state;
    Random random = random_make(13, 0);
    for (int i = 0; i < 1500; i++) {
        scene_make(1);
        float clear = random_range(&random, 0.002f, 0.1f);
        add_something_beside(i % 3, 0.9f + clear);
        Body *body = scene_place(0, -4.0f + random_range(&random, -0.3f, 0.3f), 0.0f, 0.0f);
        body->velocity.x = random_range(&random, 5.0f, 60.0f);
        vec2s before = body->velocity;
        while (body->position.x < 4.0f) {
            scene_step();
            assert_near(glms_vec2_distance(body->velocity, before), 0.0f, 1.0f);
        }
    }
}

static void cars_that_pass_each_other_do_not_touch(void **state) {
    (void)state;
    // Boxes, which are met side by side, and hulls of three pieces.
    static const vec2s notched[] = {{{2.25f, -0.6f}},  {{2.25f, 0.6f}},   {{1.7f, 0.9f}},
                                    {{-1.8f, 0.9f}},   {{-2.25f, 0.8f}},  {{-2.25f, 0.48f}},
                                    {{-1.95f, 0.4f}},  {{-1.95f, -0.4f}}, {{-2.25f, -0.48f}},
                                    {{-2.25f, -0.8f}}, {{-1.8f, -0.9f}},  {{1.7f, -0.9f}}};
    Random random = random_make(14, 0);
    for (int i = 0; i < 1500; i++) {
        scene_make(2);
        assert_true(hull_make(notched, 12, &scene.hulls[1]));
        bool oncoming = random_range(&random, 0.0f, 1.0f) < 0.5f;
        float clear = random_range(&random, 0.002f, 0.15f);
        Body *one = scene_place(0, -6.0f, 0.0f, 0.0f);
        Body *other = scene_place(1, 0.0f, 1.8f + clear, oncoming ? TRIG_PI : 0.0f);
        world_hull_of(scene.world)[0] = world_hull_of(scene.world)[1] = (uint8_t)(i % 2);
        one->velocity.x = random_range(&random, 30.0f, 60.0f);
        other->velocity.x = oncoming ? -random_range(&random, 5.0f, 60.0f)
                                     : one->velocity.x - random_range(&random, 3.0f, 20.0f);
        vec2s before[2] = {one->velocity, other->velocity};
        while (one->position.x < other->position.x + 6.0f) {
            scene_step();
            assert_near(glms_vec2_distance(one->velocity, before[0]), 0.0f, 1.0f);
            assert_near(glms_vec2_distance(other->velocity, before[1]), 0.0f, 1.0f);
        }
    }
}

// ---------------------------------------------------------------- notches

static void a_post_stands_in_the_notch_of_a_car_and_touches_its_floor(void **state) {
    (void)state;
    // A fork: a notch 0.4 m wide and 0.8 m deep in the nose, its floor at x = 1.4.
    const vec2s fork[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(2.2f, -0.2f),
                          vec2_make(1.4f, -0.2f),  vec2_make(1.4f, 0.2f),  vec2_make(2.2f, 0.2f),
                          vec2_make(2.2f, 0.9f),   vec2_make(-2.2f, 0.9f)};
    scene_make(1);
    assert_true(hull_make(fork, 8, &scene.hulls[0]));
    scene_add_box(1.55f, -0.1f, 1.75f, 0.1f, 0.0f, 0.0f);
    Body *body = scene_place(0, 0.0f, 0.0f, 0.0f);
    assert_near(deepest_overlap(), 0.0f, 0.0f);
    for (int i = 0; i < 240; i++) {
        scene_step();
    }
    assert_near(body->position.x, 0.0f, 0.0f); // free in the notch: nothing pushes
    assert_near(body->position.y, 0.0f, 0.0f);
    body->velocity.x = 0.6f;
    for (int i = 0; i < 480; i++) {
        world_forces(scene.world)[0] = (Force){.force = {{500.0f, 0.0f}}};
        scene_step();
    }
    assert_near(body->position.x, 0.15f, 0.006f); // its floor stands at the post
    assert_near(body->position.y, 0.0f, 0.006f);
    assert_near(body->angle, 0.0f, 0.01f);
}

static void a_round_post_fits_too(void **state) {
    (void)state;
    const vec2s fork[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(1.4f, 0.0f),
                          vec2_make(2.2f, 0.9f), vec2_make(-2.2f, 0.9f)};
    scene_make(1);
    assert_true(hull_make(fork, 5, &scene.hulls[0]));
    scene.pieces[0] = wall_piece_of_circle(vec2_make(1.6f, 0.0f), 0.1f, 0.0f, 0.0f, 0);
    scene.piece_count = 1;
    scene.walls = wall_grid_make(scene.pieces, 1, &scene.arena);
    Body *body = scene_place(0, 0.0f, 0.0f, 0.0f);
    assert_near(deepest_overlap(), 0.0f, 0.0f);
    for (int i = 0; i < 960; i++) {
        world_forces(scene.world)[0] = (Force){.force = {{500.0f, 0.0f}}};
        scene_step();
        assert_true(deepest_overlap() < 0.006f);
    }
    // It rests where both flanks of the notch (half angle 48.4 degrees) are 0.1 m from the post.
    assert_near(body->position.x, 0.2f - 0.1f / 0.747409f, 0.012f);
    assert_near(body->position.y, 0.0f, 0.02f);
}

static void a_car_stands_in_the_notch_of_a_wall(void **state) {
    (void)state;
    // A garage: walls 1 m thick around a bay 5 m deep and 2.4 m wide.
    const vec2s garage[] = {vec2_make(-1.0f, -2.2f), vec2_make(5.0f, -2.2f), vec2_make(5.0f, -1.2f),
                            vec2_make(0.0f, -1.2f),  vec2_make(0.0f, 1.2f),  vec2_make(5.0f, 1.2f),
                            vec2_make(5.0f, 2.2f),   vec2_make(-1.0f, 2.2f)};
    scene_make(1);
    scene_add_polygon(garage, 8, 0.0f, 0.0f);
    Body *body = scene_place(0, 2.5f, 0.0f, 0.0f);
    assert_near(deepest_overlap(), 0.0f, 0.0f);
    for (int i = 0; i < 240; i++) {
        scene_step();
    }
    assert_near(body->position.x, 2.5f, 0.0f);
    for (int i = 0; i < 960; i++) {
        world_forces(scene.world)[0] = (Force){.force = {{-2000.0f, -500.0f}}};
        scene_step();
    }
    assert_near(body->position.x, 2.25f, 0.006f);
    assert_near(body->position.y, -0.3f, 0.006f);
    assert_near(body->angle, 0.0f, 0.005f);
}

// ---------------------------------------------------------------- the rest of the contract

static uint64_t hash_now(const WorldState *world) {
    Hash hash = hash_begin();
    world_hash(world, &hash);
    return hash_end64(&hash);
}

/// 24 cars thrown about in a yard, with seeded forces.
static void yard_make(void) {
    scene_make(24);
    vec2s yard[] = {vec2_make(-20.0f, -20.0f), vec2_make(20.0f, -20.0f), vec2_make(20.0f, 20.0f),
                    vec2_make(-20.0f, 20.0f)};
    scene_add_line(yard, 4, true, 0.5f, -1, 0.6f, 0.2f);
    for (int i = 0; i < 24; i++) {
        Body *body = scene_place(i, -15.0f + 6.0f * (float)(i % 6), -12.0f + 6.0f * (float)(i / 6),
                                 0.7f * (float)i);
        body->friction = 0.35f;
        body->restitution = 0.15f;
        body->velocity = vec2_make(3.0f * (float)(i % 5) - 6.0f, 4.0f * (float)(i % 3) - 4.0f);
    }
}

static void yard_step(int tick) {
    Random random = random_make((uint64_t)tick, 1);
    for (int i = 0; i < 24; i++) {
        world_forces(scene.world)[i] = (Force){
            {{random_range(&random, -9000.0f, 9000.0f), random_range(&random, -9000.0f, 9000.0f)}},
            random_range(&random, -5000.0f, 5000.0f)};
    }
    scene_step();
}

/// Whether `normal` (in the frame of `hull`) is that of an edge of one of its pieces, on its
/// outline or inside.
static bool is_normal_of(const Hull *hull, vec2s normal, bool exposed) {
    for (int piece = 0; piece < hull->count; piece++) {
        for (int i = 0; i < hull->pieces[piece].count; i++) {
            vec2s edge = shape_normal(&hull->pieces[piece], i);
            bool is_exposed = (hull->outlines[piece].exposed >> i & 1) != 0;
            if (is_exposed == exposed && glms_vec2_distance(edge, normal) < 1e-5f) {
                return true;
            }
        }
    }
    return false;
}

/// Whether a contact pushes along a seam between pieces of one of its bodies, which no edge of an
/// outline does. `rotations` are those of the bodies when they met.
static bool pushes_along_a_seam(const Contact *contact, const Rotation rotations[2]) {
    bool seam = false;
    bool edge = false;
    for (int i = 0; i < (contact->b == CONTACT_WALL ? 1 : 2); i++) {
        int number = i == 0 ? contact->a : contact->b;
        const Hull *hull = &scene.hulls[world_hull_of(scene.world)[number]];
        vec2s normal = rotation_undo(rotations[number], contact->normal);
        normal = i == 0 ? normal : glms_vec2_negate(normal);
        seam = seam || is_normal_of(hull, normal, false);
        edge = edge || is_normal_of(hull, normal, true);
    }
    return seam && !edge;
}

/// A car with a notch in its tail, of several pieces.
static void make_notched(Hull *out) {
    static const vec2s notched[] = {{{2.3f, -0.62f}},  {{2.3f, 0.62f}},   {{1.7f, 1.01f}},
                                    {{-1.8f, 1.01f}},  {{-2.3f, 0.88f}},  {{-2.3f, 0.48f}},
                                    {{-1.95f, 0.4f}},  {{-1.95f, -0.4f}}, {{-2.3f, -0.48f}},
                                    {{-2.3f, -0.88f}}, {{-1.8f, -1.01f}}, {{1.7f, -1.01f}}};
    assert_true(hull_make(notched, 12, out));
    assert_true(out->count > 1);
}

static void cars_of_several_pieces_never_push_each_other_along_a_seam(void **state) {
    (void)state;
    Random random = random_make(12, 0);
    int met = 0;
    for (int i = 0; i < 30000 / (SANITIZED ? 5 : 1); i++) {
        scene_make(2);
        make_notched(&scene.hulls[0]);
        scene_place(0, 0.0f, 0.0f, random_range(&random, -3.0f, 3.0f));
        scene_place(1, random_range(&random, -4.8f, 4.8f), random_range(&random, -4.8f, 4.8f),
                    random_range(&random, -3.0f, 3.0f));
        Rotation rotations[2] = {scene_body(0)->rotation, scene_body(1)->rotation};
        scene_step();
        for (int k = 0; k < scene.world->contact_count; k++) {
            const Contact *contact = &world_contacts_const(scene.world)[k];
            if (contact->depth < 0.1f) { // deeper, any way out will do
                met++;
                assert_false(pushes_along_a_seam(contact, rotations));
            }
        }
    }
    assert_true(met > (SANITIZED ? 200 : 1000));
}

/// The end of a wall, a sharp corner, a square post or a round one, about the origin.
static void add_something_small(int kind) {
    const vec2s end[] = {vec2_make(0.0f, 0.0f), vec2_make(20.0f, 0.0f)};
    const vec2s corner[] = {vec2_make(0.0f, 0.0f), vec2_make(20.0f, -3.0f), vec2_make(20.0f, 3.0f)};
    if (kind == 0) {
        scene_add_line(end, 2, false, 0.3f, 0, 0.3f, 0.1f);
    } else if (kind == 1) {
        scene_add_polygon(corner, 3, 0.3f, 0.1f);
    } else if (kind == 2) {
        scene_add_box(-0.15f, -0.15f, 0.15f, 0.15f, 0.3f, 0.1f);
    } else {
        scene.pieces[0] = wall_piece_of_circle(vec2_make(0.0f, 0.0f), 0.15f, 0.3f, 0.1f, 0);
        scene.piece_count = 1;
        scene.walls = wall_grid_make(scene.pieces, 1, &scene.arena);
    }
}

static void walls_and_posts_never_push_a_car_of_several_pieces_along_a_seam(void **state) {
    (void)state;
    Random random = random_make(15, 0);
    int met = 0;
    for (int i = 0; i < 24000 / (SANITIZED ? 5 : 1); i++) {
        scene_make(1);
        make_notched(&scene.hulls[0]);
        add_something_small(i % 4);
        scene_place(0, random_range(&random, -2.8f, 2.8f), random_range(&random, -2.8f, 2.8f),
                    random_range(&random, -3.0f, 3.0f));
        Rotation rotations[2] = {scene_body(0)->rotation};
        float deepest = deepest_overlap();
        if (deepest > 0.1f) {
            continue; // any way out will do
        }
        scene_step();
        for (int k = 0; k < scene.world->contact_count; k++) {
            const Contact *contact = &world_contacts_const(scene.world)[k];
            met++;
            assert_false(pushes_along_a_seam(contact, rotations));
            assert_true(contact->depth < deepest + 0.11f);
        }
    }
    assert_true(met > (SANITIZED ? 200 : 1000));
}

static void a_copied_world_goes_on_to_the_same_bit(void **state) {
    (void)state;
    yard_make();
    for (int i = 0; i < 480; i++) {
        yard_step(i);
    }
    unsigned char *saved = aligned_alloc(32, BLOCK_SIZE);
    assert_non_null(saved);
    memcpy(saved, scene.block, BLOCK_SIZE);
    for (int i = 480; i < 960; i++) {
        yard_step(i);
    }
    uint64_t first = hash_now(scene.world);
    memcpy(scene.block, saved, BLOCK_SIZE);
    for (int i = 480; i < 960; i++) {
        yard_step(i);
    }
    assert_true(hash_now(scene.world) == first);
    scene_body(3)->spin += 1e-6f;
    assert_false(hash_now(scene.world) == first);
    free(saved);
    assert_int_equal(scene.world->dropped, 0);
    for (int i = 0; i < 24; i++) {
        assert_true(fabsf(scene_body(i)->position.x) < 20.0f);
        assert_true(fabsf(scene_body(i)->position.y) < 20.0f);
    }
}

/// 20 fast cars, two boxes and a fork in turn, between skewed walls, long and short, and posts.
static void maze_make(uint64_t seed) {
    scene_make(20);
    const vec2s fork[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(1.4f, 0.0f),
                          vec2_make(2.2f, 0.9f), vec2_make(-2.2f, 0.9f)};
    assert_true(hull_make(fork, 5, &scene.hulls[1]));
    vec2s yard[] = {vec2_make(-50.0f, 0.0f), vec2_make(0.0f, -50.0f), vec2_make(50.0f, 0.0f),
                    vec2_make(0.0f, 50.0f)};
    scene_add_line(yard, 4, true, 0.5f, -1, 0.6f, 0.4f);
    Random random = random_make(seed, 4);
    for (int i = 0; i < 12; i++) {
        vec2s from = vec2_make(random_range(&random, -20.0f, 20.0f), // beside the cars
                               6.0f * (float)(i % 6) - 15.0f);
        float angle = random_range(&random, -TRIG_PI, TRIG_PI);
        float length = random_range(&random, 0.3f, 25.0f);
        vec2s line[] = {from,
                        vec2_make(from.x + length * cosf(angle), from.y + length * sinf(angle))};
        if (i % 4 == 3) {
            scene.pieces[scene.piece_count++] = wall_piece_of_circle(from, 0.7f, 0.5f, 0.3f, 1);
        } else {
            scene_add_line(line, 2, false, 0.3f, 0, 0.5f, 0.5f);
        }
    }
    scene.walls = wall_grid_make(scene.pieces, scene.piece_count, &scene.arena);
    for (int i = 0; i < 20; i++) {
        Body *body = scene_place(i, 5.2f * (float)(i % 5) - 10.4f, 6.0f * (float)(i / 5) - 12.0f,
                                 random_range(&random, -TRIG_PI, TRIG_PI));
        body->friction = 0.35f;
        body->restitution = 0.4f;
        body->velocity =
            vec2_make(random_range(&random, -45.0f, 45.0f), random_range(&random, -45.0f, 45.0f));
        body->spin = random_range(&random, -6.0f, 6.0f);
        world_hull_of(scene.world)[i] = (uint8_t)(i % 3 == 2);
    }
}

/// 20 cars of four pieces each scrape along a wall of short pieces, beside 40 movers. Each piece of
/// a car lies beside many pieces of the wall that only the car's path may reach: these take no
/// place of a contact.
static void cars_along_a_wall_of_short_pieces_lose_no_contact(void **state) {
    (void)state;
    enum {
        CARS = 20,
        MOVERS = 40,
        POINTS = 340
    };
    scene_make(CARS + MOVERS);
    const vec2s steps[] = {vec2_make(-2.2f, -0.9f), vec2_make(2.2f, -0.9f), vec2_make(2.2f, -0.5f),
                           vec2_make(1.7f, -0.4f),  vec2_make(1.7f, 0.0f),  vec2_make(1.2f, 0.1f),
                           vec2_make(1.2f, 0.5f),   vec2_make(0.7f, 0.6f),  vec2_make(0.7f, 0.9f),
                           vec2_make(-0.7f, 0.9f),  vec2_make(-0.7f, 0.6f), vec2_make(-1.2f, 0.5f),
                           vec2_make(-1.2f, 0.1f),  vec2_make(-1.7f, 0.0f), vec2_make(-1.7f, -0.4f),
                           vec2_make(-2.2f, -0.5f)};
    assert_true(hull_make(steps, 16, &scene.hulls[1]));
    assert_int_equal(scene.hulls[1].count, HULL_PIECES_MAX);
    vec2s line[POINTS];
    for (int i = 0; i < POINTS; i++) {
        line[i] = vec2_make(0.3f * (float)i, 0.0f);
    }
    scene_add_line(line, POINTS, false, 0.5f, -1, 0.6f, 0.2f);
    for (int i = 0; i < CARS + MOVERS; i++) {
        bool car = i < CARS;
        Body *body = scene_place(i, 3.0f + 5.0f * (float)(i % CARS),
                                 car ? 0.904f : 10.0f * (float)(i / CARS), 0.0f);
        body->velocity = vec2_make(2.0f, car ? -0.5f : 0.0f);
        world_hull_of(scene.world)[i] = car;
    }
    for (int tick = 0; tick < 120; tick++) {
        scene_step();
        assert_in_range(scene.world->contact_count, CARS, scene.world->contact_max);
    }
    assert_int_equal(scene.world->dropped, 0);
    for (int i = 0; i < CARS; i++) {
        assert_true(deepest_overlap_with_walls(i) < 1e-3f);
    }
}

/// Neighbour lists serve for some steps; a world whose cache is cleared before any step, in some
/// runs before every one, goes the same way.
static void a_cache_that_is_cleared_at_random_changes_no_bit(void **state) {
    (void)state;
    unsigned char *kept = aligned_alloc(32, BLOCK_SIZE);
    WorldCache *cache = aligned_alloc(32, BLOCK_SIZE);
    assert_non_null(kept);
    assert_non_null(cache);
    Random random = random_make(77, 0);
    int touched = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        maze_make(seed);
        memcpy(kept, scene.block, BLOCK_SIZE);
        WorldState *other = (WorldState *)(void *)kept;
        for (int tick = 0; tick < 240; tick++) {
            if (tick == 0 || seed % 4 == 0 || random_range(&random, 0.0f, 1.0f) < 0.3f) {
                // What a cleared cache holds does not matter either.
                memset(cache, seed % 2 == 0 ? 0xFF : 0x7F, world_cache_size(20));
                world_cache_clear(cache);
            }
            world_step(other, cache, &scene.walls, scene.hulls, DT);
            scene_step();
            touched += scene.world->contact_count;
            assert_true(hash_now(scene.world) == hash_now(other));
        }
        assert_int_equal(scene.world->dropped, 0);
    }
    assert_true(touched > 40 * 240);
    free(cache);
    free(kept);
}

static void the_energy_of_many_cars_never_grows_by_their_contacts(void **state) {
    (void)state;
    yard_make();
    double energy = scene_energy();
    for (int i = 0; i < 10 * 240; i++) {
        scene_step();
        double now = scene_energy();
        assert_true(now <= energy * (1.0 + 1e-4) + 0.05);
        energy = now;
    }
}

static void a_crowd_gains_hardly_any_energy_by_impacts_that_are_handed_on(void **state) {
    (void)state;
    Random random = random_make(15, 0);
    for (int i = 0; i < 10; i++) {
        scene_make(12);
        const vec2s yard[] = {vec2_make(-12.0f, -12.0f), vec2_make(12.0f, -12.0f),
                              vec2_make(12.0f, 12.0f), vec2_make(-12.0f, 12.0f)};
        scene_add_line(yard, 4, true, 1.0f, -1, 0.0f, 0.0f);
        for (int k = 0; k < 12; k++) {
            Body *body =
                scene_place(k, -9.0f + 6.0f * (float)(k % 4), -7.0f + 7.0f * (float)(k / 4),
                            random_range(&random, -3.0f, 3.0f));
            body->velocity = vec2_make(random_range(&random, -30.0f, 30.0f),
                                       random_range(&random, -30.0f, 30.0f));
            body->spin = random_range(&random, -3.0f, 3.0f);
        }
        double energy = scene_energy();
        for (int k = 0; k < 1200; k++) {
            scene_step();
            double now = scene_energy();
            assert_true(now <= energy * (1.0 + 5e-3) + 1.0);
            energy = now;
        }
    }
}

static void contacts_are_sorted_and_tell_what_happened(void **state) {
    (void)state;
    yard_make();
    int seen = 0;
    for (int i = 0; i < 960; i++) {
        yard_step(i);
        const Contact *contacts = world_contacts_const(scene.world);
        for (int k = 0; k < scene.world->contact_count; k++) {
            const Contact *contact = &contacts[k];
            assert_near(sqrtf(glms_vec2_norm2(contact->normal)), 1.0f, 1e-4f);
            assert_true(contact->impulse >= 0.0f && contact->depth >= 0.0f);
            assert_true(contact->count >= 1 && contact->count <= 2);
            seen += contact->impulse > 0.0f;
            if (k > 0) {
                const Contact *last = &contacts[k - 1];
                assert_true(last->key < contact->key);
            }
        }
    }
    assert_true(seen > 100);
}

static void a_ghost_meets_walls_but_no_cars(void **state) {
    (void)state;
    scene_make(2);
    scene_add_box(10.0f, -10.0f, 11.0f, 10.0f, 0.0f, 0.0f);
    scene_place(0, 0.0f, 0.0f, 0.0f)->velocity.x = 10.0f;
    scene_place(1, 5.0f, 0.0f, 0.0f);
    world_flags(scene.world)[1] = BODY_GHOST;
    for (int i = 0; i < 480; i++) {
        scene_step();
    }
    assert_near(scene_body(1)->position.x, 5.0f, 0.0f);
    assert_near(scene_body(0)->position.x, 10.0f - 2.25f, 0.01f);
}

static void a_world_is_the_same_10_km_out(void **state) {
    (void)state;
    scene_make(1);
    scene_add_box(9980.0f, -8001.0f, 10100.0f, -8000.0f, 0.6f, 0.15f);
    Body *body = scene_place(0, 10000.0f, -7998.9f, -5.0f * DEGREE);
    body->velocity = vec2_make(20.0f, -2.0f);
    body->friction = 0.35f;
    for (int i = 0; i < 480; i++) {
        world_forces(scene.world)[0] = (Force){
            .force = {{0.0f, -3000.0f}}, .torque = -15000.0f * body->spin - 60000.0f * body->angle};
        scene_step();
        assert_true(deepest_overlap() < 0.015f);
    }
    assert_near(body->position.y, -7999.1f, 0.01f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_without_contacts_moves_by_its_forces_alone),
        cmocka_unit_test(two_overlapping_cars_at_rest_part_without_gaining_speed),
        cmocka_unit_test(a_car_pushing_into_a_wall_for_10_s_stands_still),
        cmocka_unit_test(six_cars_pushed_into_a_corner_come_to_rest),
        cmocka_unit_test(a_pile_of_50_cars_in_a_corner_comes_to_rest),
        cmocka_unit_test(a_scrape_of_200_m_keeps_the_heading),
        cmocka_unit_test(a_wall_of_100_pieces_costs_as_much_speed_as_one),
        cmocka_unit_test(a_wall_of_1000_facets_costs_as_much_speed_as_one_edge),
        cmocka_unit_test(where_two_walls_are_flush_within_6_mm_nothing_kicks_or_holds_a_car),
        cmocka_unit_test(what_comes_down_on_a_step_is_hardly_ever_thrown_harder_than_by_the_wall),
        cmocka_unit_test(where_a_wall_bends_hardly_a_car_meets_the_next_piece_late),
        cmocka_unit_test(a_ring_of_facets_is_as_smooth_as_its_bends),
        cmocka_unit_test(no_car_passes_a_thin_wall_at_100_m_per_s),
        cmocka_unit_test(cars_squeezed_against_a_thin_wall_do_not_pass),
        cmocka_unit_test(a_car_rammed_into_a_wall_by_a_queue_does_not_sink_in),
        cmocka_unit_test(a_barrel_knocked_away_does_not_jump_over_a_wall),
        cmocka_unit_test(walls_stop_the_last_body_as_any_other),
        cmocka_unit_test(what_a_car_passes_by_does_not_touch_it),
        cmocka_unit_test(cars_that_pass_each_other_do_not_touch),
        cmocka_unit_test(a_post_stands_in_the_notch_of_a_car_and_touches_its_floor),
        cmocka_unit_test(a_round_post_fits_too),
        cmocka_unit_test(a_car_stands_in_the_notch_of_a_wall),
        cmocka_unit_test(cars_of_several_pieces_never_push_each_other_along_a_seam),
        cmocka_unit_test(walls_and_posts_never_push_a_car_of_several_pieces_along_a_seam),
        cmocka_unit_test(a_copied_world_goes_on_to_the_same_bit),
        cmocka_unit_test(cars_along_a_wall_of_short_pieces_lose_no_contact),
        cmocka_unit_test(a_cache_that_is_cleared_at_random_changes_no_bit),
        cmocka_unit_test(the_energy_of_many_cars_never_grows_by_their_contacts),
        cmocka_unit_test(a_crowd_gains_hardly_any_energy_by_impacts_that_are_handed_on),
        cmocka_unit_test(contacts_are_sorted_and_tell_what_happened),
        cmocka_unit_test(a_ghost_meets_walls_but_no_cars),
        cmocka_unit_test(a_world_is_the_same_10_km_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
