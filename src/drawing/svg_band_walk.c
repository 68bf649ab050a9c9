#include "drawing/svg_band_parts.h"

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

enum {
    MIDDLE_LEAST = 10, ///< Points of the middle.
};

/// The middle as it is found.
typedef struct Middle {
    Point *points;
    double *widths;
    int count;
} Middle;

// ---- walking along both edges -----------------------------------------------------------------

static void add_middle(Middle *middle, Point a, Point b) {
    middle->points[middle->count] = point_middle(a, b);
    middle->widths[middle->count++] = point_distance(a, b);
}

/// Walks from `feet` on, `steps_a` samples forward on `a` and `steps_b` on `b`, there forward or
/// backward (`turn` 1 or -1).
static void walk_edges(const SvgEdge *a, const SvgEdge *b, SvgFeet feet, int steps_a, int steps_b,
                       int turn, Middle *middle) {
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
static void walk_outline(const SvgEdge *edge, SvgFeet seed, Middle *middle) {
    int n = edge->count;
    int ahead = (seed.b - seed.a + n) % n; // samples from a forward to b
    for (int round = 0; round < 2; round++) {
        SvgFeet feet = round == 0 ? seed : (SvgFeet){seed.b, seed.a};
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

static SvgBand unclear(double width, const char *why) {
    return (SvgBand){.kind = SVG_BAND_UNCLEAR, .width = width, .why = why};
}

static SvgBand unclear_at(double width, const char *why, Point where) {
    return (SvgBand){
        .kind = SVG_BAND_UNCLEAR, .width = width, .why = why, .placed = true, .where = where};
}

/// The middle as a band, or why it is none.
static SvgBand judge(const Middle *middle, bool closed, double width, double edges, double area) {
    int good = 0;
    double length = 0.0;
    double bulge = 0.0;
    for (int i = 0; i < middle->count; i++) {
        double own = middle->widths[i];
        good += own >= WIDTH_LOW * width && own <= WIDTH_HIGH * width;
        if (own > WIDTH_MOST * width) {
            return unclear_at(width, "its edges do not run side by side", middle->points[i]);
        }
        double step = i > 0 || closed
                          ? point_distance(middle->points[i],
                                           middle->points[i > 0 ? i - 1 : middle->count - 1])
                          : 0.0;
        length += step;
        bulge = own > BULGE * width ? bulge + step : 0.0;
        if (bulge > BULGE_LENGTH * width) {
            return unclear_at(width, "two stretches of it have run into one", middle->points[i]);
        }
    }
    if (fabs(area - length * width) > AREA_OFF * area + (closed ? 0.0 : 2.0 * width * width)) {
        return unclear(width, "two stretches of it have run into one");
    }
    if (good < GOOD_LEAST * middle->count) {
        return unclear(width, "its width changes too much");
    }
    double wanted = 0.5 * edges - (closed ? 0.0 : 2.0 * width);
    if (fabs(length - wanted) > LENGTH_OFF * wanted + width) {
        return unclear(width, "its edges are not of one length");
    }
    double gap = point_distance(middle->points[0], middle->points[middle->count - 1]);
    return (SvgBand){.kind = SVG_BAND_FOUND,
                     .line = {middle->points, middle->count},
                     .closed = closed || gap <= TOUCH * width,
                     .width = width};
}

SvgBand svg_band_walk(const SvgEdge *edges, int count, double width, double area, SvgFeet seed,
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
    double usual = svg_band_median(middle.widths, middle.count, arena);
    if (!closed) {
        cut_ends(&middle, usual);
    }
    if (middle.count < MIDDLE_LEAST) {
        return unclear(width, "its edges do not run side by side");
    }
    smooth(&middle, closed, arena);
    double length = edges[0].length + (closed ? edges[1].length : 0.0);
    return judge(&middle, closed, usual, length, area);
}
