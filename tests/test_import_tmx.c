/// Maps of Tiled as XML (.tmx): what is said once, in XML or in JSON, means the same.
#include "base/file.h"
#include "formats/yaml_build.h"

#include <stdio.h>

#include "imported.h"

static Imported *import_map(const char *file, const char *text) {
    assert_int_equal(import_format(file, text), IMPORT_TILED);
    return import_text(file, text, NULL);
}

/// A map in XML, with ' for ", 100 px high, with these layers.
static Imported *import_layers(const char *layers) {
    char text[4096];
    int size = snprintf(text, sizeof text,
                        "<?xml version='1.0'?>\n<map orientation='orthogonal' height='10' "
                        "tileheight='10' infinite='0'>%s</map>",
                        layers);
    assert_true(size > 0 && (size_t)size < sizeof text);
    return import_map("m.tmx", text);
}

/// The first member of the list `key` of the track that the layers give.
static const YamlNode *first_of(const Imported *imported, const char *key) {
    messages_print(&imported->messages, stderr, NULL);
    assert_non_null(imported->root);
    const YamlNode *list = yaml_find(imported->root, key);
    assert_non_null(list);
    return list->first;
}

static void assert_text(const YamlNode *node, const char *key, const char *wanted) {
    const YamlNode *value = yaml_find(node, key);
    assert_non_null(value);
    assert_string_equal(value->text, wanted);
}

/// tests/maps/objects.* were written by Tiled 1.8.2 from one map that has every kind of object.
static void tiled_says_the_same_in_xml_and_in_json(void **state) {
    (void)state;
    static const char *const files[] = {TEST_DATA "/tests/maps/objects.tmx",
                                        TEST_DATA "/tests/maps/objects.tmj"};
    Imported *read[2];
    FileBytes bytes[2];
    for (int i = 0; i < 2; i++) {
        static MessageList messages;
        assert_true(file_read(files[i], FILE_LIMIT, &bytes[i], &messages));
        read[i] = import_map(files[i], bytes[i].data);
        messages_print(&read[i]->messages, stderr, NULL);
        assert_int_equal(read[i]->messages.count, 0);
        assert_non_null(read[i]->root);
    }
    assert_true(yaml_build_equal(read[0]->root, read[1]->root));
    assert_int_equal(yaml_find(read[0]->root, "walls")->count, 4);
    assert_int_equal(yaml_find(read[0]->root, "scenery")->count, 2);
    assert_int_equal(yaml_find(read[0]->root, "movers")->count, 1);
    for (int i = 0; i < 2; i++) {
        imported_free(read[i]);
        file_bytes_free(&bytes[i]);
    }
}

#define BOX "x='10' y='10' width='20' height='40'"

static void layers_and_objects_have_classes(void **state) {
    (void)state;
    Imported *imported =
        import_layers("<objectgroup name='a' class='walls'><object class='rock' " BOX
                      "/></objectgroup>"); // as Tiled 1.9 writes them
    assert_text(first_of(imported, "walls"), "material", "rock");
    imported_free(imported);
    imported = import_layers("<objectgroup name='zones'><object type='ice' " BOX
                             "><ellipse/></object></objectgroup>");
    assert_text(first_of(imported, "zones"), "surface", "ice");
    imported_free(imported);
    static const char json[] =
        "{\"height\": 10, \"tileheight\": 10, \"layers\": [{\"name\": \"a\", "
        "\"type\": \"objectgroup\", \"class\": \"walls\", \"objects\": "
        "[{\"x\": 1, \"y\": 1, \"width\": 9, \"height\": 9}]}]}";
    imported = import_map("m.tmj", json);
    assert_int_equal(yaml_find(imported->root, "walls")->count, 1);
    imported_free(imported);
}

#define WITH(properties)                                                \
    "<objectgroup name='walls'><object " BOX "><properties>" properties \
    "</properties></object></objectgroup>"

