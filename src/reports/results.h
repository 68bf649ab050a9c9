/// The results of a race, as a table for people and as JSON for machines.
#pragma once

#include "formats/json.h"
#include "session/session.h"

/// Prints a line a car, first to last, below a line of headings.
void results_print(const Session *session);

/// Adds the key "rules": the choice of each rule by its name.
void results_rules_json(Json *json, const RaceRules *rules);

/// Adds the key "results" and its array to the object under way.
void results_json(Json *json, const Session *session);
