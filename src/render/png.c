#include "render/png.h"

#include "base/assert.h"
#include "base/file.h"

#include <png.h>
#include <stdlib.h>

bool png_write(const char *path, const uint8_t *rgb, int width, int height, MessageList *messages) {
    ASSERT(path && rgb && width > 0 && height > 0);
    png_image image = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)width,
        .height = (png_uint_32)height,
        .format = PNG_FORMAT_RGB,
        .flags = PNG_IMAGE_FLAG_FAST, // a third of the time, files a tenth larger
    };
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    void *bytes = malloc(size);
    ASSERT(bytes);
    bool done = png_image_write_to_memory(&image, bytes, &size, 0, rgb, 0, NULL) != 0;
    if (done) {
        done = file_write(path, bytes, size, messages);
    } else {
        message_add(messages, MESSAGE_E902, (Place){0}, path, image.message);
    }
    png_image_free(&image);
    free(bytes);
    return done;
}
