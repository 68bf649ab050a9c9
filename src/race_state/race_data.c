#include "race_state/race_data.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "geometry/polygon.h"
#include "track/gates.h"

#include <float.h>
#include <string.h>

enum {
    PROP_HINTS = 64 ///< Points to either side of a prop from which it is known where it is.
};

/// Which of the RACE_GATES_CALLED gates behind gate `next` the line crosses forwards on its way to
/// it, out of turn: bit i for gate next + 1 + i.
static uint8_t find_early(const RacingLine *line, const Track *track, const float *gate_s,
                          int next) {
    uint8_t early = 0;
    int before = (next + track->gate_count - 1) % track->gate_count;
    float from = line->open && next == 0 ? 0.0f : gate_s[before], to = gate_s[next];
    for (int i = 0; i < line->count - line->open; i++) {
        const LinePoint *point = &line->points[i];
        vec2s end = line->points[(i + 1) % line->count].point;
        for (int k = 0; k < RACE_GATES_CALLED && next + 1 + k < track->gate_count; k++) {
            GateCrossing crossing =
                track_gate_crossing(&track->gates[next + 1 + k], point->point, end);
            if (crossing.direction > 0) {
                float s = point->s + crossing.part * glms_vec2_distance(point->point, end);
                bool on_leg = from < to ? s >= from && s < to : s >= from || s < to;
                early |= (uint8_t)((unsigned)on_leg << k);
            }
        }
    }
    return early;
}

/// Fills what the line of car `i` tells of the gates.
static void meet_gates(RaceData *data, int i) {
    const Track *track = data->track;
    const RacingLine *line = &data->lines[i];
    if (racing_line_gates_passed(line, track, data->gate_s[i]) < track->gate_count) {
        for (int gate = 0; gate < track->gate_count; gate++) { // a line that was made elsewhere
            vec2s middle = gate_middle(&track->gates[gate]);
            data->gate_s[i][gate] = line->points[racing_line_locate(line, middle, -1)].s;
        }
    }
    for (int gate = 0; gate < track->gate_count; gate++) {
        data->early[i][gate] = find_early(line, track, data->gate_s[i], gate);
    }
}

/// The first of the cars that is of the model of car `i`.
static int first_of_model(const CarModel *models, int i) {
    Hash128 hash = car_model_hash(&models[i]);
    int same = 0;
    while (same < i && !hash_equal128(car_model_hash(&models[same]), hash)) {
        same++;
    }
    return same;
}

/// How many points to the `side` (1 or -1) of `point` all lead to it, PROP_HINTS at most.
static int16_t hints_beside(const RacingLine *line, vec2s position, int point, int side) {
    int count = 0;
    while (count < PROP_HINTS && 2 * count + 2 < line->count) {
        int hint = racing_line_index(line, point + side * (count + 1));
        if (racing_line_locate(line, position, hint) != point) {
            break;
        }
        count++;
    }
    return (int16_t)count;
}

static PropPlace *place_props(const Track *track, const RacingLine *line, Arena *arena) {
    PropPlace *places = arena_array(arena, (size_t)track->prop_count + 1, sizeof *places);
    for (int i = 0; i < track->prop_count; i++) {
        vec2s position = track->props[i].position;
        int point = racing_line_locate(line, position, -1);
        places[i] = (PropPlace){.point = point,
                                .before = hints_beside(line, position, point, -1),
                                .after = hints_beside(line, position, point, 1)};
    }
    return places;
}

int race_data_prop_point(const RaceData *data, int car, int prop, vec2s position, int hint) {
    const RacingLine *line = &data->lines[car];
    const PropPlace *place = &data->prop_places[car][prop];
    vec2s home = data->track->props[prop].position;
    int ahead = hint - place->point;
    if (!line->open) { // the shorter way round
        ahead = 2 * ahead > line->count ? ahead - line->count : ahead;
        ahead = 2 * ahead < -line->count ? ahead + line->count : ahead;
    }
    bool rests = position.x == home.x && position.y == home.y;
    if (rests && ahead >= -place->before && ahead <= place->after) {
        return place->point;
    }
    return racing_line_locate(line, position, hint);
}

