#include "store/records.h"

#include "base/array.h"
#include "base/directories.h"
#include "base/text.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION = 0x41786c65, ///< "Axle", in the head of the file.
    FORM = 1,                 ///< Of the tables: raised whenever they change.
    SQLITE_LEAST = 3037000,   ///< The first with STRICT tables.
    WAIT_MS = 5000,           ///< For other programs, which write for milliseconds.
    WAIT_STEP_MS = 20,
    HASH_DIGITS = 32,
    FILE_MAX = 1 << 30, ///< Bytes: some ten thousand records.
};

#define TIME_MAX 1e7                   // s: no race takes longer
#define DATE_MAX INT64_C(253402300799) // s: the end of the year 9999

const char *const record_help_names[RECORDS_HELPS] = {"auto-throttle", "throttle-latch",
                                                      "auto-brake", "one-switch", "slow"};
const char *const record_state_names[RECORD_STATES] = {"pending", "verified", "refused"};

// A file whose tables are not these, word for word, is not ours.
static const char table_sql[] =
    "CREATE TABLE record (id INTEGER PRIMARY KEY AUTOINCREMENT, race_version INTEGER NOT NULL, "
    "track_hash TEXT NOT NULL, car_hash TEXT NOT NULL, laps INTEGER NOT NULL, "
    "helps INTEGER NOT NULL, state INTEGER NOT NULL, time_s REAL NOT NULL, date INTEGER NOT NULL, "
    "reverse INTEGER NOT NULL, replay_car INTEGER NOT NULL, replay_lap INTEGER NOT NULL, "
    "player TEXT NOT NULL, track TEXT NOT NULL, car TEXT NOT NULL, replay BLOB NOT NULL) STRICT";
static const char index_sql[] =
    "CREATE INDEX record_key ON record (track_hash, car_hash, laps, helps, race_version, time_s)";

#define COLUMNS                                                                           \
    "id, race_version, track_hash, car_hash, laps, helps, state, time_s, date, reverse, " \
    "replay_car, replay_lap, player, track, car "
#define OF_KEY \
    "track_hash = ?1 AND car_hash = ?2 AND laps = ?3 AND helps = ?4 AND race_version = ?5 "

struct Records {
    sqlite3 *file;
    const char *path;
};

/// How an attempt to open the file ended.
typedef enum Opening {
    OPENING_FINE,
    OPENING_FOREIGN, ///< Damaged, or not ours: `why` says it.
    OPENING_NEWER,   ///< Of form `form`.
    OPENING_FAILED,  ///< It cannot be used now: `why` says it.
} Opening;

typedef struct Attempt {
    Opening result;
    int form;
    char why[128];
} Attempt;

