/// The drivers of all folders, as a field is drawn from them.
#define _XOPEN_SOURCE 700 // for mkdtemp
#include "base/file.h"
#include "base/folder.h"
#include "session/load.h"
#include "session/roster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "user_folder.h"

enum {
    SHIPPED = 24
};

static Roster roster;
static MessageList messages;

static int set_up(void **state) {
    messages = (MessageList){.count = 0};
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    assert_int_equal(setenv("XDG_DATA_DIRS", "/nowhere", 1), 0);
    return user_folder_make(state);
}

static int tear_down(void **state) {
    roster_destroy(&roster);
    return user_folder_remove(state);
}

/// Puts a driver into the user's folder.
static void put(const char *id, const char *text) {
    char path[256];
    MessageList wrong = {0};
    snprintf(path, sizeof path, "%s/axle/drivers/%s.driver.yaml", user_folder, id);
    assert_true(folder_make(path, &wrong));
    assert_true(file_write(path, text, strlen(text), &wrong));
}

static int index_of(const char *id) {
    for (int i = 0; i < roster.count; i++) {
        if (strcmp(roster.ids[i], id) == 0) {
            return i;
        }
    }
    return -1;
}

static void the_shipped_drivers_are_there_in_order_of_name(void **state) {
    (void)state;
    roster_load(NULL, &roster, &messages);
    assert_int_equal(messages.count, 0);
    assert_int_equal(roster.count, SHIPPED);
    for (int i = 0; i < roster.count; i++) {
        assert_true(i == 0 || strcmp(roster.ids[i - 1], roster.ids[i]) < 0);
        assert_memory_equal(&roster.params[i], &roster.drivers[i].params, sizeof roster.params[i]);
        assert_ptr_equal(roster_driver(&roster, i), &roster.drivers[i]);
    }
    assert_string_equal(roster.ids[0], "ada-okonjo");
    assert_string_equal(roster.drivers[0].name, "Ada Okonjo");
    assert_null(roster_driver(&roster, -1)); // who has no character
}

static void ones_own_drivers_race_too_and_hide_shipped_ones_of_their_name(void **state) {
    (void)state;
    put("robin-ash", "format: driver/1\nname: Robin Ash\n");
    put("ada-okonjo", "format: driver/1\nname: Another Ada\npace: {corners: 0.9}\n");
    roster_load(NULL, &roster, &messages);
    assert_int_equal(messages.count, 0);
    assert_int_equal(roster.count, SHIPPED + 1);
    assert_true(index_of("robin-ash") > 0);
    assert_string_equal(roster.drivers[0].name, "Another Ada");
    assert_near(roster.params[0].corners, 0.9f, 0.0);
}

static void a_broken_file_is_named_and_left_out(void **state) {
    (void)state;
    put("broken", "format: driver/1\nname: Broken\npace: {corners: 9}\nnumber: 0\n");
    put("robin-ash", "format: driver/1\nname: Robin Ash\n");
    roster_load(NULL, &roster, &messages);
    assert_int_equal(roster.count, SHIPPED + 1);
    assert_int_equal(index_of("broken"), -1);
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.error_count, 0); // the race goes on without it
    assert_int_equal(messages.items[0].code, MESSAGE_W840);
    assert_non_null(strstr(messages.items[0].text, "\"broken\""));
    assert_non_null(strstr(messages.items[0].text, "number"));
    assert_non_null(strstr(messages.items[0].help, "axle check"));
}

static void of_more_than_sixty_four_the_first_by_name_race(void **state) {
    (void)state;
    for (int i = 0; i < 60; i++) {
        char id[32], text[64];
        snprintf(id, sizeof id, "a%02d", i); // before all shipped ones
        snprintf(text, sizeof text, "format: driver/1\nname: A %d\n", i);
        put(id, text);
    }
    roster_load(NULL, &roster, &messages);
    assert_int_equal(roster.count, FIELD_ROSTER_MAX);
    assert_string_equal(roster.ids[0], "a00");
    assert_int_equal(index_of("zeynep-aydar"), -1);
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.items[0].code, MESSAGE_W841);
    assert_non_null(strstr(messages.items[0].text, "84"));
}

static void a_field_is_drawn_from_them(void **state) {
    (void)state;
    roster_load(NULL, &roster, &messages);
    FieldRule rule = {.level = SKILL_HARD, .seed = 7};
    DriverParams drawn[RACE_MAX_CARS];
    int who[RACE_MAX_CARS];
    field_draw(&rule, roster.params, roster.count, 12, drawn, who);
    for (int i = 0; i < 12; i++) {
        assert_in_range(who[i], 0, roster.count - 1);
        assert_true(driver_params_are_valid(&drawn[i]));
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(who[i], who[k]);
        }
    }
}

static void a_data_folder_without_drivers_gives_none(void **state) {
    (void)state;
    char tracks[300];
    MessageList wrong = {0};
    snprintf(tracks, sizeof tracks, "%s/data/tracks/x", user_folder);
    assert_true(folder_make(tracks, &wrong));
    char data[300];
    snprintf(data, sizeof data, "%s/data", user_folder);
    roster_load(data, &roster, &messages);
    assert_int_equal(roster.count, 0);
    assert_int_equal(messages.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(the_shipped_drivers_are_there_in_order_of_name),
        TEST(ones_own_drivers_race_too_and_hide_shipped_ones_of_their_name),
        TEST(a_broken_file_is_named_and_left_out),
        TEST(of_more_than_sixty_four_the_first_by_name_race),
        TEST(a_field_is_drawn_from_them),
        TEST(a_data_folder_without_drivers_gives_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
