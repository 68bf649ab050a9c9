#include "drivers/driver.h"

#include "base/random.h"
#include "base/scalar.h"
#include "drivers/driver_form.h"
#include "drivers/driver_parts.h"
#include "drivers/items.h"
#include "vehicle/steering.h"

#include <math.h>

#define TURN_SPEED 5.0f ///< m/s while turning round
/// rad that the nose is off the way from which on a car before a wall backs out at once, and below
/// which it has backed out far enough.
#define TURN_BACK    0.6f
#define TURN_DONE    0.25f
#define TURN_LAST    0.8f ///< s left of backing out from which on that ends it.
#define BACK_PAUSE   2.0f ///< s of trying forward after backing out was blocked.
#define LINE_END     4.0f ///< m before the end of a sprint's line at which the car is held
#define DEFENCE_LANE 2.0f ///< m inside the line.
#define MISSED_APEX  3.0f ///< m

/// Getting free.
#define STUCK_SPEED   1.0f ///< m/s
#define STUCK_AFTER   1.2f ///< s
#define REVERSE_SPEED 4.0f ///< m/s
#define REVERSE_TIME  2.0f ///< s, of which reverse takes 0.2 to engage
#define BACK_TRIED    0.6f ///< s of it in which a car gets going,
#define BACK_BLOCKED  0.3f ///< m/s, unless it is slower than this.
#define BACK_TIME     1.5f ///< s, before a mover and among others: longer meets who is behind

#define LANE_RATE       0.1f ///< m/s aside per m/s forward
#define LANE_RATE_MOST  3.0f ///< m/s
#define LANE_RATE_HURRY 2.5f ///< m/s
/// Corners of DriverParams below which a driver keeps more room for good and leaves attacks alone.
#define CAREFUL_BELOW 0.7f
#define SHUT_TIME     8.0f ///< s without the way past parked cars in which it got no farther
#define NOSE_AHEAD    0.2f ///< least cosine of the angle to the line with which a nose points ahead
#define MERGE_TIME    5.0f ///< s after GO in which lanes of the grid are left only gently

/// Moves the lane towards the plan's no faster than a car may change it without a swerve.
static void change_lane(const Race *race, const DriverView *view, TrafficPlan plan,
                        Driver *driver) {
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
    float step = rate * DRIVER_DT;
    driver->lane += float_clamp(plan.lane - driver->lane, -step, step);
}

/// Counts how long the car stands, and backs out in time: from a wall, or from who stands ahead,
/// which takes room to swing round. In a queue the last one does it first. Where all that does not
/// help, it is rescued (rescue.c).
static void watch_standing(const Race *race, const DriverView *view, TrafficPlan plan,
                           float bearing, Driver *driver) {
    bool running = race->phase != RACE_COUNTDOWN;
    driver->shut_s = float_max(driver->shut_s - DRIVER_DT, 0.0f);
    driver->stood_s = running && view->speed < STUCK_SPEED ? driver->stood_s + DRIVER_DT : 0.0f;
    bool faces = running && plan.back && fabsf(bearing) > TURN_BACK && view->along >= 0.0f &&
                 driver_faces_wall(view, &race->data->walls);
    if (running && plan.back && driver->stood_s >= 0.0f &&
        (plan.trapped || faces || driver->stood_s > STUCK_AFTER)) {
        if (plan.parked && driver->shut_s <= 0.0f) {
            driver->shut_s = SHUT_TIME;
            driver->shut_lane = plan.lane;
        }
        driver->stood_s = 0.0f;
        driver->reverse_s = plan.trapped || plan.shared ? BACK_TIME : REVERSE_TIME;
    }
}

/// Backs out with the wheels turned the other way, so that the nose swings to where it should go.
/// Ends where it gets no farther, for something stands behind, and where the nose has swung enough.
static CarInput back_out(const DriverView *view, float bearing, Driver *driver) {
    driver->reverse_s -= DRIVER_DT;
    bool blocked = driver->reverse_s < BACK_TIME - BACK_TRIED && view->speed < BACK_BLOCKED;
    bool turned = driver->reverse_s < TURN_LAST && fabsf(bearing) < TURN_DONE;
    if (blocked || turned) {
        driver->reverse_s = 0.0f;
        driver->stood_s = blocked ? -BACK_PAUSE : 0.0f;
    }
    bool fast = view->along < -REVERSE_SPEED;
    return (CarInput){.steer = bearing > 0.0f ? -127 : 127, .brake = fast ? 0 : 255};
}

