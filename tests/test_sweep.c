#include "base/random.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "geometry/trig.h"

#include <math.h>

#include "test.h"

static Transform place(float x, float y, float angle) {
    return (Transform){vec2_make(x, y), rotation_make(angle)};
}

static Shape random_shape(Random *random) {
    int kind = (int)(random_u32(random) % 5);
    if (kind == 0) {
        return shape_circle(vec2_make(0.0f, 0.0f), random_range(random, 0.02f, 1.0f));
    }
    if (kind == 1) {
        return shape_box(vec2_make(0.0f, 0.0f), random_range(random, 0.5f, 4.5f),
                         random_range(random, 0.3f, 1.8f));
    }
    int count = kind == 2 ? 2 : 3 + (int)(random_u32(random) % 6);
    float radius = kind == 3 ? 0.0f : random_range(random, 0.05f, 0.5f);
    vec2s points[SHAPE_POINTS_MAX];
    Shape shape;
    for (;;) {
        float size = random_range(random, 0.3f, 2.0f);
        for (int i = 0; i < count; i++) {
            float part = ((float)i + random_range(random, 0.0f, 0.9f)) / (float)count;
            TrigPair at = trig_sincos(6.2831853f * part);
            points[i] = vec2_make(size * at.cos, size * 0.6f * at.sin);
        }
        if (shape_make(points, count, radius, &shape)) {
            return shape;
        }
    }
}

/// Where `motion` has brought the body at `time`, as the sweep's frame of the standing shape.
static Transform motion_at(const Motion *motion, float time) {
    return place(motion->from.x + time * (motion->to.x - motion->from.x),
                 motion->from.y + time * (motion->to.y - motion->from.y),
                 motion->angle_from + time * (motion->angle_to - motion->angle_from));
}

static float distance_at(const Shape *a, const Motion *motion, const Shape *b, Transform b_at,
                         float time) {
    Transform b_in_a = transform_relative(motion_at(motion, time), b_at);
    return sat_signed_distance(a, b, b_in_a).distance;
}

// ---------------------------------------------------------------- translation

static void a_box_meets_a_wall_when_its_gap_is_used_up(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 20.0f);
    SweepHit hit = sweep_translate(&car, vec2_make(10.0f, 0.0f), &wall, place(7.1f, 0.0f, 0.0f));
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-6f);
    assert_near(hit.normal.x, 1.0f, 1e-6f);
    assert_false(sweep_translate(&car, vec2_make(4.9f, 0.0f), &wall, place(7.1f, 0.0f, 0.0f)).hit);
    assert_false(
        sweep_translate(&car, vec2_make(-10.0f, 0.0f), &wall, place(7.1f, 0.0f, 0.0f)).hit);
    // It flies past the end of the wall.
    assert_false(
        sweep_translate(&car, vec2_make(10.0f, 0.0f), &wall, place(7.1f, 11.1f, 0.0f)).hit);
    assert_true(sweep_translate(&car, vec2_make(10.0f, 0.0f), &wall, place(7.1f, 10.9f, 0.0f)).hit);
}

static void two_circles_meet_by_the_quadratic(void **state) {
    (void)state;
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 0.5f);
    // 3-4-5: centres 0.6 apart sideways meet 0.8 apart along.
    SweepHit hit =
        sweep_translate(&circle, vec2_make(10.0f, 0.0f), &circle, place(5.8f, 0.6f, 0.0f));
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-6f);
    assert_near(hit.normal.x, 0.8f, 1e-5f);
    assert_near(hit.normal.y, 0.6f, 1e-5f);
    vec2s none = vec2_make(0.0f, 0.0f);
    assert_false(sweep_translate(&circle, none, &circle, place(5.8f, 0.6f, 0.0f)).hit);
    hit = sweep_translate(&circle, none, &circle, place(0.9f, 0.0f, 0.0f));
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    assert_false(
        sweep_translate(&circle, vec2_make(10.0f, 0.0f), &circle, place(5.0f, 1.001f, 0.0f)).hit);
}

static void a_fast_circle_meets_the_corner_it_would_jump_over(void **state) {
    (void)state;
    Shape shell = shape_circle(vec2_make(0.0f, 0.0f), 0.05f);
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 0.2f);
    SweepHit hit = sweep_translate(&shell, vec2_make(100.0f, 0.0f), &box,
                                   place(50.1f, -0.13f, 0.0f)); // 0.03 above the corner
    assert_true(hit.hit);
    assert_near(hit.time, 0.4996f, 1e-6f);
    assert_near(hit.normal.y, -0.6f, 1e-3f);
}

