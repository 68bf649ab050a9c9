/// The numbers that make one car drive unlike another; car_params.def lists them.
#pragma once

#include "formats/param.h"
#include "geometry/polygon.h"

enum {
    CAR_TORQUE_POINTS_MAX = 16,
    CAR_GEARS_MAX = 10,
    CAR_OUTLINE_MAX = 64,
};

typedef struct CarTorquePoint {
    float rpm, torque; ///< 1/min, N m
} CarTorquePoint;

typedef struct CarParams {
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) float name;
#include "vehicle/car_params.def"
#undef PARAM
    CarTorquePoint
        torque_curve[CAR_TORQUE_POINTS_MAX]; ///< Rising rpm, linear between, held beyond.
    int torque_count;
    float gears[CAR_GEARS_MAX]; ///< First to top.
    int gear_count;
    vec2s outline[CAR_OUTLINE_MAX]; ///< m, body frame, counter-clockwise; may be concave.
    int outline_count;              ///< 0: the box length x width around body_offset.
} CarParams;

extern const ParamTable car_param_table;

/// The parameters of car_params.def at their initial values, with the hatch's curve and gears.
CarParams car_params_default(void);

/// Writes the box of `params` as its outline: the same shape.
void car_params_outline_box(CarParams *params);

/// Whether two cars have the same list, to the bit.
bool car_params_same_torques(const CarParams *a, const CarParams *b);
bool car_params_same_gears(const CarParams *a, const CarParams *b);
bool car_params_same_outline(const CarParams *a, const CarParams *b);

/// How many numbers of the table and lists (torque curve, gears, outline) differ.
int car_params_differences(const CarParams *a, const CarParams *b);
