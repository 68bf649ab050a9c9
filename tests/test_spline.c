#include "base/random.h"
#include "geometry/spline.h"
#include "geometry/trig.h"

#include <math.h>

#include "test.h"

static vec2s at(float x, float y) { return (vec2s){{x, y}}; }

static double gap(vec2s a, vec2s b) {
    return hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
}

/// Fails unless all samples are finite, 1 cm to `step` apart, and from + t never goes back.
static void assert_sound(const Curve *curve, int count, bool closed, float step) {
    for (int i = 0; i < curve->count; i++) {
        const CurveSample *sample = &curve->samples[i];
        assert_true(isfinite(sample->point.x) && isfinite(sample->point.y));
        assert_true(sample->from >= 0 && sample->from < count);
        assert_true(sample->t >= 0.0f && sample->t < 1.0f);
        if (i + 1 < curve->count) {
            const CurveSample *next = &curve->samples[i + 1];
            assert_true((double)next->from + (double)next->t >=
                        (double)sample->from + (double)sample->t);
        }
        if (curve->count > 2 && (closed || i + 1 < curve->count)) {
            vec2s next = curve->samples[(i + 1) % curve->count].point;
            assert_true(gap(sample->point, next) >= 0.0099);
            assert_true(gap(sample->point, next) <= (double)step * 1.001 + 0.01);
        }
    }
}

static double nearest(const Curve *curve, bool closed, vec2s point) {
    double best = 1e9;
    for (int i = 0; i + (closed ? 0 : 1) < curve->count; i++) {
        vec2s a = curve->samples[i].point;
        vec2s b = curve->samples[(i + 1) % curve->count].point;
        double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
        double wx = (double)point.x - (double)a.x, wy = (double)point.y - (double)a.y;
        double t = fmax(0.0, fmin(1.0, (wx * ux + wy * uy) / (ux * ux + uy * uy)));
        best = fmin(best, hypot(wx - t * ux, wy - t * uy));
    }
    return best;
}

static void a_sharp_line_is_cut_into_equal_steps(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{0, 0}}, {{10, 0}}, {{10, 5}}};
    Curve open = curve_sample(CURVE_SHARP, points, NULL, 3, false, 0.05f, 4.0f, &arena);
    assert_int_equal(open.count, 3 + 2 + 1);
    assert_sound(&open, 3, false, 4.0f);
    assert_near(open.samples[1].point.x, 10.0 / 3.0, 1e-5);
    assert_near(open.samples[1].t, 1.0 / 3.0, 1e-6);
    assert_int_equal(open.samples[4].from, 1);
    assert_near(open.samples[5].point.y, 5.0, 0.0);
    assert_int_equal(open.samples[5].from, 2);
    Curve closed = curve_sample(CURVE_SHARP, points, NULL, 3, true, 0.05f, 4.0f, &arena);
    assert_int_equal(closed.count, 3 + 2 + 3);
    assert_sound(&closed, 3, true, 4.0f);
    arena_destroy(&arena);
}

static void a_round_stadium_has_its_length(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{0, 0}}, {{100, 0}}, {{100, 40}}, {{0, 40}}};
    float radii[] = {20, 20, 20, 20};
    Curve curve = curve_sample(CURVE_ROUND, points, radii, 4, true, 0.01f, 2.0f, &arena);
    assert_sound(&curve, 4, true, 2.0f);
    double length = 0.0;
    for (int i = 0; i < curve.count; i++) {
        vec2s point = curve.samples[i].point;
        length += gap(point, curve.samples[(i + 1) % curve.count].point);
        double end_x = fmin(fmax((double)point.x, 20.0), 80.0);
        double off = hypot((double)point.x - end_x, (double)point.y - 20.0);
        assert_near(off, 20.0, 2e-5);
    }
    assert_near(length, 120.0 + 2.0 * 20.0 * acos(-1.0), 0.15);
    // t is 0 in the middle of the arc of point 0: on the diagonal of its corner.
    assert_int_equal(curve.samples[0].from, 0);
    assert_near(curve.samples[0].t, 0.0, 0.0);
    assert_near(curve.samples[0].point.x, 20.0 * (1.0 - sqrt(0.5)), 1e-4);
    assert_near(curve.samples[0].point.y, 20.0 * (1.0 - sqrt(0.5)), 1e-4);
    arena_destroy(&arena);
}

