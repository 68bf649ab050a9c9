/// Reads the lines of a table of numbers (CSV): what parts its columns, and what they are called.
///
/// Private to src/import/. Columns are parted by semicolons, tabs, commas or blanks, whichever of
/// these the first line of values has, in this order. In a table with semicolons or tabs a comma is
/// a decimal comma. Empty lines, and all from a # on, say nothing.
#pragma once

#include "base/messages.h"

#include <stddef.h>

enum {
    CSV_COLUMNS_MAX = 64,
};

/// A cell of the table, without blanks and quotes around it. It lies in the text of the file.
typedef struct CsvCell {
    const char *text;
    size_t size;
} CsvCell;

/// A table and the line of it that is being read.
typedef struct CsvTable {
    const char *file, *text;
    size_t size;
    size_t next;       ///< Where the next line begins, in bytes.
    const char *start; ///< The line, without its comment.
    size_t length;     ///< Bytes of it.
    int line;          ///< From 1; 0 before the first.
    char separator;    ///< ' ' stands for any number of blanks and tabs.
    int first_line;    ///< The first line of values; 0: there is none.
    int name_count;    ///< 0: the columns have no names.
    int name_line;     ///< Where the names stand.
    const char *name_start;
    CsvCell names[CSV_COLUMNS_MAX];
} CsvTable;

/// Looks for the first line of values, for what parts its columns, and for their names: in the last
/// line above it that has words and as many cells, a comment or not. `wanted` says whether the
/// names of a comment are names of columns.
CsvTable csv_open(const char *text, size_t size, const char *file,
                  bool (*wanted)(const CsvCell *names, int count));

/// Goes on to the next line of values. False behind the last.
bool csv_next(CsvTable *table);

/// The cells of the line. Returns how many it has, of which `cells` gets the first CSV_COLUMNS_MAX.
int csv_cells(const CsvTable *table, CsvCell cells[CSV_COLUMNS_MAX]);

/// Reads a cell as a number. False, with a message, where it is none.
bool csv_number(const CsvTable *table, CsvCell cell, double *out, MessageList *messages);

/// The column of the line at which `at` stands, in code points from 1.
int csv_column(const CsvTable *table, const char *at);
