#include "base/assert.h"
#include "drawing/svg_band_parts.h"

enum {
    CORNERS_MAX = 64,
    CROSSINGS_MAX = 8,
    LOOPS_MAX = 64,
};

/// In widths: over such a stretch on both sides an edge is looked at for corners.
#define CORNER_REACH 0.5

/// Sine of 20 degrees: corners turn more.
#define CORNER_LEAST 0.34

/// In widths: sides of the rhombus at 90 and at 35 degrees, with some room for round corners.
#define SIDE_LEAST 0.7
#define SIDE_MOST  2.0

/// In widths: the diagonals of the rhombus at 35 degrees.
#define DIAGONAL_MOST 3.6

/// In widths: so far apart are the middles of the two diagonals.
#define MIDDLE_OFF 0.4

/// Cosine of 35 degrees: so straight an edge goes on across the other stretch.
#define STRAIGHT 0.82

/// A corner of an edge, seen with the fill on the left: it turns right there.
typedef struct Corner {
    int sample; ///< Of all edges together.
    Point at;
    Point in, out; ///< Unit: of the edge before and behind it.
    bool used;
} Corner;

typedef struct CornerList {
    Corner items[CORNERS_MAX];
    int count;
    bool full;
} CornerList;

/// Four corners in counter-clockwise order around a crossing.
typedef struct Rhombus {
    int corners[4];
    double misfit;
    double area;
} Rhombus;

static Point unit_from(Point from, Point to) {
    Point way = point_sub(to, from);
    double length = point_length(way);
    return length > 0.0 ? (Point){way.x / length, way.y / length} : (Point){1.0, 0.0};
}

/// Adds the corners of an edge: the sharpest turn to the right in each reach. Those within a fill's
/// straight stretches are none.
static void find_corners(const SvgEdge *edge, int first, double width, CornerList *list,
                         Arena *arena) {
    int reach = (int)(CORNER_REACH * width * edge->count / edge->length);
    reach = reach < 1 ? 1 : reach;
    if (2 * reach >= edge->count) {
        return;
    }
    int n = edge->count;
    double *turns = arena_array(arena, (size_t)n, sizeof *turns);
    for (int i = 0; i < n; i++) {
        Point in = unit_from(edge->at[(i + n - reach) % n], edge->at[i]);
        Point out = unit_from(edge->at[i], edge->at[(i + reach) % n]);
        double sine = point_cross(in, out);
        turns[i] = point_dot(in, out) >= 0.0 ? -sine : sine < 0.0 ? 2.0 + sine : 0.0;
    }
    for (int i = 0; i < n; i++) {
        bool most = turns[i] > CORNER_LEAST;
        for (int k = 1; k <= reach && most; k++) {
            most = turns[(i + n - k) % n] < turns[i] && turns[(i + k) % n] <= turns[i];
        }
        if (!most) {
            continue;
        }
        if (list->count == CORNERS_MAX) {
            list->full = true;
            return;
        }
        list->items[list->count++] =
            (Corner){.sample = first + i,
                     .at = edge->at[i],
                     .in = unit_from(edge->at[(i + n - reach) % n], edge->at[i]),
                     .out = unit_from(edge->at[i], edge->at[(i + reach) % n])};
    }
}

/// Whether the edge that comes to `from` goes straight on behind `to`, across the other stretch.
static bool goes_across(const Corner *from, const Corner *to, double width) {
    double side = point_distance(from->at, to->at);
    Point way = unit_from(from->at, to->at);
    return side >= SIDE_LEAST * width && side <= SIDE_MOST * width &&
           point_dot(from->in, to->out) > STRAIGHT && point_dot(from->in, way) > STRAIGHT;
}

