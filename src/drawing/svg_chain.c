#include "drawing/svg_chain.h"

#include "base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STROKES_MAX = 200,
    LOOKS = 24,         ///< At a stroke, for whether it lies on another.
    BRIDGE_POINTS = 16, ///< Of the curve across a gap.
};

/// Parts of the length of all strokes: over which an end has its direction ...
#define END_PART 0.004

/// ... the widest gap that is bridged, and the widest that is closed whatever the directions are.
#define GAP_PART   0.12
#define TOUCH_PART 0.004

/// Cosine of 70 degrees: strokes that turn more are not joined. And of 60: gaps lie ahead.
#define TURN_MOST   0.34
#define AHEAD_LEAST 0.5

/// A stroke that may go on from an end of the chain.
typedef struct Joint {
    int stroke;    ///< -1: the other end of the chain.
    bool at_start; ///< It is joined before the start, not behind the end.
    bool reversed; ///< With its last point first.
    double score;  ///< Less is better.
    double gap;
} Joint;

typedef struct Chain {
    SvgStroke *strokes;
    bool *used;
    int count;
    Point *points;  ///< With room for all points and bridges.
    int first, end; ///< The chain is points[first .. end - 1].
    double total;   ///< Length of all strokes.
    SvgChain result;
} Chain;

static Point minus(Point a, Point b) { return (Point){a.x - b.x, a.y - b.y}; }

static double dot_of(Point a, Point b) { return a.x * b.x + a.y * b.y; }

static double length_of(Point v) { return sqrt(dot_of(v, v)); }

static Point unit_of(Point v) {
    double length = length_of(v);
    return length > 0.0 ? (Point){v.x / length, v.y / length} : (Point){0.0, 0.0};
}

static double line_length(const Point *points, int count, bool closed) {
    double length = closed ? length_of(minus(points[0], points[count - 1])) : 0.0;
    for (int i = 1; i < count; i++) {
        length += length_of(minus(points[i], points[i - 1]));
    }
    return length;
}

// ---- doubles --------------------------------------------------------------------------------

static double distance2(Point a, Point b, Point at) {
    Point along = minus(b, a);
    Point way = minus(at, a);
    double length2 = dot_of(along, along);
    double t = length2 > 0.0 ? dot_of(way, along) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    Point off = {way.x - t * along.x, way.y - t * along.y};
    return dot_of(off, off);
}

static bool is_near(const SvgStroke *stroke, Point at, double reach) {
    const SvgLine *line = &stroke->line;
    for (int i = stroke->closed ? 0 : 1; i < line->count; i++) {
        const Point *before = &line->points[i > 0 ? i - 1 : line->count - 1];
        if (distance2(*before, line->points[i], at) <= reach * reach) {
            return true;
        }
    }
    return false;
}

/// Whether `stroke` lies on `other` all along.
static bool lies_on(const SvgStroke *stroke, const SvgStroke *other, double total) {
    double reach = 0.25 * fmax(stroke->width, other->width);
    reach = fmax(fmin(reach, 0.01 * total), 0.001 * total);
    int count = stroke->line.count;
    for (int k = 0; k <= LOOKS; k++) {
        int i = (int)((double)(count - 1) * k / LOOKS);
        if (!is_near(other, stroke->line.points[i], reach)) {
            return false;
        }
    }
    return true;
}

static int compare_lengths(const void *a, const void *b) {
    const SvgStroke *first = a;
    const SvgStroke *second = b;
    if (first->length != second->length) {
        return first->length > second->length ? -1 : 1;
    }
    // Of equal ones in the order of the file: their points were made one after the other.
    return first->line.points < second->line.points ? -1 : 1;
}

/// Sorts the strokes, the longest first, and drops those that say nothing.
static void sort_strokes(Chain *chain) {
    int kept = 0;
    for (int i = 0; i < chain->count; i++) {
        SvgStroke stroke = chain->strokes[i];
        if (stroke.line.count >= 2) {
            stroke.length = line_length(stroke.line.points, stroke.line.count, stroke.closed);
            chain->strokes[kept] = stroke;
            kept += stroke.length > 0.0;
        }
    }
    if (kept > 0) { // else there may be no array at all
        qsort(chain->strokes, (size_t)kept, sizeof *chain->strokes, compare_lengths);
    }
    chain->result.left_out = kept > STROKES_MAX ? kept - STROKES_MAX : 0;
    chain->count = kept < STROKES_MAX ? kept : STROKES_MAX;
}

