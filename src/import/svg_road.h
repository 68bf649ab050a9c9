/// Makes a drawn centre line into the points of a ribbon.
///
/// Private to src/import/.
#pragma once

#include "drawing/svg_path.h"
#include "import/object.h"

/// Sets `curve`, `closed` and `points` of the road `ribbon`, so that it follows `subpath` (m) to
/// 1 cm. Bends too tight for a road of `width` m are rounded (N641). Lines joined by arcs, or by
/// curves that are as good as arcs, become `round`; all else becomes `smooth`. Returns false, with
/// a message, where it is no line or has too many points.
bool svg_road_set(const Object *ribbon, const SvgSubpath *subpath, double width);

/// Whether the line is a loop: closed, or with its ends within `gap` m of each other.
bool svg_subpath_is_loop(const SvgSubpath *subpath, double gap);
