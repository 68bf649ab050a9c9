/// How a shape of an SVG is painted: its stroke, its fill, whether it is shown.
///
/// The order is that of browsers: the style attribute, rules of `<style>` by id, by class and by
/// name (one simple selector each: `#a`, `.a`, `path`, `path.a`, `*`), the attribute, the parent.
#pragma once

#include "formats/xml.h"

#include <stdint.h>

enum {
    SVG_RULES_MAX = 500 ///< More are left out.
};

typedef struct SvgRule {
    char selector[64];
    size_t name_size;         ///< Characters of `selector` before its class.
    const char *declarations; ///< `size` characters: `fill:none;stroke:#fff`.
    size_t size;
} SvgRule;

/// The rules of all `<style>` elements, in the order of the file.
typedef struct SvgSheet {
    SvgRule *rules;
    int count;
} SvgSheet;

typedef struct SvgStyle {
    bool shown;
    bool filled, stroked;
    uint32_t fill, stroke; ///< 0xRRGGBBAA
    double stroke_width;   ///< User units, 0 or more.
    double dash;           ///< The first length of the dashes; 0: none.
} SvgStyle;

/// Finds the rules in the tree below `root`. They live in `arena`.
SvgSheet svg_sheet_read(const XmlElement *root, Arena *arena);

/// The style around the whole drawing: shown, filled black, no stroke, width 1.
SvgStyle svg_style_initial(void);

/// The style of `element`, whose parent has `parent`.
SvgStyle svg_style_of(const XmlElement *element, const SvgSheet *sheet, SvgStyle parent);
