#include "records/ghosts.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/text.h"
#include "records/replay_lap.h"
#include "session/recording.h"
#include "session/replay_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum GhostWorkKind {
    WORK_FILE,
    WORK_RECORD,
    WORK_MEDAL,
    WORK_FOLDER,
} GhostWorkKind;

/// What the thread gets and leaves.
typedef struct GhostWork {
    GhostWorkKind kind;
    GhostKind target; ///< Of a record: GHOST_FRIEND, GHOST_BEST or GHOST_CHAMPION.
    Medal medal;
    GhostsDef def;
    Record record;
    char file[PATH_LIMIT];
    atomic_bool stop;
    bool dropped; ///< Nobody wants it any more.
    bool found;
    bool unread; ///< The records could not be read now.
    int driven;  ///< Replays that were driven again.
    DrivenLap lap;
    char tag[GHOSTS_TAG_MAX];
    char why[RECORD_PROOF_TEXT_MAX];
} GhostWork;

// ---- in the thread

static void refuse(GhostWork *work, const char *why) {
    text_copy(why, work->why, sizeof work->why);
}

/// Whether a lap on the track of `info` is one here.
static bool is_of_this_track(GhostWork *work, const ReplayInfo *info) {
    if (hash_equal128(info->track_hash, work->def.track_hash)) {
        return true;
    }
    char name[RECORDS_TEXT_MAX];
    load_short_name(info->track, LOAD_TRACK_SUFFIX, name, sizeof name);
    char here[RECORDS_TEXT_MAX];
    load_short_name(work->def.track, LOAD_TRACK_SUFFIX, here, sizeof here);
    if (strcmp(name, here) == 0) {
        refuse(work, "the track has changed since, or it was driven in the other direction");
    } else {
        snprintf(work->why, sizeof work->why, "it was driven on another track, %s", name);
    }
    return false;
}

/// The best lap of the replay in `path` by a person.
static bool find_lap(GhostWork *work, const char *path, DrivenLap *lap) {
    Replay replay;
    if (!replay_lap_unpack(path, &replay, work->why)) {
        return false;
    }
    bool found = false;
    if (is_of_this_track(work, &replay.info)) {
        work->driven++;
        found = replay_lap_find(work->def.data, path, &replay, &work->stop, lap, work->why);
    }
    replay_destroy(&replay);
    return found;
}

/// Names the ghost after the file that it comes from.
static void name_after(GhostWork *work, const char *path) {
    char name[PATH_LIMIT];
    load_short_name(path, RECORDING_SUFFIX, name, sizeof name);
    text_copy(name, work->tag, sizeof work->tag);
}

static void find_in_file(GhostWork *work) {
    work->found = find_lap(work, work->file, &work->lap);
    name_after(work, work->file);
}

static void find_in_records(GhostWork *work) {
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    Records *records = records_open(work->def.records, messages);
    refuse(work, records ? "its record is no longer kept" : "the records cannot be read now");
    uint8_t *bytes;
    size_t size;
    if (records && records_replay(records, work->record.id, &bytes, &size, messages)) {
        records_close(records);
        records = NULL;
        if (size > 0) {
            RecordProof proof =
                record_proof(work->def.data, work->def.records, &work->record, bytes, size,
                             RECORD_PROOF_ANY_LENGTH, &work->stop, &work->lap);
            work->found = proof.result == DRIVEN_LAP_FOUND;
            refuse(work, proof.why);
        } else {
            refuse(work, "its replay has made room for newer ones");
        }
        free(bytes);
    }
    records_close(records);
    work->unread = messages->error_count > 0;
    free(messages);
    text_copy(work->record.player, work->tag, sizeof work->tag);
}

static void drive_for_medal(GhostWork *work) {
    const GhostsDef *def = &work->def;
    work->found = driven_lap_of_medal(def->data, def->track, def->reverse, def->car, def->numbers,
                                      work->medal, &work->stop, &work->lap);
}

