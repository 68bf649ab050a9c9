/// Other cars and things as a driver sees them: in metres along and beside its own line.
#pragma once

#include "base/scalar.h"
#include "race_state/race_state.h"

/// Another car or thing as seen from one's own line.
typedef struct Rival {
    float gap;    ///< m along the line from centre to centre, positive ahead.
    float offset; ///< m left of the line.
    float along;  ///< m/s
    float length; ///< m, sum of both half lengths.
    float width;  ///< m, sum of both half widths as they stand to the line.
    bool thing;   ///< A prop or mover.
    bool parked;  ///< A car that stands still or drives against the traffic: others go round it.
    bool soft;    ///< A prop: nothing to brake for.
} Rival;

/// What a driver knows of itself before it looks at others.
typedef struct TrafficView {
    int point;       ///< Of its line.
    float s;         ///< m along it.
    float offset;    ///< m left of it.
    float along;     ///< m/s along it.
    float drift;     ///< m to the left for each m along it.
    float heading;   ///< m to the left for each m along it, the way its nose points.
    float lane;      ///< m left of it that the driver aims for.
    float speed;     ///< m/s it would go here on a free road.
    float grip;      ///< m/s2 aside that its tyres hold here.
    bool shut;       ///< It got no farther past parked cars ...
    float shut_lane; ///< ... in this lane: m left of the line.
    bool start;      ///< It keeps more room: the race has just begun, or it is a beginner.
    bool keen;       ///< It attacks who is ahead, though no slower.
    float attack;    ///< m to who is ahead within which a keen driver leaves the slipstream.
    float follow;    ///< s of its speed that it stays behind who is ahead.
    int inside;      ///< Side of the corner here or next: 1 left, -1 right, 0 none in sight.
    bool leaving;    ///< It drives out of a corner.
    bool turning;    ///< That corner has begun, or braking for it.
} TrafficView;

#define SIGHT_HEADING 3.0f ///< m for which a car is taken to go where its nose points.

/// m left of the line that the car will be `way` m on, if it goes where its nose points for the
/// last SIGHT_HEADING of it.
static inline float sight_offset_at(const TrafficView *view, float way) {
    return view->offset + view->heading * float_clamp(way, 0.0f, SIGHT_HEADING);
}

/// Sees a resting thing of shape `hull` at `place` as car `car` does, which is `s` m
/// along its line. `point` is the line's point nearest to the thing. False, and nothing to read in
/// `out`, where the thing does not matter: it is too far ahead, too far aside, or behind.
bool sight_thing(const Race *race, int car, const Hull *hull, Transform place, int point, float s,
                 Rival *out);
