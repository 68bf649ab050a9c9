/// Races on shipped tracks for tests: what a test needs to read, in a few lines.
#pragma once

#include "base/file.h"
#include "race/race.h"
#include "track_file/track_file.h"
#include "vehicle/car_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fixture_tracks[] = {"first-oval", "kiln-road", "frost-depot"};
static const char *const fixture_cars[] = {"hatch", "gt"};

enum {
    FIXTURE_TRACK_COUNT = sizeof fixture_tracks / sizeof fixture_tracks[0],
    FIXTURE_CAR_COUNT = sizeof fixture_cars / sizeof fixture_cars[0],
};

/// A race and all it stands on. Ended by fixture_destroy.
typedef struct Fixture {
    Track track;
    CarFile car;
    CarModel models[RACE_MAX_CARS];
    RaceData data;
    Race *race;
} Fixture;

static inline FileBytes fixture_read(const char *folder, const char *name, const char *suffix) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s%s", TEST_DATA, folder, name, suffix);
    MessageList messages = {0};
    FileBytes bytes;
    if (!file_read(path, FILE_LIMIT, &bytes, &messages)) {
        messages_print(&messages, stderr, NULL);
        abort();
    }
    return bytes;
}

static inline Track fixture_track(const char *name) {
    FileBytes bytes = fixture_read("tracks", name, ".track.yaml");
    Track track;
    MessageList messages = {0};
    if (!track_read(bytes.data, bytes.size, name, false, &track, &messages)) {
        messages_print(&messages, stderr, bytes.data);
        abort();
    }
    file_bytes_free(&bytes);
    return track;
}

/// The car of a text that has to be right; `name` is said where it is not.
static inline CarFile fixture_car_read(const char *text, size_t size, const char *name) {
    CarFile car;
    MessageList messages = {0};
    if (!car_file_read(text, size, name, NULL, &car, &messages)) {
        messages_print(&messages, stderr, text);
        abort();
    }
    return car;
}

static inline CarFile fixture_car_of(const char *text) {
    return fixture_car_read(text, strlen(text), "x.car.yaml");
}

static inline CarFile fixture_car(const char *name) {
    FileBytes bytes = fixture_read("cars", name, ".car.yaml");
    CarFile car = fixture_car_read(bytes.data, bytes.size, name);
    file_bytes_free(&bytes);
    return car;
}

static inline void *fixture_block(size_t size) { return aligned_alloc(64, (size + 63) / 64 * 64); }

/// All cars are `car`s, on `track`, which is taken over.
static inline Fixture *fixture_make_on(Track track, const char *car, const RaceDef *def) {
    Fixture *fixture = calloc(1, sizeof *fixture);
    fixture->track = track;
    fixture->car = fixture_car(car);
    for (int i = 0; i < def->car_count; i++) {
        fixture->models[i] = car_model_make(&fixture->car.params);
    }
    if (!race_data_make(&fixture->data, &fixture->track, fixture->models, def->car_count)) {
        fprintf(stderr, "no way round %s\n", track.name);
        abort();
    }
    fixture->race = race_make(fixture_block(race_size(&fixture->track, def->car_count)), def,
                              &fixture->data, fixture->models);
    return fixture;
}

static inline Fixture *fixture_make(const char *track, const char *car, const RaceDef *def) {
    return fixture_make_on(fixture_track(track), car, def);
}

static inline void fixture_destroy(Fixture *fixture) {
    free(fixture->race);
    race_data_destroy(&fixture->data);
    track_destroy(&fixture->track);
    free(fixture);
}

/// A race of `count` AI cars of one level.
static inline RaceDef fixture_field(int count, RaceSkill skill, int laps) {
    RaceDef def = race_def_default();
    def.car_count = count;
    def.laps = laps;
    for (int i = 0; i < count; i++) {
        def.drivers[i] = driver_params_of(skill);
    }
    return def;
}

/// Steps of AI cars alone.
static inline void fixture_run(Race *race, int ticks) {
    static const CarInput idle[RACE_MAX_CARS];
    for (int i = 0; i < ticks; i++) {
        race_step(race, idle);
    }
}

/// Until the race is over.
static inline void fixture_run_to_the_end(Race *race) {
    while (race->phase != RACE_OVER) {
        fixture_run(race, 1);
    }
}
