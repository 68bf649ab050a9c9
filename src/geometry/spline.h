/// Curves through or round given points, sampled to a chord error.
#pragma once

#include "base/arena.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

typedef enum CurveKind {
    CURVE_ROUND,  ///< Straights joined by arcs of each corner's radius.
    CURVE_SMOOTH, ///< Centripetal Catmull-Rom through the points (Catmull & Rom 1974, alpha 1/2).
    CURVE_SHARP,  ///< Straight pieces.
} CurveKind;

/// A sample of a curve. `from` + `t` tells between which two given points it lies: parameter t in
/// [0, 1) of the stretch from point `from` to the next (for round: 0 at the middle of the arc of
/// `from`).
typedef struct CurveSample {
    vec2s point;
    int from;
    float t;
} CurveSample;

typedef struct Curve {
    CurveSample *samples;
    int count;
} Curve;

/// Samples the curve to at most `chord` m error and `step` m between samples. `radii` (round only)
/// holds a radius a point. The result lives in `arena`; a closed curve does not repeat its first
/// sample. Arcs that do not fit are made smaller in proportion (callers who mind check with
/// curve_round_fits).
Curve curve_sample(CurveKind kind, const vec2s *points, const float *radii, int count, bool closed,
                   float chord, float step, Arena *arena);

/// Whether the arcs of corners `corner` and the next fit on the straight between them; `distance`
/// and `need` (m) are its length and what both arcs take of it.
bool curve_round_fits(const vec2s *points, const float *radii, int count, bool closed, int corner,
                      float *distance, float *need);
