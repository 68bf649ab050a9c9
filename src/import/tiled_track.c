#include "import/tiled_track.h"

#include "base/yaml_build.h"
#include "geometry/trig.h"
#include "import/json_text.h"
#include "import/tiled_value.h"

#include <math.h>
#include <string.h>

enum {
    ID_SIZE = 32,
    DECIMALS = 3,
    MOVERS_MAX = 64, ///< More than a track may have.
    SORT_MAX = 4096, ///< More gates or places than this are refused by the reader of tracks.
};

static void refuse(TiledTrack *track, const YamlNode *node, const char *what, const char *help) {
    char label[80];
    message_add(track->messages, MESSAGE_E631, node->place, tiled_object_label(node, label), what,
                help);
}

// ---- parts of the tree ----------------------------------------------------------------------

static YamlNode *number_node(TiledTrack *track, const TiledObject *object, double value) {
    return yaml_build_number(track->arena, object->node->place, value, DECIMALS);
}

static YamlNode *point_node(TiledTrack *track, const TiledObject *object, Point point) {
    return yaml_build_point(track->arena, object->node->place, point.x, point.y, DECIMALS);
}

static void set(TiledTrack *track, YamlNode *map, const char *key, YamlNode *value) {
    yaml_build_set(track->arena, map, key, value);
}

/// Sets `key` where no property did.
static void set_default(TiledTrack *track, YamlNode *map, const char *key, YamlNode *value) {
    if (!yaml_find(map, key)) {
        set(track, map, key, value);
    }
}

static YamlNode *points_node(TiledTrack *track, const TiledObject *object, int count) {
    YamlNode *list = yaml_build_list(track->arena, object->node->place);
    for (int i = 0; i < count; i++) {
        yaml_build_add(list, point_node(track, object, object->points[i]));
    }
    return list;
}

static YamlNode *pose_node(TiledTrack *track, const TiledObject *object, Point at, double angle) {
    YamlNode *list = yaml_build_point(track->arena, object->node->place, at.x, at.y, DECIMALS);
    yaml_build_add(list, number_node(track, object, angle));
    return list;
}

static void append(TiledTrack *track, TiledKind kind, YamlNode *node) {
    if (!track->lists[kind]) {
        track->lists[kind] = yaml_build_list(track->arena, node->place);
    }
    yaml_build_add(track->lists[kind], node);
}