static void drop_doubles(Chain *chain) {
    int kept = 0;
    double longest = chain->count > 0 ? chain->strokes[0].length : 0.0;
    for (int i = 0; i < chain->count; i++) {
        bool is_double = false;
        for (int k = 0; k < kept && !is_double; k++) {
            is_double = lies_on(&chain->strokes[i], &chain->strokes[k], longest);
        }
        if (is_double) {
            chain->result.doubles++;
        } else {
            chain->strokes[kept++] = chain->strokes[i];
            chain->total += chain->strokes[i].length;
        }
    }
    chain->count = kept;
}

// ---- joining --------------------------------------------------------------------------------

/// The direction in which a line goes on beyond its end; `reversed`: before its start.
static Point way_out(const Point *points, int count, bool reversed, double reach) {
    const Point *end = &points[reversed ? 0 : count - 1];
    const Point *from = end;
    for (int k = 1; k < count && length_of(minus(*end, *from)) < reach; k++) {
        from = &points[reversed ? k : count - 1 - k];
    }
    return unit_of(minus(*end, *from));
}

/// How well a line that ends at `end` in the direction `out` goes on at `start` in the direction
/// `in`; less is better, negative: not at all.
static double score_of(const Chain *chain, Point end, Point out, Point start, Point in) {
    Point gap = minus(start, end);
    double length = length_of(gap);
    double cosine = dot_of(out, in);
    bool touch = length <= TOUCH_PART * chain->total;
    bool ahead =
        dot_of(out, gap) >= AHEAD_LEAST * length && dot_of(in, gap) >= AHEAD_LEAST * length;
    if (cosine < TURN_MOST || length > GAP_PART * chain->total || (!touch && !ahead)) {
        return -1.0;
    }
    return length * (2.0 - cosine) + 1e-6 * chain->total;
}

/// Lowers `best` to the joint of `stroke` with an end of the chain, where that is better.
static void try_stroke(const Chain *chain, int index, Joint *best) {
    const SvgStroke *stroke = &chain->strokes[index];
    const Point *points = chain->points + chain->first;
    int count = chain->end - chain->first;
    double reach = END_PART * chain->total;
    for (int k = 0; k < 4; k++) {
        bool at_start = k & 1;
        bool reversed = k & 2;
        // Seen from the chain's end, whichever that is, the stroke leads away.
        Point end = points[at_start ? 0 : count - 1];
        Point out = way_out(points, count, at_start, reach);
        Point start = stroke->line.points[reversed ? stroke->line.count - 1 : 0];
        Point back = way_out(stroke->line.points, stroke->line.count, !reversed, reach);
        double gap = length_of(minus(start, end));
        double score = score_of(chain, end, out, start, (Point){-back.x, -back.y});
        if (score >= 0.0 && score < best->score && stroke->length > gap) {
            *best = (Joint){index, at_start, reversed, score, gap};
        }
    }
}

static void try_closing(const Chain *chain, Joint *best) {
    const Point *points = chain->points + chain->first;
    int count = chain->end - chain->first;
    double reach = END_PART * chain->total;
    Point back = way_out(points, count, true, reach);
    Point end = points[count - 1];
    double score = score_of(chain, end, way_out(points, count, false, reach), points[0],
                            (Point){-back.x, -back.y});
    if (score >= 0.0 && score < best->score && count > 2) {
        *best = (Joint){-1, false, false, score, length_of(minus(points[0], end))};
    }
}

/// Points of `line` to leave out at its start so that it leads on from `end`, whose line goes in
/// the direction `out`: what overlaps would be driven there and back.
static int overlap_of(const Point *line, int count, Point end, Point out, double reach) {
    int cut = 0;
    double gone = 0.0;
    double most = 4.0 * length_of(minus(line[0], end)) + reach;
    while (cut < count - 2 && gone < most && dot_of(minus(line[cut], end), out) <= 0.0) {
        gone += length_of(minus(line[cut + 1], line[cut]));
        cut++;
    }
    return cut;
}

/// Points between `end` and `start` on a curve that leaves along `out` and arrives along `in`:
/// Hermite's, with tangents as long as the gap. None where the gap is small.
static int bridge(Point end, Point out, Point start, Point in, double least, Point *points) {
    double gap = length_of(minus(start, end));
    if (gap < least) {
        return 0;
    }
    for (int i = 1; i <= BRIDGE_POINTS; i++) {
        double t = (double)i / (BRIDGE_POINTS + 1);
        double h = t * t * (3.0 - 2.0 * t);
        double leave = gap * t * (1.0 - t) * (1.0 - t);
        double arrive = gap * t * t * (t - 1.0);
        points[i - 1] = (Point){end.x + h * (start.x - end.x) + leave * out.x + arrive * in.x,
                                end.y + h * (start.y - end.y) + leave * out.y + arrive * in.y};
    }
    return BRIDGE_POINTS;
}