/// The rhombus with diagonals `a` to `c` and `b` to `d`, or one with a negative misfit.
static Rhombus find_rhombus(const CornerList *list, int a, int c, int b, int d, double width) {
    const Corner *items = list->items;
    Point middle = point_middle(items[a].at, items[c].at);
    double off = point_distance(middle, point_middle(items[b].at, items[d].at));
    Rhombus rhombus = {{a, b, c, d}, -1.0, 0.0};
    if (off > MIDDLE_OFF * width) {
        return rhombus;
    }
    if (point_cross(point_sub(items[a].at, middle), point_sub(items[b].at, middle)) < 0.0) {
        rhombus.corners[1] = d;
        rhombus.corners[3] = b;
    }
    for (int k = 0; k < 4; k++) {
        const Corner *from = &items[rhombus.corners[k]];
        if (!goes_across(from, &items[rhombus.corners[(k + 1) % 4]], width)) {
            return rhombus;
        }
    }
    rhombus.misfit = off;
    rhombus.area = 0.5 * fabs(point_cross(point_sub(items[c].at, items[a].at),
                                          point_sub(items[d].at, items[b].at)));
    return rhombus;
}

/// The rhombus of corners not used yet that fits best; false: there is none.
static bool next_rhombus(const CornerList *list, double width, Rhombus *best) {
    best->misfit = -1.0;
    for (int a = 0; a < list->count; a++) {
        for (int c = a + 1; c < list->count && !list->items[a].used; c++) {
            if (list->items[c].used ||
                point_distance(list->items[a].at, list->items[c].at) > DIAGONAL_MOST * width) {
                continue;
            }
            for (int b = a + 1; b < list->count; b++) {
                for (int d = b + 1; d < list->count && !list->items[b].used && b != c; d++) {
                    if (d == c || list->items[d].used) {
                        continue;
                    }
                    Rhombus rhombus = find_rhombus(list, a, c, b, d, width);
                    if (rhombus.misfit >= 0.0 &&
                        (best->misfit < 0.0 || rhombus.misfit < best->misfit)) {
                        *best = rhombus;
                    }
                }
            }
        }
    }
    return best->misfit >= 0.0;
}

/// The closed lines that `next` makes of all samples.
static void collect_loops(const Point *at, const int *next, int total, SvgCrossings *out,
                          Arena *arena) {
    bool *seen = arena_array(arena, (size_t)total, sizeof *seen);
    out->loops = arena_array(arena, LOOPS_MAX, sizeof *out->loops);
    for (int i = 0; i < total && out->loop_count < LOOPS_MAX; i++) {
        if (seen[i]) {
            continue;
        }
        SvgLine loop = {arena_array(arena, (size_t)total, sizeof *loop.points), 0};
        for (int k = i; !seen[k]; k = next[k]) {
            seen[k] = true;
            loop.points[loop.count++] = at[k];
        }
        out->loops[out->loop_count++] = loop;
    }
}

SvgCrossings svg_band_cut(const SvgEdge *edges, int count, double width, Arena *arena) {
    ASSERT(edges != NULL && width > 0.0);
    SvgCrossings out = {0};
    int total = 0;
    for (int i = 0; i < count; i++) {
        total += edges[i].count;
    }
    Point *at = arena_array(arena, (size_t)total, sizeof *at);
    int *next = arena_array(arena, (size_t)total, sizeof *next);
    CornerList *list = arena_alloc(arena, sizeof *list);
    int first = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < edges[i].count; k++) {
            at[first + k] = edges[i].at[k];
            next[first + k] = first + (k + 1) % edges[i].count;
        }
        find_corners(&edges[i], first, width, list, arena);
        first += edges[i].count;
    }
    Rhombus rhombus;
    while (!list->full && out.count < CROSSINGS_MAX && next_rhombus(list, width, &rhombus)) {
        int after[4];
        for (int k = 0; k < 4; k++) {
            list->items[rhombus.corners[k]].used = true;
            after[k] = next[list->items[rhombus.corners[k]].sample];
        }
        for (int k = 0; k < 4; k++) {
            next[list->items[rhombus.corners[k]].sample] = after[(k + 1) % 4];
        }
        out.count++;
        out.area += rhombus.area;
    }
    if (out.count > 0) {
        collect_loops(at, next, total, &out, arena);
    }
    return out;
}
