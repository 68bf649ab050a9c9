#include "import/svg_object.h"

#include "base/assert.h"
#include "base/number.h"
#include "base/text.h"
#include "drawing/svg_outline.h"
#include "formats/yaml_build.h"
#include "geometry/trig.h"
#include "import/svg_label.h"
#include "import/svg_road.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// m that drawn curves may be off where they become polygons.
#define CHORD 0.05

enum {
    LABEL_MAX = 96,
    ROADS_MAX = 32,  ///< Of one path, as of one track.
    PARTS_MAX = 1000 ///< Of one path: fences, rows of props.
};

/// Whether a shape is meant as a line. One that is open and filled besides is what a pen leaves
/// when its fill was not turned off.
static bool is_stroke(const SvgShape *shape) {
    return shape->style.stroked && (!shape->style.filled || !shape->path.items[0].closed);
}

static void set_color(const Object *object, uint32_t color) {
    char text[16];
    snprintf(text, sizeof text, "#%06X", (unsigned)(color >> 8));
    object_set_default(object, "color",
                       yaml_build_quoted(object->track->arena, object->map->place, text));
}

/// `<path> "p12" (gravel)`: what messages call it.
static const char *name_shape(const SvgShape *shape, char out[LABEL_MAX]) {
    const char *id = xml_attribute(shape->element, "id");
    const char *label = xml_attribute(shape->element, "inkscape:label");
    int size = snprintf(out, LABEL_MAX, "<%.16s>", shape->element->name);
    if (id) {
        size += snprintf(out + size, LABEL_MAX - (size_t)size, " \"%.24s\"", id);
    }
    if (label) {
        snprintf(out + size, LABEL_MAX - (size_t)size, " (%.40s)", label);
    }
    return out;
}

/// Whether a path has at most `max` parts; E111 where it has more.
static bool is_few(const Object *object, int count, const char *what, int max) {
    if (count > max) {
        message_add(object->track->messages, MESSAGE_E111, object->map->place, what, max);
    }
    return count <= max;
}

/// Points along a subpath; empty, with a message, where the file has too many.
static SvgLine flatten(const Object *object, const SvgSubpath *subpath) {
    ObjectTrack *track = object->track;
    SvgLine line = svg_subpath_flatten(subpath, CHORD, &track->points, track->arena);
    if (line.count == 0 && subpath->count > 0) {
        message_add(track->messages, MESSAGE_E111, object->map->place, "points of paths",
                    SVG_POINTS_MAX);
    }
    return line;
}

/// degrees, counter-clockwise from +x.
static double angle_of(Point along) {
    return (double)trig_atan2((float)along.y, (float)along.x) * (180.0 / 3.14159265358979323846);
}

static YamlNode *angle_node(const Object *object, Point along) {
    return yaml_build_number(object->track->arena, object->map->place, angle_of(along), 2);
}

/// The box around a line.
typedef struct Frame {
    Point center;
    double size; ///< Of its longer side.
} Frame;

static Frame frame_of(const SvgLine *line) {
    Point low = line->points[0];
    Point high = low;
    for (int i = 1; i < line->count; i++) {
        low.x = fmin(low.x, line->points[i].x);
        low.y = fmin(low.y, line->points[i].y);
        high.x = fmax(high.x, line->points[i].x);
        high.y = fmax(high.y, line->points[i].y);
    }
    return (Frame){point_middle(low, high), fmax(high.x - low.x, high.y - low.y)};
}

/// The two ends of an object that must be a line of two points (`what`, such as "a gate"); false
/// with E647 where it is something else.
static bool two_points(const Object *object, const SvgShape *shape, const char *what,
                       Point ends[2]) {
    const SvgPath *path = &shape->path;
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
    message_add(object->track->messages, MESSAGE_E647, object->map->place, what,
                name_shape(shape, label), points == 2 ? "a curve" : "more");
    return false;
}

// ---- ids ------------------------------------------------------------------------------------

/// Drawing programs number their shapes like that: names that say nothing.
static bool is_automatic(const char *id) {
    static const char *const names[] = {"path", "rect",     "circle",  "ellipse", "line",
                                        "use",  "polyline", "polygon", "g",       "svg"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size = strlen(names[i]);
        if (strncmp(id, names[i], size) == 0 &&
            strspn(id + size, "0123456789-") == strlen(id + size)) {
            return true;
        }
    }
    return false;
}

