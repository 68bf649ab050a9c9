#include "exact_manifold.h"

static Worst rows[ROW_MANIFOLD_COUNT];

static Worst names_row = {.what = "names that changed with the same features", .limit = 0.0};

static TestCount test_pairs;

static long pairs_seen, names_judged;

// ---------------------------------------------------------------- names

/// What meets: an edge of each, or a corner of each; -1 where that is not clear.
typedef struct Features {
    int edge_a, edge_b;
    int corner_a, corner_b;
} Features;

/// The edge of `shape` whose normal is nearest to `out`, -1 where another is as near or where it
/// spans less than 2 mm across. Its cosine goes to *cosine.
static int facing_edge(const RefShape *shape, RefPoint out, double *cosine) {
    int best = 0;
    double second = -2.0;
    double across = (double)INFINITY;
    *cosine = -2.0;
    for (int i = 0; i < shape->count && shape->count > 1; i++) {
        RefPoint edge = ref_sub(shape->points[(i + 1) % shape->count], shape->points[i]);
        double along = ref_cross(out, edge) / sqrt(ref_dot(edge, edge));
        second = fmax(second, fmin(along, *cosine));
        if (along > *cosine) {
            best = i;
            across = fabs(ref_cross(out, edge));
            *cosine = along;
        }
    }
    return across < 2e-3 || (*cosine - second < 1e-3 && shape->count > 1) ? -1 : best;
}

/// The corner that is farthest along `out`, -1 where another is as far within 2 mm.
static int far_corner(const RefShape *shape, RefPoint out) {
    int best = 0;
    double farthest = -(double)INFINITY;
    double second = -(double)INFINITY;
    for (int i = 0; i < shape->count; i++) {
        double along = ref_dot(out, shape->points[i]);
        second = fmax(second, fmin(along, farthest));
        best = along > farthest ? i : best;
        farthest = fmax(farthest, along);
    }
    return farthest - second < 2e-3 ? -1 : best;
}

/// Whether the points of `other` that are farthest against `out` (within 0.1 mm) lie over edge
/// `edge` of `shape`, 2 mm or more from its ends: there an edge and a corner are as near.
static bool over_edge(const RefShape *shape, int edge, const RefShape *other, RefPoint out) {
    RefPoint along = {-out.y, out.x};
    double low = ref_dot(along, shape->points[edge]) + 2e-3;
    double high = ref_dot(along, shape->points[(edge + 1) % shape->count]) - 2e-3;
    double lowest = (double)INFINITY;
    for (int i = 0; i < other->count; i++) {
        lowest = fmin(lowest, ref_dot(out, other->points[i]));
    }
    double first = (double)INFINITY;
    double last = -(double)INFINITY;
    for (int i = 0; i < other->count; i++) {
        if (ref_dot(out, other->points[i]) <= lowest + 1e-4) {
            first = fmin(first, ref_dot(along, other->points[i]));
            last = fmax(last, ref_dot(along, other->points[i]));
        }
    }
    return fmax(low, first) <= fmin(high, last);
}

/// False where it is not clear which features the manifold stands on.
static bool features_of(const RefShape *a, const RefShape *b, vec2s normal, Features *features) {
    RefPoint out = ref_of(normal);
    RefPoint in = {-out.x, -out.y};
    double cosine_a;
    double cosine_b;
    *features = (Features){facing_edge(a, out, &cosine_a), facing_edge(b, in, &cosine_b), -1, -1};
    double cosine = fmax(cosine_a, cosine_b);
    if (cosine > 1.0 - 1e-9) {
        return features->edge_a >= 0 && features->edge_b >= 0 &&
               (cosine_a > cosine_b ? over_edge(a, features->edge_a, b, out)
                                    : over_edge(b, features->edge_b, a, in));
    }
    *features = (Features){-1, -1, far_corner(a, out), far_corner(b, in)};
    return cosine < 1.0 - 1e-5 && features->corner_a >= 0 && features->corner_b >= 0;
}

