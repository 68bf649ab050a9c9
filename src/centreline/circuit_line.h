/// The centre line of a circuit at even steps, as the game will build it, and how wide its road can
/// be: where the inner edge of a bend would fold, and where two stretches run side by side.
///
/// Frame: metres, x right, y up.
#pragma once

#include "centreline/circuit.h"

enum {
    CIRCUIT_STEPS_MAX = 8000 ///< Samples of a line; longer lines get longer steps.
};

/// A sample of the line. Sides: 0 left, 1 right.
typedef struct LineSample {
    vec2s at;
    vec2s along;    ///< Unit, in driving direction.
    int from;       ///< It lies between this point of the circuit and the next ...
    float t;        ///< ... at this parameter, 0 to 1.
    float half[2];  ///< m, half-widths of the road.
    float limit[2]; ///< m, see circuit_line_limit.
} LineSample;

typedef struct CircuitLine {
    LineSample *samples; ///< `step` m apart: of a closed line without its start again.
    int count;           ///< 2 or more.
    bool closed;
    float length, step; ///< m
} CircuitLine;

/// Length (m) of the smooth curve through the points.
float circuit_length(const CircuitPoint *points, int count, bool closed);

/// The smooth curve through 2 or more points that lie 1 cm or more apart. Lives in `arena`.
CircuitLine circuit_line_make(const CircuitPoint *points, int count, bool closed, Arena *arena);

/// Sets `limit` of every sample: the half-width at which neither the edge of a bend folds over nor
/// two stretches side by side share ground, each times `part` (1: they just touch). Roads that
/// cross at an angle do not limit each other.
void circuit_line_limit(CircuitLine *line, float part);

/// How far each sample would have to move, into `push` (m, one for each), so that stretches side by
/// side leave each other `half` m of road, or all they have where that is less: half of what lacks,
/// square to the line. Returns the most that lacks anywhere (m); 0 where nothing does.
float circuit_line_push(const CircuitLine *line, float half, vec2s *push);

/// Sets the directions of all samples anew, after they were moved.
void circuit_line_turn(CircuitLine *line);

/// Makes every half-width no more than its limit and lets it come back slowly to both sides.
/// Returns the length (m) of road that got narrower by more than 5 cm.
float circuit_line_narrow(CircuitLine *line);

/// Where the curve through the points, sampled as the game does, bends tighter than the road beside
/// it allows, or than `radius` m (0: no matter). Sets `sides` of each of the two points around such
/// a place: bit 0, the road's left edge all but folds; bit 1, its right one; bit 2, the radius.
/// Returns whether there is one.
bool circuit_line_folds(const CircuitPoint *points, int count, bool closed, float radius,
                        unsigned char *sides);