static void set_id(const Object *object, const SvgShape *shape) {
    const char *id = xml_attribute(shape->element, "id");
    if (id && !is_automatic(id)) {
        object_set_id(object, id);
    }
}

// ---- road and lines -------------------------------------------------------------------------

static void add_road(const Object *object, const SvgShape *shape) {
    ObjectTrack *track = object->track;
    double width = shape->style.stroked ? shape->stroke_width : (double)track->width;
    int before = track->lists[OBJECT_ROAD] ? track->lists[OBJECT_ROAD]->count : 0;
    if (before > ROADS_MAX) {
        return; // enough for the reader of tracks to say that there are too many
    }
    if (!(width > 0.0) && !yaml_find(object->map, "width")) {
        char label[LABEL_MAX];
        message_add(track->messages, MESSAGE_E649, object->map->place, name_shape(shape, label));
        return;
    }
    object_set_default(object, "width", object_number(object, width));
    const char *said = yaml_find(object->map, "width")->text;
    number_parse(said ? said : "", &width);
    object_set_word(object, "surface");
    int count = is_few(object, shape->path.count, "roads", ROADS_MAX) ? shape->path.count : 0;
    for (int i = 0; i < count; i++) {
        Object own = *object;
        own.map = i > 0 ? yaml_build_copy(track->arena, object->map) : object->map;
        if (svg_road_set(&own, &shape->path.items[i], width)) {
            object_append(&own, OBJECT_ROAD);
        }
    }
}

static void add_line(const Object *object, const SvgShape *shape) {
    SvgLine line = flatten(object, &shape->path.items[0]);
    if (line.count < 2) {
        return;
    }
    object_set_word(object, "name");
    bool closed = svg_subpath_is_loop(&shape->path.items[0], 1.0);
    object_set_default(object, "closed", object_bool(object, closed));
    object_set(object, "points", object_points(object, line.points, line.count));
    object_append(object, OBJECT_LINE);
}

// ---- walls, zones ---------------------------------------------------------------------------

/// Adds one object for every outline of a filled path that is no hole, with its holes.
static void add_polygons(const Object *object, const SvgShape *shape) {
    ObjectTrack *track = object->track;
    const SvgPath *path = &shape->path;
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
        if (!first) {
            own.map = yaml_build_copy(track->arena, object->map);
            yaml_build_remove(own.map, "id");
            yaml_build_remove(own.map, "holes");
        }
        first = false;
        object_set(&own, "polygon",
                   object_points(&own, outlines[i].line.points, outlines[i].line.count));
        YamlNode *holes = NULL;
        for (int k = 0; k < count; k++) {
            if (outlines[k].inside % 2 != 0 && outlines[k].parent == i) {
                holes = holes ? holes : yaml_build_list(track->arena, object->map->place);
                yaml_build_add(
                    holes, object_points(&own, outlines[k].line.points, outlines[k].line.count));
            }
        }
        if (holes) {
            object_set(&own, "holes", holes);
        }
        object_append(&own, own.kind);
    }
}

static void add_filled(const Object *object, const SvgShape *shape) {
    if (shape->is_circle) {
        object_set_circle(object, shape->center, shape->radius);
        object_append(object, object->kind);
    } else {
        add_polygons(object, shape);
    }
}

/// Adds one wall for every line of a path that is not filled: as thick as its stroke.
static void add_fences(const Object *object, const SvgShape *shape) {
    if (shape->style.stroked) {
        object_set_default(object, "thickness", object_number(object, shape->stroke_width));
    }
    int count = is_few(object, shape->path.count, "lines", PARTS_MAX) ? shape->path.count : 0;
    for (int i = 0; i < count; i++) {
        SvgLine line = flatten(object, &shape->path.items[i]);
        if (line.count == 0) {
            return;
        }
        Object own = *object;
        if (i > 0) {
            own.map = yaml_build_copy(object->track->arena, object->map);
            yaml_build_remove(own.map, "id");
        }
        if (shape->path.items[i].closed) {
            object_set_default(&own, "closed", object_bool(&own, true));
        }
        object_set(&own, "polyline", object_points(&own, line.points, line.count));
        object_append(&own, OBJECT_WALL);
    }
}