/// One slow step on: b moves by 0.1 mm and turns by 1e-4 rad, and the names stay.
static void check_names(const Case *c) {
    TrigPair way = trig_sincos((float)(c->index % 628) * 0.01f);
    vec2s step = vec2_make(1e-4f * way.cos, 1e-4f * way.sin);
    Transform next_at = {glms_vec2_add(c->pair.b_in_a.position, step),
                         rotation_turned(c->pair.b_in_a.rotation, rotation_make(1e-4f))};
    const Manifold *now = &c->answers.manifold;
    Manifold next = manifold_make(&c->pair.a, &c->pair.b, next_at, c->margin, NULL);
    if (now->count == 0 || next.count != now->count) {
        return;
    }
    Features before;
    Features after;
    RefShape b_next = ref_shape(&c->pair.b, ref_transform(next_at));
    if (!features_of(&c->a, &c->b, now->normal, &before) ||
        !features_of(&c->a, &b_next, next.normal, &after) ||
        memcmp(&before, &after, sizeof before) != 0) {
        return;
    }
    names_judged++;
    bool changed = false;
    for (int i = 0; i < now->count; i++) {
        RefPoint moved = ref_sub(ref_of(next.points[i].point), ref_of(now->points[i].point));
        bool stayed = ref_dot(moved, moved) < 0.01 * 0.01;
        changed = changed || (stayed && now->points[i].id != next.points[i].id);
    }
    note(&names_row, c, (double)changed);
}

static int walk_all_pairs(void **state) {
    (void)state;
    memcpy(rows, manifold_rows, sizeof rows);
    for (long i = 0; i < test_pairs.cases; i++) {
        Case c = make_case(i);
        pairs_seen++;
        check_manifold(rows, &c);
        check_names(&c);
    }
    if (test_pairs.is_long) {
        worst_print(rows, ROW_MANIFOLD_COUNT);
        worst_print(&names_row, 1);
    }
    return 0;
}

// ---------------------------------------------------------------- the tests

static void a_manifold_has_points_where_the_shapes_are_nearer_than_its_margin(void **state) {
    (void)state;
    assert_row(&rows[ROW_MANIFOLD_MISSES]);
    assert_row(&rows[ROW_MANIFOLD_FINDS]);
    assert_row(&rows[ROW_MANIFOLD_MARGIN]);
}

static void the_deepest_point_of_a_manifold_is_as_deep_as_the_overlap(void **state) {
    (void)state;
    assert_row(&rows[ROW_MANIFOLD_UNIT]);
    assert_row(&rows[ROW_MANIFOLD_DEEPEST]);
    assert_row(&rows[ROW_MANIFOLD_APART]);
}

static void points_of_a_manifold_lie_halfway_between_both_surfaces(void **state) {
    (void)state;
    assert_row(&rows[ROW_POINT_ON_A]);
    assert_row(&rows[ROW_POINT_ON_B]);
}

static void names_of_points_live_while_their_features_do(void **state) {
    (void)state;
    assert_row(&rows[ROW_NAMES_TWICE]);
    assert_row(&names_row);
    assert_true(names_judged > pairs_seen / 4);
}

// ---------------------------------------------------------------- pairs that once failed

/// A pair in the frame of its first shape.
static Case known_case(const vec2s *a, int a_count, float a_radius, const vec2s *b, int b_count,
                       float b_radius, Transform b_in_a) {
    RandomPair pair = {.a_at = transform_identity(), .b_at = b_in_a, .b_in_a = b_in_a};
    assert_true(shape_make(a, a_count, a_radius, &pair.a));
    assert_true(shape_make(b, b_count, b_radius, &pair.b));
    return case_of(&pair, 0, 0.0f);
}

