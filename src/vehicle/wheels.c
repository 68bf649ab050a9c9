#include "vehicle/wheels.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/trig_lanes.h"

#include <math.h>
#include <stddef.h>

/// Share of the friction limit that ABS and traction control use. 0.98 leaves the wheel on the
/// stable side of the peak; at 1 it slowly wanders over.
#define ASSIST_LIMIT 0.98f
/// ABS lets go below this speed, or a car would never quite stop (m/s).
#define ABS_SPEED 2.0f
/// From here on (m/s) drive and brakes leave all of the side force alone, below it less and less:
/// as in the rules of reverse, a car stands below it. 0.1 and 2 m/s free a pressed car as well.
#define SIDE_SPEED 0.5f
/// Wheelspin in a wanted slide, x the slip of the peak: enough to keep the tail out, and the side
/// force that is left at it keeps the car from turning round.
#define SLIDE_SPIN 2.0f
/// Slip, x that of the peak, up to which traction control gives what grip there is and no more. One
/// that is set to hold more lets the wheels spin up to there.
#define SPIN_FROM 1.3f

// ---- from the car into the lanes ------------------------------------------------------------

_Static_assert(offsetof(Wheel, tread) == 4 && offsetof(Wheel, load) == 12 &&
                   offsetof(Wheel, force) == 16 && offsetof(Wheel, use) == 24 &&
                   offsetof(Wheel, slip_x) == 28,
               "a wheel is rows of four floats");

/// Spin, tread and load of all wheels: out[k] holds the k-th float of each.
static void gather_wheels(const Car *car, Lanes out[4]) {
    const float *rows[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        rows[i] = (const float *)(const void *)&car->wheels[i];
    }
    lanes_gather4(rows, out);
}

/// Undoes gather_wheels, and writes what came of the step.
static void scatter_wheels(const WheelLanes *wheels, Car *car) {
    float *rows[CAR_WHEELS];
    float *results[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        rows[i] = (float *)(void *)&car->wheels[i];
        results[i] = rows[i] + 4;
        car->wheels[i].slip_y = wheels->tyre.slip_y[i];
    }
    Lanes state[4] = {wheels->spin, lanes_load(wheels->motion.tread_x),
                      lanes_load(wheels->motion.tread_y), lanes_load(wheels->motion.load)};
    Lanes result[4] = {lanes_load(wheels->tyre.x), lanes_load(wheels->tyre.y),
                       lanes_load(wheels->tyre.use), lanes_load(wheels->tyre.slip_x)};
    lanes_scatter4(state, rows);
    lanes_scatter4(result, results);
}

static void load_wheels(const Car *car, const CarModel *model, Lanes loads, WheelLanes *wheels) {
    Lanes state[4]; // With the loads of the last step.
    gather_wheels(car, state);
    wheels->spin = state[0];
    wheels->radius = lanes_load(model->wheels.radius);
    lanes_store(lanes_mul(wheels->spin, wheels->radius), wheels->motion.rim);
    lanes_store(state[1], wheels->motion.tread_x);
    lanes_store(state[2], wheels->motion.tread_y);
    lanes_store(loads, wheels->motion.load);
}

/// After the loads.
static void lay_ground(const CarModel *model, const Surface *const surfaces[CAR_WHEELS],
                       WheelLanes *wheels) {
    const Surface *a = surfaces[0], *b = surfaces[1], *c = surfaces[2], *d = surfaces[3];
    Lanes rolling = lanes_all(a->rolling), scale = lanes_all(a->peak_scale);
    Lanes grip = lanes_all(a->grip);
    wheels->viscous = lanes_all(a->viscous);
    if (a != b || a != c || a != d) { // seldom
        rolling = lanes_of(a->rolling, b->rolling, c->rolling, d->rolling);
        scale = lanes_of(a->peak_scale, b->peak_scale, c->peak_scale, d->peak_scale);
        grip = lanes_of(a->grip, b->grip, c->grip, d->grip);
        wheels->viscous = lanes_of(a->viscous, b->viscous, c->viscous, d->viscous);
    }
    lanes_store(grip, wheels->motion.grip);
    lanes_store(scale, wheels->motion.peak_scale);
    Lanes resistance = lanes_add(lanes_all(model->params.roll_resist), rolling);
    wheels->rolling =
        lanes_mul(lanes_mul(resistance, lanes_load(wheels->motion.load)), wheels->radius);
}

void wheels_begin(const Car *car, const CarModel *model, CarMotion motion, Lanes loads,
                  const Surface *const surfaces[CAR_WHEELS], WheelLanes *wheels) {
    const CarParams *params = &model->params;
    wheels->model = model;
    wheels->body = motion;
    wheels->steer = car->steer;
    wheels->spread = 0.5f * params->ackermann * params->track_front / params->wheelbase;
    load_wheels(car, model, loads, wheels);
    lay_ground(model, surfaces, wheels);
}

