#include "import/tiled_value.h"

#include "formats/json_text.h"
#include "formats/yaml_build.h"
#include "import/formats.h"

#include <stdio.h>
#include <string.h>

YamlNode *tiled_value_color(const YamlNode *value, Arena *arena) {
    const char *text = json_text_string(value);
    char color[10] = "#";
    if (strlen(text) == 9) {
        snprintf(color, sizeof color, "#%.6s%.2s", text + 3, text + 1);
        text = color;
    }
    return text[0] ? yaml_build_quoted(arena, value->place, text) : NULL;
}

static YamlNode *property_value(const YamlNode *value, const char *type, Arena *arena,
                                MessageList *messages) {
    if (strcmp(type, "color") == 0) {
        return tiled_value_color(value, arena);
    }
    if (value->kind == YAML_TEXT && value->quoted) {
        return import_value(value->text, value->place, arena, messages);
    }
    if (value->kind != YAML_MAP) {
        return yaml_build_copy(arena, value);
    }
    YamlNode *map = yaml_build_map(arena, value->place);
    for (const YamlNode *member = value->first; member; member = member->next) {
        YamlNode *made = property_value(member, "", arena, messages);
        if (made) {
            yaml_build_set(arena, map, member->key, made);
        }
    }
    return map;
}

void tiled_values_merge(const YamlNode *node, YamlNode *map, const char *except, Arena *arena,
                        MessageList *messages) {
    const YamlNode *property = json_text_items(node, "properties");
    for (; property; property = property->next) {
        const char *name = json_text_string(yaml_find(property, "name"));
        const char *type = json_text_string(yaml_find(property, "type"));
        const YamlNode *value = yaml_find(property, "value");
        if (!name[0] || !value || (except && strcmp(name, except) == 0)) {
            continue;
        }
        YamlNode *made = property_value(value, type, arena, messages);
        if (made) {
            yaml_build_set(arena, map, name, made);
        }
    }
}

const YamlNode *tiled_value_find(const YamlNode *node, const char *name) {
    const YamlNode *property = json_text_items(node, "properties");
    for (; property; property = property->next) {
        if (strcmp(json_text_string(yaml_find(property, "name")), name) == 0) {
            return yaml_find(property, "value");
        }
    }
    return NULL;
}
