#include "base/random.h"
#include "collision/hull.h"
#include "collision/hull_overlap.h"
#include "collision/sat.h"
#include "geometry/trig.h"

#include <string.h>

#include "random_polygon.h"
#include "test.h"

static bool hull_contains(const Hull *hull, vec2s point) {
    for (int i = 0; i < hull->count; i++) {
        if (shape_contains(&hull->pieces[i], point)) {
            return true;
        }
    }
    return false;
}

static void a_box_is_one_piece_with_its_bounding_radius(void **state) {
    (void)state;
    Hull hull = hull_box(vec2_make(0.5f, 0.0f), 4.0f, 2.0f);
    assert_int_equal(hull.count, 1);
    assert_near(hull.bounding_radius, 2.692582404, 1e-6); // to (2.5, 1)
    Box box = hull_bounds(&hull, (Transform){{{10.0f, 20.0f}}, {0.0f, 1.0f}});
    assert_near(box.low.x, 9.0, 1e-6);
    assert_near(box.high.x, 11.0, 1e-6);
    assert_near(box.low.y, 18.5, 1e-6);
    assert_near(box.high.y, 22.5, 1e-6);
}

static void either_winding_and_a_closing_point_give_the_same_hull(void **state) {
    (void)state;
    vec2s wedge[] = {{{-2, -1}}, {{2, -0.5f}}, {{2, 0.5f}}, {{-2, 1}}, {{-2, -1}}};
    Hull hull;
    Hull other;
    assert_true(hull_make(wedge, 5, &hull));
    reverse_points(wedge, 0, 4);
    assert_true(hull_make(wedge, 5, &other));
    assert_int_equal(hull.count, 1);
    assert_int_equal(other.count, 1);
    assert_int_equal(hull.pieces[0].count, 4);
    assert_near(hull.bounding_radius, other.bounding_radius, 0.0);
    assert_near(hull.pieces[0].centroid.x, other.pieces[0].centroid.x, 1e-6);
}

static void a_concave_outline_becomes_pieces_that_cover_it(void **state) {
    (void)state;
    // A formula car from above: nose, wheels, waist, tail.
    vec2s car[] = {{{2.5f, -0.2f}}, {{2.5f, 0.2f}},   {{1.0f, 0.3f}},   {{-1.0f, 0.9f}},
                   {{-2.2f, 0.5f}}, {{-2.2f, -0.5f}}, {{-1.0f, -0.9f}}, {{1.0f, -0.3f}}};
    Hull hull;
    assert_true(hull_make(car, 8, &hull));
    assert_true(hull.count >= 2 && hull.count <= 3);
    Random random = random_make(1, 5);
    for (int i = 0; i < 20000; i++) {
        vec2s point = vec2_make(random_range(&random, -3, 3), random_range(&random, -1, 1));
        float nearest2 = 1.0f;
        for (int k = 0; k < 8; k++) {
            float distance2 = segment_distance2(car[k], car[(k + 1) % 8], point, NULL);
            nearest2 = distance2 < nearest2 ? distance2 : nearest2;
        }
        if (nearest2 > 1e-8f) {
            assert_true(hull_contains(&hull, point) == polygon_contains(car, 8, point));
        }
    }
}

static void outlines_that_make_no_hull_change_nothing(void **state) {
    (void)state;
    Hull hull = hull_box(vec2_make(0, 0), 4, 2);
    Hull before = hull;
    vec2s bow[] = {{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 2}}};
    assert_false(hull_make(bow, 4, &hull));
    vec2s line[] = {{{0, 0}}, {{1, 1}}, {{2, 2}}};
    assert_false(hull_make(line, 3, &hull));
    assert_false(hull_make(line, 2, &hull));
    assert_false(hull_make(line, 0, &hull));
    vec2s comb[26]; // six teeth need six pieces or more
    int count = 0;
    for (int i = 0; i < 6; i++) {
        comb[count++] = vec2_make((float)(2 * i), 0);
        comb[count++] = vec2_make((float)(2 * i) + 1.0f, 0);
        comb[count++] = vec2_make((float)(2 * i) + 1.0f, 3);
        comb[count++] = vec2_make((float)(2 * i) + 2.0f, 3);
    }
    comb[count++] = vec2_make(12, 5);
    comb[count++] = vec2_make(0, 5);
    assert_false(hull_make(comb, count, &hull));
    assert_memory_equal(&hull, &before, sizeof hull);
}

