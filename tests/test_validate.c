// Where the validator's messages begin and end: what is just wrong is told, what is just right not.
#include "track_check/track_check.h"
#include "track_file/track_file.h"

#include "track_text.h"

static MessageList messages;

/// How often `code` is said of `text`; `*first` (may be NULL) is the first of them.
static int count_said(const char *text, MessageCode code, Message *first) {
    messages = (MessageList){0};
    Track track;
    if (track_read(text, strlen(text), "test.track.yaml", false, &track, &messages)) {
        track_check(&track, &messages);
    }
    track_destroy(&track);
    int count = 0;
    for (int i = 0; i < messages.count; i++) {
        bool is = messages.items[i].code == code;
        if (is && count == 0 && first) {
            *first = messages.items[i];
        }
        count += is;
    }
    return count;
}

#define FIELD                                                                             \
    TRACK_HEAD                                                                            \
    "laps: 1\nfinish: {left: [30, 10], right: [30, -10]}\ngrid: {slots: [[-40, 0, 0]]}\n" \
    "gates:\n  - {left: [-20, 10], right: [-20, -10]}\n"

static void gates_that_cross_are_told_wherever_they_stand_in_the_list(void **state) {
    (void)state;
    Message first;
    static const char far[] = FIELD "  - {left: [0, 10], right: [0, -10]}\n"
                                    "  - {left: [-25, 9], right: [-15, -9]}\n";
    assert_int_equal(count_said(far, MESSAGE_E503, &first), 1);
    assert_non_null(strstr(first.text, "gate 1"));
    assert_non_null(strstr(first.text, "gate 3"));
    static const char branches[] = FIELD "  - any:\n    - {left: [0, 10], right: [0, -10]}\n"
                                         "    - {left: [-25, 9], right: [-15, -9]}\n";
    assert_int_equal(count_said(branches, MESSAGE_E503, NULL), 1);
}

static void a_gate_may_stand_askew_but_not_against_the_road(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {TRACK_OVAL "finish: {left: [-7.8, -30.5], right: [7.8, -39.5]}\n", 0}, // by 60 degrees
        {TRACK_OVAL "finish: {left: [-7.8, -39.5], right: [7.8, -30.5]}\n", 1}, // by 120
        {TRACK_OVAL "finish: {left: [-9, -35.8], right: [9, -34.2]}\n", 0},     // by 95
        {TRACK_EIGHT "finish: {left: [0, 12], right: [0, -12]}\n", 0}, // one of two roads leads on
    };
    for (int i = 0; i < 3; i++) {
        assert_int_equal(count_said(cases[i].text, MESSAGE_E504, NULL), cases[i].count);
    }
}

static void gates_of_a_closed_road_are_counted_from_its_finish_on(void **state) {
    (void)state;
    static const struct {
        int s[3];
        int count;
    } cases[] = {{{200, 300, 50}, 0}, {{200, 195, 50}, 1}, {{50, 200, 300}, 1}};
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 TRACK_OVAL "finish: {on: main, s: 100}\ngates:\n  - {on: main, s: %d}\n"
                            "  - {on: main, s: %d}\n  - {on: main, s: %d}\n",
                 cases[i].s[0], cases[i].s[1], cases[i].s[2]);
        assert_int_equal(count_said(text, MESSAGE_E505, NULL), cases[i].count);
    }
}

static void a_gate_in_the_open_is_short_of_a_near_wall_alone(void **state) {
    (void)state;
    for (int away = 2; away <= 30; away += 4) { // m from the end of gate 1
        char text[1024];
        snprintf(text, sizeof text, FIELD "walls:\n  - {rect: {center: [-20, %d], size: [9, 4]}}\n",
                 10 + away + 2);
        assert_int_equal(count_said(text, MESSAGE_E502, NULL), away < 8);
    }
}

static void a_start_slot_may_stand_askew_but_not_face_away(void **state) {
    (void)state;
    assert_int_equal(count_said(TRACK_OVAL "grid: {slots: [[0, -35, 80]]}\n", MESSAGE_E509, NULL),
                     0);
    assert_int_equal(count_said(TRACK_OVAL "grid: {slots: [[0, -35, 100]]}\n", MESSAGE_E509, NULL),
                     1);
}

static void the_help_of_slots_that_overlap_is_of_how_they_were_given(void **state) {
    (void)state;
    Message first;
    static const char slots[] = TRACK_OVAL "grid: {slots: [[0, -35, 0], [1, -35, 0]]}\n";
    assert_int_equal(count_said(slots, MESSAGE_E507, &first), 1);
    assert_non_null(strstr(first.help, "move one by a car's length"));
}

/// A closed road of the points, with a wall where `wall` (may be "") says and these keys.
static const char *road(const char *points, const char *keys, const char *wall) {
    static char text[1024];
    snprintf(text, sizeof text, TRACK_HEAD "ribbons:\n  - width: 12\n    points: %s\n%s%s", points,
             keys, wall);
    return text;
}

