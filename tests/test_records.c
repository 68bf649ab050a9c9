/// Records on the disk: what is comparable, what a kill, another program, a damaged or a hostile
/// file costs. One argument asks for that many kills.
#define _XOPEN_SOURCE 700 // for mkdtemp
#include "base/file.h"
#include "base/random.h"
#include "store/records.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "long_test.h"
#include "test.h"
#include "user_folder.h"

enum {
    REPLAY_SIZE = 6000, // of a minute or two at the keys
};

static TestCount count;

/// A folder with a file of records.
typedef struct Desk {
    char path[PATH_LIMIT];
    MessageList messages;
} Desk;

static int set_up(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_int_equal(user_folder_make(state), 0);
    snprintf(desk->path, sizeof desk->path, "%s/axle/records.db", user_folder);
    *state = desk;
    return 0;
}

static int clear_up(void **state) {
    Desk *desk = *state;
    assert_int_equal(user_folder_remove(state), 0);
    free(desk);
    return 0;
}

static Records *open_records(Desk *desk) {
    desk->messages = (MessageList){0};
    Records *records = records_open(desk->path, &desk->messages);
    assert_non_null(records);
    assert_int_equal(desk->messages.count, 0);
    return records;
}

static Record lap_of(const char *player, double time_s) {
    Record record = {.key = {.race_version = RACE_VERSION, .track = {1, 2}, .car = {3, 0xFFFF}},
                     .time_s = time_s,
                     .date = 1700000000,
                     .replay_car = 5,
                     .replay_lap = 2,
                     .reverse = true,
                     .track = "kiln-road",
                     .car_name = "gt"};
    snprintf(record.player, sizeof record.player, "%s", player);
    return record;
}

static int64_t add(Desk *desk, Records *records, const Record *record) {
    int64_t id = 0;
    assert_true(records_add(records, record, "replay", 6, &id, &desk->messages));
    return id;
}

/// Adds a record that is verified at once.
static int64_t add_good(Desk *desk, Records *records, const Record *record) {
    int64_t id = add(desk, records, record);
    assert_true(records_verify(records, id, &desk->messages));
    return id;
}

static int count_of(Desk *desk, Records *records) {
    RecordList list;
    assert_true(records_list(records, NULL, &list, &desk->messages));
    int found = list.count;
    records_list_destroy(&list);
    return found;
}

static void a_record_comes_back_as_it_was(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record record = lap_of("Ünal \"; DROP", 61.0 / 7.0), back;
    record.key.laps = 3;
    record.key.helps = RECORD_AUTO_BRAKE | RECORD_SLOW;
    int64_t id = add(desk, records, &record);
    records_close(records);
    records = open_records(desk);
    assert_true(records_best(records, &record.key, NULL, true, &back, &desk->messages));
    assert_int_equal(back.id, id);
    assert_true(hash_equal128(back.key.track, record.key.track));
    assert_true(hash_equal128(back.key.car, record.key.car));
    assert_int_equal(back.key.race_version, RACE_VERSION);
    assert_int_equal(back.key.laps, 3);
    assert_int_equal(back.key.helps, record.key.helps);
    assert_int_equal(back.state, RECORD_PENDING);
    assert_near(back.time_s, record.time_s, 0.0); // to the bit
    assert_int_equal(back.date, record.date);
    assert_true(back.reverse);
    assert_int_equal(back.replay_car, 5);
    assert_int_equal(back.replay_lap, 2);
    assert_string_equal(back.player, record.player);
    assert_string_equal(back.track, "kiln-road");
    assert_string_equal(back.car_name, "gt");
    uint8_t *data;
    size_t size;
    assert_true(records_replay(records, id, &data, &size, &desk->messages));
    assert_int_equal(size, 6);
    assert_memory_equal(data, "replay", 6);
    free(data);
    assert_false(records_replay(records, id + 1, &data, &size, &desk->messages));
    records_close(records);
}

