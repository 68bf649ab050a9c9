#include "line/speed_profile.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "vehicle/drivetrain.h"

#include <math.h>

/// 1/min of one rad/s.
#define RPM 9.5492966f
/// Corners slower than this (m/s) do not occur: keeps a kinked line from asking for a standstill.
#define SPEED_MIN 1.5f

enum {
    LOAD_ROUNDS = 6, ///< Load transfer depends on the acceleration: fixed-point rounds.
    FRONT = 0,
    REAR = 1,
};

/// N on the front and rear axle at `speed`, with the load that acceleration `ax` moves back.
static void axle_loads(const CarModel *model, float speed, float ax, float loads[2]) {
    const CarParams *p = &model->params;
    float pressure = 0.5f * AIR_DENSITY * speed * speed;
    float moved = p->mass * ax * p->cg_height / p->wheelbase;
    loads[FRONT] = p->mass * GRAVITY * p->weight_front + pressure * p->lift_area_front - moved;
    loads[REAR] =
        p->mass * GRAVITY * (1.0f - p->weight_front) + pressure * p->lift_area_rear + moved;
    loads[FRONT] = fmaxf(loads[FRONT], 0.0f);
    loads[REAR] = fmaxf(loads[REAR], 0.0f);
}

/// Side force (N) that an axle can hold while `moved` N go from its inner to its outer wheel.
static float axle_side(const Tyre *tyre, float load, float moved) {
    moved = fminf(moved, 0.5f * load);
    float inner = 0.5f * load - moved, outer = 0.5f * load + moved;
    return tyre_mu_y(tyre, inner) * inner + tyre_mu_y(tyre, outer) * outer;
}

/// Cornering of the whole car and as far as the rear axle decides (m/s2).
typedef struct SideLimit {
    float car, rear;
} SideLimit;

static SideLimit side_limit(const CarModel *model, float speed) {
    const CarParams *p = &model->params;
    float loads[2];
    axle_loads(model, speed, 0.0f, loads);
    SideLimit limit = {.car = GRAVITY};
    for (int i = 0; i < LOAD_ROUNDS; i++) {
        float roll = p->mass * limit.car * p->cg_height;
        float front = axle_side(&model->tyre[FRONT], loads[FRONT],
                                roll * p->roll_split_front / p->track_front);
        float rear = axle_side(&model->tyre[REAR], loads[REAR],
                               roll * (1.0f - p->roll_split_front) / p->track_rear);
        limit.rear = rear / (p->mass * (1.0f - p->weight_front));
        limit.car = fminf(front / (p->mass * p->weight_front), limit.rear);
    }
    return limit;
}

/// Force (N) that an axle can pass on along the car.
static float axle_along(const Tyre *tyre, float load) {
    return tyre_mu_x(tyre, 0.5f * load) * load;
}

static float traction_limit(const CarModel *model, float speed) {
    const CarParams *p = &model->params;
    float ax = 0.3f * GRAVITY, split = p->drive_split_front;
    for (int i = 0; i < LOAD_ROUNDS; i++) {
        float loads[2];
        axle_loads(model, speed, ax, loads);
        float front = axle_along(&model->tyre[FRONT], loads[FRONT]);
        float rear = axle_along(&model->tyre[REAR], loads[REAR]);
        float force = split > 0.0f ? front / split : INFINITY;
        force = split < 1.0f ? fminf(force, rear / (1.0f - split)) : force;
        ax = 0.5f * (ax + force / p->mass);
    }
    return ax;
}

static float brake_limit(const CarModel *model, float speed) {
    const CarParams *p = &model->params;
    float front_most = p->brake_torque * p->brake_bias_front / p->wheel_radius_front;
    float rear_most = p->brake_torque * (1.0f - p->brake_bias_front) / p->wheel_radius_rear;
    float ax = 0.5f * GRAVITY;
    for (int i = 0; i < LOAD_ROUNDS; i++) {
        float loads[2];
        axle_loads(model, speed, -ax, loads);
        float front = axle_along(&model->tyre[FRONT], loads[FRONT]);
        float rear = axle_along(&model->tyre[REAR], loads[REAR]);
        // Without ABS the axle that locks first ends the braking; with it each does what it can.
        float share = 1.0f;
        if (!(p->abs_slip > 0.0f)) {
            share = front_most > 0.0f ? fminf(share, front / front_most) : share;
            share = rear_most > 0.0f ? fminf(share, rear / rear_most) : share;
        }
        float force = fminf(front, share * front_most) + fminf(rear, share * rear_most);
        ax = 0.5f * (ax + force / p->mass);
    }
    return ax;
}

