#include "race_state/slipstream.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// A wide road from left to right along y = -35, without walls beside it.
#define YARD                                                                          \
    TRACK_HEAD "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, " \
               "points: [[-600, -35], [600, -35], [600, 165], [-600, 165]]}\n"        \
               "grid: {columns: 1}\n"
#define ROAD_Y -35.0f

enum {
    AHEAD, ///< Car 0 drives in front ...
    BEHIND ///< ... and car 1 behind it.
};

static Fixture *two_cars(void) {
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    return fixture_make_on(track_of(YARD), "hatch", &def);
}

static Body *body_of(const Fixture *fixture, int car) {
    return &world_bodies(race_world(fixture->race))[car];
}

/// Puts car `car` at x, `aside` m left of the middle of the road, driving to the right.
static void put(const Fixture *fixture, int car, float x, float aside, float speed) {
    Body *body = body_of(fixture, car);
    body->position = vec2_make(x, ROAD_Y + aside);
    body_set_angle(body, 0.0f);
    body->velocity = vec2_make(speed, 0.0f);
    body->spin = 0.0f;
}

static float wake_of(const Fixture *fixture, int car) {
    return race_racers_const(fixture->race)[car].car.wake;
}

static float length_of(const Fixture *fixture) {
    return race_racers_const(fixture->race)[0].model.params.length;
}

/// The wake of a car that follows another of its kind by `gap` m of air, `aside` m to its left.
static float wake_behind(const Fixture *fixture, float gap, float aside, float speed) {
    put(fixture, AHEAD, 0.0f, 0.0f, speed);
    put(fixture, BEHIND, -length_of(fixture) - gap, aside, 40.0f);
    slipstream_find(fixture->race);
    return wake_of(fixture, BEHIND);
}

static void the_share_is_that_of_the_formula(void **state) {
    (void)state;
    Fixture *fixture = two_cars();
    assert_near(wake_behind(fixture, 0.0f, 0.0f, 40.0f), 0.40, 1e-5);
    for (float gap = 0.5f; gap < 60.0f; gap += 0.5f) {
        double share = 0.40 * 10.0 / (10.0 + (double)gap) * (1.0 - (double)gap / 60.0);
        assert_near(wake_behind(fixture, gap, 0.0f, 40.0f), share, 1e-5);
        assert_near(wake_behind(fixture, gap, 0.0f, 60.0f), share,
                    1e-5); // no faster than one's own
        assert_near(wake_behind(fixture, gap, 0.0f, 20.0f), 0.5 * share, 1e-5);
        double width = (double)race_racers(fixture->race)->model.params.width + 0.04 * (double)gap;
        assert_near(wake_behind(fixture, gap, (float)(0.49 * width), 40.0f), share, 1e-5);
        assert_near(wake_behind(fixture, gap, (float)(0.875 * width), 40.0f), 0.5 * share, 1e-4);
        assert_near(wake_behind(fixture, gap, (float)(-0.875 * width), 40.0f), 0.5 * share, 1e-4);
        assert_near(wake_behind(fixture, gap, (float)(1.26 * width), 40.0f), 0.0, 0.0);
    }
    assert_near(wake_behind(fixture, 60.0f, 0.0f, 40.0f), 0.0, 0.0);
    assert_near(wake_behind(fixture, 80.0f, 0.0f, 40.0f), 0.0, 0.0);
    fixture_destroy(fixture);
}

static void it_falls_with_the_distance(void **state) {
    (void)state;
    Fixture *fixture = two_cars();
    float before = 1.0f;
    for (float gap = 0.0f; gap <= 60.0f; gap += 0.25f) {
        float wake = wake_behind(fixture, gap, 0.0f, 40.0f);
        assert_true(wake < before);
        before = wake;
    }
    assert_near(before, 0.0, 0.0);
    fixture_destroy(fixture);
}

static void nobody_gets_any_beside_another_or_in_front(void **state) {
    (void)state;
    Fixture *fixture = two_cars();
    float length = length_of(fixture);
    for (float back = -3.0f * length; back <= 0.5f * length; back += 0.1f) {
        put(fixture, AHEAD, 0.0f, 0.0f, 40.0f);
        put(fixture, BEHIND, -back, 2.5f, 40.0f);
        slipstream_find(fixture->race);
        assert_near(wake_of(fixture, BEHIND), 0.0, 0.0);
    }
    for (float gap = 0.0f; gap < 80.0f; gap += 0.5f) {
        wake_behind(fixture, gap, 0.0f, 40.0f);
        assert_near(wake_of(fixture, AHEAD), 0.0, 0.0);
    }
    fixture_destroy(fixture);
}

