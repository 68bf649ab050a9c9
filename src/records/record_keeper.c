#include "records/record_keeper.h"

#include "base/assert.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RETRY_S  30.0 // after something failed
#define PROOFS_S 60.0 // for records of earlier runs: those that are left are for the next run

/// What the thread gets and leaves.
typedef struct RecordWork {
    RecordWorkKind kind;
    const char *data, *path;
    atomic_bool stop;
    RecordWaiting stored;
    RecordLookUp look_ups[RECORD_KEEPER_SEATS];
    RecordAnswer answers[RECORD_KEEPER_SEATS];
    RacePace paces[RECORD_KEEPER_PACES];
    int pace_count;
    int64_t after, since;
    uint64_t steps_max;
    bool done;         ///< It was stored, or answered, or something was verified.
    bool hopeless;     ///< It can never be stored.
    bool outdated;     ///< Another file has begun since this was to be verified.
    Record record;     ///< That was verified ...
    RecordProof proof; ///< ... with what result.
    MessageList messages;
} RecordWork;

static void store(RecordWork *work, Records *records) {
    uint8_t *bytes;
    size_t size;
    replay_pack(&work->stored.replay, &bytes, &size);
    work->hopeless = size > REPLAY_LIMIT;
    work->done = !work->hopeless &&
                 records_add(records, &work->stored.record, bytes, size, NULL, &work->messages);
    free(bytes);
}

static void answer(RecordWork *work, Records *records) {
    for (int i = 0; i < RECORD_KEEPER_SEATS; i++) {
        const RecordLookUp *asked = &work->look_ups[i];
        RecordAnswer *found = &work->answers[i];
        *found = (RecordAnswer){0};
        if (!asked->player[0]) {
            continue;
        }
        if (!records_best(records, &asked->lap, asked->player, true, &found->lap,
                          &work->messages)) {
            found->lap = (Record){0};
        }
        bool races = asked->race.laps > 0;
        if (!races || !records_best(records, &asked->race, asked->player, true, &found->race,
                                    &work->messages)) {
            found->race = (Record){0};
        }
        if (!records_best(records, &asked->lap, NULL, false, &found->champion, &work->messages)) {
            found->champion = (Record){0};
        }
        if (!races || !records_best(records, &asked->race, NULL, false, &found->race_champion,
                                    &work->messages)) {
            found->race_champion = (Record){0};
        }
    }
    work->done = work->messages.error_count == 0; // "none" is an answer, "unreadable" is not
}

/// Verifies the first pending record.
static void verify(RecordWork *work, Records *records) {
    uint8_t *bytes;
    size_t size;
    DrivenLap *lap = calloc(1, sizeof *lap);
    ASSERT(lap != NULL);
    work->proof.result = DRIVEN_LAP_UNOPENED; // where its replay cannot be read
    work->done = records_pending(records, work->after, work->since, &work->record, &work->messages);
    if (work->done && records_replay(records, work->record.id, &bytes, &size, &work->messages)) {
        if (size > 0) {
            work->proof = record_proof(work->data, work->path, &work->record, bytes, size,
                                       work->steps_max, &work->stop, lap);
        } else { // which proves nothing, neither way
            snprintf(work->proof.why, sizeof work->proof.why, "its replay made room for others");
        }
        if (work->proof.result == DRIVEN_LAP_FOUND) {
            driven_lap_destroy(lap);
            records_verify(records, work->record.id, &work->messages);
        } else if (work->proof.result == DRIVEN_LAP_DIFFERS) {
            records_refuse(records, work->record.id, work->proof.refusal, &work->messages);
        }
        free(bytes);
    }
    free(lap);
}

static void store_paces(RecordWork *work, Records *records) {
    work->done = true;
    while (work->done && work->pace_count > 0) {
        work->done = race_paces_add(records, &work->paces[0], &work->messages);
        if (work->done) {
            work->pace_count--;
            memmove(work->paces, work->paces + 1, (size_t)work->pace_count * sizeof *work->paces);
        }
    }
}

