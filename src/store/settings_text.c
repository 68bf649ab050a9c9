#include "store/settings_text.h"

#include "base/assert.h"
#include "base/number.h"
#include "formats/keys.h"
#include "formats/yaml_build.h"
#include "track_file/splice.h"
#include "vehicle/car_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHAT_MAX = 64 ///< Bytes of a key's name in a message: "seats[3].throttle_latch".
};

// ---- reading

_Static_assert(SETTING_KEYS_MAX == 4 && SETTINGS_SEATS == 4, "messages say these numbers");

/// Says that `what` is not what it must be.
static void refuse(const YamlNode *node, const char *what, const char *wanted,
                   MessageList *messages) {
    char found[WHAT_MAX] = "a single value";
    if (node->kind != YAML_TEXT) {
        snprintf(found, sizeof found, "%s of %d", node->kind == YAML_LIST ? "a list" : "a map",
                 node->count);
    }
    message_add(messages, MESSAGE_E203, node->place, what, wanted, found, "");
}

/// Warns of each key of `map` that is not in `keys` nor begins with "x-".
static void warn_unknown(const YamlNode *map, const char *what, const char *const *keys, int count,
                         MessageList *messages) {
    for (const YamlNode *member = map->first; member; member = member->next) {
        if (text_find(member->key, keys, count) < 0 && strncmp(member->key, "x-", 2) != 0) {
            char help[MESSAGE_TEXT_MAX] = "";
            const char *nearest = yaml_nearest(member->key, keys, count);
            if (nearest) {
                snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
            }
            message_add(messages, MESSAGE_W930, member->key_place, member->key, what, help);
        }
    }
}

static void read_choice(const YamlNode *node, const SettingRow *row, const char *what,
                        SettingChoice *value, MessageList *messages) {
    SettingChoices choices = setting_choices(row->list);
    const char *names[SETTING_CHOICE_COUNT];
    for (int i = 0; i < choices.count; i++) {
        names[i] = setting_choice_name((SettingChoice)((int)choices.first + i));
    }
    int index = 0;
    if (yaml_choice(node, what, names, choices.count, &index, messages)) {
        *value = (SettingChoice)((int)choices.first + index);
    }
}

static void read_text(const YamlNode *node, const SettingRow *row, const char *what,
                      char value[SETTING_TEXT_MAX], MessageList *messages) {
    const char *text = NULL;
    if (!yaml_text(node, what, (int)row->min, (int)row->max, &text, messages)) {
        return;
    }
    if (strlen(text) >= SETTING_TEXT_MAX) { // few characters, but of many bytes each
        message_add(messages, MESSAGE_E932, node->place, what, strlen(text), SETTING_TEXT_MAX - 1);
        return;
    }
    text_copy(text, value, SETTING_TEXT_MAX);
}

/// Reads the value of `row` where `map` has it.
static void read_row(const YamlNode *map, const SettingRow *row, Settings *out, int seat,
                     MessageList *messages) {
    const YamlNode *node = yaml_find(map, row->name);
    void *value = setting_value(row, out, seat);
    const char *what = row->name;
    switch (row->kind) {
    case SETTING_FLAG:
        yaml_bool(node, what, value, messages);
        break;
    case SETTING_NUMBER:
        yaml_number(node, what, "", (double)row->min, (double)row->max, value, messages);
        break;
    case SETTING_INTEGER:
        yaml_integer(node, what, (int)row->min, (int)row->max, value, messages);
        break;
    case SETTING_CHOICE:
        if (node) {
            read_choice(node, row, what, value, messages);
        }
        break;
    case SETTING_TEXT:
        if (node) {
            read_text(node, row, what, value, messages);
        }
        break;
    }
}

/// The keys of one action. Where one of them is wrong, none is taken: half of them would drive
/// otherwise than anybody meant.
static void read_action(const YamlNode *list, const char *action, int keys[SETTING_KEYS_MAX],
                        MessageList *messages) {
    if (list->kind != YAML_LIST || list->count > SETTING_KEYS_MAX) {
        refuse(list, action, "a list of at most 4 keys", messages);
        return;
    }
    int found[SETTING_KEYS_MAX] = {0};
    int count = 0;
    for (const YamlNode *item = list->first; item; item = item->next) {
        const char *name = NULL;
        if (!yaml_text(item, action, 1, KEY_NAME_MAX, &name, messages)) {
            return;
        }
        int key = key_of_name(name);
        if (key == KEY_NONE) {
            char help[MESSAGE_TEXT_MAX] = "";
            const char *nearest = key_nearest_name(name);
            if (nearest) {
                snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
            }
            message_add(messages, MESSAGE_E931, item->place, name, help);
            return;
        }
        found[count++] = key;
    }
    memcpy(keys, found, sizeof found);
}

static void read_keys(const YamlNode *map, SettingsSeat *seat, MessageList *messages) {
    if (!map) {
        return;
    }
    if (map->kind != YAML_MAP) {
        refuse(map, "keys", "a map", messages);
        return;
    }
    warn_unknown(map, "\"keys\"", setting_action_names, SETTING_ACTION_COUNT, messages);
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        const YamlNode *list = yaml_find(map, setting_action_names[action]);
        if (list) {
            read_action(list, setting_action_names[action], seat->keys[action], messages);
        }
    }
}

