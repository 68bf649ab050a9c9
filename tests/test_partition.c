#include "base/random.h"
#include "geometry/partition.h"
#include "geometry/polygon.h"
#include "geometry/trig.h"

#include <math.h>

#include "random_polygon.h"
#include "test.h"

enum {
    POINTS_MAX = 2000,
    COMPARED_MAX = 100
};

static vec2s at(float x, float y) { return (vec2s){{x, y}}; }

static vec2s on_circle(float radius, float angle) {
    TrigPair turn = trig_sincos(angle);
    return at(radius * turn.cos, radius * turn.sin);
}

/// Whether points that never turn right go round once: they change between up and down twice.
static bool turns_once(const vec2s *points, int count) {
    int changes = 0;
    bool was_up = false;
    for (int i = 0; i <= count; i++) {
        vec2s a = points[i % count];
        vec2s b = points[(i + 1) % count];
        bool up = b.y > a.y || (!(b.y < a.y) && b.x > a.x);
        changes += i > 0 && up != was_up ? 1 : 0;
        was_up = up;
    }
    return changes == 2;
}

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
        assert_true(turns_once(corner, piece.count));
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

/// The width of the thinnest place that the polygon itself has: from a corner to an edge that does
/// not end there, or to the line between its neighbours.
static double thinnest_place(const vec2s *points, int count) {
    float least2 = INFINITY;
    for (int i = 0; i < count; i++) {
        int before = (i + count - 1) % count;
        int after = (i + 1) % count;
        least2 = fminf(least2, segment_distance2(points[before], points[after], points[i], NULL));
        for (int k = 0; k < count; k++) {
            if (k != i && k != before) {
                least2 = fminf(
                    least2, segment_distance2(points[k], points[(k + 1) % count], points[i], NULL));
            }
        }
    }
    return sqrt((double)least2);
}

/// The least distance between two parallel lines that hold the convex piece between them.
static double width_of(const vec2s *points, const int *index, int count) {
    double least = 1e9;
    for (int i = 0; i < count; i++) {
        vec2s a = points[index[i]];
        vec2s b = points[index[(i + 1) % count]];
        double x = (double)b.x - (double)a.x;
        double y = (double)b.y - (double)a.y;
        double farthest = 0.0;
        for (int k = 0; k < count; k++) {
            double px = (double)points[index[k]].x - (double)a.x;
            double py = (double)points[index[k]].y - (double)a.y;
            farthest = fmax(farthest, (x * py - y * px) / sqrt(x * x + y * y));
        }
        least = fmin(least, farthest);
    }
    return least;
}

/// The width of the thinnest piece.
static double thinnest_piece(const vec2s *points, int count, int most) {
    Arena arena = {0};
    Partition partition;
    double least = 1e9;
    assert_true(partition_convex(points, count, most, &arena, &partition));
    for (int i = 0; i < partition.piece_count; i++) {
        PartitionPiece piece = partition.pieces[i];
        least = fmin(least, width_of(points, partition.indices + piece.first, piece.count));
    }
    arena_destroy(&arena);
    return least;
}

