#include "base/number.h"
#include "base/random.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static void numbers_are_read_as_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        {"0", 0.0},
        {"-0", 0.0},
        {"+7", 7.0},
        {"12.5", 12.5},
        {"-88e-3", -88e-3},
        {"1E+3", 1000.0},
        {"0.1", 0.1},
        {"1e308", 1e308},
        {"5e-324", 5e-324},
        {"1e-999", 0.0},
        {"9007199254740993", 9007199254740992.0},
        {"1.7976931348623157e308", DBL_MAX},
        {"2.2250738585072011e-308", 2.2250738585072011e-308},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double value = -1.0;
        assert_true(number_parse(rows[i].text, &value));
        assert_true(value == rows[i].value);
    }
}

static void what_is_no_number_changes_nothing(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",    " 1",  "1 ",  "01",  "-01",   ".5",    "5.",     "1e",      "1e+",  "0x1",
        "1_0", "inf", "nan", "1,5", "--1",   "+",     "-",      ".",       "1.e3", "1e5.",
        "e5",  "0b1", "1d3", "NaN", "1.5.2", "1e999", "-1e999", "\xD9\xA1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 7.0;
        print_message("%s\n", texts[i]);
        assert_false(number_parse(texts[i], &value));
        assert_true(value == 7.0);
    }
    assert_true(number_is_number("1e999"));
    assert_false(number_is_number("1e999x"));
    char digits[2001];
    memset(digits, '1', 2000);
    digits[2000] = '\0';
    double value = 7.0;
    assert_false(number_parse(digits, &value));
    digits[300] = '\0';
    assert_true(number_parse(digits, &value));
}

static void integers_have_no_fraction_and_fit(void **state) {
    (void)state;
    int value = 5;
    assert_true(number_parse_integer("-12", &value));
    assert_int_equal(value, -12);
    assert_true(number_parse_integer("+2147483647", &value));
    assert_int_equal(value, 2147483647);
    assert_true(number_parse_integer("-2147483648", &value));
    assert_int_equal(value, -2147483647 - 1);
    static const char *const texts[] = {
        "2147483648", "-2147483649", "99999999999999999999999", "1.0", "1e2", "", "-", "01", "1 ",
        "x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(number_parse_integer(texts[i], &value));
        assert_int_equal(value, -2147483647 - 1);
    }
}

static void numbers_are_written_short(void **state) {
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } rows[] = {
        {1.5, 2, "1.5"},
        {-0.0, 2, "0"},
        {-0.001, 2, "0"},
        {100.0, 2, "100"},
        {0.126, 2, "0.13"},
        {1200.0, 0, "1200"},
        {-12.25, 1, "-12.2"},
        {1e14, 3, "100000000000000"},
        {0.1, 12, "0.1"},
        {10.0, 0, "10"},
        {-999999999999999.0, 12, "-999999999999999"},
        {1e15, 2, "1000000000000000"},
        {-1.5e300, 2, "-1.5000000000000001e+300"},
    };
    char text[NUMBER_TEXT_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(number_text(rows[i].value, rows[i].decimals, text), rows[i].text);
    }
    assert_string_equal(number_text_digits(0.10000000149011612, 7, text), "0.1");
    assert_string_equal(number_text_digits(-0.0, 7, text), "0");
    assert_string_equal(number_text_digits(-DBL_MAX, 17, text), "-1.7976931348623157e+308");
}

static void seventeen_digits_bring_a_double_back(void **state) {
    (void)state;
    Random random = random_make(3, 1);
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = (uint64_t)random_u32(&random) << 32 | random_u32(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        char text[NUMBER_TEXT_MAX];
        double back = 0.0;
        if (isfinite(value)) {
            assert_true(number_parse(number_text_digits(value, 17, text), &back));
            assert_true(back == value);
        }
    }
}

static void columns_keep_their_digits(void **state) {
    (void)state;
    static const struct {
        double value;
        int decimals;
        const char *text;
    } rows[] = {
        {0.0, 0, "0"},
        {0.0, 3, "0.000"},
        {-0.0, 2, "0.00"},
        {-0.004, 2, "0.00"},
        {-0.006, 2, "-0.01"},
        {1.5, 0, "2"},
        {9.996, 2, "10.00"},
        {-12.3456, 3, "-12.346"},
        {0.05, 1, "0.1"},
        {123456789.25, 4, "123456789.2500"},
        {2e9, 1, "2000000000.0"},
    };
    char text[NUMBER_TEXT_MAX];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(number_text_fixed(rows[i].value, rows[i].decimals, text), rows[i].text);
    }
    number_text_fixed(-999999999.9, 9, text); // the longest of the quick ones
    assert_string_equal(text, "-999999999.900000000");
    assert_true(strlen(number_text_fixed(-1e300, 9, text)) < NUMBER_TEXT_MAX);
    assert_true(strlen(number_text_fixed(-1e20, 9, text)) < NUMBER_TEXT_MAX);
}

static void a_locale_with_a_comma_changes_nothing(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",      "fr_FR.UTF-8",
                                        "ru_RU.UTF-8", "da_DK.UTF-8", "pt_BR.UTF-8"};
    bool found = false;
    for (int i = 0; i < 7 && !found; i++) {
        found = setlocale(LC_NUMERIC, names[i]) != NULL;
    }
    if (!found) {
        skip(); // none installed
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    numbers_are_read_as_written(state);
    what_is_no_number_changes_nothing(state);
    numbers_are_written_short(state);
    columns_keep_their_digits(state);
    seventeen_digits_bring_a_double_back(state);
    setlocale(LC_NUMERIC, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_written),
        cmocka_unit_test(what_is_no_number_changes_nothing),
        cmocka_unit_test(integers_have_no_fraction_and_fit),
        cmocka_unit_test(numbers_are_written_short),
        cmocka_unit_test(seventeen_digits_bring_a_double_back),
        cmocka_unit_test(columns_keep_their_digits),
        cmocka_unit_test(a_locale_with_a_comma_changes_nothing),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