#define ROUNDED "[[70, -35], [90, 0], [70, 35], [-70, 35], [-90, 0], [-70, -35]]"
/// A circle of 50 m radius, and two walls that leave no place all round it for a grid.
#define CIRCLE                                                                                     \
    "[[50, 0], [43.3, 25], [25, 43.3], [0, 50], [-25, 43.3], [-43.3, 25], [-50, 0], [-43.3, -25]," \
    " [-25, -43.3], [0, -50], [25, -43.3], [43.3, -25]]"
#define SHEDS                                                                     \
    "walls:\n  - {id: barn, rect: {center: [0, 0], size: [9, 9]}}\n"              \
    "  - {id: shed, arc: {center: [0, 0], radius: 52.5, from: 0.5, to: 179.5}}\n" \
    "  - {id: hut, arc: {center: [0, 0], radius: 52.5, from: 180.5, to: 359.5}}\n"

static void a_wall_on_the_automatic_grid_is_told_once_at_the_wall(void **state) {
    (void)state;
    static const struct {
        const char *keys, *help;
        int line;
    } cases[] = {
        {"finish: {on: main, s: 20}\n", "move it, or write `grid`", 9},
        {"finish: {on: main, s: 20}\ngrid: {slots: 8}\n", "move it, or change `grid`", 10},
    };
    for (int i = 0; i < 2; i++) {
        Message first;
        const char *text = road(CIRCLE, cases[i].keys, SHEDS);
        assert_int_equal(count_said(text, MESSAGE_E512, &first), 2);
        assert_int_equal(messages.count, 2);
        assert_non_null(strstr(first.text, "wall \"shed\" stands on the automatic grid"));
        assert_non_null(strstr(messages.items[1].text, "wall \"hut\""));
        assert_string_equal(first.help, cases[i].help);
        assert_int_equal(first.place.line, cases[i].line);
        assert_true(first.has_position);
    }
    // places of the author's own are told one by one, where they are written
    const char *text = road(CIRCLE,
                            "finish: {on: main, s: 20}\ngrid: {slots: ["
                            "[52.5, 3, 90], [52.5, -3, 90], [48, 0, 90]]}\n",
                            SHEDS);
    assert_int_equal(count_said(text, MESSAGE_E506, NULL), 2);
    assert_int_equal(count_said(text, MESSAGE_E512, NULL), 0);
}

static void a_grid_without_places_is_told_at_the_grid(void **state) {
    (void)state;
    Message first;
    assert_int_equal(count_said(TRACK_HEAD "finish: {left: [0, 9], right: [0, -9]}\n"
                                           "grid: {columns: 2}\n",
                                MESSAGE_E202, &first),
                     1);
    assert_int_equal(first.place.line, 4);
    assert_non_null(strstr(first.text, "\"slots\""));
    // where there is none it is the grid that lacks
    const char *text = road(ROUNDED, "finish: {left: [0, 8], right: [0, 4]}\n", "");
    assert_int_equal(count_said(text, MESSAGE_E202, &first), 1);
    assert_non_null(strstr(first.text, "\"grid\""));
}

static void a_grid_kilometres_away_is_told_the_nearest_road(void **state) {
    (void)state;
    Message first;
    const char *text = road(ROUNDED, "grid: {slots: [[9000, 0, 180], [9010, 0, 180]]}\n", "");
    assert_int_equal(count_said(text, MESSAGE_W705, &first), 1);
    assert_string_equal(first.note, "the nearest road, ribbon \"main\", is 8904 m away");
    assert_int_equal(first.note_place.line, 4);
}

static void points_out_of_order_are_asked_for(void **state) {
    (void)state;
    static const struct {
        const char *points, *keys, *note;
        MessageCode code;
        int column; ///< Of the note, in line 5.
    } cases[] = {
        {"[[70, -35], [90, 0], [-70, 35], [70, 35], [-90, 0], [-70, -35]]", "",
         "the road crosses itself: points 3 and 4 out of order?", MESSAGE_E403, 34},
        {"[[-70, -35], [90, 0], [70, 35], [-70, 35], [-90, 0], [70, -35]]", "",
         "the road crosses itself: points 6 and 1 out of order?", MESSAGE_E403, 66},
        {"[[70, -35], [90, 0], [-70, 35], [70, 35], [-90, 0], [-70, -35]]",
         "    curve: round\n    radius: 20\n",
         "the road crosses itself: points 3 and 4 out of order?", MESSAGE_E402, 34},
        // the second and the fifth
        {"[[99, 0], [-99, 0], [0, 99], [-70, 70], [70, 70], [-70, -70], [0, -99], [70, -70]]", "",
         "the road crosses itself: points out of order?", MESSAGE_E403, 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Message first;
        assert_true(count_said(road(cases[i].points, cases[i].keys, ""), cases[i].code, &first) >
                    0);
        assert_string_equal(first.note, cases[i].note);
        assert_int_equal(first.note_place.line, 5);
        assert_int_equal(first.note_place.column, cases[i].column);
        int notes = 0;
        for (int k = 0; k < messages.count; k++) {
            notes += messages.items[k].note[0] != '\0';
        }
        assert_int_equal(notes, 1);
    }
}

static void a_bend_too_tight_of_an_eight_is_no_matter_of_order(void **state) {
    (void)state;
    Message first;
    const char *text =
        road("[[-70, -35], [70, 35], [80, 35], [90, 0], [70, -35], [-70, 35], [-90, 0]]", "", "");
    assert_int_equal(count_said(text, MESSAGE_E403, &first), 1);
    assert_string_equal(first.note, "");
    assert_true(count_said(road("[[-70, -35], [70, -35], [72, -33], [70, 35], [-70, 35]]", "", ""),
                           MESSAGE_E403, &first) > 0);
    assert_string_equal(first.note, "");
}

static void a_pane_is_thin_whichever_way_round_it_is_drawn(void **state) {
    (void)state;
    static const char *const panes[] = {"[[-5, 0], [5, 0], [5, 0.1], [-5, 0.1]]",
                                        "[[-5, 0], [-5, 0.1], [5, 0.1], [5, 0]]",
                                        "[[-5, 0], [5, 0], [5, 0.3], [-5, 0.3]]"};
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text, TRACK_OVAL "walls:\n  - {polygon: %s}\n", panes[i]);
        assert_int_equal(count_said(text, MESSAGE_W702, NULL), i < 2);
    }
}

