/// Random tracks as trees, from the table of keys: every key of the format comes up, in every form,
/// with values of its kind and range. They are good tracks but for where things stand.
#pragma once

#include "base/random.h"
#include "formats/yaml_build.h"
#include "track_file/track_keys.h"

#include <stdio.h>
#include <string.h>

typedef struct RandomTrack {
    Arena *arena;
    Random *random;
    float chance; ///< Of each key that is not required.
    int decimals; ///< Digits behind the point of numbers.
    int id_count;
    int depth; ///< Of gates within gates.
} RandomTrack;

static inline int random_below(Random *random, int count) {
    return (int)(random_u32(random) % (uint32_t)count);
}

static inline YamlNode *random_number(RandomTrack *track, double min, double max, int decimals) {
    double part = (double)random_u32(track->random) / 4294967295.0;
    YamlNode *node =
        yaml_build_number(track->arena, (Place){0}, min + (max - min) * part, decimals);
    return node;
}

static inline YamlNode *random_numbers(RandomTrack *track, int count, double reach) {
    YamlNode *list = yaml_build_list(track->arena, (Place){0});
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, random_number(track, -reach, reach, track->decimals));
    }
    return list;
}

/// A text of up to `max` characters that a writer may stumble over.
static inline YamlNode *random_text(RandomTrack *track, int min, int max) {
    static const char *const pieces[] = {
        "Oval", " ",  ": ", " #", "\"", "'",    "\\",       "\n",
        "- ",   "{",  "]",  ",",  "12", "true", "\xC3\xA4", "\xE2\x82\xAC",
        "|",    "&a", "*b", "%",  "@",  "~",    "null",     "0x1F",
        "-",    ".",  "?",  "!t", "\t", ">",    "x",        "...",
        "---"};
    char text[512] = "";
    int count = 0;
    for (int tries = random_below(track->random, 8); tries >= 0 || count < min; tries--) {
        const char *piece =
            pieces[(size_t)random_below(track->random, (int)(sizeof pieces / sizeof *pieces))];
        if (count + (int)strlen(piece) <= max) {
            strcat(text, piece);
            count += (int)strlen(piece);
        }
    }
    return yaml_build_text(track->arena, (Place){0}, text);
}

static inline YamlNode *random_word(RandomTrack *track, const char *words) {
    char text[64];
    int count = 1;
    for (const char *at = words; *at; at++) {
        count += *at == ' ';
    }
    for (int skip = random_below(track->random, count); skip > 0; skip--) {
        words = strchr(words, ' ') + 1;
    }
    snprintf(text, sizeof text, "%.*s", (int)strcspn(words, " "), words);
    return yaml_build_text(track->arena, (Place){0}, text);
}

static inline YamlNode *random_map(RandomTrack *track, TrackMap map);

static inline YamlNode *random_points(RandomTrack *track, const TrackKey *key) {
    YamlNode *list = yaml_build_list(track->arena, (Place){0});
    int count = (key->min < 3.0 ? 3 : (int)key->min) + random_below(track->random, 6);
    for (int i = 0; i < count; i++) {
        bool as_map = key->type == TRACK_KEY_ROAD_POINTS && random_below(track->random, 3) == 0;
        bool speed = key->type == TRACK_KEY_SPEED_POINTS && random_below(track->random, 2) == 0;
        YamlNode *point = as_map ? random_map(track, key->of) : random_numbers(track, 2, 9999.0);
        if (speed) {
            yaml_build_add(point, random_number(track, 1.0, 500.0, track->decimals));
        }
        yaml_build_add(list, point);
    }
    return list;
}

static inline YamlNode *random_list(RandomTrack *track, const TrackKey *key) {
    YamlNode *list = yaml_build_list(track->arena, (Place){0});
    int count = (int)key->min + random_below(track->random, 3);
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, key->type == TRACK_KEY_RINGS
                                 ? random_points(track, track_key_find(TRACK_MAP_zone, "polygon"))
                             : key->type == TRACK_KEY_SLOTS ? random_numbers(track, 3, 3000.0)
                                                            : random_map(track, key->of));
    }
    return list;
}

