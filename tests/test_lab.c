// The scenes of docs/lab: their pictures are the same to the byte whatever compiled this, nothing
// on them lies beyond the sheet, and their files are scenes.
#include "base/file.h"
#include "base/hash.h"
#include "lab/panel.h"
#include "lab_world/queue.h"
#include "scene/scene_file.h"
#include "sheet/sheet_png.h"
#include "sheet/sheet_svg.h"
#include "vehicle/car_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solids.h"
#include "test.h"

enum {
    SCENES_MAX = 64,
    PATH_MAX_SIZE = 512
};

static const char folder[] = TEST_DATA "/docs/lab";

static FileBytes read_file(const char *path) {
    MessageList messages = {.count = 0};
    FileBytes bytes = {0};
    if (!file_read(path, FILE_LIMIT, &bytes, &messages)) {
        fail_msg("cannot read %s", path);
    }
    return bytes;
}

/// Reads the scene `name` of docs/lab and makes its solids, with the cars of cars/.
static void read_scene(const char *name, Scene *scene, Solid solids[SCENE_SHAPES]) {
    MessageList messages = {.count = 0};
    char path[PATH_MAX_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FileBytes bytes = read_file(path);
    memset(scene, 0, sizeof *scene);
    assert_true(scene_read(bytes.data, bytes.size, name, scene, &messages));
    file_bytes_free(&bytes);
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &scene->shapes[i];
        CarFile car;
        if (shape->kind == SCENE_CAR) {
            snprintf(path, sizeof path, TEST_DATA "/cars/%s.car.yaml", shape->car);
            bytes = read_file(path);
            assert_true(car_file_read(bytes.data, bytes.size, path, NULL, &car, &messages));
            file_bytes_free(&bytes);
        }
        SolidCheck check =
            solid_make(shape, shape->kind == SCENE_CAR ? &car.params : NULL, &solids[i]);
        assert_int_equal(check.fault, SOLID_FINE);
    }
}

typedef void (*Look)(const char *name, const Scene *scene, const Solid *solids);

static void look_at_all(Look look) {
    static char *names[SCENES_MAX];
    int count = file_list(folder, SCENE_FILE_SUFFIX, names, SCENES_MAX);
    assert_true(count >= 15 && count < SCENES_MAX);
    for (int i = 0; i < count; i++) {
        Scene scene;
        Solid solids[SCENE_SHAPES];
        read_scene(names[i], &scene, solids);
        look(names[i], &scene, solids);
        free(names[i]);
    }
}

static void compare_picture(const char *name, const Scene *scene, const Solid *solids) {
    char path[PATH_MAX_SIZE];
    int stem = (int)(strlen(name) - strlen(SCENE_FILE_SUFFIX));
    snprintf(path, sizeof path, "%s/%.*s.svg", folder, stem, name);
    FileBytes kept = read_file(path);
    Sheet sheet = panel_picture(scene, solids);
    Svg svg = {0};
    sheet_svg(&sheet, &svg);
    if (svg.size != kept.size || memcmp(svg.text, kept.data, svg.size) != 0) {
        fail_msg("%s gives another picture than docs/lab holds", name);
    }
    svg_destroy(&svg);
    sheet_destroy(&sheet);
    file_bytes_free(&kept);
}

static void pictures_are_the_same_to_the_byte(void **state) {
    (void)state;
    look_at_all(compare_picture);
}

/// One scene of each panel, and the hash of its PNG's bytes. Whoever means to change a picture
/// looks at it and takes over the hash that the test tells.
static const struct {
    const char *scene;
    uint64_t hash;
} pngs[] = {
    {"corner.scene.yaml", 0x8B85899471285651u},     {"pieces.scene.yaml", 0x19DD34AF406550D3u},
    {"refused.scene.yaml", 0x78DAE4274ABF6117u},    {"crossings.scene.yaml", 0x44ECE63C55CE4E67u},
    {"parabola.scene.yaml", 0x8FA2C58715442D56u},   {"turning.scene.yaml", 0xF82600FC530D7F09u},
    {"crowd.scene.yaml", 0x68BDC48C3FDAD43Au},      {"momentum.scene.yaml", 0xA9A770B38B81A892u},
    {"rear-wheel.scene.yaml", 0x95686349FEE6346Bu}, {"queue.scene.yaml", 0xA6D95F931D3CF5EAu},
};

