/// Eight sliders for people who do not know the numbers: each turns a handful of parameters.
///
/// A slider is -1 to 1; in the middle (0) the car is as it was set by hand. Which parameters a
/// slider moves, and how far, stands in car_feel.def.
#pragma once

#include "vehicle/car_params.h"

typedef enum CarKnob {
    KNOB_GRIP,
    KNOB_POWER,
    KNOB_BRAKES,
    KNOB_STEERING,
    KNOB_DRIFT,
    KNOB_WEIGHT,
    KNOB_BOUNCE,
    KNOB_HELP,
    KNOB_COUNT,
} CarKnob;

/// What a slider is called and what its ends feel like.
typedef struct CarKnobText {
    const char *name; ///< "grip"
    const char *less; ///< What the left end is.
    const char *more; ///< What the right end is.
} CarKnobText;

extern const CarKnobText car_knob_texts[KNOB_COUNT];

/// car_feel.def says what they mean.
typedef enum FeelKind {
    FEEL_SCALE,
    FEEL_TOWARD,
    FEEL_SWITCH,
} FeelKind;

typedef struct FeelMove {
    CarKnob knob;
    const char *name; ///< Of a row of car_param_table, or "torque_curve", whose torques it moves.
    FeelKind kind;
    float low, high;
} FeelMove;

extern const FeelMove car_feel_moves[];
extern const int car_feel_move_count;

/// Where the sliders of one car stand. A value; made by car_feel_make.
typedef struct CarFeel {
    float knobs[KNOB_COUNT];
    CarParams middle; ///< The car with all sliders in the middle.
    CarParams shown;  ///< The car with the sliders where they stand.
} CarFeel;

/// Puts all sliders in the middle, where the car is `params`.
CarFeel car_feel_make(const CarParams *params);

/// Turns `knob` to `value` (-1 to 1, beyond: the end) and writes all numbers that it moves. Back at
/// 0 they are what they were, to the bit. Numbers that are moved stay within the ranges of the
/// table and have the digits that a slider of their own would give them (param_rounded).
void car_feel_turn(CarFeel *feel, CarKnob knob, float value, CarParams *params);

/// Takes over `params` after a change from elsewhere (by hand, from a file). If a slider off the
/// middle moves one of the changed numbers, all sliders go to the middle, and the middle is
/// `params` from now on. So no slider undoes a number that was set by hand. Does nothing where
/// nothing changed.
void car_feel_follow(CarFeel *feel, const CarParams *params);
