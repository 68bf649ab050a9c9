/// Where data is looked for, and where a user's own files go.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/directories.h"
#include "base/file.h"
#include "base/user_dirs.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

static MessageList messages;

static void write_text(const char *path, const char *text) {
    assert_true(file_write(path, text, strlen(text), &messages));
}

static void data_is_found_where_it_is_named_or_not_at_all(void **state) {
    (void)state;
    char out[PATH_LIMIT] = "as it was";
    assert_true(folder_make(user_folder_path("data/tracks/"), &messages));
    write_text(user_folder_path("data/tracks/oval.track.yaml"), "");
    setenv("AXLE_DATA", user_folder_path("nowhere"), 1);
    assert_true(directories_data(user_folder_path("data"), out, sizeof out));
    assert_string_equal(out, user_folder_path("data"));
    strcpy(out, "as it was");
    assert_false(directories_data(NULL, out, sizeof out)); // the variable is not passed over
    assert_false(directories_data(user_folder_path("nowhere"), out, sizeof out));
    assert_false(directories_data("", out, sizeof out));
    assert_false(directories_data(user_folder_path("data"), out, 5));
    assert_string_equal(out, "as it was");
    setenv("AXLE_DATA", user_folder_path("data"), 1);
    assert_true(directories_data(NULL, out, sizeof out));
    assert_string_equal(out, user_folder_path("data"));
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
    } rows[] = {{directories_user_data, "XDG_DATA_HOME", "/home/x/.local/share/axle"},
                {directories_state, "XDG_STATE_HOME", "/home/x/.local/state/axle"}};
    char out[PATH_LIMIT];
    for (int i = 0; i < 2; i++) {
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
    }
    unsetenv("XDG_DATA_HOME");
}

static void shared_folders_are_those_of_the_environment(void **state) {
    (void)state;
    static const struct {
        const char *value, *folders[3];
    } rows[] = {
        {"/a:/b/", {"/a/axle", "/b/axle", NULL}},
        {"", {"/usr/local/share/axle", "/usr/share/axle", NULL}},
        {"relative:/a::./b:~/c:/d///", {"/a/axle", "/d/axle", NULL}},
        {"relative", {NULL}},
        {"/", {"/axle", NULL}},
        {":::", {NULL}},
    };
    char out[PATH_LIMIT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        setenv("XDG_DATA_DIRS", rows[i].value, 1);
        int count = 0;
        for (; rows[i].folders[count]; count++) {
            assert_true(directories_shared(count, out, sizeof out));
            assert_string_equal(out, rows[i].folders[count]);
        }
        assert_false(directories_shared(count, out, sizeof out));
    }
    char *large = malloc(100000);
    memset(large, 'x', 99999);
    memcpy(large, "/", 1);
    memcpy(large + 99990, ":/a", 4);
    setenv("XDG_DATA_DIRS", large, 1); // a path longer than any is passed over
    assert_true(directories_shared(0, out, sizeof out));
    assert_string_equal(out, "/a/axle");
    free(large);
    unsetenv("XDG_DATA_DIRS");
    assert_true(directories_shared(0, out, sizeof out));
    assert_string_equal(out, "/usr/local/share/axle");
}

/// What user_dirs_find makes of a file; "" where it refuses.
static const char *pictures_of(const char *text) {
    static char out[64];
    strcpy(out, "as it was");
    bool found = user_dirs_find(text, strlen(text), "XDG_PICTURES_DIR", "/home/x", out, sizeof out);
    assert_true(found || strcmp(out, "as it was") == 0);
    return found ? out : "";
}

static void the_desktops_folders_are_read_as_it_writes_them(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"XDG_PICTURES_DIR=\"$HOME/Pictures\"", "/home/x/Pictures"},
        {"# a comment\nXDG_MUSIC_DIR=\"$HOME/M\"\n  XDG_PICTURES_DIR=\"$HOME/Pictures/\" \r\n",
         "/home/x/Pictures"},
        {"XDG_PICTURES_DIR=\"/media/Bilder\"\n", "/media/Bilder"},
        {"XDG_PICTURES_DIR=\"$HOME/a\"\nXDG_PICTURES_DIR=\"$HOME/b\"\n", "/home/x/b"},
        {"XDG_PICTURES_DIR=\"$HOME/a\\\"b\\$c\\\\d e\"", "/home/x/a\"b$c\\d e"},
        {"XDG_PICTURES_DIR=\"$HOME/\xC3\x84\"", "/home/x/\xC3\x84"},
        // There is none:
        {"", ""},
        {"XDG_PICTURES_DIR=\"$HOME\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME/\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME///\"", ""},
        {"#XDG_PICTURES_DIR=\"$HOME/a\"", ""},
        {"XDG_PICTURES_DIR2=\"$HOME/a\"", ""},
        // Nothing is guessed:
        {"XDG_PICTURES_DIR=$HOME/a", ""},
        {"XDG_PICTURES_DIR='$HOME/a'", ""},
        {"XDG_PICTURES_DIR=\"$HOME/a", ""},
        {"XDG_PICTURES_DIR=\"$HOME/a\\\"", ""},
        {"XDG_PICTURES_DIR=\"a/b\"", ""},
        {"XDG_PICTURES_DIR=\"$HOMEa\"", ""},
        {"XDG_PICTURES_DIR=\"$OTHER/a\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME/$(rm -rf x)\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME/`id`\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME/a\" ; rm -rf x", ""},
        {"XDG_PICTURES_DIR=\"$HOME/a\x1B[2J\"", ""},
        {"XDG_PICTURES_DIR=\"$HOME/01234567890123456789012345678901234567890123456789012345678901234\"",
         ""},
        {"XDG_PICTURES_DIR=\"$HOME/a\"\nXDG_PICTURES_DIR=\"$(id)\"\n", ""}, // the last one holds
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(pictures_of(rows[i][0]), rows[i][1]);
    }
    static const char nul[] = "XDG_PICTURES_DIR=\"$HOME/a\0b\"";
    char out[64];
    assert_false(user_dirs_find(nul, sizeof nul - 1, "XDG_PICTURES_DIR", "/home/x", out, 64));
}

