#include "geometry/transform.h"
#include "geometry/trig.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>

#define MESSAGE_SHOWN 2.0   ///< s
#define MESSAGE_PLACE 0.27f ///< Baseline of messages, as a share of the view's height ...
#define MESSAGE_BELOW 90.0f ///< ... with this many units at least above their plate.
#define MESSAGE_SIZE  64.0f ///< Units.
#define MESSAGE_RISE  0.98f ///< Of their size, from the baseline to the top of their plate.

/// s of Racer.stuck_s after which the key that helps is named: 1.2 s of pushing that moves nothing.
#define STUCK_HINT_AFTER 3.6f
#define GO_SHOWN         0.9 ///< s

/// Height of a view, in units of 1/1080 of it at full size, below which the countdown moves aside.
#define COUNTDOWN_ROOM 800.0f

/// The baseline of messages, px below the top of a view.
static float message_base(const HudView *view) {
    float unit = hud_unit(view);
    return fmaxf(MESSAGE_PLACE * (float)view->rect.height,
                 (MESSAGE_BELOW + MESSAGE_RISE * MESSAGE_SIZE) * unit);
}

float hud_message_top(const HudView *view) {
    return message_base(view) - MESSAGE_RISE * MESSAGE_SIZE * hud_unit(view);
}

/// How wide something in the middle of the view may be between `top` and `bottom` (px), so that it
/// lies on nothing else.
static float free_width(const Panel *panel, float top, float bottom) {
    float half = 0.5f * panel->width - 0.5f * HUD_RIM * panel->unit;
    float gap = 0.5f * HUD_RIM * panel->unit, middle = panel->middle.x;
    for (int i = 0; i < panel->taken->count; i++) {
        Area area = panel->taken->areas[i];
        if (area.y < bottom && area.y + area.height > top) {
            bool left = area.x + 0.5f * area.width < middle;
            float edge = left ? middle - area.x - area.width : area.x - middle;
            half = fminf(half, edge - gap);
        }
    }
    return 2.0f * fmaxf(half, 0.0f);
}

static void banner(const Panel *panel, float y, float size, uint32_t color, const char *text) {
    // Narrow views: the text shrinks rather than leave the view or lie on a plate.
    float room = free_width(panel, y - MESSAGE_RISE * size, y + (1.36f - MESSAGE_RISE) * size);
    float ems = font_text_width(panel->canvas->font, text);
    size = fminf(size, fminf(0.92f * panel->width, room) / (ems + 1.1f));
    float width = panel_width(panel, size, text) + 1.1f * size;
    panel_plate(panel, (Area){panel->middle.x - 0.5f * width, y - MESSAGE_RISE * size, width,
                              1.36f * size});
    panel_text(panel, panel->middle.x, y, size, TEXT_CENTER, color, text);
}

void hud_draw_messages(const Panel *panel) {
    const Racer *racer = panel->racer;
    float y = panel->top + message_base(panel->view);
    float size = MESSAGE_SIZE * panel->unit;
    char text[32], place[8];
    if (racer->finished) {
        snprintf(text, sizeof text, "FINISHED %s", hud_place_text(racer->place, place));
        banner(panel, y, size, racer->place == 1 ? PALETTE_ACCENT : PALETTE_TEXT, text);
    } else if (racer->retired) {
        snprintf(text, sizeof text, "TIME IS UP: %s", hud_place_text(racer->place, place));
        banner(panel, y, size, PALETTE_TEXT, text);
    } else if (racer->wrong_way) {
        banner(panel, y, size, PALETTE_BAD_TEXT, "WRONG WAY");
    } else if (racer->stuck_s > STUCK_HINT_AFTER && panel->view->keys_rescue) {
        snprintf(text, sizeof text, "Stuck? Press %s", panel->view->keys_rescue);
        banner(panel, y, size, PALETTE_ACCENT, text);
    } else if (racer->ghost_s > 0.0f) {
        banner(panel, y, 0.7f * size, PALETTE_TEXT, "BACK ON THE ROAD");
    } else if (racer->missed_gate >= 0 && racer->missed_s > 0.0f) {
        banner(panel, y, size, PALETTE_BAD_TEXT, "MISSED CHECKPOINT");
    } else if (panel->race->mode == RACE_MODE_RACE && panel->race->laps > 1 &&
               racer->lap == panel->race->laps - 1 && panel_lap_seconds(panel) < MESSAGE_SHOWN) {
        banner(panel, y, size, PALETTE_ACCENT, "FINAL LAP");
    }
}