static void only_what_is_verified_counts(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record slow = lap_of("Ada", 30.0), fast = lap_of("Ada", 20.0), back;
    add_good(desk, records, &slow);
    int64_t id = add(desk, records, &fast);
    assert_true(records_pending(records, 0, 0, &back, &desk->messages));
    assert_int_equal(back.id, id);
    assert_true(records_pending(records, 0, fast.date, &back, &desk->messages));
    assert_false(records_pending(records, 0, fast.date + 1, &back, &desk->messages));
    assert_true(records_best(records, &slow.key, "Ada", false, &back, &desk->messages));
    assert_near(back.time_s, 30.0, 0.0);
    assert_true(records_best(records, &slow.key, "Ada", true, &back, &desk->messages));
    assert_near(back.time_s, 20.0, 0.0);
    assert_true(records_refuse(records, id, RECORD_REFUSAL_TIME, &desk->messages));
    assert_true(records_best(records, &slow.key, "Ada", true, &back, &desk->messages));
    assert_near(back.time_s, 30.0, 0.0);
    assert_false(records_pending(records, 0, 0, &back, &desk->messages));
    RecordList list; // it stays listed, with the reason
    assert_true(records_list(records, NULL, &list, &desk->messages));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].state, RECORD_REFUSED);
    assert_int_equal(list.items[0].refusal, RECORD_REFUSAL_TIME);
    records_list_destroy(&list);
    records_close(records);
}

static void a_better_one_takes_the_place_of_what_is_comparable_alone(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record first = lap_of("Ada", 30.0), other = first, back;
    add_good(desk, records, &first);
    for (int i = 0; i < 6; i++) {
        other = first;
        other.key.track.low += i == 0;
        other.key.car.high += i == 1;
        other.key.laps = i == 2;
        other.key.helps = i == 3 ? RECORD_LATCH : 0;
        other.key.race_version -= i == 4; // of other physics: it stays listed
        snprintf(other.player, sizeof other.player, "%s", i == 5 ? "Bo" : "Ada");
        other.time_s = 25.0;
        add_good(desk, records, &other);
    }
    other = first;
    other.time_s = 28.0;
    add_good(desk, records, &other);
    add_good(desk, records, &other);              // just as fast, later
    assert_int_equal(count_of(desk, records), 7); // the first one is gone
    assert_true(records_best(records, &first.key, "Ada", false, &back, &desk->messages));
    assert_near(back.time_s, 28.0, 0.0);
    assert_true(records_best(records, &first.key, NULL, false, &back, &desk->messages));
    assert_string_equal(back.player, "Bo");
    records_close(records);
}

static void records_are_listed_by_track(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record record = lap_of("Ada", 30.0);
    add(desk, records, &record);
    snprintf(record.track, sizeof record.track, "first-oval");
    record.key.track.low = 9;
    add(desk, records, &record);
    RecordList list;
    assert_true(records_list(records, "first-oval", &list, &desk->messages));
    assert_int_equal(list.count, 1);
    assert_string_equal(list.items[0].track, "first-oval");
    records_list_destroy(&list);
    records_close(records);
}

/// Stores laps, each faster than the one before, and tells the pipe of each that is stored.
static void store_until_killed(const Desk *desk, int pipe, double slowest_s) {
    MessageList messages = {0};
    static uint8_t replay[REPLAY_SIZE];
    for (int i = 0;; i++) {
        Records *records = records_open(desk->path, &messages); // as the game does
        Record record = lap_of("Ada", slowest_s - i);
        int64_t id = 0;
        replay[0] = (uint8_t)i;
        if (!records || !records_add(records, &record, replay, sizeof replay, &id, &messages) ||
            write(pipe, &id, sizeof id) != sizeof id) {
            _Exit(1);
        }
        if (i % 3 == 2 && !records_verify(records, id, &messages)) {
            _Exit(1);
        }
        records_close(records);
    }
}

/// Whether record `id` is there whole, or gone because a later one is better.
static void assert_not_lost(Desk *desk, Records *records, int64_t id) {
    uint8_t *data;
    size_t size;
    Record best;
    const Record any = lap_of("Ada", 1.0);
    if (records_replay(records, id, &data, &size, &desk->messages)) {
        assert_int_equal(size, REPLAY_SIZE);
        free(data);
        return;
    }
    assert_true(records_best(records, &any.key, "Ada", false, &best, &desk->messages));
    assert_true(best.id > id);
    assert_int_equal(desk->messages.count, 0);
}

