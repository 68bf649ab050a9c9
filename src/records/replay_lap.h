/// The best lap of a replay file, and what is wrong with one that has none.
#pragma once

#include "session/driven_lap.h"

enum {
    REPLAY_LAP_TEXT_MAX = 200
};

/// Reads the replay in `path`, ended by replay_destroy. Where that fails there is nothing to end,
/// and `why` says what is wrong.
bool replay_lap_unpack(const char *path, Replay *replay, char why[REPLAY_LAP_TEXT_MAX]);

/// Drives it again for the best lap by a person. `data`, `stop`, `out`: as in driven_lap_find.
/// Where there is none, `why` says it in one sentence without the name of the file.
bool replay_lap_find(const char *data, const char *path, const Replay *replay,
                     const atomic_bool *stop, DrivenLap *out, char why[REPLAY_LAP_TEXT_MAX]);
