#include "import/tiled_track.h"

#include "formats/json_text.h"
#include "formats/yaml_build.h"
#include "geometry/trig.h"
#include "import/tiled_value.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum {
    MOVERS_MAX = 64 ///< More than a track may have.
};

static bool refuse(const Object *object, const TiledObject *shape, const char *what,
                   const char *help) {
    return tiled_object_refuse(shape->node, what, help, object->track->messages);
}

// ---- parts of the tree ----------------------------------------------------------------------

static YamlNode *pose_node(const Object *object, Point at, double angle) {
    YamlNode *pose = object_point(object, at);
    yaml_build_add(pose, object_number(object, angle));
    return pose;
}

static void set_angle(const Object *object, const TiledObject *shape) {
    if (shape->angle > 0.0) {
        object_set_default(object, "angle", object_number(object, shape->angle));
    }
}

/// Sets the outline as our keys have it; `origin` is what its coordinates are relative to.
static void set_outline(const Object *object, const TiledObject *shape, Point origin) {
    Arena *arena = object->track->arena;
    bool is_circle = shape->shape == TILED_ELLIPSE &&
                     fabs(shape->width - shape->height) < 0.5e-3 + 1e-6 * shape->width;
    Point center = point_sub(shape->center, origin);
    if (is_circle) {
        object_set_circle(object, center, 0.5 * shape->width);
    } else if (shape->shape == TILED_RECT) {
        Object rect = *object;
        rect.map = yaml_build_map(arena, object->map->place);
        rect.map->flow = true;
        object_set(&rect, "center", object_point(object, center));
        object_set(&rect, "size", object_point(object, (Point){shape->width, shape->height}));
        set_angle(&rect, shape);
        object_set(object, "rect", rect.map);
    } else {
        YamlNode *list = yaml_build_list(arena, object->map->place);
        for (int i = 0; i < shape->count; i++) {
            yaml_build_add(list, object_point(object, point_sub(shape->points[i], origin)));
        }
        object_set(object, shape->shape == TILED_POLYLINE ? "polyline" : "polygon", list);
    }
}

/// How many points a line has without its first again, where its ends are one point.
static int points_once(const TiledObject *shape) {
    Point apart = point_sub(shape->points[shape->count - 1], shape->points[0]);
    bool meet = shape->count > 3 && fabs(apart.x) < 0.02 && fabs(apart.y) < 0.02;
    return shape->count - (meet ? 1 : 0);
}

// ---- objects by kind ------------------------------------------------------------------------

static void add_road(TiledTrack *track, const TiledObject *shape, const Object *object) {
    if (shape->count < 2) {
        refuse(object, shape, "a road is a polyline or a polygon", "");
        return;
    }
    bool line = shape->shape == TILED_POLYLINE;
    int count = line ? points_once(shape) : shape->count;
    object_set_default(object, "closed", object_bool(object, !line || count < shape->count));
    float width = track->parts.width;
    if (object->kind == OBJECT_ROAD && width > 0.0f) {
        object_set_default(object, "width", object_number(object, (double)width));
    }
    object_set(object, "points", object_points(object, shape->points, count));
    object_append(object, object->kind);
}

static void add_wall_or_zone(TiledTrack *track, const TiledObject *shape, const Object *object) {
    (void)track;
    if (shape->shape == TILED_POINT || shape->shape == TILED_TEXT) {
        refuse(object, shape, "it has no outline", "draw a polygon, rectangle or ellipse");
        return;
    }
    TiledObject shown = *shape;
    if (shape->shape == TILED_POLYLINE) {
        if (object->kind == OBJECT_ZONE) {
            refuse(object, shape, "it is a line, without an inside", "draw a polygon");
            return;
        }
        shown.count = points_once(shape);
        if (shown.count < shape->count) {
            object_set_default(object, "closed", object_bool(object, true));
        }
    }
    set_outline(object, &shown, (Point){0.0, 0.0});
    object_append(object, object->kind);
}

