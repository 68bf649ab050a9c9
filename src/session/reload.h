/// Cars and tracks that change on disk while they are driven: which files a session is made of, and
/// what a change of one does to it.
///
/// A thread does the long work (reading, checking, grids, racing lines, the picture) beside
/// the race, on values of its own; only what is ready is put in place, between two steps.
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

/// Watches the files of `session` and no others. All its cars are of one file. What was being read
/// is dropped.
void reload_watch(Reload *reload, const Session *session);

/// Drops what is being read, after waiting for it. To be called before the session that it is for
/// ends.
void reload_drop(Reload *reload);

/// Waits for what is being read: the next reload_poll has it.
void reload_wait(const Reload *reload);

/// What is wrong with the track, else with the car, while the last good version is driven: lines
/// parted by "\n", which file, the first mistake with line and column, its help. NULL where all is
/// driven as it stands in the files.
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

/// Looks what has changed by `now` (s) and begins to read it, or puts in place what has been read
/// since an earlier call; to be called between two steps. Takes a few milliseconds at most. What is
/// wrong is printed, all of it. Race, results and places of the cars stay, but for those that would
/// stand in a wall: they are put on the road. The models inside the race are left to the caller.
ReloadResult reload_poll(Reload *reload, Session *session, double now);
