/// What `axle check` tells of a track and one car: where it has no room.
#pragma once

#include "track/track.h"
#include "vehicle/car_file.h"

/// Adds W709 (track/validate.h), W708 (track/traps.h) and, where the car is not too wide, E511
/// (race/line_check.h) for a track that is right and a car of the hull and lock of `car`.
void check_ways(const Track *track, const CarFile *car, MessageList *messages);