// ---- tyres ----------------------------------------------------------------------------------

/// Directions of one front wheel of several cars.
typedef struct Directions {
    float c[SIMD_LANES], s[SIMD_LANES];
} Directions;

/// Of wheels whose `slope` Ackermann divides by `wider`.
static Directions directions_of(Lanes slope, Lanes wider) {
    Lanes one = lanes_all(1.0f);
    Lanes turned = lanes_div(slope, lanes_max(lanes_all(0.25f), wider));
    Lanes c = lanes_div(one, lanes_sqrt(lanes_add(one, lanes_mul(turned, turned))));
    Directions directions;
    lanes_store(c, directions.c);
    lanes_store(lanes_mul(turned, c), directions.s);
    return directions;
}

/// Direction of each wheel of at most SIMD_LANES cars, a car in each lane: both rear ones straight,
/// the inner front one turned further by Ackermann: cot(outer) - cot(inner) = track / wheelbase, x
/// `ackermann`.
static void point_wheels(WheelLanes *const wheels[], int count) {
    // Lanes beyond the last car repeat the first.
    const WheelLanes *a = wheels[0], *b = wheels[count > 1 ? 1 : 0];
    const WheelLanes *c = wheels[count > 2 ? 2 : 0], *d = wheels[count > 3 ? 3 : 0];
    TrigLanes turn = trig_lanes_sincos(lanes_of(a->steer, b->steer, c->steer, d->steer));
    Lanes slope = lanes_div(turn.sin, turn.cos);
    Lanes spread = lanes_mul(lanes_of(a->spread, b->spread, c->spread, d->spread), slope);
    Directions left = directions_of(slope, lanes_sub(lanes_all(1.0f), spread));
    Directions right = directions_of(slope, lanes_add(lanes_all(1.0f), spread));
    for (int i = 0; i < count; i++) {
        wheels[i]->c = lanes_of(left.c[i], right.c[i], 1.0f, 1.0f);
        wheels[i]->s = lanes_of(left.s[i], right.s[i], 0.0f, 0.0f);
    }
}

static void move_wheels(WheelLanes *wheels) {
    const WheelSet *set = &wheels->model->wheels;
    CarMotion body = wheels->body;
    Lanes turn = lanes_all(body.spin);
    wheels->vx = lanes_sub(lanes_all(body.along), lanes_mul(turn, lanes_load(set->y)));
    wheels->vy = lanes_add(lanes_all(body.across), lanes_mul(turn, lanes_load(set->x)));
    lanes_store(lanes_dot(wheels->c, wheels->s, wheels->vx, wheels->vy), wheels->motion.vx);
    lanes_store(lanes_cross(wheels->c, wheels->s, wheels->vx, wheels->vy), wheels->motion.vy);
}

static TyreTask tyres_of(WheelLanes *wheels) {
    return (TyreTask){&wheels->model->tyres, &wheels->motion, &wheels->tyre};
}

void wheels_roll(WheelLanes *const wheels[], int count, float dt) {
    ASSERT(count <= WHEELS_CARS_MAX);
    for (int i = 0; i < count; i += SIMD_LANES) {
        point_wheels(wheels + i, count - i < SIMD_LANES ? count - i : SIMD_LANES);
    }
    TyreTask tasks[WHEELS_CARS_MAX];
    for (int i = 0; i < count; i++) {
        move_wheels(wheels[i]);
        tasks[i] = tyres_of(wheels[i]);
    }
    tyre_sets_step(tasks, count, dt);
}

// ---- engine and brakes ----------------------------------------------------------------------

/// Force along (N) that each wheel still has when its side force is served, at ASSIST_LIMIT of the
/// friction ellipse; never less than a seventh of it. A wheel that stands has no side force to
/// serve: what its tread holds then may be all of the ellipse, as in a car pressed against a wall,
/// and a drive that left it that would never break the car loose.
static Lanes most_along(const WheelLanes *wheels) {
    Lanes grip = lanes_mul(lanes_all(ASSIST_LIMIT), lanes_load(wheels->motion.grip));
    Lanes load = lanes_load(wheels->motion.load);
    Lanes along = lanes_mul(lanes_mul(grip, lanes_load(wheels->tyre.mu_x)), load);
    Lanes across = lanes_mul(lanes_mul(grip, lanes_load(wheels->tyre.mu_y)), load);
    Lanes used = lanes_div(lanes_load(wheels->tyre.y), lanes_add(across, lanes_all(1e-3f)));
    Lanes pace = lanes_mul(lanes_abs(lanes_load(wheels->motion.vx)), lanes_all(1.0f / SIDE_SPEED));
    Lanes served = lanes_mul(used, lanes_min(pace, lanes_all(1.0f)));
    Lanes left = lanes_sub(lanes_all(1.0f), lanes_mul(served, served));
    Lanes share = lanes_sqrt(lanes_max(lanes_all(0.02f), left));
    return lanes_mul(along, share);
}

