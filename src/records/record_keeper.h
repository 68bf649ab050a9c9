/// Keeps the records of people: stores what is driven, has it verified, looks up what there is.
///
/// All of it in threads, as disks and replays take the time that a frame has not: one stores and
/// looks up, one thing after the other, and one verifies beside it, which may take long. Long
/// replays are driven when all others are, and of those of earlier runs a limited number.
#pragma once

#include "records/record_proof.h"
#include "session/jobs.h"
#include "store/race_paces.h"

enum {
    RECORD_KEEPER_SEATS = 4,
    RECORD_KEEPER_QUEUE = 16, ///< Laps that wait to be stored: one ends every few seconds at most.
    RECORD_KEEPER_PROOFS = 1000, ///< Records of earlier runs that are proved in one run at most.
    RECORD_KEEPER_PACES = 16,    ///< Races of people that wait to be stored.
    RECORD_KEEPER_NOTES = 64,    ///< Those that cannot be proved now, of which is known why.
};

/// What seats are compared with. The zero value is nothing.
typedef struct RecordLookUp {
    RecordKey lap, race; ///< race.laps 0: there is no race to compare.
    char player[RECORDS_TEXT_MAX];
} RecordLookUp;

/// The answer; times are 0 where there is none.
typedef struct RecordAnswer {
    Record lap, race;     ///< The player's own, that are not refused.
    Record champion;      ///< The best verified lap of anybody ...
    Record race_champion; ///< ... and race.
} RecordAnswer;

/// What has come of it, told in the frame in which it is known.
typedef struct RecordNews {
    enum {
        RECORD_NEWS_NOTHING,
        RECORD_NEWS_STORED,   ///< `record` is on the disk.
        RECORD_NEWS_VERIFIED, ///< It counts.
        RECORD_NEWS_REFUSED,  ///< It does not, for what `text` says.
        RECORD_NEWS_UNPROVED, ///< One of this run cannot be proved now, for what `text` says.
        RECORD_NEWS_ANSWERS,  ///< There are new answers.
        RECORD_NEWS_WRONG,    ///< The records cannot be used: `text`.
    } kind;
    Record record;
    char text[MESSAGE_TEXT_MAX];
} RecordNews;

/// Why a record cannot be proved now.
typedef struct RecordNote {
    int64_t id; ///< 0: none.
    char why[RECORD_PROOF_TEXT_MAX];
} RecordNote;

/// A lap or race that waits to be stored.
typedef struct RecordWaiting {
    Record record;
    Replay replay;
    char notice[MESSAGE_TEXT_MAX];
} RecordWaiting;

/// What the threads do.
typedef enum RecordWorkKind {
    RECORD_WORK_STORE,
    RECORD_WORK_ANSWER,
    RECORD_WORK_VERIFY,
    RECORD_WORK_PACES,
    RECORD_WORKS,
} RecordWorkKind;

/// How one kind of work fares: storing may fail where looking up goes on.
typedef struct RecordTrouble {
    bool stuck;                  ///< It failed: it rests before there is more of it to do ...
    double retry_s;              ///< ... or this has come, of waiting_now.
    char said[MESSAGE_TEXT_MAX]; ///< What is wrong: it is told once as long as it lasts.
} RecordTrouble;

/// An owner; made by record_keeper_make, ended by record_keeper_destroy. The zero value keeps
/// nothing.
typedef struct RecordKeeper {
    bool on;
    const char *data; ///< As in SessionDef.
    char path[PATH_LIMIT];
    Job *job;                ///< Of storing and looking up.
    struct RecordWork *work; ///< Of the job.
    Job *proof_job;          ///< Of verifying.
    struct RecordWork *proof_work;
    RecordWaiting queue[RECORD_KEEPER_QUEUE + 2]; ///< One more comes back if it fails, one is new.
    int waiting;
    RacePace paces[RECORD_KEEPER_PACES]; ///< That wait to be stored, the oldest first.
    int pace_count;
    bool lost; ///< One that had no place in the queue, which is to be told.
    RecordTrouble troubles[RECORD_WORKS];
    bool rests;      ///< Nothing is verified for now: a race of many cars needs the machine.
    bool asks;       ///< The look-ups below are to be answered.
    bool verifies;   ///< There may be pending records ...
    bool more;       ///< Something was stored since the last proof began.
    int64_t after;   ///< ... behind this one.
    int proofs;      ///< Of records of earlier runs, that were tried in this one ...
    double proofs_s; ///< ... and s that they took.
    double begun_s;  ///< When the last proof began, of waiting_now.
    bool has_long;   ///< Some with replays of more than `quick_steps` were passed over.
    bool takes_long; ///< Now they are proved.
    uint64_t quick_steps;
    int64_t since; ///< s since 1970: when this run began.
    RecordNote notes[RECORD_KEEPER_NOTES];
    int note_count; ///< Ever made: newer ones take the places of the oldest.
    RecordLookUp look_ups[RECORD_KEEPER_SEATS];
    RecordAnswer answers[RECORD_KEEPER_SEATS]; ///< By seat, to the look-ups before the last news.
    RecordNews later;                          ///< Told in the next frame.
} RecordKeeper;

/// Keeps records in the user's folder.
void record_keeper_make(RecordKeeper *keeper, const char *data);

/// Stores what waits, and ends.
void record_keeper_destroy(RecordKeeper *keeper);

/// Stores what waits, now: the program is about to end.
void record_keeper_flush(RecordKeeper *keeper);

/// Has a record stored and verified. Takes `replay` over. `notice`: the text of the news that it is
/// stored. Where RECORD_KEEPER_QUEUE wait already, the slowest gives way that is slower than
/// another of its player and key; without one this is lost, as news tell.
void record_keeper_add(RecordKeeper *keeper, const Record *record, Replay *replay,
                       const char *notice);

/// Has what a race says of a person's pace stored, without news. Where RECORD_KEEPER_PACES wait
/// already, the oldest gives way.
void record_keeper_add_pace(RecordKeeper *keeper, const RacePace *pace);

/// Asks what there is for each seat. The answers are empty until they come.
void record_keeper_ask(RecordKeeper *keeper, const RecordLookUp *look_ups, int count);

/// Whether the answers are all that there is, and not still to come, as from a file that another
/// program holds.
bool record_keeper_knows(const RecordKeeper *keeper);

/// Why record `id` cannot be proved now, as its track is missing; NULL where nothing is known.
const char *record_keeper_note(const RecordKeeper *keeper, int64_t id);

/// To be called each frame until it has no more news.
RecordNews record_keeper_news(RecordKeeper *keeper);
