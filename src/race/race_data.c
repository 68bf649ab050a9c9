#include "race/race_data.h"

#include "base/assert.h"
#include "track/gates.h"

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
    return true;
}

bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress) {
    ASSERT(car_count >= 1 && car_count <= RACE_MAX_CARS);
    *data = (RaceData){.track = track};
    data->walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &data->arena);
    data->ground = ground_make(track, &data->arena);
    if (track->ribbon_count > 1) {
        data->roads = road_grid_make(track->ribbons, track->ribbon_count, &data->arena);
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
