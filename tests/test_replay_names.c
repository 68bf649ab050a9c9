/// What a replay names as its track and its cars, by people who mean well and by those who do not:
/// it leads to tracks and cars alone, and nothing of any other file is told.
#define _XOPEN_SOURCE 700 // for mkdtemp and realpath
#include "base/exit_code.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/random.h"
#include "session/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

#define SECRET "top-secret"

/// A folder with a replay, a track and a car in it, and a session of theirs.
typedef struct Desk {
    char folder[64];
    Session *session;
} Desk;

static Desk desk;

/// `name` below the folder, in one of four buffers in turn.
static const char *at(const char *name) {
    static char paths[4][256];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", desk.folder, name);
    return paths[turn];
}

static void put(const char *name, const char *text, size_t size) {
    MessageList messages = {0};
    assert_true(folder_make(at(name), &messages) && file_write(at(name), text, size, &messages));
}

static void copy(const char *from, const char *to) {
    MessageList messages = {0};
    FileBytes bytes;
    assert_true(file_read(from, FILE_LIMIT, &bytes, &messages));
    put(to, bytes.data, bytes.size);
    file_bytes_free(&bytes);
}

static int set_up(void **state) {
    (void)state;
    char template[] = "/tmp/axle-names-XXXXXX";
    char *real = mkdtemp(template) ? realpath(template, NULL) : NULL;
    assert_non_null(real);
    snprintf(desk.folder, sizeof desk.folder, "%s", real);
    free(real);
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    assert_int_equal(setenv("XDG_DATA_HOME", at("own"), 1), 0);
    copy(TEST_DATA "/tracks/first-oval.track.yaml", "here/oval.track.yaml");
    copy(TEST_DATA "/cars/hatch.car.yaml", "here/mine.car.yaml");
    copy(TEST_DATA "/tracks/first-oval.track.yaml", "there/oval.track.yaml");
    copy(TEST_DATA "/cars/hatch.car.yaml", "there/mine.car.yaml");
    put("here/secret", SECRET ": 1\n", strlen(SECRET ": 1\n"));
    put("here/secret.track.yaml", SECRET ": 1\n", strlen(SECRET ": 1\n"));
    put("here/secret.csv", SECRET "\n", strlen(SECRET "\n"));
    desk.session = calloc(1, sizeof *desk.session);
    SessionDef def = {.track = "first-oval", .race = race_def_default(), .cars = {"hatch"}};
    def.race.car_count = 1;
    assert_int_equal(session_make(desk.session, &def), EXIT_FINE);
    return 0;
}

static int clear_up(void **state) {
    (void)state;
    char command[128];
    session_destroy(desk.session);
    free(desk.session);
    snprintf(command, sizeof command, "rm -r '%s'", desk.folder);
    return system(command);
}

/// Opens a replay that lies in here/ and names these two. The exit code; what was told is in
/// `told`.
static int opens(const char *track, const char *car, char told[2048]) {
    Replay replay = {0};
    assert_true(session_begin_replay(desk.session, &replay));
    snprintf(replay.info.track, sizeof replay.info.track, "%s", track);
    snprintf(replay.info.cars[0], sizeof replay.info.cars[0], "%s", car);
    Session *session = calloc(1, sizeof *session);
    FILE *out = tmpfile();
    assert_true(session != NULL && out != NULL);
    int code = recording_open(NULL, at("here/a.replay"), &replay, NULL, session, out);
    if (code == EXIT_FINE) {
        session_destroy(session);
    }
    rewind(out);
    told[fread(told, 1, 2047, out)] = '\0';
    fclose(out);
    free(session);
    replay_destroy(&replay);
    return code;
}

static void assert_opens(const char *track, const char *car) {
    char told[2048];
    assert_int_equal(opens(track, car, told), EXIT_FINE);
    assert_string_equal(told, "");
}

