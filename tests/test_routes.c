// Whether gates can be reached (E508, W709, W710, W711) and whether there is a shorter way (W704).
#include "base/random.h"
#include "collision/sat.h"
#include "geometry/trig.h"
#include "ground/ground.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"
#include "track_check/track_check.h"

#include <math.h>

#include "track_text.h"

/// Reads `text` into `messages`, which is cleared before.
static void read_messages(const char *text, MessageList *messages) {
    *messages = (MessageList){0};
    Track track;
    if (track_read(text, strlen(text), "test.track.yaml", false, &track, messages)) {
        track_check(&track, messages);
    }
    track_destroy(&track);
}

static int count_code(const MessageList *messages, MessageCode code) {
    int count = 0;
    for (int i = 0; i < messages->count; i++) {
        count += messages->items[i].code == code;
    }
    return count;
}

/// A yard around a barn with a wall across its lower half that leaves a gap of `gap` m (up to 14.8)
/// below; gate 1 lies behind that wall.
static const char *yard_with_gap(char out[1024], double gap) {
    snprintf(out, 1024,
             TRACK_HEAD "walls:\n"
                        "  - {closed: true, polyline: [[-50, -20], [50, -20], [50, 20], [-50, "
                        "20]], thickness: 0.4}\n"
                        "  - {polygon: [[-30, -5], [30, -5], [30, 5], [-30, 5]]}\n"
                        "  - {polygon: [[0, %.3f], [2, %.3f], [2, -4.9], [0, -4.9]]}\n"
                        "finish: {left: [-15, -5], right: [-15, -19.8]}\n"
                        "gates:\n"
                        "  - {left: [20, -5], right: [20, -19.8]}\n"
                        "  - {left: [0, 5], right: [0, 19.8]}\n"
                        "grid: {slots: [[-25, -12, 0]]}\n",
             -19.8 + gap, -19.8 + gap);
    return out;
}

static void a_gap_as_wide_as_the_help_says_is_a_way_and_one_as_wide_as_a_car_is_none(void **state) {
    (void)state;
    MessageList messages;
    Random random = random_make(7, 0);
    char text[1024];
    for (int i = 0; i < 40; i++) {
        double gap = 2.3 + (double)random_range(&random, 0.0f, 1.0f);
        read_messages(yard_with_gap(text, gap), &messages);
        assert_int_equal(messages.error_count, 0);
        gap = 0.2 + 1.55 * (double)random_range(&random, 0.0f, 1.0f);
        read_messages(yard_with_gap(text, gap), &messages);
        assert_int_equal(count_code(&messages, MESSAGE_E508), 1);
        assert_string_equal(messages.items[0].help, "open a gap of 2.3 m");
    }
}

static void a_gap_is_looked_for_with_the_width_of_a_car(void **state) {
    (void)state;
    Random random = random_make(9, 0);
    char text[1024];
    for (int i = 0; i < 20; i++) {
        float width = random_range(&random, 1.81f, 2.2f);
        double gap = (double)width + 0.26 + (double)random_range(&random, 0.0f, 0.5f);
        gap = gap > 2.3 ? gap : 2.3; // else E508 may be said
        MessageList messages = {0};
        Track track = track_of(yard_with_gap(text, gap));
        routes_check_width(&track, width, &messages);
        assert_int_equal(messages.count, 0);
        routes_check_width(&track, (float)gap + 0.02f, &messages);
        assert_int_equal(messages.count, 1);
        assert_int_equal(messages.items[0].code, MESSAGE_W709);
        char help[64];
        snprintf(help, sizeof help, "open a gap of %.2f m", gap + 0.02 + 0.25);
        assert_string_equal(messages.items[0].help, help);
        messages = (MessageList){0};
        routes_check_width(&track, 1.4f, &messages); // a kart: E508 has looked for more
        assert_int_equal(messages.count, 0);
        track_destroy(&track);
    }
}

static void the_message_names_the_gates_and_the_place_where_the_way_ends(void **state) {
    (void)state;
    MessageList messages;
    char text[1024];
    read_messages(yard_with_gap(text, 1.0), &messages);
    assert_int_equal(messages.count, 1);
    const Message *message = &messages.items[0];
    assert_int_equal(message->code, MESSAGE_E508);
    assert_non_null(strstr(message->text, "no way from start slot 1 to gate 1 "));
    assert_true(message->has_position);
    assert_near(message->x, 1.0f, 1.5f); // in the wall, between its sides
    assert_in_range((int)(message->y + 20.0f), 0, 15);
}