static void pngs_are_the_same_to_the_byte(void **state) {
    (void)state;
    bool shown[SCENE_PANEL_COUNT] = {false};
    int wrong = 0;
    for (size_t i = 0; i < sizeof pngs / sizeof pngs[0]; i++) {
        Scene scene;
        Solid solids[SCENE_SHAPES];
        MessageList messages = {.count = 0};
        TextBuffer png = {0};
        read_scene(pngs[i].scene, &scene, solids);
        shown[scene.panel] = true;
        Sheet sheet = panel_picture(&scene, solids);
        if (!sheet_png(&sheet, &png, &messages)) {
            fail_msg("%s", messages.items[0].text);
        }
        Hash hash = hash_begin();
        hash_bytes(&hash, png.text, png.size);
        uint64_t found = hash_end64(&hash);
        if (found != pngs[i].hash) {
            char text[HASH_TEXT_MAX];
            print_error("the PNG of %s has %zu bytes of hash 0x%s\n", pngs[i].scene, png.size,
                        hash_text64(found, text));
            wrong++;
        }
        free(png.text);
        sheet_destroy(&sheet);
    }
    assert_int_equal(wrong, 0);
    for (int i = 0; i < SCENE_PANEL_COUNT; i++) {
        assert_true(shown[i]);
    }
}

/// Where a text begins and ends (px), with letters as wide as those of DejaVu Sans are on average.
static void text_span(const Mark *mark, const char *text, float *from, float *to) {
    int letters = 0;
    for (const char *at = text; *at; at++) {
        letters += ((unsigned char)*at & 0xC0) != 0x80;
    }
    float width = 0.56f * mark->size * (float)letters;
    *from = mark->at.x - (mark->align == MARK_LEFT    ? 0.0f
                          : mark->align == MARK_RIGHT ? 1.0f
                                                      : 0.5f) *
                             width;
    *to = *from + width;
}

static int beyond;

/// Adds to `beyond` what lies beyond the sheet.
static void check_sheet(const char *name, const Scene *scene, const Solid *solids) {
    Sheet sheet = panel_picture(scene, solids);
    for (int i = 0; i < sheet.mark_count; i++) {
        const Mark *mark = &sheet.marks[i];
        for (int k = 0; k < mark->count; k++) {
            vec2s point = sheet.points[mark->first + k];
            if (!(point.x >= 0.0f && point.x <= sheet.size.x && point.y >= 0.0f &&
                  point.y <= sheet.size.y)) {
                print_error("%s draws at (%g, %g), beyond its sheet\n", name, (double)point.x,
                            (double)point.y);
                beyond++;
            }
        }
        if (mark->kind == MARK_TEXT) {
            const char *text = sheet.texts + mark->first;
            float from, to;
            text_span(mark, text, &from, &to);
            if (from < 0.0f || to > sheet.size.x || mark->at.y < 4.0f) {
                print_error("%s: \"%s\" reaches from %g to %g\n", name, text, (double)from,
                            (double)to);
                beyond++;
            }
        }
    }
    sheet_destroy(&sheet);
}

static void nothing_lies_beyond_the_sheet(void **state) {
    (void)state;
    look_at_all(check_sheet);
    assert_int_equal(beyond, 0);
}

/// A wall with a bay, a peak and a bend of many corners.
static Solid any_wall(Random *random) {
    SceneShape shape = {.kind = SCENE_WALL,
                        .at = vec2_make(random_range(random, -5.0f, 5.0f), 0.0f),
                        .angle_deg = random_range(random, -180.0f, 180.0f)};
    for (int i = 0; i < 24; i++) {
        TrigPair way = trig_sincos(TRIG_PI * ((float)i / 12.0f - 1.0f));
        float radius = i < 14 ? 3.0f : random_range(random, 0.8f, 4.0f);
        shape.points[shape.count++] = vec2_make(radius * way.cos, radius * way.sin);
    }
    Solid solid;
    memset(&solid, 0, sizeof solid);
    assert_int_equal(solid_make(&shape, NULL, &solid).fault, SOLID_FINE);
    return solid;
}

