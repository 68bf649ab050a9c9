#include "base/random.h"
#include "collision/circle.h"
#include "geometry/trig.h"

#include <math.h>

#include "random_shapes.h"
#include "test.h"

static Circle circle_at(float x, float y, float radius) {
    return (Circle){vec2_make(x, y), radius};
}

static vec2s random_point(Random *random, float size) {
    float x = random_range(random, -size, size);
    return vec2_make(x, random_range(random, -size, size));
}

/// Where the random cases happen: at the world's origin or 10 km from it.
static vec2s random_origin(Random *random) {
    return random_chance(random, 2) ? vec2_make(0.0f, 0.0f) : vec2_make(9400.0f, -3300.0f);
}

// ---------------------------------------------------------------- standing

static void circles_overlap_by_the_sum_of_their_radii(void **state) {
    (void)state;
    Overlap hit = circle_overlap_circle(circle_at(1, 1, 2), circle_at(4, 5, 4));
    assert_true(hit.hit); // 3-4-5
    assert_near(hit.normal.x, 0.6f, 1e-6f);
    assert_near(hit.normal.y, 0.8f, 1e-6f);
    assert_near(hit.depth, 1.0f, 1e-6f);
    assert_true(circle_overlap_circle(circle_at(0, 0, 2), circle_at(5, 0, 3)).hit);
    assert_false(circle_overlap_circle(circle_at(0, 0, 2), circle_at(5.001f, 0, 3)).hit);
    hit = circle_overlap_circle(circle_at(7, 7, 2), circle_at(7, 7, 1));
    assert_true(hit.hit);
    assert_near(hit.depth, 3.0f, 0.0f);
    assert_near(hit.normal.x, 1.0f, 0.0f);
}

static void a_circle_overlaps_a_segment_at_its_nearest_point(void **state) {
    (void)state;
    vec2s from = vec2_make(0.0f, 0.0f);
    vec2s to = vec2_make(0.0f, 10.0f); // vertical
    Overlap hit = circle_overlap_segment(circle_at(-0.5f, 3, 1), from, to);
    assert_true(hit.hit);
    assert_near(hit.normal.x, 1.0f, 0.0f);
    assert_near(hit.depth, 0.5f, 1e-7f);
    assert_false(circle_overlap_segment(circle_at(0.8f, 10.8f, 1), from, to).hit);
    hit = circle_overlap_segment(circle_at(0.6f, 10.6f, 1), from, to); // the end, at 45 degrees
    assert_true(hit.hit);
    assert_near(hit.normal.x, -0.70710678f, 1e-6f);
    hit = circle_overlap_segment(circle_at(0, 5, 1), from, to); // on it: pushed to the left
    assert_near(hit.normal.x, -1.0f, 0.0f);
    assert_near(hit.depth, 1.0f, 0.0f);
    assert_true(circle_overlap_segment(circle_at(0.5f, 0, 1), from, from).hit); // no length
    assert_false(circle_overlap_segment(circle_at(1.5f, 0, 1), from, from).hit);
}

