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

enum {
    CURVE_SAMPLES_MAX = 200000 ///< Longer curves get longer steps: a limit for hostile files.
};

/// A sample of a curve. `from` + `t` tells between which two given points it lies: parameter t in
/// [0, 1) of the stretch from point `from` to the next (for round: 0 at the middle of the arc of
/// `from`). The end of an open curve is its last point with t = 0.
typedef struct CurveSample {
    vec2s point;
    int from;
    float t;
} CurveSample;

typedef struct Curve {
    CurveSample *samples;
    int count;
} Curve;

/// Samples the curve to at most `chord` m error and `step` m between samples. `radii` (round only,
/// else NULL) holds a radius (m, 0 or more) for each point. The result lives in `arena`. A closed
/// curve does not repeat its first sample.
///
/// Arcs that do not fit are made smaller in proportion; curve_round_fits tells where. Where the
/// line turns back on itself the arc shrinks to nothing. Given points closer than 1 mm to the one
/// before are skipped. Samples are at least 1 cm apart. Open curves have their first and last
/// point. A round closed one begins at the middle of the arc of point 0. Every given point of a
/// smooth or sharp curve is a sample.
Curve curve_sample(CurveKind kind, const vec2s *points, const float *radii, int count, bool closed,
                   float chord, float step, Arena *arena);

/// Length (m) of the straights between the samples. O(samples).
double curve_length(const Curve *curve, bool closed);

/// Hermite tangents of a stretch of a curve.
typedef struct CurveTangents {
    vec2s leave, arrive;
} CurveTangents;

/// Those of the stretch p[1] to p[2] of a CURVE_SMOOTH: its knots stand sqrt(distance) apart.
/// Source: Barry & Goldman (1988); Yuksel, Schaefer & Keyser (2011), section 2.
CurveTangents curve_smooth_tangents(const vec2s p[4]);

/// Radius (m) of the circle through three points; INFINITY where they lie on a line.
float curve_radius(vec2s a, vec2s b, vec2s c);

/// Whether the arcs of corners `corner` and the next fit on the straight between them; `distance`
/// and `need` (m, may be NULL) are its length and what both arcs take of it. The last point of an
/// open curve has no straight: true, with 0 and 0.
bool curve_round_fits(const vec2s *points, const float *radii, int count, bool closed, int corner,
                      float *distance, float *need);
