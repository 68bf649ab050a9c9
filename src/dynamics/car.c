#include "dynamics/car.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "base/simd.h"
#include "dynamics/drivetrain.h"
#include "dynamics/steering.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

/// Share of the friction limit that ABS and traction control use. 0.98 leaves the wheel on the
/// stable side of the peak; at 1 it slowly wanders over.
#define HELP_LIMIT 0.98f
/// ABS lets go below this speed, or a car would never quite stop (m/s).
#define ABS_SPEED 2.0f
/// Standing (m/s), and for how long with the brake held until reverse engages (s).
#define STANDING     0.5f
#define REVERSE_WAIT 0.2f
/// A slide that the handbrake began stays wanted while the throttle is above this, and so long (s)
/// without it.
#define SLIDE_GAS  0.3f
#define SLIDE_WAIT 0.4f
/// Wheelspin in a wanted slide, x the slip of the peak: enough to keep the tail out, and the side
/// force that is left at it keeps the car from turning round.
#define SLIDE_SPIN 2.0f
/// Slip, x that of the peak, up to which traction control gives what grip there is and no more. One
/// that is set to hold more lets the wheels spin up to there.
#define SPIN_FROM 1.3f

CarModel car_model_make(const CarParams *params) {
    ASSERT(params->mass > 0.0f && params->yaw_inertia > 0.0f && params->wheelbase > 0.0f);
    ASSERT(params->gear_count >= 1 && params->gear_count <= CAR_GEARS_MAX);
    const CarParams *p = params;
    CarModel model;
    memset(&model, 0, sizeof model);
    model.params = *params;
    model.tyre[0] = tyre_make(p->mu_x_front, p->mu_y_front, p->slip_ratio_peak_front,
                              p->slip_angle_peak_front_deg * (TRIG_PI / 180.0f),
                              p->slide_grip_front, p->load_sens_front, p->load_ref, p->relax_x,
                              p->relax_y, p->lowspeed_damp, p->lowspeed_v);
    model.tyre[1] = tyre_make(p->mu_x_rear, p->mu_y_rear, p->slip_ratio_peak_rear,
                              p->slip_angle_peak_rear_deg * (TRIG_PI / 180.0f), p->slide_grip_rear,
                              p->load_sens_rear, p->load_ref, p->relax_x, p->relax_y,
                              p->lowspeed_damp, p->lowspeed_v);
    model.tyres = tyre_set_make(&model.tyre[0], &model.tyre[1]);
    model.to_rear = p->weight_front * p->wheelbase;
    model.to_front = p->wheelbase - model.to_rear;
    for (int i = 0; i < CAR_WHEELS; i++) {
        bool front = i < CAR_REAR_LEFT;
        float side = 0.5f * (front ? p->track_front : p->track_rear);
        model.wheel_at[i] =
            vec2_make(front ? model.to_front : -model.to_rear, i % 2 == 0 ? side : -side);
    }
    return model;
}

Hash128 car_model_hash(const CarModel *model) {
    const CarParams *params = &model->params;
    Hash hash = hash_begin();
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) \
    hash_f32(&hash, params->name);
#include "dynamics/car_params.def"
#undef PARAM
    hash_u32(&hash, (uint32_t)params->torque_count);
    for (int i = 0; i < params->torque_count; i++) {
        hash_f32(&hash, params->torque_curve[i].rpm);
        hash_f32(&hash, params->torque_curve[i].torque);
    }
    hash_u32(&hash, (uint32_t)params->gear_count);
    for (int i = 0; i < params->gear_count; i++) {
        hash_f32(&hash, params->gears[i]);
    }
    hash_u32(&hash, (uint32_t)params->outline_count);
    for (int i = 0; i < params->outline_count; i++) {
        hash_f32(&hash, params->outline[i].x);
        hash_f32(&hash, params->outline[i].y);
    }
    return hash_end128(&hash);
}

Hull car_model_hull(const CarModel *model) {
    const CarParams *params = &model->params;
    Hull hull;
    if (params->outline_count > 0) {
        bool made = hull_make(params->outline, params->outline_count, &hull);
        ASSERT(made);
        return hull;
    }
    return hull_box(vec2_make(params->body_offset, 0.0f), params->length, params->width);
}

static float wheel_radius(const CarParams *params, int wheel) {
    return wheel < CAR_REAR_LEFT ? params->wheel_radius_front : params->wheel_radius_rear;
}