static void a_circle_leaves_a_polygon_by_the_nearest_edge(void **state) {
    (void)state;
    vec2s box[] = {{{0, 0}}, {{10, 0}}, {{10, 4}}, {{0, 4}}};
    vec2s turned[] = {{{0, 4}}, {{10, 4}}, {{10, 0}}, {{0, 0}}}; // clockwise
    Overlap outside = circle_overlap_polygon(circle_at(5, -0.5f, 1), box, 4);
    assert_true(outside.hit);
    assert_near(outside.normal.y, 1.0f, 0.0f);
    assert_near(outside.depth, 0.5f, 0.0f);
    Overlap inside = circle_overlap_polygon(circle_at(5, 1, 1), box, 4);
    assert_near(inside.normal.y, 1.0f, 0.0f);
    assert_near(inside.depth, 2.0f, 0.0f);
    assert_near(circle_overlap_polygon(circle_at(5, 1, 1), turned, 4).normal.y, 1.0f, 0.0f);
    assert_near(circle_overlap_polygon(circle_at(5, 0, 1), turned, 4).normal.y, 1.0f, 0.0f);
    assert_near(circle_overlap_polygon(circle_at(5, 4, 1), box, 4).normal.y, -1.0f, 0.0f);
    assert_false(circle_overlap_polygon(circle_at(11, 5, 1.4f), box, 4).hit);
    assert_true(circle_overlap_polygon(circle_at(11, 5, 1.4143f), box, 4).hit);
    vec2s bay[] = {{{0, 0}}, {{9, 0}}, {{9, 9}}, {{6, 9}}, {{6, 3}}, {{3, 3}}, {{3, 9}}, {{0, 9}}};
    assert_false(circle_overlap_polygon(circle_at(4.5f, 6, 1.4f), bay, 8).hit);
    assert_true(circle_overlap_polygon(circle_at(4.5f, 6, 1.6f), bay, 8).hit);
}

static void standing_tests_agree_with_the_reference(void **state) {
    (void)state;
    Random random = random_make(21, 1);
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        ShapeKind kinds[] = {SHAPE_KIND_CAPSULE, SHAPE_KIND_BOX, SHAPE_KIND_POLYGON};
        Shape shape = random_shape_of(&random, kinds[i % 3], random_range(&random, 0.2f, 4.0f));
        vec2s origin = random_origin(&random);
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < shape.count; k++) { // rounded to what floats can hold there
            points[k] = glms_vec2_add(shape_point(&shape, k), origin);
        }
        Circle circle = {glms_vec2_add(random_point(&random, 4.0f), origin),
                         random_range(&random, 0.0f, 2.0f)};
        RefShape reference = {.count = shape.count};
        for (int k = 0; k < shape.count; k++) {
            reference.points[k] = ref_of(points[k]);
        }
        double distance = ref_point_distance(&reference, ref_of(circle.center));
        double gap = distance - (double)circle.radius;
        Overlap hit = shape.count == 2 ? circle_overlap_segment(circle, points[0], points[1])
                                       : circle_overlap_polygon(circle, points, shape.count);
        hits += hit.hit;
        if (fabs(gap) > 1e-6) {
            assert_int_equal(hit.hit, gap < 0.0);
        }
        if (hit.hit) {
            assert_near(hit.depth, fmax(-gap, 0.0), 1e-5);
            // Pushed apart they touch.
            RefPoint moved =
                ref_moved(ref_of(circle.center), ref_of(hit.normal), -(double)hit.depth);
            assert_near(ref_point_distance(&reference, moved), circle.radius, 1e-5);
        }
    }
    assert_in_range(hits, 4000, 19000);
}

// ---------------------------------------------------------------- two moving circles

