#include "base/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static MessageList list;

static int clear(void **state) {
    (void)state;
    list = (MessageList){0};
    return 0;
}

static Place at(int line, int column) {
    return (Place){.file = "mill.track.yaml", .line = line, .column = column};
}

/// Asserts what messages_print writes.
static void assert_prints(const char *source, const char *expected) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    messages_print(&list, out, source);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void one_message_prints_like_a_compiler(void **state) {
    (void)state;
    message_add(&list, MESSAGE_E201, at(31, 5), "widht", "ribbon \"main\"",
                "did you mean \"width\"?");
    assert_prints(NULL,
                  "mill.track.yaml:31:5: error: unknown key \"widht\" in ribbon \"main\" [E201]\n"
                  "    help: did you mean \"width\"?\n");
}

static void an_empty_help_prints_no_line(void **state) {
    (void)state;
    message_add(&list, MESSAGE_E209, at(3, 1));
    message_add(&list, MESSAGE_E201, at(4, 1), "a", "b", "");
    list.count = 1;
    assert_prints(
        NULL,
        "mill.track.yaml:3:1: error: NaN or infinity, where a finite number belongs [E209]\n");
    assert_string_equal(list.items[1].help, "");
}

static void what_is_not_known_of_a_place_is_left_out(void **state) {
    (void)state;
    message_add(&list, MESSAGE_E209, at(0, 0));
    assert_prints(
        "a\n", "mill.track.yaml: error: NaN or infinity, where a finite number belongs [E209]\n");
    clear(NULL);
    message_add(&list, MESSAGE_E209, at(2, 0));
    assert_prints(
        NULL, "mill.track.yaml:2: error: NaN or infinity, where a finite number belongs [E209]\n");
    clear(NULL);
    message_add(&list, MESSAGE_E209, (Place){0});
    assert_prints(NULL, "axle: error: NaN or infinity, where a finite number belongs [E209]\n");
}

static void notes_follow_the_help_and_several_messages_are_counted(void **state) {
    (void)state;
    Message *message = message_add(&list, MESSAGE_E107, at(31, 5), "laps", 4, 1);
    message_note(message, at(34, 9), "edge %d starts here", 7);
    message_add(&list, MESSAGE_E207, at(40, 2), "closed", "\"yes\"", "`true`");
    assert_prints(
        NULL, "mill.track.yaml:31:5: error: key \"laps\" appears twice (first at 4:1) [E107]\n"
              "    help: delete one\n"
              "mill.track.yaml:34:9: note: edge 7 starts here\n"
              "mill.track.yaml:40:2: error: closed must be true or false, found \"yes\" [E207]\n"
              "    help: write `true`\n"
              "mill.track.yaml: 2 errors\n");
    list.warning_count = 1; // as if one had come and been pushed out
    list.error_count = 1;
    assert_int_equal(list.count, 2);
    list.items[1].place.file = "other.yaml";
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    messages_print(&list, out, NULL);
    fclose(out);
    assert_non_null(strstr(text, "\n1 error, 1 warning\n"));
    free(text);
}

static void the_line_and_a_caret_can_follow(void **state) {
    (void)state;
    message_add(&list, MESSAGE_E101, at(2, 4));
    assert_prints("first\n\u00e9\u00e9 \tlast\x1B\xC2\x9B\u202e\xFF\r\nthird\n",
                  "mill.track.yaml:2:4: error: tab used for indentation [E101]\n"
                  "    2 | \u00e9\u00e9  last???????\n"
                  "      |    ^\n"
                  "    help: use spaces\n");
    clear(NULL);
    message_add(&list, MESSAGE_E209, at(9, 1)); // behind the end: nothing to show
    assert_prints(
        "first\n",
        "mill.track.yaml:9:1: error: NaN or infinity, where a finite number belongs [E209]\n");
}

static void a_long_line_is_shown_around_the_column(void **state) {
    (void)state;
    char source[1001];
    memset(source, 'x', 1000);
    source[1000] = '\0';
    source[799] = '!';
    message_add(&list, MESSAGE_E209, at(1, 800));
    char expected[400];
    snprintf(expected, sizeof expected,
             "mill.track.yaml:1:800: error: NaN or infinity, where a finite number belongs [E209]\n"
             "    1 | %.60s!%.29s\n      | %60s^\n",
             source, source, "");
    assert_prints(source, expected);
}

static void sorting_is_by_place_and_stable(void **state) {
    (void)state;
    static const int places[][2] = {{5, 2}, {1, 9}, {5, 1}, {5, 2}, {0, 0}, {1, 9}};
    for (int i = 0; i < 6; i++) {
        Message *message = message_add(&list, MESSAGE_E209, at(places[i][0], places[i][1]));
        message_at(message, (float)i, 0.0f);
    }
    messages_sort(&list);
    static const float order[] = {4.0f, 1.0f, 5.0f, 2.0f, 0.0f, 3.0f};
    for (int i = 0; i < 6; i++) {
        assert_true(list.items[i].has_position);
        assert_near(list.items[i].x, order[i], 0.0f);
    }
}

