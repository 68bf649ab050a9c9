/// A car alone on an endless plane of one surface, moved as the world moves it: velocity first.
#pragma once

#include "base/assert.h"
#include "base/file.h"
#include "base/random.h"
#include "geometry/trig.h"
#include "vehicle/car.h"
#include "vehicle/car_file.h"
#include "vehicle/steering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RIG_DT      (1.0f / 240.0f)
#define RIG_KMH     (1.0 / 3.6) ///< m/s
#define RIG_DEGREES 57.29578f   ///< Of a radian.

typedef struct Rig {
    CarModel model;
    Car car;
    Body body;
    Surface surface;
    float dt;
    float ax, ay;    ///< m/s2, body frame, of the last step (without any lag).
    double distance; ///< m driven so far.
} Rig;

/// The parameters of cars/NAME.car.yaml.
static inline CarParams rig_shipped(const char *name) {
    char path[512];
    snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", name);
    MessageList messages = {.count = 0};
    FileBytes bytes = {0};
    CarFile file;
    memset(&file, 0, sizeof file);
    ASSERT(file_read(path, FILE_LIMIT, &bytes, &messages));
    bool fine = car_file_read(bytes.data, bytes.size, path, NULL, &file, &messages);
    file_bytes_free(&bytes);
    messages_print(&messages, stderr, NULL);
    ASSERT(fine);
    return file.params;
}

/// Pedals with every help but that of the steering.
static inline CarControl rig_pedals(float throttle, float brake) {
    return (CarControl){
        .throttle = throttle, .brake = brake, .abs = true, .traction = true, .automatic = true};
}

static inline Rig rig_make(const CarParams *params, float speed) {
    Rig rig;
    memset(&rig, 0, sizeof rig);
    rig.model = car_model_make(params);
    rig.car = car_make(&rig.model, speed);
    rig.surface = (Surface){.name = "asphalt", .grip = 1.0f, .peak_scale = 1.0f};
    rig.dt = RIG_DT;
    rig.body.rotation = rotation_make(0.0f);
    rig.body.velocity = vec2_make(speed, 0.0f);
    rig.body.inverse_mass = 1.0f / params->mass;
    rig.body.inverse_inertia = 1.0f / params->yaw_inertia;
    return rig;
}

static inline void rig_turn_to(Rig *rig, float angle) {
    rig->body.angle = trig_wrap(angle);
    rig->body.rotation = rotation_make(rig->body.angle);
}

static inline void rig_integrate(Rig *rig, vec2s force, float torque) {
    Body *body = &rig->body;
    float dt = rig->dt;
    vec2s change = vec2_make(dt * force.x * body->inverse_mass, dt * force.y * body->inverse_mass);
    vec2s local = rotation_undo(body->rotation, change);
    rig->ax = local.x / dt;
    rig->ay = local.y / dt;
    body->velocity = glms_vec2_add(body->velocity, change);
    body->spin += dt * torque * body->inverse_inertia;
    body->position = glms_vec2_add(body->position, glms_vec2_scale(body->velocity, dt));
    rig_turn_to(rig, body->angle + dt * body->spin);
    rig->distance += (double)(glms_vec2_norm(body->velocity) * dt);
}

static inline void rig_control(Rig *rig, CarControl control) {
    const Surface *surfaces[CAR_WHEELS] = {&rig->surface, &rig->surface, &rig->surface,
                                           &rig->surface};
    const uint8_t index[CAR_WHEELS] = {0};
    vec2s force = vec2_make(0.0f, 0.0f);
    float torque = 0.0f;
    car_step_control(&rig->car, &rig->model, &rig->body, &control, surfaces, index, rig->dt, &force,
                     &torque);
    rig_integrate(rig, force, torque);
}

static inline void rig_input(Rig *rig, CarInput input) {
    const Surface *surfaces[CAR_WHEELS] = {&rig->surface, &rig->surface, &rig->surface,
                                           &rig->surface};
    const uint8_t index[CAR_WHEELS] = {0};
    vec2s force = vec2_make(0.0f, 0.0f);
    float torque = 0.0f;
    car_step(&rig->car, &rig->model, &rig->body, input, surfaces, index, rig->dt, &force, &torque);
    rig_integrate(rig, force, torque);
}

static inline float rig_along(const Rig *rig) { return car_motion(&rig->body).along; }

/// Angle (rad) between where the car points and where it goes.
static inline float rig_sideslip(const Rig *rig) {
    CarMotion motion = car_motion(&rig->body);
    return trig_atan2(motion.across, motion.along);
}

/// Kinetic energy (J) of body and wheels.
static inline double rig_energy(const Rig *rig) {
    const CarParams *params = &rig->model.params;
    double vx = (double)rig->body.velocity.x;
    double vy = (double)rig->body.velocity.y;
    double spin = (double)rig->body.spin;
    double energy = 0.5 * (double)params->mass * (vx * vx + vy * vy) +
                    0.5 * (double)params->yaw_inertia * spin * spin;
    for (int i = 0; i < CAR_WHEELS; i++) {
        double wheel = (double)rig->car.wheels[i].spin;
        float inertia =
            i < CAR_REAR_LEFT ? params->wheel_inertia_front : params->wheel_inertia_rear;
        energy += 0.5 * (double)inertia * wheel * wheel;
    }
    return energy;
}

/// Holds `speed` by a PI controller on the pedals; `sum` is its memory.
static inline CarControl rig_hold_speed(const Rig *rig, float speed, float *sum) {
    float error = speed - rig_along(rig);
    *sum = fminf(1.0f, fmaxf(-0.3f, *sum + 0.3f * error * rig->dt));
    float command = 0.25f * error + *sum;
    return rig_pedals(fminf(1.0f, fmaxf(0.0f, command)), fmaxf(0.0f, -0.1f * command));
}

/// Takes drag of the engine and its inertia away: the car then coasts as the closed forms do.
static inline void rig_free_engine(CarParams *params) {
    params->engine_friction_idle = 0.0f;
    params->engine_friction_redline = 0.0f;
    params->engine_inertia = 0.0f;
}
