/// What stands over the picture is drawn on a canvas: a list in pixels with its font and its size.
///
/// Sizes are in units: one is a pixel where the smaller side has 1080, and shrinks with that side,
/// but not below 0.6 px.
#pragma once

#include "render/draw_list.h"

typedef struct Canvas {
    DrawList *list; ///< Framebuffer pixels, y down, origin top left.
    const Font *font;
    int width, height;         ///< px
    float unit;                ///< px of a unit.
    struct CanvasTexts *texts; ///< Notes every text; NULL: nobody asks.
} Canvas;

/// How large a canvas is, for those who only ask where things lie on it.
typedef struct CanvasSize {
    float width, height; ///< px
    float unit;          ///< px of a unit.
} CanvasSize;

/// A rectangle of a canvas, px.
typedef struct Area {
    float x, y, width, height;
} Area;

/// Whether they share a point inside.
static inline bool canvas_overlap(Area a, Area b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

/// Makes `list` a list of pixels: edges are soft over one of them.
Canvas canvas_make(DrawList *list, const Font *font, int width, int height);

/// px of a unit, on a canvas or in a view of this size.
float canvas_unit(float width_px, float height_px);

enum {
    CANVAS_TEXTS_MAX = 1024,
    CANVAS_TEXT_BYTES = 64
};

/// The texts of a canvas and where they stand, so that a test can ask whether they can be read.
/// Those beyond CANVAS_TEXTS_MAX are counted alone.
typedef struct CanvasTexts {
    Area areas[CANVAS_TEXTS_MAX]; ///< As of canvas_text_area.
    uint32_t colors[CANVAS_TEXTS_MAX];
    char texts[CANVAS_TEXTS_MAX][CANVAS_TEXT_BYTES];
    int count;
} CanvasTexts;

CanvasSize canvas_size(const Canvas *canvas);

/// Whether `area` holds (x, y) px.
bool canvas_holds(Area area, float x, float y);

/// A rectangle with round corners.
void canvas_fill(const Canvas *canvas, Area area, float radius, uint32_t color);

/// draw_text, and the width (px) that it would return.
float canvas_text(const Canvas *canvas, float x, float y, float size, TextAlign align,
                  uint32_t color, const char *text);
float canvas_text_width(const Canvas *canvas, float size, const char *text);

/// What a text of this width takes that draw_text puts at (x, y): from the top of the capitals to
/// the foot of a g.
Area canvas_text_area(float x, float y, float size, TextAlign align, float width);

/// The size, `size` or less, at which `text` is at most `room` px wide.
float canvas_fitting(const Canvas *canvas, float size, float room, const char *text);
