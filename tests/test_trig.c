#include "base/random.h"
#include "geometry/transform.h"
#include "geometry/trig_lanes.h"

#include <math.h>
#include <string.h>

#include "test.h"

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void known_angles_have_known_values(void **state) {
    (void)state;
    assert_true(bits_of(trig_sin(0.0f)) == bits_of(0.0f));
    assert_true(bits_of(trig_sin(-0.0f)) == bits_of(-0.0f));
    assert_true(bits_of(trig_cos(0.0f)) == bits_of(1.0f));
    assert_near(trig_sin(TRIG_PI / 6.0f), 0.5, 1e-7);
    assert_near(trig_cos(TRIG_PI), -1.0, 1e-7);
    assert_near(trig_tan(TRIG_PI / 4.0f), 1.0, 2e-7);
    assert_near(trig_atan(1.0f), 0.785398163397448, 1e-7);
    assert_near(trig_atan(INFINITY), 1.570796326794897, 1e-7);
    assert_near(trig_atan2(1.0f, -1.0f), 2.356194490192345, 3e-7);
    assert_near(trig_atan2(0.0f, -2.0f), 3.141592653589793, 3e-7);
    assert_near(trig_atan2(-3.0f, 0.0f), -1.570796326794897, 1e-7);
    assert_true(bits_of(trig_atan2(0.0f, 0.0f)) == bits_of(0.0f));
    assert_near(trig_asin(1.0f), 1.570796326794897, 1e-7);
    assert_near(trig_asin(2.0f), 1.570796326794897, 1e-7);
    assert_near(trig_asin(-0.5f), -0.523598775598299, 1e-7);
}

static double worse(double worst, double actual, double expected) {
    double off = fabs(actual - expected);
    return off > worst ? off : worst;
}

static void sine_and_cosine_are_exact_to_2e_7_within_4(void **state) {
    (void)state;
    double worst = 0.0;
    for (int i = -1000000; i <= 1000000; i++) {
        float angle = (float)i * 4e-6f;
        TrigPair pair = trig_sincos(angle);
        worst = worse(worst, (double)pair.sin, sin((double)angle));
        worst = worse(worst, (double)pair.cos, cos((double)angle));
    }
    assert_near(worst, 0.0, 2e-7);
}

static void large_angles_are_reduced_without_loss(void **state) {
    (void)state;
    Random random = random_make(1, 1);
    double worst = 0.0;
    for (int i = 0; i < 1000000; i++) {
        float angle = random_range(&random, -TRIG_ANGLE_MAX, TRIG_ANGLE_MAX);
        TrigPair pair = trig_sincos(angle);
        worst = worse(worst, (double)pair.sin, sin((double)angle));
        worst = worse(worst, (double)pair.cos, cos((double)angle));
        // Just beside half a turn either end of the range is right.
        double off = fabs((double)trig_wrap(angle) - remainder((double)angle, 2.0 * acos(-1.0)));
        assert_true(off < 1e-6 || fabs(off - 2.0 * acos(-1.0)) < 1e-6);
    }
    assert_near(worst, 0.0, 2e-7);
}

static void arc_functions_are_exact_to_3e_7(void **state) {
    (void)state;
    Random random = random_make(2, 1);
    double worst = 0.0;
    for (int i = 0; i < 500000; i++) {
        float y = random_range(&random, -10.0f, 10.0f);
        float x = random_range(&random, -10.0f, 10.0f);
        float value = (float)i * 4e-6f - 1.0f;
        worst = worse(worst, (double)trig_atan2(y, x), atan2((double)y, (double)x));
        worst = worse(worst, (double)trig_atan(y), atan((double)y));
        worst = worse(worst, (double)trig_atan(1.0f / y), atan((double)(1.0f / y)));
        worst = worse(worst, (double)trig_asin(value), asin((double)value));
    }
    assert_near(worst, 0.0, 3e-7);
}

static void odd_functions_are_odd_to_the_bit(void **state) {
    (void)state;
    Random random = random_make(3, 1);
    const uint32_t sign = 0x80000000u;
    for (int i = 0; i < 500000; i++) {
        float a = random_range(&random, -20.0f, 20.0f) * random_range(&random, 0.0f, 1.0f);
        float b = random_range(&random, -20.0f, 20.0f);
        assert_true(bits_of(trig_sin(-a)) == (bits_of(trig_sin(a)) ^ sign));
        assert_true(bits_of(trig_cos(-a)) == bits_of(trig_cos(a)));
        assert_true(bits_of(trig_tan(-a)) == (bits_of(trig_tan(a)) ^ sign));
        assert_true(bits_of(trig_atan(-a)) == (bits_of(trig_atan(a)) ^ sign));
        assert_true(bits_of(trig_atan2(-a, b)) == (bits_of(trig_atan2(a, b)) ^ sign));
        assert_true(bits_of(trig_wrap(-a)) == (bits_of(trig_wrap(a)) ^ sign));
    }
}

