#include "ui/line_up.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "ui/hud_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

// Units.
#define PAD      12.0f
#define ROW      36.0f
#define SIZE     24.0f
#define BADGE    31.0f
#define PLACE    36.0f  ///< Right edge of the place, from the inner left edge of the plate ...
#define BADGE_AT 48.0f  ///< ... where the badge begins ...
#define DISC_AT  106.0f ///< ... the middle of the disc with the number ...
#define NAME_AT  132.0f ///< ... and where the name begins.
#define NAME_MAX 300.0f
#define GAP      10.0f ///< Between it and the plates of the HUD.
#define STEP     12.0f ///< By which it looks for room.

#define WIDEST 0.4f ///< Share of a view's width that it may take, ...
#define LOWEST 0.5f ///< ... and of its height above which it ends: toasts stand below.

enum {
    ROWS_MOST = 12,
    // in a view
    VIEW_ROWS_LEAST = 5,
    VIEW_ROWS_MOST = 8,
};

int line_up_rows(const LineUp *line_up, float unit, float height) {
    int fit = (int)((height - 2.0f * PAD * unit) / (ROW * unit) + 1e-3f);
    int most = line_up->race->car_count < ROWS_MOST ? line_up->race->car_count : ROWS_MOST;
    return fit < 0 ? 0 : fit < most ? fit : most;
}

Area line_up_area(const Canvas *canvas, const LineUp *line_up, float unit, int rows) {
    ASSERT(canvas != NULL && line_up != NULL);
    float widest = 0.0f;
    for (int i = 0; i < line_up->race->car_count; i++) {
        widest = fmaxf(widest, canvas_text_width(canvas, SIZE * unit, line_up->names[i]));
    }
    return (Area){0.0f, 0.0f, (2.0f * PAD + NAME_AT) * unit + fminf(widest, NAME_MAX * unit),
                  (2.0f * PAD + ROW * (float)rows) * unit};
}

/// A row whose middle is at `y`.
static void draw_row(const Canvas *canvas, const LineUp *line_up, int place, int car, Area area,
                     float y, float unit) {
    float left = area.x + PAD * unit, base = y + 0.35f * SIZE * unit;
    bool person = line_up->people >> car & 1u;
    const CarLook *look = &line_up->looks[car];
    if (person) {
        Area stripe = {area.x, y - 0.5f * ROW * unit, area.width, ROW * unit};
        canvas_fill(canvas, stripe, 6.0f * unit, PALETTE_WITH(PALETTE_TEXT, 0x24));
    }
    char text[12];
    snprintf(text, sizeof text, "%d", place);
    canvas_text(canvas, left + PLACE * unit, base, SIZE * unit, TEXT_RIGHT,
                person ? PALETTE_TEXT : PALETTE_MUTED, text);
    driver_badge_draw(canvas, left + (BADGE_AT + 0.5f * BADGE) * unit, y, BADGE * unit, 1.0f,
                      line_up->faces[car], look->color);
    driver_disc_draw(canvas, left + DISC_AT * unit, y, 0.48f * BADGE * unit, look);
    const char *name = line_up->names[car];
    float room = area.x + area.width - PAD * unit - (left + NAME_AT * unit);
    canvas_text(canvas, left + NAME_AT * unit, base,
                canvas_fitting(canvas, SIZE * unit, room, name), TEXT_LEFT, PALETTE_TEXT, name);
}

void line_up_draw(const Canvas *canvas, const LineUp *line_up, Area area, float unit,
                  uint32_t plate) {
    ASSERT(canvas != NULL && line_up != NULL && line_up->names != NULL && line_up->faces != NULL);
    int order[RACE_MAX_CARS], rows = line_up_rows(line_up, unit, area.height), own = 0;
    int count = line_up->race->car_count;
    race_order(line_up->race, order);
    for (int i = 0; i < count; i++) {
        own = order[i] == line_up->car ? i : own;
    }
    int first = own - rows / 2 < count - rows ? own - rows / 2 : count - rows;
    first = first < 0 ? 0 : first;
    canvas_fill(canvas, area, PAD * unit, plate);
    for (int i = 0; i < rows; i++) {
        float y = area.y + (PAD + ROW * ((float)i + 0.5f)) * unit;
        draw_row(canvas, line_up, first + i + 1, order[first + i], area, y, unit);
    }
}

/// Whether no plate and no car of the race lies below `area` with some room around it.
static bool is_free(const Canvas *canvas, const LineUp *line_up, const HudView *view, Area area,
                    float gap, const HudTaken *taken) {
    area = (Area){area.x - gap, area.y - gap, area.width + 2.0f * gap, area.height + 2.0f * gap};
    for (int i = 0; i < taken->count; i++) {
        if (canvas_overlap(area, taken->areas[i])) {
            return false;
        }
    }
    const Race *race = line_up->race;
    float scale = camera_view_scale(&view->camera, view->rect);
    for (int i = 0; i < race->car_count; i++) {
        vec2s at = camera_pixel(&view->camera, view->rect, canvas->height,
                                race_bodies_const(race)[i].position);
        float reach = 0.7f * race_racers_const(race)[i].model.params.length * scale;
        Area car = {at.x - reach, at.y - reach, 2.0f * reach, 2.0f * reach};
        if (canvas_overlap(area, car)) {
            return false;
        }
    }
    return true;
}

void line_up_draw_in_view(const Canvas *canvas, const LineUp *line_up, const HudView *view,
                          HudTaken *taken) {
    ASSERT(canvas != NULL && line_up != NULL && view != NULL && taken != NULL);
    const Race *race = line_up->race;
    bool counts = race->mode == RACE_MODE_RACE && race->phase == RACE_COUNTDOWN;
    if (!counts || race->car_count < 2 || view->shared_map != NULL) {
        return;
    }
    float unit = hud_unit(view), rim = HUD_RIM * unit, gap = GAP * unit;
    float left = (float)view->rect.x + rim, tall = (float)view->rect.height;
    float right = (float)(view->rect.x + view->rect.width) - rim;
    float top = (float)(canvas->height - view->rect.y) - tall;
    int rows = line_up_rows(line_up, unit, tall);
    rows = rows < VIEW_ROWS_MOST ? rows : VIEW_ROWS_MOST;
    int least = race->car_count < VIEW_ROWS_LEAST ? race->car_count : VIEW_ROWS_LEAST;
    for (; rows >= least; rows--) {
        Area area = line_up_area(canvas, line_up, unit, rows);
        if (area.width > WIDEST * (float)view->rect.width) {
            return;
        }
        for (area.y = top + rim; area.y + area.height <= top + LOWEST * tall;
             area.y += STEP * unit) {
            for (int side = 0; side < 2; side++) {
                area.x = side == 0 ? right - area.width : left;
                if (is_free(canvas, line_up, view, area, gap, taken)) {
                    line_up_draw(canvas, line_up, area, unit, PALETTE_PLATE);
                    hud_take(taken, area);
                    return;
                }
            }
        }
    }
}
