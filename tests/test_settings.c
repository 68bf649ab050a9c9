#include "base/directories.h"
#include "base/file.h"
#include "base/random.h"
#include "formats/keys.h"
#include "formats/yaml.h"
#include "race_state/race_state.h"
#include "store/settings_file.h"
#include "store/settings_keep.h"
#include "store/settings_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "long_test.h"
#include "test.h"

static TestCount count;
static char folder[] = "/tmp/axle-test-settings-XXXXXX";
static char path[PATH_LIMIT], aside[PATH_LIMIT + 8], aside_too[PATH_LIMIT + 16];
static MessageList messages;
static TextBuffer written;

static int begin(void **state) {
    (void)state;
    messages = (MessageList){0};
    written.size = 0;
    unlink(path);
    unlink(aside);
    unlink(aside_too);
    return 0;
}

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) {
        return -1;
    }
    setenv("XDG_CONFIG_HOME", folder, 1);
    bool fine = settings_path(path, &messages);
    snprintf(aside, sizeof aside, "%s.broken", path);
    snprintf(aside_too, sizeof aside_too, "%s.broken-2", path);
    return fine ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char of_axle[sizeof folder + 8];
    begin(NULL);
    free(written.text);
    snprintf(of_axle, sizeof of_axle, "%s/axle", folder);
    rmdir(of_axle);
    return rmdir(folder);
}

static Settings read_text(const char *text) {
    Settings settings;
    assert_true(settings_read(text, strlen(text), "settings.yaml", &settings, &messages));
    return settings;
}

/// `text` with `settings` in it; lives until the next call.
static const char *write_into(const char *text, const Settings *settings) {
    static char *old;
    free(old);
    old = written.text;
    written = (TextBuffer){0};
    settings_write(text, strlen(text), settings, &written);
    return written.text;
}

static const char *starter(void) {
    static TextBuffer text;
    if (!text.text) {
        settings_starter(&text);
    }
    return text.text;
}

static void save_text(const char *text) {
    MessageList ignored = {0};
    assert_true(folder_make(path, &ignored));
    assert_true(file_write(path, text, strlen(text), &ignored));
}

/// By a program whose command line says nothing.
static bool save(const Settings *before, const Settings *settings) {
    Settings told = *before;
    return settings_save(path, &told, before, settings, &messages);
}

static void assert_file_is(const char *file, const char *text) {
    FileBytes bytes = {0};
    MessageList ignored = {0};
    assert_true(file_read(file, FILE_LIMIT, &bytes, &ignored));
    assert_string_equal(bytes.data, text);
    file_bytes_free(&bytes);
}

static void the_size_that_old_files_have_is_passed_over(void **state) {
    (void)state;
    read_text("format: settings/1\ndisplay: {width: 1280, height: 720, vsync: false}\n");
    assert_int_equal(messages.count, 0);
    read_text("format: settings/1\ngame: {width: 1280}\n");
    assert_int_equal(messages.count, 1);
}

static int seats_of(const SettingRow *row) {
    return row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1;
}

static uint32_t below(Random *random, int limit) { return random_u32(random) % (uint32_t)limit; }

static void set_random_text(const SettingRow *row, char *value, Random *random) {
    static const char *const pieces[] = {"a",  "Z", "7", " ",    ": ", "#",  "'",
                                         "\"", "é", "-", "true", "~",  "[",  "{",
                                         "&",  "*", "!", "0x1",  ",",  "\\", "漢"};
    int left = (int)below(random, (int)row->max + 1);
    value[0] = '\0';
    while (left > 0 || (int)strlen(value) < (int)row->min) {
        const char *piece = pieces[below(random, sizeof pieces / sizeof *pieces)];
        left -= (int)strlen(piece);
        if (left >= 0 && strlen(value) + strlen(piece) < SETTING_TEXT_MAX) {
            strcat(value, piece);
        } else if (value[0] == '\0') {
            strcpy(value, "x");
        }
    }
}

