/// What the columns of a table of points mean, by their names.
///
/// Private to src/import/.
#pragma once

#include "import/csv_table.h"

typedef enum CsvRole {
    CSV_X,
    CSV_Y,
    CSV_LONGITUDE,
    CSV_LATITUDE,
    CSV_RIGHT, ///< Half-widths, to the right and to the left of the line.
    CSV_LEFT,
    CSV_WIDTH, ///< Of the whole road.
    CSV_ROLE_COUNT,
    CSV_KNOWN = CSV_ROLE_COUNT, ///< No part of a circuit, and known as such: heights, speeds, ...
    CSV_UNKNOWN,
} CsvRole;

typedef struct CsvColumns {
    int of[CSV_ROLE_COUNT]; ///< The column of each, from 0; -1: none.
    int count;              ///< Of all columns of the table.
} CsvColumns;

/// Whether the names have x and y, or longitude and latitude.
bool csv_columns_wanted(const CsvCell *names, int count);

/// The columns by their names. False, with messages, where those do not say where the points are
/// or how wide the road is; `out` has those that are there. Warns of a name that is not known; with
/// `verbose` it notes what is left out.
bool csv_columns_read(const CsvTable *table, bool verbose, CsvColumns *out, MessageList *messages);
