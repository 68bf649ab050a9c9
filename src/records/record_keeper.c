#include "records/record_keeper.h"

#include "base/assert.h"
#include "session/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RETRY_S  30.0 // after something failed
#define PROOFS_S 60.0 // for records of earlier runs: those that are left are for the next run

typedef enum WorkKind {
    WORK_STORE,
    WORK_ANSWER,
    WORK_VERIFY,
} WorkKind;

/// What the thread gets and leaves.
typedef struct RecordWork {
    WorkKind kind;
    const char *data, *path;
    atomic_bool stop;
    RecordWaiting stored;
    RecordLookUp look_ups[RECORD_KEEPER_SEATS];
    RecordAnswer answers[RECORD_KEEPER_SEATS];
    int64_t after, since;
    uint64_t steps_max;
    bool done;         ///< It was stored, or answered, or something was verified.
    bool hopeless;     ///< It can never be stored.
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
        if (asked->race.laps == 0 || !records_best(records, &asked->race, asked->player, true,
                                                   &found->race, &work->messages)) {
            found->race = (Record){0};
        }
        if (!records_best(records, &asked->lap, NULL, false, &found->champion, &work->messages)) {
            found->champion = (Record){0};
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
        work->proof = record_proof(work->data, work->path, &work->record, bytes, size,
                                   work->steps_max, &work->stop, lap);
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

static void do_work(void *context) {
    static void (*const works[])(RecordWork *, Records *) = {store, answer, verify};
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

static RecordWork *make_work(const RecordKeeper *keeper, WorkKind kind) {
    RecordWork *work = calloc(1, sizeof *work);
    ASSERT(work != NULL);
    work->kind = kind;
    work->data = keeper->data;
    work->path = keeper->path;
    return work;
}

static bool may_work(RecordKeeper *keeper) {
    keeper->stuck = keeper->stuck && waiting_now() < keeper->retry_s;
    return keeper->on && !keeper->stuck;
}

/// The next thing to store or look up, NULL where there is none.
static RecordWork *next_work(RecordKeeper *keeper) {
    if (!may_work(keeper) || (keeper->waiting == 0 && !keeper->asks)) {
        return NULL;
    }
    RecordWork *work = make_work(keeper, keeper->waiting > 0 ? WORK_STORE : WORK_ANSWER);
    if (keeper->waiting > 0) {
        work->stored = keeper->queue[0];
        keeper->waiting--;
        memmove(keeper->queue, keeper->queue + 1, (size_t)keeper->waiting * sizeof *keeper->queue);
    } else {
        memcpy(work->look_ups, keeper->look_ups, sizeof work->look_ups);
        keeper->asks = false;
    }
    return work;
}

/// The next thing to verify, NULL where there is none.
static RecordWork *next_proof(RecordKeeper *keeper) {
    if (!may_work(keeper) || !keeper->verifies || keeper->rests) {
        return NULL;
    }
    RecordWork *work = make_work(keeper, WORK_VERIFY);
    bool tired = keeper->proofs >= RECORD_KEEPER_PROOFS || keeper->proofs_s >= PROOFS_S;
    work->after = keeper->after;
    work->since = tired ? keeper->since : 0;
    work->steps_max = keeper->takes_long ? RECORD_PROOF_ANY_LENGTH : keeper->quick_steps;
    keeper->begun_s = waiting_now();
    keeper->more = false;
    return work;
}

bool record_keeper_knows(const RecordKeeper *keeper) {
    return !keeper->on || (!keeper->asks && !(keeper->work && keeper->work->kind == WORK_ANSWER));
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
    if (work->kind == WORK_VERIFY) {
        news = news_of_verified(keeper, work);
    } else if (work->kind == WORK_STORE && work->done) {
        news = (RecordNews){.kind = RECORD_NEWS_STORED, .record = work->stored.record};
        memcpy(news.text, work->stored.notice, sizeof news.text);
        keeper->verifies = keeper->more = true;
    } else if (work->kind == WORK_ANSWER && work->done && !keeper->asks) {
        memcpy(keeper->answers, work->answers, sizeof keeper->answers);
        news.kind = RECORD_NEWS_ANSWERS;
    }
    return news;
}

/// What was wrong with it, unless that was told and has lasted since.
static RecordNews news_of_wrong(RecordKeeper *keeper, const RecordWork *work) {
    RecordNews news = {0};
    const Message *wrong = work->messages.error_count > 0 ? &work->messages.items[0] : NULL;
    if (!wrong) {
        keeper->said[0] = '\0';
        return news;
    }
    if (strcmp(wrong->text, keeper->said) != 0) {
        snprintf(keeper->said, sizeof keeper->said, "%s", wrong->text);
        news.kind = RECORD_NEWS_WRONG;
        memcpy(news.text, keeper->said, sizeof news.text);
    }
    keeper->on = keeper->on && wrong->code != MESSAGE_E922;
    if (wrong->code == MESSAGE_E921) {
        keeper->after = 0; // another file, which counts from 1 again
    }
    return news;
}

/// What has failed is to be done once more.
static void put_back(RecordKeeper *keeper, RecordWork *work) {
    if (work->kind == WORK_STORE && !work->hopeless) {
        memmove(keeper->queue + 1, keeper->queue, (size_t)keeper->waiting * sizeof *keeper->queue);
        keeper->queue[0] = work->stored;
        keeper->waiting++;
        work->stored = (RecordWaiting){0};
        keeper->stuck = true;
    } else if (work->kind == WORK_ANSWER) {
        keeper->asks = keeper->stuck = true;
    } else if (work->kind == WORK_VERIFY) {
        keeper->stuck = work->messages.error_count > 0;
    }
    keeper->retry_s = waiting_now() + RETRY_S;
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
    RecordNews wrong = news_of_wrong(keeper, work), done = news_of_done(keeper, work);
    if (!work->done || (work->kind == WORK_VERIFY && work->messages.error_count > 0)) {
        put_back(keeper, work);
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
    keeper->asks = keeper->verifies = keeper->stuck = false;
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

void record_keeper_add(RecordKeeper *keeper, const Record *record, Replay *replay,
                       const char *notice) {
    if (!keeper->on || keeper->waiting >= RECORD_KEEPER_QUEUE) {
        replay_destroy(replay);
        return;
    }
    RecordWaiting *waiting = &keeper->queue[keeper->waiting++];
    *waiting = (RecordWaiting){.record = *record, .replay = *replay};
    snprintf(waiting->notice, sizeof waiting->notice, "%s", notice);
    keeper->stuck = false;
}

void record_keeper_ask(RecordKeeper *keeper, const RecordLookUp *look_ups, int count) {
    ASSERT(count <= RECORD_KEEPER_SEATS);
    memset(keeper->look_ups, 0, sizeof keeper->look_ups);
    memset(keeper->answers, 0, sizeof keeper->answers);
    memcpy(keeper->look_ups, look_ups, (size_t)count * sizeof *look_ups);
    keeper->asks = true;
    keeper->stuck = false;
}
