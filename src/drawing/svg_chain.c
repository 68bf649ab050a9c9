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

/// Cosine of 70 degrees: strokes that turn more, up to 160, are joined only where they touch and
/// only into a circuit. And of 60: gaps lie ahead.
#define TURN_MOST   0.34
#define SHARP_MOST  (-0.94)
#define AHEAD_LEAST 0.5

/// Parts of the length of all strokes: how near those come that turn so sharply, and how long they
/// are at least: marks at the end of a road are shorter.
#define SHARP_TOUCH 0.001
#define SHARP_PART  0.05

/// A stroke that may go on from an end of the chain.
typedef struct Joint {
    int stroke;    ///< -1: the other end of the chain.
    bool at_start; ///< It is joined before the start, not behind the end.
    bool reversed; ///< With its last point first.
    double score;  ///< Less is better.
    double gap;
} Joint;

/// An end of a line.
typedef struct End {
    Point at;
    Point out; ///< Unit: the direction in which the line goes on beyond it.
} End;

typedef struct Chain {
    SvgStroke *strokes;
    bool *used;
    int count;
    SvgLine line; ///< With room for all points and bridges.
    double total; ///< Length of all strokes.
    bool sharp;   ///< Strokes that touch may turn sharply.
    SvgChain result;
} Chain;

static Point unit_of(Point v) {
    double length = point_length(v);
    return length > 0.0 ? (Point){v.x / length, v.y / length} : (Point){0.0, 0.0};
}

static double line_length(SvgLine line, bool closed) {
    double length = closed ? point_distance(line.points[0], line.points[line.count - 1]) : 0.0;
    for (int i = 1; i < line.count; i++) {
        length += point_distance(line.points[i], line.points[i - 1]);
    }
    return length;
}

// ---- doubles --------------------------------------------------------------------------------

static double distance2(Point a, Point b, Point at) {
    Point along = point_sub(b, a);
    Point way = point_sub(at, a);
    double length2 = point_dot(along, along);
    double t = length2 > 0.0 ? point_dot(way, along) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    Point off = {way.x - t * along.x, way.y - t * along.y};
    return point_dot(off, off);
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
            stroke.length = line_length(stroke.line, stroke.closed);
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

/// The end of `line`, or its start: the direction is that of its last few points there.
static End end_of(const Chain *chain, SvgLine line, bool start) {
    double reach = END_PART * chain->total;
    Point at = line.points[start ? 0 : line.count - 1];
    Point from = at;
    for (int k = 1; k < line.count && point_distance(at, from) < reach; k++) {
        from = line.points[start ? k : line.count - 1 - k];
    }
    return (End){at, unit_of(point_sub(at, from))};
}

/// Whether the line that ends at `end` meets another there that leads off to a side.
static bool turns_sharply(const Chain *chain, End end, End start) {
    double cosine = -point_dot(end.out, start.out);
    return cosine < TURN_MOST && cosine >= SHARP_MOST &&
           point_distance(end.at, start.at) <= SHARP_TOUCH * chain->total;
}

/// How well a line that ends at `end` goes on at `start`, of another that is `line_length` long or
/// of itself; less is better, negative: not at all.
static double score_of(const Chain *chain, End end, End start, double line_length) {
    Point gap = point_sub(start.at, end.at);
    double length = point_length(gap);
    double cosine = -point_dot(end.out, start.out);
    if (chain->sharp && turns_sharply(chain, end, start) &&
        line_length >= SHARP_PART * chain->total) {
        return (2.0 - cosine) * chain->total; // behind all that turn less
    }
    bool touch = length <= TOUCH_PART * chain->total;
    bool ahead = point_dot(end.out, gap) >= AHEAD_LEAST * length &&
                 -point_dot(start.out, gap) >= AHEAD_LEAST * length;
    if (cosine < TURN_MOST || length > GAP_PART * chain->total || (!touch && !ahead)) {
        return -1.0;
    }
    return length * (2.0 - cosine) + 1e-6 * chain->total;
}

/// Lowers `best` to the joint of `stroke` with an end of the chain, where that is better.
static void try_stroke(const Chain *chain, int index, Joint *best) {
    const SvgStroke *stroke = &chain->strokes[index];
    for (int k = 0; k < 4; k++) {
        bool at_start = k & 1;
        bool reversed = k & 2;
        // Seen from the chain's end, whichever that is, the stroke leads away.
        End end = end_of(chain, chain->line, at_start);
        End start = end_of(chain, stroke->line, !reversed);
        double gap = point_distance(start.at, end.at);
        double score = score_of(chain, end, start, stroke->length);
        if (score >= 0.0 && score < best->score && stroke->length > gap) {
            *best = (Joint){index, at_start, reversed, score, gap};
        }
    }
}

static void try_closing(const Chain *chain, Joint *best) {
    End end = end_of(chain, chain->line, false);
    End start = end_of(chain, chain->line, true);
    double score = score_of(chain, end, start, chain->total);
    if (score >= 0.0 && score < best->score && chain->line.count > 2) {
        *best = (Joint){-1, false, false, score, point_distance(start.at, end.at)};
    }
}

/// Of the first `most` points of `line` those to leave out so that it leads on from `end`: what
/// overlaps would be driven there and back.
static int overlap_of(const Chain *chain, const Point *line, int most, End end) {
    int cut = 0;
    double gone = 0.0;
    double reach = 4.0 * point_distance(line[0], end.at) + END_PART * chain->total;
    while (cut < most - 2 && gone < reach &&
           point_dot(point_sub(line[cut], end.at), end.out) <= 0.0) {
        gone += point_distance(line[cut + 1], line[cut]);
        cut++;
    }
    return cut;
}

/// Adds points between the end of the chain and `start` on a curve that leaves and arrives as the
/// lines do: Hermite's, with tangents as long as the gap. None where the gap is small.
static void add_bridge(Chain *chain, End end, End start) {
    double gap = point_distance(start.at, end.at);
    for (int i = 1; i <= BRIDGE_POINTS && gap >= END_PART * chain->total; i++) {
        double t = (double)i / (BRIDGE_POINTS + 1);
        double h = t * t * (3.0 - 2.0 * t);
        double leave = gap * t * (1.0 - t) * (1.0 - t);
        double arrive = gap * t * t * (t - 1.0);
        Point at = point_mix(end.at, start.at, h);
        chain->line.points[chain->line.count++] =
            (Point){at.x + leave * end.out.x - arrive * start.out.x,
                    at.y + leave * end.out.y - arrive * start.out.y};
    }
}

/// Leads the chain's end on to `line`. Returns how many of its first `most` points are left out.
static int lead_on(Chain *chain, SvgLine line, int most) {
    End end = end_of(chain, chain->line, false);
    if (turns_sharply(chain, end, end_of(chain, line, true))) {
        return 0; // nothing overlaps where the drawing has a corner
    }
    int cut = overlap_of(chain, line.points, most, end);
    add_bridge(chain, end, end_of(chain, (SvgLine){line.points + cut, line.count - cut}, true));
    return cut;
}

static void reverse(SvgLine line) {
    for (int i = 0, k = line.count - 1; i < k; i++, k--) {
        Point kept = line.points[i];
        line.points[i] = line.points[k];
        line.points[k] = kept;
    }
}

/// Joins a stroke. One that leads to the start is put behind the end of the reversed chain.
static void join(Chain *chain, Joint joint) {
    SvgLine line = chain->strokes[joint.stroke].line;
    if (joint.at_start) {
        reverse(chain->line);
    }
    if (joint.reversed) {
        reverse(line);
    }
    int cut = lead_on(chain, line, line.count);
    memcpy(chain->line.points + chain->line.count, line.points + cut,
           (size_t)(line.count - cut) * sizeof *line.points);
    chain->line.count += line.count - cut;
    if (joint.at_start) {
        reverse(chain->line);
    }
    if (joint.reversed) {
        reverse(line); // another chain may be made of it
    }
    chain->used[joint.stroke] = true;
    chain->result.joined++;
}

/// Closes the chain on itself.
static void close_chain(Chain *chain) {
    SvgLine *line = &chain->line;
    int cut = lead_on(chain, *line, line->count / 2);
    line->points += cut;
    line->count -= cut;
    if (point_distance(line->points[line->count - 1], line->points[0]) <= 1e-9 * chain->total) {
        line->count--;
    }
    chain->result.closed = true;
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
        chain->result.gap = fmax(chain->result.gap, best.gap);
        if (best.stroke < 0) {
            close_chain(chain);
        } else {
            join(chain, best);
        }
    }
}

