// Zones that nobody sees (W706).
#include "track_check/track_check.h"

#include "track_text.h"

/// Whether W706 is said of an oval with these lines below `zones:`.
static bool is_hidden(const char *zones) {
    static MessageList messages;
    char text[2048];
    messages = (MessageList){0};
    snprintf(text, sizeof text, TRACK_OVAL "zones:\n%s", zones);
    Track track;
    assert_true(track_read(text, strlen(text), "test.track.yaml", false, &track, &messages));
    track_check(&track, &messages);
    track_destroy(&track);
    assert_in_range(messages.count, 0, 1);
    assert_true(messages.count == 0 || messages.items[0].code == MESSAGE_W706);
    return messages.count > 0;
}

#define SMALL "  - {surface: ice, polygon: [[-4, -4], [4, -4], [4, 4], [-4, 4]]}\n"

static void a_zone_below_a_later_one_is_hidden_and_one_above_it_is_not(void **state) {
    (void)state;
    static const char large[] = "  - {surface: sand, circle: {center: [0, 0], radius: 6}}\n";
    char text[512];
    snprintf(text, sizeof text, "%s%s", SMALL, large);
    assert_true(is_hidden(text));
    snprintf(text, sizeof text, "%s%s", large, SMALL);
    assert_false(is_hidden(text));
}

static void a_zone_that_looks_out_on_one_side_is_seen(void **state) {
    (void)state;
    assert_false(is_hidden(SMALL "  - {surface: sand, rect: {center: [2, 0], size: [11, 20]}}\n"));
    assert_true(is_hidden(SMALL "  - {surface: sand, rect: {center: [1, 0], size: [11, 20]}}\n"));
    // a notch that reaches in from outside: all corners are covered, the middle of a side is not
    assert_false(is_hidden(SMALL
                           "  - {surface: sand, polygon: [[-6, -6], [6, -6], [6, -1], [3, 0], "
                           "[6, 1], [6, 6], [-6, 6]]}\n"));
}

static void a_zone_is_seen_through_a_hole(void **state) {
    (void)state;
    assert_false(is_hidden(SMALL "  - {surface: sand, rect: {center: [0, 0], size: [20, 20]}, "
                                 "holes: [[[-1, -1], [1, -1], [0, 1]]]}\n"));
    assert_false(is_hidden(SMALL "  - {surface: sand, rect: {center: [0, 0], size: [20, 20]}, "
                                 "holes: [[[-7, -7], [7, -7], [7, 7], [-7, 7]]]}\n"));
    assert_true(is_hidden(SMALL "  - {surface: sand, rect: {center: [0, 0], size: [20, 20]}, "
                                "holes: [[[6, 6], [8, 6], [7, 8]]]}\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_below_a_later_one_is_hidden_and_one_above_it_is_not),
        cmocka_unit_test(a_zone_that_looks_out_on_one_side_is_seen),
        cmocka_unit_test(a_zone_is_seen_through_a_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
