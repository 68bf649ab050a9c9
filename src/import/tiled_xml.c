#include "import/tiled_xml.h"

#include "base/text.h"
#include "formats/yaml_build.h"

#include <string.h>

typedef struct Builder {
    Arena *arena;
    MessageList *messages;
    int nodes; ///< Values so far.
    bool full; ///< There are too many; a message says so.
} Builder;

/// Whether one more value may be made at `place`.
static bool has_room(Builder *builder, Place place) {
    if (builder->nodes++ >= YAML_NODES_MAX && !builder->full) {
        message_add(builder->messages, MESSAGE_E111, place, "values", YAML_NODES_MAX);
        builder->full = true;
    }
    return !builder->full;
}

/// Copies attributes: "name" and its kin as texts, flags from 0 and 1, all others as numbers.
static void set_attributes(Builder *builder, YamlNode *map, const XmlElement *element,
                           const char *const *names, int count) {
    static const char *const texts[] = {"name",     "type",  "class",
                                        "template", "color", "orientation"};
    static const char *const flags[] = {"visible", "infinite"};
    for (int i = 0; i < count; i++) {
        const char *value = xml_attribute(element, names[i]);
        if (!value || !has_room(builder, element->place)) {
            continue;
        }
        YamlNode *node;
        if (text_find(names[i], texts, 6) >= 0) {
            node = yaml_build_quoted(builder->arena, element->place, value);
        } else if (text_find(names[i], flags, 2) >= 0) {
            node = yaml_build_bool(builder->arena, element->place, strcmp(value, "1") == 0);
        } else {
            node = yaml_build_plain(builder->arena, element->place, value);
        }
        yaml_build_set(builder->arena, map, names[i], node);
    }
}

// ---- properties -----------------------------------------------------------------------------

static YamlNode *properties_map(Builder *builder, const XmlElement *properties);

/// What the element <property> says. Texts of several lines are its content, not an attribute.
static YamlNode *property_value(Builder *builder, const XmlElement *property) {
    const char *type = xml_attribute(property, "type");
    const char *value = xml_attribute(property, "value");
    const char *text = value ? value : property->text ? property->text : "";
    if (type && strcmp(type, "class") == 0) {
        return properties_map(builder, xml_child(property, "properties"));
    }
    if (!type || strcmp(type, "string") == 0 || strcmp(type, "color") == 0 ||
        strcmp(type, "file") == 0) {
        return yaml_build_quoted(builder->arena, property->place, text);
    }
    return yaml_build_plain(builder->arena, property->place, text);
}

/// Properties of a class, each a key. `properties` may be NULL.
static YamlNode *properties_map(Builder *builder, const XmlElement *properties) {
    YamlNode *map = yaml_build_map(builder->arena, properties ? properties->place : (Place){0});
    const XmlElement *property = properties ? properties->first : NULL;
    for (; property && map->count < YAML_KEYS_MAX; property = property->next) {
        const char *name = xml_attribute(property, "name");
        if (name && strlen(name) <= YAML_KEY_MAX && has_room(builder, property->place)) {
            yaml_build_set(builder->arena, map, name, property_value(builder, property));
        }
    }
    return map;
}

/// Sets the list "properties" of `map` where `element` has some.
static void set_properties(Builder *builder, YamlNode *map, const XmlElement *element) {
    const XmlElement *properties = xml_child(element, "properties");
    if (!properties) {
        return;
    }
    YamlNode *list = yaml_build_list(builder->arena, properties->place);
    static const char *const names[] = {"name", "type"};
    for (const XmlElement *child = properties->first; child; child = child->next) {
        if (xml_is(child, "property") && has_room(builder, child->place)) {
            YamlNode *property = yaml_build_map(builder->arena, child->place);
            set_attributes(builder, property, child, names, 2);
            yaml_build_set(builder->arena, property, "value", property_value(builder, child));
            yaml_build_add(list, property);
        }
    }
    yaml_build_set(builder->arena, map, "properties", list);
}

// ---- objects --------------------------------------------------------------------------------

