#include "base/assert.h"
#include "geometry/polygon.h"
#include "geometry/simd.h"
#include "track/track.h"

#include <math.h>

static float stretch_distance2(const Ribbon *ribbon, int i, vec2s point, float *t) {
    return segment_distance2(ribbon->samples[i].point,
                             ribbon->samples[ribbon_next(ribbon, i)].point, point, t);
}

_Static_assert((int)SIMD_LANES == 4, "one lane a neighbour");

/// Whether none of the four stretches around `at` is nearer to `point` than that one, whose
/// distance is `best2` (m2), so that a walk downhill ends where it begins. The sums are those of
/// segment_distance2. False as well where the ribbon's ends are as near as that.
static bool stays(const Ribbon *ribbon, int at, vec2s point, float best2) {
    if (at < 2 || at + 3 >= ribbon->count) {
        return false;
    }
    const RibbonSample *s = &ribbon->samples[at];
    Lanes ax = lanes_of(s[-2].point.x, s[-1].point.x, s[1].point.x, s[2].point.x);
    Lanes ay = lanes_of(s[-2].point.y, s[-1].point.y, s[1].point.y, s[2].point.y);
    Lanes bx = lanes_of(s[-1].point.x, s[0].point.x, s[2].point.x, s[3].point.x);
    Lanes by = lanes_of(s[-1].point.y, s[0].point.y, s[2].point.y, s[3].point.y);
    Lanes zero = lanes_all(0.0f);
    Lanes along_x = lanes_sub(bx, ax), along_y = lanes_sub(by, ay);
    Lanes to_x = lanes_sub(lanes_all(point.x), ax), to_y = lanes_sub(lanes_all(point.y), ay);
    Lanes length2 = lanes_dot(along_x, along_y, along_x, along_y);
    Lanes where = lanes_div(lanes_dot(to_x, to_y, along_x, along_y), length2);
    where = lanes_keep(lanes_less(zero, length2), where);
    where = lanes_min(lanes_all(1.0f), lanes_max(zero, where));
    Lanes x = lanes_sub(to_x, lanes_mul(where, along_x));
    Lanes y = lanes_sub(to_y, lanes_mul(where, along_y));
    return mask_bits(lanes_less(lanes_dot(x, y, x, y), lanes_all(best2))) == 0;
}

/// The best stretch downhill from `start`. Looks two stretches past the best one, so that a short
/// one that lies unluckily does not end the walk.
static int walk_downhill(const Ribbon *ribbon, vec2s point, int start, float *t) {
    int count = ribbon_stretch_count(ribbon);
    int best = start;
    float best2 = stretch_distance2(ribbon, start, point, t);
    if (stays(ribbon, start, point, best2)) {
        return start; // as nearly always while a car drives
    }
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

float ribbon_half_width_at(const Ribbon *ribbon, RibbonPlace place) {
    return ribbon_half_width(ribbon, place, place.offset >= 0.0f ? 0 : 1);
}