static void do_work(void *context) {
    static void (*const works[])(RecordWork *, Records *) = {store, answer, verify, store_paces};
    RecordWork *work = context;
    Records *records = records_open(work->path, &work->messages);
    if (records) {
        works[work->kind](work, records);
        records_close(records);
    }
}

void record_keeper_make(RecordKeeper *keeper, const char *data) {
    MessageList *messages = calloc(1, sizeof *messages);
    ASSERT(messages != NULL);
    *keeper = (RecordKeeper){.data = data,
                             .verifies = true,
                             .quick_steps = DRIVEN_LAP_STEPS_MAX,
                             .since = (int64_t)time(NULL)};
    keeper->on = records_path(keeper->path, messages);
    free(messages);
}

/// Takes one that waits out of the queue.
static RecordWaiting take_waiting(RecordKeeper *keeper, int at) {
    RecordWaiting taken = keeper->queue[at], *place = &keeper->queue[at];
    keeper->waiting--;
    memmove(place, place + 1, (size_t)(keeper->waiting - at) * sizeof *place);
    return taken;
}

static RecordWork *make_work(const RecordKeeper *keeper, RecordWorkKind kind) {
    RecordWork *work = calloc(1, sizeof *work);
    ASSERT(work != NULL);
    work->kind = kind;
    work->data = keeper->data;
    work->path = keeper->path;
    return work;
}

static bool may_work(RecordKeeper *keeper, RecordWorkKind kind) {
    RecordTrouble *trouble = &keeper->troubles[kind];
    trouble->stuck = trouble->stuck && waiting_now() < trouble->retry_s;
    return keeper->on && !trouble->stuck;
}

/// The next things to store or, where there are none or they rest, to look up; NULL where there is
/// neither.
static RecordWork *next_work(RecordKeeper *keeper) {
    RecordWork *work = NULL;
    if (keeper->waiting > 0 && may_work(keeper, RECORD_WORK_STORE)) {
        work = make_work(keeper, RECORD_WORK_STORE);
        work->stored = take_waiting(keeper, 0);
    } else if (keeper->pace_count > 0 && may_work(keeper, RECORD_WORK_PACES)) {
        work = make_work(keeper, RECORD_WORK_PACES);
        memcpy(work->paces, keeper->paces, sizeof work->paces);
        work->pace_count = keeper->pace_count;
        keeper->pace_count = 0;
    } else if (keeper->asks && may_work(keeper, RECORD_WORK_ANSWER)) {
        work = make_work(keeper, RECORD_WORK_ANSWER);
        memcpy(work->look_ups, keeper->look_ups, sizeof work->look_ups);
        keeper->asks = false;
    }
    return work;
}

/// The next thing to verify, NULL where there is none.
static RecordWork *next_proof(RecordKeeper *keeper) {
    if (!may_work(keeper, RECORD_WORK_VERIFY) || !keeper->verifies || keeper->rests) {
        return NULL;
    }
    RecordWork *work = make_work(keeper, RECORD_WORK_VERIFY);
    bool tired = keeper->proofs >= RECORD_KEEPER_PROOFS || keeper->proofs_s >= PROOFS_S;
    work->after = keeper->after;
    work->since = tired ? keeper->since : 0;
    work->steps_max = keeper->takes_long ? RECORD_PROOF_ANY_LENGTH : keeper->quick_steps;
    keeper->begun_s = waiting_now();
    keeper->more = false;
    return work;
}

bool record_keeper_knows(const RecordKeeper *keeper) {
    return !keeper->on ||
           (!keeper->asks && !(keeper->work && keeper->work->kind == RECORD_WORK_ANSWER));
}

const char *record_keeper_note(const RecordKeeper *keeper, int64_t id) {
    for (int i = 0; i < RECORD_KEEPER_NOTES; i++) {
        if (id > 0 && keeper->notes[i].id == id) {
            return keeper->notes[i].why;
        }
    }
    return NULL;
}

