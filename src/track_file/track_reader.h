/// Shared by the parts of the track reader: how keys are read, and how mistakes are told. Private
/// to track_file.c and the *_reader.c beside it.
#pragma once

#include "formats/yaml.h"
#include "track/track_def.h"
#include "track/validate.h"
#include "track_file/track_keys.h"

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
    UsedId *ids; ///< To be freed.
    int id_count, id_capacity;
    bool around_origin; ///< A rect or circle without a centre has it at (0, 0).
} TrackReader;

/// A key whose value goes into a member of a struct. Tables of them tell how a map is read.
typedef struct ReaderField {
    TrackRow row;
    size_t offset, size; ///< Of the member.
} ReaderField;

/// The key of `map` that is called as the member of the struct `type`, or otherwise.
#define FIELD(map, type, key) FIELD_AS(map, key, type, key)
#define FIELD_AS(map, key, type, member) \
    { TRACK_ROW_##map##_##key, offsetof(type, member), sizeof((type *)0)->member }

/// A table of fields, and how many it has.
#define READER_FIELDS(fields) (fields), (int)(sizeof(fields) / sizeof *(fields))

/// Reads the key `row` of `map` by what the table of keys says of it. `out` is a float (number;
/// angle: as rad), int (integer, choice: its index), bool, uint32_t (colour), uint8_t (surface,
/// material), vec2s (point) or const char * (text). False where it is absent, or wrong: `out` is
/// then as it was.
bool reader_value(TrackReader *reader, const YamlNode *map, TrackRow row, void *out);

/// As reader_value; says E202 with `example` where the key is missing.
bool reader_required(TrackReader *reader, const YamlNode *map, TrackRow row, const char *example,
                     void *out);

/// Reads all `fields` of `map` into the struct `out`.
void reader_fields(TrackReader *reader, const YamlNode *map, const ReaderField *fields, int count,
                   void *out);

/// Whether `node` is a map; says which of its keys are none of a `map` in `form`. NULL is false
/// without a message.
bool reader_is_map(TrackReader *reader, const YamlNode *node, const char *what, TrackMap map,
                   const char *form);

/// `wall "shed"` for the object that `map` is, or `wall #3` where it has no id; `number` counts
/// from 1.
const char *reader_label(char out[VALIDATE_LABEL_MAX], const char *noun, const YamlNode *map,
                         int number);

/// E203: `name` must be `expected`.
void reader_wrong(TrackReader *reader, const YamlNode *node, const char *name,
                  const char *expected);

/// E213: `map`, called `noun`, needs exactly one of `forms` ("left and right, on") and has `found`.
/// Says nothing where one of their keys is misspelt: E201 has said it.
void reader_wrong_forms(TrackReader *reader, const YamlNode *map, const char *noun,
                        const char *forms, int found);

/// Whether `node` is there and says `word`.
bool reader_is_word(const YamlNode *node, const char *word);

/// Whether `node` is a list of at most `max` members; says what is wrong otherwise. NULL is false
/// without a message.
bool reader_list(TrackReader *reader, const YamlNode *node, const char *name, int max);

/// Reads one item of a list into `out`; `number` counts from 1.
typedef void ReadItem(TrackReader *reader, const YamlNode *map, int number, void *out);

/// The items of the list that is the key `row` of `map`, each of `size` bytes, by `read`. NULL
/// where there is no list.
void *reader_items(TrackReader *reader, const YamlNode *map, TrackRow row, size_t size,
                   ReadItem *read, int *count);

/// The id of `map`, checked to be unique in the file; "" where it has none.
const char *reader_id(TrackReader *reader, const YamlNode *map);

/// The index of the one of `names` (NULL or "": it has none) that `node` says; -1 with E211, naming
/// `noun`. NULL is -1 without.
int reader_index(TrackReader *reader, const YamlNode *node, const char *noun,
                 const char *const *names, int count);

/// The index of the point of `ribbon` that `node` names; -1 with E211. NULL is -1 without.
int reader_point_index(TrackReader *reader, const YamlNode *node, const RibbonDef *ribbon);

/// A number of a list of numbers.
typedef struct ReaderNumber {
    const char *name, *unit;
    double min, max;
} ReaderNumber;

/// A list of just `count` numbers (E203: `name` must be `expected`).
bool reader_numbers(TrackReader *reader, const YamlNode *node, const char *name,
                    const char *expected, const ReaderNumber *numbers, int count, float *out);

/// The numbers of a place `[x, y, degrees]`, or of `[x, y]`.
extern const ReaderNumber reader_place[3];

/// `[x, y, degrees]` (E205, E203).
bool reader_pose(TrackReader *reader, const YamlNode *node, const char *name, vec2s *position,
                 float *angle);

/// Whether a list of points is none of numbers alone, `[0, 0, 5, 0]`; E205, once, where it is.
bool reader_points_apart(TrackReader *reader, const YamlNode *list);

/// A list of `min` or more points (fewer: E301, naming `what`) as an outline.
bool reader_points(TrackReader *reader, const YamlNode *node, const char *what, int min,
                   OutlineKind kind, OutlineDef *out);

/// The one shape among the members of `map`; says E213 where there is none or more than one. Lines
/// (polyline, arc) count where `lines` says so.
bool reader_outline(TrackReader *reader, const YamlNode *map, const char *noun, const char *what,
                    bool lines, OutlineDef *out);

/// Each reads one part of the file into the TrackDef. Ribbons come before all that refer to them.
void read_surfaces(TrackReader *reader, const YamlNode *map);
void read_materials(TrackReader *reader, const YamlNode *map);
void read_finish(TrackReader *reader, const YamlNode *map);
void read_gates(TrackReader *reader, const YamlNode *root);
void read_grid(TrackReader *reader, const YamlNode *map);
void read_crates(TrackReader *reader, const YamlNode *list);

/// Items of the lists at the top of the file.
ReadItem read_ribbon, read_zone, read_wall, read_line, read_prop, read_mover, read_scenery;
