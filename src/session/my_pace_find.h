/// Finds the field for somebody's pace: reads what he drove, and drives what has to be measured.
#pragma once

#include "session/my_pace.h"
#include "session/session.h"

enum {
    MY_PACE_RECENT = 16,   ///< Races that may not be in the file yet.
    MY_PACE_ELSEWHERE = 4, ///< Tracks that are looked at for their ideal laps.
};

/// What is to be raced, and by whom. All of it is copied but `data`, `numbers`, `lines` and the
/// roster of `field`, which outlive the work.
typedef struct MyPaceDef {
    const char *data; ///< As in SessionDef.
    Lines *lines;     ///< May be NULL.
    char track[PATH_LIMIT];
    bool reverse;
    char car[PATH_LIMIT]; ///< Of the rivals.
    const char *numbers;  ///< Of that car, over its file; NULL: none.
    char own_car[PATH_LIMIT];
    const char *own_numbers;
    int people, rivals, laps; ///< laps 0: the track's own. No more rivals than there are places.
    FieldDef field;
    double given_s; ///< Of a lap of the rivals in the mean, whoever he is; 0: find it.
    char player[RECORDS_TEXT_MAX];
    uint32_t helps;
    char records[PATH_LIMIT]; ///< Their file; "": there are none.
    RacePace recent[MY_PACE_RECENT];
    int recent_count;
} MyPaceDef;

typedef struct MyPaceFound {
    MyPace pace;
    FieldAim aim;
    FieldDef field; ///< That is to be raced: medium where nothing is known.
} MyPaceFound;

/// Some tenths of a second, seconds on a long track with many rivals. Prints nothing: where the
/// track or the car cannot be read, the field is medium.
MyPaceFound my_pace_find(const MyPaceDef *def);
