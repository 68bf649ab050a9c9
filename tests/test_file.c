#include "base/file.h"
#include "base/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

static MessageList messages;

static int clear(void **state) {
    (void)state;
    messages = (MessageList){0};
    return 0;
}

/// How many entries `name` within the folder has, or -1.
static int count_entries(const char *name) {
    DIR *directory = opendir(user_folder_path(name));
    int count = directory ? 0 : -1;
    while (directory && readdir(directory)) {
        count++;
    }
    if (directory) {
        closedir(directory);
    }
    return count - 2; // less . and ..
}

static void write_text(const char *path, const char *text) {
    assert_true(file_write(path, text, strlen(text), &messages));
}

static void assert_holds(const char *path, const char *text) {
    FileBytes bytes = {0};
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    assert_int_equal(bytes.size, strlen(text));
    assert_memory_equal(bytes.data, text, bytes.size + 1);
    file_bytes_free(&bytes);
    assert_null(bytes.data);
}

/// Asserts that reading `path` fails with `code` and `text`, at once.
static void assert_unreadable(const char *path, size_t limit, MessageCode code, const char *text) {
    clear(NULL);
    FileBytes bytes = {.size = 77};
    time_t start = time(NULL);
    assert_false(file_read(path, limit, &bytes, &messages));
    assert_true(time(NULL) - start < 5);
    assert_int_equal(bytes.size, 77);
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.items[0].code, code);
    assert_non_null(strstr(messages.items[0].text, text));
    assert_string_equal(messages.items[0].place.file, path);
    assert_int_equal(messages.items[0].place.line, 0);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    write_text(user_folder_path("a"), "hello\n");
    assert_holds(user_folder_path("a"), "hello\n");
    write_text(user_folder_path("a"), "");
    assert_holds(user_folder_path("a"), "");
    static char big[300000];
    for (size_t i = 0; i < sizeof big; i++) {
        big[i] = (char)(i * 7 % 251);
    }
    assert_true(file_write(user_folder_path("b"), big, sizeof big, &messages));
    FileBytes bytes = {0};
    assert_true(
        file_read(user_folder_path("b"), sizeof big, &bytes, &messages)); // just within the limit
    assert_int_equal(bytes.size, sizeof big);
    assert_memory_equal(bytes.data, big, sizeof big);
    file_bytes_free(&bytes);
    assert_true(file_read("/proc/self/status", FILE_LIMIT, &bytes, &messages)); // says size 0
    assert_true(bytes.size > 100);
    file_bytes_free(&bytes);
    assert_int_equal(messages.count, 0);
}

static void what_cannot_be_read_says_why(void **state) {
    (void)state;
    assert_unreadable(user_folder_path("missing"), 100, MESSAGE_E901, "No such file");
    assert_unreadable(user_folder, 100, MESSAGE_E901, "it is a folder");
    assert_unreadable("/dev/zero", 100, MESSAGE_E901, "it is not a regular file");
    assert_int_equal(mkfifo(user_folder_path("pipe"), 0600), 0);
    assert_unreadable(user_folder_path("pipe"), 100, MESSAGE_E901, "it is not a regular file");
    write_text(user_folder_path("big"), "0123456789");
    assert_unreadable(user_folder_path("big"), 9, MESSAGE_E108, "file has 0.1 MiB, limit is");
    assert_unreadable("/proc/self/status", 9, MESSAGE_E108, "file has 0.1 MiB");
}

static void a_file_of_4_mib_is_read_and_a_larger_one_says_its_size(void **state) {
    (void)state;
    const char *path = user_folder_path("long");
    FileBytes bytes = {0};
    write_text(path, "");
    assert_int_equal(truncate(path, 4194304), 0);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    assert_int_equal(bytes.size, 4194304);
    file_bytes_free(&bytes);
    assert_int_equal(truncate(path, 4194305), 0);
    assert_unreadable(path, FILE_LIMIT, MESSAGE_E108, "file has 4.1 MiB, limit is 4 MiB");
    assert_int_equal(truncate(path, 78643200), 0);
    assert_unreadable(path, FILE_LIMIT, MESSAGE_E108, "file has 75.0 MiB, limit is 4 MiB");
}

