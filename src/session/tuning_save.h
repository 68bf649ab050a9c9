/// Saves a set-up as a car in the user's folder. A car that came from there keeps its text, with
/// other numbers in it: note, comments and order stay. Of a car that was shipped, the new file has
/// the note and the numbers that differ.
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
/// "my-drift"): never over another car of the user's, nor under the name of a shipped one. Writes
/// nothing that could not be read back. `text` (TUNING_SAVE_TEXT_MAX bytes) gets the short name. On
/// false it gets what is wrong, which is printed as well.
bool tuning_save(const TuningSave *save, char *text);

/// The text of that file, for the clipboard; freed by the caller. NULL where what the car builds on
/// cannot be read.
char *tuning_save_text(const TuningSave *save);