/// The best lap with this car of all replays that lie in the user's folder, but for the last
/// drives: what was good of them is in the records.
static void find_in_folder(GhostWork *work) {
    char folder[RECORDING_FOLDER_MAX], *names[RECORDINGS_MAX];
    int count = recording_list(folder, names);
    for (int i = 0; i < count; i++) {
        char path[PATH_LIMIT + 300];
        DrivenLap *lap = calloc(1, sizeof *lap);
        ASSERT(lap != NULL);
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        bool reads = work->driven < GHOSTS_FOLDER_MAX && !replay_save_is_last(names[i]) &&
                     !atomic_load(&work->stop);
        if (reads && find_lap(work, path, lap)) {
            bool better = hash_equal128(lap->car_hash, work->def.car_hash) &&
                          (!work->found || lap->ghost.lap_s < work->lap.ghost.lap_s);
            if (better) {
                driven_lap_destroy(&work->lap);
                work->lap = *lap;
                work->found = true;
                name_after(work, names[i]);
            } else {
                driven_lap_destroy(lap);
            }
        }
        free(lap);
        free(names[i]);
    }
}

static void do_work(void *context) {
    static void (*const works[])(GhostWork *) = {find_in_file, find_in_records, drive_for_medal,
                                                 find_in_folder};
    GhostWork *work = context;
    works[work->kind](work);
}

// ---- in the game

static void ghost_destroy(Ghost *ghost) {
    ghost_lap_destroy(&ghost->lap);
    *ghost = (Ghost){0};
}

/// Puts `lap`, which is taken over, in the place of what `ghost` was.
static void ghost_set(Ghost *ghost, GhostKind kind, GhostLap *lap, const CarModel *model,
                      const char *tag) {
    ghost_destroy(ghost);
    ghost->kind = kind;
    ghost->lap = *lap;
    ghost->model = *model;
    ghost->hull = car_model_hull(model);
    text_copy(tag, ghost->tag, sizeof ghost->tag);
    text_mask(ghost->tag);
    *lap = (GhostLap){0};
}

static bool is_there(const Ghost *ghost) { return ghost->lap.count > 0; }

static void destroy_work(void *context) {
    GhostWork *work = context;
    driven_lap_destroy(&work->lap);
    free(work);
}

/// Stops the work, without waiting for its end.
static void end_work(Ghosts *ghosts) {
    if (ghosts->job) {
        atomic_store(&ghosts->work->stop, true);
    }
    jobs_leave(&ghosts->left, ghosts->job, destroy_work);
    ghosts->job = NULL;
    ghosts->work = NULL;
}

void ghosts_make(Ghosts *ghosts, const GhostsDef *def) {
    ghosts_clear(ghosts);
    ghosts->on = true;
    ghosts->def = *def;
    ghosts->folder_read = def->friends_alone;
}

void ghosts_clear(Ghosts *ghosts) {
    end_work(ghosts);
    ghost_destroy(&ghosts->best);
    ghost_destroy(&ghosts->last);
    ghost_destroy(&ghosts->champion);
    for (int i = 0; i < MEDAL_COUNT; i++) {
        ghost_destroy(&ghosts->medals[i]);
    }
    for (int i = 0; i < GHOSTS_FRIENDS; i++) {
        ghost_destroy(&ghosts->friends[i]);
    }
    ghost_recorder_destroy(&ghosts->recorder);
    *ghosts = (Ghosts){.left = ghosts->left};
}

void ghosts_destroy(Ghosts *ghosts) {
    ghosts_clear(ghosts);
    jobs_left_end(&ghosts->left);
}

/// Lets records that could not be read be tried again: other programs use their file too.
static void try_unread(Ghosts *ghosts) {
    if (ghosts->unread) {
        ghosts->unread = false;
        ghosts->made_own = ghosts->made_champion = 0;
    }
}

void ghosts_start(Ghosts *ghosts, const Race *race) {
    try_unread(ghosts);
    ghost_recorder_destroy(&ghosts->recorder);
    ghosts->recorder = ghost_recorder_begin(race, 0);
}

static bool is_better(double time_s, double best_s) {
    return time_s > 0.0 && (best_s <= 0.0 || time_s < best_s);
}

