/// A drawn centre line as the points of a ribbon.
///
/// Private to src/import/.
#pragma once

#include "drawing/svg_path.h"
#include "import/object.h"

/// Sets `curve`, `closed` and `points` of the road `ribbon`, so that it follows `subpath` (m) to
/// 1 cm where its bends allow a road of `width` m, and rounds those that do not (N641). Lines
/// joined by arcs of circles, or by curves that are as good as such, become `round`; all else
/// `smooth`. False, with a message, where it is no line or has too many points.
bool svg_road_set(const Object *ribbon, const SvgSubpath *subpath, double width);

/// Whether the line goes round: it was closed, or ends within `gap` m of where it began.
bool svg_subpath_is_loop(const SvgSubpath *subpath, double gap);
