#include "base/assert.h"
#include "drawing/svg_band.h"
#include "drawing/svg_band_parts.h"

enum {
    SAMPLES_MAX = 3000, ///< Of all outlines together.
    SAMPLES_LEAST = 40, ///< Of each that counts.
    EDGES_MAX = 24,     ///< Outlines of a band that crosses and touches itself.
    VOTES = 9,          ///< Samples that say on which side of an edge the fill lies.
};

/// In mean widths: outlines no longer than this are marks in the band, or slivers.
#define MARK_MOST 4.0

/// Mean width over the length of all outlines. Of bands in atlases it is 0.002 to 0.01; of circuits
/// whose lines are filled like areas, 0.03 and more.
#define THIN 0.02

/// Of the samples that have another edge beside them.
#define BESIDE_LEAST 0.2

/// In mean widths: the other edge is no farther away.
#define REACH 1.5

/// Cosine of 45 degrees: edges of one stretch run about the same way.
#define SAME_WAY 0.7

/// What is looked at.
typedef struct Outlines {
    const SvgLine *lines;
    int count;
    double total; ///< Length of all.
    double area;  ///< Of the largest without the others.
    double width; ///< The mean one.
} Outlines;

/// Those that are no marks, in even steps.
typedef struct Edges {
    SvgEdge items[EDGES_MAX];
    int count;
    bool full; ///< There are more.
} Edges;

static Outlines measure(const SvgLine *lines, int count) {
    Outlines outlines = {.lines = lines, .count = count};
    double area = 0.0;
    double holes = 0.0;
    for (int i = 0; i < count; i++) {
        double own = lines[i].count > 2 ? fabs(svg_outline_area(&lines[i])) : 0.0;
        holes += own < area ? own : area;
        area = fmax(area, own);
        outlines.total += lines[i].count > 2 ? svg_outline_length(&lines[i]) : 0.0;
    }
    outlines.area = fabs(area - holes);
    outlines.width = outlines.total > 0.0 ? 2.0 * outlines.area / outlines.total : 0.0;
    return outlines;
}

static Edges make_edges(const SvgLine *lines, int count, double total, double width, Arena *arena) {
    Edges edges = {.count = 0};
    for (int i = 0; i < count; i++) {
        double length = lines[i].count > 2 ? svg_outline_length(&lines[i]) : 0.0;
        if (!(length > MARK_MOST * width)) {
            continue;
        }
        if (edges.count == EDGES_MAX) {
            edges.full = true;
            break;
        }
        int samples = (int)(SAMPLES_MAX * length / total);
        edges.items[edges.count++] =
            svg_edge_make(&lines[i], samples > SAMPLES_LEAST ? samples : SAMPLES_LEAST, arena);
    }
    return edges;
}

/// Walks along one edge or two.
static SvgBand walk(Edges *edges, double width, double area, Arena *arena) {
    SvgFeet seed = {0};
    SvgEdge *last = &edges->items[edges->count - 1];
    if (svg_edge_share_beside(&edges->items[0], last, width, &seed) <= BESIDE_LEAST) {
        return (SvgBand){.kind = SVG_BAND_NONE};
    }
    if (edges->count > 1 && point_dot(edges->items[0].along[seed.a], last->along[seed.b]) < 0.0) {
        svg_edge_reverse(last);
        seed.b = last->count - 1 - seed.b;
    }
    return svg_band_walk(edges->items, edges->count, width, area, seed, arena);
}

// ---- bands that cross or touch themselves -----------------------------------------------------

static bool is_filled(const Outlines *outlines, Point at) {
    bool inside = false;
    for (int n = 0; n < outlines->count; n++) {
        inside ^= svg_outline_holds(&outlines->lines[n], at);
    }
    return inside;
}

/// Turns the edges so that the fill lies on their left.
static void turn_to_fill(Edges *edges, const Outlines *outlines) {
    double by = 0.2 * outlines->width;
    for (int k = 0; k < edges->count; k++) {
        SvgEdge *edge = &edges->items[k];
        int votes = 0;
        for (int i = 0; i < VOTES; i++) {
            int sample = i * (edge->count / VOTES);
            Point at = edge->at[sample];
            Point along = edge->along[sample];
            votes += is_filled(outlines, (Point){at.x - by * along.y, at.y + by * along.x});
        }
        if (2 * votes < VOTES) {
            svg_edge_reverse(edge);
        }
    }
}

