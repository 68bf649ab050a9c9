// Every file of tests/bad holds one mistake, and says in its first line what the reader must
// answer:
// `# expect: E302-shed.track.yaml:31:5: error: wall "shed" crosses itself ... [E302]`,
// within `<!-- -->` in XML. JSON has no comments: NAME.expect beside it holds that line alone.
// tests/commands.sh asks `axle check` the same of each.
#include "base/file.h"
#include "driver_file/driver_file.h"
#include "scene/scene_file.h"
#include "store/settings_text.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"
#include "vehicle/car_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    FILES_MAX = 400,
    LINE_MAX_SIZE = 1024,
};

static const char folder[] = TEST_DATA "/tests/bad";

static bool ends_with(const char *text, const char *end) {
    size_t size = strlen(text);
    size_t end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static void read_into(const char *name, const FileBytes *bytes, MessageList *messages) {
    if (ends_with(name, ".car.yaml")) {
        CarFile car = {0};
        car_file_read(bytes->data, bytes->size, name, NULL, &car, messages);
        return;
    }
    if (ends_with(name, ".driver.yaml")) {
        DriverFile driver;
        driver_file_read(bytes->data, bytes->size, name, &driver, messages);
        return;
    }
    if (ends_with(name, SCENE_FILE_SUFFIX)) {
        Scene scene;
        scene_read(bytes->data, bytes->size, name, &scene, messages);
        return;
    }
    if (ends_with(name, SETTINGS_SUFFIX)) {
        Settings settings;
        settings_read(bytes->data, bytes->size, name, &settings, messages);
        return;
    }
    Track track;
    bool good = track_read(bytes->data, bytes->size, name, false, &track, messages);
    assert_int_equal(good, messages->error_count == 0);
    if (!good) {
        assert_null(track.arena.chunks);
        assert_null(track.ribbons);
    } else { // as `axle check` does
        if (track_check(&track, messages)) {
            CarFile gt = fixture_car("gt");
            track_check_car(&track, &gt, messages);
        }
        for (int i = 0; i < messages->count; i++) { // what is said of a track lives no longer
            messages->items[i].place.file = messages->items[i].note_place.file = name;
        }
    }
    track_destroy(&track);
}

/// The first line that messages_print makes of the list.
static void first_line(const MessageList *messages, char out[LINE_MAX_SIZE]) {
    FILE *file = tmpfile();
    assert_non_null(file);
    messages_print(messages, file, NULL);
    rewind(file);
    out[0] = '\0';
    if (!fgets(out, LINE_MAX_SIZE, file)) {
        out[0] = '\0';
    }
    out[strcspn(out, "\n")] = '\0';
    fclose(file);
}

/// What the first line of `bytes`, or the file `path`.expect, says is to be answered.
static void expected_line(const char *path, const FileBytes *bytes, char out[LINE_MAX_SIZE]) {
    static const char *const marks[] = {"# expect: ", "<!-- expect: "};
    size_t line = strcspn(bytes->data, "\r\n");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t size = strlen(marks[i]);
        if (strncmp(bytes->data, marks[i], size) == 0 && line < LINE_MAX_SIZE) {
            snprintf(out, LINE_MAX_SIZE, "%.*s", (int)(line - size), bytes->data + size);
            char *end = i == 1 ? strstr(out, " -->") : NULL;
            if (end) {
                *end = '\0';
            }
            return;
        }
    }
    char beside[LINE_MAX_SIZE + 8];
    snprintf(beside, sizeof beside, "%s.expect", path);
    FILE *file = fopen(beside, "r");
    if (!file || !fgets(out, LINE_MAX_SIZE, file)) {
        out[0] = '\0';
    }
    out[strcspn(out, "\n")] = '\0';
    if (file) {
        fclose(file);
    }
}

static bool check_file(const char *name) {
    char path[LINE_MAX_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    FileBytes bytes = {0};
    assert_true(file_read(path, FILE_LIMIT, &bytes, messages));
    char expected[LINE_MAX_SIZE] = "";
    char found[LINE_MAX_SIZE] = "";
    expected_line(path, &bytes, expected);
    read_into(name, &bytes, messages);
    first_line(messages, found);
    int said = messages->error_count + messages->warning_count;
    bool good = strcmp(expected, found) == 0 && said == 1;
    if (strncmp(name, "E821", 4) == 0) { // the game alone knows what is installed
        good = strstr(expected, "[E821]") && said == 0;
    }
    if (!good) {
        print_error("%s\n  expected: %s\n  found:    %s\n  errors and warnings: %d\n", name,
                    expected, found, said);
    }
    file_bytes_free(&bytes);
    free(messages);
    return good;
}

static void each_bad_file_gets_exactly_its_message(void **state) {
    (void)state;
    static char *names[FILES_MAX];
    int count = file_list(folder, "", names, FILES_MAX);
    assert_true(count > 150 && count < FILES_MAX);
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += !ends_with(names[i], ".expect") && !check_file(names[i]);
        free(names[i]);
    }
    assert_int_equal(wrong, 0);
}

/// Codes that no one file of a few lines can raise.
static bool needs_no_file(const char *code) {
    static const char *const codes[] = {
        "E108", // more than 4 MiB: tests/test_file.c, _yaml.c, _import_svg.c and tests/commands.sh
        "W713", // of a folder, not of a text: tests/commands.sh
        "E635", // asked for by an option of `axle import`: tests/test_import_geojson.c
        "E654", "W642",         // of --layer, not of a file: tests/test_svg_layers.c
        "E655", "E656", "W643", // W641 comes with it: tests/test_svg_band.c
        "E657",                 // and with this: tests/test_svg_pick.c
        "E820", // a fifth base; said within E822 of the first alone: tests/commands.sh
        "W840", // a driver that is installed and wrong, and too many of them: tests/test_roster.c
        "W841", "W931",
        "W932", // told of a file that is set aside, not by its reader: tests/test_settings.c
        "E822", // a car that is installed and wrong: tests/commands.sh
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(codes[i], code) == 0) {
            return true;
        }
    }
    return false;
}

static void each_code_of_a_kind_of_file_has_a_bad_file(void **state) {
    (void)state;
    static char *names[FILES_MAX];
    int count = file_list(folder, "", names, FILES_MAX);
    int missing = 0;
    for (int code = MESSAGE_NONE + 1; code < MESSAGE_COUNT; code++) {
        const char *name = message_code_name((MessageCode)code);
        bool of_tracks = (name[0] == 'E' && name[1] <= '5') || (name[0] == 'W' && name[1] <= '8');
        bool of_imports = name[0] == 'E' && name[1] == '6' && name[2] <= '5';
        bool of_cars = name[0] == 'E' && name[1] == '8' && name[2] <= '2';
        bool of_drivers = name[0] == 'E' && name[1] == '8' && name[2] == '4';
        bool of_settings = name[1] == '9' && name[2] == '3';
        bool of_scenes = name[1] == '9' && name[2] == '4';
        bool found =
            !(of_tracks || of_imports || of_cars || of_drivers || of_settings || of_scenes) ||
            needs_no_file(name);
        for (int i = 0; i < count && !found; i++) {
            found = strncmp(names[i], name, 4) == 0;
        }
        if (!found) {
            print_error("no file in tests/bad raises %s\n", name);
        }
        missing += !found;
    }
    for (int i = 0; i < count; i++) {
        free(names[i]);
    }
    assert_int_equal(missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bad_file_gets_exactly_its_message),
        cmocka_unit_test(each_code_of_a_kind_of_file_has_a_bad_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
