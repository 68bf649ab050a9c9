/// Where cars pass each other on a track, for `axle check --stats`.
#pragma once

#include "formats/json.h"
#include "track/track.h"
#include "vehicle/car_file.h"

/// Races a few fields of `car`, the fast drivers behind the slow ones, and prints at which gates
/// passes counted. Nothing where less than two cars start, or none finds a way round. Seconds.
void check_print_passes(const Track *track, const CarFile *car);

/// The same as member "passes".
void check_json_passes(Json *json, const Track *track, const CarFile *car);
