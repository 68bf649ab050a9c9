#include "race/footing.h"

#include "base/scalar.h"

/// m by which a car has to be inside the road to be so without a closer look.
#define ROAD_SLACK 0.05f

/// Whether `point` lies on the road of a ribbon behind the first, or on the outer half of its
/// kerbs.
static bool on_branch(const RoadGrid *roads, vec2s point) {
    int count = 0;
    const RoadStretch *stretches = road_grid_at(roads, point, &count);
    for (int k = 0; k < count; k++) {
        const Ribbon *ribbon = &roads->ribbons[stretches[k].ribbon];
        if (stretches[k].ribbon == 0) {
            continue;
        }
        const RibbonSample *at = &ribbon->samples[stretches[k].sample];
        const RibbonSample *next = &ribbon->samples[(stretches[k].sample + 1) % ribbon->count];
        vec2s chord = glms_vec2_sub(next->point, at->point);
        vec2s from = glms_vec2_sub(point, at->point);
        float length2 = glms_vec2_norm2(chord);
        float t = length2 > 0.0f ? glms_vec2_dot(from, chord) / length2 : 0.0f;
        float held = float_min(float_max(t, 0.0f), 1.0f);
        bool ends = !ribbon->closed &&
                    (stretches[k].sample == 0 || stretches[k].sample == ribbon->count - 2);
        vec2s off = glms_vec2_sub(from, glms_vec2_scale(chord, held));
        int side = glms_vec2_dot(vec2_left(chord), from) >= 0.0f ? 0 : 1;
        float here = (side == 0 ? at->left : at->right) + 0.5f * at->kerb[side];
        float there = (side == 0 ? next->left : next->right) + 0.5f * next->kerb[side];
        float half = here + held * (there - here);
        if (glms_vec2_norm2(off) <= half * half && (!ends || t == held)) {
            return true;
        }
    }
    return false;
}

/// How many wheels are off the road; where only `all` of them matter, no wheel is looked at once
/// one is on.
static int count_off(const Race *race, int car, int *sample, bool all) {
    const RaceData *data = race->data;
    if (data->track->ribbon_count == 0) {
        return 0;
    }
    const Body *body = &race_bodies_const(race)[car];
    const Ribbon *ribbon = &data->track->ribbons[0];
    RibbonPlace place = ribbon_locate(ribbon, body->position, *sample);
    *sample = place.sample;
    const RibbonSample *at = &ribbon->samples[place.sample];
    int off = 0;
    for (int i = 0; i < CAR_WHEELS && (!all || off == i); i++) {
        vec2s arm = rotation_apply(body->rotation, race_racers_const(race)[car].model.wheel_at[i]);
        float offset = place.offset + glms_vec2_dot(vec2_left(at->tangent), arm);
        bool on =
            offset <= at->left + 0.5f * at->kerb[0] && offset >= -at->right - 0.5f * at->kerb[1];
        on = on || (data->track->ribbon_count > 1 &&
                    on_branch(&data->roads, glms_vec2_add(body->position, arm)));
        off += on ? 0 : 1;
    }
    return off;
}

int footing_wheels_off(const Race *race, int car, int *sample) {
    return count_off(race, car, sample, false);
}

/// Whether the car is so far inside the road that every wheel is on it, and the stretch of `sample`
/// still the nearest: told without a division. Most of a lap is driven there.
static bool is_well_inside(const Race *race, int car, int sample) {
    const RaceData *data = race->data;
    if (data->track->ribbon_count == 0 || sample < 0) {
        return false;
    }
    const CarModel *model = &race_racers_const(race)[car].model;
    const RibbonSample *at = &data->track->ribbons[0].samples[sample];
    const RibbonSample *next =
        &data->track->ribbons[0].samples[ribbon_next(&data->track->ribbons[0], sample)];
    vec2s chord = glms_vec2_sub(next->point, at->point);
    vec2s from = glms_vec2_sub(race_bodies_const(race)[car].position, at->point);
    float length2 = glms_vec2_norm2(chord);
    float along = glms_vec2_dot(from, chord), ends = data->road_ends[sample] * length2;
    float wheels = float_max(model->to_front, model->to_rear) +
                   0.5f * float_max(model->params.track_front, model->params.track_rear);
    float half = float_min(float_min(at->left, at->right) - wheels - ROAD_SLACK, RACE_DATA_ASIDE);
    float across = glms_vec2_dot(vec2_left(chord), from);
    return half > 0.0f && along > ends && along < length2 - ends &&
           across * across < half * half * length2;
}

bool footing_is_off(const Race *race, int car, int *sample) {
    if (is_well_inside(race, car, *sample)) {
        return false;
    }
    return count_off(race, car, sample, true) == CAR_WHEELS; // the first wheel mostly tells
}
