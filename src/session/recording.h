/// A replay file with all that it takes to drive it again.
#pragma once

#include "session/session.h"

#include <stdio.h>

#define RECORDING_SUFFIX ".replay"

/// Reads the replay called `name`: a path, else the name of one that the game has kept ("last").
/// Returns the exit code; what is wrong is printed. `replay` is ended by replay_destroy. `size`
/// (may be NULL) gets the bytes of the file.
int recording_read(const char *name, Replay *replay, size_t *size);

/// Sets `session` (zero before; `data` as its def has it) up as the race of `replay` was at its
/// start, with the track and the cars that it names: installed ones, files at an absolute path, or
/// files beside the replay (docs/replay.md has the rule). Where they are not there, cannot be read,
/// or are not what they were when it was recorded, says so on `out` without a word of what is in
/// them and returns EXIT_UNREADABLE or EXIT_NO. Returns the exit code; on any but EXIT_FINE there
/// is nothing to end.
int recording_open(const char *data, const char *file, const Replay *replay, Session *session,
                   FILE *out);

/// Called after each step; may be NULL.
typedef void RecordingWatch(void *context, const Race *race);

/// Drives the race from its start to the end of the recording, changes what was changed on the way,
/// and compares all hashes. Where one differs, says so on `out` and returns EXIT_NO at once; where
/// the program is to end (interrupt_noted), EXIT_INTERRUPTED.
int recording_play(const char *file, const Replay *replay, Session *session, RecordingWatch *watch,
                   void *context, FILE *out);
