#include "base/random.h"
#include "collision/wall_piece.h"
#include "geometry/trig.h"

#include <math.h>

#include "random_polygon.h"
#include "test.h"

enum {
    PIECES_MAX = 400
};

static WallPiece pieces[PIECES_MAX];

static vec2s at(float x, float y) { return vec2_make(x, y); }

static vec2s corner_of(const WallPiece *piece, int k) {
    return glms_vec2_add(piece->origin, shape_point(&piece->shape, k % piece->shape.count));
}

static bool exposed(const WallPiece *piece, int edge) {
    return ((piece->outline.exposed >> edge) & 1) != 0;
}

static float area_of(const WallPiece *piece) {
    vec2s points[SHAPE_POINTS_MAX];
    for (int k = 0; k < piece->shape.count; k++) {
        points[k] = shape_point(&piece->shape, k);
    }
    return polygon_area(points, piece->shape.count);
}

static float total_area(int count) {
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += area_of(&pieces[i]);
    }
    return sum;
}

static double exposed_length(int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < pieces[i].shape.count; k++) {
            if (exposed(&pieces[i], k)) {
                sum += (double)glms_vec2_distance(corner_of(&pieces[i], k),
                                                  corner_of(&pieces[i], k + 1));
            }
        }
    }
    return sum;
}

/// Fails unless bounds hold the corners, frames are near, exposed edges agree with the cones at
/// both of their ends, and cones are unit vectors.
static void assert_sound(int count) {
    for (int i = 0; i < count; i++) {
        const WallPiece *piece = &pieces[i];
        assert_true(piece->shape.count >= 3);
        assert_true(area_of(piece) > 0.0f);
        Box bounds = box_grow(piece->bounds, 1e-4f);
        vec2s size = glms_vec2_sub(bounds.high, bounds.low);
        for (int k = 0; k < piece->shape.count; k++) {
            int next = (k + 1) % piece->shape.count;
            vec2s local = shape_point(&piece->shape, k);
            assert_true(fabsf(local.x) <= 0.5f * size.x + 0.6f);
            assert_true(fabsf(local.y) <= 0.5f * size.y + 0.6f);
            assert_true(box_contains(bounds, corner_of(piece, k)));
            assert_near(glms_vec2_norm(piece->outline.cone_from[k]), 1.0, 1e-6);
            assert_near(glms_vec2_norm(piece->outline.cone_to[k]), 1.0, 1e-6);
            if (exposed(piece, k)) {
                vec2s normal = shape_normal(&piece->shape, k);
                assert_near(glms_vec2_dot(piece->outline.cone_to[k], normal), 1.0, 1e-5);
                assert_near(glms_vec2_dot(piece->outline.cone_from[next], normal), 1.0, 1e-5);
            }
        }
    }
}

static void a_convex_wall_is_one_piece_all_exposed(void **state) {
    (void)state;
    vec2s square[] = {{{100, 200}}, {{104, 200}}, {{104, 204}}, {{100, 204}}};
    assert_int_equal(wall_pieces_of_polygon(square, 4, 0.6f, 0.15f, 7, pieces, PIECES_MAX), 1);
    assert_sound(1);
    assert_int_equal(pieces[0].outline.exposed, 15);
    assert_int_equal(pieces[0].wall, 7);
    assert_near(pieces[0].friction, 0.6, 1e-7);
    assert_near(pieces[0].restitution, 0.15, 1e-7);
    assert_near(pieces[0].origin.x, 102.0, 0.0);
    assert_near(pieces[0].bounds.high.y, 204.0, 0.0);
}

