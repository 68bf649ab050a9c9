/// A race circuit as maps know it: a centre line with widths; and what a person may ask for.
#pragma once

#include "base/arena.h"
#include "base/messages.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

/// How a centre line becomes a road. The zero value asks for nothing.
typedef struct CircuitOptions {
    float scale;      ///< m per unit of the file; 0: as the format says.
    float length;     ///< m: the centre line is scaled to it; 0: it is not.
    float fit_length; ///< m: line and widths are scaled to it in the end; 0: they are not.
    bool keep_width;  ///< `fit_length` leaves the widths alone.
    float width;      ///< m, of roads that have no width in the file; 0: CIRCUIT_WIDTH.
    float simplify;   ///< m that the line may move when points are left out; 0: 0.2.
    bool verbose;     ///< Add notes on everything taken, changed and left out.
} CircuitOptions;

/// m, width of roads that have none in the file, where nobody asks for one.
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
    bool has_widths;     ///< The points have widths; else all get the same one.
    bool pieces;         ///< The line is straight between points, as maps draw it, else smooth.
    bool starts_at_line; ///< The first point is on the start line.
    bool thin;           ///< Points may be left out though nobody asks for it.
    bool shaped;         ///< Importing moved the line, so that it has many points.
    float known_length;  ///< m, from the file: only compared; 0: not known.
    Place place;         ///< Of the line.
    Arena *arena;        ///< For more points; set by circuit_track.
} Circuit;