static void moving_circles_meet_in_every_special_case(void **state) {
    (void)state;
    vec2s none = vec2_make(0.0f, 0.0f);
    vec2s right = vec2_make(10.0f, 0.0f);
    vec2s left = vec2_make(-10.0f, 0.0f);
    Circle a = circle_at(0, 0, 1);
    // 3-4-5: centres 3 apart sideways, radii 1 and 4, meet 4 apart along.
    SweepHit hit = circle_sweep_circle(a, right, circle_at(9, 3, 4), none);
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-7f);
    assert_near(hit.normal.x, 0.8f, 1e-6f);
    // Only the difference of the motions counts.
    hit = circle_sweep_circle(a, vec2_make(3, 7), circle_at(9, 3, 4), vec2_make(-7, 7));
    assert_near(hit.time, 0.5f, 1e-7f);
    // Equal velocities, and no motion at all.
    assert_false(circle_sweep_circle(a, right, circle_at(3, 0, 1), right).hit);
    assert_false(circle_sweep_circle(a, none, circle_at(3, 0, 1), none).hit);
    // Touching and overlapping at the start: at once, even when moving apart.
    hit = circle_sweep_circle(a, right, circle_at(2, 0, 1), none);
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    hit = circle_sweep_circle(a, left, circle_at(1, 0, 1), none);
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    assert_near(hit.normal.x, 1.0f, 0.0f);
    assert_true(circle_sweep_circle(a, none, circle_at(1, 0, 1), none).hit);
    // Moving apart.
    assert_false(circle_sweep_circle(a, left, circle_at(3, 0, 1), none).hit);
    // Between the ends of the step, apart at both.
    hit = circle_sweep_circle(a, vec2_make(1000.0f, 0.0f), circle_at(502, 0, 1), none);
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-7f);
    // At the very end, and just beyond it.
    assert_near(circle_sweep_circle(a, right, circle_at(12, 0, 1), none).time, 1.0f, 1e-7f);
    assert_false(circle_sweep_circle(a, right, circle_at(12.001f, 0, 1), none).hit);
    // Passing by 1 mm, and grazing by 1 mm.
    assert_false(circle_sweep_circle(a, right, circle_at(5, 2.001f, 1), none).hit);
    assert_true(circle_sweep_circle(a, right, circle_at(5, 1.999f, 1), none).hit);
    // Two points.
    hit = circle_sweep_circle(circle_at(0, 0, 0), right, circle_at(5, 0, 0), none);
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-7f);
    assert_near(hit.normal.x, 1.0f, 0.0f);
}

/// Two circles over a step, in double.
typedef struct RefPassage {
    RefPoint gap, move; ///< From a to b; of a less that of b.
    double radius;
} RefPassage;

static double distance_at(const RefPassage *passage, double time) {
    RefPoint gap = ref_moved(passage->gap, passage->move, -time);
    return sqrt(ref_dot(gap, gap)) - passage->radius;
}

/// The least distance is where the way is square to the gap; before that the distance only falls,
/// so halving the time finds the first touch. No quadratic is solved here.
static double first_touch(const RefPassage *passage, double *least) {
    double move2 = ref_dot(passage->move, passage->move);
    double nearest = move2 > 0.0 ? ref_dot(passage->gap, passage->move) / move2 : 0.0;
    nearest = fmin(fmax(nearest, 0.0), 1.0);
    *least = distance_at(passage, nearest);
    double low = 0.0;
    double high = nearest;
    for (int i = 0; i < 60 && distance_at(passage, 0.0) > 0.0; i++) {
        double middle = 0.5 * (low + high);
        bool apart = distance_at(passage, middle) > 0.0;
        low = apart ? middle : low;
        high = apart ? high : middle;
    }
    return distance_at(passage, 0.0) > 0.0 ? high : 0.0;
}

/// As an article prints it. The radii are squared first and summed then; at the end the root is
/// taken with the sign of its first term turned round.
static bool printed_circles_meet(const RefPassage *passage, double a_radius, double b_radius) {
    double a = ref_dot(passage->move, passage->move);
    double b = -2.0 * ref_dot(passage->gap, passage->move);
    double c = ref_dot(passage->gap, passage->gap) - (a_radius * a_radius + b_radius * b_radius);
    double root = sqrt(b * b - 4.0 * a * c);
    double time = (b - root) / (2.0 * a);
    return time >= 0.0 && time <= 1.0; // also false where the root or the time is no number
}

