/// `axle verify`: plays replays back and compares every state hash.
#include "app/commands.h"
#include "app/options.h"
#include "app/session.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_hash(Hash128 a, Hash128 b) { return a.high == b.high && a.low == b.low; }

// Whether the track and the cars are still those of the recording.
static bool is_same_material(const char *file, const Session *session, const ReplayInfo *info) {
    if (!same_hash(session->track.hash, info->track_hash)) {
        printf("%s: track \"%s\" changed since this replay\n", file, info->track);
        return false;
    }
    for (int i = 0; i < info->def.car_count; i++) {
        if (!same_hash(car_model_hash(&session->models[i]), info->car_hashes[i])) {
            printf("%s: car \"%s\" changed since this replay\n", file, info->cars[i]);
            return false;
        }
    }
    return true;
}

// Steps the recorded race; says where it first differs.
static int play_back(const char *file, Session *session, const Replay *replay) {
    Race *race = session->race;
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    while (replay_next(replay, &cursor, race, inputs)) {
        race_step(race, inputs);
        uint64_t wanted;
        if (replay_hash_at(replay, race->tick, &wanted) && wanted != race_hash(race)) {
            printf("%s: differs at tick %u or up to a second before\n", file, race->tick);
            return EXIT_NO;
        }
    }
    char hash[HASH_TEXT_MAX], recorded[HASH_TEXT_MAX];
    hash_text64(race_hash(race), hash);
    if (race_hash(race) != replay->info.final_hash) {
        printf("%s: differs at the end: hash %s, recorded %s\n", file, hash,
               hash_text64(replay->info.final_hash, recorded));
        return EXIT_NO;
    }
    printf("%s: ok, %u ticks, hash %s\n", file, race->tick, hash);
    return EXIT_FINE;
}

static int verify_replay(const char *file, const Replay *replay) {
    const ReplayInfo *info = &replay->info;
    SessionDef def = {.track = info->track, .race = info->def};
    for (int i = 0; i < info->def.car_count; i++) {
        def.cars[i] = info->cars[i];
    }
    Session *session = calloc(1, sizeof *session);
    int code = session ? session_make(session, &def) : EXIT_INTERNAL;
    if (code == EXIT_FINE) {
        code = is_same_material(file, session, info) ? play_back(file, session, replay) : EXIT_NO;
        session_destroy(session);
    }
    free(session);
    return code;
}

static int verify(const char *file) {
    MessageList messages = {0};
    FileBytes bytes;
    if (!file_read(file, REPLAY_LIMIT, &bytes, &messages)) {
        messages_print(&messages, stderr, NULL);
        return EXIT_UNREADABLE;
    }
    Replay replay;
    bool fine = replay_unpack((const uint8_t *)bytes.data, bytes.size, file, &replay, &messages);
    file_bytes_free(&bytes);
    if (!fine) {
        messages_print(&messages, stderr, NULL);
        return EXIT_NO;
    }
    int code = verify_replay(file, &replay);
    replay_destroy(&replay);
    return code;
}

int command_verify(int argument_count, char **arguments) {
    enum {
        FILES_MAX = 256
    };
    const Command command = {"verify",
                             "FILE...",
                             1,
                             FILES_MAX,
                             "Plays replays back and compares every recorded state hash.",
                             NULL,
                             0};
    const char *files[FILES_MAX];
    int count, code = EXIT_FINE;
    if (!options_parse(&command, argument_count, arguments, files, &count, &code)) {
        return code;
    }
    for (int i = 0; i < count; i++) {
        int result = verify(files[i]);
        code = result > code ? result : code;
    }
    return code;
}