// Finish and gate 1 part the ring, and both are crossed the same way: whoever is through one stands
// behind the other. The way from the grid over the finish, which may be crossed then, is no proof.
static void a_gate_that_faces_against_the_ring_is_not_reached(void **state) {
    (void)state;
    MessageList messages;
    static const char ring[] =
        TRACK_HEAD "walls:\n"
                   "  - {closed: true, polyline: [[-70, -50], [70, -50], [70, 50], [-70, 50]]}\n"
                   "  - {polygon: [[-20, -10], [20, -10], [20, 10], [-20, 10]]}\n"
                   "finish: {left: [0, -49.75], right: [0, -10]}\n"
                   "gates:\n  - {left: [0, %s], right: [0, %s]}\n"
                   "grid: {slots: [[-10, -20, 0]]}\n";
    for (int i = 0; i < 2; i++) {
        char text[1024];
        snprintf(text, sizeof text, ring, i == 0 ? "10" : "49.75", i == 0 ? "49.75" : "10");
        read_messages(text, &messages);
        assert_int_equal(count_code(&messages, MESSAGE_E508), i == 0);
    }
}

static void rocks_across_a_walled_road_block_it_where_they_stand(void **state) {
    (void)state;
    MessageList messages; // the wall of the road stands at x = 80: 1.5 m are left of it
    read_messages(TRACK_OVAL "walls:\n"
                             "  - {rect: {center: [69.5, 0], size: [18, 6]}}\n",
                  &messages);
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.items[0].code, MESSAGE_E508);
    assert_near(messages.items[0].x, 70.0f, 10.0f);
    assert_near(messages.items[0].y, 0.0f, 1.5f);
    read_messages(TRACK_OVAL "walls:\n"
                             "  - {rect: {center: [68.5, 0], size: [18, 6]}}\n",
                  &messages);
    assert_int_equal(messages.count, 0);
}

static void a_wall_on_the_very_line_of_a_gate_blocks_it(void **state) {
    (void)state;
    MessageList messages; // the road's own walls stand at y = -45 and -25
    static const char *const walls[] = {
        "  - {polyline: [[10, -50], [10, -20]]}\n", // all across
        "  - {polyline: [[10, -50], [10, -36]]}\n"  // a gap of 1.2 m
        "  - {polyline: [[10, -34.8], [10, -20]]}\n",
        "  - {polyline: [[10, -50], [10, -36]]}\n" // of 3 m
        "  - {polyline: [[10, -33], [10, -20]]}\n",
        "  - {polyline: [[9, -50], [9, -35.5]]}\n" // round one, then round the other
        "  - {polyline: [[12, -34.5], [12, -20]]}\n",
    };
    for (int i = 0; i < 4; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 TRACK_OVAL "gates:\n  - {on: main, s: 120}\n"
                            "finish: {left: [10, -25.2], right: [10, -44.8]}\nwalls:\n%s",
                 walls[i]);
        read_messages(text, &messages);
        assert_int_equal(count_code(&messages, MESSAGE_E508), i < 2);
    }
}

static void what_blocks_the_way_is_named_and_what_stands_off_the_road_is_to_be_moved(void **state) {
    (void)state;
    static const struct {
        const char *text, *help, *note;
        int line; ///< Below those of the oval; 0: any.
    } cases[] = {
        {"walls:\n  - {circle: {center: [0, 0], radius: 1}}\n"
         "  - {id: bar, polyline: [[20, -60], [20, 0]]}\n",
         "open a gap of 2.3 m", "wall \"bar\" stands there", 0},
        {"gates:\n  - {left: [0, 10], right: [0, -10]}\n",
         "move gate 1 onto a road: ribbon \"main\" is 28 m away", "", 2},
        {"gates:\n  - {left: [300, 10], right: [300, -10]}\n",
         "move gate 1 onto a road: ribbon \"main\" is 223 m away", "", 2},
        {"grid: {slots: [[0, 0, 0]]}\n",
         "move start slot 1 onto a road: ribbon \"main\" is 28 m away", "", 1},
    };
    for (int i = 0; i < 4; i++) {
        char text[1024];
        MessageList messages;
        int head = snprintf(text, sizeof text, "%s", TRACK_OVAL), lines = 0;
        for (int k = 0; k < head; k++) {
            lines += text[k] == '\n';
        }
        snprintf(text + head, sizeof text - (size_t)head, "%s", cases[i].text);
        read_messages(text, &messages);
        assert_int_equal(count_code(&messages, MESSAGE_E508), 1);
        const Message *message = &messages.items[0];
        assert_string_equal(message->help, cases[i].help);
        assert_string_equal(message->note, cases[i].note);
        if (cases[i].line) {
            assert_int_equal(message->place.line, lines + cases[i].line);
        }
    }
}

