#include "ui/race_sign.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"

#include <math.h>

// Units. The letter of a set-up stands above the plate; a high view has room for a larger one.
#define TOP    76.0f
#define SIZE   24.0f
#define ROW    27.0f
#define PAD    12.0f
#define GAP    12.0f
#define GROWTH 1.4f
#define LEAST  0.65f // of the size: smaller than that nobody reads it while driving
#define NONE   0.40f // of the size: better to say nothing until there is room
#define LOWEST 0.45f // of the view's height, above the own car

/// One way to show the sign.
typedef struct Plate {
    const RaceSignText *text;
    Area area;
    float unit, sizes[2]; ///< px
    float fit;            ///< The smaller size, as a share of the usual one.
} Plate;

static int line_count(const RaceSignText *text) { return text->lines[1][0] != '\0' ? 2 : 1; }

/// `text` with the upper edge of its plate at `y` px.
static Plate plate_at(const Canvas *canvas, const HudView *view, const RaceSignText *text, float u,
                      float y, const HudTaken *taken) {
    int count = line_count(text);
    float tall = (float)count * ROW * u + PAD * u, wide = 0.0f;
    HudSpan span = hud_free_span(view, taken, y, y + tall);
    float room = fmaxf(span.right - span.left - 2.0f * PAD * u, 0.0f);
    Plate plate = {.text = text, .unit = u, .fit = 1.0f};
    for (int i = 0; i < count; i++) {
        plate.sizes[i] = canvas_fitting(canvas, SIZE * u, room, text->lines[i]);
        plate.fit = fminf(plate.fit, plate.sizes[i] / (SIZE * u));
        wide = fmaxf(wide, canvas_text_width(canvas, plate.sizes[i], text->lines[i]));
    }
    wide += 2.0f * PAD * u;
    float middle = (float)view->rect.x + 0.5f * (float)view->rect.width;
    middle = float_clamp(middle, span.left + 0.5f * wide, span.right - 0.5f * wide);
    plate.area = (Area){middle - 0.5f * wide, y, wide, tall};
    return plate;
}

/// The first of `texts` that can be read at `y`, where `best` cannot be.
static void try_at(const Canvas *canvas, const HudView *view, const RaceSignText *texts, int count,
                   float y, const HudTaken *taken, Plate *best) {
    for (int i = 0; i < count && best->fit < LEAST; i++) {
        Plate plate = plate_at(canvas, view, &texts[i], best->unit, y, taken);
        if (best->text == NULL || plate.fit > best->fit) {
            *best = plate;
        }
    }
}

void race_sign_draw(const Canvas *canvas, const HudView *view, const RaceSignText *texts, int count,
                    HudTaken *taken) {
    ASSERT(canvas != NULL && view != NULL && texts != NULL && count > 0 && taken != NULL);
    float unit = hud_unit(view), above = hud_message_top(view);
    float u = fminf(GROWTH * unit, above / (2.0f * ROW + 2.0f * PAD));
    float top = (float)(canvas->height - view->rect.y - view->rect.height);
    float tall = (float)line_count(&texts[0]) * ROW * u + PAD * u;
    Plate best = {.unit = u};
    try_at(canvas, view, texts, count, top + fminf(TOP * unit, above - tall - 0.4f * PAD * u),
           taken, &best);
    float foot = top + (float)view->rect.height - HUD_RIM * unit;
    try_at(canvas, view, texts, count, foot - tall, taken, &best);
    for (int i = 0; i < taken->count && best.fit < LEAST; i++) { // below each of them in turn
        float y = taken->areas[i].y + taken->areas[i].height + GAP * unit;
        if (y > top && y + tall < top + LOWEST * (float)view->rect.height) {
            try_at(canvas, view, texts, count, y, taken, &best);
        }
    }
    if (best.fit < NONE) {
        return;
    }
    canvas_fill(canvas, best.area, PAD * u, PALETTE_PLATE);
    hud_take(taken, best.area);
    for (int i = 0; i < line_count(best.text); i++) {
        canvas_text(canvas, best.area.x + 0.5f * best.area.width,
                    best.area.y + (float)(i + 1) * ROW * u, best.sizes[i], TEXT_CENTER,
                    best.text->colors[i], best.text->lines[i]);
    }
}