static float wheel_inertia(const CarParams *params, int wheel) {
    return wheel < CAR_REAR_LEFT ? params->wheel_inertia_front : params->wheel_inertia_rear;
}

Car car_make(const CarModel *model, float speed) {
    const CarParams *params = &model->params;
    Car car;
    memset(&car, 0, sizeof car);
    for (int i = 0; i < CAR_WHEELS; i++) {
        car.wheels[i].spin = speed / wheel_radius(params, i);
    }
    float driven =
        car.wheels[params->drive_split_front > 0.5f ? CAR_FRONT_LEFT : CAR_REAR_LEFT].spin;
    float rpm_per_ratio = driven * 30.0f / TRIG_PI;
    car.gear = 1;
    while (car.gear < params->gear_count &&
           rpm_per_ratio * gear_ratio(params, car.gear) > 0.98f * params->shift_up_rpm) {
        car.gear++;
    }
    car.rpm = float_max(params->idle_rpm, rpm_per_ratio * gear_ratio(params, car.gear));
    return car;
}

void car_hash(const Car *car, Hash *hash) {
    for (int i = 0; i < CAR_WHEELS; i++) {
        const Wheel *wheel = &car->wheels[i];
        const float values[] = {wheel->spin,   wheel->tread.x, wheel->tread.y,
                                wheel->load,   wheel->force.x, wheel->force.y,
                                wheel->slip_x, wheel->slip_y,  wheel->use};
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
            hash_f32(hash, values[k]);
        }
        hash_u32(hash, wheel->surface);
    }
    const float values[] = {car->steer, car->throttle,   car->brake,        car->ax,        car->ay,
                            car->rpm,   car->shift_left, car->reverse_wait, car->slide_left};
    for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
        hash_f32(hash, values[k]);
    }
    hash_u32(hash, (uint32_t)(int32_t)car->gear);
    hash_u32(hash, car->manual ? 1u : 0u);
    hash_u32(hash, car->last_flags);
}

/// Who pulls the handbrake wants the slide, and keeps it with the gas.
static void watch_slide(Car *car, const CarModel *model, CarMotion motion,
                        const CarControl *control, float dt) {
    float strength = model->params.yaw_assist * control->yaw_assist;
    bool pulled = control->handbrake > 0.0f && model->params.handbrake_torque > 0.0f;
    bool kept =
        car->slide_left > 0.0f && car->throttle > SLIDE_GAS && steering_slides(model, motion);
    float left = pulled || kept ? SLIDE_WAIT : car->slide_left - dt;
    car->slide_left = strength > 0.0f ? float_max(0.0f, left) : 0.0f;
}

/// Moves the wheels towards the wanted angle and, where the help is on, past it into the slide.
/// Returns what the help leaves of the pedals.
static HelpPedals steer_wheels(Car *car, const CarModel *model, CarMotion motion,
                               const CarControl *control, SteerRates rates, float dt) {
    SteerHelp help = {.strength = model->params.yaw_assist * control->yaw_assist,
                      .slide = car->slide_left > 0.0f};
    float wanted = float_clamp(control->steer, -model->params.steer_lock, model->params.steer_lock);
    float helped = steering_help(model, motion, car->ay, wanted, help);
    bool outward = wanted * car->steer >= 0.0f && fabsf(wanted) > fabsf(car->steer);
    float rate = outward ? rates.out : float_max(rates.out, rates.back);
    rate = helped == wanted ? rate : rates.help;
    car->help = helped == wanted ? 0 : CAR_HELP_STEER;
    float change = float_clamp(helped - car->steer, -rate * dt, rate * dt);
    car->steer += change;
    return steering_pedals(model, motion, car->ay, help);
}

/// Direction of each wheel: both rear ones straight, the inner front one turned further by
/// Ackermann: cot(outer) - cot(inner) = track / wheelbase, x `ackermann`.
static void wheel_directions(const CarModel *model, float steer, Rotation out[CAR_WHEELS]) {
    const CarParams *params = &model->params;
    float slope = trig_tan(steer);
    float spread = 0.5f * params->ackermann * params->track_front / params->wheelbase * slope;
    float slopes[2] = {slope / float_max(0.25f, 1.0f - spread),
                       slope / float_max(0.25f, 1.0f + spread)};
    for (int i = 0; i < CAR_WHEELS; i++) {
        out[i] = (Rotation){.c = 1.0f, .s = 0.0f};
        if (i < CAR_REAR_LEFT) {
            out[i].c = 1.0f / sqrtf(1.0f + slopes[i] * slopes[i]);
            out[i].s = slopes[i] * out[i].c;
        }
    }
}