static void ten_thousand_random_polygons_are_parted_without_slivers(void **state) {
    (void)state;
    Random random = random_make(1, 2);
    vec2s points[100];
    int thin = 0;
    for (int k = 0; k < 10000; k++) {
        int count = 3 + (int)(random_u32(&random) % (k % 20 == 0 ? 98 : 22));
        random_polygon(&random, points, count, 50.0f);
        part(points, count, 3 + (int)(random_u32(&random) % 6));
        if (thinnest_piece(points, count, 8) < 1e-3) {
            assert_true(thinnest_place(points, count) < 1e-3);
            thin++;
        }
    }
    assert_true(thin < 20);
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

/// Polygons on a board, each with many points that it does not need: all doubled, some straight on
/// its edges, and spikes without width out of its corners, across its other edges too.
static void points_without_a_turn_change_nothing(void **state) {
    (void)state;
    Random random = random_make(4, 2);
    int tried = 0;
    for (int k = 0; k < 20000 && tried < 500; k++) {
        vec2s points[9];
        vec2s more[200];
        int count = 4 + (int)(random_u32(&random) % 6);
        for (int i = 0; i < count; i++) {
            points[i] =
                at((float)(8 * (random_u32(&random) % 6)), (float)(8 * (random_u32(&random) % 6)));
        }
        if (polygon_check(points, count).fault != POLYGON_FINE) {
            continue;
        }
        if (polygon_area(points, count) < 0.0f) {
            reverse_points(points, 0, count - 1);
        }
        int added = 0;
        for (int i = 0; i < count; i++) {
            vec2s next = points[(i + 1) % count];
            more[added++] = points[i];
            if (random_u32(&random) % 3 == 0) { // out and back
                more[added++] = at(points[i].x + random_range(&random, -90, 90),
                                   points[i].y + random_range(&random, -90, 90));
                more[added++] = points[i];
            }
            for (int step = 1; step < 8; step++) { // exact: corners are multiples of 8
                float share = (float)step / 8.0f;
                more[added++] = at(points[i].x + share * (next.x - points[i].x),
                                   points[i].y + share * (next.y - points[i].y));
                more[added] = more[added - 1];
                added += (int)(random_u32(&random) % 2);
            }
        }
        assert_int_equal(part(more, added, 8), part(points, count, 8));
        tried++;
    }
    assert_int_equal(tried, 500);
}

static void scale_and_place_change_nothing(void **state) {
    (void)state;
    Random random = random_make(5, 2);
    // Powers of two: exact for all coordinates, so that every decision must be the same.
    const float scales[] = {1.0f / 1048576.0f, 1.0f / 1024.0f, 1024.0f, 1048576.0f};
    for (int k = 0; k < 200; k++) {
        vec2s points[30];
        vec2s other[30];
        random_polygon(&random, points, 30, 50.0f);
        int uncut = part(points, 30, 8);
        for (int s = 0; s < 4; s++) {
            for (int i = 0; i < 30; i++) {
                other[i] = at(points[i].x * scales[s], points[i].y * scales[s]);
            }
            assert_int_equal(part(other, 30, 8), uncut);
        }
        for (int i = 0; i < 30; i++) { // to multiples of 1/64, which 100 km away are still exact
            points[i] = at((float)(int)(points[i].x * 64.0f) / 64.0f,
                           (float)(int)(points[i].y * 64.0f) / 64.0f);
            other[i] = at(points[i].x + 100000.0f, points[i].y - 100000.0f);
        }
        if (polygon_check(points, 30).fault == POLYGON_FINE) {
            assert_int_equal(part(other, 30, 8), part(points, 30, 8));
        }
    }
}

static void combs_spirals_and_stars_are_parted(void **state) {
    (void)state;
    static vec2s points[POINTS_MAX];
    // Combs with teeth from 1 m to 10 um wide.
    for (float tooth = 1.0f; tooth > 1e-5f; tooth *= 0.1f) {
        int count = 0;
        for (int i = 0; i < 100; i++) {
            float x = 2.0f * (float)i;
            points[count++] = at(x, 0);
            points[count++] = at(x + tooth, 0);
            points[count++] = at(x + tooth, 5);
            points[count++] = at(x + 2.0f, 5);
        }
        points[count++] = at(200, 6);
        points[count++] = at(0, 6);
        assert_int_equal(part(points, count, 8), 101);
    }
    // A spiral of five rounds, its wall 0.4 m thick.
    for (int i = 0; i < 200; i++) {
        float angle = 0.16f * (float)i;
        points[i] = on_circle(1.0f + 0.2f * angle, angle);
        points[399 - i] = on_circle(0.6f + 0.2f * angle, angle);
    }
    reverse_points(points, 0, 399);
    if (polygon_area(points, 400) < 0.0f) {
        reverse_points(points, 0, 399);
    }
    int pieces = part(points, 400, 8);
    assert_true(pieces >= 50 && pieces <= 200); // a piece turns 0.16 rad at least
    // Stars, the needles of the last 1 mm wide at their half.
    for (int tips = 3; tips <= 300; tips *= 3) {
        for (int i = 0; i < 2 * tips; i++) {
            float angle = TRIG_PI * (float)i / (float)tips;
            points[i] = on_circle(i % 2 == 0 ? 50.0f : 0.2f, angle);
        }
        pieces = part(points, 2 * tips, 8);
        // A cut ends two of the inner corners at most; the needles and the middle are tips + 1.
        assert_true(pieces >= 1 + tips / 2 && pieces <= tips + 2);
    }
}

/// Corners that nearly touch others: necks of 1 mm down to the last bit of a float.
static void necks_of_any_width_are_parted(void **state) {
    (void)state;
    for (float neck = 1e-3f; neck > 1e-7f; neck *= 0.5f) {
        vec2s hourglass[] = {at(0, 0), at(4, 0), at(2.0f + neck, 2.0f),
                             at(4, 4), at(0, 4), at(2.0f - neck, 2.0f)};
        assert_int_equal(part(hourglass, 6, 8), 2);
        vec2s pin[] = {at(0, 0), at(4, 0), at(4, 4), at(2, neck), at(0, 4)};
        assert_int_equal(part(pin, 5, 8), 3);
        vec2s slot[] = {at(0, 0), at(8, 0),           at(8, 4), at(4.0f + neck, 4),
                        at(4, 1), at(4.0f - neck, 4), at(0, 4)};
        assert_int_equal(part(slot, 7, 8), 3);
    }
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
        vec2s corner[8];
        float longest2 = 0.0f;
        int count = partition_corners(&partition, points, i, corner);
        for (int k = 0; k < count; k++) {
            longest2 = fmaxf(longest2, glms_vec2_distance2(corner[0], corner[k]));
        }
        // Whatever the cuts, some piece is a slice off the rim: of 7 points it is 0.12 m thick.
        assert_true(polygon_area(corner, count) > 0.1f * sqrtf(longest2));
    }
    arena_destroy(&arena);
}

