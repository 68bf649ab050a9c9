// The panel of a concave shape: its pieces and contacts are the library's, and a piece alone snags
// on the seam that the whole does not have.
#include "geometry/partition.h"
#include "lab/pieces.h"

#include <math.h>
#include <stdio.h>

#include "solids.h"
#include "test.h"

static Solid wall_of(const vec2s *points, int count) {
    SceneShape shape = {.kind = SCENE_WALL, .count = count};
    memcpy(shape.points, points, (size_t)count * sizeof *points);
    Solid solid;
    memset(&solid, 0, sizeof solid);
    assert_int_equal(solid_make(&shape, NULL, &solid).fault, SOLID_FINE);
    return solid;
}

static const vec2s comb[] = {{{0, 0}},    {{9, 0}}, {{9, 4}},    {{8, 4}}, {{7.5f, 1}},
                             {{7, 4}},    {{5, 4}}, {{4.5f, 1}}, {{4, 4}}, {{2, 4}},
                             {{1.5f, 1}}, {{1, 4}}, {{0, 4}}};

static void the_pieces_are_those_of_the_library(void **state) {
    (void)state;
    Solid solids[] = {solid_of((const Shape[]){shape_circle(vec2_make(0.0f, 0.0f), 0.1f)},
                               (Transform){vec2_make(40.0f, 0.0f), {1.0f, 0.0f}}),
                      wall_of(comb, 13)};
    Scene scene = plain_scene(SCENE_PIECES);
    Pieces pieces = pieces_make(&scene, solids);
    assert_int_equal(pieces.corners, 13);
    assert_int_equal(pieces.reflex_corners, 3);
    assert_int_equal(pieces.triangle_count, 11);
    assert_int_equal(pieces.piece_count, solids[1].piece_count);
    float area = 0.0f;
    for (int i = 0; i < pieces.piece_count; i++) {
        assert_int_equal(pieces.piece_points[i], solids[1].pieces[i].count);
        area += pieces.piece_area[i];
    }
    assert_near(area, pieces.area, 1e-4);
    assert_int_equal(pieces.contact_count, 0);
}

/// Triangles have as many diagonals as they need and pieces one less than there are of them; all of
/// the triangles' are kept or removed, and all cuts are kept or turned.
static void every_diagonal_has_one_fate(void **state) {
    (void)state;
    Random random = random_make(81, 1);
    int turned = 0, removed = 0;
    for (int i = 0; i < 300; i++) {
        vec2s points[SCENE_POINTS_MAX];
        int count = 5 + i % 20;
        for (int k = 0; k < count; k++) { // a star: simple, with reflex corners
            float angle = 2.0f * TRIG_PI * (float)k / (float)count;
            angle = angle > TRIG_PI ? angle - 2.0f * TRIG_PI : angle;
            TrigPair way = trig_sincos(angle);
            float radius = random_range(&random, 1.0f, 5.0f);
            points[k] = vec2_make(radius * way.cos, radius * way.sin);
        }
        Solid solids[] = {solid_of((const Shape[]){shape_circle(vec2_make(0.0f, 0.0f), 0.1f)},
                                   (Transform){vec2_make(40.0f, 0.0f), {1.0f, 0.0f}}),
                          wall_of(points, count)};
        Scene scene = plain_scene(SCENE_PIECES);
        Pieces pieces = pieces_make(&scene, solids);
        assert_int_equal(pieces.triangle_count, pieces.corners - 2);
        assert_int_equal(pieces.fates[DIAGONAL_KEPT] + pieces.fates[DIAGONAL_REMOVED],
                         pieces.corners - 3);
        assert_int_equal(pieces.fates[DIAGONAL_KEPT] + pieces.fates[DIAGONAL_TURNED],
                         pieces.piece_count - 1);
        assert_true(pieces_needless(&pieces) >= 0);
        assert_int_equal(pieces_needless(&pieces) + pieces.fates[DIAGONAL_KEPT] +
                             pieces.fates[DIAGONAL_TURNED],
                         pieces.triangle_count - 1);
        assert_true(pieces.piece_count >= (pieces.reflex_corners + 1) / 2 + 1);
        Working working = {0};
        pieces_working(&scene, solids, &working);
        assert_near(working_find(&working, "diagonals removed")->value +
                        working_find(&working, "diagonals kept")->value +
                        working_find(&working, "diagonals turned")->value,
                    working_find(&working, "diagonals")->value, 0.0);
        turned += pieces.fates[DIAGONAL_TURNED];
        removed += pieces.fates[DIAGONAL_REMOVED];
    }
    assert_true(turned > 100 && removed > 1000);
}

