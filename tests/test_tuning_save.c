/// Saving what was tuned: a file of the user's own stays the file that it was, with other numbers.
#define _XOPEN_SOURCE 700 // for mkdtemp
#include "base/file.h"
#include "base/folder.h"
#include "base/random.h"
#include "formats/param.h"
#include "session/car_splice.h"
#include "session/load.h"
#include "session/tuning_save.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

static const char own_text[] = "# Mine since the rain at Quarry.\n"
                               "format: car/1\n"
                               "name: Mine\n"
                               "note: Softer behind, for the hairpin.\n"
                               "base: gt\n"
                               "\n"
                               "tyres:   # all of it\n"
                               "  # 1.60 darts\n"
                               "  mu_y_rear: 1.65        # was 1.60\n"
                               "brakes: {abs_slip: 0.1}   # less\n"
                               "gearbox:\n"
                               "  gears: [2.60, 2.00, 1.62, 1.34, 1.14, 0.98]   # first to top\n"
                               "# the end\n";

static int set_up(void **state) {
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    return user_folder_make(state);
}

static CarFile shipped(const char *name) {
    CarFile file;
    memset(&file, 0, sizeof file);
    assert_int_equal(load_car(NULL, name, &file), 0);
    return file;
}

/// The file of the user's car `id`; freed by the caller.
static char *saved(const char *id) {
    char path[256];
    MessageList messages = {0};
    FileBytes bytes = {0};
    snprintf(path, sizeof path, "%s/axle/cars/%s.car.yaml", user_folder, id);
    if (!file_read(path, FILE_LIMIT, &bytes, &messages)) {
        fail_msg("no %s", path);
    }
    return (char *)bytes.data;
}

static void put(const char *id, const char *text) {
    char path[256];
    MessageList messages = {0};
    snprintf(path, sizeof path, "%s/axle/cars/%s.car.yaml", user_folder, id);
    assert_true(folder_make(path, &messages));
    assert_true(file_write(path, text, strlen(text), &messages));
}

/// Saves `params`, tuned on the car called `driven`, as `name`; its short name in `id`.
static void save(const char *driven, const char *name, const CarParams *params, const char *id) {
    CarFile file = shipped(driven);
    TuningSave what = {.name = name, .params = params, .driven = &file, .driven_name = driven};
    char text[TUNING_SAVE_TEXT_MAX];
    if (!tuning_save(&what, text)) {
        fail_msg("not saved: %s", text);
    }
    assert_string_equal(text, id);
    CarFile read = shipped(id);
    assert_string_equal(read.name, name);
    assert_int_equal(car_params_differences(&read.params, params), 0);
}

static void a_car_of_ones_own_keeps_its_note_its_comments_and_its_order(void **state) {
    (void)state;
    put("mine", own_text);
    CarParams params = shipped("mine").params;
    params.mu_y_rear = 0.742f;
    params.gears[1] = 2.05f;
    params.tc_slip = 0.12f;   // not named yet, in brackets
    params.mu_y_front = 1.5f; // nor this, in a block
    params.mass = 1300.0f;    // nor its group
    save("mine", "Mine", &params, "mine");
    char *text = saved("mine");
    assert_string_equal(text, "# Mine since the rain at Quarry.\n"
                              "format: car/1\n"
                              "name: Mine\n"
                              "note: Softer behind, for the hairpin.\n"
                              "base: gt\n"
                              "\n"
                              "tyres:   # all of it\n"
                              "  # 1.60 darts\n"
                              "  mu_y_rear: 0.742        # was 1.60\n"
                              "  mu_y_front: 1.5\n"
                              "brakes: {abs_slip: 0.1, tc_slip: 0.12}   # less\n"
                              "gearbox:\n"
                              "  gears: [2.60, 2.05, 1.62, 1.34, 1.14, 0.98]   # first to top\n"
                              "body: {mass: 1300}\n"
                              "# the end\n");
    free(text);
}

static void under_another_name_it_is_a_copy_however_often(void **state) {
    (void)state;
    put("mine", own_text);
    char driven[40] = "mine";
    for (int i = 1; i <= 8; i++) { // more than cars may build on each other
        char name[40], id[40];
        CarParams params = shipped(driven).params;
        params.mass = 1300.0f + (float)i;
        snprintf(name, sizeof name, "Mine no %d", i);
        snprintf(id, sizeof id, "mine-no-%d", i);
        save(driven, name, &params, id);
        snprintf(driven, sizeof driven, "%s", id);
    }
    char *text = saved(driven);
    assert_non_null(strstr(text, "note: Softer behind, for the hairpin.\nbase: gt\n"));
    assert_non_null(strstr(text, "  # 1.60 darts\n"));
    assert_non_null(strstr(text, "\nbody: {mass: 1308}\n"));
    free(text);
}

