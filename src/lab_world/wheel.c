#include "lab_world/wheel.h"

#include "base/assert.h"
#include "collision/surface.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

#define DEGREE (TRIG_PI / 180.0f)

/// m/s: a tyre that rolls faster starts to settle where a formula says, a slower one at rest.
#define SETTLES_FROM 0.1f
#define SETTLED      1e-7f ///< m in a tick: a tread that moves less has settled.
enum {
    SETTLE_TICKS = 480 ///< Two seconds.
};

static const float settle_dt = 1.0f / 240.0f;

/// How one wheel of a car slips.
typedef struct Slip {
    float along, side; ///< m/s, of its centre.
    float ratio;       ///< Of its turning: SceneOptions.wheel_slip.
} Slip;

typedef struct Force2 {
    float along, side;   ///< N
    float tan_slip, use; ///< As TyreForces has them.
} Force2;

// ---------------------------------------------------------------- the tyre

/// m/s of the rim, of a wheel that turns by `ratio` faster or slower than the road goes by.
static float rim_of(Slip slip) {
    return slip.ratio < 0.0f ? slip.along * (1.0f + slip.ratio) : slip.along / (1.0f - slip.ratio);
}

/// Sets all four tyres to the motion of this wheel, so that one step has its answer.
static TyreMotion motion_of(const WheelStudy *study, Slip slip) {
    const Surface *surface = &surface_built_in[study->surface];
    TyreMotion motion;
    memset(&motion, 0, sizeof motion);
    for (int i = 0; i < TYRE_SET; i++) {
        motion.vx[i] = slip.along;
        motion.vy[i] = slip.side;
        motion.rim[i] = rim_of(slip);
        motion.load[i] = study->load;
        motion.grip[i] = surface->grip;
        motion.peak_scale[i] = surface->peak_scale;
    }
    return motion;
}

static Force2 step_tyre(const WheelStudy *study, TyreMotion *motion, float dt) {
    TyreForces forces;
    const TyreTask task = {&study->model.tyres, motion, &forces};
    tyre_sets_step(&task, 1, dt);
    int i = study->wheel;
    return (Force2){forces.x[i], forces.y[i], forces.slip_y[i], forces.use[i]};
}

/// The force once the tread no longer changes: d = (d - dt Vs) / (1 + dt Vt / sigma) stays where
/// d = -sigma Vs / Vt (vehicle/tyre.h). Where the tyre bounds the tread it settles elsewhere, in a
/// few more ticks.
static Force2 settled(const WheelStudy *study, Slip slip) {
    TyreMotion motion = motion_of(study, slip);
    const TyreSet *set = &study->model.tyres;
    float rim = rim_of(slip), rolling = fmaxf(fabsf(slip.along), fabsf(rim));
    for (int i = 0; i < TYRE_SET && rolling > SETTLES_FROM; i++) {
        motion.tread_x[i] = -set->relax_x[i] * (slip.along - rim) / rolling;
        motion.tread_y[i] = -set->relax_y[i] * slip.side / rolling;
    }
    Force2 force = {0};
    float moved = INFINITY;
    for (int i = 0; i < SETTLE_TICKS && moved > SETTLED; i++) {
        float x = motion.tread_x[study->wheel], y = motion.tread_y[study->wheel];
        force = step_tyre(study, &motion, settle_dt);
        moved = fabsf(motion.tread_x[study->wheel] - x) + fabsf(motion.tread_y[study->wheel] - y);
    }
    return force;
}

float wheel_side_force(const WheelStudy *study, float angle) {
    float speed = sqrtf(glms_vec2_norm2(study->velocity));
    Slip slip = {speed * trig_cos(angle), speed * trig_sin(angle), study->slip_ratio};
    return fabsf(settled(study, slip).side);
}

// ---------------------------------------------------------------- what a force does

