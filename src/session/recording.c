#define _XOPEN_SOURCE 700 // for realpath
#include "session/recording.h"

#include "base/directories.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/print.h"
#include "base/text.h"
#include "import/import.h"
#include "platform/interrupt.h"
#include "race/teleport.h"
#include "track/reverse.h"

#include <stdlib.h>
#include <string.h>

int recording_list(char folder[RECORDING_FOLDER_MAX], char **names) {
    char user[PATH_LIMIT];
    if (!directories_user_data(user, sizeof user)) {
        return 0;
    }
    snprintf(folder, RECORDING_FOLDER_MAX, "%s/replays", user);
    return file_list(folder, RECORDING_SUFFIX, names, RECORDINGS_MAX);
}

/// Where the replay called `name` is: a file of that name, else one of those that the game kept.
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
    messages_print(&messages, stderr, NULL);
    return fine ? EXIT_FINE : EXIT_NO;
}

/// Tracks may be of other formats too.
static bool has_suffix(const LoadKind *kind, const char *path) {
    return text_ends_with(path, kind->suffix) ||
           (kind == &load_track_kind && import_has_suffix(path));
}

/// Whether there is a file of this kind, whatever links lead there: a link must not lend its name
/// to a file that is none.
static bool is_file_of(const LoadKind *kind, const char *path) {
    char *real = realpath(path, NULL);
    bool fine = real && has_suffix(kind, real) && file_exists(real);
    free(real);
    return fine;
}

static bool goes_up(const char *path) {
    size_t size = strlen(path);
    return strstr(path, "/../") != NULL || strncmp(path, "../", 3) == 0 ||
           (size >= 3 && strcmp(path + size - 3, "/..") == 0);
}

/// Where the file that a replay names by `name` is. The name was written by whoever made the
/// replay: it may lead to an installed file, to a file of the kind at an absolute path, where the
/// game records what was driven, or to one of that name beside the replay; and nowhere else.
static bool find_named(const char *data, const char *replay, const LoadKind *kind, const char *name,
                       char path[PATH_LIMIT]) {
    char shipped[PATH_LIMIT];
    if (!strchr(name, '/') && !has_suffix(kind, name)) {
        return load_data_folder(data, shipped) &&
               directories_find(shipped, kind->folder, name, kind->suffix, path, PATH_LIMIT);
    }
    if (!has_suffix(kind, name) || goes_up(name)) {
        return false;
    }
    snprintf(path, PATH_LIMIT, "%s", name);
    if (name[0] == '/' && is_file_of(kind, path)) {
        return true;
    }
    char file[PATH_LIMIT + 300];
    find_file(replay, file);
    int size = snprintf(path, PATH_LIMIT, "%.*s%s", (int)(text_file_name(file) - file), file,
                        text_file_name(name));
    return size < PATH_LIMIT && is_file_of(kind, path);
}

/// Nothing of a file that cannot be read is told: a replay may come from anywhere, and name a file
/// that is nobody's business.
static int refuse(const char *file, MessageCode why, const LoadKind *kind, const char *name,
                  FILE *out) {
    MessageList messages = {0};
    message_add(&messages, why, (Place){.file = file}, kind->noun, name);
    messages_print(&messages, out, NULL);
    return why == MESSAGE_E914 ? EXIT_UNREADABLE : EXIT_NO;
}

static bool is_reverse_of(Track *track, Hash128 hash) {
    return track->reversible && track_reverse(track) && hash_equal128(track->hash, hash);
}

/// Reads the track, the way round that it was driven: its hash tells. Fills in def->reverse.
static int open_track(const char *file, const ReplayInfo *info, SessionDef *def, Track *track,
                      char path[PATH_LIMIT], FILE *out) {
    MessageList messages = {0};
    if (!find_named(def->data, file, &load_track_kind, info->track, path)) {
        return refuse(file, MESSAGE_E914, &load_track_kind, info->track, out);
    }
    if (load_track_file(path, track, &messages) != EXIT_FINE) {
        return refuse(file, MESSAGE_E915, &load_track_kind, info->track, out);
    }
    if (hash_equal128(track->hash, info->track_hash)) {
        return EXIT_FINE;
    }
    def->reverse = is_reverse_of(track, info->track_hash);
    if (!def->reverse) {
        track_destroy(track);
        return refuse(file, MESSAGE_E916, &load_track_kind, info->track, out);
    }
    return EXIT_FINE;
}

