/// Where the centre of a car may go on its way round a track: a centre line and how far to either
/// side of it the car fits between walls and bad ground.
#pragma once

#include "base/assert.h"
#include "line/waypoint.h"

enum {
    CORRIDOR_POINTS_MAX = 4000, ///< Mostly enough, and then cheap.
    CORRIDOR_POINTS_FINE = 32000
};

typedef struct CorridorPoint {
    vec2s center;    ///< m
    vec2s left;      ///< Unit, to the driver's left.
    float low, high; ///< m along `left` from `center`, low < high; neither needs to hold 0.
    float most;      ///< m/s that the author of a line wants here at most, else INFINITY.
} CorridorPoint;

/// Evenly spaced along its centre line.
typedef struct Corridor {
    CorridorPoint *points;
    int count;
    bool open;                    ///< It does not come back to its start: a sprint's.
    float step;                   ///< m between centres: 1 to 2; more where the points are too few.
    int gate_at[TRACK_GATES_MAX]; ///< Point just before each gate.
} Corridor;

/// A line to make a corridor along.
typedef struct CorridorLine {
    const vec2s *points; ///< m
    const float *most;   ///< m/s from each point on, INFINITY for no limit; NULL: none anywhere.
    const int *gate_at;  ///< Point at or just before each gate of the track.
    int count;
    bool open;
} CorridorLine;

/// Point `i` counted round a closed corridor; an open one ends. `i` is at least -count.
static inline int corridor_index(const Corridor *corridor, int i) {
    if (corridor->open) {
        return i < 0 ? 0 : i >= corridor->count ? corridor->count - 1 : i;
    }
    ASSERT(i >= -corridor->count);
    return (i + corridor->count) % corridor->count;
}

/// `offset` m to the left of the centre of `point`.
static inline vec2s corridor_place(const CorridorPoint *point, float offset) {
    return glms_vec2_add(point->center, glms_vec2_scale(point->left, offset));
}
