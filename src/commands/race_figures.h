/// `axle race --races=N`: the same race with many seeds, in figures.
#pragma once

#include "session/session.h"

/// Races `def` `races` times in `jobs` threads and prints the figures of each race and of all.
/// Returns the exit code. After an interrupt, what was raced is printed.
int race_figures_print(const SessionDef *def, int races, int jobs, bool json);