/// The distance from a sample across the fill to the nearest edge of the other direction; -1 where
/// there is none within reach.
static double width_at(const Edges *edges, int own, int sample, double reach) {
    Point at = edges->items[own].at[sample];
    Point along = edges->items[own].along[sample];
    double best = reach * reach;
    for (int k = 0; k < edges->count; k++) {
        const SvgEdge *edge = &edges->items[k];
        for (int i = 0; i < edge->count; i++) {
            Point way = point_sub(edge->at[i], at);
            double distance2 = point_dot(way, way);
            if (distance2 < best && point_cross(along, way) > SAME_WAY * sqrt(distance2) &&
                point_dot(along, edge->along[i]) < -SAME_WAY) {
                best = distance2;
            }
        }
    }
    return best < reach * reach ? sqrt(best) : -1.0;
}

/// The usual width, of edges with the fill on their left; 0: too few of them have one beside them.
static double usual_width(const Edges *edges, double mean, Arena *arena) {
    int total = 0;
    for (int k = 0; k < edges->count; k++) {
        total += edges->items[k].count;
    }
    double *widths = arena_array(arena, (size_t)total + 1, sizeof *widths);
    int count = 0;
    int looks = 0;
    for (int k = 0; k < edges->count; k++) {
        for (int i = 0; i < edges->items[k].count; i += 3) {
            double width = width_at(edges, k, i, REACH * mean);
            looks++;
            if (width > 0.0) {
                widths[count++] = width;
            }
        }
    }
    if (count <= BESIDE_LEAST * looks) {
        return 0.0;
    }
    return svg_band_median(widths, count, arena);
}

/// The ways that are left where walking along the edges failed, with `walked`.
static SvgBand find_thoroughly(const Outlines *outlines, Edges *edges, SvgBand walked,
                               Arena *arena) {
    turn_to_fill(edges, outlines);
    double width = usual_width(edges, outlines->width, arena);
    if (!(width > 0.0)) {
        return walked;
    }
    SvgCrossings crossings = svg_band_cut(edges->items, edges->count, width, arena);
    Edges *loops = edges;
    double area = outlines->area + crossings.area;
    if (crossings.count > 0) {
        loops = arena_alloc(arena, sizeof *loops);
        *loops = make_edges(crossings.loops, crossings.loop_count, outlines->total, width, arena);
    }
    SvgBand band =
        svg_band_beside(loops->items, loops->count, edges->items, edges->count, width, area, arena);
    if (band.kind != SVG_BAND_FOUND && crossings.count > 0 && loops->count == 2) {
        SvgBand across = walk(loops, width, area, arena);
        band = across.kind == SVG_BAND_FOUND ? across : band;
    }
    band.crossings = crossings.count;
    return band;
}

// ---- the whole --------------------------------------------------------------------------------

SvgBand svg_band_find(const SvgLine *outlines, int count, bool thorough, Arena *arena) {
    ASSERT(outlines != NULL || count == 0);
    Outlines all = measure(outlines, count);
    if (!(all.width > 1e-6 * all.total) || all.width > THIN * all.total) {
        return (SvgBand){.kind = SVG_BAND_NONE};
    }
    Edges edges = make_edges(outlines, count, all.total, all.width, arena);
    if (edges.count == 0) {
        return (SvgBand){.kind = SVG_BAND_NONE};
    }
    SvgBand band = {.kind = SVG_BAND_UNCLEAR,
                    .width = all.width,
                    .why = "it has more than two outlines, as where it crosses or touches itself"};
    if (edges.count <= 2) {
        band = walk(&edges, all.width, all.area, arena);
    }
    if (band.kind != SVG_BAND_UNCLEAR || edges.full || !thorough) {
        return band;
    }
    return find_thoroughly(&all, &edges, band, arena);
}
