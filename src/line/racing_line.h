/// The line a car should drive round a track and how fast: a pure function of track and car.
#pragma once

#include "base/progress.h"
#include "line/gate_path.h"
#include "vehicle/car.h"

typedef struct LinePoint {
    vec2s point;       ///< m
    vec2s tangent;     ///< Unit.
    float s;           ///< m from the start.
    float curvature;   ///< 1/m, left positive.
    float speed;       ///< m/s that the car can hold here, with a little left for braking.
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

/// The author's first closed line where the track has one that passes all gates, and no faster than
/// it says. Else minimum curvature inside the drivable width of ribbon 0; without a ribbon, the
/// shortest way through the gates on a grid of free cells, smoothed inside its clearance. Then a
/// speed profile by the car's grip, power, brakes and downforce on the surfaces it runs over,
/// slower where walls are nearer than CAR_MARGIN. A track that is driven once (laps: 1) may be a
/// sprint, whose line is open. False where no way is found (a gate cannot be reached): `trouble`
/// (may be NULL) says where the search ended. `progress` is told how far the work is: a road of 5
/// km takes 50 ms, a maze of 2 km2 seconds.
bool racing_line_make(const Track *track, const WallGrid *walls, const Ground *ground,
                      const CarModel *model, ProgressPart progress, Arena *arena, RacingLine *out,
                      GateTrouble *trouble);

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

/// Index of the point nearest to `position`, walking from `hint`; -1 searches all.
int racing_line_locate(const RacingLine *line, vec2s position, int hint);
