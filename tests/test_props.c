#include "base/random.h"
#include "collision/sat.h"
#include "geometry/trig.h"
#include "race_state/props.h"
#include "replay/rewind.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

#define GRIP 9.81f * 0.6f ///< m/s2: what slows a prop on asphalt.

/// A wide road from left to right along y = -35, without walls beside it.
#define YARD                                                                          \
    TRACK_HEAD "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, " \
               "points: [[-300, -35], [300, -35], [300, 165], [-300, 165]]}\n"        \
               "grid: {columns: 1}\n"

static RaceDef standing(int cars) {
    RaceDef def = race_def_default();
    def.car_count = cars;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    return def;
}

/// Cars that nobody drives, on a track with the props of `text`.
static Fixture *stand(const char *text, int cars) {
    RaceDef def = standing(cars);
    return fixture_make_on(track_of(text), "gt", &def);
}

static Body *prop_body(const Fixture *fixture, int prop) {
    return &world_bodies(race_world(fixture->race))[props_body(fixture->race, prop)];
}

static Body *mover_body(const Fixture *fixture, int mover) {
    return &world_bodies(race_world(fixture->race))[movers_body(fixture->race, mover)];
}

static Body *car_body(const Fixture *fixture) { return world_bodies(race_world(fixture->race)); }

static void put(Body *body, float x, float y, float angle, float speed) {
    body->position = vec2_make(x, y);
    body_set_angle(body, angle);
    body->velocity = glms_vec2_scale(vec2_make(body->rotation.c, body->rotation.s), speed);
    body->spin = 0.0f;
}

// ---- what the file says ---------------------------------------------------------------------

static void a_row_of_five_cones_stands_every_1_2_m(void **state) {
    (void)state;
    Track track = track_of(YARD "props:\n  - {kind: cone, from: [10, -35], to: [14.8, -35], "
                                "spacing: 1.2}\n");
    assert_int_equal(track.prop_count, 5);
    assert_int_equal(track.form_count, 1);
    for (int i = 0; i < 5; i++) {
        assert_near(track.props[i].position.x, 10.0f + 1.2f * (float)i, 1e-5);
        assert_near(track.props[i].position.y, -35.0f, 0.0);
    }
    track_destroy(&track);
}

static void each_kind_has_its_weight(void **state) {
    (void)state;
    static const float masses[] = {3.0f, 10.0f, 40.0f, 20.0f, 25.0f, 60.0f, 15.0f};
    for (int kind = 0; kind < PROP_CUSTOM; kind++) {
        Arena arena = {0};
        TrackForm form = form_of_kind((PropKind)kind, material_built_in, &arena);
        assert_near(form.mass, masses[kind], 0.0);
        assert_true(form.inertia > 0.0f && form.lever > 0.0f && form.drag > 0.0f);
        assert_true(form.lever < form.hull.bounding_radius);
        arena_destroy(&arena);
    }
}

// A bar of 2 m by 1 m: m (a2 + b2) / 12; a disc: m r2 / 2. An L turns about its centre of gravity.
static void shapes_have_the_inertia_of_the_book(void **state) {
    (void)state;
    Arena arena = {0};
    const vec2s bar[4] = {{{4.0f, 7.0f}}, {{6.0f, 7.0f}}, {{6.0f, 8.0f}}, {{4.0f, 8.0f}}};
    TrackForm form;
    vec2s middle;
    const Material *wood = &material_built_in[MATERIAL_WOOD];
    assert_true(
        form_of_polygon(PROP_CUSTOM, bar, 4, 12.0f, wood, MATERIAL_WOOD, &arena, &form, &middle));
    assert_near(form.inertia, 5.0f, 1e-4);
    assert_near(middle.x, 5.0f, 1e-6);
    assert_near(middle.y, 7.5f, 1e-6);
    form = form_of_circle(PROP_CUSTOM, 2.0f, 3.0f, wood, MATERIAL_WOOD);
    assert_near(form.inertia, 6.0f, 1e-6);
    assert_near(form.lever, 4.0f / 3.0f, 1e-6);
    arena_destroy(&arena);
    Track track = track_of(YARD "props:\n  - {kind: custom, at: [20, -35], angle: 90, mass: 3, "
                                "polygon: [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]}\n");
    // The centre of the L lies 5/6 m from both outer sides; turned by 90 degrees x becomes y.
    assert_near(track.props[0].position.x, 20.0f - 5.0f / 6.0f, 1e-5);
    assert_near(track.props[0].position.y, -35.0f + 5.0f / 6.0f, 1e-5);
    track_destroy(&track);
}