/// `track` and `car` are both refused, by a message that does not tell what the file holds.
static void assert_refused(const char *track, const char *car) {
    char told[2048];
    for (int i = 0; i < 2; i++) {
        int code = opens(i == 0 ? track : "first-oval", i == 0 ? "hatch" : car, told);
        if (code != EXIT_UNREADABLE && code != EXIT_NO) {
            fail_msg("%s is opened", i == 0 ? track : car);
        }
        assert_non_null(strstr(told, "a.replay: error: "));
        assert_null(strstr(told, SECRET));
        assert_null(strstr(told, "root:"));
    }
}

static void installed_ones_and_files_of_the_kind_are_found(void **state) {
    (void)state;
    assert_opens("first-oval", "hatch");
    assert_opens(at("there/oval.track.yaml"), at("there/mine.car.yaml"));
    assert_opens("oval.track.yaml", "mine.car.yaml"); // beside the replay
    // what was recorded elsewhere lies beside the replay that somebody got
    assert_opens("/home/nobody/tracks/oval.track.yaml", "/home/nobody/mine.car.yaml");
    assert_opens("tracks/oval.track.yaml", "./mine.car.yaml");
    put("own/axle/tracks/own.track.yaml", "", 0);
    copy(at("here/oval.track.yaml"), "own/axle/tracks/own.track.yaml");
    assert_opens("own", "hatch");
    assert_int_equal(symlink("oval.track.yaml", at("here/link.track.yaml")), 0);
    assert_opens("link.track.yaml", "hatch"); // a link to a track is a track
}

static void nothing_but_tracks_and_cars_is_opened(void **state) {
    (void)state;
    assert_refused("/etc/passwd", "/etc/passwd");
    assert_refused("../../etc/passwd", "../../etc/passwd");
    assert_refused("../../../../../../../../etc/passwd", "etc/passwd");
    assert_refused("..", ".");
    assert_refused("", "");
    assert_refused("/", "//");
    assert_refused("secret", "secret");
    assert_refused(at("here/secret"), at("here/secret"));
    // named as one, and none: told so and no more
    assert_refused(at("here/secret.track.yaml"), at("here/secret.track.yaml"));
    assert_refused(at("here/secret.csv"), at("here/secret.csv"));
    // there is a track, but the way to it goes up
    assert_refused("../there/oval.track.yaml", "../there/mine.car.yaml");
    char up[300];
    snprintf(up, sizeof up, "%s/../there/oval.track.yaml", at("here"));
    assert_refused(up, up);
    assert_refused(".track.yaml", ".car.yaml");
    assert_refused("\033[31mred.track.yaml", "\033]0;title\007.car.yaml");
}

static void links_devices_and_pipes_do_not_lend_their_name(void **state) {
    (void)state;
    static const char *const targets[] = {"/etc/passwd", "/dev/zero", "/dev/stdin",     "secret",
                                          ".",           "nowhere",   "loop.track.yaml"};
    alarm(60); // ends the test where something is waited for
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        assert_int_equal(symlink(targets[i], at("here/loop.track.yaml")), 0);
        assert_int_equal(symlink(targets[i], at("here/loop.car.yaml")), 0);
        assert_refused("loop.track.yaml", "loop.car.yaml");
        assert_refused(at("here/loop.track.yaml"), at("here/loop.car.yaml"));
        assert_int_equal(unlink(at("here/loop.track.yaml")), 0);
        assert_int_equal(unlink(at("here/loop.car.yaml")), 0);
    }
    copy(at("here/oval.track.yaml"), "here/plain"); // a good track, and still no file of the kind
    copy(at("here/mine.car.yaml"), "here/plain-car");
    assert_int_equal(symlink("plain", at("here/lent.track.yaml")), 0);
    assert_int_equal(symlink("plain-car", at("here/lent.car.yaml")), 0);
    assert_refused("lent.track.yaml", "lent.car.yaml");
    assert_int_equal(mkfifo(at("here/pipe.track.yaml"), 0600), 0);
    assert_int_equal(mkfifo(at("here/pipe.car.yaml"), 0600), 0);
    assert_refused("pipe.track.yaml", "pipe.car.yaml");
    assert_int_equal(mkdir(at("here/folder.track.yaml"), 0700), 0);
    assert_int_equal(mkdir(at("here/folder.car.yaml"), 0700), 0);
    assert_refused("folder.track.yaml", "folder.car.yaml");
    put("here/huge.track.yaml", "", 0);
    put("here/huge.car.yaml", "", 0);
    assert_int_equal(truncate(at("here/huge.track.yaml"), 1LL << 40), 0); // a hole: no disk is used
    assert_int_equal(truncate(at("here/huge.car.yaml"), 1LL << 40), 0);
    assert_refused("huge.track.yaml", "huge.car.yaml");
    alarm(0);
}