static void note(RecordKeeper *keeper, const RecordWork *work) {
    RecordNote *out = &keeper->notes[keeper->note_count++ % RECORD_KEEPER_NOTES];
    out->id = work->record.id;
    snprintf(out->why, sizeof out->why, "%s", work->proof.why);
}

/// All pending records behind `after` were looked at.
static void end_round(RecordKeeper *keeper) {
    keeper->takes_long = keeper->has_long && !keeper->takes_long;
    keeper->verifies = keeper->takes_long || keeper->more;
    keeper->has_long = false;
    keeper->after = keeper->takes_long ? 0 : keeper->after;
}

static RecordNews news_of_verified(RecordKeeper *keeper, const RecordWork *work) {
    RecordNews news = {.record = work->record};
    const RecordProof *proof = &work->proof;
    bool unread = work->messages.error_count > 0 && proof->why[0] == '\0';
    if (!work->done && !unread) {
        end_round(keeper);
    }
    if (!work->done || unread || proof->result == DRIVEN_LAP_STOPPED) {
        return news;
    }
    keeper->after = work->record.id;
    if (work->record.date < keeper->since) {
        keeper->proofs++;
        keeper->proofs_s += waiting_now() - keeper->begun_s;
    }
    snprintf(news.text, sizeof news.text, "%s", proof->why);
    if (proof->result == DRIVEN_LAP_TOO_LONG) {
        keeper->has_long = true;
    } else if (proof->result == DRIVEN_LAP_UNOPENED) { // another time: its track may come back
        bool known = record_keeper_note(keeper, work->record.id) != NULL;
        bool fresh = !known && work->record.date >= keeper->since;
        note(keeper, work);
        news.kind = fresh ? RECORD_NEWS_UNPROVED : RECORD_NEWS_NOTHING;
    } else { // also where it could not be written down
        news.kind = proof->result == DRIVEN_LAP_FOUND ? RECORD_NEWS_VERIFIED : RECORD_NEWS_REFUSED;
        keeper->asks = true;
    }
    return news;
}

/// What the work that is done has brought.
static RecordNews news_of_done(RecordKeeper *keeper, const RecordWork *work) {
    RecordNews news = {0};
    if (work->kind == RECORD_WORK_VERIFY) {
        news = news_of_verified(keeper, work);
    } else if (work->kind == RECORD_WORK_STORE && work->done) {
        news = (RecordNews){.kind = RECORD_NEWS_STORED, .record = work->stored.record};
        memcpy(news.text, work->stored.notice, sizeof news.text);
        keeper->verifies = keeper->more = true;
        for (int i = 0; i < RECORD_WORKS; i++) { // where one can write, one can read
            keeper->troubles[i].stuck = false;
        }
    } else if (work->kind == RECORD_WORK_ANSWER && work->done && !keeper->asks) {
        memcpy(keeper->answers, work->answers, sizeof keeper->answers);
        news.kind = RECORD_NEWS_ANSWERS;
    }
    return news;
}

/// Another file has begun, in which nothing is looked at yet.
static void begin_file(RecordKeeper *keeper) {
    keeper->after = 0;
    memset(keeper->notes, 0, sizeof keeper->notes);
    if (keeper->proof_work) {
        keeper->proof_work->outdated = true;
    }
}

static bool was_said(const RecordKeeper *keeper, const char *text) {
    for (int i = 0; i < RECORD_WORKS; i++) {
        if (strcmp(keeper->troubles[i].said, text) == 0) {
            return true;
        }
    }
    return false;
}

/// What was wrong with it, unless that was told and has lasted since.
static RecordNews news_of_wrong(RecordKeeper *keeper, const RecordWork *work) {
    RecordNews news = {0};
    char *said = keeper->troubles[work->kind].said;
    const Message *wrong = work->messages.error_count > 0 ? &work->messages.items[0] : NULL;
    if (!wrong) {
        said[0] = '\0';
        return news;
    }
    if (!was_said(keeper, wrong->text)) {
        news.kind = RECORD_NEWS_WRONG;
        memcpy(news.text, wrong->text, sizeof news.text);
    }
    snprintf(said, MESSAGE_TEXT_MAX, "%s", wrong->text);
    keeper->on = keeper->on && wrong->code != MESSAGE_E922;
    if (wrong->code == MESSAGE_E921) {
        begin_file(keeper);
    }
    return news;
}

