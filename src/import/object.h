/// Puts drawn objects, those of drawings and of maps, into the tree of a track.
///
/// Private to src/import/. A reader makes an Object of each thing that it finds, sets its keys and
/// appends it to a list of the track.
#pragma once

#include "formats/yaml.h"
#include "geometry/point.h"

/// What an object, or all of a layer, is.
typedef enum ObjectKind {
    OBJECT_NONE,
    OBJECT_ROAD,
    OBJECT_WALL,
    OBJECT_ZONE,
    OBJECT_GATE,
    OBJECT_FINISH,
    OBJECT_GRID,
    OBJECT_PROP,
    OBJECT_MOVER,
    OBJECT_SCENERY,
    OBJECT_TREE,
    OBJECT_LINE,
    OBJECT_KIND_COUNT
} ObjectKind;

/// A gate or a place on the grid, before they are put in order.
typedef struct ObjectNumbered {
    int number;
    int order; ///< In which they were drawn.
    YamlNode *node;
} ObjectNumbered;

typedef struct ObjectList {
    ObjectNumbered *items;
    int count;
} ObjectList;

/// The parts of a track as they grow.
typedef struct ObjectTrack {
    Arena *arena;
    MessageList *messages;
    YamlNode *lists[OBJECT_KIND_COUNT]; ///< NULL: nothing yet.
    ObjectList gates, slots;
    YamlNode *finish;     ///< NULL: none.
    const char **ids;     ///< In use.
    int id_count, id_max; ///< Ids beyond the limit are left out.
    float width;          ///< m, of roads that have none of their own; 0: none is said.
    int points;           ///< Of drawn curves, still to be made.
    int road_work;        ///< Still to be spent on corners of drawn roads.
} ObjectTrack;

typedef struct Object {
    ObjectTrack *track;
    ObjectKind kind;
    YamlNode *map;    ///< Its keys so far, at its place: the node that is appended in the end.
    const char *word; ///< The bare word of its label or its class, such as "tyres"; NULL: none.
} Object;

/// These make values at the place of the object. Coordinates are rounded to millimetres.
YamlNode *object_number(const Object *object, double value);
YamlNode *object_point(const Object *object, Point point);
YamlNode *object_points(const Object *object, const Point *points, int count);
YamlNode *object_bool(const Object *object, bool value);

void object_set(const Object *object, const char *key, YamlNode *value);

/// Sets `key`, unless the person who drew the object did.
void object_set_default(const Object *object, const char *key, YamlNode *value);

/// Sets `key` to the bare word, if there is one, unless the person who drew the object set it.
void object_set_word(const Object *object, const char *key);

/// Sets the key "id", unless `id` cannot be one, is in use, or the person set another.
void object_set_id(const Object *object, const char *id);

void object_set_circle(const Object *object, Point center, double radius);

/// Appends the object to the list of this kind.
void object_append(const Object *object, ObjectKind kind);

/// Appends `node`, made of the object, to the gates or the slots.
void object_append_numbered(const Object *object, ObjectList *list, int number, YamlNode *node);

/// Sets all lists in `root`. Gates and slots are sorted by number; those of one number stay in the
/// order of drawing.
void object_track_finish(ObjectTrack *track, YamlNode *root);
