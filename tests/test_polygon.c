#include "base/random.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

#include "random_polygon.h"
#include "test.h"

static vec2s at(float x, float y) { return (vec2s){{x, y}}; }

static void boxes_hold_their_points(void **state) {
    (void)state;
    vec2s points[] = {{{1, 5}}, {{-2, 3}}, {{4, -1}}};
    Box box = box_of(points, 3);
    assert_true(box.low.x == -2.0f && box.low.y == -1.0f && box.high.x == 4.0f &&
                box.high.y == 5.0f);
    Box empty = box_of(points, 0);
    assert_true(empty.low.x > empty.high.x);
    Box both = box_union(box, empty);
    assert_memory_equal(&both, &box, sizeof box);
    assert_true(box_overlap(box, (Box){at(4, 5), at(6, 6)})); // touching
    assert_false(box_overlap(box, (Box){at(4.001f, 0), at(6, 6)}));
    assert_false(box_overlap(box, empty));
    assert_true(box_contains(box_grow(box, 0.5f), at(-2.5f, 5.5f)));
    assert_false(box_contains(box, at(0, 5.5f)));
}

static void turns_are_exact_near_a_line(void **state) {
    (void)state;
    assert_int_equal(points_turn(at(0, 0), at(1, 0), at(1, 1)), 1);
    assert_int_equal(points_turn(at(0, 0), at(1, 0), at(1, -1)), -1);
    assert_int_equal(points_turn(at(0, 0), at(1, 1), at(3, 3)), 0);
    // 0.1f + 0.2f and their like are not on the line; one step of a float decides.
    Random random = random_make(1, 3);
    for (int i = 0; i < 100000; i++) {
        vec2s a = at(random_range(&random, -1e3f, 1e3f), random_range(&random, -1e3f, 1e3f));
        vec2s d = at((float)(random_u32(&random) % 64) / 64.0f, 0.25f);
        vec2s b = at(a.x + d.x, a.y + d.y);
        vec2s c = at(b.x + d.x * 1e-3f, b.y + d.y * 1e-3f);
        int turn = points_turn(a, b, c);
        assert_int_equal(points_turn(b, c, a), turn);
        assert_int_equal(points_turn(c, a, b), turn);
        assert_int_equal(points_turn(c, b, a), -turn);
    }
    vec2s tiny = at(1.0f, 1.0f);
    vec2s far = at(16777216.0f, 16777216.0f);
    assert_int_equal(points_turn(at(0, 0), tiny, far), 0);
    assert_int_equal(points_turn(at(0, 1e-30f), tiny, far), 1);
    assert_int_equal(points_turn(at(1e-30f, 0), tiny, far), -1);
}

static void area_and_centroid_are_exact_far_from_the_origin(void **state) {
    (void)state;
    vec2s ell[] = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{1, 1}}, {{1, 4}}, {{0, 4}}};
    assert_near(polygon_area(ell, 6), 7.0, 0.0);
    vec2s center = polygon_centroid(ell, 6);
    assert_near(center.x, (8.0 + 1.5) / 7.0, 1e-6);
    assert_near(center.y, (2.0 + 7.5) / 7.0, 1e-6);
    for (int i = 0; i < 6; i++) {
        ell[i] = at(ell[i].x + 8192.0f, ell[i].y - 8192.0f);
    }
    assert_near(polygon_area(ell, 6), 7.0, 0.0);
    center = polygon_centroid(ell, 6);
    assert_near(center.x, 8192.0 + 9.5 / 7.0, 1e-3);
    reverse_points(ell, 0, 5);
    assert_near(polygon_area(ell, 6), -7.0, 0.0);
    vec2s line[] = {{{0, 0}}, {{2, 2}}, {{4, 4}}};
    center = polygon_centroid(line, 3);
    assert_near(center.x, 2.0, 1e-6);
}