/// Those that were not stored come before those that have come since; of too many the last stay.
static void put_back_paces(RecordKeeper *keeper, const RecordWork *work) {
    RacePace since[RECORD_KEEPER_PACES];
    int count = keeper->pace_count;
    memcpy(since, keeper->paces, sizeof since);
    keeper->pace_count = 0;
    for (int i = 0; i < work->pace_count; i++) {
        record_keeper_add_pace(keeper, &work->paces[i]);
    }
    for (int i = 0; i < count; i++) {
        record_keeper_add_pace(keeper, &since[i]);
    }
}

/// What has failed is to be done once more.
static void put_back(RecordKeeper *keeper, RecordWork *work) {
    const MessageList *messages = &work->messages; // with E921 alone the new file can be used
    bool fails = messages->error_count > 0 &&
                 (messages->error_count > 1 || messages->items[0].code != MESSAGE_E921);
    if (work->kind == RECORD_WORK_STORE && !work->hopeless) {
        memmove(keeper->queue + 1, keeper->queue, (size_t)keeper->waiting * sizeof *keeper->queue);
        keeper->queue[0] = work->stored;
        keeper->waiting++;
        work->stored = (RecordWaiting){0};
        fails = true;
    } else if (work->kind == RECORD_WORK_ANSWER) {
        keeper->asks = fails = true;
    } else if (work->kind == RECORD_WORK_PACES) {
        put_back_paces(keeper, work);
        fails = true;
    }
    keeper->troubles[work->kind].stuck = fails;
    keeper->troubles[work->kind].retry_s = waiting_now() + RETRY_S;
}

/// Waits for the job, and takes note of what its work has brought; both are ended. Without a job
/// the work was done here.
static RecordNews end_work(RecordKeeper *keeper, Job **job, RecordWork **done_work) {
    RecordWork *work = *done_work;
    if (*job) {
        job_end(*job);
        *job = NULL;
    }
    *done_work = NULL;
    RecordNews wrong = {0}, done = {0};
    if (!work->outdated) { // ids of another file say nothing of this one
        wrong = news_of_wrong(keeper, work);
        done = news_of_done(keeper, work);
        bool fails = work->kind == RECORD_WORK_VERIFY && work->messages.error_count > 0;
        if (!work->done || fails) {
            put_back(keeper, work);
        }
    }
    replay_destroy(&work->stored.replay);
    free(work);
    if (wrong.kind == RECORD_NEWS_NOTHING) {
        return done;
    }
    keeper->later = done;
    return wrong;
}

static void begin_job(Job **job, RecordWork *work) {
    *job = work ? job_begin(do_work, work) : NULL;
}

RecordNews record_keeper_news(RecordKeeper *keeper) {
    RecordNews news = {0};
    if (keeper->proof_job && keeper->rests) {
        atomic_store(&keeper->proof_work->stop, true); // it can be done again
    }
    if (keeper->later.kind != RECORD_NEWS_NOTHING) {
        news = keeper->later;
        keeper->later = (RecordNews){0};
        return news;
    }
    if (keeper->lost) {
        keeper->lost = false;
        return (RecordNews){.kind = RECORD_NEWS_WRONG,
                            .text = "a time is lost: too many wait to be stored"};
    }
    if (keeper->job && job_is_done(keeper->job)) {
        news = end_work(keeper, &keeper->job, &keeper->work);
    } else if (keeper->proof_job && job_is_done(keeper->proof_job)) {
        news = end_work(keeper, &keeper->proof_job, &keeper->proof_work);
    }
    if (keeper->later.kind != RECORD_NEWS_NOTHING) {
        return news;
    }
    if (!keeper->job) {
        keeper->work = next_work(keeper);
        begin_job(&keeper->job, keeper->work);
    }
    if (!keeper->proof_job) {
        keeper->proof_work = next_proof(keeper);
        begin_job(&keeper->proof_job, keeper->proof_work);
    }
    return news;
}