static void a_round_outline_is_cut_into_allowed_shapes(void **state) {
    (void)state;
    vec2s points[20];
    for (int i = 0; i < 20; i++) {
        TrigPair turn = trig_sincos((float)i * TRIG_PI / 10.0f);
        points[i] = vec2_make(2.0f * turn.cos, turn.sin);
    }
    Hull hull;
    assert_true(hull_make(points, 20, &hull));
    assert_int_equal(hull.count, 3); // 18 triangles' worth in pieces of 6
    assert_near(hull.bounding_radius, 2.0, 1e-6);
}

static void bounds_hold_every_piece(void **state) {
    (void)state;
    Random random = random_make(2, 5);
    int made = 0;
    for (int k = 0; k < 300; k++) {
        vec2s points[7];
        random_polygon(&random, points, 7, 4.0f);
        Hull hull;
        if (!hull_make(points, 7, &hull)) {
            continue;
        }
        made++;
        Transform at = {{{random_range(&random, -90, 90), random_range(&random, -90, 90)}},
                        rotation_make(random_range(&random, -3, 3))};
        Box box = box_grow(hull_bounds(&hull, at), 1e-4f);
        for (int i = 0; i < 7; i++) {
            assert_true(box_contains(box, transform_apply(at, points[i])));
            assert_true(glms_vec2_norm(points[i]) <= hull.bounding_radius + 1e-5f);
        }
    }
    assert_true(made > 250);
}

static void bounds_have_the_bits_of_the_shapes_bounds(void **state) {
    (void)state;
    Random random = random_make(3, 5);
    for (int k = 0; k < 2000; k++) {
        vec2s points[6];
        random_polygon(&random, points, 6, 4.0f);
        Hull hull;
        if (!hull_make(points, 6, &hull)) {
            continue;
        }
        Transform at = {{{random_range(&random, -90, 90), random_range(&random, -90, 90)}},
                        rotation_make(random_range(&random, -3, 3))};
        Box expected = shape_bounds(&hull.pieces[0], at);
        for (int i = 1; i < hull.count; i++) {
            expected = box_union(expected, shape_bounds(&hull.pieces[i], at));
        }
        Box box = hull_bounds(&hull, at);
        assert_memory_equal(&box, &expected, sizeof box);
    }
}

static bool same_direction(vec2s a, vec2s b) { return glms_vec2_distance(a, b) < 1e-6f; }

/// Fails unless every edge of `points` is one exposed edge of one piece and every other edge of the
/// pieces is a seam, and each corner has the normals of the outline's two edges there.
static void assert_outlined(const Hull *hull, const vec2s *points, int count) {
    int exposed = 0;
    for (int i = 0; i < hull->count; i++) {
        const Shape *shape = &hull->pieces[i];
        const Outline *outline = &hull->outlines[i];
        for (int k = 0; k < shape->count; k++) {
            vec2s from = shape_point(shape, k);
            vec2s to = shape_point(shape, (k + 1) % shape->count);
            int corner = 0;
            while (corner < count && glms_vec2_distance(points[corner], from) > 0.0f) {
                corner++;
            }
            assert_true(corner < count);
            vec2s before = points[(corner + count - 1) % count];
            vec2s after = points[(corner + 1) % count];
            bool on_outline = glms_vec2_distance(after, to) <= 0.0f;
            assert_int_equal((outline->exposed >> k) & 1, on_outline);
            exposed += on_outline ? 1 : 0;
            assert_true(same_direction(outline->cone_from[k], outline_normal(before, from)));
            assert_true(same_direction(outline->cone_to[k], outline_normal(from, after)));
            assert_true(!on_outline || same_direction(outline->cone_to[k], shape_normal(shape, k)));
        }
        assert_true(outline->exposed >> shape->count == 0);
    }
    assert_int_equal(exposed, count);
}

