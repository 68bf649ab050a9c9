#include "collision/material.h"
#include "dynamics/world_step.h"

#include "car_rig.h"
#include "fixture.h"
#include "test.h"

// Whoever drove into a wall gets away from it by the other pedal.

enum {
    CARS = 5,
    DRIVES = 9, ///< Into each material with each car.
    BLOCK_SIZE = 1 << 18,
    PIECES_MAX = 16,
    WALLS = 2,
};

static const char *const names[CARS] = {"hatch", "drift", "gt", "formula", "kart"};

/// A car before a wall, or in the corner of two.
typedef struct Yard {
    _Alignas(32) unsigned char block[BLOCK_SIZE];
    _Alignas(32) unsigned char cache_block[1 << 18];
    WorldState *world;
    WorldCache *cache;
    Hull hull;
    WallPiece pieces[PIECES_MAX];
    Arena arena;
    WallGrid walls;
    int wall_count;
    CarModel model;
    Car car;
    Surface ground;
} Yard;

static Yard yard;

/// The walls' faces: the first at x = 0, the second at y = 0; both turned to the car.
static const vec2s into_wall[WALLS] = {{{1.0f, 0.0f}}, {{0.0f, 1.0f}}};

static void yard_make(const CarParams *params, const Material *material, int wall_count,
                      const Surface *ground, Random *random, bool tail_first) {
    static const vec2s boxes[WALLS][4] = {
        {{{0.0f, -200.0f}}, {{1.0f, -200.0f}}, {{1.0f, 200.0f}}, {{0.0f, 200.0f}}},
        {{{-200.0f, 0.0f}}, {{0.0f, 0.0f}}, {{0.0f, 1.0f}}, {{-200.0f, 1.0f}}},
    };
    arena_destroy(&yard.arena);
    yard = (Yard){.model = car_model_make(params), .ground = *ground, .wall_count = wall_count};
    yard.hull = car_model_hull(&yard.model);
    yard.car = car_make(&yard.model, 0.0f);
    assert_true(world_size(1) <= sizeof yard.block);
    assert_true(world_cache_size(1) <= sizeof yard.cache_block);
    yard.world = world_make(yard.block, 1);
    yard.cache = (WorldCache *)(void *)yard.cache_block;
    world_cache_clear(yard.cache);
    int count = 0;
    for (int i = 0; i < wall_count; i++) {
        count += wall_pieces_of_polygon(boxes[i], 4, material->friction, material->restitution, i,
                                        yard.pieces + count, PIECES_MAX - count);
    }
    yard.walls = wall_grid_make(yard.pieces, count, &yard.arena);
    Body *body = world_bodies(yard.world);
    *body = (Body){
        .position = vec2_make(random_range(random, -25.0f, -4.0f),
                              wall_count > 1 ? random_range(random, -25.0f, -4.0f) : 0.0f),
        .inverse_mass = 1.0f / params->mass,
        .inverse_inertia = 1.0f / params->yaw_inertia,
        .friction = params->body_friction,
        .restitution = params->body_restitution,
    };
    float angle =
        wall_count > 1 ? random_range(random, 0.05f, 1.5f) : random_range(random, -1.5f, 1.5f);
    body_set_angle(body, angle + (tail_first ? TRIG_PI : 0.0f));
}

static void yard_step(CarInput input) {
    Body *body = world_bodies(yard.world);
    Force *force = world_forces(yard.world);
    const Surface *surfaces[CAR_WHEELS] = {&yard.ground, &yard.ground, &yard.ground, &yard.ground};
    const uint8_t index[CAR_WHEELS] = {0};
    car_step(&yard.car, &yard.model, body, input, surfaces, index, RIG_DT, &force->force,
             &force->torque);
    world_step(yard.world, yard.cache, &yard.walls, &yard.hull, RIG_DT);
}

static void yard_hold(int throttle, int brake, int steer, float time) {
    for (int i = 0; i < (int)(time * 240.0f); i++) {
        yard_step((CarInput){.steer = (int8_t)steer,
                             .throttle = (uint8_t)throttle,
                             .brake = (uint8_t)brake,
                             .flags = CAR_INPUT_KEYS});
    }
}

/// Whether the end that hit still points into each wall that is near: else the way out leads along
/// a wall, or into one.
static bool faces_walls(bool tail_first) {
    const Body *body = world_bodies(yard.world);
    vec2s way = vec2_make(body->rotation.c, body->rotation.s);
    for (int i = 0; i < yard.wall_count; i++) {
        float into = glms_vec2_dot(way, into_wall[i]);
        float gap = -glms_vec2_dot(body->position, into_wall[i]);
        if (gap < 4.0f && (tail_first ? -into : into) < 0.02f) {
            return false;
        }
    }
    return true;
}

