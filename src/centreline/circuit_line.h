/// The centre line of a circuit at even steps, as the game will build it, and how wide its road can
/// be. In a bend the inner edge must not fold; stretches side by side must not overlap.
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
    LineSample *samples; ///< `step` m apart. A closed line does not repeat its start.
    int count;           ///< 2 or more.
    bool closed;
    float length, step; ///< m
} CircuitLine;

/// Length (m) of the smooth curve through the points.
float circuit_length(const CircuitPoint *points, int count, bool closed);

/// The smooth curve through 2 or more points that lie 1 cm or more apart. Lives in `arena`.
CircuitLine circuit_line_make(const CircuitPoint *points, int count, bool closed, Arena *arena);

/// Sets `limit` of every sample to `part` times the widest half-width at which no edge folds and no
/// two stretches side by side overlap. Roads that cross at an angle do not limit each other.
void circuit_line_limit(CircuitLine *line, float part);

/// Finds how far each sample has to move so that stretches side by side leave each other `half` m
/// of road, or all they have where that is less. `push` (m, one for each sample) gets half of the
/// missing distance, square to the line. Returns the largest missing distance (m), 0 or more.
float circuit_line_push(const CircuitLine *line, float half, vec2s *push);

/// Sets the directions of all samples anew, after they were moved.
void circuit_line_turn(CircuitLine *line);

/// Cuts every half-width to its limit, with tapers to both sides. Returns the length (m) of road
/// that got narrower by more than 5 cm.
float circuit_line_narrow(CircuitLine *line);

/// Finds where the curve through the points, sampled as the game does, is too tight: an edge of the
/// road all but folds, or the radius is below `radius` m (0: any will do). Sets bits in `sides` of
/// the points before and behind such a place: 1, the left edge; 2, the right edge; 4, the radius.
/// The others get 0. Returns whether there is such a place.
bool circuit_line_folds(const CircuitPoint *points, int count, bool closed, float radius,
                        unsigned char *sides);