static void of_a_shipped_car_the_note_and_the_differences_are_kept(void **state) {
    (void)state;
    CarParams params = shipped("gt").params;
    params.mu_y_rear = 0.742f;
    save("gt", "My \"GT\"", &params, "my-gt");
    char *text = saved("my-gt");
    assert_string_equal(text,
                        "format: car/1\n"
                        "name: \"My \\\"GT\\\"\"\n"
                        "note: \"Racing GT on slicks, with a wing and rear-wheel drive. Twice "
                        "the grip of the hatch at speed.\"\n"
                        "base: gt   # only what differs from it stands here\n"
                        "\ntyres:\n  mu_y_rear: 0.742      # was 1.6\n");
    free(text);
}

/// Lists and all: every shipped car over the text of every other one.
static void any_car_goes_into_any_text(void **state) {
    (void)state;
    static const char *const names[] = {"hatch", "drift", "gt", "formula", "kart"};
    for (int i = 0; i < 5; i++) {
        char path[512];
        MessageList messages = {0};
        FileBytes bytes = {0};
        snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", names[i]);
        assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
        CarParams base = car_params_default();
        for (int k = 0; k < 5; k++) {
            CarFile wanted = shipped(names[k]);
            TextBuffer out = {0};
            assert_true(car_splice(bytes.data, bytes.size, &wanted, &base, &out));
            assert_int_equal(i == k,
                             out.size == bytes.size && memcmp(out.text, bytes.data, out.size) == 0);
            free(out.text);
        }
        file_bytes_free(&bytes);
    }
}

/// Each line's comment and the note of `from` stand in `to`.
static void assert_kept(const char *from, const char *to) {
    for (const char *at = from; (at = strchr(at, '#')) != NULL;) {
        char comment[256];
        size_t size = strcspn(at, "\n");
        snprintf(comment, sizeof comment, "%.*s", (int)size, at);
        if (!strstr(to, comment)) {
            fail_msg("\"%s\" is lost:\n%s", comment, to);
        }
        at += size;
    }
    assert_non_null(strstr(to, "note: "));
}

static void random_numbers_lose_no_comment(void **state) {
    (void)state;
    Random random = random_make(21, 0);
    MessageList messages = {0};
    FileBytes bytes = {0};
    assert_true(file_read(TEST_DATA "/cars/drift.car.yaml", FILE_LIMIT, &bytes, &messages));
    CarParams base = car_params_default();
    CarFile file = shipped("drift");
    for (int round = 0; round < 100; round++) {
        CarFile wanted = file;
        const char *text = round % 2 ? bytes.data : own_text;
        base = round % 2 ? car_params_default() : shipped("gt").params;
        wanted.params = round % 2 ? file.params : base;
        for (int i = 0; i < car_param_table.count; i++) {
            const ParamRow *row = &car_param_table.rows[i];
            if (random_u32(&random) % 4 == 0) {
                float value = random_range(&random, row->min, row->max); // typed, of many digits
                float rounded = param_rounded(value, param_decimals(row));
                *param_value(row, &wanted.params) =
                    round % 4 < 2 ? value : fminf(fmaxf(rounded, row->min), row->max);
            }
        }
        wanted.params.idle_rpm = fminf(wanted.params.idle_rpm, 500.0f);
        wanted.params.redline_rpm = fmaxf(wanted.params.redline_rpm, 4000.0f);
        wanted.params.gears[0] += 0.125f * (float)(round % 3);
        wanted.params.torque_curve[2].torque += (float)(round % 3);
        TextBuffer out = {0};
        assert_true(car_splice(text, strlen(text), &wanted, &base, &out));
        assert_kept(text, out.text);
        free(out.text);
    }
    file_bytes_free(&bytes);
}

static void a_text_that_is_no_car_is_left_alone(void **state) {
    (void)state;
    static const char *const bad[] = {"", "format: car/1\n", "- a\n", "format: car/1\nname: [\n"};
    CarFile file = shipped("gt");
    for (int i = 0; i < 4; i++) {
        TextBuffer out = {0};
        assert_false(car_splice(bad[i], strlen(bad[i]), &file, &file.params, &out));
        assert_int_equal(out.size, 0);
        free(out.text);
    }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, set_up, user_folder_remove)

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_car_of_ones_own_keeps_its_note_its_comments_and_its_order),
        IN_FOLDER(under_another_name_it_is_a_copy_however_often),
        IN_FOLDER(of_a_shipped_car_the_note_and_the_differences_are_kept),
        IN_FOLDER(any_car_goes_into_any_text),
        IN_FOLDER(random_numbers_lose_no_comment),
        IN_FOLDER(a_text_that_is_no_car_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
