#include "vehicle/drivetrain.h"

#include "base/scalar.h"

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
/// In how many rounds brakes and locks are solved together, at most. With the clutch open one or
/// two do; a wheel that locks while the engine turns on takes more, and is stopped at last.
#define FRICTION_ROUNDS 4
/// Share of its most to which a brake is solved.
#define FRICTION_KNOWN 1e-4f

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

/// Torque of the engine (N m) turning at `rpm` with the clutch closed, or slipping; `boost`: of the
/// car.
static float engine_output(const CarParams *params, float rpm, float throttle, float boost,
                           bool slipping) {
    // Above the redline the limiter cuts within 1 %: a band instead of a switch, which would
    // chatter at top speed.
    float over = rpm > params->redline_rpm ? rpm / params->redline_rpm - 1.0f : 0.0f;
    float cut = float_min(over * 100.0f, 1.0f);
    float drag = engine_friction(params, rpm);
    float full = engine_torque(params, rpm) * (1.0f + boost) * (1.0f - cut) - drag * cut;
    if (slipping) {
        return float_clamp(throttle * full, 0.0f, params->clutch_torque_max);
    }
    // Engine braking fades out towards idle, where the clutch opens.
    float fade = float_clamp((rpm / params->idle_rpm - 1.05f) * 5.0f, 0.0f, 1.0f);
    return throttle * full - (1.0f - throttle) * drag * fade;
}

void drivetrain_drive(Car *car, const CarModel *model, float throttle, bool open, float dt,
                      Drive *out) {
    const CarParams *params = &model->params;
    float front = 0.5f * params->drive_split_front;
    float rear = 0.5f * (1.0f - params->drive_split_front);
    lanes_store(lanes_of(front, front, rear, rear), out->share); // They are loaded as lanes soon.
    out->torque = 0.0f;
    out->inertia = 0.0f;
    out->lock = params->diff_preload;
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
        return;
    }
    float rpm = slipping ? slip_rpm : wheel_rpm;
    move_needle(car, rpm, dt);
    float torque = engine_output(params, rpm, throttle, car->boost, slipping);
    out->torque = torque * ratio * (torque > 0.0f ? params->efficiency : 1.0f);
    out->inertia = slipping ? 0.0f : params->engine_inertia * ratio * ratio;
    float locking = torque > 0.0f ? params->diff_lock_power : params->diff_lock_coast;
    out->lock = float_max(params->diff_preload, locking * fabsf(out->torque));
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

/// A differential within a step.
typedef struct Lock {
    Lanes sides;   ///< 1 and -1, or shares of them, at the wheels of either side.
    Lanes changes; ///< rad/s, of the spins by 1 N m s across it.
    float give;    ///< rad/s, of the difference of the sides by the same.
    float most;    ///< N m s that it carries across.
    float impulse; ///< N m s that it has carried so far.
} Lock;

typedef struct Locks {
    Lock locks[3];
    int count;
} Locks;

static void add_lock(Locks *locks, const Masses *masses, const float sides[CAR_WHEELS],
                     float most) {
    Lanes side = lanes_load(sides);
    Lanes changes = respond(masses, side);
    locks->locks[locks->count++] = (Lock){.sides = side,
                                          .changes = changes,
                                          .give = wheels_sum(lanes_mul(side, changes)),
                                          .most = most};
}

/// The differentials of the driven axles, and the one between them where both are driven.
static void locks_make(const Drive *drive, const Masses *masses, float dt, Locks *locks) {
    _Alignas(16) static const float front_axle[CAR_WHEELS] = {1.0f, -1.0f, 0.0f, 0.0f};
    _Alignas(16) static const float rear_axle[CAR_WHEELS] = {0.0f, 0.0f, 1.0f, -1.0f};
    _Alignas(16) static const float centre[CAR_WHEELS] = {0.5f, 0.5f, -0.5f, -0.5f};
    float front = drive->share[CAR_FRONT_LEFT];
    float rear = drive->share[CAR_REAR_LEFT];
    locks->count = 0;
    if (drive->lock <= 0.0f) {
        return;
    }
    if (front > 0.0f) {
        add_lock(locks, masses, front_axle, dt * drive->lock * front);
    }
    if (rear > 0.0f) {
        add_lock(locks, masses, rear_axle, dt * drive->lock * rear);
    }
    if (front > 0.0f && rear > 0.0f) {
        add_lock(locks, masses, centre, dt * drive->lock);
    }
}

