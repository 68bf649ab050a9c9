#include "formats/yaml_build.h"

#include "base/assert.h"
#include "base/number.h"

#include <string.h>

static YamlNode *make(Arena *arena, Place place, YamlKind kind) {
    ASSERT(arena != NULL);
    YamlNode *node = arena_alloc(arena, sizeof *node);
    node->kind = kind;
    node->place = place;
    return node;
}

YamlNode *yaml_build_map(Arena *arena, Place place) { return make(arena, place, YAML_MAP); }

YamlNode *yaml_build_list(Arena *arena, Place place) { return make(arena, place, YAML_LIST); }

YamlNode *yaml_build_quoted(Arena *arena, Place place, const char *text) {
    ASSERT(text != NULL);
    YamlNode *node = make(arena, place, YAML_TEXT);
    node->text = arena_copy_text(arena, text);
    node->quoted = true;
    return node;
}

YamlNode *yaml_build_text(Arena *arena, Place place, const char *text) {
    YamlNode *node = yaml_build_quoted(arena, place, text);
    node->quoted = yaml_looks_typed(text);
    return node;
}

YamlNode *yaml_build_plain(Arena *arena, Place place, const char *text) {
    YamlNode *node = yaml_build_text(arena, place, text);
    if (number_is_number(text) || strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        node->quoted = false;
    }
    return node;
}

YamlNode *yaml_build_number(Arena *arena, Place place, double value, int decimals) {
    char text[NUMBER_TEXT_MAX];
    YamlNode *node = make(arena, place, YAML_TEXT);
    node->text = arena_copy_text(arena, number_text(value, decimals, text));
    return node;
}

YamlNode *yaml_build_bool(Arena *arena, Place place, bool value) {
    YamlNode *node = make(arena, place, YAML_TEXT);
    node->text = value ? "true" : "false";
    return node;
}

YamlNode *yaml_build_point(Arena *arena, Place place, double x, double y, int decimals) {
    YamlNode *node = yaml_build_list(arena, place);
    node->flow = true;
    yaml_build_add(node, yaml_build_number(arena, place, x, decimals));
    yaml_build_add(node, yaml_build_number(arena, place, y, decimals));
    return node;
}

void yaml_build_add(YamlNode *list, YamlNode *item) {
    ASSERT(list != NULL && list->kind == YAML_LIST && item != NULL && !item->next);
    yaml_append(list, item);
}

/// Puts `other` (NULL: nothing) in the place of the member `key` of `map` and returns that one;
/// NULL, with nothing done, where there is none.
static YamlNode *exchange(YamlNode *map, const char *key, YamlNode *other) {
    YamlNode *before = NULL;
    for (YamlNode *member = map->first; member; before = member, member = member->next) {
        if (strcmp(member->key, key) == 0) {
            YamlNode *next = member->next;
            *(before ? &before->next : &map->first) = other ? other : next;
            if (other) {
                other->next = next;
            } else {
                map->count--;
            }
            map->last = next ? map->last : other ? other : before;
            member->next = NULL;
            return member;
        }
    }
    return NULL;
}

YamlNode *yaml_build_remove(YamlNode *map, const char *key) {
    ASSERT(map != NULL && map->kind == YAML_MAP && key != NULL);
    return exchange(map, key, NULL);
}

void yaml_build_set(Arena *arena, YamlNode *map, const char *key, YamlNode *value) {
    ASSERT(map != NULL && map->kind == YAML_MAP && key != NULL && value != NULL && !value->next);
    value->key = arena_copy_text(arena, key);
    value->key_place = value->place;
    if (!exchange(map, key, value)) {
        yaml_append(map, value);
    }
}

YamlNode *yaml_build_copy(Arena *arena, const YamlNode *node) {
    ASSERT(arena != NULL && node != NULL);
    YamlNode *copy = arena_alloc(arena, sizeof *copy);
    *copy = *node;
    copy->key = NULL;
    copy->first = copy->last = copy->next = NULL;
    copy->count = 0;
    for (const YamlNode *member = node->first; member; member = member->next) {
        YamlNode *inner = yaml_build_copy(arena, member); // no deeper than what was read
        inner->key = member->key;
        yaml_append(copy, inner);
    }
    return copy;
}

bool yaml_build_equal(const YamlNode *a, const YamlNode *b) {
    ASSERT(a != NULL && b != NULL);
    if (a->kind != b->kind || a->count != b->count) {
        return false;
    }
    if (a->kind == YAML_TEXT) {
        return strcmp(a->text, b->text) == 0;
    }
    const YamlNode *of_b = b->first;
    for (const YamlNode *of_a = a->first; of_a; of_a = of_a->next, of_b = of_b->next) {
        if ((a->kind == YAML_MAP && strcmp(of_a->key, of_b->key) != 0) ||
            !yaml_build_equal(of_a, of_b)) {
            return false;
        }
    }
    return true;
}

void yaml_build_merge(Arena *arena, YamlNode *map, const YamlNode *from) {
    ASSERT(from != NULL && from->kind == YAML_MAP);
    for (const YamlNode *member = from->first; member; member = member->next) {
        YamlNode *copy = yaml_build_copy(arena, member);
        yaml_build_set(arena, map, member->key, copy);
        copy->key_place = member->key_place;
    }
}