static void only_what_stands_in_a_race_is_part_of_its_hash(void **state) {
    (void)state;
    Track none = track_of(YARD), cone = track_of(YARD "props: [{kind: cone, at: [0, 0]}]\n");
    Track moved = track_of(YARD "props: [{kind: cone, at: [0, 1]}]\n");
    Track named = track_of(YARD "props: [{id: first, kind: cone, at: [0, 0]}]\n");
    Track empty = track_of(YARD "props: []\n");
    assert_true(none.hash.low == empty.hash.low);
    assert_true(none.hash.low != cone.hash.low && cone.hash.low != moved.hash.low);
    assert_true(cone.hash.low == named.hash.low);
    Track *all[] = {&none, &cone, &moved, &named, &empty};
    for (int i = 0; i < 5; i++) {
        track_destroy(all[i]);
    }
}

// ---- props ----------------------------------------------------------------------------------

static void a_barrel_at_rest_stays_at_rest_to_the_bit(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props:\n  - {kind: barrel, at: [40, -35]}\n"
                                  "  - {kind: bale, at: [41.3, -30], angle: 17}\n",
                             1);
    Body before[2] = {*prop_body(fixture, 0), *prop_body(fixture, 1)};
    fixture_run(fixture->race, 10000);
    assert_memory_equal(&before[0], prop_body(fixture, 0), sizeof before[0]);
    assert_memory_equal(&before[1], prop_body(fixture, 1), sizeof before[1]);
    fixture_destroy(fixture);
}

// Head-on, so momentum and the bounce of the pair say it all: the car loses what the cone gains.
static void a_cone_hit_at_20_m_s_flies_off_as_momentum_says(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props: [{kind: cone, at: [40, -35]}]\n", 1);
    Body *car = car_body(fixture), *cone = prop_body(fixture, 0);
    put(car, 34.0f, -35.0f, 0.0f, 20.0f);
    float mass = fixture->models[0].params.mass, bounce = 0.4f; // of plastic, the greater one
    float before = 20.0f, rolling = 0.0f;
    int ticks = 0;
    while (cone->velocity.x == 0.0f && ticks++ < RACE_TICKS_PER_SECOND) {
        rolling = before - car->velocity.x; // what the tyres take of it in a tick
        before = car->velocity.x;
        fixture_run(fixture->race, 1);
    }
    float expected = (1.0f + bounce) * before * mass / (mass + 3.0f);
    assert_near(cone->velocity.x, expected, 0.01 * (double)expected);
    assert_near(cone->velocity.y, 0.0f, 0.01);
    float lost = before - rolling - car->velocity.x;
    assert_near(mass * lost, 3.0f * cone->velocity.x, 0.05 * 3.0 * (double)expected);
    assert_int_equal(race_racers(fixture->race)[0].hits, 0); // a cone is no wall
    fixture_destroy(fixture);
}

// v dv/dx = -(g mu + k v2) gives the distance; steps leave out half a tick's way.
static void a_barrel_slides_as_far_as_friction_and_air_let_it(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props: [{kind: barrel, at: [0, -35]}]\n", 1);
    put(car_body(fixture), -200.0f, -35.0f, 0.0f, 0.0f);
    Body *barrel = prop_body(fixture, 0);
    for (float speed = 1.0f; speed < 25.0f; speed *= 2.0f) {
        put(barrel, 0.0f, -35.0f, 0.0f, speed);
        fixture_run(fixture->race, 6 * RACE_TICKS_PER_SECOND);
        float drag = fixture->track.forms[0].drag;
        float expected = logf(1.0f + drag * speed * speed / (GRIP)) / (2.0f * drag);
        double half_tick = 0.5 * (double)(speed * RACE_DT);
        assert_near(barrel->position.x, expected, 0.01 * (double)expected + half_tick);
        assert_near(glms_vec2_norm(barrel->velocity), 0.0f, 0.0); // and stands
        assert_near(barrel->spin, 0.0f, 0.0);
    }
    fixture_destroy(fixture);
}

