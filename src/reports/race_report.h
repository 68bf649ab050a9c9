/// How one race of AI cars is told, alone or as one of a championship.
#pragma once

#include "events/event_list.h"
#include "formats/json.h"
#include "session/session.h"

/// Prints the race that was driven in `wall_seconds` as people read it, with its events where they
/// are not NULL.
void race_report_print(const Session *session, double wall_seconds, const EventList *events);

/// Adds the race to the object that is open in `json`.
void race_report_json(Json *json, const Session *session, double wall_seconds,
                      const EventList *events);
