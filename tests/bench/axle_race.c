/// Axle at work on a whole race: the AI, cars and tyres, contacts, laps.
#include "base/assert.h"
#include "base/file.h"
#include "bench/engine_axle.h"
#include "race/race.h"
#include "track_file/track_file.h"
#include "vehicle/car_file.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PATH_MAX_BYTES = 4096
};

typedef struct RaceState {
    Track track;
    CarModel models[RACE_MAX_CARS];
    RaceData data;
    Race *race;
    int step_ticks;
} RaceState;

static bool read_file(const BenchWork *work, const char *name, FileBytes *out) {
    char path[PATH_MAX_BYTES];
    int length = snprintf(path, sizeof path, "%s/%s", work->data_folder, name);
    MessageList messages = {0};
    bool fine =
        length > 0 && (size_t)length < sizeof path && file_read(path, FILE_LIMIT, out, &messages);
    return fine;
}

static bool read_track(const BenchWork *work, Track *out) {
    FileBytes bytes;
    if (!read_file(work, "tracks/kiln-road.track.yaml", &bytes)) {
        return false;
    }
    MessageList messages = {0};
    bool fine = track_read(bytes.data, bytes.size, "kiln-road", false, out, &messages);
    file_bytes_free(&bytes);
    return fine;
}

static bool read_car(const BenchWork *work, CarModel *out) {
    FileBytes bytes;
    if (!read_file(work, "cars/hatch.car.yaml", &bytes)) {
        return false;
    }
    CarFile car;
    MessageList messages = {0};
    bool fine = car_file_read(bytes.data, bytes.size, "hatch", NULL, &car, &messages);
    if (fine) {
        *out = car_model_make(&car.params);
    }
    file_bytes_free(&bytes);
    return fine;
}

static void step_race(Race *race, int ticks) {
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ticks; i++) {
        race_step(race, idle);
    }
}

void axle_race_destroy(void *memory) {
    RaceState *state = memory;
    free(state->race);
    race_data_destroy(&state->data);
    track_destroy(&state->track);
    free(state);
}

static bool set_up(RaceState *state, const BenchWork *work) {
    if (!read_track(work, &state->track) || !read_car(work, &state->models[0])) {
        return false;
    }
    for (int i = 1; i < work->size; i++) {
        state->models[i] = state->models[0];
    }
    if (state->track.slot_count < work->size ||
        !race_data_make(&state->data, &state->track, state->models, work->size)) {
        return false;
    }
    RaceDef def = race_def_default();
    def.car_count = work->size;
    def.laps = RACE_LAPS_MAX; // longer than any run
    void *block = aligned_alloc(64, (race_size(&state->track, def.car_count) + 63) / 64 * 64);
    ASSERT(block != NULL);
    state->race = race_make(block, &def, &state->data, state->models);
    state->step_ticks = work->operations / work->size;
    step_race(state->race, RACE_COUNTDOWN_TICKS);
    return true;
}

void *axle_race_create(const BenchWork *work) {
    RaceState *state = aligned_alloc(64, (sizeof *state + 63) / 64 * 64);
    ASSERT(state != NULL);
    *state = (RaceState){.race = NULL};
    if (!set_up(state, work)) {
        axle_race_destroy(state);
        return NULL;
    }
    return state;
}

Race *axle_race_race(void *memory) { return ((RaceState *)memory)->race; }

void axle_race_step(void *memory) {
    RaceState *state = memory;
    step_race(state->race, state->step_ticks);
}

void axle_race_measure(void *memory, Figures *figures) {
    const RaceState *state = memory;
    const Racer *racers = race_racers_const(state->race);
    const Body *bodies = race_bodies_const(state->race);
    int rescues = 0;
    double speed = 0.0;
    for (int i = 0; i < state->race->car_count; i++) {
        rescues += racers[i].respawns;
        speed += (double)glms_vec2_norm(bodies[i].velocity);
    }
    figures->values[FIGURE_LOST] = rescues;
    figures->values[FIGURE_SPEED] = speed / state->race->car_count;
    figures->hash = race_hash(state->race);
}