/// Wheel loads from weight, downforce and the lagged accelerations. Their sum is always weight plus
/// downforce: a lifted axle or wheel leaves its share to the other.
static void set_loads(Car *car, const CarModel *model, float speed) {
    const CarParams *params = &model->params;
    float pressure = 0.5f * AIR_DENSITY * speed * speed;
    float weight = params->mass * GRAVITY;
    float pitch = params->mass * car->ax * params->cg_height / params->wheelbase;
    float front = weight * params->weight_front + pressure * params->lift_area_front - pitch;
    float total = weight + pressure * (params->lift_area_front + params->lift_area_rear);
    front = float_clamp(front, 0.0f, float_max(total, 0.0f));
    float rear = float_max(total, 0.0f) - front;

    float roll = params->mass * car->ay * params->cg_height;
    float split = params->roll_split_front;
    float front_shift =
        float_clamp(roll * split / params->track_front, -0.5f * front, 0.5f * front);
    float rear_shift =
        float_clamp(roll * (1.0f - split) / params->track_rear, -0.5f * rear, 0.5f * rear);
    car->wheels[CAR_FRONT_LEFT].load = 0.5f * front - front_shift;
    car->wheels[CAR_FRONT_RIGHT].load = 0.5f * front + front_shift;
    car->wheels[CAR_REAR_LEFT].load = 0.5f * rear - rear_shift;
    car->wheels[CAR_REAR_RIGHT].load = 0.5f * rear + rear_shift;
}

/// What the four wheels do within a step.
typedef struct WheelSteps {
    Rotation direction[CAR_WHEELS];
    vec2s velocity[CAR_WHEELS]; ///< m/s, of their centres, body frame.
    TyreMotion motion;
    TyreForces tyre;
    _Alignas(16) float most_x[CAR_WHEELS]; ///< N along that ABS and traction control leave.
} WheelSteps;

static void step_tyres(const Car *car, const CarModel *model, WheelSteps *steps, CarMotion motion,
                       const Surface *const surfaces[CAR_WHEELS], float dt) {
    TyreMotion *tyres = &steps->motion;
    for (int i = 0; i < CAR_WHEELS; i++) {
        const Wheel *wheel = &car->wheels[i];
        vec2s at = model->wheel_at[i];
        steps->velocity[i] =
            vec2_make(motion.along - motion.spin * at.y, motion.across + motion.spin * at.x);
        vec2s local = rotation_undo(steps->direction[i], steps->velocity[i]);
        tyres->vx[i] = local.x;
        tyres->vy[i] = local.y;
        tyres->rim[i] = wheel->spin * wheel_radius(&model->params, i);
        tyres->load[i] = wheel->load;
        tyres->grip[i] = surfaces[i]->grip;
        tyres->peak_scale[i] = surfaces[i]->peak_scale;
        tyres->tread_x[i] = wheel->tread.x;
        tyres->tread_y[i] = wheel->tread.y;
    }
    tyre_set_step(&model->tyres, tyres, dt, &steps->tyre);
}

/// Force along (N) that each wheel still has when its side force is served, at HELP_LIMIT of the
/// friction ellipse; never less than a seventh of it.
static void set_most(WheelSteps *steps) {
    Lanes grip = lanes_mul(lanes_all(HELP_LIMIT), lanes_load(steps->motion.grip));
    Lanes load = lanes_load(steps->motion.load);
    Lanes along = lanes_mul(lanes_mul(grip, lanes_load(steps->tyre.mu_x)), load);
    Lanes across = lanes_mul(lanes_mul(grip, lanes_load(steps->tyre.mu_y)), load);
    Lanes used = lanes_div(lanes_load(steps->tyre.y), lanes_add(across, lanes_all(1e-3f)));
    Lanes left = lanes_sub(lanes_all(1.0f), lanes_mul(used, used));
    Lanes share = lanes_sqrt(lanes_max(lanes_all(0.02f), left));
    lanes_store(lanes_mul(along, share), steps->most_x);
}

