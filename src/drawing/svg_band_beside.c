#include "base/assert.h"
#include "drawing/svg_band_parts.h"
#include "geometry/trig.h"

#include <stdlib.h>

/// Of half the width: points of the middle are no nearer to any edge.
#define CLEAR 0.85

/// Of half the width: chords that lead across are no nearer to any edge in their middle.
#define CHORD_CLEAR 0.5

/// In widths: a chord is no longer.
#define CHORD_MOST 2.5

/// In widths: edges farther from the middle are not those of its road.
#define COVER 0.8

/// Of the length of all edges: so much of them may belong to marks; and in widths, each of them.
#define MARKS_MOST 0.08
#define MARK_MOST  16.0

/// Of the area, that the middle times the width may be more or less.
#define AREA_OFF 0.08

/// In widths: another stretch of the middle that is as near lies on the same one, and how long that
/// may be: at a crossing of 35 degrees it is 2.4.
#define DOUBLE_NEAR 0.7
#define DOUBLE_MOST 3.0

/// In widths of bare edge for a radian: the middle that turns less is the better one. It leaves out
/// an arrow, which turns by some 8, sooner than a hairpin, which has long edges.
#define TURN_COST 1.0

enum {
    ARC_MOST = 24, ///< Points around a corner.
};

/// How well the band around a middle covers the edges.
typedef struct Cover {
    double bare;  ///< Length of edges that it leaves bare.
    double worst; ///< The longest piece of them,
    Point where;  ///< and where its middle is.
} Cover;

/// Edges and what is asked of a middle between them.
typedef struct Bounds {
    const SvgEdge *edges;
    int count;
    double half; ///< Width.
    double area;
} Bounds;

static bool is_clear(const Bounds *bounds, Point at, double least) {
    for (int k = 0; k < bounds->count; k++) {
        const SvgEdge *edge = &bounds->edges[k];
        for (int i = 0; i < edge->count; i++) {
            double x = edge->at[i].x - at.x;
            double y = edge->at[i].y - at.y;
            if (x * x + y * y < least * least) {
                return false;
            }
        }
    }
    return true;
}

/// Left of `along`.
static Point beside(Point at, Point along, double by) {
    return (Point){at.x - by * along.y, at.y + by * along.x};
}

static void add_clear(SvgLine *line, const Bounds *bounds, Point at) {
    if (is_clear(bounds, at, CLEAR * bounds->half)) {
        line->points[line->count++] = at;
    }
}

/// The line half a width to the left of a loop, round its corners, without the parts that come too
/// near to an edge, as inside tight bends.
static SvgLine line_beside(const SvgEdge *loop, const Bounds *bounds, Arena *arena) {
    SvgLine line = {arena_array(arena, (size_t)loop->count * 2 + ARC_MOST * 4, sizeof *line.points),
                    0};
    int room = loop->count + ARC_MOST * 4; // for corners
    double step = loop->length / loop->count;
    Point before = loop->along[loop->count - 1];
    for (int i = 0; i < loop->count; i++) {
        Point from = beside(loop->at[i], before, bounds->half);
        Point to = beside(loop->at[i], loop->along[i], bounds->half);
        int arc = (int)(point_distance(from, to) / step);
        arc = arc < ARC_MOST ? arc : ARC_MOST;
        for (int k = 1; k <= arc && room > 0; k++, room--) {
            Point way = point_mix(before, loop->along[i], (double)k / (arc + 1));
            double length = point_length(way);
            if (length > 0.1) {
                add_clear(
                    &line, bounds,
                    beside(loop->at[i], (Point){way.x / length, way.y / length}, bounds->half));
            }
        }
        add_clear(&line, bounds, to);
        before = loop->along[i];
    }
    return line;
}

/// Whether no chord of the line leads out of the band.
static bool stays_inside(const SvgLine *line, const Bounds *bounds) {
    for (int i = 0; i < line->count; i++) {
        Point from = line->points[i];
        Point to = line->points[(i + 1) % line->count];
        double chord = point_distance(from, to);
        if (chord > CHORD_MOST * 2.0 * bounds->half ||
            (chord > 0.5 * bounds->half &&
             !is_clear(bounds, point_middle(from, to), CHORD_CLEAR * bounds->half))) {
            return false;
        }
    }
    return true;
}

static bool is_covered(const SvgLine *line, Point at, double reach) {
    for (int i = 0; i < line->count; i++) {
        double x = line->points[i].x - at.x;
        double y = line->points[i].y - at.y;
        if (x * x + y * y < reach * reach) {
            return true;
        }
    }
    return false;
}