/// Sets one of the settings to any value that it may have.
static void change_one(Settings *settings, Random *random) {
    const SettingRow *row = &setting_rows[below(random, setting_row_count)];
    int seat = (int)below(random, seats_of(row));
    void *value = setting_value(row, settings, seat);
    if (row->kind == SETTING_TEXT) {
        set_random_text(row, value, random);
    } else if (row->kind == SETTING_NUMBER && below(random, 2)) {
        *(float *)value = random_range(random, row->min, row->max);
    } else {
        setting_move(row, settings, seat, (int)below(random, 41) - 20);
    }
    int *keys =
        settings->seats[below(random, SETTINGS_SEATS)].keys[below(random, SETTING_ACTION_COUNT)];
    int held = (int)below(random, SETTING_KEYS_MAX + 1);
    for (int i = 0; i < SETTING_KEYS_MAX; i++) {
        keys[i] = i < held ? 'A' + (int)below(random, 26) : KEY_NONE;
    }
}

static void choices_and_bounds_are_those_of_the_race(void **state) {
    (void)state;
    SettingChoices levels = setting_choices(SETTING_LIST_LEVEL);
    assert_int_equal(levels.count, SKILL_COUNT + 1);
    for (int i = 0; i < SKILL_COUNT; i++) {
        SettingChoice level = (SettingChoice)((int)levels.first + i);
        assert_string_equal(setting_choice_name(level), race_skill_names[i]);
    }
    assert_string_equal(setting_choice_name(SETTING_LEVEL_MY_PACE), "my-pace");
    assert_int_equal((int)SETTING_LEVEL_MY_PACE, (int)levels.first + SKILL_COUNT); // the last
    assert_near(setting_find(SETTING_GROUP_RACE, "laps")->max, RACE_LAPS_MAX, 0.0);
    assert_near(setting_find(SETTING_GROUP_RACE, "ai")->max, RACE_MAX_CARS - SETTINGS_SEATS, 0.0);
}

static void changes_are_saved_when_they_rest(void **state) {
    (void)state;
    SettingsKeep keep;
    Settings settings = settings_keep_load(&keep, &messages);
    settings.race.laps = 7; // of the command line
    settings_keep_accept(&keep, &settings);
    settings.game.speed = 0.75f;
    for (int i = 0; i < 100; i++) {
        settings.display.ui_scale = 1.0f + 0.001f * (float)i; // somebody moves it
        assert_true(settings_keep_frame(&keep, &settings, 0.1f, &messages));
        assert_false(file_exists(path));
    }
    for (int i = 0; i < 11; i++) {
        assert_true(settings_keep_frame(&keep, &settings, 0.1f, &messages));
    }
    Settings again = settings_load(path, &messages);
    assert_near(again.game.speed, 0.75, 0.0);
    assert_int_equal(again.race.laps, 0);
}

static void what_cannot_be_saved_is_told_once(void **state) {
    (void)state;
    SettingsKeep keep;
    Settings settings = settings_keep_load(&keep, &messages);
    strcpy(keep.path, "/proc/no/settings.yaml");
    int told = 0;
    settings.game.speed = 0.75f;
    for (int i = 0; i < 50; i++) {
        told += !settings_keep_frame(&keep, &settings, 0.1f, &messages);
    }
    assert_int_equal(told, 1);
    settings.game.speed = 0.8f;
    for (int i = 0; i < 50; i++) {
        told += !settings_keep_frame(&keep, &settings, 0.1f, &messages);
    }
    assert_int_equal(told, 2);
}

