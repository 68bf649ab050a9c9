/// What the pictures of all panels share: where things stand on the sheet, and how shapes look.
#pragma once

#include "sheet/sheet.h"

// px: the shapes stand left, figures right of them, sentences below.
#define STYLE_WIDTH  960.0f ///< Of the sheet.
#define STYLE_HEIGHT 600.0f
#define STYLE_LEFT   24.0f
#define STYLE_RIGHT  936.0f
#define STYLE_TOP    520.0f
#define STYLE_MIDDLE 540.0f ///< Where the right half begins.
#define STYLE_BOTTOM 96.0f  ///< Of the shapes.
#define STYLE_TEXT   14.0f  ///< Size of letters.

extern const Paint style_answer; ///< Where the answer puts a shape.
extern const Paint style_wrong;  ///< Where a wrong answer puts it.
extern const Paint style_ghost;  ///< Where a shape was.

/// The fill and outline of the shape of this index, and its outline alone.
Paint style_of(const Scene *scene, int index);
Paint style_outline(const Scene *scene, int index);
uint32_t style_color(int index);

/// "a" or "b", in its solid or, where that is thin, below it.
void style_letter(Sheet *sheet, const Solid *solid, int index);

/// A sentence below the shapes: `line` counts from 0 at the top.
void style_sentence(Sheet *sheet, int line, uint32_t color, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
