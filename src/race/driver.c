#include "race/driver.h"

#include "base/random.h"
#include "base/scalar.h"
#include "geometry/trig.h"
#include "race/classification.h"
#include "race/traffic.h"
#include "vehicle/drivetrain.h"
#include "vehicle/steering.h"

#include <float.h>
#include <math.h>

#define THINK_DT (RACE_DT * (float)RACE_AI_TICKS) ///< s

/// Steering. The look-ahead is the shortest that does not weave at top speed; coming back to the
/// lane from more than BACK_FROM beside it may take BACK_SHARE of the grip, and at low speed
/// REJOIN_SLOPE at most. Up to SLOW it is geometry alone, from FAST on by side force. YAW_DAMPING 0
/// lets a rear-driven car without traction control swing its tail until it spins; 1 to 3 are alike.
#define LOOKAHEAD_BASE 3.0f  ///< m
#define LOOKAHEAD_TIME 0.26f ///< s
#define BACK_FROM      0.3f  ///< m
#define BACK_SHARE     0.5f
#define REJOIN_SLOPE   0.8f
#define SLOW           4.0f ///< m/s
#define FAST           8.0f ///< m/s
#define YAW_DAMPING    2.0f
#define SLIP_LIMIT     1.05f ///< x the front tyres' peak

/// A car off its line looks this far ahead for walls, plus as far as it goes in a second.
#define WALL_SIGHT 8.0f ///< m

/// Speed. What is driven is the speed SPEED_TIME ahead, for pedals and tyres lag. Gas is eased from
/// THROTTLE_USE_FROM of the driven tyres' peak on, brakes from BRAKE_USE_FROM of the rear tyres'. A
/// bend that carries the car out by more than WIDE_FROM is taken slower.
#define SPEED_TIME        0.07f ///< s
#define SPEED_GAIN        4.0f  ///< 1/s
#define THROTTLE_USE_FROM 1.0f
#define THROTTLE_USE_GAIN 2.0f
#define BRAKE_USE_FROM    0.9f
#define BRAKE_USE_GAIN    2.0f
#define BRAKE_LEAST       0.4f ///< a car that slides because it is too fast has to brake all the same
#define WIDE_FROM         0.25f ///< m
#define WIDE_GAIN         0.1f  ///< share of the speed per m
#define LANE_SIDE         0.92f ///< share of the grip planned with off the line
#define LANE_BRAKE        0.6f
#define TURN_SPEED        5.0f ///< m/s while turning round
#define FINISHED_PACE     0.6f
#define MOVE_OFF          3.0f ///< m/s
#define LINE_END          4.0f ///< m before the end of a sprint's line at which the car is held

/// Getting free.
#define STUCK_SPEED   1.0f ///< m/s
#define STUCK_AFTER   1.2f ///< s
#define REVERSE_SPEED 4.0f ///< m/s
#define REVERSE_TIME  2.0f ///< s, of which reverse takes 0.2 to engage
#define BACK_TIME     1.5f ///< s, before a mover and among others: longer meets who is behind

#define LANE_RATE       0.1f ///< m/s aside per m/s forward
#define LANE_RATE_MOST  3.0f ///< m/s
#define LANE_RATE_HURRY 2.5f ///< m/s
#define MERGE_TIME      5.0f ///< s after GO in which lanes of the grid are left only gently

/// What the levels differ in.
typedef struct Skill {
    float pace;   ///< x the line's speeds.
    float wander; ///< m beside its lane that it strays, at most.
} Skill;

static const Skill skills[SKILL_COUNT] = {
    [SKILL_EASY] = {0.80f, 0.50f},
    [SKILL_MEDIUM] = {0.87f, 0.30f},
    [SKILL_HARD] = {0.94f, 0.12f},
    [SKILL_EXPERT] = {1.00f, 0.0f},
};

/// Each car's own pace is slower than its level's by up to twice this share; above 1 it would slide
/// off.
#define PACE_SPREAD 0.01f

/// What the driver sees of its own car.
typedef struct View {
    const RacingLine *line;
    const CarModel *model;
    const Car *car;
    const Body *body;
    const Surface *ground; ///< Under the better of the front wheels.
    int point;             ///< Nearest of the line.
    float s;               ///< m along it.
    float offset;          ///< m left of it.
    float speed;           ///< m/s
    float along;           ///< m/s forward in the car.
    float grip;            ///< m/s2 aside that both axles hold at this speed.
    float pace;
} View;

