/// Reads `*.car.yaml`: bytes and a name in, parameters and messages out. docs/car.md is its manual.
#pragma once

#include "vehicle/bodywork.h"
#include "vehicle/car_sound.h"

#define CAR_FILE_FORMAT     "car/1"
#define CAR_FILE_TORQUE_MAX 5000.0 ///< N m
#define CAR_FILE_RPM_MAX    20000.0
#define CAR_FILE_RATIO_MIN  0.2 ///< Of a gear.
#define CAR_FILE_RATIO_MAX  20.0
#define CAR_FILE_OUTLINE_FAR \
    6.0f ///< m from the centre of gravity: twice the longest half of a box.

enum {
    CAR_NOTE_MAX = 1000, ///< Characters of a note.
    CAR_NAME_MAX = 61,   ///< Bytes, with the terminator.
    CAR_BASE_MAX = YAML_ID_MAX,
};

typedef struct CarFile {
    char name[CAR_NAME_MAX]; ///< As shown to people.
    char base[CAR_BASE_MAX]; ///< Name of the car it builds on; empty: car_params_default.
    char note[CAR_NOTE_MAX]; ///< As far as it has room.
    CarParams params;
    Bodywork look;  ///< No parts: bodywork_make makes one.
    bool own_look;  ///< The file itself says it, not the one that it builds on.
    CarSound sound; ///< No cylinders: car_sound_make makes one.
    bool own_sound; ///< As own_look.
} CarFile;

/// How the car sounds: its own sound, or the one that car_sound_make makes of its numbers.
CarSound car_file_sound(const CarFile *car);

/// Writes to `base` the name of the car that the file builds on, so that the caller can read that
/// one first; "" where it names none or cannot be read. Returns the place of the name in `file`.
Place car_file_base(const char *text, size_t size, const char *file, char base[CAR_BASE_MAX]);

/// Reads a car file over `base` (NULL: car_params_default). Checks ranges, keys, rising rpm, gears,
/// outline (simple, at most HULL_PIECES_MAX convex pieces). False, with messages (E1xx, E2xx, E801
/// to E814, E850 to E859) and `out` as it was, where anything is wrong. All mistakes are found in
/// one go.
bool car_file_read(const char *text, size_t size, const char *file, const CarParams *base,
                   CarFile *out, MessageList *messages);
