/// `axle race --races=N`: the same race with many seeds, in figures.
#pragma once

#include "reports/pace_report.h"
#include "session/roster.h"
#include "session/session.h"

/// Races `def` `races` times, each with another draw of `field`, whose drivers are those of
/// `roster` and are as fast as `pace` says, in `jobs` threads and prints the figures of each race
/// and of all. Returns the exit code. After an interrupt, what was raced is printed.
int race_figures_print(const SessionDef *def, const FieldDef *field, const Roster *roster,
                       const PaceReport *pace, int races, int jobs, bool json);
