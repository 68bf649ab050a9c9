/// The records of one track as people compare them: in groups of what is comparable, the best of
/// each group first.
#pragma once

#include "store/records.h"

enum {
    RECORD_BOARD_CARS_MAX = 32, ///< Names of cars that can be chosen; those of more are in "all".
};

typedef struct RecordBoardRow {
    Record record;
    bool heading;  ///< Of the group that `record` begins; that record has a row of its own, too.
    int place;     ///< Among the verified ones of the group, 1 the best; 0: it is not verified.
    bool champion; ///< The best verified lap with its car on this form of the track, with today's
                   ///< physics, where somebody else has one, too.
} RecordBoardRow;

/// An owner; made by record_board_make, ended by record_board_destroy. The zero value is empty.
typedef struct RecordBoard {
    RecordBoardRow *rows; ///< Headings and records.
    int count, capacity;
    char cars[RECORD_BOARD_CARS_MAX][RECORDS_TEXT_MAX]; ///< Of all records of the track, by name.
    int car_count;
} RecordBoard;

/// Sets out the records of `list` on the track called `track`, of all cars or those called `car`
/// (NULL: all). Groups: physics, newest first; direction; laps; helps; form of the track. In a
/// group by time, what is refused at the end. O(n log n).
void record_board_make(RecordBoard *board, const RecordList *list, const char *track,
                       const char *car);
void record_board_destroy(RecordBoard *board);
