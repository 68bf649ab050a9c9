// Dead ends that a car can slide into but not drive out of (W708).
#include "geometry/trig.h"
#include "track_check/dead_ends.h"

#include <math.h>

#include "track_text.h"

enum {
    WALLS_SIZE = 4096,
    FIRST_WALL_LINE = 10, ///< Of the walls that a test adds to the yard.
};

/// The GT of cars/: what `axle check` looks for room for.
static const DeadEndCar gt = {
    .length = 4.6f, .width = 2.02f, .to_axle = 1.28f, .turn_radius = 5.96f};

static const DeadEndCar kart = {
    .length = 1.95f, .width = 1.4f, .to_axle = 0.4f, .turn_radius = 1.7f};

/// How many dead ends a yard has with `walls` in it; `*message` (may be NULL) is the first.
static int count_dead_ends(const char *walls, const DeadEndCar *car, Message *message) {
    char text[2 * WALLS_SIZE];
    snprintf(text, sizeof text,
             TRACK_HEAD
             "laps: 1\n"
             "finish: {left: [30, 19.5], right: [30, -19.9]}\n"
             "gates:\n  - {left: [-20, 19.5], right: [-20, -19.9]}\n"
             "grid: {slots: [[-40, 0, 0]]}\n"
             "walls:\n"
             "  - {polyline: [[-60, -20], [-60, 20], [60, 20], [60, -20]], thickness: 0.5}\n"
             "%s",
             walls);
    Track track = track_of(text);
    MessageList messages = {0};
    dead_ends_check(&track, car, &messages);
    for (int i = 0; i < messages.count; i++) {
        assert_int_equal(messages.items[i].code, MESSAGE_W708);
    }
    if (message && messages.count > 0) {
        *message = messages.items[0];
    }
    int count = messages.count;
    track_destroy(&track);
    return count;
}

/// A wall along the yard with a niche of `length` x `depth` m in its middle.
static const char *niche(char out[512], double length, double depth) {
    double half = 0.5 * length;
    snprintf(out, 512,
             "  - {id: kerbside, polygon: [[-60, -20], [%.3f, -20], [%.3f, %.3f], [%.3f, %.3f], "
             "[%.3f, -20], [60, -20], [60, -30], [-60, -30]]}\n",
             -half, -half, -20.0 - depth, half, -20.0 - depth, half);
    return out;
}

static void a_niche_hardly_longer_than_the_car_is_a_dead_end(void **state) {
    (void)state;
    char walls[512];
    Message message = {0};
    assert_int_equal(count_dead_ends(niche(walls, 5.4, 3.0), &gt, &message), 1);
    assert_string_equal(strchr(message.text, 'b'),
                        strstr(message.text, "beside wall \"kerbside\""));
    assert_true(message.has_position);
    assert_near(message.x, 0.0f, 1.0f);
    assert_in_range((int)-message.y, 20, 22);
    assert_int_equal(count_dead_ends(niche(walls, 5.8, 4.0), &gt, NULL), 1);
}

static void a_dead_end_is_told_at_the_line_of_the_nearest_wall(void **state) {
    (void)state;
    char walls[1024] = "  - {rect: {center: [-6, -16], size: [1, 1]}}\n";
    niche(walls + strlen(walls), 5.4, 3.0);
    strcat(walls, "  - {rect: {center: [6, -16], size: [1, 1]}}\n");
    Message message = {0};
    assert_int_equal(count_dead_ends(walls, &gt, &message), 1);
    assert_non_null(strstr(message.text, "beside wall \"kerbside\""));
    assert_int_equal(message.place.line, FIRST_WALL_LINE + 1);
    assert_int_equal(message.place.column, 5);
}

static void a_niche_with_room_to_pull_out_is_none(void **state) {
    (void)state;
    char walls[512];
    assert_int_equal(count_dead_ends(niche(walls, 8.5, 3.0), &gt, NULL), 0);
    assert_int_equal(count_dead_ends(niche(walls, 12.0, 2.2), &gt, NULL), 0);
}

static void a_niche_that_the_car_does_not_fit_into_is_none(void **state) {
    (void)state;
    char walls[512];
    assert_int_equal(count_dead_ends(niche(walls, 4.5, 3.0), &gt, NULL), 0);
    assert_int_equal(count_dead_ends(niche(walls, 5.4, 0.5), &gt, NULL), 0);
}

static void a_kart_turns_where_a_car_cannot(void **state) {
    (void)state;
    char walls[512];
    assert_int_equal(count_dead_ends(niche(walls, 5.4, 3.0), &kart, NULL), 0);
}

static void an_alley_that_a_car_drives_into_lets_it_back_out(void **state) {
    (void)state;
    char walls[512];
    assert_int_equal(count_dead_ends(niche(walls, 2.6, 9.0), &gt, NULL), 0);
    // a wedge: the nose goes in until both corners touch
    assert_int_equal(
        count_dead_ends("  - {polygon: [[-60, -20], [-3, -20], [0, -29], [3, -20], [60, "
                        "-20], [60, -30], [-60, -30]]}\n",
                        &gt, NULL),
        0);
}

