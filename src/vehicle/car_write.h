/// Writes a car file that holds only what differs from the car it builds on.
#pragma once

#include "vehicle/car_file.h"

enum {
    CAR_WRITE_MAX = 64 * 1024, ///< Bytes that any car fits into.
};

/// Writes `car` as text that car_file_read reads back as the same car, bit for bit, over `base`:
/// the parameters of the car called `car->base` (where that is empty, car_params_default; `base`
/// may be NULL then). Numbers are as short as they can be; what each was in the base stands behind
/// it as a comment. Its look and sound are written where they are its own (own_look, own_sound).
/// `note` (NULL: none) becomes its note. `out` holds CAR_WRITE_MAX bytes; returns the length
/// without the terminator.
size_t car_write(const CarFile *car, const char *note, const CarParams *base, char *out);

/// Writes the group `look` of a car file, which bodywork_read reads back to the bit. `out` holds
/// CAR_WRITE_MAX bytes; returns the length without the terminator.
size_t car_write_look(const Bodywork *look, char *out);

/// The same of the group `sound` and car_sound_read.
size_t car_write_sound(const CarSound *sound, char *out);

/// The shortest decimal text that reads back as `value`, which is finite: "0.1", "13200", "2e-08".
/// `out` holds NUMBER_TEXT_MAX bytes; returned for use in calls.
char *car_write_number(float value, char *out);
