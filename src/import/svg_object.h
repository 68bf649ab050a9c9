/// Makes the shapes of a layer into objects of a track.
///
/// Private to src/import/.
#pragma once

#include "drawing/svg_shape.h"
#include "import/object.h"

/// Adds `shape`, of a layer of this `kind`, to the track. Mistakes become messages (E647, E649 to
/// E651, E653).
void svg_object_add(ObjectTrack *track, const SvgShape *shape, ObjectKind kind);
