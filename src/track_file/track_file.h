/// Reads tracks: the native format (docs/tracks.md), and those that src/import/ knows by the name
/// of the file. Bytes and a name in, a checked model and messages out.
#pragma once

#include "track/track.h"

typedef struct ImportOptions ImportOptions;

/// Reads, checks (track/validate.h) and builds. False where there is an error; `out` is then empty
/// and owns nothing. `verbose` also adds notes on what was normalised.
bool track_read(const char *text, size_t size, const char *file, bool verbose, Track *out,
                MessageList *messages);

/// The same; files of other formats are read as `options` ask. Sets `out->is_circuit_map` where a
/// drawing is taken for one.
bool track_read_with(const char *text, size_t size, const char *file, const ImportOptions *options,
                     Track *out, MessageList *messages);
