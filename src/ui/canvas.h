/// What stands over the picture is drawn on a canvas: a list in pixels with its font and its size.
///
/// Sizes are in units: one is a pixel where the smaller side has 1080, and shrinks with that side,
/// but not below 0.6 px.
#pragma once

#include "render/draw_list.h"

typedef struct Canvas {
    DrawList *list; ///< Framebuffer pixels, y down, origin top left.
    const Font *font;
    int width, height; ///< px
    float unit;        ///< px of a unit.
} Canvas;

/// A rectangle of a canvas, px.
typedef struct Area {
    float x, y, width, height;
} Area;

/// Makes `list` a list of pixels: edges are soft over one of them.
Canvas canvas_make(DrawList *list, const Font *font, int width, int height);

/// px of a unit, on a canvas or in a view of this size.
float canvas_unit(float width_px, float height_px);

/// A rectangle with round corners.
void canvas_fill(const Canvas *canvas, Area area, float radius, uint32_t color);

/// draw_text, and the width (px) that it would return.
float canvas_text(const Canvas *canvas, float x, float y, float size, TextAlign align,
                  uint32_t color, const char *text);
float canvas_text_width(const Canvas *canvas, float size, const char *text);

/// The size, `size` or less, at which `text` is at most `room` px wide.
float canvas_fitting(const Canvas *canvas, float size, float room, const char *text);
