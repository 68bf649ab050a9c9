#include "ui/elimination_sign.h"

#include "base/assert.h"
#include "race/elimination.h"
#include "race/ending.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"
#include "ui/palette.h"
#include "ui/race_sign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HURRY_UNDER 5.0f // s

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

/// What the sign says in one line where there is little room.
static void tell_briefly(const Race *race, bool danger, char out[ELIMINATION_TEXT_MAX]) {
    bool laps = elimination_by_laps(race);
    int seconds = laps ? 0 : (int)ceilf(elimination_seconds(race));
    if (danger && laps) {
        snprintf(out, ELIMINATION_TEXT_MAX, "You are last");
    } else if (danger) {
        snprintf(out, ELIMINATION_TEXT_MAX, "You are out in %d s", seconds);
    } else if (laps) {
        snprintf(out, ELIMINATION_TEXT_MAX, "Last out after lap %d", race->eliminated_count + 1);
    } else {
        snprintf(out, ELIMINATION_TEXT_MAX, "Last out in %d s", seconds);
    }
}

void elimination_sign_draw(const Canvas *canvas, const Race *race, const HudView *view, int own,
                           const char *const *names, HudTaken *taken) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && names != NULL && taken != NULL);
    char when[ELIMINATION_TEXT_MAX], who[ELIMINATION_TEXT_MAX], brief[ELIMINATION_TEXT_MAX];
    elimination_sign_when(race, when);
    elimination_sign_who(race, own, view->car, names, who);
    if (!when[0] || hud_counts_down(race)) { // the lights have this place
        return;
    }
    bool danger = elimination_next(race) == own;
    bool hurry = !elimination_by_laps(race) && elimination_seconds(race) < HURRY_UNDER;
    tell_briefly(race, danger, brief);
    if (ending_is_open(race)) {
        size_t length = strlen(when);
        snprintf(when + length, sizeof when - length, ", gas ends it now");
        snprintf(brief, sizeof brief, "Gas ends the race");
    }
    uint32_t first = danger || hurry ? PALETTE_BAD_TEXT : PALETTE_ACCENT;
    uint32_t second = danger ? PALETTE_BAD_TEXT : PALETTE_TEXT;
    const RaceSignText texts[] = {{{when, who}, {first, second}}, {{brief, ""}, {first, second}}};
    race_sign_draw(canvas, view, texts, sizeof texts / sizeof *texts, taken);
}
