/// Numbers of a car set from a command line: "tyres.mu_y_rear=1.2", "body.mass=+10%".
#pragma once

#include "base/messages.h"
#include "vehicle/car_params.h"

/// Sets numbers in `params` as `count` texts say, one after the other. Each is PARAM=VALUE. PARAM
/// is a name as in files ("body.mass", or "mass" alone) or an entry of a list ("gearbox.gears[2]",
/// or "torque_curve[3]" for its torque). VALUE is a number, or +N% or -N% of what the car has.
///
/// False, with a message (E203, E204, E211, E805, E807, E813, whose place names no file) and
/// `params` as it was, where a text names no number of this car or is out of its range, or where
/// the numbers do not fit together in the end. Their order does not matter.
bool change_apply(const char *const *texts, int count, CarParams *params, MessageList *messages);

/// The row that `name` (of `size` bytes) means; NULL with a message (E211).
const ParamRow *change_row(const char *name, size_t size, MessageList *messages);

/// Whether `value` lies within the range of `row`; false with a message (E204).
bool change_in_range(const ParamRow *row, double value, MessageList *messages);

/// Sets the number of `row` to `value`. False with a message (E204, E211 where the list of this car
/// is shorter) and `params` as it was.
bool change_put(const ParamRow *row, double value, CarParams *params, MessageList *messages);

/// Whether the numbers of a car, each within its range, fit together: idle below redline, gears
/// falling, torques above 0 between the ends. False with a message (E813, E807, E805).
bool change_fits(const CarParams *params, MessageList *messages);
