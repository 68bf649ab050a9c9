#include "base/random.h"
#include "collision/car_pairs.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum {
    BOXES_MAX = 300,
    BOXES_MANY = 1500,
    PAIRS_MAX = BOXES_MAX * BOXES_MAX / 2
};

static Box box_at(float x, float y, float width, float height) {
    return (Box){{{x, y}}, {{x + width, y + height}}};
}

static void start_order(uint16_t *order, int count) {
    for (int i = 0; i < count; i++) {
        order[i] = (uint16_t)i;
    }
}

/// Finds and sorts; returns how many there are.
static int sorted_pairs(const Box *boxes, int count, uint16_t *order, CarPair *pairs, int max) {
    static CarPair scratch[BOXES_MANY * BOXES_MANY / 2];
    int found = car_pairs_find(boxes, count, order, pairs, max);
    car_pairs_sort(pairs, found < max ? found : max, count, scratch);
    return found;
}

static void touching_boxes_are_a_pair_and_distant_ones_are_not(void **state) {
    (void)state;
    Box boxes[] = {box_at(5, 0, 1, 1), box_at(0, 0, 1, 1), box_at(1, 1, 1, 1), box_at(0, 3, 9, 1)};
    uint16_t order[] = {0, 1, 2, 3};
    CarPair pairs[6];
    assert_int_equal(car_pairs_find(boxes, 4, order, pairs, 6), 1);
    assert_true(pairs[0].a == 1 && pairs[0].b == 2);
    const uint16_t sorted[] = {1, 3, 2, 0}; // equal x: by index
    assert_memory_equal(order, sorted, sizeof sorted);
    assert_int_equal(car_pairs_find(boxes, 0, order, pairs, 6), 0);
}

static void fill_random(Random *random, Box *boxes, int count, float size) {
    for (int i = 0; i < count; i++) {
        // Whole numbers make many ties.
        boxes[i] = box_at((float)(int)random_range(random, 0, size),
                          (float)(int)random_range(random, 0, size), random_range(random, 0, 4),
                          random_range(random, 0, 4));
    }
}

static int slow_pairs(const Box *boxes, int count, CarPair *out) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k < count; k++) {
            if (box_overlap(boxes[i], boxes[k])) {
                out[found++] = (CarPair){(uint16_t)i, (uint16_t)k};
            }
        }
    }
    return found;
}

static void the_sweep_finds_what_trying_all_pairs_finds(void **state) {
    (void)state;
    Random random = random_make(1, 6);
    static Box boxes[BOXES_MAX];
    static CarPair pairs[PAIRS_MAX];
    static CarPair expected[PAIRS_MAX];
    uint16_t order[BOXES_MAX];
    uint16_t fresh[BOXES_MAX];
    for (int round = 0; round < 200; round++) {
        int count = 1 + (int)(random_u32(&random) % BOXES_MAX);
        start_order(order, count);
        fill_random(&random, boxes, count, round % 2 == 0 ? 100.0f : 20.0f);
        for (int step = 0; step < 5; step++) {
            int found = sorted_pairs(boxes, count, order, pairs, PAIRS_MAX);
            assert_int_equal(found, slow_pairs(boxes, count, expected));
            assert_memory_equal(pairs, expected, (size_t)found * sizeof *pairs);
            // The order does not depend on the steps before.
            start_order(fresh, count);
            car_pairs_find(boxes, count, fresh, expected, PAIRS_MAX);
            assert_memory_equal(order, fresh, (size_t)count * sizeof *order);
            for (int i = 0; i < count; i++) {
                float x = random_range(&random, -1, 1);
                boxes[i].low.x += x;
                boxes[i].high.x += x;
            }
        }
    }
}

static void more_boxes_than_a_tile_holds_and_long_ones_are_all_met(void **state) {
    (void)state;
    Random random = random_make(2, 6);
    static Box boxes[BOXES_MANY];
    static CarPair pairs[BOXES_MANY * BOXES_MANY / 2];
    static CarPair expected[BOXES_MANY * BOXES_MANY / 2];
    static uint16_t order[BOXES_MANY];
    for (int round = 0; round < 6; round++) {
        fill_random(&random, boxes, BOXES_MANY, round < 3 ? 400.0f : 60.0f);
        for (int i = 0; i < BOXES_MANY; i += 100) { // across several tiles
            boxes[i].high.x += 300.0f;
        }
        boxes[7] = box_at(-INFINITY, 3, INFINITY, 1);
        boxes[7].high.x = INFINITY;
        start_order(order, BOXES_MANY);
        int found = sorted_pairs(boxes, BOXES_MANY, order, pairs, BOXES_MANY * BOXES_MANY / 2);
        assert_int_equal(found, slow_pairs(boxes, BOXES_MANY, expected));
        assert_memory_equal(pairs, expected, (size_t)found * sizeof *pairs);
    }
}

static void no_more_pairs_than_fit_are_written_but_all_are_counted(void **state) {
    (void)state;
    Box boxes[8];
    uint16_t order[8];
    start_order(order, 8);
    for (int i = 0; i < 8; i++) {
        boxes[i] = box_at((float)(8 - i) * 0.1f, 0, 2, 2);
    }
    CarPair pairs[6];
    memset(pairs, 0xEE, sizeof pairs);
    assert_int_equal(sorted_pairs(boxes, 8, order, pairs, 5), 28);
    assert_true(pairs[5].a == 0xEEEE);
    for (int i = 0; i < 5; i++) {
        assert_true(pairs[i].a < pairs[i].b);
        assert_true(i == 0 || pairs[i - 1].a < pairs[i].a ||
                    (pairs[i - 1].a == pairs[i].a && pairs[i - 1].b < pairs[i].b));
    }
    // The same ones, whatever the order was before.
    CarPair again[5];
    start_order(order, 8);
    assert_int_equal(sorted_pairs(boxes, 8, order, again, 5), 28);
    assert_memory_equal(pairs, again, sizeof again);
    assert_int_equal(car_pairs_find(boxes, 8, order, NULL, 0), 28);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_boxes_are_a_pair_and_distant_ones_are_not),
        cmocka_unit_test(the_sweep_finds_what_trying_all_pairs_finds),
        cmocka_unit_test(more_boxes_than_a_tile_holds_and_long_ones_are_all_met),
        cmocka_unit_test(no_more_pairs_than_fit_are_written_but_all_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
