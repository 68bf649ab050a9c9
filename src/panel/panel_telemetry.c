#include "panel/panel_telemetry.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "vehicle/car.h"

#include <math.h>

void panel_telemetry_add(PanelTelemetry *telemetry, const PanelSample *sample) {
    ASSERT(telemetry != NULL && sample != NULL);
    telemetry->samples[telemetry->next] = *sample;
    telemetry->next = (telemetry->next + 1) % PANEL_SAMPLES;
    telemetry->count += telemetry->count < PANEL_SAMPLES;
}

const PanelSample *panel_telemetry_at(const PanelTelemetry *telemetry, int index) {
    ASSERT(telemetry != NULL && index >= 0 && index < telemetry->count);
    int first = telemetry->next - telemetry->count + PANEL_SAMPLES;
    return &telemetry->samples[(first + index) % PANEL_SAMPLES];
}

vec2s panel_friction_limit(const CarParams *params, float speed, float grip) {
    ASSERT(params != NULL);
    CarModel model = car_model_make(params);
    float air = 0.5f * AIR_DENSITY * speed * speed;
    float weight = params->mass * GRAVITY;
    float load[2] = {
        params->weight_front * weight + air * params->lift_area_front,
        (1.0f - params->weight_front) * weight + air * params->lift_area_rear,
    };
    vec2s force = {{0.0f, 0.0f}};
    for (int axle = 0; axle < 2; axle++) {
        float wheel = 0.5f * fmaxf(load[axle], 0.0f);
        force.x += 2.0f * wheel * tyre_mu_x(&model.tyre[axle], wheel);
        force.y += 2.0f * wheel * tyre_mu_y(&model.tyre[axle], wheel);
    }
    return (vec2s){{force.x * grip / params->mass, force.y * grip / params->mass}};
}

float panel_asked_yaw_rate(const CarParams *params, float speed, float wheel_angle) {
    ASSERT(params != NULL);
    return speed * trig_tan(wheel_angle) / params->wheelbase;
}
