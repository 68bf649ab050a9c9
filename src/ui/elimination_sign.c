#include "ui/elimination_sign.h"

#include "base/assert.h"
#include "base/scalar.h"
#include "race/elimination.h"
#include "race/ending.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HURRY_UNDER 5.0f // s

// Units, as of the clock at the end of a race, which has this place once nobody drops out any more.
#define TOP    76.0f
#define SIZE   24.0f
#define ROW    27.0f
#define PAD    12.0f
#define GROWTH 1.4f
#define LEAST  0.75f // of the size

char *elimination_sign_when(const Race *race, char out[ELIMINATION_TEXT_MAX]) {
    out[0] = '\0';
    if (race->phase != RACE_RUNNING || elimination_next(race) < 0) {
        return out;
    }
    if (elimination_by_laps(race)) {
        snprintf(out, ELIMINATION_TEXT_MAX, "Last out at the end of lap %d",
                 race->eliminated_count + 1);
    } else {
        snprintf(out, ELIMINATION_TEXT_MAX, "Last out in %.0f s",
                 ceil((double)elimination_seconds(race)));
    }
    return out;
}

char *elimination_sign_who(const Race *race, int own, int seen, const char *const *names,
                           char out[ELIMINATION_TEXT_MAX]) {
    int next = race->phase == RACE_RUNNING ? elimination_next(race) : -1;
    char place[8];
    out[0] = '\0';
    if (next >= 0 && race_racers_const(race)[own].eliminated > 0) {
        hud_place_text(race_racers_const(race)[own].eliminated, place);
        snprintf(out, ELIMINATION_TEXT_MAX,
                 own == seen ? "You are out, %s" : "You are %s. Here is %.24s", place, names[seen]);
    } else if (next >= 0 && next == own) {
        snprintf(out, ELIMINATION_TEXT_MAX, "You are last");
    } else if (next >= 0) {
        snprintf(out, ELIMINATION_TEXT_MAX, "%.40s is last", names[next]);
    }
    return out;
}

void elimination_sign_draw(const Canvas *canvas, const Race *race, const HudView *view, int own,
                           const char *const *names, HudTaken *taken) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && names != NULL && taken != NULL);
    char lines[2][ELIMINATION_TEXT_MAX];
    elimination_sign_when(race, lines[0]);
    elimination_sign_who(race, own, view->car, names, lines[1]);
    if (!lines[0][0] || hud_counts_down(race)) { // the lights have this place
        return;
    }
    if (ending_is_open(race)) {
        size_t length = strlen(lines[0]);
        snprintf(lines[0] + length, sizeof lines[0] - length, ", gas ends it now");
    }
    float unit = hud_unit(view), above = hud_message_top(view);
    float u = fminf(GROWTH * unit, above / (2.0f * ROW + 2.0f * PAD));
    float row = ROW * u, tall = 2.0f * row + PAD * u;
    float top = (float)(canvas->height - view->rect.y - view->rect.height);
    float y = top + fminf(TOP * unit, above - tall - 0.4f * PAD * u);
    HudSpan span = hud_free_span(view, taken, y, y + tall);
    float sizes[2], wide = 0.0f, room = span.right - span.left - 2.0f * PAD * u;
    bool danger = elimination_next(race) == own;
    int count = 2;
    if (canvas_fitting(canvas, SIZE * u, room, lines[1]) < LEAST * SIZE * u) {
        count = 1; // less is said where there is little room
        tall = row + PAD * u;
        span = hud_free_span(view, taken, y, y + tall);
        room = span.right - span.left - 2.0f * PAD * u;
        if (danger && elimination_by_laps(race)) {
            snprintf(lines[0], sizeof lines[0], "You are last");
        } else if (danger) {
            snprintf(lines[0], sizeof lines[0], "You are out in %.0f s",
                     ceil((double)elimination_seconds(race)));
        }
    }
    for (int i = 0; i < count; i++) {
        sizes[i] = canvas_fitting(canvas, SIZE * u, room, lines[i]);
        wide = fmaxf(wide, canvas_text_width(canvas, sizes[i], lines[i]) + 2.0f * PAD * u);
    }
    float middle = (float)view->rect.x + 0.5f * (float)view->rect.width;
    middle = float_clamp(middle, span.left + 0.5f * wide, span.right - 0.5f * wide);
    Area plate = {middle - 0.5f * wide, y, wide, tall};
    bool hurry = !elimination_by_laps(race) && elimination_seconds(race) < HURRY_UNDER;
    canvas_fill(canvas, plate, PAD * u, PALETTE_PLATE);
    hud_take(taken, plate);
    canvas_text(canvas, middle, y + row, sizes[0], TEXT_CENTER,
                danger || hurry ? PALETTE_BAD_TEXT : PALETTE_ACCENT, lines[0]);
    if (count < 2) {
        return;
    }
    canvas_text(canvas, middle, y + 2.0f * row, sizes[1], TEXT_CENTER,
                danger ? PALETTE_BAD_TEXT : PALETTE_TEXT, lines[1]);
}