/// Random passages against a brute force of many small steps, each tested by itself.
static void translations_agree_with_small_steps(void **state) {
    (void)state;
    enum {
        STEPS = 400
    };
    Random random = random_make(11, 1);
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        Shape a = random_shape(&random);
        Shape b = random_shape(&random);
        Transform b_in_a = place(random_range(&random, -4.0f, 4.0f),
                                 random_range(&random, -4.0f, 4.0f), random_range(&random, -3, 3));
        vec2s move =
            vec2_make(random_range(&random, -12.0f, 12.0f), random_range(&random, -12.0f, 12.0f));
        SweepHit hit = sweep_translate(&a, move, &b, b_in_a);
        float length = sqrtf(glms_vec2_norm2(move));
        float first = 2.0f;
        float nearest = 1e9f;
        for (int k = 0; k <= STEPS; k++) {
            float time = (float)k / (float)STEPS;
            Transform at = b_in_a;
            at.position = glms_vec2_sub(at.position, glms_vec2_scale(move, time));
            float distance = sat_signed_distance(&a, &b, at).distance;
            nearest = fminf(nearest, distance);
            first = distance <= 0.0f && first > 1.0f ? time : first;
        }
        hits += hit.hit;
        if (first <= 1.0f) {
            assert_true(hit.hit);
            assert_true(hit.time <= first + 1e-4f);
        }
        if (hit.hit && nearest > 1e-4f) { // it grazed between two of the small steps
            assert_true(nearest < length / (float)STEPS);
        }
        if (hit.hit && hit.time > 0.0f) {
            Transform at = b_in_a;
            at.position = glms_vec2_sub(at.position, glms_vec2_scale(move, hit.time));
            assert_near(sat_signed_distance(&a, &b, at).distance, 0.0f, 2e-4f);
            assert_true(glms_vec2_dot(hit.normal, move) >= -1e-4f * length);
        }
    }
    assert_true(hits > 800 && hits < 3900);
}

/// A rounded box against the end of a wall whose edges are parallel to its own but for rounding:
/// the two edges close at one time, and the one that closes last to the bit may be the short one
/// that the box passes beyond. Found as passage 1591885 of test_passages.
static void almost_parallel_edges_meet_when_the_first_of_them_does(void **state) {
    (void)state;
    vec2s points[] = {{{-0.722273707f, 1.52868795f}},
                      {{-0.117851853f, 0.0929307938f}},
                      {{1.5170058f, 0.196945786f}},
                      {{0.425367773f, 2.63036203f}}};
    Shape a;
    assert_true(shape_make(points, 4, 0.0991313f, &a));
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 12.628501f, 0.2f);
    Transform at = {{{7.37254524f, 3.39323211f}}, {-0.91239965f, -0.409300536f}};
    vec2s move = vec2_make(0.152411f, 1.1134f);
    SweepHit hit = sweep_translate(&a, move, &wall, at);
    assert_true(hit.hit);
    at.position = glms_vec2_sub(at.position, glms_vec2_scale(move, hit.time));
    assert_near(sat_signed_distance(&a, &wall, at).distance, 0.0f, 2e-5f);
}

/// What lies on the line of a capsule, beyond its end, is above neither of its edges: only its
/// corners tell how far off it is.
static void what_lies_on_a_capsules_line_is_met_at_its_end(void **state) {
    (void)state;
    vec2s points[] = {{{-1.0f, 0.0f}}, {{1.0f, 0.0f}}};
    Shape capsule;
    assert_true(shape_make(points, 2, 0.25f, &capsule));
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 0.25f);
    for (int i = 0; i < 2; i++) {
        const Shape *other = i == 0 ? &circle : &capsule;
        Transform at = place(i == 0 ? 3.5f : 4.5f, 0.0f, 0.0f);
        SweepHit hit = sweep_translate(&capsule, vec2_make(4.0f, 0.0f), other, at);
        assert_true(hit.hit);
        assert_near(hit.time, 0.5f, 1e-6f);
        assert_near(hit.normal.x, 1.0f, 1e-6f);
        assert_false(sweep_translate(&capsule, vec2_make(1.9f, 0.0f), other, at).hit);
        Motion motion = {.to = {{4.0f, 0.0f}}};
        hit = sweep_motion(&capsule, motion, other, at, 0.0f);
        assert_true(hit.hit);
        assert_near(hit.time, 0.5f, 1e-4f);
    }
}

// ---------------------------------------------------------------- spawned inside

