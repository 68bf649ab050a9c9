#include "import/tiled_object.h"

#include "formats/json_text.h"
#include "geometry/trig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m that polygons of round shapes may be off.
#define CHORD 0.02

/// px: no map is larger.
#define PIXELS_MAX 1e7

enum {
    ROUND_LEAST = 16, ///< Points of an ellipse ...
    ROUND_MOST = 256, ///< ... by its size.
};

/// From a point relative to the object (px, before it is turned) to the world.
typedef struct Placement {
    const TiledFrame *frame;
    double x, y;     ///< px, of the object in the map.
    double cos, sin; ///< Of the clockwise turn.
} Placement;

static Point place(const Placement *placement, double x, double y) {
    double map_x = placement->x + x * placement->cos - y * placement->sin;
    double map_y = placement->y + x * placement->sin + y * placement->cos;
    return (Point){map_x * placement->frame->scale,
                   (placement->frame->height - map_y) * placement->frame->scale};
}

/// Says E631 of the object `node` at `at`, and returns false.
static bool refuse_at(const YamlNode *node, Place at, const char *what, const char *help,
                      MessageList *messages) {
    const char *name = json_text_string(yaml_find(node, "name"));
    const char *id = json_text_string(yaml_find(node, "id"));
    char label[80];
    snprintf(label, sizeof label, name[0] ? "%.10s (\"%.50s\")" : "%.10s", id[0] ? id : "?", name);
    message_add(messages, MESSAGE_E631, at, label, what, help);
    return false;
}

bool tiled_object_refuse(const YamlNode *node, const char *what, const char *help,
                         MessageList *messages) {
    return refuse_at(node, node->place, what, help, messages);
}

/// The number `key` of `node`, which is part of `object`, 0 where it is missing. False, with a
/// message, where it is none.
static bool read_number(const YamlNode *object, const YamlNode *node, const char *key, double *out,
                        MessageList *messages) {
    const YamlNode *value = yaml_find(node, key);
    *out = 0.0;
    if (value && (!json_text_number(value, out) || fabs(*out) > PIXELS_MAX)) {
        char what[64];
        snprintf(what, sizeof what, "%.20s is no number of pixels", key);
        return refuse_at(object, value->place, what, "", messages);
    }
    return true;
}

static bool is_true(const YamlNode *node, const char *key) {
    return strcmp(json_text_string(yaml_find(node, key)), "true") == 0;
}

/// The points of a polygon or polyline.
static bool read_points(const YamlNode *list, const Placement *placement, TiledObject *out,
                        Arena *arena, MessageList *messages) {
    if (list->kind != YAML_LIST || list->count < 2) {
        return refuse_at(out->node, list->place, "it has fewer than 2 points", "", messages);
    }
    out->points = arena_array(arena, (size_t)list->count, sizeof *out->points);
    for (const YamlNode *node = list->first; node; node = node->next) {
        double x = 0.0;
        double y = 0.0;
        if (!read_number(out->node, node, "x", &x, messages) ||
            !read_number(out->node, node, "y", &y, messages)) {
            return false;
        }
        out->points[out->count++] = place(placement, x, y);
    }
    return true;
}

/// An arc about (x, y) px of an ellipse with these half-axes, from `from` to `to` rad, both ends
/// in, clockwise on the screen.
static void add_arc(const Placement *placement, double x, double y, const double half[2],
                    const double turn[2], int steps, TiledObject *out) {
    for (int i = 0; i <= steps; i++) {
        double angle = turn[0] + (turn[1] - turn[0]) * (double)i / (double)steps;
        TrigPair pair = trig_sincos((float)angle);
        out->points[out->count++] =
            place(placement, x + half[0] * (double)pair.cos, y + half[1] * (double)pair.sin);
    }
}

/// Steps of a whole turn at which a circle of `radius` m is off by CHORD: its sagitta is
/// r (1 - cos(pi / n)), about r pi^2 / (2 n^2).
static int round_steps(double radius) {
    double steps = ceil(3.1416 * sqrt(fmax(radius, 0.0) / (2.0 * CHORD)) / 4.0) * 4.0;
    return (int)fmin(fmax(steps, ROUND_LEAST), ROUND_MOST);
}

