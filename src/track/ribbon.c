#include "base/assert.h"
#include "geometry/polygon.h"
#include "track/track.h"

#include <math.h>

static float stretch_distance2(const Ribbon *ribbon, int i, vec2s point, float *t) {
    return segment_distance2(ribbon->samples[i].point,
                             ribbon->samples[ribbon_next(ribbon, i)].point, point, t);
}

/// The best stretch downhill from `start`. Looks two stretches past the best one, so that a short
/// one that lies unluckily does not end the walk.
static int walk_downhill(const Ribbon *ribbon, vec2s point, int start, float *t) {
    int count = ribbon_stretch_count(ribbon);
    int best = start;
    float best2 = stretch_distance2(ribbon, start, point, t);
    for (int way = 1; way >= -1; way -= 2) {
        int at = best;
        for (int worse = 0, steps = 1; worse < 2 && steps < count; steps++) {
            at += way;
            if (at < 0 || at >= count) {
                if (!ribbon->closed) {
                    break;
                }
                at = at < 0 ? count - 1 : 0;
            }
            float u = 0.0f;
            float distance2 = stretch_distance2(ribbon, at, point, &u);
            worse = distance2 < best2 ? 0 : worse + 1;
            if (distance2 < best2) {
                best2 = distance2;
                best = at;
                *t = u;
            }
        }
    }
    return best;
}

static int search_all(const Ribbon *ribbon, vec2s point, float *t) {
    int best = 0;
    float best2 = stretch_distance2(ribbon, 0, point, t);
    for (int i = 1; i < ribbon_stretch_count(ribbon); i++) {
        float u = 0.0f;
        float distance2 = stretch_distance2(ribbon, i, point, &u);
        if (distance2 < best2) {
            best2 = distance2;
            best = i;
            *t = u;
        }
    }
    return best;
}

RibbonPlace ribbon_locate(const Ribbon *ribbon, vec2s point, int hint) {
    ASSERT(ribbon->count >= 2 && hint < ribbon->count);
    RibbonPlace place = {0};
    if (hint >= 0) {
        int count = ribbon_stretch_count(ribbon);
        place.sample = walk_downhill(ribbon, point, hint < count ? hint : count - 1, &place.t);
    } else {
        place.sample = search_all(ribbon, point, &place.t);
    }
    vec2s a = ribbon->samples[place.sample].point;
    vec2s b = ribbon->samples[ribbon_next(ribbon, place.sample)].point;
    float length = ribbon_gap_after(ribbon, place.sample);
    place.s = ribbon->samples[place.sample].s + place.t * length;
    float dx = point.x - (a.x + place.t * (b.x - a.x));
    float dy = point.y - (a.y + place.t * (b.y - a.y));
    float distance = sqrtf(dx * dx + dy * dy);
    float cross = (b.x - a.x) * dy - (b.y - a.y) * dx;
    place.offset = cross < 0.0f ? -distance : distance;
    return place;
}

RibbonPlace ribbon_at(const Ribbon *ribbon, float s) {
    ASSERT(ribbon->count >= 2);
    if (ribbon->closed) {
        s -= ribbon->length * floorf(s / ribbon->length);
    }
    s = fminf(fmaxf(s, 0.0f), ribbon->length);
    int low = 0;
    int high = ribbon_stretch_count(ribbon) - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (ribbon->samples[middle].s <= s) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    float t = (s - ribbon->samples[low].s) / ribbon_gap_after(ribbon, low);
    return (RibbonPlace){.sample = low, .t = fminf(fmaxf(t, 0.0f), 1.0f), .s = s};
}

vec2s ribbon_tangent(const Ribbon *ribbon, RibbonPlace place) {
    vec2s a = ribbon->samples[place.sample].tangent;
    vec2s b = ribbon->samples[ribbon_next(ribbon, place.sample)].tangent;
    vec2s mean = glms_vec2_add(a, glms_vec2_scale(glms_vec2_sub(b, a), place.t));
    float length = sqrtf(mean.x * mean.x + mean.y * mean.y);
    return length > 1e-6f ? glms_vec2_scale(mean, 1.0f / length) : a;
}

vec2s ribbon_point(const Ribbon *ribbon, RibbonPlace place) {
    vec2s a = ribbon->samples[place.sample].point;
    vec2s b = ribbon->samples[ribbon_next(ribbon, place.sample)].point;
    vec2s tangent = ribbon_tangent(ribbon, place);
    return (vec2s){{a.x + place.t * (b.x - a.x) - place.offset * tangent.y,
                    a.y + place.t * (b.y - a.y) + place.offset * tangent.x}};
}

float ribbon_half_width(const Ribbon *ribbon, RibbonPlace place, int side) {
    ASSERT(side == 0 || side == 1);
    const RibbonSample *a = &ribbon->samples[place.sample];
    const RibbonSample *b = &ribbon->samples[ribbon_next(ribbon, place.sample)];
    float from = side == 0 ? a->left : a->right;
    float to = side == 0 ? b->left : b->right;
    return from + place.t * (to - from);
}