static void reverse(Point *points, int count) {
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        Point kept = points[i];
        points[i] = points[k];
        points[k] = kept;
    }
}

/// Puts `line` behind the end of the chain.
static void append(Chain *chain, const Point *line, int count) {
    double reach = END_PART * chain->total;
    Point *points = chain->points + chain->first;
    int own = chain->end - chain->first;
    Point out = way_out(points, own, false, reach);
    Point end = points[own - 1];
    int cut = overlap_of(line, count, end, out, reach);
    Point back = way_out(line + cut, count - cut, true, reach);
    chain->end +=
        bridge(end, out, line[cut], (Point){-back.x, -back.y}, reach, chain->points + chain->end);
    memcpy(chain->points + chain->end, line + cut, (size_t)(count - cut) * sizeof *line);
    chain->end += count - cut;
}

/// Joins a stroke. One that leads to the start is put behind the end of the reversed chain.
static void join(Chain *chain, Joint joint) {
    SvgStroke *stroke = &chain->strokes[joint.stroke];
    Point *points = chain->points + chain->first;
    int count = chain->end - chain->first;
    bool backward = joint.at_start;
    if (backward) {
        reverse(points, count);
    }
    if (joint.reversed) {
        reverse(stroke->line.points, stroke->line.count);
    }
    append(chain, stroke->line.points, stroke->line.count);
    if (backward) {
        reverse(points, chain->end - chain->first);
    }
    chain->used[joint.stroke] = true;
    chain->result.joined++;
    chain->result.gap = fmax(chain->result.gap, joint.gap);
}

/// Closes the chain on itself.
static void close_chain(Chain *chain, double gap) {
    double reach = END_PART * chain->total;
    Point *points = chain->points + chain->first;
    int count = chain->end - chain->first;
    Point out = way_out(points, count, false, reach);
    Point end = points[count - 1];
    int cut = overlap_of(points, count / 2, end, out, reach);
    Point back = way_out(points + cut, count - cut, true, reach);
    chain->end +=
        bridge(end, out, points[cut], (Point){-back.x, -back.y}, reach, chain->points + chain->end);
    chain->first += cut;
    if (length_of(minus(chain->points[chain->end - 1], chain->points[chain->first])) <=
        1e-9 * chain->total) {
        chain->end--;
    }
    chain->result.closed = true;
    chain->result.gap = fmax(chain->result.gap, gap);
}

static void join_all(Chain *chain) {
    while (!chain->result.closed) {
        Joint best = {.stroke = -1, .score = (double)INFINITY};
        try_closing(chain, &best);
        for (int i = 0; i < chain->count; i++) {
            if (!chain->used[i] && !chain->strokes[i].closed) {
                try_stroke(chain, i, &best);
            }
        }
        if (best.score >= (double)INFINITY) {
            return;
        }
        if (best.stroke < 0) {
            close_chain(chain, best.gap);
        } else {
            join(chain, best);
        }
    }
}

SvgChain svg_chain_make(SvgStroke *strokes, int count, Arena *arena) {
    ASSERT(count == 0 || strokes != NULL);
    Chain chain = {.strokes = strokes, .count = count};
    sort_strokes(&chain);
    drop_doubles(&chain);
    if (chain.count == 0) {
        return chain.result;
    }
    size_t room = 2;
    for (int i = 0; i < chain.count; i++) {
        room += (size_t)chain.strokes[i].line.count + BRIDGE_POINTS + 1;
    }
    chain.points = arena_array(arena, room, sizeof *chain.points);
    chain.used = arena_array(arena, (size_t)chain.count, sizeof(bool));
    const SvgLine *longest = &chain.strokes[0].line;
    memcpy(chain.points, longest->points, (size_t)longest->count * sizeof *chain.points);
    chain.end = longest->count;
    chain.used[0] = true;
    chain.result.joined = 1;
    chain.result.closed = chain.strokes[0].closed;
    join_all(&chain);
    chain.result.line = (SvgLine){chain.points + chain.first, chain.end - chain.first};
    chain.result.length =
        line_length(chain.result.line.points, chain.result.line.count, chain.result.closed);
    chain.result.left_out += chain.count - chain.result.joined;
    return chain.result;
}
