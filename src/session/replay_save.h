/// Recordings of races in the user's folder, `<user data>/replays`: the last ones by themselves,
/// and any other under a name of its own.
#pragma once

#include "session/recorder.h"

enum {
    REPLAY_SAVE_LAST = 10, ///< Recordings saved by themselves: last, last-1 to last-9.
    REPLAY_SAVE_TEXT_MAX = 320
};

/// Writes the recording as `last`. `first`: it was not written before, so what was `last` becomes
/// `last-1`, and so on. False where that fails: `text` (REPLAY_SAVE_TEXT_MAX bytes) says why, and
/// no earlier recording is lost.
bool replay_save_last(Recorder *recorder, const Race *race, bool first, char *text);

/// Writes it under the date, the time and the name of the track. `text` gets the path, or what is
/// wrong.
bool replay_save_named(Recorder *recorder, const Race *race, const char *track, char *text);

/// Whether a file called `name` (without folders, with its suffix) is one of those that are saved
/// by themselves.
bool replay_save_is_last(const char *name);
