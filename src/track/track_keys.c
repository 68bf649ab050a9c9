#include "track/track_keys.h"

#include "base/assert.h"

#include <string.h>

const char *const track_map_names[TRACK_MAP_COUNT] = {
#define MAP(map, where) [TRACK_MAP_##map] = #map,
#include "track/track_keys.def"
};

const char *const track_map_places[TRACK_MAP_COUNT] = {
#define MAP(map, where) [TRACK_MAP_##map] = where,
#include "track/track_keys.def"
};

const TrackKeyForm track_key_forms[] = {
#define FORM(map, form, key) {TRACK_MAP_##map, #form, #key},
#include "track/track_keys.def"
};

const TrackKey track_keys[] = {
#define KEY(map, key, forms, type, of, values, fallback, min, max, unit, about) \
    {TRACK_MAP_##map, #key,   forms,    TRACK_KEY_##type,                       \
     TRACK_MAP_##of,  values, fallback, (double)(min),                          \
     (double)(max),   unit,   about},
#include "track/track_keys.def"
};

enum {
    KEY_COUNT = sizeof track_keys / sizeof *track_keys,
    FORM_COUNT = sizeof track_key_forms / sizeof *track_key_forms,
    KEYS_OF_MAP_MAX = 32,
};

const int track_key_count = KEY_COUNT;
const int track_key_form_count = FORM_COUNT;

const TrackKey *track_key_find(TrackMap map, const char *key) {
    ASSERT(map < TRACK_MAP_COUNT && key != NULL);
    for (int i = 0; i < KEY_COUNT; i++) {
        if (track_keys[i].map == map && strcmp(track_keys[i].key, key) == 0) {
            return &track_keys[i];
        }
    }
    return NULL;
}

bool track_key_fits(const TrackKey *key, const char *form) {
    ASSERT(key != NULL);
    if (!form || !key->forms[0]) {
        return true;
    }
    size_t size = strlen(form);
    for (const char *at = key->forms; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        if (length == size && strncmp(at, form, size) == 0) {
            return true;
        }
        at += length;
    }
    return false;
}

bool track_keys_check(const YamlNode *node, const char *what, TrackMap map, const char *form,
                      MessageList *messages) {
    ASSERT(map < TRACK_MAP_COUNT);
    static const char *const reserved[] = {"pit", "level", "spawns", "include", "weather"};
    const char *keys[KEYS_OF_MAP_MAX];
    int count = 0;
    for (int i = 0; i < KEY_COUNT; i++) {
        if (track_keys[i].map == map && track_key_fits(&track_keys[i], form)) {
            ASSERT(count < KEYS_OF_MAP_MAX);
            keys[count++] = track_keys[i].key;
        }
    }
    if (map == TRACK_MAP_wall) {
        keys[count++] = "holes"; // E214 says more than E201 would
    }
    int reserved_count = map == TRACK_MAP_track ? (int)(sizeof reserved / sizeof *reserved) : 0;
    return yaml_check_keys(node, what, keys, count, reserved, reserved_count, messages);
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
