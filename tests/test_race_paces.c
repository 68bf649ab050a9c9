/// The last races of people, in the file of records.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "store/race_paces.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "user_folder.h"

static char path[PATH_LIMIT];
static MessageList messages;

static int set_up(void **state) {
    messages = (MessageList){0};
    assert_int_equal(user_folder_make(state), 0);
    snprintf(path, sizeof path, "%s/axle/records.db", user_folder);
    return 0;
}

static int clear_up(void **state) { return user_folder_remove(state); }

static Records *open_records(void) {
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    assert_int_equal(messages.count, 0);
    return records;
}

static RacePace race_of(const char *player, double lap_s) {
    RacePace pace = {.race_version = RACE_VERSION,
                     .track = {1, 0xFEDC},
                     .car = {3, 4},
                     .helps = RECORD_LATCH,
                     .date = 1700000000,
                     .lap_s = lap_s,
                     .ideal_s = 25.5,
                     .beaten = 0.6};
    snprintf(pace.player, sizeof pace.player, "%s", player);
    return pace;
}

static void add(Records *records, RacePace pace) {
    assert_true(race_paces_add(records, &pace, &messages));
}

static int count_of(Records *records, const char *player) {
    RacePaceList list;
    assert_true(race_paces_list(records, player, &list, &messages));
    int count = list.count;
    race_paces_list_destroy(&list);
    return count;
}

/// Does what another program might.
static void change_by(const char *sql) {
    sqlite3 *file;
    char *wrong = NULL;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    sqlite3_exec(file, sql, NULL, NULL, &wrong);
    assert_null(wrong);
    sqlite3_close(file);
}

static void a_race_comes_back_as_it_was_and_the_newest_first(void **state) {
    (void)state;
    Records *records = open_records();
    RacePace first = race_of("Ünal \"; DROP", 31.0 / 7.0), second = race_of(first.player, 40.0);
    second.track.low++;
    add(records, first);
    add(records, second);
    add(records, race_of("Bo", 30.0));
    records_close(records);
    records = open_records();
    RacePaceList list;
    assert_true(race_paces_list(records, first.player, &list, &messages));
    assert_int_equal(list.count, 2);
    const RacePace *back = &list.items[1];
    assert_true(hash_equal128(back->track, first.track) && hash_equal128(back->car, first.car));
    assert_true(hash_equal128(list.items[0].track, second.track));
    assert_true(back->lap_s == first.lap_s && back->ideal_s == first.ideal_s);
    assert_true(back->beaten == first.beaten && back->date == first.date);
    assert_int_equal(back->helps, first.helps);
    assert_int_equal(back->race_version, RACE_VERSION);
    assert_string_equal(back->player, first.player);
    race_paces_list_destroy(&list);
    records_close(records);
}

static void the_last_five_of_a_kind_stay(void **state) {
    (void)state;
    Records *records = open_records();
    for (int i = 0; i < 9; i++) {
        add(records, race_of("Ada", 40.0 - i));
    }
    RacePace other[3] = {race_of("Ada", 50.0), race_of("Ada", 50.0), race_of("Ada", 50.0)};
    other[0].track.low++;
    other[1].car.low++;
    other[2].helps = 0;
    for (int i = 0; i < 3; i++) {
        add(records, other[i]);
    }
    add(records, race_of("Bo", 50.0));
    RacePaceList list;
    assert_true(race_paces_list(records, "Ada", &list, &messages));
    assert_int_equal(list.count, RACE_PACES_KEPT + 3);
    for (int i = 0; i < RACE_PACES_KEPT; i++) {
        assert_near(list.items[3 + i].lap_s, 32.0 + i, 0.0);
    }
    race_paces_list_destroy(&list);
    assert_int_equal(count_of(records, "Bo"), 1);
    records_close(records);
}

static void a_file_from_before_there_were_any_gets_them(void **state) {
    (void)state;
    Records *records = open_records();
    Record record = {.key = {.race_version = RACE_VERSION}, .time_s = 60.0, .player = "Ada"};
    assert_true(records_add(records, &record, "replay", 6, NULL, &messages));
    records_close(records);
    change_by("DROP TABLE race_pace; PRAGMA user_version = 1");
    records = open_records();
    add(records, race_of("Ada", 30.0));
    assert_int_equal(count_of(records, "Ada"), 1);
    records_close(records);
    records = open_records();
    RecordList list;
    assert_true(records_list(records, NULL, &list, &messages));
    assert_int_equal(list.count, 1);
    records_list_destroy(&list);
    assert_int_equal(count_of(records, "Ada"), 1);
    records_close(records);
}

static void assert_kept_aside(const char *sql) {
    records_close(open_records());
    change_by(sql);
    messages = (MessageList){0};
    records_close(records_open(path, &messages));
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.items[0].code, MESSAGE_E921);
    messages = (MessageList){0};
}

static void another_table_of_that_name_is_not_ours(void **state) {
    (void)state;
    assert_kept_aside("DROP TABLE race_pace");
    assert_kept_aside("PRAGMA user_version = 1"); // but it has them
    assert_kept_aside("DROP TABLE race_pace; CREATE TABLE race_pace (player TEXT)");
    assert_kept_aside("ALTER TABLE race_pace ADD COLUMN more TEXT");
    assert_kept_aside("PRAGMA user_version = 0");
}

static void rows_that_make_no_sense_are_left_out(void **state) {
    (void)state;
    static const char *const changes[] = {
        "lap_s = 0.0",     "lap_s = -1.0",        "lap_s = 1e300",     "ideal_s = 0.0",
        "ideal_s = 9e999", "beaten = 1.5",        "beaten = -0.1",     "helps = 32",
        "helps = -1",      "date = -1",           "race_version = -1", "track_hash = 'abc'",
        "car_hash = 'x'",  "date = 253402300800",
    };
    enum {
        CHANGES = sizeof changes / sizeof changes[0]
    };
    Records *records = open_records();
    for (int i = 0; i < CHANGES; i++) {
        RacePace pace = race_of("Ada", 30.0);
        pace.car.low += (uint64_t)i; // each of its kind
        add(records, pace);
    }
    add(records, race_of("Ada", 31.0));
    records_close(records);
    for (int i = 0; i < CHANGES; i++) {
        char sql[128];
        snprintf(sql, sizeof sql, "UPDATE race_pace SET %s WHERE id = %d", changes[i], i + 1);
        change_by(sql);
    }
    records = open_records();
    assert_int_equal(count_of(records, "Ada"), 1);
    assert_int_equal(messages.count, 0);
    records_close(records);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_race_comes_back_as_it_was_and_the_newest_first),
        IN_FOLDER(the_last_five_of_a_kind_stay),
        IN_FOLDER(a_file_from_before_there_were_any_gets_them),
        IN_FOLDER(another_table_of_that_name_is_not_ours),
        IN_FOLDER(rows_that_make_no_sense_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
