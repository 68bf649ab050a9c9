#include "import/tiled_value.h"

#include "base/number.h"
#include "base/yaml_build.h"
#include "import/json_text.h"

#include <stdio.h>
#include <string.h>

/// Gives all of `node` one place: that of the text it was read from.
static void set_places(YamlNode *node, Place place) {
    node->place = node->key_place = place;
    for (YamlNode *member = node->first; member; member = member->next) {
        set_places(member, place);
    }
}

/// A text: one in brackets is YAML, one that is a number or a yes is no text.
static YamlNode *text_value(const TiledValues *values, const YamlNode *value) {
    const char *text = value->text;
    if (text[0] == '{' || text[0] == '[') {
        YamlNode *read =
            yaml_read(text, strlen(text), values->file, values->arena, values->messages);
        if (read) {
            set_places(read, value->place);
        }
        return read;
    }
    YamlNode *made = yaml_build_text(values->arena, value->place, text);
    made->quoted = made->quoted && !number_is_number(text) && strcmp(text, "true") != 0 &&
                   strcmp(text, "false") != 0;
    return made;
}

YamlNode *tiled_value_color(const TiledValues *values, const YamlNode *value) {
    const char *text = json_text_string(value);
    char color[10] = "#";
    if (strlen(text) == 9) {
        snprintf(color, sizeof color, "#%.6s%.2s", text + 3, text + 1);
        text = color;
    }
    return text[0] ? yaml_build_quoted(values->arena, value->place, text) : NULL;
}

static YamlNode *property_value(const TiledValues *values, const YamlNode *value,
                                const char *type) {
    if (strcmp(type, "color") == 0) {
        return tiled_value_color(values, value);
    }
    if (value->kind == YAML_TEXT && value->quoted) {
        return text_value(values, value);
    }
    if (value->kind != YAML_MAP) {
        return yaml_build_copy(values->arena, value);
    }
    YamlNode *map = yaml_build_map(values->arena, value->place);
    for (const YamlNode *member = value->first; member; member = member->next) {
        YamlNode *made = property_value(values, member, "");
        if (made) {
            yaml_build_set(values->arena, map, member->key, made);
        }
    }
    return map;
}

void tiled_values_merge(const TiledValues *values, const YamlNode *node, YamlNode *map,
                        const char *except) {
    const YamlNode *list = yaml_find(node, "properties");
    const YamlNode *property = list && list->kind == YAML_LIST ? list->first : NULL;
    for (; property; property = property->next) {
        const char *name = json_text_string(yaml_find(property, "name"));
        const YamlNode *value = yaml_find(property, "value");
        if (!name[0] || !value || (except && strcmp(name, except) == 0)) {
            continue;
        }
        YamlNode *made =
            property_value(values, value, json_text_string(yaml_find(property, "type")));
        if (made) {
            yaml_build_set(values->arena, map, name, made);
        }
    }
}

const YamlNode *tiled_value_find(const YamlNode *node, const char *name) {
    const YamlNode *list = yaml_find(node, "properties");
    const YamlNode *property = list && list->kind == YAML_LIST ? list->first : NULL;
    for (; property; property = property->next) {
        if (strcmp(json_text_string(yaml_find(property, "name")), name) == 0) {
            return yaml_find(property, "value");
        }
    }
    return NULL;
}