/// The rows of `group`, from the map that holds it (NULL: nothing to read).
static void read_group(const YamlNode *map, SettingGroup group, Settings *out, int seat,
                       MessageList *messages) {
    const char *names[YAML_KEYS_MAX];
    char what[WHAT_MAX];
    int count = 0;
    if (!map) {
        return;
    }
    bool is_seat = group == SETTING_GROUP_SEAT;
    snprintf(what, sizeof what, is_seat ? "a seat" : "\"%s\"", setting_group_names[group]);
    if (map->kind != YAML_MAP) {
        refuse(map, what, "a map", messages);
        return;
    }
    for (int i = 0; i < setting_row_count; i++) {
        if (setting_rows[i].group == group) {
            names[count++] = setting_rows[i].name;
            read_row(map, &setting_rows[i], out, seat, messages);
        }
    }
    if (group == SETTING_GROUP_DISPLAY) { // of files of old: window.yaml has them now
        names[count++] = "width";
        names[count++] = "height";
    }
    if (is_seat) {
        names[count++] = "keys";
        read_keys(yaml_find(map, "keys"), &out->seats[seat], messages);
    }
    warn_unknown(map, what, names, count, messages);
}

static void read_seats(const YamlNode *list, Settings *out, MessageList *messages) {
    if (!list) {
        return;
    }
    if (list->kind != YAML_LIST || list->count > SETTINGS_SEATS) {
        refuse(list, "\"seats\"", "a list of at most 4", messages);
        return;
    }
    int seat = 0;
    for (const YamlNode *item = list->first; item; item = item->next) {
        read_group(item, SETTING_GROUP_SEAT, out, seat++, messages);
    }
}

/// Whether the file is one of settings, of a version that this program knows. Without `format` it
/// is taken for one.
static bool check_format(const YamlNode *root, const char *name, MessageList *messages) {
    const YamlNode *node = yaml_find(root, "format");
    int version = 0;
    if (root->kind != YAML_MAP) {
        refuse(root, name, "a map", messages);
        return false;
    }
    const char *text = node && node->text ? node->text : "";
    if (!node || strcmp(text, SETTINGS_FORMAT) == 0) {
        return true;
    }
    if (strncmp(text, "settings/", 9) == 0 && number_parse_integer(text + 9, &version) &&
        version > 1) {
        message_add(messages, MESSAGE_E208, node->place, text, SETTINGS_FORMAT);
    } else {
        message_add(messages, MESSAGE_E930, node->place, text);
    }
    return false;
}

/// Reads a tree. False where it is none of settings.
static bool read_tree(const YamlNode *root, const char *name, Settings *out,
                      MessageList *messages) {
    const char *keys[SETTING_GROUP_COUNT + 1] = {"format"};
    if (!root || !check_format(root, name, messages)) {
        return false;
    }
    memcpy(keys + 1, setting_group_names, sizeof setting_group_names);
    warn_unknown(root, "settings", keys, SETTING_GROUP_COUNT + 1, messages);
    for (SettingGroup group = 0; group < SETTING_GROUP_SEAT; group++) {
        read_group(yaml_find(root, setting_group_names[group]), group, out, 0, messages);
    }
    read_seats(yaml_find(root, setting_group_names[SETTING_GROUP_SEAT]), out, messages);
    return true;
}

bool settings_read(const char *text, size_t size, const char *name, Settings *out,
                   MessageList *messages) {
    ASSERT((text != NULL || size == 0) && name != NULL && out != NULL && messages != NULL);
    Arena arena = {0};
    *out = settings_default();
    bool fine = read_tree(yaml_read(text, size, name, &arena, messages), name, out, messages);
    arena_destroy(&arena);
    return fine;
}

// ---- writing

/// A file as a tree that is changed.
typedef struct Tree {
    Arena arena;
    YamlNode *root;
    const Settings *from, *to; ///< What the text says, and what it is to say.
} Tree;

/// The value of `row` as a file has it.
static YamlNode *value_node(Tree *tree, const SettingRow *row, int seat) {
    const void *value = setting_value_const(row, tree->to, seat);
    Place place = tree->root->place;
    char number[NUMBER_TEXT_MAX];
    YamlNode *node = NULL;
    switch (row->kind) {
    case SETTING_FLAG:
        return yaml_build_bool(&tree->arena, place, *(const bool *)value);
    case SETTING_NUMBER:
        node = yaml_build_number(&tree->arena, place, 0.0, 0);
        node->text = arena_copy_text(&tree->arena, car_write_number(*(const float *)value, number));
        return node;
    case SETTING_INTEGER:
        return yaml_build_number(&tree->arena, place, (double)*(const int *)value, 0);
    case SETTING_CHOICE:
        return yaml_build_text(&tree->arena, place,
                               setting_choice_name(*(const SettingChoice *)value));
    case SETTING_TEXT:
        break;
    }
    return yaml_build_text(&tree->arena, place, value);
}

