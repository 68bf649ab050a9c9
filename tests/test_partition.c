#include "base/random.h"
#include "geometry/partition.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"

#include <math.h>

#include "random_polygon.h"
#include "test.h"

enum {
    POINTS_MAX = 2000,
    SMALL_MAX = 40
};

/// Fails unless every piece is convex, counter-clockwise, small enough and of the polygon's own
/// points, and all together have its area. Returns the area.
static void assert_parted(const vec2s *points, int count, const Partition *partition, int most) {
    double sum = 0.0;
    for (int i = 0; i < partition->piece_count; i++) {
        PartitionPiece piece = partition->pieces[i];
        const int *index = partition->indices + piece.first;
        vec2s corner[POINTS_MAX];
        assert_true(piece.count >= 3 && piece.count <= most);
        for (int k = 0; k < piece.count; k++) {
            assert_true(index[k] >= 0 && index[k] < count);
            corner[k] = points[index[k]];
        }
        for (int k = 0; k < piece.count; k++) {
            assert_true(points_turn(corner[k], corner[(k + 1) % piece.count],
                                    corner[(k + 2) % piece.count]) >= 0);
        }
        assert_true(polygon_is_convex(corner, piece.count));
        double area = 0.0;
        for (int k = 0; k < piece.count; k++) {
            vec2s a = corner[k];
            vec2s b = corner[(k + 1) % piece.count];
            area += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
        }
        assert_true(area > 0.0);
        sum += area;
    }
    double whole = 0.0;
    double size = 0.0;
    for (int k = 0; k < count; k++) {
        vec2s a = points[k];
        vec2s b = points[(k + 1) % count];
        whole += 0.5 * ((double)a.x * (double)b.y - (double)a.y * (double)b.x);
        size += fabs((double)a.x * (double)b.y) + fabs((double)a.y * (double)b.x);
    }
    // Convex pieces that turn once each and lie inside sum up to the whole only if none overlap.
    assert_near(sum, whole, 1e-12 * size);
}

static int part(const vec2s *points, int count, int most) {
    Arena arena = {0};
    Partition partition = {0};
    bool parted = partition_convex(points, count, most, &arena, &partition);
    if (!parted) {
        print_error("no partition of %d points\n", count);
    }
    assert_true(parted);
    assert_parted(points, count, &partition, most);
    int uncut = partition.uncut_count;
    assert_true(uncut <= partition.piece_count);
    arena_destroy(&arena);
    return uncut;
}

static void a_convex_polygon_is_one_piece(void **state) {
    (void)state;
    vec2s points[8];
    for (int i = 0; i < 8; i++) {
        TrigPair turn = trig_sincos((float)i * TRIG_PI / 4.0f);
        points[i] = (vec2s){{3.0f * turn.cos, 2.0f * turn.sin}};
    }
    assert_int_equal(part(points, 8, 8), 1);
    assert_int_equal(part(points, 8, 3), 1); // counted before cutting
}

static void known_shapes_have_as_few_pieces_as_can_be(void **state) {
    (void)state;
    vec2s ell[] = {{{0, 0}}, {{4, 0}}, {{4, 1}}, {{1, 1}}, {{1, 4}}, {{0, 4}}};
    assert_int_equal(part(ell, 6, 8), 2);
    vec2s tee[] = {{{0, 0}}, {{1, 0}},  {{1, 3}},  {{3, 3}},
                   {{3, 4}}, {{-2, 4}}, {{-2, 3}}, {{0, 3}}};
    assert_true(part(tee, 8, 8) <= 3);
    vec2s bone[] = {{{0, 0}}, {{3, 1}}, {{6, 0}}, {{6, 4}}, {{3, 3}}, {{0, 4}}};
    assert_int_equal(part(bone, 6, 8), 2); // one cut straightens both corners
}

static void shapes_without_a_partition_are_refused(void **state) {
    (void)state;
    Arena arena = {0};
    Partition partition;
    vec2s clockwise[] = {{{0, 0}}, {{0, 1}}, {{1, 1}}, {{1, 0}}};
    assert_false(partition_convex(clockwise, 4, 8, &arena, &partition));
    vec2s line[] = {{{0, 0}}, {{1, 1}}, {{2, 2}}, {{3, 3}}};
    assert_false(partition_convex(line, 4, 8, &arena, &partition));
    assert_false(partition_convex(line, 2, 8, &arena, &partition));
    vec2s bow[] = {{{0, 0}}, {{2, 2}}, {{2, 0}}, {{0, 2}}};
    assert_false(partition_convex(bow, 4, 8, &arena, &partition));
    arena_destroy(&arena);
}

