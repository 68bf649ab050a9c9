#include "track_file/track_write.h"

#include "base/assert.h"
#include "base/number.h"
#include "formats/yaml_build.h"
#include "formats/yaml_write.h"

#include <string.h>

/// Numbers with no more than `decimals` digits behind the point, in `node` and all below.
static void round_numbers(YamlNode *node, int decimals, Arena *arena) {
    double value = 0.0;
    if (node->kind == YAML_TEXT && !node->quoted && number_parse(node->text, &value)) {
        char text[NUMBER_TEXT_MAX];
        number_text(value, decimals, text);
        if (strcmp(text, node->text) != 0) {
            node->text = arena_copy_text(arena, text);
        }
    }
    for (YamlNode *member = node->first; member; member = member->next) {
        round_numbers(member, decimals, arena);
    }
}

/// A colour with its '#', in quotes.
static void mark_color(YamlNode *node, Arena *arena) {
    size_t size = node->kind == YAML_TEXT ? strlen(node->text) : 0;
    bool is_bare = (size == 6 || size == 8) && strspn(node->text, "0123456789abcdefABCDEF") == size;
    if (is_bare) {
        char text[16] = "#";
        memcpy(text + 1, node->text, size);
        node->text = arena_copy_text(arena, text);
        node->quoted = true;
    }
}

static void append(YamlNode *map, YamlNode *member) {
    *(map->last ? &map->last->next : &map->first) = member;
    map->last = member;
    member->next = NULL;
}

/// Moves the members of `map`, from `*list` on, that stand for row `key` (NULL: all that start with
/// "x-" or, where `own` is false, all) to its end.
static void move_members(YamlNode *map, YamlNode **list, const char *key, bool own) {
    while (*list) {
        YamlNode *member = *list;
        bool is_own = strncmp(member->key, "x-", 2) == 0;
        if (key ? strcmp(member->key, key) == 0 : is_own == own) {
            *list = member->next;
            append(map, member);
        } else {
            list = &member->next;
        }
    }
}

static void sort_members(YamlNode *map, TrackMap kind) {
    YamlNode *members = map->first;
    map->first = map->last = NULL;
    for (int i = 0; i < TRACK_ROW_COUNT && members; i++) {
        if (track_keys[i].map == kind) {
            move_members(map, &members, track_keys[i].key, false);
        }
    }
    move_members(map, &members, NULL, false);
    move_members(map, &members, NULL, true);
}

/// No empty line before the first member.
static void trim_first(YamlNode *map, Arena *arena) {
    const YamlComments *comments = map->first ? map->first->comments : NULL;
    if (comments && comments->above && comments->above[0] == '\n') {
        YamlComments *trimmed = arena_alloc(arena, sizeof *trimmed);
        *trimmed = *comments;
        trimmed->above = comments->above[1] ? comments->above + 1 : NULL;
        bool is_empty = !trimmed->above && !trimmed->beside && !trimmed->below;
        map->first->comments = is_empty ? NULL : trimmed;
    }
}

static void arrange(YamlNode *node, const TrackKey *key, Arena *arena);

static void arrange_map(YamlNode *map, TrackMap kind, Arena *arena) {
    if (map->kind != YAML_MAP) {
        return;
    }
    sort_members(map, kind);
    trim_first(map, arena);
    for (YamlNode *member = map->first; member; member = member->next) {
        const TrackKey *key = track_key_find(kind, member->key);
        if (key) {
            arrange(member, key, arena);
        }
    }
}

static void arrange_item(YamlNode *item, const TrackKey *key, Arena *arena) {
    if (item->kind == YAML_MAP) {
        arrange_map(item, key->of, arena);
    } else {
        round_numbers(item, track_key_decimals(key), arena);
    }
}

/// Brings `node`, the value of `key`, into the one form.
static void arrange(YamlNode *node, const TrackKey *key, Arena *arena) {
    switch (key->type) {
    case TRACK_KEY_TEXT:
        node->quoted = node->quoted || (node->kind == YAML_TEXT && node->text[0] != '\0' &&
                                        yaml_looks_typed(node->text));
        break;
    case TRACK_KEY_COLOR:
    case TRACK_KEY_COLOR_OR_NONE:
        mark_color(node, arena);
        break;
    case TRACK_KEY_MAP:
    case TRACK_KEY_MAP_OR_NONE:
        arrange_map(node, key->of, arena);
        break;
    case TRACK_KEY_LIST:
    case TRACK_KEY_GATES:
    case TRACK_KEY_ROAD_POINTS:
    case TRACK_KEY_NAMED:
        for (YamlNode *item = node->first; item; item = item->next) {
            arrange_item(item, key, arena);
        }
        break;
    case TRACK_KEY_BOOL:
    case TRACK_KEY_CHOICE:
    case TRACK_KEY_ID:
    case TRACK_KEY_SURFACE:
    case TRACK_KEY_MATERIAL:
    case TRACK_KEY_RIBBON:
    case TRACK_KEY_POINT_NAME:
        break;
    default:
        round_numbers(node, track_key_decimals(key), arena);
    }
}

/// What stands above the first key is about the file, whichever key is first: it stays on top.
static void keep_head(YamlNode *root, Arena *arena) {
    const YamlComments *first = root->first ? root->first->comments : NULL;
    if (!first || !first->above || (root->comments && root->comments->above)) {
        return;
    }
    YamlComments *head = arena_alloc(arena, sizeof *head);
    YamlComments *rest = arena_alloc(arena, sizeof *rest);
    *head = root->comments ? *root->comments : (YamlComments){0};
    head->above = first->above;
    *rest = *first;
    rest->above = NULL;
    root->comments = head;
    root->first->comments = rest->beside || rest->below ? rest : NULL;
}

YamlNode *track_canonical(const YamlNode *node, const TrackKey *key, Arena *arena) {
    ASSERT(node != NULL && arena != NULL);
    YamlNode *copy = yaml_build_copy(arena, node);
    if (key) {
        arrange(copy, key, arena);
    } else {
        trim_first(copy, arena);
        keep_head(copy, arena);
        arrange_map(copy, TRACK_MAP_track, arena);
    }
    return copy;
}

YamlNode *track_canonical_item(const YamlNode *node, const TrackKey *key, Arena *arena) {
    ASSERT(node != NULL && key != NULL && arena != NULL);
    YamlNode *copy = yaml_build_copy(arena, node);
    arrange_item(copy, key, arena);
    return copy;
}

void track_write(const YamlNode *root, TextBuffer *out) {
    ASSERT(root != NULL && root->kind == YAML_MAP && out != NULL);
    Arena arena = {0};
    yaml_write(track_canonical(root, NULL, &arena), out);
    arena_destroy(&arena);
}