static void a_car_that_crawls_leaves_no_wake(void **state) {
    (void)state;
    Fixture *fixture = two_cars();
    assert_near(wake_behind(fixture, 5.0f, 0.0f, 7.9f), 0.0, 0.0);
    assert_true(wake_behind(fixture, 5.0f, 0.0f, 8.1f) > 0.0f);
    fixture_destroy(fixture);
}

static void ghosts_neither_give_nor_get_any(void **state) {
    (void)state;
    for (int ghost = AHEAD; ghost <= BEHIND; ghost++) {
        Fixture *fixture = two_cars();
        assert_true(wake_behind(fixture, 5.0f, 0.0f, 40.0f) > 0.2f);
        world_flags(race_world(fixture->race))[ghost] |= BODY_GHOST;
        assert_near(wake_behind(fixture, 5.0f, 0.0f, 40.0f), 0.0, 0.0);
        fixture_destroy(fixture);
    }
}

/// m/s that the car behind loses in its first step, coasting at 50 m/s `gap` m behind the other.
static double slowing(float gap, float *wake) {
    Fixture *fixture = two_cars();
    wake_behind(fixture, gap, 0.0f, 50.0f);
    put(fixture, BEHIND, -length_of(fixture) - gap, 0.0f, 50.0f);
    const CarInput idle[RACE_MAX_CARS] = {{0}};
    race_step(fixture->race, idle);
    double lost = 50.0 - (double)body_of(fixture, BEHIND)->velocity.x;
    *wake = wake_of(fixture, BEHIND);
    fixture_destroy(fixture);
    return lost;
}

// q CdA of docs/physics.md, less the share.
static void it_takes_its_share_of_the_drag_and_nothing_else(void **state) {
    (void)state;
    CarParams hatch = fixture_car("hatch").params;
    float wake, none;
    double alone = slowing(100.0f, &none), towed = slowing(5.0f, &wake);
    assert_near(none, 0.0, 0.0);
    assert_near(wake, 0.40 * 10.0 / 15.0 * 55.0 / 60.0, 1e-4);
    double drag = 0.6 * 50.0 * 50.0 * (double)hatch.drag_area;
    double gained = (alone - towed) * (double)hatch.mass * RACE_TICKS_PER_SECOND;
    assert_near(gained / (drag * (double)wake), 1.0, 0.02);
}

/// m/s that a hatch reaches at full throttle, `gap` m behind another all the time.
static double top_speed(float gap) {
    Fixture *fixture = two_cars();
    put(fixture, BEHIND, -300.0f, 0.0f, 40.0f);
    Body *behind = body_of(fixture, BEHIND);
    race_racers(fixture->race)[BEHIND].car.gear = 5;
    const CarInput inputs[RACE_MAX_CARS] = {[BEHIND] = {.throttle = 255}};
    for (int i = 0; i < 90 * RACE_TICKS_PER_SECOND; i++) {
        if (behind->position.x > 250.0f) { // back to where the straight begins
            put(fixture, BEHIND, -300.0f, 0.0f, behind->velocity.x);
        }
        put(fixture, AHEAD, behind->position.x + length_of(fixture) + gap, 0.0f,
            behind->velocity.x);
        race_step(fixture->race, inputs);
    }
    double speed = (double)behind->velocity.x;
    fixture_destroy(fixture);
    return speed;
}

static void a_car_behind_another_reaches_a_higher_top_speed(void **state) {
    (void)state;
    double alone = top_speed(100.0f), far = top_speed(30.0f), near = top_speed(8.0f);
    print_message("top speed of a hatch: %.1f m/s, 30 m behind another %.1f, 8 m behind %.1f\n",
                  alone, far, near);
    assert_true(far > 1.005 * alone);
    assert_true(near > 1.03 * alone && near < 1.15 * alone);
    assert_true(near > far);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_share_is_that_of_the_formula),
        cmocka_unit_test(it_falls_with_the_distance),
        cmocka_unit_test(nobody_gets_any_beside_another_or_in_front),
        cmocka_unit_test(a_car_that_crawls_leaves_no_wake),
        cmocka_unit_test(ghosts_neither_give_nor_get_any),
        cmocka_unit_test(it_takes_its_share_of_the_drag_and_nothing_else),
        cmocka_unit_test(a_car_behind_another_reaches_a_higher_top_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
