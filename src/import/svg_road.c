#include "import/svg_road.h"

#include "base/assert.h"
#include "centreline/road_ease.h"
#include "formats/yaml_build.h"
#include "geometry/spline.h"
#include "geometry/transform.h"
#include "geometry/trig.h"

#include <math.h>

enum {
    POINTS_MAX = 2000, ///< Of a ribbon, by the format.
    CURVE_LIKE = 12,   ///< Lines with as many corners may stand for a curve.
};

/// m: pieces shorter than this say nothing.
#define PIECE_LEAST 1e-3

/// m that `smooth` points may be off the drawn line. With what the drawing and the numbers round,
/// it stays below 5 cm.
#define TOLERANCE 0.02f

/// m: chords of curves that are no arcs.
#define CHORD 0.005

/// Cosine of 1 degree: a line and an arc that meet so are meant to go on.
#define GOES_ON 0.99985

/// Cosine of 30 degrees: lines with mostly smaller corners stand for a curve.
#define CURVE_CORNER 0.866

/// rad: corners that turn less are none.
#define CORNER_LEAST 0.004

/// rad that one round corner turns at most: more is made of several.
#define CORNER_MOST 1.75

/// A line or an arc of a circle.
typedef struct Stroke {
    Point from, to;
    Point before, after; ///< Unit directions at its start and end.
    double radius;       ///< m, 0: a line.
    double turn;         ///< rad, positive to the left.
} Stroke;

typedef struct StrokeList {
    Stroke *items;
    int count;
} StrokeList;

/// Corners of a round ribbon.
typedef struct CornerList {
    vec2s *points;
    float *radii;
    int count;
    int rounded; ///< Of them: sharp ones that got a radius.
    bool fits;
} CornerList;

static Point unit_of(Point v) {
    double length = point_length(v);
    return length > 0.0 ? (Point){v.x / length, v.y / length} : (Point){1.0, 0.0};
}

static double cross_of(Point a, Point b) { return a.x * b.y - a.y * b.x; }

static double angle_between(Point a, Point b) {
    return (double)trig_atan2((float)cross_of(a, b), (float)point_dot(a, b));
}

bool svg_subpath_is_loop(const SvgSubpath *subpath, double gap) {
    if (subpath->closed || subpath->count == 0) {
        return subpath->closed;
    }
    Point from = subpath->pieces[0].from;
    return subpath->count > 2 &&
           point_distance(subpath->pieces[subpath->count - 1].to, from) <= gap;
}

// ---- lines and arcs -------------------------------------------------------------------------

static Stroke line_stroke(Point from, Point to) {
    Point along = unit_of(point_sub(to, from));
    return (Stroke){.from = from, .to = to, .before = along, .after = along};
}

/// Directions of a cubic at its ends; control points on top of an end do not count.
static void cubic_directions(const SvgPiece *piece, Point *before, Point *after) {
    Point leave = point_sub(piece->a, piece->from);
    Point arrive = point_sub(piece->to, piece->b);
    leave = point_length(leave) > 1e-6 ? leave : point_sub(piece->b, piece->from);
    leave = point_length(leave) > 1e-6 ? leave : point_sub(piece->to, piece->from);
    arrive = point_length(arrive) > 1e-6 ? arrive : point_sub(piece->to, piece->a);
    arrive = point_length(arrive) > 1e-6 ? arrive : point_sub(piece->to, piece->from);
    *before = unit_of(leave);
    *after = unit_of(arrive);
}

/// A cubic that is as good as a line or an arc. The usual four-curve circle is 2.7e-4 of its
/// radius off, so so much is allowed, and a little for digits.
static bool read_cubic(const SvgPiece *piece, Stroke *out) {
    Point chord = point_sub(piece->to, piece->from);
    Point before;
    Point after;
    cubic_directions(piece, &before, &after);
    double length = point_length(chord);
    double bow = cross_of(before, chord);
    double a_off = fabs(cross_of(unit_of(chord), point_sub(piece->a, piece->from)));
    double b_off = fabs(cross_of(unit_of(chord), point_sub(piece->b, piece->from)));
    if (a_off < 0.005 && b_off < 0.005 && point_dot(before, chord) > 0.0 &&
        point_dot(after, chord) > 0.0) {
        *out = line_stroke(piece->from, piece->to);
        return true;
    }
    double turn = angle_between(before, after);
    if (fabs(bow) < 1e-9 || fabs(turn) < 1e-3 || (turn > 0.0) != (bow > 0.0)) {
        return false;
    }
    // The circle that leaves along `before` and passes through the end.
    double radius = length * length / (2.0 * fabs(bow));
    double side = bow > 0.0 ? 1.0 : -1.0;
    Point center = {piece->from.x - side * radius * before.y,
                    piece->from.y + side * radius * before.x};
    double allowed = fmin(0.05, 0.01 + 3e-4 * radius);
    for (int i = 1; i < 16; i++) {
        double off = point_distance(svg_piece_at(piece, i / 16.0), center) - radius;
        if (fabs(off) > allowed) {
            return false;
        }
    }
    Point spoke = unit_of(point_sub(piece->to, center));
    Point tangent = {-side * spoke.y, side * spoke.x};
    *out = (Stroke){.from = piece->from,
                    .to = piece->to,
                    .before = before,
                    .after = tangent,
                    .radius = radius,
                    .turn = turn};
    return point_dot(tangent, after) > GOES_ON;
}

