#include "records/replay_shelf.h"

#include "base/assert.h"
#include "base/text.h"
#include "records/replay_lap.h"
#include "session/jobs.h"
#include "session/load.h"
#include "session/replay_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// What the thread gets and leaves.
typedef struct ShelfReading {
    Job *job;
    const char *data;
    char path[RECORDING_FOLDER_MAX + SHELF_NAME_MAX];
    int index; ///< Of ReplayShelf.replays; -1: the list has changed, and nobody wants it.
    atomic_bool stop;
    ShelfReplay replay;
} ShelfReading;

// ---- in the thread

static void find_lap(ShelfReading *reading, const Replay *replay) {
    ShelfReplay *out = &reading->replay;
    const ReplayInfo *info = &replay->info;
    DrivenLap *lap = calloc(1, sizeof *lap);
    ASSERT(lap != NULL);
    load_short_name(info->track, LOAD_TRACK_SUFFIX, out->track, sizeof out->track);
    text_mask(out->track);
    out->track_hash = info->track_hash;
    if (replay_lap_find(reading->data, reading->path, replay, &reading->stop, lap, out->wrong)) {
        load_short_name(info->cars[lap->car], LOAD_CAR_SUFFIX, out->car, sizeof out->car);
        text_mask(out->car);
        out->wrong[0] = '\0';
        out->car_hash = lap->car_hash;
        out->track_hash = lap->track_hash;
        out->reverse = lap->reverse;
        out->lap_s = lap->ghost.lap_s;
        driven_lap_destroy(lap);
    }
    free(lap);
}

static void read_replay(void *context) {
    ShelfReading *reading = context;
    Replay replay;
    if (replay_lap_unpack(reading->path, &replay, reading->replay.wrong)) {
        find_lap(reading, &replay);
        replay_destroy(&replay);
    }
    text_mask(reading->replay.wrong);
    reading->replay.read = true;
}

// ---- in the game

static void end_reading(ReplayShelf *shelf) {
    if (shelf->reading) {
        atomic_store(&shelf->reading->stop, true);
        job_end(shelf->reading->job);
        free(shelf->reading);
        shelf->reading = NULL;
    }
}

/// Size and date of the file of `replay`; false where it cannot be seen.
static bool look_at(const ReplayShelf *shelf, ShelfReplay *replay) {
    char path[RECORDING_FOLDER_MAX + SHELF_NAME_MAX];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", shelf->folder, replay->file);
    if (stat(path, &status) != 0) {
        return false;
    }
    replay->size = (int64_t)status.st_size;
    int64_t most = INT64_MAX / 1000000000 - 1, changed_s = status.st_mtim.tv_sec;
    changed_s = changed_s < -most ? -most : changed_s > most ? most : changed_s;
    replay->changed_ns = changed_s * 1000000000 + status.st_mtim.tv_nsec;
    return true;
}

static const ShelfReplay *find(const ReplayShelf *shelf, const ShelfReplay *as) {
    for (int i = 0; i < shelf->count; i++) {
        const ShelfReplay *known = &shelf->replays[i];
        if (known->size == as->size && known->changed_ns == as->changed_ns &&
            strcmp(known->file, as->file) == 0) {
            return known;
        }
    }
    return NULL;
}

void replay_shelf_list(ReplayShelf *shelf, const char *data) {
    char *names[RECORDINGS_MAX];
    ReplayShelf old = *shelf;
    *shelf = (ReplayShelf){
        .data = data, .listed = true, .changes = old.changes + 1, .reading = old.reading};
    int count = recording_list(shelf->folder, names);
    shelf->replays = calloc((size_t)count + 1, sizeof *shelf->replays);
    ASSERT(shelf->replays != NULL);
    for (int i = 0; i < count; i++) {
        ShelfReplay *replay = &shelf->replays[shelf->count];
        snprintf(replay->file, sizeof replay->file, "%s", names[i]);
        load_short_name(names[i], RECORDING_SUFFIX, replay->name, sizeof replay->name);
        text_mask(replay->name);
        if (strlen(names[i]) < SHELF_NAME_MAX && look_at(shelf, replay)) {
            const ShelfReplay *known = find(&old, replay);
            *replay = known ? *known : *replay;
            shelf->count++;
        }
        free(names[i]);
    }
    if (shelf->reading) { // it finds its file again
        const ShelfReplay *wanted = find(shelf, &shelf->reading->replay);
        shelf->reading->index = wanted ? (int)(wanted - shelf->replays) : -1;
    }
    free(old.replays);
}

bool replay_shelf_poll(ReplayShelf *shelf) {
    ShelfReading *reading = shelf->reading;
    if (reading && !job_is_done(reading->job)) {
        return false;
    }
    if (reading) {
        if (reading->index >= 0) {
            shelf->replays[reading->index] = reading->replay;
            shelf->changes++;
        }
        end_reading(shelf);
    }
    int next = 0;
    while (next < shelf->count && shelf->replays[next].read) {
        next++;
    }
    if (next == shelf->count) {
        return true;
    }
    reading = calloc(1, sizeof *reading);
    ASSERT(reading != NULL);
    reading->data = shelf->data;
    reading->index = next;
    reading->replay = shelf->replays[next];
    snprintf(reading->path, sizeof reading->path, "%s/%s", shelf->folder, reading->replay.file);
    shelf->reading = reading;
    reading->job = job_begin(read_replay, reading);
    return false;
}

double replay_shelf_best(const ReplayShelf *shelf, Hash128 track, Hash128 car, double own_s) {
    double best = 0.0;
    for (int i = 0; i < shelf->count; i++) {
        const ShelfReplay *replay = &shelf->replays[i];
        bool counts = replay->lap_s > 0.0 && replay->lap_s != own_s &&
                      hash_equal128(replay->track_hash, track) &&
                      hash_equal128(replay->car_hash, car) && !replay_save_is_last(replay->file);
        best = counts && (best <= 0.0 || replay->lap_s < best) ? replay->lap_s : best;
    }
    return best;
}

void replay_shelf_destroy(ReplayShelf *shelf) {
    end_reading(shelf);
    free(shelf->replays);
    *shelf = (ReplayShelf){0};
}
