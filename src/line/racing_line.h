/// The racing line: where a car should drive round a track, and how fast.
#pragma once

#include "track/track.h"

typedef struct LinePoint {
    vec2s point;       ///< m
    vec2s tangent;     ///< Unit.
    float s;           ///< m from the start.
    float curvature;   ///< 1/m, left positive.
    float speed;       ///< m/s that the car can hold here, with a little left for braking.
    float corner;      ///< m/s of the corner that it brakes for here or drives out of.
    float left, right; ///< m of free way to either side of the line for the car's centre.
} LinePoint;

/// About evenly spaced. Lives in the arena given to racing_line_make.
typedef struct RacingLine {
    LinePoint *points;
    int count;
    bool open;    ///< A sprint's: it ends some way behind the finish and does not lead back.
    float length; ///< m
    float lap_s;  ///< s of an ideal lap, at every limit of the car at once: the yardstick. Of a
                  ///< sprint from a standing start on the first slot.
} RacingLine;

/// Point `i` counted on from the start: round a closed line, held at the ends of an open one. `i`
/// is at least -count.
static inline int racing_line_index(const RacingLine *line, int i) {
    if (line->open) {
        return i < 0 ? 0 : i >= line->count ? line->count - 1 : i;
    }
    i = i < 0 ? i + line->count : i;
    return i < line->count ? i : i % line->count; // a division costs more than all else here
}

/// m from `from` to `to`, both along the line: on a closed one the shorter way round.
static inline float racing_line_gap(const RacingLine *line, float from, float to) {
    float gap = to - from;
    if (line->open) {
        return gap;
    }
    gap = gap > 0.5f * line->length ? gap - line->length : gap;
    return gap < -0.5f * line->length ? gap + line->length : gap;
}

enum {
    RACING_LINE_WALK = 6 ///< Points that a walk looks past a nearest one, for bends that come back.
};

/// Index of the point nearest to `position`, walking from `hint`; -1 searches all.
int racing_line_locate(const RacingLine *line, vec2s position, int hint);

/// How many gates of `track` the points of `line` cross forwards and in order, in one lap from the
/// finish, or on a sprint from its start. A line of racing_line_make crosses all of them. It may
/// cross gates out of turn as well. As in a race, a gate that it crosses backwards before the next
/// one no longer counts. `s` (may be NULL) gets how far along the line (m) each gate is crossed in
/// its turn; it is complete where all are.
int racing_line_gates_passed(const RacingLine *line, const Track *track, float *s);
