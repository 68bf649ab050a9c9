#define _XOPEN_SOURCE 700 // for realpath
#include "session/session.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "import/import.h"
#include "track_check/track_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_ALIGNMENT = 64
};

static const char *const usual_names[RACE_MAX_CARS] = {
    "Ada",  "Bo",   "Cleo", "Dex",  "Edie", "Finn", "Gus",  "Hana", "Ivo",  "Juno", "Kit",
    "Lou",  "Mika", "Nell", "Otto", "Pia",  "Quin", "Rosa", "Sol",  "Tess", "Uma",  "Vic",
    "Wren", "Xan",  "Yara", "Zeno", "Abel", "Bea",  "Cy",   "Dot",  "Eli",  "Fay"};

const char *session_driver_name(const Session *session, int car) {
    const DriverFile *driver = session->def.drivers[car];
    return driver ? driver->name : usual_names[car];
}

void session_driver_names(const Session *session, const char *names[RACE_MAX_CARS]) {
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        names[i] = session_driver_name(session, i);
    }
}

void session_look_wishes(const Session *session, CarLookWish out[RACE_MAX_CARS]) {
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        const DriverFile *driver = session->def.drivers[i];
        out[i] = driver ? (CarLookWish){driver->color, driver->number} : (CarLookWish){0};
    }
}

bool session_car_model(const CarFile *car, const char *numbers, CarModel *out,
                       MessageList *messages) {
    CarFile changed = *car;
    if (numbers &&
        !car_file_read(numbers, strlen(numbers), "numbers", &car->params, &changed, messages)) {
        return false;
    }
    *out = car_model_make(&changed.params);
    return true;
}

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool session_same_car(const Session *session, int a, int b) {
    const SessionDef *def = &session->def;
    return strcmp(def->cars[a], def->cars[b]) == 0 &&
           is_same_text(def->numbers[a], def->numbers[b]);
}

