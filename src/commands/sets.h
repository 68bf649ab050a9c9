/// `--set=PARAM=VALUE`: other numbers for the car of a command.
#pragma once

#include "command_line/options.h"
#include "vehicle/car_file.h"

/// Changes `params` as `sets` say (NULL: not at all). Returns the exit code; every set that is
/// wrong is printed.
int sets_apply(const OptionTexts *sets, CarParams *params);

/// The numbers of the car called `car` after `sets`, in the form of SessionDef.numbers: `*text` is
/// freed by the caller, and NULL where there are no sets. Returns the exit code; what is wrong is
/// printed.
int sets_numbers(const char *car, const OptionTexts *sets, char **text);