static void a_kill_loses_no_lap_that_was_stored(void **state) {
    Desk *desk = *state;
    Random random = random_make(7, 1);
    int64_t told = 0;
    for (long i = 0; i < count.cases; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            store_until_killed(desk, ends[1], 1e6 - 1000.0 * (double)i);
        }
        close(ends[1]);
        // At any moment of the first laps, however slow the machine is.
        int64_t id, last = told;
        for (uint32_t laps = random_u32(&random) % 3; laps > 0; laps--) {
            assert_int_equal(read(ends[0], &id, sizeof id), sizeof id);
            last = id;
        }
        struct timespec pause = {.tv_nsec = (long)random_range(&random, 0.0f, 1e7f)};
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        while (read(ends[0], &id, sizeof id) == sizeof id) {
            assert_true(id > last); // no id comes twice, so none of an earlier child was lost
            last = id;
        }
        close(ends[0]);
        Records *records = open_records(desk);
        if (last > told) {
            assert_not_lost(desk, records, last);
            assert_not_lost(desk, records, last - 1 > 0 ? last - 1 : last);
        }
        told = last;
        records_close(records);
    }
    assert_true(told > 0); // some have been stored at all
    if (count.is_long) {
        fprintf(stderr, "%ld kills, %lld laps stored, none lost\n", count.cases, (long long)told);
    }
}

