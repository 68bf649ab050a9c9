#include "platform/font_path.h"

#include "base/assert.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <string.h>

/// Whether stb_truetype reads the font: outlines in a file of their own, the first in it.
static bool is_readable(const FcPattern *font) {
    FcChar8 *format = NULL;
    FcBool variable = FcFalse;
    int index = 0;
    FcPatternGetString(font, FC_FONTFORMAT, 0, &format);
    FcPatternGetBool(font, FC_VARIABLE, 0, &variable);
    FcPatternGetInteger(font, FC_INDEX, 0, &index);
    bool known = format && (strcmp((const char *)format, "TrueType") == 0 ||
                            strcmp((const char *)format, "CFF") == 0);
    return known && !variable && index == 0;
}

/// Copies the path of the font of `family` whose path sorts first: fontconfig's own order differs
/// from machine to machine.
static bool find_family(FcConfig *config, const char *family, bool bold, char *path, size_t size) {
    FcPattern *wanted = FcPatternBuild(
        NULL, FC_FAMILY, FcTypeString, family, FC_WEIGHT, FcTypeInteger,
        bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR, FC_SLANT, FcTypeInteger, FC_SLANT_ROMAN,
        FC_WIDTH, FcTypeInteger, FC_WIDTH_NORMAL, FC_SCALABLE, FcTypeBool, FcTrue, (char *)NULL);
    FcObjectSet *asked =
        FcObjectSetBuild(FC_FILE, FC_FONTFORMAT, FC_VARIABLE, FC_INDEX, (char *)NULL);
    FcFontSet *fonts = FcFontList(config, wanted, asked);
    bool found = false;
    for (int i = 0; fonts && i < fonts->nfont; i++) {
        FcChar8 *file = NULL;
        FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file);
        if (file && strlen((const char *)file) < size && is_readable(fonts->fonts[i]) &&
            (!found || strcmp((const char *)file, path) < 0)) {
            snprintf(path, size, "%s", (const char *)file);
            found = true;
        }
    }
    if (fonts) {
        FcFontSetDestroy(fonts);
    }
    FcObjectSetDestroy(asked);
    FcPatternDestroy(wanted);
    return found;
}

bool font_path_find(const char *const *families, int count, bool bold, char *path, size_t size) {
    ASSERT(families && path && size > 0);
    FcConfig *config = FcInitLoadConfigAndFonts();
    bool found = false;
    for (int i = 0; config && !found && i < count; i++) {
        found = find_family(config, families[i], bold, path, size);
    }
    if (config) {
        FcConfigDestroy(config);
    }
    return found;
}
