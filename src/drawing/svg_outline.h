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

/// Whether `at` is inside the closed line, by the even-odd rule. O(n).
bool svg_outline_holds(const SvgLine *line, Point at);

/// The length of a closed line, in units of the drawing.
double svg_outline_length(const SvgLine *line);

/// The area of a closed line of 1 point or more, in square units; positive where it runs
/// counter-clockwise.
double svg_outline_area(const SvgLine *line);

/// Sets all members of `count` outlines but `line`; they are 0 before. An outline inside an even
/// number of others is solid. O(count^2).
void svg_outlines_nest(SvgOutline *outlines, int count);