static void append_numbered(TiledTrack *track, TiledNumberedList *list, int number,
                            YamlNode *node) {
    if (list->count == list->capacity) {
        int capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        TiledNumbered *items = arena_array(track->arena, (size_t)capacity, sizeof *items);
        if (list->count > 0) {
            memcpy(items, list->items, (size_t)list->count * sizeof *items);
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count] = (TiledNumbered){number, list->count, node};
    list->count++;
}

/// Makes the object's name its id where it can be one and no other has it.
static void set_id(TiledTrack *track, const TiledObject *object, YamlNode *map) {
    const char *name = json_text_string(yaml_find(object->node, "name"));
    size_t size = strlen(name);
    bool good = size > 0 && size <= ID_SIZE && name[0] >= 'a' && name[0] <= 'z' &&
                strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == size &&
                track->id_count < TILED_IDS_MAX;
    for (int i = 0; i < track->id_count && good; i++) {
        good = strcmp(track->ids[i], name) != 0;
    }
    if (good && !yaml_find(map, "id")) {
        track->ids[track->id_count++] = name;
        set(track, map, "id", yaml_build_text(track->arena, object->node->place, name));
    }
}

/// Sets the outline as our keys have it; `origin` is what its coordinates are relative to.
static void set_outline(TiledTrack *track, const TiledObject *object, Point origin, YamlNode *map) {
    Arena *arena = track->arena;
    Place at = object->node->place;
    Point center = {object->center.x - origin.x, object->center.y - origin.y};
    bool is_circle = object->shape == TILED_ELLIPSE &&
                     fabs(object->width - object->height) < 0.5e-3 + 1e-6 * object->width;
    if (object->shape == TILED_RECT || is_circle) {
        YamlNode *shape = yaml_build_map(arena, at);
        shape->flow = true;
        set(track, shape, "center", point_node(track, object, center));
        if (is_circle) {
            set(track, shape, "radius", number_node(track, object, 0.5 * object->width));
        } else {
            set(track, shape, "size",
                yaml_build_point(arena, at, object->width, object->height, DECIMALS));
            if (object->angle > 0.0) {
                set(track, shape, "angle", number_node(track, object, object->angle));
            }
        }
        set(track, map, is_circle ? "circle" : "rect", shape);
        return;
    }
    YamlNode *list = yaml_build_list(arena, at);
    for (int i = 0; i < object->count; i++) {
        yaml_build_add(list, yaml_build_point(arena, at, object->points[i].x - origin.x,
                                              object->points[i].y - origin.y, DECIMALS));
    }
    set(track, map, object->shape == TILED_POLYLINE ? "polyline" : "polygon", list);
}

/// Whether the ends of a line are one point, and so many points are left without the last.
static bool ends_meet(const TiledObject *object, int *count) {
    const Point *last = &object->points[object->count - 1];
    bool meet = object->count > 3 && fabs(last->x - object->points[0].x) < 0.02 &&
                fabs(last->y - object->points[0].y) < 0.02;
    *count = object->count - (meet ? 1 : 0);
    return meet;
}

// ---- objects by kind ------------------------------------------------------------------------

static void add_road(TiledTrack *track, const TiledObject *object, TiledKind kind, YamlNode *map) {
    if (object->count < 2) {
        refuse(track, object->node, "a road is a polyline or a polygon", "");
        return;
    }
    int count = object->count;
    bool closed = object->shape != TILED_POLYLINE || ends_meet(object, &count);
    Place at = object->node->place;
    set_default(track, map, "closed", yaml_build_bool(track->arena, at, closed));
    if (kind == TILED_KIND_ROAD && !yaml_find(map, "width") && track->width > 0.0f) {
        set(track, map, "width", number_node(track, object, (double)track->width));
    }
    set(track, map, "points", points_node(track, object, count));
    append(track, kind, map);
}

static void add_shape(TiledTrack *track, const TiledObject *object, TiledKind kind, YamlNode *map) {
    bool line = object->shape == TILED_POLYLINE;
    int count = object->count;
    if (object->shape == TILED_POINT || object->shape == TILED_TEXT) {
        refuse(track, object->node, "it has no outline", "draw a polygon, rectangle or ellipse");
        return;
    }
    if (line && (kind == TILED_KIND_ZONE || kind == TILED_KIND_MOVER)) {
        refuse(track, object->node, "it is a line, without an inside", "draw a polygon");
        return;
    }
    if (line && kind == TILED_KIND_WALL && ends_meet(object, &count)) {
        set_default(track, map, "closed", yaml_build_bool(track->arena, object->node->place, true));
    }
    TiledObject shown = *object;
    shown.count = count;
    set_outline(track, &shown, (Point){0.0, 0.0}, map);
    append(track, kind, map);
}

/// The number in the object's name; 0 where there is none.
static int number_of(const TiledObject *object) {
    const char *name = json_text_string(yaml_find(object->node, "name"));
    const char *digits = name + strcspn(name, "0123456789");
    int number = 0;
    for (int i = 0; i < 6 && digits[i] >= '0' && digits[i] <= '9'; i++) {
        number = 10 * number + (digits[i] - '0');
    }
    return number;
}

static bool is_two_points(TiledTrack *track, const TiledObject *object, const char *what) {
    bool good = object->shape == TILED_POLYLINE && object->count == 2;
    if (!good) {
        refuse(track, object->node, what, "draw it with two clicks");
    }
    return good;
}

static void add_gate(TiledTrack *track, const TiledObject *object, TiledKind kind, YamlNode *map) {
    const char *name = json_text_string(yaml_find(object->node, "name"));
    if (!is_two_points(track, object, "a gate is a line of two points, the driver's left first")) {
        return;
    }
    set(track, map, "left", point_node(track, object, object->points[0]));
    set(track, map, "right", point_node(track, object, object->points[1]));
    if (kind == TILED_KIND_FINISH || strcmp(name, "finish") == 0) {
        if (track->finish) {
            refuse(track, object->node, "there is a finish already", "");
        }
        track->finish = map;
    } else {
        append_numbered(track, &track->gates, number_of(object), map);
    }
}

static void add_slot(TiledTrack *track, const TiledObject *object) {
    YamlNode *pose;
    if (object->shape == TILED_POINT || object->shape == TILED_RECT) {
        pose = pose_node(track, object, object->center, object->angle);
    } else if (is_two_points(track, object, "a place on the grid is a line from tail to nose")) {
        Point tail = object->points[0];
        Point nose = object->points[1];
        Point middle = {0.5 * (tail.x + nose.x), 0.5 * (tail.y + nose.y)};
        float angle = trig_atan2((float)(nose.y - tail.y), (float)(nose.x - tail.x));
        pose = pose_node(track, object, middle, (double)(angle * (180.0f / TRIG_PI)));
    } else {
        return;
    }
    append_numbered(track, &track->slots, number_of(object), pose);
}

static void add_prop(TiledTrack *track, const TiledObject *object, YamlNode *map) {
    if (object->shape == TILED_POLYLINE &&
        is_two_points(track, object, "a row is a straight line")) {
        set(track, map, "from", point_node(track, object, object->points[0]));
        set(track, map, "to", point_node(track, object, object->points[1]));
        append(track, TILED_KIND_PROP, map);
    } else if (object->shape != TILED_POLYLINE) {
        const YamlNode *kind = yaml_find(map, "kind");
        Point center = object->shape == TILED_POLYGON ? object->at : object->center;
        if (kind && strcmp(json_text_string(kind), "custom") == 0) {
            TiledObject level = *object; // its turn is that of the body
            level.angle = 0.0;
            set_outline(track, &level, center, map);
        }
        set(track, map, "at", point_node(track, object, center));
        bool turned = object->angle > 0.0 && object->shape != TILED_POLYGON;
        if (turned) {
            set_default(track, map, "angle", number_node(track, object, object->angle));
        }
        append(track, TILED_KIND_PROP, map);
    }
}

static const YamlNode *find_object(const YamlNode *layers, const char *id, Point *shift) {
    const YamlNode *node = layers && layers->kind == YAML_LIST ? layers->first : NULL;
    for (; node; node = node->next) {
        Point own = *shift;
        double x = 0.0;
        double y = 0.0;
        json_text_number(yaml_find(node, "offsetx"), &x);
        json_text_number(yaml_find(node, "offsety"), &y);
        shift->x += x;
        shift->y += y;
        const YamlNode *objects = yaml_find(node, "objects");
        const YamlNode *object = objects && objects->kind == YAML_LIST ? objects->first : NULL;
        for (; object; object = object->next) {
            if (strcmp(json_text_string(yaml_find(object, "id")), id) == 0) {
                return object;
            }
        }
        object = find_object(yaml_find(node, "layers"), id, shift);
        if (object) {
            return object;
        }
        *shift = own;
    }
    return NULL;
}

/// A mover's shape, about the start of its path, which is another object: a property names it.
static void add_mover(TiledTrack *track, const TiledObject *object, YamlNode *map) {
    const YamlNode *path = tiled_value_find(object->node, "path");
    track->mover_count++; // each looks through the whole map
    if (track->mover_count > MOVERS_MAX) {
        refuse(track, object->node, "there are more movers than a track may have", "");
        return;
    }
    Point shift = {0.0, 0.0};
    TiledObject line = {0};
    const YamlNode *node = path && path->kind == YAML_TEXT
                               ? find_object(yaml_find(track->map, "layers"), path->text, &shift)
                               : NULL;
    if (!node ||
        !tiled_object_read(node, shift.x, shift.y, &track->frame, &line, track->arena,
                           track->messages) ||
        line.count < 2) {
        refuse(track, object->node, "a mover needs a path",
               "give it a property \"path\" of the type object: a polyline");
        return;
    }
    if (object->shape == TILED_POLYLINE || object->count < 3) {
        refuse(track, object->node, "it has no outline", "draw a polygon, rectangle or ellipse");
        return;
    }
    Point middle = object->center;
    if (object->shape == TILED_POLYGON) {
        middle = (Point){0.0, 0.0};
        for (int i = 0; i < object->count; i++) {
            middle.x += object->points[i].x / (double)object->count;
            middle.y += object->points[i].y / (double)object->count;
        }
    }
    set_outline(track, object, middle, map);
    set(track, map, "path", points_node(track, &line, line.count));
    append(track, TILED_KIND_MOVER, map);
}

static void add_text(TiledTrack *track, const TiledObject *object, YamlNode *map) {
    const YamlNode *text = yaml_find(object->node, "text");
    double size = 16.0;
    json_text_number(yaml_find(text, "pixelsize"), &size);
    set(track, map, "text",
        yaml_build_text(track->arena, text->place, json_text_string(yaml_find(text, "text"))));
    set(track, map, "at", point_node(track, object, object->center));
    set_default(track, map, "size", number_node(track, object, size * track->frame.scale));
    const TiledValues values = {track->file, track->arena, track->messages};
    YamlNode *color =
        yaml_find(text, "color") ? tiled_value_color(&values, yaml_find(text, "color")) : NULL;
    if (color) {
        set_default(track, map, "color", color);
    }
    if (object->angle > 0.0) {
        set_default(track, map, "angle", number_node(track, object, object->angle));
    }
    append(track, TILED_KIND_SCENERY, map);
}

static void add_scenery(TiledTrack *track, const TiledObject *object, TiledKind kind,
                        YamlNode *map) {
    if (object->shape == TILED_TEXT) {
        add_text(track, object, map);
    } else if (kind == TILED_KIND_TREE || object->shape == TILED_POINT) {
        set(track, map, "tree", point_node(track, object, object->center));
        if (object->shape == TILED_ELLIPSE) {
            set_default(track, map, "radius", number_node(track, object, 0.5 * object->width));
        }
        append(track, TILED_KIND_SCENERY, map);
    } else {
        set_outline(track, object, (Point){0.0, 0.0}, map);
        append(track, TILED_KIND_SCENERY, map);
    }
}

void tiled_track_add(TiledTrack *track, const TiledObject *object, TiledKind kind, YamlNode *map) {
    bool named = kind == TILED_KIND_ROAD || kind == TILED_KIND_WALL || kind == TILED_KIND_ZONE ||
                 kind == TILED_KIND_PROP || kind == TILED_KIND_MOVER || kind == TILED_KIND_SCENERY;
    if (named) {
        set_id(track, object, map);
    }
    switch (kind) {
    case TILED_KIND_ROAD:
    case TILED_KIND_LINE:
        add_road(track, object, kind, map);
        break;
    case TILED_KIND_WALL:
    case TILED_KIND_ZONE:
        add_shape(track, object, kind, map);
        break;
    case TILED_KIND_GATE:
    case TILED_KIND_FINISH:
        add_gate(track, object, kind, map);
        break;
    case TILED_KIND_GRID:
        add_slot(track, object);
        break;
    case TILED_KIND_PROP:
        add_prop(track, object, map);
        break;
    case TILED_KIND_MOVER:
        add_mover(track, object, map);
        break;
    default:
        add_scenery(track, object, kind, map);
        break;
    }
}

// ---- all together ---------------------------------------------------------------------------

/// Moves the numbered nodes into a list, by number and then as they were drawn; those without a
/// number come last.
static YamlNode *sorted_list(TiledTrack *track, TiledNumberedList *list) {
    for (int i = 1; i < list->count && list->count <= SORT_MAX; i++) {
        TiledNumbered item = list->items[i];
        unsigned own = (unsigned)item.number - 1u; // 0, no number, becomes the largest
        int k = i;
        for (; k > 0 && (unsigned)list->items[k - 1].number - 1u > own; k--) {
            list->items[k] = list->items[k - 1];
        }
        list->items[k] = item;
    }
    YamlNode *nodes = yaml_build_list(track->arena, list->items[0].node->place);
    for (int i = 0; i < list->count; i++) {
        yaml_build_add(nodes, list->items[i].node);
    }
    return nodes;
}

void tiled_track_finish(TiledTrack *track, YamlNode *root) {
    static const char *const keys[TILED_KIND_COUNT] = {
        [TILED_KIND_ROAD] = "ribbons", [TILED_KIND_WALL] = "walls",
        [TILED_KIND_ZONE] = "zones",   [TILED_KIND_PROP] = "props",
        [TILED_KIND_MOVER] = "movers", [TILED_KIND_SCENERY] = "scenery",
        [TILED_KIND_LINE] = "lines",
    };
    for (int i = 0; i < TILED_KIND_COUNT; i++) {
        if (track->lists[i] && keys[i]) {
            set(track, root, keys[i], track->lists[i]);
        }
    }
    if (track->finish) {
        set(track, root, "finish", track->finish);
    }
    if (track->gates.count > 0) {
        set(track, root, "gates", sorted_list(track, &track->gates));
    }
    if (track->slots.count > 0) {
        YamlNode *grid = yaml_build_map(track->arena, track->slots.items[0].node->place);
        set(track, grid, "slots", sorted_list(track, &track->slots));
        set(track, root, "grid", grid);
    }
}