/// Force (N) along each wheel that traction control lets through while it turns with `slip`: the
/// grip left beside the side force, less where the slip is beyond the one held, more up to it where
/// that is set far past the peak. In a wanted slide the side force takes nothing away.
static Lanes traction_caps(const Car *car, const CarModel *model, const WheelLanes *wheels,
                           Lanes slip) {
    Lanes peak = lanes_load(model->tyres.slip_x);
    Lanes held = lanes_all(model->params.tc_slip);
    Lanes cap = wheels->most_x;
    if (car->slide_left > 0.0f) {
        held = lanes_max(held, lanes_mul(lanes_all(SLIDE_SPIN), peak));
        Lanes grip = lanes_mul(lanes_all(ASSIST_LIMIT), lanes_load(wheels->motion.grip));
        cap = lanes_mul(lanes_mul(grip, lanes_load(wheels->tyre.mu_x)),
                        lanes_load(wheels->motion.load));
    }
    Lanes from = lanes_max(slip, lanes_mul(lanes_all(SPIN_FROM), peak));
    Lanes spare = lanes_div(lanes_max(lanes_all(0.0f), lanes_sub(held, from)), peak);
    Lanes more = lanes_mul(cap, lanes_add(lanes_all(1.0f), spare));
    return lanes_select(lanes_less(held, slip), lanes_mul(lanes_all(0.6f), cap), more);
}

/// Torque of the engine on each wheel, cut by traction control where it is on. What overcomes the
/// rolling resistance, and what speeds up the wheel itself and its part of the engine, does not
/// load the tyre and comes on top.
static Lanes drive_torques(Car *car, const CarModel *model, const Drive *drive,
                           const WheelLanes *wheels, bool traction) {
    Lanes share = lanes_load(drive->share);
    Lanes torque = lanes_mul(lanes_all(drive->torque), share);
    Lanes ahead = lanes_mul(torque, lanes_all((float)car->gear));
    LaneMask driving = lanes_less(lanes_all(0.0f), ahead); // not engine braking
    if (!traction || model->params.tc_slip <= 0.0f || mask_bits(driving) == 0) {
        return torque;
    }
    float way = car->gear > 0 ? 1.0f : -1.0f;
    Lanes slip = lanes_div(lanes_mul(lanes_all(way), lanes_load(wheels->tyre.slip_x)),
                           lanes_load(wheels->motion.peak_scale));
    Lanes cap = traction_caps(car, model, wheels, slip);
    Lanes inertia =
        lanes_add(lanes_load(model->wheels.inertia), lanes_mul(share, lanes_all(drive->inertia)));
    Lanes gain = lanes_all(float_max(0.0f, way * car->ax));
    Lanes most = lanes_add(lanes_add(lanes_mul(cap, wheels->radius), wheels->rolling),
                           lanes_div(lanes_mul(inertia, gain), wheels->radius));
    Lanes allowed = lanes_min(lanes_max(torque, lanes_negate(most)), most);
    bool cut = mask_bits(mask_without(driving, lanes_equal(allowed, torque))) != 0;
    car->assist |= cut ? CAR_ASSIST_TRACTION : 0;
    return lanes_select(driving, allowed, torque);
}

/// `torque` of the brakes, held back by ABS on wheels that are about to lock.
static Lanes hold_back(Car *car, const CarModel *model, const WheelLanes *wheels, Lanes torque) {
    Lanes along = lanes_load(wheels->motion.vx);
    Lanes slip = lanes_load(wheels->tyre.slip_x);
    Lanes rolling = lanes_max(lanes_abs(along), lanes_abs(lanes_load(wheels->motion.rim)));
    Lanes against = lanes_select(lanes_less(along, lanes_all(0.0f)), slip, lanes_negate(slip));
    Lanes most =
        lanes_mul(lanes_all(model->params.abs_slip), lanes_load(wheels->motion.peak_scale));
    LaneMask locks = mask_and(lanes_less(most, against), lanes_less(lanes_all(ABS_SPEED), rolling));
    Lanes cap = lanes_select(locks, lanes_mul(wheels->most_x, lanes_all(0.5f)), wheels->most_x);
    Lanes limit = lanes_mul(cap, wheels->radius);
    LaneMask braked = lanes_less(lanes_all(0.0f), torque);
    LaneMask over = mask_and(braked, lanes_less(limit, torque));
    car->assist |= mask_bits(over) != 0 ? CAR_ASSIST_ABS : 0;
    return lanes_select(over, limit, torque);
}