/// Reads car `car`, or takes it from the first of the same file and numbers.
static int load_one(Session *session, int car) {
    const SessionDef *def = &session->def;
    int same = 0;
    while (!session_same_car(session, same, car)) {
        same++;
    }
    if (same < car) {
        session->cars[car] = session->cars[same];
        session->models[car] = session->models[same];
        return EXIT_FINE;
    }
    int code =
        def->cars_read ? EXIT_FINE : load_car(def->data, def->cars[car], &session->cars[car]);
    if (code != EXIT_FINE) {
        return code;
    }
    MessageList messages = {0};
    bool fine =
        session_car_model(&session->cars[car], def->numbers[car], &session->models[car], &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? EXIT_FINE : EXIT_NO;
}

/// Reads each car once, however many drive it.
static int load_cars(Session *session) {
    int code = EXIT_FINE;
    for (int i = 0; i < session->def.race.car_count && code == EXIT_FINE; i++) {
        code = load_one(session, i);
    }
    return code;
}

static void *block_for(const Track *track, int car_count) {
    size_t size = race_size(track, car_count);
    size = (size + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
    void *block = aligned_alloc(BLOCK_ALIGNMENT, size);
    ASSERT(block != NULL);
    return block;
}

void session_set_data(Session *session, RaceData *data) {
    race_data_destroy(&session->data);
    session->data = *data;
    if (race_fits(session->race, session->data.track)) {
        race_set_data(session->race, &session->data);
        return;
    }
    void *block = block_for(session->data.track, session->race->car_count);
    Race *moved = race_move(block, session->race, &session->data);
    free(session->race);
    session->race = moved;
}

static int set_up(Session *session, const SessionDef *def) {
    if (def->race.car_count > session->track.slot_count) {
        print_to(stderr, "axle: track \"%s\" has room for %d cars, not for %d\n",
                 session->track.name, session->track.slot_count, def->race.car_count);
        return EXIT_USAGE;
    }
    int code = load_cars(session);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!lines_race_data(def->lines, &session->data, &session->track, session->models,
                         def->race.car_count, def->waiting ? *def->waiting : waiting_terminal())) {
        MessageList messages = {0};
        if (!track_check(&session->track, &messages)) {
            load_print_messages(session->track_path, &messages);
            return EXIT_NO;
        }
        print_to(stderr,
                 "axle: found no way round track \"%s\" for this car: `axle check` says where\n",
                 session->track.name);
        return EXIT_NO;
    }
    session->race = race_make(block_for(&session->track, def->race.car_count), &def->race,
                              &session->data, session->models);
    return EXIT_FINE;
}

int session_make_on(Session *session, const SessionDef *def, Track *track, const char *track_path) {
    session->def = *def;
    session->track = *track;
    snprintf(session->track_path, sizeof session->track_path, "%s", track_path);
    int code = set_up(session, def);
    if (code != EXIT_FINE) {
        session_destroy(session);
    }
    return code;
}

int session_make(Session *session, const SessionDef *def) {
    Track track;
    char path[sizeof session->track_path];
    int code = load_track(def->data, def->track, def->reverse, &track, path);
    return code == EXIT_FINE ? session_make_on(session, def, &track, path) : code;
}

void session_restart(Session *session, const RaceDef *race) {
    ASSERT(race->car_count <= session->def.race.car_count);
    int cars = session->def.race.car_count;
    session->def.race = *race;
    session->def.race.car_count = cars;
    for (int i = 0; i < race->car_count; i++) { // they may have got others while driving
        session->data.hulls[i] = car_model_hull(&session->models[i]);
    }
    race_make(session->race, race, &session->data, session->models);
}

bool session_add_car(Session *session, const char *name, const char *numbers) {
    SessionDef *def = &session->def;
    const int car = def->race.car_count;
    ASSERT(car == session->race->car_count && car < session->track.slot_count);
    def->cars[car] = name;
    def->numbers[car] = numbers;
    RaceData data;
    if (load_one(session, car) != EXIT_FINE ||
        !lines_race_data(def->lines, &data, &session->track, session->models, car + 1,
                         def->waiting ? *def->waiting : waiting_terminal())) {
        return false;
    }
    for (int i = 0; i < car; i++) { // as they are driven now
        data.hulls[i] = session->data.hulls[i];
    }
    race_data_destroy(&session->data);
    session->data = data; // where the race looks for it
    def->race.car_count = car + 1;
    return true;
}

void session_join(Session *session) {
    const int car = session->race->car_count;
    ASSERT(car < session->def.race.car_count);
    Race *joined = race_join(block_for(&session->track, car + 1), session->race,
                             &session->models[car], &session->def.race.drivers[car]);
    free(session->race);
    session->race = joined;
    session->def.race.ai_cars &= ~(1u << car); // people join
}

void session_set_car(Session *session, int car, const CarModel *model) {
    race_set_model(session->race, car, model);
    session->data.hulls[car] = car_model_hull(model);
}

/// s of the ideal lap of the car of medals on this track; 0: none is known.
static float standard_lap(const Session *session) {
    CarFile standard;
    if (load_car(session->def.data, MEDAL_CAR, &standard) != EXIT_FINE) {
        return 0.0f;
    }
    CarModel model = car_model_make(&standard.params);
    return medals_ideal_lap(&session->data, &model);
}

void session_medals(const Session *session, float out[RACE_MAX_CARS][MEDAL_COUNT]) {
    const SessionDef *def = &session->def;
    const float *medals = session->track.medals;
    float standard_s = -1.0f; // not looked for yet: most races need none
    bool any = false;
    for (int i = 0; i < MEDAL_COUNT; i++) {
        any = any || medals[i] > 0.0f;
    }
    for (int i = 0; i < def->race.car_count; i++) {
        bool other = strcmp(def->cars[i], MEDAL_CAR) != 0 || def->numbers[i];
        memcpy(out[i], medals, MEDAL_COUNT * sizeof *medals);
        if (any && other) {
            standard_s = standard_s < 0.0f ? standard_lap(session) : standard_s;
            medals_for(&session->track, session->data.lines[i].lap_s, standard_s, out[i]);
        }
    }
}

void session_destroy(Session *session) {
    free(session->race);
    race_data_destroy(&session->data);
    track_destroy(&session->track);
    *session = (Session){0};
}

/// An installed track or car keeps its name, a file gets its whole path. False where that is too
/// long for a replay.
static bool name_file(const char *name, const char *suffix, char out[REPLAY_NAME_MAX]) {
    bool is_path =
        directories_is_path(name, suffix) || (import_has_suffix(name) && file_exists(name));
    char *path = is_path ? realpath(name, NULL) : NULL;
    int length = snprintf(out, REPLAY_NAME_MAX, "%s", path ? path : name);
    free(path);
    return length < REPLAY_NAME_MAX;
}

bool session_begin_replay(const Session *session, Replay *out) {
    ReplayInfo info = {.track_hash = session->track.hash, .def = session->def.race};
    info.def.laps = session->race->laps; // the track may get another number of them
    snprintf(info.axle_version, sizeof info.axle_version, "%s", AXLE_VERSION);
    bool fits = name_file(session->def.track, LOAD_TRACK_SUFFIX, info.track);
    for (int i = 0; i < info.def.car_count; i++) {
        fits = name_file(session->def.cars[i], LOAD_CAR_SUFFIX, info.cars[i]) && fits;
        info.car_hashes[i] = car_model_hash(&session->models[i]);
    }
    if (!fits) {
        return false;
    }
    replay_begin(out, &info);
    for (int i = 0; i < info.def.car_count; i++) {
        if (session->def.numbers[i]) {
            ReplayChange change = {
                .car = (uint8_t)i, .kind = REPLAY_CAR, .text = session->def.numbers[i]};
            replay_add_change(out, &change);
        }
    }
    return true;
}

bool session_join_replay(const Session *session, Replay *replay) {
    const int car = session->def.race.car_count - 1;
    char name[REPLAY_NAME_MAX];
    if (!name_file(session->def.cars[car], LOAD_CAR_SUFFIX, name)) {
        return false;
    }
    replay_add_car(replay, name, car_model_hash(&session->models[car]), session->def.numbers[car]);
    return true;
}