static void what_makes_a_file_smaller_goes_by_its_suffix(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"town.osm", "`osmium tags-filter IN.osm w/highway=raceway -o OUT.osm`"},
        {"a.geojson", "all but the circuit"},
        {"a.track.yaml", "draw with ribbons"},
        {"osm", "draw with ribbons"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MessageList list = {0};
        assert_false(file_refuse_size(rows[i][0], 5000000, FILE_LIMIT, &list));
        assert_int_equal(list.items[0].code, MESSAGE_E108);
        assert_non_null(strstr(list.items[0].help, rows[i][1]));
    }
}

static void a_missing_folder_is_told_and_made_only_where_asked_for(void **state) {
    (void)state;
    const char *path = user_folder_path("x/y/z.txt");
    char told[600];
    snprintf(told, sizeof told, "cannot write \"%s\": there is no folder \"%s/x/y\"", path,
             user_folder);
    assert_false(file_write(path, "deep", 4, &messages));
    assert_false(folder_is_writable(path, &messages));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(messages.items[i].code, MESSAGE_E902);
        assert_string_equal(messages.items[i].text, told);
    }
    assert_int_equal(count_entries("x"), -3); // not even that one
    assert_true(folder_make(path, &messages));
    assert_true(folder_make(path, &messages)); // it is there
    assert_true(folder_is_writable(path, &messages));
    write_text(path, "deep");
    assert_holds(path, "deep");
    assert_int_equal(count_entries("x/y"), 1);
    assert_int_equal(messages.count, 2);
}

/// Makes `path` a folder that this process may read and not write.
static void make_read_only(const char *path) {
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(chmod(path, 0555), 0);
    assert_int_equal(chmod(user_folder, 0755), 0);
    if (getuid() == 0) { // who may write everywhere
        assert_int_equal(seteuid(65534), 0);
    }
}

static void a_folder_that_cannot_be_written_to_is_named_with_the_reason(void **state) {
    (void)state;
    char home[512], path[600], told[600];
    snprintf(home, sizeof home, "%s/home", user_folder);
    snprintf(path, sizeof path, "%s/.local/share/axle/last.replay", home);
    snprintf(told, sizeof told, "folder \"%s\" cannot be written to: Permission denied", home);
    make_read_only(home);
    assert_false(
        folder_make(path, &messages)); // tells the folder that is there, not one that lacks
    snprintf(path, sizeof path, "%s/a.png", home);
    assert_false(folder_is_writable(path, &messages));
    assert_false(file_write(path, "", 0, &messages));
    assert_int_equal(seteuid(getuid()), 0);
    assert_int_equal(messages.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(messages.items[i].code, MESSAGE_E902);
        assert_non_null(strstr(messages.items[i].text, told));
    }
    // where no folders can be made at all, whoever asks
    assert_false(folder_make("/proc/axle/last.replay", &messages));
    assert_non_null(strstr(messages.items[3].text, "folder \"/proc\" cannot be written to: "));
}

/// Whether `name` is in the user_folder, links not followed.
static bool is_there(const char *name) {
    struct stat status;
    return lstat(user_folder_path(name), &status) == 0;
}

