#include "bench/pressure.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/// m: what overlaps by more counts as pressed into each other.
static const double pressed = 0.01;

enum {
    STEPS_A_SECOND = 240
};

double pressure_inertia(const PressureBody *body) {
    double x = (double)body->half_length;
    double y = (double)body->half_width;
    return (double)body->mass * (x * x + y * y) / 3.0;
}

static PressureBody *add_body(PressureScene *scene, PressureBody body) {
    scene->bodies[scene->body_count] = body;
    return &scene->bodies[scene->body_count++];
}

static PressureBody *add_car(PressureScene *scene, double x, double y, double angle, double vx,
                             double vy) {
    PressureBody car = {.start = {pair_pose(x, y, angle), (float)vx, (float)vy, 0.0f},
                        .half_length = 2.25f,
                        .half_width = 0.9f,
                        .mass = 1200.0f,
                        .friction = 0.3f,
                        .restitution = 0.1f};
    return add_body(scene, car);
}

static void add_wall(PressureScene *scene, PairShape wall) {
    scene->walls[scene->wall_count++] = wall;
}

static void add_wall_box(PressureScene *scene, float x0, float y0, float x1, float y1) {
    add_wall(scene, (PairShape){4, {x0, x1, x1, x0}, {y0, y0, y1, y1}});
}

static PressureScene scene_of(double seconds) {
    return (PressureScene){.wall_friction = 0.3f,
                           .wall_restitution = 0.1f,
                           .steps = (int)(seconds * STEPS_A_SECOND + 0.5)};
}

static PressureScene queue(double speed, double gap, double aside) {
    PressureScene scene = scene_of(6.0);
    add_wall_box(&scene, 20.0f, -30.0f, 24.0f, 30.0f);
    for (int i = 0; i < 8; i++) {
        add_car(&scene, 20.0 - 3.25 - i * (4.5 + gap), i & 1 ? -aside : aside, 0.0, speed, 0.0);
    }
    return scene;
}

static PressureScene cone(double speed) {
    PressureScene scene = scene_of(8.0);
    scene.wall_friction = 0.6f;
    scene.wall_restitution = 0.15f;
    add_wall_box(&scene, 0.0f, -30.0f, 4.0f, 30.0f);
    add_car(&scene, -4.0, 0.0, 0.0, speed, 0.0)->force_x = 8000.0f;
    PressureBody cone = {.start.at = pair_pose(-0.4, 0.0, 0.0),
                         .half_length = 0.2f,
                         .half_width = 0.2f,
                         .mass = 10.0f,
                         .friction = 0.4f,
                         .restitution = 0.4f};
    add_body(&scene, cone);
    return scene;
}

static PressureScene crowd(double speed, float force, int seed) {
    PressureScene scene = scene_of(10.0);
    Draws draws = {(uint64_t)seed};
    add_wall_box(&scene, 0.0f, -60.0f, 4.0f, 60.0f);
    add_wall_box(&scene, -60.0f, 0.0f, 0.0f, 4.0f);
    for (int i = 0; i < 12; i++) {
        PressureBody *car = add_car(&scene, -2.3 - 4.53 * (i % 3), -0.95 - 1.83 * (double)(i / 3),
                                    draws_range(&draws, -0.005, 0.005), speed, speed);
        car->force_x = car->force_y = force;
    }
    return scene;
}

static PressureScene wedge(int variant) {
    PressureScene scene = scene_of(6.0);
    float end = (float)(1.4 - 100.0 * tan(PI / 180.0));
    add_wall(&scene, (PairShape){4, {0.0f, 100.0f, 100.0f, 0.0f}, {1.4f, end, 6.0f, 6.0f}});
    add_wall(&scene, (PairShape){4, {0.0f, 0.0f, 100.0f, 100.0f}, {-1.4f, -6.0f, -6.0f, -end}});
    add_car(&scene, 5.0, variant == 1 ? 0.1 : 0.0, variant == 2 ? 0.01 : 0.0, 30.0, 0.0);
    return scene;
}

static PressureScene step(double speed) {
    PressureScene scene = scene_of(2.5);
    add_wall_box(&scene, -100.0f, 1.0f, 30.0f, 4.0f);
    add_wall_box(&scene, 30.0f, 0.996f, 300.0f, 4.0f);
    add_car(&scene, 0.0, 0.09, 0.0, speed, 0.0)->force_y = 4000.0f;
    return scene;
}