static void a_shell_fired_inside_its_car_hits_only_what_it_enters(void **state) {
    (void)state;
    Shape shell = shape_circle(vec2_make(0.0f, 0.0f), 0.05f);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    vec2s ahead = vec2_make(1.2f, 0.0f);
    // From its middle and from its tail, in steps: it never hits its own car, whose MTV at the tail
    // points against the way it flies.
    for (float from = -2.2f; from < 4.0f; from += 1.2f) {
        Transform car_at = place(-from, 0.0f, 0.0f);
        assert_int_equal(sweep_translate(&shell, ahead, &car, car_at).hit, from < 2.3f);
        assert_false(sweep_enter(&shell, ahead, &car, car_at).hit);
    }
    // Another car, ahead, it does.
    SweepHit hit = sweep_enter(&shell, ahead, &car, place(2.9f, 0.0f, 0.0f));
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-6f);
    // So it does its own if that has caught up with it from outside.
    assert_true(sweep_enter(&shell, vec2_make(-1.2f, 0.0f), &car, place(-2.9f, 0.0f, 0.0f)).hit);
    // At rest in the car, or beside it.
    vec2s none = vec2_make(0.0f, 0.0f);
    assert_false(sweep_enter(&shell, none, &car, place(0.0f, 0.0f, 0.0f)).hit);
    assert_false(sweep_enter(&shell, none, &car, place(3.0f, 0.0f, 0.0f)).hit);
}

static void what_starts_in_touch_is_a_hit_where_it_leads_in(void **state) {
    (void)state;
    Shape shell = shape_circle(vec2_make(0.0f, 0.0f), 0.05f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 20.0f);
    for (int i = -1; i <= 1; i++) { // apart, touching, and in by less than a hit leaves
        Transform at = place(0.15f + 2e-5f * (float)i, 0.0f, 0.0f);
        SweepHit in = sweep_enter(&shell, vec2_make(2.5f, 0.3f), &wall, at);
        assert_true(in.hit);
        assert_near(in.time, 0.0f, 1e-4f);
        assert_near(in.normal.x, 1.0f, 1e-6f);
        assert_false(sweep_enter(&shell, vec2_make(-2.5f, 0.3f), &wall, at).hit);
    }
}

/// Shells fired from anywhere in a car that drives and turns, frame by frame: none hits its car
/// before it is out of it, and none passes the wall around both.
static void shells_leave_moving_cars_and_meet_the_wall(void **state) {
    (void)state;
    Random random = random_make(13, 1);
    Shape shell = shape_circle(vec2_make(0.0f, 0.0f), 0.05f);
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 0.2f, 400.0f);
    for (int i = 0; i < 1000; i++) {
        float heading = random_range(&random, -0.05f, 0.05f);
        float spin = random_range(&random, -0.03f, 0.03f);
        vec2s speed = vec2_make(random_range(&random, 0.0f, 1.5f), 0.0f); // m a frame
        vec2s shot = vec2_make(speed.x + 2.5f, random_range(&random, -0.1f, 0.1f));
        vec2s car_at = vec2_make(0.0f, 0.0f);
        vec2s shell_at =
            vec2_make(random_range(&random, -2.0f, 2.0f), random_range(&random, -0.3f, 0.3f));
        bool at_wall = false;
        for (int frame = 0; frame < 40 && !at_wall; frame++) {
            Transform from_shell = {glms_vec2_sub(car_at, shell_at), rotation_make(heading)};
            assert_false(sweep_enter(&shell, glms_vec2_sub(shot, speed), &car, from_shell).hit);
            Transform wall_at = {glms_vec2_sub(vec2_make(40.0f, 0.0f), shell_at), {1.0f, 0.0f}};
            at_wall = sweep_enter(&shell, shot, &wall, wall_at).hit;
            car_at = glms_vec2_add(car_at, speed);
            shell_at = glms_vec2_add(shell_at, shot);
            heading += spin;
        }
        assert_true(at_wall);
    }
}

// ---------------------------------------------------------------- with rotation

static void a_car_turns_its_corner_into_a_wall(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 20.0f, 0.2f);
    // Turning by a quarter in place: its corner reaches y = 1.5 where 2 sin t + cos t = 1.5.
    Motion motion = {.angle_to = 1.57079633f};
    SweepHit hit = sweep_motion(&car, motion, &wall, place(0.0f, 1.6f, 0.0f), 1e-3f);
    assert_true(hit.hit);
    assert_near(hit.time * 1.57079633f, 0.2717f, 2e-3f);
    assert_near(hit.normal.y, 1.0f, 1e-4f);
    assert_false(sweep_motion(&car, motion, &wall, place(0.0f, 2.5f, 0.0f), 1e-3f).hit);
}

