/// What a race stands on: the track as cars, wheels and drivers ask for it, and the cars' lines.
#pragma once

#include "race/racing_line.h"
#include "track/ground.h"
#include "track/road_grid.h"

enum {
    RACE_MAX_CARS = 32,
    RACE_HULLS_MAX = RACE_MAX_CARS + TRACK_FORMS_MAX,
};

/// All that a race needs and never changes. One per track and set of cars, outside the Race; made
/// by app.
typedef struct RaceData {
    const Track *track;
    WallGrid walls;
    Ground ground;
    RoadGrid roads;                               ///< Made where there is more than one ribbon.
    Hull hulls[RACE_HULLS_MAX];                   ///< By car, then by form of the track's things.
    RacingLine lines[RACE_MAX_CARS];              ///< By car; cars of one model share points.
    float gate_s[RACE_MAX_CARS][TRACK_GATES_MAX]; ///< m along its line where a car meets each gate.
    Arena arena;                                  ///< Owns the above.
} RaceData;

/// Builds the data for `car_count` cars of `models`. False (and nothing owned) where no racing line
/// is found.
bool race_data_make(RaceData *data, const Track *track, const CarModel *models, int car_count);

/// The same where some racing lines are known already: `known[i]`, NULL for none, is what
/// racing_line_make gave for this track and models[i], and is copied. `known` may be NULL.
bool race_data_make_with(RaceData *data, const Track *track, const CarModel *models, int car_count,
                         const RacingLine *const *known, ProgressPart progress);
void race_data_destroy(RaceData *data);
