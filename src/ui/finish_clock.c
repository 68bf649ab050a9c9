#include "ui/finish_clock.h"

#include "base/assert.h"
#include "ui/palette.h"
#include "ui/race_sign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LIMIT_SHOWN 60.0 ///< s before the time limit, while nobody has finished.
#define HURRY_UNDER 10.0 ///< s

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

/// Whether the view is that of somebody who is out of a battle until one is left: no clock runs.
static bool is_out_of_battle(const Race *race, const HudView *view) {
    return view->home_place > 0 && race->battle_mode == BATTLE_LAST && race->finished_count == 0;
}

const char *finish_clock_watched(const Race *race, const HudView *view, const char *const *names,
                                 char out[FINISH_TEXT_MAX]) {
    if (!is_out_of_battle(race, view) || !hud_is_small(view)) {
        return NULL;
    }
    if (view->ends) {
        return "Gas ends it";
    }
    snprintf(out, FINISH_TEXT_MAX, "Here is %.24s", names[view->car]);
    return out;
}

/// Who is out sees whom he watches, and that he may end it once none of the people is in it.
static void draw_watching(const Canvas *canvas, const HudView *view, const char *const *names,
                          HudTaken *taken) {
    char own[FINISH_TEXT_MAX], seen[FINISH_TEXT_MAX], place[8];
    snprintf(own, sizeof own, "You are %s", hud_place_text(view->home_place, place));
    snprintf(seen, sizeof seen, "Here is %.24s", names[view->car]);
    const char *first = view->ends ? "Gas ends the battle" : own;
    uint32_t color = view->ends ? PALETTE_ACCENT : PALETTE_TEXT;
    const RaceSignText texts[] = {{{first, seen}, {color, PALETTE_TEXT}},
                                  {{view->ends ? first : seen, ""}, {color, 0}}};
    race_sign_draw(canvas, view, texts, sizeof texts / sizeof *texts, taken);
}

void finish_clock_draw(const Canvas *canvas, const Race *race, const HudView *view,
                       const char *const *names, HudTaken *taken) {
    ASSERT(canvas != NULL && view != NULL && names != NULL);
    ASSERT(view->car >= 0 && view->car < race->car_count);
    char when[FINISH_TEXT_MAX], who[FINISH_TEXT_MAX], place[8];
    char brief_when[FINISH_TEXT_MAX], brief_who[FINISH_TEXT_MAX];
    finish_clock_left(race, when);
    if (!when[0] && is_out_of_battle(race, view) && !hud_is_small(view)) {
        draw_watching(canvas, view, names, taken);
    }
    if (!when[0]) {
        return;
    }
    snprintf(brief_when, sizeof brief_when, "%s", when);
    if (view->ends) {
        size_t length = strlen(when);
        snprintf(when + length, sizeof when - length, ", gas ends it now");
        snprintf(brief_when, sizeof brief_when, "Gas ends the race");
    }
    finish_clock_who(race, names, who);
    snprintf(brief_who, sizeof brief_who, "%s", who);
    if (view->home_place > 0) {
        hud_place_text(view->home_place, place);
        snprintf(who, sizeof who, "You are %s. Here is %.24s", place, names[view->car]);
        snprintf(brief_who, sizeof brief_who, "You are %s", place);
    } else if (race->finished_count > 1) {
        snprintf(brief_who, sizeof brief_who, "%d have finished", race->finished_count);
    }
    uint32_t color = seconds_left(race) > HURRY_UNDER ? PALETTE_ACCENT : PALETTE_BAD_TEXT;
    const RaceSignText texts[] = {{{when, who}, {color, PALETTE_TEXT}},
                                  {{when, brief_who}, {color, PALETTE_TEXT}},
                                  {{brief_when, brief_who}, {color, PALETTE_TEXT}}};
    race_sign_draw(canvas, view, texts, sizeof texts / sizeof *texts, taken);
}
