/// Reads `*.driver.yaml`: bytes and a name in, a driver and messages out. docs/drivers.md is its
/// manual.
#pragma once

#include "driver_file/driver_face.h"
#include "driver_file/driver_params.h"

#define DRIVER_FILE_FORMAT "driver/1"

enum {
    DRIVER_NAME_MAX = 41,                             ///< Bytes, with the terminator.
    DRIVER_NOTE_CHARACTERS = 200,                     ///< Of a note, each of up to 4 bytes.
    DRIVER_NOTE_MAX = 4 * DRIVER_NOTE_CHARACTERS + 1, ///< Bytes, with the terminator.
    DRIVER_NUMBER_MAX = 99,
};

/// Only `params` drives: nothing else of it is in a race, a hash or a replay.
typedef struct DriverFile {
    char name[DRIVER_NAME_MAX]; ///< As shown to people.
    char note[DRIVER_NOTE_MAX]; ///< A sentence of character.
    int number;                 ///< 1 to 99; 0: that of its place.
    uint32_t color;             ///< 0xRRGGBBFF; 0: a usual one.
    DriverFace face;            ///< driver_face_make where the file has none.
    DriverParams params;        ///< Of the driver as an expert.
} DriverFile;

/// Reads a driver file. False, with messages (E1xx, E2xx, E814, E840 to E848) and `out` as it was,
/// where anything is wrong. All mistakes are found in one go.
bool driver_file_read(const char *text, size_t size, const char *file, DriverFile *out,
                      MessageList *messages);
