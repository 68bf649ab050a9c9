// Contacts under pressure: the scenes of bench/pressure.h beside what Box2D v3 does there, and
// things between a car and a wall. PRESSURE_ONLY=<part of a case's name> runs and prints those
// cases alone.
#include "bench/engine_axle.h"
#include "bench/pressure.h"
#include "dynamics/world_step.h"
#include "geometry/trig.h"
#include "track/form.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "overlap.h"
#include "test.h"

#define DT (1.0f / 240.0f)

/// The part of a name by which cases are chosen; NULL: all.
static const char *only;

// ---------------------------------------------------------------- the scenes of the bench

/// What a scene may show: the better of Box2D v3 (commit 617d32ab) at 60 Hz with 4 sub-steps and at
/// 240 Hz with one, each figure by itself, in the same scenes (docs/performance.md, Under
/// pressure). 0 where nobody measured it.
typedef struct SceneLimits {
    const char *name;
    PressureKind kind;
    double deepest; ///< m
    double pressed; ///< s from the first to the last step in which something overlaps by over 1 cm.
    double left;    ///< m of overlap at the end.
    double kick;    ///< m/s, change of velocity in a step.
    bool is_short;  ///< Runs under sanitizers too.
} SceneLimits;

static const SceneLimits scene_limits[] = {
    {"queue-30", PRESSURE_QUEUE_30, .deepest = 0.15, .pressed = 0.35, .is_short = true},
    {"queue-60", PRESSURE_QUEUE_60, .deepest = 0.32, .pressed = 0.41},
    {"queue-gaps", PRESSURE_QUEUE_GAPS, .deepest = 0.42, .pressed = 0.45},
    {"cone-rest", PRESSURE_CONE_REST, .deepest = 0.10, .pressed = 2.4, .is_short = true},
    {"cone-10", PRESSURE_CONE_10, .deepest = 0.25, .pressed = 0.20},
    {"cone-30", PRESSURE_CONE_30, .deepest = 0.0},
    {"crowd-slow", PRESSURE_CROWD_SLOW, .deepest = 0.0},
    {"crowd-push", PRESSURE_CROWD_PUSH, .deepest = 0.0},
    {"crowd-fast", PRESSURE_CROWD_FAST, .deepest = 0.034},
    {"wedge", PRESSURE_WEDGE, .deepest = 0.024, .left = 0.018, .is_short = true},
    {"wall-step", PRESSURE_STEP, .kick = 0.15, .is_short = true},
    {"yard", PRESSURE_YARD, .deepest = 0.179},
};

enum {
    SCENE_COUNT = sizeof scene_limits / sizeof scene_limits[0]
};

/// % of the kinetic energy at the start and the work of the forces so far that a step may gain.
static const double scene_gain_most = 0.01;

static Figures scene_run(PressureKind kind) {
    BenchWork work = {.size = (int)kind};
    void *state = axle_pressure_create(&work);
    for (int i = 0; i < pressure_steps(kind); i++) {
        axle_pressure_prepare(state);
        axle_pressure_step(state);
    }
    Figures figures = {.hash = 0};
    axle_pressure_measure(state, &figures);
    axle_pressure_destroy(state);
    return figures;
}

/// Whether the figure is within the limit, if there is one; where it is not, prints both.
static bool scene_holds(const SceneLimits *limits, const char *what, double figure, double most) {
    bool holds = !(most > 0.0) || figure <= most;
    if (!holds || (only && most > 0.0)) {
        print_error("%-10s %-28s %10.4f, at most %g%s\n", limits->name, what, figure, most,
                    holds ? "" : "  FAILS");
    }
    return holds;
}

/// How many of its limits a scene breaks, but for energy.
static int scene_faults(const SceneLimits *limits, const Figures *figures) {
    const double *values = figures->values;
    return !scene_holds(limits, "overlap, m", values[FIGURE_DEEPEST], limits->deepest) +
           !scene_holds(limits, "over 1 cm for, s", values[FIGURE_PRESSED], limits->pressed) +
           !scene_holds(limits, "overlap at the end, m", values[FIGURE_LEFT], limits->left) +
           !scene_holds(limits, "kick, m/s", values[FIGURE_KICK], limits->kick);
}