static void a_quarter_turn_shifts_sine_to_cosine(void **state) {
    (void)state;
    for (int i = -8; i <= 8; i++) {
        float angle = (float)i * 0.5f * TRIG_PI;
        assert_near(trig_sin(angle), sin((double)angle), 2e-7);
        assert_near(trig_cos(angle), cos((double)angle), 2e-7);
        float before = nextafterf(angle * 0.5f, -1e9f);
        assert_near(trig_sin(before), sin((double)before), 2e-7);
    }
}

static void a_wrapped_angle_stays_as_it_is(void **state) {
    (void)state;
    Random random = random_make(4, 1);
    for (int i = 0; i < 100000; i++) {
        float angle = random_range(&random, -TRIG_PI, TRIG_PI);
        assert_true(bits_of(trig_wrap(angle)) == bits_of(angle));
        float wild = trig_wrap(random_range(&random, -1e3f, 1e3f));
        assert_true(wild >= -TRIG_PI && wild <= TRIG_PI);
    }
    assert_true(bits_of(trig_wrap(TRIG_PI)) == bits_of(TRIG_PI));
    assert_true(bits_of(trig_wrap(-TRIG_PI)) == bits_of(-TRIG_PI));
    float beyond = trig_wrap(nextafterf(TRIG_PI, 10.0f));
    assert_true(beyond >= -TRIG_PI && beyond < -3.14159f);
}

static void rotations_are_of_unit_length(void **state) {
    (void)state;
    for (int i = -1000; i <= 1000; i++) {
        Rotation rotation = rotation_make((float)i * 0.01f);
        assert_near(rotation.c * rotation.c + rotation.s * rotation.s, 1.0, 3e-7);
        vec2s there = rotation_apply(rotation, vec2_make(3.0f, -4.0f));
        vec2s back = rotation_undo(rotation, there);
        assert_near(back.x, 3.0, 2e-6);
        assert_near(back.y, -4.0, 2e-6);
    }
}

static void mix(uint64_t *hash, float value) {
    uint32_t bits = bits_of(value);
    for (int k = 0; k < 4; k++) {
        *hash = (*hash ^ ((bits >> (8 * k)) & 255u)) * 1099511628211u; // FNV-1a
    }
}

/// Every compiler and machine must give these bits. A change of the functions changes all races:
/// then raise RACE_VERSION together with this number.
static void a_hundred_thousand_results_have_the_golden_hash(void **state) {
    (void)state;
    Random random = random_make(5, 1);
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < 20000; i++) {
        float angle = random_range(&random, -50.0f, 50.0f);
        float other = random_range(&random, -50.0f, 50.0f);
        TrigPair pair = trig_sincos(angle);
        mix(&hash, pair.sin);
        mix(&hash, pair.cos);
        mix(&hash, trig_atan2(angle, other));
        mix(&hash, trig_asin(angle / 50.0f));
        mix(&hash, trig_wrap(other));
    }
    if (hash != 0x62876069301b4cceu) {
        print_error("hash is 0x%016llx\n", (unsigned long long)hash);
    }
    assert_true(hash == 0x62876069301b4cceu);
}

static void the_lanes_give_the_same_bits(void **state) {
    (void)state;
    Random random = random_make(9, 1);
    for (int i = 0; i < 200000; i++) {
        float angle = random_range(&random, -4.0f, 4.0f);
        if (i < 41) { // eighths of a turn and both zeros
            angle = i < 40 ? 0.25f * TRIG_PI * (float)(i / 4 - 5) : -0.0f;
        }
        float sines[SIMD_LANES];
        float cosines[SIMD_LANES];
        TrigLanes lanes = trig_lanes_sincos(lanes_all(angle));
        lanes_store(lanes.sin, sines);
        lanes_store(lanes.cos, cosines);
        TrigPair pair = trig_sincos(angle);
        assert_true(bits_of(sines[0]) == bits_of(pair.sin));
        assert_true(bits_of(cosines[0]) == bits_of(pair.cos));
        float tangents[SIMD_LANES];
        float value = i % 2 == 0 ? angle : angle * angle * angle * 100.0f;
        lanes_store(trig_lanes_atan(lanes_all(value)), tangents);
        assert_true(bits_of(tangents[0]) == bits_of(trig_atan(value)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_angles_have_known_values),
        cmocka_unit_test(sine_and_cosine_are_exact_to_2e_7_within_4),
        cmocka_unit_test(large_angles_are_reduced_without_loss),
        cmocka_unit_test(arc_functions_are_exact_to_3e_7),
        cmocka_unit_test(odd_functions_are_odd_to_the_bit),
        cmocka_unit_test(a_quarter_turn_shifts_sine_to_cosine),
        cmocka_unit_test(a_wrapped_angle_stays_as_it_is),
        cmocka_unit_test(rotations_are_of_unit_length),
        cmocka_unit_test(the_lanes_give_the_same_bits),
        cmocka_unit_test(a_hundred_thousand_results_have_the_golden_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
