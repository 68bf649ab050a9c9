#include "race/medals.h"

#include "base/assert.h"

#include <math.h>

const char *const medal_names[MEDAL_COUNT] = {"author", "gold", "silver", "bronze"};

/// Who sets the time of each medal.
static const RaceSkill skills[MEDAL_COUNT] = {SKILL_EXPERT, SKILL_HARD, SKILL_MEDIUM, SKILL_EASY};

/// Rounded up to a tenth of a second, as times are shown: what a float lacks of a tenth adds none.
static float up_to_tenth(double seconds) { return (float)(ceil(seconds * 10.0 - 1e-4) / 10.0); }

RaceDef medal_race(Medal medal) {
    ASSERT(medal < MEDAL_COUNT);
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.laps = MEDAL_LAPS;
    def.drivers[0] = driver_params_steady(skills[medal]); // its time is no matter of luck
    return def;
}

float medal_drive(const RaceData *data, const CarModel *model, Medal medal) {
    ASSERT(data != NULL && model != NULL && medal < MEDAL_COUNT);
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = medal_race(medal);
    Arena arena = {0};
    Race *race = race_make(arena_alloc(&arena, race_size(data->track, 1)), &def, data, model);
    while (race->phase != RACE_OVER) {
        race_step(race, idle);
    }
    double best = race_racers_const(race)->best_lap_s;
    arena_destroy(&arena);
    return up_to_tenth(best);
}

float medals_ideal_lap(const RaceData *data, const CarModel *model) {
    ASSERT(data != NULL && model != NULL);
    Arena scratch = {0};
    RacingLine line;
    bool made = racing_line_make(data->track, &data->walls, &data->ground, model, (ProgressPart){0},
                                 &scratch, &line, NULL);
    float lap_s = made ? line.lap_s : 0.0f;
    arena_destroy(&scratch);
    return lap_s;
}

void medals_for(const Track *track, float own_s, float standard_s, float out[MEDAL_COUNT]) {
    ASSERT(track != NULL);
    float part = standard_s > 0.0f && own_s > 0.0f ? own_s / standard_s : 1.0f;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        out[i] = up_to_tenth((double)part * (double)track->medals[i]);
    }
}

Medal medal_of(const float medals[MEDAL_COUNT], double lap_s) {
    ASSERT(medals != NULL);
    for (int i = 0; lap_s > 0.0 && i < MEDAL_COUNT; i++) {
        // A time of the file is a decimal that was rounded to a float.
        if (medals[i] > 0.0f && lap_s <= (double)medals[i] + 1e-4) {
            return (Medal)i;
        }
    }
    return MEDAL_COUNT;
}

double medal_champion(const float medals[MEDAL_COUNT], double lap_s) {
    ASSERT(medals != NULL);
    double champion_s = lap_s > 0.0 ? lap_s : 0.0;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        if (medals[i] > 0.0f && lap_s >= (double)medals[i]) {
            champion_s = 0.0;
        }
    }
    return champion_s;
}
