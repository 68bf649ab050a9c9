/// What happened in a race, as it is printed and as JSON.
#pragma once

#include "events/event_list.h"
#include "formats/json.h"
#include "session/session.h"

/// A line each, by time. Who takes the lead is told once, though the list has a pass as well.
void events_print(const EventList *list, const Session *session);

/// The members "events" and "events_left_out".
void events_json(Json *json, const EventList *list, const Session *session);
