/// A replay file with all that it takes to drive it again.
#pragma once

#include "base/folder.h"
#include "session/session.h"

#include <stdio.h>

#define RECORDING_SUFFIX ".replay"

enum {
    RECORDING_FOLDER_MAX = PATH_LIMIT + 16, ///< Bytes of the folder of recordings.
    RECORDINGS_MAX = 2048                   ///< That are listed.
};

/// Lists the files of the recordings that the game has kept, in the order of file_list. `folder`
/// gets where they lie. The caller frees the names, at most RECORDINGS_MAX. Returns how many.
int recording_list(char folder[RECORDING_FOLDER_MAX], char **names);

/// Reads the replay called `name`: a path, else the name of one that the game has kept ("last").
/// Returns the exit code; what is wrong is printed. `replay` is ended by replay_destroy. `size`
/// (may be NULL) gets the bytes of the file.
int recording_read(const char *name, Replay *replay, size_t *size);

/// Sets up `session` (zero before) as the race of `replay` was at its start. `data`: as in
/// SessionDef. The track and the cars are those that the replay names: installed ones, files at an
/// absolute path, or files beside the replay (docs/replay.md has the rule).
///
/// Returns the exit code; on any but EXIT_FINE there is nothing to end. A file that is missing or
/// cannot be read is EXIT_UNREADABLE, one that has changed since the recording EXIT_NO. That is
/// said on `out`, without a word of what the file holds. `waiting`: as in SessionDef.
int recording_open(const char *data, const char *file, const Replay *replay, const Waiting *waiting,
                   Session *session, FILE *out);

/// Called after each step; may be NULL. False: no further.
typedef bool RecordingWatch(void *context, const Race *race);

/// Drives the race from its start to the end of the recording, with the changes that were made on
/// the way, and compares all hashes. Where one differs, says so on `out` and returns EXIT_NO at
/// once. Returns EXIT_INTERRUPTED where `watch` wants no more or the program is to end
/// (interrupt_noted).
int recording_play(const char *file, const Replay *replay, Session *session, RecordingWatch *watch,
                   void *context, FILE *out);
