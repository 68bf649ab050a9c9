/// The static picture of a track: ground, zones, roads, kerbs, lines, walls with their shadows and
/// faces. Made once for a track; a view then draws ground, skid marks, cars, above, roofs.
///
/// Only `above` and `roofs` have heights (DrawVertex.height): a view with a lean shows the side
/// faces of walls and moves the crowns of trees. Edges are soft over 9 cm, about a pixel while
/// driving. Marks of texture and trees come from a random sequence seeded by the track's hash, so
/// that a track always looks the same.
#pragma once

#include "track/track.h"
#include "track_picture/roof_picture.h"

typedef struct TrackMesh {
    DrawList ground; ///< Below cars: ground patterns, zones, shoulders, roads, kerbs, lines, gates,
                     ///< painted scenery, shadows.
    DrawList above;  ///< Over cars: walls' side and top faces, blocks, trees.
    RoofPicture roofs; ///< Over all these; roof_picture draws them.
} TrackMesh;

/// Builds the lists (m, y up); `out` need not be empty, what it held is freed. The theme's colours
/// stand in track->colors. `font` may be NULL: no texts then. About 10 to 60 thousand vertices,
/// fewer than 200 thousand for the largest circuits; 1 to 30 ms.
void track_mesh_make(const Track *track, const Font *font, TrackMesh *out);
void track_mesh_destroy(TrackMesh *mesh);

/// The colour of the plain, which the mesh does not paint: what to clear a view with (0xRRGGBBAA).
uint32_t track_mesh_clear_color(const Track *track);

/// The whole track as lines for a minimap, appended in metres (y up), thick enough to be seen when
/// the track is a few hundred pixels wide: a dark rim, the roads, the finish; without a ribbon the
/// walls.
void track_mesh_minimap(const Track *track, DrawList *out);
