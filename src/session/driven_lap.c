#include "session/driven_lap.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/print.h"
#include "session/recording.h"

#include <stdlib.h>
#include <string.h>

/// What is known of the laps of one car.
typedef struct Follower {
    GhostRecorder recorder;
    bool spoiled;             ///< The lap under way is not fair.
    bool placed;              ///< Nor is the first one: the car did not begin it where cars do.
    bool race_spoiled;        ///< Nor is the race.
    bool marked, race_marked; ///< By the rules: lap_is_marked.
} Follower;

typedef struct Search {
    const Replay *replay;
    DrivenLapWish wish;
    const atomic_bool *stop;
    DrivenLap *out;
    bool found;
    int change; ///< Of the replay: the next that was not looked at.
    Follower followers[RACE_MAX_CARS];
} Search;

/// Takes note of the changes that were made before the step to `race->tick`.
static void see_changes(Search *search, const Race *race) {
    const Replay *replay = search->replay;
    for (; search->change < replay->change_count; search->change++) {
        const ReplayChange *change = &replay->changes[search->change];
        if (change->tick >= race->tick) {
            return;
        }
        Follower *follower = &search->followers[change->car];
        bool changes_car = change->kind == REPLAY_NUMBERS || change->kind == REPLAY_PLACE;
        // What is changed before a lap begins is the car that drives it.
        follower->spoiled |= changes_car && follower->recorder.begun &&
                             change->tick > follower->recorder.now.start_tick;
        // The first lap of who joins begins when he does.
        const Racer *racer = &race_racers_const(race)[change->car];
        bool placed = change->kind == REPLAY_PLACE && follower->recorder.lap == 0 &&
                      change->tick <= racer->lap_started_tick;
        follower->placed |= placed;
        follower->race_spoiled |= placed || (changes_car && change->tick > race->start_tick);
    }
}

static bool is_wished(const Search *search, int car, const GhostLap *lap, int index, bool fair) {
    if (search->wish.car >= 0 && search->wish.car != car) {
        return false;
    }
    if (search->wish.index >= 0) {
        return index == search->wish.index;
    }
    return fair && (!search->found || lap->lap_s < search->out->ghost.lap_s);
}

static void take(Search *search, const Race *race, int car, const GhostLap *lap, int index) {
    DrivenLap *out = search->out;
    if (search->found) {
        ghost_lap_destroy(&out->ghost);
    }
    search->found = true;
    out->ghost = ghost_lap_copy(lap);
    out->car = car;
    out->index = index;
    out->fair = !search->followers[car].spoiled && !search->followers[car].placed;
    out->marked = search->followers[car].marked;
    out->model = race_racers_const(race)[car].model;
    out->car_hash = car_model_hash(&out->model);
}

static void follow(Search *search, const Race *race, int car) {
    Follower *follower = &search->followers[car];
    const Racer *racer = &race_racers_const(race)[car];
    bool by_ai =
        (race->ai_cars >> car & 1u) != 0 || (racer->input.flags & CAR_INPUT_AUTOPILOT) != 0;
    // Laps that the car rolls on are nobody's.
    bool is_over =
        race->mode == RACE_MODE_RACE && racer->finished && follower->recorder.lap >= racer->lap;
    bool counts = race->tick > race->start_tick && !is_over;
    follower->spoiled |= by_ai && counts;
    follower->race_spoiled |= by_ai && counts;
    int lap = follower->recorder.lap;
    follower->marked = counts && lap_is_marked(racer, lap);
    follower->race_marked |= follower->marked;
    uint32_t started = follower->recorder.now.start_tick;
    bool fair = !follower->spoiled && !follower->placed && !follower->marked;
    if (ghost_recorder_follow(&follower->recorder, race) &&
        is_wished(search, car, &follower->recorder.last, lap, fair)) {
        take(search, race, car, &follower->recorder.last, lap);
    }
    follower->placed &= follower->recorder.lap == lap;
    if (follower->recorder.now.start_tick != started) { // another lap has begun
        follower->spoiled = false;
    }
}

static bool watch(void *context, const Race *race) {
    Search *search = context;
    see_changes(search, race);
    for (int car = 0; car < race->car_count; car++) {
        if (search->wish.car < 0 || search->wish.car == car) {
            follow(search, race, car);
        }
    }
    return !search->stop || !atomic_load(search->stop);
}

/// What is known once the replay is at its end.
static void complete(const Search *search, const Session *session) {
    DrivenLap *out = search->out;
    const Racer *racer = &race_racers_const(session->race)[out->car];
    const Race *race = session->race;
    bool whole = racer->finished && racer->lap >= race->laps && race_counts_for_records(race);
    out->race_s = whole ? racer->total_s : 0.0;
    out->marked_race = search->followers[out->car].race_marked;
    out->fair_race = !search->followers[out->car].race_spoiled;
    out->track_hash = session->track.hash;
    out->reverse = session->def.reverse;
    out->laps = session->race->laps;
    memcpy(out->car_name, session->cars[out->car].name, sizeof out->car_name);
}