/// Adds a block of wall with a niche of 5.4 x 3 m in the side that looks along `angle` (rad), the
/// middle of that side at (x, y).
static void add_block(char walls[WALLS_SIZE], float x, float y, float angle) {
    static const float corners[8][2] = {{0.0f, -5.0f}, {0.0f, -2.7f}, {-3.0f, -2.7f},
                                        {-3.0f, 2.7f}, {0.0f, 2.7f},  {0.0f, 5.0f},
                                        {-5.0f, 5.0f}, {-5.0f, -5.0f}};
    TrigPair turn = trig_sincos(angle);
    size_t size = strlen(walls);
    size += (size_t)snprintf(walls + size, WALLS_SIZE - size, "  - {polygon: [");
    for (int i = 0; i < 8; i++) {
        size +=
            (size_t)snprintf(walls + size, WALLS_SIZE - size, "%s[%.3f, %.3f]", i > 0 ? ", " : "",
                             (double)(x + turn.cos * corners[i][0] - turn.sin * corners[i][1]),
                             (double)(y + turn.sin * corners[i][0] + turn.cos * corners[i][1]));
    }
    snprintf(walls + size, WALLS_SIZE - size, "]}\n");
}

static void a_niche_that_looks_aslant_is_told_once(void **state) {
    (void)state;
    for (int i = 1; i <= 5; i++) {
        char walls[WALLS_SIZE] = "";
        add_block(walls, 45.0f, 0.0f, TRIG_PI * (float)i / 8.0f);
        assert_int_equal(count_dead_ends(walls, &gt, NULL), 1);
    }
}

static void each_of_several_niches_is_told_up_to_a_limit(void **state) {
    (void)state;
    static const float columns[] = {-52.0f, -30.0f, -9.0f, 4.0f, 17.0f, 40.0f, 53.0f};
    char walls[WALLS_SIZE] = "";
    for (int i = 0; i < 14; i++) {
        add_block(walls, columns[i % 7], i < 7 ? 10.0f : -8.0f, 0.5f * TRIG_PI);
        int count = count_dead_ends(walls, &gt, NULL);
        assert_int_equal(count, i < DEAD_ENDS_MAX ? i + 1 : DEAD_ENDS_MAX);
    }
}

static void a_dead_end_is_found_where_the_grid_is_and_where_the_gates_are(void **state) {
    (void)state;
    // a gap that a car fits through, but cannot turn in, parts the grid from the gates
    static const char parted[] = "  - {polyline: [[-30, 20], [-30, 2]], thickness: 0.5}\n"
                                 "  - {polyline: [[-30, -2], [-30, -20]], thickness: 0.5}\n";
    char walls[WALLS_SIZE];
    niche(walls, 12.0, 3.0);
    strcat(walls, parted);
    add_block(walls, 45.0f, 0.0f, 0.0f);
    assert_int_equal(count_dead_ends(walls, &gt, NULL), 1);
    niche(walls, 12.0, 3.0);
    strcat(walls, parted);
    add_block(walls, -50.0f, 0.0f, 0.0f);
    assert_int_equal(count_dead_ends(walls, &gt, NULL), 1);
}

static void water_that_puts_cars_back_is_no_dead_end(void **state) {
    (void)state;
    char walls[1024];
    niche(walls, 5.4, 3.0);
    strcat(walls,
           "zones:\n  - {surface: grass, polygon: [[-9, -24], [9, -24], [9, -18], [-9, -18]]}\n");
    assert_int_equal(count_dead_ends(walls, &gt, NULL), 1);
    strcat(walls, "  - {surface: deep, polygon: [[-8, -24], [8, -24], [8, -19], [-8, -19]]}\n");
    assert_int_equal(count_dead_ends(walls, &gt, NULL), 0);
}

static void what_no_race_leads_to_is_no_dead_end(void **state) {
    (void)state;
    // the niche of the first test with a fence before it
    char walls[1024];
    niche(walls, 5.4, 3.0);
    strcat(walls, "  - {polyline: [[-6, -19.6], [6, -19.6]], thickness: 0.5}\n");
    assert_int_equal(count_dead_ends(walls, &gt, NULL), 0);
}

static void a_dead_end_is_told_once_and_the_same_each_time(void **state) {
    (void)state;
    char walls[512];
    Message first = {0};
    Message second = {0};
    assert_int_equal(count_dead_ends(niche(walls, 5.5, 3.5), &gt, &first), 1);
    assert_int_equal(count_dead_ends(niche(walls, 5.5, 3.5), &gt, &second), 1);
    assert_string_equal(first.text, second.text);
}

static void no_shipped_track_has_one(void **state) {
    (void)state;
    static char *names[64];
    int count = file_list(TEST_DATA "/tracks", ".track.yaml", names, 64);
    assert_true(count >= 10);
    for (int i = 0; i < count; i++) {
        char *end = strstr(names[i], ".track.yaml");
        assert_non_null(end);
        *end = '\0';
        Track track = track_of_file(names[i]);
        MessageList messages = {0};
        dead_ends_check(&track, &gt, &messages);
        messages_print(&messages, stderr, NULL);
        assert_int_equal(messages.count, 0);
        track_destroy(&track);
        free(names[i]);
    }
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_niche_hardly_longer_than_the_car_is_a_dead_end),
        cmocka_unit_test(a_dead_end_is_told_at_the_line_of_the_nearest_wall),
        cmocka_unit_test(a_niche_with_room_to_pull_out_is_none),
        cmocka_unit_test(a_niche_that_the_car_does_not_fit_into_is_none),
        cmocka_unit_test(a_kart_turns_where_a_car_cannot),
        cmocka_unit_test(an_alley_that_a_car_drives_into_lets_it_back_out),
        cmocka_unit_test(a_niche_that_looks_aslant_is_told_once),
        cmocka_unit_test(each_of_several_niches_is_told_up_to_a_limit),
        cmocka_unit_test(a_dead_end_is_found_where_the_grid_is_and_where_the_gates_are),
        cmocka_unit_test(water_that_puts_cars_back_is_no_dead_end),
        cmocka_unit_test(what_no_race_leads_to_is_no_dead_end),
        cmocka_unit_test(a_dead_end_is_told_once_and_the_same_each_time),
        cmocka_unit_test(no_shipped_track_has_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