static void every_row_begins_within_its_range(void **state) {
    (void)state;
    Settings settings = settings_default();
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        const void *value = setting_value_const(row, &settings, 0);
        if (row->kind == SETTING_NUMBER) {
            assert_true(*(const float *)value >= row->min && *(const float *)value <= row->max);
            assert_true(row->step > 0.0f);
        } else if (row->kind == SETTING_INTEGER) {
            assert_true(*(const int *)value >= (int)row->min &&
                        *(const int *)value <= (int)row->max);
        } else if (row->kind == SETTING_CHOICE) {
            assert_true(setting_choices(row->list).count >= 2);
        }
        assert_ptr_equal(setting_find(row->group, row->name), row);
        assert_true(row->about[0] && row->about[strlen(row->about) - 1] == '.');
    }
}

static void the_first_file_says_the_defaults(void **state) {
    (void)state;
    Settings settings = read_text(starter()), initial = settings_default();
    assert_int_equal(messages.count, 0);
    assert_true(settings_same(&settings, &initial));
    assert_string_equal(write_into(starter(), &initial), starter());
}

static void every_number_is_good_at_its_bounds_and_refused_beyond(void **state) {
    (void)state;
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        if (row->kind != SETTING_NUMBER && row->kind != SETTING_INTEGER) {
            continue;
        }
        for (int k = 0; k < 4; k++) {
            float bound = k % 2 ? row->max : row->min;
            float asked = k < 2 ? bound : bound + (k % 2 ? 1.0f : -1.0f);
            char text[256];
            bool is_seat = row->group == SETTING_GROUP_SEAT;
            messages = (MessageList){0};
            snprintf(text, sizeof text, "%s:%s{%s: %g}\n", setting_group_names[row->group],
                     is_seat ? "\n  - " : " ", row->name, (double)asked);
            Settings settings = read_text(text);
            const void *value = setting_value_const(row, &settings, 0);
            float found =
                row->kind == SETTING_NUMBER ? *(const float *)value : (float)*(const int *)value;
            if (k < 2) {
                assert_int_equal(messages.count, 0);
                assert_near(found, bound, 0.0);
                assert_near(setting_number(row, &settings, 0), bound, 0.0);
            } else {
                Settings initial = settings_default();
                assert_int_equal(messages.items[0].code, MESSAGE_E204);
                assert_int_equal(messages.items[0].place.line, is_seat ? 2 : 1);
                assert_true(setting_same(row, &settings, &initial, 0));
            }
        }
    }
}

static void what_is_written_is_read_again(void **state) {
    (void)state;
    Random random = random_make(1, 16);
    for (long i = 0; i < count.cases; i++) {
        Settings settings = settings_default();
        for (int k = 0; k < 12; k++) {
            change_one(&settings, &random);
        }
        const char *text = write_into(starter(), &settings);
        Settings again = read_text(text);
        assert_int_equal(messages.count, 0);
        assert_true(settings_same(&settings, &again));
        char *first = strdup(text);
        assert_string_equal(write_into(first, &settings), first);
        free(first);
    }
}

/// A file of somebody who edits it by hand: every word of its comments is one of a kind.
static const char own_file[] = "# mine-1\n"
                               "format: settings/1   # mine-2\n"
                               "\n"
                               "# mine-3\n"
                               "display: # mine-4\n"
                               "  # mine-5\n"
                               "  ui_scale: 1.10 # mine-6\n"
                               "  glow: [1, 2] # mine-7\n"
                               "  x-note: mine-8\n"
                               "game: # mine-9\n"
                               "  speed: 1 # mine-10\n"
                               "tools: {hammer: mine-11}\n"
                               "seats:\n"
                               "  # mine-12\n"
                               "  - name: Ada # mine-13\n"
                               "    hat: mine-14\n"
                               "    keys:\n"
                               "      # mine-15\n"
                               "      gas: [W] # mine-16\n"
                               "      wink: mine-17\n"
                               "  # mine-18\n"
                               "  - name: Bo # mine-19\n"
                               "# mine-20\n";