static void two_programs_at_once_lose_nothing(void **state) {
    Desk *desk = *state;
    enum {
        PROGRAMS = 3,
        LAPS = 8
    };
    pid_t children[PROGRAMS];
    for (int i = 0; i < PROGRAMS; i++) { // the first of them makes the file
        children[i] = fork();
        assert_true(children[i] >= 0);
        for (int k = 0; children[i] == 0 && k < LAPS; k++) {
            MessageList messages = {0};
            Records *records = records_open(desk->path, &messages);
            Record record = lap_of(i == 0 ? "Ada" : i == 1 ? "Bo" : "Cleo", 100.0 - k);
            if (!records || !records_add(records, &record, "replay", 6, NULL, &messages) ||
                messages.count > 0) {
                _Exit(1);
            }
            records_close(records);
        }
        if (children[i] == 0) {
            _Exit(0);
        }
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status = 0;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    Records *records = open_records(desk);
    assert_int_equal(count_of(desk, records), PROGRAMS * LAPS);
    records_close(records);
}

static void change_by(const Desk *desk, const char *sql) {
    sqlite3 *file;
    char *wrong = NULL;
    assert_int_equal(sqlite3_open(desk->path, &file), SQLITE_OK);
    sqlite3_exec(file, sql, NULL, NULL, &wrong);
    assert_null(wrong);
    sqlite3_close(file);
}

/// The file is kept under another name, with one message, and an empty one is there.
static void assert_begins_anew(Desk *desk, const char *aside) {
    char path[PATH_LIMIT + 16];
    desk->messages = (MessageList){0};
    Records *records = records_open(desk->path, &desk->messages);
    assert_non_null(records);
    assert_int_equal(desk->messages.count, 1);
    assert_int_equal(desk->messages.items[0].code, MESSAGE_E921);
    assert_int_equal(count_of(desk, records), 0);
    records_close(records);
    snprintf(path, sizeof path, "%s/axle/%s", user_folder, aside);
    assert_true(file_exists(path));
    records_close(open_records(desk)); // and it is not said again
}

static void write_text(const Desk *desk, const char *text, size_t size) {
    MessageList messages = {0};
    assert_true(folder_make(desk->path, &messages));
    assert_true(file_write(desk->path, text, size, &messages));
}

static void what_is_no_database_is_kept_aside(void **state) {
    Desk *desk = *state;
    static const char list[] =
        "my shopping list: milk, bread, and much more than a hundred bytes of it, "
        "so that it is no short file at all";
    write_text(desk, list, sizeof list - 1);
    assert_begins_anew(desk, "records.db.broken");
    write_text(desk, "again", 5);
    assert_begins_anew(desk, "records.db.broken-2");
}

static void the_database_of_another_program_is_kept_aside(void **state) {
    Desk *desk = *state;
    write_text(desk, "", 0);
    change_by(desk, "CREATE TABLE record (id INTEGER); INSERT INTO record VALUES (1)");
    assert_begins_anew(desk, "records.db.broken");
    change_by(desk, "CREATE TRIGGER more AFTER INSERT ON record BEGIN DELETE FROM record; END");
    assert_begins_anew(desk, "records.db.broken-2");
    change_by(desk, "ALTER TABLE record ADD COLUMN colour TEXT");
    assert_begins_anew(desk, "records.db.broken-3");
    // Its checks would take what time they like.
    change_by(desk, "CREATE TABLE evil (a TEXT CHECK (a = 'x')); PRAGMA writable_schema = ON; "
                    "UPDATE sqlite_schema SET name = 'sqlite_evil', tbl_name = 'sqlite_evil', sql "
                    "= 'CREATE TABLE sqlite_evil (a TEXT CHECK (a = ''x''))' WHERE name = 'evil'");
    assert_begins_anew(desk, "records.db.broken-4");
    change_by(desk, "PRAGMA application_id = -5");
    assert_begins_anew(desk, "records.db.broken-4");
}

static void a_damaged_file_is_kept_aside_and_never_crashes(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    for (int i = 0; i < 40; i++) {
        Record record = lap_of("Ada", 100.0 + i);
        record.key.laps = i;
        static uint8_t replay[REPLAY_SIZE];
        assert_true(records_add(records, &record, replay, sizeof replay, NULL, &desk->messages));
    }
    records_close(records);
    FileBytes whole;
    assert_true(file_read(desk->path, 1 << 24, &whole, &desk->messages));
    Random random = random_make(3, 1);
    int asides = 0;
    for (int i = 0; i < 60; i++) {
        char *spoilt = malloc(whole.size);
        memcpy(spoilt, whole.data, whole.size);
        size_t size = i % 4 == 3 ? random_u32(&random) % whole.size : whole.size;
        for (int k = 0; k < 1 << (i % 8); k++) { // mostly in the pages that hold no replay
            size_t range = k % 2 == 0 ? 8192 : whole.size;
            spoilt[random_u32(&random) % range] = (char)random_u32(&random);
        }
        write_text(desk, spoilt, size);
        free(spoilt);
        desk->messages = (MessageList){0};
        records = records_open(desk->path, &desk->messages);
        if (records) {
            asides += desk->messages.count > 0;
            Record best, lap = lap_of("Ada", 50.0);
            records_best(records, &lap.key, NULL, true, &best, &desk->messages);
            RecordList list;
            records_list(records, NULL, &list, &desk->messages);
            records_list_destroy(&list);
            records_add(records, &lap, "replay", 6, NULL, &desk->messages);
            records_close(records);
        }
    }
    assert_true(asides > 10);
    file_bytes_free(&whole);
}

static void of_more_records_than_are_listed_it_is_said_how_many(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record record = lap_of("Ada", 90.0);
    add(desk, records, &record);
    records_close(records);
    change_by(desk,
              "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 20003) "
              "INSERT INTO record SELECT i, race_version, track_hash, car_hash, laps, helps, "
              "state, time_s, date, reverse, replay_car, replay_lap, player, track, car, x'' "
              "FROM n, record WHERE id = 1");
    records = open_records(desk);
    RecordList list;
    assert_true(records_list(records, NULL, &list, &desk->messages));
    assert_int_equal(list.count, RECORDS_LIST_MAX);
    assert_int_equal(list.left_out, 3);
    assert_int_equal(desk->messages.items[0].code, MESSAGE_W925);
    records_list_destroy(&list);
    // and one verified among all of them is settled at once
    assert_true(records_verify(records, 20003, &desk->messages));
    assert_int_equal(count_of(desk, records), RECORDS_LIST_MAX);
    assert_true(records_verify(records, 1, &desk->messages));
    assert_int_equal(count_of(desk, records), 1);
    records_close(records);
}

static void rows_that_make_no_sense_are_left_out(void **state) {
    Desk *desk = *state;
    static const char *const changes[] = {"time_s = 9e999",
                                          "time_s = -1.0",
                                          "time_s = 0.0",
                                          "laps = -1",
                                          "laps = 1 << 40",
                                          "helps = 64",
                                          "state = 99",
                                          "race_version = -1",
                                          "date = -1",
                                          "reverse = 7",
                                          "replay_car = 99",
                                          "track_hash = 'xyz'",
                                          "id = -4",
                                          "player = 'a' || char(27) || '[2J'",
                                          "player = 'a' || char(0) || 'b'",
                                          "car = printf('%.*c', 300000, 'x')",
                                          "track = CAST(x'ff' AS TEXT)",
                                          "track_hash = upper(track_hash)"};
    enum {
        CHANGES = sizeof changes / sizeof changes[0]
    };
    Records *records = open_records(desk);
    Record good = lap_of("Ada", 90.0), back;
    good.key.track.low = 0xABCDEF; // its digits have letters
    add(desk, records, &good);
    for (int i = 0; i < CHANGES; i++) {
        Record record = good;
        record.time_s = 10.0;
        int64_t id = add(desk, records, &record);
        char sql[200];
        snprintf(sql, sizeof sql, "UPDATE record SET %s WHERE id = %d", changes[i], (int)id);
        change_by(desk, sql);
    }
    RecordList list;
    assert_true(records_list(records, NULL, &list, &desk->messages));
    assert_int_equal(list.count, 1);
    assert_int_equal(desk->messages.count, 1);
    assert_int_equal(desk->messages.items[0].code, MESSAGE_W923);
    assert_non_null(strstr(desk->messages.items[0].text, "18 of these records"));
    records_list_destroy(&list);
    assert_true(records_best(records, &good.key, NULL, true, &back, &desk->messages));
    assert_near(back.time_s, 90.0, 0.0);
    records_close(records);
}

static void a_file_of_a_newer_program_is_left_alone(void **state) {
    Desk *desk = *state;
    records_close(open_records(desk));
    change_by(desk, "PRAGMA user_version = 3; ALTER TABLE record ADD COLUMN colour TEXT");
    FileBytes before, after;
    assert_true(file_read(desk->path, 1 << 24, &before, &desk->messages));
    assert_null(records_open(desk->path, &desk->messages));
    assert_int_equal(desk->messages.items[0].code, MESSAGE_E922);
    assert_true(file_read(desk->path, 1 << 24, &after, &desk->messages));
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    file_bytes_free(&before);
    file_bytes_free(&after);
}

static void what_cannot_be_used_is_told_and_stays(void **state) {
    Desk *desk = *state;
    char folder[PATH_LIMIT];
    snprintf(folder, sizeof folder, "%s/axle", user_folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkdir(desk->path, 0700), 0);
    assert_null(records_open(desk->path, &desk->messages));
    assert_int_equal(desk->messages.items[0].code, MESSAGE_E924);
    assert_int_equal(rmdir(desk->path), 0);
    assert_int_equal(mkfifo(desk->path, 0600), 0);
    assert_null(records_open(desk->path, &desk->messages));
    assert_int_equal(desk->messages.count, 2);
    assert_int_equal(unlink(desk->path), 0);
    write_text(desk, "", 0);
    assert_int_equal(truncate(desk->path, (off_t)5 << 30), 0);
    assert_null(records_open(desk->path, &desk->messages));
    assert_int_equal(desk->messages.count, 3);
}

/// Adds one with a replay of 100 kB. Returns its id, 0 where it is refused.
static int64_t add_large(Desk *desk, Records *records, const Record *record) {
    static const char replay[100000] = "replay";
    int64_t id = 0;
    return records_add(records, record, replay, sizeof replay, &id, &desk->messages) ? id : 0;
}

static size_t replay_size(Desk *desk, Records *records, int64_t id) {
    uint8_t *data;
    size_t size;
    assert_true(records_replay(records, id, &data, &size, &desk->messages));
    free(data);
    return size;
}

static void a_full_file_drops_what_counts_for_least_and_no_best_lap(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    const int64_t most = 700000;
    records_limit(records, most);
    Record best = lap_of("Ada", 20.0), slower = lap_of("Bo", 25.0), old = lap_of("Ada", 10.0);
    Record wrong = lap_of("Cy", 5.0), other = lap_of("Bo", 30.0);
    old.key.race_version--;
    int64_t ids[4] = {add_large(desk, records, &best), add_large(desk, records, &slower),
                      add_large(desk, records, &old), add_large(desk, records, &wrong)};
    for (int i = 0; i < 3; i++) {
        assert_true(records_verify(records, ids[i], &desk->messages));
    }
    assert_true(records_refuse(records, ids[3], RECORD_REFUSAL_TIME, &desk->messages));
    static const int dropped[3] = {3, 2, 1}; // the refused one, other physics, who was beaten
    int stored = 0;
    for (int i = 0; i < 12 && stored == i; i++) { // best laps, each of another track
        other.key.track.low++;
        int64_t id = add_large(desk, records, &other);
        stored += id > 0;
        assert_true(id == 0 || records_verify(records, id, &desk->messages));
        for (int k = 0; k < 2; k++) { // never one before those that count for less
            assert_true(replay_size(desk, records, ids[dropped[k]]) <=
                        replay_size(desk, records, ids[dropped[k + 1]]));
        }
        assert_int_equal(replay_size(desk, records, ids[0]), 100000);
    }
    assert_in_range(stored, 4, 6);
    assert_int_equal(replay_size(desk, records, ids[1]), 0);
    assert_int_equal(desk->messages.error_count, 1); // nothing gives way to the one after
    assert_non_null(strstr(desk->messages.items[0].text, "full"));
    assert_int_equal(count_of(desk, records), 4 + stored); // the times are all there
    records_close(records);
    struct stat status;
    assert_int_equal(stat(desk->path, &status), 0);
    assert_in_range(status.st_size, 400000, most);
}

static void what_older_physics_left_unproved_makes_room(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    records_limit(records, 200000);
    Record old = lap_of("Ada", 20.0), lap = lap_of("Bo", 25.0);
    old.key.race_version--;
    int64_t old_id = add_large(desk, records, &old), id = add_large(desk, records, &lap);
    assert_true(id > 0);
    assert_int_equal(replay_size(desk, records, old_id), 0);
    assert_int_equal(add_large(desk, records, &lap), 0); // of this physics it may yet be proved
    assert_int_equal(replay_size(desk, records, id), 100000);
    records_close(records);
}

/// 150 best laps and 150 beaten ones, each with a replay of `size` bytes.
static void fill_with_small(Desk *desk, int size) {
    char sql[700];
    snprintf(sql, sizeof sql,
             "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299) INSERT INTO "
             "record SELECT NULL, race_version, printf('%%032x', i / 2), car_hash, laps, helps, 1, "
             "20.0 + i %% 2, date, reverse, replay_car, replay_lap, player, track, car, "
             "zeroblob(%d) FROM record, n WHERE id = 1",
             size);
    change_by(desk, sql);
}

static void small_replays_make_room_too(void **state) {
    Desk *desk = *state;
    for (int size = 500; size <= 3500; size += 1500) {
        Records *records = open_records(desk);
        Record lap = lap_of("Ada", 5.0);
        add(desk, records, &lap);
        fill_with_small(desk, size);
        struct stat status;
        assert_int_equal(stat(desk->path, &status), 0);
        records_limit(records, status.st_size);
        for (int i = 0; i < 20; i++) {
            char replay[3500] = "replay";
            assert_true(records_add(records, &lap, replay, (size_t)size, NULL, &desk->messages));
        }
        for (int i = 0; i < 300; i += 2) { // no best lap has lost its proof
            assert_int_equal(replay_size(desk, records, 2 + i), size);
        }
        assert_int_equal(count_of(desk, records), 321);
        records_close(records);
        records_close(open_records(desk)); // and it is still a good file
        assert_int_equal(unlink(desk->path), 0);
    }
}

static void what_is_proved_is_not_refused_any_more(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk), *other = open_records(desk);
    Record lap = lap_of("Ada", 20.0), back;
    int64_t id = add_good(desk, records, &lap);
    assert_true(records_refuse(other, id, RECORD_REFUSAL_UNREADABLE, &desk->messages));
    assert_true(records_best(records, &lap.key, "Ada", false, &back, &desk->messages));
    records_close(records);
    records_close(other);
}