static void arcs_stay_within_the_chord_error(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{0, 0}}, {{60, 0}}, {{60, 60}}};
    float radii[] = {0, 30, 0};
    Curve curve = curve_sample(CURVE_ROUND, points, radii, 3, false, 0.05f, 100.0f, &arena);
    assert_sound(&curve, 3, false, 100.0f);
    assert_near(curve.samples[0].point.x, 0.0, 0.0);
    assert_near(curve.samples[curve.count - 1].point.y, 60.0, 0.0);
    for (int i = 0; i <= 90; i++) {
        TrigPair turn = trig_sincos((float)i * TRIG_PI / 180.0f);
        vec2s on = at(30.0f + 30.0f * turn.sin, 30.0f - 30.0f * turn.cos);
        assert_near(nearest(&curve, false, on), 0.0, 0.0501);
    }
    assert_true(curve.count < 20); // and takes no more samples than that needs
    arena_destroy(&arena);
}

static void arcs_that_do_not_fit_are_told_and_made_smaller(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{0, 0}}, {{50, 0}}, {{50, 40}}, {{0, 40}}};
    float radii[] = {20, 30, 30, 20};
    float distance = 0.0f;
    float need = 0.0f;
    assert_true(curve_round_fits(points, radii, 4, true, 0, &distance, &need));
    assert_near(distance, 50.0, 0.0);
    assert_near(need, 50.0, 1e-4);
    assert_false(curve_round_fits(points, radii, 4, true, 1, &distance, &need));
    assert_near(distance, 40.0, 0.0);
    assert_near(need, 60.0, 1e-4);
    assert_true(curve_round_fits(points, radii, 4, false, 0, NULL, NULL)); // an end has no arc
    assert_true(curve_round_fits(points, radii, 4, false, 3, NULL, NULL));
    Curve curve = curve_sample(CURVE_ROUND, points, radii, 4, true, 0.01f, 2.0f, &arena);
    assert_sound(&curve, 4, true, 2.0f);
    for (int i = 0; i < curve.count; i++) { // the right end is now a half circle of 20 m
        vec2s point = curve.samples[i].point;
        if (point.x > 30.1f) {
            assert_near(gap(point, at(30, 20)), 20.0, 1e-3);
        }
    }
    arena_destroy(&arena);
}

static void a_smooth_curve_passes_its_points(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{0, 0}}, {{30, 5}}, {{35, 40}}, {{10, 60}}, {{-20, 20}}};
    for (int closed = 0; closed < 2; closed++) {
        Curve curve = curve_sample(CURVE_SMOOTH, points, NULL, 5, closed == 1, 0.05f, 6.0f, &arena);
        assert_sound(&curve, 5, closed == 1, 6.0f);
        int met = 0;
        for (int i = 0; i < curve.count; i++) {
            const CurveSample *sample = &curve.samples[i];
            if (!(sample->t > 0.0f)) {
                assert_near(gap(sample->point, points[sample->from]), 0.0, 1e-5);
                met++;
            }
        }
        assert_int_equal(met, 5);
        Curve fine =
            curve_sample(CURVE_SMOOTH, points, NULL, 5, closed == 1, 0.0001f, 0.1f, &arena);
        for (int i = 0; i < fine.count; i++) {
            assert_near(nearest(&curve, closed == 1, fine.samples[i].point), 0.0, 0.0502);
        }
        // No corners: the direction changes little from one fine sample to the next.
        for (int i = 1; i + 1 < fine.count; i++) {
            vec2s a = fine.samples[i - 1].point;
            vec2s b = fine.samples[i].point;
            vec2s c = fine.samples[i + 1].point;
            double cosine = (((double)b.x - (double)a.x) * ((double)c.x - (double)b.x) +
                             ((double)b.y - (double)a.y) * ((double)c.y - (double)b.y)) /
                            (gap(a, b) * gap(b, c));
            assert_true(cosine > 0.99);
        }
    }
    arena_destroy(&arena);
}

