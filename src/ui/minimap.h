/// The minimap of a view: the track on a plate, cars as discs with their numbers.
#pragma once

#include "render/race_picture.h"
#include "ui/canvas.h"

/// Where a minimap lies, and how metres become pixels on it.
typedef struct Minimap {
    const DrawList *track; ///< From track_mesh_minimap.
    Area plate;            ///< px; empty, in its corner, where there is no track.
    vec2s offset;          ///< px
    float scale;           ///< px per m
    float unit;            ///< px
} Minimap;

/// A minimap about `size` px large, its bottom left corner at (left, bottom). `track` may be NULL
/// or empty.
Minimap minimap_layout(const DrawList *track, float left, float bottom, float size, float unit);

/// `looks` by car; `own` is the car of the view, on top of the others.
void minimap_draw(const Minimap *map, const Canvas *canvas, const Race *race, const CarLook *looks,
                  int own);
