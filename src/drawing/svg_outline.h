/// Tells which outlines of a filled path are holes of which.
#pragma once

#include "drawing/svg_path.h"

/// An outline of a filled path, and the others around it.
typedef struct SvgOutline {
    SvgLine line; ///< 1 point or more.
    int inside;   ///< How many are around it. Odd: it is a hole.
    int parent;   ///< The smallest of those; -1: none.
    double area;
} SvgOutline;

/// Sets all members of `count` outlines but `line`; they are 0 before. An outline inside an even
/// number of others is solid. O(count^2).
void svg_outlines_nest(SvgOutline *outlines, int count);
