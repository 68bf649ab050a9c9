/// The open file of records, for the files of this room that ask it.
#pragma once

#include "store/records.h"

#include <sqlite3.h>

struct Records {
    sqlite3 *file;
    const char *path;
    int64_t bytes_max; ///< Of the pages in use: records_limit.
};

/// Runs statements without results.
bool records_file_run(Records *records, const char *sql);

/// Writes all rows anew, so that what is empty within pages comes free; outside a transaction, and
/// with twice the file's bytes on the disk. O(bytes of the file).
bool records_file_pack(Records *records);

/// The first value of the first row as a number; false where there is none.
bool records_file_integer(Records *records, const char *sql, int64_t *out);

/// A query; NULL where it cannot be prepared: then nothing that is done with it does anything.
sqlite3_stmt *records_file_prepare(Records *records, const char *sql);

/// Adds E924 with what SQLite said last, and returns false.
bool records_file_refuse(Records *records, MessageList *messages);
