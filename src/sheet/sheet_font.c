#include "sheet/sheet_font.h"

#include "base/folder.h"
#include "base/hash.h"
#include "platform/font_path.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    /// What lies beyond is not drawn: of the last release's own file and the one that Debian
    /// builds from its sources, the bytes differ, the letters below do not, and six signs above
    /// do by a unit.
    LETTERS_END = 0x2700,
    FONT_BYTES_MAX = 64 * 1024 * 1024,
};

/// Of all letters of DejaVu Sans 2.37 below LETTERS_END.
static const uint64_t letters_hash = 0xA18A6D57F95C099Bu;

static void add_glyph(Hash *hash, const FontOutline *outline, int glyph) {
    FontCurve *curves = NULL;
    int count = font_outline_curves(outline, glyph, &curves);
    hash_u32(hash, (uint32_t)font_outline_advance(outline, glyph));
    for (int i = 0; i < count; i++) {
        for (int k = 0; k <= curves[i].degree; k++) {
            hash_u32(hash, (uint32_t)curves[i].x[k]);
            hash_u32(hash, (uint32_t)curves[i].y[k]);
        }
    }
    free(curves);
}

/// Whether `outline` has those letters, to the unit.
static bool has_letters(const FontOutline *outline) {
    Hash hash = hash_begin();
    hash_u32(&hash, (uint32_t)font_outline_em(outline));
    add_glyph(&hash, outline, 0);
    for (uint32_t letter = ' '; letter < LETTERS_END; letter++) {
        int glyph = font_outline_glyph(outline, letter);
        if (glyph != 0) {
            hash_u32(&hash, letter);
            add_glyph(&hash, outline, glyph);
        }
    }
    return hash_end64(&hash) == letters_hash;
}

int sheet_font_glyph(const FontOutline *outline, uint32_t code_point) {
    uint32_t shown = code_point < ' ' ? ' ' : code_point;
    return shown < LETTERS_END ? font_outline_glyph(outline, shown) : 0;
}

bool sheet_font_open(SheetFont *out, MessageList *messages) {
    static const char *const family = "DejaVu Sans";
    char path[PATH_LIMIT], why[PATH_LIMIT + 32];
    SheetFont font = {0};
    if (!font_path_find(&family, 1, false, path, sizeof path)) {
        message_add(messages, MESSAGE_E960, (Place){0}, "it is not installed");
        return false;
    }
    if (!file_read(path, FONT_BYTES_MAX, &font.bytes, messages)) {
        return false;
    }
    font.outline = font_outline_open((const uint8_t *)font.bytes.data, font.bytes.size, messages);
    bool fine = font.outline && has_letters(font.outline);
    if (font.outline && !fine) {
        snprintf(why, sizeof why, "\"%s\" has other letters", path);
        message_add(messages, MESSAGE_E960, (Place){0}, why);
    }
    if (!fine) {
        sheet_font_close(&font);
        return false;
    }
    *out = font;
    return true;
}

void sheet_font_close(SheetFont *font) {
    font_outline_close(font->outline);
    file_bytes_free(&font->bytes);
    *font = (SheetFont){0};
}