/// Force (N) along wheel `index` that traction control lets through while it turns with `slip`: the
/// grip left beside the side force, less where the slip is beyond the one held, more up to it where
/// that is set far past the peak. In a wanted slide the side force takes nothing away.
static float traction_cap(const Car *car, const CarModel *model, int index, const WheelSteps *steps,
                          float slip) {
    bool slide = car->slide_left > 0.0f;
    float peak = model->tyres.slip_x[index];
    float held = model->params.tc_slip;
    float cap = steps->most_x[index];
    if (slide) {
        held = float_max(held, SLIDE_SPIN * peak);
        cap = HELP_LIMIT * steps->motion.grip[index] * steps->tyre.mu_x[index] *
              steps->motion.load[index];
    }
    if (slip > held) {
        return 0.6f * cap;
    }
    return cap * (1.0f + float_max(0.0f, held - float_max(slip, SPIN_FROM * peak)) / peak);
}

/// Torque of the engine that wheel `index` gets, cut by traction control where it is on. What
/// speeds up the wheel itself and its part of the engine does not load the tyre and comes on top.
static float drive_torque(Car *car, const CarModel *model, int index, const Drive *drive,
                          const WheelSteps *steps, bool traction) {
    const CarParams *params = &model->params;
    float torque = drive->torque * drive->share[index];
    bool driving = torque * (float)car->gear > 0.0f; // Not engine braking.
    if (!traction || params->tc_slip <= 0.0f || !driving) {
        return torque;
    }
    float way = torque > 0.0f ? 1.0f : -1.0f;
    float radius = wheel_radius(params, index);
    float slip = way * steps->tyre.slip_x[index] / steps->motion.peak_scale[index];
    float cap = traction_cap(car, model, index, steps, slip);
    float inertia = wheel_inertia(params, index) + drive->share[index] * drive->inertia;
    float most = cap * radius + inertia * float_max(0.0f, way * car->ax) / radius;
    float allowed = float_clamp(torque, -most, most);
    car->help |= allowed != torque ? CAR_HELP_TRACTION : 0;
    return allowed;
}

/// Dry friction on wheel `index`: brakes (held back by ABS where it is on, those of the rear also
/// by the help, to `left`), handbrake, rolling resistance.
static float brake_torque(Car *car, const CarModel *model, int index, const WheelSteps *steps,
                          const CarControl *control, const Surface *surface, HelpPedals left) {
    const CarParams *params = &model->params;
    bool front = index < CAR_REAR_LEFT;
    float radius = wheel_radius(params, index);
    float bias = front ? params->brake_bias_front : 1.0f - params->brake_bias_front;
    float pedal = front ? car->brake : car->brake * left.rear_brake;
    float torque = 0.5f * pedal * params->brake_torque * bias;
    if (control->abs && params->abs_slip > 0.0f && torque > 0.0f) {
        float cap = steps->most_x[index];
        float along = steps->motion.vx[index];
        float rolling = float_max(fabsf(along), fabsf(steps->motion.rim[index]));
        float way = along < 0.0f ? -1.0f : 1.0f;
        if (-way * steps->tyre.slip_x[index] > params->abs_slip * surface->peak_scale &&
            rolling > ABS_SPEED) {
            cap *= 0.5f;
        }
        car->help |= torque > cap * radius ? CAR_HELP_ABS : 0;
        torque = float_min(torque, cap * radius);
    }
    torque += (params->roll_resist + surface->rolling) * steps->motion.load[index] * radius;
    return front ? torque : torque + 0.5f * control->handbrake * params->handbrake_torque;
}

/// Spins the wheels: engine, differentials, brakes and tyres, the tyres implicitly. `left` is what
/// the help leaves of the pedals.
static void spin_wheels(Car *car, const CarModel *model, WheelSteps *steps,
                        const CarControl *control, const Surface *const surfaces[CAR_WHEELS],
                        HelpPedals left, float dt) {
    const CarParams *params = &model->params;
    bool rear_driven = params->drive_split_front < 1.0f;
    bool open = control->handbrake > 0.0f && rear_driven && params->handbrake_torque > 0.0f;
    Drive drive = drivetrain_drive(car, model, left.gas * car->throttle, open, dt);
    set_most(steps);
    WheelTasks tasks;
    _Alignas(16) float spins[CAR_WHEELS];
    _Alignas(16) float rim_gains[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        float radius = wheel_radius(params, i);
        float torque = drive_torque(car, model, i, &drive, steps, control->traction);
        tasks.torque[i] = torque - steps->tyre.x[i] * radius;
        tasks.brake[i] = brake_torque(car, model, i, steps, control, surfaces[i], left);
        tasks.inertia[i] = wheel_inertia(params, i) + dt * steps->tyre.stiff[i] * radius * radius;
        spins[i] = car->wheels[i].spin;
    }
    drivetrain_spin(&drive, &tasks, spins, dt);
    for (int i = 0; i < CAR_WHEELS; i++) {
        Wheel *wheel = &car->wheels[i];
        rim_gains[i] = (spins[i] - wheel->spin) * wheel_radius(params, i);
        wheel->spin = spins[i];
    }
    tyre_set_follow(&model->tyres, &steps->motion, rim_gains, &steps->tyre);
}

