#include "base/random.h"
#include "collision/sat.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdlib.h>

#include "test.h"

enum {
    PAIRS = 100000,
    DIRECTIONS = 360,
};

static Transform place(float x, float y, float angle) {
    return (Transform){vec2_make(x, y), rotation_make(angle)};
}

// ---------------------------------------------------------------- the reference, in double

typedef struct Point {
    double x, y;
} Point;

/// The Minkowski difference of two shapes' points: all b - a, as a convex hull.
typedef struct Difference {
    Point points[64];
    int count;
    double radius;
} Difference;

static int by_place(const void *left, const void *right) {
    const Point *a = left;
    const Point *b = right;
    if (a->x < b->x || a->x > b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return (a->y > b->y) - (a->y < b->y);
}

static double turn_of(Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Andrew's monotone chain.
static Difference hull_of(Point *points, int count, double radius) {
    Difference out = {.radius = radius};
    qsort(points, (size_t)count, sizeof points[0], by_place);
    Point chain[130];
    int used = 0;
    for (int i = 0; i < count; i++) {
        while (used >= 2 && turn_of(chain[used - 2], chain[used - 1], points[i]) <= 0.0) {
            used--;
        }
        chain[used++] = points[i];
    }
    int lower = used + 1;
    for (int i = count - 2; i >= 0; i--) {
        while (used >= lower && turn_of(chain[used - 2], chain[used - 1], points[i]) <= 0.0) {
            used--;
        }
        chain[used++] = points[i];
    }
    out.count = used > 1 ? used - 1 : 1;
    for (int i = 0; i < out.count; i++) {
        out.points[i] = chain[i];
    }
    return out;
}

static Difference difference_of(const Shape *a, const Shape *b, Transform b_in_a) {
    Point points[64];
    int count = 0;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            double c = (double)b_in_a.rotation.c;
            double s = (double)b_in_a.rotation.s;
            double x = c * (double)b->x[k] - s * (double)b->y[k] + (double)b_in_a.position.x;
            double y = s * (double)b->x[k] + c * (double)b->y[k] + (double)b_in_a.position.y;
            points[count++] = (Point){x - (double)a->x[i], y - (double)a->y[i]};
        }
    }
    return hull_of(points, count, (double)a->radius + (double)b->radius);
}

static double distance_to_segment(Point a, Point b, Point p) {
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(a.x + t * dx - p.x, a.y + t * dy - p.y);
}

/// The exact signed distance of the shapes after `b` moved by `shift`: that of the origin from the
/// boundary of the difference, less the radii.
static double exact_distance(const Difference *difference, Point shift) {
    Point origin = {-shift.x, -shift.y};
    double nearest = (double)INFINITY;
    bool inside = difference->count > 2;
    for (int i = 0; i < difference->count; i++) {
        Point from = difference->points[i];
        Point to = difference->points[(i + 1) % difference->count];
        nearest = fmin(nearest, distance_to_segment(from, to, origin));
        inside = inside && turn_of(from, to, origin) >= 0.0;
    }
    return (inside ? -nearest : nearest) - difference->radius;
}

// ---------------------------------------------------------------- random pairs

static Shape random_shape(Random *random, float size) {
    int kind = (int)(random_u32(random) % 8);
    int count = kind == 0 ? 1 : kind == 1 ? 2 : kind == 2 ? 4 : 3 + (int)(random_u32(random) % 6);
    float radius = kind < 2 || kind == 7 ? random_range(random, 0.05f, 0.6f) * size : 0.0f;
    if (kind == 2) {
        return shape_box(vec2_make(random_range(random, -0.3f, 0.3f), 0.0f), 2.0f * size,
                         random_range(random, 0.2f, 2.0f) * size);
    }
    vec2s points[SHAPE_POINTS_MAX];
    Shape shape;
    for (;;) {
        float stretch = random_range(random, 0.2f, 1.0f);
        for (int i = 0; i < count; i++) {
            float part = ((float)i + random_range(random, 0.0f, 0.9f)) / (float)count;
            TrigPair at = trig_sincos(6.2831853f * part);
            points[i] = vec2_make(size * at.cos, size * stretch * at.sin);
        }
        if (shape_make(points, count, radius, &shape)) {
            return shape;
        }
    }
}