/// A wall that is flat at the top and cut in the middle; a car whose front corner has just passed
/// the seam. For the second piece alone the shortest way out leads back, along the wall.
static void a_piece_alone_snags_on_a_seam_and_the_whole_does_not(void **state) {
    (void)state;
    static const vec2s wall[] = {{{-4, -1.4f}}, {{-0.6f, -1.4f}}, {{0, -0.7f}}, {{0.6f, -1.4f}},
                                 {{4, -1.4f}},  {{4, 0}},         {{0, 0.01f}}, {{-4, 0}}};
    Solid solids[2] = {{.piece_count = 0}, wall_of(wall, 8)};
    assert_int_equal(solids[1].piece_count, 2);
    Scene scene = plain_scene(SCENE_PIECES);
    for (int i = 0; i < 2; i++) {
        float past = i == 0 ? 0.02f : 0.5f; // of the seam; well past it there is no ghost
        solids[0] = solid_of((const Shape[]){shape_box(vec2_make(0.0f, 0.0f), 4.2f, 1.8f)},
                             (Transform){vec2_make(past - 2.1f, 0.865f), {1.0f, 0.0f}});
        Pieces pieces = pieces_make(&scene, solids);
        assert_int_equal(pieces.contact_count, 2);
        assert_int_equal(pieces.ghost_count, i == 0 ? 1 : 0);
        for (int k = 0; k < pieces.contact_count; k++) {
            const PiecesContact *contact = &pieces.contacts[k];
            if (contact->ghost) { // it holds the car back: a's normal leads along the wall
                assert_true(contact->alone.normal.x > 0.99f);
            }
            assert_true(contact->whole.count == 0 || contact->whole.normal.y < -0.99f);
            Transform b_in_a = transform_relative(solids[0].at, solids[1].at);
            Manifold alone = manifold_make(&solids[0].pieces[contact->a],
                                           &solids[1].pieces[contact->b], b_in_a, 0.02f, NULL);
            assert_int_equal(alone.count, contact->alone.count);
            assert_near(alone.points[0].separation, contact->alone.points[0].separation, 0.0);
        }
        static Working working;
        working.count = 0;
        pieces_working(&scene, solids, &working);
        assert_near(value_of(&working, "ghosts"), pieces.ghost_count, 0.0);
        assert_near(value_of(&working, "contact 1 alone"),
                    pieces.contacts[0].alone.points[0].separation, 0.0);
    }
}

static void triangles_are_those_of_the_first_step(void **state) {
    (void)state;
    Arena arena = {0};
    Partition triangles;
    assert_true(partition_triangles(comb, 13, &arena, &triangles));
    assert_int_equal(triangles.piece_count, 11);
    float area = 0.0f;
    for (int i = 0; i < triangles.piece_count; i++) {
        assert_int_equal(triangles.pieces[i].count, 3);
        vec2s corners[3];
        partition_corners(&triangles, comb, i, corners);
        assert_true(polygon_area(corners, 3) > 0.0f);
        area += polygon_area(corners, 3);
    }
    assert_near(area, polygon_area(comb, 13), 1e-4);
    static const vec2s crossed[] = {{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 2}}};
    assert_false(partition_triangles(crossed, 2, &arena, &triangles));
    arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pieces_are_those_of_the_library),
        cmocka_unit_test(every_diagonal_has_one_fate),
        cmocka_unit_test(a_piece_alone_snags_on_a_seam_and_the_whole_does_not),
        cmocka_unit_test(triangles_are_those_of_the_first_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