/// The lane on a free road: with what it strays, and wide of the apex where it misses it.
static float free_lane(const DriverView *view, const Driver *driver) {
    const LinePoint *at = &view->line->points[view->point];
    float wide = driver->mistake == DRIVER_MISTAKE_WIDE ? MISSED_APEX : 0.0f;
    float closes = driver->defence == 1 || driver->defence == -1 ? DEFENCE_LANE : 0.0f;
    return driver->wander + (float)driver->defence * closes + (at->curvature > 0.0f ? -wide : wide);
}

CarInput driver_think(Race *race, int car, const Pack *pack) {
    Racer *racer = &race_racers(race)[car];
    Driver *driver = &racer->driver;
    DriverView view = driver_observe(race, car);
    driver->line_point = view.point;
    bool braking = driver_brakes(&view);
    TrafficGaps gaps = traffic_gaps(race, car, pack);
    driver_form_step(race, car, braking, &gaps, DRIVER_DT);
    if (view.line->open && view.s > view.line->length - LINE_END) {
        return (CarInput){.brake = view.along > 0.6f ? 255 : 0}; // a sprint is over
    }
    if (driver->reverse_s > 0.0f) {
        return back_out(
            &view, driver_bearing(&view, driver_lookahead(&view, &race->data->walls, driver->lane)),
            driver);
    }
    TrafficView seen = {.point = view.point,
                        .s = view.s,
                        .offset = view.offset,
                        .along = view.along,
                        .lane = driver->lane,
                        .speed = sqrtf(driver_own_speed2(&view, view.point, braking)),
                        .grip = view.grip * view.ground->grip,
                        .shut = driver->shut_s > 0.0f,
                        .shut_lane = driver->shut_lane};
    float since_go = (float)(int32_t)(race->tick - race->start_tick) * RACE_DT;
    vec2s tangent = view.line->points[view.point].tangent;
    seen.drift =
        glms_vec2_dot(view.body->velocity, vec2_left(tangent)) / float_max(view.speed, 1.0f);
    vec2s nose = vec2_make(view.body->rotation.c, view.body->rotation.s);
    float ahead = float_max(glms_vec2_dot(nose, tangent), NOSE_AHEAD);
    seen.heading = float_clamp(glms_vec2_dot(nose, vec2_left(tangent)) / ahead, -1.0f, 1.0f);
    bool begins = race->mode == RACE_MODE_RACE && since_go < MERGE_TIME;
    seen.start = begins || racer->params.corners < CAREFUL_BELOW;
    driver_attack(race, racer, braking, &gaps, &view, &seen);
    ItemsPlan items = items_plan(race, car, &seen, free_lane(&view, driver));
    TrafficPlan plan = traffic_plan(race, car, pack, &seen, items.lane);
    plan.urgent = plan.urgent || items.dodges;
    change_lane(race, &view, plan, driver);
    vec2s target = driver_lookahead(&view, &race->data->walls, driver->lane);
    float bearing = driver_bearing(&view, target);
    DriverWanted wanted = driver_wanted_speed(&view, driver->lane, plan.speed);
    // In the bunch of the start hard brakes are what those behind run into.
    wanted.follows = wanted.follows && (!seen.start || plan.hurry);
    if (fabsf(bearing) > 1.2f) {
        wanted = (DriverWanted){.speed = float_min(wanted.speed, TURN_SPEED)};
    }
    float angle = driver_steer_angle(&view, target, bearing);
    CarInput input = {.steer = steering_input(view.model, view.speed, angle)};
    driver_set_pedals(&view, wanted, &input);
    if (driver->mistake == DRIVER_MISTAKE_LIFT) {
        input.throttle = 0;
    }
    if (driver->mistake == DRIVER_MISTAKE_LOCK && view.along > DRIVER_MOVE_OFF) {
        input.throttle = 0;
        input.brake = 255;
    }
    if (race->mode == RACE_MODE_RACE && since_go < racer->params.reaction) {
        input.throttle = 0;
    }
    watch_standing(race, &view, plan, bearing, driver);
    return input;
}

void driver_reset(Race *race, int car) {
    Racer *racer = &race_racers(race)[car];
    Random random = random_make(race->seed, (uint64_t)car);
    uint32_t seed = random_u32(&random) | 1u; // xorshift must not start at 0
    racer->driver = (Driver){
        .line_point = -1,
        .pace = 1.0f,
        .random = seed,
    };
    DriverView view = driver_observe(race, car);
    racer->driver.line_point = view.point;
    racer->driver.lane = driver_lane_at(&view.line->points[view.point], view.offset);
}
