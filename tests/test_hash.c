#include "base/hash.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "test.h"

static void nothing_hashes_to_the_published_values(void **state) {
    (void)state;
    char text[HASH_TEXT_MAX];
    Hash hash = hash_begin();
    assert_string_equal(hash_text64(hash_end64(&hash), text), "2d06800538d394c2");
    hash = hash_begin();
    assert_string_equal(hash_text128(hash_end128(&hash), text), "99aa06d3014798d86001c324468d497f");
}

static void streaming_is_as_hashing_at_once(void **state) {
    (void)state;
    static unsigned char data[3000];
    Random random = random_make(1, 1);
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (unsigned char)random_u32(&random);
    }
    for (size_t size = 0; size <= sizeof data; size += 1 + size / 7) {
        Hash narrow = hash_begin();
        Hash wide = hash_begin();
        for (size_t at = 0; at < size;) {
            size_t part = 1 + random_u32(&random) % 300;
            part = part > size - at ? size - at : part;
            hash_bytes(&narrow, data + at, part);
            hash_bytes(&wide, data + at, part);
            at += part;
        }
        assert_true(hash_end64(&narrow) == XXH3_64bits(data, size));
        Hash128 digest = hash_end128(&wide);
        XXH128_hash_t expected = XXH3_128bits(data, size);
        assert_true(digest.low == expected.low64 && digest.high == expected.high64);
    }
}

static void numbers_go_in_little_endian(void **state) {
    (void)state;
    static const unsigned char bytes[] = {0x04, 0x03, 0x02, 0x01, 0x88, 0x77, 0x66, 0x55,
                                          0x44, 0x33, 0x22, 0x11, 0x00, 0x00, 0x80, 0x3F};
    Hash hash = hash_begin();
    hash_u32(&hash, 0x01020304);
    hash_u64(&hash, 0x1122334455667788);
    hash_f32(&hash, 1.0f);
    assert_true(hash_end64(&hash) == XXH3_64bits(bytes, sizeof bytes));
}

static uint64_t hash_of(float value) {
    Hash hash = hash_begin();
    hash_f32(&hash, value);
    return hash_end64(&hash);
}

static void minus_zero_counts_as_zero(void **state) {
    (void)state;
    assert_true(hash_of(-0.0f) == hash_of(0.0f));
    assert_true(hash_of(-1.0f) != hash_of(1.0f));
    assert_true(hash_of(1e-45f) != hash_of(0.0f));
}

static void texts_keep_leading_zeros(void **state) {
    (void)state;
    char text[HASH_TEXT_MAX];
    assert_string_equal(hash_text64(0xAB, text), "00000000000000ab");
    assert_string_equal(hash_text128((Hash128){.high = 1, .low = 2}, text),
                        "00000000000000010000000000000002");
}

static void random_numbers_are_those_of_pcg32(void **state) {
    (void)state;
    // pcg32_demo of pcg-c-basic, seed 42, stream 54
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                        0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Random random = random_make(42, 54);
    for (int i = 0; i < 6; i++) {
        assert_true(random_u32(&random) == expected[i]);
    }
}

static void random_ranges_hold_their_bounds_and_are_even(void **state) {
    (void)state;
    Random random = random_make(7, 7);
    double sum = 0.0;
    int counts[8] = {0};
    for (int i = 0; i < 100000; i++) {
        float value = random_range(&random, -2.0f, 6.0f);
        assert_true(value >= -2.0f && value < 6.0f);
        sum += (double)value;
        counts[(int)(value + 2.0f)]++;
        float tight = random_range(&random, 1.0f, nextafterf(1.0f, 2.0f));
        assert_true(tight == 1.0f);
    }
    assert_near(sum / 100000.0, 2.0, 0.03);
    for (int i = 0; i < 8; i++) {
        assert_in_range(counts[i], 12000, 13000);
    }
    assert_near(random_range(&random, 3.0f, 3.0f), 3.0f, 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_hashes_to_the_published_values),
        cmocka_unit_test(streaming_is_as_hashing_at_once),
        cmocka_unit_test(numbers_go_in_little_endian),
        cmocka_unit_test(minus_zero_counts_as_zero),
        cmocka_unit_test(texts_keep_leading_zeros),
        cmocka_unit_test(random_numbers_are_those_of_pcg32),
        cmocka_unit_test(random_ranges_hold_their_bounds_and_are_even),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
