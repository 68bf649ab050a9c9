// Pictures whose longest line is a detail: they are refused, and a line can be picked by its name.
#include "import/import.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

/// A street of houses, each of many lines, and a ring called lake in a group called park.
static Track read_street(const char *pick, MessageList *messages) {
    static char text[20000];
    size_t size = (size_t)snprintf(
        text, sizeof text,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2000 500'>"
        "<g fill='none' stroke='#000'>\n<g id='park'><path id='lake' d='M1500 50H1800V250H1500z'/>"
        "</g>\n");
    for (int i = 0; i < 40; i++) {
        size += (size_t)snprintf(text + size, sizeof text - size,
                                 "<path d='M%d 400v-%d h20 v%d'/>\n", 50 * i, 150 + i, 150 + i);
    }
    snprintf(text + size, sizeof text - size, "</g></svg>");
    const ImportOptions options = {.pick = pick, .line.verbose = true};
    Track track;
    track_read_with(text, strlen(text), "street.svg", &options, &track, messages);
    return track;
}

static const Message *find_message(const MessageList *messages, MessageCode code) {
    for (int i = 0; i < messages->count; i++) {
        if (messages->items[i].code == code) {
            return &messages->items[i];
        }
    }
    return NULL;
}

static void a_detail_of_a_picture_is_refused_with_the_names_of_its_lines(void **state) {
    (void)state;
    MessageList messages = {0};
    Track track = read_street(NULL, &messages);
    const Message *message = find_message(&messages, MESSAGE_E657);
    assert_non_null(message);
    print_message("%s\n%s\n", message->text, message->help);
    assert_non_null(strstr(message->text, "1000 m long, 7 % of all lines"));
    assert_non_null(strstr(message->help, "lake (2:14), "));
    assert_int_equal(track.ribbon_count, 0);
    track_destroy(&track);
}

static void a_line_is_picked_by_its_id_its_group_or_its_place(void **state) {
    (void)state;
    static const char *const names[] = {"lake", "park", "2:14"};
    for (int i = 0; i < 3; i++) {
        MessageList messages = {0};
        Track track = read_street(names[i], &messages);
        assert_int_equal(messages.error_count, 0);
        assert_int_equal(track.ribbon_count, 1);
        assert_true(track.ribbons[0].closed);
        assert_near(track.ribbons[0].length, 1000.0, 20.0);
        track_destroy(&track);
    }
}

static void a_name_that_no_line_has_is_refused(void **state) {
    (void)state;
    MessageList messages = {0};
    Track track = read_street("sea", &messages);
    const Message *message = find_message(&messages, MESSAGE_E635);
    assert_non_null(message);
    assert_non_null(strstr(message->text, "\"sea\""));
    assert_non_null(strstr(message->help, "lake (2:14)"));
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_detail_of_a_picture_is_refused_with_the_names_of_its_lines),
        cmocka_unit_test(a_line_is_picked_by_its_id_its_group_or_its_place),
        cmocka_unit_test(a_name_that_no_line_has_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
