#include "render/list_png.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "render/png.h"

#include <stdlib.h>

int list_png_write(Gl *gl, const DrawList *list, int width, int height, uint32_t ground,
                   const char *path, MessageList *messages) {
    if (!gl_target(gl, width, height)) {
        message_add(messages, MESSAGE_E953, (Place){0}, "the driver has no picture of this size");
        return EXIT_NO_DISPLAY;
    }
    GlView pixels = gl_view_pixels(width, height);
    gl_begin(gl, width, height, ground);
    gl_draw_list(gl, list, &pixels);
    uint8_t *picture = malloc(3 * (size_t)width * (size_t)height);
    ASSERT(picture != NULL);
    gl_read_pixels(gl, width, height, picture);
    gl_target(gl, 0, 0);
    bool fine = png_write(path, picture, width, height, messages);
    free(picture);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}
