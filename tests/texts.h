/// Whether the texts of a picture can be read: inside the window, and none over another.
#pragma once

#include "ui/canvas.h"

#include <math.h>

#include "test.h"

/// How far two texts reach into each other, px; 0 or less: they stand clear.
static inline float texts_overlap(Area a, Area b) {
    float x = fminf(a.x + a.width, b.x + b.width) - fmaxf(a.x, b.x);
    float y = fminf(a.y + a.height, b.y + b.height) - fmaxf(a.y, b.y);
    return fminf(x, y);
}

/// Asks that of all that was written on `canvas` since its texts were set.
static inline void assert_texts_stand_clear(const Canvas *canvas) {
    const CanvasTexts *texts = canvas->texts;
    assert_in_range(texts->count, 0, CANVAS_TEXTS_MAX);
    for (int i = 0; i < texts->count; i++) {
        Area area = texts->areas[i];
        bool inside = area.x >= -0.5f && area.y >= -0.5f &&
                      area.x + area.width <= (float)canvas->width + 0.5f &&
                      area.y + area.height <= (float)canvas->height + 0.5f;
        if (!inside) {
            fail_msg("\"%s\" leaves the window of %d x %d: %.1f %.1f, %.1f x %.1f", texts->texts[i],
                     canvas->width, canvas->height, (double)area.x, (double)area.y,
                     (double)area.width, (double)area.height);
        }
        for (int k = 0; k < i; k++) {
            if (texts_overlap(area, texts->areas[k]) > 0.5f) {
                fail_msg("\"%s\" covers \"%s\" at %d x %d, unit %.2f", texts->texts[i],
                         texts->texts[k], canvas->width, canvas->height, (double)canvas->unit);
            }
        }
    }
}
