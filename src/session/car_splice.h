/// Puts other numbers into the text of a car file, whose note, comments and order stay.
#pragma once

#include "base/text.h"
#include "vehicle/car_file.h"

/// Adds to `out` the car file `text` of `size` bytes, with the name and the numbers of `car` in the
/// places of its own. A number that it does not name yet comes behind the last one of its group.
/// Numbers are as short as they can be. `base`: the parameters of the car that the text builds on.
/// False, and nothing added, where the text is no car, or where the result would not be read as
/// `car`.
bool car_splice(const char *text, size_t size, const CarFile *car, const CarParams *base,
                TextBuffer *out);
