#include "base/print.h"
#include "base/random.h"
#include "base/text.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static char *text;
static size_t size;

/// What the last print_to wrote; good until the next.
static FILE *begin(void) {
    free(text);
    text = NULL;
    return open_memstream(&text, &size);
}

/// That `print_to` writes what printf would.
#define assert_as_printf(...)                             \
    do {                                                  \
        char expected[256];                               \
        snprintf(expected, sizeof expected, __VA_ARGS__); \
        FILE *out = begin();                              \
        print_to(out, __VA_ARGS__);                       \
        fclose(out);                                      \
        assert_string_equal(text, expected);              \
    } while (0)

static void numbers_and_shown_texts_are_those_of_printf(void **state) {
    (void)state;
    leave_locale();
    assert_as_printf("no conversion\n\t\033[K");
    assert_as_printf("%d%%, %i, %5d|%-5d|%05d|%+d", -3, INT_MIN, 42, 42, 42, 42);
    assert_as_printf("%u %x %08X %#x", UINT_MAX, 48879u, 48879u, 255u);
    assert_as_printf("%ld %lu %lld %llu %zu", LONG_MIN, ULONG_MAX, LLONG_MIN, ULLONG_MAX, SIZE_MAX);
    assert_as_printf("%f %.2f %8.3f|%-8.1f|%g %.3g %e %*.*f", 1.5, 2.675, -3.25, 9.96, 1e9, 0.1234,
                     12345.678, 9, 2, 1.0);
    assert_as_printf("%s|%10s|%-10s|%.3s|%*s|%-*s|%.*s", "one", "two", "three", "fourth", 6, "x", 6,
                     "y", 2, "abc");
    assert_as_printf("%*s|%.*s|%.*f|%c|%5c|", -4, "z", -1, "whole", -1, 0.5, 'c', 'd');
}

static void a_text_that_steers_a_terminal_is_masked(void **state) {
    (void)state;
    FILE *out = begin();
    print_to(out, "%s %s %s %s %s\n", "\x1B[31m", "a\nb\tc\r", "\xC2\x9B\x9B\x7F",
             "\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\xA8", "\xFF\xC0\x80\xED\xA0\x80");
    print_to(out, "%c%s", '\033', "\u00e9\u20ac\U0001F3C1");
    fclose(out);
    assert_string_equal(text, "?[31m a?b?c? ???"
                              "? ?????????"
                              " ??????\n?\u00e9\u20ac\U0001F3C1");
}

static void widths_count_code_points_and_precisions_cut_none_in_half(void **state) {
    (void)state;
    FILE *out = begin();
    print_to(out, "%5s|%-5s|%.3s|%.2s|%.4s", "\u00e9\u20ac", "\u00e9\u20ac", "\u00e9\u20ac",
             "\u00e9\u20ac", "\u00e9\x1Bx\u20ac");
    fclose(out);
    assert_string_equal(text, "   \u00e9\u20ac|\u00e9\u20ac   |\u00e9|\u00e9|\u00e9?x");
}

static void of_any_bytes_only_what_is_shown_comes_out(void **state) {
    (void)state;
    Random random = random_make(7, 1);
    for (int round = 0; round < 2000; round++) {
        char bytes[40], masked[40];
        int count = (int)(random_u32(&random) % (sizeof bytes - 1));
        for (int i = 0; i < count; i++) { // many of those that begin something
            uint32_t pick = random_u32(&random);
            static const char odd[] = "\xE2\x80\x81\xAE\xA8\xC2\x9B\x1B\n\xF0\x90";
            bytes[i] = (char)(pick % 3 == 0 ? pick >> 8 : (uint8_t)odd[(pick >> 8) % 11]);
            bytes[i] = bytes[i] ? bytes[i] : ' ';
        }
        bytes[count] = '\0';
        FILE *out = begin();
        print_to(out, "%s", bytes);
        fclose(out);
        assert_int_equal(size, count);
        int step;
        for (const char *at = text; *at; at += step) {
            assert_true(text_is_shown(text_code_point(at, &step)));
        }
        strcpy(masked, bytes);
        text_mask(masked);
        assert_string_equal(masked, text);
    }
}

static int clear(void **state) {
    (void)state;
    free(text);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_shown_texts_are_those_of_printf),
        cmocka_unit_test(a_text_that_steers_a_terminal_is_masked),
        cmocka_unit_test(widths_count_code_points_and_precisions_cut_none_in_half),
        cmocka_unit_test(of_any_bytes_only_what_is_shown_comes_out),
    };
    return cmocka_run_group_tests(tests, NULL, clear);
}
