/// Makes a drawn line drivable: rounds corners that are too tight for the road, as little as
/// needed.
///
/// Frame: metres.
#pragma once

#include "base/arena.h"
#include "base/messages.h"

#include <cglm/struct/vec2.h>

#include <stdbool.h>

enum {
    ROAD_EASE_POINTS_MAX = 20000, ///< Longer lines get longer steps.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    ROAD_EASE_WORK = 60000, ///< A fuzzer has better to do than to ease the same hopeless corners.
#else
    ROAD_EASE_WORK = 6000000, ///< Visits of points: about 0.4 s. The worst real circuit takes 3 M.
#endif
};

/// Radius (m) of the tightest bend of a road that is `half` m wide on each side. It is a little
/// more than `half`, at which the inner edge folds.
float road_ease_radius(float half);

/// A line that was made drivable, and what was done to it.
typedef struct EasedLine {
    vec2s *points; ///< A closed line does not repeat its start.
    int count;
    float step;       ///< m: the farthest that points are apart, before any are left out.
    float radius;     ///< m, to which corners were rounded.
    int corner_count; ///< Places that were rounded ...
    float moved;      ///< m, ... by up to this,
    vec2s moved_at;   ///< here.
} EasedLine;

/// Says N641 or N625: how many corners were rounded, to what radius, and how far the line moved.
void road_ease_note(MessageCode code, Place place, const EasedLine *line, MessageList *messages);

/// The line through 2 or more points, straight from one to the next, with its corners rounded to
/// `radius` m (more than 0), to a few per cent. Wider bends stay as they were. Where there is no
/// room, as on a line that turns back on itself, it comes as near as it can. Lives in `arena`.
/// About 0.2 s for 10,000 points with a corner at each, little without corners.
///
/// `work` (NULL: ROAD_EASE_WORK) is what all roads of a file together may cost; it counts down.
/// When it is used up, corners stay as they are drawn, and the checks of roads report them.
///
/// Source: position based dynamics with bending constraints that have a limit (Müller et al.,
/// Position Based Dynamics, 2007). A point that lies too far off the chord of its neighbours is
/// drawn to it, and they away from it. So the line gives way on both sides of a corner.
EasedLine road_ease(const vec2s *points, int count, bool closed, float radius, int *work,
                    Arena *arena);

/// As few points as will do for a smooth ribbon (CURVE_SMOOTH) that follows the line to `tolerance`
/// m. Corners too tight for a road `half` m wide on each side are rounded by road_ease. `work` as
/// above. Lives in `arena`.
EasedLine road_ease_curve(const vec2s *points, int count, bool closed, float half, float tolerance,
                          int *work, Arena *arena);