/// Side acceleration (m/s2) that axle `axle` (0 front, 1 rear) holds at `speed`, on asphalt and
/// without what load transfer takes.
static float axle_grip(const CarModel *model, int axle, float speed) {
    const CarParams *p = &model->params;
    float pressure = 0.5f * AIR_DENSITY * speed * speed;
    float share = axle == 0 ? p->weight_front : 1.0f - p->weight_front;
    float lift = pressure * (axle == 0 ? p->lift_area_front : p->lift_area_rear);
    float load = float_max(p->mass * GRAVITY * share + lift, 0.0f);
    return tyre_mu_y(&model->tyre[axle], 0.5f * load) * load / (p->mass * share);
}

static float side_grip(const CarModel *model, float speed) {
    return float_min(axle_grip(model, 0, speed), axle_grip(model, 1, speed));
}

static View observe(const Race *race, int car) {
    const Racer *racer = &race_racers_const(race)[car];
    const Body *body = &race_bodies_const(race)[car];
    View view = {.line = &race->data->lines[car],
                 .model = &racer->model,
                 .car = &racer->car,
                 .body = body,
                 .speed = glms_vec2_norm(body->velocity),
                 .pace = racer->driver.pace};
    const Wheel *wheels = racer->car.wheels;
    const Surface *surfaces = race->data->track->surfaces;
    const Surface *left = &surfaces[wheels[CAR_FRONT_LEFT].surface];
    const Surface *right = &surfaces[wheels[CAR_FRONT_RIGHT].surface];
    view.ground = left->grip > right->grip ? left : right;
    int hint = racer->line_point >= 0 ? racer->line_point : racer->driver.line_point;
    view.point = race_data_line_point(race->data, car, body->position, hint);
    const LinePoint *at = &view.line->points[view.point];
    vec2s from_line = glms_vec2_sub(body->position, at->point);
    view.s = at->s + glms_vec2_dot(from_line, at->tangent);
    view.offset = glms_vec2_dot(from_line, vec2_left(at->tangent));
    view.along = glms_vec2_dot(body->velocity, vec2_make(body->rotation.c, body->rotation.s));
    view.grip = side_grip(view.model, view.speed);
    if (classification_stands(racer)) {
        view.pace *= FINISHED_PACE;
    }
    return view;
}

/// A place on the line: between point `i` and the next.
typedef struct LinePlace {
    int i;
    float t;
} LinePlace;

