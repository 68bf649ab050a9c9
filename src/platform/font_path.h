/// Finds an installed font file through fontconfig.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Path of the first of `families` (best first) with `bold` weight or not that is installed as TTF
/// or OTF. False where none is.
bool font_path_find(const char *const *families, int count, bool bold, char *path, size_t size);
