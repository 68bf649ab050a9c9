#include "drawing/svg_band.h"

#include "base/assert.h"

#include <stdlib.h>

enum {
    SAMPLES_MAX = 3000, ///< Of all outlines together.
    SAMPLES_LEAST = 40, ///< Of each that counts.
    EDGES_MAX = 2,
};

/// In mean widths: outlines no longer than this are marks in the band, or slivers.
#define MARK_MOST 4.0

/// Mean width over the length of all outlines. Of bands in atlases it is 0.002 to 0.01; of circuits
/// whose lines are filled like areas, 0.03 and more.
#define THIN 0.02

/// Of the samples that have another edge beside them.
#define BESIDE_LEAST 0.2

/// In mean widths: so near is another edge.
#define BESIDE_REACH 1.5

/// Of its usual width: parts of a band that are good, how many must be, and the widest that may be.
#define WIDTH_LOW  0.5
#define WIDTH_HIGH 1.7
#define GOOD_LEAST 0.95
#define WIDTH_MOST 3.0

/// In usual widths: where the band is wider than BULGE for longer than BULGE_LENGTH, two stretches
/// have run into one. Sharp corners are wider, too, but not for so long.
#define BULGE        1.4
#define BULGE_LENGTH 1.2

/// Of the area, that the middle times the usual width may be more or less.
#define AREA_OFF 0.028

/// In usual widths: where the band is narrower at an end, the feet walk along the end.
#define END_WIDTH 0.95

/// In usual widths: ends so near to each other are one place of a loop.
#define TOUCH 2.0

/// Of the mean length of the edges, that the middle may be longer or shorter.
#define LENGTH_OFF 0.04

/// An outline in even steps.
typedef struct Edge {
    Point *at;
    Point *along; ///< Unit.
    int count;
    double length;
    double area; ///< Counter-clockwise ones have a positive one.
} Edge;

/// A foot on each edge.
typedef struct Feet {
    int a, b;
} Feet;

/// The middle as it is found.
typedef struct Middle {
    Point *points;
    double *widths;
    int count;
} Middle;

// ---- edges ----------------------------------------------------------------------------------

static double outline_length(const SvgLine *line) {
    double length = 0.0;
    for (int i = 0; i < line->count; i++) {
        length += point_distance(line->points[i], line->points[(i + 1) % line->count]);
    }
    return length;
}

static double outline_area(const SvgLine *line) {
    double area = 0.0;
    Point origin = line->points[0];
    for (int i = 0; i < line->count; i++) {
        area += point_cross(point_sub(line->points[i], origin),
                            point_sub(line->points[(i + 1) % line->count], origin));
    }
    return 0.5 * area;
}

/// `count` samples at even steps.
static Edge make_edge(const SvgLine *line, int count, Arena *arena) {
    Edge edge = {.count = count, .length = outline_length(line), .area = outline_area(line)};
    edge.at = arena_array(arena, (size_t)count, sizeof *edge.at);
    edge.along = arena_array(arena, (size_t)count, sizeof *edge.along);
    double step = edge.length / count;
    double left = 0.0; // of the way to the next sample, from the start of the piece
    int made = 0;
    for (int i = 0; i < line->count; i++) {
        Point from = line->points[i];
        Point to = line->points[(i + 1) % line->count];
        double piece = point_distance(from, to);
        for (; left < piece && made < count; left += step) {
            edge.at[made++] = point_mix(from, to, left / piece);
        }
        left -= piece;
    }
    for (; made < count; made++) { // what rounding left
        edge.at[made] = line->points[0];
    }
    for (int i = 0; i < count; i++) {
        Point way = point_sub(edge.at[(i + 1) % count], edge.at[(i + count - 1) % count]);
        double length = point_length(way);
        edge.along[i] = length > 0.0 ? (Point){way.x / length, way.y / length} : (Point){1.0, 0.0};
    }
    return edge;
}

