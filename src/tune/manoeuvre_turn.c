// Turns: steady, suddenly, round a circle, braking and lifting in them.
#include "base/scalar.h"
#include "line/speed_profile.h"
#include "tune/manoeuvre.h"

#include <math.h>

#define HELD 0.9f ///< Share of a speed or acceleration from which on it counts as reached.

enum {
    HOLD_TICKS = 3 * RIG_HZ,
};

static float usual_speed(const CarModel *model) {
    return (manoeuvre_is_slow(model) ? 50.0f : 80.0f) * RIG_KMH;
}

/// Whether the car can go straight on at `speed`: through gravel not all can.
static bool holds_speed(const Trial *trial, float speed) {
    Rig rig = rig_make(trial, speed, NULL);
    while (rig.tick < HOLD_TICKS) {
        rig_cruise(&rig, speed, 0.0f);
    }
    bool held = rig_along(&rig) > HELD * speed;
    rig_destroy(&rig);
    return held;
}

#define STEADY_SIDESLIP 0.21f ///< rad; beyond it a car slides rather than turns.

/// What a slow ramp of steering shows.
typedef struct Ramp {
    double gradient; ///< rad per g, from 0.1 to 0.3 g.
    double most;     ///< g
    double sideslip; ///< rad, at `most`.
    bool has_gradient, spun;
} Ramp;

#define RAMP_RATE   0.01f ///< rad/s: slow enough that each moment is steady.
#define RAMP_SMOOTH 0.2f  ///< s, of the low pass on lateral acceleration.

/// One mark of the gradient: lateral acceleration, and the steering beyond that of the path alone.
typedef struct RampMark {
    float at, steer;
    bool reached;
} RampMark;

static void pass_mark(RampMark *mark, float level, float smooth, Rig *rig) {
    if (!mark->reached && smooth >= level) {
        float path = rig->model.params.wheelbase * rig_body(rig)->spin / rig_along(rig);
        *mark = (RampMark){.at = smooth, .steer = rig->car.steer - path, .reached = true};
    }
}

/// ISO 4138, constant speed: steering ramped until the car spins, stalls or is at full lock.
static Ramp ramp_steering(const Trial *trial, float speed) {
    Rig rig = rig_make(trial, speed, NULL);
    Ramp ramp = {0};
    RampMark low = {0}, high = {0};
    float smooth = 0.0f;
    int ticks = (int)(trial->model->params.steer_lock / RAMP_RATE * (float)RIG_HZ);
    while (rig.tick < ticks && !ramp.spun) {
        rig_cruise(&rig, speed, RAMP_RATE * RIG_DT * (float)rig.tick);
        smooth += (rig.ay / GRAVITY - smooth) * RIG_DT / RAMP_SMOOTH;
        CarMotion motion = car_motion(rig_body(&rig));
        float sideslip = rig_sideslip(&rig);
        bool steady =
            fabsf(motion.along - speed) < 0.1f * speed && fabsf(sideslip) < STEADY_SIDESLIP;
        if (steady && (double)smooth > ramp.most) {
            ramp.most = (double)smooth;
            ramp.sideslip = (double)sideslip;
        }
        if (steady) {
            pass_mark(&low, 0.1f, smooth, &rig);
            pass_mark(&high, 0.3f, smooth, &rig);
        }
        ramp.spun = motion.along < 0.5f * speed || fabsf(motion.across) > 0.7f * speed;
    }
    ramp.has_gradient = low.reached && high.reached && high.at > low.at;
    if (ramp.has_gradient) {
        ramp.gradient = (double)((high.steer - low.steer) / (high.at - low.at));
    }
    rig_destroy(&rig);
    return ramp;
}

void manoeuvre_steady(const Trial *trial, MetricValues *out) {
    float speed = usual_speed(trial->model);
    metric_set(out, METRIC_steady_circle_kmh, (double)(speed / RIG_KMH));
    if (!holds_speed(trial, speed)) {
        return;
    }
    Ramp ramp = ramp_steering(trial, speed);
    if (ramp.has_gradient) {
        metric_set(out, METRIC_steady_K_deg_g, ramp.gradient * (double)RIG_DEGREES);
    }
    metric_set(out, METRIC_steady_ay_max_g, ramp.most);
    metric_set(out, METRIC_steady_beta_at_max, ramp.sideslip * (double)RIG_DEGREES);
    metric_set(out, METRIC_steady_spin_at_limit, ramp.spun ? 1.0 : 0.0);
    CarLimits limits = car_limits_make(trial->model);
    if (limits.top > 220.0f * RIG_KMH && holds_speed(trial, 200.0f * RIG_KMH)) {
        metric_set(out, METRIC_steady_ay_max_200kmh_g, ramp_steering(trial, 200.0f * RIG_KMH).most);
    }
}

enum {
    STEP_TICKS = 3 * RIG_HZ,
    STEP_TRIES = 8,
};

