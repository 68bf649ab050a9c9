/// Finds an installed font file through fontconfig.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Path of the first of `families` (best first), upright, in regular or `bold` weight, that is
/// installed as TTF or OTF. False where none is; `path` is as it was then. Reads fontconfig's
/// caches: about 20 ms.
bool font_path_find(const char *const *families, int count, bool bold, char *path, size_t size);
