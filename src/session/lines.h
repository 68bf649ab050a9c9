/// The racing lines of this run of the program: none is made twice for the same track and car.
///
/// Not kept on disk: most take less time than reading and checking a file would, and a line from a
/// file that somebody wrote would drive other races than the track and the car do, so that replays
/// fail.
#pragma once

#include "race/race.h"
#include "session/waiting.h"

enum {
    LINES_MAX = 16 ///< Then the one that was not asked for longest goes. At most 1.3 MB each.
};

/// An owner; made by lines_make, ended by lines_destroy. Any thread may use it.
typedef struct Lines Lines;

Lines *lines_make(void); ///< Empty; never NULL.
void lines_destroy(Lines *lines);

/// How many lines were asked for that were there already, since lines_make.
int lines_found(Lines *lines);

/// race_data_make with the lines that are known, while `waiting` shows how far it is. New lines are
/// kept. `lines` may be NULL.
bool lines_race_data(Lines *lines, RaceData *data, const Track *track, const CarModel *models,
                     int car_count, Waiting waiting);
