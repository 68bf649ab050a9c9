#include "base/file.h"
#include "base/number.h"
#include "driver_file/driver_file.h"

#include <stdio.h>
#include <string.h>

#include "test.h"

static MessageList messages;

static bool read_text(const char *text, DriverFile *out) {
    memset(&messages, 0, sizeof messages);
    memset(out, 0, sizeof *out);
    return driver_file_read(text, strlen(text), "x.driver.yaml", out, &messages);
}

#define HEAD "format: driver/1\nname: Robin Ash\n"

static void a_driver_needs_a_format_and_a_name_alone(void **state) {
    (void)state;
    DriverFile made;
    assert_true(read_text(HEAD, &made));
    assert_int_equal(messages.count, 0);
    assert_string_equal(made.name, "Robin Ash");
    assert_int_equal(made.number, 0);
    assert_int_equal(made.color, 0);
    DriverParams plain = driver_params_default();
    assert_memory_equal(&made.params, &plain, sizeof plain);
    assert_true(made.face.polygon_count > 0); // a helmet
}

static void a_driver_may_say_only_what_differs(void **state) {
    (void)state;
    DriverFile made;
    assert_true(read_text(HEAD "number: 21\ncolor: \"#4080C0\"\nnote: Brakes late.\nx-mine: 1\n"
                               "pace: {corners: 0.98}\nracing: {late_braking: 0.9}\n"
                               "conditions: {wet: 1.05}\nmistakes: {rate: 3}\n",
                          &made));
    DriverParams wanted = driver_params_default();
    wanted.corners = 0.98f;
    wanted.late_braking = 0.9f;
    wanted.wet = 1.05f;
    wanted.rate = 3.0f;
    assert_memory_equal(&made.params, &wanted, sizeof wanted);
    assert_int_equal(made.number, 21);
    assert_int_equal(made.color, 0x4080C0FF);
    assert_string_equal(made.note, "Brakes late.");
}

static void every_number_of_the_table_is_read(void **state) {
    (void)state;
    for (int i = 0; i < driver_param_table.count; i++) {
        const ParamRow *row = &driver_param_table.rows[i];
        char text[256], most[NUMBER_TEXT_MAX];
        snprintf(text, sizeof text, HEAD "%s: {%s: %s}\n", row->group, row->name,
                 number_text((double)row->max, 4, most));
        DriverFile made;
        assert_true(read_text(text, &made));
        assert_near(param_get(row, &made.params), row->max, 0.0);
        assert_true(driver_params_are_valid(&made.params));
    }
}

/// What only shows must not drive: no number of a race may hang on it.
static void looks_are_no_part_of_how_a_driver_drives(void **state) {
    (void)state;
    DriverFile plain, painted;
    assert_true(read_text(HEAD "pace: {corners: 0.97}\n", &plain));
    assert_true(read_text("format: driver/1\nname: Another\nnumber: 99\ncolor: \"FF0000\"\n"
                          "note: Other.\nface: [{color: \"#000000\", points: [[0.3, 0.9], [0.2, "
                          "0.1]]}]\npace: {corners: 0.97}\n",
                          &painted));
    assert_memory_equal(&plain.params, &painted.params, sizeof plain.params);
}

static bool has_corner(const DriverFacePolygon *polygon, float x, float y) {
    for (int i = 0; i < polygon->count; i++) {
        vec2s off = glms_vec2_sub(polygon->points[i], (vec2s){{x, y}});
        if (glms_vec2_norm(off) < 1e-6f) {
            return true;
        }
    }
    return false;
}

static float area_of(const DriverFacePolygon *polygon) {
    float twice = 0.0f;
    for (int i = 0; i < polygon->count; i++) {
        vec2s a = polygon->points[i], b = polygon->points[(i + 1) % polygon->count];
        twice += a.x * b.y - a.y * b.x;
    }
    return 0.5f * twice;
}

static void half_a_face_becomes_a_whole_one(void **state) {
    (void)state;
    DriverFile made;
    assert_true(read_text(HEAD
                          "face:\n"
                          "  - {color: \"#C68642\", points: [[0.5, 0.9], [0.2, 0.6], [0.4, 0.2]]}\n"
                          "  - {color: \"#FFFFFF\", sides: both, "
                          "points: [[0.3, 0.6], [0.4, 0.6], [0.4, 0.5]]}\n"
                          "  - {color: \"#00000080\", sides: one, "
                          "points: [[0.8, 0.3], [0.9, 0.3], [0.9, 0.2], [0.8, 0.2]]}\n",
                          &made));
    const DriverFace *face = &made.face;
    assert_int_equal(face->polygon_count, 4);
    assert_int_equal(face->polygons[0].count, 5); // the point on the middle line is there once
    assert_true(has_corner(&face->polygons[0], 0.2f, 0.6f));
    assert_true(has_corner(&face->polygons[0], 0.8f, 0.6f));
    assert_true(has_corner(&face->polygons[1], 0.3f, 0.6f));
    assert_true(has_corner(&face->polygons[2], 0.7f, 0.6f));
    assert_true(has_corner(&face->polygons[3], 0.8f, 0.2f));
    assert_int_equal(face->polygons[0].color, 0xC68642FF);
    assert_int_equal(face->polygons[3].color, 0x00000080);
    assert_near(area_of(&face->polygons[0]), 0.25, 1e-6); // counter-clockwise
    for (int i = 0; i < face->polygon_count; i++) {
        assert_true(area_of(&face->polygons[i]) > 0.0f);
    }
}

