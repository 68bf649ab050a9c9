#include "exact_case.h"

enum {
    BLOCK = 64, ///< Pairs that are asked again in another order.
};

typedef enum Row {
    ROW_REFERENCES,
    ROW_VERDICT,
    ROW_VERDICT_WORLD,
    ROW_DEPTH,
    ROW_DEPTH_WORLD,
    ROW_OVERLAP_LEFT,
    ROW_GAP_LEFT,
    ROW_TOO_LONG,
    ROW_UNIT,
    ROW_NORMAL,
    ROW_SWAP_DEPTH,
    ROW_SWAP_NORMAL,
    ROW_SEPARATION_HIGH,
    ROW_SEPARATION_ALONG,
    ROW_SEPARATION_FACE,
    ROW_SIGNED,
    ROW_SIGNED_ALONG,
    ROW_DISTANCE,
    ROW_DIRECTION,
    ROW_AGAIN,
    ROW_BITS_SCALAR,
    ROW_BITS_SSE2,
    ROW_BITS_AVX2,
    ROW_COUNT
} Row;

static Worst rows[ROW_COUNT] = {
    [ROW_REFERENCES] = {.what = "the two references apart from each other (m)", .limit = 1e-9},
    [ROW_VERDICT] = {.what = "a wrong verdict's distance from touching (m)", .limit = 1e-4},
    [ROW_VERDICT_WORLD] = {.what = "the same, from the places in the world (m)", .limit = 1e-4},
    [ROW_DEPTH] = {.what = "depth off (m)", .limit = 1e-4},
    [ROW_DEPTH_WORLD] = {.what = "depth off, from the places in the world (m)", .limit = 1e-3},
    [ROW_OVERLAP_LEFT] = {.what = "overlap left after the push (m)", .limit = 1e-4},
    [ROW_GAP_LEFT] = {.what = "gap left after the push (m)", .limit = 1e-4},
    [ROW_TOO_LONG] = {.what = "depth above the shortest translation's length (m)", .limit = 1e-4},
    [ROW_UNIT] = {.what = "length of a normal off 1", .limit = 1e-6},
    [ROW_NORMAL] = {.what = "normal off the reference's (share of the slack)", .limit = 1.0},
    [ROW_SWAP_DEPTH] = {.what = "depth after a swap off (m)", .limit = 1e-4},
    [ROW_SWAP_NORMAL] = {.what = "normal after a swap off (share of the slack)", .limit = 1.0},
    [ROW_SEPARATION_HIGH] = {.what = "sat_separation above the distance (m)", .limit = 1e-4},
    [ROW_SEPARATION_ALONG] = {.what = "sat_separation off its own normal's (m)", .limit = 1e-4},
    [ROW_SEPARATION_FACE] = {.what = "sat_separation below the best edge normal's (m)",
                             .limit = 1e-4},
    [ROW_SIGNED] = {.what = "sat_signed_distance off (m)", .limit = 1e-4},
    [ROW_SIGNED_ALONG] = {.what = "sat_signed_distance off its own normal's (m)", .limit = 1e-4},
    [ROW_DISTANCE] = {.what = "sat_distance off (m)", .limit = 1e-4},
    [ROW_DIRECTION] = {.what = "sat_distance above that along its direction (m)", .limit = 1e-4},
    [ROW_AGAIN] = {.what = "answers that changed when asked again", .limit = 0.0},
    [ROW_BITS_SCALAR] = {.what = "answers that differ in plain C", .limit = 0.0},
    [ROW_BITS_SSE2] = {.what = "answers that differ with SSE2", .limit = 0.0},
    [ROW_BITS_AVX2] = {.what = "answers that differ with AVX2", .limit = 0.0},
};

static TestCount test_pairs;

/// Of what kind the pairs really were.
static struct { long pairs, hits, apart, engulfed, parallel, near_touching, far_out; } seen;

/// Whether `inner` with its skin lies in `outer`.
static bool engulfs(const RefShape *outer, const RefShape *inner) {
    double farthest = -(double)INFINITY;
    for (int i = 0; i < inner->count; i++) {
        farthest = fmax(farthest, ref_point_distance(outer, inner->points[i]));
    }
    return farthest + inner->radius < outer->radius;
}

