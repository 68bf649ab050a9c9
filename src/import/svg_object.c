#include "import/svg_object.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "base/yaml_build.h"
#include "drawing/svg_outline.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "import/svg_label.h"
#include "import/svg_road.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m that drawn curves may be off where they become polygons.
#define CHORD 0.05

/// Digits behind the point of coordinates and lengths.
#define DECIMALS 3

enum {
    LABEL_MAX = 96,
    IDS_MAX = 6000,  ///< More objects than that are refused by the reader of tracks.
    ROADS_MAX = 32,  ///< Of one path, as of one track.
    PARTS_MAX = 1000 ///< Of one path: fences, rows of props.
};

/// An object on its way into the track.
typedef struct Object {
    SvgTrack *track;
    const SvgShape *shape;
    YamlNode *map;
    Place place;
    const char *word; ///< The bare word of its label; NULL: none.
} Object;

// ---- small parts ----------------------------------------------------------------------------

static YamlNode *number_node(const Object *object, double value) {
    return yaml_build_number(object->track->arena, object->place, value, DECIMALS);
}

static YamlNode *text_node(const Object *object, const char *text) {
    return yaml_build_text(object->track->arena, object->place, text);
}

static YamlNode *point_node(const Object *object, Point point) {
    return yaml_build_point(object->track->arena, object->place, point.x, point.y, DECIMALS);
}

static void set(const Object *object, const char *key, YamlNode *value) {
    yaml_build_set(object->track->arena, object->map, key, value);
}

/// Sets `key` unless the label or the description already has.
static void set_default(const Object *object, const char *key, YamlNode *value) {
    if (!yaml_find(object->map, key)) {
        set(object, key, value);
    }
}

/// Sets `key` to the bare word of the label, if there is one.
static void set_word(const Object *object, const char *key) {
    if (object->word) {
        set_default(object, key, text_node(object, object->word));
    }
}

static void set_color(const Object *object, uint32_t color) {
    char text[16];
    snprintf(text, sizeof text, "#%06X", (unsigned)(color >> 8));
    set_default(object, "color", yaml_build_quoted(object->track->arena, object->place, text));
}

/// `<path> "p12" (gravel)`: what messages call it.
static const char *name_object(const Object *object, char out[LABEL_MAX]) {
    const char *id = xml_attribute(object->shape->element, "id");
    const char *label = xml_attribute(object->shape->element, "inkscape:label");
    int size = snprintf(out, LABEL_MAX, "<%.16s>", object->shape->element->name);
    if (id) {
        size += snprintf(out + size, LABEL_MAX - (size_t)size, " \"%.24s\"", id);
    }
    if (label) {
        snprintf(out + size, LABEL_MAX - (size_t)size, " (%.40s)", label);
    }
    return out;
}

static void append(SvgTrack *track, SvgLayerKind kind, YamlNode *node) {
    if (!track->lists[kind]) {
        track->lists[kind] = yaml_build_list(track->arena, node->place);
    }
    yaml_build_add(track->lists[kind], node);
}

/// Whether a path has at most `max` parts; E111 where it has more.
static bool is_few(const Object *object, int count, const char *what, int max) {
    if (count > max) {
        message_add(object->track->messages, MESSAGE_E111, object->place, what, max);
    }
    return count <= max;
}

/// Points along a subpath; empty, with a message, where the file has too many.
static SvgLine flatten(const Object *object, const SvgSubpath *subpath) {
    SvgTrack *track = object->track;
    SvgLine line = svg_subpath_flatten(subpath, CHORD, &track->points, track->arena);
    if (line.count == 0 && subpath->count > 0) {
        message_add(track->messages, MESSAGE_E111, object->place, "points of paths",
                    SVG_POINTS_MAX);
    }
    return line;
}

static YamlNode *points_node(const Object *object, const SvgLine *line) {
    YamlNode *list = yaml_build_list(object->track->arena, object->place);
    for (int i = 0; i < line->count; i++) {
        yaml_build_add(list, point_node(object, line->points[i]));
    }
    return list;
}

