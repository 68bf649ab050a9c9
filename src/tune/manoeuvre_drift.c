// Holding a slide: how long, and at which angle.
#include "base/scalar.h"
#include "geometry/trig.h"
#include "tune/manoeuvre.h"
#include "tune/rig.h"

#include <math.h>

enum {
    DRIFT_TICKS = 10 * RIG_HZ,
    DRIFT_FLICK = RIG_HZ * 6 / 10, ///< Ticks of handbrake and full throttle that start it.
};

#define SLIDE_LEAST (10.0f / RIG_DEGREES)
#define SLIDE_MOST  (70.0f / RIG_DEGREES) ///< Beyond it is a spin.
#define SLIDE_SPEED 4.0f                  ///< m/s, below which nothing slides.

/// A slide: for how long (s) and at which mean angle (rad).
typedef struct Slide {
    float seconds, angle;
} Slide;

/// A left-hand slide at `angle` (rad, tail out to the right): counter-steering towards where the
/// car goes, less or more by what angle and yaw rate are off.
static float steer_slide(Rig *rig, float angle, float slide) {
    CarMotion motion = car_motion(rig_body(rig));
    float way = trig_atan2(motion.across + rig->model.to_front * motion.spin,
                           float_max(motion.along, 1.0f));
    float turning = motion.spin - rig->ay / float_max(motion.speed, 3.0f); // of the slide, rad/s
    return way + 0.6f * (angle - slide) - 0.25f * turning;
}

/// Enters at `speed` m/s and holds `angle` with as much throttle as keeps that speed. Returns the
/// longest slide.
static Slide hold_slide(const CarModel *model, const Surface *ground, float speed, float angle,
                        float gas) {
    Rig rig;
    rig_make(&rig, model, speed, &(RigDef){.surface = ground});
    Slide best = {0}, now = {0};
    float sum = 0.0f;
    while (rig.tick < DRIFT_TICKS + DRIFT_FLICK) {
        float slide = -rig_sideslip(&rig);
        CarMotion motion = car_motion(rig_body(&rig));
        CarControl control = rig_pedals(
            float_clamp(gas + 0.1f * (speed - motion.speed) + 0.8f * (angle - slide), 0.0f, 1.0f),
            0.0f);
        control.traction = false;
        control.steer = steer_slide(&rig, angle, slide);
        if (rig.tick < DRIFT_FLICK && slide < 0.8f * angle) {
            control.steer = 0.6f * model->params.steer_lock;
            control.throttle = 1.0f;
            control.handbrake = 1.0f;
        }
        rig_step(&rig, &control);
        slide = -rig_sideslip(&rig);
        bool sliding = slide > SLIDE_LEAST && slide < SLIDE_MOST && motion.speed > SLIDE_SPEED;
        sum = sliding ? sum + slide : 0.0f;
        now.seconds = sliding ? now.seconds + RIG_DT : 0.0f;
        if (now.seconds > best.seconds) {
            best = (Slide){now.seconds, sum * RIG_DT / now.seconds};
        }
        if (motion.speed < SLIDE_SPEED) {
            break;
        }
    }
    rig_destroy(&rig);
    return best;
}

void manoeuvre_drift(const CarModel *model, const Surface *ground, MetricValues *out) {
    static const float speeds[] = {12.0f, 16.0f, 22.0f};
    static const float angles[] = {20.0f / RIG_DEGREES, 30.0f / RIG_DEGREES, 40.0f / RIG_DEGREES};
    static const float gases[] = {0.35f, 0.6f, 0.9f};
    Slide best = {0};
    for (int i = 0; i < 27; i++) {
        Slide slide = hold_slide(model, ground, speeds[i / 9], angles[i / 3 % 3], gases[i % 3]);
        if (slide.seconds > best.seconds + 0.5f * RIG_DT) {
            best = slide;
        }
    }
    metric_set(out, METRIC_drift_drift_s, (double)float_min(best.seconds, 10.0f));
    metric_set(out, METRIC_drift_drift_deg, (double)(best.angle * RIG_DEGREES));
}
