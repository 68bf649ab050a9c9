/// A race circuit as maps know it: a centre line with widths, and what a person may ask of it.
#pragma once

#include "base/arena.h"
#include "base/messages.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

/// How a centre line becomes a road. The zero value asks for nothing.
typedef struct CircuitOptions {
    float scale;      ///< m a unit of the file; 0: as the format says.
    float length;     ///< m of the centre line, which is scaled to it; 0: as it is.
    float fit_length; ///< m: scaled to this length in the end, road and all; 0: not.
    bool keep_width;  ///< `fit_length` leaves the widths alone.
    float width;      ///< m, of roads for which the file says none; 0: CIRCUIT_WIDTH.
    float simplify;   ///< m that the line may move by when points are left out; 0: 0.2.
    bool verbose;     ///< Also notes on what was taken, changed and left out.
} CircuitOptions;

/// Width of roads for which neither the file nor a person says one, m.
#define CIRCUIT_WIDTH 12.0f

/// A point of the centre line. Frame: metres, x right, y up.
typedef struct CircuitPoint {
    vec2s at;
    float left, right; ///< m, half-widths, as the driver sees them (where `has_widths`).
    Place place;       ///< In the foreign file.
} CircuitPoint;

typedef struct Circuit {
    const char *name;     ///< 1 to 60 code points.
    CircuitPoint *points; ///< In driving order; a closed circuit may repeat its first point.
    int count;
    bool closed;
    bool has_widths;     ///< Whether the points have; else the width asked for, or 12 m, is used.
    bool starts_at_line; ///< Whether the first point is that of the start line.
    bool thin;           ///< Whether points may be left out though nobody asks for it.
    bool shaped;         ///< Whether importing moved the line, so that it has many points.
    float known_length;  ///< m, as the file says it (compared, never applied); 0: not known.
    Place place;         ///< Of the line.
    Arena *arena;        ///< For more points; set by circuit_track.
} Circuit;
