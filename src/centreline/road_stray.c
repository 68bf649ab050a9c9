#include "centreline/road_stray.h"

#include "base/assert.h"
#include "geometry/polygon.h"
#include "geometry/spline.h"

#include <math.h>

enum {
    LOOKS_MAX = 1000 ///< At the line.
};

/// m: as src/track samples ribbons.
#define ROAD_CHORD 0.04f
#define ROAD_STEP  6.0f

static float distance_to(const Curve *curve, bool closed, vec2s at) {
    float best = INFINITY; // m^2
    for (int i = closed ? 0 : 1; i < curve->count; i++) {
        vec2s before = curve->samples[i > 0 ? i - 1 : curve->count - 1].point;
        float distance2 = segment_distance2(before, curve->samples[i].point, at, NULL);
        best = distance2 < best ? distance2 : best;
    }
    return sqrtf(best);
}

static double line_length(const vec2s *line, int count, bool closed) {
    double length = 0.0;
    for (int i = closed ? 0 : 1; i < count; i++) {
        length += (double)glms_vec2_distance(line[i > 0 ? i - 1 : count - 1], line[i]);
    }
    return length;
}

RoadStray road_stray(const vec2s *line, int line_count, const vec2s *road, int road_count,
                     bool closed, float step) {
    ASSERT(line_count >= 2 && road_count >= 2 && step > 0.0f);
    Arena scratch = {0};
    Curve curve =
        curve_sample(CURVE_SMOOTH, road, NULL, road_count, closed, ROAD_CHORD, ROAD_STEP, &scratch);
    double length = line_length(line, line_count, closed);
    double between = fmax((double)step, length / LOOKS_MAX);
    RoadStray stray = {.at = line[0]};
    double gone = 0.0; // along the line, at its point `before`
    int looks = 0;
    for (int i = closed ? 0 : 1; i < line_count; i++) {
        vec2s before = line[i > 0 ? i - 1 : line_count - 1];
        double way = (double)glms_vec2_distance(before, line[i]);
        for (; looks <= LOOKS_MAX && between * looks <= gone + way; looks++) {
            double t = way > 0.0 ? (between * looks - gone) / way : 0.0;
            vec2s at = glms_vec2_lerp(before, line[i], (float)t);
            float distance = distance_to(&curve, closed, at);
            if (distance > stray.most) {
                stray.most = distance;
                stray.at = at;
            }
        }
        gone += way;
    }
    if (length > 0.0) {
        stray.longer = (float)(curve_length(&curve, closed) / length - 1.0);
    }
    arena_destroy(&scratch);
    return stray;
}
