#include "base/scalar.h"
#include "drivers/driver_parts.h"
#include "race_state/slipstream.h"
#include "vehicle/drivetrain.h"

#include <float.h>
#include <math.h>

/// What is driven is the speed SPEED_TIME ahead, for pedals and tyres lag. Gas is eased from
/// THROTTLE_USE_FROM of the driven tyres' peak on, brakes from BRAKE_USE_FROM of the rear tyres'. A
/// bend that carries the car out by more than WIDE_FROM is taken slower.
#define SPEED_TIME        0.07f ///< s
#define SPEED_GAIN        4.0f  ///< 1/s
#define FOLLOW_GAIN       10.0f ///< 1/s, behind another car.
#define THROTTLE_USE_FROM 1.0f
#define THROTTLE_USE_GAIN 2.0f
#define BRAKE_USE_FROM    0.9f
#define BRAKE_USE_GAIN    2.0f
#define BRAKE_LEAST       0.4f ///< a car that slides because it is too fast has to brake all the same
#define WIDE_FROM         0.25f ///< m
#define WIDE_GAIN         0.1f  ///< share of the speed per m
#define LANE_SIDE         0.96f ///< share of the grip planned with off the line
#define LANE_BRAKE        0.7f
#define LANE_DIVE         1.0f
#define BRAKE_SIGHT       2.5f  ///< s
#define BRAKE_SHARE       1.0f  ///< of the grip, when slowing for what is further ahead.
#define TOW_GAIN          0.12f ///< x faster than the line plans, in a whole slipstream.
#define ZONE_SLOWING      3.0f  ///< m/s2 of the plan from which on a stretch is a braking zone.

/// What the driver's own plan is at point `i` of the line, squared (m2/s2): it leaves the corner
/// behind as it came through it, and brakes for the next so that it gets through.
float driver_own_speed2(const DriverView *view, int i, bool slows) {
    const LinePoint *at = &view->line->points[i];
    float corner2 = at->corner * at->corner, more2 = at->speed * at->speed - corner2;
    float own2 = view->pace.corners * view->pace.corners * corner2;
    return own2 + (slows ? view->pace.braking : view->pace.throttle) * float_max(more2, 0.0f);
}

/// Speed that a lane beside the line allows: it bends otherwise than the line, and more where the
/// edge of the road pushes it aside. Looks as far ahead as braking needs; nothing is looked at from
/// where on braking allows more than `enough` m/s here, and so may the answer be more.
static float lane_speed(const DriverView *view, float lane, float enough) {
    enum {
        SAMPLES = 12
    };
    const RacingLine *line = view->line;
    float spacing = view->spacing;
    int step = 1 + (int)(2.2f * view->speed / spacing / (float)SAMPLES);
    float brake = (view->dive ? LANE_DIVE : LANE_BRAKE) * view->model->tyre[0].def.mu_x * GRAVITY;
    float side = LANE_SIDE * view->grip * view->pace.corners * view->pace.corners;
    float best2 = FLT_MAX;
    for (int i = 0; i < SAMPLES; i++) {
        float distance = (float)(i * step) * spacing;
        if (2.0f * brake * distance > 1.01f * enough * enough) {
            break;
        }
        int at = racing_line_index(line, view->point + i * step);
        const LinePoint *point = &line->points[at];
        // Steering rounds off whatever is shorter than its look-ahead.
        int spread =
            1 + (int)((DRIVER_LOOKAHEAD_BASE + DRIVER_LOOKAHEAD_TIME * point->speed) / spacing);
        const LinePoint *before = &line->points[racing_line_index(line, at - spread)];
        const LinePoint *after = &line->points[racing_line_index(line, at + spread)];
        float off = driver_lane_at(point, lane), base = (float)spread * spacing;
        float swerve = (driver_lane_at(before, lane) - 2.0f * off + driver_lane_at(after, lane)) /
                       (base * base);
        float bend = point->curvature / float_max(1.0f - point->curvature * off, 0.3f) + swerve;
        if (fabsf(bend) <= fabsf(point->curvature) + 1e-4f) {
            continue;
        }
        bool slows = line->points[racing_line_index(line, at + 1)].speed < point->speed;
        float allowed2 = float_min(side / fabsf(bend), driver_own_speed2(view, at, slows));
        best2 = float_min(best2, allowed2 + 2.0f * brake * distance);
    }
    return best2 < FLT_MAX ? sqrtf(best2) : FLT_MAX;
}