static bool has_parallel_edges(const RefShape *a, const RefShape *b) {
    for (int i = 0; a->count > 1 && i < ref_edge_count(a); i++) {
        RefPoint edge = ref_sub(a->points[(i + 1) % a->count], a->points[i]);
        for (int k = 0; b->count > 1 && k < ref_edge_count(b); k++) {
            RefPoint other = ref_sub(b->points[(k + 1) % b->count], b->points[k]);
            double sine =
                ref_cross(edge, other) / sqrt(ref_dot(edge, edge) * ref_dot(other, other));
            if (fabs(sine) < 1e-6) {
                return true;
            }
        }
    }
    return false;
}

static void count_kind(const Case *c) {
    seen.pairs++;
    seen.hits += c->exact.distance < 0.0;
    seen.apart += c->exact.distance > 0.0;
    seen.engulfed += engulfs(&c->a, &c->b) || engulfs(&c->b, &c->a);
    seen.parallel += has_parallel_edges(&c->a, &c->b);
    seen.near_touching += fabs(c->exact.distance) < 1e-3;
    seen.far_out += fabsf(c->pair.a_at.position.x) > 1000.0f;
}

// ---------------------------------------------------------------- overlaps

/// How far a normal may be from the reference's; below 0 where another is as good within 0.1 mm.
/// Apart, rounding of 1e-5 m turns it by more the nearer the cores are: a corner that is about to
/// leave an edge stands sideways by the root of twice that times the gap.
static double normal_slack(const RefGap *exact) {
    if (exact->core >= 0.0) {
        return exact->core < 1e-3 ? -1.0 : 1e-3 + sqrt(2.0 * 1e-4 / exact->core);
    }
    return exact->next_normal < 1e-4 ? -1.0 : 3e-3;
}

static double normals_apart(vec2s normal, RefPoint expected) {
    RefPoint off = ref_sub(ref_of(normal), expected);
    return sqrt(ref_dot(off, off));
}

static void check_overlap(const Case *c) {
    double exact = c->exact.distance;
    const Overlap *overlap = &c->answers.overlap;
    note(&rows[ROW_VERDICT], c, overlap->hit == (exact <= 0.0) ? 0.0 : fabs(exact));
    if (!overlap->hit) {
        return;
    }
    double depth = (double)overlap->depth;
    note(&rows[ROW_UNIT], c, length_off_one(overlap->normal));
    note(&rows[ROW_DEPTH], c, fabs(depth + fmin(exact, 0.0)));
    // The nearest point of the difference's boundary is the shortest translation there is.
    note(&rows[ROW_TOO_LONG], c, depth + fmin(exact, 0.0));
    RefPoint push = ref_moved(unmoved, ref_of(overlap->normal), depth);
    double left = ref_gap_distance(&c->difference, push);
    note(&rows[ROW_OVERLAP_LEFT], c, -left);
    note(&rows[ROW_GAP_LEFT], c, left);
    double slack = normal_slack(&c->exact);
    if (slack > 0.0) {
        note(&rows[ROW_NORMAL], c, normals_apart(overlap->normal, c->exact.normal) / slack);
    }
}

/// The same from where both stand in the world, so that the rounding of transform_relative counts.
static void check_overlap_in_world(const Case *c) {
    RefShape b = ref_shape(&c->pair.b, ref_relative(c->pair.a_at, c->pair.b_at));
    RefDifference difference = ref_difference(&c->a, &b);
    double exact = ref_gap_distance(&difference, unmoved);
    const Overlap *overlap = &c->answers.overlap;
    note(&rows[ROW_VERDICT_WORLD], c, overlap->hit == (exact <= 0.0) ? 0.0 : fabs(exact));
    if (overlap->hit) {
        note(&rows[ROW_DEPTH_WORLD], c, fabs((double)overlap->depth + fmin(exact, 0.0)));
    }
}