bool ghosts_tick(Ghosts *ghosts, const Race *race, bool fair) {
    if (!ghosts->on || !ghost_recorder_follow(&ghosts->recorder, race)) {
        return false;
    }
    try_unread(ghosts);
    const CarModel *model = &race_racers_const(race)[0].model;
    const Ghost *rival = ghosts_rival(ghosts);
    ghosts->last_compared = rival != NULL;
    if (rival) {
        memcpy(ghosts->last_rival_s, rival->lap.sector_s, sizeof ghosts->last_rival_s);
    }
    GhostLap lap = ghost_lap_copy(&ghosts->recorder.last);
    ghost_set(&ghosts->last, GHOST_LAST, &lap, model, "last");
    if (fair && is_better(ghosts->last.lap.lap_s, ghosts_best_s(ghosts))) {
        lap = ghost_lap_copy(&ghosts->recorder.last);
        ghost_set(&ghosts->best, GHOST_BEST, &lap, model, "best");
    }
    return true;
}

void ghosts_keep_friend(Ghosts *ghosts, int index, const char *tag) {
    ASSERT(index >= 0 && index < GHOSTS_FRIENDS);
    GhostLap lap = ghost_lap_copy(&ghosts->last.lap);
    ghost_set(&ghosts->friends[index], GHOST_FRIEND, &lap, &ghosts->last.model, tag);
}

void ghosts_records(Ghosts *ghosts, const Record *own, const Record *champion) {
    ghosts->own = *own;
    ghosts->record_champion = *champion;
}

double ghosts_best_s(const Ghosts *ghosts) {
    double best = ghosts->best.lap.lap_s;
    return is_better(ghosts->own.time_s, best) ? ghosts->own.time_s : best;
}

double ghosts_champion_s(const Ghosts *ghosts) {
    double best = ghosts->champion.lap.lap_s;
    return is_better(ghosts->record_champion.time_s, best) ? ghosts->record_champion.time_s : best;
}

/// Takes the first source out of those that are still to be read.
static GhostSource take_source(Ghosts *ghosts) {
    GhostSource source = ghosts->sources[0];
    ghosts->source_count--;
    memmove(ghosts->sources, ghosts->sources + 1,
            (size_t)ghosts->source_count * sizeof *ghosts->sources);
    return source;
}

void ghosts_add(Ghosts *ghosts, const GhostSource *source) {
    bool knows = source->track.high != 0 || source->track.low != 0;
    bool is_elsewhere = (knows && !hash_equal128(source->track, ghosts->def.track_hash)) ||
                        (!source->file[0] && !ghosts->def.records);
    if (!ghosts->on || is_elsewhere) {
        return;
    }
    if (ghosts->source_count == GHOSTS_FRIENDS) {
        take_source(ghosts); // it would be pushed out by those behind it
    }
    ghosts->sources[ghosts->source_count++] = *source;
}

void ghosts_drop_friends(Ghosts *ghosts) {
    for (int i = 0; i < GHOSTS_FRIENDS; i++) {
        ghost_destroy(&ghosts->friends[i]);
    }
    ghosts->source_count = 0;
    GhostWork *work = ghosts->work;
    if (work &&
        (work->kind == WORK_FILE || (work->kind == WORK_RECORD && work->target == GHOST_FRIEND))) {
        work->dropped = true;
        atomic_store(&work->stop, true);
    }
}

Medal ghosts_next_medal(const Ghosts *ghosts) {
    Medal own = medal_of(ghosts->def.medals, ghosts_best_s(ghosts));
    for (int i = (int)own - 1; i >= 0; i--) {
        if (ghosts->def.medals[i] > 0.0f) {
            return (Medal)i;
        }
    }
    return MEDAL_COUNT;
}

/// A medal whose ghost is wanted and was not made yet; MEDAL_COUNT where there is none.
static Medal medal_to_make(const Ghosts *ghosts) {
    const Medal wanted[2] = {ghosts_next_medal(ghosts), MEDAL_AUTHOR};
    for (int i = 0; i < 2; i++) {
        Medal medal = wanted[i];
        if (medal != MEDAL_COUNT && ghosts->def.medals[medal] > 0.0f && !ghosts->tried[medal]) {
            return medal;
        }
    }
    return MEDAL_COUNT;
}

/// The record whose ghost is to be made; NULL where there is none.
static const Record *record_to_make(const Ghosts *ghosts, GhostKind *target) {
    if (!ghosts->def.records) {
        return NULL;
    }
    if (is_better(ghosts->own.time_s, ghosts->best.lap.lap_s) &&
        ghosts->own.id != ghosts->made_own) {
        *target = GHOST_BEST;
        return &ghosts->own;
    }
    *target = GHOST_CHAMPION;
    bool wanted = is_better(ghosts->record_champion.time_s, ghosts->champion.lap.lap_s) &&
                  ghosts->record_champion.id != ghosts->own.id &&
                  ghosts->record_champion.id != ghosts->made_champion;
    return wanted ? &ghosts->record_champion : NULL;
}

