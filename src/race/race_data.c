#include "race/race_data.h"

#include "base/assert.h"

#include <string.h>

enum {
    PROP_HINTS = 64 ///< Points to either side of a prop from which it is known where it is.
};

// Where along `line` a car meets `gate`: at the point of the line nearest to where it crosses the
// gate.
static float gate_on_line(const RacingLine *line, const TrackGate *gate) {
    vec2s middle = glms_vec2_scale(glms_vec2_add(gate->left, gate->right), 0.5f);
    float best = -1.0f;
    for (int i = 0; i < line->count - line->open; i++) {
        const LinePoint *point = &line->points[i];
        bool forward = false;
        vec2s next = line->points[(i + 1) % line->count].point;
        float part = track_gate_crossing(gate, point->point, next, &forward);
        if (part >= 0.0f && forward) {
            best = point->s + part * glms_vec2_distance(point->point, next);
            break;
        }
    }
    return best >= 0.0f ? best : line->points[racing_line_locate(line, middle, -1)].s;
}

static bool same_model(const CarModel *a, const CarModel *b) {
    return hash_equal128(car_model_hash(a), car_model_hash(b));
}

// The first of the cars that is of the model of car `i`.
static int first_of_model(const CarModel *models, int i) {
    int same = 0;
    while (same < i && !same_model(&models[same], &models[i])) {
        same++;
    }
    return same;
}

static RacingLine copied_line(const RacingLine *line, Arena *arena) {
    RacingLine copy = *line;
    copy.points = arena_array(arena, (size_t)line->count, sizeof *copy.points);
    memcpy(copy.points, line->points, (size_t)line->count * sizeof *copy.points);
    return copy;
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

// Copies or makes the line of car `i`. False where there is none.
static bool set_line(RaceData *data, const CarModel *model, int i, const RacingLine *known,
                     ProgressPart progress) {
    const Track *track = data->track;
    RacingLine *line = &data->lines[i];
    if (known) {
        *line = copied_line(known, &data->arena);
    } else if (!racing_line_make(track, &data->walls, &data->ground, model, progress, &data->arena,
                                 line)) {
        return false;
    }
    for (int gate = 0; gate < track->gate_count; gate++) {
        data->gate_s[i][gate] = gate_on_line(line, &track->gates[gate]);
    }
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