/// The least speed at which braking has to begin here already for what is ahead.
static float brake_limit(const DriverView *view, float from) {
    enum {
        SAMPLES = 5
    };
    const RacingLine *line = view->line;
    float spacing = view->spacing;
    float brake = BRAKE_SHARE * view->pace.braking * view->model->tyre[0].def.mu_x * GRAVITY *
                  view->ground->grip;
    int step = 1 + (int)(BRAKE_SIGHT * view->speed / spacing / (float)SAMPLES);
    float best = FLT_MAX;
    for (int i = 1; i <= SAMPLES; i++) {
        int at = racing_line_index(line, view->point + i * step);
        float distance = (float)(i * step) * spacing - from;
        bool slows = line->points[racing_line_index(line, at + 1)].speed < line->points[at].speed;
        if (slows && distance > 0.0f) {
            float allowed2 = driver_own_speed2(view, at, true) + 2.0f * brake * distance;
            best = float_min(best, allowed2);
        }
    }
    return best < FLT_MAX ? sqrtf(best) : FLT_MAX;
}

DriverWanted driver_wanted_speed(const DriverView *view, float lane, float most) {
    LinePlace place = driver_place_ahead(view, SPEED_TIME * view->speed);
    int next = racing_line_index(view->line, place.i + 1);
    const LinePoint *a = &view->line->points[place.i];
    const LinePoint *b = &view->line->points[next];
    float piece = b->s - a->s;
    piece = float_max(piece < 0.0f ? piece + view->line->length : piece, 0.1f);
    bool slows = b->speed < a->speed;
    float from2 = driver_own_speed2(view, place.i, slows),
          to2 = driver_own_speed2(view, next, slows);
    DriverWanted wanted = {
        .speed = sqrtf(from2 + (to2 - from2) * place.t),
        .gain = (to2 - from2) / (2.0f * piece),
    };
    float tow = view->car->wake * (TOW_GAIN / SLIPSTREAM_MOST);
    if (tow > 0.0f && !slows && fabsf(a->curvature) * from2 < DRIVER_STRAIGHT * view->grip) {
        wanted.speed *= 1.0f + tow;
    }
    float limit = float_min(most, brake_limit(view, SPEED_TIME * view->speed));
    if (fabsf(lane) > 0.3f) {
        limit = float_min(limit, lane_speed(view, lane, wanted.speed));
    }
    const LinePoint *at = &view->line->points[view->point];
    float outside = float_max(view->offset - at->left, -at->right - view->offset);
    if (outside > 1.0f) { // off the road: grip is less there, and braking hard makes it worse
        limit = float_min(limit, float_max(0.85f * wanted.speed - 0.3f * outside, 8.0f));
    }
    float wide = view->offset - driver_lane_at(at, lane);
    wide = at->curvature > 0.0f ? -wide : wide;
    if (wide > WIDE_FROM && fabsf(at->curvature) > 1e-3f) {
        limit = float_min(limit,
                          wanted.speed * float_max(1.0f - WIDE_GAIN * (wide - WIDE_FROM), 0.85f));
    }
    if (limit < wanted.speed) {
        wanted.speed = limit;
        wanted.follows = limit >= most;
        // Who has to move off where others brake would never do so with the profile's own slowing.
        wanted.gain = view->along < DRIVER_MOVE_OFF ? 0.0f : float_min(wanted.gain, 0.0f);
    }
    return wanted;
}