static void reverse_edge(Edge *edge) {
    for (int i = 0, k = edge->count - 1; i < k; i++, k--) {
        Point at = edge->at[i];
        Point along = edge->along[i];
        edge->at[i] = edge->at[k];
        edge->along[i] = edge->along[k];
        edge->at[k] = at;
        edge->along[k] = along;
    }
    for (int i = 0; i < edge->count; i++) {
        edge->along[i] = (Point){-edge->along[i].x, -edge->along[i].y};
    }
    edge->area = -edge->area;
}

// ---- what lies beside -------------------------------------------------------------------------

/// How far samples may be apart along one outline to be of two stretches.
static int apart(const Edge *edge, double reach) {
    return (int)(3.0 * reach * edge->count / edge->length) + 2;
}

/// The sample of `other` nearest to sample `i` of `edge` that lies across the band; -1: none within
/// `reach`. On one outline that is a stretch in the opposite direction on the inner side.
static int find_beside(const Edge *edge, int i, const Edge *other, double reach, double *distance) {
    int best = -1;
    double nearest = reach * reach;
    int least = apart(edge, reach);
    double side = edge->area > 0.0 ? 1.0 : -1.0;
    for (int k = 0; k < other->count; k++) {
        Point way = point_sub(other->at[k], edge->at[i]);
        double distance2 = point_dot(way, way);
        if (distance2 >= nearest) {
            continue;
        }
        double cosine = point_dot(edge->along[i], other->along[k]);
        if (edge == other) {
            int between = abs(k - i);
            between = between < edge->count - between ? between : edge->count - between;
            if (between < least || cosine > -0.7 ||
                side * point_cross(edge->along[i], way) <= 0.0) {
                continue;
            }
        } else if (fabs(cosine) < 0.7) {
            continue;
        }
        nearest = distance2;
        best = k;
    }
    *distance = sqrt(nearest);
    return best;
}

/// The share of samples of `edge` with `other` beside them. `*seed` gets the feet where their
/// distance is the nearest to `width`.
static double share_beside(const Edge *edge, const Edge *other, double width, Feet *seed) {
    double step = edge->length / edge->count;
    double reach = fmax(BESIDE_REACH * width, width + step);
    double best = (double)INFINITY;
    int beside = 0;
    for (int i = 0; i < edge->count; i++) {
        double distance;
        int k = find_beside(edge, i, other, reach, &distance);
        beside += k >= 0;
        if (k >= 0 && fabs(distance - width) < best) {
            best = fabs(distance - width);
            *seed = (Feet){i, k};
        }
    }
    return (double)beside / edge->count;
}

// ---- walking along both edges -----------------------------------------------------------------

static void add_middle(Middle *middle, Point a, Point b) {
    middle->points[middle->count] = point_middle(a, b);
    middle->widths[middle->count++] = point_distance(a, b);
}

/// Walks from `feet` on, `steps_a` samples forward on `a` and `steps_b` on `b`, there forward or
/// backward (`turn` 1 or -1).
static void walk_edges(const Edge *a, const Edge *b, Feet feet, int steps_a, int steps_b, int turn,
                       Middle *middle) {
    int i = feet.a;
    int k = feet.b;
    bool moved_a = true;
    bool moved_b = true;
    while (steps_a > 0 || steps_b > 0) {
        if (moved_a && moved_b) { // once both feet have moved: the middle goes on evenly
            add_middle(middle, a->at[i], b->at[k]);
            moved_a = moved_b = false;
        }
        int next_a = (i + 1) % a->count;
        int next_b = (k + turn + b->count) % b->count;
        bool on_a = steps_b == 0 || (steps_a > 0 && point_distance(a->at[next_a], b->at[k]) <=
                                                        point_distance(a->at[i], b->at[next_b]));
        if (on_a) {
            i = next_a;
            steps_a--;
            moved_a = true;
        } else {
            k = next_b;
            steps_b--;
            moved_b = true;
        }
    }
}