static void pictures_go_where_the_desktop_has_them(void **state) {
    (void)state;
    char out[PATH_LIMIT];
    assert_true(folder_make(user_folder_path("config/user-dirs.dirs"), &messages));
    setenv("XDG_CONFIG_HOME", user_folder_path("config"), 1);
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(directories_pictures(out, sizeof out));
    assert_string_equal(out, "/data/axle/pictures"); // no desktop
    write_text(user_folder_path("config/user-dirs.dirs"), "XDG_PICTURES_DIR=\"$HOME/Pictures\"\n");
    assert_true(directories_pictures(out, sizeof out));
    assert_string_equal(out, "/home/x/Pictures/axle");
    directories_shorten(out, out + 100, 100);
    assert_string_equal(out + 100, "~/Pictures/axle");
    directories_shorten("/home/xy/a", out, sizeof out);
    assert_string_equal(out, "/home/xy/a");
    write_text(user_folder_path("config/user-dirs.dirs"), "XDG_PICTURES_DIR=\"$(id)\"\n");
    assert_true(directories_pictures(out, sizeof out));
    assert_string_equal(out, "/data/axle/pictures");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
}

static void without_home_the_system_tells_it_and_all_agree(void **state) {
    (void)state;
    const struct passwd *user = getpwuid(getuid());
    char out[PATH_LIMIT], wanted[PATH_LIMIT];
    unsetenv("XDG_DATA_HOME");
    if (user && user->pw_dir[0] == '/') {
        snprintf(wanted, sizeof wanted, "%s/.local/share/axle", user->pw_dir);
        for (int i = 0; i < 2; i++) {
            unsetenv("HOME");
            if (i == 1) {
                setenv("HOME", "relative", 1);
            }
            assert_true(directories_user_data(out, sizeof out));
            assert_string_equal(out, wanted);
            assert_false(directories_user_data(out, strlen(wanted)));
        }
    }
    unsetenv("HOME");
    pid_t child = fork(); // a user whom the system does not know, where that can be tried
    assert_true(child >= 0);
    if (child == 0) {
        bool tried = setuid(2000000001) == 0 && !getpwuid(getuid());
        _exit(tried && directories_user_data(out, sizeof out) ? 1 : 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    setenv("HOME", "/home/x", 1);
}

static void the_users_file_comes_before_ours(void **state) {
    (void)state;
    char out[PATH_LIMIT] = "";
    char data[512];
    snprintf(data, sizeof data, "%s", user_folder_path("data2"));
    assert_true(folder_make(user_folder_path("data2/tracks/"), &messages));
    assert_true(folder_make(user_folder_path("user/axle/tracks/"), &messages));
    write_text(user_folder_path("data2/tracks/oval.track.yaml"), "");
    write_text(user_folder_path("data2/tracks/mill.track.yaml"), "");
    write_text(user_folder_path("user/axle/tracks/oval.track.yaml"), "");
    setenv("XDG_DATA_HOME", user_folder_path("user"), 1);
    assert_true(directories_find(data, "tracks", "mill", ".track.yaml", out, sizeof out));
    assert_string_equal(out, user_folder_path("data2/tracks/mill.track.yaml"));
    assert_true(directories_find(data, "tracks", "oval", ".track.yaml", out, sizeof out));
    assert_string_equal(out, user_folder_path("user/axle/tracks/oval.track.yaml"));
    assert_true(directories_find(NULL, "tracks", out, ".track.yaml", out, sizeof out)); // a path
    assert_false(directories_find(NULL, "tracks", "mill", ".track.yaml", out, sizeof out));
    assert_false(
        directories_find(data, "tracks", "oval.track.yaml", ".track.yaml", out, sizeof out));
    assert_false(directories_find(data, "tracks", "./oval", ".track.yaml", out, sizeof out));
    assert_true(folder_make(user_folder_path("shared/axle/tracks/"), &messages));
    write_text(user_folder_path("shared/axle/tracks/mill.track.yaml"), "");
    write_text(user_folder_path("shared/axle/tracks/dam.track.yaml"), "");
    setenv("XDG_DATA_DIRS", user_folder_path("shared"), 1);
    assert_true(directories_find(data, "tracks", "mill", ".track.yaml", out, sizeof out));
    assert_string_equal(out, user_folder_path("data2/tracks/mill.track.yaml"));
    assert_true(directories_find(NULL, "tracks", "dam", ".track.yaml", out, sizeof out));
    assert_string_equal(out, user_folder_path("shared/axle/tracks/dam.track.yaml"));
    unsetenv("XDG_DATA_DIRS");
    unsetenv("XDG_DATA_HOME");
}

int main(void) {
    unsetenv("XDG_DATA_DIRS");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_found_where_it_is_named_or_not_at_all),
        cmocka_unit_test(own_folders_follow_the_environment),
        cmocka_unit_test(shared_folders_are_those_of_the_environment),
        cmocka_unit_test(the_desktops_folders_are_read_as_it_writes_them),
        cmocka_unit_test(pictures_go_where_the_desktop_has_them),
        cmocka_unit_test(without_home_the_system_tells_it_and_all_agree),
        cmocka_unit_test(the_users_file_comes_before_ours),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
