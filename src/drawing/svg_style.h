/// How a shape of an SVG is painted, as far as that says what it is: width of its stroke, filled or
/// not, shown or not.
///
/// Looked up as browsers do: the style attribute, then rules of `<style>` by id, class and name
/// (one simple selector each: `#a`, `.a`, `path`, `path.a`, `*`), then the attribute, then what
/// the parent has.
#pragma once

#include "base/xml.h"

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

/// What a drawing starts from: shown, filled black, no stroke, width 1.
SvgStyle svg_style_initial(void);

/// The style of `element`, whose parent has `parent`.
SvgStyle svg_style_of(const XmlElement *element, const SvgSheet *sheet, SvgStyle parent);