static void moving_circles_meet_where_the_printed_test_does_not(void **state) {
    (void)state;
    enum {
        CASES = 100000
    };
    Random random = random_make(22, 1);
    int printed_wrong = 0;
    for (int i = 0; i < CASES; i++) {
        vec2s origin = random_origin(&random);
        Circle a = {glms_vec2_add(random_point(&random, 2.1f), origin),
                    random_range(&random, 0.2f, 2.0f)};
        Circle b = {glms_vec2_add(random_point(&random, 2.1f), origin),
                    random_range(&random, 0.2f, 2.0f)};
        bool still = random_chance(&random, 50);
        vec2s a_move = random_point(&random, 6.0f);
        vec2s b_move = still ? a_move : random_point(&random, 6.0f);
        RefPassage passage = {
            ref_sub(ref_of(b.center), ref_of(a.center)),
            ref_sub(ref_of(a_move), ref_of(b_move)),
            (double)a.radius + (double)b.radius,
        };
        double least;
        double time = first_touch(&passage, &least);
        SweepHit hit = circle_sweep_circle(a, a_move, b, b_move);
        if (fabs(least) > 1e-9) {
            assert_int_equal(hit.hit, least < 0.0);
            printed_wrong +=
                printed_circles_meet(&passage, (double)a.radius, (double)b.radius) != (least < 0.0);
        }
        if (hit.hit) {
            assert_true(hit.time >= 0.0f && hit.time <= 1.0f);
            assert_near(hit.time, time, 1e-6);
        }
    }
    // 65 % on pairs that are as near as a broad phase lets them be.
    assert_in_range(printed_wrong, CASES * 60 / 100, CASES * 70 / 100);
}

static void a_step_of_100_km_meets_a_shell_as_exactly_as_a_float_tells(void **state) {
    (void)state;
    Random random = random_make(23, 1);
    for (int i = 0; i < 10000; i++) {
        TrigPair way = trig_sincos(random_range(&random, -TRIG_PI, TRIG_PI));
        vec2s move = vec2_make(1e5f * way.cos, 1e5f * way.sin);
        // Beside the way by less than the radii, so it is a hit: by how much decides when.
        float aside = random_range(&random, -0.019f, 0.019f);
        float ahead = random_range(&random, 1e3f, 9e4f);
        Circle b =
            circle_at(ahead * way.cos - aside * way.sin, ahead * way.sin + aside * way.cos, 0.01f);
        SweepHit hit = circle_sweep_circle(circle_at(0, 0, 0.01f), move, b, vec2_make(0, 0));
        RefPassage passage = {ref_of(b.center), ref_of(move), 2.0 * (double)0.01f};
        double least;
        double time = first_touch(&passage, &least);
        if (fabs(least) > 1e-6) {
            assert_int_equal(hit.hit, least < 0.0);
        }
        if (hit.hit && least < -1e-4) { // a float tells times 6e-8 apart: 6 mm of the way here
            assert_near((double)hit.time * 1e5, time * 1e5, 6e-3);
        }
    }
}

// ---------------------------------------------------------------- a line through a circle

/// As an article prints it: puts y = m x + b into x^2 + y^2 = r^2 and writes (m x + b)^2 as
/// m^2 x^2 + m x b + m b + b^2.
static bool printed_line_crosses(double m, double b, double radius) {
    double square = 1.0 + m * m;
    double linear = m * b;
    double rest = m * b + b * b - radius * radius;
    return linear * linear - 4.0 * square * rest >= 0.0;
}

/// Rightly, (1 + m^2) x^2 + 2 m b x + b^2 - r^2 = 0 has a root where b^2 <= r^2 (1 + m^2): where
/// the line's distance from the centre, |b| / sqrt(1 + m^2), is at most r.
static void a_line_crosses_a_circle_where_the_printed_test_does_not(void **state) {
    (void)state;
    enum {
        CASES = 100000
    };
    Random random = random_make(24, 1);
    int printed_wrong = 0;
    for (int i = 0; i < CASES; i++) {
        float m = random_range(&random, -1.0f, 1.0f);
        float b = random_range(&random, -3.0f, 3.0f);
        Circle circle = circle_at(0, 0, random_range(&random, 0.5f, 1.0f));
        vec2s from = vec2_make(-4.0f, -4.0f * m + b);
        vec2s to = vec2_make(4.0f, 4.0f * m + b);
        RefPoint line_from = ref_of(from);
        double distance = ref_point_to_segment((RefPoint){0.0, 0.0}, line_from, ref_of(to));
        bool crosses = distance < (double)circle.radius;
        if (fabs(distance - (double)circle.radius) > 1e-6) {
            assert_int_equal(circle_overlap_segment(circle, from, to).hit, crosses);
            // A quarter turn later it is a steep line, and the circle still as far.
            assert_int_equal(circle_overlap_segment(circle, vec2_left(from), vec2_left(to)).hit,
                             crosses);
            printed_wrong +=
                printed_line_crosses((double)m, (double)b, (double)circle.radius) != crosses;
        }
        // Vertical: the printed form has no m to be given.
        vec2s low = vec2_make(b, -4.0f);
        vec2s high = vec2_make(b, 4.0f);
        assert_int_equal(circle_overlap_segment(circle, low, high).hit, fabsf(b) <= circle.radius);
    }
    assert_in_range(printed_wrong, CASES * 8 / 100, CASES * 11 / 100);
}