static void seams_between_pieces_are_not_exposed(void **state) {
    (void)state;
    // A racing car with a notch between its rear wings.
    vec2s car[] = {{{2.3f, -0.62f}},  {{2.3f, 0.62f}},   {{1.7f, 1.01f}},   {{-1.8f, 1.01f}},
                   {{-2.3f, 0.88f}},  {{-2.3f, 0.48f}},  {{-1.95f, 0.4f}},  {{-1.95f, -0.4f}},
                   {{-2.3f, -0.48f}}, {{-2.3f, -0.88f}}, {{-1.8f, -1.01f}}, {{1.7f, -1.01f}}};
    Hull hull;
    assert_true(hull_make(car, 12, &hull));
    assert_true(hull.count > 1);
    assert_outlined(&hull, car, 12);
    vec2s ell[] = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{1, 1}}, {{1, 4}}, {{0, 4}}};
    assert_true(hull_make(ell, 6, &hull));
    assert_int_equal(hull.count, 2);
    assert_outlined(&hull, ell, 6);
    vec2s corners[] = {{{-2, -1}}, {{2, -1}}, {{2, 1}}, {{-2, 1}}};
    hull = hull_box(vec2_make(0, 0), 4, 2);
    assert_outlined(&hull, corners, 4);
}

// ---------------------------------------------------------------- two hulls

/// A formula car from above: nose, wheels, waist, tail.
static Hull formula(void) {
    static const vec2s car[] = {{{2.5f, -0.2f}},  {{2.5f, 0.2f}},  {{1.0f, 0.3f}},
                                {{-1.0f, 0.9f}},  {{-2.2f, 0.5f}}, {{-2.2f, -0.5f}},
                                {{-1.0f, -0.9f}}, {{1.0f, -0.3f}}};
    Hull hull;
    assert_true(hull_make(car, 8, &hull));
    return hull;
}

/// A car with a deep notch in its tail.
static Hull notched(void) {
    static const vec2s car[] = {{{2.0f, -1.0f}},  {{2.0f, 1.0f}},  {{-2.0f, 1.0f}},
                                {{-2.0f, 0.4f}},  {{-0.5f, 0.3f}}, {{-0.5f, -0.3f}},
                                {{-2.0f, -0.4f}}, {{-2.0f, -1.0f}}};
    Hull hull;
    assert_true(hull_make(car, 8, &hull));
    return hull;
}

static Hull round_hull(float radius) {
    Hull hull = {.pieces = {shape_circle(vec2_make(0.0f, 0.0f), radius)}, .count = 1};
    hull.bounding_radius = radius;
    return hull;
}

/// m, of the pair of pieces that overlaps most; 0 or less: apart.
static float deepest_piece(const Hull *a, const Hull *b, Transform b_in_a) {
    float deepest = 0.0f;
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            Overlap overlap = sat_overlap(&a->pieces[i], &b->pieces[k], b_in_a);
            deepest = overlap.hit && overlap.depth > deepest ? overlap.depth : deepest;
        }
    }
    return deepest;
}

static Transform moved_by(Transform at, vec2s way, float distance) {
    at.position = glms_vec2_add(at.position, glms_vec2_scale(way, distance));
    return at;
}

/// m along `way` until the hulls are apart, in steps of 1 cm.
static float stepped_way_out(const Hull *a, const Hull *b, Transform b_in_a, vec2s way) {
    float distance = 0.0f;
    while (deepest_piece(a, b, moved_by(b_in_a, way, distance)) > 1e-4f) {
        distance += 0.01f;
    }
    return distance;
}