/// Energy (J) that a car gains with these changes of its velocity and turn rate.
static float energy_gained(const WheelStudy *study, const WheelAnswer *answer) {
    const CarParams *car = &study->model.params;
    double vx = (double)study->car_velocity.x, vy = (double)study->car_velocity.y;
    double dx = (double)answer->velocity_gain.x, dy = (double)answer->velocity_gain.y;
    double turn = (double)answer->turn_gain;
    double moved = (2.0 * vx + dx) * dx + (2.0 * vy + dy) * dy;
    double turned = (2.0 * (double)study->spin + turn) * turn;
    return (float)(0.5 * ((double)car->mass * moved + (double)car->yaw_inertia * turned));
}

/// What a force along and across the wheel does to the car in `dt` s; at the wheel or at the
/// centre.
static WheelAnswer answer(const WheelStudy *study, float along, float side, bool at_wheel,
                          float dt) {
    const CarParams *car = &study->model.params;
    vec2s left = vec2_left(study->ahead);
    WheelAnswer out = {.along = along, .side = side};
    out.force = glms_vec2_add(glms_vec2_scale(study->ahead, along), glms_vec2_scale(left, side));
    out.torque = at_wheel ? glms_vec2_cross(study->arm, out.force) : 0.0f;
    out.velocity_gain = glms_vec2_scale(out.force, dt / car->mass);
    out.turn_gain = out.torque * dt / car->yaw_inertia;
    vec2s turned = glms_vec2_scale(vec2_left(study->arm), out.turn_gain);
    out.side_left = study->side + glms_vec2_dot(left, glms_vec2_add(out.velocity_gain, turned));
    out.energy_gain = energy_gained(study, &out);
    return out;
}

/// The mass (kg) that a push along `way` (unit) at the wheel has to move: at the end of a lever a
/// car is lighter, for it turns as well.
static float mass_along(const WheelStudy *study, vec2s way) {
    const CarParams *car = &study->model.params;
    float lever = glms_vec2_cross(study->arm, way);
    return 1.0f / (1.0f / car->mass + lever * lever / car->yaw_inertia);
}

static void answer_all(WheelStudy *study, float dt) {
    Slip slip = {study->along, study->side, study->slip_ratio};
    Force2 tyre = settled(study, slip);
    TyreMotion fresh = motion_of(study, slip);
    study->first_side = step_tyre(study, &fresh, dt).side;
    study->tan_slip = tyre.tan_slip;
    study->use = tyre.use;
    study->mass_there = mass_along(study, vec2_left(study->ahead));
    study->impulse = -study->mass_there * study->side;
    float all = study->impulse / dt;
    float part = fminf(fmaxf(all, -study->limit_side), study->limit_side);
    study->answers[WHEEL_RAILS] = answer(study, 0.0f, all, true, dt);
    study->answers[WHEEL_LIMITED] = answer(study, 0.0f, part, true, dt);
    study->answers[WHEEL_TYRE] = answer(study, tyre.along, tyre.side, true, dt);
    study->answers[WHEEL_CENTRE] = answer(study, tyre.along, tyre.side, false, dt);
}

float wheel_lever(const WheelStudy *study) {
    const WheelAnswer *tyre = &study->answers[WHEEL_TYRE];
    float size = sqrtf(glms_vec2_norm2(tyre->force));
    return size > 1e-3f ? tyre->torque / size : 0.0f;
}

// ---------------------------------------------------------------- the wheel

static void place(WheelStudy *study, const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    const SceneShape *shape = &scene->shapes[0];
    Transform at = solids[0].at;
    Rotation turned = rotation_make(scene->options.wheel_steer * DEGREE);
    study->arm = rotation_apply(at.rotation, study->model.wheel_at[study->wheel]);
    study->at = glms_vec2_add(at.position, study->arm);
    study->ahead = rotation_apply(at.rotation, vec2_make(turned.c, turned.s));
    study->car_velocity = shape->velocity;
    study->spin = shape->turn_rate_deg * DEGREE;
    study->velocity =
        glms_vec2_add(shape->velocity, glms_vec2_scale(vec2_left(study->arm), study->spin));
    study->along = glms_vec2_dot(study->ahead, study->velocity);
    study->side = glms_vec2_cross(study->ahead, study->velocity);
    study->slip_angle = trig_atan2(fabsf(study->side), fabsf(study->along));
    study->on_patch = solid_contains(&solids[1], study->at);
    study->surface = study->on_patch ? scene->options.wheel_surface : SURFACE_ASPHALT;
}