static void convex_means_left_turns_and_one_round(void **state) {
    (void)state;
    vec2s square[] = {{{0, 0}}, {{1, 0}}, {{2, 0}}, {{2, 2}}, {{0, 2}}};
    assert_true(polygon_is_convex(square, 5)); // straight on at (1, 0)
    reverse_points(square, 0, 4);
    assert_false(polygon_is_convex(square, 5));
    vec2s dent[] = {{{0, 0}}, {{1, 0.01f}}, {{2, 0}}, {{2, 2}}};
    assert_false(polygon_is_convex(dent, 4));
    vec2s star[5];
    for (int i = 0; i < 5; i++) {
        TrigPair turn = trig_sincos((float)i * 4.0f * TRIG_PI / 5.0f);
        star[i] = at(turn.cos, turn.sin);
    }
    assert_false(polygon_is_convex(star, 5)); // turns left everywhere, but goes round twice
    vec2s spike[] = {{{0, 0}}, {{2, 0}}, {{1, 0}}};
    assert_false(polygon_is_convex(spike, 3));
}

/// The angle that the outline turns round the point: 0 outside, one turn inside.
static bool winds_round(const vec2s *points, int count, vec2s point) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        vec2s a = points[i];
        vec2s b = points[(i + 1) % count];
        double ax = (double)a.x - (double)point.x, ay = (double)a.y - (double)point.y;
        double bx = (double)b.x - (double)point.x, by = (double)b.y - (double)point.y;
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    return fabs(sum) > 3.0;
}

static void points_inside_are_those_that_the_outline_winds_round(void **state) {
    (void)state;
    Random random = random_make(2, 3);
    int inside = 0;
    for (int k = 0; k < 300; k++) {
        vec2s points[24];
        random_polygon(&random, points, 24, 10.0f);
        for (int i = 0; i < 100; i++) {
            vec2s point = at(random_range(&random, -1, 11), random_range(&random, -1, 11));
            bool expected = winds_round(points, 24, point);
            assert_true(polygon_contains(points, 24, point) == expected);
            inside += expected ? 1 : 0;
        }
    }
    assert_true(inside > 5000);
    vec2s diamond[] = {{{0, -1}}, {{1, 0}}, {{0, 1}}, {{-1, 0}}};
    assert_true(polygon_contains(diamond, 4, at(0, 0))); // level with two corners
    assert_false(polygon_contains(diamond, 4, at(-2, 0)));
    assert_false(polygon_contains(diamond, 4, at(2, 0)));
}

static void points_inside_are_told_level_with_corners_and_edges_too(void **state) {
    (void)state;
    Random random = random_make(5, 3);
    int tried = 0;
    for (int k = 0; k < 20000; k++) {
        vec2s points[8];
        for (int i = 0; i < 8; i++) {
            points[i] =
                at((float)(2 * (random_u32(&random) % 5)), (float)(2 * (random_u32(&random) % 5)));
        }
        if (polygon_check(points, 8).fault != POLYGON_FINE) {
            continue;
        }
        tried++;
        for (int i = 0; i < 100; i++) {
            vec2s point = at((float)(i % 10) - 0.5f, (float)(i / 10)); // between and on the rows
            float nearest2 = 1e9f;
            for (int e = 0; e < 8; e++) {
                nearest2 =
                    fminf(nearest2, segment_distance2(points[e], points[(e + 1) % 8], point, NULL));
            }
            if (nearest2 > 0.0f) {
                assert_true(polygon_contains(points, 8, point) == winds_round(points, 8, point));
            }
        }
    }
    assert_true(tried > 100);
    vec2s star[5]; // crosses itself: its middle is wound round twice, which is even
    for (int i = 0; i < 5; i++) {
        TrigPair turn = trig_sincos((float)i * 4.0f * TRIG_PI / 5.0f);
        star[i] = at(turn.cos, turn.sin);
    }
    assert_false(polygon_contains(star, 5, at(0, 0)));
    assert_true(polygon_contains(star, 5, at(0.7f, 0)));
    assert_false(polygon_contains(star, 0, at(0, 0)));
}