static void check_swapped(const Case *c) {
    Transform a_in_b = transform_relative(c->pair.b_in_a, transform_identity());
    Overlap back = sat_overlap(&c->pair.b, &c->pair.a, a_in_b);
    const Overlap *there = &c->answers.overlap;
    if (!back.hit || !there->hit) {
        note(&rows[ROW_SWAP_DEPTH], c, (double)fmaxf(back.depth, there->depth));
        return;
    }
    note(&rows[ROW_SWAP_DEPTH], c, (double)fabsf(back.depth - there->depth));
    double slack = normal_slack(&c->exact);
    if (slack > 0.0) {
        vec2s normal = rotation_apply(c->pair.b_in_a.rotation, back.normal);
        RefPoint flipped = {-(double)there->normal.x, -(double)there->normal.y};
        note(&rows[ROW_SWAP_NORMAL], c, normals_apart(normal, flipped) / slack);
    }
}

// ---------------------------------------------------------------- distances

static double best_face(const RefShape *a, const RefShape *b) {
    double best = -(double)INFINITY;
    for (int i = 0; a->count > 1 && i < a->count; i++) {
        RefPoint edge = ref_sub(a->points[(i + 1) % a->count], a->points[i]);
        double length = sqrt(ref_dot(edge, edge));
        RefPoint out = {edge.y / length, -edge.x / length};
        best = fmax(best, ref_distance_along(a, b, out));
    }
    return best;
}

static void check_distances(const Case *c) {
    double exact = c->exact.distance;
    double apart = ref_distance(&c->a, &c->b);
    note(&rows[ROW_REFERENCES], c, fabs(apart - fmax(exact, 0.0)));
    const Separation *separation = &c->answers.separation;
    double distance = (double)separation->distance;
    note(&rows[ROW_SEPARATION_HIGH], c, distance - exact);
    note(&rows[ROW_SEPARATION_ALONG], c,
         fabs(distance - ref_distance_along(&c->a, &c->b, ref_of(separation->normal))));
    double faces = fmax(best_face(&c->a, &c->b), best_face(&c->b, &c->a));
    note(&rows[ROW_SEPARATION_FACE], c, faces - distance);
    const Separation *exactly = &c->answers.signed_distance;
    note(&rows[ROW_SIGNED], c, fabs((double)exactly->distance - exact));
    note(&rows[ROW_SIGNED_ALONG], c,
         fabs((double)exactly->distance -
              ref_distance_along(&c->a, &c->b, ref_of(exactly->normal))));
    note(&rows[ROW_DISTANCE], c, fabs((double)c->answers.distance - apart));
    if (apart > 0.0) {
        RefPoint direction = ref_of(c->answers.direction);
        note(&rows[ROW_DIRECTION], c, apart - ref_distance_along(&c->a, &c->b, direction));
        note(&rows[ROW_UNIT], c, length_off_one(c->answers.direction));
    }
}

// ---------------------------------------------------------------- the same bits

static void check_copies(const Case *c) {
    int count;
    const Kernels *copies = kernel_copies(&count);
    for (int i = 0; i < count; i++) {
        Answers answers = answers_of(&copies[i], &c->pair, c->margin, &c->outline);
        const char *differs = answers_differ(&c->answers, &answers);
        note(&rows[ROW_BITS_SCALAR + i], c, differs ? 1.0 : 0.0);
    }
}

/// Asks for a block of cases again, in another order and from other places in memory.
static void check_again(const Case *block) {
    for (int i = 0; i < BLOCK; i++) {
        Case c = block[(i * 29 + 17) % BLOCK];
        Answers answers = answers_of(&kernels_of_library, &c.pair, c.margin, &c.outline);
        note(&rows[ROW_AGAIN], &c, answers_differ(&c.answers, &answers) ? 1.0 : 0.0);
    }
}

static int walk_all_pairs(void **state) {
    (void)state;
    static Case block[BLOCK];
    for (long i = 0; i < test_pairs.cases; i++) {
        Case *c = &block[i % BLOCK];
        *c = make_case(i);
        count_kind(c);
        check_overlap(c);
        check_overlap_in_world(c);
        check_swapped(c);
        check_distances(c);
        check_copies(c);
        if (i % BLOCK == BLOCK - 1) {
            check_again(block);
        }
    }
    if (test_pairs.is_long) {
        worst_print(rows, ROW_COUNT);
        fprintf(stderr,
                "%ld pairs: %ld overlap, %ld apart, %ld engulfed, %ld with parallel edges, %ld "
                "within 1 mm of touching, %ld farther out than 1 km\n",
                seen.pairs, seen.hits, seen.apart, seen.engulfed, seen.parallel, seen.near_touching,
                seen.far_out);
    }
    return 0;
}