static void weigh(WheelStudy *study, float load) {
    const CarParams *car = &study->model.params;
    bool front = study->wheel < CAR_REAR_LEFT;
    float share = front ? car->weight_front : 1.0f - car->weight_front;
    study->own_load = 0.5f * car->mass * GRAVITY * share;
    study->load = load > 0.0f ? load : study->own_load;
    const Tyre *tyre = &study->model.tyre[front ? 0 : 1];
    float pressed = study->load * surface_built_in[study->surface].grip;
    study->limit_along = tyre_mu_x(tyre, study->load) * pressed;
    study->limit_side = tyre_mu_y(tyre, study->load) * pressed;
}

WheelStudy wheel_make(const Scene *scene, const Solid solids[SCENE_SHAPES]) {
    ASSERT(solids[0].car.mass > 0.0f);
    WheelStudy study;
    memset(&study, 0, sizeof study);
    study.model = car_model_make(&solids[0].car);
    study.wheel = scene->options.wheel;
    study.slip_ratio = scene->options.wheel_slip;
    place(&study, scene, solids);
    weigh(&study, scene->options.wheel_load);
    answer_all(&study, scene->options.wheel_step);
    return study;
}

// ---------------------------------------------------------------- the working

static void work_motion(const WheelStudy *study, Working *working) {
    Digits d = {0};
    working_number(working, "arm ahead of the centre of gravity",
                   (double)study->model.wheel_at[study->wheel].x, "m", "in the frame of the car");
    working_number(working, "arm to the left of it", (double)study->model.wheel_at[study->wheel].y,
                   "m", "r = %s in the scene", digits_point(&d, study->arm));
    working_number(working, "velocity of the wheel", sqrt((double)glms_vec2_norm2(study->velocity)),
                   "m/s", "v + turn x r = %s, v = %s, turn %s rad/s",
                   digits_point(&d, study->velocity), digits_point(&d, study->car_velocity),
                   digits_of(&d, (double)study->spin, 3));
    working_number(working, "along the wheel", (double)study->along, "m/s",
                   "velocity . n, it points to n = %s", digits_point(&d, study->ahead));
    working_number(working, "sideways", (double)study->side, "m/s", "n x velocity, left positive");
    working_number(working, "slip angle", (double)(study->slip_angle / DEGREE), "deg",
                   "atan(%s / %s)", digits_of(&d, fabs((double)study->side), 3),
                   digits_of(&d, fabs((double)study->along), 3));
}

static void work_limit(const WheelStudy *study, Working *working) {
    Digits d = {0};
    const Surface *surface = &surface_built_in[study->surface];
    bool front = study->wheel < CAR_REAR_LEFT;
    const Tyre *tyre = &study->model.tyre[front ? 0 : 1];
    working_truth(working, "stands on b", study->on_patch, "under it is %s, grip %s", surface->name,
                  digits_of(&d, (double)surface->grip, 2));
    working_number(working, "own share of the weight", (double)study->own_load, "N",
                   "half of the axle's, standing: %s of %s kg",
                   digits_of(&d, (double)(study->own_load / GRAVITY), 1),
                   digits_of(&d, (double)study->model.params.mass, 0));
    working_number(working, "load", (double)study->load, "N", "in use");
    working_number(working, "friction across", (double)tyre_mu_y(tyre, study->load), "",
                   "%s, less %s of it for each %s N more", digits_of(&d, (double)tyre->def.mu_y, 2),
                   digits_of(&d, (double)tyre->def.load_sens, 2),
                   digits_of(&d, (double)tyre->def.load_ref, 0));
    working_number(working, "grip limit along", (double)study->limit_along, "N",
                   "friction along x load x grip = %s x %s x %s",
                   digits_of(&d, (double)tyre_mu_x(tyre, study->load), 3),
                   digits_of(&d, (double)study->load, 0), digits_of(&d, (double)surface->grip, 2));
    working_number(working, "grip limit sideways", (double)study->limit_side, "N",
                   "friction across x load x grip = %s x %s x %s",
                   digits_of(&d, (double)tyre_mu_y(tyre, study->load), 3),
                   digits_of(&d, (double)study->load, 0), digits_of(&d, (double)surface->grip, 2));
}

