/// Whether a track that could be built is a good one.
#pragma once

#include "track/track.h"
#include "vehicle/car_file.h"

/// Adds what is wrong or doubtful with a track that was built without errors, whatever the car:
/// W706, W710, W711, W712, E508, W704 and W714, and sorts the list. False where a gate cannot be
/// reached (E508). Places of messages live as long as `track`.
bool track_check(const Track *track, MessageList *messages);

/// Adds messages about one car, on a track that track_check is content with: W709 where it is too
/// wide, W708 (track_check/dead_ends.h), and E511 where it has no racing line and that is not said
/// by W709; and sorts the list. Makes that line, as a race does: 20 ms mostly, in a maze seconds.
void track_check_car(const Track *track, const CarFile *car, MessageList *messages);
