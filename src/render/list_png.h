/// A draw list as a PNG.
#pragma once

#include "render/gl.h"

/// Draws `list`, which is in pixels, over `ground` (0xRRGGBBAA) into a picture of its own and
/// writes it as the file `path`. Then the window is the target again, where there is one. Returns
/// the exit code: EXIT_NO_DISPLAY where the driver has no picture of this size (E953),
/// EXIT_UNREADABLE where the file cannot be written.
int list_png_write(Gl *gl, const DrawList *list, int width, int height, uint32_t ground,
                   const char *path, MessageList *messages);
