#include "vehicle/car_numbers.h"

#include "base/assert.h"
#include "base/number.h"
#include "vehicle/car_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define GEAR_GAP      0.01f ///< Least difference of neighbouring gears that a slider leaves.
#define GEAR_DECIMALS 4     ///< Of the ends of its slider: 2.08, not 2.0799999.
#define TORQUE_LOW    1.0f  ///< N m; 0 is for the ends of the curve alone.

#define GEAR(n)                                                                        \
    {                                                                                  \
        .group = "gearbox", .name = "gears[" #n "]", .label = "Gear " #n, .unit = "1", \
        .initial = (float)CAR_FILE_RATIO_MIN, .min = (float)CAR_FILE_RATIO_MIN,        \
        .max = (float)CAR_FILE_RATIO_MAX, .step = 0.01f,                               \
        .about = "Ratio of gear " #n ", below that of the one before.",                \
        .more = "That gear pulls harder and ends sooner.",                             \
        .offset = offsetof(CarParams, gears) + (n - 1) * sizeof(float),                \
    }

#define TORQUE(n)                                                                        \
    {                                                                                    \
        .group = "engine", .name = "torque_curve[" #n "]", .label = "Torque, point " #n, \
        .unit = "N m", .initial = 0.0f, .min = 0.0f, .max = (float)CAR_FILE_TORQUE_MAX,  \
        .step = 1.0f, .about = "Torque at full throttle at point " #n " of the curve.",  \
        .more = "More push around that speed of the engine.",                            \
        .offset = offsetof(CarParams, torque_curve) + (n - 1) * sizeof(CarTorquePoint) + \
                  offsetof(CarTorquePoint, torque),                                      \
    }

static const ParamRow rows[] = {
    TORQUE(1),  TORQUE(2),  TORQUE(3),  TORQUE(4),  TORQUE(5),  TORQUE(6),  TORQUE(7),
    TORQUE(8),  TORQUE(9),  TORQUE(10), TORQUE(11), TORQUE(12), TORQUE(13), TORQUE(14),
    TORQUE(15), TORQUE(16), GEAR(1),    GEAR(2),    GEAR(3),    GEAR(4),    GEAR(5),
    GEAR(6),    GEAR(7),    GEAR(8),    GEAR(9),    GEAR(10),
};

_Static_assert(sizeof rows / sizeof rows[0] == CAR_TORQUE_POINTS_MAX + CAR_GEARS_MAX,
               "a row for every entry");

const ParamTable car_list_table = {
    .title = "Lists of a car",
    .rows = rows,
    .count = (int)(sizeof rows / sizeof rows[0]),
};

const ParamRow *car_number_find(const char *name) {
    const ParamRow *row = param_find(&car_param_table, name);
    return row ? row : param_find(&car_list_table, name);
}

/// Which entry of the torque curve or of the gears `row` is, from 0; -1 none.
static int torque_index(const ParamRow *row) {
    bool is = row >= rows && row < rows + CAR_TORQUE_POINTS_MAX;
    return is ? (int)(row - rows) : -1;
}

static int gear_index(const ParamRow *row) {
    const ParamRow *first = rows + CAR_TORQUE_POINTS_MAX;
    return row >= first && row < first + CAR_GEARS_MAX ? (int)(row - first) : -1;
}

bool car_number_exists(const ParamRow *row, const CarParams *params) {
    ASSERT(row != NULL && params != NULL);
    return torque_index(row) < params->torque_count && gear_index(row) < params->gear_count;
}

static CarNumberRange torque_range(int index, const CarParams *params, const CarParams *loaded) {
    float most = TORQUE_LOW;
    for (int i = 0; i < loaded->torque_count; i++) {
        most = fmaxf(most, 2.0f * loaded->torque_curve[i].torque);
    }
    bool inner = index > 0 && index + 1 < params->torque_count;
    return (CarNumberRange){inner ? TORQUE_LOW : 0.0f, fminf(most, (float)CAR_FILE_TORQUE_MAX)};
}

static CarNumberRange gear_range(int index, const CarParams *params, const CarParams *loaded) {
    float was = index < loaded->gear_count ? loaded->gears[index] : params->gears[index];
    CarNumberRange range = {0.5f * was, 2.0f * was};
    if (index > 0) {
        range.max = param_rounded(params->gears[index - 1] - GEAR_GAP, GEAR_DECIMALS);
    }
    if (index + 1 < params->gear_count) {
        range.min = param_rounded(params->gears[index + 1] + GEAR_GAP, GEAR_DECIMALS);
    }
    range.min = fmaxf(range.min, (float)CAR_FILE_RATIO_MIN);
    range.max = fminf(range.max, (float)CAR_FILE_RATIO_MAX);
    return range;
}

CarNumberRange car_number_range(const ParamRow *row, const CarParams *params,
                                const CarParams *loaded) {
    ASSERT(row != NULL && params != NULL && loaded != NULL && car_number_exists(row, params));
    CarNumberRange range = {row->min, row->max};
    if (torque_index(row) >= 0) {
        range = torque_range(torque_index(row), params, loaded);
    } else if (gear_index(row) >= 0) {
        range = gear_range(gear_index(row), params, loaded);
    }
    float value = param_get(row, params); // gears may stand closer, and files hold more
    return (CarNumberRange){fminf(range.min, value), fmaxf(range.max, value)};
}

void car_number_label(const ParamRow *row, const CarParams *params, char *out, size_t size) {
    ASSERT(row != NULL && params != NULL && out != NULL && row->label != NULL);
    int index = torque_index(row);
    if (index < 0) {
        snprintf(out, size, "%s", row->label);
        return;
    }
    char rpm[NUMBER_TEXT_MAX];
    snprintf(out, size, "Torque at %s rpm",
             number_text((double)params->torque_curve[index].rpm, 0, rpm));
}
