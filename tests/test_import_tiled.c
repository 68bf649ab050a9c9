/// Objects of Tiled one kind at a time: where they stand in the track, and what is said of those
/// that mean nothing. Maps are written with ' for ", 100 m high, 0.1 m a pixel.
#include "base/file.h"
#include "base/text.h"
#include "formats/yaml_write.h"
#include "import/import.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

enum {
    MAP_MAX = 64 * 1024
};

/// What a map with these layers becomes.
typedef struct Imported {
    Arena arena;
    MessageList messages;
    YamlNode *root;
    TextBuffer text; ///< Of the track; empty where there is none.
} Imported;

static Imported *import_layers(const char *layers, const ImportOptions *options) {
    Imported *out = calloc(1, sizeof *out);
    char *map = malloc(MAP_MAX);
    assert_true(out != NULL && map != NULL);
    int size = snprintf(map, MAP_MAX, "{'height': 100, 'tileheight': 10, 'layers': [%s]}", layers);
    assert_true(size > 0 && size < MAP_MAX);
    for (char *at = map; *at; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
    out->root =
        import_read(IMPORT_TILED, map, (size_t)size, "m.tmj", options, &out->arena, &out->messages);
    free(map);
    if (out->root) {
        yaml_write(out->root, &out->text);
    }
    return out;
}

static void done(Imported *imported) {
    arena_destroy(&imported->arena);
    free(imported->text.text);
    free(imported);
}

/// The layer `kind` with these objects, in one of two buffers in turn.
static const char *layer(const char *kind, const char *objects) {
    static char texts[2][MAP_MAX / 2];
    static int turn;
    turn = 1 - turn;
    int size =
        snprintf(texts[turn], sizeof texts[turn], "{'name': '%s', 'objects': [%s]}", kind, objects);
    assert_true(size > 0 && (size_t)size < sizeof texts[turn]);
    return texts[turn];
}

/// Fails unless the layer `kind` with these objects gives a track whose text has all of `wanted`,
/// one after the other.
static void assert_gives(const char *kind, const char *objects, const char *const wanted[]) {
    Imported *imported = import_layers(layer(kind, objects), NULL);
    messages_print(&imported->messages, stderr, NULL);
    assert_non_null(imported->root);
    const char *at = imported->text.text;
    for (int i = 0; wanted[i]; i++) {
        const char *found = strstr(at, wanted[i]);
        if (!found) {
            print_error("no \"%s\" after what comes before it in\n%s\n", wanted[i],
                        imported->text.text);
            fail();
        }
        at = found + strlen(wanted[i]);
    }
    done(imported);
}

#define GIVES(kind, objects, ...) \
    assert_gives(kind, objects, (const char *const[]){__VA_ARGS__, NULL})

/// Fails unless the layer `kind` with these objects is refused with E631 and `what`.
static void refuses(const char *kind, const char *objects, const char *what) {
    Imported *imported = import_layers(layer(kind, objects), NULL);
    assert_int_equal(imported->messages.error_count, 1);
    assert_int_equal(imported->messages.count, 1);
    assert_string_equal(message_code_name(imported->messages.items[0].code), "E631");
    if (!strstr(imported->messages.items[0].text, what)) {
        fail_msg("\"%s\" does not say \"%s\"", imported->messages.items[0].text, what);
    }
    done(imported);
}

#define LINE(a, b) "'polyline': [{'x': 0, 'y': 0}, {'x': " #a ", 'y': " #b "}]"
#define RING \
    "'polyline': [{'x': 0, 'y': 0}, {'x': 500, 'y': 0}, {'x': 500, 'y': -400}, {'x': 0, 'y': -400}"

static void a_road_is_closed_where_its_ends_meet(void **state) {
    (void)state;
    GIVES("road", "{'id': 1, 'x': 0, 'y': 1000, " RING ", {'x': 0, 'y': 0.1}]}", "closed: true",
          "[0, 0]", "[50, 0]", "[50, 40]", "[0, 40]");
    GIVES("road", "{'id': 1, 'x': 0, 'y': 1000, " RING "]}", "closed: false", "[0, 40]\n");
    GIVES("road", "{'id': 1, 'x': 0, 'y': 1000, " RING ", {'x': 0, 'y': 0.3}]}", "closed: false");
    GIVES("road", "{'id': 1, 'polyline': [{'x': 0, 'y': 0}, {'x': 500, 'y': 0}, {'x': 0, 'y': 0}]}",
          "closed: false"); // there and back is no circuit
    GIVES("road", "{'id': 1, 'x': 0, 'y': 1000, 'width': 500, 'height': 400}", "closed: true");
    GIVES("road",
          "{'id': 1, 'x': 0, 'y': 1000, " RING
          "], 'properties': [{'name': 'closed', 'value': true}]}",
          "closed: true"); // what is said holds
    Imported *imported = import_layers(
        layer("road", "{'id': 1, 'x': 0, 'y': 1000, " RING ", {'x': 0, 'y': 0.1}]}"), NULL);
    assert_non_null(imported->root); // without its start again
    assert_int_equal(yaml_find(yaml_find(imported->root, "ribbons")->first, "points")->count, 4);
    done(imported);
    refuses("road", "{'id': 1, 'point': true}", "a road is a polyline or a polygon");
}

static void roads_get_the_width_that_the_command_line_says(void **state) {
    (void)state;
    const ImportOptions options = {.line.width = 9.0f};
    Imported *imported = import_layers(
        layer("road", "{'id': 1, 'x': 0, 'y': 1000, " RING "]}, {'id': 2, 'x': 0, 'y': 1000, " RING
                      "], 'properties': [{'name': 'width', 'value': 14}]}"),
        &options);
    assert_non_null(imported->root);
    const YamlNode *road = yaml_find(imported->root, "ribbons")->first;
    assert_string_equal(yaml_find(road, "width")->text, "9");
    assert_string_equal(yaml_find(road->next, "width")->text, "14");
    done(imported);
    imported = import_layers(layer("lines", "{'id': 1, 'x': 0, 'y': 1000, " RING "]}"), &options);
    assert_non_null(imported->root); // a line to drive on is no road
    assert_null(yaml_find(yaml_find(imported->root, "lines")->first, "width"));
    done(imported);
}

static void walls_and_zones_have_the_outline_that_was_drawn(void **state) {
    (void)state;
    GIVES("walls", "{'id': 1, 'x': 0, 'y': 1000, " RING ", {'x': 0, 'y': 0}]}", "closed: true",
          "polyline:", "[0, 40]\n");
    GIVES("walls", "{'id': 1, 'x': 0, 'y': 1000, " RING "]}", "polyline:");
    // an ellipse that is no circle is a polygon about it
    GIVES("zones",
          "{'id': 1, 'type': 'ice', 'x': 0, 'y': 0, 'width': 400, 'height': 200, 'ellipse': true}",
          "surface: ice", "polygon:", "[40, 90]", "[20, 80]", "[0, 90]", "[20, 100]");
    refuses("walls", "{'id': 1, 'point': true}", "it has no outline");
    refuses("zones", "{'id': 1, 'text': {'text': 'a'}}", "it has no outline");
    refuses("zones", "{'id': 1, " LINE(10, 10) "}", "it is a line, without an inside");
}

static void names_that_can_be_ids_are_ids_once(void **state) {
    (void)state;
    static const char box[] = "'width': 10, 'height': 10}";
    char objects[1024];
    snprintf(objects, sizeof objects,
             "{'id': 1, 'name': 'shed', %s, {'id': 2, 'name': 'shed', %s, {'id': 3, 'name': "
             "'Shed 2', %s, {'id': 4, 'name': 'barn', 'properties': [{'name': 'id', 'value': "
             "'given'}], %s, {'id': 5, 'name': 'shed-2', %s",
             box, box, box, box, box);
    Imported *imported = import_layers(layer("walls", objects), NULL);
    assert_non_null(imported->root);
    static const char *const ids[] = {"shed", NULL, NULL, "given", "shed-2"};
    const YamlNode *wall = yaml_find(imported->root, "walls")->first;
    for (int i = 0; i < 5; i++, wall = wall->next) {
        const YamlNode *id = yaml_find(wall, "id");
        assert_int_equal(id != NULL, ids[i] != NULL);
        assert_true(!id || strcmp(id->text, ids[i]) == 0);
    }
    done(imported);
}

static void places_on_the_grid_have_a_pose_and_an_order(void **state) {
    (void)state;
    GIVES("grid",
          "{'id': 1, 'name': 'slot 3', 'x': 100, 'y': 900, 'point': true, 'rotation': 90},"
          "{'id': 2, 'x': 0, 'y': 0, 'point': true},"
          "{'id': 3, 'name': '1', 'x': 200, 'y': 800, 'width': 40, 'height': 20},"
          "{'id': 4, 'name': '2', 'x': 0, 'y': 1000, " LINE(
              0, -100) "},"
                       "{'id': 5, 'name': 'pole', 'x': 10, 'y': 0, 'point': true}",
          "grid:", "[22, 19, 0]", "[0, 5, 90]", "[10, 10, 270]", "[0, 100, 0]", "[1, 100, 0]");
    refuses("grid", "{'id': 1, " RING "]}", "a place on the grid is a line from tail to nose");
    refuses("grid", "{'id': 1, 'width': 5, 'height': 5, 'ellipse': true}", "from tail to nose");
}

static void a_hundred_gates_are_put_in_order(void **state) {
    (void)state;
    enum {
        GATES = 100
    };
    TextBuffer objects = {0};
    for (int i = 0; i < GATES; i++) { // 37 and 100 have no common divisor: each number once
        char gate[160];
        int number = i * 37 % GATES + 1;
        int size = snprintf(gate, sizeof gate,
                            "%s{'id': %d, 'name': 'gate %d', 'x': %d, 'y': 0, " LINE(0, 100) "}",
                            i ? "," : "", i + 1, number, 10 * number);
        text_add(&objects, gate, (size_t)size);
    }
    text_add(&objects, "", 1);
    Imported *imported = import_layers(layer("gates", objects.text), NULL);
    free(objects.text);
    assert_non_null(imported->root);
    const YamlNode *gates = yaml_find(imported->root, "gates");
    assert_int_equal(gates->count, GATES);
    int number = 1;
    for (const YamlNode *gate = gates->first; gate; gate = gate->next, number++) {
        assert_int_equal(atoi(yaml_find(gate, "left")->first->text), number);
    }
    done(imported);
}

static void there_is_one_finish(void **state) {
    (void)state;
    static const char gate[] = "{'id': 1, 'x': 0, 'y': 0, " LINE(0, 100) "}";
    char objects[256];
    snprintf(objects, sizeof objects, "%s, %s", gate, gate);
    GIVES("finish", gate, "finish: {left: [0, 100], right: [0, 90]}");
    refuses("finish", objects, "there is a finish already");
    refuses("gates", "{'id': 1, " RING "]}", "a gate is a line of two points");
}

static void props_stand_where_they_were_drawn(void **state) {
    (void)state;
    GIVES("props", "{'id': 1, 'type': 'cone', 'x': 100, 'y': 900, 'point': true}", "kind: cone",
          "at: [10, 10]");
    GIVES("props", "{'id': 1, 'type': 'cone', 'x': 100, 'y': 900, " LINE(50, -100) "}",
          "from: [10, 10], to: [15, 20]");
    GIVES("props",
          "{'id': 1, 'type': 'barrier', 'x': 100, 'y': 900, 'width': 20, 'height': 10, "
          "'rotation': 90}",
          "at: [9.5, 9]", "angle: 270"); // turned about its corner
    GIVES(
        "props",
        "{'id': 1, 'type': 'custom', 'x': 100, 'y': 900, 'width': 40, 'height': 40, 'polygon': [{'x': 0, 'y': 0}, {'x': "
        "20, 'y': 0}, {'x': 20, 'y': -10}]}",
        "kind: custom", "polygon:", "[0, 0]", "[2, 0]", "[2, 1]", "at: [10, 10]");
    GIVES("props", // its turn is that of the body, not of the outline as well
          "{'id': 1, 'type': 'custom', 'x': 100, 'y': 900, 'width': 20, 'height': 10, 'rotation': "
          "90}",
          "rect: {center: [0, 0], size: [2, 1]}", "angle: 270");
    refuses("props", "{'id': 1, 'type': 'cone', " RING "]}", "a row is a straight line");
}

#define WAY         "{'id': 7, 'x': 0, 'y': 0, " LINE(300, 0) "}"
#define PATH(value) "'properties': [{'name': 'path', 'type': 'object', 'value': " value "}]"

static void a_mover_goes_along_the_path_that_it_names(void **state) {
    (void)state;
    // The path lies in a group that is shifted, behind a layer that does not hold it.
    Imported *imported = import_layers(
        "{'name': 'movers', 'objects': ["
        "{'id': 1, 'type': 'wood', 'x': 0, 'y': 0, 'width': 40, 'height': 20, " PATH(
            "7") "},"
                 "{'id': 2, 'x': 500, 'y': 500, 'polygon': [{'x': 0, 'y': 0}, {'x': 30, 'y': 0}, {'x': 0,"
                 " 'y': 30}], " PATH(
                     "7") "}]},"
                          "{'name': '_ways', 'offsetx': 1000, 'layers': [{'name': '_none', 'offsetx': 5000, 'objects': [{'id': 5}]}, {'name': "
                          "'_there', 'offsety': 100, 'objects': [{'id': 6}, " WAY "]}]}",
        NULL);
    messages_print(&imported->messages, stderr, NULL);
    assert_non_null(imported->root);
    const char *text = imported->text.text;
    assert_non_null(strstr(text, "material: wood"));
    assert_non_null(strstr(text, "rect: {center: [0, 0], size: [4, 2]}"));
    assert_non_null(strstr(text, "[100, 90]"));
    assert_non_null(strstr(text, "[130, 90]"));
    // about the mean of its corners
    assert_non_null(strstr(text, "[-1, 1]"));
    assert_non_null(strstr(text, "[2, 1]"));
    assert_non_null(strstr(text, "[-1, -2]"));
    done(imported);
    static const char box[] = "'width': 40, 'height': 20";
    static const char *const paths[] = {PATH("8"), PATH("{'a': 1}"), PATH("1"), "'name': 'none'"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char objects[512];
        snprintf(objects, sizeof objects, "{'id': 1, 'point': true}, {'id': 2, %s, %s}", box,
                 paths[i]);
        Imported *bad = import_layers(layer("movers", objects), NULL);
        assert_int_equal(bad->messages.count, 2); // both: neither has a path that is a line
        assert_non_null(strstr(bad->messages.items[1].text, "a mover needs a path"));
        done(bad);
    }
    char objects[512];
    snprintf(objects, sizeof objects, "{'id': 7, %s, %s}", LINE(300, 0), PATH("7"));
    refuses("movers", objects, "it has no outline");
}

static void no_more_movers_are_looked_at_than_a_track_may_have(void **state) {
    (void)state;
    for (int count = 64; count <= 65; count++) {
        TextBuffer objects = {0};
        for (int i = 0; i < count; i++) {
            static const char mover[] = "{'id': 1, 'width': 40, 'height': 20, " PATH("7") "},";
            text_add(&objects, mover, strlen(mover));
        }
        static const char way[] = "{'id': 7, 'type': 'line', " LINE(300, 0) "}";
        text_add(&objects, way, sizeof way);
        Imported *imported = import_layers(layer("movers", objects.text), NULL);
        free(objects.text);
        assert_int_equal(imported->messages.count, count - 64);
        done(imported);
    }
}

static void scenery_is_trees_texts_and_outlines(void **state) {
    (void)state;
    GIVES("scenery", "{'id': 1, 'x': 100, 'y': 900, 'point': true}", "tree: [10, 10]");
    GIVES("scenery",
          "{'id': 1, 'type': 'tree', 'x': 100, 'y': 800, 'width': 60, 'height': 60, 'ellipse': "
          "true}",
          "tree: [13, 17]", "radius: 3");
    GIVES("scenery",
          "{'id': 1, 'name': 'sign', 'x': 0, 'y': 1000, 'width': 100, 'height': 20, 'rotation': "
          "270, 'text': {'text': 'PIT', 'pixelsize': 30}}",
          "id: sign", "text: PIT", "at: ", "size: 3", "angle: 90");
    GIVES("scenery", "{'id': 1, 'x': 0, 'y': 0, 'text': {'text': 'GO'}}", "text: GO",
          "at: [0, 100]", "size: 1.6");
    GIVES("scenery", "{'id': 1, 'x': 0, 'y': 0, 'width': 40, 'height': 20}",
          "rect: {center: [2, 99], size: [4, 2]}");
}

#define VALUE(kind, value) "{'name': 'x-a', 'type': '" kind "', 'value': " value "}"
#define BOX(property)      "{'id': 1, 'width': 10, 'height': 10, 'properties': [" property "]}"

static void properties_are_values_of_the_track(void **state) {
    (void)state;
    GIVES("walls", BOX(VALUE("string", "'plain'")), "x-a: plain,");
    GIVES("walls", BOX(VALUE("string", "'true'")), "x-a: true,");
    GIVES("walls", BOX(VALUE("string", "'false'")), "x-a: false,");
    GIVES("walls", BOX(VALUE("string", "'12.5'")), "x-a: 12.5,");
    GIVES("walls", BOX(VALUE("float", "12.5")), "x-a: 12.5,");
    GIVES("walls", BOX(VALUE("bool", "true")), "x-a: true,");
    GIVES("walls", BOX(VALUE("string", "'[1, {a: 2}]'")), "x-a:", "1", "a: 2");
    GIVES("walls", BOX(VALUE("string", "'{a: 1, b: [2, 3]}'")), "x-a: {a: 1, b: [2, 3]}");
    GIVES("walls", BOX(VALUE("color", "'#80102030'")), "x-a: \"#10203080\"");
    GIVES("walls", BOX(VALUE("color", "'#102030'")), "x-a: \"#102030\"");
    GIVES("walls", BOX(VALUE("class", "{'b': 1, 'c': '[4, 5]', 'd': {'e': 'f'}}")), "x-a:", "b: 1",
          "c: [4, 5]", "d:", "e: f");
    // a colour that is not set, a property without a name or a value: nothing
    Imported *imported = import_layers(
        layer("walls", BOX(VALUE("color", "''") ", {'name': '', 'value': 1}, {'name': 'x-b'}")),
        NULL);
    assert_non_null(imported->root);
    assert_null(strstr(imported->text.text, "x-"));
    done(imported);
}

/// What is wrong in a property's YAML is said at the property, and so is what is wrong with it.
static void a_property_in_brackets_has_the_place_of_its_text(void **state) {
    (void)state;
    Imported *imported = import_layers(
        "{'name': 'walls', 'objects': [\n\n" BOX(VALUE("string", "'[1, [2]]'")) "]}", NULL);
    assert_non_null(imported->root);
    const YamlNode *list = yaml_find(yaml_find(imported->root, "walls")->first, "x-a");
    assert_int_equal(list->place.line, 3);
    assert_int_equal(list->first->place.line, 3);
    assert_int_equal(list->first->next->first->place.line, 3);
    assert_int_equal(list->first->place.column, list->place.column);
    done(imported);
    imported = import_layers(
        "{'name': 'walls', 'objects': [\n\n" BOX(VALUE("string", "'[1, 2'")) "]}", NULL);
    assert_int_equal(imported->messages.error_count, 1);
    assert_int_equal(imported->messages.items[0].place.line, 3);
    done(imported);
}

/// However Tiled encodes tiles, a map is the same track.
static void all_that_tiled_saves_of_a_map_is_one_track(void **state) {
    (void)state;
    static const char *const names[] = {"yard.tmj",        "yard-base64.tmj",     "yard-zlib.tmj",
                                        "yard-gzip.tmj",   "yard-minimized.json", "yard.tmx",
                                        "yard-base64.tmx", "yard-zlib.tmx",       "yard-gzip.tmx"};
    Track first = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[1024];
        FileBytes bytes;
        MessageList messages = {0};
        Track track = {0};
        snprintf(path, sizeof path, "%s/tests/drawings/%s", TEST_DATA, names[i]);
        assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
        assert_true(track_read(bytes.data, bytes.size, names[i], false, &track, &messages));
        file_bytes_free(&bytes);
        messages_print(&messages, stderr, NULL);
        assert_int_equal(messages.count, 0);
        assert_string_equal(track.name, "Quarry Yard");
        assert_int_equal(track.prop_count, 12);   // a cone, and a row of eleven barrels
        assert_int_equal(track.scenery_count, 2); // a tree and a word
        assert_int_equal(track.zone_count, 1);
        if (i > 0) {
            assert_memory_equal(&track.hash, &first.hash, sizeof first.hash);
            track_destroy(&track);
        } else {
            first = track;
        }
    }
    track_destroy(&first);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_road_is_closed_where_its_ends_meet),
        cmocka_unit_test(roads_get_the_width_that_the_command_line_says),
        cmocka_unit_test(walls_and_zones_have_the_outline_that_was_drawn),
        cmocka_unit_test(names_that_can_be_ids_are_ids_once),
        cmocka_unit_test(places_on_the_grid_have_a_pose_and_an_order),
        cmocka_unit_test(a_hundred_gates_are_put_in_order),
        cmocka_unit_test(there_is_one_finish),
        cmocka_unit_test(props_stand_where_they_were_drawn),
        cmocka_unit_test(a_mover_goes_along_the_path_that_it_names),
        cmocka_unit_test(no_more_movers_are_looked_at_than_a_track_may_have),
        cmocka_unit_test(scenery_is_trees_texts_and_outlines),
        cmocka_unit_test(properties_are_values_of_the_track),
        cmocka_unit_test(a_property_in_brackets_has_the_place_of_its_text),
        cmocka_unit_test(all_that_tiled_saves_of_a_map_is_one_track),
    };
    return cmocka_run_group_tests_name("import_tiled", tests, NULL, NULL);
}
