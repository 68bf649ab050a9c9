/// The surface under a point: zones lie over kerbs over roads over shoulders over the ground.
///
/// A uniform grid of cells, most of which lie wholly on one surface and answer at once; the others
/// hold the few quads and zone edges that cross them, and the answer is exact.
#pragma once

#include "geometry/simd.h"
#include "track/track.h"

/// One cell of the grid.
typedef struct GroundCell {
    uint32_t first;  ///< Of its words in Ground.words.
    uint32_t packed; ///< Count of its words * 256 + the surface below all of them.
} GroundCell;

/// A piece of road, kerb or shoulder between two samples. 44 bytes.
typedef struct GroundQuad {
    float x[5], y[5]; ///< m, world, in order round it; the first corner again at the end.
    uint32_t surface;
} GroundQuad;

/// An edge of a zone or of one of its holes.
typedef struct GroundEdge {
    vec2s a, b; ///< m, world
} GroundEdge;

/// Const after it is made; lives in the arena given to ground_make.
typedef struct Ground {
    vec2s low;
    float cell, per_cell; ///< m, and 1 / m
    int columns, rows;
    const GroundCell *cells;
    const GroundQuad *quads;
    const GroundEdge *edges;
    const uint8_t *zone_surfaces;
    /// Of a cell, topmost first: a quad as its index; a zone as ~(2 * zone + whether it holds the
    /// cell's reference point), the number of its edges in the cell, and their indices.
    const int32_t *words;
    uint8_t outside; ///< Surface where no patch is.
    bool respawns;   ///< Somewhere in it lies a surface that puts cars back on the road.
} Ground;

/// Builds the ground of `track`. At most 2^19 cells, of 2.5 m and more.
Ground ground_make(const Track *track, Arena *arena);

/// ground_surface in a cell of the grid that several patches lie on.
uint8_t ground_surface_among(const Ground *ground, int column, int row, vec2s point);

/// The surface under `point`, an index into track->surfaces. Allocates nothing; a few ns in a
/// uniform cell, a few ns for each patch in another.
static inline uint8_t ground_surface(const Ground *ground, vec2s point) {
    float x = (point.x - ground->low.x) * ground->per_cell;
    float y = (point.y - ground->low.y) * ground->per_cell;
    if (!(x >= 0.0f && y >= 0.0f && x < (float)ground->columns && y < (float)ground->rows)) {
        return ground->outside;
    }
    int column = (int)x;
    int row = (int)y;
    uint32_t packed = ground->cells[row * ground->columns + column].packed;
    return packed <= UINT8_MAX ? (uint8_t)packed : ground_surface_among(ground, column, row, point);
}

/// ground_surface at the four points (x, y) of as many lanes, in less than twice the time of one.
void ground_surfaces(const Ground *ground, Lanes x, Lanes y, uint8_t out[4]);

/// The point of cell (column, row) whose zones are known; others are told from it by the edges in
/// between. Off the middle by an odd share, so that it lies on no edge that people draw.
static inline vec2s ground_reference(const Ground *ground, int column, int row) {
    return (vec2s){{ground->low.x + ((float)column + 0.4871f) * ground->cell,
                    ground->low.y + ((float)row + 0.5237f) * ground->cell}};
}
