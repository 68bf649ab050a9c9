/// Whether a car has a racing line round a track: what a race asks, said as a message.
#pragma once

#include "base/messages.h"
#include "track/track.h"
#include "vehicle/car.h"

/// Makes the racing line of a car on a track without errors, as a race does, and adds E511 where
/// there is none. `name` is the car's. Returns whether there is one. Costs what racing_line_make
/// does: 20 ms mostly, in a maze seconds.
bool line_check(const Track *track, const CarModel *model, const char *name, MessageList *messages);
