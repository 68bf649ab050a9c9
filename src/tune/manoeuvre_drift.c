// Holding a slide: how long, and at which angle.
#include "base/scalar.h"
#include "geometry/trig.h"
#include "tune/manoeuvre.h"

enum {
    DRIFT_TICKS = 10 * RIG_HZ,
    DRIFT_FLICK = RIG_HZ * 6 / 10, ///< Ticks of handbrake and full throttle that start it, at most.
};

#define SLIDE_LEAST (10.0f / RIG_DEGREES)
#define SLIDE_MOST  (70.0f / RIG_DEGREES) ///< Beyond it is a spin.
#define SLIDE_SPEED 4.0f                  ///< m/s, below which nothing slides.

/// A slide: for how long (s) and at which mean angle (rad).
typedef struct Slide {
    float seconds, angle;
} Slide;

/// Watches a car that is to slide to the left, tail out to the right.
typedef struct Watch {
    Slide best, now;
    float sum; ///< rad, of the angles of `now`.
} Watch;

/// Takes in the step just made; false where the car is too slow to slide any more.
static bool watch_slide(Watch *watch, Rig *rig) {
    float angle = -rig_sideslip(rig), speed = car_motion(rig_body(rig)).speed;
    bool sliding = angle > SLIDE_LEAST && angle < SLIDE_MOST && speed > SLIDE_SPEED;
    watch->sum = sliding ? watch->sum + angle : 0.0f;
    watch->now.seconds = sliding ? watch->now.seconds + RIG_DT : 0.0f;
    if (watch->now.seconds > watch->best.seconds) {
        watch->best = (Slide){watch->now.seconds, watch->sum * RIG_DT / watch->now.seconds};
    }
    return speed >= SLIDE_SPEED;
}

static void keep_longer(Slide *best, Slide slide) {
    if (slide.seconds > best->seconds + 0.5f * RIG_DT) {
        *best = slide;
    }
}

/// As a player does it: enters at `speed` m/s with the gas and a steering key held, the handbrake
/// for `pull` ticks. Returns the longest slide.
static Slide hold_keys(const Trial *trial, float speed, int pull) {
    Rig rig = rig_make(trial, speed, NULL);
    Watch watch = {0};
    bool fast = true;
    while (fast && rig.tick < DRIFT_TICKS + DRIFT_FLICK) {
        uint8_t handbrake = rig.tick < pull ? CAR_INPUT_HANDBRAKE : 0;
        rig_step_input(&rig, (CarInput){.steer = 127,
                                        .throttle = 255,
                                        .flags = (uint8_t)(CAR_INPUT_KEYS | handbrake)});
        fast = watch_slide(&watch, &rig);
    }
    rig_destroy(&rig);
    return watch.best;
}

/// A left-hand slide at `angle` (rad, tail out to the right): counter-steering towards where the
/// car goes, less or more by what angle and yaw rate are off.
static float steer_slide(Rig *rig, float angle, float slide) {
    CarMotion motion = car_motion(rig_body(rig));
    float way = trig_atan2(motion.across + rig->model.to_front * motion.spin,
                           float_max(motion.along, 1.0f));
    float turning = motion.spin - rig->ay / float_max(motion.speed, 3.0f); // of the slide, rad/s
    return way + 0.6f * (angle - slide) - 0.25f * turning;
}

/// Without any help: enters at `speed` m/s and holds `angle` with as much throttle as keeps that
/// speed. Returns the longest slide.
static Slide hold_angle(const Trial *trial, float speed, float angle, float gas) {
    Rig rig = rig_make(trial, speed, NULL);
    Watch watch = {0};
    bool fast = true;
    while (fast && rig.tick < DRIFT_TICKS + DRIFT_FLICK) {
        float slide = -rig_sideslip(&rig);
        CarMotion motion = car_motion(rig_body(&rig));
        CarControl control = rig_pedals(
            float_clamp(gas + 0.1f * (speed - motion.speed) + 0.8f * (angle - slide), 0.0f, 1.0f),
            0.0f);
        control.traction = false;
        control.steer = steer_slide(&rig, angle, slide);
        if (rig.tick < DRIFT_FLICK && slide < 0.8f * angle) {
            control.steer = 0.6f * trial->model->params.steer_lock;
            control.throttle = 1.0f;
            control.handbrake = 1.0f;
        }
        rig_step(&rig, control);
        fast = watch_slide(&watch, &rig);
    }
    rig_destroy(&rig);
    return watch.best;
}

static void set_slide(MetricValues *out, int metric, Slide slide) {
    metric_set(out, metric, (double)float_min(slide.seconds, 10.0f));
    metric_set(out, metric + 1, (double)(slide.angle * RIG_DEGREES));
}

void manoeuvre_drift(const Trial *trial, MetricValues *out) {
    static const float speeds[] = {12.0f, 16.0f, 22.0f};
    static const float angles[] = {20.0f / RIG_DEGREES, 30.0f / RIG_DEGREES, 40.0f / RIG_DEGREES};
    static const float gases[] = {0.35f, 0.6f, 0.9f};
    static const int pulls[] = {RIG_HZ * 3 / 10, RIG_HZ * 5 / 10, RIG_HZ * 7 / 10};
    Slide keys = {0}, exact = {0};
    for (int i = 0; i < 9; i++) {
        keep_longer(&keys, hold_keys(trial, speeds[i / 3], pulls[i % 3]));
    }
    for (int i = 0; i < 27; i++) {
        keep_longer(&exact, hold_angle(trial, speeds[i / 9], angles[i / 3 % 3], gases[i % 3]));
    }
    set_slide(out, METRIC_drift_drift_s, keys);
    set_slide(out, METRIC_drift_drift_nohelp_s, exact);
}