static void add_wall(const Object *object, const SvgShape *shape) {
    set_id(object, shape);
    object_set_word(object, "material");
    if (is_stroke(shape)) {
        add_fences(object, shape);
    } else {
        add_filled(object, shape);
    }
}

static void add_zone(const Object *object, const SvgShape *shape) {
    set_id(object, shape);
    object_set_word(object, "surface");
    add_filled(object, shape);
}

// ---- gates and grid -------------------------------------------------------------------------

static void add_gate(const Object *object, const SvgShape *shape) {
    ObjectTrack *track = object->track;
    Point ends[2];
    int number = 0;
    bool finish = object->word && strcmp(object->word, "finish") == 0;
    bool numbered = object->word && number_parse_integer(object->word, &number) && number > 0;
    if (!finish && !numbered) {
        static const char *const names[] = {"finish"};
        char label[LABEL_MAX];
        bool near = object->word && yaml_nearest(object->word, names, 1);
        message_add(track->messages, MESSAGE_E651, object->map->place, name_shape(shape, label),
                    near ? "did you mean \"finish\"?" : "");
    }
    if (!two_points(object, shape, "a gate", ends) || (!finish && !numbered)) {
        return;
    }
    object_set(object, "left", object_point(object, ends[0]));
    object_set(object, "right", object_point(object, ends[1]));
    object->map->flow = true;
    if (finish && track->finish) {
        message_add(track->messages, MESSAGE_E653, object->map->place, track->finish->place.line,
                    track->finish->place.column);
    } else if (finish) {
        track->finish = object->map;
    } else {
        object_append_numbered(object, &track->gates, number, object->map);
    }
}

static void add_slot(const Object *object, const SvgShape *shape) {
    Point ends[2];
    int number = 0;
    if (!two_points(object, shape, "a place on the grid", ends)) {
        return;
    }
    if (object->word) {
        number_parse_integer(object->word, &number);
    }
    YamlNode *slot = object_point(object, point_middle(ends[0], ends[1]));
    yaml_build_add(slot, angle_node(object, point_sub(ends[1], ends[0])));
    object_append_numbered(object, &object->track->slots, number > 0 ? number : 0, slot);
}

// ---- props and scenery ----------------------------------------------------------------------

static bool is_open_line(const SvgShape *shape) {
    return !shape->path.items[0].closed && shape->path.items[0].count == 1 &&
           shape->path.items[0].pieces[0].kind == SVG_LINE;
}

/// One row for every straight piece of an open line.
static void add_prop_rows(const Object *object, const SvgShape *shape) {
    const SvgSubpath *subpath = &shape->path.items[0];
    int count = is_few(object, subpath->count, "rows", PARTS_MAX) ? subpath->count : 0;
    for (int i = 0; i < count; i++) {
        Object own = *object;
        own.map = i > 0 ? yaml_build_copy(object->track->arena, object->map) : object->map;
        own.map->flow = true;
        object_set(&own, "from", object_point(&own, subpath->pieces[i].from));
        object_set(&own, "to", object_point(&own, subpath->pieces[i].to));
        object_append(&own, OBJECT_PROP);
    }
}

static void add_prop(const Object *object, const SvgShape *shape) {
    object_set_word(object, "kind");
    if (!shape->path.items[0].closed) {
        add_prop_rows(object, shape);
        return;
    }
    SvgLine line = flatten(object, &shape->path.items[0]);
    if (line.count == 0) {
        return;
    }
    Point center = frame_of(&line).center;
    object_set(object, "at", object_point(object, center));
    bool custom = object->word && strcmp(object->word, "custom") == 0;
    if (custom) {
        for (int i = 0; i < line.count; i++) {
            line.points[i] = point_sub(line.points[i], center);
        }
        object_set(object, "polygon", object_points(object, line.points, line.count));
    } else if (shape->is_rect && fabs(angle_of(shape->right)) > 0.005) {
        object_set_default(object, "angle", angle_node(object, shape->right));
    }
    object->map->flow = !custom;
    object_append(object, OBJECT_PROP);
}

