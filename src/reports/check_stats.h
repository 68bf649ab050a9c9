/// The figures of `axle check --stats`, for a track or a car that is right.
#pragma once

#include "formats/json.h"
#include "track/track.h"
#include "vehicle/car_file.h"

typedef struct RibbonStats {
    float length, narrowest, widest; ///< m
    float tightest;                  ///< m, radius of the tightest bend; 0 where it is straight.
} RibbonStats;

RibbonStats check_ribbon_stats(const Ribbon *ribbon);

/// `messages` are those of the track: they may know why there is no ideal lap.
void check_print_track(const Track *track, const CarFile *car, const MessageList *messages);
void check_print_car(const CarFile *car);

/// The member "stats" of a track.
void check_json_track(Json *json, const Track *track, const CarFile *car);