bool records_path(char out[PATH_LIMIT], MessageList *messages) {
    char folder[PATH_LIMIT];
    int size = directories_user_data(folder, sizeof folder)
                   ? snprintf(out, PATH_LIMIT, "%s/records.db", folder)
                   : -1;
    if (size < 0 || size >= PATH_LIMIT) {
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    return true;
}

// ---- opening

static Attempt failed(Opening result, const char *why) {
    Attempt attempt = {.result = result};
    snprintf(attempt.why, sizeof attempt.why, "%s", why);
    return attempt;
}

/// What an error of SQLite says of the file: that it is spoilt, or that it cannot be used now.
static Attempt failed_by(sqlite3 *file) {
    int code = sqlite3_errcode(file) & 0xFF;
    // SQLITE_ERROR comes of a schema that cannot be parsed.
    bool spoilt = code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR ||
                  code == SQLITE_FORMAT || code == SQLITE_TOOBIG || code == SQLITE_AUTH;
    return failed(spoilt ? OPENING_FOREIGN : OPENING_FAILED, sqlite3_errmsg(file));
}

/// Nothing that stands in the file may run: no triggers, no views, no functions of a schema.
static void distrust(sqlite3 *file) {
    sqlite3_db_config(file, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(file, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(file, SQLITE_LIMIT_LENGTH, REPLAY_LIMIT + 64 * 1024);
    sqlite3_limit(file, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_busy_timeout(file, WAIT_MS);
}

/// Runs statements without results.
static bool run(sqlite3 *file, const char *sql) {
    return sqlite3_exec(file, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/// The first value of the first row as a number; false where there is none.
static bool ask_integer(sqlite3 *file, const char *sql, int64_t *out) {
    sqlite3_stmt *query = NULL;
    bool found = sqlite3_prepare_v2(file, sql, -1, &query, NULL) == SQLITE_OK &&
                 sqlite3_step(query) == SQLITE_ROW;
    *out = found ? sqlite3_column_int64(query, 0) : 0;
    sqlite3_finalize(query);
    return found;
}

/// Whether what quick_check found wrong is that it could not read a page, of which only
/// SQLITE_CORRUPT, 11, lies with the file.
static bool is_unread(const char *answer) {
    return strstr(answer, "failed to get page") ||
           (strstr(answer, "get the page. error code=") && !strstr(answer, "error code=11"));
}

/// Whether all pages hang together.
static Attempt check_pages(sqlite3 *file) {
    sqlite3_stmt *query = NULL;
    bool asked = sqlite3_prepare_v2(file, "PRAGMA quick_check(1)", -1, &query, NULL) == SQLITE_OK &&
                 sqlite3_step(query) == SQLITE_ROW;
    const char *answer = asked ? (const char *)sqlite3_column_text(query, 0) : NULL;
    Attempt attempt = {0};
    if (!answer) {
        attempt = failed_by(file);
    } else if (strcmp(answer, "ok") != 0) {
        attempt = is_unread(answer) ? failed(OPENING_FAILED, "it cannot be read now")
                                    : failed(OPENING_FOREIGN, "it is damaged");
    }
    sqlite3_finalize(query);
    return attempt;
}

/// Whether there are our tables, and no others.
static Attempt check_tables(sqlite3 *file) {
    static const char sql[] =
        "SELECT count(*) FILTER (WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT IN "
        "(?1, ?2)) = 0 AND count(*) FILTER (WHERE name IN ('record', 'record_key')) = 2 "
        "FROM sqlite_schema";
    sqlite3_stmt *query = NULL;
    bool asked = sqlite3_prepare_v2(file, sql, -1, &query, NULL) == SQLITE_OK &&
                 sqlite3_bind_text(query, 1, table_sql, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_bind_text(query, 2, index_sql, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_step(query) == SQLITE_ROW;
    Attempt attempt = !asked ? failed_by(file)
                      : !sqlite3_column_int(query, 0)
                          ? failed(OPENING_FOREIGN, "its tables are not those of records")
                          : (Attempt){0};
    sqlite3_finalize(query);
    return attempt;
}

/// Makes the tables in an empty file; in any other looks whether they are ours. Inside one
/// transaction: of two programs that begin a file, the second finds it made.
static Attempt make_or_check(sqlite3 *file) {
    int64_t application, form, tables;
    if (!ask_integer(file, "PRAGMA application_id", &application) ||
        !ask_integer(file, "PRAGMA user_version", &form) ||
        !ask_integer(file, "SELECT count(*) FROM sqlite_schema", &tables)) {
        return failed_by(file);
    }
    if (application == 0 && form == 0 && tables == 0) {
        char sql[1024];
        snprintf(sql, sizeof sql, "%s; %s; PRAGMA application_id = %d; PRAGMA user_version = %d",
                 table_sql, index_sql, APPLICATION, FORM);
        return run(file, sql) ? (Attempt){0} : failed_by(file);
    }
    if (application != APPLICATION) {
        return failed(OPENING_FOREIGN, "it is another program's database");
    }
    if (form > FORM) {
        return (Attempt){.result = OPENING_NEWER, .form = form < INT32_MAX ? (int)form : INT32_MAX};
    }
    Attempt pages = form == FORM ? check_pages(file) : failed(OPENING_FOREIGN, "it is damaged");
    return pages.result == OPENING_FINE ? check_tables(file) : pages;
}

static Attempt attempt_open(Records *records) {
    struct stat status;
    bool is_there = stat(records->path, &status) == 0;
    if (is_there && !S_ISREG(status.st_mode)) {
        return failed(OPENING_FAILED, "it is no regular file");
    }
    if (is_there && status.st_size > FILE_MAX) { // which would take long to check
        return failed(OPENING_FAILED, "it is larger than 1 GiB");
    }
    if (sqlite3_libversion_number() < SQLITE_LEAST) { // an older one would call our file damaged
        return failed(OPENING_FAILED, "SQLite 3.37 or newer is needed");
    }
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(records->path, &records->file, flags, NULL);
    if (code != SQLITE_OK) {
        return records->file ? failed_by(records->file) : failed(OPENING_FAILED, "out of memory");
    }
    distrust(records->file);
    // A rollback journal, synced with its folder: written for milliseconds, one file at rest, and
    // whatever kills the program, the next one finds all or nothing of a transaction.
    Attempt attempt = {0};
    if (!run(
            records->file,
            "PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; BEGIN IMMEDIATE")) {
        return failed_by(records->file);
    }
    attempt = make_or_check(records->file);
    bool done = run(records->file, attempt.result == OPENING_FINE ? "COMMIT" : "ROLLBACK");
    return attempt.result == OPENING_FINE && !done ? failed_by(records->file) : attempt;
}

static void close_file(Records *records) {
    sqlite3_close_v2(records->file);
    records->file = NULL;
}

/// Moves the file and what belongs to it: a journal that stayed would be played into the next one.
static bool keep_aside(const char *path, char aside[PATH_ASIDE_LIMIT]) {
    static const char *const parts[] = {"-journal", "-wal", "-shm"};
    if (!folder_name_aside(path, aside)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        char from[PATH_LIMIT + 16], to[PATH_ASIDE_LIMIT + 16];
        snprintf(from, sizeof from, "%s%s", path, parts[k]);
        snprintf(to, sizeof to, "%s%s", aside, parts[k]);
        rename(from, to);
    }
    return rename(path, aside) == 0;
}

/// Opens the file, or where that one is not ours, another in its place.
static bool open_any(Records *records, MessageList *messages) {
    Place place = {.file = records->path};
    for (int round = 0; round < 2; round++) {
        char aside[PATH_ASIDE_LIMIT];
        Attempt attempt = attempt_open(records);
        if (attempt.result == OPENING_FINE) {
            return true;
        }
        close_file(records);
        if (attempt.result == OPENING_NEWER) {
            message_add(messages, MESSAGE_E922, place, attempt.form, (int)FORM);
            return false;
        }
        if (attempt.result == OPENING_FAILED || round > 0 || !keep_aside(records->path, aside)) {
            message_add(messages, MESSAGE_E924, place, attempt.why);
            return false;
        }
        message_add(messages, MESSAGE_E921, place, attempt.why, text_file_name(aside));
    }
    return false;
}

/// Locks the folder, which a program holds no longer than it takes to open its records.
static bool lock(int folder) {
    for (int waited = 0; waited < WAIT_MS; waited += WAIT_STEP_MS) {
        if (flock(folder, LOCK_EX | LOCK_NB) == 0) {
            return true;
        }
        struct timespec pause = {.tv_nsec = WAIT_STEP_MS * 1000000L};
        nanosleep(&pause, NULL);
    }
    return false;
}

Records *records_open(const char *path, MessageList *messages) {
    if (!folder_make(path, messages)) {
        return NULL;
    }
    Records *records = calloc(1, sizeof *records);
    ASSERT(records != NULL);
    records->path = path;
    // One program at a time looks whether the file is good and replaces it: else a second one might
    // put aside what the first has just begun.
    int folder = folder_open(path);
    bool locked = folder >= 0 && lock(folder);
    bool fine = locked && open_any(records, messages);
    if (!locked) {
        message_add(messages, MESSAGE_E924, (Place){.file = path}, "its folder cannot be locked");
    }
    if (folder >= 0) {
        close(folder);
    }
    if (!fine) {
        free(records);
        return NULL;
    }
    return records;
}

void records_close(Records *records) {
    if (records) {
        close_file(records);
        free(records);
    }
}

// ---- rows

static bool refuse(Records *records, MessageList *messages) {
    message_add(messages, MESSAGE_E924, (Place){.file = records->path},
                sqlite3_errmsg(records->file));
    return false;
}

static sqlite3_stmt *prepare(Records *records, const char *sql) {
    sqlite3_stmt *query = NULL;
    sqlite3_prepare_v2(records->file, sql, -1, &query, NULL);
    return query; // NULL where it fails: then nothing below does anything
}

static void bind_hash(sqlite3_stmt *query, int at, Hash128 hash) {
    char text[HASH_TEXT_MAX];
    sqlite3_bind_text(query, at, hash_text128(hash, text), -1, SQLITE_TRANSIENT);
}

/// As ?1 to ?5.
static void bind_key(sqlite3_stmt *query, const RecordKey *key) {
    bind_hash(query, 1, key->track);
    bind_hash(query, 2, key->car);
    sqlite3_bind_int(query, 3, key->laps);
    sqlite3_bind_int64(query, 4, key->helps);
    sqlite3_bind_int64(query, 5, key->race_version);
}

static void bind_text(sqlite3_stmt *query, int at, const char *text) {
    sqlite3_bind_text(query, at, text, (int)text_cut(text, strnlen(text, RECORDS_TEXT_MAX - 1)),
                      SQLITE_TRANSIENT);
}

bool records_add(Records *records, const Record *record, const void *replay, size_t size,
                 int64_t *id, MessageList *messages) {
    ASSERT(size <= REPLAY_LIMIT && isfinite(record->time_s) && record->time_s > 0.0);
    sqlite3_stmt *query =
        prepare(records, "INSERT INTO record (track_hash, car_hash, laps, helps, race_version, "
                         "state, time_s, date, reverse, replay_car, replay_lap, player, track, "
                         "car, replay) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
                         "?13, ?14, ?15)");
    bind_key(query, &record->key);
    sqlite3_bind_int(query, 6, (int)record->state);
    sqlite3_bind_double(query, 7, record->time_s);
    sqlite3_bind_int64(query, 8, record->date);
    sqlite3_bind_int(query, 9, record->reverse);
    sqlite3_bind_int(query, 10, record->replay_car);
    sqlite3_bind_int(query, 11, record->replay_lap);
    bind_text(query, 12, record->player);
    bind_text(query, 13, record->track);
    bind_text(query, 14, record->car_name);
    sqlite3_bind_blob64(query, 15, replay, size, SQLITE_STATIC);
    bool fine = query && run(records->file, "BEGIN IMMEDIATE");
    if (fine) {
        fine = sqlite3_step(query) == SQLITE_DONE;
        int64_t given = sqlite3_last_insert_rowid(records->file);
        fine = sqlite3_reset(query) == SQLITE_OK && fine && run(records->file, "COMMIT");
        if (fine && id) {
            *id = given;
        }
    }
    fine = fine || refuse(records, messages);
    run(records->file, "ROLLBACK"); // of what has failed; else there is none
    sqlite3_finalize(query);
    return fine;
}

bool records_settle(Records *records, int64_t id, bool verified, MessageList *messages) {
    static const char *const steps[] = {
        "UPDATE record SET state = ?2 WHERE id = ?1",
        // What some verified one of the same player and key is better than, perhaps itself.
        "DELETE FROM record WHERE id IN (SELECT worse.id FROM record AS new JOIN record AS worse "
        "USING (player, track_hash, car_hash, laps, helps, race_version) JOIN record AS better "
        "USING (player, track_hash, car_hash, laps, helps, race_version) WHERE new.id = ?1 AND "
        "better.state = ?2 AND (better.time_s < worse.time_s OR (better.time_s = worse.time_s "
        "AND better.id < worse.id)))",
    };
    bool fine = run(records->file, "BEGIN IMMEDIATE");
    for (int i = 0; i < (verified ? 2 : 1) && fine; i++) {
        sqlite3_stmt *query = prepare(records, steps[i]);
        sqlite3_bind_int64(query, 1, id);
        sqlite3_bind_int(query, 2, verified ? RECORD_VERIFIED : RECORD_REFUSED);
        fine = query && sqlite3_step(query) == SQLITE_DONE;
        sqlite3_finalize(query);
    }
    fine = (fine && run(records->file, "COMMIT")) || refuse(records, messages);
    run(records->file, "ROLLBACK");
    return fine;
}

/// A whole number of a column; `bad` becomes true where there is none within the bounds.
static int64_t take_integer(sqlite3_stmt *query, int at, int64_t low, int64_t high, bool *bad) {
    int64_t value = sqlite3_column_int64(query, at);
    bool fine = sqlite3_column_type(query, at) == SQLITE_INTEGER && value >= low && value <= high;
    *bad |= !fine;
    return fine ? value : 0;
}

static uint64_t take_digits(const char *text) {
    uint64_t value = 0;
    for (int i = 0; i < 16; i++) {
        char digit = text[i];
        value = value << 4 | (uint64_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    return value;
}

static Hash128 take_hash(sqlite3_stmt *query, int at, bool *bad) {
    bool is_text = sqlite3_column_type(query, at) == SQLITE_TEXT;
    const char *text = (const char *)sqlite3_column_text(query, at);
    if (!is_text || !text || sqlite3_column_bytes(query, at) != HASH_DIGITS ||
        strspn(text, "0123456789abcdef") != HASH_DIGITS) {
        *bad = true;
        return (Hash128){0};
    }
    return (Hash128){.high = take_digits(text), .low = take_digits(text + 16)};
}

static void take_text(sqlite3_stmt *query, int at, char out[RECORDS_TEXT_MAX], bool *bad) {
    bool is_text = sqlite3_column_type(query, at) == SQLITE_TEXT;
    const char *text = (const char *)sqlite3_column_text(query, at);
    size_t size = (size_t)sqlite3_column_bytes(query, at);
    if (!is_text || !text || size >= RECORDS_TEXT_MAX || strlen(text) != size) {
        *bad = true;
        return;
    }
    memcpy(out, text, size + 1);
    for (const char *rest = out; *rest;) {
        int length;
        *bad |= !text_is_shown(text_code_point(rest, &length));
        rest += length;
    }
}

/// A row of COLUMNS. False where it makes no sense.
static bool take_record(sqlite3_stmt *query, Record *out) {
    bool bad = false;
    *out = (Record){.id = take_integer(query, 0, 1, INT64_MAX, &bad)};
    out->key.race_version = (uint32_t)take_integer(query, 1, 0, UINT32_MAX, &bad);
    out->key.track = take_hash(query, 2, &bad);
    out->key.car = take_hash(query, 3, &bad);
    out->key.laps = (int)take_integer(query, 4, 0, RACE_LAPS_MAX, &bad);
    out->key.helps = (uint32_t)take_integer(query, 5, 0, (1 << RECORDS_HELPS) - 1, &bad);
    out->state = (RecordState)take_integer(query, 6, 0, RECORD_STATES - 1, &bad);
    bad |= sqlite3_column_type(query, 7) != SQLITE_FLOAT;
    out->time_s = sqlite3_column_double(query, 7);
    bad |= !(out->time_s > 0.0) || !(out->time_s < TIME_MAX);
    out->date = take_integer(query, 8, 0, DATE_MAX, &bad);
    out->reverse = take_integer(query, 9, 0, 1, &bad) != 0;
    out->replay_car = (int)take_integer(query, 10, 0, RACE_MAX_CARS - 1, &bad);
    out->replay_lap = (int)take_integer(query, 11, 0, INT32_MAX, &bad);
    take_text(query, 12, out->player, &bad);
    take_text(query, 13, out->track, &bad);
    take_text(query, 14, out->car_name, &bad);
    return !bad;
}

/// The first row that makes sense; ends the query.
static bool take_first(sqlite3_stmt *query, Record *out) {
    bool found = false;
    while (query && !found && sqlite3_step(query) == SQLITE_ROW) {
        found = take_record(query, out);
    }
    sqlite3_finalize(query);
    return found;
}

bool records_best(Records *records, const RecordKey *key, const char *player, bool pending,
                  Record *out) {
    sqlite3_stmt *query = prepare(
        records, "SELECT " COLUMNS "FROM record WHERE " OF_KEY
                 "AND (?6 IS NULL OR player = ?6) AND state IN (?7, ?8) ORDER BY time_s, id");
    bind_key(query, key);
    if (player) {
        bind_text(query, 6, player);
    }
    sqlite3_bind_int(query, 7, RECORD_VERIFIED);
    sqlite3_bind_int(query, 8, pending ? RECORD_PENDING : RECORD_VERIFIED);
    return take_first(query, out);
}

bool records_pending(Records *records, int64_t after, Record *out) {
    sqlite3_stmt *query = prepare(records, "SELECT " COLUMNS "FROM record WHERE id > ?1 AND "
                                           "state = ?2 AND race_version = ?3 ORDER BY id");
    sqlite3_bind_int64(query, 1, after);
    sqlite3_bind_int(query, 2, RECORD_PENDING);
    sqlite3_bind_int64(query, 3, RACE_VERSION);
    return take_first(query, out);
}

bool records_replay(Records *records, int64_t id, uint8_t **data, size_t *size) {
    sqlite3_stmt *query = prepare(records, "SELECT replay FROM record WHERE id = ?1");
    sqlite3_bind_int64(query, 1, id);
    bool found =
        query && sqlite3_step(query) == SQLITE_ROW && sqlite3_column_type(query, 0) == SQLITE_BLOB;
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

bool records_list(Records *records, const char *track, RecordList *out, MessageList *messages) {
    sqlite3_stmt *query =
        prepare(records, "SELECT " COLUMNS "FROM record WHERE ?1 IS NULL OR track = ?1 ORDER BY "
                         "race_version DESC, track, track_hash, reverse, car, car_hash, laps, "
                         "helps, time_s, id");
    if (track) {
        sqlite3_bind_text(query, 1, track, -1, SQLITE_TRANSIENT);
    }
    int senseless = 0, code = query ? SQLITE_ROW : SQLITE_ERROR;
    *out = (RecordList){0};
    while (code == SQLITE_ROW && out->count < RECORDS_LIST_MAX &&
           (code = sqlite3_step(query)) == SQLITE_ROW) {
        out->items = array_reserve(out->items, out->count + 1, &out->capacity, sizeof *out->items);
        bool fine = take_record(query, &out->items[out->count]);
        out->count += fine;
        senseless += !fine;
    }
    bool fine = code == SQLITE_ROW || code == SQLITE_DONE || refuse(records, messages);
    sqlite3_finalize(query);
    if (senseless > 0) {
        message_add(messages, MESSAGE_W923, (Place){.file = records->path}, senseless);
    }
    return fine;
}

void records_list_destroy(RecordList *list) {
    free(list->items);
    *list = (RecordList){0};
}