#define STEP_RATE (500.0f / RIG_DEGREES) ///< rad/s
#define STEP_G    0.4f
#define STEP_BAND 0.05f

/// The course of a step of steering.
typedef struct Step {
    float spin[STEP_TICKS];
    float ay, sideslip; ///< At its end.
} Step;

static void step_steering(const Trial *trial, float speed, float angle, Step *out) {
    Rig rig = rig_make(trial, speed, NULL);
    rig.model.params.steer_rate = STEP_RATE;
    while (rig.tick < STEP_TICKS) {
        rig_cruise(&rig, speed, angle);
        out->spin[rig.tick - 1] = rig_body(&rig)->spin;
    }
    out->ay = rig.ay;
    out->sideslip = rig_sideslip(&rig);
    rig_destroy(&rig);
}

/// Time (s) from the middle of the steering to where the yaw rate first reaches `level`.
static double time_to_level(const Step *step, float level, float angle) {
    int tick = 0;
    while (step->spin[tick] < level) {
        tick++;
    }
    float before = tick > 0 ? step->spin[tick - 1] : 0.0f;
    double at = (double)tick + (double)((level - before) / (step->spin[tick] - before));
    return at / RIG_HZ - (double)(0.5f * angle / STEP_RATE);
}

/// Time (s) from the middle of the steering until the yaw rate stays within STEP_BAND of its end.
static double time_to_settle(const Step *step, float angle) {
    float end = step->spin[STEP_TICKS - 1];
    int tick = STEP_TICKS;
    while (tick > 0 && fabsf(step->spin[tick - 1] - end) <= STEP_BAND * end) {
        tick--;
    }
    return (double)(tick + 1) / RIG_HZ - (double)(0.5f * angle / STEP_RATE);
}

void manoeuvre_step(const Trial *trial, MetricValues *out) {
    float speed = usual_speed(trial->model);
    float angle = STEP_G * GRAVITY * trial->model->params.wheelbase / (speed * speed);
    Step step;
    step_steering(trial, speed, angle, &step);
    for (int i = 0; i < STEP_TRIES && fabsf(step.ay - STEP_G * GRAVITY) > 0.002f; i++) {
        float ratio = STEP_G * GRAVITY / float_max(step.ay, 0.2f);
        angle = float_min(angle * float_clamp(ratio, 0.5f, 2.0f), trial->model->params.steer_lock);
        step_steering(trial, speed, angle, &step);
    }
    float end = step.spin[STEP_TICKS - 1];
    int peak = 0;
    for (int i = 1; i < STEP_TICKS; i++) {
        peak = step.spin[i] > step.spin[peak] ? i : peak;
    }
    if (step.ay < HELD * STEP_G * GRAVITY || !holds_speed(trial, speed)) {
        return;
    }
    metric_set(out, METRIC_step_step_deg, (double)(angle * RIG_DEGREES));
    metric_set(out, METRIC_step_beta_ss, (double)(step.sideslip * RIG_DEGREES));
    if (end <= 0.0f) { // spun
        return;
    }
    metric_set(out, METRIC_step_yaw_gain, (double)(end / angle));
    metric_set(out, METRIC_step_t90, time_to_level(&step, 0.9f * end, angle));
    metric_set(out, METRIC_step_overshoot, ((double)step.spin[peak] / (double)end - 1.0) * 100.0);
    metric_set(out, METRIC_step_settle, time_to_settle(&step, angle));
    metric_set(out, METRIC_step_tpeak,
               (double)(peak + 1) / RIG_HZ - (double)(0.5f * angle / STEP_RATE));
}

#define SKIDPAD_GAIN_SPEED 0.4f  ///< m/s2: slow enough to be steady, fast enough to be done.
#define SKIDPAD_WIDE       0.5f  ///< m off the circle that end it.
#define SKIDPAD_SLIDE      0.35f ///< rad of sideslip that end it.

enum {
    SKIDPAD_TICKS = 120 * RIG_HZ,
    SKIDPAD_SETTLE = 6 * RIG_HZ, ///< At the first speed, to find the circle.
};

/// Steering that keeps the car on the circle of `radius` around (0, radius), counter-clockwise.
static float steer_round(Rig *rig, float radius, float *wide, float *memory) {
    const Body *body = rig_body(rig);
    vec2s out = vec2_make(body->position.x, body->position.y - radius);
    float from_middle = glms_vec2_norm(out);
    *wide = from_middle - radius;
    float outward = (body->velocity.x * out.x + body->velocity.y * out.y) / from_middle;
    float pull = 1.5f / radius; // rad of steering for a metre off the circle
    *memory = float_clamp(*memory + 0.7f * pull * *wide * RIG_DT, -0.3f, 0.3f);
    float speed = float_max(rig_along(rig), 3.0f);
    float spin_error = speed / radius - body->spin;
    float wheelbase = rig->model.params.wheelbase;
    float steer = wheelbase / radius + *memory + pull * *wide + 0.5f * outward / speed +
                  0.15f * spin_error * wheelbase / speed;
    return rig_within_peak(rig, steer);
}

