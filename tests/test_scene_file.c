#include "base/file.h"
#include "scene/scene_file.h"
#include "scene/solid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static MessageList messages;

static bool read_text(const char *text, Scene *out) {
    memset(&messages, 0, sizeof messages);
    memset(out, 0, sizeof *out);
    return scene_read(text, strlen(text), "x.scene.yaml", out, &messages);
}

#define HEAD "format: scene/1\nname: A scene\npanel: axes\n"

static void a_scene_needs_a_name_a_panel_and_two_shapes(void **state) {
    (void)state;
    Scene made;
    assert_true(read_text(HEAD "shapes: [{circle: 1}, {car: hatch}]\n", &made));
    assert_int_equal(messages.count, 0);
    assert_string_equal(made.name, "A scene");
    assert_int_equal(made.shapes[0].kind, SCENE_CIRCLE);
    assert_near(made.shapes[0].radius, 1.0f, 0.0);
    assert_string_equal(made.shapes[1].car, "hatch");
    SceneOptions plain = scene_options_default();
    assert_memory_equal(&made.options, &plain, sizeof plain);
    assert_false(read_text("x-mine: 1\n", &made));
    assert_int_equal(messages.error_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(messages.items[i].code, MESSAGE_E202);
    }
}

static void everything_that_a_scene_can_say_is_read(void **state) {
    (void)state;
    Scene made;
    assert_true(read_text(HEAD "options: {axis: 3, compare: intervals, margin: 0.25}\n"
                               "shapes:\n"
                               "  - capsule: {length: 2.5, radius: 0.4}\n"
                               "    at: [1.5, -2]\n"
                               "    angle: 30\n"
                               "    velocity: [10, -3.5]\n"
                               "    turn: -90\n"
                               "  - wall: [[0, 0], [2, 0], [2, 1]]\n",
                          &made));
    const SceneShape *first = &made.shapes[0], *second = &made.shapes[1];
    assert_int_equal(first->kind, SCENE_CAPSULE);
    assert_near(first->length, 2.5f, 0.0);
    assert_near(first->radius, 0.4f, 0.0);
    assert_near(first->at.y, -2.0f, 0.0);
    assert_near(first->angle_deg, 30.0f, 0.0);
    assert_near(first->velocity.y, -3.5f, 0.0);
    assert_near(first->turn_rate_deg, -90.0f, 0.0);
    assert_int_equal(second->kind, SCENE_WALL);
    assert_int_equal(second->count, 3);
    assert_near(second->points[1].x, 2.0f, 0.0);
    assert_int_equal(made.options.axis, 3);
    assert_int_equal(made.options.compare, 1);
    assert_near(made.options.axes_margin, 0.25f, 0.0);
}

/// Writing and reading `text`, which is a good scene, gives the same; `written` gets what it is in
/// the one form.
static void check_round_trip(const char *text, char *written, size_t size) {
    Scene first, second;
    if (!read_text(text, &first)) {
        messages_print(&messages, stderr, text);
        fail();
    }
    TextBuffer once = {0}, twice = {0};
    scene_write(&first, &once);
    if (!read_text(once.text, &second)) {
        messages_print(&messages, stderr, once.text);
        fail();
    }
    assert_memory_equal(&first, &second, sizeof first);
    scene_write(&second, &twice);
    assert_string_equal(once.text, twice.text);
    if (written) {
        snprintf(written, size, "%s", once.text);
    }
    free(once.text);
    free(twice.text);
}

static void a_scene_is_the_same_after_it_was_written_and_read(void **state) {
    (void)state;
    char written[1024];
    check_round_trip(HEAD "shapes: [{polygon: [[0.00004, -0.00004], [2.00016, 0], [0, 19.12346]], "
                          "at: [49.99996, -0.00001], angle: 359.99996, turn: -719.12346, "
                          "velocity: [399.99994, -0.1]}, {car: gt, at: [0.1, 0.2]}]\n"
                          "options: {margin: 0.1}\n",
                     written, sizeof written);
    assert_string_equal(written, "format: scene/1\n"
                                 "name: A scene\n"
                                 "panel: axes\n"
                                 "options: {margin: 0.1}\n"
                                 "shapes:\n"
                                 "  - polygon:\n"
                                 "      - [0, 0]\n"
                                 "      - [2.0002, 0]\n"
                                 "      - [0, 19.1235]\n"
                                 "    at: [50, 0]\n"
                                 "    angle: 360\n"
                                 "    velocity: [399.9999, -0.1]\n"
                                 "    turn: -719.1235\n"
                                 "  - {car: gt, at: [0.1, 0.2]}\n");
}