static void make_box(const Placement *placement, double width, double height, TiledObject *out,
                     Arena *arena) {
    const double pi = (double)TRIG_PI;
    out->points = arena_array(arena, 2 * ROUND_MOST + 8, sizeof *out->points);
    const double half[2] = {0.5 * width, 0.5 * height};
    if (out->shape == TILED_ELLIPSE) {
        int steps = round_steps(fmax(half[0], half[1]) * placement->frame->scale);
        add_arc(placement, half[0], half[1], half, (double[2]){0.0, 2.0 * pi}, steps, out);
        out->count--; // the last is the first
    } else if (out->shape == TILED_CAPSULE) {
        double radius = fmin(half[0], half[1]);
        int steps = round_steps(radius * placement->frame->scale) / 2;
        const double both[2] = {radius, radius};
        bool flat = width >= height;
        double from = flat ? -0.5 * pi : 0.0;
        add_arc(placement, width - radius, height - radius, both, (double[2]){from, from + pi},
                steps, out);
        add_arc(placement, radius, radius, both, (double[2]){from + pi, from + 2.0 * pi}, steps,
                out);
    } else {
        const double corners[4][2] = {{0.0, height}, {width, height}, {width, 0.0}, {0.0, 0.0}};
        for (int i = 0; i < 4; i++) {
            out->points[out->count++] = place(placement, corners[i][0], corners[i][1]);
        }
    }
}

/// What kind of object it is, and the list of its points where it has one.
static TiledShape shape_of(const YamlNode *node, const YamlNode **points) {
    const YamlNode *polygon = yaml_find(node, "polygon");
    const YamlNode *polyline = yaml_find(node, "polyline");
    *points = polygon ? polygon : polyline;
    if (polygon || polyline) {
        return polygon ? TILED_POLYGON : TILED_POLYLINE;
    }
    if (yaml_find(node, "text")) {
        return TILED_TEXT;
    }
    return is_true(node, "point")     ? TILED_POINT
           : is_true(node, "ellipse") ? TILED_ELLIPSE
           : is_true(node, "capsule") ? TILED_CAPSULE
                                      : TILED_RECT;
}

Point tiled_layer_shift(const YamlNode *layer) {
    Point shift = {0.0, 0.0};
    json_text_number(yaml_find(layer, "offsetx"), &shift.x);
    json_text_number(yaml_find(layer, "offsety"), &shift.y);
    return shift;
}

bool tiled_object_read(const YamlNode *node, Point shift, const TiledFrame *frame, TiledObject *out,
                       Arena *arena, MessageList *messages) {
    if (yaml_find(node, "template")) {
        return tiled_object_refuse(node, "it is made from a template",
                                   "take it off its template: Object > Detach Template Instance",
                                   messages);
    }
    double x, y, width, height, turn;
    bool good = read_number(node, node, "x", &x, messages);
    good &= read_number(node, node, "y", &y, messages);
    good &= read_number(node, node, "width", &width, messages);
    good &= read_number(node, node, "height", &height, messages);
    good &= read_number(node, node, "rotation", &turn, messages);
    if (!good) {
        return false;
    }
    turn -= 360.0 * floor(turn / 360.0);
    TrigPair pair = trig_sincos((float)turn * (TRIG_PI / 180.0f));
    // Quarter turns are exact: a wall drawn straight stays straight.
    bool quarter = turn - 90.0 * floor(turn / 90.0) <= 0.0;
    Placement placement = {.frame = frame, .x = x + shift.x, .y = y + shift.y};
    placement.cos = quarter ? floor((double)pair.cos + 0.5) : (double)pair.cos;
    placement.sin = quarter ? floor((double)pair.sin + 0.5) : (double)pair.sin;
    const YamlNode *points = NULL;
    *out = (TiledObject){.node = node,
                         .shape = shape_of(node, &points),
                         .at = place(&placement, 0.0, 0.0),
                         .center = place(&placement, 0.5 * width, 0.5 * height),
                         .width = width * frame->scale,
                         .height = height * frame->scale,
                         .angle = turn > 0.0 ? 360.0 - turn : 0.0};
    if (points) {
        return read_points(points, &placement, out, arena, messages);
    }
    if (out->shape == TILED_POINT) {
        out->center = out->at;
    } else {
        make_box(&placement, width, height, out, arena);
    }
    return true;
}
