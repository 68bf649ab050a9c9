/// Keeps the racing lines that this run of the program has made, so that none is made twice for the
/// same track and car.
///
/// They are not kept on disk. Most are made in less time than a file is read and checked. And a
/// line in a file may be none that its track and car give: races would differ, and replays fail.
#pragma once

#include "race/race.h"
#include "session/waiting.h"

enum {
    LINES_MAX = 16 ///< At most 1.3 MB each. One more replaces the one unused for longest.
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