// ---- against the optimum --------------------------------------------------------------------

/// The fewest pieces without added points, by dynamic programming over all diagonals: what a
/// minimum partition has beyond diagonal (i, j) does not depend on the rest. No three points may
/// lie on a line. Sources: Keil (1985); Keil & Snoeyink, On the time bound for convex decomposition
/// of simple polygons (2002).
typedef struct Optimum {
    const vec2s *points;
    int count;
    bool sees[COMPARED_MAX][COMPARED_MAX]; ///< Edges and diagonals that lie inside.
    int cost[COMPARED_MAX][COMPARED_MAX];  ///< Fewest pieces between (i, j) and the outline.
} Optimum;

static bool turns_left(const Optimum *best, int a, int b, int c) {
    return points_turn(best->points[a], best->points[b], best->points[c]) >= 0;
}

/// Whether the way from corner i to corner j starts out inside the polygon.
static bool starts_inside(const Optimum *best, int i, int j) {
    int before = (i + best->count - 1) % best->count;
    int after = (i + 1) % best->count;
    bool left_of_after = turns_left(best, i, after, j);
    bool left_of_before = turns_left(best, before, i, j);
    return turns_left(best, before, i, after) ? left_of_after && left_of_before
                                              : left_of_after || left_of_before;
}

static bool is_diagonal(const Optimum *best, int i, int j) {
    int count = best->count;
    if (j == i + 1 || (i == 0 && j == count - 1)) {
        return true;
    }
    if (!starts_inside(best, i, j) || !starts_inside(best, j, i)) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        int next = (k + 1) % count;
        if (k != i && k != j && next != i && next != j &&
            segments_cross(best->points[i], best->points[j], best->points[k], best->points[next],
                           NULL)) {
            return false;
        }
    }
    return true;
}