/// Acceleration (m/s2) that full gas gives in the present gear.
static float full_throttle(const DriverView *view) {
    const CarParams *p = &view->model->params;
    float radius = p->drive_split_front > 0.5f ? p->wheel_radius_front : p->wheel_radius_rear;
    int gear = view->car->gear > 0 ? view->car->gear : 1;
    float torque = engine_torque(p, view->car->rpm) * gear_ratio(p, gear) * p->efficiency;
    return float_max(torque / (radius * p->mass), 0.5f);
}

/// Share of the gas that the driven tyres bear.
static float throttle_share(const DriverView *view) {
    const CarParams *p = &view->model->params;
    const Wheel *wheels = view->car->wheels;
    float use = 0.0f;
    if (p->drive_split_front > 0.0f) {
        use = float_max(use, float_max(wheels[CAR_FRONT_LEFT].use, wheels[CAR_FRONT_RIGHT].use));
    }
    if (p->drive_split_front < 1.0f) {
        use = float_max(use, float_max(wheels[CAR_REAR_LEFT].use, wheels[CAR_REAR_RIGHT].use));
    }
    if (view->speed < 3.0f) {
        return 1.0f; // slip means little yet: a car that eased for it would not get going on grass
    }
    return float_clamp(1.0f - THROTTLE_USE_GAIN * (use - THROTTLE_USE_FROM), 0.0f, 1.0f);
}

/// Share of the brakes that keeps the car straight: a rear axle that slides gets less, and so does
/// any wheel about to lock where there is no ABS.
static float brake_share(const DriverView *view) {
    const Wheel *wheels = view->car->wheels;
    const Wheel *left = &wheels[CAR_REAR_LEFT], *right = &wheels[CAR_REAR_RIGHT];
    float rear = left->load > right->load ? left->use : right->use;
    float share = float_clamp(1.0f - BRAKE_USE_GAIN * (rear - BRAKE_USE_FROM), BRAKE_LEAST, 1.0f);
    if (!(view->model->params.abs_slip > 0.0f)) {
        float front = float_max(wheels[CAR_FRONT_LEFT].use, wheels[CAR_FRONT_RIGHT].use);
        share = float_min(share, float_clamp(1.0f - 2.0f * (front - 0.9f), 0.2f, 1.0f));
    }
    return share;
}

void driver_set_pedals(const DriverView *view, DriverWanted wanted, CarInput *input) {
    const CarParams *p = &view->model->params;
    float drag = 0.5f * AIR_DENSITY * p->drag_area * view->speed * view->speed / p->mass +
                 p->roll_resist * GRAVITY;
    float rate = wanted.follows ? FOLLOW_GAIN : SPEED_GAIN;
    float change = wanted.gain + rate * (wanted.speed - view->along) + drag;
    if (change >= 0.0f) {
        float gas = float_clamp(change / full_throttle(view), 0.0f, 1.0f) * throttle_share(view);
        input->throttle = (uint8_t)(gas * 255.0f);
        return;
    }
    float full = p->brake_torque *
                 (p->brake_bias_front / p->wheel_radius_front +
                  (1.0f - p->brake_bias_front) / p->wheel_radius_rear) /
                 p->mass;
    float pedal = float_clamp(-change / full, 0.0f, 1.0f) * brake_share(view);
    // A touch of brake is no more than lifting; and held at a standstill it would mean reverse.
    if (pedal > 0.02f && view->along > 0.6f) {
        input->brake = (uint8_t)(pedal * 255.0f);
    }
}

/// Whether the line slows for a corner here.
bool driver_brakes(const DriverView *view) {
    const LinePoint *at = &view->line->points[view->point];
    const LinePoint *next = &view->line->points[racing_line_index(view->line, view->point + 1)];
    return at->speed * at->speed - next->speed * next->speed > 2.0f * ZONE_SLOWING * view->spacing;
}
