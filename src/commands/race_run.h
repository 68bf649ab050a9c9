/// What the ways of `axle race` share: one race to its end, and how it is told.
#pragma once

#include "events/race_events.h"
#include "formats/json.h"
#include "session/session.h"

/// Steps the race to its end, watched by `events` (NULL: by nobody). Returns the seconds that the
/// steps alone took.
double race_run(Session *session, RaceEvents *events);

/// Prints the race as people read it, with its events where they are not NULL.
void race_run_print(const Session *session, double wall_seconds, const EventList *events);

/// Adds the race to the object that is open in `json`.
void race_run_json(Json *json, const Session *session, double wall_seconds,
                   const EventList *events);