/// The engine's force in the gear that speeds the car up most, over its mass (m/s2), and by how
/// much more than its mass the car weighs then, since engine and wheels have to be spun up.
typedef struct EngineLimit {
    float force, heavy;
} EngineLimit;

static EngineLimit engine_limit(const CarModel *model, float speed) {
    const CarParams *p = &model->params;
    float radius = p->drive_split_front > 0.5f ? p->wheel_radius_front : p->wheel_radius_rear;
    float wheels = 2.0f * p->wheel_inertia_front / (p->wheel_radius_front * p->wheel_radius_front) +
                   2.0f * p->wheel_inertia_rear / (p->wheel_radius_rear * p->wheel_radius_rear);
    EngineLimit best = {.heavy = 1.0f + wheels / p->mass};
    for (int gear = 1; gear <= p->gear_count; gear++) {
        float ratio = gear_ratio(p, gear);
        float rpm = speed / radius * ratio * RPM;
        float engine = p->engine_inertia * ratio * ratio / (radius * radius);
        if (rpm > p->redline_rpm) {
            continue;
        }
        float torque = engine_torque(p, fmaxf(rpm, p->idle_rpm));
        if (gear == 1 && rpm < p->launch_rpm) { // the clutch slips: the engine keeps its speed
            torque = fminf(engine_torque(p, p->launch_rpm), p->clutch_torque_max);
            engine = 0.0f;
        }
        EngineLimit limit = {.force = torque * ratio * p->efficiency / (radius * p->mass),
                             .heavy = 1.0f + (wheels + engine) / p->mass};
        best = limit.force / limit.heavy > best.force / best.heavy ? limit : best;
    }
    return best;
}

CarLimits car_limits_make(const CarModel *model) {
    const CarParams *p = &model->params;
    CarLimits limits = {.step = 1.25f};
    for (int i = 0; i < CAR_LIMITS_COUNT; i++) {
        float speed = limits.step * (float)i;
        float pressure = 0.5f * AIR_DENSITY * speed * speed;
        float load = p->mass * GRAVITY + pressure * (p->lift_area_front + p->lift_area_rear);
        SideLimit side = side_limit(model, speed);
        float loads[2];
        axle_loads(model, speed, 0.0f, loads);
        limits.side[i] = side.car;
        limits.rear[i] = side.rear;
        limits.tail[i] = p->mass * p->cg_height / (p->wheelbase * fmaxf(loads[REAR], 1.0f));
        EngineLimit engine = engine_limit(model, speed);
        limits.engine[i] = engine.force;
        limits.heavy[i] = engine.heavy;
        limits.traction[i] = traction_limit(model, speed);
        limits.brake[i] = brake_limit(model, speed);
        limits.drag[i] = (pressure * p->drag_area + p->roll_resist * fmaxf(load, 0.0f)) / p->mass;
    }
    for (int i = CAR_LIMITS_COUNT - 1; i > 0 && limits.top <= 0.0f; i--) {
        float slow = limits.engine[i - 1] - limits.drag[i - 1];
        float fast = limits.engine[i] - limits.drag[i];
        float part = slow > 0.0f ? fminf(slow / fmaxf(slow - fast, 1e-6f), 1.0f) : 0.0f;
        limits.top = slow > 0.0f ? limits.step * ((float)(i - 1) + part) : 0.0f;
    }
    return limits;
}

float car_limit(const CarLimits *limits, const float row[CAR_LIMITS_COUNT], float speed) {
    float at = fmaxf(speed, 0.0f) / limits->step;
    if (at >= (float)(CAR_LIMITS_COUNT - 1)) {
        return row[CAR_LIMITS_COUNT - 1];
    }
    int i = (int)at;
    return row[i] + (row[i + 1] - row[i]) * (at - (float)i);
}