static void what_cannot_be_read_is_not_said_to_be_missing(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record lap = lap_of("Ada", 20.0), back;
    uint8_t *data;
    size_t size;
    assert_false(records_best(records, &lap.key, "Ada", true, &back, &desk->messages));
    assert_false(records_pending(records, 0, 0, &back, &desk->messages));
    assert_false(records_replay(records, 1, &data, &size, &desk->messages));
    assert_int_equal(desk->messages.count, 0); // there are none
    int64_t id = add(desk, records, &lap);
    change_by(desk, "ALTER TABLE record RENAME TO hidden");
    assert_false(records_best(records, &lap.key, "Ada", true, &back, &desk->messages));
    assert_false(records_pending(records, 0, 0, &back, &desk->messages));
    assert_false(records_replay(records, id, &data, &size, &desk->messages));
    assert_int_equal(desk->messages.error_count, 3);
    records_close(records);
}

static void without_memory_a_good_file_stays(void **state) {
    Desk *desk = *state;
    Records *records = open_records(desk);
    Record record = lap_of("Anna", 60.0);
    add_good(desk, records, &record);
    records_close(records);
    int opened = 0;
    for (int kib = 1; kib < 400; kib += kib < 100 ? 1 : 50) {
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + (sqlite3_int64)kib * 1024);
        desk->messages = (MessageList){0};
        records = records_open(desk->path, &desk->messages);
        opened += records != NULL;
        records_close(records);
        sqlite3_hard_heap_limit64(0);
        if (desk->messages.count > 0) {
            if (desk->messages.items[0].code != MESSAGE_E924) {
                print_error("at %d KiB: %s\n", kib, desk->messages.items[0].text);
            }
            assert_int_equal(desk->messages.items[0].code, MESSAGE_E924);
        }
    }
    assert_in_range(opened, 1, 100); // often there was too little
    records = open_records(desk);
    assert_int_equal(count_of(desk, records), 1);
    records_close(records);
}