/// Appends `node` by the number in the object's name; without one it comes last.
static void append_numbered(const Object *object, const TiledObject *shape, ObjectList *list,
                            YamlNode *node) {
    const char *name = json_text_string(yaml_find(shape->node, "name"));
    const char *digits = name + strcspn(name, "0123456789");
    int number = 0;
    for (int i = 0; i < 6 && digits[i] >= '0' && digits[i] <= '9'; i++) {
        number = 10 * number + (digits[i] - '0');
    }
    object_append_numbered(object, list, number > 0 ? number : INT_MAX, node);
}

static bool is_two_points(const Object *object, const TiledObject *shape, const char *what) {
    return (shape->shape == TILED_POLYLINE && shape->count == 2) ||
           refuse(object, shape, what, "draw it with two clicks");
}

static void add_gate(TiledTrack *track, const TiledObject *shape, const Object *object) {
    const char *name = json_text_string(yaml_find(shape->node, "name"));
    if (!is_two_points(object, shape, "a gate is a line of two points, the driver's left first")) {
        return;
    }
    object_set(object, "left", object_point(object, shape->points[0]));
    object_set(object, "right", object_point(object, shape->points[1]));
    if (object->kind == OBJECT_FINISH || strcmp(name, "finish") == 0) {
        if (track->parts.finish) {
            refuse(object, shape, "there is a finish already", "");
        }
        track->parts.finish = object->map;
    } else {
        append_numbered(object, shape, &track->parts.gates, object->map);
    }
}

static void add_slot(TiledTrack *track, const TiledObject *shape, const Object *object) {
    YamlNode *pose;
    if (shape->shape == TILED_POINT || shape->shape == TILED_RECT) {
        pose = pose_node(object, shape->center, shape->angle);
    } else if (is_two_points(object, shape, "a place on the grid is a line from tail to nose")) {
        Point along = point_sub(shape->points[1], shape->points[0]);
        float angle = trig_atan2((float)along.y, (float)along.x);
        pose = pose_node(object, point_middle(shape->points[0], shape->points[1]),
                         (double)(angle * (180.0f / TRIG_PI)));
    } else {
        return;
    }
    append_numbered(object, shape, &track->parts.slots, pose);
}

static void add_prop(TiledTrack *track, const TiledObject *shape, const Object *object) {
    (void)track;
    if (shape->shape != TILED_POLYLINE) {
        const YamlNode *kind = yaml_find(object->map, "kind");
        bool polygon = shape->shape == TILED_POLYGON;
        Point center = polygon ? shape->at : shape->center;
        if (strcmp(json_text_string(kind), "custom") == 0) {
            TiledObject level = *shape; // its turn is that of the body
            level.angle = 0.0;
            set_outline(object, &level, center);
        }
        object_set(object, "at", object_point(object, center));
        if (!polygon) {
            set_angle(object, shape);
        }
    } else if (is_two_points(object, shape, "a row is a straight line")) {
        object_set(object, "from", object_point(object, shape->points[0]));
        object_set(object, "to", object_point(object, shape->points[1]));
    } else {
        return;
    }
    object_append(object, OBJECT_PROP);
}

/// The object `id` of the layers in `group`; `*shift` grows by that of the layers around it.
static const YamlNode *find_object(const YamlNode *group, const char *id, Point *shift) {
    const YamlNode *layer = json_text_items(group, "layers");
    for (; layer; layer = layer->next) {
        Point around = *shift;
        *shift = point_add(around, tiled_layer_shift(layer));
        const YamlNode *object = json_text_items(layer, "objects");
        while (object && strcmp(json_text_string(yaml_find(object, "id")), id) != 0) {
            object = object->next;
        }
        object = object ? object : find_object(layer, id, shift);
        if (object) {
            return object;
        }
        *shift = around;
    }
    return NULL;
}

