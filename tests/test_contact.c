// The panel of a contact over time: its numbers are those of a world stepped by hand, momentum is
// kept and energy never grows; what forums do instead makes momentum or energy.
#include "collision/wall_grid.h"
#include "dynamics/world_step.h"
#include "lab_world/contact.h"
#include "race_state/race_state.h"
#include "vehicle/car.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solids.h"
#include "test.h"

static Working working;

/// The solid of the shape `index`; of a car it is the plain one of CarParams.
static Solid solid_in(const Scene *scene, int index) {
    CarParams car = car_params_default();
    const SceneShape *shape = &scene->shapes[index];
    Solid solid;
    memset(&solid, 0, sizeof solid);
    SolidCheck check = solid_make(shape, shape->kind == SCENE_CAR ? &car : NULL, &solid);
    assert_int_equal(check.fault, SOLID_FINE);
    return solid;
}

static void solids_in(const Scene *scene, Solid out[SCENE_SHAPES]) {
    out[0] = solid_in(scene, 0);
    out[1] = solid_in(scene, 1);
}

static SceneShape polygon(SceneKind kind, const vec2s *points, int count) {
    SceneShape shape = {.kind = kind, .count = count};
    memcpy(shape.points, points, (size_t)count * sizeof *points);
    return shape;
}

static const vec2s bar[] = {{{-8, 0}}, {{8, 0}}, {{8, 0.5f}}, {{-8, 0.5f}}};

/// A car that meets a long wall at an angle, 20 m/s fast.
static Scene car_and_wall(void) {
    Scene scene = plain_scene(SCENE_CONTACT);
    scene.shapes[0] =
        (SceneShape){.kind = SCENE_CAR, .angle_deg = 25.0f, .velocity = {{18.1f, 8.45f}}};
    scene.shapes[1] = polygon(SCENE_WALL, bar, 4);
    scene.shapes[1].at = vec2_make(4.0f, 4.0f);
    return scene;
}

/// Two cars that meet off their middles.
static Scene two_cars(void) {
    Scene scene = plain_scene(SCENE_CONTACT);
    scene.shapes[0] = (SceneShape){.kind = SCENE_CAR, .velocity = {{15.0f, 0.0f}}};
    scene.shapes[1] = (SceneShape){.kind = SCENE_CAR,
                                   .at = {{6.0f, 0.7f}},
                                   .angle_deg = 170.0f,
                                   .velocity = {{-5.0f, 1.0f}},
                                   .turn_rate_deg = 30.0f};
    return scene;
}

// ---------------------------------------------------------------- a world by hand

/// A body of the plain car, as a race has it.
static Body car_body(const SceneShape *shape) {
    CarParams car = car_params_default();
    Body body;
    memset(&body, 0, sizeof body);
    body.position = shape->at;
    body.velocity = shape->velocity;
    body.spin = shape->turn_rate_deg * (TRIG_PI / 180.0f);
    body.inverse_mass = 1.0f / car.mass;
    body.inverse_inertia = 1.0f / car.yaw_inertia;
    body.friction = car.body_friction;
    body.restitution = car.body_restitution;
    body_set_angle(&body, shape->angle_deg * (TRIG_PI / 180.0f));
    return body;
}