/// The figures of all scenes that are asked for, made once.
static const Figures *scene_figures(int i) {
    static Figures figures[SCENE_COUNT];
    static bool made[SCENE_COUNT];
    bool asked =
        (!only || strstr(scene_limits[i].name, only)) && (!SANITIZED || scene_limits[i].is_short);
    if (asked && !made[i]) {
        figures[i] = scene_run(scene_limits[i].kind);
        made[i] = true;
    }
    return asked ? &figures[i] : NULL;
}

static void no_scene_presses_deeper_or_longer_or_kicks_more_than_in_box2d_v3(void **state) {
    (void)state;
    int faults = 0;
    for (int i = 0; i < SCENE_COUNT; i++) {
        const Figures *figures = scene_figures(i);
        faults += figures ? scene_faults(&scene_limits[i], figures) : 0;
    }
    assert_int_equal(faults, 0);
}

static void no_step_under_pressure_makes_energy(void **state) {
    (void)state;
    int faults = 0;
    for (int i = 0; i < SCENE_COUNT; i++) {
        const Figures *figures = scene_figures(i);
        faults += figures && !scene_holds(&scene_limits[i], "energy gained in a step, %",
                                          figures->values[FIGURE_GAIN_SHARE], scene_gain_most);
    }
    assert_int_equal(faults, 0);
}

// ---------------------------------------------------------------- between a car and a wall

enum {
    SQUEEZE_CARS = 5,
    SQUEEZE_THINGS = 7,
    SQUEEZE_SPEEDS = 4,
    SQUEEZE_PUSHES = 3,
    SQUEEZE_POSES = 5,
    SQUEEZE_STEPS = 720,
    SQUEEZE_SETTLED = 144, ///< Steps, 0.6 s.
    BODY_CAR = 0,
    BODY_THING,
    SQUEEZE_BODIES,
};

/// m that is left between wall and thing, and thing and car, at the start: the solver's slop.
static const double squeeze_gap = 0.005;

/// m of overlap that may be left.
static const double squeeze_most = 0.010;

static const char *const squeeze_cars[SQUEEZE_CARS] = {"hatch", "gt", "kart", "formula", "drift"};

typedef struct SqueezeThing {
    const char *name;
    PropKind kind;
    float mass; ///< kg; 0: the kind's own.
} SqueezeThing;

static const SqueezeThing squeeze_things[SQUEEZE_THINGS] = {
    {"cone of 2 kg", PROP_CONE, 2.0f},   {"cone of 10 kg", PROP_CONE, 10.0f},
    {"cone of 20 kg", PROP_CONE, 20.0f}, {"tyre", PROP_TYRE, 0.0f},
    {"barrel", PROP_BARREL, 0.0f},       {"box", PROP_BOX, 0.0f},
    {"bale", PROP_BALE, 0.0f},
};

/// How the car comes at the thing.
typedef struct SqueezePose {
    const char *name;
    float aside;       ///< x half of the car's width: where the thing stands.
    float car_angle;   ///< rad
    float thing_angle; ///< rad
} SqueezePose;

static const SqueezePose squeeze_poses[SQUEEZE_POSES] = {
    {"middle", 0.0f, 0.0f, 0.0f}, {"on edge", 0.1f, 0.0f, 0.7f},     {"beside", 0.6f, 0.0f, 0.0f},
    {"corner", 0.8f, 0.2f, 0.3f}, {"backward", 0.0f, TRIG_PI, 0.0f},
};

static const float squeeze_speeds[SQUEEZE_SPEEDS] = {0.0f, 5.0f, 10.0f, 30.0f}; ///< m/s
static const float squeeze_pushes[SQUEEZE_PUSHES] = {0.5f, 1.0f, 2.0f}; ///< x the car's weight.

/// A wall with its face along x = 0, a car and a thing before it.
typedef struct Squeeze {
    Arena arena;
    WallPiece wall;
    WallGrid walls;
    TrackForm form;
    Hull hulls[SQUEEZE_BODIES];
    WorldState *world;
    WorldCache *cache;
} Squeeze;

