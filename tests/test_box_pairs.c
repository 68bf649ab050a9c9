#include "base/random.h"
#include "collision/box_pairs.h"
#include "geometry/simd.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum {
    PAIRS = 4099, // not a multiple of any number of lanes
};

/// Random boxes, close enough that about half of the pairs touch; a tenth at equal or square
/// angles, a few a long way from the origin.
typedef struct Boxes {
    PlacedBox boxes[2 * PAIRS];
    BoxPair pairs[PAIRS];
    Manifold found[PAIRS];
} Boxes;

static Boxes set;

static PlacedBox random_box(Random *random, vec2s near, float angle) {
    Rotation rotation = rotation_make(angle);
    return (PlacedBox){.x = near.x + random_range(random, -3.0f, 3.0f),
                       .y = near.y + random_range(random, -3.0f, 3.0f),
                       .c = rotation.c,
                       .s = rotation.s,
                       .half_length = random_range(random, 0.1f, 3.0f),
                       .half_width = random_range(random, 0.1f, 1.5f)};
}

static void make_boxes(uint32_t seed) {
    Random random = random_make(seed, 1);
    for (int i = 0; i < PAIRS; i++) {
        float far = i % 50 == 0 ? 10000.0f : 100.0f;
        vec2s near = vec2_make(random_range(&random, -far, far), random_range(&random, -far, far));
        float angle = random_range(&random, -3.0f, 3.0f);
        float other =
            i % 10 == 0 ? angle + 1.5707964f * (float)(i % 4) : random_range(&random, -3.0f, 3.0f);
        set.boxes[2 * i] = random_box(&random, near, angle);
        set.boxes[2 * i + 1] = random_box(&random, near, other);
        set.pairs[i] = (BoxPair){.a = (uint16_t)(2 * i),
                                 .b = (uint16_t)(2 * i + 1),
                                 .margin = i % 3 == 0 ? 0.0f : random_range(&random, 0.0f, 0.3f)};
    }
}

static Transform place_of(const PlacedBox *box) {
    return (Transform){vec2_make(box->x, box->y), {box->c, box->s}};
}

static Shape shape_of(const PlacedBox *box) {
    return shape_box(vec2_make(0.0f, 0.0f), 2.0f * box->half_length, 2.0f * box->half_width);
}

static Manifold one_at_a_time(int i, float margin) {
    const PlacedBox *a = &set.boxes[set.pairs[i].a];
    const PlacedBox *b = &set.boxes[set.pairs[i].b];
    Shape shape_a = shape_of(a);
    Shape shape_b = shape_of(b);
    return manifold_make(&shape_a, &shape_b, transform_relative(place_of(a), place_of(b)), margin,
                         NULL);
}

static bool same_axis(const Manifold *a, const Manifold *b) {
    return glms_vec2_dot(a->normal, b->normal) > 0.9999f;
}

static float deepest(const Manifold *manifold) {
    float separation = INFINITY;
    for (int k = 0; k < manifold->count; k++) {
        separation = fminf(separation, manifold->points[k].separation);
    }
    return separation;
}

static void many_at_once_are_as_one_at_a_time(void **state) {
    (void)state;
    int touching = 0;
    int other_axis = 0;
    for (uint32_t seed = 1; seed <= 8; seed++) {
        make_boxes(seed);
        box_pairs_manifold(set.boxes, set.pairs, PAIRS, false, set.found);
        for (int i = 0; i < PAIRS; i++) {
            const Manifold *many = &set.found[i];
            Manifold one = one_at_a_time(i, set.pairs[i].margin);
            if (one.count > 0 && many->count > 0 && !same_axis(&one, many)) {
                // Two axes as good as each other: one may choose the first, the other the second.
                assert_near(deepest(&one), deepest(many), 3e-4f);
                other_axis++;
                continue;
            }
            // Where they differ in whether a point counts, it lies on the margin.
            if (one.count != many->count) {
                Manifold wide = one_at_a_time(i, set.pairs[i].margin + 1e-3f);
                Manifold narrow = one_at_a_time(i, fmaxf(set.pairs[i].margin - 1e-3f, 0.0f));
                assert_true(wide.count != narrow.count || wide.count != one.count);
                continue;
            }
            touching += one.count > 0;
            for (int k = 0; k < one.count; k++) {
                assert_int_equal(one.points[k].id, many->points[k].id);
                assert_near(one.points[k].separation, many->points[k].separation, 2e-4f);
                assert_near(one.points[k].point.x, many->points[k].point.x, 2e-3f);
                assert_near(one.points[k].point.y, many->points[k].point.y, 2e-3f);
            }
        }
    }
    assert_true(touching > PAIRS);
    assert_true(other_axis < touching / 50);
}

static void assert_same_bits(const Manifold *a, const Manifold *b) {
    assert_int_equal(a->count, b->count);
    if (a->count > 0) {
        assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    }
    for (int k = 0; k < a->count; k++) {
        assert_memory_equal(&a->points[k].point, &b->points[k].point, sizeof(vec2s));
        assert_memory_equal(&a->points[k].separation, &b->points[k].separation, sizeof(float));
        assert_int_equal(a->points[k].id, b->points[k].id);
    }
}

static void eight_lanes_give_the_bits_of_four(void **state) {
    (void)state;
    if (!simd_has_avx2()) {
        skip();
    }
    static Manifold wide[PAIRS];
    for (uint32_t seed = 1; seed <= 8; seed++) {
        make_boxes(seed);
        box_pairs_manifold(set.boxes, set.pairs, PAIRS, false, set.found);
        box_pairs_manifold(set.boxes, set.pairs, PAIRS, true, wide);
        for (int i = 0; i < PAIRS; i++) {
            assert_same_bits(&set.found[i], &wide[i]);
        }
    }
}

static void a_pair_does_not_depend_on_its_neighbours(void **state) {
    (void)state;
    make_boxes(9);
    box_pairs_manifold(set.boxes, set.pairs, PAIRS, simd_has_avx2(), set.found);
    for (int i = 0; i < PAIRS; i++) {
        Manifold alone;
        box_pairs_manifold(set.boxes, &set.pairs[i], 1, simd_has_avx2(), &alone);
        assert_same_bits(&set.found[i], &alone);
    }
}

static void no_pairs_need_no_room(void **state) {
    (void)state;
    box_pairs_manifold(NULL, NULL, 0, false, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_are_as_one_at_a_time),
        cmocka_unit_test(eight_lanes_give_the_bits_of_four),
        cmocka_unit_test(a_pair_does_not_depend_on_its_neighbours),
        cmocka_unit_test(no_pairs_need_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
