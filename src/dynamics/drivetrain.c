#include "dynamics/drivetrain.h"

#include "base/scalar.h"
#include "dynamics/wheel_lanes.h"

#include <math.h>

#define RPM_PER_RAD_S 9.5492966f
/// Share of the up-shift speed that the engine may reach after shifting down. 0.8 leaves a gap to
/// the next up-shift in every gearbox whose steps are wider than 1.25.
#define SHIFT_DOWN 0.80f
/// Share of the up-shift speed that the road, and not spinning wheels alone, must have reached.
#define SHIFT_UP 0.6f
/// Both while a slide is wanted (car->slide_left): a shift, with its moment without drive, would
/// end it, so the gear is kept as long as it goes.
#define SLIDE_DOWN 0.55f
#define SLIDE_UP   0.9f

float engine_torque(const CarParams *params, float rpm) {
    const CarTorquePoint *curve = params->torque_curve;
    int count = params->torque_count;
    if (count == 0 || rpm <= curve[0].rpm) {
        return count == 0 ? 0.0f : curve[0].torque;
    }
    for (int i = 1; i < count; i++) {
        if (rpm <= curve[i].rpm) {
            float t = (rpm - curve[i - 1].rpm) / (curve[i].rpm - curve[i - 1].rpm);
            return curve[i - 1].torque + t * (curve[i].torque - curve[i - 1].torque);
        }
    }
    return curve[count - 1].torque;
}

float engine_friction(const CarParams *params, float rpm) {
    float range = float_max(1.0f, params->redline_rpm - params->idle_rpm);
    float t = float_clamp((rpm - params->idle_rpm) / range, 0.0f, 1.0f);
    return params->engine_friction_idle +
           t * (params->engine_friction_redline - params->engine_friction_idle);
}

float gear_ratio(const CarParams *params, int gear) {
    if (gear < 0) {
        return -params->reverse_gear * params->final_drive;
    }
    return gear == 0 ? 0.0f : params->gears[gear - 1] * params->final_drive;
}

/// Mean spin (rad/s) of the driven wheels, as the engine sees it. Left and right are added first,
/// so that a mirrored car gives the same bits.
static float driven_spin(const Car *car, const CarParams *params) {
    const Wheel *w = car->wheels;
    float front = 0.5f * (w[CAR_FRONT_LEFT].spin + w[CAR_FRONT_RIGHT].spin);
    float rear = 0.5f * (w[CAR_REAR_LEFT].spin + w[CAR_REAR_RIGHT].spin);
    return params->drive_split_front * front + (1.0f - params->drive_split_front) * rear;
}

void drivetrain_shift(Car *car, const CarModel *model, float along, bool automatic, float dt) {
    const CarParams *params = &model->params;
    car->shift_left = float_max(0.0f, car->shift_left - dt);
    if (!automatic || car->gear < 1 || car->shift_left > 0.0f) {
        return;
    }
    bool rear = params->drive_split_front < 0.5f;
    float radius = rear ? params->wheel_radius_rear : params->wheel_radius_front;
    float spin = driven_spin(car, params);
    float ground = along / radius;
    float wheel_rpm = spin * gear_ratio(params, car->gear) * RPM_PER_RAD_S;
    float ground_rpm = ground * gear_ratio(params, car->gear) * RPM_PER_RAD_S;
    int gear = car->gear;
    bool slide = car->slide_left > 0.0f;
    float up = slide ? SLIDE_UP : SHIFT_UP;
    float down = slide ? SLIDE_DOWN : SHIFT_DOWN;
    // Spinning wheels alone are no reason to shift up: a burn-out stays in first.
    if (wheel_rpm > params->shift_up_rpm && ground_rpm > up * params->shift_up_rpm) {
        gear += gear < params->gear_count ? 1 : 0;
    } else {
        // Locked wheels are no reason to shift down either.
        float fastest = float_max(spin, ground) * RPM_PER_RAD_S;
        while (gear > 1 && fastest * gear_ratio(params, gear - 1) < down * params->shift_up_rpm) {
            gear--;
        }
    }
    if (gear != car->gear) {
        car->gear = (int8_t)gear;
        car->shift_left = params->shift_time;
    }
}

/// Lets the needle follow the engine: nothing but pictures and sound reads it.
static void move_needle(Car *car, float rpm, float dt) {
    car->rpm += (rpm - car->rpm) * dt / (0.04f + dt);
}

/// Torque of the engine (N m) turning at `rpm` with the clutch closed, or slipping.
static float engine_output(const CarParams *params, float rpm, float throttle, bool slipping) {
    // Above the redline the limiter cuts within 1 %: a band instead of a switch, which would
    // chatter at top speed.
    float cut = float_clamp((rpm / params->redline_rpm - 1.0f) * 100.0f, 0.0f, 1.0f);
    float drag = engine_friction(params, rpm);
    float full = engine_torque(params, rpm) * (1.0f - cut) - drag * cut;
    if (slipping) {
        return float_clamp(throttle * full, 0.0f, params->clutch_torque_max);
    }
    // Engine braking fades out towards idle, where the clutch opens.
    float fade = float_clamp((rpm / params->idle_rpm - 1.05f) * 5.0f, 0.0f, 1.0f);
    return throttle * full - (1.0f - throttle) * drag * fade;
}