/// A mover's shape, about the start of its path, which is another object: a property names it.
static void add_mover(TiledTrack *track, const TiledObject *shape, const Object *object) {
    const ObjectTrack *parts = &track->parts;
    const YamlNode *path = tiled_value_find(shape->node, "path");
    track->mover_count++; // each looks through the whole map
    if (track->mover_count > MOVERS_MAX) {
        refuse(object, shape, "there are more movers than a track may have", "");
        return;
    }
    Point shift = {0.0, 0.0};
    TiledObject line = {0};
    const YamlNode *node =
        path && path->kind == YAML_TEXT ? find_object(track->map, path->text, &shift) : NULL;
    if (!node ||
        !tiled_object_read(node, shift, &track->frame, &line, parts->arena, parts->messages) ||
        line.count < 2) {
        refuse(object, shape, "a mover needs a path",
               "give it a property \"path\" of the type object: a polyline");
        return;
    }
    if (shape->shape == TILED_POLYLINE || shape->count < 3) {
        refuse(object, shape, "it has no outline", "draw a polygon, rectangle or ellipse");
        return;
    }
    Point middle = shape->center;
    if (shape->shape == TILED_POLYGON) {
        middle = (Point){0.0, 0.0};
        for (int i = 0; i < shape->count; i++) {
            middle.x += shape->points[i].x / (double)shape->count;
            middle.y += shape->points[i].y / (double)shape->count;
        }
    }
    set_outline(object, shape, middle);
    Object way = *object;
    way.map = yaml_build_map(parts->arena, node->place);
    object_set(object, "path", object_points(&way, line.points, line.count));
    object_append(object, OBJECT_MOVER);
}

static void set_text(const TiledTrack *track, const TiledObject *shape, const Object *object) {
    Arena *arena = object->track->arena;
    const YamlNode *text = yaml_find(shape->node, "text");
    const char *words = json_text_string(yaml_find(text, "text"));
    double size = 16.0;
    json_text_number(yaml_find(text, "pixelsize"), &size);
    object_set(object, "text", yaml_build_text(arena, text->place, words));
    object_set(object, "at", object_point(object, shape->center));
    object_set_default(object, "size", object_number(object, size * track->frame.scale));
    const YamlNode *said = yaml_find(text, "color");
    YamlNode *color = said ? tiled_value_color(said, arena) : NULL;
    if (color) {
        object_set_default(object, "color", color);
    }
    set_angle(object, shape);
}

static void add_scenery(TiledTrack *track, const TiledObject *shape, const Object *object) {
    if (shape->shape == TILED_TEXT) {
        set_text(track, shape, object);
    } else if (object->kind == OBJECT_TREE || shape->shape == TILED_POINT) {
        object_set(object, "tree", object_point(object, shape->center));
        if (shape->shape == TILED_ELLIPSE) {
            object_set_default(object, "radius", object_number(object, 0.5 * shape->width));
        }
    } else {
        set_outline(object, shape, (Point){0.0, 0.0});
    }
    object_append(object, OBJECT_SCENERY);
}

void tiled_track_add(TiledTrack *track, const TiledObject *shape, const Object *object) {
    static const struct {
        void (*add)(TiledTrack *track, const TiledObject *shape, const Object *object);
        const char *word_key; ///< What the bare word says.
        bool named;           ///< Whether its name may be its id.
    } rows[OBJECT_KIND_COUNT] = {
        [OBJECT_ROAD] = {add_road, NULL, true},
        [OBJECT_WALL] = {add_wall_or_zone, "material", true},
        [OBJECT_ZONE] = {add_wall_or_zone, "surface", true},
        [OBJECT_GATE] = {add_gate, NULL, false},
        [OBJECT_FINISH] = {add_gate, NULL, false},
        [OBJECT_GRID] = {add_slot, NULL, false},
        [OBJECT_PROP] = {add_prop, "kind", true},
        [OBJECT_MOVER] = {add_mover, "material", true},
        [OBJECT_SCENERY] = {add_scenery, NULL, true},
        [OBJECT_TREE] = {add_scenery, NULL, false},
        [OBJECT_LINE] = {add_road, NULL, false},
    };
    ObjectKind kind = object->kind;
    if (rows[kind].word_key) {
        object_set_word(object, rows[kind].word_key);
    }
    if (rows[kind].named) {
        object_set_id(object, json_text_string(yaml_find(shape->node, "name")));
    }
    rows[kind].add(track, shape, object);
}
