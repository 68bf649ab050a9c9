#include "base/array.h"
#include "base/assert.h"
#include "base/text.h"
#include "store/record_columns.h"
#include "store/records.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_BYTES = 16 * 1024, ///< More than a record takes besides its replay, with pages half full.
    SHARE = 16,            ///< Of a full file one SHAREth or more is emptied at a time.
};

const char *const record_help_names[RECORDS_HELPS] = {"auto-throttle", "throttle-latch",
                                                      "auto-brake", "one-switch", "slow"};
const char *const record_state_names[RECORD_STATES] = {"pending", "verified", "refused"};
const char *const record_refusal_texts[RECORD_REFUSALS] = {
    [RECORD_REFUSAL_UNKNOWN] = "its replay does not prove it",
    [RECORD_REFUSAL_UNREADABLE] = "its replay cannot be read",
    [RECORD_REFUSAL_PLAYS_OTHERWISE] = "its replay does not play back",
    [RECORD_REFUSAL_NO_CAR] = "its replay has no such car",
    [RECORD_REFUSAL_NO_LAP] = "its replay has no such lap",
    [RECORD_REFUSAL_DRIVER] = "a person did not drive all of it",
    [RECORD_REFUSAL_TIME] = "its time is another one",
    [RECORD_REFUSAL_LAPS] = "its race has other laps",
    [RECORD_REFUSAL_CAR] = "its car is another one",
    [RECORD_REFUSAL_TRACK] = "its track is another one",
    [RECORD_REFUSAL_DIRECTION] = "its direction is the other one",
    [RECORD_REFUSAL_RULES] = "it cut a corner or had more power than its own",
};

#define COLUMNS                                                                           \
    "id, race_version, track_hash, car_hash, laps, helps, state, time_s, date, reverse, " \
    "replay_car, replay_lap, player, track, car "
#define OF_KEY \
    "track_hash = ?1 AND car_hash = ?2 AND laps = ?3 AND helps = ?4 AND race_version = ?5 "

/// As ?1 to ?5.
static void bind_key(sqlite3_stmt *query, const RecordKey *key) {
    record_bind_hash(query, 1, key->track);
    record_bind_hash(query, 2, key->car);
    sqlite3_bind_int(query, 3, key->laps);
    sqlite3_bind_int64(query, 4, key->helps);
    sqlite3_bind_int64(query, 5, key->race_version);
}

/// Bytes of the pages that hold something. False where they cannot be counted.
static bool used_bytes(Records *records, int64_t *out) {
    int64_t pages, free_pages, page;
    bool known = records_file_integer(records, "PRAGMA page_count", &pages) &&
                 records_file_integer(records, "PRAGMA freelist_count", &free_pages) &&
                 records_file_integer(records, "PRAGMA page_size", &page);
    *out = known ? (pages - free_pages) * page : 0;
    return known;
}

/// Empties replays that count for least, `bytes` of them or more. O(records * log(records)).
static bool drop_replays(Records *records, int64_t bytes) {
    static const char sql[] =
        "UPDATE record SET replay = x'' WHERE id IN (SELECT id FROM (SELECT id, length(replay) AS "
        "size, sum(length(replay)) OVER (ORDER BY state < ?1, race_version = ?3, id ROWS UNBOUNDED "
        "PRECEDING) AS all_size FROM record AS old WHERE length(replay) > 0 AND (state >= ?1 OR "
        "race_version < ?3 OR (state = ?2 AND (race_version > ?3 OR EXISTS (SELECT 1 FROM "
        "record AS better WHERE better.track_hash = old.track_hash AND better.car_hash = old.car_hash AND better.laps = "
        "old.laps AND better.helps = old.helps AND better.race_version = old.race_version AND "
        "better.time_s < old.time_s AND better.time_s > 0 AND better.state = ?2))))) WHERE "
        "all_size - size < ?4)";
    sqlite3_stmt *query = records_file_prepare(records, sql);
    sqlite3_bind_int(query, 1, RECORD_REFUSED);
    sqlite3_bind_int(query, 2, RECORD_VERIFIED);
    sqlite3_bind_int64(query, 3, RACE_VERSION);
    sqlite3_bind_int64(query, 4, bytes);
    bool fine = query && sqlite3_step(query) == SQLITE_DONE;
    sqlite3_finalize(query);
    return fine;
}