/// Along one outline the two feet meet at the ends of the band. From the seed to one end, then,
/// turned round, from it to the other.
static void walk_outline(const Edge *edge, Feet seed, Middle *middle) {
    int n = edge->count;
    int ahead = (seed.b - seed.a + n) % n; // samples from a forward to b
    for (int round = 0; round < 2; round++) {
        Feet feet = round == 0 ? seed : (Feet){seed.b, seed.a};
        int between = round == 0 ? ahead : n - ahead;
        int from = middle->count;
        // Each foot walks until they meet: the nearer one waits.
        int i = feet.a;
        int k = feet.b;
        bool moved_a = true;
        bool moved_b = true;
        for (int left = between; left > 1; left--) {
            if (moved_a && moved_b) {
                add_middle(middle, edge->at[i], edge->at[k]);
                moved_a = moved_b = false;
            }
            int next_i = (i + 1) % n;
            int next_k = (k + n - 1) % n;
            if (point_distance(edge->at[next_i], edge->at[k]) <=
                point_distance(edge->at[i], edge->at[next_k])) {
                i = next_i;
                moved_a = true;
            } else {
                k = next_k;
                moved_b = true;
            }
        }
        if (round == 0) { // the first half was walked outward: turn it round
            for (int low = from, high = middle->count - 1; low < high; low++, high--) {
                Point at = middle->points[low];
                double width = middle->widths[low];
                middle->points[low] = middle->points[high];
                middle->widths[low] = middle->widths[high];
                middle->points[high] = at;
                middle->widths[high] = width;
            }
            middle->count -= middle->count > 1; // the seed comes again
        }
    }
}

// ---- the whole ------------------------------------------------------------------------------

static int compare_numbers(const void *a, const void *b) {
    double first = *(const double *)a;
    double second = *(const double *)b;
    return (first > second) - (first < second);
}

static double median_of(const double *values, int count, Arena *arena) {
    double *sorted = arena_array(arena, (size_t)count + 1, sizeof *sorted);
    for (int i = 0; i < count; i++) {
        sorted[i] = values[i];
    }
    qsort(sorted, (size_t)count, sizeof *sorted, compare_numbers);
    return sorted[count / 2];
}

/// Cuts the ends, where the feet walk along the end of the band toward each other, and half a width
/// more: a slanting end would turn the middle.
static void cut_ends(Middle *middle, double width) {
    int from = 0;
    double cut = 0.0;
    while (from < middle->count && middle->widths[from] < END_WIDTH * width) {
        from++;
    }
    while (middle->count > from && middle->widths[middle->count - 1] < END_WIDTH * width) {
        middle->count--;
    }
    for (; from + 1 < middle->count && cut < 0.5 * width; from++) {
        cut += point_distance(middle->points[from], middle->points[from + 1]);
    }
    for (cut = 0.0; middle->count > from + 1 && cut < 0.5 * width; middle->count--) {
        cut += point_distance(middle->points[middle->count - 1], middle->points[middle->count - 2]);
    }
    middle->points += from;
    middle->widths += from;
    middle->count -= from;
}

/// Evens out the small steps of one foot and the other: a mean of three, twice.
static void smooth(Middle *middle, bool closed, Arena *arena) {
    int n = middle->count;
    Point *made = arena_array(arena, (size_t)n + 1, sizeof *made);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++) {
            bool end = !closed && (i == 0 || i == n - 1);
            Point before = middle->points[end ? i : (i + n - 1) % n];
            Point after = middle->points[end ? i : (i + 1) % n];
            made[i] = point_mix(middle->points[i], point_middle(before, after), 0.5);
        }
        for (int i = 0; i < n; i++) {
            middle->points[i] = made[i];
        }
    }
}

/// Whether the middle is that of a band: NULL, or what it is not.
static const char *find_fault(const Middle *middle, bool closed, double width, double edges,
                              double area) {
    int good = 0;
    double length = 0.0;
    double bulge = 0.0;
    for (int i = 0; i < middle->count; i++) {
        double own = middle->widths[i];
        good += own >= WIDTH_LOW * width && own <= WIDTH_HIGH * width;
        if (own > WIDTH_MOST * width) {
            return "its edges do not run side by side all the way";
        }
        double step = i > 0 || closed
                          ? point_distance(middle->points[i],
                                           middle->points[i > 0 ? i - 1 : middle->count - 1])
                          : 0.0;
        length += step;
        bulge = own > BULGE * width ? bulge + step : 0.0;
        if (bulge > BULGE_LENGTH * width) {
            return "two stretches of it have run into one";
        }
    }
    if (fabs(area - length * width) > AREA_OFF * area + (closed ? 0.0 : 2.0 * width * width)) {
        return "two stretches of it have run into one";
    }
    if (good < GOOD_LEAST * middle->count) {
        return "its width changes too much";
    }
    double wanted = 0.5 * edges - (closed ? 0.0 : 2.0 * width);
    if (fabs(length - wanted) > LENGTH_OFF * wanted + width) {
        return "its edges are not of one length";
    }
    return NULL;
}