static bool read_arc(const SvgPiece *piece, Stroke *out) {
    double a = point_length(piece->a);
    double b = point_length(piece->b);
    if (fabs(a - b) > 1e-4 * a || fabs(point_dot(piece->a, piece->b)) > 1e-4 * a * b) {
        return false;
    }
    double side = (cross_of(piece->a, piece->b) > 0.0) == (piece->sweep > 0.0) ? 1.0 : -1.0;
    Point from = unit_of(point_sub(piece->from, piece->center));
    Point to = unit_of(point_sub(piece->to, piece->center));
    *out = (Stroke){.from = piece->from,
                    .to = piece->to,
                    .before = {-side * from.y, side * from.x},
                    .after = {-side * to.y, side * to.x},
                    .radius = a,
                    .turn = side * fabs(piece->sweep) * (3.14159265358979323846 / 180.0)};
    return true;
}

static bool read_stroke(const SvgPiece *piece, Stroke *out) {
    if (piece->kind == SVG_LINE) {
        *out = line_stroke(piece->from, piece->to);
        return true;
    }
    return piece->kind == SVG_ARC ? read_arc(piece, out) : read_cubic(piece, out);
}

static bool goes_straight_on(const Stroke *a, const Stroke *b) {
    return a->radius <= 0.0 && b->radius <= 0.0 &&
           fabs(angle_between(a->after, b->before)) < CORNER_LEAST;
}

/// All pieces as strokes; false where one is neither line nor arc.
static bool read_strokes(const SvgSubpath *subpath, bool loop, StrokeList *out, Arena *scratch) {
    out->items = arena_array(scratch, (size_t)subpath->count + 2, sizeof *out->items);
    for (int i = 0; i < subpath->count; i++) {
        const SvgPiece *piece = &subpath->pieces[i];
        bool arc = piece->kind == SVG_ARC;
        if (point_distance(piece->to, piece->from) < PIECE_LEAST &&
            (!arc || fabs(piece->sweep) < 90.0)) {
            continue;
        }
        Stroke stroke;
        if (!read_stroke(piece, &stroke)) {
            return false;
        }
        Stroke *last = out->count > 0 ? &out->items[out->count - 1] : NULL;
        if (last && goes_straight_on(last, &stroke)) {
            *last = line_stroke(last->from, stroke.to);
        } else {
            out->items[out->count++] = stroke;
        }
    }
    if (loop && out->count > 2) {
        Stroke *first = &out->items[0];
        const Stroke *last = &out->items[out->count - 1];
        if (goes_straight_on(last, first)) { // it was begun in the middle of a straight
            *first = line_stroke(last->from, first->to);
            out->count--;
        }
    }
    return out->count > 0;
}

// ---- round ----------------------------------------------------------------------------------

/// Whether lines and arcs go on into each other, and lines with many small corners are not meant
/// as a curve.
static bool suits_round(const StrokeList *strokes, bool loop) {
    int joints = loop ? strokes->count : strokes->count - 1;
    int corners = 0;
    int small = 0;
    for (int i = 0; i < joints; i++) {
        const Stroke *a = &strokes->items[i];
        const Stroke *b = &strokes->items[(i + 1) % strokes->count];
        double cosine = point_dot(a->after, b->before);
        bool lines = a->radius <= 0.0 && b->radius <= 0.0;
        if (!lines && cosine < GOES_ON) {
            return false;
        }
        corners += lines;
        small += lines && cosine > CURVE_CORNER;
    }
    return corners < CURVE_LIKE || 2 * small < corners;
}

