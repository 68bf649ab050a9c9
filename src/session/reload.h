/// Watches the files of the car and the track that are driven, and puts what has changed in place.
///
/// A thread does the long work (reading, checking, grids, racing lines, the picture) while the race
/// goes on, and on values of its own. What is ready is put in place between two steps.
#pragma once

#include "platform/watch.h"
#include "session/session.h"
#include "track_picture/track_mesh.h"

enum {
    RELOAD_TEXT_MAX = 640,
    RELOAD_WRONG_MAX = 720
};

/// A reading under way; private.
typedef struct ReloadWork ReloadWork;

/// How a track looks, ready to be sent to the GPU.
typedef struct ReloadPicture {
    bool made; ///< Else there is none.
    TrackMesh mesh;
    DrawList minimap; ///< m
} ReloadPicture;

/// An owner; made by reload_make, ended by reload_destroy. The zero value watches nothing.
typedef struct Reload {
    Watch *watch;
    LoadChain chain;  ///< Of the car that all drive.
    int track;        ///< Number of the track's file; the car's files come before it.
    const Font *font; ///< For what is written on a new track; NULL: nothing. Outlives the work.
    ReloadWork *work; ///< NULL: none.
    ReloadPicture picture; ///< Of the track that was put in place last, until somebody took it.
    char wrong_car[RELOAD_WRONG_MAX], wrong_track[RELOAD_WRONG_MAX]; ///< See reload_wrong.
} Reload;

void reload_make(Reload *reload);
void reload_destroy(Reload *reload);

/// Watches the files of `session`, whose cars are all of one file, and no others. Drops what was
/// being read.
void reload_watch(Reload *reload, const Session *session);

/// Waits for what is being read and drops it. To be called before its session ends.
void reload_drop(Reload *reload);

/// Waits for what is being read: the next reload_poll has it.
void reload_wait(const Reload *reload);

/// What is wrong with the track, else with the car, while the last good version is driven. Lines
/// parted by "\n" name the file, its first mistake with line and column, and the help. NULL where
/// nothing is wrong.
const char *reload_wrong(const Reload *reload);

/// Frees `reload->picture`.
void reload_forget_picture(Reload *reload);

typedef enum ReloadKind {
    RELOAD_NOTHING,
    RELOAD_CAR,    ///< The session's cars and models are new, and the race stands on new data.
    RELOAD_TRACK,  ///< The session's track is new, and the race stands on it.
    RELOAD_FAILED, ///< There is a mistake in the file; nothing has changed.
} ReloadKind;

typedef struct ReloadResult {
    ReloadKind kind;
    char text[RELOAD_TEXT_MAX]; ///< To be shown: what has changed, or the first mistake and its
                                ///< help.
} ReloadResult;

/// Begins to read what has changed by `now` (s), or puts in place what was read since; to be called
/// between two steps. Takes a few milliseconds at most. Prints all that is wrong. Race, results and
/// places of the cars stay, but a car that would stand in a wall is put on the road. The models
/// inside the race are left to the caller.
ReloadResult reload_poll(Reload *reload, Session *session, double now);