/// The member `key` of `map` as a collection of that kind, made where there is none.
static YamlNode *collection_of(Tree *tree, YamlNode *map, const char *key, YamlKind kind) {
    YamlNode *node = yaml_find(map, key);
    if (!node || node->kind != kind) {
        node = kind == YAML_MAP ? yaml_build_map(&tree->arena, map->place)
                                : yaml_build_list(&tree->arena, map->place);
        yaml_build_set(&tree->arena, map, key, node);
    }
    return node;
}

static bool is_seat_same(const Tree *tree, int seat) {
    const SettingsSeat *from = &tree->from->seats[seat], *to = &tree->to->seats[seat];
    bool same = memcmp(from->keys, to->keys, sizeof to->keys) == 0;
    for (int i = 0; i < setting_row_count && same; i++) {
        same = setting_rows[i].group != SETTING_GROUP_SEAT ||
               setting_same(&setting_rows[i], tree->from, tree->to, seat);
    }
    return same;
}

/// The item `seat` of the list of seats. It and those before it are made where there are none, and
/// what is no seat goes, as does what no seat of this program is.
static YamlNode *seat_node(Tree *tree, int seat) {
    YamlNode *list = collection_of(tree, tree->root, "seats", YAML_LIST);
    if (list->count > SETTINGS_SEATS) {
        list = yaml_build_list(&tree->arena, tree->root->place);
        yaml_build_set(&tree->arena, tree->root, "seats", list);
    }
    while (list->count <= seat) {
        yaml_build_add(list, yaml_build_map(&tree->arena, list->place));
    }
    YamlNode *item = list->first;
    for (int i = 0; i < seat; i++) {
        item = item->next;
    }
    if (item->kind != YAML_MAP) {
        item->kind = YAML_MAP;
        item->text = NULL;
        item->first = item->last = NULL;
        item->count = 0;
        item->begin = item->end = 0; // it is another one now
    }
    return item;
}

static void set_keys(Tree *tree, YamlNode *map, int seat) {
    for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
        const int *from = tree->from->seats[seat].keys[action];
        const int *to = tree->to->seats[seat].keys[action];
        if (memcmp(from, to, SETTING_KEYS_MAX * sizeof *to) == 0) {
            continue;
        }
        YamlNode *keys = collection_of(tree, map, "keys", YAML_MAP);
        YamlNode *list = yaml_build_list(&tree->arena, map->place);
        list->flow = true;
        for (int i = 0; i < SETTING_KEYS_MAX && to[i] != KEY_NONE; i++) {
            yaml_build_add(list, yaml_build_text(&tree->arena, map->place, key_name(to[i])));
        }
        yaml_build_set(&tree->arena, keys, setting_action_names[action], list);
    }
}

static void set_rows(Tree *tree, YamlNode *map, SettingGroup group, int seat) {
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        if (row->group == group && !setting_same(row, tree->from, tree->to, seat)) {
            map = map ? map : collection_of(tree, tree->root, setting_group_names[group], YAML_MAP);
            yaml_build_set(&tree->arena, map, row->name, value_node(tree, row, seat));
        }
    }
}

void settings_write(const char *text, size_t size, const Settings *settings, TextBuffer *out) {
    ASSERT(settings != NULL && out != NULL);
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    Settings from = settings_default();
    Tree tree = {.from = &from, .to = settings};
    const YamlNode *root = yaml_read(text, size, "", &tree.arena, messages);
    bool is_fine = read_tree(root, "", &from, messages);
    ASSERT(is_fine);
    tree.root = yaml_build_copy(&tree.arena, root);
    for (SettingGroup group = 0; group < SETTING_GROUP_SEAT; group++) {
        set_rows(&tree, NULL, group, 0);
    }
    for (int seat = 0; seat < SETTINGS_SEATS; seat++) {
        if (!is_seat_same(&tree, seat)) {
            YamlNode *map = seat_node(&tree, seat);
            set_rows(&tree, map, SETTING_GROUP_SEAT, seat);
            set_keys(&tree, map, seat);
        }
    }
    // That saves tracks; of settings it does not know the keys, and leaves values as they are.
    splice_write(text, size, tree.root, out);
    arena_destroy(&tree.arena);
    free(messages);
}

static void put(TextBuffer *out, const char *text) { text_add(out, text, strlen(text)); }

void settings_starter(TextBuffer *out) {
    ASSERT(out != NULL);
    put(out, "# Settings of Axle. The game writes here what is changed in it; comments stay.\n"
             "format: " SETTINGS_FORMAT "\n");
    SettingGroup group = SETTING_GROUP_COUNT;
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        if (row->group == SETTING_GROUP_SEAT) {
            continue;
        }
        if (row->group != group) {
            group = row->group;
            put(out, "\n");
            put(out, setting_group_names[group]);
            put(out, ":\n");
        }
        put(out, "  # ");
        put(out, row->about);
        put(out, "\n  ");
        put(out, row->name);
        put(out, ": ");
        put(out, row->initial);
        put(out, "\n");
    }
}
