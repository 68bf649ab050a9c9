/// The outlines of a filled path: which are holes of which.
#pragma once

#include "drawing/svg_path.h"

/// An outline of a filled path, and in which others of it it lies.
typedef struct SvgOutline {
    SvgLine line; ///< 1 point or more.
    int inside;   ///< How many others it lies in: a hole where that is odd.
    int parent;   ///< The smallest of them; -1: none.
    double area;
} SvgOutline;

/// Sets all but `line` of `count` outlines, whose other members are 0. Inside an even number of
/// others one is solid again. Takes time with the square of their number.
void svg_outlines_nest(SvgOutline *outlines, int count);
