/// The static picture of a track: ground, zones, roads, kerbs, lines, walls with their shadows and
/// faces.
#pragma once

#include "render/draw_list.h"
#include "track/track.h"

/// Palette of spec themes: what track->colors holds when the file overrides nothing is set by the
/// reader; this fills `lists`.
typedef struct TrackMesh {
    DrawList ground; ///< Below cars: ground patterns, zones, shoulders, roads, kerbs, lines, gates,
                     ///< painted scenery, shadows.
    DrawList above; ///< Over cars' tyres but below roofs: walls' side and top faces, blocks, trees.
} TrackMesh;

void track_mesh_make(const Track *track, const Font *font, TrackMesh *out);
void track_mesh_destroy(TrackMesh *mesh);

/// The whole track as lines for a minimap: road strips in list units of metres.
void track_mesh_minimap(const Track *track, DrawList *out);