void manoeuvre_skidpad(const Trial *trial, MetricValues *out) {
    float radius = manoeuvre_is_slow(trial->model) ? 15.0f : 50.0f;
    const CarParams *params = &trial->model->params;
    float grip = 0.5f * (params->mu_y_front + params->mu_y_rear) * trial->ground->grip;
    float start = 0.6f * sqrtf(grip * GRAVITY * radius);
    Rig rig = rig_make(trial, start, NULL);
    float wide = 0.0f, memory = 0.0f, smooth = start, best = 0.0f;
    bool settled = false;
    while (rig.tick < SKIDPAD_TICKS) {
        float ramp_s = float_max(0.0f, RIG_DT * (float)(rig.tick - SKIDPAD_SETTLE));
        float wanted = start + SKIDPAD_GAIN_SPEED * ramp_s;
        rig_cruise(&rig, wanted, steer_round(&rig, radius, &wide, &memory));
        float speed = glms_vec2_norm(rig_body(&rig)->velocity);
        smooth += (speed - smooth) * RIG_DT / RAMP_SMOOTH;
        settled |= rig.tick > SKIDPAD_SETTLE;
        if (settled && (fabsf(wide) > SKIDPAD_WIDE || fabsf(rig_sideslip(&rig)) > SKIDPAD_SLIDE)) {
            break;
        }
        best = settled ? float_max(best, smooth) : best;
        if (wanted > speed + 5.0f) { // The engine gives no more.
            break;
        }
    }
    rig_destroy(&rig);
    if (best <= 0.0f) { // never on the circle
        return;
    }
    metric_set(out, METRIC_skidpad_skidpad_kmh, (double)(best / RIG_KMH));
    metric_set(out, METRIC_skidpad_skidpad_g, (double)(best * best / radius / GRAVITY));
}

#define TURN_G    0.5f
#define TURN_RAMP 0.02f ///< rad/s

/// How the yaw answers when the pedals change in a steady turn.
typedef struct TurnAnswer {
    double ratio, excess, sideslip;
    bool reached;
} TurnAnswer;

/// ISO 7975: into a turn of TURN_G at steady speed, then the foot is off the gas, `brake` is the
/// pedal, and the steering stays.
static TurnAnswer change_in_turn(const Trial *trial, float brake) {
    float speed = usual_speed(trial->model);
    Rig rig = rig_make(trial, speed, NULL);
    float steer = 0.0f;
    while (rig_body(&rig)->spin * rig_along(&rig) < TURN_G * GRAVITY && rig.tick < 60 * RIG_HZ) {
        steer += TURN_RAMP * RIG_DT;
        rig_cruise(&rig, speed, steer);
    }
    bool turned = rig.tick < 60 * RIG_HZ;
    for (int i = 0; i < RIG_HZ; i++) {
        rig_cruise(&rig, speed, steer);
    }
    float spin = rig_body(&rig)->spin;
    bool steady = fabsf(rig_sideslip(&rig)) < STEADY_SIDESLIP;
    TurnAnswer answer = {.reached = turned && steady && holds_speed(trial, speed)};
    CarControl control = rig_pedals(0.0f, brake);
    control.steer = steer;
    for (int i = 0; i < 10 * RIG_HZ && rig_along(&rig) > 2.0f; i++) {
        rig_step(&rig, control);
        double same_path = (double)(spin * rig_along(&rig) / speed);
        double now = (double)rig_body(&rig)->spin;
        if (i == RIG_HZ - 1) {
            answer.ratio = now / same_path;
        }
        answer.excess = fmax(answer.excess, now - same_path);
        answer.sideslip = fmax(answer.sideslip, (double)fabsf(rig_sideslip(&rig)));
    }
    rig_destroy(&rig);
    return answer;
}

void manoeuvre_brake_turn(const Trial *trial, MetricValues *out) {
    TurnAnswer answer = change_in_turn(trial, 0.25f);
    if (answer.reached && answer.ratio > 0.0) {
        metric_set(out, METRIC_brake_turn_bit_yaw_ratio_1s, answer.ratio);
        metric_set(out, METRIC_brake_turn_bit_max_yaw_excess, answer.excess);
        metric_set(out, METRIC_brake_turn_bit_beta_max, answer.sideslip * (double)RIG_DEGREES);
    }
}

void manoeuvre_lift_turn(const Trial *trial, MetricValues *out) {
    TurnAnswer answer = change_in_turn(trial, 0.0f);
    if (answer.reached) {
        metric_set(out, METRIC_lift_turn_lift_yaw_ratio_1s, answer.ratio);
        metric_set(out, METRIC_lift_turn_lift_max_yaw_excess, answer.excess);
        metric_set(out, METRIC_lift_turn_lift_beta_max, answer.sideslip * (double)RIG_DEGREES);
    }
}