/// Force (N, body frame) and torque (N m) on the body.
typedef struct BodyForce {
    vec2s force;
    float torque;
} BodyForce;

/// Tyres, ground drag and air. Left and right are added first, so that a mirrored car gives the
/// same bits.
static BodyForce gather_forces(const Car *car, const CarModel *model, const WheelSteps *steps,
                               const Surface *const surfaces[CAR_WHEELS], CarMotion motion) {
    vec2s forces[CAR_WHEELS];
    float torques[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        vec2s at = model->wheel_at[i];
        vec2s push =
            rotation_apply(steps->direction[i], vec2_make(steps->tyre.x[i], steps->tyre.y[i]));
        float drag = surfaces[i]->viscous * car->wheels[i].load / GRAVITY;
        push.x -= drag * steps->velocity[i].x;
        push.y -= drag * steps->velocity[i].y;
        forces[i] = push;
        torques[i] = at.x * push.y - at.y * push.x;
    }
    float air = 0.5f * AIR_DENSITY * model->params.drag_area * motion.speed;
    return (BodyForce){
        .force = vec2_make(
            (forces[0].x + forces[1].x) + (forces[2].x + forces[3].x) - air * motion.along,
            (forces[0].y + forces[1].y) + (forces[2].y + forces[3].y) - air * motion.across),
        .torque = (torques[0] + torques[1]) + (torques[2] + torques[3]),
    };
}

/// The step that both doors share: pedals are in car->throttle and car->brake.
static void step_car(Car *car, const CarModel *model, const Body *body, CarMotion motion,
                     const CarControl *control, SteerRates rates,
                     const Surface *const surfaces[CAR_WHEELS],
                     const uint8_t surface_index[CAR_WHEELS], float dt, vec2s *force,
                     float *torque) {
    ASSERT(dt > 0.0f && dt <= 1.0f / 60.0f + 1e-6f);
    ASSERT(motion.speed < 1e6f && fabsf(motion.spin) < 1e6f); // False for NaN, too.
    if (control->reverse != (car->gear < 0)) {
        car->gear = control->reverse ? -1 : 1;
    }
    watch_slide(car, model, motion, control, dt);
    HelpPedals left = steer_wheels(car, model, motion, control, rates, dt);
    set_loads(car, model, motion.speed);
    drivetrain_shift(car, model, motion.along, control->automatic, dt);

    WheelSteps steps;
    wheel_directions(model, car->steer, steps.direction);
    step_tyres(car, model, &steps, motion, surfaces, dt);
    spin_wheels(car, model, &steps, control, surfaces, left, dt);
    BodyForce total = gather_forces(car, model, &steps, surfaces, motion);

    for (int i = 0; i < CAR_WHEELS; i++) {
        Wheel *wheel = &car->wheels[i];
        wheel->tread = (Tread){steps.motion.tread_x[i], steps.motion.tread_y[i]};
        wheel->force = vec2_make(steps.tyre.x[i], steps.tyre.y[i]);
        wheel->use = steps.tyre.use[i];
        wheel->slip_x = steps.tyre.slip_x[i];
        wheel->slip_y = steps.tyre.slip_y[i];
        wheel->surface = surface_index[i];
    }
    float follow = dt / (model->params.load_tau + dt);
    car->ax += follow * (total.force.x / model->params.mass - car->ax);
    car->ay += follow * (total.force.y / model->params.mass - car->ay);
    vec2s world = rotation_apply(body->rotation, total.force);
    force->x += world.x;
    force->y += world.y;
    *torque += total.torque;
}

