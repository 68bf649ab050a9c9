/// Roofs and bridges: scenery over the cars, which fades where a car is under it or close by, so
/// that nobody drives unseen.
#pragma once

#include "race/race.h"
#include "render/draw_list.h"

#define ROOF_HEIGHT 4.0f  ///< m, of a roof whose author names no height.
#define ROOF_NEAR   8.0f  ///< m from a car to the roof at which fading starts.
#define ROOF_FADED  0.25f ///< Share of its opacity that a roof over a car keeps.

/// Of one roof: where its share of the lists below ends.
typedef struct RoofPart {
    int points_end, vertices_end, indices_end;
    Box box; ///< m
} RoofPart;

/// An owner, made with the mesh of a track (track_mesh.h); the zero value has no roofs.
typedef struct RoofPicture {
    DrawList list; ///< m, all roofs opaque.
    RoofPart *parts;
    vec2s *points; ///< Outlines, m.
    int count;
} RoofPicture;

void roof_picture_destroy(RoofPicture *roofs);

/// Appends the roofs that lie in `area` (m) to a list that is drawn over walls and cars. A roof
/// fades with the distance to the nearest car in `area`, where race_picture_cars draws it. With
/// `before` and `now` NULL none fades. No allocation once the list has its size.
void roof_picture(const RoofPicture *roofs, DrawList *list, const Race *before, const Race *now,
                  float alpha, Box area);
