#include "drivers/sight.h"

#include <math.h>

/// m aside of the line, and ahead, within which things matter.
#define THING_ASIDE 8.0f
#define THING_AHEAD 100.0f
/// m by which what is passed over unmeasured has to miss that, for rounding.
#define SLACK 0.01f

bool sight_thing(const Race *race, int car, const Hull *hull, Transform place, int point, float s,
                 Rival *out) {
    const RacingLine *line = &race->data->lines[car];
    const LinePoint *at = &line->points[point];
    const CarParams *mine = &race_racers_const(race)[car].model.params;
    vec2s from_line = glms_vec2_sub(place.position, at->point);
    vec2s left = vec2_left(at->tangent);
    float gap = racing_line_gap(line, s, at->s + glms_vec2_dot(from_line, at->tangent));
    float offset = glms_vec2_dot(from_line, left);
    // Most things of a full yard do not matter however they are turned: no need to measure them.
    float reach = hull->bounding_radius + SLACK;
    if (fabsf(offset) > THING_ASIDE + reach || gap > THING_AHEAD + reach ||
        gap < -0.5f * mine->length - reach) {
        return false;
    }
    // The thing as it is turned to the line: x along it, y to the left.
    vec2s tangent = rotation_undo(place.rotation, at->tangent);
    Box box = hull_bounds(hull, (Transform){.rotation = {tangent.x, -tangent.y}});
    float half = 0.5f * (box.high.y - box.low.y);
    *out = (Rival){.gap = gap + 0.5f * (box.low.x + box.high.x),
                   .offset = offset + 0.5f * (box.low.y + box.high.y),
                   .length = 0.5f * (mine->length + box.high.x - box.low.x),
                   .width = 0.5f * mine->width + half,
                   .thing = true};
    return fabsf(out->offset) < THING_ASIDE + half && out->gap > -out->length &&
           out->gap < THING_AHEAD;
}