void car_step_control(Car *car, const CarModel *model, const Body *body, const CarControl *control,
                      const Surface *const surfaces[CAR_WHEELS],
                      const uint8_t surface_index[CAR_WHEELS], float dt, vec2s *force,
                      float *torque) {
    car->throttle = float_clamp(control->throttle, 0.0f, 1.0f);
    car->brake = float_clamp(control->brake, 0.0f, 1.0f);
    float rate = model->params.steer_rate;
    SteerRates rates = {.out = rate, .back = rate, .help = rate};
    step_car(car, model, body, car_motion(body), control, rates, surfaces, surface_index, dt, force,
             torque);
}

/// What the driver's feet want, after the rules of reverse.
typedef struct Pedals {
    float throttle, brake;
    bool reverse;
} Pedals;

static Pedals automatic_pedals(Car *car, CarInput input, float along, float dt) {
    float gas = (float)input.throttle / 255.0f;
    float brake = (float)input.brake / 255.0f;
    bool standing = fabsf(along) < STANDING;
    if (car->gear < 0) {
        if (gas > 0.0f && along > -STANDING) {
            car->reverse_wait = 0.0f;
            return (Pedals){.throttle = brake > 0.0f ? 0.0f : gas, .brake = brake};
        }
        return (Pedals){.throttle = gas > 0.0f ? 0.0f : brake, .brake = gas, .reverse = true};
    }
    car->reverse_wait = standing && brake > 0.2f ? car->reverse_wait + dt : 0.0f;
    if (car->reverse_wait >= REVERSE_WAIT && gas <= 0.0f) {
        return (Pedals){.throttle = brake, .reverse = true};
    }
    return (Pedals){.throttle = brake > 0.0f ? 0.0f : gas, .brake = brake};
}

/// Presses of the gear keys. Down is refused where it would turn the engine past its redline, and
/// into reverse while the car rolls forward.
static void shift_by_hand(Car *car, const CarModel *model, uint8_t flags, float along) {
    uint8_t pressed = flags & (uint8_t)~car->last_flags;
    int gear = car->gear;
    if (pressed & CAR_INPUT_GEAR_UP) {
        gear += gear < model->params.gear_count ? 1 : 0;
        car->manual = true;
    } else if (pressed & CAR_INPUT_GEAR_DOWN) {
        float rpm = along / model->params.wheel_radius_rear * 30.0f / TRIG_PI *
                    gear_ratio(&model->params, gear - 1);
        bool fits = gear > 1 ? rpm < model->params.redline_rpm : along < 2.0f;
        gear -= gear > -1 && fits ? 1 : 0;
        car->manual = true;
    }
    if (gear != car->gear) {
        car->gear = (int8_t)gear;
        car->shift_left = model->params.shift_time;
    }
}

/// First-order delay of a pedal; released and floored ends are reached.
static float follow_pedal(float pedal, float wanted, float tau, float dt) {
    float moved = pedal + (wanted - pedal) * dt / (tau + dt);
    return fabsf(moved - wanted) < 1e-3f ? wanted : moved;
}

void car_step(Car *car, const CarModel *model, const Body *body, CarInput input,
              const Surface *const surfaces[CAR_WHEELS], const uint8_t surface_index[CAR_WHEELS],
              float dt, vec2s *force, float *torque) {
    const CarParams *params = &model->params;
    CarMotion motion = car_motion(body);
    shift_by_hand(car, model, input.flags, motion.along);
    Pedals pedals = {.throttle = (float)input.throttle / 255.0f,
                     .brake = (float)input.brake / 255.0f,
                     .reverse = car->gear < 0};
    if (!car->manual) {
        pedals = automatic_pedals(car, input, motion.along, dt);
    } else if (pedals.brake > 0.0f) {
        pedals.throttle = 0.0f;
    }
    car->throttle = follow_pedal(car->throttle, pedals.throttle, params->throttle_tau, dt);
    car->brake = follow_pedal(car->brake, pedals.brake, params->brake_tau, dt);
    car->last_flags = input.flags;

    CarControl control = {
        .steer = steering_wanted(model, motion, input, car->slide_left > 0.0f),
        .handbrake = input.flags & CAR_INPUT_HANDBRAKE ? 1.0f : 0.0f,
        .reverse = pedals.reverse,
        .yaw_assist = 1.0f,
        .abs = true,
        .traction = true,
        .automatic = !car->manual,
    };
    SteerRates rates = steering_rates(params, motion.speed, input);
    step_car(car, model, body, motion, &control, rates, surfaces, surface_index, dt, force, torque);
}