static void a_gate_on_a_bend_reaches_from_wall_to_wall(void **state) {
    (void)state;
    for (int s = 5; s < 370; s += 3) {
        char text[1024];
        snprintf(text, sizeof text, TRACK_OVAL "finish: {on: main, s: %d}\ngates: []\n", s);
        Track track = track_of(text);
        const TrackGate *gate = &track.gates[track.gate_count - 1];
        assert_near(glms_vec2_distance(gate->left, gate->right), 21.0f, 0.05f);
        track_destroy(&track);
    }
}

static void a_car_may_not_go_back_over_the_gate_it_came_through(void **state) {
    (void)state;
    MessageList messages;
    read_messages(TRACK_HEAD "walls:\n"
                             "  - {closed: true, polyline: [[-50, -20], [50, -20], [50, 20], [-50, "
                             "20]], thickness: 0.4}\n"
                             "finish: {left: [-20, 19.8], right: [-20, -19.8]}\n"
                             "gates:\n"
                             "  - {left: [20, 19.8], right: [20, -19.8]}\n"
                             "  - {left: [-40, -19.8], right: [-40, 19.8]}\n"
                             "grid: {slots: [[-30, 0, 0]]}\n",
                  &messages);
    assert_int_equal(messages.count, 1);
    assert_non_null(strstr(messages.items[0].text, "no way from gate 1 to gate 2 "));
}

static void a_second_lap_needs_a_way_back_and_one_lap_does_not(void **state) {
    (void)state;
    MessageList messages; // the finish stands before a dead end
    for (int laps = 1; laps <= 2; laps++) {
        char text[1024];
        snprintf(text, sizeof text,
                 TRACK_HEAD
                 "laps: %d\n"
                 "walls:\n"
                 "  - {closed: true, polyline: [[-50, -20], [50, -20], [50, 20], [-50, 20]], "
                 "thickness: 0.4}\n"
                 "finish: {left: [30, 19.8], right: [30, -19.8]}\n"
                 "gates:\n"
                 "  - {left: [0, 19.8], right: [0, -19.8]}\n"
                 "grid: {slots: [[-30, 0, 0]]}\n",
                 laps);
        read_messages(text, &messages);
        assert_int_equal(messages.count, laps - 1);
    }
    assert_non_null(strstr(messages.items[0].text, "no way from finish to gate 1 "));
    assert_int_equal(messages.items[0].place.line, 8);
}

static void water_that_puts_cars_back_is_no_way_and_a_bridge_over_it_is_one(void **state) {
    (void)state;
    MessageList messages;
    char text[2048];
    char yard[1024];
    yard_with_gap(yard, 14.0);
    snprintf(text, sizeof text,
             "%szones:\n  - {surface: deep, polygon: [[5, -21], [12, -21], [12, 0], [5, 0]]}\n",
             yard);
    read_messages(text, &messages);
    assert_int_equal(count_code(&messages, MESSAGE_E508), 1);
    strcat(text, "  - {surface: concrete, polygon: [[4, -14], [13, -14], [13, -10], [4, -10]]}\n");
    read_messages(text, &messages);
    assert_int_equal(messages.error_count, 0);
}

/// A road that goes round three sides of a field; `wall` and `ground` decide whether it pays to
/// drive straight across.
static const char *detour(char out[1024], const char *ground, const char *wall) {
    snprintf(out, 1024,
             TRACK_HEAD "ground: %s\nribbons:\n  - curve: round\n    radius: 15\n    width: 10\n"
                        "    shoulder: none\n    wall: %s\n"
                        "    points: [[-100, 0], [-30, 0], [-30, 80], [30, 80], [30, 0], [100, 0], "
                        "[100, 140], [-100, 140]]\n"
                        "finish: {on: main, s: 30}\n"
                        "gates:\n  - {left: [60, 5], right: [60, -5]}\n"
                        "  - {left: [0, 135], right: [0, 145]}\n",
             ground, wall);
    return out;
}