/// Steps a world of cars, and of walls, and compares each tick with that of the panel.
static void compare_with_world(const Scene *scene, int bodies, const WallPiece *walls,
                               int wall_count, double tolerance) {
    Solid solids[SCENE_SHAPES];
    solids_in(scene, solids);
    static Film film;
    film_make(scene, solids, &film);
    assert_true(film.touched);
    CarParams params = car_params_default();
    CarModel model = car_model_make(&params);
    Hull hulls[2] = {car_model_hull(&model), car_model_hull(&model)};
    Arena arena = {0};
    WallGrid grid = wall_grid_make(walls, wall_count, &arena);
    WorldState *world = world_make(arena_alloc(&arena, world_size(bodies)), bodies);
    WorldCache *cache = arena_alloc(&arena, world_cache_size(bodies));
    for (int i = 0; i < bodies; i++) {
        world_bodies(world)[i] = car_body(&scene->shapes[i]);
    }
    int pushed = 0;
    for (int number = film.started; number <= film.last; number++) {
        world_step(world, cache, &grid, hulls, RACE_DT);
        if (number < film.first) {
            assert_int_equal(
                world->contact_count > 0 && world_contacts_const(world)[0].impulse > 0.0f, 0);
            continue;
        }
        const FilmTick *tick = film_tick(&film, number);
        assert_int_equal(tick->contact_count, world->contact_count);
        double impulse = 0.0;
        for (int i = 0; i < tick->contact_count; i++) {
            const Contact *ours = &tick->contacts[i], *theirs = &world_contacts_const(world)[i];
            impulse += (double)theirs->impulse;
            for (int k = 0; k < ours->count; k++) {
                assert_near(ours->points[k].normal_impulse, theirs->points[k].normal_impulse,
                            1e4 * tolerance);
                assert_near(ours->points[k].separation, theirs->points[k].separation, tolerance);
            }
        }
        assert_near(tick->normal_impulse, impulse, 1e4 * tolerance);
        pushed += impulse > 0.0;
        for (int i = 0; i < bodies; i++) {
            const Body *body = &world_bodies(world)[i];
            assert_near(tick->after[i].position.x, body->position.x, tolerance);
            assert_near(tick->after[i].position.y, body->position.y, tolerance);
            assert_near(tick->after[i].velocity.x, body->velocity.x, 10.0 * tolerance);
            assert_near(tick->after[i].velocity.y, body->velocity.y, 10.0 * tolerance);
            assert_near(tick->after[i].spin, body->spin, 10.0 * tolerance);
        }
    }
    assert_true(pushed > 0);
    arena_destroy(&arena);
}

static void the_panel_shows_the_numbers_of_a_world_stepped_by_hand(void **state) {
    (void)state;
    Scene scene = two_cars();
    compare_with_world(&scene, 2, NULL, 0, 0.0);
    scene = car_and_wall();
    vec2s points[4];
    for (int i = 0; i < 4; i++) {
        points[i] = glms_vec2_add(bar[i], scene.shapes[1].at);
    }
    WallPiece walls[4];
    int count = wall_pieces_of_polygon(points, 4, scene.options.friction, scene.options.restitution,
                                       0, walls, 4);
    assert_int_equal(count, 1);
    compare_with_world(&scene, 1, walls, count, 1e-4); // the wall's points are rounded elsewhere
}

static void the_working_says_what_the_film_has(void **state) {
    (void)state;
    Scene scene = two_cars();
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    static Film film;
    film_make(&scene, solids, &film);
    for (int number = -3; number <= 3; number++) {
        scene.options.tick = number;
        working.count = 0;
        contact_working(&scene, solids, &working);
        const FilmTick *tick = film_tick(&film, number);
        assert_near(value_of(&working, "tick"), number, 0.0);
        assert_near(value_of(&working, "depth"), -tick->gap.distance, 0.0);
        assert_near(value_of(&working, "approach speed"), tick->approach, 0.0);
        assert_near(value_of(&working, "contacts"), tick->contact_count, 0.0);
        assert_near(value_of(&working, "normal impulse"), tick->normal_impulse, 0.0);
        assert_near(value_of(&working, "energy before"), film_energy(tick->before), 0.0);
        assert_near(value_of(&working, "energy after"), film_energy(tick->after), 0.0);
        assert_near(value_of(&working, "a velocity x after"), tick->after[0].velocity.x, 0.0);
        assert_near(value_of(&working, "momentum y after"), film_momentum(tick->after, 1), 0.0);
        for (int i = 0; i < tick->contact_count; i++) {
            for (int k = 0; k < tick->contacts[i].count; k++) {
                char name[64];
                snprintf(name, sizeof name, "contact %d point %d friction impulse", i + 1, k + 1);
                assert_near(value_of(&working, name), tick->contacts[i].points[k].tangent_impulse,
                            0.0);
            }
        }
    }
    assert_true(film_tick(&film, 0)->normal_impulse > 1000.0f);
    assert_near(film_tick(&film, -1)->normal_impulse, 0.0, 0.0);
}

// ---------------------------------------------------------------- what is kept

static const vec2s hook[] = {{{-1, -1}},      {{1, -1}},        {{1, 1}},     {{0.4f, 1}},
                             {{0.4f, -0.4f}}, {{-0.4f, -0.4f}}, {{-0.4f, 1}}, {{-1, 1}}};

