/// The changes made in a race while it was recorded, for people and as JSON.
#pragma once

#include "formats/json.h"
#include "session/session.h"

/// Prints a line for each change; what a slider did in one go is one line. `session` is that of the
/// replay.
void replay_changes_print(const Replay *replay, const Session *session);

/// Adds the key "changes" and its array to the object under way.
void replay_changes_json(Json *json, const Replay *replay, const Session *session);