/// degrees, counter-clockwise from +x.
static double angle_of(Point along) {
    return (double)trig_atan2((float)along.y, (float)along.x) * (180.0 / 3.14159265358979323846);
}

static YamlNode *angle_node(const Object *object, Point along) {
    return yaml_build_number(object->track->arena, object->place, angle_of(along), 2);
}

/// Middle and size of the box around the first subpath.
static void frame_of(const SvgLine *line, Point *center, double *size) {
    Point low = line->points[0];
    Point high = low;
    for (int i = 1; i < line->count; i++) {
        low.x = fmin(low.x, line->points[i].x);
        low.y = fmin(low.y, line->points[i].y);
        high.x = fmax(high.x, line->points[i].x);
        high.y = fmax(high.y, line->points[i].y);
    }
    *center = point_middle(low, high);
    *size = fmax(high.x - low.x, high.y - low.y);
}

/// The two ends of an object that must be a line of two points (`what`, such as "a gate"); false
/// with E647 where it is something else.
static bool two_points(const Object *object, const char *what, Point ends[2]) {
    const SvgPath *path = &object->shape->path;
    int points = 0;
    for (int i = 0; i < path->count; i++) {
        points += path->items[i].count + 1;
    }
    const SvgPiece *piece = &path->items[0].pieces[0];
    ends[0] = piece->from;
    ends[1] = piece->to;
    if (points == 2 && piece->kind == SVG_LINE && point_distance(ends[0], ends[1]) > 0.0) {
        return true;
    }
    char label[LABEL_MAX];
    message_add(object->track->messages, MESSAGE_E647, object->place, what,
                name_object(object, label), points == 2 ? "a curve" : "more");
    return false;
}

// ---- ids ------------------------------------------------------------------------------------

/// The id of the shape, where it is one of ours, was given by a person and is not in use.
static void set_id(const Object *object) {
    SvgTrack *track = object->track;
    const char *id = xml_attribute(object->shape->element, "id");
    if (!id || !svg_label_is_id(id) || yaml_find(object->map, "id") || track->id_count >= IDS_MAX ||
        text_find(id, track->ids, track->id_count) >= 0) {
        return;
    }
    track->ids[track->id_count++] = id;
    set(object, "id", text_node(object, id));
}

// ---- road and lines -------------------------------------------------------------------------

static void add_road(const Object *object) {
    SvgTrack *track = object->track;
    const SvgShape *shape = object->shape;
    double width = shape->style.stroked ? shape->stroke_width : (double)track->width;
    int before = track->lists[SVG_LAYER_ROAD] ? track->lists[SVG_LAYER_ROAD]->count : 0;
    if (before > ROADS_MAX) {
        return; // enough for the reader of tracks to say that there are too many
    }
    if (!(width > 0.0) && !yaml_find(object->map, "width")) {
        char label[LABEL_MAX];
        message_add(track->messages, MESSAGE_E649, object->place, name_object(object, label));
        return;
    }
    set_default(object, "width", number_node(object, width));
    const char *said = yaml_find(object->map, "width")->text;
    number_parse(said ? said : "", &width);
    set_word(object, "surface");
    int count = is_few(object, shape->path.count, "roads", ROADS_MAX) ? shape->path.count : 0;
    for (int i = 0; i < count; i++) {
        YamlNode *ribbon = i > 0 ? yaml_build_copy(track->arena, object->map) : object->map;
        if (svg_road_set(ribbon, &shape->path.items[i], width, &track->points, &track->road_work,
                         track->arena, track->messages)) {
            append(track, SVG_LAYER_ROAD, ribbon);
        }
    }
}

static void add_line(const Object *object) {
    SvgLine line = flatten(object, &object->shape->path.items[0]);
    if (line.count < 2) {
        return;
    }
    set_word(object, "name");
    bool closed = svg_subpath_is_loop(&object->shape->path.items[0], 1.0);
    set_default(object, "closed", yaml_build_bool(object->track->arena, object->place, closed));
    set(object, "points", points_node(object, &line));
    append(object->track, SVG_LAYER_LINES, object->map);
}

