/// Which files have changed: written in place, replaced as editors do, gone and back. The clock is
/// ours, so no test waits.
#define _XOPEN_SOURCE 700 // for mkdtemp and symlink
#include "platform/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

/// A folder with two files, watched.
typedef struct Desk {
    char first[96], second[96];
    Watch *watch;
    double now;
} Desk;

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int set_up_kind(void **state, WatchKind kind) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_int_equal(user_folder_make(state), 0);
    snprintf(desk->first, sizeof desk->first, "%s/first.car.yaml", user_folder);
    snprintf(desk->second, sizeof desk->second, "%s/second.car.yaml", user_folder);
    put(desk->first, "1");
    put(desk->second, "2");
    desk->watch = watch_open(kind);
    assert_int_equal(watch_add(desk->watch, desk->first), 0);
    assert_int_equal(watch_add(desk->watch, desk->second), 1);
    int files[4];
    assert_int_equal(watch_poll(desk->watch, desk->now, files, 4), 0);
    *state = desk;
    return 0;
}

static int with_events(void **state) { return set_up_kind(state, WATCH_EVENTS); }
static int with_times(void **state) { return set_up_kind(state, WATCH_TIMES); }

static int clear_up(void **state) {
    Desk *desk = *state;
    watch_close(desk->watch);
    assert_int_equal(user_folder_remove(state), 0);
    free(desk);
    return 0;
}

// Lets `seconds` pass at 60 polls a second; returns how many files were told of, the last one's
// number in `last`.
static int pass(Desk *desk, double seconds, int *last) {
    int told = 0;
    for (double end = desk->now + seconds; desk->now < end; desk->now += 1.0 / 60.0) {
        int files[4];
        int count = watch_poll(desk->watch, desk->now, files, 4);
        if (count > 0) {
            *last = files[count - 1];
        }
        told += count;
    }
    return told;
}

static void assert_told(Desk *desk, int file) {
    int last = -1;
    assert_int_equal(pass(desk, 0.25, &last), 1); // once, and well within 0.3 s
    assert_int_equal(last, file);
    assert_false(watch_pending(desk->watch));
    assert_int_equal(pass(desk, 1.0, &last), 0);
}

static void a_file_written_in_place_is_told_of_once(void **state) {
    Desk *desk = *state;
    put(desk->second, "changed");
    assert_told(desk, 1);
    put(desk->second, "changed again");
    assert_told(desk, 1);
}

static void a_file_replaced_by_rename_is_told_of_each_time(void **state) {
    Desk *desk = *state;
    char other[112];
    snprintf(other, sizeof other, "%s/4913~", user_folder); // as vim does
    for (int i = 0; i < 3; i++) {
        put(other, i % 2 == 0 ? "a longer text" : "short");
        assert_int_equal(rename(other, desk->first), 0);
        assert_told(desk, 0);
    }
}

static void a_file_that_is_deleted_is_told_of_when_it_is_back(void **state) {
    Desk *desk = *state;
    int last = -1;
    assert_int_equal(unlink(desk->first), 0);
    assert_int_equal(pass(desk, 0.5, &last), 0);
    put(desk->first, "back");
    assert_told(desk, 0);
}

static void a_backup_beside_it_is_no_change(void **state) {
    Desk *desk = *state;
    char other[112];
    int last = -1;
    snprintf(other, sizeof other, "%s~", desk->first);
    put(other, "backup");
    assert_int_equal(pass(desk, 0.5, &last), 0);
    unlink(other);
}

static void nothing_is_told_while_writing_goes_on(void **state) {
    Desk *desk = *state;
    int last = -1;
    for (int i = 0; i < 10; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.*s", i + 3, "more and more and more");
        put(desk->first, text);
        assert_int_equal(pass(desk, 0.06, &last), 0);
        assert_true(watch_pending(desk->watch));
    }
    assert_told(desk, 0);
}

static void several_files_at_once_come_one_by_one_where_there_is_no_room(void **state) {
    Desk *desk = *state;
    put(desk->first, "both");
    put(desk->second, "both");
    int file = -1, last = -1;
    assert_int_equal(pass(desk, 0.08, &last), 0);
    desk->now += 0.2;
    assert_int_equal(watch_poll(desk->watch, desk->now, &file, 1), 1);
    assert_int_equal(file, 0);
    assert_int_equal(watch_poll(desk->watch, desk->now, &file, 1), 1);
    assert_int_equal(file, 1);
    assert_int_equal(watch_poll(desk->watch, desk->now, &file, 1), 0);
}

static void what_a_link_points_to_is_watched_too(void **state) {
    Desk *desk = *state;
    char link_path[112];
    snprintf(link_path, sizeof link_path, "%s/link.car.yaml", user_folder);
    assert_int_equal(symlink(desk->first, link_path), 0);
    watch_clear(desk->watch);
    assert_int_equal(watch_add(desk->watch, link_path), 0);
    put(desk->first, "through the link");
    assert_told(desk, 0);
    unlink(link_path);
}

static void a_folder_that_is_replaced_is_found_again(void **state) {
    Desk *desk = *state;
    int last = -1;
    char away[80], in_away[112];
    snprintf(away, sizeof away, "%s-away", user_folder);
    assert_int_equal(rename(user_folder, away), 0);
    pass(desk, 0.5, &last);
    assert_int_equal(mkdir(user_folder, 0700), 0);
    put(desk->first, "of the new folder");
    assert_true(pass(desk, 1.5, &last) >= 1);
    put(desk->second, "and this one");
    pass(desk, 1.5, &last);
    put(desk->second, "and once more");
    assert_told(desk, 1);
    snprintf(in_away, sizeof in_away, "%s/first.car.yaml", away);
    unlink(in_away);
    snprintf(in_away, sizeof in_away, "%s/second.car.yaml", away);
    unlink(in_away);
    rmdir(away);
}

static void files_that_were_forgotten_are_not_told_of(void **state) {
    Desk *desk = *state;
    int last = -1;
    put(desk->first, "old news");
    watch_clear(desk->watch);
    assert_int_equal(watch_add(desk->watch, desk->second), 0);
    put(desk->first, "nobody listens");
    assert_int_equal(pass(desk, 0.5, &last), 0);
}

static void one_path_has_one_number_and_too_many_have_none(void **state) {
    Desk *desk = *state;
    assert_int_equal(watch_add(desk->watch, desk->first), 0);
    char path[112];
    for (int i = 2; i < WATCH_FILES_MAX; i++) {
        snprintf(path, sizeof path, "%s/%d", user_folder, i);
        assert_int_equal(watch_add(desk->watch, path), i);
    }
    assert_int_equal(watch_add(desk->watch, "/tmp/one-more"), -1);
}

#define BOTH(test)                                                \
    cmocka_unit_test_setup_teardown(test, with_events, clear_up), \
        cmocka_unit_test_setup_teardown(test, with_times, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(a_file_written_in_place_is_told_of_once),
        BOTH(a_file_replaced_by_rename_is_told_of_each_time),
        BOTH(a_file_that_is_deleted_is_told_of_when_it_is_back),
        BOTH(a_backup_beside_it_is_no_change),
        BOTH(nothing_is_told_while_writing_goes_on),
        BOTH(several_files_at_once_come_one_by_one_where_there_is_no_room),
        BOTH(what_a_link_points_to_is_watched_too),
        BOTH(a_folder_that_is_replaced_is_found_again),
        BOTH(files_that_were_forgotten_are_not_told_of),
        BOTH(one_path_has_one_number_and_too_many_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
