/// From keys and sticks to the angle of the front wheels: fade with speed, the peak-slip limit, and
/// the counter-steer help that catches slides.
#pragma once

#include "dynamics/car.h"

/// How the body moves, in its own frame (x forward, y left).
typedef struct CarMotion {
    float along, across; ///< m/s
    float spin;          ///< rad/s
    float speed;         ///< m/s, 0 or more.
} CarMotion;

CarMotion car_motion(const Body *body);

/// Largest road-wheel angle (rad) that keys and sticks ask for at `speed` m/s: the lock over
/// (1 + speed / steer_speed_half).
float steering_lock(const CarParams *params, float speed);

/// The road-wheel angle (rad) that `input` asks for: keys straight, sticks along a gentle curve,
/// both faded by steering_lock and never much past the peak slip of the front tyres (keys: not past
/// it). The limit only takes angle away: it never steers by itself.
float steering_wanted(const CarModel *model, CarMotion motion, CarInput input);

/// How fast the road wheels may turn (rad/s).
typedef struct SteerRates {
    float out;  ///< Further into the turn.
    float back; ///< Towards straight ahead.
    float help; ///< Where steering_help moves them: a slide does not wait.
} SteerRates;

/// The rates for `input` at `speed` m/s. Keys turn the wheels out at steer_rate, which fades
/// with speed half as much as steering_lock: taps are small at speed. Sticks turn them as fast out
/// as back.
SteerRates steering_rates(const CarParams *params, float speed, CarInput input);

/// The `steer` of a CarInput without CAR_INPUT_KEYS that asks for `angle` rad at `speed` m/s, as
/// near as the quantisation and the fade allow: for drivers that think in angles.
int8_t steering_input(const CarModel *model, float speed, float angle);

/// `wanted` with counter-steer help of `strength` (0 = none, about 0.3 = on): when the rear tyres
/// are at their peak or about to pass it, the front ones may pull less and less into the turn,
/// until they point where the car goes and beyond. `ay` (m/s2) is the lateral acceleration. Fades
/// out below 8 m/s.
float steering_help(const CarModel *model, CarMotion motion, float ay, float wanted,
                    float strength);