// ---- walls, zones ---------------------------------------------------------------------------

/// Adds one object for every outline of a filled path that is no hole, with its holes.
static void add_polygons(const Object *object, SvgLayerKind kind) {
    SvgTrack *track = object->track;
    const SvgPath *path = &object->shape->path;
    enum {
        OUTLINES_MAX = 256
    };
    if (!is_few(object, path->count, "outlines in one shape", OUTLINES_MAX)) {
        return;
    }
    SvgOutline outlines[OUTLINES_MAX] = {0};
    int count = 0;
    for (int i = 0; i < path->count; i++) {
        SvgLine line = flatten(object, &path->items[i]);
        if (line.count > 0) {
            outlines[count++].line = line;
        }
    }
    svg_outlines_nest(outlines, count);
    bool first = true;
    for (int i = 0; i < count; i++) {
        if (outlines[i].inside % 2 != 0) {
            continue;
        }
        Object own = *object;
        own.map = first ? object->map : yaml_build_copy(track->arena, object->map);
        if (!first) {
            yaml_build_remove(own.map, "id");
            yaml_build_remove(own.map, "holes");
        }
        first = false;
        set(&own, "polygon", points_node(&own, &outlines[i].line));
        YamlNode *holes = NULL;
        for (int k = 0; k < count; k++) {
            if (outlines[k].inside % 2 != 0 && outlines[k].parent == i) {
                holes = holes ? holes : yaml_build_list(track->arena, object->place);
                yaml_build_add(holes, points_node(&own, &outlines[k].line));
            }
        }
        if (holes) {
            set(&own, "holes", holes);
        }
        append(track, kind, own.map);
    }
}

static void set_circle(const Object *object) {
    YamlNode *circle = yaml_build_map(object->track->arena, object->place);
    circle->flow = true;
    yaml_build_set(object->track->arena, circle, "center",
                   point_node(object, object->shape->center));
    yaml_build_set(object->track->arena, circle, "radius",
                   number_node(object, object->shape->radius));
    set(object, "circle", circle);
}

static void add_filled(const Object *object, SvgLayerKind kind) {
    if (object->shape->is_circle) {
        set_circle(object);
        append(object->track, kind, object->map);
    } else {
        add_polygons(object, kind);
    }
}

/// Adds one wall for every line of a path that is not filled: as thick as its stroke.
static void add_fences(const Object *object) {
    SvgTrack *track = object->track;
    const SvgShape *shape = object->shape;
    if (shape->style.stroked) {
        set_default(object, "thickness", number_node(object, shape->stroke_width));
    }
    int count = is_few(object, shape->path.count, "lines", PARTS_MAX) ? shape->path.count : 0;
    for (int i = 0; i < count; i++) {
        SvgLine line = flatten(object, &shape->path.items[i]);
        Object own = *object;
        own.map = i > 0 ? yaml_build_copy(track->arena, object->map) : object->map;
        if (i > 0) {
            yaml_build_remove(own.map, "id");
        }
        if (line.count == 0) {
            return;
        }
        bool closed = shape->path.items[i].closed;
        if (closed) {
            set_default(&own, "closed", yaml_build_bool(track->arena, object->place, true));
        }
        set(&own, "polyline", points_node(&own, &line));
        append(track, SVG_LAYER_WALLS, own.map);
    }
}

static void add_wall(const Object *object) {
    const SvgShape *shape = object->shape;
    set_id(object);
    set_word(object, "material");
    // An open line that is filled besides is what a pen leaves when its fill was not turned off.
    bool line = shape->style.stroked && (!shape->style.filled || !shape->path.items[0].closed);
    if (line) {
        add_fences(object);
    } else {
        add_filled(object, SVG_LAYER_WALLS);
    }
}

static void add_zone(const Object *object) {
    set_id(object);
    set_word(object, "surface");
    add_filled(object, SVG_LAYER_ZONES);
}

// ---- gates and grid -------------------------------------------------------------------------

