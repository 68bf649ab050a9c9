#include "events/course.h"

static CoursePlace place_on(const Track *track, int index, vec2s position, int hint) {
    const Ribbon *ribbon = &track->ribbons[index];
    RibbonPlace place = ribbon_locate(ribbon, position, hint);
    return (CoursePlace){index, place.sample, ribbon_tangent(ribbon, place), place.offset};
}

/// Whether the place lies on the road, between its edges.
static bool is_on_road(const Track *track, const CoursePlace *place) {
    const RibbonSample *sample = &track->ribbons[place->ribbon].samples[place->sample];
    return place->offset <= sample->left && place->offset >= -sample->right;
}

static CoursePlace place_on_line(const Race *race, int car) {
    vec2s position = race_bodies_const(race)[car].position;
    const RacingLine *line = &race->data->lines[car];
    int point = racing_line_locate(line, position, race_racers_const(race)[car].line_point);
    const LinePoint *at = &line->points[point];
    vec2s off = glms_vec2_sub(position, at->point);
    return (CoursePlace){-1, point, at->tangent, glms_vec2_dot(off, vec2_left(at->tangent))};
}

/// Whether the lap follows the first road: all its gates stand on it.
static bool follows_road(const Track *track) {
    bool follows = track->ribbon_count > 0;
    for (int i = 0; i < track->gate_count; i++) {
        follows = follows && track->gates[i].s >= 0.0f;
    }
    return follows;
}

CoursePlace course_place(const Race *race, int car, const CoursePlace *last) {
    const Track *track = race->data->track;
    vec2s position = race_bodies_const(race)[car].position;
    if (!follows_road(track)) {
        return place_on_line(race, car);
    }
    // Who is on a branch stays on it: where it leaves the first road, the car is on both.
    if (last && last->ribbon > 0) {
        CoursePlace place = place_on(track, last->ribbon, position, last->sample);
        if (is_on_road(track, &place)) {
            return place;
        }
    }
    CoursePlace first = place_on(track, 0, position, last && last->ribbon == 0 ? last->sample : -1);
    if (is_on_road(track, &first)) {
        return first;
    }
    for (int i = 1; i < track->ribbon_count; i++) {
        if (track->ribbons[i].count >= 2) {
            CoursePlace place = place_on(track, i, position, -1);
            if (is_on_road(track, &place)) {
                return place;
            }
        }
    }
    return first;
}
