// Launches and stops.
#include "tune/manoeuvre.h"

#include <math.h>

enum {
    LAUNCH_TICKS = 90 * RIG_HZ,
    STOP_TICKS = 60 * RIG_HZ,
};

#define AT_REST 0.02f ///< m/s
#define STILL   0.3f  ///< m/s, of a car that may lie across.

/// The tick, with its fraction, at which a value that went from `before` to `after` in tick `tick`
/// passed `mark`: figures change smoothly with a car's numbers, not in ticks.
static double passing(int tick, double before, double after, double mark) {
    return (double)tick - 1.0 + (mark - before) / (after - before);
}

void manoeuvre_launch(const Trial *trial, MetricValues *out) {
    static const struct {
        double kmh;
        int metric;
    } marks[] = {
        {60.0, METRIC_launch_t0_60}, {100.0, METRIC_launch_t0_100}, {200.0, METRIC_launch_t0_200}};
    Rig rig = rig_make(trial, 0.0f, NULL);
    double speed = 0.0, top = 0.0, way = 0.0;
    while (rig.tick < LAUNCH_TICKS) {
        rig_step(&rig, rig_pedals(1.0f, 0.0f));
        double before = speed, way_before = way;
        speed = (double)rig_along(&rig);
        way = rig.distance;
        top = fmax(top, speed);
        for (int i = 0; i < 3; i++) {
            double mark = marks[i].kmh / 3.6;
            if (!out->has[marks[i].metric] && speed >= mark) {
                metric_set(out, marks[i].metric, passing(rig.tick, before, speed, mark) / RIG_HZ);
            }
        }
        if (!out->has[METRIC_launch_t400m] && way >= 400.0) {
            metric_set(out, METRIC_launch_t400m,
                       passing(rig.tick, way_before, way, 400.0) / RIG_HZ);
            metric_set(out, METRIC_launch_v400m, speed * 3.6);
        }
    }
    metric_set(out, METRIC_launch_vmax, top * 3.6);
    rig_destroy(&rig);
}

/// The way from `kmh` km/h to rest; no figure where the car does not come to rest in STOP_TICKS.
static void measure_stop(const Trial *trial, float kmh, bool abs, int metric, MetricValues *out) {
    Rig rig = rig_make(trial, kmh * RIG_KMH, NULL);
    CarControl control = rig_pedals(0.0f, 1.0f);
    control.abs = abs;
    while (rig.tick < STOP_TICKS && rig_along(&rig) > AT_REST) {
        rig_step(&rig, control);
    }
    if (rig_along(&rig) <= AT_REST) {
        metric_set(out, metric, rig.distance);
    }
    rig_destroy(&rig);
}

/// How far to the side a car comes that stops from 100 km/h with its left wheels on a wet strip and
/// the steering held straight: on even ground it stays straight to the bit.
static void measure_straightness(const Trial *trial, MetricValues *out) {
    Rig rig = rig_make(trial, 100.0f * RIG_KMH, &(RigDef){.left = &surface_built_in[SURFACE_WET]});
    while (rig.tick < STOP_TICKS && glms_vec2_norm(rig_body(&rig)->velocity) > STILL) {
        rig_step(&rig, rig_pedals(0.0f, 1.0f));
    }
    metric_set(out, METRIC_brake_brake100_side_m, (double)fabsf(rig_body(&rig)->position.y));
    rig_destroy(&rig);
}

/// There and back; 60 s for either, and then no figure.
static void measure_go_and_stop(const Trial *trial, MetricValues *out) {
    Rig rig = rig_make(trial, 0.0f, NULL);
    while (rig.tick < STOP_TICKS && rig_along(&rig) < 100.0f * RIG_KMH) {
        rig_step(&rig, rig_pedals(1.0f, 0.0f));
    }
    bool reached = rig_along(&rig) >= 100.0f * RIG_KMH;
    while (reached && rig.tick < 2 * STOP_TICKS && rig_along(&rig) > AT_REST) {
        rig_step(&rig, rig_pedals(0.0f, 1.0f));
    }
    if (reached && rig_along(&rig) <= AT_REST) {
        metric_set(out, METRIC_brake_t0_100_0, (double)rig.tick / RIG_HZ);
    }
    rig_destroy(&rig);
}

void manoeuvre_brake(const Trial *trial, MetricValues *out) {
    Surface grass = {.grip = surface_built_in[SURFACE_GRASS].grip,
                     .peak_scale = surface_built_in[SURFACE_GRASS].peak_scale};
    Surface ice = {.grip = surface_built_in[SURFACE_ICE].grip,
                   .peak_scale = surface_built_in[SURFACE_ICE].peak_scale};
    Trial on_grass = {.model = trial->model, .ground = &grass};
    Trial on_ice = {.model = trial->model, .ground = &ice};
    measure_stop(trial, 100.0f, true, METRIC_brake_brake100_m, out);
    measure_stop(trial, 100.0f, false, METRIC_brake_brake100_noabs_m, out);
    if (!manoeuvre_is_slow(trial->model)) {
        measure_stop(trial, 200.0f, true, METRIC_brake_brake200_m, out);
    }
    measure_stop(&on_grass, 60.0f, true, METRIC_brake_brake60_grass_m, out);
    measure_stop(&on_ice, 60.0f, true, METRIC_brake_brake60_ice_m, out);
    measure_straightness(trial, out);
    measure_go_and_stop(trial, out);
}
