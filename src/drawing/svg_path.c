#include "drawing/svg_path.h"

#include "base/assert.h"
#include "geometry/trig.h"

#include <math.h>
#include <string.h>

#define DEGREES (180.0 / 3.14159265358979323846)

enum {
    SEGMENTS_MAX = 5000 ///< Of one piece, in case it is kilometres large.
};

// ---- making pieces --------------------------------------------------------------------------

SvgSubpath *svg_path_add(SvgPath *path, Arena *arena) {
    path->items = arena_grow(arena, path->items, path->count, sizeof *path->items);
    path->items[path->count] = (SvgSubpath){0};
    return &path->items[path->count++];
}

void svg_subpath_add(SvgSubpath *subpath, SvgPiece piece, Arena *arena) {
    subpath->pieces = arena_grow(arena, subpath->pieces, subpath->count, sizeof piece);
    subpath->pieces[subpath->count++] = piece;
}

SvgPiece svg_line_piece(Point from, Point to) {
    return (SvgPiece){.kind = SVG_LINE, .from = from, .to = to};
}

static Point arc_at(const SvgPiece *arc, double degrees) {
    Point at = svg_direction(degrees);
    return (Point){arc->center.x + arc->a.x * at.x + arc->b.x * at.y,
                   arc->center.y + arc->a.y * at.x + arc->b.y * at.y};
}

SvgPiece svg_arc_piece(Point center, double rx, double ry, double start, double sweep) {
    SvgPiece arc = {.kind = SVG_ARC,
                    .center = center,
                    .a = {rx, 0.0},
                    .b = {0.0, ry},
                    .start = start,
                    .sweep = sweep};
    arc.from = arc_at(&arc, start);
    arc.to = arc_at(&arc, start + sweep);
    return arc;
}

/// The angle of the unit vector (x, y), degrees.
static double angle_of(double x, double y) {
    return (double)trig_atan2((float)y, (float)x) * DEGREES;
}

/// The arc from `from` to `to` as path data gives it: SVG 1.1, F.6.5 and F.6.6. A straight line
/// where a radius is 0.
static SvgPiece arc_between(Point from, Point to, double rx, double ry, double rotation, bool large,
                            bool sweep) {
    rx = fabs(rx);
    ry = fabs(ry);
    if (!(rx > 0.0) || !(ry > 0.0)) {
        return svg_line_piece(from, to);
    }
    Point x_axis = svg_direction(rotation);
    double cosine = x_axis.x;
    double sine = x_axis.y;
    double hx = 0.5 * (from.x - to.x);
    double hy = 0.5 * (from.y - to.y);
    // The unit circle's frame: half the chord as seen along the axes, in radii.
    double ux = (cosine * hx + sine * hy) / rx;
    double uy = (-sine * hx + cosine * hy) / ry;
    double length2 = ux * ux + uy * uy;
    double grow = length2 > 1.0 ? sqrt(length2) : 1.0; // radii that do not reach are made larger
    rx *= grow;
    ry *= grow;
    ux /= grow;
    uy /= grow;
    length2 = ux * ux + uy * uy;
    double factor = length2 < 1.0 && length2 > 0.0 ? sqrt((1.0 - length2) / length2) : 0.0;
    factor = large == sweep ? -factor : factor;
    double cx = factor * uy;
    double cy = -factor * ux;
    SvgPiece arc = {.kind = SVG_ARC, .from = from, .to = to};
    arc.a = (Point){rx * cosine, rx * sine};
    arc.b = (Point){-ry * sine, ry * cosine};
    arc.center.x = cosine * rx * cx - sine * ry * cy + 0.5 * (from.x + to.x);
    arc.center.y = sine * rx * cx + cosine * ry * cy + 0.5 * (from.y + to.y);
    arc.start = angle_of(ux - cx, uy - cy);
    arc.sweep = angle_of(-ux - cx, -uy - cy) - arc.start;
    if (sweep && arc.sweep < 0.0) {
        arc.sweep += 360.0;
    } else if (!sweep && arc.sweep > 0.0) {
        arc.sweep -= 360.0;
    }
    return arc;
}

