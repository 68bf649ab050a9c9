#include "base/text.h"

#include <locale.h>

#include "test.h"

/// Runs `check` in the locale of C and, where the system has it, in a Turkish one, whose small I
/// has no capital in ASCII.
static void in_each_locale(void (*check)(void)) {
    static const char *const names[] = {"C", "tr_TR.UTF-8", "tr_TR.utf8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i])) {
            check();
        }
    }
    setlocale(LC_ALL, "C");
}

static void check_equal(void) {
    assert_true(text_equal_any_case("", ""));
    assert_true(text_equal_any_case("PIT Lane", "pit lANE"));
    assert_true(text_equal_any_case("INFINITY", "infinity"));
    assert_false(text_equal_any_case("pit", "pits"));
    assert_false(text_equal_any_case("pits", "pit"));
    assert_false(text_equal_any_case("[", "{")); // as far apart as letters and capitals are
    assert_false(text_equal_any_case("\xC3\x84", "\xC3\xA4"));
}

static void texts_are_equal_but_for_capitals_in_every_locale(void **state) {
    (void)state;
    in_each_locale(check_equal);
}

static void check_begins(void) {
    assert_true(text_begins_any_case("PITLANE", "pit", 3));
    assert_true(text_begins_any_case("pit", "pit", 3));
    assert_true(text_begins_any_case("anything", "", 0));
    assert_true(text_begins_any_case("pi", "PITS", 2));
    assert_false(text_begins_any_case("pi", "pit", 3));
    assert_false(text_begins_any_case("spit", "pit", 3));
}

static void texts_begin_but_for_capitals_in_every_locale(void **state) {
    (void)state;
    in_each_locale(check_begins);
}

static void letters_of_ascii_alone_change_case(void **state) {
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        bool capital = byte >= 'A' && byte <= 'Z';
        assert_int_equal((unsigned char)text_lower((char)byte), capital ? byte + 32 : byte);
        bool small = byte >= 'a' && byte <= 'z';
        assert_int_equal((unsigned char)text_upper((char)byte), small ? byte - 32 : byte);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_equal_but_for_capitals_in_every_locale),
        cmocka_unit_test(texts_begin_but_for_capitals_in_every_locale),
        cmocka_unit_test(letters_of_ascii_alone_change_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