/// The chain that the stroke `seed` belongs to.
static SvgChain chain_from(const Chain *all, int seed, bool sharp, Arena *arena) {
    size_t room = 2;
    for (int i = 0; i < all->count; i++) {
        room += (size_t)all->strokes[i].line.count + BRIDGE_POINTS + 1;
    }
    Chain chain = *all;
    chain.sharp = sharp;
    const SvgLine *first = &all->strokes[seed].line;
    chain.line = (SvgLine){arena_array(arena, room, sizeof *first->points), first->count};
    chain.used = arena_array(arena, (size_t)chain.count, sizeof(bool));
    memcpy(chain.line.points, first->points, (size_t)first->count * sizeof *first->points);
    chain.used[seed] = true;
    chain.result.joined = 1;
    chain.result.closed = chain.strokes[seed].closed;
    join_all(&chain);
    chain.result.line = chain.line;
    chain.result.length = line_length(chain.line, chain.result.closed);
    chain.result.left_out += chain.count - chain.result.joined;
    return chain.result;
}

/// The same; with sharp turns, where only they lead round.
static SvgChain circuit_from(const Chain *all, int seed, Arena *arena) {
    SvgChain chain = chain_from(all, seed, false, arena);
    if (chain.closed) {
        return chain;
    }
    SvgChain sharp = chain_from(all, seed, true, arena);
    return sharp.closed ? sharp : chain;
}

SvgChain svg_chain_make(SvgStroke *strokes, int count, Arena *arena) {
    ASSERT(count == 0 || strokes != NULL);
    Chain chain = {.strokes = strokes, .count = count};
    sort_strokes(&chain);
    drop_doubles(&chain);
    chain.result.total = chain.total;
    if (chain.count == 0) {
        return chain.result;
    }
    SvgChain best = circuit_from(&chain, 0, arena);
    // The longest stroke may be a frame or a legend: a longer circuit of others wins.
    int seed = 1;
    while (seed < chain.count && chain.strokes[seed].closed) {
        seed++;
    }
    if (chain.strokes[0].closed && seed < chain.count) {
        SvgChain other = circuit_from(&chain, seed, arena);
        best = other.closed && other.length > best.length ? other : best;
    }
    return best;
}