/// Whether there is something to do, which `work` gets.
static bool next_work(Ghosts *ghosts, GhostWork *work) {
    GhostKind target;
    const Record *record = record_to_make(ghosts, &target);
    Medal medal = medal_to_make(ghosts);
    if (ghosts->source_count > 0) {
        GhostSource source = take_source(ghosts);
        work->kind = source.file[0] ? WORK_FILE : WORK_RECORD;
        work->target = GHOST_FRIEND;
        work->record = source.record;
        memcpy(work->file, source.file, sizeof work->file);
    } else if (record) {
        work->kind = WORK_RECORD;
        work->target = target;
        work->record = *record;
        *(target == GHOST_BEST ? &ghosts->made_own : &ghosts->made_champion) = record->id;
    } else if (medal != MEDAL_COUNT) {
        work->kind = WORK_MEDAL;
        work->medal = medal;
        ghosts->tried[medal] = true;
    } else if (!ghosts->folder_read) {
        work->kind = WORK_FOLDER;
        ghosts->folder_read = true;
    } else {
        return false;
    }
    return true;
}

static void take_friend(Ghosts *ghosts, GhostWork *work) {
    Ghost *friends = ghosts->friends;
    ghost_destroy(&friends[GHOSTS_FRIENDS - 1]);
    memmove(friends + 1, friends, (GHOSTS_FRIENDS - 1) * sizeof *friends);
    friends[0] = (Ghost){0};
    DrivenLap *lap = &work->lap;
    if (hash_equal128(lap->car_hash, ghosts->def.car_hash) &&
        is_better(lap->ghost.lap_s, ghosts_champion_s(ghosts))) {
        GhostLap copy = ghost_lap_copy(&lap->ghost);
        ghost_set(&ghosts->champion, GHOST_CHAMPION, &copy, &lap->model, work->tag);
    }
    ghost_set(&friends[0], GHOST_FRIEND, &lap->ghost, &lap->model, work->tag);
}

/// The lap of a driver who sets medals. With another car than MEDAL_CAR the medals' times are in
/// proportion to ideal laps: where the driver's own time is another medal's, it is called a rival.
static void take_medal(Ghosts *ghosts, GhostWork *work) {
    static const char *const rivals[MEDAL_COUNT] = {"expert rival", "hard rival", "medium rival",
                                                    "easy rival"};
    bool earns = medal_of(ghosts->def.medals, work->lap.ghost.lap_s) == work->medal;
    Ghost *ghost = &ghosts->medals[work->medal];
    ghost_set(ghost, GHOST_MEDAL, &work->lap.ghost, &work->lap.model,
              earns ? medal_names[work->medal] : rivals[work->medal]);
    ghost->medal = work->medal;
}

/// Takes the lap of a friend, where it was found in what is called `name`, and says so.
static void tell_friend(Ghosts *ghosts, GhostWork *work, bool found, const char *name, char *text) {
    double lap_s = work->lap.ghost.lap_s;
    if (found) {
        take_friend(ghosts, work);
        snprintf(text, GHOSTS_TEXT_MAX, "Ghost of %s: %d:%06.3f", work->tag, (int)lap_s / 60,
                 lap_s - 60.0 * ((int)lap_s / 60));
    } else {
        snprintf(text, GHOSTS_TEXT_MAX, "%.60s is no ghost here: %.160s", name, work->why);
    }
}