static void past_the_limit_messages_are_only_counted(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGES_MAX + 20; i++) {
        Message *message = message_add(&list, MESSAGE_E107, at(i + 1, 1), "a", 1, 1);
        assert_non_null(message);
        message_note(message, at(1, 1), "here");
    }
    assert_int_equal(list.count, MESSAGES_MAX);
    assert_int_equal(list.error_count, MESSAGES_MAX + 20);
    assert_int_equal(list.items[MESSAGES_MAX - 1].place.line, MESSAGES_MAX);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    messages_print(&list, out, NULL);
    fclose(out);
    assert_non_null(strstr(text, "mill.track.yaml: 70 errors (50 shown)\n"));
    free(text);
}

static void an_error_pushes_the_last_warning_out_of_a_full_list(void **state) {
    (void)state;
    for (int i = 0; i < MESSAGES_MAX; i++) {
        message_add(&list, MESSAGE_E209, at(i + 1, 1));
    }
    list.items[3].severity = SEVERITY_WARNING;
    list.items[7].severity = SEVERITY_NOTE;
    message_add(&list, MESSAGE_E209, at(100, 1));
    assert_int_equal(list.count, MESSAGES_MAX);
    assert_int_equal(list.items[7].place.line, 9);
    assert_int_equal(list.items[MESSAGES_MAX - 1].place.line, 100);
    message_add(&list, MESSAGE_E209, at(101, 1));
    assert_int_equal(list.items[3].place.line, 5);
    assert_int_equal(list.items[MESSAGES_MAX - 1].place.line, 101);
    message_add(&list, MESSAGE_E209, at(102, 1));
    assert_int_equal(list.items[MESSAGES_MAX - 1].place.line, 101);
}

static void texts_are_cut_between_characters(void **state) {
    (void)state;
    char long_text[4001];
    for (int i = 0; i < 4000; i += 2) {
        memcpy(long_text + i, "\u00e9", 3);
    }
    for (int shift = 0; shift < 2; shift++) {
        Message *message = message_add(&list, MESSAGE_E201, at(1, 1), long_text, "map",
                                       shift ? "help" : long_text);
        size_t size = strlen(message->text);
        assert_true(size < MESSAGE_TEXT_MAX && size > MESSAGE_TEXT_MAX - 8);
        assert_string_equal(message->text + size - 3, "...");
        assert_int_equal((unsigned char)message->text[size - 4], 0xA9);
        if (shift) {
            assert_string_equal(message->help, "help"); // though the wording was cut
        }
    }
}

static void what_would_steer_a_terminal_becomes_harmless(void **state) {
    (void)state;
    Message *message =
        message_add(&list, MESSAGE_E201, at(1, 1), "a\x1B[2J\n\x7F\xC2\x9Bz\u00e9", "x", "\r");
    assert_string_equal(message->text, "unknown key \"a?[2J????z\u00e9\" in x");
    assert_string_equal(message->help, "?");
}

static void every_code_has_a_name_and_a_wording(void **state) {
    (void)state;
    assert_string_equal(message_code_name(MESSAGE_E201), "E201");
    for (int code = MESSAGE_NONE + 1; code < MESSAGE_COUNT; code++) {
        const char *name = message_code_name((MessageCode)code);
        assert_int_equal(strlen(name), 4);
        assert_true(name[0] == 'E' || name[0] == 'W' || name[0] == 'N');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_message_prints_like_a_compiler, clear),
        cmocka_unit_test_setup(an_empty_help_prints_no_line, clear),
        cmocka_unit_test_setup(what_is_not_known_of_a_place_is_left_out, clear),
        cmocka_unit_test_setup(notes_follow_the_help_and_several_messages_are_counted, clear),
        cmocka_unit_test_setup(the_line_and_a_caret_can_follow, clear),
        cmocka_unit_test_setup(a_long_line_is_shown_around_the_column, clear),
        cmocka_unit_test_setup(sorting_is_by_place_and_stable, clear),
        cmocka_unit_test_setup(past_the_limit_messages_are_only_counted, clear),
        cmocka_unit_test_setup(an_error_pushes_the_last_warning_out_of_a_full_list, clear),
        cmocka_unit_test_setup(texts_are_cut_between_characters, clear),
        cmocka_unit_test_setup(what_would_steer_a_terminal_becomes_harmless, clear),
        cmocka_unit_test_setup(every_code_has_a_name_and_a_wording, clear),
    };
    return cmocka_run_group_tests_name("messages", tests, NULL, NULL);
}