static void a_field_that_saves_a_detour_is_a_shortcut(void **state) {
    (void)state;
    MessageList messages;
    char text[1024];
    read_messages(detour(text, "grass", "none"), &messages);
    assert_int_equal(messages.error_count, 0);
    assert_int_equal(count_code(&messages, MESSAGE_W704), 1);
    int metres = 0;
    for (int i = 0; i < messages.count; i++) {
        if (messages.items[i].code == MESSAGE_W704) {
            const char *saves = strstr(messages.items[i].text, "saves as much as ");
            assert_non_null(saves);
            metres = atoi(saves + strlen("saves as much as "));
            assert_near(messages.items[i].x, 0.0f, 15.0f);
            assert_near(messages.items[i].y, 0.0f, 15.0f);
        }
    }
    // twice 80 m up and down, less some 45 m that corners cut, and about 50 m of grass cost double
    assert_in_range(metres, 55, 75);
}

// It saves the same wherever the next gate stands: what comes after it does not count. From 940 m
// on there is a better one, straight through the infield to that gate: it comes round its end
// first.
static void a_shortcut_is_found_however_long_its_leg_is(void **state) {
    (void)state;
    for (int s = 340; s <= 1000; s += 60) {
        char text[1024];
        MessageList messages;
        snprintf(text, sizeof text,
                 TRACK_HEAD
                 "ribbons:\n  - curve: round\n    radius: 25\n    width: 12\n    wall: none\n"
                 "    points: [[-150, 0], [-40, 0], [-40, 90], [40, 90], [40, 0], [350, 0], "
                 "[350, 260], [-150, 260]]\n"
                 "finish: {on: main, s: 30}\n"
                 "gates: [{on: main, s: 60}, {on: main, s: %d}, {on: main, s: 1100}]\n",
                 s);
        read_messages(text, &messages);
        assert_int_equal(messages.error_count, 0);
        int told = 0;
        for (int i = 0; i < messages.count; i++) {
            const Message *message = &messages.items[i];
            if (message->code == MESSAGE_W704 && strstr(message->text, "gate 1 to gate 2 ")) {
                told++;
                assert_int_equal(strstr(message->text, "saves as much as 42 m") != NULL, s < 940);
            }
        }
        assert_int_equal(told, 1);
    }
}

// Straight on through bends to either side, none of which is worth a word alone.
static void many_small_cuts_in_a_row_are_one_shortcut(void **state) {
    (void)state;
    MessageList messages;
    char text[2048];
    int length = snprintf(text, sizeof text,
                          TRACK_HEAD "ground: asphalt\nribbons:\n  - width: 6\n    wall: none\n"
                                     "    points: [[-80, 0]");
    for (int i = 0; i < 12; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, ", [%d, %d]", 25 * i,
                           i % 2 ? 14 : -14);
    }
    snprintf(text + length, sizeof text - (size_t)length,
             ", [400, 0], [460, 120], [400, 240], [-80, 240], [-140, 120]]\n"
             "finish: {on: main, s: 20}\ngates: [{on: main, s: 40}, {on: main, s: 700}]\n");
    read_messages(text, &messages);
    assert_int_equal(messages.error_count, 0);
    assert_true(count_code(&messages, MESSAGE_W704) >= 1);
    assert_in_range((int)(messages.items[0].x + 100.0f), 100, 375);
}

// Nobody has to leave the road to leave out a loop: a gate has to stand on it.
static void a_loop_that_begins_and_ends_at_a_crossing_needs_a_gate(void **state) {
    (void)state;
    static const char eight[] =
        TRACK_HEAD "ribbons:\n  - curve: round\n    radius: 25\n    width: 12\n"
                   "    points: [[-100, -70], [100, 70], [160, 0], [100, -70], [-100, 70], "
                   "[-160, 0]]\nfinish: {on: main, s: 60}\ngates: [%s{on: main, s: 560}]\n";
    for (int i = 0; i < 2; i++) {
        char text[1024];
        MessageList messages;
        snprintf(text, sizeof text, eight, i == 0 ? "" : "{on: main, s: 320}, ");
        read_messages(text, &messages);
        assert_int_equal(messages.error_count, 0);
        assert_int_equal(count_code(&messages, MESSAGE_W704), i == 0);
        if (i == 0) { // the road passes the origin twice
            assert_near(messages.items[0].x, 0.0f, 20.0f);
            assert_near(messages.items[0].y, 0.0f, 20.0f);
        }
    }
}

