/// Shapes of a layer as objects of a track.
///
/// Private to src/import/.
#pragma once

#include "drawing/svg_shape.h"
#include "import/object.h"

/// Adds `shape`, of a layer of this `kind`, to the track. What is wrong is a message (E647, E649
/// to E652).
void svg_object_add(ObjectTrack *track, const SvgShape *shape, ObjectKind kind);