// ---- path data ------------------------------------------------------------------------------

typedef struct PathReader {
    SvgScanner scanner;
    const char *data;
    SvgPath *path;
    SvgSubpath *open; ///< NULL before a subpath has its first piece.
    int *budget;
    Arena *arena;
    SvgPathProblem *problem;
    Point start, at;
    Point control; ///< The last control point, for smooth curves ...
    char after;    ///< ... after one of this kind: 'C', 'Q' or something else; 0 at the beginning.
} PathReader;

static bool fail(PathReader *reader, const char *what) {
    *reader->problem = (SvgPathProblem){what, (int)(reader->scanner.at - reader->data)};
    return false;
}

static bool add(PathReader *reader, SvgPiece piece) {
    if (--*reader->budget < 0) {
        *reader->budget = 0;
        return fail(reader, "");
    }
    if (!reader->open) {
        reader->open = svg_path_add(reader->path, reader->arena);
    }
    svg_subpath_add(reader->open, piece, reader->arena);
    reader->at = piece.to;
    return true;
}

static bool scan_numbers(PathReader *reader, double *values, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            svg_skip_comma(&reader->scanner);
        }
        if (!svg_scan_number(&reader->scanner, &values[i])) {
            return fail(reader, "a number is missing");
        }
    }
    return true;
}

/// A flag is one character, so `a1 1 0 0110 10` has flags 0 and 1 and then 10.
static bool scan_flag(PathReader *reader, bool *out) {
    svg_skip_comma(&reader->scanner);
    if (*reader->scanner.at != '0' && *reader->scanner.at != '1') {
        return fail(reader, "a flag of an arc must be 0 or 1");
    }
    *out = *reader->scanner.at++ == '1';
    return true;
}

static bool scan_arc(PathReader *reader, Point origin) {
    double radii[3];
    double end[2];
    bool large = false;
    bool sweep = false;
    if (!scan_numbers(reader, radii, 3) || !scan_flag(reader, &large) ||
        !scan_flag(reader, &sweep)) {
        return false;
    }
    svg_skip_comma(&reader->scanner);
    if (!scan_numbers(reader, end, 2)) {
        return false;
    }
    Point to = point_add(origin, (Point){end[0], end[1]});
    if (to.x == reader->at.x && to.y == reader->at.y) {
        return true; // F.6.2: as if it were not there
    }
    return add(reader, arc_between(reader->at, to, radii[0], radii[1], radii[2], large, sweep));
}

static bool add_cubic(PathReader *reader, Point a, Point b, Point to) {
    SvgPiece piece = {.kind = SVG_CUBIC, .from = reader->at, .a = a, .b = b, .to = to};
    return add(reader, piece);
}

static bool add_quadratic(PathReader *reader, Point control, Point to) {
    return add_cubic(reader, point_mix(reader->at, control, 2.0 / 3.0),
                     point_mix(to, control, 2.0 / 3.0), to);
}

static bool scan_curve(PathReader *reader, char kind, Point origin) {
    double v[6];
    int count = kind == 'C' ? 6 : kind == 'T' ? 2 : 4;
    if (!scan_numbers(reader, v, count)) {
        return false;
    }
    Point p[3];
    for (int i = 0; i < count / 2; i++) {
        p[i] = point_add(origin, (Point){v[2 * i], v[2 * i + 1]});
    }
    bool cubic = kind == 'C' || kind == 'S';
    Point mirrored = reader->at;
    if (reader->after == (cubic ? 'C' : 'Q')) {
        mirrored = point_sub(point_add(reader->at, reader->at), reader->control);
    }
    reader->after = cubic ? 'C' : 'Q';
    switch (kind) {
    case 'C':
        reader->control = p[1];
        return add_cubic(reader, p[0], p[1], p[2]);
    case 'S':
        reader->control = p[0];
        return add_cubic(reader, mirrored, p[0], p[1]);
    case 'Q':
        reader->control = p[0];
        return add_quadratic(reader, p[0], p[1]);
    default:
        reader->control = mirrored;
        return add_quadratic(reader, mirrored, p[0]);
    }
}

