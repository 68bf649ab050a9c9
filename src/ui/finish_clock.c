#include "ui/finish_clock.h"

#include "base/assert.h"
#include "race/classification.h"

#include <math.h>
#include <stdio.h>

#define PLATE 0x14171FB8u
#define TEXT  0xF2F4F8FFu
#define CLOCK 0xFFC145FFu
#define HURRY 0xFF5A4DFFu

#define LIMIT_SHOWN 60.0 ///< s before the time limit, while nobody has finished.
#define HURRY_UNDER 10.0 ///< s

/// Units from the top of a high view: the letter of a set-up stands above.
#define TOP 76.0f

/// s until the race ends.
static double seconds_left(const Race *race) {
    return ((double)race->end_tick - (double)race->tick) / RACE_TICKS_PER_SECOND;
}

char *finish_clock_who(const Race *race, const char *const *names, char out[FINISH_TEXT_MAX]) {
    int order[RACE_MAX_CARS], count = race->finished_count;
    race_order(race, order);
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

void finish_clock_draw(DrawList *list, const Font *font, const Race *race, const HudView *view,
                       const char *const *names, int height_px) {
    ASSERT(list != NULL && font != NULL && view != NULL && names != NULL);
    ASSERT(view->car >= 0 && view->car < race->car_count);
    char lines[2][FINISH_TEXT_MAX];
    finish_clock_left(race, lines[0]);
    if (!lines[0][0] || classification_stands(&race_racers_const(race)[view->car])) {
        return;
    }
    finish_clock_who(race, names, lines[1]);
    float u = hud_unit(view->rect), size = 26.0f * u, row = 29.0f * u;
    float room = (float)view->rect.width - 400.0f * u; // beside the plates of place and times
    float widest = fmaxf(font_text_width(font, lines[0]), font_text_width(font, lines[1]));
    size = fminf(size, (room - 28.0f * u) / widest);
    float wide = size * widest + 28.0f * u, tall = (lines[1][0] ? 2.0f : 1.0f) * row + 12.0f * u;
    float middle = (float)view->rect.x + 0.5f * (float)view->rect.width;
    float below = fminf(TOP * u, hud_message_top(view->rect) - tall - 4.0f * u);
    float y = (float)(height_px - view->rect.y - view->rect.height) + below;
    list->feather = 1.0f;
    list->height = 0.0f;
    draw_round_rect(list, middle - 0.5f * wide, y, wide, tall, 12.0f * u, PLATE);
    draw_text(list, font, middle, y + 29.0f * u, size, TEXT_CENTER,
              seconds_left(race) > HURRY_UNDER ? CLOCK : HURRY, lines[0]);
    draw_text(list, font, middle, y + 29.0f * u + row, size, TEXT_CENTER, TEXT, lines[1]);
}
