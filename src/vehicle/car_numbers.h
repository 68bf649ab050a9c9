/// Every number of a car by one name: the rows of car_param_table, and the entries of its lists as
/// rows of the same kind: "gearbox.gears[2]", "engine.torque_curve[3]" (the torque of that point).
/// Entries count from 1, as gears do.
#pragma once

#include "vehicle/car_params.h"

/// The entries that lists can have. A car has only as many as its lists are long.
extern const ParamTable car_list_table;

/// The row of either table called `name` ("mass", "body.mass", "gears[2]"), NULL where none is.
const ParamRow *car_number_find(const char *name);

/// Whether this car has the number: its lists may be shorter.
bool car_number_exists(const ParamRow *row, const CarParams *params);

typedef struct CarNumberRange {
    float min, max;
} CarNumberRange;

/// Where a slider of the number can go in `params` so that the car still is one: the row's range;
/// for gears between the two beside them, by a hundredth at least; torques stay above 0 between the
/// ends. `loaded` is the car before it was tuned: entries of lists reach to twice what it has.
CarNumberRange car_number_range(const ParamRow *row, const CarParams *params,
                                const CarParams *loaded);

/// What to call it: the row's label, "Gear 2", "Torque at 4500 rpm". `row` has a label. Cut to
/// `size` bytes.
void car_number_label(const ParamRow *row, const CarParams *params, char *out, size_t size);
