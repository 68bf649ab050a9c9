/// The parts that paint a track's static picture, bottom to top, and its colours by day. Private to
/// track_picture: track_mesh.c calls the parts in order.
///
/// Three value bands keep it readable: ground mid-light, road dark, cars and signs brightest.
/// Nothing painted here is brighter than a car, edge lines and kerbs apart.
#pragma once

#include "base/random.h"
#include "render/shade.h"
#include "track/track.h"
#include "track_picture/roof_picture.h"

#define TRACK_PAINT_FEATHER 0.09f ///< m of soft edge: about a pixel at the usual 8 to 14 px/m.

typedef struct TrackPaint {
    const Track *track;
    const Font *font; ///< NULL: no texts.
    DrawList *ground, *above;
    RoofPicture *roofs;
    vec2s shadow;  ///< m, where the shadow of a point 1 m high falls.
    vec2s sun;     ///< Unit, towards the sun.
    float density; ///< 0 to 1: share of texture marks that the vertex budget allows.
    Random random; ///< For pictures alone; seeded by the track, so that it always looks the same.
} TrackPaint;

/// Colour of surface `index`: its own, else the theme's.
uint32_t track_paint_surface(const Track *track, int index);

/// Colour of a zone: its own, else its surface's.
uint32_t track_paint_zone_color(const Track *track, const TrackZone *zone);

/// Colours of a wall's top and side faces: its own, else its material's, else the theme's.
typedef struct WallColors {
    uint32_t top, side;
} WallColors;
WallColors track_paint_wall_colors(const Track *track, const TrackWall *wall);

/// A colour that is not the theme's, as it looks in the theme's light: dark at night.
uint32_t track_paint_own_color(const Track *track, uint32_t color);

/// track_ground.c: the plain with its pattern; zones with their rims.
void track_paint_ground(TrackPaint *paint);
void track_paint_zones(TrackPaint *paint);

/// track_texture.c: what the surface `index` looks like close up, as sparse marks (gravel dots,
/// sand waves, grass tufts, ice hatching), so that grip can be read without colour. In the quad, or
/// inside the polygon and outside its holes (`holes` may be NULL).
void track_paint_texture_quad(TrackPaint *paint, const vec2s corners[4], int index);
void track_paint_texture_polygon(TrackPaint *paint, const TrackZone *zone);

/// A random place in `box`.
vec2s track_paint_random_place(TrackPaint *paint, Box box);

/// Marks that surface `index` wants a square metre.
float track_paint_texture_density(const Track *track, int index);

/// track_roads.c: shoulders, roads with edge lines and kerbs.
void track_paint_roads(TrackPaint *paint);

/// track_markings.c: finish, grid, arrows, gates.
void track_paint_markings(TrackPaint *paint);

/// track_walls.c: shadows to the ground list, faces and tops to the list above.
void track_paint_walls(TrackPaint *paint);

/// A block with the outline `points` (counter-clockwise) as buildings and rocks are: shadow, faces,
/// roof. `rock`: faceted.
void track_paint_block(TrackPaint *paint, const vec2s *points, int count, float height,
                       WallColors colors, bool rock);

/// track_scenery.c: painted things, then what stands. After the evening's tint: what shines at
/// night, over all that is painted.
void track_paint_lamps(TrackPaint *paint);
void track_paint_scenery_flat(TrackPaint *paint);
void track_paint_scenery_standing(TrackPaint *paint);

/// track_roofs.c: shadows to the ground list, slabs to the roofs.
void track_paint_roofs(TrackPaint *paint);

enum {
    TRACK_PAINT_CIRCLE = 20 ///< Corners of a circle that stands.
};

/// The outline of scenery that may stand, counter-clockwise: that of a polygon, a circle as a
/// polygon in `circle`. NULL where it is neither.
const vec2s *track_paint_outline(const TrackScenery *thing, vec2s circle[TRACK_PAINT_CIRCLE],
                                 int *count);
