/// Small questions about strings.
#pragma once

#include <stdbool.h>

/// Whether `text` ends in `end`, case and all.
bool text_ends_with(const char *text, const char *end);