static void add_corner(CornerList *list, Point at, double radius) {
    if (list->count < POINTS_MAX) {
        list->points[list->count] = vec2_make((float)at.x, (float)at.y);
        list->radii[list->count++] = (float)radius;
    } else {
        list->fits = false;
    }
}

/// The corners whose arcs are the one of `stroke`.
static void add_arc(CornerList *list, const Stroke *stroke) {
    int parts = (int)ceil(fabs(stroke->turn) / CORNER_MOST);
    parts = parts < 1 ? 1 : parts;
    double part = stroke->turn / parts;
    double side = part > 0.0 ? 1.0 : -1.0;
    Point spoke = {side * stroke->before.y, -side * stroke->before.x}; // from the centre
    Point center = {stroke->from.x - stroke->radius * spoke.x,
                    stroke->from.y - stroke->radius * spoke.y};
    double out = stroke->radius / svg_direction(0.5 * part * (180.0 / 3.14159265358979323846)).x;
    for (int i = 0; i < parts; i++) {
        Point turned = svg_direction((i + 0.5) * part * (180.0 / 3.14159265358979323846));
        Point at = {center.x + out * (turned.x * spoke.x - turned.y * spoke.y),
                    center.y + out * (turned.y * spoke.x + turned.x * spoke.y)};
        add_corner(list, at, stroke->radius);
    }
}

/// A sharp corner between two lines gets the radius that the road needs.
static void add_sharp(CornerList *list, const Stroke *a, const Stroke *b, double radius) {
    double turn = fabs(angle_between(a->after, b->before));
    if (turn < CORNER_LEAST) {
        return;
    }
    double half_turn = (double)trig_tan((float)(0.5 * turn));
    double room = 0.5 * fmin(point_distance(a->to, a->from), point_distance(b->to, b->from));
    list->fits = list->fits && turn < 2.9 && radius * half_turn < room;
    list->rounded++;
    add_corner(list, b->from, radius);
}

static float rounded(float value) { return floorf(value * 1000.0f + 0.5f) / 1000.0f; }

/// Makes arcs that meet fit to the millimetre that the file will hold; false where they do not.
static bool fit_corners(CornerList *list, bool loop) {
    for (int i = 0; i < list->count; i++) {
        list->points[i] = vec2_make(rounded(list->points[i].x), rounded(list->points[i].y));
        list->radii[i] = rounded(list->radii[i]);
    }
    for (int round = 0; round < 20; round++) {
        bool good = true;
        for (int i = 0; i < list->count; i++) {
            float distance = 0.0f;
            float need = 0.0f;
            curve_round_fits(list->points, list->radii, list->count, loop, i, &distance, &need);
            if (need > distance + 0.0005f) {
                if (need > distance + 0.02f) {
                    return false;
                }
                int next = (i + 1) % list->count;
                list->radii[i] = rounded(list->radii[i] - 0.001f);
                list->radii[next] = rounded(list->radii[next] - 0.001f);
                good = false;
            }
        }
        if (good) {
            return true;
        }
    }
    return false;
}

/// The corners of a round ribbon through the strokes, sharp ones with `radius`; `fits` where it can
/// be one whose bends leave room for `half` (m) of road.
static CornerList make_corners(const StrokeList *strokes, bool loop, double half, double radius,
                               Arena *scratch) {
    CornerList list = {.fits = true};
    list.points = arena_array(scratch, POINTS_MAX, sizeof *list.points);
    list.radii = arena_array(scratch, POINTS_MAX, sizeof *list.radii);
    for (int i = 0; i < strokes->count; i++) {
        const Stroke *stroke = &strokes->items[i];
        const Stroke *before = &strokes->items[(i + strokes->count - 1) % strokes->count];
        if (!loop && i == 0) {
            add_corner(&list, stroke->from, 0.0);
        } else if (stroke->radius <= 0.0 && before->radius <= 0.0) {
            add_sharp(&list, before, stroke, radius);
        }
        if (stroke->radius > 0.0) {
            list.fits = list.fits && stroke->radius >= half && stroke->radius <= 2000.0;
            add_arc(&list, stroke);
        }
    }
    if (!loop) {
        add_corner(&list, strokes->items[strokes->count - 1].to, 0.0);
    }
    list.fits = list.fits && list.count >= (loop ? 3 : 2) && fit_corners(&list, loop);
    return list;
}