typedef struct SqueezeResult {
    double most;    ///< m, the deepest overlap at all.
    double settled; ///< m, the deepest after 0.6 s.
    double freed;   ///< s, when it was last over 1 cm.
} SqueezeResult;

/// m between body `i` and what it can touch at the place where it stands: negative is deep.
static double squeeze_separation(Squeeze *squeeze, double limit) {
    Standing wall = standing_wall(&squeeze->wall);
    Standing at[SQUEEZE_BODIES];
    double least = (double)INFINITY;
    for (int i = 0; i < SQUEEZE_BODIES; i++) {
        at[i] = standing_hull(&squeeze->hulls[i],
                              ref_transform(body_at(&world_bodies(squeeze->world)[i])));
        least = fmin(least, standing_separation(&at[i], &wall, limit));
    }
    return fmin(least, standing_separation(&at[BODY_CAR], &at[BODY_THING], limit));
}

/// Moves body `i`, which stands far from the wall, along x until it is near something.
static void squeeze_bring_near(Squeeze *squeeze, int i) {
    Body *body = &world_bodies(squeeze->world)[i];
    float low = body->position.x;
    float high = 0.0f;
    for (int step = 0; step < 40; step++) {
        body->position.x = 0.5f * (low + high);
        bool is_free = squeeze_separation(squeeze, 1.0) >= squeeze_gap;
        low = is_free ? body->position.x : low;
        high = is_free ? high : body->position.x;
    }
    body->position.x = low;
}

static void squeeze_make(Squeeze *squeeze, const CarModel *car, int thing,
                         const SqueezePose *pose) {
    const CarParams *params = &car->params;
    *squeeze = (Squeeze){.arena = {0}};
    squeeze->form = form_of_kind(squeeze_things[thing].kind, material_built_in, &squeeze->arena);
    float mass =
        squeeze_things[thing].mass > 0.0f ? squeeze_things[thing].mass : squeeze->form.mass;
    const vec2s corners[] = {vec2_make(0.0f, -30.0f), vec2_make(4.0f, -30.0f),
                             vec2_make(4.0f, 30.0f), vec2_make(0.0f, 30.0f)};
    const Material *concrete = &material_built_in[MATERIAL_CONCRETE];
    int pieces = wall_pieces_of_polygon(corners, 4, concrete->friction, concrete->restitution, 0,
                                        &squeeze->wall, 1);
    assert_int_equal(pieces, 1);
    squeeze->walls = wall_grid_make(&squeeze->wall, 1, &squeeze->arena);
    squeeze->hulls[BODY_CAR] = car_model_hull(car);
    squeeze->hulls[BODY_THING] = squeeze->form.hull;
    squeeze->world = world_make(fixture_block(world_size(SQUEEZE_BODIES)), SQUEEZE_BODIES);
    squeeze->cache = fixture_block(world_cache_size(SQUEEZE_BODIES));
    world_cache_clear(squeeze->cache);
    Body *bodies = world_bodies(squeeze->world);
    bodies[BODY_CAR] = (Body){.position = vec2_make(-20.0f, 0.0f),
                              .inverse_mass = 1.0f / params->mass,
                              .inverse_inertia = 1.0f / params->yaw_inertia,
                              .friction = params->body_friction,
                              .restitution = params->body_restitution};
    bodies[BODY_THING] =
        (Body){.position = vec2_make(-4.0f, 0.5f * params->width * pose->aside),
               .inverse_mass = 1.0f / mass,
               .inverse_inertia = squeeze->form.mass / (squeeze->form.inertia * mass),
               .friction = squeeze->form.friction,
               .restitution = squeeze->form.restitution};
    for (int i = 0; i < SQUEEZE_BODIES; i++) {
        world_hull_of(squeeze->world)[i] = (uint8_t)i;
    }
    body_set_angle(&bodies[BODY_CAR], pose->car_angle);
    body_set_angle(&bodies[BODY_THING], pose->thing_angle);
    squeeze_bring_near(squeeze, BODY_THING);
    squeeze_bring_near(squeeze, BODY_CAR);
}

static void squeeze_destroy(Squeeze *squeeze) {
    free(squeeze->world);
    free(squeeze->cache);
    arena_destroy(&squeeze->arena);
}

