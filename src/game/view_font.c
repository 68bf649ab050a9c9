#include "game/view_font.h"

#include "base/file.h"
#include "platform/font_path.h"

bool view_font_load(Font *font, char path[PATH_LIMIT], MessageList *messages) {
    static const char *const families[] = {"Inter", "DejaVu Sans", "Liberation Sans", "Noto Sans"};
    FileBytes bytes;
    if (!font_path_find(families, sizeof families / sizeof families[0], true, path, PATH_LIMIT)) {
        message_add(messages, MESSAGE_E955, (Place){0});
        return false;
    }
    if (!file_read(path, 64 * 1024 * 1024, &bytes, messages)) {
        return false;
    }
    bool fine = font_make((const uint8_t *)bytes.data, bytes.size, font, messages);
    file_bytes_free(&bytes);
    return fine;
}
