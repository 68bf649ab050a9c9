/// The data that a race stands on: the track as cars and drivers ask for it, and the racing lines.
#pragma once

#include "ground/ground.h"
#include "line/racing_line_make.h"
#include "race_state/crate_places.h"
#include "track/road_grid.h"

#include <math.h>
#include <stdint.h>

enum {
    RACE_MAX_CARS = 32,
    RACE_GATES_CALLED = 3, ///< Behind the next one: crossing one of them means that it was missed.
    RACE_HULLS_MAX = RACE_MAX_CARS + TRACK_FORMS_MAX,
};

/// The point of a line nearest to a prop that rests on its place. racing_line_locate finds it from
/// every hint up to `before` points before it and up to `after` points behind it.
typedef struct PropPlace {
    int32_t point;
    int16_t before, after;
} PropPlace;

/// How far along the line from a point of it, up to RACE_DATA_BESIDE beside it, no other point to
/// which a walk from there would go is nearer.
typedef struct LineReach {
    float on_line;             ///< m, for who is on the line ...
    float per_left, per_right; ///< ... and what each m beside it adds: on the inside less than 0.
} LineReach;

/// All that a race needs and never changes. There is one for a track and a set of cars, outside the
/// Race.
typedef struct RaceData {
    const Track *track;
    WallGrid walls;
    Ground ground;
    RoadGrid roads;                               ///< Made where there is more than one ribbon.
    Hull hulls[RACE_HULLS_MAX];                   ///< By car, then by form of the track's things.
    RacingLine lines[RACE_MAX_CARS];              ///< By car; cars of one model share points.
    float gate_s[RACE_MAX_CARS][TRACK_GATES_MAX]; ///< m along its line where a car meets each gate.
    uint8_t early[RACE_MAX_CARS]
                 [TRACK_GATES_MAX];        ///< Which gates its line crosses out of turn on the
                                           ///< way to each: bit i is the one 1 + i behind.
    PropPlace *prop_places[RACE_MAX_CARS]; ///< By car, then by prop.
    LineReach *line_reach[RACE_MAX_CARS];  ///< By car, then by point of its line.
    float *road_ends; ///< By sample of the first ribbon: the share of its stretch, from either
                      ///< end, beyond which footing.c knows that no other one is nearer.
    vec2s crates[TRACK_CRATES_MAX]; ///< m, where the crates of a battle stand.
    int crate_count;
    Arena arena; ///< Owns the above.
} RaceData;

/// Builds the data for `car_count` cars of `models`. False (and nothing owned) where no racing line
/// is found.
bool race_data_make(RaceData *data, const Track *track, const CarModel *models, int car_count);

/// The same where some racing lines are known already. `known[i]` is copied: it is what
/// racing_line_make gave for this track and models[i], or NULL. `known` may be NULL.
bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress);
void race_data_destroy(RaceData *data);

/// Index of the point of car `car`'s line that racing_line_locate finds for prop `prop`, which is
/// at `position`, from `hint` (not -1) on. O(1) where the prop rests on its place and the hint is
/// near, as it mostly is.
int race_data_prop_point(const RaceData *data, int car, int prop, vec2s position, int hint);

/// m beside a line up to which line_reach tells the nearest point, and beside a road up to which
/// road_ends tells the nearest stretch.
#define RACE_DATA_BESIDE 12.0f
#define RACE_DATA_ASIDE  4.0f

/// Whether a walk of racing_line_locate from point `point` of the line of car `car` would stay
/// there, told without one. False where it is not known.
static inline bool race_data_stays(const RaceData *data, int car, vec2s position, int point) {
    const LinePoint *at = &data->lines[car].points[point];
    const LineReach *reach = &data->line_reach[car][point];
    vec2s from = glms_vec2_sub(position, at->point);
    float left = glms_vec2_dot(from, vec2_left(at->tangent)), aside = fabsf(left);
    float more = (left > 0.0f ? reach->per_left : reach->per_right) * aside;
    return fabsf(glms_vec2_dot(from, at->tangent)) < reach->on_line + more &&
           aside < RACE_DATA_BESIDE;
}

/// racing_line_locate along the line of car `car`. A car that drives mostly has the point that it
/// had (`hint`), or now and then the next one.
static inline int race_data_line_point(const RaceData *data, int car, vec2s position, int hint) {
    const RacingLine *line = &data->lines[car];
    if (hint >= 0) {
        if (race_data_stays(data, car, position, hint)) {
            return hint;
        }
        int next = racing_line_index(line, hint + 1);
        if (race_data_stays(data, car, position, next)) {
            return next; // nearer than the hint as well, to which a walk from it would go
        }
    }
    return racing_line_locate(line, position, hint);
}