/// A tree, an arrow or a text: one point, and what the size of the shape says. False where the
/// label asks for none of them.
static bool add_sign(const Object *object, const SvgShape *shape, const SvgLine *line) {
    bool tree = object->word && strcmp(object->word, "tree") == 0;
    bool arrow = object->word && strcmp(object->word, "arrow") == 0;
    bool text = yaml_find(object->map, "text") != NULL;
    if (!tree && !arrow && !text) {
        return false;
    }
    Frame frame = frame_of(line);
    object->map->flow = true;
    object_set(object, tree ? "tree" : arrow ? "arrow" : "at", object_point(object, frame.center));
    if (tree) {
        object_set_default(object, "radius", object_number(object, 0.5 * frame.size));
    }
    if (!tree && is_open_line(shape)) {
        Point a = line->points[0];
        Point b = line->points[line->count - 1];
        object_set_default(object, "angle", angle_node(object, point_sub(b, a)));
        if (arrow) {
            object_set_default(object, "size", object_number(object, point_distance(a, b)));
        }
    }
    object_append(object, OBJECT_SCENERY);
    return true;
}

static void add_stripe(const Object *object, const SvgShape *shape, const SvgLine *line) {
    object_set_default(object, "width", object_number(object, shape->stroke_width));
    if (shape->dash > 0.0) {
        object_set_default(object, "dash", object_number(object, shape->dash));
    }
    set_color(object, shape->style.stroke);
    YamlNode *points = object_points(object, line->points, line->count);
    if (shape->path.items[0].closed && points->count > 0) {
        yaml_build_add(points, object_point(object, line->points[0]));
    }
    object_set(object, "polyline", points);
    object_append(object, OBJECT_SCENERY);
}

static void add_scenery(const Object *object, const SvgShape *shape) {
    SvgLine line = flatten(object, &shape->path.items[0]);
    set_id(object, shape);
    if (line.count == 0 || add_sign(object, shape, &line)) {
        return;
    }
    bool roof = object->word && strcmp(object->word, "roof") == 0;
    if (object->word && !roof && strcmp(object->word, "block") != 0) {
        char label[LABEL_MAX];
        message_add(object->track->messages, MESSAGE_E650, object->map->place,
                    name_shape(shape, label), "a piece of scenery is tree, arrow, block or roof");
        return;
    }
    if (roof) {
        object_set_default(object, "roof", object_bool(object, true));
    }
    if (is_stroke(shape)) {
        add_stripe(object, shape, &line);
        return;
    }
    set_color(object, shape->style.fill);
    if (shape->is_circle) {
        object_set_circle(object, shape->center, shape->radius);
    } else {
        object_set(object, "polygon", object_points(object, line.points, line.count));
    }
    object_append(object, OBJECT_SCENERY);
}

// ---- the whole ------------------------------------------------------------------------------

/// The text of a clone is its own, or else that of what it shows.
static bool read_texts(Object *object, const SvgShape *shape) {
    const XmlElement *element = shape->element;
    const XmlElement *source = shape->source;
    ObjectTrack *track = object->track;
    const char *label = xml_attribute(element, "inkscape:label");
    label = label ? label : xml_attribute(source, "inkscape:label");
    const XmlElement *text = xml_child(xml_child(element, "desc") ? element : source, "desc");
    bool words = false;
    bool good = svg_label_read(label, element->place, object->map, &object->word, track->arena,
                               track->messages);
    good &= svg_description_merge(text, object->map, &words, track->arena, track->messages);
    if (words) {
        message_add(track->messages, MESSAGE_N643, text->text_place);
    }
    return good;
}

void svg_object_add(ObjectTrack *track, const SvgShape *shape, ObjectKind kind) {
    ASSERT(track != NULL && shape != NULL && shape->path.count > 0);
    static void (*const adders[OBJECT_KIND_COUNT])(const Object *object, const SvgShape *shape) = {
        [OBJECT_ROAD] = add_road,       [OBJECT_WALL] = add_wall, [OBJECT_ZONE] = add_zone,
        [OBJECT_GATE] = add_gate,       [OBJECT_GRID] = add_slot, [OBJECT_PROP] = add_prop,
        [OBJECT_SCENERY] = add_scenery, [OBJECT_LINE] = add_line,
    };
    Object object = {
        .track = track, .kind = kind, .map = yaml_build_map(track->arena, shape->element->place)};
    if (adders[kind] && read_texts(&object, shape)) {
        adders[kind](&object, shape);
    }
}