static void what_turns_slides_farther_and_both_end_together(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props:\n  - {kind: barrel, at: [0, -35]}\n"
                                  "  - {kind: barrel, at: [0, -20]}\n",
                             1);
    Body *plain = prop_body(fixture, 0), *turning = prop_body(fixture, 1);
    put(plain, 0.0f, -35.0f, 0.0f, 6.0f);
    put(turning, 0.0f, -20.0f, 0.0f, 6.0f);
    turning->spin = 30.0f;
    fixture_run(fixture->race, 6 * RACE_TICKS_PER_SECOND);
    assert_true(turning->position.x > 1.15f * plain->position.x);
    assert_true(turning->spin == 0.0f && turning->velocity.x == 0.0f);
    fixture_destroy(fixture);
}

static void ice_carries_a_prop_farther_than_gravel(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "zones:\n  - {surface: ice, rect: {center: [0, -50], size: [400, "
                                  "10]}}\n  - {surface: gravel, rect: {center: [0, -20], size: "
                                  "[400, 10]}}\nprops:\n  - {kind: box, at: [0, -50]}\n"
                                  "  - {kind: box, at: [0, -20]}\n",
                             1);
    put(prop_body(fixture, 0), 0.0f, -50.0f, 0.0f, 5.0f);
    put(prop_body(fixture, 1), 0.0f, -20.0f, 0.0f, 5.0f);
    fixture_run(fixture->race, 20 * RACE_TICKS_PER_SECOND);
    assert_true(prop_body(fixture, 0)->position.x > 3.0f * prop_body(fixture, 1)->position.x);
    fixture_destroy(fixture);
}

static void a_ghost_drives_through_props(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props: [{kind: tyre_stack, at: [40, -35]}]\n", 1);
    Body before = *prop_body(fixture, 0);
    put(car_body(fixture), 30.0f, -35.0f, 0.0f, 20.0f);
    world_flags(race_world(fixture->race))[0] |= BODY_GHOST;
    race_racers(fixture->race)[0].ghost_s = 10.0f;
    fixture_run(fixture->race, RACE_TICKS_PER_SECOND);
    assert_true(car_body(fixture)->position.x > 45.0f);
    assert_memory_equal(&before, prop_body(fixture, 0), sizeof before);
    fixture_destroy(fixture);
}

/// m by which a thing overlaps the walls at most.
static float depth_in_walls(const Fixture *fixture, const Body *body, const Hull *hull) {
    float depth = 0.0f;
    for (int i = 0; i < fixture->track.wall_piece_count; i++) {
        const WallPiece *piece = &fixture->track.wall_pieces[i];
        for (int k = 0; k < hull->count; k++) {
            Overlap overlap = sat_overlap(&hull->pieces[k], &piece->shape,
                                          transform_relative(body_at(body), wall_piece_at(piece)));
            depth = overlap.hit ? fmaxf(depth, overlap.depth) : depth;
        }
    }
    return depth;
}

/// A pen full of everything; walls all round.
#define PEN                                                                                 \
    TRACK_OVAL                                                                              \
    "walls:\n"                                                                              \
    "  - {id: pen, closed: true, polyline: [[-40, -12], [40, -12], [40, 12], [-40, 12]]}\n" \
    "  - {id: post, circle: {center: [0, 0], radius: 2}}\n"                                 \
    "props:\n"                                                                              \
    "  - {kind: cone, from: [-35, -8], to: [35, -8]}\n"                                     \
    "  - {kind: tyre, from: [-35, -5], to: [35, -5], spacing: 3}\n"                         \
    "  - {kind: tyre_stack, from: [-35, -3], to: [35, -3], spacing: 4}\n"                   \
    "  - {kind: barrel, from: [-35, 3], to: [35, 3], spacing: 3}\n"                         \
    "  - {kind: bale, from: [-35, 5], to: [35, 5], spacing: 4}\n"                           \
    "  - {kind: barrier, from: [-35, 7], to: [35, 7], spacing: 5}\n"                        \
    "  - {kind: box, from: [-35, 9], to: [35, 9], spacing: 3}\n"                            \
    "  - {kind: custom, from: [-35, 10.5], to: [35, 10.5], spacing: 7, mass: 80,\n"         \
    "     polygon: [[-0.6, -0.6], [0.6, -0.6], [0.6, 0], [0, 0], [0, 0.6], [-0.6, 0.6]]}\n"