// Back along the road, round the end of the finish and over it: two turns cost more than that
// saves.
static void nobody_turns_round_twice_to_save_time(void **state) {
    (void)state;
    MessageList messages;
    read_messages(TRACK_HEAD
                  "ribbons:\n  - curve: round\n    width: 14\n    radius: 24\n    wall: none\n"
                  "    points: [[0, 0], [130, 0], [130, 60], [0, 60]]\n"
                  "finish: {on: main, s: 30}\ngates: [{on: main, s: 170}]\n",
                  &messages);
    assert_int_equal(messages.count, 0);
}

static void no_shortcut_is_said_where_walls_or_sand_forbid_it(void **state) {
    (void)state;
    MessageList messages;
    char text[1024];
    read_messages(detour(text, "grass", "{material: steel}"), &messages);
    assert_int_equal(messages.count, 0);
    read_messages(detour(text, "sand", "none"), &messages);
    assert_int_equal(count_code(&messages, MESSAGE_W704), 0);
}

/// A branch of TRACK_OVAL from (-70, 0) to (-10, -35).
#define BRANCH_HEAD  "{closed: false, curve: sharp, width: 8, points: ["
#define BRANCH_THERE BRANCH_HEAD "[-70, 0], [-110, 0], [-110, -60], [-20, -70], [-10, -35]]"
#define BRANCH_BACK  BRANCH_HEAD "[-10, -35], [-20, -70], [-110, -60], [-110, 0], [-70, 0]]"

/// Another whose ends lie off the road.
#define BRANCH_APART BRANCH_HEAD "[-100, 0], [-110, 0], [-110, -60], [-20, -70], [-10, -60]]"

