#include "store/race_paces.h"

#include "base/array.h"
#include "base/assert.h"
#include "store/record_columns.h"

#include <math.h>
#include <stdlib.h>

#define COLUMNS "race_version, track_hash, car_hash, helps, date, lap_s, ideal_s, beaten, player"

/// All of one kind but the last ?5.
static const char drop_sql[] =
    "DELETE FROM race_pace WHERE track_hash = ?1 AND car_hash = ?2 AND helps = ?3 AND player = ?4 "
    "AND id NOT IN (SELECT id FROM race_pace WHERE track_hash = ?1 AND car_hash = ?2 AND "
    "helps = ?3 AND player = ?4 ORDER BY id DESC LIMIT ?5)";

static bool run_query(sqlite3_stmt *query) {
    bool fine = query && sqlite3_step(query) == SQLITE_DONE;
    sqlite3_finalize(query);
    return fine;
}

static bool insert(Records *records, const RacePace *pace) {
    sqlite3_stmt *query = records_file_prepare(
        records, "INSERT INTO race_pace (" COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    sqlite3_bind_int64(query, 1, pace->race_version);
    record_bind_hash(query, 2, pace->track);
    record_bind_hash(query, 3, pace->car);
    sqlite3_bind_int64(query, 4, pace->helps);
    sqlite3_bind_int64(query, 5, pace->date);
    sqlite3_bind_double(query, 6, pace->lap_s);
    sqlite3_bind_double(query, 7, pace->ideal_s);
    sqlite3_bind_double(query, 8, pace->beaten);
    record_bind_text(query, 9, pace->player);
    return run_query(query);
}

static bool drop_old(Records *records, const RacePace *pace) {
    sqlite3_stmt *query = records_file_prepare(records, drop_sql);
    record_bind_hash(query, 1, pace->track);
    record_bind_hash(query, 2, pace->car);
    sqlite3_bind_int64(query, 3, pace->helps);
    record_bind_text(query, 4, pace->player);
    sqlite3_bind_int(query, 5, RACE_PACES_KEPT);
    return run_query(query);
}

bool race_paces_add(Records *records, const RacePace *pace, MessageList *messages) {
    ASSERT(isfinite(pace->lap_s) && pace->lap_s > 0.0);
    ASSERT(isfinite(pace->ideal_s) && pace->ideal_s > 0.0);
    bool fine = records_file_run(records, "BEGIN IMMEDIATE") && insert(records, pace) &&
                drop_old(records, pace) && records_file_run(records, "COMMIT");
    fine = fine || records_file_refuse(records, messages);
    records_file_run(records, "ROLLBACK"); // of what has failed; else there is none
    return fine;
}

/// A row of COLUMNS. False where it makes no sense.
static bool take(sqlite3_stmt *query, RacePace *out) {
    bool bad = false;
    *out = (RacePace){.race_version = (uint32_t)record_take_integer(query, 0, 0, UINT32_MAX, &bad)};
    out->track = record_take_hash(query, 1, &bad);
    out->car = record_take_hash(query, 2, &bad);
    out->helps = (uint32_t)record_take_integer(query, 3, 0, (1 << RECORDS_HELPS) - 1, &bad);
    out->date = record_take_integer(query, 4, 0, RECORD_DATE_MAX, &bad);
    out->lap_s = record_take_time(query, 5, &bad);
    out->ideal_s = record_take_time(query, 6, &bad);
    out->beaten = sqlite3_column_double(query, 7);
    bad |= !(out->beaten >= 0.0 && out->beaten <= 1.0);
    record_take_text(query, 8, out->player, &bad);
    return !bad;
}

bool race_paces_list(Records *records, const char *player, RacePaceList *out,
                     MessageList *messages) {
    sqlite3_stmt *query = records_file_prepare(
        records, "SELECT " COLUMNS " FROM race_pace WHERE player = ?1 ORDER BY id DESC LIMIT ?2");
    record_bind_text(query, 1, player);
    sqlite3_bind_int(query, 2, RECORDS_LIST_MAX);
    int code = query ? SQLITE_ROW : SQLITE_ERROR;
    *out = (RacePaceList){0};
    while (code == SQLITE_ROW && (code = sqlite3_step(query)) == SQLITE_ROW) {
        out->items = array_reserve(out->items, out->count + 1, &out->capacity, sizeof *out->items);
        out->count += take(query, &out->items[out->count]);
    }
    bool fine = code == SQLITE_DONE || records_file_refuse(records, messages);
    sqlite3_finalize(query);
    return fine;
}

void race_paces_list_destroy(RacePaceList *list) {
    free(list->items);
    *list = (RacePaceList){0};
}