Drive drivetrain_drive(Car *car, const CarModel *model, float throttle, bool open, float dt) {
    const CarParams *params = &model->params;
    float front = params->drive_split_front;
    float rear = 1.0f - front;
    Drive drive = {
        .share = {0.5f * front, 0.5f * front, 0.5f * rear, 0.5f * rear},
        .lock = params->diff_preload,
    };
    float ratio = gear_ratio(params, car->gear);
    float wheel_rpm = driven_spin(car, params) * ratio * RPM_PER_RAD_S;
    float idle = params->idle_rpm;
    bool lowest = car->gear == 1 || car->gear == -1;
    float launch = lowest ? float_max(params->launch_rpm, idle) : idle;
    float slip_rpm = idle + throttle * (launch - idle);
    bool slipping = wheel_rpm < slip_rpm;

    if (car->gear == 0 || car->shift_left > 0.0f || open) {
        float free_rpm = idle + throttle * (params->redline_rpm - idle);
        move_needle(car, car->shift_left > 0.0f ? float_max(wheel_rpm, idle) : free_rpm, dt);
        return drive;
    }
    float rpm = slipping ? slip_rpm : wheel_rpm;
    move_needle(car, rpm, dt);
    float torque = engine_output(params, rpm, throttle, slipping);
    drive.torque = torque * ratio * (torque > 0.0f ? params->efficiency : 1.0f);
    drive.inertia = slipping ? 0.0f : params->engine_inertia * ratio * ratio;
    float locking = torque > 0.0f ? params->diff_lock_power : params->diff_lock_coast;
    drive.lock = float_max(params->diff_preload, locking * fabsf(drive.torque));
    return drive;
}

/// The mass matrix diag(I_i) + J share share^T.
typedef struct Masses {
    Lanes inertia;
    Lanes share;
    Lanes engine;  ///< J share_i
    float stiffer; ///< 1 + J sum(share_i^2 / I_i)
} Masses;

static Masses masses_of(const Drive *drive, const WheelTasks *tasks) {
    Masses masses = {.inertia = lanes_load(tasks->inertia), .share = lanes_load(drive->share)};
    Lanes gives = lanes_div(lanes_mul(masses.share, masses.share), masses.inertia);
    masses.engine = lanes_mul(masses.share, lanes_all(drive->inertia));
    masses.stiffer = 1.0f + drive->inertia * wheels_sum(gives);
    return masses;
}

/// Changes of spin (rad/s) that `impulses` (N m s on the wheels) bring about.
static Lanes respond(const Masses *masses, Lanes impulses) {
    Lanes changes = lanes_div(impulses, masses->inertia);
    float engine = wheels_sum(lanes_mul(masses->share, changes)) / masses->stiffer;
    Lanes held = lanes_div(lanes_mul(masses->engine, lanes_all(engine)), masses->inertia);
    return lanes_sub(changes, held);
}

/// Limited slip: evens out the difference `sides` . spins by at most the impulse `most`.
static Lanes lock_differential(const Masses *masses, const float sides[CAR_WHEELS], float most,
                               Lanes spins) {
    Lanes side = lanes_load(sides);
    Lanes changes = respond(masses, side);
    float difference = wheels_sum(lanes_mul(side, spins));
    float needed = difference / wheels_sum(lanes_mul(side, changes));
    float impulse = float_clamp(needed, -most, most);
    return lanes_sub(spins, lanes_mul(lanes_all(impulse), changes));
}

/// The differentials of the driven axles, and the one between them where both are driven.
static Lanes lock_differentials(const Drive *drive, const Masses *masses, Lanes spins, float dt) {
    _Alignas(16) static const float front_axle[CAR_WHEELS] = {1.0f, -1.0f, 0.0f, 0.0f};
    _Alignas(16) static const float rear_axle[CAR_WHEELS] = {0.0f, 0.0f, 1.0f, -1.0f};
    _Alignas(16) static const float centre[CAR_WHEELS] = {0.5f, 0.5f, -0.5f, -0.5f};
    float front = drive->share[CAR_FRONT_LEFT];
    float rear = drive->share[CAR_REAR_LEFT];
    if (drive->lock <= 0.0f) {
        return spins;
    }
    if (front > 0.0f) {
        spins = lock_differential(masses, front_axle, dt * drive->lock * front, spins);
    }
    if (rear > 0.0f) {
        spins = lock_differential(masses, rear_axle, dt * drive->lock * rear, spins);
    }
    if (front > 0.0f && rear > 0.0f) {
        spins = lock_differential(masses, centre, dt * drive->lock, spins);
    }
    return spins;
}

void drivetrain_spin(const Drive *drive, const WheelTasks *tasks, float spins[CAR_WHEELS],
                     float dt) {
    Lanes zero = lanes_all(0.0f);
    Lanes push = lanes_mul(lanes_all(dt), lanes_load(tasks->torque));
    Lanes brake = lanes_mul(lanes_all(dt), lanes_load(tasks->brake));
    Lanes before = lanes_load(spins);
    Lanes holding = lanes_min(lanes_max(push, lanes_negate(brake)), brake);
    Lanes slowing = lanes_select(lanes_less(zero, before), brake, lanes_negate(brake));
    LaneMask standing = lanes_equal(before, zero);
    Lanes impulses = lanes_sub(push, lanes_select(standing, holding, slowing));
    Masses masses = masses_of(drive, tasks);
    Lanes after = lanes_add(before, respond(&masses, impulses));
    after = lock_differentials(drive, &masses, after, dt);
    LaneMask held = mask_and(standing, lanes_equal(impulses, zero));
    LaneMask reversed = lanes_less(lanes_mul(before, after), zero);
    LaneMask stopped =
        mask_and(lanes_less(zero, lanes_load(tasks->brake)), mask_or(held, reversed));
    lanes_store(lanes_select(stopped, zero, after), spins);
}