static void random_changes_keep_comments_and_unknown_keys(void **state) {
    (void)state;
    Random random = random_make(2, 16);
    for (long i = 0; i < count.cases; i += 8) {
        char *text = strdup(own_file);
        Settings settings = read_text(text);
        for (int k = 0; k < 8; k++) {
            change_one(&settings, &random);
            char *next = strdup(write_into(text, &settings));
            free(text);
            text = next;
            for (int mark = 1; mark <= 20; mark++) {
                char wanted[16];
                snprintf(wanted, sizeof wanted, "mine-%d", mark);
                const char *at = strstr(text, wanted);
                if (!at || strchr("0123456789", at[strlen(wanted)]) != NULL) {
                    at = at ? strstr(at + 1, wanted) : NULL;
                }
                if (!at) {
                    print_error("%s is gone:\n%s\n", wanted, text);
                    fail();
                }
            }
            messages = (MessageList){0};
            Settings again = read_text(text);
            assert_true(settings_same(&settings, &again));
            assert_int_equal(messages.error_count, 0);
        }
        free(text);
    }
}

static void a_change_leaves_all_other_lines_as_they_are(void **state) {
    (void)state;
    Settings settings = read_text(own_file);
    settings.display.ui_scale = 1.5f;
    settings.seats[1].keys[SETTING_ACTION_LEFT][0] = KEY_LEFT;
    const char *text = write_into(own_file, &settings);
    char *expected = strdup(own_file);
    char *at = strstr(expected, "1.10");
    memcpy(at, "1.5 ", 4);
    memmove(at + 3, at + 4, strlen(at + 4) + 1);
    at = strstr(expected, "# mine-20");
    assert_non_null(strstr(text, "ui_scale: 1.5 # mine-6\n"));
    assert_non_null(strstr(text, "    keys: {left: [Left]}\n# mine-20\n"));
    assert_int_equal(strncmp(text, expected, (size_t)(at - expected)), 0);
    free(expected);
}

static void an_unknown_key_is_warned_of_with_the_nearest(void **state) {
    (void)state;
    read_text("display: {vsinc: true, x-mine: 1}\nseats: [{keys: {gass: [W]}}]\n");
    assert_int_equal(messages.warning_count, 2);
    assert_int_equal(messages.error_count, 0);
    assert_string_equal(messages.items[0].help, "did you mean \"vsync\"?");
    assert_string_equal(messages.items[1].help, "did you mean \"gas\"?");
    assert_int_equal(messages.items[1].place.line, 2);
}

static void a_wrong_value_is_told_and_stays_in_the_file(void **state) {
    (void)state;
    static const char text[] = "display:\n  ui_scale: huge\n  vsync: false\n";
    Settings settings = read_text(text);
    assert_int_equal(messages.error_count, 1);
    assert_int_equal(messages.items[0].place.line, 2);
    assert_near(settings.display.ui_scale, 1.0, 0.0);
    assert_false(settings.display.vsync);
    settings.display.vsync = true;
    assert_string_equal(write_into(text, &settings), "display:\n  ui_scale: huge\n  vsync: true\n");
}

static void without_a_file_all_is_as_at_first(void **state) {
    (void)state;
    Settings settings = settings_load(path, &messages), initial = settings_default();
    assert_int_equal(messages.count, 0);
    assert_true(settings_same(&settings, &initial));
    assert_true(save(&settings, &settings));
    assert_false(file_exists(path));
}

static void what_is_saved_is_loaded(void **state) {
    (void)state;
    Settings settings = settings_default(), before = settings;
    settings.game.speed = 0.75f;
    strcpy(settings.seats[2].name, "Ada");
    assert_true(save(&before, &settings));
    Settings again = settings_load(path, &messages);
    assert_int_equal(messages.count, 0);
    assert_true(settings_same(&settings, &again));
}