static void make_file(const char *name) {
    int file = open(user_folder_path(name), O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(file >= 0);
    close(file);
}

static void what_killed_programs_left_is_removed_at_the_next_save(void **state) {
    (void)state;
    static const char *const left[] = {".axle-1-0.tmp", ".axle-4194304-0.tmp", ".axle-77-999.tmp"};
    static const char *const others[] = {".axle-1-0.tmp.bak", ".axle--0.tmp",   ".axle-1-.tmp",
                                         ".axle-1.tmp",       "axle-1-0.tmp",   ".axle-1-0.tmpx",
                                         ".axle-1a-0.tmp",    ".axle-1-0-0.tmp"};
    enum {
        LEFT = sizeof left / sizeof left[0],
        OTHERS = sizeof others / sizeof others[0]
    };
    assert_int_equal(mkdir(user_folder_path("saves"), 0755), 0);
    char name[64];
    for (int i = 0; i < LEFT + OTHERS; i++) {
        snprintf(name, sizeof name, "saves/%s", i < LEFT ? left[i] : others[i - LEFT]);
        make_file(name);
    }
    make_file("saves/mine");
    assert_int_equal(symlink("mine", user_folder_path("saves/.axle-2-0.tmp")), 0);
    assert_int_equal(mkdir(user_folder_path("saves/.axle-3-0.tmp"), 0755), 0);
    assert_int_equal(mkfifo(user_folder_path("saves/.axle-4-0.tmp"), 0600), 0);
    char path[512];
    FileSave other; // one that is being written, in whatever process
    snprintf(path, sizeof path, "%s", user_folder_path("saves/other"));
    assert_true(file_save_begin(&other, path, &messages));
    write_text(user_folder_path("saves/new"), "new");
    for (int i = 0; i < LEFT + OTHERS; i++) {
        snprintf(name, sizeof name, "saves/%s", i < LEFT ? left[i] : others[i - LEFT]);
        assert_int_equal(is_there(name), i >= LEFT);
    }
    assert_true(is_there("saves/mine") && is_there("saves/.axle-2-0.tmp") &&
                is_there("saves/.axle-3-0.tmp") && is_there("saves/.axle-4-0.tmp"));
    file_save_put(&other, "whole", 5);
    assert_true(file_save_end(&other, true, &messages));
    assert_holds(path, "whole");
    assert_int_equal(messages.count, 0);
}

/// As `axle` does at SIGTERM.
static void on_end(int signal_number) {
    (void)signal_number;
    _exit(130);
}

static void a_program_that_is_ended_leaves_whole_files_and_nothing_else(void **state) {
    (void)state;
    static char data[1 << 20];
    assert_int_equal(mkdir(user_folder_path("ended"), 0755), 0);
    for (int round = 0; round < 20; round++) {
        int ready[2];
        char byte;
        assert_int_equal(pipe(ready), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) { // writes the file again and again, now of ones, now of twos
            signal(SIGTERM, on_end);
            for (int i = 0;; i++) {
                memset(data, '1' + i % 2, sizeof data);
                file_write(user_folder_path("ended/file"), data, sizeof data, &messages);
                if (write(ready[1], "", 1) != 1) {
                    _exit(1);
                }
            }
        }
        assert_int_equal(read(ready[0], &byte, 1), 1);
        struct timespec pause = {.tv_nsec = 150000L * round}; // anywhere in the work
        nanosleep(&pause, NULL);
        assert_int_equal(kill(child, SIGTERM), 0);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 130);
        close(ready[0]);
        close(ready[1]);
        assert_int_equal(count_entries("ended"), 1);
        FileBytes bytes = {0};
        assert_true(file_read(user_folder_path("ended/file"), sizeof data, &bytes, &messages));
        assert_int_equal(bytes.size, sizeof data);
        assert_int_equal(bytes.data[0], bytes.data[sizeof data - 1]);
        file_bytes_free(&bytes);
    }
}