/// Where the tip of the sharpest corner of `radius` goes: (1 / cos(turn / 2) - 1) radii inward.
static void note_corners(const StrokeList *strokes, int rounded, double radius,
                         const Object *ribbon) {
    EasedLine note = {.radius = (float)radius, .corner_count = rounded};
    double worst = 0.0;
    for (int i = 0; i < strokes->count; i++) {
        const Stroke *stroke = &strokes->items[i];
        const Stroke *before = &strokes->items[(i + strokes->count - 1) % strokes->count];
        double cosine = point_dot(before->after, stroke->before);
        double cut = radius * (1.0 / sqrt(fmax(0.5 * (1.0 + cosine), 1e-3)) - 1.0);
        if (stroke->radius <= 0.0 && before->radius <= 0.0 && cut > worst) {
            worst = cut;
            note.moved = (float)worst;
            note.moved_at = vec2_make((float)stroke->from.x, (float)stroke->from.y);
        }
    }
    road_ease_note(MESSAGE_N641, ribbon->map->place, &note, ribbon->track->messages);
}

// ---- smooth ---------------------------------------------------------------------------------

/// The points of a smooth ribbon; none, with a message, where there are too many.
static CornerList smooth_points(const SvgSubpath *subpath, bool loop, double half,
                                const Object *ribbon, Arena *scratch) {
    ObjectTrack *track = ribbon->track;
    Place place = ribbon->map->place;
    SvgLine line = svg_subpath_flatten(subpath, CHORD, &track->points, scratch);
    vec2s *flat = arena_array(scratch, (size_t)line.count + 1, sizeof *flat);
    for (int i = 0; i < line.count; i++) {
        flat[i] = vec2_make((float)line.points[i].x, (float)line.points[i].y);
    }
    int count = line.count;
    if (loop && count > 2 && glms_vec2_distance(flat[0], flat[count - 1]) < 0.02f) {
        count--;
    }
    if (line.count == 0) {
        message_add(track->messages, MESSAGE_E111, place, "points of paths", SVG_POINTS_MAX);
    } else if (count < 2) {
        message_add(track->messages, MESSAGE_E624, place, count, count == 1 ? "" : "s", 2);
    } else {
        EasedLine curve =
            road_ease_curve(flat, count, loop, (float)half, TOLERANCE, &track->road_work, scratch);
        if (curve.corner_count > 0) {
            road_ease_note(MESSAGE_N641, place, &curve, track->messages);
        }
        float *radii = arena_array(scratch, (size_t)curve.count, sizeof *radii);
        return (CornerList){.points = curve.points, .radii = radii, .count = curve.count};
    }
    return (CornerList){0};
}

// ---- the whole ------------------------------------------------------------------------------

static YamlNode *corner_node(const Object *ribbon, vec2s at, float radius) {
    YamlNode *point = object_point(ribbon, (Point){(double)at.x, (double)at.y});
    if (!(radius > 0.0f)) {
        return point;
    }
    Arena *arena = ribbon->track->arena;
    YamlNode *map = yaml_build_map(arena, ribbon->map->place);
    map->flow = true;
    yaml_build_set(arena, map, "at", point);
    yaml_build_set(arena, map, "r", object_number(ribbon, (double)radius));
    return map;
}

bool svg_road_set(const Object *ribbon, const SvgSubpath *subpath, double width) {
    ASSERT(ribbon != NULL && subpath != NULL && subpath->count > 0);
    Arena scratch = {0};
    bool loop = svg_subpath_is_loop(subpath, fmax(0.1 * width, 0.05));
    double half = 0.5 * fmin(fmax(width, 3.0), 60.0);
    double radius = (double)road_ease_radius((float)half);
    StrokeList strokes = {0};
    CornerList corners = {0};
    if (read_strokes(subpath, loop, &strokes, &scratch) && suits_round(&strokes, loop)) {
        corners = make_corners(&strokes, loop, half, radius, &scratch);
    }
    const char *curve = corners.fits ? "round" : "smooth";
    if (!corners.fits) {
        corners = smooth_points(subpath, loop, half, ribbon, &scratch);
    } else if (corners.rounded > 0) {
        note_corners(&strokes, corners.rounded, radius, ribbon);
    }
    if (corners.count > 0) {
        Arena *arena = ribbon->track->arena;
        YamlNode *points = yaml_build_list(arena, ribbon->map->place);
        for (int i = 0; i < corners.count; i++) {
            yaml_build_add(points, corner_node(ribbon, corners.points[i], corners.radii[i]));
        }
        object_set(ribbon, "curve", yaml_build_text(arena, ribbon->map->place, curve));
        object_set(ribbon, "closed", object_bool(ribbon, loop));
        object_set(ribbon, "points", points);
    }
    arena_destroy(&scratch);
    return corners.count > 0;
}
