/// From keys and sticks to the angle of the front wheels: fade with speed, the peak-slip limit, and
/// the counter-steer assist that catches slides, or holds those that are wanted.
#pragma once

#include "dynamics/body.h"
#include "vehicle/car_model.h"

#include <math.h>

/// How the body moves, in its own frame (x forward, y left).
typedef struct CarMotion {
    float along, across; ///< m/s
    float spin;          ///< rad/s
    float speed;         ///< m/s, 0 or more.
} CarMotion;

static inline CarMotion car_motion(const Body *body) {
    vec2s local = rotation_undo(body->rotation, body->velocity);
    return (CarMotion){
        .along = local.x,
        .across = local.y,
        .spin = body->spin,
        .speed = sqrtf(local.x * local.x + local.y * local.y),
    };
}

/// Largest road-wheel angle (rad) that keys and sticks ask for at `speed` m/s: the lock over
/// (1 + speed / steer_speed_half).
float steering_lock(const CarParams *params, float speed);

/// The road-wheel angle (rad) that `input` asks for: keys straight, sticks along a gentle curve,
/// both faded by steering_lock and never much past the peak slip of the front tyres (keys: not past
/// it). The limit only takes angle away: it never steers by itself. In a wanted `slide` there is
/// none, for steering_assist has its own.
float steering_wanted(const CarModel *model, CarMotion motion, CarInput input, bool slide);

/// How fast the road wheels may turn (rad/s).
typedef struct SteerRates {
    float out;    ///< Further into the turn.
    float back;   ///< Towards straight ahead.
    float assist; ///< Where steering_assist moves them: a slide does not wait.
} SteerRates;

/// The rates for `input` at `speed` m/s. Keys turn the wheels out at steer_rate, which fades
/// with speed half as much as steering_lock: taps are small at speed. Sticks turn them as fast out
/// as back.
void steering_rates(const CarParams *params, float speed, CarInput input, SteerRates *out);

/// The `steer` of a CarInput without CAR_INPUT_KEYS that asks for `angle` rad at `speed` m/s, as
/// near as the quantisation and the fade allow: for drivers that think in angles.
int8_t steering_input(const CarModel *model, float speed, float angle);

/// The counter-steer assist that a driver has.
typedef struct SteerAssist {
    float strength; ///< 0 = none, about 0.3 = on.
    bool slide;     ///< The slide is wanted: it is held, not ended.
} SteerAssist;

/// Shares of the driver's pedals, 0 to 1.
typedef struct AssistPedals {
    float gas, rear_brake;
} AssistPedals;

/// What the assist makes of the driver's controls.
typedef struct SteerHelp {
    float angle;         ///< rad, of the road wheels.
    AssistPedals pedals; ///< The part of them that it leaves.
} SteerHelp;

/// The assist, for a driver who wants the road-wheel angle `wanted` (rad). When the rear tyres are
/// at their peak or about to pass it, it turns the front wheels out of the turn, until they point
/// where the car goes, and beyond. It releases the brakes of a rear axle that slides, and lifts the
/// gas of one that slides far, unless the slide is wanted. A wanted slide may grow to about 14
/// degrees, and to 27 with the steering held into it. `ay` (m/s2) is the lateral acceleration. The
/// assist fades out below 4.5 m/s.
void steering_assist(const CarModel *model, CarMotion motion, float ay, float wanted,
                     SteerAssist assist, SteerHelp *out);

/// Whether the rear tyres slide sideways past their peak, at more than walking pace.
bool steering_slides(const CarModel *model, CarMotion motion);
