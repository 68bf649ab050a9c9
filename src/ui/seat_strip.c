#include "ui/seat_strip.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/hold_ring.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

#define TALL_UNITS 76.0f
// Shares of the canvas at most. With more the results of 640 x 480 need smaller texts.
#define TALL_LOW  0.078f // in a window as high as LOW_PX
#define TALL_HIGH 0.115f // from HIGH_PX on
#define LOW_PX    480.0f
#define HIGH_PX   720.0f

// Shares of the height of the strip.
#define NAME_SIZE 0.39f
#define LINE_SIZE 0.33f
#define SIGN_WIDE 0.46f
// Shares of a seat's width that no larger text makes smaller: what stands before its texts, and the
// sign of a device.
#define LEAD_MOST 0.20f
#define SIGN_MOST 0.10f
// Shares of what stands before the texts.
#define RADIUS 0.30f
#define PAD    0.20f

float seat_strip_height(const CanvasSize *size) {
    float part = fminf(fmaxf((size->height - LOW_PX) / (HIGH_PX - LOW_PX), 0.0f), 1.0f);
    float most = TALL_LOW + part * (TALL_HIGH - TALL_LOW);
    return fminf(TALL_UNITS * size->unit, most * size->height);
}

/// How many seats the text of seat `i` goes over: on free ones it is written across all of them.
static int seats_of_text(const bool taken[SEAT_STRIP_SEATS], int i) {
    int count = 1;
    while (!taken[i] && i + count < SEAT_STRIP_SEATS && !taken[i + count]) {
        count++;
    }
    return count;
}

Area seat_strip_under(const CanvasSize *size, const bool taken[SEAT_STRIP_SEATS], float left,
                      float right) {
    ASSERT(size != NULL && taken != NULL && left <= right);
    float tall = seat_strip_height(size), wide = 0.25f * size->width, from = left, to = right;
    for (int i = 0; i < SEAT_STRIP_SEATS;) {
        int count = seats_of_text(taken, i);
        float begin = wide * (float)i, end = begin + wide * (float)count;
        if (begin < right && end > left) {
            from = fminf(from, begin);
            to = fmaxf(to, end);
        }
        i += count;
    }
    return (Area){from, size->height - tall, to - from, tall};
}

/// A keyboard or a gamepad in `area`.
static void draw_sign(const Canvas *canvas, Area area, bool pad, uint32_t color) {
    DrawList *list = canvas->list;
    float h = area.height, w = area.width, x = area.x, y = area.y;
    if (!pad) {
        canvas_fill(canvas, area, 0.18f * h, color);
        for (int row = 0; row < 2; row++) {
            for (int i = 0; i < 4; i++) {
                draw_rect(list, x + (0.13f + 0.20f * (float)i) * w,
                          y + (0.16f + 0.26f * (float)row) * h, 0.13f * w, 0.16f * h, PALETTE_INK);
            }
        }
        draw_rect(list, x + 0.28f * w, y + 0.70f * h, 0.44f * w, 0.15f * h, PALETTE_INK);
        return;
    }
    Area body = {x, y + 0.12f * h, w, 0.56f * h};
    canvas_fill(canvas, body, 0.28f * h, color);
    draw_circle(list, vec2_make(x + 0.19f * w, y + 0.66f * h), 0.24f * h, color);
    draw_circle(list, vec2_make(x + 0.81f * w, y + 0.66f * h), 0.24f * h, color);
    draw_rect(list, x + 0.16f * w, y + 0.35f * h, 0.24f * w, 0.12f * h, PALETTE_INK);
    draw_rect(list, x + 0.24f * w, y + 0.23f * h, 0.08f * w, 0.36f * h, PALETTE_INK);
    draw_circle(list, vec2_make(x + 0.70f * w, y + 0.32f * h), 0.08f * h, PALETTE_INK);
    draw_circle(list, vec2_make(x + 0.80f * w, y + 0.48f * h), 0.08f * h, PALETTE_INK);
}

static void draw_number(const Canvas *canvas, vec2s at, float radius, int number, uint32_t fill,
                        uint32_t ink) {
    char text[2] = {(char)('0' + number), '\0'};
    float size = 1.25f * radius;
    draw_circle(canvas->list, at, radius, fill);
    canvas_text(canvas, at.x, at.y + 0.36f * size, size, TEXT_CENTER, ink, text);
}

