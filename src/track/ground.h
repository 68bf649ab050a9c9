/// What lies under a point: zones over roads over the ground, found in a grid in O(1) typical.
#pragma once

#include "track/track.h"

typedef struct GroundCell GroundCell;

/// Const after it is made; lives in the arena given to ground_make.
typedef struct Ground {
    vec2s low;
    float cell; ///< m
    int columns, rows;
    const GroundCell *cells;
    const struct GroundPatch
        *patches; ///< Convex pieces or zones with holes, topmost first within a cell.
    const int *lists;
    uint8_t outside; ///< Surface where no patch is.
} Ground;

Ground ground_make(const Track *track, Arena *arena);

/// Index into track->surfaces of what lies under `point`.
uint8_t ground_surface(const Ground *ground, vec2s point);
