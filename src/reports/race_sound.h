/// A whole race as a sound file: what the people in it would have heard.
#pragma once

#include "session/recording.h"

/// Drives `replay` again in `session`, which stands at its start, and writes what is heard to the
/// WAV file `path` (48 kHz, 16 bits, stereo); "-" is standard output. There is a view for each of
/// the first four people in it, side by side; where `car` is not -1, or no person drives, one for
/// that car or for the first. The same replay gives the same bytes everywhere. Returns the exit
/// code; what is wrong is printed.
int race_sound_write(const char *path, const char *file, const Replay *replay, Session *session,
                     int car);