static void draw_lights(const Panel *panel, int lit, bool go, float alpha) {
    float u = panel->unit, radius = 19.0f * u, gap = 54.0f * u;
    float middle = panel->middle.x, y = panel->top + 0.11f * panel->height;
    Area box = {middle - 2.5f * gap - 6.0f * u, y - 32.0f * u, 5.0f * gap + 12.0f * u, 64.0f * u};
    canvas_fill(panel->canvas, box, 18.0f * u, shade_fade(PALETTE_SCREEN, alpha));
    for (int i = 0; i < 5; i++) {
        vec2s at = vec2_make(middle + (float)(i - 2) * gap, y);
        bool on = go || i < lit;
        uint32_t color = go ? PALETTE_GOOD : on ? 0xFF3B2EFFu : 0x343944FFu;
        if (on) {
            shade_glow(panel->list, at, 2.0f * radius, 16, shade_fade(color, 0.45f * alpha));
        }
        draw_circle(panel->list, at, radius, shade_fade(color, alpha));
        if (on) {
            draw_circle(panel->list, vec2_make(at.x - 0.3f * radius, at.y - 0.3f * radius),
                        0.28f * radius, shade_fade(0xFFFFFFB0u, alpha));
        }
    }
}

/// Five lights and a digit that shrinks as its second runs out; then GO.
void hud_draw_countdown(const Panel *panel) {
    const Race *race = panel->race;
    if (race->mode != RACE_MODE_RACE) {
        return;
    }
    double left = -race_time(race);
    if (left <= -GO_SHOWN || (race->phase != RACE_COUNTDOWN && left > 0.0)) {
        return;
    }
    float total = (float)RACE_COUNTDOWN_TICKS * RACE_DT;
    bool go = left <= 0.0;
    float gone = (float)(-left / GO_SHOWN), alpha = go ? 1.0f - gone : 1.0f;
    int lit = (int)(5.0f * (total - (float)left) / total) + 1;
    draw_lights(panel, lit, go, alpha);
    char text[8];
    int digit = (int)ceil(left);
    snprintf(text, sizeof text, "%d", digit);
    float beat = go ? gone : (float)digit - (float)left;
    float size = (go ? 190.0f + 60.0f * beat : 210.0f - 40.0f * beat) * panel->unit;
    float x = panel->middle.x;
    float y = panel->top + 0.23f * panel->height + 0.36f * 200.0f * panel->unit;
    if (panel->height < COUNTDOWN_ROOM * panel->unit) {
        // A low view: beside the lights, or the digit would hide the cars.
        size *= 0.42f;
        x += 195.0f * panel->unit;
        y = panel->top + 0.11f * panel->height + 0.36f * size;
    }
    float edge = fmaxf(4.0f * panel->unit, 2.0f);
    const char *shown = go ? "GO" : text;
    for (int i = 0; i < 8; i++) { // a dark rim, so that it reads on snow too
        vec2s at = draw_circle_point(vec2_make(x, y), edge, 0.25f * TRIG_PI * (float)i);
        panel_text(panel, at.x, at.y, size, TEXT_CENTER,
                   shade_fade(PALETTE_WITH(PALETTE_INK, 0x8C), alpha), shown);
    }
    panel_text(panel, x, y, size, TEXT_CENTER, shade_fade(go ? PALETTE_GOOD : PALETTE_TEXT, alpha),
               shown);
}
