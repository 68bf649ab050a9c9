/// The part of a race's wall that lies near a place, as one polygon of a scene.
#pragma once

#include "race/race.h"
#include "scene/scene.h"

/// Writes the polygon of what of the wall `wall` lies within `reach` m of `center` along x and y,
/// in lengths from `center`, joined from the pieces that hang together with piece `first`. Pieces
/// that would make it more than SCENE_POINTS_MAX corners, or not simple, are left out. False where
/// not even the first piece has an area there.
bool race_wall_shape(const WallGrid *walls, int wall, int first, vec2s center, float reach,
                     SceneShape *out);