// ---------------------------------------------------------------- the tests

static void the_pairs_are_of_every_kind(void **state) {
    (void)state;
    assert_true(seen.hits > seen.pairs / 3);
    assert_true(seen.apart > seen.pairs / 5);
    assert_true(seen.engulfed > seen.pairs / 20);
    assert_true(seen.parallel > seen.pairs / 20);
    assert_true(seen.near_touching > seen.pairs / 20);
    assert_true(seen.far_out > seen.pairs / 20);
}

static void the_two_references_agree(void **state) {
    (void)state;
    assert_row(&rows[ROW_REFERENCES]);
}

static void overlap_is_told_as_the_reference_tells_it(void **state) {
    (void)state;
    assert_row(&rows[ROW_VERDICT]);
    assert_row(&rows[ROW_VERDICT_WORLD]);
}

static void depth_is_that_of_the_reference(void **state) {
    (void)state;
    assert_row(&rows[ROW_UNIT]);
    assert_row(&rows[ROW_DEPTH]);
    assert_row(&rows[ROW_DEPTH_WORLD]);
}

static void the_push_leaves_neither_overlap_nor_gap(void **state) {
    (void)state;
    assert_row(&rows[ROW_OVERLAP_LEFT]);
    assert_row(&rows[ROW_GAP_LEFT]);
}

static void no_translation_is_shorter_than_the_push(void **state) {
    (void)state;
    assert_row(&rows[ROW_TOO_LONG]);
    assert_row(&rows[ROW_NORMAL]);
}

static void swapping_the_shapes_flips_the_normal(void **state) {
    (void)state;
    assert_row(&rows[ROW_SWAP_DEPTH]);
    assert_row(&rows[ROW_SWAP_NORMAL]);
    assert_true(rows[ROW_SWAP_NORMAL].cases > seen.hits / 2); // ties are the exception
}

static void separation_is_the_best_axis_and_never_above_the_distance(void **state) {
    (void)state;
    assert_row(&rows[ROW_SEPARATION_HIGH]);
    assert_row(&rows[ROW_SEPARATION_ALONG]);
    assert_row(&rows[ROW_SEPARATION_FACE]);
}

static void distances_are_true(void **state) {
    (void)state;
    assert_row(&rows[ROW_SIGNED]);
    assert_row(&rows[ROW_SIGNED_ALONG]);
    assert_row(&rows[ROW_DISTANCE]);
    assert_row(&rows[ROW_DIRECTION]);
}

static void answers_depend_on_the_arguments_alone(void **state) {
    (void)state;
    assert_row(&rows[ROW_AGAIN]);
}

static void plain_c_sse2_and_avx2_give_the_same_bits(void **state) {
    (void)state;
    int count;
    kernel_copies(&count);
    for (int i = 0; i < count; i++) {
        assert_row(&rows[ROW_BITS_SCALAR + i]);
    }
}

int main(int argc, char **argv) {
    test_pairs = test_count(argc, argv, EXACT_COUNT);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pairs_are_of_every_kind),
        cmocka_unit_test(the_two_references_agree),
        cmocka_unit_test(overlap_is_told_as_the_reference_tells_it),
        cmocka_unit_test(depth_is_that_of_the_reference),
        cmocka_unit_test(the_push_leaves_neither_overlap_nor_gap),
        cmocka_unit_test(no_translation_is_shorter_than_the_push),
        cmocka_unit_test(swapping_the_shapes_flips_the_normal),
        cmocka_unit_test(separation_is_the_best_axis_and_never_above_the_distance),
        cmocka_unit_test(distances_are_true),
        cmocka_unit_test(answers_depend_on_the_arguments_alone),
        cmocka_unit_test(plain_c_sse2_and_avx2_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, walk_all_pairs, NULL);
}