static void add_gate(const Object *object) {
    SvgTrack *track = object->track;
    Point ends[2];
    int number = 0;
    bool finish = object->word && strcmp(object->word, "finish") == 0;
    bool numbered = object->word && number_parse_integer(object->word, &number) && number > 0;
    if (!finish && !numbered) {
        char label[LABEL_MAX];
        message_add(track->messages, MESSAGE_E651, object->place, name_object(object, label));
        return;
    }
    if (!two_points(object, "a gate", ends)) {
        return;
    }
    set(object, "left", point_node(object, ends[0]));
    set(object, "right", point_node(object, ends[1]));
    object->map->flow = true;
    if (finish && track->finish) {
        message_add(track->messages, MESSAGE_E653, object->place, track->finish->place.line,
                    track->finish->place.column);
    } else if (finish) {
        track->finish = object->map;
    } else {
        track->gates[track->gate_count++] = (SvgNumbered){number, object->map, object->place};
    }
}

static void add_slot(const Object *object) {
    SvgTrack *track = object->track;
    Point ends[2];
    int number = 0;
    if (!two_points(object, "a place on the grid", ends)) {
        return;
    }
    if (object->word) {
        number_parse_integer(object->word, &number);
    }
    Point at = point_middle(ends[0], ends[1]);
    YamlNode *slot = yaml_build_list(track->arena, object->place);
    slot->flow = true;
    yaml_build_add(slot, number_node(object, at.x));
    yaml_build_add(slot, number_node(object, at.y));
    Point along = {ends[1].x - ends[0].x, ends[1].y - ends[0].y};
    yaml_build_add(slot, angle_node(object, along));
    track->slots[track->slot_count++] = (SvgNumbered){number > 0 ? number : 0, slot, object->place};
}

// ---- props and scenery ----------------------------------------------------------------------

static bool is_open_line(const SvgShape *shape) {
    return !shape->path.items[0].closed && shape->path.items[0].count == 1 &&
           shape->path.items[0].pieces[0].kind == SVG_LINE;
}

/// One row for every straight piece of an open line.
static void add_prop_rows(const Object *object) {
    const SvgSubpath *subpath = &object->shape->path.items[0];
    int count = is_few(object, subpath->count, "rows", PARTS_MAX) ? subpath->count : 0;
    for (int i = 0; i < count; i++) {
        Object own = *object;
        own.map = i > 0 ? yaml_build_copy(object->track->arena, object->map) : object->map;
        own.map->flow = true;
        set(&own, "from", point_node(&own, subpath->pieces[i].from));
        set(&own, "to", point_node(&own, subpath->pieces[i].to));
        append(object->track, SVG_LAYER_PROPS, own.map);
    }
}

static void add_prop(const Object *object) {
    const SvgShape *shape = object->shape;
    set_word(object, "kind");
    if (!shape->path.items[0].closed) {
        add_prop_rows(object);
        return;
    }
    SvgLine line = flatten(object, &shape->path.items[0]);
    if (line.count == 0) {
        return;
    }
    Point center;
    double size = 0.0;
    frame_of(&line, &center, &size);
    set(object, "at", point_node(object, center));
    bool custom = object->word && strcmp(object->word, "custom") == 0;
    if (custom) {
        for (int i = 0; i < line.count; i++) {
            line.points[i].x -= center.x;
            line.points[i].y -= center.y;
        }
        set(object, "polygon", points_node(object, &line));
    } else if (shape->is_rect && fabs(angle_of(shape->right)) > 0.005) {
        set_default(object, "angle", angle_node(object, shape->right));
    }
    object->map->flow = !custom;
    append(object->track, SVG_LAYER_PROPS, object->map);
}