static void the_helmet_of_who_has_no_face_is_of_polygons_as_files_have(void **state) {
    (void)state;
    DriverFace helmet = driver_face_make(0x112233FF);
    bool own = false;
    for (int i = 0; i < helmet.polygon_count; i++) {
        const DriverFacePolygon *polygon = &helmet.polygons[i];
        own |= polygon->color == 0x112233FF;
        assert_true(area_of(polygon) > 0.0f);
        for (int k = 0; k < polygon->count; k++) {
            vec2s a = polygon->points[k], b = polygon->points[(k + 1) % polygon->count],
                  c = polygon->points[(k + 2) % polygon->count];
            assert_true((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0.0f); // convex
            assert_true(a.x >= 0.0f && a.x <= 1.0f && a.y >= 0.0f && a.y <= 1.0f);
        }
    }
    assert_true(own);
}

typedef struct BadFile {
    MessageCode code;
    int line, column;
    const char *text; ///< After the lines `format` and `name`.
} BadFile;

static void one_bad_file_per_mistake(void **state) {
    (void)state;
    static const BadFile files[] = {
        {MESSAGE_E201, 3, 1, "nmber: 3\n"},
        {MESSAGE_E201, 4, 3, "pace:\n  cornrs: 1\n"},
        {MESSAGE_E201, 4, 3, "pace:\n  wet: 1\n"}, // of another group
        {MESSAGE_E203, 4, 12, "pace:\n  corners: fast\n"},
        {MESSAGE_E203, 3, 7, "pace: 3\n"},
        {MESSAGE_E204, 4, 12, "pace:\n  corners: 1.2\n"},
        {MESSAGE_E209, 4, 12, "pace:\n  corners: .nan\n"},
        {MESSAGE_E204, 3, 9, "number: 0\n"},
        {MESSAGE_E204, 3, 9, "number: 100\n"},
        {MESSAGE_E203, 3, 9, "number: 7.5\n"},
        {MESSAGE_E203, 3, 8, "color: red\n"},
        {MESSAGE_E841, 3, 8, "color: \"#FF000080\"\n"},
        {MESSAGE_E842, 3, 7, "face: []\n"},
        {MESSAGE_E842, 3, 7, "face: round\n"},
        {MESSAGE_E203, 4, 5, "face:\n  - round\n"},
        {MESSAGE_E202, 4, 5, "face:\n  - {points: [[0.3, 0.9], [0.2, 0.1]]}\n"},
        {MESSAGE_E202, 4, 5, "face:\n  - {color: \"#FFFFFF\"}\n"},
        {MESSAGE_E201, 4, 24,
         "face:\n  - {color: \"#FFFFFF\", pints: 1, points: [[0.3, 0.9], [0.2, "
         "0.1]]}\n"},
        {MESSAGE_E211, 4, 31,
         "face:\n  - {color: \"#FFFFFF\", sides: two, points: [[0.3, 0.9], [0.2, 0.1]]}\n"},
        {MESSAGE_E843, 4, 32, "face:\n  - {color: \"#FFFFFF\", points: [[0.3, 0.9]]}\n"},
        {MESSAGE_E844, 4, 45,
         "face:\n  - {color: \"#FFFFFF\", points: [[0.3, 0.9], [0.2, 1.1]]}\n"},
        {MESSAGE_E845, 4, 45,
         "face:\n  - {color: \"#FFFFFF\", points: [[0.3, 0.9], [0.7, 0.1]]}\n"},
        {MESSAGE_E846, 4, 32,
         "face:\n  - {color: \"#FFFFFF\", points: [[0.3, 0.5], [0.2, 0.5]]}\n"},
        {MESSAGE_E847, 4, 32,
         "face:\n  - {color: \"#FFFFFF\", points: [[0.2, 0.9], [0.4, 0.5], [0.2, 0.1]]}\n"},
        {MESSAGE_E848, 4, 32,
         "face:\n  - {color: \"#FFFFFF\", points: [[0.2, 0.9], [0.2, 0.9], [0.2, 0.1]]}\n"},
        {MESSAGE_E205, 4, 33, "face:\n  - {color: \"#FFFFFF\", points: [0.3, [0.2, 0.1]]}\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, HEAD "%s", files[i].text);
        DriverFile made;
        bool fine = read_text(text, &made);
        const Message *first = &messages.items[0];
        if (fine || messages.error_count != 1 || first->code != files[i].code ||
            first->place.line != files[i].line || first->place.column != files[i].column) {
            messages_print(&messages, stderr, text);
            fail_msg("case %zu: expected %s at %d:%d", i, message_code_name(files[i].code),
                     files[i].line, files[i].column);
        }
        assert_int_equal(made.name[0], 0); // `out` is as it was
    }
}

static void another_format_is_refused(void **state) {
    (void)state;
    DriverFile made;
    assert_false(read_text("pace: {corners: 1}\n", &made));
    assert_int_equal(messages.error_count, 2);
    assert_int_equal(messages.items[0].code, MESSAGE_E202);
    assert_false(read_text("format: driver/2\nname: A\n", &made));
    assert_int_equal(messages.items[0].code, MESSAGE_E208);
    assert_false(read_text("format: car/1\nname: A\n", &made));
    assert_int_equal(messages.items[0].code, MESSAGE_E840);
    assert_false(read_text("[1, 2]\n", &made));
}

static void a_name_of_many_bytes_is_refused(void **state) {
    (void)state;
    DriverFile made;
    assert_true(read_text("format: driver/1\nname: "
                          "1234567890123456789012345678901234567890\n",
                          &made));
    assert_int_equal(strlen(made.name), DRIVER_NAME_MAX - 1);
    assert_false(read_text("format: driver/1\nname: ééééééééééééééééééééé\n", &made)); // 42
    assert_int_equal(messages.items[0].code, MESSAGE_E814);
    assert_false(read_text("format: driver/1\nname: "
                           "12345678901234567890123456789012345678901\n",
                           &made));
    assert_int_equal(messages.items[0].code, MESSAGE_E204);
}

static void the_longest_note_is_kept_whole(void **state) {
    (void)state;
    char text[2048] = HEAD "note: ";
    for (int i = 0; i < DRIVER_NOTE_CHARACTERS; i++) {
        strcat(text, "\xF0\x9F\x8F\x81"); // four bytes each
    }
    strcat(text, "\n");
    DriverFile made;
    assert_true(read_text(text, &made));
    assert_int_equal(strlen(made.note), 4 * DRIVER_NOTE_CHARACTERS);
}

static void all_mistakes_are_found_at_once(void **state) {
    (void)state;
    DriverFile made;
    assert_false(read_text("format: driver/1\nname: A\nnumber: 100\ncolor: red\n"
                           "face: [{color: 7, points: [[0.3, 0.9], [0.2, 1.1]]}]\n"
                           "pace: {corners: 9, brakng: 1}\nmistakes: {rate: -1}\n",
                           &made));
    assert_int_equal(messages.error_count, 7);
    assert_non_null(strstr(messages.items[5].help, "braking"));
}

/// Cutting a good file at any byte gives a message or a driver, never a crash.
static void any_beginning_of_a_file_is_survived(void **state) {
    (void)state;
    FileBytes bytes = {0};
    memset(&messages, 0, sizeof messages);
    assert_true(
        file_read(TEST_DATA "/drivers/ada-okonjo.driver.yaml", FILE_LIMIT, &bytes, &messages));
    for (size_t size = 0; size < bytes.size; size += 3) {
        DriverFile made;
        memset(&messages, 0, sizeof messages);
        bool fine = driver_file_read(bytes.data, size, "cut", &made, &messages);
        assert_true(fine == (messages.error_count == 0));
    }
    file_bytes_free(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driver_needs_a_format_and_a_name_alone),
        cmocka_unit_test(a_driver_may_say_only_what_differs),
        cmocka_unit_test(every_number_of_the_table_is_read),
        cmocka_unit_test(looks_are_no_part_of_how_a_driver_drives),
        cmocka_unit_test(half_a_face_becomes_a_whole_one),
        cmocka_unit_test(the_helmet_of_who_has_no_face_is_of_polygons_as_files_have),
        cmocka_unit_test(one_bad_file_per_mistake),
        cmocka_unit_test(another_format_is_refused),
        cmocka_unit_test(a_name_of_many_bytes_is_refused),
        cmocka_unit_test(the_longest_note_is_kept_whole),
        cmocka_unit_test(all_mistakes_are_found_at_once),
        cmocka_unit_test(any_beginning_of_a_file_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