/// Within a transaction: has other replays make room for `wanted` bytes. False where that cannot be
/// done, and then `full` tells whether there is none left to do it.
static bool make_room(Records *records, int64_t wanted, bool *full) {
    int64_t used = 0, left = records->bytes_max - wanted;
    bool fine = used_bytes(records, &used);
    while (fine && used > left) {
        int64_t over = used - left, share = records->bytes_max / SHARE; // not every lap sorts all
        fine = drop_replays(records, over > share ? over : share);
        if (fine && sqlite3_changes(records->file) == 0) {
            *full = true;
            return false;
        }
        fine = fine && used_bytes(records, &used);
        if (fine && used > left) { // small replays lie in pages of which the rest is in use
            fine = records_file_run(records, "COMMIT") && records_file_pack(records) &&
                   records_file_run(records, "BEGIN IMMEDIATE") && used_bytes(records, &used);
        }
    }
    return fine;
}

bool records_add(Records *records, const Record *record, const void *replay, size_t size,
                 int64_t *id, MessageList *messages) {
    ASSERT(size <= REPLAY_LIMIT && isfinite(record->time_s) && record->time_s > 0.0);
    sqlite3_stmt *query = records_file_prepare(
        records, "INSERT INTO record (track_hash, car_hash, laps, helps, race_version, "
                 "state, time_s, date, reverse, replay_car, replay_lap, player, track, "
                 "car, replay) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
                 "?13, ?14, ?15)");
    bind_key(query, &record->key);
    sqlite3_bind_int(query, 6, (int)record->state + (int)record->refusal);
    sqlite3_bind_double(query, 7, record->time_s);
    sqlite3_bind_int64(query, 8, record->date);
    sqlite3_bind_int(query, 9, record->reverse);
    sqlite3_bind_int(query, 10, record->replay_car);
    sqlite3_bind_int(query, 11, record->replay_lap);
    record_bind_text(query, 12, record->player);
    record_bind_text(query, 13, record->track);
    record_bind_text(query, 14, record->car_name);
    sqlite3_bind_blob64(query, 15, replay, size, SQLITE_STATIC);
    bool fine = query && records_file_run(records, "BEGIN IMMEDIATE"), full = false;
    fine =
        fine && make_room(records, (int64_t)size + (int64_t)size / 256 + (int64_t)ROW_BYTES, &full);
    if (fine) {
        fine = sqlite3_step(query) == SQLITE_DONE;
        int64_t given = sqlite3_last_insert_rowid(records->file);
        fine = sqlite3_reset(query) == SQLITE_OK && fine && records_file_run(records, "COMMIT");
        if (fine && id) {
            *id = given;
        }
    }
    if (full) {
        message_add(messages, MESSAGE_E924, (Place){.file = records->path},
                    "they are full, and no replay in them counts for less than this one");
    } else if (!fine) {
        records_file_refuse(records, messages);
    }
    records_file_run(records, "ROLLBACK"); // of what has failed; else there is none
    sqlite3_finalize(query);
    return fine;
}

/// Runs `first`, where ?1 is the id and ?2 `code`, and then, where it is not NULL, `after`, whose
/// ?1 is the id and ?2 RECORD_VERIFIED.
static bool settle(Records *records, int64_t id, int code, const char *first, const char *after,
                   MessageList *messages) {
    const char *const steps[2] = {first, after};
    const int values[2] = {code, RECORD_VERIFIED};
    bool fine = records_file_run(records, "BEGIN IMMEDIATE");
    for (int i = 0; i < 2 && steps[i] && fine; i++) {
        sqlite3_stmt *query = records_file_prepare(records, steps[i]);
        sqlite3_bind_int64(query, 1, id);
        sqlite3_bind_int(query, 2, values[i]);
        fine = query && sqlite3_step(query) == SQLITE_DONE;
        sqlite3_finalize(query);
    }
    fine = (fine && records_file_run(records, "COMMIT")) || records_file_refuse(records, messages);
    records_file_run(records, "ROLLBACK");
    return fine;
}

