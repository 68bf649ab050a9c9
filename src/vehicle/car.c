#include "vehicle/car.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "vehicle/drivetrain.h"
#include "vehicle/steering.h"
#include "vehicle/wheels.h"

#include <math.h>
#include <string.h>

/// Standing (m/s), and for how long with the brake held until reverse engages (s).
#define STANDING     0.5f
#define REVERSE_WAIT 0.2f
/// A slide that the handbrake began stays wanted while the throttle is above this, and so long (s)
/// without it.
#define SLIDE_GAS  0.3f
#define SLIDE_WAIT 0.4f
enum {
    CARS_AT_ONCE = WHEELS_CARS_MAX, ///< In one phase of a step. 4 to 32 are alike.
};

Car car_make(const CarModel *model, float speed) {
    const CarParams *params = &model->params;
    Car car;
    memset(&car, 0, sizeof car);
    for (int i = 0; i < CAR_WHEELS; i++) {
        car.wheels[i].spin = speed / model->wheels.radius[i];
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
        hash_f32s(hash, values, sizeof values / sizeof values[0]);
        hash_u32(hash, wheel->surface);
    }
    const float values[] = {car->steer,      car->throttle, car->brake,      car->ax,
                            car->ay,         car->rpm,      car->shift_left, car->reverse_wait,
                            car->slide_left, car->wake};
    hash_f32s(hash, values, sizeof values / sizeof values[0]);
    if (car->boost != 0.0f) {
        hash_f32(hash, car->boost);
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

/// Moves the wheels towards the wanted angle and, where the assist is on, past it into the slide.
/// Returns what the assist leaves of the pedals.
static AssistPedals steer_wheels(Car *car, const CarModel *model, CarMotion motion,
                                 const CarControl *control, const SteerRates *rates, float dt) {
    SteerAssist assist = {.strength = model->params.yaw_assist * control->yaw_assist,
                          .slide = car->slide_left > 0.0f};
    float wanted = float_clamp(control->steer, -model->params.steer_lock, model->params.steer_lock);
    SteerHelp help;
    steering_assist(model, motion, car->ay, wanted, assist, &help);
    float assisted = help.angle;
    bool outward = wanted * car->steer >= 0.0f && fabsf(wanted) > fabsf(car->steer);
    float rate = outward ? rates->out : float_max(rates->out, rates->back);
    rate = assisted == wanted ? rate : rates->assist;
    car->assist = assisted == wanted ? 0 : CAR_ASSIST_STEER;
    float change = float_clamp(assisted - car->steer, -rate * dt, rate * dt);
    car->steer += change;
    return help.pedals;
}

/// Wheel loads (N) from weight, downforce and the lagged accelerations. Their sum is always weight
/// plus downforce: a lifted axle or wheel leaves its share to the other.
static Lanes wheel_loads(const Car *car, const CarModel *model, float speed) {
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
    return lanes_of(0.5f * front - front_shift, 0.5f * front + front_shift,
                    0.5f * rear - rear_shift, 0.5f * rear + rear_shift);
}

/// One car under way through a step.
typedef struct CarStep {
    CarMotion motion;
    AssistPedals left; ///< What the assist leaves of the pedals.
    CarControl control;
    SteerRates rates;
    WheelLanes wheels;
} CarStep;

/// Steering and gears. Pedals are in car->throttle and car->brake.
static void steer_and_shift(Car *car, const CarModel *model, float dt, CarStep *step) {
    const CarControl *control = &step->control;
    CarMotion motion = step->motion;
    ASSERT(dt > 0.0f && dt <= 1.0f / 60.0f + 1e-6f);
    ASSERT(motion.speed < 1e6f && fabsf(motion.spin) < 1e6f); // False for NaN, too.
    if (control->reverse != (car->gear < 0)) {
        car->gear = control->reverse ? -1 : 1;
    }
    watch_slide(car, model, motion, control, dt);
    step->left = steer_wheels(car, model, motion, control, &step->rates, dt);
    drivetrain_shift(car, model, motion.along, control->automatic, dt);
}

/// The wheels as they stand, under the loads of this step.
static void begin_wheels(const Car *car, const CarModel *model,
                         const Surface *const surfaces[CAR_WHEELS], CarStep *step) {
    Lanes loads = wheel_loads(car, model, step->motion.speed);
    wheels_begin(car, model, step->motion, loads, surfaces, &step->wheels);
}

/// All after the wheels: what the step does to the body.
static Force end_step(Car *car, const CarModel *model, const Body *body,
                      const uint8_t surface_index[CAR_WHEELS], float dt, const CarStep *step) {
    Force total = wheels_end(&step->wheels, model, step->motion, car);
    for (int i = 0; i < CAR_WHEELS; i++) {
        car->wheels[i].surface = surface_index[i];
    }
    float follow = dt / (model->params.load_tau + dt);
    car->ax += follow * (total.force.x / model->params.mass - car->ax);
    car->ay += follow * (total.force.y / model->params.mass - car->ay);
    return (Force){rotation_apply(body->rotation, total.force), total.torque};
}

void car_step_control(Car *car, const CarModel *model, const Body *body, const CarControl *control,
                      const Surface *const surfaces[CAR_WHEELS],
                      const uint8_t surface_index[CAR_WHEELS], float dt, vec2s *force,
                      float *torque) {
    car->throttle = float_clamp(control->throttle, 0.0f, 1.0f);
    car->brake = float_clamp(control->brake, 0.0f, 1.0f);
    float rate = model->params.steer_rate;
    CarStep step = {.motion = car_motion(body), .control = *control, .rates = {rate, rate, rate}};
    steer_and_shift(car, model, dt, &step);
    WheelLanes *wheels = &step.wheels;
    begin_wheels(car, model, surfaces, &step);
    wheels_roll(&wheels, 1, dt);
    wheels_drive(car, model, control, step.left, dt, &step.wheels);
    wheels_spin(&wheels, 1, dt);
    Force got = end_step(car, model, body, surface_index, dt, &step);
    *force = glms_vec2_add(*force, got.force);
    *torque += got.torque;
}

/// What the driver's feet want, after the rules of reverse.
typedef struct Pedals {
    float throttle, brake;
    bool reverse;
} Pedals;

static Pedals automatic_pedals(Car *car, float gas, float brake, float along, float dt) {
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

/// Takes in what the driver does.
static void begin_drive(const CarTask *task, float dt, CarStep *step) {
    Car *car = task->car;
    const CarModel *model = task->model;
    const CarParams *params = &model->params;
    CarInput input = task->input;
    CarMotion motion = car_motion(task->body);
    shift_by_hand(car, model, input.flags, motion.along);
    Pedals pedals = {.throttle = (float)input.throttle / 255.0f,
                     .brake = (float)input.brake / 255.0f,
                     .reverse = car->gear < 0};
    if (!car->manual) {
        pedals = automatic_pedals(car, pedals.throttle, pedals.brake, motion.along, dt);
    } else if (pedals.brake > 0.0f) {
        pedals.throttle = 0.0f;
    }
    car->throttle = follow_pedal(car->throttle, pedals.throttle, params->throttle_tau, dt);
    car->brake = follow_pedal(car->brake, pedals.brake, params->brake_tau, dt);
    car->last_flags = input.flags;

    step->motion = motion;
    step->control = (CarControl){
        .steer = steering_wanted(model, motion, input, car->slide_left > 0.0f),
        .handbrake = input.flags & CAR_INPUT_HANDBRAKE ? 1.0f : 0.0f,
        .reverse = pedals.reverse,
        .yaw_assist = 1.0f,
        .abs = true,
        .traction = true,
        .automatic = !car->manual,
    };
    steering_rates(params, motion.speed, input, &step->rates);
}

/// At most CARS_AT_ONCE.
static void step_cars(CarTask *tasks, int count, float dt) {
    CarStep steps[CARS_AT_ONCE];
    WheelLanes *wheels[CARS_AT_ONCE];
    for (int i = 0; i < count; i++) {
        begin_drive(&tasks[i], dt, &steps[i]);
    }
    for (int i = 0; i < count; i++) {
        steer_and_shift(tasks[i].car, tasks[i].model, dt, &steps[i]);
    }
    for (int i = 0; i < count; i++) {
        begin_wheels(tasks[i].car, tasks[i].model, tasks[i].surfaces, &steps[i]);
        wheels[i] = &steps[i].wheels;
    }
    wheels_roll(wheels, count, dt);
    for (int i = 0; i < count; i++) {
        wheels_drive(tasks[i].car, tasks[i].model, &steps[i].control, steps[i].left, dt,
                     &steps[i].wheels);
    }
    wheels_spin(wheels, count, dt);
    for (int i = 0; i < count; i++) {
        tasks[i].out = end_step(tasks[i].car, tasks[i].model, tasks[i].body, tasks[i].surface_index,
                                dt, &steps[i]);
    }
}

void car_step_all(CarTask *tasks, int count, float dt) {
    for (int i = 0; i < count; i += CARS_AT_ONCE) {
        step_cars(tasks + i, count - i < CARS_AT_ONCE ? count - i : CARS_AT_ONCE, dt);
    }
}

void car_step(Car *car, const CarModel *model, const Body *body, CarInput input,
              const Surface *const surfaces[CAR_WHEELS], const uint8_t surface_index[CAR_WHEELS],
              float dt, vec2s *force, float *torque) {
    CarTask task = {.car = car, .model = model, .body = body, .input = input};
    memcpy(task.surfaces, surfaces, sizeof task.surfaces);
    memcpy(task.surface_index, surface_index, sizeof task.surface_index);
    car_step_all(&task, 1, dt);
    *force = glms_vec2_add(*force, task.out.force);
    *torque += task.out.torque;
}
