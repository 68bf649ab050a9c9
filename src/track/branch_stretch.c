#include "track/branch_stretch.h"

#include <math.h>

/// m: a branch begins on a road where its end lies no farther beside it.
#define JOIN_REACH 2.0f

/// m: a place so near to where a branch leaves or comes back lies before or after it.
#define JOIN_LENGTH 1.0f

/// Where an end of a branch joins the road: false where it lies off it. `with` is the cosine
/// between both there.
static bool find_join(const Ribbon *road, const RibbonSample *end, float *s, float *with) {
    RibbonPlace place = ribbon_locate(road, end->point, -1);
    float half = ribbon_half_width_at(road, place);
    vec2s tangent = ribbon_tangent(road, place);
    *s = place.s;
    *with = glms_vec2_dot(tangent, end->tangent);
    return fabsf(place.offset) <= half + JOIN_REACH;
}

/// False where `branch` is none of the road.
static bool find_stretch(const Ribbon *road, const Ribbon *branch, BranchStretch *out) {
    float with_first, with_last;
    if (branch->closed || branch->count < 2 ||
        !find_join(road, &branch->samples[0], &out->from, &with_first) ||
        !find_join(road, &branch->samples[branch->count - 1], &out->to, &with_last)) {
        return false;
    }
    out->against = with_first + with_last < 0.0f;
    if (out->against) {
        float first = out->from;
        out->from = out->to;
        out->to = first;
    }
    if (road->closed && out->to < out->from) {
        out->to += road->length;
    }
    return out->to > out->from;
}

int branch_stretches_find(const Track *track, BranchStretch out[TRACK_RIBBONS_MAX]) {
    int count = 0;
    bool road = track->ribbon_count > 0 && track->ribbons[0].count >= 2;
    for (int i = 1; road && i < track->ribbon_count; i++) {
        BranchStretch stretch = {.ribbon = i};
        if (find_stretch(&track->ribbons[0], &track->ribbons[i], &stretch)) {
            out[count++] = stretch;
        }
    }
    return count;
}

float branch_stretch_s(const Ribbon *road, const BranchStretch *stretch, float s) {
    return road->closed && s < stretch->from ? s + road->length : s;
}

bool branch_stretch_holds(const Ribbon *road, const BranchStretch *stretch, float s) {
    s = branch_stretch_s(road, stretch, s);
    return s > stretch->from + JOIN_LENGTH && s < stretch->to - JOIN_LENGTH;
}