/// The highest speed at which the tyres hold `point`'s bend, at most the car's top speed.
static float corner_speed(const CarLimits *limits, float share, const SpeedPoint *point) {
    float bend = fabsf(point->curvature), grip = share * point->grip;
    float most = point->most > 0.0f ? fminf(limits->top, point->most) : limits->top;
    float low = 0.0f, high = fmaxf(most, SPEED_MIN);
    if (high * high * bend <= car_limit(limits, limits->side, high) * grip) {
        return high;
    }
    for (int i = 0; i < 20; i++) {
        float middle = 0.5f * (low + high);
        bool holds = middle * middle * bend <= car_limit(limits, limits->side, middle) * grip;
        low = holds ? middle : low;
        high = holds ? high : middle;
    }
    return fmaxf(low, SPEED_MIN);
}

/// Share of the grip across that `point`'s bend takes at `speed`.
static float side_use(const CarLimits *limits, const SpeedPoint *point, float speed) {
    float side = car_limit(limits, limits->side, speed) * point->grip;
    return side > 0.0f ? speed * speed * fabsf(point->curvature) / side : 1.0f;
}

/// What the ellipse leaves of the grip along beside `use` of the grip across.
static float along_share(float use) { return use < 1.0f ? sqrtf(1.0f - use * use) : 0.0f; }

static float drag_at(const CarLimits *limits, const SpeedPoint *point, float speed) {
    return car_limit(limits, limits->drag, speed) + point->rolling * GRAVITY +
           point->viscous * speed;
}

/// Braking (m/s2) that `point`'s bend allows at `speed`: by the ellipse of all tyres, and by what
/// the rear axle still needs to follow the bend while braking lifts it.
static float braking(const CarLimits *limits, SpeedMargins margins, const SpeedPoint *point,
                     float speed) {
    float brake = margins.brake * car_limit(limits, limits->brake, speed) * point->grip *
                  along_share(side_use(limits, point, speed));
    float need = speed * speed * fabsf(point->curvature);
    float have = car_limit(limits, limits->rear, speed) * point->grip;
    float lift = margins.tail * car_limit(limits, limits->tail, speed);
    return lift > 0.0f ? fminf(brake, fmaxf(1.0f - need / have, 0.0f) / lift) : brake;
}

static void pass_backward(const CarLimits *limits, SpeedMargins margins, SpeedPoint *points,
                          int count, bool open) {
    for (int i = open ? count - 2 : 2 * count - 1; i >= 0; i--) {
        SpeedPoint *point = &points[i % count];
        const SpeedPoint *next = &points[(i + 1) % count];
        float speed = next->speed;
        float brake = braking(limits, margins, next, speed);
        float most = speed * speed + 2.0f * (brake + drag_at(limits, point, speed)) * point->length;
        point->speed = fminf(point->speed, sqrtf(most));
    }
}

static void pass_forward(const CarLimits *limits, SpeedMargins margins, SpeedPoint *points,
                         int count, bool open) {
    for (int i = 0; i < (open ? count - 1 : 2 * count); i++) {
        const SpeedPoint *point = &points[i % count];
        SpeedPoint *next = &points[(i + 1) % count];
        float speed = point->speed;
        float tyres = margins.drive * car_limit(limits, limits->traction, speed) * point->grip *
                      along_share(side_use(limits, point, speed));
        float drag = drag_at(limits, point, speed);
        float engine = (car_limit(limits, limits->engine, speed) - drag) /
                       car_limit(limits, limits->heavy, speed);
        float most = speed * speed + 2.0f * fminf(tyres - drag, engine) * point->length;
        most = fmaxf(most, SPEED_MIN * SPEED_MIN);
        next->speed = fminf(next->speed, sqrtf(most));
    }
}

float speed_profile(const CarLimits *limits, SpeedMargins margins, SpeedPoint *points, int count,
                    bool open) {
    ASSERT(count > 1);
    for (int i = 0; i < count; i++) {
        points[i].speed = corner_speed(limits, margins.side, &points[i]);
    }
    pass_backward(limits, margins, points, count, open);
    pass_forward(limits, margins, points, count, open);
    float time = 0.0f;
    for (int i = 0; i < (open ? count - 1 : count); i++) {
        float mean = 0.5f * (points[i].speed + points[(i + 1) % count].speed);
        time += points[i].length / mean;
    }
    return time;
}
