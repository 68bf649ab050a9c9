/// Picks one line of a drawing, or one group of them, by its name.
///
/// Private to src/import/.
#pragma once

#include "drawing/svg_shape.h"

enum {
    SVG_PICK_LIST_MAX = 160 ///< Bytes of a list of names, with its terminator.
};

/// The shapes of `drawing` that are called `wanted`, or lie in a group that is: by id, by label, or
/// by where they stand in the file ("12:40"). In `arena`.
SvgDrawing svg_pick(const SvgDrawing *drawing, const char *wanted, Arena *arena);

/// Names the longest shapes, the longest first.
void svg_pick_list(const SvgDrawing *drawing, char list[SVG_PICK_LIST_MAX], Arena *arena);
