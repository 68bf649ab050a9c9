/// What stands in columns of the file of records: written as it is read, and read as if anybody had
/// written it.
#pragma once

#include "store/records_file.h"

#define RECORD_DATE_MAX INT64_C(253402300799) ///< s: the end of the year 9999.

void record_bind_hash(sqlite3_stmt *query, int at, Hash128 hash);

/// Cuts it to RECORDS_TEXT_MAX - 1 bytes.
void record_bind_text(sqlite3_stmt *query, int at, const char *text);

// What a column of a row holds. `bad` becomes true where that makes no sense.

/// A whole number within the bounds.
int64_t record_take_integer(sqlite3_stmt *query, int at, int64_t low, int64_t high, bool *bad);

/// s, more than 0.
double record_take_time(sqlite3_stmt *query, int at, bool *bad);

Hash128 record_take_hash(sqlite3_stmt *query, int at, bool *bad);

/// Text that a terminal shows.
void record_take_text(sqlite3_stmt *query, int at, char out[RECORDS_TEXT_MAX], bool *bad);