/// A shape of any kind that moves, somewhere on a circle around the origin and on its way in.
static SceneShape random_shape_in(Random *random, float angle) {
    SceneShape shape = {.kind = SCENE_CAR};
    switch (random_u32(random) % 4) {
    case 0:
        shape = (SceneShape){.kind = SCENE_CIRCLE, .radius = random_range(random, 0.3f, 1.5f)};
        break;
    case 1:
        shape = (SceneShape){.kind = SCENE_CAPSULE,
                             .length = random_range(random, 0.5f, 3.0f),
                             .radius = random_range(random, 0.2f, 1.0f)};
        break;
    case 2:
        shape = polygon(SCENE_POLYGON, hook, 8);
        break;
    default:
        break;
    }
    vec2s out = rotation_apply(rotation_make(angle), vec2_make(1.0f, 0.0f));
    shape.at = glms_vec2_scale(out, 4.0f);
    shape.velocity = glms_vec2_scale(out, random_range(random, -25.0f, -1.0f));
    shape.velocity.x += random_range(random, -2.0f, 2.0f);
    shape.velocity.y += random_range(random, -2.0f, 2.0f);
    shape.angle_deg = random_range(random, -180.0f, 180.0f);
    shape.turn_rate_deg = random_range(random, -300.0f, 300.0f);
    return shape;
}

static void momentum_is_kept_and_energy_never_grows(void **state) {
    (void)state;
    Random random = random_make(91, 1);
    static Film film;
    int pushes = 0;
    for (int i = 0; i < 400; i++) {
        Scene scene = plain_scene(SCENE_CONTACT);
        float angle = random_range(&random, -3.1f, 0.0f);
        scene.shapes[0] = random_shape_in(&random, angle);
        scene.shapes[1] = random_shape_in(&random, angle + 3.1f);
        scene.options.mass = random_range(&random, 5.0f, 2000.0f);
        scene.options.friction = random_range(&random, 0.0f, 2.0f);
        scene.options.restitution = random_range(&random, 0.0f, 0.8f);
        Solid solids[SCENE_SHAPES];
        solids_in(&scene, solids);
        film_make(&scene, solids, &film);
        for (int number = film.first; number <= film.last; number++) {
            const FilmTick *tick = film_tick(&film, number);
            double energy = film_energy(tick->before);
            double scale =
                sqrt(2.0 * energy * (film_mass(tick->before) + film_mass(tick->before + 1)));
            assert_true(film_energy(tick->after) <= energy * (1.0 + 1e-4));
            for (int axis = 0; axis < 2; axis++) {
                assert_near(film_momentum(tick->after, axis), film_momentum(tick->before, axis),
                            1e-5 * scale);
            }
            pushes += tick->normal_impulse > 0.0f;
        }
    }
    assert_true(pushes > 400);
}

/// As far as files let a scene go: tiny and heavy things at 400 m/s, set deep into each other.
static void the_wildest_scenes_have_numbers(void **state) {
    (void)state;
    Random random = random_make(92, 1);
    for (int i = 0; i < 200; i++) {
        Scene scene = plain_scene(SCENE_CONTACT);
        for (int k = 0; k < SCENE_SHAPES; k++) {
            SceneShape *shape = &scene.shapes[k];
            *shape = random_shape_in(&random, random_range(&random, -3.1f, 3.1f));
            shape->at = vec2_make(random_range(&random, -2.0f, 2.0f), 0.0f);
            shape->velocity = vec2_make(random_range(&random, -400.0f, 400.0f), 400.0f);
            shape->turn_rate_deg = random_range(&random, -720.0f, 720.0f);
            if (shape->kind == SCENE_CIRCLE || shape->kind == SCENE_CAPSULE) {
                shape->radius = i % 2 == 0 ? 0.01f : 20.0f;
            }
        }
        scene.options.mass = i % 3 == 0 ? 0.1f : 1e5f;
        scene.options.friction = 2.0f;
        scene.options.restitution = 1.0f;
        scene.options.contact_compare = 1 + i % 2;
        scene.options.tick = i % 97;
        Solid solids[SCENE_SHAPES];
        solids_in(&scene, solids);
        working.count = 0;
        contact_working(&scene, solids, &working);
        for (int k = 0; k < working.count; k++) {
            assert_true(isfinite(working.lines[k].value));
        }
    }
}