static bool scan_line(PathReader *reader, char kind, Point origin) {
    double v[2];
    if (!scan_numbers(reader, v, kind == 'L' ? 2 : 1)) {
        return false;
    }
    Point to = {kind == 'V' ? reader->at.x : origin.x + v[0],
                kind == 'H' ? reader->at.y : origin.y + v[kind == 'L']};
    return add(reader, svg_line_piece(reader->at, to));
}

static bool scan_move(PathReader *reader, Point origin) {
    double v[2];
    if (!scan_numbers(reader, v, 2)) {
        return false;
    }
    reader->at = reader->start = point_add(origin, (Point){v[0], v[1]});
    reader->open = NULL;
    return true;
}

static bool close_subpath(PathReader *reader) {
    if (reader->open) {
        bool apart = reader->at.x != reader->start.x || reader->at.y != reader->start.y;
        if (apart && !add(reader, svg_line_piece(reader->at, reader->start))) {
            return false;
        }
        reader->open->closed = true;
    }
    reader->at = reader->start;
    reader->open = NULL;
    return true;
}

/// The numbers that follow one command letter, once.
static bool scan_command(PathReader *reader, char kind, bool relative) {
    Point origin = relative ? reader->at : (Point){0.0, 0.0};
    if (strchr("CSQT", kind)) {
        return scan_curve(reader, kind, origin);
    }
    reader->after = kind;
    return kind == 'M'   ? scan_move(reader, origin)
           : kind == 'A' ? scan_arc(reader, origin)
                         : scan_line(reader, kind, origin);
}