/// Reads the cars; `numbers` are those that a car had other than its file.
static int open_cars(const char *data, const char *file, const ReplayInfo *info,
                     const char *const numbers[RACE_MAX_CARS], CarFile cars[RACE_MAX_CARS],
                     FILE *out) {
    for (int i = 0; i < info->def.car_count; i++) {
        char path[PATH_LIMIT];
        MessageList messages = {0};
        CarModel model;
        if (!find_named(data, file, &load_car_kind, info->cars[i], path)) {
            return refuse(file, MESSAGE_E914, &load_car_kind, info->cars[i], out);
        }
        if (load_car_file(data, path, &cars[i], NULL, &messages) != EXIT_FINE) {
            return refuse(file, MESSAGE_E915, &load_car_kind, info->cars[i], out);
        }
        if (!session_car_model(&cars[i], numbers[i], &model, &messages) ||
            !hash_equal128(car_model_hash(&model), info->car_hashes[i])) {
            return refuse(file, MESSAGE_E916, &load_car_kind, info->cars[i], out);
        }
    }
    return EXIT_FINE;
}

int recording_open(const char *data, const char *file, const Replay *replay, const Waiting *waiting,
                   Session *session, FILE *out) {
    const ReplayInfo *info = &replay->info;
    SessionDef def = {.data = data,
                      .track = info->track,
                      .race = info->def,
                      .cars_read = true,
                      .waiting = waiting};
    for (int i = 0; i < info->def.car_count; i++) {
        def.cars[i] = info->cars[i];
    }
    for (int i = 0; i < replay->change_count; i++) {
        const ReplayChange *change = &replay->changes[i];
        if (change->kind == REPLAY_CAR) {
            def.numbers[change->car] = change->text;
        }
    }
    // First of all: a track that has changed may have no room for these cars, or no way round.
    Track track;
    char path[PATH_LIMIT];
    int code = open_track(file, info, &def, &track, path, out);
    if (code != EXIT_FINE) {
        return code;
    }
    code = open_cars(data, file, info, def.numbers, session->cars, out);
    if (code != EXIT_FINE) {
        track_destroy(&track);
        return code;
    }
    return session_make_on(session, &def, &track, path);
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

/// False where what the file says cannot be done.
static bool make_change(Session *session, const ReplayChange *change) {
    switch (change->kind) {
    case REPLAY_NUMBERS:
        return give_numbers(session, change);
    case REPLAY_PLACE:
        if (!box_contains(session->track.bounds, change->position)) {
            return false;
        }
        teleport_put(session->race, change->car, change->position, change->angle);
        return true;
    case REPLAY_CAR: // the session was made with it
        return true;
    case REPLAY_JOIN:
        session_join(session);
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
    RaceDef def = replay->info.def;
    def.car_count = replay_cars_before(replay, 0);
    session_restart(session, &def);
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    if (!make_changes(file, replay, &cursor, session, out)) {
        return EXIT_NO;
    }
    while (replay_next(replay, &cursor, session->race, inputs)) {
        Race *race = session->race; // another one once somebody has joined
        race_step(race, inputs);
        if (interrupt_noted()) {
            return EXIT_INTERRUPTED;
        }
        uint64_t wanted;
        if (replay_hash_at(replay, race->tick, &wanted) && wanted != race_hash(race)) {
            print_to(out, "%s: differs at tick %u or up to a second before\n", file, race->tick);
            return EXIT_NO;
        }
        if (watch && !watch(context, race)) {
            return EXIT_INTERRUPTED;
        }
        if (!make_changes(file, replay, &cursor, session, out)) {
            return EXIT_NO;
        }
    }
    char hash[HASH_TEXT_MAX], recorded[HASH_TEXT_MAX];
    uint64_t at_end = race_hash(session->race);
    if (at_end != replay->info.final_hash) {
        print_to(out, "%s: differs at the end: hash %s, recorded %s\n", file,
                 hash_text64(at_end, hash), hash_text64(replay->info.final_hash, recorded));
        return EXIT_NO;
    }
    return EXIT_FINE;
}
