/// Other numbers in the text of a car file: its note, comments and order stay.
#pragma once

#include "base/text.h"
#include "vehicle/car_file.h"

/// Adds to `out` the `size` bytes of the car file `text` with the name and the numbers of `car` in
/// the places of its own; what it does not name yet comes behind the last number of its group.
/// Numbers are as short as they can be. `base`: the parameters of the car that the text builds on.
/// False, and nothing added, where the text is no car, or cannot be made to say just that.
bool car_splice(const char *text, size_t size, const CarFile *car, const CarParams *base,
                TextBuffer *out);