static void seams_of_an_ell_are_not_exposed(void **state) {
    (void)state;
    vec2s ell[] = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{1, 1}}, {{1, 4}}, {{0, 4}}};
    assert_int_equal(wall_pieces_of_polygon(ell, 6, 0.6f, 0.15f, 0, pieces, PIECES_MAX), 2);
    assert_sound(2);
    assert_near(exposed_length(2), 16.0, 1e-5); // its circumference
    int seams = 0;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < pieces[i].shape.count; k++) {
            seams += exposed(&pieces[i], k) ? 0 : 1;
            vec2s corner = corner_of(&pieces[i], k);
            if (corner.x > 0.9f && corner.x < 1.1f && corner.y > 0.9f && corner.y < 1.1f) {
                // The inner corner: from up to right, a right turn.
                assert_near(pieces[i].outline.cone_from[k].y, 1.0, 1e-6);
                assert_near(pieces[i].outline.cone_to[k].x, 1.0, 1e-6);
            }
        }
    }
    assert_int_equal(seams, 2);
}

static void random_walls_keep_area_and_circumference(void **state) {
    (void)state;
    Random random = random_make(1, 7);
    for (int k = 0; k < 500; k++) {
        vec2s points[25];
        random_polygon(&random, points, 25, 60.0f);
        double around = 0.0;
        for (int i = 0; i < 25; i++) {
            around += (double)glms_vec2_distance(points[i], points[(i + 1) % 25]);
        }
        int count = wall_pieces_of_polygon(points, 25, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
        assert_true(count > 0);
        assert_sound(count);
        // Points less than 1 mm off a line may go.
        assert_near(total_area(count), polygon_area(points, 25), 0.1);
        assert_near(exposed_length(count), around, 0.01);
    }
}

static void walls_that_cannot_be_made_give_minus_one(void **state) {
    (void)state;
    vec2s bow[] = {{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 2}}};
    assert_int_equal(wall_pieces_of_polygon(bow, 4, 0.6f, 0.1f, 0, pieces, PIECES_MAX), -1);
    vec2s ell[] = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{1, 1}}, {{1, 4}}, {{0, 4}}};
    assert_int_equal(wall_pieces_of_polygon(ell, 6, 0.6f, 0.1f, 0, pieces, 1), -1);
    assert_int_equal(wall_pieces_of_polygon(ell, 0, 0.6f, 0.1f, 0, pieces, 1), -1);
    vec2s line[] = {{{0, 0}}, {{4, 0}}, {{8, 0}}};
    assert_int_equal(wall_pieces_of_line(line, 3, false, 1, 0, 0.6f, 0.1f, 0, pieces, 1), -1);
    assert_int_equal(wall_pieces_of_line(line, 1, false, 1, 0, 0.6f, 0.1f, 0, pieces, 1), 0);
}

static void no_wall_is_made_without_one_of_its_pieces(void **state) {
    (void)state;
    // One piece has an edge of 2 cm beside a corner all but straight: in its own frame the corner
    // is turned inward by the rounding of its coordinates.
    vec2s points[] = {{{0.0f, 0.0f}},
                      {{2.90246153f, -0.00123978732f}},
                      {{4.36904144f, -0.000206235913f}},
                      {{7.90267038f, 0.000493902829f}},
                      {{11.0059967f, -0.00114040379f}},
                      {{14.0f, -0.00114244828f}},
                      {{14.0f, 10.0f}},
                      {{11.1789446f, 10.0f}},
                      {{11.0246525f, -0.00041932374f}},
                      {{10.8330488f, 10.0f}},
                      {{8.36896706f, 10.0f}},
                      {{8.14560604f, 0.000498421199f}},
                      {{7.43637419f, 10.0f}},
                      {{4.4757905f, 10.0f}},
                      {{4.63904524f, 0.000433285721f}},
                      {{4.09731293f, 0.00119948923f}},
                      {{4.26229239f, 10.0f}},
                      {{2.93461442f, 10.0f}},
                      {{3.06934166f, -4.6768575e-05f}},
                      {{2.92146111f, 0.000800599228f}},
                      {{2.87030864f, 10.0f}},
                      {{0.0f, 10.0f}}};
    int count = sizeof points / sizeof *points;
    assert_int_equal(polygon_check(points, count).fault, POLYGON_FINE);
    assert_int_equal(wall_pieces_of_polygon(points, count, 0.5f, 0.5f, 0, pieces, PIECES_MAX), -1);
    vec2s thinner[] = {{{0.0f, 0.0f}}, {{5.0f, 0.0f}}, {{5.0f, 2.0f}}, {{0.0f, 0.0012f}}};
    assert_int_equal(wall_pieces_of_polygon(thinner, 4, 0.5f, 0.5f, 0, pieces, PIECES_MAX), 1);
}

