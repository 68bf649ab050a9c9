/// The last seconds of a tuner's car, and its limits: the numbers behind the panel's plots.
#pragma once

#include "vehicle/car_params.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PANEL_SAMPLE_RATE = 60,                 ///< 1/s
    PANEL_SAMPLES = 10 * PANEL_SAMPLE_RATE, ///< What the plots show: 10 s.
};

/// The car in one moment.
typedef struct PanelSample {
    float speed;                         ///< m/s
    float throttle, brake, steer;        ///< Inputs: 0 to 1, 0 to 1, -1 (right) to 1 (left).
    float wheel_angle;                   ///< rad, of the front wheels, left positive.
    float yaw_rate;                      ///< rad/s, left positive.
    float ax, ay;                        ///< m/s2, forward and left.
    float slip_front_deg, slip_rear_deg; ///< Slip angles of the axles, deg.
    float grip;                          ///< Of the ground under the car; 1 = dry tarmac.
    int setup;                           ///< Which set-up was driven.
} PanelSample;

/// The last PANEL_SAMPLES samples, PANEL_SAMPLE_RATE a second. The zero value is empty.
typedef struct PanelTelemetry {
    PanelSample samples[PANEL_SAMPLES];
    int next;  ///< Where the next one goes.
    int count; ///< Of samples so far, at most PANEL_SAMPLES.
} PanelTelemetry;

void panel_telemetry_add(PanelTelemetry *telemetry, const PanelSample *sample);

/// Sample `index`, 0 the oldest of `count`.
const PanelSample *panel_telemetry_at(const PanelTelemetry *telemetry, int index);

/// The largest acceleration (m/s2) along (x) and across (y) that the tyres of this car can give at
/// `speed` on ground of this `grip`, its load shared as it stands: the edge of the g-g cloud.
vec2s panel_friction_limit(const CarParams *params, float speed, float grip);

/// Yaw rate (rad/s) that `wheel_angle` asks for at `speed`, as if no tyre slipped: v tan(a) / l.
float panel_asked_yaw_rate(const CarParams *params, float speed, float wheel_angle);

#ifdef __cplusplus
}
#endif