typedef struct RandomPair {
    Shape a, b;
    Transform b_in_a;
} RandomPair;

/// One pair in twenty is engulfed, one in twenty has parallel axes; both stand up to 10 km out.
static RandomPair random_pair(Random *random, int index) {
    RandomPair pair;
    bool engulfed = index % 20 == 0;
    bool parallel = index % 20 == 1;
    pair.a = random_shape(random, random_range(random, 0.5f, 3.0f));
    pair.b = random_shape(random, engulfed ? 0.05f : random_range(random, 0.5f, 3.0f));
    float apart = engulfed ? 0.05f : pair.a.bounding_radius + pair.b.bounding_radius;
    float angle = random_range(random, -3.14f, 3.14f);
    Transform a =
        place(random_range(random, -1e4f, 1e4f), random_range(random, -1e4f, 1e4f), angle);
    float quarter = 1.57079633f * (float)(random_u32(random) % 4);
    Transform b = place(a.position.x + apart * random_range(random, -0.8f, 0.8f),
                        a.position.y + apart * random_range(random, -0.8f, 0.8f),
                        parallel ? angle + quarter : random_range(random, -3.14f, 3.14f));
    pair.b_in_a = transform_relative(a, b);
    return pair;
}

// ---------------------------------------------------------------- known answers

static void two_boxes_half_a_metre_in_each_other_are_parted_by_one_push(void **state) {
    (void)state;
    Shape car = shape_box(vec2_make(0.0f, 0.0f), 4.5f, 1.8f);
    Transform b_in_a = place(4.0f, 0.3f, 0.0f);
    Overlap overlap = sat_overlap(&car, &car, b_in_a);
    assert_true(overlap.hit);
    assert_near(overlap.depth, 0.5f, 1e-5f);
    assert_near(overlap.normal.x, 1.0f, 1e-6f);
    assert_near(overlap.normal.y, 0.0f, 1e-6f);
    b_in_a.position.x += overlap.normal.x * overlap.depth;
    b_in_a.position.y += overlap.normal.y * overlap.depth;
    Difference difference = difference_of(&car, &car, b_in_a);
    assert_near(exact_distance(&difference, (Point){0.0, 0.0}), 0.0, 1e-4);
}

static void the_normal_of_a_slanting_edge_is_unit_so_that_its_depth_is_metres(void **state) {
    (void)state;
    vec2s points[] = {vec2_make(0.0f, 0.0f), vec2_make(30.0f, 0.0f), vec2_make(0.0f, 40.0f)};
    Shape triangle;
    assert_true(shape_make(points, 3, 0.0f, &triangle));
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    // The slanting edge runs 24 m from the origin along (0.8, 0.6); the box's corner lies at 23.
    Transform at = place(23.0f * 0.8f + 1.0f, 23.0f * 0.6f + 1.0f, 0.0f);
    Overlap overlap = sat_overlap(&triangle, &box, at);
    assert_true(overlap.hit);
    assert_near(overlap.depth, 1.0f, 1e-4f);
    assert_near(overlap.normal.x, 0.8f, 1e-6f);
    assert_near(overlap.normal.y, 0.6f, 1e-6f);
}

static void shapes_that_just_touch_hit_with_depth_0(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 1.0f);
    Overlap overlap = sat_overlap(&box, &box, place(2.0f, 0.5f, 0.0f));
    assert_true(overlap.hit);
    assert_near(overlap.depth, 0.0f, 0.0f);
    overlap = sat_overlap(&circle, &circle, place(0.0f, -2.0f, 0.0f));
    assert_true(overlap.hit);
    assert_near(overlap.depth, 0.0f, 0.0f);
    assert_near(overlap.normal.y, -1.0f, 0.0f);
    assert_false(sat_overlap(&box, &box, place(2.001f, 0.5f, 0.0f)).hit);
    assert_false(sat_overlap(&circle, &circle, place(0.0f, -2.001f, 0.0f)).hit);
}

