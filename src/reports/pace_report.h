/// A field that laps in a given time: found, and told.
#pragma once

#include "formats/json.h"
#include "session/field_aim.h"
#include "session/session.h"

/// What is asked for, and what comes of it. The zero value asks for nothing.
typedef struct PaceReport {
    float wanted_s;
    FieldAim aim;
} PaceReport;

/// Looks for the field of the race of `def` and puts it into `field`; nothing where nothing is
/// asked for. Makes the session of `def` once. Returns the exit code; what cannot be had is
/// printed.
int pace_report_find(PaceReport *pace, const SessionDef *def, FieldDef *field);

/// A line for people, and keys of the object that is open in `json`; nothing likewise.
void pace_report_print(const PaceReport *pace);
void pace_report_json(const PaceReport *pace, Json *json);