static PressureScene yard(int seed) {
    PressureScene scene = scene_of(10.0);
    Draws draws = {(uint64_t)seed};
    add_wall_box(&scene, -34.0f, -24.0f, -30.0f, 24.0f);
    add_wall_box(&scene, 30.0f, -24.0f, 34.0f, 24.0f);
    add_wall_box(&scene, -34.0f, -24.0f, 34.0f, -20.0f);
    add_wall_box(&scene, -34.0f, 20.0f, 34.0f, 24.0f);
    for (int i = 0; i < 12; i++) { // each in a place of its own of 13 by 12 m
        double x = -19.5 + 13.0 * (i % 4) + draws_range(&draws, -3.0, 3.0);
        double y = -12.0 + 12.0 * (double)(i / 4) + draws_range(&draws, -3.0, 3.0);
        double angle = draws_range(&draws, -PI, PI);
        double vx = draws_range(&draws, -30.0, 30.0);
        add_car(&scene, x, y, angle, vx, draws_range(&draws, -30.0, 30.0));
    }
    return scene;
}

static int variants_of(PressureKind kind) {
    switch (kind) {
    case PRESSURE_CROWD_SLOW:
    case PRESSURE_CROWD_PUSH:
    case PRESSURE_CROWD_FAST:
        return 10;
    case PRESSURE_WEDGE:
    case PRESSURE_STEP:
        return 3;
    case PRESSURE_YARD:
        return 20;
    default:
        return 1;
    }
}

static PressureScene make_scene(PressureKind kind, int variant) {
    static const double step_speeds[] = {10.0, 30.0, 60.0};
    switch (kind) {
    case PRESSURE_QUEUE_30:
        return queue(30.0, 0.05, 0.0);
    case PRESSURE_QUEUE_60:
        return queue(60.0, 0.05, 0.0);
    case PRESSURE_QUEUE_GAPS:
        return queue(60.0, 0.5, 0.15);
    case PRESSURE_CONE_REST:
        return cone(0.0);
    case PRESSURE_CONE_10:
        return cone(10.0);
    case PRESSURE_CONE_30:
        return cone(30.0);
    case PRESSURE_CROWD_SLOW:
        return crowd(0.5, 0.0f, variant + 1);
    case PRESSURE_CROWD_PUSH:
        return crowd(0.5, 3000.0f, variant + 1);
    case PRESSURE_CROWD_FAST:
        return crowd(5.0, 0.0f, variant + 1);
    case PRESSURE_WEDGE:
        return wedge(variant);
    case PRESSURE_STEP:
        return step(step_speeds[variant]);
    default:
        return yard(variant + 1);
    }
}

int pressure_steps(PressureKind kind) { return variants_of(kind) * make_scene(kind, 0).steps; }

static PairShape box_of(const PressureBody *body) {
    float x = body->half_length;
    float y = body->half_width;
    return (PairShape){4, {-x, x, x, -x}, {-y, -y, y, y}};
}

/// The deepest overlap (m) of two boxes, or of a box and a wall.
static double deepest_overlap(const Pressure *run) {
    const PressureScene *scene = &run->scene;
    PairSet set = {.count = 1};
    double deepest = 0.0;
    double normal[2];
    for (int i = 0; i < scene->body_count; i++) {
        PairItem item = {.a = run->states[i].at, .a_kind = 0, .b_kind = 1};
        set.shapes[0] = box_of(&scene->bodies[i]);
        for (int k = 0; k < scene->wall_count; k++) {
            item.b = (PairPose){.c = 1.0f};
            set.shapes[1] = scene->walls[k];
            deepest = fmax(deepest, -pair_set_separation(&set, &item, normal));
        }
        for (int k = 0; k < i; k++) {
            item.b = run->states[k].at;
            set.shapes[1] = box_of(&scene->bodies[k]);
            deepest = fmax(deepest, -pair_set_separation(&set, &item, normal));
        }
    }
    return deepest;
}