bool records_verify(Records *records, int64_t id, MessageList *messages) {
    // What the best verified one of the same player and key is better than, perhaps itself. O(those
    // of that key).
    static const char sql[] =
        "WITH best AS (SELECT good.* FROM record AS new JOIN record AS good USING (player, "
        "track_hash, car_hash, laps, helps, race_version) WHERE new.id = ?1 AND good.state = ?2 "
        "AND good.time_s > 0 ORDER BY good.time_s, good.id LIMIT 1) DELETE FROM record WHERE id IN (SELECT worse.id "
        "FROM best JOIN record AS worse USING (player, track_hash, car_hash, laps, helps, "
        "race_version) WHERE best.time_s < worse.time_s OR (best.time_s = worse.time_s AND "
        "best.id < worse.id))";
    return settle(records, id, RECORD_VERIFIED, "UPDATE record SET state = ?2 WHERE id = ?1", sql,
                  messages);
}

bool records_refuse(Records *records, int64_t id, RecordRefusal why, MessageList *messages) {
    ASSERT(why >= 0 && why < RECORD_REFUSALS);
    // What another program has proved meanwhile stays proved. State 0 is RECORD_PENDING.
    return settle(records, id, RECORD_REFUSED + (int)why,
                  "UPDATE record SET state = ?2 WHERE id = ?1 AND state = 0", NULL, messages);
}

/// A row of COLUMNS. False where it makes no sense.
static bool take_record(sqlite3_stmt *query, Record *out) {
    bool bad = false;
    *out = (Record){.id = record_take_integer(query, 0, 1, INT64_MAX, &bad)};
    out->key.race_version = (uint32_t)record_take_integer(query, 1, 0, UINT32_MAX, &bad);
    out->key.track = record_take_hash(query, 2, &bad);
    out->key.car = record_take_hash(query, 3, &bad);
    out->key.laps = (int)record_take_integer(query, 4, 0, RACE_LAPS_MAX, &bad);
    out->key.helps = (uint32_t)record_take_integer(query, 5, 0, (1 << RECORDS_HELPS) - 1, &bad);
    int state = (int)record_take_integer(query, 6, 0, RECORD_REFUSED + RECORD_REFUSALS - 1, &bad);
    out->state = state < RECORD_REFUSED ? (RecordState)state : RECORD_REFUSED;
    out->refusal = (RecordRefusal)(state - (int)out->state);
    out->time_s = record_take_time(query, 7, &bad);
    out->date = record_take_integer(query, 8, 0, RECORD_DATE_MAX, &bad);
    out->reverse = record_take_integer(query, 9, 0, 1, &bad) != 0;
    out->replay_car = (int)record_take_integer(query, 10, 0, RACE_MAX_CARS - 1, &bad);
    out->replay_lap = (int)record_take_integer(query, 11, 0, INT32_MAX, &bad);
    record_take_text(query, 12, out->player, &bad);
    record_take_text(query, 13, out->track, &bad);
    record_take_text(query, 14, out->car_name, &bad);
    return !bad;
}

/// The first row that makes sense; ends the query.
static bool take_first(Records *records, sqlite3_stmt *query, Record *out, MessageList *messages) {
    bool found = false;
    int code = query ? SQLITE_ROW : SQLITE_ERROR;
    while (!found && code == SQLITE_ROW && (code = sqlite3_step(query)) == SQLITE_ROW) {
        found = take_record(query, out);
    }
    if (!found && code != SQLITE_DONE) {
        records_file_refuse(records, messages);
    }
    sqlite3_finalize(query);
    return found;
}

bool records_best(Records *records, const RecordKey *key, const char *player, bool pending,
                  Record *out, MessageList *messages) {
    sqlite3_stmt *query = records_file_prepare(
        records, "SELECT " COLUMNS "FROM record WHERE " OF_KEY
                 "AND (?6 IS NULL OR player = ?6) AND state IN (?7, ?8) ORDER BY time_s, id");
    bind_key(query, key);
    if (player) {
        record_bind_text(query, 6, player);
    }
    sqlite3_bind_int(query, 7, RECORD_VERIFIED);
    sqlite3_bind_int(query, 8, pending ? RECORD_PENDING : RECORD_VERIFIED);
    return take_first(records, query, out, messages);
}