static void work_tyre(const WheelStudy *study, float dt, Working *working) {
    Digits d = {0};
    working_number(working, "mass at the wheel", (double)study->mass_there, "kg",
                   "1 / (1 / m + (r x side)^2 / I), m = %s, I = %s",
                   digits_of(&d, (double)study->model.params.mass, 0),
                   digits_of(&d, (double)study->model.params.yaw_inertia, 0));
    working_number(working, "impulse that takes all", (double)study->impulse, "N s",
                   "-mass at the wheel x sideways");
    working_number(working, "tangent of the tyre's slip angle", (double)study->tan_slip, "",
                   "-sideways / how fast it rolls; bounded at rest");
    working_number(working, "share of the peak slip", (double)study->use, "",
                   "of both slips: 1 is the peak, more slides");
    working_number(working, "side force in the first tick", (double)study->first_side, "N",
                   "of a tread that was not yet bent, after %s s", digits_of(&d, (double)dt, 4));
}

static void work_answer(const char *way, const WheelAnswer *answer, float dt, Working *working) {
    Digits d = {0};
    char name[WORKING_NAME_MAX];
    snprintf(name, sizeof name, "%s: side force", way);
    working_number(working, name, (double)answer->side, "N", "left positive; along the wheel %s N",
                   digits_of(&d, (double)answer->along, 1));
    snprintf(name, sizeof name, "%s: torque", way);
    working_number(working, name, (double)answer->torque, "N m", "r x F, F = (%s, %s)",
                   digits_of(&d, (double)answer->force.x, 0),
                   digits_of(&d, (double)answer->force.y, 0));
    snprintf(name, sizeof name, "%s: velocity gained", way);
    working_number(working, name, sqrt((double)glms_vec2_norm2(answer->velocity_gain)), "m/s",
                   "F x %s s / m", digits_of(&d, (double)dt, 4));
    snprintf(name, sizeof name, "%s: turn gained", way);
    working_number(working, name, (double)(answer->turn_gain / DEGREE), "deg/s",
                   "torque x %s s / I", digits_of(&d, (double)dt, 4));
    snprintf(name, sizeof name, "%s: sideways left", way);
    working_number(working, name, (double)answer->side_left, "m/s", "of the wheel after the tick");
    snprintf(name, sizeof name, "%s: energy gained", way);
    working_number(working, name, (double)answer->energy_gain, "J",
                   "change of m v^2 / 2 + I turn^2 / 2; below 0 the ground takes it");
}

void wheel_working(const Scene *scene, const Solid solids[SCENE_SHAPES], Working *working) {
    static const char *const ways[WHEEL_WAYS] = {"on rails", "up to the limit", "tyre",
                                                 "at the centre"};
    WheelStudy study = wheel_make(scene, solids);
    float dt = scene->options.wheel_step;
    work_motion(&study, working);
    work_limit(&study, working);
    work_tyre(&study, dt, working);
    for (int i = 0; i < WHEEL_WAYS; i++) {
        work_answer(ways[i], &study.answers[i], dt, working);
    }
    Digits d = {0};
    working_number(
        working, "lever arm of the tyre's force", (double)wheel_lever(&study), "m",
        "torque / |F|, |F| = %s N",
        digits_of(&d, sqrt((double)glms_vec2_norm2(study.answers[WHEEL_TYRE].force)), 1));
}