// ---------------------------------------------------------------- a moving circle

static void a_moving_circle_meets_a_segment_at_its_side_or_its_end(void **state) {
    (void)state;
    vec2s from = vec2_make(5.0f, -2.0f);
    vec2s to = vec2_make(5.0f, 2.0f); // vertical
    vec2s right = vec2_make(10.0f, 0.0f);
    SweepHit hit = circle_sweep_segment(circle_at(0, 1, 1), right, from, to);
    assert_true(hit.hit);
    assert_near(hit.time, 0.4f, 1e-7f);
    assert_near(hit.normal.x, 1.0f, 0.0f);
    hit = circle_sweep_segment(circle_at(0, 2.6f, 1), right, from, to); // 3-4-5 at the end
    assert_near(hit.time, 0.42f, 1e-6f);
    assert_near(hit.normal.y, -0.6f, 1e-6f);
    assert_false(circle_sweep_segment(circle_at(0, 3.001f, 1), right, from, to).hit);
    assert_false(circle_sweep_segment(circle_at(0, 1, 1), vec2_make(3.9f, 0), from, to).hit);
    assert_false(circle_sweep_segment(circle_at(0, 1, 1), vec2_make(0, 0), from, to).hit);
    assert_true(circle_sweep_segment(circle_at(4.5f, 1, 1), vec2_make(0, 0), from, to).hit);
    // Along the segment, from beyond its end: the end.
    hit = circle_sweep_segment(circle_at(5, -8, 1), vec2_make(0, 10), from, to);
    assert_near(hit.time, 0.5f, 1e-7f);
    // Beside it by the radius and along: it touches at the start.
    hit = circle_sweep_segment(circle_at(4, 0, 1), vec2_make(0, 10), from, to);
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    // From the other side; a segment without length; a circle without radius.
    hit = circle_sweep_segment(circle_at(10, 1, 1), vec2_make(-10, 0), from, to);
    assert_near(hit.normal.x, -1.0f, 0.0f);
    assert_near(circle_sweep_segment(circle_at(0, 2, 1), right, to, to).time, 0.4f, 1e-7f);
    assert_near(circle_sweep_segment(circle_at(0, 1, 0), right, from, to).time, 0.5f, 1e-7f);
}

static void a_moving_circle_meets_the_nearest_wall_of_a_bay(void **state) {
    (void)state;
    vec2s bay[] = {{{0, 0}}, {{9, 0}}, {{9, 9}}, {{6, 9}}, {{6, 3}}, {{3, 3}}, {{3, 9}}, {{0, 9}}};
    SweepHit hit = circle_sweep_polygon(circle_at(4.5f, 20, 0.5f), vec2_make(0, -100), bay, 8);
    assert_near(hit.time, 0.165f, 1e-6f); // down to its floor
    hit = circle_sweep_polygon(circle_at(4.5f, 6, 0.5f), vec2_make(100, 0), bay, 8);
    assert_near(hit.time, 0.01f, 1e-6f);
    assert_near(hit.normal.x, 1.0f, 0.0f);
    hit = circle_sweep_polygon(circle_at(1, 1, 0.5f), vec2_make(100, 0), bay, 8); // inside
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    assert_false(circle_sweep_polygon(circle_at(-1, 20, 0.5f), vec2_make(0, -100), bay, 8).hit);
}