static void a_file_that_says_so_already_is_not_touched(void **state) {
    (void)state;
    struct stat first, second;
    save_text("# mine\ngame: {speed: 0.75}\n");
    Settings settings = settings_load(path, &messages);
    assert_int_equal(stat(path, &first), 0);
    assert_true(save(&settings, &settings));
    assert_int_equal(stat(path, &second), 0);
    assert_int_equal(first.st_ino, second.st_ino);
    assert_file_is(path, "# mine\ngame: {speed: 0.75}\n");
}

static void a_broken_file_is_kept_aside_and_told_of_once(void **state) {
    (void)state;
    static const char *const broken[] = {"display: {vsync: true\n", "format: settings/9\n",
                                         "just words\n", "format: track/1\n", "\xFF\xFE\n"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        begin(NULL);
        save_text(broken[i]);
        Settings settings = settings_load(path, &messages), initial = settings_default();
        assert_true(settings_same(&settings, &initial));
        assert_int_equal(messages.count, 2);
        assert_int_equal(messages.items[1].code, MESSAGE_W931);
        assert_non_null(strstr(messages.items[1].text, "settings.yaml.broken"));
        assert_false(file_exists(path));
        assert_file_is(aside, broken[i]);
        messages = (MessageList){0};
        settings_load(path, &messages);
        assert_int_equal(messages.count, 0);
    }
}

static void a_file_that_is_too_large_is_kept_aside(void **state) {
    (void)state;
    char *text = malloc((size_t)FILE_LIMIT + 2);
    assert_non_null(text);
    memset(text, '#', (size_t)FILE_LIMIT + 1);
    text[FILE_LIMIT + 1] = '\0';
    save_text(text);
    settings_load(path, &messages);
    assert_int_equal(messages.items[0].code, MESSAGE_E108);
    assert_int_equal(messages.items[1].code, MESSAGE_W931);
    assert_true(file_exists(aside) && !file_exists(path));
    free(text);
}

static void a_file_that_was_spoilt_meanwhile_is_kept_aside_too(void **state) {
    (void)state;
    SettingsKeep keep;
    save_text("display: {ui_scale: 1.5}\n");
    Settings settings = settings_keep_load(&keep, &messages);
    settings.race.laps = 7; // of the command line
    settings_keep_accept(&keep, &settings);
    const char *const names[] = {aside, aside_too};
    for (int i = 0; i < 2; i++) {
        save_text(i == 0 ? "display: {\n" : "game: {\n");
        settings.game.speed -= 0.25f;
        messages = (MessageList){0};
        assert_true(settings_keep_save(&keep, &settings, &messages));
        assert_int_equal(messages.count, 1);
        assert_int_equal(messages.items[0].code, MESSAGE_W932);
        assert_file_is(names[i], i == 0 ? "display: {\n" : "game: {\n");
        Settings again = settings_load(path, &messages);
        assert_near(again.game.speed, settings.game.speed, 0.0);
        assert_near(again.display.ui_scale, 1.5, 0.0);
        assert_int_equal(again.race.laps, 0);
    }
    assert_file_is(aside, "display: {\n");
}

static void a_file_that_was_deleted_meanwhile_is_made_anew(void **state) {
    (void)state;
    SettingsKeep keep;
    save_text("display: {ui_scale: 1.5}\n");
    Settings settings = settings_keep_load(&keep, &messages);
    unlink(path);
    settings.game.speed = 0.75f;
    assert_true(settings_keep_save(&keep, &settings, &messages));
    Settings again = settings_load(path, &messages);
    assert_true(settings_same(&settings, &again));
    assert_int_equal(messages.count, 0);
}