static void distance_to_a_segment_is_to_its_nearest_point(void **state) {
    (void)state;
    float t = -1.0f;
    assert_near(segment_distance2(at(0, 0), at(4, 0), at(1, 3), &t), 9.0, 1e-6);
    assert_near(t, 0.25, 1e-7);
    assert_near(segment_distance2(at(0, 0), at(4, 0), at(7, 4), &t), 25.0, 1e-5);
    assert_near(t, 1.0, 0.0);
    assert_near(segment_distance2(at(2, 2), at(2, 2), at(2, 5), NULL), 9.0, 1e-6);
}

static void assert_cross(vec2s a, vec2s b, vec2s c, vec2s d, vec2s expected) {
    vec2s place = at(-99, -99);
    assert_true(segments_cross(a, b, c, d, &place));
    assert_near(place.x, expected.x, 1e-6);
    assert_near(place.y, expected.y, 1e-6);
    assert_true(segments_cross(b, a, c, d, NULL) && segments_cross(c, d, a, b, NULL));
}

static void segments_cross_touch_and_overlap(void **state) {
    (void)state;
    assert_cross(at(0, 0), at(4, 4), at(0, 4), at(4, 0), at(2, 2));
    assert_cross(at(0, 0), at(4, 0), at(1, 0), at(1, 5), at(1, 0));             // foot on it
    assert_cross(at(0, 0), at(4, 0), at(4, 0), at(9, 7), at(4, 0));             // shared end
    assert_cross(at(0, 0), at(4, 0), at(3, 0), at(1, 0), at(1, 0));             // inside
    assert_cross(at(0, 0), at(4, 0), at(3, 0), at(9, 0), at(3, 0));             // overlap
    assert_cross(at(2, 0), at(4, 0), at(0, 0), at(9, 0), at(2, 0));             // engulfed
    assert_cross(at(1, 1), at(1, 1), at(0, 0), at(2, 2), at(1, 1));             // a point on it
    assert_cross(at(1, 1), at(1, 1), at(1, 1), at(1, 1), at(1, 1));             // two points
    assert_false(segments_cross(at(0, 0), at(4, 0), at(0, 1), at(4, 1), NULL)); // parallel
    assert_false(segments_cross(at(0, 0), at(4, 0), at(5, 0), at(9, 0), NULL)); // in line
    assert_false(segments_cross(at(0, 0), at(4, 4), at(3, 2), at(9, 0), NULL)); // short
    assert_false(segments_cross(at(1, 2), at(1, 2), at(0, 0), at(2, 2), NULL)); // a point off
    assert_false(segments_cross(at(1, 2), at(1, 2), at(2, 1), at(2, 1), NULL));
    assert_false(segments_cross(at(0, 0), at(0, 4), at(1, 0), at(1, 4), NULL)); // vertical
}

static void crossings_lie_on_both_segments(void **state) {
    (void)state;
    Random random = random_make(3, 3);
    int crossings = 0;
    for (int i = 0; i < 100000; i++) {
        vec2s p[4];
        for (int k = 0; k < 4; k++) {
            p[k] = at(random_range(&random, -5, 5), random_range(&random, -5, 5));
        }
        vec2s place;
        bool cross = segments_cross(p[0], p[1], p[2], p[3], &place);
        assert_true(cross == segments_cross(p[3], p[2], p[0], p[1], NULL));
        if (cross) {
            assert_near(segment_distance2(p[0], p[1], place, NULL), 0.0, 1e-10);
            assert_near(segment_distance2(p[2], p[3], place, NULL), 0.0, 1e-10);
            crossings++;
        }
    }
    assert_true(crossings > 10000);
}