/// Draws the disc of a seat. Returns the room for its texts, `room` wide in all.
static Area place_disc(const Canvas *canvas, const SeatStripSeat *seat, int number, Area area,
                       float room) {
    float lead = fminf(area.height, LEAD_MOST * area.width), radius = RADIUS * lead;
    vec2s disc = vec2_make(area.x + PAD * lead + radius, area.y + 0.5f * area.height);
    if (seat->name) {
        draw_number(canvas, disc, radius, number, seat->color, shade_letters(seat->color));
        hold_ring_draw(canvas, disc, 1.2f * radius, seat->leaving, PALETTE_TEXT);
    } else {
        draw_ring(canvas->list, disc, radius - 1.0f, 2.0f, PALETTE_WITH(PALETTE_QUIET, 0xA0));
        draw_number(canvas, disc, radius - 2.0f, number, PALETTE_INK, PALETTE_QUIET);
    }
    return (Area){area.x + lead, area.y, room - (1.0f + 0.5f * PAD) * lead, area.height};
}

/// Somebody who is in.
static void draw_person(const Canvas *canvas, const SeatStripSeat *seat, int number, Area area) {
    Area texts = place_disc(canvas, seat, number, area, area.width);
    float tall = area.height, x = texts.x, room = texts.width;
    float size = canvas_fitting(canvas, NAME_SIZE * tall, room, seat->name);
    canvas_text(canvas, x, area.y + 0.43f * tall, size, TEXT_LEFT, PALETTE_TEXT, seat->name);
    float wide = fminf(SIGN_WIDE * tall, SIGN_MOST * area.width), gap = 0.25f * wide;
    float high = 0.65f * wide, line = LINE_SIZE * tall;
    Area sign = {x, area.y + 0.74f * tall - 0.5f * high, wide, high};
    draw_sign(canvas, sign, seat->has_pad, PALETTE_MUTED);
    x += wide + gap;
    room -= wide + gap;
    char both[160];
    snprintf(both, sizeof both, "%s, %s", seat->device, seat->car);
    bool fits = seat->device[0] && canvas_text_width(canvas, line, both) <= room;
    const char *text = fits ? both : seat->car;
    size = canvas_fitting(canvas, line, room, text);
    canvas_text(canvas, x, area.y + 0.85f * tall, size, TEXT_LEFT, PALETTE_QUIET, text);
}

/// The first free seat, with `room` px for how it is taken.
static void draw_free(const Canvas *canvas, const SeatStrip *strip, int number, Area area,
                      float room) {
    Area texts = place_disc(canvas, &(SeatStripSeat){0}, number, area, room);
    float tall = area.height;
    bool fits = strip->join_all[0] &&
                canvas_text_width(canvas, LINE_SIZE * tall, strip->join_all) <= texts.width;
    const char *hint = fits ? strip->join_all : strip->join_hint;
    const char *join = fits ? strip->join_list : strip->join;
    bool two = hint[0] != '\0';
    float size = canvas_fitting(canvas, NAME_SIZE * tall, texts.width, join);
    canvas_text(canvas, texts.x, area.y + (two ? 0.43f : 0.62f) * tall, size, TEXT_LEFT,
                PALETTE_TEXT, join);
    size = canvas_fitting(canvas, LINE_SIZE * tall, texts.width, hint);
    canvas_text(canvas, texts.x, area.y + 0.85f * tall, size, TEXT_LEFT, PALETTE_QUIET, hint);
}

void seat_strip_draw(const Canvas *canvas, const SeatStrip *strip) {
    ASSERT(canvas != NULL && strip != NULL && strip->join != NULL && strip->join_hint != NULL &&
           strip->join_list != NULL && strip->join_all != NULL);
    CanvasSize size = canvas_size(canvas);
    float tall = seat_strip_height(&size), wide = 0.25f * size.width;
    float top = size.height - tall;
    draw_rect(canvas->list, 0.0f, top, size.width, tall, PALETTE_INK);
    draw_rect(canvas->list, 0.0f, top, size.width, fmaxf(2.0f * size.unit, 1.0f),
              PALETTE_WITH(PALETTE_TEXT, 0x40));
    bool told = false, taken[SEAT_STRIP_SEATS];
    for (int i = 0; i < SEAT_STRIP_SEATS; i++) {
        taken[i] = strip->seats[i].name != NULL;
    }
    for (int i = 0; i < SEAT_STRIP_SEATS; i++) {
        Area area = {wide * (float)i, top, wide, tall};
        if (strip->seats[i].name) {
            draw_person(canvas, &strip->seats[i], i + 1, area);
        } else if (!told) {
            draw_free(canvas, strip, i + 1, area, wide * (float)seats_of_text(taken, i));
            told = true;
        }
    }
}