void record_keeper_flush(RecordKeeper *keeper) {
    if (keeper->proof_job) {
        atomic_store(&keeper->proof_work->stop, true);
        end_work(keeper, &keeper->proof_job, &keeper->proof_work);
    }
    if (keeper->job) {
        end_work(keeper, &keeper->job, &keeper->work);
    }
    keeper->asks = keeper->verifies = keeper->troubles[RECORD_WORK_STORE].stuck = false;
    keeper->troubles[RECORD_WORK_PACES].stuck = false;
    while ((keeper->work = next_work(keeper)) != NULL) {
        do_work(keeper->work);
        messages_print(&keeper->work->messages, stderr,
                       NULL); // nobody looks at the screen any more
        end_work(keeper, &keeper->job, &keeper->work);
        keeper->asks = keeper->verifies = false;
    }
}

void record_keeper_destroy(RecordKeeper *keeper) {
    record_keeper_flush(keeper);
    for (int i = 0; i < keeper->waiting; i++) {
        replay_destroy(&keeper->queue[i].replay);
    }
    *keeper = (RecordKeeper){0};
}

/// Whether both are of one player and key, and `fast` is the better one.
static bool beats(const Record *fast, const Record *slow) {
    const RecordKey *a = &fast->key, *b = &slow->key;
    return fast->time_s < slow->time_s && a->race_version == b->race_version &&
           a->laps == b->laps && a->helps == b->helps && hash_equal128(a->track, b->track) &&
           hash_equal128(a->car, b->car) && strcmp(fast->player, slow->player) == 0;
}

/// Drops the slowest of those that wait while another one of their player and key is faster.
static void drop_beaten(RecordKeeper *keeper) {
    int beaten = -1;
    for (int i = 0; i < keeper->waiting; i++) {
        const Record *record = &keeper->queue[i].record;
        bool is_beaten = false;
        for (int k = 0; k < keeper->waiting && !is_beaten; k++) {
            is_beaten = beats(&keeper->queue[k].record, record);
        }
        if (is_beaten && (beaten < 0 || record->time_s > keeper->queue[beaten].record.time_s)) {
            beaten = i;
        }
    }
    RecordWaiting dropped = take_waiting(keeper, beaten < 0 ? keeper->waiting - 1 : beaten);
    replay_destroy(&dropped.replay);
    keeper->lost = keeper->lost || beaten < 0;
}

void record_keeper_add(RecordKeeper *keeper, const Record *record, Replay *replay,
                       const char *notice) {
    if (!keeper->on) {
        replay_destroy(replay);
        return;
    }
    RecordWaiting *waiting = &keeper->queue[keeper->waiting++];
    *waiting = (RecordWaiting){.record = *record, .replay = *replay};
    snprintf(waiting->notice, sizeof waiting->notice, "%s", notice);
    if (keeper->waiting > RECORD_KEEPER_QUEUE) {
        drop_beaten(keeper);
    }
    keeper->troubles[RECORD_WORK_STORE].stuck = false;
}

void record_keeper_add_pace(RecordKeeper *keeper, const RacePace *pace) {
    if (!keeper->on) {
        return;
    }
    if (keeper->pace_count == RECORD_KEEPER_PACES) {
        keeper->pace_count--;
        memmove(keeper->paces, keeper->paces + 1,
                (size_t)keeper->pace_count * sizeof *keeper->paces);
    }
    keeper->paces[keeper->pace_count++] = *pace;
}

void record_keeper_ask(RecordKeeper *keeper, const RecordLookUp *look_ups, int count) {
    ASSERT(count <= RECORD_KEEPER_SEATS);
    memset(keeper->look_ups, 0, sizeof keeper->look_ups);
    memset(keeper->answers, 0, sizeof keeper->answers);
    memcpy(keeper->look_ups, look_ups, (size_t)count * sizeof *look_ups);
    keeper->asks = true;
    keeper->troubles[RECORD_WORK_ANSWER].stuck = false;
}
