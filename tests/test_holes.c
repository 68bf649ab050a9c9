// W714: holes in the walls around a course.
#include "base/number.h"
#include "base/random.h"

#include <math.h>

#include "track_text.h"

/// What is said of a yard round a barn whose fence has a gap of `gap` m in its lower side, its
/// middle at `x`, and what else the file has.
static MessageList check_yard(double x, double gap, const char *more) {
    char text[2048], right[NUMBER_TEXT_MAX], left[NUMBER_TEXT_MAX];
    snprintf(text, sizeof text,
             TRACK_HEAD
             "finish: {left: [-5, -13], right: [-5, -39]}\ngates:\n"
             "  - {left: [29, 0], right: [59, 0]}\n  - {left: [0, 12.5], right: [0, 39.5]}\n"
             "  - {left: [-29, 0], right: [-59, 0]}\ngrid: {slots: [[-12, -20, 0]]}\nwalls:\n"
             "  - {id: fence, polyline: [[%s, -40], [60, -40], [60, 40], [-60, 40], [-60, -40], "
             "[%s, -40]]}\n"
             "  - {polygon: [[-28, -12], [28, -12], [28, 12], [-28, 12]]}\n%s",
             number_text(x + 0.5 * gap, 3, right), number_text(x - 0.5 * gap, 3, left), more);
    MessageList messages = {0};
    Track track;
    bool good = track_read(text, strlen(text), "test.track.yaml", false, &track, &messages) &&
                track_check(&track, &messages);
    if (!good) {
        messages_print(&messages, stderr, text);
    }
    assert_true(good);
    track_destroy(&track);
    return messages;
}

static double width_said(const Message *message) {
    assert_int_equal(message->code, MESSAGE_W714);
    const char *hole = strstr(message->text, "a hole ");
    assert_non_null(hole);
    const char *number = hole + strlen("a hole ");
    char text[NUMBER_TEXT_MAX];
    double width = -1.0;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(number, " "), number);
    assert_true(number_parse(text, &width));
    return width;
}

static void a_hole_is_told_with_its_place_and_width(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    for (int i = 0; i < 20; i++) {
        double x = (double)random_range(&random, -45.0f, 45.0f);
        double gap = (double)random_range(&random, 2.3f, 7.4f);
        MessageList messages = check_yard(x, gap, "");
        assert_int_equal(messages.count, 1);
        const Message *message = &messages.items[0];
        assert_near(width_said(message), gap, 0.16);
        assert_non_null(strstr(message->text, "wall \"fence\""));
        assert_near(message->x, x, 0.5);
        assert_near(message->y, -40.0f, 0.5);
    }
}

static void a_closed_fence_an_open_side_and_a_gap_too_narrow_are_no_holes(void **state) {
    (void)state;
    static const double gaps[] = {0.0, 1.0, 1.7, 8.6, 12.0, 40.0};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        assert_int_equal(check_yard(2.0, gaps[i], "").count, 0);
    }
}

static void a_hole_that_leads_nowhere_is_none(void **state) {
    (void)state;
    // A yard behind it, and water from which cars are put back.
    static const char *const behind[] = {
        "  - {closed: true, polyline: [[-20, -40], [-20, -60], [20, -60], [20, -40]]}\n",
        "zones:\n  - {surface: deep, polygon: [[-90, -44], [90, -44], [90, -90], [-90, -90]]}\n"
        "  - {surface: deep, polygon: [[-90, -90], [-64, -90], [-64, 90], [-90, 90]]}\n"
        "  - {surface: deep, polygon: [[64, -90], [90, -90], [90, 90], [64, 90]]}\n"
        "  - {surface: deep, polygon: [[-90, 44], [90, 44], [90, 90], [-90, 90]]}\n"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(check_yard(2.0, 3.0, behind[i]).count, 0);
    }
}