/// Takes what the thread has found. Whether there is something to say.
static bool take(Ghosts *ghosts, GhostWork *work, char *text, bool *refused) {
    bool is_here = hash_equal128(work->lap.track_hash, ghosts->def.track_hash);
    bool found = work->found && is_here; // a file may have changed this very moment
    double lap_s = work->lap.ghost.lap_s;
    *refused = !found;
    switch (work->kind) {
    case WORK_FILE:
        tell_friend(ghosts, work, found, text_file_name(work->file), text);
        return true;
    case WORK_RECORD:
        if (work->target == GHOST_FRIEND) {
            tell_friend(ghosts, work, found, work->tag, text);
            return true;
        }
        ghosts->unread |= work->unread;
        if (found && work->target == GHOST_BEST && is_better(lap_s, ghosts->best.lap.lap_s)) {
            ghost_set(&ghosts->best, GHOST_BEST, &work->lap.ghost, &work->lap.model, "best");
        } else if (found && work->target == GHOST_CHAMPION) {
            ghost_set(&ghosts->champion, GHOST_CHAMPION, &work->lap.ghost, &work->lap.model,
                      work->tag);
        }
        return false;
    case WORK_MEDAL:
        if (found) {
            take_medal(ghosts, work);
        }
        return false;
    default:
        if (found && is_better(lap_s, ghosts_champion_s(ghosts))) {
            ghost_set(&ghosts->champion, GHOST_CHAMPION, &work->lap.ghost, &work->lap.model,
                      work->tag);
        }
        return false;
    }
}

bool ghosts_frame(Ghosts *ghosts, char *text, bool *refused) {
    bool says = false;
    if (!ghosts->on || (ghosts->job && !job_is_done(ghosts->job))) {
        return false;
    }
    if (ghosts->job) {
        says = !ghosts->work->dropped && take(ghosts, ghosts->work, text, refused);
        end_work(ghosts);
    }
    GhostWork *work = calloc(1, sizeof *work);
    ASSERT(work != NULL);
    work->def = ghosts->def;
    if (!next_work(ghosts, work)) {
        free(work);
        return says;
    }
    ghosts->work = work;
    ghosts->job = job_begin(do_work, work);
    return says;
}

bool ghosts_ready(const Ghosts *ghosts) {
    GhostKind target;
    return !ghosts->job && ghosts->source_count == 0 && ghosts->folder_read &&
           medal_to_make(ghosts) == MEDAL_COUNT && !record_to_make(ghosts, &target);
}

static int show(const Ghost *ghost, const Ghost *shown[GHOSTS_SHOWN], int count) {
    if (count == GHOSTS_SHOWN || !is_there(ghost)) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        // The same lap twice would be drawn twice.
        if (shown[i]->lap.lap_s == ghost->lap.lap_s && shown[i]->lap.count == ghost->lap.count &&
            memcmp(shown[i]->lap.poses, ghost->lap.poses,
                   (size_t)ghost->lap.count * sizeof *ghost->lap.poses) == 0) {
            return count;
        }
    }
    shown[count] = ghost;
    return count + 1;
}

int ghosts_shown(const Ghosts *ghosts, const Ghost *shown[GHOSTS_SHOWN]) {
    int count = 0;
    for (int i = 0; i < GHOSTS_FRIENDS; i++) {
        count = show(&ghosts->friends[i], shown, count);
    }
    if (ghosts->def.friends_alone) {
        return count;
    }
    Medal next = ghosts_next_medal(ghosts);
    count = show(&ghosts->best, shown, count);
    if (next != MEDAL_COUNT) {
        count = show(&ghosts->medals[next], shown, count);
    }
    count = show(&ghosts->last, shown, count);
    count = show(&ghosts->champion, shown, count);
    return show(&ghosts->medals[MEDAL_AUTHOR], shown, count);
}

/// The quickest of the friends; NULL where there is none.
static const Ghost *first_friend(const Ghosts *ghosts) {
    const Ghost *first = NULL;
    for (int i = 0; i < GHOSTS_FRIENDS; i++) {
        const Ghost *ghost = &ghosts->friends[i];
        if (is_there(ghost) && (first == NULL || ghost->lap.lap_s < first->lap.lap_s)) {
            first = ghost;
        }
    }
    return first;
}

const Ghost *ghosts_rival(const Ghosts *ghosts) {
    if (ghosts->def.friends_alone) {
        return first_friend(ghosts);
    }
    if (is_there(&ghosts->friends[0])) {
        return &ghosts->friends[0];
    }
    Medal next = ghosts_next_medal(ghosts);
    return is_there(&ghosts->best)                                  ? &ghosts->best
           : next != MEDAL_COUNT && is_there(&ghosts->medals[next]) ? &ghosts->medals[next]
                                                                    : NULL;
}