/// The impulses that are shown are what changes both bodies: those along the normal, those along
/// the surface, each with its lever arm.
static void the_impulses_are_what_changes_the_velocities(void **state) {
    (void)state;
    const Scene scenes[] = {two_cars(), car_and_wall()};
    static Film film;
    for (int s = 0; s < 2; s++) {
        Solid solids[SCENE_SHAPES];
        solids_in(&scenes[s], solids);
        film_make(&scenes[s], solids, &film);
        const FilmTick *tick = film_tick(&film, 0);
        vec2s impulse = vec2_make(0.0f, 0.0f);
        float turning[2] = {0.0f, 0.0f};
        for (int i = 0; i < tick->contact_count; i++) {
            const Contact *contact = &tick->contacts[i];
            for (int k = 0; k < contact->count; k++) {
                const ContactPoint *point = &contact->points[k];
                vec2s push = glms_vec2_add(
                    glms_vec2_scale(contact->normal, point->normal_impulse),
                    glms_vec2_scale(vec2_left(contact->normal), point->tangent_impulse));
                impulse = glms_vec2_add(impulse, push);
                turning[0] -= glms_vec2_cross(point->anchor_a, push);
                turning[1] += glms_vec2_cross(point->anchor_b, push);
                assert_true(fabsf(point->tangent_impulse) <=
                            contact->friction * point->normal_impulse * 1.001f + 1e-3f);
            }
        }
        assert_true(glms_vec2_norm(impulse) > 1000.0f);
        for (int i = 0; i < 2; i++) {
            double mass = film_mass(&tick->before[i]), inertia = film_inertia(&tick->before[i]);
            if (!(mass > 0.0)) {
                continue;
            }
            double sign = i == 0 ? -1.0 : 1.0;
            vec2s change = glms_vec2_sub(tick->after[i].velocity, tick->before[i].velocity);
            assert_near(mass * (double)change.x, sign * (double)impulse.x, 0.05);
            assert_near(mass * (double)change.y, sign * (double)impulse.y, 0.05);
            assert_near(inertia * (double)(tick->after[i].spin - tick->before[i].spin), turning[i],
                        0.05);
        }
    }
}

/// A circle meets a wall straight on: all is known.
static void one_point_alone_gets_what_the_formula_says(void **state) {
    (void)state;
    Scene scene = plain_scene(SCENE_CONTACT);
    scene.shapes[0] =
        (SceneShape){.kind = SCENE_CIRCLE, .radius = 0.5f, .velocity = {{0.0f, 12.0f}}};
    scene.shapes[1] = polygon(SCENE_WALL, bar, 4);
    scene.shapes[1].at = vec2_make(0.0f, 3.0f);
    scene.options.mass = 40.0f;
    scene.options.restitution = 0.3f;
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    working.count = 0;
    contact_working(&scene, solids, &working);
    assert_near(value_of(&working, "contact 1 points"), 1.0, 0.0);
    assert_near(value_of(&working, "contact 1 point 1 mass"), 40.0, 1e-4);
    assert_near(value_of(&working, "contact 1 point 1 normal impulse"), 1.3 * 12.0 * 40.0, 1e-2);
    assert_near(value_of(&working, "contact 1 point 1 approach"), 12.0, 1e-4);
    assert_near(value_of(&working, "a velocity y after"), -0.3 * 12.0, 1e-4);
    static Film film;
    film_make(&scene, solids, &film);
    assert_near(film_tick(&film, 0)->approach, 12.0, 1e-4);
    assert_near(film_tick(&film, -10)->approach, 12.0, 1e-4); // without a contact
    assert_near(film_tick(&film, 1)->approach, -0.3 * 12.0, 1e-4);
    // 2.5 m at 12 m/s: within the tick that begins after 2.5 / 12 s
    assert_near(value_of(&working, "time"), floor(2.5 / 12.0 * 240.0) / 240.0, 1.0 / 240.0);
}

