#include "audio/limiter.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

#include "test.h"

enum {
    LENGTH = 9600
};

/// A sine of `peak` on the left, half of it on the right.
static void fill(float *left, float *right, float peak) {
    for (int i = 0; i < LENGTH; i++) {
        left[i] = peak * sinf((float)i * 0.05f);
        right[i] = 0.5f * left[i];
    }
}

static void what_fits_passes_unchanged_but_later(void **state) {
    (void)state;
    static float left[LENGTH], right[LENGTH], before[LENGTH];
    fill(left, right, 0.9f);
    memcpy(before, left, sizeof before);
    Limiter limiter = limiter_make();
    limiter_run(&limiter, left, right, LENGTH);
    for (int i = LIMITER_DELAY; i < LENGTH; i++) {
        assert_true(left[i] == before[i - LIMITER_DELAY]);
        assert_true(right[i] == 0.5f * before[i - LIMITER_DELAY]);
    }
    for (int i = 0; i < LIMITER_DELAY; i++) {
        assert_true(left[i] == 0.0f);
    }
}

static void nothing_leaves_beyond_the_ceiling(void **state) {
    (void)state;
    static float left[LENGTH], right[LENGTH];
    Random random = random_make(5, 3);
    Limiter limiter = limiter_make();
    for (int round = 0; round < 20; round++) {
        float peak = random_range(&random, 0.1f, 40.0f);
        for (int i = 0; i < LENGTH; i++) {
            bool spike = random_u32(&random) % 701 == 0;
            left[i] = random_range(&random, -1.0f, 1.0f) * (spike ? peak : 0.8f);
            right[i] = random_range(&random, -peak, peak) * (float)(i > LENGTH / 2);
        }
        limiter_run(&limiter, left, right, LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            assert_true(fabsf(left[i]) <= LIMITER_CEILING * 1.00001f);
            assert_true(fabsf(right[i]) <= LIMITER_CEILING * 1.00001f);
        }
    }
}

static void it_turns_down_both_sides_alike_and_without_a_step(void **state) {
    (void)state;
    static float left[LENGTH], right[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        left[i] = 0.5f;
        right[i] = i == LENGTH / 2 ? 8.0f : 0.25f;
    }
    Limiter limiter = limiter_make();
    limiter_run(&limiter, left, right, LENGTH);
    float last = left[LIMITER_DELAY], least = last;
    for (int i = LIMITER_DELAY; i < LENGTH; i++) {
        assert_true(fabsf(left[i] - last) < 0.5f / LIMITER_WINDOW); // no faster than the window
        bool spike = i == LENGTH / 2 + LIMITER_DELAY;
        assert_true(spike || fabsf(right[i] - 0.5f * left[i]) < 1e-6f);
        least = fminf(least, left[i]);
        last = left[i];
    }
    assert_true(least < 0.07f); // 0.97 / 8 of it
    assert_true(last > 0.3f);   // and it comes back, half of the way in 0.07 s
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_passes_unchanged_but_later),
        cmocka_unit_test(nothing_leaves_beyond_the_ceiling),
        cmocka_unit_test(it_turns_down_both_sides_alike_and_without_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