static Cover cover_of(const SvgLine *line, const Bounds *bounds) {
    Cover cover = {0};
    double reach = COVER * 2.0 * bounds->half;
    for (int k = 0; k < bounds->count; k++) {
        const SvgEdge *edge = &bounds->edges[k];
        double step = edge->length / edge->count;
        int run = 0;
        for (int i = 0; i < edge->count; i++) {
            run = is_covered(line, edge->at[i], reach) ? 0 : run + 1;
            cover.bare += run > 0 ? step : 0.0;
            if (run * step > cover.worst) {
                cover.worst = run * step;
                cover.where = edge->at[i - run / 2];
            }
        }
    }
    return cover;
}

/// A mean of three points, twice.
static void smooth(SvgLine *line, Arena *arena) {
    Point *made = arena_array(arena, (size_t)line->count, sizeof *made);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < line->count; i++) {
            Point before = line->points[(i + line->count - 1) % line->count];
            Point after = line->points[(i + 1) % line->count];
            made[i] = point_mix(line->points[i], point_middle(before, after), 0.5);
        }
        for (int i = 0; i < line->count; i++) {
            line->points[i] = made[i];
        }
    }
}

/// The longest run of points with another stretch of the line nearer than a width; m, or what the
/// unit is. `where` gets its middle.
static double find_double(const SvgLine *line, double width, Point *where) {
    double step = svg_outline_length(line) / line->count;
    int apart = (int)(3.0 * width / step) + 1;
    int run = 0;
    int longest = 0;
    for (int i = 0; i < line->count; i++) {
        bool near = false;
        for (int k = 0; k < line->count && !near; k++) {
            int between = abs(k - i);
            between = between < line->count - between ? between : line->count - between;
            near = between > apart &&
                   point_distance(line->points[i], line->points[k]) < DOUBLE_NEAR * width;
        }
        run = near ? run + 1 : 0;
        if (run > longest) {
            longest = run;
            *where = line->points[i - run / 2];
        }
    }
    return longest * step;
}

/// How far the line turns, to one side and the other, rad: looked at every half width.
static double turning_of(const SvgLine *line, double width) {
    int step = (int)(0.5 * width * line->count / svg_outline_length(line));
    step = step < 1 ? 1 : step;
    double turning = 0.0;
    for (int i = 0; i < line->count; i += step) {
        Point before =
            point_sub(line->points[i], line->points[(i + line->count - step) % line->count]);
        Point after = point_sub(line->points[(i + step) % line->count], line->points[i]);
        turning += fabs(
            (double)trig_atan2((float)point_cross(before, after), (float)point_dot(before, after)));
    }
    return turning;
}

/// A middle and how good it is.
typedef struct Candidate {
    SvgLine line;
    bool good;
    double cost; ///< Less is better.
    bool placed; ///< What is bad about it stands at one place.
    Point where;
} Candidate;

static Candidate judge(SvgLine line, const Bounds *bounds, double total) {
    double width = 2.0 * bounds->half;
    Cover cover = cover_of(&line, bounds);
    Point where;
    double doubled = find_double(&line, width, &where);
    double painted = width * svg_outline_length(&line);
    bool covered = cover.bare <= MARKS_MOST * total && cover.worst <= MARK_MOST * width;
    bool single = doubled <= DOUBLE_MOST * width;
    return (Candidate){
        .line = line,
        .good = covered && single && fabs(painted - bounds->area) <= AREA_OFF * bounds->area &&
                stays_inside(&line, bounds),
        .cost = cover.bare + TURN_COST * width * turning_of(&line, width),
        .placed = cover.worst > 0.0 || doubled > 0.0,
        .where = covered && !single ? where : cover.where,
    };
}

SvgBand svg_band_beside(const SvgEdge *loops, int loop_count, const SvgEdge *edges, int count,
                        double width, double area, Arena *arena) {
    ASSERT(loops != NULL && edges != NULL && width > 0.0);
    Bounds bounds = {edges, count, 0.5 * width, area};
    double total = 0.0;
    for (int i = 0; i < count; i++) {
        total += edges[i].length;
    }
    SvgBand best = {.kind = SVG_BAND_UNCLEAR,
                    .width = width,
                    .why = "two stretches of it have run into one, or a side road leaves it"};
    double least = (double)INFINITY;
    for (int i = 0; i < loop_count; i++) {
        SvgLine line = line_beside(&loops[i], &bounds, arena);
        if (line.count < 3) {
            continue;
        }
        Candidate next = judge(line, &bounds, total);
        bool better = next.good == best.closed ? next.cost < least : next.good;
        if (better) {
            least = next.cost;
            best.closed = next.good;
            best.line = next.line;
            best.placed = next.placed;
            best.where = next.where;
        }
    }
    if (best.closed) {
        best.kind = SVG_BAND_FOUND;
        smooth(&best.line, arena);
    }
    return best;
}