/// All names for it are taken, which is as good as a folder that refuses.
static void a_spoilt_file_that_cannot_be_kept_aside_stays(void **state) {
    (void)state;
    char name[PATH_LIMIT + 16];
    Settings settings = settings_default(), before = settings;
    for (int i = 1; i <= 99; i++) {
        snprintf(name, sizeof name, i == 1 ? "%s.broken" : "%s.broken-%d", path, i);
        assert_int_equal(symlink("nowhere", name), 0);
    }
    save_text("display: {\n");
    settings.game.speed = 0.75f;
    assert_false(save(&before, &settings));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
    assert_file_is(path, "display: {\n");
    for (int i = 1; i <= 99; i++) {
        snprintf(name, sizeof name, i == 1 ? "%s.broken" : "%s.broken-%d", path, i);
        unlink(name);
    }
}

static void what_could_not_be_saved_is_tried_again_at_the_end(void **state) {
    (void)state;
    SettingsKeep keep;
    Settings settings = settings_keep_load(&keep, &messages);
    strcpy(keep.path, "/proc/no/settings.yaml");
    settings.game.speed = 0.75f;
    assert_true(settings_keep_frame(&keep, &settings, 0.1f, &messages));
    assert_false(settings_keep_frame(&keep, &settings, 2.0f, &messages));
    strcpy(keep.path, path);
    assert_true(settings_keep_save(&keep, &settings, &messages));
    assert_true(file_exists(path));
}

static void a_path_that_is_too_long_is_none(void **state) {
    (void)state;
    char home[PATH_LIMIT];
    memset(home, 'a', sizeof home);
    home[0] = '/';
    home[PATH_LIMIT - 10] = '\0'; // there is room for /axle, but not for the file
    setenv("XDG_CONFIG_HOME", home, 1);
    SettingsKeep keep;
    settings_keep_load(&keep, &messages);
    setenv("XDG_CONFIG_HOME", folder, 1);
    assert_string_equal(keep.path, "");
}

static void two_programs_keep_what_the_other_one_has_changed(void **state) {
    (void)state;
    Settings first = settings_default(), second = first, before = first;
    first.game.speed = 0.75f;
    second.display.ui_scale = 1.5f;
    assert_true(save(&before, &first));
    assert_true(save(&before, &second));
    Settings both = settings_load(path, &messages);
    assert_near(both.game.speed, 0.75, 0.0);
    assert_near(both.display.ui_scale, 1.5, 0.0);
}