static int turn_of(const int *a, const int *b, const int *c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool on_segment(const int *a, const int *b, const int *c) {
    return turn_of(a, b, c) == 0 && (c[0] - a[0]) * (c[0] - b[0]) <= 0 &&
           (c[1] - a[1]) * (c[1] - b[1]) <= 0;
}

/// Where ab and cd meet, nearest a, from whole numbers: ends that lie on the other, or the
/// crossing.
static bool meet(const int *a, const int *b, const int *c, const int *d, double *x, double *y) {
    const int *ends[4] = {a, b, c, d};
    bool on[4] = {on_segment(c, d, a), on_segment(c, d, b), on_segment(a, b, c),
                  on_segment(a, b, d)};
    int nearest = 1 << 20;
    for (int i = 0; i < 4; i++) {
        int dx = ends[i][0] - a[0];
        int dy = ends[i][1] - a[1];
        if (on[i] && dx * dx + dy * dy < nearest) {
            nearest = dx * dx + dy * dy;
            *x = ends[i][0];
            *y = ends[i][1];
        }
    }
    if (nearest < 1 << 20) {
        return true;
    }
    int c_side = turn_of(a, b, c);
    int d_side = turn_of(a, b, d);
    int a_side = turn_of(c, d, a);
    int b_side = turn_of(c, d, b);
    if ((c_side < 0) == (d_side < 0) || (a_side < 0) == (b_side < 0) || c_side == 0 ||
        d_side == 0 || a_side == 0 || b_side == 0) {
        return false;
    }
    double t = (double)a_side / (double)(a_side - b_side);
    *x = a[0] + t * (b[0] - a[0]);
    *y = a[1] + t * (b[1] - a[1]);
    return true;
}

static void all_segments_of_a_board_meet_where_they_should(void **state) {
    (void)state;
    enum {
        SIDE = 4,
        PLACES = SIDE * SIDE
    };
    for (int k = 0; k < PLACES * PLACES * PLACES * PLACES; k++) {
        int p[4][2];
        vec2s q[4];
        for (int i = 0, rest = k; i < 4; i++, rest /= PLACES) {
            p[i][0] = rest % PLACES / SIDE;
            p[i][1] = rest % PLACES % SIDE;
            q[i] = at((float)p[i][0], (float)p[i][1]);
        }
        double x = 0.0;
        double y = 0.0;
        bool expected = meet(p[0], p[1], p[2], p[3], &x, &y);
        vec2s place = at(0, 0);
        assert_int_equal(segments_cross(q[0], q[1], q[2], q[3], &place), expected);
        if (expected) {
            assert_near(place.x, x, 1e-6);
            assert_near(place.y, y, 1e-6);
        }
    }
}

static void normalising_drops_what_a_rectangle_does_not_need(void **state) {
    (void)state;
    // Clockwise, closed, with a doubled corner and points on its edges.
    vec2s points[] = {{{0, 2}},       {{1, 2.0005f}}, {{3, 2}}, {{3, 1}},    {{3, 0}},
                      {{3, 0.0004f}}, {{1, 0}},       {{0, 0}}, {{0, 0.9f}}, {{0, 2}}};
    int kept[10];
    assert_int_equal(polygon_normalise(points, 10, kept), 4);
    const int expected[] = {7, 4, 2, 0};
    assert_memory_equal(kept, expected, sizeof expected);
    assert_near(polygon_area(points, 4), 6.0, 1e-6);
    assert_int_equal(polygon_normalise(points, 4, NULL), 4); // nothing more to do
    assert_near(points[0].x, 0.0, 0.0);
}

static void normalising_finds_nothing_in_points_and_lines(void **state) {
    (void)state;
    vec2s line[] = {{{0, 0}}, {{5, 5.0005f}}, {{9, 9}}, {{4, 4}}};
    assert_int_equal(polygon_normalise(line, 4, NULL), 0);
    vec2s point[] = {{{1, 1}}, {{1, 1}}, {{1.0001f, 1}}};
    assert_int_equal(polygon_normalise(point, 3, NULL), 0);
    assert_int_equal(polygon_normalise(point, 0, NULL), 0);
}

static void normalising_leaves_what_is_simple_simple(void **state) {
    (void)state;
    // A notch whose tip is nearer to the bump below it than a straight point may be off its line.
    vec2s notch[] = {{{0, 0}},     {{5, -0.0009f}}, {{10, 0}},    {{10, 10}},
                     {{5.1f, 10}}, {{5, -0.0005f}}, {{4.9f, 10}}, {{0, 10}}};
    assert_int_equal(polygon_check(notch, 8).fault, POLYGON_FINE);
    assert_int_equal(polygon_normalise(notch, 8, NULL), 8);
    Random random = random_make(11, 0);
    int kept = 0;
    for (int round = 0; round < 20000; round++) {
        vec2s points[14] = {{{0, 0}}};
        float tip[4];
        int count = 1;
        for (int i = 0; i < 4; i++) { // bumps of a millimetre or so below, tips of notches above
            float x = 2.0f + 3.0f * (float)i;
            points[count++] = at(x, random_range(&random, -1.5e-3f, 1.5e-3f));
            tip[i] = points[i + 1].y + random_range(&random, 2e-4f, 2e-3f);
        }
        points[count++] = at(14, 0);
        points[count++] = at(14, 10);
        for (int i = 3; i >= 0; i--) {
            points[count++] = at(2.0f + 3.0f * (float)i + random_range(&random, -0.1f, 0.1f),
                                 i % 2 ? tip[i] : 10.0f);
        }
        points[count++] = at(0, 10);
        if (polygon_check(points, count).fault == POLYGON_FINE) {
            int left = polygon_normalise(points, count, NULL);
            kept += left == count;
            assert_int_equal(polygon_check(points, left).fault, POLYGON_FINE);
        }
    }
    assert_true(kept > 100);
}

static void a_fine_circle_keeps_its_shape_within_a_millimetre(void **state) {
    (void)state;
    enum {
        COUNT = 5000
    };
    vec2s given[COUNT];
    vec2s points[COUNT];
    for (int i = 0; i < COUNT; i++) {
        TrigPair turn = trig_sincos((float)i * 2.0f * TRIG_PI / (float)COUNT);
        points[i] = given[i] = at(5.0f * turn.cos, 5.0f * turn.sin);
    }
    int left = polygon_normalise(points, COUNT, NULL);
    assert_true(left > 50 && left < 250);
    for (int i = 0; i < COUNT; i += 7) {
        float nearest2 = 1e9f;
        for (int k = 0; k < left; k++) {
            nearest2 = fminf(nearest2,
                             segment_distance2(points[k], points[(k + 1) % left], given[i], NULL));
        }
        assert_near(sqrtf(nearest2), 0.0, 1.1e-3);
    }
}

static void assert_check(const vec2s *points, int count, PolygonFault fault, int a, int b,
                         vec2s place) {
    PolygonCheck check = polygon_check(points, count);
    assert_int_equal(check.fault, fault);
    assert_int_equal(check.a, a);
    assert_int_equal(check.b, b);
    assert_near(check.at.x, place.x, 1e-5);
    assert_near(check.at.y, place.y, 1e-5);
}

static void every_fault_is_found_in_its_place(void **state) {
    (void)state;
    vec2s none = at(0, 0);
    vec2s square[] = {{{0, 0}}, {{4, 0}}, {{4, 4}}, {{0, 4}}, {{0, 0}}};
    assert_check(square, 5, POLYGON_FINE, 0, 0, none);
    reverse_points(square, 0, 4);
    assert_check(square, 5, POLYGON_FINE, 0, 0, none);
    assert_check(square, 2, POLYGON_TOO_FEW, 0, 0, none);
    vec2s two[] = {{{0, 0}}, {{1, 1}}, {{0, 0.0001f}}, {{1, 1}}};
    assert_check(two, 4, POLYGON_TOO_FEW, 0, 0, none);
    vec2s line[] = {{{0, 0}}, {{1, 1}}, {{3, 3}}};
    assert_check(line, 3, POLYGON_NO_AREA, 0, 0, none);
    vec2s bow[] = {{{0, 0}}, {{4, 0}}, {{0, 4}}, {{4, 4}}};
    assert_check(bow, 4, POLYGON_CROSSES, 1, 3, at(2, 2));
    // Point 3 stands on edge 0.
    vec2s touch[] = {{{0, 0}}, {{6, 0}}, {{6, 4}}, {{3, 0}}, {{0, 4}}};
    assert_check(touch, 5, POLYGON_TOUCHES, 3, 0, at(3, 0));
    // Two corners in one place.
    vec2s pinch[] = {{{0, 0}}, {{4, 0}}, {{2, 2}}, {{4, 4}}, {{0, 4}}, {{2, 2}}};
    assert_check(pinch, 6, POLYGON_TOUCHES, 5, 1, at(2, 2));
    // A spike: edge 2 goes back over edge 1.
    vec2s spike[] = {{{0, 0}}, {{4, 0}}, {{4, 6}}, {{4, 3}}, {{0, 3}}};
    assert_check(spike, 5, POLYGON_TOUCHES, 3, 1, at(4, 3));
    // So does a neck: a piece through it would have an edge too short for a shape.
    vec2s neck[] = {{{0, 0}}, {{4, 0}}, {{4, 4}}, {{2, 0.00009f}}, {{0, 4}}};
    assert_check(neck, 5, POLYGON_TOUCHES, 3, 0, at(2, 0.00009f));
    neck[3].y = 0.00011f;
    assert_int_equal(polygon_check(neck, 5).fault, POLYGON_FINE);
    // The doubled point 1 does not count, and indices are those of the points as given.
    vec2s doubled[] = {{{0, 0}}, {{0, 0}}, {{4, 0}}, {{0, 4}}, {{4, 4}}};
    assert_check(doubled, 5, POLYGON_CROSSES, 2, 4, at(2, 2));
}

static PolygonFault slow_check(const vec2s *points, int count, int *a, int *b) {
    for (int i = 0; i < count; i++) {
        for (int j = i + 2; j < count; j++) {
            int after = (j + 1) % count;
            if (after == i) {
                continue;
            }
            if (segments_cross(points[i], points[i + 1], points[j], points[after], NULL)) {
                *a = i;
                *b = j;
                return POLYGON_CROSSES;
            }
            const int near[4][3] = {
                {j, i, i + 1}, {after, i, i + 1}, {i, j, after}, {i + 1, j, after}};
            for (int k = 0; k < 4; k++) {
                if (segment_distance2(points[near[k][1]], points[near[k][2]], points[near[k][0]],
                                      NULL) < 1e-8f) {
                    *a = near[k][0];
                    *b = near[k][1];
                    return POLYGON_TOUCHES;
                }
            }
        }
    }
    return POLYGON_FINE;
}

static void the_sweep_finds_what_trying_all_pairs_finds(void **state) {
    (void)state;
    Random random = random_make(4, 3);
    int fine = 0;
    for (int k = 0; k < 3000; k++) {
        vec2s points[30];
        random_polygon(&random, points, 30, 10.0f);
        if (k % 2 == 1) {
            int i = (int)(random_u32(&random) % 30);
            points[i] = at(random_range(&random, 0, 10), random_range(&random, 0, 10));
        }
        int a = 0;
        int b = 0;
        PolygonFault fault = slow_check(points, 30, &a, &b);
        PolygonCheck check = polygon_check(points, 30);
        assert_int_equal(check.fault, fault);
        assert_int_equal(check.a, a);
        assert_int_equal(check.b, b);
        fine += fault == POLYGON_FINE ? 1 : 0;
    }
    assert_true(fine > 1500 && fine < 2500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_hold_their_points),
        cmocka_unit_test(turns_are_exact_near_a_line),
        cmocka_unit_test(area_and_centroid_are_exact_far_from_the_origin),
        cmocka_unit_test(convex_means_left_turns_and_one_round),
        cmocka_unit_test(points_inside_are_those_that_the_outline_winds_round),
        cmocka_unit_test(points_inside_are_told_level_with_corners_and_edges_too),
        cmocka_unit_test(distance_to_a_segment_is_to_its_nearest_point),
        cmocka_unit_test(segments_cross_touch_and_overlap),
        cmocka_unit_test(crossings_lie_on_both_segments),
        cmocka_unit_test(all_segments_of_a_board_meet_where_they_should),
        cmocka_unit_test(normalising_drops_what_a_rectangle_does_not_need),
        cmocka_unit_test(normalising_finds_nothing_in_points_and_lines),
        cmocka_unit_test(normalising_leaves_what_is_simple_simple),
        cmocka_unit_test(a_fine_circle_keeps_its_shape_within_a_millimetre),
        cmocka_unit_test(every_fault_is_found_in_its_place),
        cmocka_unit_test(the_sweep_finds_what_trying_all_pairs_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
