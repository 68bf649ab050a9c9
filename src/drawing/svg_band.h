/// A road that is drawn as a filled band, whose outline runs along one edge and back along the
/// other: finds its middle.
#pragma once

#include "drawing/svg_path.h"

typedef enum SvgBandKind {
    SVG_BAND_NONE,    ///< It is no band.
    SVG_BAND_FOUND,   ///< Its middle is `line`.
    SVG_BAND_UNCLEAR, ///< It is one, but its middle was not found: see `why`.
} SvgBandKind;

typedef struct SvgBand {
    SvgBandKind kind;
    SvgLine line; ///< Of the whole band or, where it is open, from near one end to near the other.
    bool closed;  ///< It has an outer and an inner outline, or its ends touch.
    double width;
    int crossings; ///< Places where it crosses itself.
    const char *why;
    bool placed; ///< The reason stands at one place, `where`.
    Point where;
} SvgBand;

/// Looks at a filled shape with these `count` closed outlines, in any unit.
///
/// It is a band where its mean width, twice its area over the length of its outlines, is small
/// beside that length, and where more than a fifth of them have a stretch of another direction (of
/// another outline: of any) within one and a half such widths. The middle is found by walking along
/// both edges at once. It must be as long as the edges are in the mean, and its width about the
/// same all along.
///
/// Where that fails, and `thorough`, the band is cut where it crosses itself steeply, and the
/// middle may lie half a width beside one edge alone, as where two stretches touch or the arrow of
/// the direction has grown onto the other edge. Else the band is unclear. O(n^2) for n = 3,000
/// samples at most; about 0.1 s where it is thorough. The line lives in `arena`.
SvgBand svg_band_find(const SvgLine *outlines, int count, bool thorough, Arena *arena);