/// Drives the replay in `session`, which stands at its start.
static DrivenLapResult search_in(Search *search, const char *file, Session *session, FILE *why) {
    const int cars = search->replay->info.def.car_count; // where it ends, not all may have joined
    for (int car = 0; car < cars; car++) {
        search->followers[car].recorder = ghost_recorder_begin(session->race, car);
    }
    int code = recording_play(file, search->replay, session, watch, search, why);
    if (code == EXIT_FINE && search->found) {
        complete(search, session);
    }
    for (int car = 0; car < cars; car++) {
        ghost_recorder_destroy(&search->followers[car].recorder);
    }
    if (code != EXIT_FINE && search->found) {
        driven_lap_destroy(search->out);
    }
    return code == EXIT_INTERRUPTED ? DRIVEN_LAP_STOPPED
           : code != EXIT_FINE      ? DRIVEN_LAP_DIFFERS
           : search->found          ? DRIVEN_LAP_FOUND
                                    : DRIVEN_LAP_NONE;
}

DrivenLapResult driven_lap_find(const char *data, const char *file, const Replay *replay,
                                DrivenLapWish wish, const atomic_bool *stop, DrivenLap *out,
                                FILE *why) {
    static const Waiting silent;
    const ReplayInfo *info = &replay->info;
    *out = (DrivenLap){0};
    uint64_t most = wish.steps_max > 0 ? wish.steps_max : DRIVEN_LAP_STEPS_MAX;
    if ((uint64_t)info->ticks * (uint64_t)info->def.car_count > most) {
        print_to(why, "it is too long to be driven again\n");
        return DRIVEN_LAP_TOO_LONG;
    }
    Search *search = calloc(1, sizeof *search);
    Session *session = calloc(1, sizeof *session); // large
    ASSERT(search != NULL && session != NULL);
    *search = (Search){.replay = replay, .wish = wish, .stop = stop, .out = out};
    DrivenLapResult result = DRIVEN_LAP_UNOPENED;
    if (recording_open(data, file, replay, &silent, session, why) == EXIT_FINE) {
        result = search_in(search, file, session, why);
        session_destroy(session);
    }
    free(session);
    free(search);
    if (result == DRIVEN_LAP_NONE) {
        print_to(why, "%s: it holds no whole lap that a person drove\n", file);
    }
    return result;
}

/// Drives to the end of the race and keeps the best lap.
static bool drive(Session *session, const atomic_bool *stop, DrivenLap *out) {
    static const CarInput idle[RACE_MAX_CARS];
    Race *race = session->race;
    GhostRecorder recorder = ghost_recorder_begin(race, 0);
    while (race->phase != RACE_OVER && !(stop && atomic_load(stop))) {
        race_step(race, idle);
        if (ghost_recorder_follow(&recorder, race) &&
            (out->ghost.lap_s <= 0.0 || recorder.last.lap_s < out->ghost.lap_s)) {
            ghost_lap_destroy(&out->ghost);
            out->ghost = ghost_lap_copy(&recorder.last);
        }
    }
    ghost_recorder_destroy(&recorder);
    if (race->phase != RACE_OVER) {
        ghost_lap_destroy(&out->ghost);
    }
    return out->ghost.lap_s > 0.0;
}

bool driven_lap_of_medal(const char *data, const char *track, bool reverse, const char *car,
                         const char *numbers, Medal medal, const atomic_bool *stop,
                         DrivenLap *out) {
    static const Waiting silent;
    SessionDef def = {.data = data,
                      .track = track,
                      .cars = {car},
                      .numbers = {numbers},
                      .race = medal_race(medal),
                      .reverse = reverse,
                      .waiting = &silent};
    Session *session = calloc(1, sizeof *session);
    ASSERT(session != NULL);
    *out = (DrivenLap){0};
    bool found = session_make(session, &def) == EXIT_FINE;
    if (found) {
        out->model = session->models[0];
        out->car_hash = car_model_hash(&out->model);
        out->track_hash = session->track.hash;
        out->reverse = reverse;
        out->laps = session->race->laps;
        memcpy(out->car_name, session->cars[0].name, sizeof out->car_name);
        found = drive(session, stop, out);
        session_destroy(session);
    }
    free(session);
    return found;
}

void driven_lap_destroy(DrivenLap *lap) {
    ghost_lap_destroy(&lap->ghost);
    *lap = (DrivenLap){0};
}