#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(int argc, char **argv) {
    count = test_count(argc, argv, 10);
    const struct CMUnitTest tests[] = {
        ON_DESK(a_kill_loses_no_lap_that_was_stored),
        ON_DESK(a_record_comes_back_as_it_was),
        ON_DESK(only_what_is_verified_counts),
        ON_DESK(a_better_one_takes_the_place_of_what_is_comparable_alone),
        ON_DESK(records_are_listed_by_track),
        ON_DESK(of_more_records_than_are_listed_it_is_said_how_many),
        ON_DESK(two_programs_at_once_lose_nothing),
        ON_DESK(what_is_no_database_is_kept_aside),
        ON_DESK(the_database_of_another_program_is_kept_aside),
        ON_DESK(a_damaged_file_is_kept_aside_and_never_crashes),
        ON_DESK(rows_that_make_no_sense_are_left_out),
        ON_DESK(a_file_of_a_newer_program_is_left_alone),
        ON_DESK(what_cannot_be_used_is_told_and_stays),
        ON_DESK(a_full_file_drops_what_counts_for_least_and_no_best_lap),
        ON_DESK(what_older_physics_left_unproved_makes_room),
        ON_DESK(small_replays_make_room_too),
        ON_DESK(what_is_proved_is_not_refused_any_more),
        ON_DESK(what_cannot_be_read_is_not_said_to_be_missing),
        ON_DESK(without_memory_a_good_file_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
