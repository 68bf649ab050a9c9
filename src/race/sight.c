#include "race/sight.h"

#include "base/scalar.h"

#include <float.h>
#include <math.h>

/// m aside of the line, and ahead, within which things matter.
#define THING_ASIDE 8.0f
#define THING_AHEAD 100.0f
/// m by which what is passed over unmeasured has to miss that, for rounding.
#define SLACK 0.01f

/// How far a thing reaches along `axis` (unit) from its position: the lowest and highest.
typedef struct Span {
    float low, high; ///< m
} Span;

static Span span_of(const Hull *hull, Rotation rotation, vec2s axis) {
    vec2s local = rotation_undo(rotation, axis);
    Span span = {FLT_MAX, -FLT_MAX};
    for (int i = 0; i < hull->count; i++) {
        const Shape *shape = &hull->pieces[i];
        for (int k = 0; k < shape->count; k++) {
            float at = glms_vec2_dot(local, shape_point(shape, k));
            span.low = float_min(span.low, at - shape->radius);
            span.high = float_max(span.high, at + shape->radius);
        }
    }
    return span;
}

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
    Span across = span_of(hull, place.rotation, left);
    Span along = span_of(hull, place.rotation, at->tangent);
    float half = 0.5f * (across.high - across.low);
    *out = (Rival){.gap = gap + 0.5f * (along.low + along.high),
                   .offset = offset + 0.5f * (across.low + across.high),
                   .length = 0.5f * (mine->length + along.high - along.low),
                   .width = 0.5f * mine->width + half,
                   .thing = true};
    return fabsf(out->offset) < THING_ASIDE + half && out->gap > -out->length &&
           out->gap < THING_AHEAD;
}
