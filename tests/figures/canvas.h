/// A sheet in pixels for figures of the documents that no scene of the laboratory draws: boxes,
/// dashes and labels.
///
/// Coordinates are written with two decimals of a pixel, so that a figure is the same text on every
/// machine.
#pragma once

#include "formats/svg.h"
#include "geometry/polygon.h"
#include "geometry/transform.h"

typedef struct Canvas {
    Svg svg;
    vec2s size; ///< px, y up.
} Canvas;

/// How an area is drawn. The zero value draws nothing.
typedef struct Paint {
    uint32_t fill, line; ///< 0xRRGGBBAA; 0 = none.
    float width;         ///< px, of the line.
} Paint;

/// Where a label stands relative to its point.
typedef enum LabelSide {
    LABEL_RIGHT,
    LABEL_LEFT,
    LABEL_BELOW,
} LabelSide;

#define INK       0x23272BFFu
#define FAINT     0x7C8288FFu
#define HAIR      0xD5D3CAFFu
#define VERMILION 0xC94F00FFu

/// Starts a sheet of `width` x `height` px with a background, so that it is legible on white and
/// on black.
Canvas canvas_make(float width, float height);

void canvas_box(Canvas *canvas, Box box, Paint paint);
void canvas_dashes(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color);

/// A text beside `at`, 14 px high.
void canvas_label(Canvas *canvas, vec2s at, LabelSide side, uint32_t color, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/// The heading of a panel.
void canvas_title(Canvas *canvas, vec2s at, const char *text);

/// Ends the drawing; its text is in `canvas->svg`, freed by svg_destroy.
void canvas_end(Canvas *canvas);
