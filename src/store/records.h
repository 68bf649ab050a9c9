/// The best laps and races of this machine's players, in a SQLite file: `<user data>/records.db`.
///
/// A record is a time with what it is comparable by (RecordKey), who drove it, and the replay that
/// proves it. The replay is a blob in the record's own row: one transaction writes both, so that
/// nothing can part them. A record is RECORD_PENDING until somebody has driven its replay again.
///
/// What is added is on the disk when records_add returns, whatever ends the program then. Any
/// number of programs may use the file at the same time. It may hold anything: rows that make no
/// sense are left out, and a file that is no such database is kept aside.
#pragma once

#include "base/folder.h"
#include "replay/replay.h"

enum {
    RECORDS_TEXT_MAX = 64,    ///< Bytes of a player's, track's or car's name, the 0 included.
    RECORDS_LIST_MAX = 20000, ///< Records that are listed; more are left out.
    RECORDS_HELPS = 5,
};

/// Helps with which a lap was driven: bits of RecordKey.helps.
typedef enum RecordHelp {
    RECORD_AUTO_THROTTLE = 1 << 0,
    RECORD_LATCH = 1 << 1, ///< The throttle stays down.
    RECORD_AUTO_BRAKE = 1 << 2,
    RECORD_ONE_SWITCH = 1 << 3,
    RECORD_SLOW = 1 << 4, ///< The game ran below full speed.
} RecordHelp;

/// By bit: "auto-throttle", ...
extern const char *const record_help_names[RECORDS_HELPS];

/// Only times of the same key are comparable. The direction is in the hash of the track.
typedef struct RecordKey {
    uint32_t race_version;
    Hash128 track, car;
    int laps; ///< Of a race; 0: one lap of any drive.
    uint32_t helps;
} RecordKey;

typedef enum RecordState {
    RECORD_PENDING,
    RECORD_VERIFIED, ///< Its replay plays back, and has this time.
    RECORD_REFUSED,  ///< It does not.
    RECORD_STATES,
} RecordState;

/// "pending", ...
extern const char *const record_state_names[RECORD_STATES];

/// Why a record was refused. The numbers stand in files: new ones come last.
typedef enum RecordRefusal {
    RECORD_REFUSAL_UNKNOWN, ///< By a program that did not note it.
    RECORD_REFUSAL_UNREADABLE,
    RECORD_REFUSAL_PLAYS_OTHERWISE,
    RECORD_REFUSAL_NO_CAR,
    RECORD_REFUSAL_NO_LAP,
    RECORD_REFUSAL_DRIVER,
    RECORD_REFUSAL_TIME,
    RECORD_REFUSAL_LAPS,
    RECORD_REFUSAL_CAR,
    RECORD_REFUSAL_TRACK,
    RECORD_REFUSAL_DIRECTION,
    RECORD_REFUSAL_RULES,
    RECORD_REFUSALS,
} RecordRefusal;

/// "its time is another one", ...
extern const char *const record_refusal_texts[RECORD_REFUSALS];

typedef struct Record {
    int64_t id; ///< 1 and up, never used again.
    RecordKey key;
    RecordState state;
    RecordRefusal refusal; ///< Of one that is refused.
    double time_s;
    int64_t date;               ///< s since 1970, UTC.
    bool reverse;               ///< The track was driven in reverse direction.
    int replay_car, replay_lap; ///< Which car of its replay, and which of its laps (0 first).
    /// Names as people know them: UTF-8 that a terminal shows.
    char player[RECORDS_TEXT_MAX], track[RECORDS_TEXT_MAX], car_name[RECORDS_TEXT_MAX];
} Record;

/// An open file. Used by one thread at a time.
typedef struct Records Records;

/// Writes where the player's records are to `out`. False with E903 where there is no such folder.
bool records_path(char out[PATH_LIMIT], MessageList *messages);

/// Opens the records in `path`, which outlives them, and makes the file and its folders where they
/// are missing. A damaged or foreign file is kept aside, which E921 tells, and a new one begins.
/// NULL with E922 (of a newer program, and left as it is) or E924 (it cannot be used). Waits up to
/// 5 s for other programs. O(bytes of the file): it is checked.
Records *records_open(const char *path, MessageList *messages);

/// Closes them; NULL does nothing.
void records_close(Records *records);

/// Lets the records in the file take at most `bytes`, for tests; else it is 960 MiB.
void records_limit(Records *records, int64_t bytes);

/// Stores a record with its replay (`size` bytes, at most REPLAY_LIMIT). When this returns true it
/// is on the disk; `id` (may be NULL) gets its id. `record->id` does not count; names are cut to
/// their size. False with E924, and nothing is stored.
///
/// Where the file is full, replays make room, never records: first those of records that were
/// refused, then of verified ones of other physics and pending ones of older physics, which nothing
/// proves any more, then of verified ones that somebody has beaten, in each kind the oldest first.
/// Such a replay is empty from then on; a sixteenth of the file or more is emptied at a time, and
/// where they were small, the whole file is written anew. Where all that is not enough, nothing is
/// stored.
bool records_add(Records *records, const Record *record, const void *replay, size_t size,
                 int64_t *id, MessageList *messages);

/// Notes that the replay of record `id` plays back with its time: of its player and key only the
/// best verified one stays, the first of equals; pending ones that claim to be faster stay, too.
/// False with E924.
bool records_verify(Records *records, int64_t id, MessageList *messages);

/// Notes that a pending one does not; any other stays as it is. False with E924.
bool records_refuse(Records *records, int64_t id, RecordRefusal why, MessageList *messages);

/// The fastest record of `key`, the oldest of several, that is verified, or with `pending` not
/// refused. `player` NULL: of anybody. False where there is none, and, with E924, where that cannot
/// be read.
bool records_best(Records *records, const RecordKey *key, const char *player, bool pending,
                  Record *out, MessageList *messages);

/// The first record after id `after` that is pending, of this program's physics and not driven
/// before `since` (as Record.date). False where there is none, and, with E924, where that cannot be
/// read.
bool records_pending(Records *records, int64_t after, int64_t since, Record *out,
                     MessageList *messages);

/// The replay of record `id`, freed by the caller with free(). False likewise. `size` 0: it has
/// made room for others.
bool records_replay(Records *records, int64_t id, uint8_t **data, size_t *size,
                    MessageList *messages);

/// Records, newest physics first, then by track, direction, car, laps, helps and time. An owner;
/// ended by records_list_destroy.
typedef struct RecordList {
    Record *items;
    int count, capacity;
    int left_out; ///< Beyond RECORDS_LIST_MAX.
} RecordList;

/// Lists all records, or those of the track called `track`. Adds W923 for rows that make no
/// sense, W925 where there are more than RECORDS_LIST_MAX. False with E924.
bool records_list(Records *records, const char *track, RecordList *out, MessageList *messages);
void records_list_destroy(RecordList *list);