static void a_road_wide_enough_for_two_cars_is_not_told(void **state) {
    (void)state;
    static const struct {
        float width;
        int count;
    } cases[] = {{3.8f, 1}, {4.4f, 1}, {4.6f, 0}, {6.0f, 0}};
    for (int i = 0; i < 4; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n"
                            "    points: [[-70, -35], {at: [70, -35], width: %.1f}, [70, 35], "
                            "[-70, 35]]\n",
                 (double)cases[i].width);
        assert_int_equal(count_said(text, MESSAGE_W701, NULL), cases[i].count);
    }
}

static void the_first_of_a_row_that_lies_in_a_wall_is_named_and_those_beside_it_stay(void **state) {
    (void)state;
    Message first;
    static const char row[] =
        TRACK_OVAL "walls:\n  - {rect: {center: [0, 0], size: [4, 4]}}\n"
                   "props:\n  - {kind: barrel, from: [-10, 0], to: [10, 0], spacing: 1}\n";
    assert_int_equal(count_said(row, MESSAGE_W703, &first), 1);
    assert_non_null(strstr(first.text, "(-2.00, 0.00)"));
    assert_non_null(strstr(first.note, "5 of its row"));
}

static void a_few_objects_far_away_are_a_slipped_digit_and_many_are_not(void **state) {
    (void)state;
    Message first;
    static const char one[] =
        TRACK_OVAL "zones:\n  - {surface: mud, circle: {center: [0, 9000], radius: 5}}\n";
    assert_int_equal(count_said(one, MESSAGE_W705, &first), 1);
    assert_non_null(strstr(first.text, "typo in y"));
    static const char many[] =
        TRACK_OVAL "zones:\n  - {surface: mud, circle: {center: [0, 9000], radius: 5}}\n"
                   "  - {surface: mud, circle: {center: [0, 8900], radius: 5}}\n"
                   "  - {surface: mud, circle: {center: [0, 8800], radius: 5}}\n";
    assert_int_equal(count_said(many, MESSAGE_W705, NULL), 0);
    static const char nearer[] =
        TRACK_OVAL "zones:\n  - {surface: mud, circle: {center: [-1900, 0], radius: 5}}\n"
                   "  - {surface: mud, circle: {center: [1900, 0], radius: 5}}\n"
                   "  - {surface: mud, circle: {center: [0, 3000], radius: 5}}\n"
                   "  - {surface: mud, circle: {center: [0, -1900], radius: 5}}\n";
    assert_int_equal(count_said(nearer, MESSAGE_W705, &first), 1);
    assert_non_null(strstr(first.text, "centre: 1 "));
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_that_cross_are_told_wherever_they_stand_in_the_list),
        cmocka_unit_test(a_gate_may_stand_askew_but_not_against_the_road),
        cmocka_unit_test(gates_of_a_closed_road_are_counted_from_its_finish_on),
        cmocka_unit_test(a_gate_in_the_open_is_short_of_a_near_wall_alone),
        cmocka_unit_test(a_start_slot_may_stand_askew_but_not_face_away),
        cmocka_unit_test(the_help_of_slots_that_overlap_is_of_how_they_were_given),
        cmocka_unit_test(a_wall_on_the_automatic_grid_is_told_once_at_the_wall),
        cmocka_unit_test(a_grid_without_places_is_told_at_the_grid),
        cmocka_unit_test(a_grid_kilometres_away_is_told_the_nearest_road),
        cmocka_unit_test(points_out_of_order_are_asked_for),
        cmocka_unit_test(a_bend_too_tight_of_an_eight_is_no_matter_of_order),
        cmocka_unit_test(a_pane_is_thin_whichever_way_round_it_is_drawn),
        cmocka_unit_test(a_road_wide_enough_for_two_cars_is_not_told),
        cmocka_unit_test(the_first_of_a_row_that_lies_in_a_wall_is_named_and_those_beside_it_stay),
        cmocka_unit_test(a_few_objects_far_away_are_a_slipped_digit_and_many_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
