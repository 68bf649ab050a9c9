/// How a car sounds: its cylinders, pipes and temper. `sound:` of a car file.
///
/// It is heard and nothing else. Nothing of it is in CarParams, so no force, contact or hash knows
/// it. audio/engine_bank.h makes samples of it.
#pragma once

#include "vehicle/car_params.h"

enum {
    CAR_SOUND_CYLINDERS_MAX = 12,
    CAR_SOUND_BANKS_MAX = 2, ///< Collectors, each with a pipe of its own.
};

/// When a cylinder fires, and into which collector.
typedef struct CarFiring {
    float
        angle_deg; ///< Of the crank, from the first cylinder: 0 to 720, or to 360 of a two-stroke.
    int bank;      ///< 1 or 2.
} CarFiring;

/// A value; the zero value has no cylinders and is no sound.
typedef struct CarSound {
#define PARAM(group, name, label, unit, initial, min, max, step, shown, about, more) float name;
#include "vehicle/car_sound.def"
#undef PARAM
    int strokes;                               ///< 2 or 4.
    CarFiring firing[CAR_SOUND_CYLINDERS_MAX]; ///< One a cylinder, by rising angle from 0.
    int cylinder_count;
} CarSound;

/// The numbers of a CarSound; its group is `sound`.
extern const ParamTable car_sound_table;

/// Degrees of the crank in a cycle: 720, or 360 of a two-stroke.
float car_sound_cycle_deg(const CarSound *sound);

/// Cycles a second at `rpm`.
float car_sound_cycle_hz(const CarSound *sound, float rpm);

/// Reads the map `sound` of a car file (E2xx, E857 to E859). False, with messages and `out` as it
/// was, where anything is wrong.
bool car_sound_read(const YamlNode *node, CarSound *out, MessageList *messages);

/// The sound of a car whose file says nothing of it: cylinders, pipes and sharpness from its
/// torque, redline and mass. car_sound_read reads it back as it is.
CarSound car_sound_make(const CarParams *params);

/// Whether two sound the same, to the bit.
bool car_sound_same(const CarSound *a, const CarSound *b);
