#include "base/scalar.h"
#include "drivers/driver_form.h"
#include "drivers/driver_parts.h"
#include "drivers/gunner.h"
#include "race_state/classification.h"

#include <math.h>

#define FINISHED_PACE 0.6f
#define LATE_PACE     1.08f ///< What who brakes too late takes for its pace: more than tyres bear.

/// Side acceleration (m/s2) that axle `axle` (0 front, 1 rear) holds at `speed`, on asphalt and
/// without what load transfer takes.
float driver_axle_grip(const CarModel *model, int axle, float speed) {
    const CarParams *p = &model->params;
    float pressure = 0.5f * AIR_DENSITY * speed * speed;
    float share = axle == 0 ? p->weight_front : 1.0f - p->weight_front;
    float lift = pressure * (axle == 0 ? p->lift_area_front : p->lift_area_rear);
    float load = float_max(p->mass * GRAVITY * share + lift, 0.0f);
    return tyre_mu_y(&model->tyre[axle], 0.5f * load) * load / (p->mass * share);
}

static float side_grip(const CarModel *model, float speed) {
    return float_min(driver_axle_grip(model, 0, speed), driver_axle_grip(model, 1, speed));
}

/// Whether tyres dig into `ground`, and whether it is slippery as it is when wet.
static bool is_loose(const Surface *ground) { return ground->viscous > 0.0f; }
static bool is_wet(const Surface *ground) { return ground->grip < 0.8f && !is_loose(ground); }

static DriverPace pace_of(const Race *race, int car, const Surface *ground) {
    const Racer *racer = &race_racers_const(race)[car];
    const DriverParams *params = &racer->params;
    const Driver *driver = &racer->driver;
    float share = driver->pace * driver_form_pace(driver);
    share *= is_loose(ground) ? params->loose : is_wet(ground) ? params->wet : 1.0f;
    share *= race->data->track->light == 2 ? params->night : 1.0f;
    share *= classification_stands(racer) ? FINISHED_PACE : 1.0f;
    share *= gunner_pace(race, car);
    float energy = share * share;
    DriverPace pace = {params->corners * share, params->braking * energy,
                       params->throttle * energy};
    if (driver->mistake == DRIVER_MISTAKE_LATE) {
        pace.corners = float_max(pace.corners, LATE_PACE);
        pace.braking = float_max(pace.braking, LATE_PACE * LATE_PACE);
    }
    return pace;
}

DriverView driver_observe(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    DriverView view = {.line = &race->data->lines[car],
                       .model = &racer->model,
                       .car = &racer->car,
                       .body = body,
                       .speed = glms_vec2_norm(body->velocity)};
    const Wheel *wheels = racer->car.wheels;
    const Surface *surfaces = race->data->track->surfaces;
    const Surface *left = &surfaces[wheels[CAR_FRONT_LEFT].surface];
    const Surface *right = &surfaces[wheels[CAR_FRONT_RIGHT].surface];
    view.ground = left->grip > right->grip ? left : right;
    int hint = racer->line_point >= 0 ? racer->line_point : racer->driver.line_point;
    view.point = race_data_line_point(race->data, car, body->position, hint);
    view.spacing = view.line->length / (float)view.line->count;
    const LinePoint *at = &view.line->points[view.point];
    vec2s from_line = glms_vec2_sub(body->position, at->point);
    view.s = at->s + glms_vec2_dot(from_line, at->tangent);
    view.offset = glms_vec2_dot(from_line, vec2_left(at->tangent));
    view.along = glms_vec2_dot(body->velocity, vec2_make(body->rotation.c, body->rotation.s));
    view.grip = side_grip(view.model, view.speed);
    view.pace = pace_of(race, car, view.ground);
    return view;
}

/// The place `ahead` m (0 or more) further along the line.
LinePlace driver_place_ahead(const DriverView *view, float ahead) {
    const RacingLine *line = view->line;
    float from = line->points[view->point].s, target = view->s + ahead - from;
    LinePlace place = {view->point, 0.0f};
    if (target < 0.0f) {
        return place;
    }
    // Points are about evenly spaced: jump most of the way, walk the rest.
    int jump = (int)(0.7f * target / view->spacing);
    jump = jump < line->count ? jump : line->count - 1;
    place.i = racing_line_index(line, view->point + jump);
    float passed = line->points[place.i].s - from;
    passed = passed < 0.0f ? passed + line->length : passed;
    for (int i = 0; i < line->count; i++) {
        int next = racing_line_index(line, place.i + 1);
        float piece = line->points[next].s - line->points[place.i].s;
        piece = piece < 0.0f ? piece + line->length : piece;
        if (passed + piece > target) {
            place.t = float_clamp((target - passed) / float_max(piece, 1e-3f), 0.0f, 1.0f);
            break;
        }
        passed += piece;
        place.i = next;
    }
    return place;
}

/// The point of `lane` at `place`.
vec2s driver_lane_point(const DriverView *view, LinePlace place, float lane) {
    const LinePoint *a = &view->line->points[place.i];
    const LinePoint *b = &view->line->points[racing_line_index(view->line, place.i + 1)];
    vec2s from =
        glms_vec2_add(a->point, glms_vec2_scale(vec2_left(a->tangent), driver_lane_at(a, lane)));
    vec2s to =
        glms_vec2_add(b->point, glms_vec2_scale(vec2_left(b->tangent), driver_lane_at(b, lane)));
    return glms_vec2_lerp(from, to, place.t);
}