static void props_thrown_about_are_never_lost(void **state) {
    (void)state;
    Fixture *fixture = stand(PEN, 1);
    Random random = random_make(5, 1);
    WorldState *world = race_world(fixture->race);
    const Box pen = {{{-40.0f, -12.0f}}, {{40.0f, 12.0f}}};
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < fixture->race->prop_count; i++) {
            Body *body = prop_body(fixture, i);
            body->velocity = vec2_make(random_range(&random, -50.0f, 50.0f),
                                       random_range(&random, -50.0f, 50.0f));
            body->spin = random_range(&random, -60.0f, 60.0f);
        }
        fixture_run(fixture->race, 8 * RACE_TICKS_PER_SECOND);
    }
    fixture_run(fixture->race, 10 * RACE_TICKS_PER_SECOND);
    for (int i = 0; i < fixture->race->prop_count; i++) {
        const Body *body = prop_body(fixture, i);
        int index = props_body(fixture->race, i);
        const Hull *hull = &fixture->data.hulls[world_hull_of(world)[index]];
        assert_true(isfinite(body->position.x) && isfinite(body->angle));
        assert_true(box_contains(pen, body->position));
        assert_true(body->velocity.x == 0.0f && body->spin == 0.0f);
        assert_true(depth_in_walls(fixture, body, hull) < 0.02f);
    }
    assert_int_equal(world->dropped, 0);
    fixture_destroy(fixture);
}

static void a_prop_thrown_off_the_world_stops_at_its_edge(void **state) {
    (void)state;
    Fixture *fixture =
        stand(TRACK_HEAD "bounds: [-300, -100, 300, 100]\nground: ice\nribbons:\n  - {wall: none, "
                         "curve: round, points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]}\n"
                         "props: [{kind: barrel, at: [250, 0]}]\n",
              1);
    prop_body(fixture, 0)->velocity = vec2_make(80.0f, 1.0f);
    fixture_run(fixture->race, 30 * RACE_TICKS_PER_SECOND);
    assert_near(prop_body(fixture, 0)->position.x, 300.0f, 0.0);
    fixture_destroy(fixture);
}

// ---- movers ---------------------------------------------------------------------------------

#define TO_AND_FRO                                                                               \
    "movers:\n  - {material: steel, rect: {size: [2, 6]}, path: [[40, -20], [40, -50]], speed: " \
    "3, mode: pingpong, wait: 1, phase: 0}\n"

static void a_mover_is_where_its_tick_says(void **state) {
    (void)state;
    Track track = track_of(YARD TO_AND_FRO);
    const MoverPath *path = &track.movers[0].path;
    // 1 s of waiting, 10 s for 30 m, and back: 22 s.
    assert_int_equal(mover_period(path), 22 * 240);
    static const float places[][2] = {{0, -20},  {1, -20},  {2, -23},  {6, -35},  {11, -50},
                                      {12, -50}, {13, -47}, {22, -20}, {23, -20}, {24, -23}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        vec2s at = mover_at(path, (uint32_t)(places[i][0] * 240.0f));
        assert_near(at.x, 40.0f, 0.0);
        assert_near(at.y, places[i][1], 1e-5);
    }
    // A day later it is as exact.
    assert_near(mover_at(path, 22 * 240 * 4000 + 480).y, -23.0f, 1e-5);
    track_destroy(&track);
    track = track_of(YARD "movers: [{circle: {radius: 1}, path: [[0, 0], [10, 0], [10, 10], [0, "
                          "10]], speed: 8, mode: loop, phase: 0.25}]\n");
    path = &track.movers[0].path;
    assert_int_equal(mover_period(path), 5 * 240);
    assert_near(mover_at(path, 0).x, 10.0f, 1e-4);
    assert_near(mover_at(path, 0).y, 0.0f, 1e-4);
    assert_near(mover_at(path, 3 * 300).x, 0.0f, 1e-4); // all the way round again
    assert_near(mover_at(path, 600).y, 10.0f, 1e-4);
    track_destroy(&track);
}

static void a_race_moves_them_by_its_ticks_since_go(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 1;
    Fixture *fixture = fixture_make_on(track_of(YARD TO_AND_FRO), "gt", &def);
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS);
    assert_near(mover_body(fixture, 0)->position.y, -20.0f, 0.0);
    fixture_run(fixture->race, 3 * RACE_TICKS_PER_SECOND);
    assert_near(mover_body(fixture, 0)->position.y, -26.0f, 1e-5);
    assert_near(mover_body(fixture, 0)->velocity.y, -3.0f, 0.01);
    fixture_destroy(fixture);
}

