/// What the rules mean for one driver now: small plates below place and lap.
#include "race/false_start.h"
#include "race/flags.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>

#define SIZE  24.0f // Units, of the letters ...
#define TALL  38.0f // ... and of their plate.
#define SPACE 6.0f
#define TOLD  2.0   // s for which a false start is told once the car is let go
#define LOW   0.55f // of the view's height: farther down is the road

enum {
    LINES_MAX = 5,
    LINE_BYTES = 40
};

typedef struct Line {
    char text[LINE_BYTES];
    uint32_t mark; ///< Colour of the flag before it.
} Line;

#define FLAG_BLUE 0x3E8BFFFFu

static int add(Line *lines, int count, uint32_t mark, const char *text) {
    snprintf(lines[count].text, LINE_BYTES, "%s", text);
    lines[count].mark = mark;
    return count + 1;
}

/// Until a little after he is let go.
static bool tells_false_start(const Race *race, const Racer *racer) {
    return racer->false_start && race_time(race) < (double)FALSE_START_HOLD + TOLD;
}

static int list_lines(const Panel *panel, Line lines[LINES_MAX]) {
    const Race *race = panel->race;
    const Racer *racer = panel->racer;
    int count = 0;
    char text[LINE_BYTES];
    if (tells_false_start(race, racer)) {
        count = add(lines, count, PALETTE_BAD, "False start");
    }
    if (flags_blue(race, panel->view->car) >= 0) {
        count = add(lines, count, FLAG_BLUE, "You are being lapped");
    }
    if (racer->penalty_s > 0.0f) {
        snprintf(text, sizeof text, "+%.1f s", (double)racer->penalty_s);
        count = add(lines, count, PALETTE_BAD, text);
    }
    if ((racer->lap_marks & LAP_CUT) != 0 && !racer->finished) {
        count = add(lines, count, PALETTE_BAD,
                    race->mode == RACE_MODE_RACE ? "Cut: no best lap" : "This lap does not count");
    }
    int power = (int)floorf(100.0f * racer->car.boost + 0.5f);
    if (power != 0 && power > -100) {
        snprintf(text, sizeof text, "Power %s%d %%", power > 0 ? "+" : "\u2212",
                 power > 0 ? power : -power);
        count = add(lines, count, power > 0 ? PALETTE_GOOD : PALETTE_B, text);
    }
    return count;
}

void hud_draw_rules(const Panel *panel, vec2s from) {
    Line lines[LINES_MAX];
    int count = list_lines(panel, lines);
    float u = panel->unit, y = from.y;
    for (int i = 0; i < count; i++) {
        float wide = panel_width(panel, SIZE * u, lines[i].text) + 54.0f * u;
        Area plate = hud_below_taken(panel->taken, (Area){from.x, y, wide, TALL * u}, SPACE * u);
        bool fits = plate.y + plate.height < panel->top + LOW * panel->height &&
                    plate.x + wide < panel->right;
        if (!fits) {
            return;
        }
        panel_plate(panel, plate);
        Area flag = {from.x + 12.0f * u, plate.y + 11.0f * u, 22.0f * u, 16.0f * u};
        canvas_fill(panel->canvas, flag, 2.0f * u, lines[i].mark);
        panel_text(panel, from.x + 42.0f * u, plate.y + 27.0f * u, SIZE * u, TEXT_LEFT,
                   PALETTE_TEXT, lines[i].text);
        y = plate.y + plate.height + SPACE * u;
    }
}
