// What tracks/tiled offers in Tiled is what tracks have: the lists of its drop-downs are our
// tables, and a value that it shows without its being set is the one that the reader takes.
#include "base/file.h"
#include "collision/material.h"
#include "collision/surface.h"
#include "formats/xml.h"
#include "import/import.h"
#include "track/form.h"
#include "track_file/track_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static const char folder[] = TEST_DATA "/tracks/tiled/";

static Arena arena;
static MessageList messages;

static FileBytes read_bytes(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", folder, name);
    FileBytes bytes = {0};
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    return bytes;
}

/// The `propertyTypes` of a project; JSON is YAML.
static const YamlNode *read_types(const char *name) {
    FileBytes bytes = read_bytes(name);
    const YamlNode *root = yaml_read(bytes.data, bytes.size, name, &arena, &messages);
    file_bytes_free(&bytes);
    assert_non_null(root);
    const YamlNode *types = yaml_find(root, "propertyTypes");
    assert_non_null(types);
    return types;
}

static const char *text_of(const YamlNode *map, const char *key) {
    const YamlNode *node = yaml_find(map, key);
    return node && node->kind == YAML_TEXT ? node->text : "";
}

static const YamlNode *find_type(const YamlNode *types, const char *name) {
    for (const YamlNode *type = types->first; type; type = type->next) {
        if (strcmp(text_of(type, "name"), name) == 0) {
            return type;
        }
    }
    fail_msg("there is no type \"%s\"", name);
    return NULL;
}

static void assert_lists(const YamlNode *types, const char *name, const char *const *names,
                         int count) {
    const YamlNode *values = yaml_find(find_type(types, name), "values");
    assert_int_equal(values->count, count);
    int i = 0;
    for (const YamlNode *value = values->first; value; value = value->next, i++) {
        assert_string_equal(value->text, names[i]);
    }
}

static void the_drop_downs_list_all_surfaces_materials_props_and_curves(void **state) {
    (void)state;
    static const char *const files[] = {"axle.tiled-project", "axle-1.8.tiled-project"};
    const char *surfaces[SURFACE_BUILT_IN_COUNT];
    const char *materials[MATERIAL_BUILT_IN_COUNT];
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        surfaces[i] = surface_built_in[i].name;
    }
    for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
        materials[i] = material_built_in[i].name;
    }
    static const char *const curves[] = {"round", "smooth", "sharp"};
    assert_string_equal(track_key_find(TRACK_MAP_ribbon, "curve")->values, "round smooth sharp");
    for (int i = 0; i < 2; i++) {
        const YamlNode *types = read_types(files[i]);
        assert_lists(types, "axle_surface", surfaces, SURFACE_BUILT_IN_COUNT);
        assert_lists(types, "axle_material", materials, MATERIAL_BUILT_IN_COUNT);
        assert_lists(types, "axle_prop", prop_kind_names, PROP_CUSTOM + 1);
        assert_lists(types, "axle_curve", curves, 3);
    }
}

/// What a bare object of this class has under `key`, once it is imported; NULL: nothing.
static const YamlNode *imported_value(const char *class, const char *list, const char *key) {
    char map[1024];
    snprintf(map, sizeof map,
             "{\"layers\": [{\"name\": \"a\", \"objects\": [{\"id\": 1, \"type\": \"%s\", "
             "\"x\": 0, \"y\": 0, \"width\": 90, \"height\": 90, \"properties\": "
             "[{\"name\": \"path\", \"type\": \"object\", \"value\": 2}]}, "
             "{\"id\": 2, \"type\": \"line\", \"polyline\": [{\"x\": 0, \"y\": 0}, "
             "{\"x\": 90, \"y\": 0}]}]}]}",
             class);
    const YamlNode *root =
        import_read(IMPORT_TILED, map, strlen(map), "m.tmj", NULL, &arena, &messages);
    const YamlNode *items = yaml_find(root, list);
    assert_non_null(items);
    return yaml_find(items->first, key);
}

static void a_value_that_is_shown_is_the_one_that_is_taken(void **state) {
    (void)state;
    static const struct {
        const char *class, *list;
        TrackMap map;
    } rows[] = {
        {"road", "ribbons", TRACK_MAP_ribbon},     {"wall", "walls", TRACK_MAP_wall},
        {"zone", "zones", TRACK_MAP_zone},         {"gate", "gates", TRACK_MAP_gate},
        {"prop", "props", TRACK_MAP_prop},         {"mover", "movers", TRACK_MAP_mover},
        {"scenery", "scenery", TRACK_MAP_scenery}, {"tree", "scenery", TRACK_MAP_scenery},
    };
    const YamlNode *types = read_types("axle.tiled-project");
    int members = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const YamlNode *member = yaml_find(find_type(types, rows[i].class), "members")->first;
        for (; member; member = member->next) {
            const char *name = text_of(member, "name");
            const char *value = text_of(member, "value");
            const TrackKey *key = track_key_find(rows[i].map, name);
            print_message("%s.%s: %s\n", rows[i].class, name, value);
            assert_non_null(key);
            members++;
            if (strcmp(text_of(member, "type"), "object") == 0 || !value[0]) {
                continue; // names another object; or shows nothing
            }
            if (key->fallback) {
                assert_memory_equal(key->fallback, value, strlen(value));
            } else {
                const YamlNode *taken = imported_value(rows[i].class, rows[i].list, name);
                assert_non_null(taken);
                assert_string_equal(taken->text, value);
            }
        }
    }
    assert_true(members >= 10);
    assert_int_equal(messages.count, 0);
}

static void tiled_1_8_is_offered_the_same_classes(void **state) {
    (void)state;
    FileBytes bytes = read_bytes("axle-1.8.objecttypes.xml");
    const XmlElement *root =
        xml_read(bytes.data, bytes.size, "axle-1.8.objecttypes.xml", &arena, &messages);
    assert_non_null(root);
    const XmlElement *object = root->first;
    const YamlNode *type = read_types("axle.tiled-project")->first;
    for (; type; type = type->next) {
        if (strcmp(text_of(type, "type"), "class") != 0) {
            continue;
        }
        assert_non_null(object);
        assert_string_equal(xml_attribute(object, "name"), text_of(type, "name"));
        assert_string_equal(xml_attribute(object, "color") + 1, text_of(type, "color") + 3);
        const XmlElement *property = object->first;
        const YamlNode *member = yaml_find(type, "members")->first;
        for (; member; member = member->next, property = property->next) {
            assert_non_null(property);
            const char *of = xml_attribute(property, "propertytype");
            assert_string_equal(xml_attribute(property, "name"), text_of(member, "name"));
            assert_string_equal(xml_attribute(property, "type"), text_of(member, "type"));
            assert_string_equal(xml_attribute(property, "default"), text_of(member, "value"));
            assert_string_equal(of ? of : "", text_of(member, "propertyType"));
        }
        assert_null(property);
        object = object->next;
    }
    assert_null(object);
    file_bytes_free(&bytes);
    bytes = read_bytes("axle-1.8.tiled-project");
    assert_non_null(strstr(bytes.data, "\"objectTypesFile\": \"axle-1.8.objecttypes.xml\""));
    file_bytes_free(&bytes);
}

static int forget(void **state) {
    (void)state;
    arena_destroy(&arena);
    messages = (MessageList){0};
    return 0;
}

#define TEST(name) cmocka_unit_test_teardown(name, forget)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_drop_downs_list_all_surfaces_materials_props_and_curves),
        TEST(a_value_that_is_shown_is_the_one_that_is_taken),
        TEST(tiled_1_8_is_offered_the_same_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
