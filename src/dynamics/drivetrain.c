#include "dynamics/drivetrain.h"

#include "dynamics/scalar.h"

#include <math.h>

#define RPM_PER_RAD_S 9.5492966f
/// Share of the up-shift speed that the engine may reach after shifting down. 0.8 leaves a gap to
/// the next up-shift in every gearbox whose steps are wider than 1.25.
#define SHIFT_DOWN 0.80f

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
    // Spinning wheels alone are no reason to shift up: a burn-out stays in first.
    if (wheel_rpm > params->shift_up_rpm && ground_rpm > 0.6f * params->shift_up_rpm) {
        gear += gear < params->gear_count ? 1 : 0;
    } else {
        // Locked wheels are no reason to shift down either.
        float fastest = float_max(spin, ground) * RPM_PER_RAD_S;
        while (gear > 1 &&
               fastest * gear_ratio(params, gear - 1) < SHIFT_DOWN * params->shift_up_rpm) {
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

/// Impulse (N m s) that moves from the faster to the slower of two shafts, at most `most`.
static float even_out(float fast, float slow, float inertia_fast, float inertia_slow, float most) {
    float needed = (fast - slow) / (1.0f / inertia_fast + 1.0f / inertia_slow);
    return float_clamp(needed, -most, most);
}

/// Limited slip within the axle of wheels `left` and `left` + 1.
static void lock_axle(const WheelTask tasks[CAR_WHEELS], float spins[CAR_WHEELS], int left,
                      float most) {
    int right = left + 1;
    float impulse =
        even_out(spins[left], spins[right], tasks[left].inertia, tasks[right].inertia, most);
    spins[left] -= impulse / tasks[left].inertia;
    spins[right] += impulse / tasks[right].inertia;
}

/// Limited slip between the axles of a car that drives both.
static void lock_centre(const WheelTask tasks[CAR_WHEELS], float spins[CAR_WHEELS], float most) {
    float inertia_front = tasks[0].inertia + tasks[1].inertia;
    float inertia_rear = tasks[2].inertia + tasks[3].inertia;
    float impulse = even_out(0.5f * (spins[0] + spins[1]), 0.5f * (spins[2] + spins[3]),
                             inertia_front, inertia_rear, most);
    for (int i = 0; i < CAR_WHEELS; i++) {
        spins[i] += i < CAR_REAR_LEFT ? -impulse / inertia_front : impulse / inertia_rear;
    }
}

void drivetrain_spin(const Drive *drive, const WheelTask tasks[CAR_WHEELS], float spins[CAR_WHEELS],
                     float dt) {
    float impulse[CAR_WHEELS];
    float before[CAR_WHEELS];
    float speed_part[CAR_WHEELS];
    float give_part[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        float push = dt * tasks[i].torque;
        float brake = dt * tasks[i].brake;
        before[i] = spins[i];
        if (spins[i] == 0.0f) {
            impulse[i] = push - float_clamp(push, -brake, brake);
        } else {
            impulse[i] = push - (spins[i] > 0.0f ? brake : -brake);
        }
        speed_part[i] = drive->share[i] * impulse[i] / tasks[i].inertia;
        give_part[i] = drive->share[i] * drive->share[i] / tasks[i].inertia;
    }
    float give = (give_part[0] + give_part[1]) + (give_part[2] + give_part[3]);
    float gain = ((speed_part[0] + speed_part[1]) + (speed_part[2] + speed_part[3])) /
                 (1.0f + drive->inertia * give);
    for (int i = 0; i < CAR_WHEELS; i++) {
        spins[i] += (impulse[i] - drive->share[i] * drive->inertia * gain) / tasks[i].inertia;
    }

    float front = drive->share[CAR_FRONT_LEFT];
    float rear = drive->share[CAR_REAR_LEFT];
    if (front > 0.0f) {
        lock_axle(tasks, spins, CAR_FRONT_LEFT, dt * drive->lock * front);
    }
    if (rear > 0.0f) {
        lock_axle(tasks, spins, CAR_REAR_LEFT, dt * drive->lock * rear);
    }
    if (front > 0.0f && rear > 0.0f) {
        lock_centre(tasks, spins, dt * drive->lock);
    }
    for (int i = 0; i < CAR_WHEELS; i++) {
        bool held = before[i] == 0.0f && impulse[i] == 0.0f;
        bool reversed = before[i] * spins[i] < 0.0f;
        if (tasks[i].brake > 0.0f && (held || reversed)) {
            spins[i] = 0.0f;
        }
    }
}