/// Whether one of the hulls has an exposed edge along whose normal the way out, in steps of 1 cm,
/// is shorter than `depth` by more than two steps.
static bool has_shorter_way(const Hull *a, const Hull *b, Transform b_in_a, float depth) {
    for (int side = 0; side < 2; side++) {
        const Hull *of = side == 0 ? a : b;
        for (int i = 0; i < of->count; i++) {
            for (int edge = 0; edge < of->pieces[i].count; edge++) {
                vec2s normal = shape_normal(&of->pieces[i], edge);
                vec2s way =
                    side == 0 ? normal : glms_vec2_negate(rotation_apply(b_in_a.rotation, normal));
                bool exposed = of->count == 1 || (of->outlines[i].exposed >> edge & 1) != 0;
                if (exposed && glms_vec2_norm2(way) > 0.5f &&
                    stepped_way_out(a, b, b_in_a, way) < depth - 0.02f) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void
the_way_out_of_two_hulls_parts_all_pieces_and_no_edge_knows_a_shorter_one(void **state) {
    (void)state;
    const Hull hulls[] = {formula(), notched(), hull_box(vec2_make(0.0f, 0.0f), 2.4f, 0.6f),
                          round_hull(0.33f)};
    Random random = random_make(8, 1);
    int seen = 0;
    for (int i = 0; i < (SANITIZED ? 300 : 2000); i++) {
        const Hull *a = &hulls[random_u32(&random) % 2];
        const Hull *b = &hulls[random_u32(&random) % 4];
        TrigPair turn = trig_sincos(random_range(&random, -3.1f, 3.1f));
        Transform at = {{{random_range(&random, -4.0f, 4.0f), random_range(&random, -2.0f, 2.0f)}},
                        {turn.cos, turn.sin}};
        HullOverlap overlap = hull_overlap(a, b, at);
        float deepest = deepest_piece(a, b, at);
        if (deepest > 0.01f) {
            assert_int_equal(overlap.manifold.count, 2);
            float depth = -overlap.manifold.points[0].separation;
            vec2s way = overlap.manifold.normal;
            assert_near(overlap.manifold.points[1].separation, -depth, 0.0);
            assert_true(depth > deepest - 1e-4f);
            assert_true(deepest_piece(a, b, moved_by(at, way, depth + 1e-4f)) < 2e-4f);
            assert_false(has_shorter_way(a, b, at, depth));
            seen++;
        }
        if (overlap.manifold.count == 0) {
            assert_true(deepest < 1e-3f);
        }
    }
    assert_true(seen > (SANITIZED ? 100 : 700));
}

static void a_tyre_in_the_middle_of_a_car_is_parted_from_all_its_pieces_one_way(void **state) {
    (void)state;
    Hull car = formula();
    Hull tyre = round_hull(0.33f);
    for (float x = -2.0f; x < 2.0f; x += 0.1f) {
        Transform at = {{{x, 0.05f}}, {1.0f, 0.0f}};
        HullOverlap overlap = hull_overlap(&car, &tyre, at);
        assert_int_equal(overlap.manifold.count, 2);
        float depth = -overlap.manifold.points[0].separation;
        assert_true(overlap.manifold.normal.y > -0.1f); // it lies a little to the left
        Transform moved = moved_by(at, overlap.manifold.normal, depth + 1e-4f);
        assert_true(deepest_piece(&car, &tyre, moved) < 2e-4f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_one_piece_with_its_bounding_radius),
        cmocka_unit_test(either_winding_and_a_closing_point_give_the_same_hull),
        cmocka_unit_test(a_concave_outline_becomes_pieces_that_cover_it),
        cmocka_unit_test(the_way_out_of_two_hulls_parts_all_pieces_and_no_edge_knows_a_shorter_one),
        cmocka_unit_test(a_tyre_in_the_middle_of_a_car_is_parted_from_all_its_pieces_one_way),
        cmocka_unit_test(outlines_that_make_no_hull_change_nothing),
        cmocka_unit_test(a_round_outline_is_cut_into_allowed_shapes),
        cmocka_unit_test(bounds_hold_every_piece),
        cmocka_unit_test(bounds_have_the_bits_of_the_shapes_bounds),
        cmocka_unit_test(seams_between_pieces_are_not_exposed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