/// Drives into the walls under any steering, keeps the pedal for a while and then takes the other.
/// Returns whether the way out was free.
static bool hit_and_leave(Random *random, bool tail_first, const char *car, const char *wall) {
    static const int keys[] = {-127, 0, 127};
    int pieces = 1 + (int)(random_u32(random) % 3);
    for (int i = 0; i < pieces; i++) {
        int steer = keys[random_u32(random) % 3];
        yard_hold(tail_first ? 0 : 255, tail_first ? 255 : 0, steer,
                  random_range(random, 0.5f, 3.0f));
    }
    yard_hold(0, 0, 0, random_range(random, 0.0f, 1.0f));
    const Body *body = world_bodies(yard.world);
    int throttle = tail_first ? 255 : 0;
    for (int i = 0; i < 20 && (yard.car.gear < 0) == tail_first; i++) { // still rolls on
        yard_hold(throttle, 255 - throttle, 0, 0.25f);
    }
    if (!faces_walls(tail_first)) {
        return false;
    }
    vec2s from = body->position;
    yard_hold(throttle, 255 - throttle, 0, 3.0f);
    float way = glms_vec2_distance(from, body->position);
    if (way < 1.0f) {
        print_error("%s, %s into %d of %s on %s: %.3f m in 3 s, from (%.2f, %.2f) at %.1f deg\n",
                    car, tail_first ? "tail" : "nose", yard.wall_count, wall, yard.ground.name,
                    (double)way, (double)from.x, (double)from.y,
                    (double)(body->angle * RIG_DEGREES));
        fail();
    }
    return true;
}

static void leave_walls(int wall_count, uint64_t seed) {
    static const SurfaceIndex grounds[] = {SURFACE_ASPHALT, SURFACE_WET, SURFACE_GRASS,
                                           SURFACE_DIRT, SURFACE_GRAVEL};
    Random random = random_make(seed, 1);
    int left = 0;
    int all = 0;
    for (int car = 0; car < CARS; car++) {
        CarParams params = rig_shipped(names[car]);
        for (int m = 0; m < MATERIAL_BUILT_IN_COUNT; m++) {
            for (int i = 0; i < DRIVES; i++) {
                const Surface *ground =
                    &surface_built_in[grounds[random_u32(&random) %
                                              (sizeof grounds / sizeof grounds[0])]];
                bool tail_first = i % 3 == 2;
                yard_make(&params, &material_built_in[m], wall_count, ground, &random, tail_first);
                left += hit_and_leave(&random, tail_first, names[car], material_built_in[m].name);
                all++;
            }
        }
    }
    arena_destroy(&yard.arena);
    print_message("%d of %d drives left a wall\n", left, all);
    assert_true(left > all / 4);
}

/// In a car that stands pressed against a wall the tyres hold all that they can, sideways. Traction
/// control that left them that kept 10 in 84 from backing out.
static void the_other_pedal_leads_away_from_a_wall(void **state) {
    (void)state;
    leave_walls(1, 43);
}

static void and_out_of_a_corner(void **state) {
    (void)state;
    leave_walls(2, 42);
}

/// Past the end of the straight into its tyres, with the pedal held on: at last it is let go for
/// half a second and the other one held.
static void out_of_the_tyres_at_the_end_of_the_straight(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.ai_cars = 0;
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    for (int i = 0; i < 12; i++) {
        fixture->race = race_make(fixture->race, &def, &fixture->data, fixture->models);
        const Body *body = race_bodies_const(fixture->race);
        CarInput input[1] = {{.throttle = 255, .flags = CAR_INPUT_KEYS}};
        int hit_ticks = (8 + i / 3) * RACE_TICKS_PER_SECOND;
        for (int k = 0; k < hit_ticks + RACE_TICKS_PER_SECOND / 2; k++) {
            bool late = k > 7 * RACE_TICKS_PER_SECOND / 2;
            input[0].steer = (int8_t)(late && k < hit_ticks ? 127 * (i % 3 - 1) : 0);
            input[0].throttle = k < hit_ticks ? 255 : 0;
            race_step(fixture->race, input);
        }
        vec2s from = body->position;
        input[0].brake = 255;
        float way = 0.0f; // the farthest: one that has left already may come by again
        for (int k = 0; k < 3 * RACE_TICKS_PER_SECOND; k++) {
            race_step(fixture->race, input);
            way = fmaxf(way, glms_vec2_distance(from, body->position));
        }
        if (way < 1.0f) {
            print_error("drive %d: %.3f m in 3 s\n", i, (double)way);
            fail();
        }
    }
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_other_pedal_leads_away_from_a_wall),
        cmocka_unit_test(and_out_of_a_corner),
        cmocka_unit_test(out_of_the_tyres_at_the_end_of_the_straight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