static void straight_runs_doubles_and_spikes_are_left_out(void **state) {
    (void)state;
    vec2s runs[40];
    for (int i = 0; i < 40; i++) {
        int along = i % 10;
        float x[4] = {(float)along, 10.0f, (float)(10 - along), 0.0f};
        float y[4] = {0.0f, (float)along, 10.0f, (float)(10 - along)};
        runs[i] = (vec2s){{x[i / 10], y[i / 10]}};
    }
    assert_int_equal(part(runs, 40, 8), 1);
    vec2s spikes[] = {{{2, 0}}, {{2, -3}}, {{2, 0}}, {{4, 0}}, {{4, 0}},
                      {{4, 4}}, {{6, 6}},  {{4, 4}}, {{0, 4}}, {{0, 0}}};
    assert_int_equal(part(spikes, 10, 8), 1);
    // A thin comb: its teeth are 1 mm wide.
    vec2s comb[62];
    int count = 0;
    for (int i = 0; i < 15; i++) {
        float x = (float)i;
        comb[count++] = (vec2s){{x, 0}};
        comb[count++] = (vec2s){{x + 0.001f, 0}};
        comb[count++] = (vec2s){{x + 0.001f, 5}};
        comb[count++] = (vec2s){{x + 1.0f, 5}};
    }
    comb[count++] = (vec2s){{15, 6}};
    comb[count++] = (vec2s){{0, 6}};
    part(comb, count, 8);
}

static void ten_thousand_random_polygons_are_parted(void **state) {
    (void)state;
    Random random = random_make(1, 2);
    vec2s points[60];
    for (int k = 0; k < 10000; k++) {
        int count = 3 + (int)(random_u32(&random) % 22);
        random_polygon(&random, points, count, 50.0f);
        part(points, count, 3 + (int)(random_u32(&random) % 6));
    }
    for (int k = 0; k < 30; k++) {
        random_polygon(&random, points, 60, 50.0f);
        part(points, 60, 8);
    }
}

/// Whole coordinates on a small board: many collinear triples, parallel edges and equal distances.
static void polygons_on_a_board_are_parted(void **state) {
    (void)state;
    Random random = random_make(2, 2);
    int tried = 0;
    for (int k = 0; k < 20000; k++) {
        vec2s points[9];
        int count = 4 + (int)(random_u32(&random) % 6);
        for (int i = 0; i < count; i++) {
            points[i].x = (float)(random_u32(&random) % 6);
            points[i].y = (float)(random_u32(&random) % 6);
        }
        if (polygon_check(points, count).fault != POLYGON_FINE) {
            continue;
        }
        if (polygon_area(points, count) < 0.0f) {
            reverse_points(points, 0, count - 1);
        }
        part(points, count, 8);
        tried++;
    }
    assert_true(tried > 300);
}

static void a_round_polygon_is_cut_into_few_pieces(void **state) {
    (void)state;
    vec2s points[100];
    for (int i = 0; i < 100; i++) {
        TrigPair turn = trig_sincos((float)i * 2.0f * TRIG_PI / 100.0f);
        points[i] = (vec2s){{10.0f * turn.cos, 10.0f * turn.sin}};
    }
    Arena arena = {0};
    Partition partition;
    assert_true(partition_convex(points, 100, 8, &arena, &partition));
    assert_parted(points, 100, &partition, 8);
    assert_int_equal(partition.uncut_count, 1);
    assert_int_equal(partition.piece_count, 17); // (100 - 2) / (8 - 2), rounded up
    for (int i = 0; i < partition.piece_count; i++) {
        PartitionPiece piece = partition.pieces[i];
        vec2s corner[8];
        float longest2 = 0.0f;
        for (int k = 0; k < piece.count; k++) {
            corner[k] = points[partition.indices[piece.first + k]];
            longest2 = fmaxf(longest2, glms_vec2_distance2(corner[0], corner[k]));
        }
        // Whatever the cuts, some piece is a slice off the rim: of 7 points it is 0.12 m thick.
        assert_true(polygon_area(corner, piece.count) > 0.1f * sqrtf(longest2));
    }
    arena_destroy(&arena);
}