static void odd_lines_give_sound_samples(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s straight[] = {{{0, 0}}, {{10, 0}}, {{20, 0}}, {{20, 0}}, {{30, 0}}};
    vec2s back[] = {{{0, 0}}, {{10, 0}}, {{0, 0}}, {{0, 10}}};
    vec2s two[] = {{{3, 3}}, {{9, 3}}};
    vec2s one[] = {{{3, 3}}, {{3, 3}}, {{3, 3}}};
    const vec2s *lines[] = {straight, back, two, one};
    const int counts[] = {5, 4, 2, 3};
    float radii[] = {5, 5, 5, 5, 5};
    for (int k = 0; k < 4 * 3 * 2; k++) {
        const vec2s *points = lines[k / 6];
        int count = counts[k / 6];
        bool closed = k % 2 == 1;
        Curve curve =
            curve_sample((CurveKind)(k % 6 / 2), points, radii, count, closed, 0.05f, 4.0f, &arena);
        assert_sound(&curve, count, closed, 4.0f);
        assert_true(curve.count >= (k / 6 == 3 ? 1 : 2));
        if (!closed) {
            assert_near(gap(curve.samples[0].point, points[0]), 0.0, 0.0);
            assert_near(gap(curve.samples[curve.count - 1].point, points[count - 1]), 0.0, 0.0);
        }
    }
    assert_int_equal(curve_sample(CURVE_SHARP, two, NULL, 0, false, 0.05f, 4.0f, &arena).count, 0);
    arena_destroy(&arena);
}

static void an_open_line_of_two_points_is_straight_in_every_kind(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{1, 2}}, {{13, 7}}};
    float radii[] = {5, 5};
    for (int kind = 0; kind < 3; kind++) {
        Curve curve = curve_sample((CurveKind)kind, points, radii, 2, false, 0.05f, 3.0f, &arena);
        assert_int_equal(curve.count, 6); // 13 m in 5 steps
        for (int i = 0; i < 5; i++) {
            assert_near(curve.samples[i].t, (double)i / 5.0, 1e-6);
            assert_near(curve.samples[i].point.x, 1.0 + 12.0 * i / 5.0, 1e-5);
        }
    }
    arena_destroy(&arena);
}

static void endless_lines_get_longer_steps(void **state) {
    (void)state;
    Arena arena = {0};
    vec2s points[] = {{{-1e7f, 0}}, {{1e7f, 0}}, {{1e7f, 1e7f}}};
    float radii[] = {0, 1e6f, 0};
    for (int kind = 0; kind < 3; kind++) {
        Curve curve = curve_sample((CurveKind)kind, points, radii, 3, true, 1e-3f, 0.01f, &arena);
        assert_true(curve.count > 1000 && curve.count <= CURVE_SAMPLES_MAX + 10);
    }
    arena_destroy(&arena);
}

static void random_lines_give_sound_samples(void **state) {
    (void)state;
    Random random = random_make(1, 4);
    for (int k = 0; k < 3000; k++) {
        Arena arena = {0};
        vec2s points[12];
        float radii[12];
        int count = 1 + (int)(random_u32(&random) % 12);
        for (int i = 0; i < count; i++) {
            bool whole = random_u32(&random) % 2 == 0;
            points[i] = at(random_range(&random, -50, 50), random_range(&random, -50, 50));
            points[i] =
                whole ? at(floorf(points[i].x / 25.0f), floorf(points[i].y / 25.0f)) : points[i];
            radii[i] = random_range(&random, 0.0f, 30.0f);
        }
        bool closed = random_u32(&random) % 2 == 0;
        Curve curve =
            curve_sample((CurveKind)(k % 3), points, radii, count, closed, 0.05f, 6.0f, &arena);
        assert_sound(&curve, count, closed, 6.0f);
        arena_destroy(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sharp_line_is_cut_into_equal_steps),
        cmocka_unit_test(a_round_stadium_has_its_length),
        cmocka_unit_test(arcs_stay_within_the_chord_error),
        cmocka_unit_test(arcs_that_do_not_fit_are_told_and_made_smaller),
        cmocka_unit_test(a_smooth_curve_passes_its_points),
        cmocka_unit_test(odd_lines_give_sound_samples),
        cmocka_unit_test(an_open_line_of_two_points_is_straight_in_every_kind),
        cmocka_unit_test(endless_lines_get_longer_steps),
        cmocka_unit_test(random_lines_give_sound_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