static bool starts_number(char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

/// One command letter and all that follows it up to the next.
static bool scan_commands(PathReader *reader) {
    char letter = *reader->scanner.at;
    char kind = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    bool relative = kind != letter;
    if (!strchr("MZLHVCSQTA", kind) || kind == '\0') {
        return fail(reader, "no command of a path");
    }
    if (!reader->after && kind != 'M') {
        return fail(reader, "a path begins with M");
    }
    reader->scanner.at++;
    if (kind == 'Z') {
        reader->after = 'Z';
        return close_subpath(reader);
    }
    do {
        svg_skip_space(&reader->scanner);
        if (!scan_command(reader, kind, relative)) {
            return false;
        }
        kind = kind == 'M' ? 'L' : kind;
        svg_skip_comma(&reader->scanner);
    } while (starts_number(*reader->scanner.at));
    return true;
}

bool svg_path_read(const char *data, SvgPath *out, int *budget, Arena *arena,
                   SvgPathProblem *problem) {
    ASSERT(data != NULL && out != NULL && budget != NULL && problem != NULL);
    PathReader reader = {.scanner = {data},
                         .data = data,
                         .path = out,
                         .budget = budget,
                         .arena = arena,
                         .problem = problem};
    *problem = (SvgPathProblem){0};
    svg_skip_space(&reader.scanner);
    while (*reader.scanner.at != '\0') {
        if (!scan_commands(&reader)) {
            return false;
        }
        svg_skip_space(&reader.scanner);
    }
    return true;
}

// ---- what can be done with pieces -----------------------------------------------------------

void svg_path_transform(SvgPath *path, SvgMatrix m) {
    SvgMatrix linear = {m.a, m.b, m.c, m.d, 0.0, 0.0}; // of half-axes: moves do not touch them
    for (int i = 0; i < path->count; i++) {
        for (int k = 0; k < path->items[i].count; k++) {
            SvgPiece *piece = &path->items[i].pieces[k];
            SvgMatrix own = piece->kind == SVG_ARC ? linear : m;
            piece->from = svg_matrix_apply(m, piece->from);
            piece->to = svg_matrix_apply(m, piece->to);
            piece->a = svg_matrix_apply(own, piece->a);
            piece->b = svg_matrix_apply(own, piece->b);
            piece->center = svg_matrix_apply(m, piece->center);
        }
    }
}

Point svg_piece_at(const SvgPiece *piece, double t) {
    if (t <= 0.0 || t >= 1.0) {
        return t <= 0.0 ? piece->from : piece->to; // arcs meet what comes next to the last bit
    }
    if (piece->kind == SVG_LINE) {
        return point_mix(piece->from, piece->to, t);
    }
    if (piece->kind == SVG_ARC) {
        return arc_at(piece, piece->start + t * piece->sweep);
    }
    Point ab = point_mix(piece->a, piece->b, t);
    Point first = point_mix(point_mix(piece->from, piece->a, t), ab, t);
    return point_mix(first, point_mix(ab, point_mix(piece->b, piece->to, t), t), t);
}

static double second_difference(Point a, Point b, Point c) {
    double x = a.x - 2.0 * b.x + c.x;
    double y = a.y - 2.0 * b.y + c.y;
    return sqrt(x * x + y * y);
}

/// How many chords keep within `tolerance`. A chord over the part h of a curve is off by at most
/// h^2 / 8 of its second derivative.
static int segments_of(const SvgPiece *piece, double tolerance) {
    double count = 1.0;
    if (piece->kind == SVG_CUBIC) {
        double bend = 6.0 * fmax(second_difference(piece->from, piece->a, piece->b),
                                 second_difference(piece->a, piece->b, piece->to));
        count = sqrt(bend / (8.0 * tolerance));
    } else if (piece->kind == SVG_ARC) {
        // The longest half-axis is no longer than both together.
        double radius = sqrt(piece->a.x * piece->a.x + piece->a.y * piece->a.y +
                             piece->b.x * piece->b.x + piece->b.y * piece->b.y);
        count = fabs(piece->sweep) / DEGREES * sqrt(radius / (8.0 * tolerance));
        count = fmax(count, fabs(piece->sweep) / 30.0);
    }
    count = ceil(count);
    return count < 1.0 ? 1 : count < SEGMENTS_MAX ? (int)count : SEGMENTS_MAX;
}

static void add_point(SvgLine *line, Point point) {
    const Point *last = line->count > 0 ? &line->points[line->count - 1] : NULL;
    if (!last || last->x != point.x || last->y != point.y) {
        line->points[line->count++] = point;
    }
}

SvgLine svg_subpath_flatten(const SvgSubpath *subpath, double tolerance, int *budget,
                            Arena *arena) {
    ASSERT(subpath != NULL && tolerance > 0.0 && budget != NULL);
    SvgLine line = {0};
    long total = 1;
    for (int i = 0; i < subpath->count; i++) {
        total += segments_of(&subpath->pieces[i], tolerance);
    }
    if (subpath->count == 0 || total > *budget) {
        *budget = 0;
        return line;
    }
    *budget -= (int)total;
    line.points = arena_array(arena, (size_t)total, sizeof *line.points);
    add_point(&line, subpath->pieces[0].from);
    for (int i = 0; i < subpath->count; i++) {
        const SvgPiece *piece = &subpath->pieces[i];
        int segments = segments_of(piece, tolerance);
        for (int k = 1; k <= segments; k++) {
            add_point(&line, svg_piece_at(piece, (double)k / segments));
        }
    }
    const Point *last = &line.points[line.count - 1];
    if (subpath->closed && line.count > 1 && last->x == line.points[0].x &&
        last->y == line.points[0].y) {
        line.count--;
    }
    return line;
}
