#include "track_file/track_keys.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

const char *const track_map_names[TRACK_MAP_COUNT] = {
#define MAP(map, where) [TRACK_MAP_##map] = #map,
#include "track_file/track_keys.def"
};

const char *const track_map_places[TRACK_MAP_COUNT] = {
#define MAP(map, where) [TRACK_MAP_##map] = where,
#include "track_file/track_keys.def"
};

const TrackKeyForm track_key_forms[] = {
#define FORM(map, form, key) {TRACK_MAP_##map, #form, #key},
#include "track_file/track_keys.def"
};

const TrackKey track_keys[TRACK_ROW_COUNT] = {
#define KEY(map, key, forms, type, of, values, fallback, min, max, unit, about) \
    {TRACK_MAP_##map, #key,   forms,    TRACK_KEY_##type,                       \
     TRACK_MAP_##of,  values, fallback, (double)(min),                          \
     (double)(max),   unit,   about},
#include "track_file/track_keys.def"
};

enum {
    FORM_COUNT = sizeof track_key_forms / sizeof *track_key_forms,
    KEYS_OF_MAP_MAX = 32,
};

const int track_key_form_count = FORM_COUNT;

const TrackKey *track_key_find(TrackMap map, const char *key) {
    ASSERT(map < TRACK_MAP_COUNT && key != NULL);
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        if (track_keys[i].map == map && strcmp(track_keys[i].key, key) == 0) {
            return &track_keys[i];
        }
    }
    return NULL;
}

/// Whether `word` is one of `words`, which are parted by spaces.
static bool has_word(const char *words, const char *word) {
    size_t size = strlen(word);
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == size && strncmp(at, word, size) == 0) {
            return true;
        }
        at += length;
    }
    return false;
}

bool track_key_fits(const TrackKey *key, const char *form) {
    ASSERT(key != NULL);
    return !form || !key->forms[0] || has_word(key->forms, form);
}

static bool is_number(const YamlNode *node) {
    return node->kind == YAML_TEXT && strlen(node->text) < 20 && number_is_number(node->text);
}

/// The right form of a map, where people write it shorter; "" where none is known.
static void help_for_map(const YamlNode *node, TrackMap map, char out[MESSAGE_TEXT_MAX]) {
    const YamlNode *item[3] = {NULL, NULL, NULL};
    if (node->kind == YAML_LIST && node->count == 3) {
        item[0] = node->first;
        item[1] = item[0]->next;
        item[2] = item[1]->next;
    }
    bool numbers = item[0] && is_number(item[0]) && is_number(item[1]) && is_number(item[2]);
    const TrackKey *time = track_key_find(TRACK_MAP_light, "time");
    out[0] = '\0';
    if (map == TRACK_MAP_light && node->kind == YAML_TEXT) {
        bool known = has_word(time->values, node->text);
        snprintf(out, MESSAGE_TEXT_MAX, "write `light: {time: %s}`", known ? node->text : "dusk");
    } else if (map == TRACK_MAP_circle && numbers) {
        snprintf(out, MESSAGE_TEXT_MAX, "write `circle: {center: [%s, %s], radius: %s}`",
                 item[0]->text, item[1]->text, item[2]->text);
    } else if (map == TRACK_MAP_circle) {
        snprintf(out, MESSAGE_TEXT_MAX, "such as `circle: {center: [0, 0], radius: 5}`");
    } else if (map == TRACK_MAP_rect) {
        snprintf(out, MESSAGE_TEXT_MAX, "such as `rect: {center: [0, 0], size: [4, 2]}`");
    } else if (map == TRACK_MAP_grid && node->kind == YAML_LIST) {
        snprintf(out, MESSAGE_TEXT_MAX, "write `grid: {slots: [[x, y, degrees], ...]}`");
    } else if (map == TRACK_MAP_gate && node->kind == YAML_LIST) {
        snprintf(out, MESSAGE_TEXT_MAX, "such as `{left: [x, y], right: [x, y]}`");
    } else if (map == TRACK_MAP_arc) {
        snprintf(out, MESSAGE_TEXT_MAX,
                 "such as `arc: {center: [0, 0], radius: 5, from: 0, to: 90}`");
    }
}

/// Writes where `key`, which is unknown here, belongs, if that is known.
static void help_for_place(const char *key, TrackMap map, char out[MESSAGE_TEXT_MAX]) {
    const TrackKey *only = NULL;
    int count = 0;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        if (strcmp(track_keys[i].key, key) == 0) {
            only = &track_keys[i];
            count++;
        }
    }
    if (map == TRACK_MAP_point && track_key_find(map, key)) {
        snprintf(out, MESSAGE_TEXT_MAX, "it belongs to ribbons of `curve: round`");
    } else if (map == TRACK_MAP_track && track_key_find(TRACK_MAP_ribbon, key)) {
        snprintf(out, MESSAGE_TEXT_MAX, "it belongs to %s", track_map_places[TRACK_MAP_ribbon]);
    } else if (count == 1 && only->map != map) {
        snprintf(out, MESSAGE_TEXT_MAX, "it belongs to %s", track_map_places[only->map]);
    }
}

bool track_keys_check(const YamlNode *node, const char *what, TrackMap map, const char *form,
                      MessageList *messages) {
    ASSERT(map < TRACK_MAP_COUNT);
    static const char *const reserved[] = {"pit", "level", "spawns", "include", "weather"};
    const char *keys[KEYS_OF_MAP_MAX];
    int count = 0;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        if (track_keys[i].map == map && track_key_fits(&track_keys[i], form)) {
            ASSERT(count < KEYS_OF_MAP_MAX);
            keys[count++] = track_keys[i].key;
        }
    }
    if (map == TRACK_MAP_wall) {
        keys[count++] = "holes"; // E214 says more than E201 would
    }
    int reserved_count = map == TRACK_MAP_track ? (int)(sizeof reserved / sizeof *reserved) : 0;
    int before = messages->count;
    bool good = yaml_check_keys(node, what, keys, count, reserved, reserved_count, messages);
    if (node && node->kind != YAML_MAP && messages->count == before + 1 &&
        messages->items[before].code == MESSAGE_E203) {
        help_for_map(node, map, messages->items[before].help);
    }
    const YamlNode *member = node && node->kind == YAML_MAP ? node->first : NULL;
    for (int i = before; member && i < messages->count; member = member->next) {
        if (text_find(member->key, keys, count) < 0 && strncmp(member->key, "x-", 2) != 0) {
            Message *message = &messages->items[i++]; // there is one of each unknown key
            bool list = strncmp(message->help, "one of ", 7) == 0 || !message->help[0];
            if (message->code == MESSAGE_E201 && list) {
                help_for_place(member->key, map, message->help);
            }
        }
    }
    return good;
}

int track_key_decimals(const TrackKey *key) {
    ASSERT(key != NULL);
    switch (key->type) {
    case TRACK_KEY_INTEGER:
        return 0;
    case TRACK_KEY_ANGLE:
        // the far corner of the largest rectangle, 14 km off, moves by 1.3 mm in 5e-6 degrees
        return key->map == TRACK_MAP_rect || key->map == TRACK_MAP_arc ? 5 : 2;
    case TRACK_KEY_NUMBER:
        if (strcmp(key->unit, "s") == 0) {
            return 3;
        }
        // grip, friction and their like: the rolling resistance of a kerb is 0.005
        return strcmp(key->unit, "") == 0 || strcmp(key->unit, "1/s") == 0 ? 4 : 2;
    default:
        return 2;
    }
}