/// How far (m) a car `left` m beside point `i` may be from it along the line so that no other point
/// of a walk from there is nearer. With the other at (a, b), along and across, it is at (u, v)
/// nearer to `i` where u a + v b < (a^2 + b^2) / 2. `slack` is more than the rounding of any of
/// this. Less than 0 where there is no such place.
static float reach_at(const RacingLine *line, int i, float left) {
    const float slack = 0.01f; // m2
    const LinePoint *at = &line->points[i];
    float reach = FLT_MAX;
    for (int k = -RACING_LINE_WALK; k <= RACING_LINE_WALK; k++) {
        int other = racing_line_index(line, i + k);
        vec2s to = glms_vec2_sub(line->points[other].point, at->point);
        float a = fabsf(glms_vec2_dot(to, at->tangent));
        float b = glms_vec2_dot(to, vec2_left(at->tangent));
        float room = 0.5f * (a * a + b * b) - slack - left * b;
        if (other != i) {
            reach = float_min(reach, room / float_max(a, 1e-3f));
        }
    }
    return reach;
}

/// Of each other point the reach changes evenly with the m aside, so that the least of them is
/// nowhere below the straight line between its ends.
static LineReach reach_of(const RacingLine *line, int i) {
    const float aside = RACE_DATA_BESIDE;
    float on_line = reach_at(line, i, 0.0f);
    return (LineReach){.on_line = on_line,
                       .per_left = (reach_at(line, i, aside) - on_line) / aside,
                       .per_right = (reach_at(line, i, -aside) - on_line) / aside};
}

static LineReach *measure_reach(const RacingLine *line, Arena *arena) {
    LineReach *reach = arena_array(arena, (size_t)line->count, sizeof *reach);
    for (int i = 0; i < line->count; i++) {
        bool walks = line->count > 2 * RACING_LINE_WALK;
        reach[i] = walks ? reach_of(line, i) : (LineReach){0.0f, 0.0f, 0.0f};
    }
    return reach;
}

/// Squared distance (m2) of two segments.
static float segments_distance2(vec2s a, vec2s b, vec2s c, vec2s d) {
    if (segments_cross(a, b, c, d, NULL)) {
        return 0.0f;
    }
    return float_min(float_min(segment_distance2(a, b, c, NULL), segment_distance2(a, b, d, NULL)),
                     float_min(segment_distance2(c, d, a, NULL), segment_distance2(c, d, b, NULL)));
}

/// Whether a car beside stretch `i`, at least the share `ends` of it away from both its ends and up
/// to RACE_DATA_ASIDE beside it, is nearer to it than to the four around it: those that a walk of
/// ribbon_locate looks at. Their distance squared, less that of the stretch, is linear across the
/// stretch, so that it is enough to look at both sides of the field.
static bool is_nearest(const Ribbon *ribbon, int i, float ends) {
    const float slack = 1e-3f; // m2, more than the rounding of any of this
    const float aside = RACE_DATA_ASIDE;
    int count = ribbon_stretch_count(ribbon);
    vec2s a = ribbon->samples[i].point;
    vec2s along = glms_vec2_sub(ribbon->samples[ribbon_next(ribbon, i)].point, a);
    vec2s from = glms_vec2_add(a, glms_vec2_scale(along, ends));
    vec2s to = glms_vec2_add(a, glms_vec2_scale(along, 1.0f - ends));
    vec2s left = glms_vec2_scale(glms_vec2_normalize(vec2_left(along)), aside);
    for (int k = -2; k <= 2; k++) {
        int other = i + k;
        if (k == 0 || (!ribbon->closed && (other < 0 || other >= count))) {
            continue;
        }
        other = (other + count) % count;
        vec2s c = ribbon->samples[other].point;
        vec2s d = ribbon->samples[ribbon_next(ribbon, other)].point;
        float one = segments_distance2(glms_vec2_add(from, left), glms_vec2_add(to, left), c, d);
        float two = segments_distance2(glms_vec2_sub(from, left), glms_vec2_sub(to, left), c, d);
        if (!(float_min(one, two) > aside * aside + slack)) {
            return false;
        }
    }
    return true;
}