static void masses_lie_as_a_plate_does(void **state) {
    (void)state;
    Scene scene = plain_scene(SCENE_CONTACT);
    static const vec2s box[] = {{{1, 1}}, {{5, 1}}, {{5, 3}}, {{1, 3}}};
    scene.options.mass = 10.0f;
    scene.shapes[0] = polygon(SCENE_POLYGON, box, 4);
    scene.shapes[1] = (SceneShape){.kind = SCENE_CIRCLE, .radius = 2.0f};
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    Body body = film_body(&scene, &solids[0], 0);
    assert_near(body.position.x, 3.0, 1e-6);
    assert_near(film_inertia(&body), 10.0 * (16.0 + 4.0) / 12.0, 1e-4);
    body = film_body(&scene, &solids[1], 1);
    assert_near(film_inertia(&body), 0.5 * 10.0 * 4.0, 1e-4);
    scene.shapes[1] = (SceneShape){.kind = SCENE_CAPSULE, .length = 3.0f, .radius = 0.8f};
    solids[1] = solid_in(&scene, 1);
    double sum = 0.0, points = 0.0;
    for (int x = -300; x < 300; x++) { // the middles of a grid of a centimetre
        for (int y = -100; y < 100; y++) {
            vec2s at = vec2_make(0.01f * (float)x + 0.005f, 0.01f * (float)y + 0.005f);
            if (solid_contains(&solids[1], at)) {
                sum += (double)glms_vec2_norm2(at);
                points += 1.0;
            }
        }
    }
    assert_near(solids[1].spread, sum / points, 5e-4);
    // The origin of a turned box moves; its centre of gravity does so on a circle around it.
    scene.shapes[0].turn_rate_deg = 180.0f / TRIG_PI;
    scene.shapes[0].angle_deg = 90.0f;
    solids[0] = solid_in(&scene, 0);
    body = film_body(&scene, &solids[0], 0);
    assert_near(body.position.x, -2.0, 1e-5);
    assert_near(body.position.y, 3.0, 1e-5);
    assert_near(body.velocity.x, -3.0, 1e-5);
    assert_near(body.velocity.y, -2.0, 1e-5);
}

// ---------------------------------------------------------------- back and forth

static void a_step_back_shows_the_same_numbers_as_before(void **state) {
    (void)state;
    Scene scene = car_and_wall();
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    TextBuffer texts[3] = {{0}};
    static const int numbers[] = {2, -5, 2};
    for (int i = 0; i < 3; i++) {
        scene.options.tick = numbers[i];
        working.count = 0;
        contact_working(&scene, solids, &working);
        working_csv(&working, &texts[i]);
    }
    assert_string_equal(texts[0].text, texts[2].text);
    assert_string_not_equal(texts[0].text, texts[1].text);
    for (int i = 0; i < 3; i++) {
        free(texts[i].text);
    }
}

static void ticks_before_the_scene_and_scenes_without_a_touch_are_said(void **state) {
    (void)state;
    Scene scene = car_and_wall();
    scene.shapes[0].at = vec2_make(0.0f, 2.2f); // seven ticks from the wall
    scene.options.tick = -20;
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    static Film film;
    film_make(&scene, solids, &film);
    assert_true(film.first > -20 && film.first < 0 && film.started == film.first);
    working.count = 0;
    contact_working(&scene, solids, &working);
    assert_near(value_of(&working, "tick"), film.first, 0.0);
    assert_near(value_of(&working, "time"), 0.0, 0.0);
    scene.shapes[0].velocity = vec2_make(-20.0f, -1.0f);
    film_make(&scene, solids, &film);
    assert_false(film.touched);
    assert_int_equal(film.started, 0); // it only goes away
    for (int i = film.first; i <= film.last; i++) {
        assert_near(film_tick(&film, i)->normal_impulse, 0.0, 0.0);
    }
}

static void a_wall_that_moves_goes_on_as_a_mover_does(void **state) {
    (void)state;
    Scene scene = plain_scene(SCENE_CONTACT);
    scene.shapes[0] = (SceneShape){.kind = SCENE_CAR, .at = {{0.0f, -6.0f}}};
    scene.shapes[1] = polygon(SCENE_WALL, bar, 4);
    scene.shapes[1].velocity = vec2_make(0.0f, -10.0f);
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    static Film film;
    film_make(&scene, solids, &film);
    assert_true(film.touched);
    const FilmTick *last = film_tick(&film, film.last);
    assert_near(last->after[1].velocity.y, -10.0, 0.0);
    assert_near(last->after[0].velocity.y, -11.5, 0.1); // (1 + e) 10 m/s
}

// ---------------------------------------------------------------- wrong responses