/// The fewest pieces of the part of the polygon from point i to j: over all convex chains from i to
/// j, one piece and what hangs on the chain's diagonals. All points of a piece see each other.
static int fewest(const Optimum *best, int i, int j) {
    const int none = 1000;
    static int chain[COMPARED_MAX][COMPARED_MAX]; // the best chain that ends with the edge (a, b)
    int on[COMPARED_MAX];
    int size = 0;
    on[size++] = i;
    for (int k = i + 1; k < j; k++) {
        if (best->sees[i][k] && best->sees[k][j]) {
            on[size++] = k;
        }
    }
    on[size++] = j;
    int least = none;
    for (int b = 1; b < size; b++) {
        bool starts = b < size - 1 && turns_left(best, j, i, on[b]);
        chain[0][b] = starts ? best->cost[i][on[b]] : none;
        for (int a = 1; a < b; a++) {
            chain[a][b] = none;
            if (!best->sees[on[a]][on[b]]) {
                continue;
            }
            for (int before = 0; before < a; before++) {
                int cost = chain[before][a] + best->cost[on[a]][on[b]];
                if (cost < chain[a][b] && turns_left(best, on[before], on[a], on[b])) {
                    chain[a][b] = cost;
                }
            }
            if (b == size - 1 && chain[a][b] < least && turns_left(best, on[a], j, i)) {
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
            int j = i + gap;
            best.sees[i][j] = is_diagonal(&best, i, j);
            best.cost[i][j] = gap == 1 ? 0 : best.sees[i][j] ? fewest(&best, i, j) : 1000;
        }
    }
    return best.cost[0][count - 1];
}

/// A sagging ceiling: what is above it is convex.
static float valley(float x) { return 3.0f + 0.02f * x * x; }

static void the_optimum_of_known_shapes_is_known(void **state) {
    (void)state;
    vec2s square[] = {at(0, 0), at(4, 0), at(4, 4), at(0, 4)};
    assert_int_equal(optimum(square, 4), 1);
    vec2s bone[] = {at(0, 0), at(3, 1), at(6, 0), at(6, 4), at(3, 3), at(0, 4)};
    assert_int_equal(optimum(bone, 6), 2);
    // A star of five points: two cuts straighten four inner corners, the fifth needs its own.
    vec2s star[10];
    for (int i = 0; i < 10; i++) {
        star[i] = on_circle(i % 2 == 0 ? 2.0f : 1.0f, 0.2f * TRIG_PI * (float)i);
    }
    assert_int_equal(optimum(star, 10), 4);
    vec2s comb[22];
    for (int i = 0; i < 5; i++) {
        comb[4 * i] = at((float)(2 * i), 0);
        comb[4 * i + 1] = at((float)(2 * i) + 1.0f, 0);
        comb[4 * i + 2] = at((float)(2 * i) + 1.2f, valley(2.0f * (float)i - 3.8f));
        comb[4 * i + 3] = at((float)(2 * i) + 1.8f, valley(2.0f * (float)i - 3.2f));
    }
    comb[20] = at(10, 5);
    comb[21] = at(0, 5);
    assert_int_equal(optimum(comb, 22), 6);
}

/// How many pieces there are beside how many there could be, over several polygons.
typedef struct Compared {
    int polygons, pieces, fewest;
    double ratios, worst; ///< Sum and maximum.
} Compared;

static void compare(Compared *compared, const vec2s *points, int count) {
    int least = optimum(points, count);
    int pieces = part(points, count, 8);
    double ratio = (double)pieces / (double)least;
    assert_true(pieces >= least);
    compared->polygons++;
    compared->pieces += pieces;
    compared->fewest += least;
    compared->ratios += ratio;
    compared->worst = fmax(compared->worst, ratio);
}

static void print_compared(const char *name, const Compared *compared) {
    print_message("%-7s mean ratio %.4f, all pieces %.4f, worst %.3f\n", name,
                  compared->ratios / (double)compared->polygons,
                  (double)compared->pieces / (double)compared->fewest, compared->worst);
}

static void pieces_of_random_tours_are_at_most_1_15_times_the_optimum(void **state) {
    (void)state;
    Random random = random_make(3, 2);
    Compared compared = {0};
    for (int k = 0; k < 200; k++) {
        vec2s points[COMPARED_MAX];
        int count = 20 + k * 80 / 199;
        random_polygon(&random, points, count, 50.0f);
        compare(&compared, points, count);
    }
    print_compared("tours", &compared);
    assert_true(compared.worst <= 1.15);
    assert_true((double)compared.pieces <= 1.01 * (double)compared.fewest);
}

/// Without an allowance for small polygons, where one piece more may already be above the bound.
/// It is no law: of 1800 other stars, waves and combs 11 are above it, up to 1.23.
static void pieces_of_any_kind_are_at_most_1_15_times_the_optimum(void **state) {
    (void)state;
    static const char *const names[] = {"tour", "star", "waves", "comb", "spiral", "wall"};
    Random random = random_make(6, 2);
    Compared compared[POLYGON_KIND_COUNT] = {0};
    for (int k = 0; k < 200; k++) {
        vec2s points[COMPARED_MAX];
        int kind = k % POLYGON_KIND_COUNT;
        int count = 20 + k * 80 / 199;
        random_polygon_of(&random, (PolygonKind)kind, points, count);
        compare(&compared[kind], points, count);
    }
    int pieces = 0;
    int least = 0;
    for (int kind = 0; kind < POLYGON_KIND_COUNT; kind++) {
        print_compared(names[kind], &compared[kind]);
        assert_true(compared[kind].worst <= 1.15);
        pieces += compared[kind].pieces;
        least += compared[kind].fewest;
    }
    assert_true((double)pieces <= 1.02 * (double)least);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_polygon_is_one_piece),
        cmocka_unit_test(known_shapes_have_as_few_pieces_as_can_be),
        cmocka_unit_test(shapes_without_a_partition_are_refused),
        cmocka_unit_test(straight_runs_doubles_and_spikes_are_left_out),
        cmocka_unit_test(ten_thousand_random_polygons_are_parted_without_slivers),
        cmocka_unit_test(polygons_on_a_board_are_parted),
        cmocka_unit_test(points_without_a_turn_change_nothing),
        cmocka_unit_test(scale_and_place_change_nothing),
        cmocka_unit_test(combs_spirals_and_stars_are_parted),
        cmocka_unit_test(necks_of_any_width_are_parted),
        cmocka_unit_test(a_round_polygon_is_cut_into_few_pieces),
        cmocka_unit_test(the_optimum_of_known_shapes_is_known),
        cmocka_unit_test(pieces_of_random_tours_are_at_most_1_15_times_the_optimum),
        cmocka_unit_test(pieces_of_any_kind_are_at_most_1_15_times_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