static SvgBand unclear(double width, const char *why) {
    return (SvgBand){.kind = SVG_BAND_UNCLEAR, .width = width, .why = why};
}

static SvgBand find_middle(const Edge *edges, int count, double width, double area, Feet seed,
                           Arena *arena) {
    size_t room = (size_t)edges[0].count + (count > 1 ? (size_t)edges[1].count : 0) + 4;
    Middle middle = {arena_array(arena, room, sizeof(Point)),
                     arena_array(arena, room, sizeof(double)), 0};
    bool closed = count > 1;
    if (closed) {
        walk_edges(&edges[0], &edges[1], seed, edges[0].count, edges[1].count, 1, &middle);
    } else {
        walk_outline(&edges[0], seed, &middle);
    }
    double usual = median_of(middle.widths, middle.count, arena);
    if (!closed) {
        cut_ends(&middle, usual);
    }
    if (middle.count < SAMPLES_LEAST / 4) {
        return unclear(width, "its edges do not run side by side all the way");
    }
    smooth(&middle, closed, arena);
    double length = edges[0].length + (closed ? edges[1].length : 0.0);
    const char *why = find_fault(&middle, closed, usual, length, area);
    if (why) {
        return unclear(usual, why);
    }
    double gap = point_distance(middle.points[0], middle.points[middle.count - 1]);
    return (SvgBand){.kind = SVG_BAND_FOUND,
                     .line = {middle.points, middle.count},
                     .closed = closed || gap <= TOUCH * usual,
                     .width = usual};
}

SvgBand svg_band_find(const SvgLine *outlines, int count, Arena *arena) {
    ASSERT(outlines != NULL || count == 0);
    double total = 0.0;
    double area = 0.0;
    double holes = 0.0;
    for (int i = 0; i < count; i++) {
        double own = outlines[i].count > 2 ? fabs(outline_area(&outlines[i])) : 0.0;
        holes += own < area ? own : area;
        area = fmax(area, own);
        total += outlines[i].count > 2 ? outline_length(&outlines[i]) : 0.0;
    }
    double width = total > 0.0 ? 2.0 * fabs(area - holes) / total : 0.0;
    int longs[EDGES_MAX] = {0};
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (outlines[i].count > 2 && outline_length(&outlines[i]) > MARK_MOST * width) {
            longs[found < EDGES_MAX ? found : EDGES_MAX - 1] = i;
            found++;
        }
    }
    if (!(width > 1e-6 * total) || width > THIN * total || found == 0) {
        return (SvgBand){.kind = SVG_BAND_NONE};
    }
    if (found > EDGES_MAX) {
        return unclear(width,
                       "it has more than two outlines, as where it crosses or touches itself");
    }
    Edge edges[EDGES_MAX];
    for (int i = 0; i < found; i++) {
        int samples = (int)(SAMPLES_MAX * outline_length(&outlines[longs[i]]) / total);
        edges[i] = make_edge(&outlines[longs[i]], samples > SAMPLES_LEAST ? samples : SAMPLES_LEAST,
                             arena);
    }
    Feet seed = {0};
    double share = share_beside(&edges[0], &edges[found - 1], width, &seed);
    if (share <= BESIDE_LEAST) {
        return (SvgBand){.kind = SVG_BAND_NONE};
    }
    if (found > 1 && point_dot(edges[0].along[seed.a], edges[1].along[seed.b]) < 0.0) {
        reverse_edge(&edges[1]);
        seed.b = edges[1].count - 1 - seed.b;
    }
    return find_middle(edges, found, width, area - holes, seed, arena);
}