static void a_shape_inside_another_gets_the_shortest_way_out(void **state) {
    (void)state;
    Shape hall = shape_box(vec2_make(0.0f, 0.0f), 20.0f, 10.0f);
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 1.0f, 1.0f);
    Overlap overlap = sat_overlap(&hall, &box, place(2.0f, 3.0f, 0.0f));
    assert_true(overlap.hit);
    assert_near(overlap.depth, 2.5f, 1e-5f);
    assert_near(overlap.normal.y, 1.0f, 1e-6f);
    overlap = sat_overlap(&box, &hall, place(-2.0f, -3.0f, 0.0f));
    assert_near(overlap.depth, 2.5f, 1e-5f);
    assert_near(overlap.normal.y, -1.0f, 1e-6f);
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 0.5f);
    overlap = sat_overlap(&hall, &circle, place(-9.0f, 1.0f, 0.0f));
    assert_near(overlap.depth, 1.5f, 1e-5f);
    assert_near(overlap.normal.x, -1.0f, 1e-6f);
}

static void circles_and_corners_meet_along_the_line_between_them(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 1.0f);
    Overlap overlap = sat_overlap(&box, &circle, place(1.3f, 1.4f, 0.0f));
    assert_true(overlap.hit);
    assert_near(overlap.depth, 0.5f, 1e-5f);
    assert_near(overlap.normal.x, 0.6f, 1e-5f);
    assert_near(overlap.normal.y, 0.8f, 1e-5f);
    // 0.71 m away in x and in y: the boxes overlap, the circle does not.
    assert_false(sat_overlap(&box, &circle, place(1.71f, 1.71f, 0.0f)).hit);
}

static void of_equal_overlaps_the_first_axis_wins(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    Overlap overlap = sat_overlap(&box, &box, place(1.0f, 1.0f, 0.0f));
    assert_near(overlap.normal.x, 1.0f, 0.0f); // edge 1 (+x) comes before edge 2 (+y)
    Separation separation = sat_separation(&box, &box, place(1.0f, 1.0f, 0.0f));
    assert_int_equal(separation.edge, 1);
    // Turned by quarters in steps that do not round well, the first shape's axis still wins.
    for (int i = 0; i < 4; i++) {
        Transform at = place(1.5f, 0.1f, 1.57079633f * (float)i);
        assert_int_equal(sat_separation(&box, &box, at).edge, 1);
    }
    Shape circle = shape_circle(vec2_make(0.0f, 0.0f), 1.0f);
    overlap = sat_overlap(&circle, &circle, place(0.0f, 0.0f, 0.0f));
    assert_true(overlap.hit);
    assert_near(overlap.depth, 2.0f, 0.0f);
    assert_near(overlap.normal.x, 1.0f, 0.0f);
}

static void the_distance_between_corners_is_true(void **state) {
    (void)state;
    Shape box = shape_box(vec2_make(0.0f, 0.0f), 2.0f, 2.0f);
    vec2s direction;
    assert_near(sat_distance(&box, &box, place(5.0f, 6.0f, 0.0f), &direction), 5.0f, 1e-5f);
    assert_near(direction.x, 0.6f, 1e-6f);
    assert_near(direction.y, 0.8f, 1e-6f);
    assert_near(sat_separation(&box, &box, place(5.0f, 6.0f, 0.0f)).distance, 4.0f, 1e-6f);
    assert_near(sat_distance(&box, &box, place(1.0f, 1.0f, 0.0f), NULL), 0.0f, 0.0f);
}

// ---------------------------------------------------------------- properties

static void the_push_parts_any_pair_and_none_is_shorter(void **state) {
    (void)state;
    Random random = random_make(7, 1);
    int hits = 0;
    for (int i = 0; i < PAIRS; i++) {
        RandomPair pair = random_pair(&random, i);
        Difference difference = difference_of(&pair.a, &pair.b, pair.b_in_a);
        double exact = exact_distance(&difference, (Point){0.0, 0.0});
        Overlap overlap = sat_overlap(&pair.a, &pair.b, pair.b_in_a);
        assert_true(overlap.hit == (exact <= 0.0) || fabs(exact) < 1e-4);
        if (!overlap.hit) {
            continue;
        }
        hits++;
        assert_near(sqrtf(glms_vec2_norm2(overlap.normal)), 1.0f, 1e-6f);
        // The reference's depth is the least over all translations, so this is also "none shorter".
        assert_near(overlap.depth, -exact, 1e-4);
        Point push = {(double)overlap.normal.x * (double)overlap.depth,
                      (double)overlap.normal.y * (double)overlap.depth};
        assert_near(exact_distance(&difference, push), 0.0, 1e-4);
    }
    assert_true(hits > PAIRS / 3);
    assert_true(hits < PAIRS);
}