static void properties_have_types(void **state) {
    (void)state;
    static const struct {
        const char *property, *text;
        bool quoted;
    } rows[] = {
        {"<property name='x-a' value='plain'/>", "plain", false},
        {"<property name='x-a' value='12.5'/>", "12.5", false},
        {"<property name='x-a' type='float' value='12.5'/>", "12.5", false},
        {"<property name='x-a' type='bool' value='true'/>", "true", false},
        {"<property name='x-a' type='int' value='seven'/>", "seven", false},
        {"<property name='x-a'>two\nlines</property>", "two\nlines", false},
        {"<property name='x-a' type='color' value='#80102030'/>", "#10203080", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char layers[512];
        snprintf(layers, sizeof layers, WITH("%s"), rows[i].property);
        Imported *imported = import_layers(layers);
        const YamlNode *value = yaml_find(first_of(imported, "walls"), "x-a");
        assert_non_null(value);
        assert_string_equal(value->text, rows[i].text);
        if (value->quoted != rows[i].quoted) {
            fail_msg("%s is %s", rows[i].property, value->quoted ? "quoted" : "not quoted");
        }
        imported_free(imported);
    }
    Imported *imported = import_layers(WITH(
        "<property name='x-a' type='class' propertytype='T'><properties><property name='b' "
        "type='int' value='1'/><property name='c' value='[4, 5]'/><property name='d' type='class'>"
        "<properties><property name='e' value='f'/></properties></property></properties>"
        "</property><property value='1'/><property name='x-b' type='class'/>"));
    const YamlNode *class = yaml_find(first_of(imported, "walls"), "x-a");
    assert_text(class, "b", "1");
    assert_int_equal(yaml_find(class, "c")->count, 2);
    assert_text(yaml_find(class, "d"), "e", "f");
    imported_free(imported);
}

static void words_are_the_content_of_a_text(void **state) {
    (void)state;
    Imported *imported =
        import_layers("<objectgroup name='scenery'><object " BOX
                      "><text pixelsize='20' color='#ff0000'>One &amp; <![CDATA[<two>]]></text>"
                      "</object></objectgroup>");
    assert_text(first_of(imported, "scenery"), "text", "One & <two>");
    assert_text(first_of(imported, "scenery"), "size", "2");
    imported_free(imported);
}

static void hidden_things_and_tiles_are_left_out(void **state) {
    (void)state;
    Imported *imported = import_layers(
        "<layer name='walls'><data encoding='base64' compression='zlib'>eJw=</data></layer>"
        "<group name='all'><objectgroup name='walls' visible='0'><object " BOX
        "/></objectgroup><objectgroup name='walls'><object " BOX " visible='0'/><object " BOX
        " gid='3'/><object name='kept' " BOX "/></objectgroup></group><imagelayer name='i'/>");
    const YamlNode *wall = first_of(imported, "walls");
    assert_text(wall, "id", "kept");
    assert_null(wall->next);
    imported_free(imported);
}

static void mistakes_in_objects_are_all_told_at_their_places(void **state) {
    (void)state;
    Imported *imported = import_layers(
        "<objectgroup name='walls'>\n<object id='1' x='0' y='0'>\n <polygon points='0,0 a,1 2'/>"
        "</object>\n<object id='2' x='?' y='0' width='1' height='1'/>\n"
        "<object id='3' x='0' y='0'><polyline points=''/></object>\n"
        "<object id='4' template='a.tx' x='0' y='0'/>\n</objectgroup>");
    static const struct {
        int line;
        const char *text;
    } rows[] = {{4, "x is no number"}, {5, "x is no number"}, {6, "fewer than 2"}, {7, "template"}};
    assert_int_equal(imported->messages.count, 4);
    for (int i = 0; i < 4; i++) {
        const Message *message = &imported->messages.items[i];
        assert_int_equal(message->code, MESSAGE_E631);
        assert_int_equal(message->place.line, rows[i].line);
        if (!strstr(message->text, rows[i].text)) {
            fail_msg("\"%s\" does not say \"%s\"", message->text, rows[i].text);
        }
    }
    imported_free(imported);
}

static void maps_whose_pixels_are_no_ground_are_refused(void **state) {
    (void)state;
    static const char *const orientations[] = {"isometric", "staggered", "hexagonal"};
    for (int i = 0; i < 3; i++) {
        for (int json = 0; json < 2; json++) {
            char text[256];
            snprintf(text, sizeof text,
                     json ? "{\"orientation\": \"%s\", \"layers\": []}" : "<map orientation='%s'/>",
                     orientations[i]);
            Imported *imported = import_map(json ? "m.tmj" : "m.tmx", text);
            assert_null(imported->root);
            assert_int_equal(imported->messages.count, 1);
            assert_int_equal(imported->messages.items[0].code, MESSAGE_E630);
            assert_non_null(strstr(imported->messages.items[0].text, orientations[i]));
            imported_free(imported);
        }
    }
}

static void a_map_without_objects_is_told_what_to_draw(void **state) {
    (void)state;
    Imported *imported =
        import_layers("<layer name='ground'><data encoding='csv'>0</data></layer>"
                      "<objectgroup name='Waypoints'><object " BOX "/></objectgroup>");
    assert_null(imported->root);
    assert_int_equal(imported->messages.count, 2);
    assert_int_equal(imported->messages.items[0].code, MESSAGE_W707);
    assert_int_equal(imported->messages.items[1].code, MESSAGE_E630);
    assert_non_null(strstr(imported->messages.items[1].help, "called road"));
    imported_free(imported);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiled_says_the_same_in_xml_and_in_json),
        cmocka_unit_test(layers_and_objects_have_classes),
        cmocka_unit_test(properties_have_types),
        cmocka_unit_test(words_are_the_content_of_a_text),
        cmocka_unit_test(hidden_things_and_tiles_are_left_out),
        cmocka_unit_test(mistakes_in_objects_are_all_told_at_their_places),
        cmocka_unit_test(a_map_without_objects_is_told_what_to_draw),
        cmocka_unit_test(maps_whose_pixels_are_no_ground_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