static void names_of_any_kind_come_back(void **state) {
    (void)state;
    static const char *const names[] = {"true",
                                        "3",
                                        "\"a: b # c\"",
                                        "\"line\\nfeed\\n\"",
                                        "\"\\u2028 \\x9b\"",
                                        "\" a \"",
                                        "\"\\\"q\\\"\"",
                                        "'[1, 2]'",
                                        "\xF0\x9F\x8F\x81"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "format: scene/1\nname: %s\npanel: axes\nshapes: [{circle: 1}, {circle: 2}]\n",
                 names[i]);
        check_round_trip(text, NULL, 0);
    }
}

static void the_longest_name_is_kept_whole(void **state) {
    (void)state;
    char text[1024] = "format: scene/1\nname: ";
    for (int i = 0; i < SCENE_NAME_CHARACTERS; i++) {
        strcat(text, "\xF0\x9F\x8F\x81"); // four bytes each
    }
    strcat(text, "\npanel: axes\nshapes: [{circle: 1}, {circle: 2}]\n");
    Scene made;
    assert_true(read_text(text, &made));
    assert_int_equal(strlen(made.name), SCENE_NAME_MAX - 1);
}

typedef struct BadScene {
    MessageCode code;
    int line, column;
    const char *text; ///< After the head.
} BadScene;

