#include "base/directories.h"
#include "base/file.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

static char folder[] = "/tmp/axle-test-file-XXXXXX";
static MessageList messages;

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int clear(void **state) {
    (void)state;
    messages = (MessageList){0};
    return 0;
}

/// `folder`/`name`, in one of two buffers in turn.
static const char *path_of(const char *name) {
    static char paths[2][512];
    static int turn;
    turn = 1 - turn;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

/// How many entries `name` within the folder has, or -1.
static int count_entries(const char *name) {
    DIR *directory = opendir(path_of(name));
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
    write_text(path_of("a"), "hello\n");
    assert_holds(path_of("a"), "hello\n");
    write_text(path_of("a"), "");
    assert_holds(path_of("a"), "");
    static char big[300000];
    for (size_t i = 0; i < sizeof big; i++) {
        big[i] = (char)(i * 7 % 251);
    }
    assert_true(file_write(path_of("b"), big, sizeof big, &messages));
    FileBytes bytes = {0};
    assert_true(file_read(path_of("b"), sizeof big, &bytes, &messages)); // just within the limit
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
    assert_unreadable(path_of("missing"), 100, MESSAGE_E901, "No such file");
    assert_unreadable(folder, 100, MESSAGE_E901, "it is a folder");
    assert_unreadable("/dev/zero", 100, MESSAGE_E901, "it is not a regular file");
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_unreadable(path_of("pipe"), 100, MESSAGE_E901, "it is not a regular file");
    write_text(path_of("big"), "0123456789");
    assert_unreadable(path_of("big"), 9, MESSAGE_E108, "file has 0.1 MiB, limit is");
    assert_unreadable("/proc/self/status", 9, MESSAGE_E108, "file has 0.1 MiB");
}

static void a_file_of_4_mib_is_read_and_a_larger_one_says_its_size(void **state) {
    (void)state;
    const char *path = path_of("long");
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

static void missing_folders_are_made(void **state) {
    (void)state;
    write_text(path_of("x/y/z.txt"), "deep");
    assert_holds(path_of("x/y/z.txt"), "deep");
    assert_int_equal(count_entries("x/y"), 1);
}

static void a_failed_write_leaves_what_was_there(void **state) {
    (void)state;
    write_text(path_of("keep/file"), "old");
    assert_false(file_write(path_of("keep/file/under"), "new", 3, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
    assert_non_null(strstr(messages.items[0].text, "Not a directory"));
    assert_false(file_write(path_of("keep"), "new", 3, &messages));
    assert_non_null(strstr(messages.items[1].text, "it is a folder"));
    assert_false(file_write("/dev/null", "new", 3, &messages));
    assert_non_null(strstr(messages.items[2].text, "it is not a regular file"));
    char name[400];
    memset(name, 'n', sizeof name);
    memcpy(name, "keep/", 5);
    name[sizeof name - 1] = '\0';
    assert_false(file_write(path_of(name), "new", 3, &messages)); // rename fails: name too long
    assert_int_equal(messages.items[3].code, MESSAGE_E902);
    clear(NULL);
    assert_holds(path_of("keep/file"), "old");
    assert_int_equal(count_entries("keep"), 1); // no temporary file
    assert_false(file_write("", "new", 3, &messages));
}

static void a_link_and_permissions_outlive_a_write(void **state) {
    (void)state;
    write_text(path_of("real"), "old");
    assert_int_equal(chmod(path_of("real"), 0640), 0);
    assert_int_equal(symlink("real", path_of("link")), 0);
    write_text(path_of("link"), "new");
    struct stat status;
    assert_int_equal(lstat(path_of("link"), &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_holds(path_of("real"), "new");
    assert_int_equal(stat(path_of("real"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    mode_t mask = umask(027);
    write_text(path_of("fresh"), "new");
    umask(mask);
    assert_int_equal(stat(path_of("fresh"), &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void lists_are_sorted_and_bounded(void **state) {
    (void)state;
    static const char *const names[] = {"c.car.yaml", "a.car.yaml",   "B.car.yaml", ".h.car.yaml",
                                        ".car.yaml",  "a.track.yaml", "d.car.yaml"};
    for (int i = 0; i < 7; i++) {
        char name[64];
        snprintf(name, sizeof name, "list/%s", names[i]);
        write_text(path_of(name), "");
    }
    write_text(path_of("list/e.car.yaml/inside"), "");
    char *found[8];
    assert_int_equal(file_list(path_of("list"), ".car.yaml", found, 8), 4);
    static const char *const sorted[] = {"B.car.yaml", "a.car.yaml", "c.car.yaml", "d.car.yaml"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(found[i], sorted[i]);
        free(found[i]);
    }
    assert_int_equal(file_list(path_of("list"), ".car.yaml", found, 2), 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(found[i], sorted[i]);
        free(found[i]);
    }
    assert_int_equal(file_list(path_of("nowhere"), ".car.yaml", found, 8), 0);
    assert_true(file_exists(path_of("list/c.car.yaml")));
    assert_false(file_exists(path_of("list")));
    assert_false(file_exists(path_of("nowhere")));
}

static void data_is_found_where_it_is_named_or_not_at_all(void **state) {
    (void)state;
    char out[PATH_LIMIT] = "as it was";
    write_text(path_of("data/tracks/oval.track.yaml"), "");
    setenv("AXLE_DATA", path_of("nowhere"), 1);
    assert_true(directories_data(path_of("data"), out, sizeof out));
    assert_string_equal(out, path_of("data"));
    strcpy(out, "as it was");
    assert_false(directories_data(NULL, out, sizeof out)); // the variable is not passed over
    assert_false(directories_data(path_of("nowhere"), out, sizeof out));
    assert_false(directories_data("", out, sizeof out));
    assert_false(directories_data(path_of("data"), out, 5));
    assert_string_equal(out, "as it was");
    setenv("AXLE_DATA", path_of("data"), 1);
    assert_true(directories_data(NULL, out, sizeof out));
    assert_string_equal(out, path_of("data"));
    unsetenv("AXLE_DATA");
    assert_true(directories_data(NULL, out, sizeof out)); // installed beside us, or the sources
    char tracks[PATH_LIMIT + 8];
    struct stat status;
    snprintf(tracks, sizeof tracks, "%s/tracks", out);
    assert_int_equal(stat(tracks, &status), 0);
}

static void own_folders_follow_the_environment(void **state) {
    (void)state;
    static const struct {
        bool (*find)(char *out, size_t size);
        const char *variable, *fallback;
    } rows[] = {{directories_config, "XDG_CONFIG_HOME", "/home/x/.config/axle"},
                {directories_user_data, "XDG_DATA_HOME", "/home/x/.local/share/axle"},
                {directories_state, "XDG_STATE_HOME", "/home/x/.local/state/axle"},
                {directories_cache, "XDG_CACHE_HOME", "/home/x/.cache/axle"}};
    char out[PATH_LIMIT];
    for (int i = 0; i < 4; i++) {
        setenv("HOME", "/home/x", 1);
        setenv(rows[i].variable, "/elsewhere", 1);
        assert_true(rows[i].find(out, sizeof out));
        assert_string_equal(out, "/elsewhere/axle");
        setenv(rows[i].variable, "relative", 1);
        assert_true(rows[i].find(out, sizeof out));
        assert_string_equal(out, rows[i].fallback);
        assert_false(rows[i].find(out, 10));
        unsetenv(rows[i].variable);
        assert_true(rows[i].find(out, sizeof out));
        assert_string_equal(out, rows[i].fallback);
        unsetenv("HOME");
        assert_false(rows[i].find(out, sizeof out));
    }
}

static void the_users_file_comes_before_ours(void **state) {
    (void)state;
    char out[PATH_LIMIT] = "";
    char data[512];
    snprintf(data, sizeof data, "%s", path_of("data2"));
    write_text(path_of("data2/tracks/oval.track.yaml"), "");
    write_text(path_of("data2/tracks/mill.track.yaml"), "");
    write_text(path_of("user/axle/tracks/oval.track.yaml"), "");
    setenv("XDG_DATA_HOME", path_of("user"), 1);
    assert_true(directories_find(data, "tracks", "mill", ".track.yaml", out, sizeof out));
    assert_string_equal(out, path_of("data2/tracks/mill.track.yaml"));
    assert_true(directories_find(data, "tracks", "oval", ".track.yaml", out, sizeof out));
    assert_string_equal(out, path_of("user/axle/tracks/oval.track.yaml"));
    assert_true(directories_find(NULL, "tracks", out, ".track.yaml", out, sizeof out)); // a path
    assert_false(directories_find(NULL, "tracks", "mill", ".track.yaml", out, sizeof out));
    assert_false(
        directories_find(data, "tracks", "oval.track.yaml", ".track.yaml", out, sizeof out));
    assert_false(directories_find(data, "tracks", "./oval", ".track.yaml", out, sizeof out));
    unsetenv("XDG_DATA_HOME");
}

static void a_file_in_pieces_is_whole_or_not_there(void **state) {
    (void)state;
    FileSave save;
    const char *path = path_of("pieces");
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
    assert_false(file_save_begin(&save, folder, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
}

/// Takes away what the tests made; names are short and known to lie below /tmp.
static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_is_written_is_read, clear),
        cmocka_unit_test_setup(what_cannot_be_read_says_why, clear),
        cmocka_unit_test_setup(a_file_of_4_mib_is_read_and_a_larger_one_says_its_size, clear),
        cmocka_unit_test_setup(missing_folders_are_made, clear),
        cmocka_unit_test_setup(a_failed_write_leaves_what_was_there, clear),
        cmocka_unit_test_setup(a_file_in_pieces_is_whole_or_not_there, clear),
        cmocka_unit_test_setup(a_link_and_permissions_outlive_a_write, clear),
        cmocka_unit_test_setup(lists_are_sorted_and_bounded, clear),
        cmocka_unit_test_setup(data_is_found_where_it_is_named_or_not_at_all, clear),
        cmocka_unit_test_setup(own_folders_follow_the_environment, clear),
        cmocka_unit_test_setup(the_users_file_comes_before_ours, clear),
    };
    return cmocka_run_group_tests_name("file", tests, make_folder, remove_folder);
}
