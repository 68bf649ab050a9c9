/// The folder that a file lies in: whether files can be made there, and why not.
#pragma once

#include "base/messages.h"

#include <stddef.h>

enum {
    PATH_LIMIT = 4096,                  ///< Bytes of a path with its terminator.
    PATH_ASIDE_LIMIT = PATH_LIMIT + 16, ///< The same of a file that is kept aside.
    FOLDER_REASON_MAX = 128,            ///< Bytes of what the system says of an error.
    FOLDER_WHY_MAX = 200                ///< Bytes of why a folder cannot be written to.
};

/// What the system calls the errno `error`, written to `out`. Returns `out`.
const char *folder_reason(int error, char out[FOLDER_REASON_MAX]);

/// Writes the folder of `path` to `out`: "." where `path` names none. False where it is too long.
bool folder_of(const char *path, char out[PATH_LIMIT]);

/// Opens the folder of `path`. A descriptor that the caller closes, or -1 with errno set.
int folder_open(const char *path);

/// Locks the folder of `path` for one program at a time (flock), so that what is read there can be
/// written anew without losing what another program writes. Waits up to `wait_ms` for it. A
/// descriptor, whose close is the end of the lock; or -1 with errno set, EWOULDBLOCK where another
/// program has held it all the time.
int folder_lock(const char *path, int wait_ms);

/// Why no file can be made in the folder of `path`, such as `there is no folder "a"`, in `why`
/// (FOLDER_WHY_MAX bytes). `error`: the errno of an attempt that failed, 0 before one. False where
/// nothing speaks against it.
bool folder_refuses(const char *path, int error, char *why);

/// Whether a file can be made in the folder of `path`; adds E902 where not. Nothing is made.
bool folder_is_writable(const char *path, MessageList *messages);

/// Writes to `out` the name under which the spoilt file `path` is kept aside: the first of
/// `path`.broken, `path`.broken-2 and so on to 99 at which there is nothing yet. False where there
/// is something at all of them.
bool folder_name_aside(const char *path, char out[PATH_ASIDE_LIMIT]);

/// Makes the folder of `path` and those above it where they are missing: for the user's own
/// folders, which nobody makes by hand. False with E902.
bool folder_make(const char *path, MessageList *messages);
