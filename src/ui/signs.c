#include "ui/signs.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/driver_badge.h"
#include "ui/palette.h"
#include "ui/prompts.h"
#include "ui/text_lines.h"

#include <math.h>

/// Units of the width that the HUD's plates of place and time take at either side.
#define PLATE_ROOM 300.0f

// Of a line of keys: units, and ems of its texts.
#define KEYS_TALL 42.0f
#define KEYS_FOOT 5.0f // below it: the plates of the HUD stand higher where texts are large
#define KEYS_SIZE 26.0f
#define KEYS_WORD 0.35f // ems between a key and its text ...
#define KEYS_GAP  1.1f  // ... and between two of them, and beside the first and the last

// Of a toast, units of its own: the height of one line, where its text begins and what is left
// behind it; the same with a badge, its size and its middle.
#define TOAST_TALL       66.0f
#define TOAST_LEAD       60.0f
#define TOAST_END        26.0f
#define TOAST_BADGE_LEAD 84.0f
#define TOAST_BADGE      52.0f
#define TOAST_BADGE_AT   44.0f

enum {
    TOAST_LINES_MAX = 3,
    NOTE_LINES_MAX = TEXT_LINES_MAX
};

#define NOTE_TOP 144.0f // units; place, time, set-up and signs stand above ...
#define NOTE_LOW 196.0f // ... and below them whatever stands at the left, where it is so wide

const uint32_t sign_setup_colors[2] = {PALETTE_A, PALETTE_B};

/// A line in the middle of `area`.
static void text_inside(const Canvas *canvas, Area area, float size, uint32_t color,
                        const char *text) {
    canvas_text(canvas, area.x + 0.5f * area.width, area.y + 0.5f * area.height + 0.35f * size,
                size, TEXT_CENTER, color, text);
}

Area sign_setup_area(const Canvas *canvas) {
    float side = 64.0f * canvas->unit;
    return (Area){0.5f * ((float)canvas->width - side), 0.0f, side, side};
}

void sign_setup(const Canvas *canvas, int live) {
    ASSERT(canvas != NULL && (live == 0 || live == 1));
    DrawList *list = canvas->list;
    uint32_t color = sign_setup_colors[live];
    float u = canvas->unit, w = (float)canvas->width, h = (float)canvas->height;
    float edge = fmaxf(8.0f * u, 4.0f);
    draw_rect(list, 0.0f, 0.0f, w, edge, color);
    draw_rect(list, 0.0f, h - edge, w, edge, color);
    draw_rect(list, 0.0f, edge, edge, h - 2.0f * edge, color);
    draw_rect(list, w - edge, edge, edge, h - 2.0f * edge, color);
    Area letter = sign_setup_area(canvas);
    canvas_fill(canvas, letter, 10.0f * u, color);
    text_inside(canvas, letter, 44.0f * u, PALETTE_INK, live == 0 ? "A" : "B");
}

/// A line on a plate with round ends in the middle of the screen; `top`, `tall` and `pad` in units.
static void draw_plate(const Canvas *canvas, float top, float tall, float pad, float size,
                       float alpha, uint32_t color, const char *text) {
    float u = canvas->unit, wide = canvas_text_width(canvas, size, text) + 2.0f * pad * u;
    Area area = {0.5f * ((float)canvas->width - wide), top * u, wide, tall * u};
    canvas_fill(canvas, area, 0.5f * area.height, shade_fade(PALETTE_SCREEN, alpha));
    text_inside(canvas, area, size, shade_fade(color, alpha), text);
}

void sign_setup_note(const Canvas *canvas, float top, float alpha, uint32_t color,
                     const char *text) {
    ASSERT(canvas != NULL && text != NULL);
    float u = canvas->unit, pad = 18.0f;
    float wide = (float)canvas->width;
    float room = fmaxf(wide - 2.0f * PLATE_ROOM * u - 2.0f * pad * u, 0.25f * wide);
    float size = canvas_fitting(canvas, 24.0f * u, room, text);
    draw_plate(canvas, top, 38.0f, pad, size, alpha, color, text);
}

void sign_pace(const Canvas *canvas, const char *text) {
    ASSERT(canvas != NULL && text != NULL);
    float size = canvas_fitting(canvas, 34.0f * canvas->unit, 0.5f * (float)canvas->width, text);
    draw_plate(canvas, 76.0f, 60.0f, 24.0f, size, 1.0f, PALETTE_ACCENT, text);
}

void sign_waiting(const Canvas *canvas, const char *text, float part) {
    ASSERT(canvas != NULL && text != NULL && part >= 0.0f && part <= 1.0f);
    float w = (float)canvas->width, u = canvas->unit, tall = 12.0f * u;
    float size = canvas_fitting(canvas, 34.0f * u, 0.8f * w, text);
    float wide = fmaxf(0.4f * w, canvas_text_width(canvas, size, text));
    Area area = {0.5f * (w - wide), 0.5f * (float)canvas->height, wide, tall};
    canvas_text(canvas, 0.5f * w, area.y - 28.0f * u, size, TEXT_CENTER, PALETTE_TEXT, text);
    canvas_fill(canvas, area, 0.5f * tall, PALETTE_WITH(PALETTE_TEXT, 0x30));
    area.width = fmaxf(part * wide, tall);
    canvas_fill(canvas, area, 0.5f * tall, PALETTE_ACCENT);
}

static float keys_ems(const Canvas *canvas, const SignKey *keys, int count) {
    float ems = KEYS_GAP;
    for (int i = 0; i < count; i++) {
        ems += prompt_key_width(canvas, 1.0f, keys[i].key) + KEYS_WORD +
               canvas_text_width(canvas, 1.0f, keys[i].text) + KEYS_GAP;
    }
    return ems;
}