/// Dry friction on each wheel: brakes (held back by ABS where it is on, those of the rear also by
/// the assist, to `left`), handbrake, rolling resistance.
static Lanes brake_torques(Car *car, const CarModel *model, const WheelLanes *wheels,
                           const CarControl *control, AssistPedals left) {
    const CarParams *params = &model->params;
    float rear = car->brake * left.rear_brake;
    float hand = 0.5f * control->handbrake * params->handbrake_torque;
    Lanes pedal = lanes_mul(lanes_all(0.5f), lanes_of(car->brake, car->brake, rear, rear));
    Lanes torque = lanes_mul(lanes_mul(pedal, lanes_all(params->brake_torque)),
                             lanes_load(model->wheels.brake_bias));
    if (control->abs && params->abs_slip > 0.0f && car->brake > 0.0f) {
        torque = hold_back(car, model, wheels, torque);
    }
    return lanes_add(lanes_add(torque, wheels->rolling), lanes_of(0.0f, 0.0f, hand, hand));
}

void wheels_drive(Car *car, const CarModel *model, const CarControl *control, AssistPedals left,
                  float dt, WheelLanes *wheels) {
    const CarParams *params = &model->params;
    bool rear_driven = params->drive_split_front < 1.0f;
    bool open = control->handbrake > 0.0f && rear_driven && params->handbrake_torque > 0.0f;
    drivetrain_drive(car, model, left.gas * car->throttle, open, dt, &wheels->drive);
    wheels->most_x = most_along(wheels);
    Lanes radius = wheels->radius;
    Lanes torque = drive_torques(car, model, &wheels->drive, wheels, control->traction);
    Lanes stiff = lanes_mul(lanes_all(dt), lanes_load(wheels->tyre.stiff));
    lanes_store(lanes_sub(torque, lanes_mul(lanes_load(wheels->tyre.x), radius)),
                wheels->tasks.torque);
    lanes_store(brake_torques(car, model, wheels, control, left), wheels->tasks.brake);
    lanes_store(
        lanes_add(lanes_load(model->wheels.inertia), lanes_mul(lanes_mul(stiff, radius), radius)),
        wheels->tasks.inertia);
}

static void spin_wheels(WheelLanes *wheels, float dt) {
    _Alignas(16) float spins[CAR_WHEELS];
    lanes_store(wheels->spin, spins);
    drivetrain_spin(&wheels->drive, &wheels->tasks, spins, dt);
    Lanes spin = lanes_load(spins);
    lanes_store(lanes_mul(lanes_sub(spin, wheels->spin), wheels->radius), wheels->motion.rim_gain);
    wheels->spin = spin;
}

void wheels_spin(WheelLanes *const wheels[], int count, float dt) {
    ASSERT(count <= WHEELS_CARS_MAX);
    TyreTask tasks[WHEELS_CARS_MAX];
    for (int i = 0; i < count; i++) {
        spin_wheels(wheels[i], dt);
        tasks[i] = tyres_of(wheels[i]);
    }
    tyre_sets_follow(tasks, count);
}

/// Tyres, ground drag and air.
static Force gather_forces(const CarModel *model, const WheelLanes *wheels, CarMotion motion,
                           float wake) {
    Lanes along = lanes_load(wheels->tyre.x);
    Lanes across = lanes_load(wheels->tyre.y);
    Lanes drag =
        lanes_div(lanes_mul(wheels->viscous, lanes_load(wheels->motion.load)), lanes_all(GRAVITY));
    Lanes x = lanes_sub(lanes_mul(wheels->c, along), lanes_mul(wheels->s, across));
    Lanes y = lanes_dot(wheels->s, wheels->c, along, across);
    x = lanes_sub(x, lanes_mul(drag, wheels->vx));
    y = lanes_sub(y, lanes_mul(drag, wheels->vy));
    Lanes torque = lanes_cross(lanes_load(model->wheels.x), lanes_load(model->wheels.y), x, y);
    float air = 0.5f * AIR_DENSITY * model->params.drag_area * (1.0f - wake) * motion.speed;
    return (Force){
        .force = vec2_make(wheels_sum(x) - air * motion.along, wheels_sum(y) - air * motion.across),
        .torque = wheels_sum(torque),
    };
}

Force wheels_end(const WheelLanes *wheels, const CarModel *model, CarMotion motion, Car *car) {
    scatter_wheels(wheels, car);
    return gather_forces(model, wheels, motion, car->wake);
}