/// Limited slip: evens out the difference of the sides by what the lock still carries.
static Lanes lock_spins(Lock *lock, Lanes spins) {
    float difference = wheels_sum(lanes_mul(lock->sides, spins));
    float needed = difference / lock->give;
    float impulse = float_clamp(lock->impulse + needed, -lock->most, lock->most);
    float more = impulse - lock->impulse;
    lock->impulse = impulse;
    return lanes_sub(spins, lanes_mul(lanes_all(more), lock->changes));
}

static Lanes within(Lanes value, Lanes most) {
    return lanes_min(lanes_max(value, lanes_negate(most)), most);
}

/// The brake impulses that the solve begins with, `most` being all that they can be: all against
/// the way that each wheel turns. Where one stands, the wheels that a differential ties together
/// begin with the same share of theirs, which stops them as a whole if that can be: what is left
/// between them is for the locks, and the first round ends it. From what each needs alone, brakes
/// and locks would come nearer by halves.
static Lanes first_brakes(const Masses *masses, const Locks *locks, Lanes before, Lanes push,
                          Lanes most) {
    Lanes zero = lanes_all(0.0f);
    if (mask_bits(lanes_equal(before, zero)) == 0) {
        return lanes_select(lanes_less(zero, before), most, lanes_negate(most));
    }
    _Alignas(16) float momenta[CAR_WHEELS], brakes[CAR_WHEELS], shares[CAR_WHEELS];
    lanes_store(lanes_add(lanes_mul(masses->inertia, before), push), momenta);
    lanes_store(most, brakes);
    float momentum[2], brake[2]; // of the front axle and of the rear one
    for (int i = 0; i < 2; i++) {
        momentum[i] = momenta[2 * i] + momenta[2 * i + 1];
        brake[i] = brakes[2 * i] + brakes[2 * i + 1];
    }
    if (locks->count > 1) {
        momentum[0] = momentum[1] = momentum[0] + momentum[1];
        brake[0] = brake[1] = brake[0] + brake[1];
    }
    for (int i = 0; i < CAR_WHEELS; i++) {
        shares[i] = float_clamp(momentum[i / 2] / float_max(brake[i / 2], 1e-20f), -1.0f, 1.0f);
    }
    return lanes_mul(lanes_load(shares), most);
}

/// Brakes and locks together, Gauss-Seidel over whole impulses: that of a brake becomes what its
/// wheel still needs to stand, b = clamp(b + I spin, -most, most). Where nothing changes any more,
/// Coulomb's law holds as the step ends: a wheel that stands takes less than its most, one that
/// turns has all of it against its way. A brake feels at least the inertia I of its wheel alone, so
/// the rounds converge with the engine coupled, too. One after the other, brakes stopped a wheel
/// that the lock then moved again: the rear wheels of a kart at rest took turns at 5 mm/s.
void drivetrain_spin(const Drive *drive, const WheelTasks *tasks, float spins[CAR_WHEELS],
                     float dt) {
    Lanes zero = lanes_all(0.0f);
    Lanes push = lanes_mul(lanes_all(dt), lanes_load(tasks->torque));
    Lanes most = lanes_mul(lanes_all(dt), lanes_load(tasks->brake));
    Lanes known = lanes_mul(most, lanes_all(FRICTION_KNOWN));
    Lanes before = lanes_load(spins);
    Masses masses = masses_of(drive, tasks);
    Locks locks;
    locks_make(drive, &masses, dt, &locks);
    Lanes brake = first_brakes(&masses, &locks, before, push, most);
    Lanes after = lanes_add(before, respond(&masses, lanes_sub(push, brake)));
    for (int round = 0; round < FRICTION_ROUNDS; round++) {
        for (int i = 0; i < locks.count; i++) {
            after = lock_spins(&locks.locks[i], after);
        }
        Lanes needed = within(lanes_add(brake, lanes_mul(masses.inertia, after)), most);
        Lanes change = lanes_sub(needed, brake);
        if (mask_bits(lanes_less(known, lanes_abs(change))) == 0) {
            break;
        }
        after = lanes_sub(after, respond(&masses, change));
        brake = needed;
    }
    // A wheel that went through zero within a step swung to and fro on its tyre for good (GT in
    // front, 2.5 rad/s): it stands first.
    LaneMask braked = lanes_less(zero, most);
    LaneMask held = lanes_less(lanes_abs(brake), most);
    LaneMask reversed = lanes_less(lanes_mul(before, after), zero);
    lanes_store(lanes_select(mask_and(braked, mask_or(held, reversed)), zero, after), spins);
}
