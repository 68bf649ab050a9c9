/// What the parts of the track reader share: where to put what is read, and how to say what is
/// wrong. Private to track_file.c and the *_reader.c beside it.
#pragma once

#include "base/yaml.h"
#include "track/track_def.h"
#include "track_file/track_keys.h"

enum {
    LABEL_MAX = 96
};

/// An id and where it was first used.
typedef struct UsedId {
    const char *id;
    Place place;
} UsedId;

typedef struct TrackReader {
    Arena *arena; ///< Of the tree and the TrackDef.
    MessageList *messages;
    TrackDef *def;
    const char *surface_names[SURFACES_MAX];
    const char *material_names[MATERIALS_MAX];
    UsedId *ids;
    int id_count, id_capacity;
    bool around_origin; ///< A rect or circle without a centre has it at (0, 0).
} TrackReader;

#define READER_KEYS(keys) (keys), (int)(sizeof(keys) / sizeof *(keys))

/// `wall "shed"`, or `wall #3` where `id` is NULL or empty; `number` counts from 1.
const char *reader_label(char out[LABEL_MAX], const char *noun, const char *id, int number);

/// E203: `name` must be `expected`.
void reader_wrong(TrackReader *reader, const YamlNode *node, const char *name,
                  const char *expected);

/// Whether `node` is a list of at most `max` members; says what is wrong otherwise. NULL is false
/// without a message.
bool reader_list(TrackReader *reader, const YamlNode *node, const char *name, int max);

/// The id of `map`, checked to be unique in the file; "" where it has none.
const char *reader_id(TrackReader *reader, const YamlNode *map);

bool reader_surface(TrackReader *reader, const YamlNode *node, uint8_t *out);
bool reader_material(TrackReader *reader, const YamlNode *node, uint8_t *out);

/// The index of the point of `ribbon` that `node` names; -1 with E211. NULL is -1 without.
int reader_point_index(TrackReader *reader, const YamlNode *node, const RibbonDef *ribbon);

/// An angle in degrees, as rad.
bool reader_angle(TrackReader *reader, const YamlNode *node, const char *name, float *out);

/// `[x, y, degrees]` (E205, E203).
bool reader_pose(TrackReader *reader, const YamlNode *node, const char *name, vec2s *position,
                 float *angle);

/// A list of `min` or more points (fewer: E301, naming `what`) as an outline.
bool reader_points(TrackReader *reader, const YamlNode *node, const char *what, int min,
                   OutlineKind kind, OutlineDef *out);

/// The one shape among the members of `map`; says E213 where there is none or more than one. Lines
/// (polyline, arc) count where `lines` says so.
bool reader_outline(TrackReader *reader, const YamlNode *map, const char *noun, const char *what,
                    bool lines, OutlineDef *out);

// Each reads one part of the file into the TrackDef. Ribbons come before all that refer to them.
void read_surfaces(TrackReader *reader, const YamlNode *map);
void read_materials(TrackReader *reader, const YamlNode *map);
void read_ribbons(TrackReader *reader, const YamlNode *list);
void read_walls(TrackReader *reader, const YamlNode *list);
void read_zones(TrackReader *reader, const YamlNode *list);
void read_scenery(TrackReader *reader, const YamlNode *list);
void read_props(TrackReader *reader, const YamlNode *list);
void read_movers(TrackReader *reader, const YamlNode *list);
void read_finish(TrackReader *reader, const YamlNode *map);
void read_gates(TrackReader *reader, const YamlNode *list);
void read_grid(TrackReader *reader, const YamlNode *map);
void read_lines(TrackReader *reader, const YamlNode *list);
