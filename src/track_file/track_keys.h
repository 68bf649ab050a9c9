/// Every key of the track format as data: its map, what it holds, range, unit, default, meaning.
///
/// The rows stand in track_file/track_keys.def, in the order in which a track is written. Key lists
/// of readers, canonical text, manual and schema come from them.
#pragma once

#include "formats/yaml.h"

#include <stdbool.h>

/// The maps of the format: TRACK_MAP_track is the whole file.
typedef enum TrackMap {
#define MAP(map, where) TRACK_MAP_##map,
#include "track_file/track_keys.def"
    TRACK_MAP_COUNT
} TrackMap;

/// The rows of the table by map and key: TRACK_ROW_wall_height.
typedef enum TrackRow {
#define KEY(map, key, ...) TRACK_ROW_##map##_##key,
#include "track_file/track_keys.def"
    TRACK_ROW_COUNT
} TrackRow;

typedef enum TrackKeyType {
    TRACK_KEY_TEXT,
    TRACK_KEY_INTEGER,
    TRACK_KEY_NUMBER,
    TRACK_KEY_BOOL,
    TRACK_KEY_CHOICE,
    TRACK_KEY_COLOR,
    TRACK_KEY_COLOR_OR_NONE,
    TRACK_KEY_ANGLE,   ///< Degrees, counter-clockwise from +x.
    TRACK_KEY_ID,      ///< Gives a name.
    TRACK_KEY_SURFACE, ///< Names a surface; the three below name others.
    TRACK_KEY_MATERIAL,
    TRACK_KEY_RIBBON,
    TRACK_KEY_POINT_NAME,
    TRACK_KEY_POINT,        ///< [x, y]
    TRACK_KEY_POSE,         ///< [x, y, degrees]
    TRACK_KEY_SIZE,         ///< [width, height]
    TRACK_KEY_BOX,          ///< [left, bottom, right, top]
    TRACK_KEY_POINTS,       ///< List of [x, y].
    TRACK_KEY_SPEED_POINTS, ///< List of [x, y] or [x, y, km/h].
    TRACK_KEY_ROAD_POINTS,  ///< List of [x, y] or of maps.
    TRACK_KEY_RINGS,        ///< List of lists of [x, y].
    TRACK_KEY_SLOTS,        ///< A count, or a list of [x, y, degrees].
    TRACK_KEY_MAP,
    TRACK_KEY_MAP_OR_NONE, ///< A map, or `none`.
    TRACK_KEY_LIST,        ///< List of maps.
    TRACK_KEY_GATES,       ///< List of maps, or `auto`.
    TRACK_KEY_NAMED,       ///< Map from names to maps.
} TrackKeyType;

typedef struct TrackKey {
    TrackMap map; ///< In which it stands.
    const char *key;
    const char *forms; ///< Of the map, those that know it, parted by spaces; "" = all.
    TrackKeyType type;
    TrackMap of;          ///< The map that it holds; TRACK_MAP_track where it holds none.
    const char *values;   ///< Choices, parted by spaces; "" = none.
    const char *fallback; ///< The value of an absent key, for people; NULL: it is required.
    double min, max;      ///< Of a number, a text's length, a list's count; both 0: not given.
    const char *unit;     ///< "" for none.
    const char *about;
} TrackKey;

/// A form of a map and the key that tells it; just one such key stands in a map that has any.
typedef struct TrackKeyForm {
    TrackMap map;
    const char *form, *key;
} TrackKeyForm;

extern const TrackKey track_keys[TRACK_ROW_COUNT];
extern const TrackKeyForm track_key_forms[];
extern const int track_key_form_count;

/// "ribbon" for TRACK_MAP_ribbon.
extern const char *const track_map_names[TRACK_MAP_COUNT];

/// Where that map stands in a file, for people.
extern const char *const track_map_places[TRACK_MAP_COUNT];

/// The row of `key` in `map`, or NULL. O(rows).
const TrackKey *track_key_find(TrackMap map, const char *key);

/// Whether a map in `form` may hold the key; every one may where `form` is NULL.
bool track_key_fits(const TrackKey *key, const char *form);

/// Says E201 for every key of `node`, a `map` in `form` (NULL: whichever), that is not in the table
/// (and does not start with "x-"), and E206 for those that are reserved. False also where `node` is
/// not a map (E203). `what` names it in messages.
bool track_keys_check(const YamlNode *node, const char *what, TrackMap map, const char *form,
                      MessageList *messages);

/// Digits behind the point that a number of this key keeps when it is written: as many as change no
/// place by more than 5 mm, and no other number by more than anybody measures.
int track_key_decimals(const TrackKey *key);
