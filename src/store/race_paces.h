/// How fast people drove in their last races, in the file of records: what a field at somebody's
/// own pace is built from. Nobody is compared by it, so nothing proves it.
#pragma once

#include "store/records.h"

enum {
    RACE_PACES_KEPT = 5, ///< Of one player, track, car and helps: the last ones.
};

/// A person's race.
typedef struct RacePace {
    uint32_t race_version;
    Hash128 track, car; ///< The direction is in the hash of the track.
    uint32_t helps;     ///< RecordHelps that were used.
    int64_t date;       ///< s since 1970, UTC.
    double lap_s;       ///< Of its laps in the mean.
    double ideal_s;     ///< RacingLine.lap_s there: what laps on other tracks are compared by.
    double beaten;      ///< Share of his rivals that came in behind him, 0 to 1.
    char player[RECORDS_TEXT_MAX];
} RacePace;

/// Stores one; those before the last RACE_PACES_KEPT of its kind go. False with E924.
bool race_paces_add(Records *records, const RacePace *pace, MessageList *messages);

/// Newest first. An owner; ended by race_paces_list_destroy.
typedef struct RacePaceList {
    RacePace *items;
    int count, capacity;
} RacePaceList;

/// Lists those of `player`, at most RECORDS_LIST_MAX, without those that make no sense. False with
/// E924, and what was read before.
bool race_paces_list(Records *records, const char *player, RacePaceList *out,
                     MessageList *messages);
void race_paces_list_destroy(RacePaceList *list);
