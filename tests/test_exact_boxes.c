#include "collision/box_pairs.h"

#include "exact_manifold.h"

enum {
    BATCH = 61, ///< Pairs at a time: not a multiple of any number of lanes.
};

/// The kernel compiled once more in plain C (kernel_copy.h).
void box_pairs_manifold_of_scalar(const PlacedBox *boxes, const BoxPair *pairs, int count,
                                  bool avx2, Manifold *out);

static Worst rows[ROW_MANIFOLD_COUNT];
static Worst bits_rows[] = {
    {.what = "pairs of boxes that differ in plain C", .limit = 0.0},
    {.what = "pairs of boxes that differ with AVX2", .limit = 0.0},
    {.what = "pairs of boxes that differ alone or in another order", .limit = 0.0},
};

enum {
    ROW_SCALAR,
    ROW_AVX2,
    ROW_ORDER,
    ROW_BITS_COUNT
};

static TestCount test_pairs;

typedef struct Batch {
    RandomPair pairs[BATCH];
    PlacedBox boxes[2 * BATCH];
    BoxPair ask[BATCH];
    Manifold found[BATCH];
} Batch;

static Shape random_box(Random *random, float half_length) {
    float width = 2.0f * half_length * random_range(random, 0.05f, 1.0f);
    return shape_box(vec2_make(0.0f, 0.0f), 2.0f * half_length, width);
}

/// Of 20 pairs 3 have parallel axes, 4 touch, 2 are engulfed.
static RandomPair random_boxes(long index) {
    Random random = random_make(EXACT_SEED + (uint64_t)index * 0x9e3779b97f4a7c15u, 3);
    long kind = index % 20;
    float size = kind < 2 ? fmaxf(random_size(&random), 0.5f) : random_size(&random);
    float other = random_chance(&random, 2) ? random_size(&random)
                                            : size * random_range(&random, 0.25f, 2.0f);
    RandomPair pair = {.a_at = random_place(&random)};
    pair.a = random_box(&random, size);
    pair.b = random_box(&random, kind < 2 ? 0.02f * size : other);
    pair.b_at.rotation = rotation_make(random_range(&random, -TRIG_PI, TRIG_PI));
    if (kind < 2) {
        place_centroids(&pair,
                        vec2_make(0.01f * size, random_range(&random, -0.02f, 0.02f) * size));
    } else if (kind < 5) {
        pair.b_at.rotation = rotation_quarters(pair.a_at.rotation, random_below(&random, 4));
        make_overlapping(&random, &pair);
    } else if (kind < 9) {
        make_touching(&random, &pair);
    } else {
        make_overlapping(&random, &pair);
    }
    pair.b_in_a = transform_relative(pair.a_at, pair.b_at);
    return pair;
}

static PlacedBox placed_box(const Shape *box, Transform at) {
    return (PlacedBox){.x = at.position.x,
                       .y = at.position.y,
                       .c = at.rotation.c,
                       .s = at.rotation.s,
                       .half_length = box->x[2],
                       .half_width = box->y[2]};
}

static void fill_batch(Batch *batch, long first) {
    for (int i = 0; i < BATCH; i++) {
        RandomPair *pair = &batch->pairs[i];
        *pair = random_boxes(first + i);
        uint16_t a = (uint16_t)(i * 2);
        batch->boxes[a] = placed_box(&pair->a, pair->a_at);
        batch->boxes[a + 1] = placed_box(&pair->b, pair->b_at);
        batch->ask[i] = (BoxPair){.a = a, .b = (uint16_t)(a + 1), .margin = margin_of(first + i)};
    }
    box_pairs_manifold(batch->boxes, batch->ask, BATCH, false, batch->found);
}

/// Every third pair by itself, and all of them from the last to the first.
static void check_order(const Batch *batch, long first) {
    BoxPair back[BATCH];
    Manifold found[BATCH];
    for (int i = 0; i < BATCH; i++) {
        back[i] = batch->ask[BATCH - 1 - i];
    }
    box_pairs_manifold(batch->boxes, back, BATCH, false, found);
    for (int i = 0; i < BATCH; i++) {
        bool same = manifolds_equal(&batch->found[i], &found[BATCH - 1 - i]);
        if (i % 3 == 0) {
            Manifold alone;
            box_pairs_manifold(batch->boxes, &batch->ask[i], 1, false, &alone);
            same = same && manifolds_equal(&batch->found[i], &alone);
        }
        worst_note(&bits_rows[ROW_ORDER], first + i, same ? 0.0 : 1.0);
    }
}

static void check_levels(const Batch *batch, long first) {
    Manifold scalar[BATCH];
    Manifold wide[BATCH];
    box_pairs_manifold_of_scalar(batch->boxes, batch->ask, BATCH, false, scalar);
    box_pairs_manifold(batch->boxes, batch->ask, BATCH, simd_has_avx2(), wide);
    for (int i = 0; i < BATCH; i++) {
        bool same = manifolds_equal(&batch->found[i], &scalar[i]);
        worst_note(&bits_rows[ROW_SCALAR], first + i, same ? 0.0 : 1.0);
        same = manifolds_equal(&batch->found[i], &wide[i]);
        worst_note(&bits_rows[ROW_AVX2], first + i, same ? 0.0 : 1.0);
    }
}

static int walk_all_pairs(void **state) {
    (void)state;
    static Batch batch;
    memcpy(rows, manifold_rows, sizeof rows);
    for (long first = 0; first < test_pairs.cases; first += BATCH) {
        fill_batch(&batch, first);
        check_order(&batch, first);
        check_levels(&batch, first);
        for (int i = 0; i < BATCH; i++) {
            Case c = case_of(&batch.pairs[i], first + i, batch.ask[i].margin);
            c.answers.manifold = batch.found[i];
            check_manifold(rows, &c);
        }
    }
    if (test_pairs.is_long) {
        worst_print(rows, ROW_MANIFOLD_COUNT);
        worst_print(bits_rows, ROW_BITS_COUNT);
    }
    return 0;
}

static Case make_boxes_case(long index) {
    RandomPair pair = random_boxes(index);
    return case_of(&pair, index, margin_of(index));
}

static void assert_boxes_row(const Worst *row) { assert_row_of(row, make_boxes_case); }

static void manifolds_of_many_boxes_at_once_are_exact(void **state) {
    (void)state;
    for (int i = 0; i < ROW_MANIFOLD_COUNT; i++) {
        assert_boxes_row(&rows[i]);
    }
}

static void plain_c_sse2_and_avx2_give_the_same_bits(void **state) {
    (void)state;
    assert_boxes_row(&bits_rows[ROW_SCALAR]);
    assert_boxes_row(&bits_rows[ROW_AVX2]);
}

static void a_pair_depends_on_no_other_pair(void **state) {
    (void)state;
    assert_boxes_row(&bits_rows[ROW_ORDER]);
}

int main(int argc, char **argv) {
    test_pairs = test_count(argc, argv, EXACT_COUNT);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manifolds_of_many_boxes_at_once_are_exact),
        cmocka_unit_test(plain_c_sse2_and_avx2_give_the_same_bits),
        cmocka_unit_test(a_pair_depends_on_no_other_pair),
    };
    return cmocka_run_group_tests(tests, walk_all_pairs, NULL);
}
