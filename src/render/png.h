/// RGB pixels to PNG bytes (libpng).
#pragma once

#include "base/messages.h"

#include <stddef.h>
#include <stdint.h>

/// `rgb`: rows from the top. Writes the file whole or not at all. False with E902.
bool png_write(const char *path, const uint8_t *rgb, int width, int height, MessageList *messages);