static void a_negative_target_lets_a_scrape_through_but_no_passage(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    Shape wall = shape_box(vec2_make(0.0f, 0.0f), 20.0f, 0.2f);
    Motion scrape = {.from = {{0.0f, -1.09f}}, .to = {{2.0f, -1.09f}}}; // 1 cm deep
    Transform at = place(0.0f, 0.0f, 0.0f);
    assert_true(sweep_motion(&car, scrape, &wall, at, 0.001f).hit);
    assert_false(sweep_motion(&car, scrape, &wall, at, -0.02f).hit);
    Motion through = {.from = {{0.0f, -2.1f}}, .to = {{0.0f, 7.9f}}};
    SweepHit hit = sweep_motion(&car, through, &wall, at, -0.02f);
    assert_true(hit.hit);
    assert_near(hit.time, 0.102f, 1e-4f);
}

static void a_shape_nearer_than_the_target_hits_at_once(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.0f, 2.0f);
    SweepHit hit =
        sweep_motion(&car, (Motion){.to = {{-5.0f, 0.0f}}}, &car, place(4.0f, 0.0f, 0.0f), 1e-3f);
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
}

/// Fast passages at walls 0.2 m thick, up to 10 km from the origin, turning at up to 10 rad/s over
/// one step of 1/60 s at 150 m/s, against small steps.
static void no_passage_through_a_thin_wall_goes_unseen(void **state) {
    (void)state;
    enum {
        STEPS = 250
    };
    Random random = random_make(12, 1);
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        Shape a = random_shape(&random);
        Shape wall = shape_box(vec2_make(0.0f, 0.0f), random_range(&random, 1.0f, 30.0f), 0.2f);
        float origin = i % 4 == 0 ? 1e4f : 0.0f;
        Transform at = place(origin + random_range(&random, -3.0f, 3.0f),
                             random_range(&random, -1, 1), random_range(&random, -3.0f, 3.0f));
        TrigPair way = trig_sincos(random_range(&random, -3.1f, 3.1f));
        float length = random_range(&random, 0.2f, 2.5f);
        float back = random_range(&random, 0.0f, 4.0f);
        Motion motion = {.from = vec2_make(origin - back * way.cos, -back * way.sin),
                         .angle_from = random_range(&random, -3.0f, 3.0f)};
        motion.to = vec2_make(motion.from.x + length * way.cos, motion.from.y + length * way.sin);
        motion.angle_to = motion.angle_from + random_range(&random, -0.17f, 0.17f);
        float target = i % 3 == 0 ? -0.02f : 1e-3f;
        SweepHit hit = sweep_motion(&a, motion, &wall, at, target);
        float first = 2.0f;
        for (int k = 0; k <= STEPS && first > 1.0f; k++) {
            float time = (float)k / (float)STEPS;
            first = distance_at(&a, &motion, &wall, at, time) <= target ? time : first;
        }
        float slack = origin > 0.0f ? 2e-3f : 3e-4f; // a float holds 1 mm at 10 km
        hits += hit.hit;
        if (first <= 1.0f) {
            assert_true(hit.hit);
            assert_true(hit.time <= first + slack / length);
        }
        if (hit.hit && hit.time > 0.0f) {
            assert_near(distance_at(&a, &motion, &wall, at, hit.time), target, slack);
        }
    }
    assert_true(hits > 800 && hits < 3900);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_meets_a_wall_when_its_gap_is_used_up),
        cmocka_unit_test(two_circles_meet_by_the_quadratic),
        cmocka_unit_test(a_fast_circle_meets_the_corner_it_would_jump_over),
        cmocka_unit_test(translations_agree_with_small_steps),
        cmocka_unit_test(almost_parallel_edges_meet_when_the_first_of_them_does),
        cmocka_unit_test(what_lies_on_a_capsules_line_is_met_at_its_end),
        cmocka_unit_test(a_shell_fired_inside_its_car_hits_only_what_it_enters),
        cmocka_unit_test(what_starts_in_touch_is_a_hit_where_it_leads_in),
        cmocka_unit_test(shells_leave_moving_cars_and_meet_the_wall),
        cmocka_unit_test(a_car_turns_its_corner_into_a_wall),
        cmocka_unit_test(a_negative_target_lets_a_scrape_through_but_no_passage),
        cmocka_unit_test(a_shape_nearer_than_the_target_hits_at_once),
        cmocka_unit_test(no_passage_through_a_thin_wall_goes_unseen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