static void a_branch_past_a_gate_is_told_unless_the_gate_stands_on_both(void **state) {
    (void)state;
    static const char beside[] = "  - {left: [-56, -10], right: [-84, -10]}\n";
    static const char before[] = "  - {left: [-56, 12], right: [-84, 12]}\n";
    static const char where_it_leaves[] = "  - {left: [-56, -0.5], right: [-84, -0.5]}\n";
    static const char two_beside[] = "  - {left: [-56, -10], right: [-84, -10]}\n"
                                     "  - {left: [-30, -28], right: [-30, -42]}\n";
    static const char on_both[] = "  - any:\n    - {left: [-56, -10], right: [-84, -10]}\n"
                                  "    - {left: [-104, -10], right: [-116, -10]}\n";
    static const struct {
        const char *branch, *gates, *told;
    } cases[] = {
        {BRANCH_THERE ", id: cut}", beside, "ribbon \"cut\" miss gate 1 at (-70.00, -10.00)"},
        {BRANCH_THERE "}", beside, "ribbon #2 miss gate 1 at (-70.00, -10.00)"},
        {BRANCH_BACK "}", beside, "ribbon #2 miss gate 1 at"}, // against the way it is driven
        {BRANCH_THERE "}", two_beside, "ribbon #2 miss gate 1 at"},
        {BRANCH_BACK "}", two_beside, "ribbon #2 miss gate 1 at"},
        {BRANCH_APART "}", beside, NULL},
        {BRANCH_THERE "}", on_both, NULL},
        {BRANCH_THERE "}", before, NULL},
        {BRANCH_THERE "}", where_it_leaves, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        MessageList messages;
        char text[1024];
        snprintf(text, sizeof text, TRACK_OVAL "  - %s\nfinish: {on: main, s: 120}\ngates:\n%s",
                 cases[i].branch, cases[i].gates);
        read_messages(text, &messages);
        assert_int_equal(messages.error_count, 0);
        assert_int_equal(count_code(&messages, MESSAGE_W710), cases[i].told ? 1 : 0);
        for (int k = 0; k < messages.count && cases[i].told; k++) {
            const Message *message = &messages.items[k];
            assert_int_equal(message->code, MESSAGE_W710);
            assert_non_null(strstr(message->text, cases[i].told));
            assert_int_equal(message->place.line, 8);
            assert_int_equal(message->place.column, 5);
            assert_true(message->has_position);
            assert_near(message->x, -70.0f, 0.01f);
            assert_near(message->y, -10.0f, 0.01f);
        }
    }
}

static void a_gate_before_or_behind_a_branch_of_an_open_road_is_not_missed(void **state) {
    (void)state;
    for (int s = 30; s < 280; s += 10) {
        MessageList messages;
        char text[1024];
        snprintf(text, sizeof text,
                 TRACK_HEAD "laps: 1\nribbons:\n"
                            "  - {closed: false, width: 14, points: [[0, 0], [300, 0]]}\n"
                            "  - {closed: false, width: 8, curve: sharp, points: [[95, 0], [110, "
                            "60], [190, 60], [205, 0]]}\n"
                            "finish: {on: main, s: 290}\ngates:\n  - {on: main, s: %d}\n",
                 s);
        read_messages(text, &messages);
        assert_int_equal(messages.error_count, 0);
        assert_int_equal(count_code(&messages, MESSAGE_W710), s > 95 && s < 205);
    }
}

/// Points of lines round TRACK_OVAL: one that rivals can follow, and one that leaves out a gate.
#define LINE_ROUND \
    "points: [[-70, 0], [-50, -33], [0, -35], [50, -33], [70, 0], [50, 33], [0, 35], [-50, 33]]}\n"
#define LINE_SHORT \
    "points: [[-70, 0], [-50, -33], [0, -35], [50, -33], [30, 0], [50, 33], [0, 35], [-50, 33]]}\n"

static void what_mends_a_branch_past_a_gate_names_the_gate_or_the_finish(void **state) {
    (void)state;
    static const struct {
        const char *text, *help;
    } cases[] = {
        {"finish: {on: main, s: 120}\ngates:\n  - {left: [-56, -10], right: [-84, -10]}\n",
         "give the gate `any` with a line across that branch too"},
        {"finish: {left: [-56, -10], right: [-84, -10]}\ngates: []\n",
         "give the finish `any` with a line across that branch too"},
    };
    for (int i = 0; i < 2; i++) {
        char text[1024];
        MessageList messages;
        snprintf(text, sizeof text, TRACK_BRANCH "%s", cases[i].text);
        read_messages(text, &messages);
        assert_int_equal(count_code(&messages, MESSAGE_W710), 1);
        for (int k = 0; k < messages.count; k++) {
            if (messages.items[k].code == MESSAGE_W710) {
                assert_string_equal(messages.items[k].help, cases[i].help);
            }
        }
    }
}

static void a_line_that_leaves_out_a_gate_is_told_and_one_round_the_lap_is_not(void **state) {
    (void)state;
    static const char open[] = "  - {closed: false, points: [[0, 0], [9, 9], [20, 0]]}\n";
    static const struct {
        const char *first, *second, *told;
        int line;
    } cases[] = {
        {"  - {name: dry, " LINE_ROUND, "", NULL, 0},
        {"  - {name: dry, " LINE_SHORT, "", "line \"dry\" does not cross gate 1 ", 9},
        {open, "", NULL, 0},
        {open, "  - {" LINE_SHORT, "line #2 does not cross gate 1 ", 10},
        {"  - {" LINE_SHORT, "  - {" LINE_ROUND, "line #1 does not cross gate 1 ", 9},
        {"  - {" LINE_ROUND, "  - {" LINE_SHORT, NULL, 0}, // rivals follow the first
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        MessageList messages;
        char text[1024];
        snprintf(text, sizeof text, TRACK_OVAL "lines:\n%s%s", cases[i].first, cases[i].second);
        read_messages(text, &messages);
        assert_int_equal(messages.count, cases[i].told ? 1 : 0);
        if (cases[i].told) {
            const Message *message = &messages.items[0];
            assert_int_equal(message->code, MESSAGE_W711);
            assert_non_null(strstr(message->text, cases[i].told));
            assert_int_equal(message->place.line, cases[i].line);
            assert_int_equal(message->place.column, 5);
            assert_true(message->has_position);
            assert_near(message->x, 60.0f, 5.0f);
            assert_near(message->y, -28.0f, 5.0f);
        }
    }
}

/// Signed distance from a point to the nearest of `count` pieces, one by one.
static float distance_to_pieces(const WallPiece *pieces, int count, vec2s point) {
    float nearest = INFINITY;
    for (int i = 0; i < count; i++) {
        const Shape *shape = &pieces[i].shape;
        vec2s local = glms_vec2_sub(point, pieces[i].origin);
        bool inside = shape->count > 2 && shape_contains(shape, local);
        for (int k = 0; k < shape->count; k++) {
            vec2s a = shape_point(shape, k);
            vec2s b = shape_point(shape, (k + 1) % shape->count);
            float distance = sqrtf(segment_distance2(a, b, local, NULL)) - shape->radius;
            nearest = fminf(nearest, inside ? -distance : distance);
        }
    }
    return nearest;
}

static void cells_are_taken_where_a_wall_is_nearer_than_the_radius(void **state) {
    (void)state;
    Random random = random_make(3, 0);
    for (int round = 0; round < 30; round++) {
        WallPiece pieces[8];
        int count = 0;
        pieces[count++] =
            wall_piece_of_circle((vec2s){{random_range(&random, -15.0f, 15.0f), 4.0f}},
                                 random_range(&random, 0.1f, 5.0f), 0.5f, 0.5f, 0);
        for (int i = 0; i < 5; i++) {
            vec2s line[2];
            for (int k = 0; k < 2; k++) {
                line[k].x = random_range(&random, -20.0f, 20.0f);
                line[k].y = random_range(&random, -20.0f, 20.0f);
            }
            count += wall_pieces_of_line(line, 2, false, random_range(&random, 0.2f, 2.0f), 0, 0.5f,
                                         0.5f, 1 + i, pieces + count, 8 - count);
        }
        Arena arena = {0};
        Box box = {{{-20.0f, -20.0f}}, {{20.0f, 20.0f}}};
        float radius = random_range(&random, 0.0f, 3.0f);
        FreeSpace space = free_space_make(pieces, count, box, 0.5f, radius, &arena);
        for (ptrdiff_t cell = 0; cell < (ptrdiff_t)space.columns * space.rows; cell++) {
            float distance = distance_to_pieces(pieces, count, free_space_middle(&space, cell));
            if (fabsf(distance - radius) > 1e-3f) {
                assert_int_equal(free_space_is_free(&space, cell), distance > radius);
            }
        }
        arena_destroy(&arena);
    }
}

static void cells_are_taken_where_a_box_of_a_heading_meets_a_wall(void **state) {
    (void)state;
    Random random = random_make(8, 0);
    for (int round = 0; round < 60; round++) {
        WallPiece pieces[16];
        vec2s middle = {{random_range(&random, -15.0f, 15.0f), 4.0f}};
        int count = 0;
        pieces[count++] =
            wall_piece_of_circle(middle, random_range(&random, 0.1f, 5.0f), 0.5f, 0.5f, 0);
        bool upright = round % 2 == 0; // sides of walls that lie flat, or all but, on the box's
        float tilt = round % 8 < 4 ? 0.0f : 3e-3f;
        for (int i = 0; i < 3; i++) {
            vec2s line[2];
            for (int k = 0; k < 2; k++) {
                line[k].x = random_range(&random, -20.0f, 20.0f);
                line[k].y = random_range(&random, -20.0f, 20.0f);
            }
            line[1].x = upright && i == 0 ? line[0].x + tilt : line[1].x;
            line[1].y = upright && i == 1 ? line[0].y + tilt : line[1].y;
            count += wall_pieces_of_line(line, 2, false, random_range(&random, 0.2f, 2.0f), 0, 0.5f,
                                         0.5f, 1 + i, pieces + count, 16 - count);
        }
        Arena arena = {0};
        Box box = {{{-20.0f, -20.0f}}, {{20.0f, 20.0f}}};
        vec2s size = {{random_range(&random, 1.0f, 6.0f), random_range(&random, 0.5f, 3.0f)}};
        float angle = upright ? 0.5f * TRIG_PI * (float)(round % 4 / 2)
                              : random_range(&random, 0.0f, TRIG_PI);
        Rotation heading = rotation_make(angle);
        FreeSpace space = free_space_make_box(pieces, count, box, 0.5f, size, heading, &arena);
        Shape car = shape_box((vec2s){{0.0f, 0.0f}}, size.x, size.y);
        for (ptrdiff_t cell = 0; cell < (ptrdiff_t)space.columns * space.rows; cell++) {
            Transform stand = {free_space_middle(&space, cell), heading};
            float distance = INFINITY;
            for (int i = 0; i < count; i++) {
                Transform at = transform_relative(stand, wall_piece_at(&pieces[i]));
                distance =
                    fminf(distance, sat_signed_distance(&car, &pieces[i].shape, at).distance);
            }
            if (fabsf(distance) > 1e-3f) {
                assert_int_equal(free_space_is_free(&space, cell), distance > 0.0f);
            }
        }
        arena_destroy(&arena);
    }
}

static void a_flood_reaches_what_steps_of_eight_directions_reach(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    for (int round = 0; round < 60; round++) {
        Arena arena = {0};
        Box box = {{{0.0f, 0.0f}}, {{(float)(20 + round * 3), 31.0f}}};
        FreeSpace space = free_space_make(NULL, 0, box, 1.0f, 0.5f, &arena);
        ptrdiff_t cells = (ptrdiff_t)space.columns * space.rows;
        for (ptrdiff_t cell = 0; cell < cells; cell++) {
            if (random_range(&random, 0.0f, 1.0f) < 0.55f) {
                free_space_set(&space, space.taken, cell, true);
            }
        }
        ptrdiff_t start = cells / 2;
        uint64_t *reached = free_space_bitmap(&space, &arena);
        free_space_flood(&space, start, reached);
        uint8_t *known = arena_alloc(&arena, (size_t)cells);
        known[start] = free_space_is_free(&space, start);
        for (bool grew = true; grew;) { // one cell at a time, until nothing is added
            grew = false;
            for (ptrdiff_t cell = 0; cell < cells; cell++) {
                int x = (int)(cell % space.columns);
                int y = (int)(cell / space.columns);
                for (int k = 0; k < 9 && !known[cell] && free_space_is_free(&space, cell); k++) {
                    int to_x = x + k % 3 - 1;
                    int to_y = y + k / 3 - 1;
                    bool in = to_x >= 0 && to_y >= 0 && to_x < space.columns && to_y < space.rows;
                    if (in && known[to_y * space.columns + to_x]) {
                        known[cell] = 1;
                        grew = true;
                    }
                }
            }
        }
        for (ptrdiff_t cell = 0; cell < cells; cell++) {
            assert_int_equal(free_space_has(&space, reached, cell), known[cell]);
        }
        arena_destroy(&arena);
    }
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gap_as_wide_as_the_help_says_is_a_way_and_one_as_wide_as_a_car_is_none),
        cmocka_unit_test(a_gap_is_looked_for_with_the_width_of_a_car),
        cmocka_unit_test(the_message_names_the_gates_and_the_place_where_the_way_ends),
        cmocka_unit_test(a_gate_that_faces_against_the_ring_is_not_reached),
        cmocka_unit_test(rocks_across_a_walled_road_block_it_where_they_stand),
        cmocka_unit_test(a_wall_on_the_very_line_of_a_gate_blocks_it),
        cmocka_unit_test(what_blocks_the_way_is_named_and_what_stands_off_the_road_is_to_be_moved),
        cmocka_unit_test(a_gate_on_a_bend_reaches_from_wall_to_wall),
        cmocka_unit_test(a_car_may_not_go_back_over_the_gate_it_came_through),
        cmocka_unit_test(a_second_lap_needs_a_way_back_and_one_lap_does_not),
        cmocka_unit_test(water_that_puts_cars_back_is_no_way_and_a_bridge_over_it_is_one),
        cmocka_unit_test(a_field_that_saves_a_detour_is_a_shortcut),
        cmocka_unit_test(a_shortcut_is_found_however_long_its_leg_is),
        cmocka_unit_test(many_small_cuts_in_a_row_are_one_shortcut),
        cmocka_unit_test(a_loop_that_begins_and_ends_at_a_crossing_needs_a_gate),
        cmocka_unit_test(nobody_turns_round_twice_to_save_time),
        cmocka_unit_test(no_shortcut_is_said_where_walls_or_sand_forbid_it),
        cmocka_unit_test(a_branch_past_a_gate_is_told_unless_the_gate_stands_on_both),
        cmocka_unit_test(a_gate_before_or_behind_a_branch_of_an_open_road_is_not_missed),
        cmocka_unit_test(what_mends_a_branch_past_a_gate_names_the_gate_or_the_finish),
        cmocka_unit_test(a_line_that_leaves_out_a_gate_is_told_and_one_round_the_lap_is_not),
        cmocka_unit_test(cells_are_taken_where_a_wall_is_nearer_than_the_radius),
        cmocka_unit_test(cells_are_taken_where_a_box_of_a_heading_meets_a_wall),
        cmocka_unit_test(a_flood_reaches_what_steps_of_eight_directions_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
