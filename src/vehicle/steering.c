#include "vehicle/steering.h"

#include "base/scalar.h"
#include "geometry/trig.h"

#include <math.h>

/// Front slip that sticks may ask for, x the slip of the peak. 1.15 keeps 99.5 % of the peak force
/// and lets nobody plough for long.
#define LIMIT_SLIP 1.15f
/// The same for keys. A key is all or nothing: what lies past the peak would only scrub speed off.
#define KEYS_SLIP 1.0f
/// rad by which an angle has to keep from the limit to be within it without a closer look: more
/// than rounding takes.
#define LIMIT_DOUBT 1e-4f
/// Share of the fade of the lock that the rate of keys has. A tap of 0.1 s at 40 m/s turns the
/// hatch by 4.4 degrees with 0 and 2.6 with 0.5. With 1 simulated newcomers in it hit more walls
/// than with 0.5; they hit fewest with 0, so it is no higher.
#define RATE_FADE 0.5f
/// s by which the assist looks ahead along the growth of the rear slip: about the t90 of the yaw
/// answer, below it the assist comes late and swings.
#define ASSIST_LEAD 0.15f
/// Front slip taken away per unit of rear slip past the peak, x strength.
#define ASSIST_GAIN 4.0f
/// Share of the rear peak at which the assist begins.
#define ASSIST_FROM 0.9f
/// The assist fades in between these speeds, m/s: below them slip angles mean little.
#define ASSIST_SPEED     1.5f
#define ASSIST_SPEED_ALL 4.5f
/// Share of the rear peak at which the assist begins to take gas away, and how much of it per unit,
/// x strength. From here on the front alone does not catch a car whose rear wheels spin.
#define GAS_FROM 2.0f
#define GAS_GAIN 1.5f
/// Tangent of the rear slip at which the assist lets a wanted slide be with no key held, and with
/// the key held into it; front slip taken away per unit beyond it, x strength; s that it looks
/// ahead. A shorter look swings up (to 130 degrees with 0.15 s), with more gain the slide ends by
/// itself.
#define SLIDE_LOOSE 0.25f
#define SLIDE_HELD  0.5f
#define SLIDE_GAIN  8.0f
#define SLIDE_LEAD  0.5f
/// m/s, below which nothing slides.
#define SLIDE_SPEED 3.0f

float steering_lock(const CarParams *params, float speed) {
    return params->steer_lock / (1.0f + speed / params->steer_speed_half);
}

/// How the front axle moves, seen from the body (m/s).
static vec2s front_motion(const CarModel *model, CarMotion motion) {
    return vec2_make(float_max(motion.along, 1.0f), motion.across + model->to_front * motion.spin);
}

/// Takes from `wanted` what lies beyond `limit` x the peak slip of the front, toward straight ahead
/// only. At low speed, where the car follows its wheels anyhow, the limit is wide.
static float limit_slip(const CarModel *model, CarMotion motion, float wanted, float limit) {
    float slack = 0.15f * float_max(0.0f, 8.0f - motion.speed);
    float most = limit * model->params.slip_angle_peak_front_deg * (TRIG_PI / 180.0f) + slack;
    // No arc tangent is farther from 0 than its tangent: that tells nearly always.
    vec2s way = front_motion(model, motion);
    float against = float_max(wanted > 0.0f ? -way.y : way.y, 0.0f);
    if (wanted != 0.0f && against <= (most - LIMIT_DOUBT - fabsf(wanted)) * way.x) {
        return wanted;
    }
    float direction = trig_atan2(way.y, way.x);
    if (wanted > 0.0f) {
        return float_clamp(direction + most, 0.0f, wanted);
    }
    return float_clamp(direction - most, wanted, 0.0f);
}

float steering_wanted(const CarModel *model, CarMotion motion, CarInput input, bool slide) {
    float share = float_max(-1.0f, (float)input.steer / 127.0f);
    if (!(input.flags & CAR_INPUT_KEYS)) {
        share = 0.5f * share + 0.5f * share * fabsf(share);
    }
    float wanted = share * steering_lock(&model->params, motion.speed);
    float limit = input.flags & CAR_INPUT_KEYS ? KEYS_SLIP : LIMIT_SLIP;
    bool limited = motion.along > 0.0f && !slide;
    return limited ? limit_slip(model, motion, wanted, limit) : wanted;
}

void steering_rates(const CarParams *params, float speed, CarInput input, SteerRates *out) {
    float fastest = float_max(params->steer_rate, params->steer_return);
    *out = (SteerRates){.out = fastest, .back = params->steer_return, .assist = fastest};
    if (input.flags & CAR_INPUT_KEYS) {
        out->out = params->steer_rate / (1.0f + RATE_FADE * speed / params->steer_speed_half);
    }
}