static void a_failed_write_leaves_what_was_there(void **state) {
    (void)state;
    assert_int_equal(mkdir(user_folder_path("keep"), 0755), 0);
    write_text(user_folder_path("keep/file"), "old");
    assert_false(file_write(user_folder_path("keep/file/under"), "new", 3, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
    assert_non_null(strstr(messages.items[0].text, "keep/file\" is no folder"));
    assert_false(file_write(user_folder_path("keep"), "new", 3, &messages));
    assert_non_null(strstr(messages.items[1].text, "it is a folder"));
    assert_false(file_write("/dev/null", "new", 3, &messages));
    assert_non_null(strstr(messages.items[2].text, "it is not a regular file"));
    char name[400];
    memset(name, 'n', sizeof name);
    memcpy(name, "keep/", 5);
    name[sizeof name - 1] = '\0';
    assert_false(
        file_write(user_folder_path(name), "new", 3, &messages)); // rename fails: name too long
    assert_int_equal(messages.items[3].code, MESSAGE_E902);
    clear(NULL);
    assert_holds(user_folder_path("keep/file"), "old");
    assert_int_equal(count_entries("keep"), 1); // no temporary file
    assert_false(file_write("", "new", 3, &messages));
}

static void a_link_and_permissions_outlive_a_write(void **state) {
    (void)state;
    write_text(user_folder_path("real"), "old");
    assert_int_equal(chmod(user_folder_path("real"), 0640), 0);
    assert_int_equal(symlink("real", user_folder_path("link")), 0);
    write_text(user_folder_path("link"), "new");
    struct stat status;
    assert_int_equal(lstat(user_folder_path("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_holds(user_folder_path("real"), "new");
    assert_int_equal(stat(user_folder_path("real"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    mode_t mask = umask(027);
    write_text(user_folder_path("fresh"), "new");
    umask(mask);
    assert_int_equal(stat(user_folder_path("fresh"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void lists_are_sorted_and_bounded(void **state) {
    (void)state;
    assert_true(folder_make(user_folder_path("list/e.car.yaml/"), &messages));
    static const char *const names[] = {"c.car.yaml", "a.car.yaml",   "B.car.yaml", ".h.car.yaml",
                                        ".car.yaml",  "a.track.yaml", "d.car.yaml"};
    for (int i = 0; i < 7; i++) {
        char name[64];
        snprintf(name, sizeof name, "list/%s", names[i]);
        write_text(user_folder_path(name), "");
    }
    write_text(user_folder_path("list/e.car.yaml/inside"), "");
    char *found[8];
    assert_int_equal(file_list(user_folder_path("list"), ".car.yaml", found, 8), 4);
    static const char *const sorted[] = {"B.car.yaml", "a.car.yaml", "c.car.yaml", "d.car.yaml"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(found[i], sorted[i]);
        free(found[i]);
    }
    assert_int_equal(file_list(user_folder_path("list"), ".car.yaml", found, 2), 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(found[i], sorted[i]);
        free(found[i]);
    }
    assert_int_equal(file_list(user_folder_path("nowhere"), ".car.yaml", found, 8), 0);
    assert_true(file_exists(user_folder_path("list/c.car.yaml")));
    assert_false(file_exists(user_folder_path("list")));
    assert_false(file_exists(user_folder_path("nowhere")));
}

static void a_file_in_pieces_is_whole_or_not_there(void **state) {
    (void)state;
    FileSave save;
    const char *path = user_folder_path("pieces");
    for (int keep = 0; keep < 2; keep++) {
        assert_true(file_save_begin(&save, path, &messages));
        file_save_put(&save, "one,", 4);
        file_save_put(&save, NULL, 0);
        assert_false(file_exists(path)); // not before its end
        file_save_put(&save, "two\n", 4);
        assert_true(file_save_end(&save, keep != 0, &messages));
        assert_int_equal(file_exists(path), keep);
    }
    assert_holds(path, "one,two\n");
    assert_true(file_save_begin(&save, path, &messages));
    file_save_put(&save, "other", 5);
    assert_true(file_save_end(&save, false, &messages));
    assert_holds(path, "one,two\n");
    assert_int_equal(messages.count, 0);
    assert_false(file_save_begin(&save, user_folder, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
}

/// Takes away what the tests made; names are short and known to lie below /tmp.
int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_written_is_read, clear),
        cmocka_unit_test_setup(what_cannot_be_read_says_why, clear),
        cmocka_unit_test_setup(a_file_of_4_mib_is_read_and_a_larger_one_says_its_size, clear),
        cmocka_unit_test_setup(what_makes_a_file_smaller_goes_by_its_suffix, clear),
        cmocka_unit_test_setup(a_missing_folder_is_told_and_made_only_where_asked_for, clear),
        cmocka_unit_test_setup(a_folder_that_cannot_be_written_to_is_named_with_the_reason, clear),
        cmocka_unit_test_setup(what_killed_programs_left_is_removed_at_the_next_save, clear),
        cmocka_unit_test_setup(a_program_that_is_ended_leaves_whole_files_and_nothing_else, clear),
        cmocka_unit_test_setup(a_failed_write_leaves_what_was_there, clear),
        cmocka_unit_test_setup(a_file_in_pieces_is_whole_or_not_there, clear),
        cmocka_unit_test_setup(a_link_and_permissions_outlive_a_write, clear),
        cmocka_unit_test_setup(lists_are_sorted_and_bounded, clear),
    };
    return cmocka_run_group_tests_name("file", tests, user_folder_make, user_folder_remove);
}