/// A tree, an arrow or a text: one point, and what the size of the shape says. False where the
/// label asks for none of them.
static bool add_sign(const Object *object, const SvgLine *line) {
    bool tree = object->word && strcmp(object->word, "tree") == 0;
    bool arrow = object->word && strcmp(object->word, "arrow") == 0;
    bool text = yaml_find(object->map, "text") != NULL;
    if (!tree && !arrow && !text) {
        return false;
    }
    Point center;
    double size = 0.0;
    frame_of(line, &center, &size);
    object->map->flow = true;
    set(object, tree ? "tree" : arrow ? "arrow" : "at", point_node(object, center));
    if (tree) {
        set_default(object, "radius", number_node(object, 0.5 * size));
    }
    if (!tree && is_open_line(object->shape)) {
        Point a = line->points[0];
        Point b = line->points[line->count - 1];
        set_default(object, "angle", angle_node(object, (Point){b.x - a.x, b.y - a.y}));
        if (arrow) {
            set_default(object, "size", number_node(object, point_distance(a, b)));
        }
    }
    append(object->track, SVG_LAYER_SCENERY, object->map);
    return true;
}

static void add_stripe(const Object *object, const SvgLine *line) {
    const SvgShape *shape = object->shape;
    set_default(object, "width", number_node(object, shape->stroke_width));
    if (shape->dash > 0.0) {
        set_default(object, "dash", number_node(object, shape->dash));
    }
    set_color(object, shape->style.stroke);
    YamlNode *points = points_node(object, line);
    if (shape->path.items[0].closed && points->count > 0) {
        yaml_build_add(points, point_node(object, line->points[0]));
    }
    set(object, "polyline", points);
    append(object->track, SVG_LAYER_SCENERY, object->map);
}

static void add_scenery(const Object *object) {
    const SvgShape *shape = object->shape;
    SvgLine line = flatten(object, &shape->path.items[0]);
    set_id(object);
    if (line.count == 0 || add_sign(object, &line)) {
        return;
    }
    bool roof = object->word && strcmp(object->word, "roof") == 0;
    if (object->word && !roof && strcmp(object->word, "block") != 0) {
        char label[LABEL_MAX];
        message_add(object->track->messages, MESSAGE_E650, object->place,
                    name_object(object, label), "a piece of scenery is tree, arrow, block or roof");
        return;
    }
    if (roof) {
        set_default(object, "roof", yaml_build_bool(object->track->arena, object->place, true));
    }
    if (shape->style.stroked && (!shape->style.filled || !shape->path.items[0].closed)) {
        add_stripe(object, &line);
        return;
    }
    set_color(object, shape->style.fill);
    if (shape->is_circle) {
        set_circle(object);
    } else {
        set(object, "polygon", points_node(object, &line));
    }
    append(object->track, SVG_LAYER_SCENERY, object->map);
}

// ---- the whole ------------------------------------------------------------------------------

/// The text of a clone is its own, or else that of what it shows.
static bool read_texts(Object *object) {
    const XmlElement *element = object->shape->element;
    const XmlElement *source = object->shape->source;
    SvgTrack *track = object->track;
    const char *label = xml_attribute(element, "inkscape:label");
    label = label ? label : xml_attribute(source, "inkscape:label");
    const XmlElement *described = xml_child(element, "desc") ? element : source;
    return svg_label_read(label, object->place, object->map, &object->word, track->arena,
                          track->messages) &&
           svg_description_merge(described, object->map, track->arena, track->messages);
}

void svg_object_add(SvgTrack *track, const SvgShape *shape, SvgLayerKind kind) {
    ASSERT(track != NULL && shape != NULL && shape->path.count > 0);
    static void (*const adders[SVG_LAYER_COUNT])(const Object *object) = {
        [SVG_LAYER_ROAD] = add_road,       [SVG_LAYER_WALLS] = add_wall,
        [SVG_LAYER_ZONES] = add_zone,      [SVG_LAYER_GATES] = add_gate,
        [SVG_LAYER_GRID] = add_slot,       [SVG_LAYER_PROPS] = add_prop,
        [SVG_LAYER_SCENERY] = add_scenery, [SVG_LAYER_LINES] = add_line,
    };
    Object object = {.track = track, .shape = shape, .place = shape->element->place};
    object.map = yaml_build_map(track->arena, object.place);
    if (adders[kind] && read_texts(&object)) {
        adders[kind](&object);
    }
}
