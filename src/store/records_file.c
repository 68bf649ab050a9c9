#include "store/records_file.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x41786c65,            ///< "Axle", in the head of the file.
    FORM = 2,                            ///< Of the tables: raised whenever they change.
    FORM_BEFORE = 1,                     ///< Had no paces; such a file gets them.
    SQLITE_LEAST = 3037000,              ///< The first with STRICT tables.
    WAIT_MS = 5000,                      ///< For other programs, which write for milliseconds.
    FILE_MAX = 1 << 30,                  ///< Bytes: some hundred thousand records of a lap.
    BYTES_MAX = FILE_MAX - REPLAY_LIMIT, ///< That records take, so that the file stays below.
};

// A file whose tables are not these, word for word, is not ours.
static const char table_sql[] =
    "CREATE TABLE record (id INTEGER PRIMARY KEY AUTOINCREMENT, race_version INTEGER NOT NULL, "
    "track_hash TEXT NOT NULL, car_hash TEXT NOT NULL, laps INTEGER NOT NULL, "
    "helps INTEGER NOT NULL, state INTEGER NOT NULL, time_s REAL NOT NULL, date INTEGER NOT NULL, "
    "reverse INTEGER NOT NULL, replay_car INTEGER NOT NULL, replay_lap INTEGER NOT NULL, "
    "player TEXT NOT NULL, track TEXT NOT NULL, car TEXT NOT NULL, replay BLOB NOT NULL) STRICT";
static const char index_sql[] =
    "CREATE INDEX record_key ON record (track_hash, car_hash, laps, helps, race_version, time_s)";

static const char pace_sql[] =
    "CREATE TABLE race_pace (id INTEGER PRIMARY KEY, race_version INTEGER NOT NULL, "
    "track_hash TEXT NOT NULL, car_hash TEXT NOT NULL, helps INTEGER NOT NULL, "
    "date INTEGER NOT NULL, lap_s REAL NOT NULL, ideal_s REAL NOT NULL, "
    "beaten REAL NOT NULL, player TEXT NOT NULL) "
    "STRICT";

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

/// Whether there are our tables of that form, those that SQLite adds by itself, and no others.
static Attempt check_tables(sqlite3 *file, int64_t form) {
    static const char sql[] =
        "SELECT count(*) FILTER (WHERE sql IS NULL OR sql NOT IN (?1, ?2, ?3, "
        "'CREATE TABLE sqlite_sequence(name,seq)', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)', "
        "'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)')) = 0 "
        "AND count(*) FILTER (WHERE name IN ('record', 'record_key')) = 2 "
        "AND count(*) FILTER (WHERE name = 'race_pace') = ?4 FROM sqlite_schema";
    sqlite3_stmt *query = NULL;
    bool asked = sqlite3_prepare_v2(file, sql, -1, &query, NULL) == SQLITE_OK &&
                 sqlite3_bind_text(query, 1, table_sql, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_bind_text(query, 2, index_sql, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_bind_text(query, 3, pace_sql, -1, SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_bind_int(query, 4, form > FORM_BEFORE) == SQLITE_OK &&
                 sqlite3_step(query) == SQLITE_ROW;
    Attempt attempt = !asked ? failed_by(file)
                      : !sqlite3_column_int(query, 0)
                          ? failed(OPENING_FOREIGN, "its tables are not those of records")
                          : (Attempt){0};
    sqlite3_finalize(query);
    return attempt;
}

/// Gives a file of the form before the table that it lacks.
static Attempt add_paces(sqlite3 *file) {
    char sql[1024];
    snprintf(sql, sizeof sql, "%s; PRAGMA user_version = %d", pace_sql, FORM);
    return run(file, sql) ? (Attempt){0} : failed_by(file);
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
        char sql[2048];
        snprintf(sql, sizeof sql,
                 "%s; %s; %s; PRAGMA application_id = %d; PRAGMA user_version = %d", table_sql,
                 index_sql, pace_sql, APPLICATION, FORM);
        return run(file, sql) ? (Attempt){0} : failed_by(file);
    }
    if (application != APPLICATION) {
        return failed(OPENING_FOREIGN, "it is another program's database");
    }
    if (form > FORM) {
        return (Attempt){.result = OPENING_NEWER, .form = form < INT32_MAX ? (int)form : INT32_MAX};
    }
    // Tables first: checking the pages of another's evaluates what it says of its rows, for hours.
    Attempt attempt =
        form >= FORM_BEFORE ? check_tables(file, form) : failed(OPENING_FOREIGN, "it is damaged");
    if (attempt.result == OPENING_FINE) {
        attempt = check_pages(file);
    }
    return attempt.result == OPENING_FINE && form < FORM ? add_paces(file) : attempt;
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
    if (!run(records->file,
             "PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; "
             "PRAGMA ignore_check_constraints = ON; BEGIN IMMEDIATE")) {
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

Records *records_open(const char *path, MessageList *messages) {
    if (!folder_make(path, messages)) {
        return NULL;
    }
    Records *records = calloc(1, sizeof *records);
    ASSERT(records != NULL);
    records->path = path;
    records->bytes_max = BYTES_MAX;
    // One program at a time looks whether the file is good and replaces it: else a second one might
    // put aside what the first has just begun.
    int lock = folder_lock(path, WAIT_MS); // held no longer than it takes to open them
    bool fine = lock >= 0 && open_any(records, messages);
    if (lock >= 0) {
        close(lock);
    } else {
        message_add(messages, MESSAGE_E924, (Place){.file = path}, "its folder cannot be locked");
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

bool records_file_run(Records *records, const char *sql) { return run(records->file, sql); }

bool records_file_pack(Records *records) {
    sqlite3_limit(records->file, SQLITE_LIMIT_ATTACHED, 1); // it writes to a file of its own first
    bool fine = run(records->file, "VACUUM");
    sqlite3_limit(records->file, SQLITE_LIMIT_ATTACHED, 0);
    return fine;
}

bool records_file_integer(Records *records, const char *sql, int64_t *out) {
    return ask_integer(records->file, sql, out);
}

void records_limit(Records *records, int64_t bytes) { records->bytes_max = bytes; }

sqlite3_stmt *records_file_prepare(Records *records, const char *sql) {
    sqlite3_stmt *query = NULL;
    sqlite3_prepare_v2(records->file, sql, -1, &query, NULL);
    return query;
}

bool records_file_refuse(Records *records, MessageList *messages) {
    message_add(messages, MESSAGE_E924, (Place){.file = records->path},
                sqlite3_errmsg(records->file));
    return false;
}
