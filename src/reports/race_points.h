/// `axle race TRACK... --points`: a championship of AI cars.
#pragma once

#include "race/field.h"
#include "session/roster.h"
#include "session/session.h"

typedef struct RacePointsDef {
    const SessionDef *session; ///< Of the first race, but for its track, drivers and places.
    const FieldDef *field;
    const Roster *roster;
    const char *const *tracks;
    int track_count, rounds; ///< All tracks are driven `rounds` times.
    bool json, events;
    float pace_s; ///< Of a lap of the field on each track; 0: as `field` says.
} RacePointsDef;

/// Races and prints all of it. Returns the exit code.
int race_points(const RacePointsDef *def);
