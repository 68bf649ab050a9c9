/// Tells which files have changed on disk, so that a car or a track can be read again while it is
/// driven.
///
/// The folder of a file is watched and not the file itself: editors such as vim write a new file
/// and move it into place, and a watcher of the old one hears nothing more. A change is told when
/// the file has been left alone for WATCH_QUIET, so that nobody reads half of a file.
#pragma once

#include <stdbool.h>

enum {
    WATCH_FILES_MAX = 64
};

#define WATCH_QUIET 0.1 ///< s

typedef enum WatchKind {
    WATCH_EVENTS, ///< inotify where the system has it (Linux), else modification times.
    WATCH_TIMES,  ///< Modification times always, looked at every WATCH_QUIET / 2.
} WatchKind;

/// An owner; ended by watch_close.
typedef struct Watch Watch;

/// Watches nothing yet. Never NULL: where events cannot be had, modification times serve.
Watch *watch_open(WatchKind kind);
void watch_close(Watch *watch);

/// Forgets all files.
void watch_clear(Watch *watch);

/// Watches the file at `path`, which need not be there yet; a link is followed as well. Returns its
/// number, the same for the same path; -1 where WATCH_FILES_MAX are watched or the path is too
/// long.
int watch_add(Watch *watch, const char *path);

/// Collects what has happened up to `now` (s of a clock that never goes back) and writes the
/// numbers of up to `max` files to `out` that are there, have changed and then been quiet for
/// WATCH_QUIET. Returns how many; the others come with the next call. Never waits.
int watch_poll(Watch *watch, double now, int *out, int max);

/// Whether some file has changed and is not told of yet.
bool watch_pending(const Watch *watch);