/// The place `ahead` m (0 or more) further along the line.
static LinePlace place_ahead(const View *view, float ahead) {
    const RacingLine *line = view->line;
    float spacing = line->length / (float)line->count;
    float from = line->points[view->point].s, target = view->s + ahead - from;
    LinePlace place = {view->point, 0.0f};
    if (target < 0.0f) {
        return place;
    }
    // Points are about evenly spaced: jump most of the way, walk the rest.
    int jump = (int)(0.7f * target / spacing);
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

static float lane_at(const LinePoint *point, float lane) {
    return float_clamp(lane, -point->right, point->left);
}

/// The point of `lane` at `place`.
static vec2s lane_point(const View *view, LinePlace place, float lane) {
    const LinePoint *a = &view->line->points[place.i];
    const LinePoint *b = &view->line->points[racing_line_index(view->line, place.i + 1)];
    vec2s from = glms_vec2_add(a->point, glms_vec2_scale(vec2_left(a->tangent), lane_at(a, lane)));
    vec2s to = glms_vec2_add(b->point, glms_vec2_scale(vec2_left(b->tangent), lane_at(b, lane)));
    return glms_vec2_lerp(from, to, place.t);
}

/// Whether the car could go `way` (m) without meeting a wall: one ray along each flank.
static bool is_clear(const View *view, const WallGrid *walls, vec2s way) {
    float reach = 0.5f * view->model->params.width + 0.2f;
    vec2s aside = glms_vec2_scale(vec2_left(glms_vec2_normalize(way)), reach);
    vec2s left = glms_vec2_add(view->body->position, aside);
    vec2s right = glms_vec2_sub(view->body->position, aside);
    return !wall_grid_ray(walls, left, way).hit && !wall_grid_ray(walls, right, way).hit;
}

/// Where to steer to instead of `target` when a wall stands in between, as it may for a car that
/// has left its line: the least turn to either side that is clear.
static vec2s detour(const View *view, const WallGrid *walls, vec2s target) {
    enum {
        TURNS = 4
    };
    vec2s way = glms_vec2_sub(target, view->body->position);
    float length = glms_vec2_norm(way);
    float sight = WALL_SIGHT + view->speed;
    way = length > sight ? glms_vec2_scale(way, sight / length) : way;
    for (int i = 0; i <= 2 * TURNS && length > 0.1f; i++) {
        float turn = 0.35f * (float)((i + 1) / 2) * (i % 2 == 0 ? 1.0f : -1.0f);
        vec2s turned = rotation_apply(rotation_make(turn), way);
        if (is_clear(view, walls, turned)) {
            return i == 0 ? target : glms_vec2_add(view->body->position, turned);
        }
    }
    return target;
}

/// Where to steer to: the lane some way ahead. Who is beside it aims further on, so that coming
/// back takes no more than a share of the grip; on a straight that is a long way, in a bend the
/// chord must not leave the road.
static vec2s lookahead_point(const View *view, const WallGrid *walls, float lane) {
    const LinePoint *at = &view->line->points[view->point];
    float ahead = LOOKAHEAD_BASE + LOOKAHEAD_TIME * view->speed;
    float error = fabsf(view->offset - lane_at(at, lane));
    float grip = BACK_SHARE * view->grip;
    float back = view->speed * sqrtf(2.0f * float_max(error - BACK_FROM, 0.0f) / grip);
    back = float_min(back, sqrtf(8.0f * (error + 1.0f) / float_max(fabsf(at->curvature), 1e-4f)));
    ahead = float_max(ahead, float_max(back, float_min(error / REJOIN_SLOPE, 60.0f)));
    LinePlace place = place_ahead(view, float_min(ahead, 0.25f * view->line->length));
    vec2s target = lane_point(view, place, lane);
    bool outside = view->offset > at->left + 0.5f || view->offset < -at->right - 0.5f;
    return outside ? detour(view, walls, target) : target;
}

/// Angle (rad) at which `target` lies off the nose, left positive.
static float bearing_of(const View *view, vec2s target) {
    vec2s local = transform_undo(body_at(view->body), target);
    return trig_atan2(local.y, local.x);
}

/// Slip of the front tyres (rad) that makes `use` (0 to 1) of their side force.
static float front_slip(const View *view, float use) {
    const Tyre *tyre = &view->model->tyre[0];
    float scale = view->ground->peak_scale;
    return use < 0.99f ? tyre_slip_for(tyre, use, scale) : SLIP_LIMIT * (scale * tyre->slip_y);
}

/// Road-wheel angle (rad) towards `target`, which lies at `bearing` off the nose. Standing or slow
/// it is geometry; faster, the front tyres are asked for the side force that bends the course (not
/// the nose: they differ in a slide) onto the target, whatever way the car points. So a slide is
/// caught by steering into it. Source: Park, Deyst, How 2004, A new nonlinear guidance logic for
/// trajectory tracking.
static float steer_angle(const View *view, vec2s target, float bearing) {
    const CarModel *model = view->model;
    float lock = model->params.steer_lock;
    if (fabsf(bearing) > 1.7f) {
        return bearing > 0.0f ? lock : -lock;
    }
    float distance = float_max(glms_vec2_distance(target, view->body->position), 1.0f);
    float geometric = model->params.wheelbase * 2.0f * trig_sin(bearing) / distance;
    float fast = float_clamp((view->along - SLOW) / (FAST - SLOW), 0.0f, 1.0f);
    if (fast <= 0.0f) {
        return geometric;
    }
    CarMotion motion = car_motion(view->body);
    float course = trig_atan2(motion.across, motion.along);
    float side = 2.0f * motion.speed * motion.speed * trig_sin(bearing - course) / distance;
    float use =
        float_clamp(side / (view->ground->grip * axle_grip(model, 0, motion.speed)), -1.0f, 1.0f);
    float slip = front_slip(view, float_min(fabsf(use), 1.0f));
    // The front's own yaw is left out, and more: that damps the tail, which else would swing.
    float yaw = side / motion.speed;
    float damped = motion.spin + YAW_DAMPING * (yaw - motion.spin);
    float front = trig_atan2(motion.across + model->to_front * damped, motion.along);
    float angle = front + (use < 0.0f ? -slip : slip);
    return geometric + fast * (angle - geometric);
}

/// Speed that a lane beside the line allows: it bends otherwise than the line, and more where the
/// edge of the road pushes it aside. Looks as far ahead as braking needs; nothing is looked at from
/// where on braking allows more than `enough` m/s here, and so may the answer be more.
static float lane_speed(const View *view, float lane, float enough) {
    enum {
        SAMPLES = 12,
        SPREAD = 3 ///< Points to either side whose offsets tell how the lane bends.
    };
    const RacingLine *line = view->line;
    float spacing = line->length / (float)line->count;
    int step = 1 + (int)(2.2f * view->speed / spacing / (float)SAMPLES);
    float brake = LANE_BRAKE * view->model->tyre[0].def.mu_x * GRAVITY;
    float side = LANE_SIDE * view->grip;
    float best = FLT_MAX;
    for (int i = 0; i < SAMPLES; i++) {
        float distance = (float)(i * step) * spacing;
        if (2.0f * brake * distance > 1.01f * enough * enough) {
            break;
        }
        int at = racing_line_index(line, view->point + i * step);
        const LinePoint *point = &line->points[at];
        const LinePoint *before = &line->points[racing_line_index(line, at - SPREAD)];
        const LinePoint *after = &line->points[racing_line_index(line, at + SPREAD)];
        float off = lane_at(point, lane), base = (float)SPREAD * spacing;
        float swerve = (lane_at(before, lane) - 2.0f * off + lane_at(after, lane)) / (base * base);
        float bend = point->curvature / float_max(1.0f - point->curvature * off, 0.3f) + swerve;
        if (fabsf(bend) <= fabsf(point->curvature) + 1e-4f) {
            continue;
        }
        float allowed2 = float_min(side / fabsf(bend), point->speed * point->speed);
        best = float_min(best, sqrtf(allowed2 + 2.0f * brake * distance));
    }
    return best;
}

/// How fast to go a moment from now (m/s), and the acceleration (m/s2) that the profile has there.
typedef struct Wanted {
    float speed, gain;
} Wanted;

static Wanted wanted_speed(const View *view, float lane, float most) {
    LinePlace place = place_ahead(view, SPEED_TIME * view->speed);
    const LinePoint *a = &view->line->points[place.i];
    const LinePoint *b = &view->line->points[racing_line_index(view->line, place.i + 1)];
    float piece = b->s - a->s;
    piece = float_max(piece < 0.0f ? piece + view->line->length : piece, 0.1f);
    float scale = view->pace * view->pace;
    Wanted wanted = {
        .speed = view->pace * (a->speed + (b->speed - a->speed) * place.t),
        .gain = scale * (b->speed * b->speed - a->speed * a->speed) / (2.0f * piece),
    };
    float limit = most;
    if (fabsf(lane) > 0.3f) {
        limit = float_min(limit, view->pace * lane_speed(view, lane, wanted.speed / view->pace));
    }
    const LinePoint *at = &view->line->points[view->point];
    float outside = float_max(view->offset - at->left, -at->right - view->offset);
    if (outside > 1.0f) { // off the road: grip is less there, and braking hard makes it worse
        limit = float_min(limit, float_max(0.85f * wanted.speed - 0.3f * outside, 8.0f));
    }
    float wide = view->offset - lane_at(at, lane);
    wide = at->curvature > 0.0f ? -wide : wide;
    if (wide > WIDE_FROM && fabsf(at->curvature) > 1e-3f) {
        limit = float_min(limit,
                          wanted.speed * float_max(1.0f - WIDE_GAIN * (wide - WIDE_FROM), 0.85f));
    }
    if (limit < wanted.speed) {
        wanted.speed = limit;
        // Who has to move off where others brake would never do so with the profile's own slowing.
        wanted.gain = view->along < MOVE_OFF ? 0.0f : float_min(wanted.gain, 0.0f);
    }
    return wanted;
}

/// Acceleration (m/s2) that full gas gives in the present gear.
static float full_throttle(const View *view) {
    const CarParams *p = &view->model->params;
    float radius = p->drive_split_front > 0.5f ? p->wheel_radius_front : p->wheel_radius_rear;
    int gear = view->car->gear > 0 ? view->car->gear : 1;
    float torque = engine_torque(p, view->car->rpm) * gear_ratio(p, gear) * p->efficiency;
    return float_max(torque / (radius * p->mass), 0.5f);
}

/// Share of the gas that the driven tyres bear.
static float throttle_share(const View *view) {
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
static float brake_share(const View *view) {
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

static void set_pedals(const View *view, Wanted wanted, CarInput *input) {
    const CarParams *p = &view->model->params;
    float drag = 0.5f * AIR_DENSITY * p->drag_area * view->speed * view->speed / p->mass +
                 p->roll_resist * GRAVITY;
    float change = wanted.gain + SPEED_GAIN * (wanted.speed - view->along) + drag;
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

static uint32_t next_random(uint32_t state) { // xorshift32 (Marsaglia 2003)
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/// Lets the wander drift to a new place every few seconds.
static void wander(const Race *race, int car, Driver *driver) {
    float most = skills[race->skill[car]].wander;
    uint32_t dice = next_random(driver->random ^ (race->tick / 600u + 1u) * 0x9E3779B9u);
    float target = most * (2.0f * (float)(dice >> 8) / 16777216.0f - 1.0f);
    driver->wander += (target - driver->wander) * THINK_DT;
}

/// Moves the lane towards the plan's no faster than a car may change it without a swerve.
static void change_lane(const Race *race, const View *view, TrafficPlan plan, Driver *driver) {
    if (race->phase == RACE_COUNTDOWN) {
        return;
    }
    float rate = float_clamp(LANE_RATE * view->speed, 0.3f, LANE_RATE_MOST);
    float since_go = (float)(int32_t)(race->tick - race->start_tick) * RACE_DT;
    if (race->mode == RACE_MODE_RACE && since_go < MERGE_TIME && !plan.shared) {
        rate *= 0.4f;
    }
    rate = plan.urgent ? float_max(1.5f * rate, 0.6f) : rate;
    rate = plan.hurry ? float_max(rate, LANE_RATE_HURRY) : rate;
    float step = rate * THINK_DT;
    driver->lane += float_clamp(plan.lane - driver->lane, -step, step);
}

/// Counts how long the car stands, and backs out in time: from a wall, or from who stands ahead,
/// which takes room to swing round. In a queue the last one does it first. Where all that does not
/// help, it is rescued (rescue.c).
static void watch_standing(const Race *race, const View *view, TrafficPlan plan, Driver *driver) {
    bool running = race->phase != RACE_COUNTDOWN;
    driver->stood_s = running && view->speed < STUCK_SPEED ? driver->stood_s + THINK_DT : 0.0f;
    if (running && plan.back && (plan.trapped || driver->stood_s > STUCK_AFTER)) {
        driver->stood_s = 0.0f;
        driver->reverse_s = plan.trapped || plan.shared ? BACK_TIME : REVERSE_TIME;
    }
}

/// Backs out with the wheels turned the other way, so that the nose swings to where it should go.
static CarInput back_out(const View *view, float bearing, Driver *driver) {
    driver->reverse_s -= THINK_DT;
    bool fast = view->along < -REVERSE_SPEED;
    return (CarInput){.steer = bearing > 0.0f ? -127 : 127, .brake = fast ? 0 : 255};
}

CarInput driver_think(Race *race, int car, const Pack *pack) {
    Driver *driver = &race_racers(race)[car].driver;
    View view = observe(race, car);
    driver->line_point = view.point;
    wander(race, car, driver);
    if (view.line->open && view.s > view.line->length - LINE_END) {
        return (CarInput){.brake = view.along > 0.6f ? 255 : 0}; // a sprint is over
    }
    if (driver->reverse_s > 0.0f) {
        return back_out(&view,
                        bearing_of(&view, lookahead_point(&view, &race->data->walls, driver->lane)),
                        driver);
    }
    TrafficView seen = {.point = view.point,
                        .s = view.s,
                        .offset = view.offset,
                        .along = view.along,
                        .lane = driver->lane,
                        .speed = view.pace * view.line->points[view.point].speed};
    TrafficPlan plan = traffic_plan(race, car, pack, &seen, driver->wander);
    change_lane(race, &view, plan, driver);
    vec2s target = lookahead_point(&view, &race->data->walls, driver->lane);
    float bearing = bearing_of(&view, target);
    Wanted wanted = wanted_speed(&view, driver->lane, plan.speed);
    if (fabsf(bearing) > 1.2f) {
        wanted = (Wanted){.speed = float_min(wanted.speed, TURN_SPEED)};
    }
    float angle = steer_angle(&view, target, bearing);
    CarInput input = {.steer = steering_input(view.model, view.speed, angle)};
    set_pedals(&view, wanted, &input);
    watch_standing(race, &view, plan, driver);
    return input;
}

void driver_reset(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    Random random = random_make(race->seed, (uint64_t)car);
    uint32_t seed = random_u32(&random) | 1u; // xorshift must not start at 0
    float spread = random_range(&random, -2.0f * PACE_SPREAD, 0.0f);
    racer->driver = (Driver){
        .line_point = -1,
        .pace = skills[race->skill[car]].pace * (1.0f + spread),
        .random = seed,
    };
    View view = observe(race, car);
    racer->driver.line_point = view.point;
    racer->driver.lane = lane_at(&view.line->points[view.point], view.offset);
}