// Whatever its speed, the car goes before it: no tick in which they are through each other.
static void a_parked_car_is_pushed_and_not_run_through(void **state) {
    (void)state;
    static const float speeds[] = {0.5f, 3.0f, 10.0f, 30.0f};
    for (int i = 0; i < 4; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 YARD "movers:\n  - {rect: {size: [4, 0.5]}, path: [[40, -60], [40, -20]], speed: "
                      "%g, mode: pingpong}\n",
                 (double)speeds[i]);
        Fixture *fixture = stand(text, 1);
        Body *car = car_body(fixture), *mover = mover_body(fixture, 0);
        const Hull *hull = &fixture->data.hulls[0];
        const Hull *bar = &fixture->data.hulls[RACE_MAX_CARS];
        put(car, 40.0f, -40.0f, 0.0f, 0.0f);
        float deepest = 0.0f;
        int ticks = (int)(40.0f / speeds[i] * (float)RACE_TICKS_PER_SECOND);
        for (int tick = 0; tick < ticks; tick++) {
            fixture_run(fixture->race, 1);
            Overlap overlap = sat_overlap(&hull->pieces[0], &bar->pieces[0],
                                          transform_relative(body_at(car), body_at(mover)));
            deepest = overlap.hit ? fmaxf(deepest, overlap.depth) : deepest;
        }
        assert_true(deepest < 0.05f);
        assert_true(car->position.y > mover->position.y);
        assert_near(mover->position.y, -20.0f, 0.02 * (double)speeds[i]); // nothing holds it up
        fixture_destroy(fixture);
    }
}

// ---- the whole ------------------------------------------------------------------------------

static void a_car_that_a_mover_has_crushed_against_a_wall_is_put_back_on_the_road(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "walls:\n  - {rect: {center: [50, -35], size: [2, 20]}}\n"
                                  "movers:\n  - {material: steel, rect: {size: [4, 8]}, "
                                  "path: [[20, -35], [46.5, -35]], speed: 4, wait: 5}\n",
                             1);
    put(car_body(fixture), 46.0f, -35.0f, 0.0f, 0.0f); // there is room for a fifth of it at the end
    float depth = 0.0f;
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < 14 * RACE_TICKS_PER_SECOND; i++) {
        race_step(fixture->race, idle);
        const WorldState *world = race_world_const(fixture->race);
        const Contact *contacts = world_contacts(race_world(fixture->race));
        for (int k = 0; k < world->contact_count; k++) {
            depth = contacts[k].depth > depth ? contacts[k].depth : depth;
        }
    }
    const Racer *racer = race_racers_const(fixture->race);
    assert_int_equal(racer->respawns, 1);
    assert_in_range((int)(100.0f * depth), 105, 115); // 0.3 m, and what the mover goes in 0.2 s
    assert_true(glms_vec2_distance(car_body(fixture)->position, vec2_make(46.0f, -35.0f)) > 10.0f);
    fixture_destroy(fixture);
}

static void races_with_props_repeat_and_rewind_to_the_bit(void **state) {
    (void)state;
    static const char text[] =
        TRACK_OVAL "props:\n  - {kind: cone, from: [-20, -41.5], to: [-20, -28.5], spacing: 1}\n"
                   "  - {kind: barrel, from: [0, 33], to: [20, 36], spacing: 2}\n"
                   "movers:\n  - {rect: {size: [2, 3]}, path: [[-10, 33], [-10, 38]], speed: 2}\n";
    RaceDef def = race_def_default();
    def.car_count = 5;
    Fixture *a = fixture_make_on(track_of(text), "gt", &def);
    Fixture *b = fixture_make_on(track_of(text), "gt", &def);
    Rewind rewind = {0};
    rewind_make(&rewind, a->race);
    for (int i = 0; i < 40 * RACE_TICKS_PER_SECOND; i++) {
        fixture_run(a->race, 1);
        rewind_record(&rewind, a->race);
    }
    fixture_run(b->race, 40 * RACE_TICKS_PER_SECOND);
    uint64_t hash = race_hash(b->race);
    assert_true(race_hash(a->race) == hash);
    int moved = 0;
    for (int i = 0; i < a->race->prop_count; i++) {
        moved += glms_vec2_distance(prop_body(a, i)->position, a->track.props[i].position) > 0.5f;
    }
    assert_true(moved >= 3);
    assert_true(rewind_to(&rewind, 20 * RACE_TICKS_PER_SECOND, a->race));
    fixture_run(a->race, 20 * RACE_TICKS_PER_SECOND);
    assert_true(race_hash(a->race) == hash);
    rewind_destroy(&rewind);
    fixture_destroy(a);
    fixture_destroy(b);
}

