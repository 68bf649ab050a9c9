/// Fills outlines in RGB pixels with soft edges, in whole numbers alone: the same pixels on every
/// machine.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    RASTER_ONE = 256, ///< Units of a pixel.
};

/// An edge of what is to be filled, in units; y down.
typedef struct RasterEdge {
    int x0, y0, x1, y1; ///< y0 < y1
    int winding;        ///< 1 where the outline goes down along it, -1 up.
    int x;              ///< Where the line that is being filled meets it.
} RasterEdge;

/// Ended by raster_destroy.
typedef struct Raster {
    int width, height; ///< px
    uint8_t *rgb;      ///< Rows from the top.
    RasterEdge *edges; ///< Of what is to be filled next.
    int edge_count, edge_capacity;
    int32_t *cover; ///< Of a row: how much more of a pixel is covered than of the one before it.
} Raster;

/// A black picture.
Raster raster_make(int width, int height);
void raster_destroy(Raster *raster);

/// Adds an edge of an outline from one point to the next. Contours are closed: each ends where it
/// began. Points may lie beyond the picture, by up to 2^24 units.
void raster_edge(Raster *raster, int x0, int y0, int x1, int y1);

/// Fills with `color` (0xRRGGBBAA) what the edges go around (nonzero winding rule), so that
/// contours of one direction may lie over each other; then there are no edges. Of each pixel 16
/// lines are looked at, each covered to the unit.
void raster_fill(Raster *raster, uint32_t color);