/// Whatever the shapes are, each choice of `show` and each queue keeps to its sheet.
static void no_choice_draws_beyond_the_sheet(void **state) {
    (void)state;
    Random random = random_make(91, 1);
    beyond = 0;
    for (int i = 0; i < 3000; i++) {
        Solid solids[SCENE_SHAPES];
        random_solids(&random, solids);
        Scene scene = plain_scene(
            (const ScenePanel[]){SCENE_AXES, SCENE_PIECES, SCENE_CIRCLES, SCENE_QUEUE}[i % 4]);
        snprintf(scene.name, sizeof scene.name, "case %d", i);
        for (int k = 0; k < SCENE_SHAPES; k++) {
            Shape *shape = &solids[k].pieces[0]; // no scene has a line without a radius
            shape->radius = shape->count < 3 ? fmaxf(shape->radius, 0.01f) : shape->radius;
            scene.shapes[k].kind = SCENE_POLYGON;
            scene.shapes[k].velocity = vec2_make(random_range(&random, -200.0f, 200.0f),
                                                 random_range(&random, -200.0f, 200.0f));
        }
        scene.options.axes_show = i / 4 % 5;
        scene.options.axes_margin = random_range(&random, 0.0f, 1.0f);
        scene.options.pieces_show = scene.options.circles_show = 1;
        scene.options.queue_count = 1 + i % QUEUE_MAX;
        if (scene.panel == SCENE_PIECES || scene.panel == SCENE_QUEUE) {
            solids[1] = any_wall(&random);
        } else if (scene.panel == SCENE_CIRCLES) {
            Shape circle = shape_circle(vec2_make(0.0f, 0.0f), random_range(&random, 0.1f, 2.0f));
            solids[0] = solid_of(&circle, solids[0].at);
        }
        check_sheet(scene.name, &scene, solids);
    }
    assert_int_equal(beyond, 0);
}

static void check_working(const char *name, const Scene *scene, const Solid *solids) {
    static Working working;
    working.count = 0;
    panels[scene->panel].working(scene, solids, &working);
    assert_true(working.count > 5 && working.count < WORKING_LINES_MAX);
    for (int i = 0; i < working.count; i++) {
        const WorkingLine *line = &working.lines[i];
        assert_true(line->name[0] && line->text[0]);
        if (strlen(line->text) == WORKING_TEXT_MAX - 1 ||
            strlen(line->name) == WORKING_NAME_MAX - 1) {
            fail_msg("%s: line \"%s\" is cut", name, line->name);
        }
        assert_ptr_equal(working_find(&working, line->name), line); // each name is there once
    }
    TextBuffer csv = {0};
    working_csv(&working, &csv);
    int lines = 0;
    for (const char *at = csv.text; *at; at++) {
        lines += *at == '\n';
    }
    assert_int_equal(lines, working.count + 1);
    free(csv.text);
}

static void every_line_of_the_working_has_a_name_and_says_how(void **state) {
    (void)state;
    look_at_all(check_working);
}

static void numbers_are_written_alike_in_every_locale(void **state) {
    (void)state;
    Digits digits = {0};
    assert_string_equal(digits_of(&digits, 1.5, 2), "1.50");
    assert_string_equal(digits_of(&digits, -0.001, 2), "0.00");
    assert_string_equal(digits_of(&digits, (double)INFINITY, 2), "inf");
    assert_string_equal(digits_of(&digits, -(double)INFINITY, 2), "-inf");
    assert_string_equal(digits_of(&digits, (double)NAN, 2), "nan");
    assert_string_equal(digits_taken(&digits, -1.5, 1), "(-1.5)");
    assert_string_equal(digits_taken(&digits, 1.5, 1), "1.5");
    assert_string_equal(digits_point(&digits, vec2_make(1.0f, -2.25f)), "(1.00, -2.25)");
    Working working = {.count = 0};
    working_number(&working, "a, b", 0.25, "m", "%s", "1, 2");
    working_truth(&working, "holds", true, "%s", "");
    working_number(&working, "none", (double)NAN, "", "%s", "0 / 0");
    TextBuffer csv = {0};
    working_csv(&working, &csv);
    assert_string_equal(csv.text, "name,value,unit,working\n\"a, b\",0.25,m,\"1, 2\"\nholds,1,,\n"
                                  "none,nan,,0 / 0\n");
    free(csv.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_the_same_to_the_byte),
        cmocka_unit_test(pngs_are_the_same_to_the_byte),
        cmocka_unit_test(nothing_lies_beyond_the_sheet),
        cmocka_unit_test(no_choice_draws_beyond_the_sheet),
        cmocka_unit_test(every_line_of_the_working_has_a_name_and_says_how),
        cmocka_unit_test(numbers_are_written_alike_in_every_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