static void a_race_moves_to_a_track_with_other_props(void **state) {
    (void)state;
    Fixture *fixture = stand(YARD "props: [{kind: cone, at: [0, -40]}]\n", 2);
    Fixture *other =
        stand(YARD "props: [{kind: cone, at: [0, -45]}, {kind: box, at: [5, -45]}]\n", 2);
    Race *race = fixture->race;
    put(car_body(fixture), 10.0f, -35.0f, 0.5f, 12.0f);
    fixture_run(race, 100);
    Body car = *car_body(fixture);
    assert_false(race_fits(race, &other->track));
    Race *moved = race_move(fixture_block(race_size(&other->track, 2)), race, &other->data);
    assert_memory_equal(&car, race_bodies_const(moved), sizeof car);
    assert_int_equal(moved->tick, race->tick);
    assert_int_equal(moved->prop_count, 2);
    assert_near(race_bodies_const(moved)[2].position.y, -45.0f, 0.0);
    fixture_run(moved, 100);
    assert_true(race_bodies_const(moved)[0].position.x > car.position.x);
    free(moved);
    fixture_destroy(fixture);
    fixture_destroy(other);
}

// Where a prop on its place lies along the line is known beforehand; the answer is that of a
// search.
static void a_resting_prop_is_where_a_search_finds_it(void **state) {
    (void)state;
    static const char *const tracks[] = {"cone-yard", "chicane-club"};
    for (int k = 0; k < 2; k++) {
        RaceDef def = race_def_default();
        Fixture *fixture = fixture_make(tracks[k], "hatch", &def);
        const RaceData *data = &fixture->data;
        const RacingLine *line = &data->lines[0];
        int known = 0;
        for (int i = 0; i < fixture->track.prop_count; i++) {
            vec2s home = fixture->track.props[i].position;
            vec2s pushed = glms_vec2_add(home, vec2_make(1.5f, -2.0f));
            for (int hint = i % 3; hint < line->count; hint += 3) {
                int point = racing_line_locate(line, home, hint);
                assert_int_equal(race_data_prop_point(data, 0, i, home, hint), point);
                point = racing_line_locate(line, pushed, hint);
                assert_int_equal(race_data_prop_point(data, 0, i, pushed, hint), point);
            }
            known += data->prop_places[0][i].before > 20;
        }
        assert_true(2 * known > fixture->track.prop_count);
        fixture_destroy(fixture);
    }
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_of_five_cones_stands_every_1_2_m),
        cmocka_unit_test(each_kind_has_its_weight),
        cmocka_unit_test(shapes_have_the_inertia_of_the_book),
        cmocka_unit_test(only_what_stands_in_a_race_is_part_of_its_hash),
        cmocka_unit_test(a_barrel_at_rest_stays_at_rest_to_the_bit),
        cmocka_unit_test(a_cone_hit_at_20_m_s_flies_off_as_momentum_says),
        cmocka_unit_test(a_barrel_slides_as_far_as_friction_and_air_let_it),
        cmocka_unit_test(what_turns_slides_farther_and_both_end_together),
        cmocka_unit_test(ice_carries_a_prop_farther_than_gravel),
        cmocka_unit_test(a_ghost_drives_through_props),
        cmocka_unit_test(props_thrown_about_are_never_lost),
        cmocka_unit_test(a_prop_thrown_off_the_world_stops_at_its_edge),
        cmocka_unit_test(a_mover_is_where_its_tick_says),
        cmocka_unit_test(a_race_moves_them_by_its_ticks_since_go),
        cmocka_unit_test(a_parked_car_is_pushed_and_not_run_through),
        cmocka_unit_test(a_car_that_a_mover_has_crushed_against_a_wall_is_put_back_on_the_road),
        cmocka_unit_test(races_with_props_repeat_and_rewind_to_the_bit),
        cmocka_unit_test(a_race_moves_to_a_track_with_other_props),
        cmocka_unit_test(a_resting_prop_is_where_a_search_finds_it),
    };
    return cmocka_run_group_tests_name("props", tests, NULL, NULL);
}