static SqueezeResult squeeze_run(const CarModel *car, int thing, const SqueezePose *pose,
                                 float speed, float weights) {
    static Squeeze squeeze;
    squeeze_make(&squeeze, car, thing, pose);
    SqueezeResult result = {0};
    world_bodies(squeeze.world)[BODY_CAR].velocity.x = speed;
    float push = weights * car->params.mass * GRAVITY;
    for (int step = 1; step <= SQUEEZE_STEPS; step++) {
        world_forces(squeeze.world)[BODY_CAR] = (Force){.force = vec2_make(push, 0.0f)};
        world_step(squeeze.world, squeeze.cache, &squeeze.walls, squeeze.hulls, DT);
        double depth = -squeeze_separation(&squeeze, 0.0);
        result.most = fmax(result.most, depth);
        if (step > SQUEEZE_SETTLED) {
            result.settled = fmax(result.settled, depth);
        }
        if (!(depth <= squeeze_most)) {
            result.freed = (double)step * (double)DT;
        }
    }
    squeeze_destroy(&squeeze);
    return result;
}

/// A row of the table that is printed: the worst of a car and a thing.
static int squeeze_row(int car, int thing, int *cases) {
    int failed = 0;
    int run = 0;
    SqueezeResult worst = {0};
    CarFile file = fixture_car(squeeze_cars[car]);
    CarModel model = car_model_make(&file.params);
    char worst_name[128] = "";
    for (int i = 0; i < SQUEEZE_POSES * SQUEEZE_SPEEDS * SQUEEZE_PUSHES; i++) {
        const SqueezePose *pose = &squeeze_poses[i / (SQUEEZE_SPEEDS * SQUEEZE_PUSHES)];
        float speed = squeeze_speeds[i / SQUEEZE_PUSHES % SQUEEZE_SPEEDS];
        float weights = squeeze_pushes[i % SQUEEZE_PUSHES];
        char name[128];
        snprintf(name, sizeof name, "squeeze: %s, %s, %s, %.0f m/s, %.1f", squeeze_cars[car],
                 squeeze_things[thing].name, pose->name, (double)speed, (double)weights);
        if ((only && !strstr(name, only)) || (SANITIZED && (i + car + thing) % 12 != 0)) {
            continue;
        }
        SqueezeResult result = squeeze_run(&model, thing, pose, speed, weights);
        bool fails = !(result.settled <= squeeze_most);
        failed += fails;
        run++;
        if (only) {
            print_error("%-60s most %6.1f mm, after 0.6 s %6.1f mm, over 1 cm until %.2f s\n", name,
                        1e3 * result.most, 1e3 * result.settled, result.freed);
        }
        if (result.settled > worst.settled) {
            worst = result;
            snprintf(worst_name, sizeof worst_name, "%s, %.0f m/s, %.1f", pose->name, (double)speed,
                     (double)weights);
        }
    }
    if (failed > 0) {
        print_error("%-8s %-14s %3d of %3d fail; worst (%s): %.1f mm after 0.6 s, %.1f at most, "
                    "over 1 cm until %.2f s\n",
                    squeeze_cars[car], squeeze_things[thing].name, failed, run, worst_name,
                    1e3 * worst.settled, 1e3 * worst.most, worst.freed);
    }
    *cases += run;
    return failed;
}

static void what_is_between_a_car_and_a_wall_is_pressed_into_neither(void **state) {
    (void)state;
    int cases = 0;
    int failed = 0;
    for (int i = 0; i < SQUEEZE_CARS * SQUEEZE_THINGS; i++) {
        failed += squeeze_row(i / SQUEEZE_THINGS, i % SQUEEZE_THINGS, &cases);
    }
    if (failed > 0) {
        print_error("%d of %d overlap by more than %.0f mm after 0.6 s\n", failed, cases,
                    1e3 * squeeze_most);
    }
    assert_int_equal(failed, 0);
}

int main(void) {
    only = getenv("PRESSURE_ONLY");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_scene_presses_deeper_or_longer_or_kicks_more_than_in_box2d_v3),
        cmocka_unit_test(no_step_under_pressure_makes_energy),
        cmocka_unit_test(what_is_between_a_car_and_a_wall_is_pressed_into_neither),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
