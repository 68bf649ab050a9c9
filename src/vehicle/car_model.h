/// The data of a car: what it is (CarModel), what its driver does (CarInput), and all that it
/// remembers from step to step (Car).
///
/// Body frame: x forward, y left, origin at the centre of gravity. Wheels: front left, front right,
/// rear left, rear right.
#pragma once

#include "base/hash.h"
#include "collision/hull.h"
#include "vehicle/car_params.h"
#include "vehicle/tyre.h"

#include <stdint.h>

enum {
    CAR_WHEELS = 4,
    CAR_FRONT_LEFT = 0,
    CAR_FRONT_RIGHT,
    CAR_REAR_LEFT,
    CAR_REAR_RIGHT,
};

/// The wheels side by side, as a step works on them.
typedef struct WheelSet {
    _Alignas(16) float x[CAR_WHEELS], y[CAR_WHEELS]; ///< m, body frame.
    float radius[CAR_WHEELS];                        ///< m
    float inertia[CAR_WHEELS];                       ///< kg m2
    float brake_bias[CAR_WHEELS];                    ///< Of its axle.
} WheelSet;

/// Parameters and what derives from them. A value; may change between steps.
typedef struct CarModel {
    CarParams params;
    Tyre tyre[2];               ///< Front, rear.
    TyreSet tyres;              ///< The same, of the four wheels side by side.
    WheelSet wheels;            ///< Their places, sizes and brakes.
    vec2s wheel_at[CAR_WHEELS]; ///< m, body frame.
    float to_front, to_rear;    ///< m, from the centre of gravity to the axles, both positive.
} CarModel;

/// Everything that derives from `params`, which hold a mass, a wheelbase and a gear at least.
CarModel car_model_make(const CarParams *params);

/// XXH3-128 of the parameters in the order of the table.
Hash128 car_model_hash(const CarModel *model);

/// The collision hull: the outline, or the box where there is none.
Hull car_model_hull(const CarModel *model);

/// What the driver does, quantised so that a replay holds it exactly.
typedef struct CarInput {
    int8_t steer; ///< -127 (right) to 127 (left). Keys give the ends, sticks everything between.
    uint8_t throttle; ///< 0 to 255
    uint8_t brake;    ///< 0 to 255; at a standstill: reverse.
    uint8_t flags;    ///< CAR_INPUT_...
} CarInput;

enum {
    CAR_INPUT_HANDBRAKE = 1,
    CAR_INPUT_GEAR_UP = 2,
    CAR_INPUT_GEAR_DOWN = 4,
    CAR_INPUT_RESCUE = 8,
    CAR_INPUT_FIRE = 16,
    CAR_INPUT_AUTOPILOT = 32,
    CAR_INPUT_KEYS = 64, ///< Steering comes from keys: rate-limited and faded with speed.
};

enum {
    CAR_ASSIST_STEER = 1,    ///< The front wheels were turned off the asked angle.
    CAR_ASSIST_ABS = 2,      ///< A brake was released.
    CAR_ASSIST_TRACTION = 4, ///< Torque of the engine was cut.
};

/// A wheel's state. Its floats stand in rows of four, which a step loads into lanes.
typedef struct Wheel {
    _Alignas(16) float spin; ///< rad/s
    Tread tread;
    float load;  ///< N
    vec2s force; ///< N, wheel frame.
    float use;   ///< Share of the peak slip, above 1 = sliding.
    float slip_x, slip_y;
    uint8_t surface; ///< Index given to the last step.
} Wheel;

/// All that a car remembers between steps, except its body.
typedef struct Car {
    Wheel wheels[CAR_WHEELS];
    float steer;           ///< rad, angle of the front wheels (before Ackermann), left positive.
    float throttle, brake; ///< 0 to 1, after the pedals' delay.
    float ax, ay;          ///< m/s2, body frame, lagged by load_tau: what moves the load.
    float rpm;             ///< 1/min, of the engine.
    float shift_left;      ///< s until the next gear carries torque.
    float reverse_wait;    ///< s of standing with the brake held.
    float slide_left;      ///< s for which the slide that the handbrake began stays wanted.
    float wake;  ///< Share of the air's drag that cars in front take away. Set from outside.
    float boost; ///< Share of the engine's torque that is added, below 0 taken. Set from outside.
    int8_t gear; ///< 1 first, 0 neutral, -1 reverse.
    bool manual;
    uint8_t last_flags; ///< Of the last input, to see presses.
    uint8_t assist; ///< CAR_ASSIST_...: what the last step did for the driver. Only to be shown.
} Car;

/// Exact control for manoeuvres and tests: road-wheel angle and pedals as they are, without their
/// delays, assist on or off.
typedef struct CarControl {
    float steer;           ///< rad, wanted road-wheel angle (reached at steer_rate).
    float throttle, brake; ///< 0 to 1
    float handbrake;       ///< 0 to 1
    bool reverse;
    float yaw_assist; ///< x the car's own yaw_assist.
    bool abs, traction, automatic;
} CarControl;
