/// One visual language for all figures of the documents: a sheet in pixels, views onto it in
/// metres, shapes, arrows and labels.
///
/// Coordinates are written with two decimals of a pixel, so that a figure is the same text on every
/// machine.
#pragma once

#include "collision/shape.h"
#include "formats/svg.h"

/// A drawing and the view that maps metres onto it: point p lies at zero + scale * p.
typedef struct Canvas {
    Svg svg;
    vec2s size;  ///< px, y up.
    vec2s zero;  ///< px
    float scale; ///< px per m
} Canvas;

/// How an area is drawn. The zero value draws nothing.
typedef struct Paint {
    uint32_t fill, line; ///< 0xRRGGBBAA; 0 = none.
    float width;         ///< px, of the line.
    bool dashed;
} Paint;

/// Where a label stands relative to its point.
typedef enum LabelSide {
    LABEL_RIGHT,
    LABEL_LEFT,
    LABEL_ABOVE,
    LABEL_BELOW,
    LABEL_CENTER,
} LabelSide;

// Colours of Okabe & Ito, which people see apart whatever their eyes: shapes are blue, walls
// grey, the answer is vermilion.
#define INK         0x23272BFFu
#define FAINT       0x7C8288FFu
#define HAIR        0xD5D3CAFFu
#define BLUE        0x0072B2FFu
#define VERMILION   0xC94F00FFu
#define BLUE_FILL   0xCFE4F3FFu
#define GREY_FILL   0xDCDDDCFFu
#define YELLOW_FILL 0xF8E9B0FFu

extern const Paint paint_first, paint_wall;

/// Starts a sheet of `width` x `height` px with a background, so that it is legible on white and
/// on black. The view is in pixels until canvas_view sets another.
Canvas canvas_make(float width, float height);
void canvas_view(Canvas *canvas, vec2s zero, float scale);

/// Where pixel `pixel` lies in the view's metres.
vec2s canvas_point(const Canvas *canvas, vec2s pixel);

void canvas_polygon(Canvas *canvas, const vec2s *points, int count, Paint paint);
void canvas_box(Canvas *canvas, Box box, Paint paint);

/// The sharp `shape` as it stands at `at`.
void canvas_shape(Canvas *canvas, const Shape *shape, Transform at, Paint paint);

/// `width` in px.
void canvas_line(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color);
void canvas_dashes(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color);
void canvas_arrow(Canvas *canvas, vec2s from, vec2s to, float width, uint32_t color);

/// A point of `radius` px.
void canvas_dot(Canvas *canvas, vec2s at, float radius, uint32_t color);

/// A text beside `at`, 14 px high.
void canvas_label(Canvas *canvas, vec2s at, LabelSide side, uint32_t color, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/// The heading of a panel, at pixel `at` whatever the view.
void canvas_title(Canvas *canvas, vec2s at, const char *text);

/// Ends the drawing; its text is in `canvas->svg`, freed by svg_destroy.
void canvas_end(Canvas *canvas);
