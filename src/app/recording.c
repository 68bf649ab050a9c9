#include "app/recording.h"

#include "app/commands.h"
#include "base/directories.h"
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "race/placing.h"
#include "track/reverse.h"

#include <string.h>

// Whether `track` is that of the recording, perhaps after it was turned to its reverse variant: a
// recording names a track, and its hash tells which way round it was driven.
static bool is_same_track(Track *track, Hash128 hash) {
    return hash_equal128(track->hash, hash) ||
           (track->reversible && track_reverse(track) && hash_equal128(track->hash, hash));
}

// Whether the cars are still those of the recording.
static bool are_same_cars(const char *file, const Session *session, const ReplayInfo *info,
                          FILE *out) {
    for (int i = 0; i < info->def.car_count; i++) {
        if (!hash_equal128(car_model_hash(&session->models[i]), info->car_hashes[i])) {
            print_to(out, "%s: car \"%s\" changed since this replay\n", file, info->cars[i]);
            return false;
        }
    }
    return true;
}

// Where the replay called `name` is: a file of that name, else one of those that the game kept.
static void find_file(const char *name, char path[PATH_LIMIT + 300]) {
    char folder[PATH_LIMIT];
    snprintf(path, PATH_LIMIT + 300, "%s", name);
    if (strchr(name, '/') || file_exists(name) || strlen(name) > 200 ||
        !directories_user_data(folder, sizeof folder)) {
        return;
    }
    char kept[PATH_LIMIT + 300];
    snprintf(kept, sizeof kept, "%s/replays/%s%s", folder, name,
             text_ends_with(name, RECORDING_SUFFIX) ? "" : RECORDING_SUFFIX);
    if (file_exists(kept)) {
        memcpy(path, kept, sizeof kept);
    }
}

int recording_read(const char *name, Replay *replay, size_t *size) {
    MessageList messages = {0};
    FileBytes bytes;
    char file[PATH_LIMIT + 300];
    find_file(name, file);
    if (!file_read(file, REPLAY_LIMIT, &bytes, &messages)) {
        messages_print(&messages, stderr, NULL);
        if (!strchr(name, '/') && !file_exists(name)) {
            print_to(stderr, "    help: `axle list replays` names those that the game has kept\n");
        }
        return EXIT_UNREADABLE;
    }
    bool fine = replay_unpack((const uint8_t *)bytes.data, bytes.size, file, replay, &messages);
    if (size) {
        *size = bytes.size;
    }
    file_bytes_free(&bytes);
    if (!fine) {
        messages_print(&messages, stderr, NULL);
    }
    return fine ? EXIT_FINE : EXIT_NO;
}

int recording_open(const char *file, const Replay *replay, Session *session, FILE *out) {
    const ReplayInfo *info = &replay->info;
    SessionDef def = {.track = info->track, .race = info->def};
    for (int i = 0; i < info->def.car_count; i++) {
        def.cars[i] = info->cars[i];
    }
    for (int i = 0; i < replay->change_count; i++) {
        const ReplayChange *change = &replay->changes[i];
        if (change->kind == REPLAY_CAR) {
            def.numbers[change->car] = change->text;
        }
    }
    Track track;
    char path[sizeof session->track_path];
    int code = load_track(def.track, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    // First of all: a track that has changed may have no room for these cars, or no way round.
    if (!is_same_track(&track, info->track_hash)) {
        print_to(out, "%s: track \"%s\" changed since this replay\n", file, info->track);
        track_destroy(&track);
        return EXIT_NO;
    }
    def.reverse = track.reversed;
    code = session_load_on(session, &def, &track, path);
    if (code != EXIT_FINE) {
        return code;
    }
    if (!are_same_cars(file, session, info, out)) {
        session_destroy(session);
        return EXIT_NO;
    }
    return session_start(session);
}

static bool give_numbers(Session *session, const ReplayChange *change) {
    CarFile car;
    MessageList messages = {0};
    const CarParams *now = &race_racers_const(session->race)[change->car].model.params;
    if (!car_file_read(change->text, strlen(change->text), "", now, &car, &messages)) {
        return false;
    }
    CarModel model = car_model_make(&car.params);
    session_set_car(session, change->car, &model);
    return true;
}

// False where what the file says cannot be done.
static bool make_change(Session *session, const ReplayChange *change) {
    switch (change->kind) {
    case REPLAY_NUMBERS:
        return give_numbers(session, change);
    case REPLAY_PLACE:
        if (!box_contains(session->track.bounds, change->position)) {
            return false;
        }
        placing_put(session->race, change->car, change->position, change->angle);
        return true;
    case REPLAY_CAR: // the session was made with it
        return true;
    default:
        race_racers(session->race)[change->car].best_lap_s = change->best_lap_s;
        return true;
    }
}

static bool make_changes(const char *file, const Replay *replay, ReplayCursor *cursor,
                         Session *session, FILE *out) {
    const ReplayChange *change;
    while ((change = replay_next_change(replay, cursor)) != NULL) {
        if (!make_change(session, change)) {
            print_to(out, "%s: what was changed at tick %u cannot be\n", file, change->tick);
            return false;
        }
    }
    return true;
}

int recording_play(const char *file, const Replay *replay, Session *session, RecordingWatch *watch,
                   void *context, FILE *out) {
    session_restart(session, &replay->info.def);
    Race *race = session->race;
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    if (!make_changes(file, replay, &cursor, session, out)) {
        return EXIT_NO;
    }
    while (replay_next(replay, &cursor, race, inputs)) {
        race_step(race, inputs);
        uint64_t wanted;
        if (replay_hash_at(replay, race->tick, &wanted) && wanted != race_hash(race)) {
            print_to(out, "%s: differs at tick %u or up to a second before\n", file, race->tick);
            return EXIT_NO;
        }
        if (watch) {
            watch(context, race);
        }
        if (!make_changes(file, replay, &cursor, session, out)) {
            return EXIT_NO;
        }
    }
    char hash[HASH_TEXT_MAX], recorded[HASH_TEXT_MAX];
    if (race_hash(race) != replay->info.final_hash) {
        print_to(out, "%s: differs at the end: hash %s, recorded %s\n", file,
                 hash_text64(race_hash(race), hash),
                 hash_text64(replay->info.final_hash, recorded));
        return EXIT_NO;
    }
    return EXIT_FINE;
}