static void every_hole_is_told(void **state) {
    (void)state;
    static const char walls[] =
        "  - {id: outer, polyline: [[30, -70], [80, -70], [80, 70], [-80, 70], [-80, -70], "
        "[-30, -70], [-30, -70.5], [-10, -70], [27, -70]]}\n";
    MessageList messages = check_yard(2.0, 30.0, walls); // the fence is open: the next wall counts
    assert_int_equal(messages.count, 1);
    assert_near(width_said(&messages.items[0]), 3.0, 0.16);
    assert_near(messages.items[0].x, 28.5, 0.5);
    static const char road[] =
        TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n    wall: none\n"
                   "    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\nwalls:\n"
                   "  - {id: south, polyline: [[-95, 20], [-95, -60], [17, -60]]}\n"
                   "  - {id: north, polyline: [[20, -60], [95, -60], [95, 60], [-95, 60], "
                   "[-95, 24]]}\n";
    MessageList said = {0};
    Track track;
    assert_true(track_read(road, strlen(road), "t", false, &track, &said));
    assert_true(track_check(&track, &said));
    assert_int_equal(said.count, 2);
    double widths[2] = {width_said(&said.items[0]), width_said(&said.items[1])};
    assert_near(fmin(widths[0], widths[1]), 3.0, 0.16);
    assert_near(fmax(widths[0], widths[1]), 4.0, 0.16);
    track_destroy(&track);
}

static void a_road_with_a_piece_of_its_wall_left_out_has_a_hole(void **state) {
    (void)state;
    static const char *const roads[] = {
        "closed: true, points: [[0, 0], {at: [60, 0], name: a}, {at: [64, 0], name: b}, [120, 0], "
        "[160, 60], [0, 60]]",
        "closed: false, points: [[0, 0], {at: [60, 0], name: a}, {at: [64, 0], name: b}, [120, 0], "
        "[200, 60], [300, 60]]"};
    for (int i = 0; i < 2; i++) {
        char text[1024];
        MessageList messages = {0};
        Track track;
        snprintf(text, sizeof text,
                 TRACK_HEAD "ribbons:\n  - {curve: sharp, %s, sections: [{from: a, to: b, right: "
                            "{wall: none}}]}\n",
                 roads[i]);
        assert_true(track_read(text, strlen(text), "t", false, &track, &messages));
        assert_true(track_check(&track, &messages));
        assert_int_equal(messages.count, 1);
        assert_near(width_said(&messages.items[0]), 4.0, 0.3);
        assert_near(messages.items[0].x, 62.0f, 0.5);
        assert_near(messages.items[0].y, -9.0f, 1.0);
        track_destroy(&track);
    }
}

static void a_sprint_may_begin_and_end_in_the_open(void **state) {
    (void)state;
    static const char *const texts[] = {
        TRACK_HEAD "ribbons:\n  - {closed: false, width: 7, shoulder: none, "
                   "points: [[0, 0], [120, 0], [200, 60], [300, 60]]}\n",
        TRACK_HEAD "ribbons:\n  - {closed: false, width: 5, shoulder: {width: 1}, "
                   "points: [[0, 0], [120, 0], [200, 60], [300, 60]]}\n"};
    for (int i = 0; i < 2; i++) {
        MessageList messages = {0};
        Track track;
        assert_true(track_read(texts[i], strlen(texts[i]), "t", false, &track, &messages));
        assert_true(track_check(&track, &messages));
        for (int k = 0; k < messages.count; k++) {
            messages_print(&messages, stderr, texts[i]);
            assert_int_not_equal(messages.items[k].code, MESSAGE_W714);
        }
        track_destroy(&track);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hole_is_told_with_its_place_and_width),
        cmocka_unit_test(a_closed_fence_an_open_side_and_a_gap_too_narrow_are_no_holes),
        cmocka_unit_test(a_hole_that_leads_nowhere_is_none),
        cmocka_unit_test(every_hole_is_told),
        cmocka_unit_test(a_road_with_a_piece_of_its_wall_left_out_has_a_hole),
        cmocka_unit_test(a_sprint_may_begin_and_end_in_the_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