/// Saves one number again and again; whether the file has kept it each time when the next one
/// comes.
static bool save_often(int seat) {
    Settings told = settings_default(), now = told;
    for (int i = 1; i <= 40; i++) {
        MessageList said = {0};
        Settings before = now;
        now.seats[seat].curve = 1.0f + 0.1f * (float)(i % 10);
        bool fine = settings_save(path, &told, &before, &now, &said);
        for (int tries = 0; !fine && tries < 50; tries++) { // the other one was always first
            fine = settings_save(path, &told, &before, &now, &said);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        Settings found = settings_load(path, &said);
        if (fabsf(found.seats[seat].curve - now.seats[seat].curve) > 0.01f) {
            return false;
        }
    }
    return true;
}

static void two_programs_that_save_at_one_moment_lose_nothing(void **state) {
    (void)state;
    save_text("format: settings/1\n");
    pid_t other = fork();
    if (other == 0) {
        _exit(save_often(1) ? 0 : 1);
    }
    bool kept = save_often(0);
    int status;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(kept);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void a_folder_that_refuses_is_told_of(void **state) {
    (void)state;
    Settings settings = settings_default(), before = settings;
    settings.game.speed = 0.75f;
    assert_false(settings_save("/proc/no/settings.yaml", &before, &before, &settings, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E902);
}

static void numbers_move_by_steps_and_choices_go_round(void **state) {
    (void)state;
    Settings settings = settings_default();
    const SettingRow *scale = setting_find(SETTING_GROUP_DISPLAY, "ui_scale");
    const SettingRow *layout = setting_find(SETTING_GROUP_DISPLAY, "layout");
    char shown[SETTING_SHOWN_MAX];
    assert_true(setting_move(scale, &settings, 0, 1));
    assert_string_equal(setting_shown(scale, &settings, 0, shown), "105 %");
    assert_true(setting_move(scale, &settings, 0, 100));
    assert_near(settings.display.ui_scale, 2.0, 0.0);
    assert_false(setting_move(scale, &settings, 0, 1));
    assert_true(setting_move(layout, &settings, 0, -1));
    assert_int_equal(settings.display.layout, SETTING_LAYOUT_ROWS);
    assert_true(setting_move(layout, &settings, 0, 1));
    assert_int_equal(settings.display.layout, SETTING_LAYOUT_AUTO);
    assert_string_equal(setting_shown(layout, &settings, 0, shown), "Automatic");
}

static void every_key_is_found_by_its_name(void **state) {
    (void)state;
    int keys = 0;
    for (int key = 1; key < 512; key++) {
        if (key_name(key)) {
            assert_int_equal(key_of_name(key_name(key)), key);
            keys++;
        }
    }
    assert_true(keys > 100);
    assert_int_equal(key_of_name("left ctrl"), KEY_LEFT_CONTROL);
    assert_int_equal(key_of_name("Left"), KEY_LEFT);
    assert_int_equal(key_of_name(""), KEY_NONE);
    assert_null(key_name(KEY_NONE));
    assert_string_equal(key_nearest_name("Spce"), "Space");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_size_that_old_files_have_is_passed_over, begin),
        cmocka_unit_test_setup(choices_and_bounds_are_those_of_the_race, begin),
        cmocka_unit_test_setup(changes_are_saved_when_they_rest, begin),
        cmocka_unit_test_setup(what_cannot_be_saved_is_told_once, begin),
        cmocka_unit_test_setup(every_row_begins_within_its_range, begin),
        cmocka_unit_test_setup(the_first_file_says_the_defaults, begin),
        cmocka_unit_test_setup(every_number_is_good_at_its_bounds_and_refused_beyond, begin),
        cmocka_unit_test_setup(what_is_written_is_read_again, begin),
        cmocka_unit_test_setup(random_changes_keep_comments_and_unknown_keys, begin),
        cmocka_unit_test_setup(a_change_leaves_all_other_lines_as_they_are, begin),
        cmocka_unit_test_setup(an_unknown_key_is_warned_of_with_the_nearest, begin),
        cmocka_unit_test_setup(a_wrong_value_is_told_and_stays_in_the_file, begin),
        cmocka_unit_test_setup(without_a_file_all_is_as_at_first, begin),
        cmocka_unit_test_setup(what_is_saved_is_loaded, begin),
        cmocka_unit_test_setup(a_file_that_says_so_already_is_not_touched, begin),
        cmocka_unit_test_setup(a_broken_file_is_kept_aside_and_told_of_once, begin),
        cmocka_unit_test_setup(a_file_that_is_too_large_is_kept_aside, begin),
        cmocka_unit_test_setup(a_file_that_was_spoilt_meanwhile_is_kept_aside_too, begin),
        cmocka_unit_test_setup(a_file_that_was_deleted_meanwhile_is_made_anew, begin),
        cmocka_unit_test_setup(a_spoilt_file_that_cannot_be_kept_aside_stays, begin),
        cmocka_unit_test_setup(what_could_not_be_saved_is_tried_again_at_the_end, begin),
        cmocka_unit_test_setup(a_path_that_is_too_long_is_none, begin),
        cmocka_unit_test_setup(two_programs_keep_what_the_other_one_has_changed, begin),
        cmocka_unit_test_setup(two_programs_that_save_at_one_moment_lose_nothing, begin),
        cmocka_unit_test_setup(a_folder_that_refuses_is_told_of, begin),
        cmocka_unit_test_setup(numbers_move_by_steps_and_choices_go_round, begin),
        cmocka_unit_test_setup(every_key_is_found_by_its_name, begin),
    };
    count = test_count(argc, argv, 200);
    leave_locale(); // texts are made with printf
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
