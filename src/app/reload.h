/// Cars and tracks that change on disk while they are driven: which files a session is made of, and
/// what a change of one does to it.
#pragma once

#include "app/session.h"
#include "platform/watch.h"

enum {
    RELOAD_TEXT_MAX = 400
};

/// An owner; made by reload_make, ended by reload_destroy. The zero value watches nothing.
typedef struct Reload {
    Watch *watch;
    LoadChain chain; ///< Of the car that all drive.
    int track;       ///< Number of the track's file; the car's files come before it.
} Reload;

void reload_make(Reload *reload);
void reload_destroy(Reload *reload);

/// Watches the files of `session` and no others. All its cars are of one file.
void reload_watch(Reload *reload, const Session *session);

typedef enum ReloadKind {
    RELOAD_NOTHING,
    RELOAD_CAR,    ///< The session's cars and models are new, and the race stands on new data.
    RELOAD_TRACK,  ///< The session's track is new, and the race stands on it.
    RELOAD_FAILED, ///< There is a mistake in the file; nothing has changed.
} ReloadKind;

typedef struct ReloadResult {
    ReloadKind kind;
    char text[RELOAD_TEXT_MAX]; ///< To be shown: what has changed, or the first mistake.
} ReloadResult;

/// Looks what has changed by `now` (s) and reads one car or track again; to be called between two
/// steps. What is wrong is printed, all of it. Race, positions and results stay; the models
/// inside the race are left to the caller.
ReloadResult reload_poll(Reload *reload, Session *session, double now);