static void mirrored_velocities_make_momentum(void **state) {
    (void)state;
    Scene scene = two_cars();
    scene.shapes[1] =
        (SceneShape){.kind = SCENE_CIRCLE, .radius = 1.0f, .at = {{6.0f, 0.0f}}}; // at rest
    scene.options.mass = 10.0f;
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    static Film film;
    static WrongFilm wrong;
    film_make(&scene, solids, &film);
    wrong_film_make(&scene, &film, WRONG_SEPARATE, &wrong);
    double before = film_momentum(film_tick(&film, 0)->before, 0);
    double mirrored = film_momentum(wrong.ticks[film.last - film.first].after, 0);
    double right = film_momentum(film_tick(&film, film.last)->after, 0);
    assert_near(right, before, 1e-4 * before);
    assert_near(mirrored, -before, 1e-4 * before); // the car turns round at a cone, which stays
    assert_near(wrong.energy_most, wrong.energy_begin, 1e-3 * wrong.energy_begin);
}

/// The nose swings into the wall: what parts them does not stop the turn, so they overlap again.
static void mirrored_velocities_rattle(void **state) {
    (void)state;
    Scene scene = car_and_wall();
    scene.shapes[0] = (SceneShape){.kind = SCENE_CAR,
                                   .angle_deg = 60.0f,
                                   .velocity = {{0.0f, 1.5f}},
                                   .turn_rate_deg = -200.0f};
    scene.shapes[1].at = vec2_make(0.0f, 2.35f);
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    static Film film;
    static WrongFilm wrong;
    film_make(&scene, solids, &film);
    wrong_film_make(&scene, &film, WRONG_SEPARATE, &wrong);
    int flips[2] = {0, 0}; // right, wrong
    for (int i = 1; i <= film.last - film.first; i++) {
        flips[0] += film.ticks[i].after[0].velocity.y * film.ticks[i].before[0].velocity.y < 0.0f;
        flips[1] +=
            wrong.ticks[i].after[0].velocity.y * wrong.ticks[i - 1].after[0].velocity.y < 0.0f;
    }
    assert_true(flips[0] <= 2);
    assert_true(flips[1] >= 20);
}

static void a_push_in_the_velocity_makes_energy_from_nothing(void **state) {
    (void)state;
    Scene scene = car_and_wall();
    scene.shapes[0] = (SceneShape){.kind = SCENE_CAR, .angle_deg = 90.0f};
    scene.shapes[1].at = vec2_make(0.0f, 0.0f);
    Solid solids[SCENE_SHAPES];
    solids_in(&scene, solids);
    float reach = solid_box(&solids[0]).high.x;
    scene.shapes[1].at.y = reach - 0.05f;
    solids[1] = solid_in(&scene, 1);
    static Film film;
    static WrongFilm wrong;
    film_make(&scene, solids, &film);
    wrong_film_make(&scene, &film, WRONG_VELOCITY, &wrong);
    double speed = 0.05 / (double)RACE_DT;
    double mass = film_mass(film_tick(&film, 0)->before);
    assert_near(wrong.energy_begin, 0.0, 0.0);
    assert_true(wrong.energy_most > 0.99 * 0.5 * mass * speed * speed);
    const FilmTick *last = film_tick(&film, film.last);
    assert_true(film_energy(last->after) < 1e-3); // parted, and at rest
    assert_true(-last->gap.distance < 0.006f);
    assert_true(-film_tick(&film, 0)->gap.distance > 0.049f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_panel_shows_the_numbers_of_a_world_stepped_by_hand),
        cmocka_unit_test(the_working_says_what_the_film_has),
        cmocka_unit_test(momentum_is_kept_and_energy_never_grows),
        cmocka_unit_test(the_wildest_scenes_have_numbers),
        cmocka_unit_test(the_impulses_are_what_changes_the_velocities),
        cmocka_unit_test(one_point_alone_gets_what_the_formula_says),
        cmocka_unit_test(masses_lie_as_a_plate_does),
        cmocka_unit_test(a_step_back_shows_the_same_numbers_as_before),
        cmocka_unit_test(ticks_before_the_scene_and_scenes_without_a_touch_are_said),
        cmocka_unit_test(a_wall_that_moves_goes_on_as_a_mover_does),
        cmocka_unit_test(mirrored_velocities_make_momentum),
        cmocka_unit_test(mirrored_velocities_rattle),
        cmocka_unit_test(a_push_in_the_velocity_makes_energy_from_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