static inline YamlNode *random_value(RandomTrack *track, const TrackKey *key) {
    Arena *arena = track->arena;
    char text[32];
    bool other = random_below(track->random, 3) == 0;
    switch (key->type) {
    case TRACK_KEY_TEXT:
        return strcmp(key->key, "format") == 0 ? yaml_build_text(arena, (Place){0}, key->values)
                                               : random_text(track, (int)key->min, (int)key->max);
    case TRACK_KEY_INTEGER:
        return random_number(track, key->min, key->max, 0);
    case TRACK_KEY_NUMBER:
        return random_number(track, key->min, key->max, track->decimals);
    case TRACK_KEY_ANGLE:
        return random_number(track, -360.0, 360.0, track->decimals);
    case TRACK_KEY_BOOL:
        return yaml_build_bool(arena, (Place){0}, other);
    case TRACK_KEY_CHOICE:
        return random_word(track, key->values);
    case TRACK_KEY_COLOR:
    case TRACK_KEY_COLOR_OR_NONE:
        snprintf(text, sizeof text, "%s%06X", other ? "" : "#",
                 (unsigned)(random_u32(track->random) >> 8));
        return other && key->type == TRACK_KEY_COLOR_OR_NONE
                   ? yaml_build_text(arena, (Place){0}, "none")
                   : yaml_build_quoted(arena, (Place){0}, text);
    case TRACK_KEY_ID:
        snprintf(text, sizeof text, "id-%d", ++track->id_count);
        return yaml_build_text(arena, (Place){0}, text);
    case TRACK_KEY_SURFACE:
        return random_word(track, "asphalt concrete dirt gravel grass sand snow ice water");
    case TRACK_KEY_MATERIAL:
        return random_word(track, "concrete steel tyres wood hedge rock plastic");
    case TRACK_KEY_RIBBON:
    case TRACK_KEY_POINT_NAME:
        return random_word(track, "main id-1 id-2");
    case TRACK_KEY_POINT:
        return random_numbers(track, 2, 9999.0);
    case TRACK_KEY_POSE:
        return random_numbers(track, 3, 3000.0);
    case TRACK_KEY_BOX:
        return random_numbers(track, 4, 9999.0);
    case TRACK_KEY_SIZE: {
        YamlNode *size = yaml_build_list(arena, (Place){0});
        yaml_build_add(size, random_number(track, 0.01, 50.0, track->decimals));
        yaml_build_add(size, random_number(track, 0.01, 50.0, track->decimals));
        return size;
    }
    case TRACK_KEY_POINTS:
    case TRACK_KEY_SPEED_POINTS:
    case TRACK_KEY_ROAD_POINTS:
        return random_points(track, key);
    case TRACK_KEY_SLOTS:
        return other ? random_number(track, 1.0, 32.0, 0) : random_list(track, key);
    case TRACK_KEY_MAP:
        return random_map(track, key->of);
    case TRACK_KEY_MAP_OR_NONE:
        return other ? yaml_build_text(arena, (Place){0}, "none") : random_map(track, key->of);
    case TRACK_KEY_GATES:
        return other ? yaml_build_text(arena, (Place){0}, "auto") : random_list(track, key);
    case TRACK_KEY_RINGS:
    case TRACK_KEY_LIST:
        return random_list(track, key);
    case TRACK_KEY_NAMED: {
        YamlNode *map = yaml_build_map(arena, (Place){0});
        for (int i = random_below(track->random, 3); i >= 0; i--) {
            snprintf(text, sizeof text, "own-%d", i);
            yaml_build_set(arena, map, text, random_map(track, key->of));
        }
        return map;
    }
    }
    return NULL;
}

/// Whether `key` tells the form of its map.
static inline bool random_tells_form(const TrackKey *key) {
    for (int i = 0; i < track_key_form_count; i++) {
        if (track_key_forms[i].map == key->map && strcmp(track_key_forms[i].key, key->key) == 0) {
            return true;
        }
    }
    return false;
}

/// A map in one of its forms, keys in any order.
static inline YamlNode *random_map(RandomTrack *track, TrackMap map) {
    YamlNode *node = yaml_build_map(track->arena, (Place){0});
    const TrackKeyForm *forms[16];
    int form_count = 0;
    for (int i = 0; i < track_key_form_count; i++) {
        if (track_key_forms[i].map == map) {
            forms[form_count++] = &track_key_forms[i];
        }
    }
    const TrackKeyForm *form =
        form_count > 0 ? forms[random_below(track->random, form_count)] : NULL;
    bool no_any = map == TRACK_MAP_gate && track->depth > 0;
    if (no_any && form && strcmp(form->form, "any") == 0) {
        form = forms[0];
    }
    track->depth += map == TRACK_MAP_gate;
    int first = random_below(track->random, TRACK_ROW_COUNT);
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[(first + i) % TRACK_ROW_COUNT];
        if (key->map != map || !track_key_fits(key, form ? form->form : NULL)) {
            continue;
        }
        bool is_form = form && strcmp(form->key, key->key) == 0;
        bool wanted =
            is_form || !key->fallback || random_range(track->random, 0.0f, 1.0f) < track->chance;
        if (wanted && (is_form || !random_tells_form(key))) {
            yaml_build_set(track->arena, node, key->key, random_value(track, key));
        }
    }
    track->depth -= map == TRACK_MAP_gate;
    return node;
}

/// A whole track. `decimals` digits stand behind the point of its numbers.
static inline YamlNode *random_track(Random *random, float chance, int decimals, Arena *arena) {
    RandomTrack track = {.arena = arena, .random = random, .chance = chance, .decimals = decimals};
    YamlNode *root = random_map(&track, TRACK_MAP_track);
    if (random_below(random, 4) == 0) {
        yaml_build_set(arena, root, "x-own", random_text(&track, 0, 80));
    }
    return root;
}
