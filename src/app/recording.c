#include "app/recording.h"

#include "app/commands.h"
#include "base/file.h"
#include "track/reverse.h"

#include <string.h>

static bool same_hash(Hash128 a, Hash128 b) { return a.high == b.high && a.low == b.low; }

// Whether the track and the cars are still those of the recording.
static bool is_same_material(const char *file, const Session *session, const ReplayInfo *info,
                             FILE *out) {
    if (!same_hash(session->track.hash, info->track_hash)) {
        fprintf(out, "%s: track \"%s\" changed since this replay\n", file, info->track);
        return false;
    }
    for (int i = 0; i < info->def.car_count; i++) {
        if (!same_hash(car_model_hash(&session->models[i]), info->car_hashes[i])) {
            fprintf(out, "%s: car \"%s\" changed since this replay\n", file, info->cars[i]);
            return false;
        }
    }
    return true;
}

static bool is_reverse_of(Track *track, Hash128 hash) {
    return track->reversible && track_reverse(track) && same_hash(track->hash, hash);
}

int recording_read(const char *file, Replay *replay, size_t *size) {
    MessageList messages = {0};
    FileBytes bytes;
    if (!file_read(file, REPLAY_LIMIT, &bytes, &messages)) {
        messages_print(&messages, stderr, NULL);
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
    int code = session_make(session, &def);
    // A recording names a track; its hash tells which way round it was driven.
    if (code == EXIT_FINE && !same_hash(session->track.hash, info->track_hash) &&
        is_reverse_of(&session->track, info->track_hash)) {
        session_destroy(session);
        def.reverse = true;
        code = session_make(session, &def);
    }
    if (code == EXIT_FINE && !is_same_material(file, session, info, out)) {
        session_destroy(session);
        code = EXIT_NO;
    }
    return code;
}

int recording_play(const char *file, const Replay *replay, Session *session, RecordingWatch *watch,
                   void *context, FILE *out) {
    session_restart(session, &replay->info.def);
    Race *race = session->race;
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    while (replay_next(replay, &cursor, race, inputs)) {
        race_step(race, inputs);
        uint64_t wanted;
        if (replay_hash_at(replay, race->tick, &wanted) && wanted != race_hash(race)) {
            fprintf(out, "%s: differs at tick %u or up to a second before\n", file, race->tick);
            return EXIT_NO;
        }
        if (watch) {
            watch(context, race);
        }
    }
    char hash[HASH_TEXT_MAX], recorded[HASH_TEXT_MAX];
    if (race_hash(race) != replay->info.final_hash) {
        fprintf(out, "%s: differs at the end: hash %s, recorded %s\n", file,
                hash_text64(race_hash(race), hash), hash_text64(replay->info.final_hash, recorded));
        return EXIT_NO;
    }
    return EXIT_FINE;
}
