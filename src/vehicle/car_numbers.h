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

/// The range of a slider of the number, within which `params` stay a valid car. It is that of the
/// row. A gear stays between the two beside it, by a hundredth at least. A torque stays above 0
/// between the ends of the curve. `loaded` is the car before it was tuned: entries of lists reach
/// to twice what it has.
CarNumberRange car_number_range(const ParamRow *row, const CarParams *params,
                                const CarParams *loaded);

/// Writes what to call the number: the row's label, "Gear 2", "Torque at 4500 rpm". `row` has a
/// label. The text is cut to `size` bytes.
void car_number_label(const ParamRow *row, const CarParams *params, char *out, size_t size);