/// Points as "x,y x,y", in a list of maps of x and y. What is no number stays a text, which the
/// reader of objects refuses.
static YamlNode *read_points(Builder *builder, const XmlElement *element) {
    YamlNode *list = yaml_build_list(builder->arena, element->place);
    const char *text = xml_attribute(element, "points");
    while (text && *(text += strspn(text, " \t\r\n")) && has_room(builder, element->place)) {
        builder->nodes += 2; // its x and y
        size_t size = strcspn(text, " \t\r\n");
        size_t first = strcspn(text, ",");
        first = first < size ? first : size;
        size_t second = size > first ? size - first - 1 : 0;
        const char *x = arena_copy(builder->arena, text, first);
        const char *y = arena_copy(builder->arena, text + size - second, second);
        YamlNode *point = yaml_build_map(builder->arena, element->place);
        yaml_build_set(builder->arena, point, "x",
                       yaml_build_plain(builder->arena, element->place, x));
        yaml_build_set(builder->arena, point, "y",
                       yaml_build_plain(builder->arena, element->place, y));
        yaml_build_add(list, point);
        text += size;
    }
    return list;
}

static YamlNode *read_text(Builder *builder, const XmlElement *element) {
    static const char *const names[] = {"color", "pixelsize"};
    YamlNode *text = yaml_build_map(builder->arena, element->place);
    set_attributes(builder, text, element, names, 2);
    const char *words = element->text ? element->text : "";
    yaml_build_set(builder->arena, text, "text",
                   yaml_build_quoted(builder->arena, element->place, words));
    return text;
}

static YamlNode *read_object(Builder *builder, const XmlElement *element) {
    static const char *const names[] = {"id",       "name",    "type",     "class",
                                        "x",        "y",       "width",    "height",
                                        "rotation", "visible", "template", "gid"};
    static const char *const shapes[] = {"ellipse", "capsule", "point"};
    YamlNode *object = yaml_build_map(builder->arena, element->place);
    set_attributes(builder, object, element, names, 12);
    set_properties(builder, object, element);
    for (const XmlElement *child = element->first; child; child = child->next) {
        if (xml_is(child, "polygon") || xml_is(child, "polyline")) {
            yaml_build_set(builder->arena, object, child->name, read_points(builder, child));
        } else if (xml_is(child, "text")) {
            yaml_build_set(builder->arena, object, "text", read_text(builder, child));
        } else if (text_find(child->name, shapes, 3) >= 0) {
            yaml_build_set(builder->arena, object, child->name,
                           yaml_build_bool(builder->arena, child->place, true));
        }
    }
    return object;
}

// ---- layers ---------------------------------------------------------------------------------

/// Sets the layers of a map or a group.
static void set_layers(Builder *builder, YamlNode *map, const XmlElement *element) {
    static const char *const kinds[] = {"objectgroup", "group", "layer", "imagelayer"};
    static const char *const names[] = {"name", "class", "visible", "offsetx", "offsety"};
    YamlNode *layers = yaml_build_list(builder->arena, element->place);
    for (const XmlElement *child = element->first; child; child = child->next) {
        if (text_find(child->name, kinds, 4) < 0 || !has_room(builder, child->place)) {
            continue;
        }
        YamlNode *layer = yaml_build_map(builder->arena, child->place);
        set_attributes(builder, layer, child, names, 5);
        set_properties(builder, layer, child);
        if (xml_is(child, "group")) {
            set_layers(builder, layer, child);
        } else if (xml_is(child, "objectgroup")) {
            YamlNode *objects = yaml_build_list(builder->arena, child->place);
            for (const XmlElement *item = child->first; item; item = item->next) {
                if (xml_is(item, "object") && has_room(builder, item->place)) {
                    yaml_build_add(objects, read_object(builder, item));
                }
            }
            yaml_build_set(builder->arena, layer, "objects", objects);
        }
        yaml_build_add(layers, layer);
    }
    yaml_build_set(builder->arena, map, "layers", layers);
}

YamlNode *tiled_xml_tree(const XmlElement *map, Arena *arena, MessageList *messages) {
    static const char *const names[] = {"orientation", "height", "tileheight", "infinite"};
    Builder builder = {.arena = arena, .messages = messages};
    YamlNode *root = yaml_build_map(arena, map->place);
    set_attributes(&builder, root, map, names, 4);
    set_properties(&builder, root, map);
    set_layers(&builder, root, map);
    return builder.full ? NULL : root;
}
