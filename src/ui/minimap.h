/// The minimap of a view: the track on a plate, cars as discs with their numbers.
#pragma once

#include "render/camera.h"
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

/// The width and height of the largest plate that a minimap about `size` px large takes.
vec2s minimap_most(float size, float unit);

/// A minimap about `size` px large, its bottom left corner at (left, bottom). `track` may be NULL
/// or empty.
Minimap minimap_corner(const DrawList *track, float left, float bottom, float size, float unit);

/// Where views stand in two columns and two rows, the map that they share: of four, over the place
/// where they meet; of three, in the quarter that is free. False for other layouts, which leaves
/// `out` alone. `scale` of sizes in px, as players wish; 0 is 1.
bool minimap_shared(const DrawList *track, const ViewRect *views, int count, int height_px,
                    float scale, Minimap *out);

/// `looks` by car. The cars whose bits are set in `ringed`, those of the view, have a ring and
/// stand on top of the others.
void minimap_draw(const Minimap *map, const Canvas *canvas, const Race *race, const CarLook *looks,
                  uint32_t ringed);