static void a_straight_line_lies_on_the_chosen_side(void **state) {
    (void)state;
    vec2s line[] = {{{0, 0}}, {{4, 0}}, {{4.001f, 0}}, {{10, 0}}};
    const float low[] = {-2.0f, -1.0f, 0.0f};
    for (int side = -1; side <= 1; side++) {
        int count =
            wall_pieces_of_line(line, 4, false, 2.0f, side, 0.6f, 0.1f, 3, pieces, PIECES_MAX);
        assert_int_equal(count, 2);
        assert_sound(count);
        Box box = box_union(pieces[0].bounds, pieces[1].bounds);
        assert_near(box.low.x, 0.0, 1e-6); // ends squared at the line's ends
        assert_near(box.high.x, 10.0, 1e-6);
        assert_near(box.low.y, low[side + 1], 1e-6);
        assert_near(box.high.y, low[side + 1] + 2.0f, 1e-6);
        assert_near(exposed_length(count), 24.0, 1e-5); // both sides and both ends, no seam
    }
}

static void a_closed_square_is_a_frame_with_mitred_corners(void **state) {
    (void)state;
    vec2s square[] = {{{0, 0}}, {{10, 0}}, {{10, 10}}, {{0, 10}}, {{0, 0}}};
    int count = wall_pieces_of_line(square, 5, true, 1.0f, -1, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    assert_int_equal(count, 4);
    assert_sound(count);
    assert_near(total_area(count), 12.0 * 12.0 - 100.0, 1e-4); // right of a left turn: outside
    assert_near(exposed_length(count), 48.0 + 40.0, 1e-4);
    count = wall_pieces_of_line(square, 5, true, 1.0f, 1, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    assert_near(total_area(count), 100.0 - 64.0, 1e-4);
    // At the inner corner (1, 1) the outline turns right: no direction of its own.
    bool met = false;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            vec2s corner = corner_of(&pieces[i], k);
            if (glms_vec2_distance(corner, at(1, 1)) < 1e-3f) {
                vec2s from = pieces[i].outline.cone_from[k];
                vec2s to = pieces[i].outline.cone_to[k];
                assert_true(from.x * to.y - from.y * to.x < -0.99f);
                met = true;
            }
        }
    }
    assert_true(met);
}

