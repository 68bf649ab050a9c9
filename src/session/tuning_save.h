/// A set-up saved as a car in the user's folder. A car from there is saved as its file with other
/// numbers: note, comments and order stay. One that was shipped is saved as its note and the
/// numbers that differ from it.
#pragma once

#include "vehicle/car_file.h"

enum {
    TUNING_SAVE_TEXT_MAX = MESSAGE_TEXT_MAX
};

/// The numbers to save, and the car that they came from.
typedef struct TuningSave {
    const char *data;        ///< The data folder; NULL: see load_data_folder.
    const char *name;        ///< Of the new car, as typed.
    const CarParams *params; ///< Its numbers.
    const CarFile *driven;   ///< The car that it came from,
    const char *driven_name; ///< and what that is called: an installed car, or a path.
} TuningSave;

/// Writes it into the user's cars under a short name made of its own ("My drift!" becomes
/// "my-drift"), never over another car of the user's nor under the name of a shipped one. Nothing
/// is written that would not be read again. `text` (TUNING_SAVE_TEXT_MAX bytes) gets that short
/// name; where it returns false, what is wrong, which is printed as well.
bool tuning_save(const TuningSave *save, char *text);

/// The text of that file, for the clipboard; freed by the caller. NULL where
/// what the car builds on cannot be read.
char *tuning_save_text(const TuningSave *save);