/// The sweeps of shapes get there by another way, in float.
static void moving_circles_meet_what_shapes_do(void **state) {
    (void)state;
    Random random = random_make(25, 1);
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        ShapeKind kinds[] = {SHAPE_KIND_CAPSULE, SHAPE_KIND_BOX, SHAPE_KIND_POLYGON};
        Shape made = random_shape_of(&random, kinds[i % 3], random_range(&random, 0.2f, 3.0f));
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < made.count; k++) {
            points[k] = shape_point(&made, k);
        }
        Shape shape;
        assert_true(shape_make(points, made.count, 0.0f, &shape));
        Circle circle = {random_point(&random, 5.0f), random_range(&random, 0.01f, 1.0f)};
        vec2s move = random_point(&random, 9.0f);
        SweepHit hit = shape.count == 2 ? circle_sweep_segment(circle, move, points[0], points[1])
                                        : circle_sweep_polygon(circle, move, points, shape.count);
        Shape mover = shape_circle(vec2_make(0.0f, 0.0f), circle.radius);
        Transform at = {vec2_make(-circle.center.x, -circle.center.y), {1.0f, 0.0f}};
        SweepHit other = sweep_translate(&mover, move, &shape, at);
        hits += hit.hit;
        if (hit.hit && other.hit) {
            // Where one of them grazes, time tells little: they are as near at both times.
            vec2s there = glms_vec2_add(circle.center, glms_vec2_scale(move, other.time));
            Overlap touch = shape.count == 2
                                ? circle_overlap_segment((Circle){there, circle.radius + 2e-5f},
                                                         points[0], points[1])
                                : circle_overlap_polygon((Circle){there, circle.radius + 2e-5f},
                                                         points, shape.count);
            assert_true(touch.hit);
            assert_true(hit.time <= 0.0f || touch.depth < 4e-5f);
        } else if (hit.hit != other.hit) { // one grazes by less than a float tells
            Circle more = {circle.center, circle.radius + 2e-5f};
            Circle less = {circle.center, fmaxf(circle.radius - 2e-5f, 0.0f)};
            bool with_more = shape.count == 2
                                 ? circle_sweep_segment(more, move, points[0], points[1]).hit
                                 : circle_sweep_polygon(more, move, points, shape.count).hit;
            bool with_less = shape.count == 2
                                 ? circle_sweep_segment(less, move, points[0], points[1]).hit
                                 : circle_sweep_polygon(less, move, points, shape.count).hit;
            assert_true(with_more && !with_less);
        }
    }
    assert_in_range(hits, 4000, 16000);
}

// ---------------------------------------------------------------- segment against polygon