float sign_keys_width(const Canvas *canvas, const SignKey *keys, int count) {
    return KEYS_SIZE * canvas->unit * keys_ems(canvas, keys, count);
}

void sign_keys(const Canvas *canvas, const SignKey *keys, int count, float left, float right,
               float bottom) {
    ASSERT(canvas != NULL && keys != NULL && count > 0);
    float u = canvas->unit, ems = keys_ems(canvas, keys, count);
    float size = fminf(KEYS_SIZE * u, fmaxf(right - left, 0.0f) / ems);
    float wide = ems * size, tall = KEYS_TALL * u;
    Area plate = {0.5f * (left + right - wide), bottom - tall - KEYS_FOOT * u, wide, tall};
    canvas_fill(canvas, plate, 10.0f * u, PALETTE_SCREEN);
    float x = plate.x + KEYS_GAP * size, middle = plate.y + 0.5f * tall;
    for (int i = 0; i < count; i++) {
        prompt_key_draw(canvas, x, middle, size, keys[i].key);
        x += prompt_key_width(canvas, size, keys[i].key) + KEYS_WORD * size;
        x += canvas_text(canvas, x, middle + 0.35f * size, size, TEXT_LEFT, PALETTE_TEXT,
                         keys[i].text);
        x += KEYS_GAP * size;
    }
}

/// Lines that begin at `x`, the middle of the first of them at `y`.
static void draw_lines(const Canvas *canvas, const TextLines *lines, float x, float y, float size,
                       uint32_t color) {
    for (int i = 0; i < lines->count; i++) {
        canvas_text(canvas, x, y + 0.35f * size + 1.3f * size * (float)i, size, TEXT_LEFT, color,
                    lines->text[i]);
    }
}

/// A toast as it stands: `size` (px) of its letters, `unit` of its plate, where its text begins.
typedef struct ToastLayout {
    TextLines lines;
    float size, unit, lead;
    Area area;
} ToastLayout;

static ToastLayout toast_layout(const Canvas *canvas, vec2s middle, float room, float size,
                                const SignToast *toast) {
    ToastLayout layout = {.size = size, .unit = size / 32.0f};
    float lead = (toast->badge ? TOAST_BADGE_LEAD : TOAST_LEAD) * layout.unit;
    float beside = lead + TOAST_END * layout.unit;
    room -= beside;
    layout.lines = text_lines_break(canvas->font, toast->text, room / size, TOAST_LINES_MAX);
    layout.size = fminf(size, room / fmaxf(layout.lines.widest, 0.1f));
    layout.lead = lead;
    float wide = layout.size * layout.lines.widest + beside;
    float tall = TOAST_TALL * layout.unit + 1.3f * layout.size * (float)(layout.lines.count - 1);
    layout.area = (Area){middle.x - 0.5f * wide, middle.y - 0.5f * tall, wide, tall};
    return layout;
}

Area sign_toast_area(const Canvas *canvas, vec2s middle, float room, float size,
                     const SignToast *toast) {
    ASSERT(canvas != NULL && toast != NULL && toast->text != NULL && size > 0.0f);
    return toast_layout(canvas, middle, room, size, toast).area;
}

void sign_toast(const Canvas *canvas, vec2s middle, float room, float size,
                const SignToast *toast) {
    ASSERT(canvas != NULL && toast != NULL && toast->text != NULL && size > 0.0f);
    if (toast->alpha <= 0.004f || toast->text[0] == '\0') {
        return;
    }
    ToastLayout layout = toast_layout(canvas, middle, room, size, toast);
    Area area = layout.area;
    float u = layout.unit, y = area.y + 0.5f * TOAST_TALL * u;
    canvas_fill(canvas, area, 0.5f * TOAST_TALL * u, shade_fade(PALETTE_SCREEN, toast->alpha));
    if (toast->badge) {
        driver_badge_draw(canvas, area.x + TOAST_BADGE_AT * u, y, TOAST_BADGE * u, toast->alpha,
                          toast->face, toast->color);
    } else {
        draw_circle(canvas->list, vec2_make(area.x + 36.0f * u, y), 13.0f * u,
                    shade_fade(toast->color, toast->alpha));
    }
    draw_lines(canvas, &layout.lines, area.x + layout.lead, y, layout.size,
               shade_fade(PALETTE_TEXT, toast->alpha));
}

void sign_note(const Canvas *canvas, uint32_t color, const char *text) {
    ASSERT(canvas != NULL && text != NULL);
    float u = canvas->unit, size = 24.0f * u, room = 0.80f * (float)canvas->width;
    TextLines lines = text_lines_break(canvas->font, text, room / size, NOTE_LINES_MAX);
    size = fminf(size, room / fmaxf(lines.widest, 0.1f));
    float wide = size * lines.widest + 64.0f * u, row = 1.3f * size;
    float left = 0.5f * ((float)canvas->width - wide);
    bool low = lines.count == 1 && left < PLATE_ROOM * u; // of more the last would lie too low
    Area area = {left, (low ? NOTE_LOW : NOTE_TOP) * u, wide, row * (float)lines.count + 20.0f * u};
    canvas_fill(canvas, area, 10.0f * u,
                shade_fade(PALETTE_SCREEN, 0.75f)); // others drive below it
    float y = area.y + 10.0f * u + 0.5f * row;
    draw_circle(canvas->list, vec2_make(area.x + 26.0f * u, y), 8.0f * u, color);
    draw_lines(canvas, &lines, area.x + 44.0f * u, y, size, PALETTE_TEXT);
}
