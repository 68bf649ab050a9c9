/// Whether the texts of a picture can be read: inside the window, none over another, and each well
/// apart from what lies below it.
#pragma once

#include "ui/canvas.h"

#include <math.h>

#include "picture_rig.h"
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

/// Relative luminance of a colour, 0 to 1. Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/
static inline float texts_luminance(Rgb color) {
    float channels[3] = {color.r / 255.0f, color.g / 255.0f, color.b / 255.0f};
    for (int i = 0; i < 3; i++) {
        channels[i] = channels[i] <= 0.04045f ? channels[i] / 12.92f
                                              : powf((channels[i] + 0.055f) / 1.055f, 2.4f);
    }
    return 0.2126f * channels[0] + 0.7152f * channels[1] + 0.0722f * channels[2];
}

static inline float texts_contrast(Rgb a, Rgb b) {
    float of_a = texts_luminance(a), of_b = texts_luminance(b);
    return (fmaxf(of_a, of_b) + 0.05f) / (fminf(of_a, of_b) + 0.05f);
}

/// What the text `index` has below it at the middle of its area, where the picture below all is
/// `ground`, and its own colour there.
static inline float texts_contrast_of(const Canvas *canvas, int index, uint32_t ground) {
    Area area = canvas->texts->areas[index];
    Rgb below =
        rgb_at(canvas->list, area.x + 0.5f * area.width, area.y + 0.5f * area.height, ground);
    Rgb text = rgb_of(canvas->texts->colors[index]);
    float alpha = (float)(canvas->texts->colors[index] & 0xFFu) / 255.0f;
    text.r = below.r + alpha * (text.r - below.r);
    text.g = below.g + alpha * (text.g - below.g);
    text.b = below.b + alpha * (text.b - below.b);
    return texts_contrast(text, below);
}

/// Asks of all that was written on `canvas` since its texts were set for a contrast of 4.5:1 with
/// what was drawn below them, over white paint as well as over a night.
static inline void assert_texts_have_contrast(const Canvas *canvas) {
    static const uint32_t grounds[] = {0xFFFFFFFFu, 0x101418FFu};
    const CanvasTexts *texts = canvas->texts;
    for (int i = 0; i < texts->count; i++) {
        for (int k = 0; k < 2; k++) {
            float contrast = texts_contrast_of(canvas, i, grounds[k]);
            if (contrast < 4.5f) {
                fail_msg("\"%s\" has a contrast of %.2f over #%06X", texts->texts[i],
                         (double)contrast, (unsigned)(grounds[k] >> 8));
            }
        }
    }
}
