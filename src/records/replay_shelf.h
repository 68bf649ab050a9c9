/// The replays in the user's folder: what each was driven on and with, and its best lap by a
/// person, found by driving it again in the background.
#pragma once

#include "replay/replay.h"
#include "session/recording.h"
#include "store/records.h"

enum {
    SHELF_NAME_MAX = 256,
    SHELF_TEXT_MAX = 200
};

typedef struct ShelfReplay {
    char file[SHELF_NAME_MAX]; ///< Without its folder.
    int64_t size,
        changed_ns; ///< Of the file as it was read: of one that changes, all is forgotten.
    bool read;      ///< What follows is known.
    char wrong[SHELF_TEXT_MAX];   ///< Why its lap is no ghost; "": it is.
    char name[RECORDS_TEXT_MAX];  ///< The file's, for people.
    char track[RECORDS_TEXT_MAX]; ///< Its short name; "" where the file cannot be read.
    char car[RECORDS_TEXT_MAX];   ///< The same, of the car of the lap.
    Hash128 track_hash, car_hash; ///< As the lap was driven.
    bool reverse;
    double lap_s; ///< Of the best lap; 0: there is none.
} ShelfReplay;

/// An owner; made by replay_shelf_list, ended by replay_shelf_destroy. The zero value is empty, and
/// nobody has looked into the folder.
typedef struct ReplayShelf {
    const char *data; ///< As in SessionDef.
    char folder[RECORDING_FOLDER_MAX];
    ShelfReplay *replays; ///< In the order of file_list.
    int count;
    bool listed;
    int changes;                  ///< How often something has become known.
    struct ShelfReading *reading; ///< What a thread reads now; NULL: nothing.
} ReplayShelf;

/// Lists what lies in the folder now. What was known of a file that has not changed stays known.
void replay_shelf_list(ReplayShelf *shelf, const char *data);

/// Takes over what was read and begins with the next one. To be called each frame while somebody
/// wants to know; never waits. Whether all is read.
bool replay_shelf_poll(ReplayShelf *shelf);

/// s of the best lap on that track with that car, of all but the last drives, which the game keeps
/// by itself: what was good of them is in the records. A lap of exactly `own_s` is not looked at:
/// it is the very lap that asks. 0: none is known.
double replay_shelf_best(const ReplayShelf *shelf, Hash128 track, Hash128 car, double own_s);

/// Stops what is being read, and ends.
void replay_shelf_destroy(ReplayShelf *shelf);