static void a_segment_meets_the_outline_nearest_its_start(void **state) {
    (void)state;
    vec2s box[] = {{{0, 0}}, {{10, 0}}, {{10, 4}}, {{0, 4}}};
    SegmentHit hit = segment_cross_polygon(vec2_make(-5, 2), vec2_make(15, 2), box, 4);
    assert_true(hit.hit && !hit.starts_inside);
    assert_near(hit.time, 0.25f, 1e-7f);
    assert_int_equal(hit.edge, 3);
    assert_near(hit.point.x, 0.0f, 0.0f);
    hit = segment_cross_polygon(vec2_make(5, 2), vec2_make(15, 2), box, 4); // out of it
    assert_true(hit.hit && hit.starts_inside);
    assert_near(hit.time, 0.5f, 1e-7f);
    assert_int_equal(hit.edge, 1);
    hit = segment_cross_polygon(vec2_make(4, 2), vec2_make(6, 2), box, 4); // never leaves it
    assert_true(!hit.hit && hit.starts_inside);
    hit = segment_cross_polygon(vec2_make(-5, 2), vec2_make(-1, 2), box, 4);
    assert_true(!hit.hit && !hit.starts_inside);
    hit = segment_cross_polygon(vec2_make(-5, 0), vec2_make(15, 0), box, 4); // along an edge
    assert_true(hit.hit);
    assert_near(hit.time, 0.25f, 1e-7f);
    hit = segment_cross_polygon(vec2_make(-1, 1), vec2_make(1, -1), box, 4); // through a corner
    assert_true(hit.hit);
    assert_near(hit.time, 0.5f, 1e-7f);
    assert_int_equal(hit.edge, 0);
    hit = segment_cross_polygon(vec2_make(10, 2), vec2_make(10, 2), box, 4); // no length, on it
    assert_true(hit.hit);
    assert_near(hit.time, 0.0f, 0.0f);
    hit = segment_cross_polygon(vec2_make(5, 2), vec2_make(5, 2), box, 4); // no length, inside
    assert_true(!hit.hit && hit.starts_inside);
}

/// In small steps: inside or not changes where the outline is met.
static void segments_meet_outlines_where_inside_changes(void **state) {
    (void)state;
    enum {
        STEPS = 200
    };
    vec2s star[] = {{{0, 5}},  {{-1.2f, 1.6f}}, {{-4.8f, 1.5f}}, {{-1.9f, -0.6f}}, {{-2.9f, -4}},
                    {{0, -2}}, {{2.9f, -4}},    {{1.9f, -0.6f}}, {{4.8f, 1.5f}},   {{1.2f, 1.6f}}};
    Random random = random_make(26, 1);
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        vec2s from = random_point(&random, 6.0f);
        vec2s along = random_point(&random, 8.0f);
        SegmentHit hit = segment_cross_polygon(from, glms_vec2_add(from, along), star, 10);
        bool inside = polygon_contains(star, 10, from);
        assert_int_equal(hit.starts_inside, inside);
        float first = 2.0f;
        for (int k = 1; k <= STEPS && first > 1.0f; k++) {
            float time = (float)k / (float)STEPS;
            vec2s point = glms_vec2_add(from, glms_vec2_scale(along, time));
            first = polygon_contains(star, 10, point) != inside ? time : first;
        }
        hits += hit.hit;
        assert_true(first > 1.0f || (hit.hit && hit.time <= first + 1e-6f));
        if (hit.hit) {
            RefPoint point = ref_moved(ref_of(from), ref_of(along), (double)hit.time);
            assert_near(hit.point.x, point.x, 2e-6);
            double off = ref_point_to_segment(point, ref_of(star[hit.edge]),
                                              ref_of(star[(hit.edge + 1) % 10]));
            assert_near(off, 0.0, 2e-6);
        }
    }
    assert_in_range(hits, 1000, 3500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_overlap_by_the_sum_of_their_radii),
        cmocka_unit_test(a_circle_overlaps_a_segment_at_its_nearest_point),
        cmocka_unit_test(a_circle_leaves_a_polygon_by_the_nearest_edge),
        cmocka_unit_test(standing_tests_agree_with_the_reference),
        cmocka_unit_test(moving_circles_meet_in_every_special_case),
        cmocka_unit_test(moving_circles_meet_where_the_printed_test_does_not),
        cmocka_unit_test(a_step_of_100_km_meets_a_shell_as_exactly_as_a_float_tells),
        cmocka_unit_test(a_line_crosses_a_circle_where_the_printed_test_does_not),
        cmocka_unit_test(a_moving_circle_meets_a_segment_at_its_side_or_its_end),
        cmocka_unit_test(a_moving_circle_meets_the_nearest_wall_of_a_bay),
        cmocka_unit_test(moving_circles_meet_what_shapes_do),
        cmocka_unit_test(a_segment_meets_the_outline_nearest_its_start),
        cmocka_unit_test(segments_meet_outlines_where_inside_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
