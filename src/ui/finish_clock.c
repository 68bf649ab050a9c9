#include "ui/finish_clock.h"

#include "base/assert.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIMIT_SHOWN 60.0 ///< s before the time limit, while nobody has finished.
#define HURRY_UNDER 10.0 ///< s

// Units. The letter of a set-up stands above the plate; a high view has room for a larger one.
#define TOP    76.0f
#define SIZE   24.0f
#define ROW    27.0f
#define PAD    12.0f
#define GROWTH 1.4f
#define LEAST  0.75f // of the size: smaller than that, less is said

/// s until the race ends.
static double seconds_left(const Race *race) {
    return ((double)race->end_tick - (double)race->tick) / RACE_TICKS_PER_SECOND;
}

char *finish_clock_who(const Race *race, const char *const *names, char out[FINISH_TEXT_MAX]) {
    int order[RACE_MAX_CARS], count = 0;
    race_order(race, order);
    for (int i = 0; i < race->car_count; i++) { // who is lapped may be home before others
        if (race_racers_const(race)[order[i]].finished) {
            order[count++] = order[i];
        }
    }
    const char *first = names[order[0]];
    if (count == 0) {
        out[0] = '\0';
    } else if (count == 1) {
        snprintf(out, FINISH_TEXT_MAX, "%.20s has finished", first);
    } else if (count == 2) {
        snprintf(out, FINISH_TEXT_MAX, "%.20s and %.20s have finished", first, names[order[1]]);
    } else {
        snprintf(out, FINISH_TEXT_MAX, "%.20s and %d others have finished", first, count - 1);
    }
    return out;
}

char *finish_clock_left(const Race *race, char out[FINISH_TEXT_MAX]) {
    double left = seconds_left(race);
    bool runs = race->mode == RACE_MODE_RACE && race->phase == RACE_RUNNING && left > 0.0 &&
                (race->finished_count > 0 || left <= LIMIT_SHOWN);
    out[0] = '\0';
    if (runs) {
        int seconds = (int)ceil(left);
        snprintf(out, FINISH_TEXT_MAX, "Race ends in %d:%02d", seconds / 60, seconds % 60);
    }
    return out;
}

void finish_clock_draw(const Canvas *canvas, const Race *race, const HudView *view,
                       const char *const *names, HudTaken *taken) {
    ASSERT(canvas != NULL && view != NULL && names != NULL);
    ASSERT(view->car >= 0 && view->car < race->car_count);
    char lines[2][FINISH_TEXT_MAX];
    finish_clock_left(race, lines[0]);
    if (!lines[0][0]) {
        return;
    }
    finish_clock_who(race, names, lines[1]);
    if (view->home_place > 0) {
        char place[8];
        hud_place_text(view->home_place, place);
        snprintf(lines[1], FINISH_TEXT_MAX, "You are %s. Here is %.24s", place, names[view->car]);
    }
    if (view->ends) {
        size_t length = strlen(lines[0]);
        snprintf(lines[0] + length, FINISH_TEXT_MAX - length, ", gas ends it now");
    }
    float unit = hud_unit(view), above = hud_message_top(view);
    float u = fminf(GROWTH * unit, above / (2.0f * ROW + 2.0f * PAD));
    float row = ROW * u, tall = (lines[1][0] ? 2.0f : 1.0f) * row + PAD * u;
    float top = (float)(canvas->height - view->rect.y - view->rect.height);
    float y = top + fminf(TOP * unit, above - tall - 0.4f * PAD * u);
    HudSpan span = hud_free_span(view, taken, y, y + tall);
    float sizes[2], wide = 0.0f, room = span.right - span.left - 2.0f * PAD * u;
    if (race->finished_count > 1 && view->home_place == 0 &&
        canvas_text_width(canvas, LEAST * SIZE * u, lines[1]) > room) {
        snprintf(lines[1], FINISH_TEXT_MAX, "%d have finished", race->finished_count);
    }
    for (int i = 0; i < 2; i++) {
        sizes[i] = canvas_fitting(canvas, SIZE * u, room, lines[i]);
        wide = fmaxf(wide, canvas_text_width(canvas, sizes[i], lines[i]) + 2.0f * PAD * u);
    }
    float middle = (float)view->rect.x + 0.5f * (float)view->rect.width;
    middle = float_clamp(middle, span.left + 0.5f * wide, span.right - 0.5f * wide);
    Area plate = {middle - 0.5f * wide, y, wide, tall};
    canvas_fill(canvas, plate, PAD * u, PALETTE_PLATE);
    hud_take(taken, plate);
    canvas_text(canvas, middle, y + row, sizes[0], TEXT_CENTER,
                seconds_left(race) > HURRY_UNDER ? PALETTE_ACCENT : PALETTE_BAD_TEXT, lines[0]);
    canvas_text(canvas, middle, y + 2.0f * row, sizes[1], TEXT_CENTER, PALETTE_TEXT, lines[1]);
}