static float *measure_ends(const Ribbon *ribbon, Arena *arena) {
    static const float tries[] = {0.02f, 0.05f, 0.1f, 0.2f, 0.3f, 0.4f};
    float *ends = arena_array(arena, (size_t)ribbon->count, sizeof *ends);
    for (int i = 0; i < ribbon->count; i++) {
        ends[i] = 1.0f; // never
        for (int k = 0; k < 6 && i < ribbon_stretch_count(ribbon) && ends[i] > 0.5f; k++) {
            ends[i] = is_nearest(ribbon, i, tries[k]) ? tries[k] : 1.0f;
        }
    }
    return ends;
}

/// Copies or makes the line of car `i`. False where there is none.
static bool set_line(RaceData *data, const CarModel *model, int i, const RacingLine *known,
                     ProgressPart progress) {
    const Track *track = data->track;
    RacingLine *line = &data->lines[i];
    if (known) {
        *line = *known;
        line->points = arena_array(&data->arena, (size_t)known->count, sizeof *line->points);
        memcpy(line->points, known->points, (size_t)known->count * sizeof *line->points);
    } else if (!racing_line_make(track, &data->walls, &data->ground, model, progress, &data->arena,
                                 line, NULL)) {
        return false;
    }
    meet_gates(data, i);
    data->prop_places[i] = place_props(track, line, &data->arena);
    data->line_reach[i] = measure_reach(line, &data->arena);
    return true;
}

bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress) {
    ASSERT(car_count >= 1 && car_count <= RACE_MAX_CARS);
    *data = (RaceData){.track = track};
    data->walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &data->arena);
    data->ground = ground_make(track, &data->arena);
    data->crate_count = crate_places_find(track, &data->walls, &data->ground, data->crates);
    if (track->ribbon_count > 1) {
        data->roads = road_grid_make(track->ribbons, track->ribbon_count, &data->arena);
    }
    if (track->ribbon_count > 0) {
        data->road_ends = measure_ends(&track->ribbons[0], &data->arena);
    }
    for (int i = 0; i < track->form_count; i++) {
        data->hulls[RACE_MAX_CARS + i] = track->forms[i].hull;
    }
    int first[RACE_MAX_CARS], to_make = 0, made = 0;
    for (int i = 0; i < car_count; i++) {
        first[i] = first_of_model(models, i);
        to_make += first[i] == i;
    }
    for (int i = 0; i < car_count; i++) {
        data->hulls[i] = car_model_hull(&models[i]);
        if (first[i] < i) {
            data->lines[i] = data->lines[first[i]];
            memcpy(data->gate_s[i], data->gate_s[first[i]], sizeof data->gate_s[i]);
            memcpy(data->early[i], data->early[first[i]], sizeof data->early[i]);
            data->prop_places[i] = data->prop_places[first[i]];
            data->line_reach[i] = data->line_reach[first[i]];
            continue;
        }
        ProgressPart part = progress_part(progress, (float)made / (float)to_make,
                                          (float)(made + 1) / (float)to_make);
        made++;
        if (!set_line(data, &models[i], i, known ? known[i] : NULL, part)) {
            race_data_destroy(data);
            return false;
        }
    }
    return true;
}

bool race_data_make(RaceData *data, const Track *track, const CarModel *models, int car_count) {
    return race_data_make_with(data, track, models, car_count, NULL, (ProgressPart){0});
}

void race_data_destroy(RaceData *data) {
    arena_destroy(&data->arena);
    *data = (RaceData){0};
}