/// tests/bad has one file for each code; these are the ways that lead to them.
static void one_message_per_mistake(void **state) {
    (void)state;
    static const BadScene scenes[] = {
        {MESSAGE_E941, 4, 9, "shapes: []\n"},
        {MESSAGE_E941, 4, 9, "shapes: two\n"},
        {MESSAGE_E203, 5, 5, "shapes:\n  - circle\n  - {circle: 1}\n"},
        {MESSAGE_E213, 5, 5, "shapes:\n  - {at: [0, 0]}\n  - {circle: 1}\n"},
        {MESSAGE_E201, 5, 17, "shapes:\n  - {circle: 1, radius: 2}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 14, "shapes:\n  - {circle: 0}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 14, "shapes:\n  - {circle: 20.1}\n  - {circle: 1}\n"},
        {MESSAGE_E203, 5, 14, "shapes:\n  - {circle: 1m}\n  - {circle: 1}\n"},
        {MESSAGE_E209, 5, 14, "shapes:\n  - {circle: .nan}\n  - {circle: 1}\n"},
        {MESSAGE_E215, 5, 11, "shapes:\n  - {car: ../x}\n  - {circle: 1}\n"},
        {MESSAGE_E202, 5, 15, "shapes:\n  - {capsule: {length: 1}}\n  - {circle: 1}\n"},
        {MESSAGE_E203, 5, 15, "shapes:\n  - {capsule: 3}\n  - {circle: 1}\n"},
        {MESSAGE_E201, 5, 38,
         "shapes:\n  - {capsule: {length: 1, radius: 1, r: 1}}\n  - {circle: 1}\n"},
        {MESSAGE_E942, 5, 12, "shapes:\n  - {wall: 3}\n  - {circle: 1}\n"},
        {MESSAGE_E205, 5, 21, "shapes:\n  - {wall: [[0, 0], [1], [1, 1]]}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 22, "shapes:\n  - {wall: [[0, 0], [21, 0], [1, 1]]}\n  - {circle: 1}\n"},
        {MESSAGE_E945, 5, 12,
         "shapes:\n  - {wall: [[0, 0], [0.0001, 0], [0, 0.0001]]}\n  - {circle: 1}\n"},
        {MESSAGE_E205, 5, 21, "shapes:\n  - {circle: 1, at: 3}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 31, "shapes:\n  - {circle: 1, velocity: [0, 401]}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 24, "shapes:\n  - {circle: 1, angle: 361}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 23, "shapes:\n  - {circle: 1, turn: 721}\n  - {circle: 1}\n"},
        {MESSAGE_E204, 5, 17, "shapes: [{circle: 1}, {circle: 1}]\noptions: {axis: 18}\n"},
        {MESSAGE_E203, 5, 17, "shapes: [{circle: 1}, {circle: 1}]\noptions: {axis: 1.5}\n"},
        {MESSAGE_E211, 5, 20, "shapes: [{circle: 1}, {circle: 1}]\noptions: {compare: all}\n"},
        {MESSAGE_E203, 5, 10, "shapes: [{circle: 1}, {circle: 1}]\noptions: 3\n"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, HEAD "%s", scenes[i].text);
        Scene made;
        bool fine = read_text(text, &made);
        const Message *first = &messages.items[0];
        if (fine || messages.error_count != 1 || first->code != scenes[i].code ||
            first->place.line != scenes[i].line || first->place.column != scenes[i].column) {
            messages_print(&messages, stderr, text);
            fail_msg("case %zu: expected %s at %d:%d", i, message_code_name(scenes[i].code),
                     scenes[i].line, scenes[i].column);
        }
        assert_int_equal(made.name[0], 0); // `out` is as it was
    }
}

static void all_mistakes_are_found_at_once(void **state) {
    (void)state;
    Scene made;
    assert_false(
        read_text("format: scene/1\nname: \"\"\npanel: axes\noptions: {axs: 3, margin: 2}\n"
                  "shapes: [{circle: 0, at: [99, 99]}, {polygon: [[0, 0]]}]\n",
                  &made));
    assert_int_equal(messages.error_count, 7);
    assert_non_null(strstr(messages.items[1].help, "axis"));
}

static void concave_outlines_become_pieces_of_the_same_area(void **state) {
    (void)state;
    Scene made;
    assert_true(read_text(HEAD "shapes: [{wall: [[0, 0], [3, 0], [3, 2], [2, 2], [2, 1], [1, 1], "
                               "[1, 2], [0, 2]], angle: 90, at: [1, 1]}, {circle: 0.5}]\n",
                          &made));
    Solid wall, circle;
    assert_int_equal(solid_make(&made.shapes[0], NULL, &wall).fault, SOLID_FINE);
    assert_int_equal(solid_make(&made.shapes[1], NULL, &circle).fault, SOLID_FINE);
    assert_int_equal(wall.piece_count, 3);
    float area = 0.0f;
    for (int i = 0; i < wall.piece_count; i++) {
        vec2s points[SHAPE_POINTS_MAX];
        for (int k = 0; k < wall.pieces[i].count; k++) {
            points[k] = shape_point(&wall.pieces[i], k);
        }
        area += polygon_area(points, wall.pieces[i].count);
    }
    assert_near(area, 5.0f, 1e-6);
    // turned by 90 degrees around (1, 1): the bay lies at the left
    assert_true(solid_contains(&wall, vec2_make(0.5f, 1.5f)));
    assert_false(solid_contains(&wall, vec2_make(-0.5f, 2.5f)));
    assert_true(solid_contains(&circle, vec2_make(0.3f, 0.3f)));
    assert_false(solid_contains(&circle, vec2_make(0.4f, 0.4f)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene_needs_a_name_a_panel_and_two_shapes),
        cmocka_unit_test(everything_that_a_scene_can_say_is_read),
        cmocka_unit_test(a_scene_is_the_same_after_it_was_written_and_read),
        cmocka_unit_test(names_of_any_kind_come_back),
        cmocka_unit_test(the_longest_name_is_kept_whole),
        cmocka_unit_test(one_message_per_mistake),
        cmocka_unit_test(all_mistakes_are_found_at_once),
        cmocka_unit_test(concave_outlines_become_pieces_of_the_same_area),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