int8_t steering_input(const CarModel *model, float speed, float angle) {
    float curved = float_clamp(angle / steering_lock(&model->params, speed), -1.0f, 1.0f);
    // Undoes curved = share / 2 + share |share| / 2.
    float share = sqrtf(0.25f + 2.0f * fabsf(curved)) - 0.5f;
    float steps = floorf(share * 127.0f + 0.5f);
    return (int8_t)(curved < 0.0f ? -steps : steps);
}

/// Rear slip (tangent; positive: the tail goes right) and how fast it grows (1/s).
typedef struct RearSlip {
    float now, growth;
} RearSlip;

static RearSlip rear_slip(const CarModel *model, CarMotion motion, float ay) {
    return (RearSlip){
        .now = (model->to_rear * motion.spin - motion.across) / motion.along,
        .growth = motion.spin - ay / motion.along,
    };
}

/// Rear slip some time ahead, in shares of its peak.
static float rear_use(const CarModel *model, RearSlip rear) {
    return (rear.now + ASSIST_LEAD * rear.growth) / model->tyre[1].slip_y;
}

/// Front slip, in shares of its peak, that the driver may ask for while the tail goes right.
static float front_share(const CarModel *model, CarMotion motion, RearSlip rear, float wanted,
                         SteerAssist assist) {
    if (!assist.slide) {
        float over = float_max(0.0f, rear_use(model, rear) - ASSIST_FROM);
        return LIMIT_SLIP - ASSIST_GAIN * assist.strength * over;
    }
    float key = float_clamp(wanted / steering_lock(&model->params, motion.speed), 0.0f, 1.0f);
    float held = SLIDE_LOOSE + (SLIDE_HELD - SLIDE_LOOSE) * key;
    float over = float_max(0.0f, rear.now + SLIDE_LEAD * rear.growth - held);
    return LIMIT_SLIP - SLIDE_GAIN * assist.strength * over;
}

/// The assist for a slide whose tail goes right (force to the left); the other side is its mirror
/// image.
static float assist_left(const CarModel *model, CarMotion motion, float direction, RearSlip rear,
                         float wanted, SteerAssist assist) {
    float share = front_share(model, motion, rear, wanted, assist);
    if (share >= LIMIT_SLIP && !assist.slide) {
        return wanted;
    }
    float peak = model->params.slip_angle_peak_front_deg * (TRIG_PI / 180.0f);
    return float_min(wanted, direction + peak * float_max(-1.0f, share));
}

/// How much of the assist is there at `along` m/s, 0 to 1.
static float assist_fade(float along) {
    if (along >= ASSIST_SPEED_ALL) {
        return 1.0f;
    }
    return float_clamp((along - ASSIST_SPEED) / (ASSIST_SPEED_ALL - ASSIST_SPEED), 0.0f, 1.0f);
}

/// The angle (rad) that the assist wants, before it fades.
static float assisted_angle(const CarModel *model, CarMotion motion, RearSlip rear, float wanted,
                            SteerAssist assist) {
    RearSlip mirrored = {.now = -rear.now, .growth = -rear.growth};
    float lead = assist.slide ? SLIDE_LEAD : ASSIST_LEAD;
    vec2s way = front_motion(model, motion);
    float direction = trig_atan2(way.y, way.x);
    float assisted = rear.now + lead * rear.growth > 0.0f
                         ? assist_left(model, motion, direction, rear, wanted, assist)
                         : -assist_left(model, motion, -direction, mirrored, -wanted, assist);
    return float_clamp(assisted, -model->params.steer_lock, model->params.steer_lock);
}

void steering_assist(const CarModel *model, CarMotion motion, float ay, float wanted,
                     SteerAssist assist, SteerHelp *out) {
    *out = (SteerHelp){.angle = wanted, .pedals = {.gas = 1.0f, .rear_brake = 1.0f}};
    float fade = assist_fade(motion.along);
    float strength = assist.strength * fade;
    if (strength <= 0.0f) {
        return;
    }
    RearSlip rear = rear_slip(model, motion, ay);
    if (!assist.slide) {
        float use = fabsf(rear_use(model, rear));
        if (use <= ASSIST_FROM) {
            return; // as nearly always; the rest costs an arc tangent
        }
        float gas = 1.0f - GAS_GAIN * strength * (use - GAS_FROM);
        float brake = 1.0f - ASSIST_GAIN * strength * (use - ASSIST_FROM);
        out->pedals.gas = float_clamp(gas, 0.0f, 1.0f);
        out->pedals.rear_brake = float_clamp(brake, 0.0f, 1.0f);
    }
    out->angle = wanted + fade * (assisted_angle(model, motion, rear, wanted, assist) - wanted);
}

bool steering_slides(const CarModel *model, CarMotion motion) {
    float across = fabsf(model->to_rear * motion.spin - motion.across);
    return motion.speed > SLIDE_SPEED &&
           across > model->tyre[1].slip_y * float_max(motion.along, 0.0f);
}