static void no_direction_of_a_dense_fan_parts_a_pair_sooner(void **state) {
    (void)state;
    Random random = random_make(8, 1);
    for (int i = 0; i < 300; i++) {
        RandomPair pair = random_pair(&random, i);
        Overlap overlap = sat_overlap(&pair.a, &pair.b, pair.b_in_a);
        Difference difference = difference_of(&pair.a, &pair.b, pair.b_in_a);
        for (int k = 0; overlap.hit && overlap.depth > 2e-4f && k < DIRECTIONS; k++) {
            double angle = 6.283185307179586 * k / DIRECTIONS;
            double length = (double)overlap.depth - 1e-4;
            Point push = {length * cos(angle), length * sin(angle)};
            assert_true(exact_distance(&difference, push) < 0.0);
        }
    }
}

static void swapping_the_shapes_flips_the_normal(void **state) {
    (void)state;
    Random random = random_make(9, 1);
    int flipped = 0;
    for (int i = 0; i < PAIRS / 5; i++) {
        RandomPair pair = random_pair(&random, i);
        Transform a_in_b = transform_relative(pair.b_in_a, transform_identity());
        Overlap there = sat_overlap(&pair.a, &pair.b, pair.b_in_a);
        Overlap back = sat_overlap(&pair.b, &pair.a, a_in_b);
        if (!there.hit || !back.hit) {
            continue;
        }
        assert_near(there.depth, back.depth, 1e-4f);
        vec2s seen = rotation_apply(pair.b_in_a.rotation, back.normal);
        // Two axes may tie within the bias; either then parts the pair by the same push.
        bool opposite = fabsf(seen.x + there.normal.x) + fabsf(seen.y + there.normal.y) < 1e-3f;
        flipped += opposite;
        Difference difference = difference_of(&pair.a, &pair.b, pair.b_in_a);
        Point push = {-(double)seen.x * (double)back.depth, -(double)seen.y * (double)back.depth};
        assert_near(exact_distance(&difference, push), 0.0, 2e-4);
    }
    assert_true(flipped > PAIRS / 5 / 3);
}

static void distances_of_any_pair_are_exact(void **state) {
    (void)state;
    Random random = random_make(10, 1);
    for (int i = 0; i < PAIRS / 2; i++) {
        RandomPair pair = random_pair(&random, i);
        Difference difference = difference_of(&pair.a, &pair.b, pair.b_in_a);
        double exact = exact_distance(&difference, (Point){0.0, 0.0});
        vec2s direction;
        float distance = sat_distance(&pair.a, &pair.b, pair.b_in_a, &direction);
        assert_near(distance, exact > 0.0 ? exact : 0.0, 1e-4);
        assert_near(sat_signed_distance(&pair.a, &pair.b, pair.b_in_a).distance, exact, 1e-4);
        assert_true((double)sat_separation(&pair.a, &pair.b, pair.b_in_a).distance <= exact + 1e-4);
        if (exact > 1e-3) {
            Point push = {-(double)direction.x * exact, -(double)direction.y * exact};
            // Where a corner is about to leave an edge the direction is only as good as the root of
            // the rounding of the distance.
            assert_near(exact_distance(&difference, push), 0.0, 2e-3);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_boxes_half_a_metre_in_each_other_are_parted_by_one_push),
        cmocka_unit_test(the_normal_of_a_slanting_edge_is_unit_so_that_its_depth_is_metres),
        cmocka_unit_test(shapes_that_just_touch_hit_with_depth_0),
        cmocka_unit_test(a_shape_inside_another_gets_the_shortest_way_out),
        cmocka_unit_test(circles_and_corners_meet_along_the_line_between_them),
        cmocka_unit_test(of_equal_overlaps_the_first_axis_wins),
        cmocka_unit_test(the_distance_between_corners_is_true),
        cmocka_unit_test(the_push_parts_any_pair_and_none_is_shorter),
        cmocka_unit_test(no_direction_of_a_dense_fan_parts_a_pair_sooner),
        cmocka_unit_test(swapping_the_shapes_flips_the_normal),
        cmocka_unit_test(distances_of_any_pair_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