static void a_track_that_is_another_is_told_by_its_name(void **state) {
    (void)state;
    char told[2048];
    assert_int_equal(opens("kiln-road", "hatch", told), EXIT_NO);
    assert_non_null(strstr(told, "track \"kiln-road\" changed since this replay"));
    assert_int_equal(opens("first-oval", "gt", told), EXIT_NO);
    assert_non_null(strstr(told, "car \"gt\" changed since this replay"));
    assert_int_equal(opens("no-such", "gt", told), EXIT_UNREADABLE);
    assert_non_null(strstr(told, "there is no track \"no-such\" for this replay"));
}

/// Names made of the parts that lead astray: whatever they come to, only files of the kind are
/// opened.
static void no_mix_of_parts_leads_astray(void **state) {
    (void)state;
    static const char *const parts[] = {"/",      "..",   "../", "./",          "secret",     "etc",
                                        "passwd", "here", "//",  ".track.yaml", ".car.yaml",  "~",
                                        "%s",     "\n",   "dev", "zero",        "proc/self/", "cwd",
                                        ".csv",   ".svg", "\xff"};
    Random random = random_make(7, 1);
    char told[2048];
    for (int i = 0; i < 3000; i++) {
        char name[REPLAY_NAME_MAX] = "";
        if (i % 3 == 0) {
            snprintf(name, sizeof name, "%s/", at("here"));
        }
        int count = 1 + (int)(random_u32(&random) % 6);
        for (int k = 0; k < count; k++) {
            strcat(name, parts[random_u32(&random) % (sizeof parts / sizeof *parts)]);
        }
        assert_int_not_equal(opens(name, "hatch", told), EXIT_FINE);
        assert_null(strstr(told, "root:"));
        assert_null(strstr(told, SECRET));
        assert_null(strstr(told, "\033"));
    }
}

/// The one other file that names a file: a car's base is the name of an installed car.
static void the_base_of_a_car_is_no_path(void **state) {
    (void)state;
    static const char *const bases[] = {"../here/mine",         "/etc/passwd", "./mine",
                                        "mine.car.yaml",        "..",          "\"mine \"",
                                        "../../here/secret.csv"};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        char text[256];
        MessageList messages = {0};
        CarFile car;
        int size = snprintf(text, sizeof text, "format: car/1\nname: A\nbase: %s\n", bases[i]);
        assert_false(
            load_car_text(NULL, text, (size_t)size, at("here/a.car.yaml"), &car, &messages));
        assert_int_equal(messages.count, 1);
        assert_int_equal(messages.items[0].code, MESSAGE_E215);
    }
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(installed_ones_and_files_of_the_kind_are_found),
        cmocka_unit_test(nothing_but_tracks_and_cars_is_opened),
        cmocka_unit_test(links_devices_and_pipes_do_not_lend_their_name),
        cmocka_unit_test(a_track_that_is_another_is_told_by_its_name),
        cmocka_unit_test(no_mix_of_parts_leads_astray),
        cmocka_unit_test(the_base_of_a_car_is_no_path),
    };
    return cmocka_run_group_tests_name("replay_names", tests, set_up, clear_up);
}
