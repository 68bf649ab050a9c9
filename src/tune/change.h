/// Numbers of a car set from a command line: "tyres.mu_y_rear=1.2", "body.mass=+10%".
#pragma once

#include "base/messages.h"
#include "dynamics/car_params.h"

/// Sets what `text` says in `params`: PARAM=VALUE with PARAM as in files ("body.mass", or "mass"
/// alone), VALUE a number, or +N% or -N% of what it is. False, with a message (E203, E204, E211,
/// E813, the place names no file) and `params` as it was, where it is no number of a car or out of
/// its range.
bool change_apply(const char *text, CarParams *params, MessageList *messages);

/// The row that `name` (of `size` bytes) means; NULL with a message (E211).
const ParamRow *change_row(const char *name, size_t size, MessageList *messages);

/// Sets the number of `row` to `value` with the checks of a file. False with a message (E204, E813)
/// and `params` as it was.
bool change_set(const ParamRow *row, double value, CarParams *params, MessageList *messages);