static void assert_as_deep_as_the_overlap(const Case *c) {
    const Manifold *manifold = &c->answers.manifold;
    assert_true(manifold->count > 0);
    float deepest = manifold->points[0].separation;
    for (int i = 1; i < manifold->count; i++) {
        deepest = fminf(deepest, manifold->points[i].separation);
    }
    assert_near(deepest, c->exact.distance, 1e-3);
}

/// 1.7 m from the circle's middle floats are too coarse to tell an edge from its end when the
/// middle is 1 mm beside it: both axes are as long to the bit.
static void a_large_circle_over_the_corner_of_a_small_shape_is_not_lost(void **state) {
    (void)state;
    const vec2s a[] = {
        vec2_make(-0.236311957f, 0.0150863882f), vec2_make(-0.159133092f, -0.175349921f),
        vec2_make(0.0378762484f, -0.233744159f), vec2_make(0.206364006f, -0.116124257f),
        vec2_make(0.219455421f, 0.0889396146f),  vec2_make(0.0672924072f, 0.227030098f),
        vec2_make(-0.135543138f, 0.194162279f)};
    const vec2s b[] = {vec2_make(-6.72730923f, -2.80802059f)};
    Transform at = {vec2_make(6.41972256f, 5.52645493f), {0.87055552f, 0.492070287f}};
    Case c = known_case(a, 7, 0.0150073795f, b, 1, 12.0453777f, at);
    assert_as_deep_as_the_overlap(&c);
}

/// Of two edges within the tie's bias the first has the deepest point beside it.
static void an_edge_that_wins_a_tie_has_the_deepest_point_over_it(void **state) {
    (void)state;
    const vec2s a[] = {vec2_make(0.0105701508f, 0.0219881143f),
                       vec2_make(-0.0105701489f, -0.0219881143f)};
    const vec2s b[] = {
        vec2_make(-0.0112919156f, 0.0116051398f),   vec2_make(-0.0049196803f, 0.00466472656f),
        vec2_make(0.00433999998f, -0.00496916613f), vec2_make(0.0109138135f, -0.0115211047f),
        vec2_make(0.0105222259f, -0.0107190209f),   vec2_make(-0.00385139231f, 0.00446906919f),
        vec2_make(-0.0110617178f, 0.0116578154f)};
    Transform at = {vec2_make(-0.0108472044f, -0.0119918305f), {-0.863279223f, -0.504726648f}};
    Case c = known_case(a, 2, 0.011944605f, b, 7, 0.0f, at);
    assert_as_deep_as_the_overlap(&c);
}

static void circles_less_than_a_millimetre_off_one_centre_part_along_their_centres(void **state) {
    (void)state;
    const vec2s middle[] = {vec2_make(0.0f, 0.0f)};
    Transform at = {vec2_make(-0.0006f, -0.0007f), {1.0f, 0.0f}};
    Case c = known_case(middle, 1, 0.5f, middle, 1, 0.3f, at);
    assert_as_deep_as_the_overlap(&c);
    assert_near(c.answers.manifold.normal.x, -0.6507914f, 1e-3f);
}

int main(int argc, char **argv) {
    test_pairs = test_count(argc, argv, EXACT_COUNT);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_manifold_has_points_where_the_shapes_are_nearer_than_its_margin),
        cmocka_unit_test(the_deepest_point_of_a_manifold_is_as_deep_as_the_overlap),
        cmocka_unit_test(points_of_a_manifold_lie_halfway_between_both_surfaces),
        cmocka_unit_test(names_of_points_live_while_their_features_do),
        cmocka_unit_test(a_large_circle_over_the_corner_of_a_small_shape_is_not_lost),
        cmocka_unit_test(an_edge_that_wins_a_tie_has_the_deepest_point_over_it),
        cmocka_unit_test(circles_less_than_a_millimetre_off_one_centre_part_along_their_centres),
    };
    return cmocka_run_group_tests(tests, walk_all_pairs, NULL);
}
