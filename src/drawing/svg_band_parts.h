/// What the files of bands share: outlines in even steps, and the ways to a middle between them.
#pragma once

#include "drawing/svg_band.h"
#include "drawing/svg_outline.h"

/// An outline in even steps.
typedef struct SvgEdge {
    Point *at;
    Point *along; ///< Unit.
    int count;
    double length;
    double area; ///< Counter-clockwise ones have a positive one.
} SvgEdge;

/// A foot on each of two edges.
typedef struct SvgFeet {
    int a, b;
} SvgFeet;

/// Crossings of a band with itself that were cut.
typedef struct SvgCrossings {
    SvgLine *loops; ///< The outlines that are left, each a whole edge.
    int loop_count;
    int count;   ///< Of crossings; 0: none was found, there are no loops.
    double area; ///< Of all crossings: the road covers it twice.
} SvgCrossings;

/// `count` samples of a closed line at even steps, in `arena`.
SvgEdge svg_edge_make(const SvgLine *line, int count, Arena *arena);

/// Turns the direction of the edge round.
void svg_edge_reverse(SvgEdge *edge);

/// The share of samples of `edge` with `other`, which may be the same, beside them: within one and
/// a half of `width`. `seed` gets the feet whose distance is the nearest to `width`. O(n^2).
double svg_edge_share_beside(const SvgEdge *edge, const SvgEdge *other, double width,
                             SvgFeet *seed);

/// The value in the middle of `count` values, 1 or more, in order of size.
double svg_band_median(const double *values, int count, Arena *arena);

/// Walks along both edges at once from `seed` on, or along one that runs out and back, always with
/// that foot which leaves the two nearer to each other. `width` is the mean one, `area` that of the
/// fill; where the middle does not fit them the band is unclear.
SvgBand svg_band_walk(const SvgEdge *edges, int count, double width, double area, SvgFeet seed,
                      Arena *arena);

/// Finds where the band `width` wide crosses itself at more than 35 degrees: four corners of its
/// edges stand there in a rhombus. The edges have the fill on their left. Each is led straight on
/// across the other stretch. O(n^4) for n = 64 corners at most; with more none is cut.
SvgCrossings svg_band_cut(const SvgEdge *edges, int count, double width, Arena *arena);

/// The middle half a width beside one of the `loops`, for bands that touch themselves on one side
/// or have marks grown onto one edge. The best one is taken whose band covers all `edges` but such
/// marks, and whose area is `area`. Both have the fill on their left. Else the band is unclear, at
/// the place that the best one covers least. O(n^2) for each loop.
SvgBand svg_band_beside(const SvgEdge *loops, int loop_count, const SvgEdge *edges, int count,
                        double width, double area, Arena *arena);
