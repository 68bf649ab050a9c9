#include "ui/screens.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/shade.h"
#include "ui/palette.h"

#include <math.h>

#define TITLE_UNITS 790.0f // that the title needs at least, from top to bottom
#define TITLE_BELOW 376.0f // of them below the name and its axle

/// A line that begins at `x`, smaller where it would be wider than `room`.
static void text_within(const Canvas *canvas, float x, float y, float size, float room,
                        uint32_t color, const char *text) {
    size = canvas_fitting(canvas, size, room, text);
    canvas_text(canvas, x, y, size, TEXT_LEFT, color, text);
}

/// The mark: an axle with its two wheels, seen from above, under the name.
static void draw_axle(DrawList *list, float x, float y, float width, float u) {
    float tall = 34.0f * u, wide = 15.0f * u;
    draw_line(list, vec2_make(x + wide, y), vec2_make(x + width - wide, y), 6.0f * u,
              PALETTE_ACCENT);
    draw_circle(list, vec2_make(x + 0.5f * width, y), 10.0f * u, PALETTE_ACCENT);
    draw_round_rect(list, x, y - 0.5f * tall, wide, tall, 5.0f * u, PALETTE_TEXT);
    draw_round_rect(list, x + width - wide, y - 0.5f * tall, wide, tall, 5.0f * u, PALETTE_TEXT);
}

void screen_title(const Canvas *canvas, double time, const char *track_name, PromptDevice device) {
    ASSERT(canvas != NULL);
    float w = (float)canvas->width, h = (float)canvas->height;
    float u = fminf(canvas->unit, h / TITLE_UNITS);
    float left = fmaxf(0.07f * w, 30.0f * u);
    // Dark towards the left, where the words stand; the race goes on at the right.
    const char *promise = "Fast cars, real tyres, and walls exactly where you see them.";
    float room = 0.86f * w - left;
    float words =
        left + canvas_text_width(canvas, canvas_fitting(canvas, 34.0f * u, room, promise), promise);
    float middle = fmaxf(0.48f, words / w);
    const float shares[3] = {0.0f, middle, fminf(middle + 0.38f, 1.0f)};
    static const uint32_t shades[3] = {0x0D1017E6u, 0x0D1017B8u, 0x0D101700u};
    for (int i = 0; i < 2; i++) {
        vec2s from[2] = {vec2_make(shares[i] * w, 0.0f), vec2_make(shares[i] * w, h)};
        vec2s to[2] = {vec2_make(shares[i + 1] * w, 0.0f), vec2_make(shares[i + 1] * w, h)};
        shade_gradient(canvas->list, from, to, shades[i], shades[i + 1]);
    }
    float size = fminf(250.0f * u, 0.30f * w);
    float y = fminf(0.44f * h, h - 0.24f * size - TITLE_BELOW * u);
    float name = canvas_text(canvas, left, y, size, TEXT_LEFT, PALETTE_TEXT, "AXLE");
    draw_axle(canvas->list, left + 0.03f * size, y + 0.24f * size, name - 0.06f * size, u);
    float line = y + 0.24f * size + 78.0f * u;
    text_within(canvas, left, line, 34.0f * u, room, PALETTE_TEXT, promise);
    const char *prompt = "Press any key or button to drive";
    float pulse = 0.5f + 0.5f * trig_sin(trig_wrap((float)fmod(time, 1000.0) * 3.2f));
    float prompt_size = canvas_fitting(canvas, 42.0f * u, room, prompt);
    Area pill = {left, line + 48.0f * u, canvas_text_width(canvas, prompt_size, prompt) + 64.0f * u,
                 84.0f * u};
    canvas_fill(canvas, pill, 42.0f * u, shade_mix(PALETTE_ACCENT, 0xFFE3A6FFu, pulse));
    canvas_text(canvas, pill.x + 32.0f * u, pill.y + 0.5f * pill.height + 0.35f * prompt_size,
                prompt_size, TEXT_LEFT, PALETTE_INK, prompt);
    static const PromptText prompts[] = {{PROMPT_MENU, "choose track, car and more"},
                                         {PROMPT_SHEET, "all keys"}};
    prompts_draw(canvas, left, pill.y + pill.height + 52.0f * u, 27.0f * u, room, device, prompts,
                 2);
    if (track_name != NULL) {
        text_within(canvas, left, h - 44.0f * u, 32.0f * u, room, PALETTE_TEXT, track_name);
    }
}
