/// How one race of AI cars is told, alone or as one of a championship.
#pragma once

#include "events/event_list.h"
#include "formats/json.h"
#include "reports/pace_report.h"
#include "session/session.h"

/// Prints the race of a field at `pace` that was driven in `wall_seconds` as people read it, with
/// its events where they are not NULL.
void race_report_print(const Session *session, const PaceReport *pace, double wall_seconds,
                       const EventList *events);

/// Adds the race to the object that is open in `json`.
void race_report_json(Json *json, const Session *session, const PaceReport *pace,
                      double wall_seconds, const EventList *events);