static double kinetic_energy(const PressureScene *scene, const CarState *states) {
    double energy = 0.0;
    for (int i = 0; i < scene->body_count; i++) {
        const PressureBody *body = &scene->bodies[i];
        double vx = (double)states[i].velocity_x;
        double vy = (double)states[i].velocity_y;
        double spin = (double)states[i].spin;
        energy += 0.5 * (double)body->mass * (vx * vx + vy * vy) +
                  0.5 * pressure_inertia(body) * spin * spin;
    }
    return energy;
}

/// Work (J) of the forces in the last step: force times the mean velocity while it acts, which is
/// before the contacts do (semi-implicit Euler). With the mean of the velocities before and after
/// the step a body that stops at a wall would seem to gain energy: the force was at work while it
/// came.
static double work_of_forces(const Pressure *run) {
    double work = 0.0;
    for (int i = 0; i < run->scene.body_count; i++) {
        const PressureBody *body = &run->scene.bodies[i];
        const CarState *from = &run->before[i];
        double x = (double)body->force_x;
        double y = (double)body->force_y;
        double gained = 0.5 * PRESSURE_DT / (double)body->mass; // m/s for each N, half a step's
        work += PRESSURE_DT * (x * ((double)from->velocity_x + x * gained) +
                               y * ((double)from->velocity_y + y * gained));
    }
    return work;
}

/// The largest change of a body's velocity (m/s) in the last step.
static double largest_kick(const Pressure *run) {
    double kick = 0.0;
    for (int i = 0; i < run->scene.body_count; i++) {
        const CarState *from = &run->before[i];
        const CarState *to = &run->states[i];
        kick = fmax(kick, hypot((double)to->velocity_x - (double)from->velocity_x,
                                (double)to->velocity_y - (double)from->velocity_y));
    }
    return kick;
}

static void keep_most(Figures *figures, FigureIndex figure, double value) {
    figures->values[figure] = fmax(figures->values[figure], value);
}

/// What the last step gained beyond the work of the forces, in J, and as a share of the energy that
/// was given until then.
static void look_at_energy(Pressure *run) {
    double work = work_of_forces(run);
    double gain =
        kinetic_energy(&run->scene, run->states) - kinetic_energy(&run->scene, run->before) - work;
    run->given += work;
    keep_most(&run->figures, FIGURE_GAIN, gain);
    keep_most(&run->figures, FIGURE_GAIN_SHARE, 100.0 * gain / fmax(run->given, 1e-3));
}

static void look(Pressure *run) {
    Figures *figures = &run->figures;
    double overlap = deepest_overlap(run);
    if (overlap > pressed) {
        run->first_over = run->first_over ? run->first_over : run->step;
        run->last_over = run->step;
        keep_most(figures, FIGURE_PRESSED, (run->last_over - run->first_over + 1) * PRESSURE_DT);
    }
    keep_most(figures, FIGURE_DEEPEST, overlap);
    look_at_energy(run);
    if (run->kind == PRESSURE_STEP) { // elsewhere cars do hit something
        keep_most(figures, FIGURE_KICK, largest_kick(run));
    }
    if (run->step == run->scene.steps) {
        keep_most(figures, FIGURE_LEFT, overlap);
    }
    memcpy(run->before, run->states, sizeof run->before);
}

bool pressure_prepare(Pressure *run) {
    if (run->step > 0) {
        look(run);
    }
    bool begins = run->step == run->scene.steps;
    if (begins) {
        run->scene = make_scene(run->kind, run->variant);
        run->variant = (run->variant + 1) % variants_of(run->kind);
        run->step = run->first_over = 0;
        for (int i = 0; i < run->scene.body_count; i++) {
            run->states[i] = run->before[i] = run->scene.bodies[i].start;
        }
        run->given = kinetic_energy(&run->scene, run->states);
    }
    run->step++;
    return begins;
}

void pressure_measure(Pressure *run, Figures *figures) {
    look(run);
    static const FigureIndex measured[] = {FIGURE_DEEPEST, FIGURE_PRESSED,    FIGURE_LEFT,
                                           FIGURE_GAIN,    FIGURE_GAIN_SHARE, FIGURE_KICK};
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        bool none = measured[i] == FIGURE_KICK && run->kind != PRESSURE_STEP;
        figures->values[measured[i]] = none ? (double)NAN : run->figures.values[measured[i]];
    }
}