bool records_pending(Records *records, int64_t after, int64_t since, Record *out,
                     MessageList *messages) {
    sqlite3_stmt *query = records_file_prepare(
        records, "SELECT " COLUMNS "FROM record WHERE id > ?1 AND "
                 "state = ?2 AND race_version = ?3 AND date >= ?4 ORDER BY id");
    sqlite3_bind_int64(query, 1, after);
    sqlite3_bind_int(query, 2, RECORD_PENDING);
    sqlite3_bind_int64(query, 3, RACE_VERSION);
    sqlite3_bind_int64(query, 4, since);
    return take_first(records, query, out, messages);
}

bool records_replay(Records *records, int64_t id, uint8_t **data, size_t *size,
                    MessageList *messages) {
    sqlite3_stmt *query = records_file_prepare(records, "SELECT replay FROM record WHERE id = ?1");
    sqlite3_bind_int64(query, 1, id);
    int code = query ? sqlite3_step(query) : SQLITE_ERROR;
    bool found = code == SQLITE_ROW && sqlite3_column_type(query, 0) == SQLITE_BLOB;
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        records_file_refuse(records, messages);
    }
    if (found) {
        const void *blob = sqlite3_column_blob(query, 0);
        *size = (size_t)sqlite3_column_bytes(query, 0);
        *data = malloc(*size + 1);
        ASSERT(*data != NULL);
        memcpy(*data, blob ? blob : "", *size);
    }
    sqlite3_finalize(query);
    return found;
}

/// How many records there are, of `track` (NULL: of all).
static int64_t count_all(Records *records, const char *track) {
    sqlite3_stmt *query =
        records_file_prepare(records, "SELECT count(*) FROM record WHERE ?1 IS NULL OR track = ?1");
    if (track) {
        sqlite3_bind_text(query, 1, track, -1, SQLITE_TRANSIENT);
    }
    int64_t count = query && sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    sqlite3_finalize(query);
    return count;
}

bool records_list(Records *records, const char *track, RecordList *out, MessageList *messages) {
    sqlite3_stmt *query = records_file_prepare(
        records, "SELECT " COLUMNS "FROM record WHERE ?1 IS NULL OR track = ?1 ORDER BY "
                 "race_version DESC, track, track_hash, reverse, car, car_hash, laps, "
                 "helps, time_s, id LIMIT ?2");
    if (track) {
        sqlite3_bind_text(query, 1, track, -1, SQLITE_TRANSIENT);
    }
    sqlite3_bind_int(query, 2, RECORDS_LIST_MAX);
    int senseless = 0, code = query ? SQLITE_ROW : SQLITE_ERROR;
    *out = (RecordList){0};
    while (code == SQLITE_ROW && (code = sqlite3_step(query)) == SQLITE_ROW) {
        out->items = array_reserve(out->items, out->count + 1, &out->capacity, sizeof *out->items);
        bool fine = take_record(query, &out->items[out->count]);
        out->count += fine;
        senseless += !fine;
    }
    bool fine = code == SQLITE_DONE || records_file_refuse(records, messages);
    sqlite3_finalize(query);
    if (senseless > 0) {
        message_add(messages, MESSAGE_W923, (Place){.file = records->path}, senseless);
    }
    if (out->count + senseless == RECORDS_LIST_MAX) {
        int64_t more = count_all(records, track) - RECORDS_LIST_MAX;
        out->left_out = more < 0 ? 0 : more < INT32_MAX ? (int)more : INT32_MAX;
    }
    if (out->left_out > 0) {
        message_add(messages, MESSAGE_W925, (Place){.file = records->path}, out->left_out);
    }
    return fine;
}

void records_list_destroy(RecordList *list) {
    free(list->items);
    *list = (RecordList){0};
}