static void a_hairpin_gets_a_bevel(void **state) {
    (void)state;
    vec2s line[] = {{{0, 0}}, {{20, 0}}, {{0, 4}}};
    int count = wall_pieces_of_line(line, 3, false, 1.0f, 0, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    assert_int_equal(count, 3);
    assert_sound(count);
    for (int i = 0; i < count; i++) {
        assert_true(pieces[i].bounds.high.x < 20.8f); // a mitre would end at 22.5
    }
    vec2s mirrored[] = {{{0, 0}}, {{20, 0}}, {{0, -4}}};
    assert_int_equal(
        wall_pieces_of_line(mirrored, 3, false, 1.0f, 0, 0.6f, 0.1f, 0, pieces, PIECES_MAX), 3);
    assert_sound(3);
    // The bevel is on the line itself where the wall lies inside alone.
    assert_int_equal(
        wall_pieces_of_line(line, 3, false, 1.0f, 1, 0.6f, 0.1f, 0, pieces, PIECES_MAX), 2);
    assert_sound(2);
}

static bool covered(int count, vec2s point) {
    for (int i = 0; i < count; i++) {
        if (shape_contains(&pieces[i].shape, glms_vec2_sub(point, pieces[i].origin))) {
            return true;
        }
    }
    return false;
}

static void random_lines_are_covered_without_gaps(void **state) {
    (void)state;
    Random random = random_make(2, 7);
    for (int k = 0; k < 4000; k++) {
        vec2s points[20];
        int count = 2 + (int)(random_u32(&random) % 18);
        float step = random_range(&random, 0.02f, 10.0f);
        float heading = random_range(&random, -3, 3);
        points[0] = at(random_range(&random, -500, 500), random_range(&random, -500, 500));
        float bend = random_range(&random, 0.0f, 3.1f);
        for (int i = 1; i < count; i++) {
            TrigPair turn = trig_sincos(heading);
            float length = step * random_range(&random, 0.3f, 1.0f);
            points[i] =
                at(points[i - 1].x + length * turn.cos, points[i - 1].y + length * turn.sin);
            heading += random_range(&random, -bend, bend);
        }
        int side = (int)(random_u32(&random) % 3) - 1;
        bool closed = random_u32(&random) % 2 == 0;
        int made = wall_pieces_of_line(points, count, closed, 0.5f, side, 0.6f, 0.1f, 0, pieces,
                                       PIECES_MAX);
        assert_true(made >= 0);
        assert_sound(made);
        if (side != 0 || step < 0.2f) {
            continue;
        }
        // Whoever crosses the line meets a piece.
        for (int i = 0; i + 1 < count; i++) {
            for (int j = 0; j <= 4; j++) {
                float t = 0.25f * (float)j;
                vec2s point = at(points[i].x + t * (points[i + 1].x - points[i].x),
                                 points[i].y + t * (points[i + 1].y - points[i].y));
                bool met = covered(made, point);
                for (int around = 0; around < 4 && !met; around++) { // 1 mm: rounding
                    met = covered(made, at(point.x + (around < 2 ? 1e-3f : -1e-3f),
                                           point.y + (around % 2 == 0 ? 1e-3f : -1e-3f)));
                }
                assert_true(met);
            }
        }
    }
}

static void a_ring_tighter_than_its_thickness_does_not_fold(void **state) {
    (void)state;
    vec2s ring[40];
    for (int i = 0; i < 40; i++) {
        TrigPair turn = trig_sincos((float)i * TRIG_PI / 20.0f);
        ring[i] = at(50.0f + 0.6f * turn.cos, 0.6f * turn.sin);
    }
    int count = wall_pieces_of_line(ring, 40, true, 1.0f, 1, 0.6f, 0.1f, 0, pieces, PIECES_MAX);
    assert_int_equal(count, 40);
    assert_sound(count);
    assert_true((double)total_area(count) < 0.36 * acos(-1.0)); // within the ring, no overlap
    assert_true((double)total_area(count) > 0.3 * acos(-1.0));
}

static void a_circle_is_exact(void **state) {
    (void)state;
    WallPiece piece = wall_piece_of_circle(at(12.5f, -3.0f), 2.0f, 0.8f, 0.35f, 4);
    assert_int_equal(piece.shape.count, 1);
    assert_near(piece.shape.radius, 2.0, 0.0);
    assert_near(piece.bounds.low.x, 10.5, 1e-6);
    assert_near(piece.bounds.high.y, -1.0, 1e-6);
    assert_int_equal(piece.wall, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_wall_is_one_piece_all_exposed),
        cmocka_unit_test(seams_of_an_ell_are_not_exposed),
        cmocka_unit_test(random_walls_keep_area_and_circumference),
        cmocka_unit_test(walls_that_cannot_be_made_give_minus_one),
        cmocka_unit_test(no_wall_is_made_without_one_of_its_pieces),
        cmocka_unit_test(a_straight_line_lies_on_the_chosen_side),
        cmocka_unit_test(a_closed_square_is_a_frame_with_mitred_corners),
        cmocka_unit_test(a_hairpin_gets_a_bevel),
        cmocka_unit_test(random_lines_are_covered_without_gaps),
        cmocka_unit_test(a_ring_tighter_than_its_thickness_does_not_fold),
        cmocka_unit_test(a_circle_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