// ---- against the optimum --------------------------------------------------------------------

static bool sees(const vec2s *points, int count, int i, int j) {
    if (j == i + 1 || (i == 0 && j == count - 1)) {
        return true;
    }
    vec2s middle = {{0.5f * (points[i].x + points[j].x), 0.5f * (points[i].y + points[j].y)}};
    for (int k = 0; k < count; k++) {
        int next = (k + 1) % count;
        if (k != i && k != j && next != i && next != j &&
            segments_cross(points[i], points[j], points[k], points[next], NULL)) {
            return false;
        }
    }
    return polygon_contains(points, count, middle);
}

typedef struct Optimum {
    const vec2s *points;
    int count;
    int cost[SMALL_MAX][SMALL_MAX]; ///< Fewest pieces between diagonal (i, j) and the outline.
} Optimum;

static bool turns_left(const Optimum *best, int a, int b, int c) {
    return points_turn(best->points[a], best->points[b], best->points[c]) >= 0;
}

/// The fewest pieces of the part of the polygon from point i to j: over all convex chains from i to
/// j, one piece and what hangs on the chain's diagonals. Exhaustive by dynamic programming.
static int fewest(const Optimum *best, int i, int j) {
    const int none = 1000;
    int chain[SMALL_MAX][SMALL_MAX]; // cost of the best chain that ends with the edge (a, b)
    int least = none;
    for (int b = i + 1; b <= j; b++) {
        chain[i][b] = turns_left(best, j, i, b) && b < j ? best->cost[i][b] : none;
        for (int a = i + 1; a < b; a++) {
            chain[a][b] = none;
            for (int before = i; before < a; before++) {
                int cost = chain[before][a] + best->cost[a][b];
                if (cost < chain[a][b] && turns_left(best, before, a, b)) {
                    chain[a][b] = cost;
                }
            }
            if (b == j && chain[a][b] < least && turns_left(best, a, j, i)) {
                least = chain[a][b];
            }
        }
    }
    return least + 1;
}

static int optimum(const vec2s *points, int count) {
    static Optimum best;
    best.points = points;
    best.count = count;
    for (int gap = 1; gap < count; gap++) {
        for (int i = 0; i + gap < count; i++) {
            best.cost[i][i + gap] = gap == 1                          ? 0
                                    : sees(points, count, i, i + gap) ? fewest(&best, i, i + gap)
                                                                      : 1000;
        }
    }
    return best.cost[0][count - 1];
}

static void pieces_are_at_most_1_05_times_the_optimum(void **state) {
    (void)state;
    Random random = random_make(3, 2);
    const int sizes[] = {10, 20, 40};
    const int tries[] = {300, 100, 30};
    for (int s = 0; s < 3; s++) {
        int ours = 0;
        int fewest_sum = 0;
        for (int k = 0; k < tries[s]; k++) {
            vec2s points[SMALL_MAX];
            random_polygon(&random, points, sizes[s], 50.0f);
            int least = optimum(points, sizes[s]);
            int count = part(points, sizes[s], 8);
            assert_true(count >= least);
            ours += count;
            fewest_sum += least;
        }
        print_message("%d points: %.3f x the optimum\n", sizes[s],
                      (double)ours / (double)fewest_sum);
        assert_true((double)ours <= 1.05 * (double)fewest_sum);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_polygon_is_one_piece),
        cmocka_unit_test(known_shapes_have_as_few_pieces_as_can_be),
        cmocka_unit_test(shapes_without_a_partition_are_refused),
        cmocka_unit_test(straight_runs_doubles_and_spikes_are_left_out),
        cmocka_unit_test(ten_thousand_random_polygons_are_parted),
        cmocka_unit_test(polygons_on_a_board_are_parted),
        cmocka_unit_test(a_round_polygon_is_cut_into_few_pieces),
        cmocka_unit_test(pieces_are_at_most_1_05_times_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
