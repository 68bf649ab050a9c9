#include "dynamics/steering.h"

#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

/// Front slip that sticks may ask for, x the slip of the peak. 1.15 keeps 99.5 % of the peak force
/// and lets nobody plough for long.
#define LIMIT_SLIP 1.15f
/// The same for keys. A key is all or nothing: what lies past the peak would only scrub speed off.
#define KEYS_SLIP 1.0f
/// Share of the fade of the lock that the rate of keys has. A tap of 0.1 s at 40 m/s turns the
/// hatch by 4.4 degrees with 0 and 2.6 with 0.5. With 1 simulated newcomers in it hit more walls
/// than with 0.5; they hit fewest with 0, so it is no higher.
#define RATE_FADE 0.5f
/// s by which the help looks ahead along the growth of the rear slip: about the t90 of the yaw
/// answer, below it the help comes late and swings.
#define HELP_LEAD 0.15f
/// Front slip taken away per unit of rear slip past the peak, x strength.
#define HELP_GAIN 4.0f
/// Share of the rear peak at which the help begins.
#define HELP_FROM 0.9f

CarMotion car_motion(const Body *body) {
    vec2s local = rotation_undo(body->rotation, body->velocity);
    return (CarMotion){
        .along = local.x,
        .across = local.y,
        .spin = body->spin,
        .speed = sqrtf(local.x * local.x + local.y * local.y),
    };
}

float steering_lock(const CarParams *params, float speed) {
    return params->steer_lock / (1.0f + speed / params->steer_speed_half);
}

/// Direction (rad) in which the front axle moves, seen from the body.
static float front_direction(const CarModel *model, CarMotion motion) {
    float across = motion.across + model->to_front * motion.spin;
    return trig_atan2(across, float_max(motion.along, 1.0f));
}

/// Takes from `wanted` what lies beyond `limit` x the peak slip of the front, toward straight ahead
/// only. At low speed, where the car follows its wheels anyhow, the limit is wide.
static float limit_slip(const CarModel *model, CarMotion motion, float wanted, float limit) {
    float slack = 0.15f * float_max(0.0f, 8.0f - motion.speed);
    float most = limit * model->params.slip_angle_peak_front_deg * (TRIG_PI / 180.0f) + slack;
    float direction = front_direction(model, motion);
    if (wanted > 0.0f) {
        return float_clamp(direction + most, 0.0f, wanted);
    }
    return float_clamp(direction - most, wanted, 0.0f);
}

float steering_wanted(const CarModel *model, CarMotion motion, CarInput input) {
    float share = float_max(-1.0f, (float)input.steer / 127.0f);
    if (!(input.flags & CAR_INPUT_KEYS)) {
        share = 0.5f * share + 0.5f * share * fabsf(share);
    }
    float wanted = share * steering_lock(&model->params, motion.speed);
    float limit = input.flags & CAR_INPUT_KEYS ? KEYS_SLIP : LIMIT_SLIP;
    return motion.along > 0.0f ? limit_slip(model, motion, wanted, limit) : wanted;
}

SteerRates steering_rates(const CarParams *params, float speed, CarInput input) {
    float fastest = float_max(params->steer_rate, params->steer_return);
    SteerRates rates = {.out = fastest, .back = params->steer_return, .help = fastest};
    if (input.flags & CAR_INPUT_KEYS) {
        rates.out = params->steer_rate / (1.0f + RATE_FADE * speed / params->steer_speed_half);
    }
    return rates;
}

int8_t steering_input(const CarModel *model, float speed, float angle) {
    float curved = float_clamp(angle / steering_lock(&model->params, speed), -1.0f, 1.0f);
    // Undoes curved = share / 2 + share |share| / 2.
    float share = sqrtf(0.25f + 2.0f * fabsf(curved)) - 0.5f;
    float steps = floorf(share * 127.0f + 0.5f);
    return (int8_t)(curved < 0.0f ? -steps : steps);
}

/// The help for a slide whose tail goes right (rear slip positive: force to the left); the other
/// side is its mirror image.
static float help_left(const CarModel *model, float direction, float rear_use, float wanted,
                       float strength) {
    float over = rear_use - HELP_FROM;
    if (over <= 0.0f) {
        return wanted;
    }
    float peak = model->params.slip_angle_peak_front_deg * (TRIG_PI / 180.0f);
    float most = peak * float_max(-1.0f, LIMIT_SLIP - HELP_GAIN * strength * over);
    return float_min(wanted, direction + most);
}

float steering_help(const CarModel *model, CarMotion motion, float ay, float wanted,
                    float strength) {
    float fade = float_clamp((motion.along - 3.0f) / 5.0f, 0.0f, 1.0f);
    if (strength * fade <= 0.0f) {
        return wanted;
    }
    float along = motion.along;
    float rear_slip = (model->to_rear * motion.spin - motion.across) / along;
    float growth = motion.spin - ay / along;
    float rear_use = (rear_slip + HELP_LEAD * growth) / model->tyre[1].slip_y;
    float direction = front_direction(model, motion);
    float helped = rear_use > 0.0f ? help_left(model, direction, rear_use, wanted, strength)
                                   : -help_left(model, -direction, -rear_use, -wanted, strength);
    helped = float_clamp(helped, -model->params.steer_lock, model->params.steer_lock);
    return wanted + fade * (helped - wanted);
}
