#include "geometry/transform.h"
#include "geometry/trig.h"
#include "race/battle_rules.h"
#include "race/cutting.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>

#define MESSAGE_SHOWN 2.0   ///< s
#define MESSAGE_PLACE 0.27f ///< Baseline of messages, as a share of the view's height ...
#define MESSAGE_BELOW 90.0f ///< ... with this many units at least above their plate.
#define MESSAGE_SIZE  64.0f ///< Units.
#define MESSAGE_RISE  0.98f ///< Of their size, from the baseline to the top of their plate.
#define MESSAGE_TALL  1.36f ///< Of their size, their plate.
#define MESSAGE_LEAST \
    0.6f ///< Of their size, at which they leave the middle, or go below the plates ...
#define MESSAGE_END 0.45f ///< ... and end above this share of the view's height.

/// s of Racer.stuck_s after which the key that helps is named: 1.2 s of pushing that moves nothing.
#define STUCK_HINT_AFTER 3.6f
#define OUT_SHOWN        4.0f ///< s
#define GO_SHOWN         0.9  ///< s
#define HELD_SIZE        0.5f ///< Of GO: it has twice the letters.

// Units, of the box of five lights and of a digit beside it; the share of it at which the box is
// too small.
#define LIGHTS_WIDE  282.0f
#define LIGHTS_TALL  64.0f
#define LIGHTS_LEAST 0.6f
#define DIGIT_ROOM   150.0f

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

/// How wide something in the middle of the view may be between `top` and `bottom` (px).
static float free_width(const Panel *panel, float top, float bottom) {
    HudSpan span = hud_free_span(panel->view, panel->taken, top, bottom);
    return 2.0f * fmaxf(fminf(panel->middle.x - span.left, span.right - panel->middle.x), 0.0f);
}

/// The lower edge of what stands in the corners at the top, px.
static float top_plates_end(const Panel *panel) {
    float end = panel->top;
    for (int i = 0; i < panel->taken->count; i++) {
        Area area = panel->taken->areas[i];
        bool starts = area.y < panel->middle.y - 0.25f * panel->height;
        if (starts || area.y + area.height < panel->middle.y) {
            end = fmaxf(end, area.y + area.height);
        }
    }
    return end;
}

/// Where a message stands: the middle of its baseline, and the size of its letters, px.
typedef struct Banner {
    float x, y, size;
} Banner;

/// In the middle of the view with its baseline at `y`, as large as fits between the plates.
static Banner banner_beside(const Panel *panel, float y, float size, float ems) {
    float room =
        free_width(panel, y - MESSAGE_RISE * size, y + (MESSAGE_TALL - MESSAGE_RISE) * size);
    return (Banner){panel->middle.x, y, fminf(size, fminf(0.92f * panel->width, room) / ems)};
}

/// The same in the middle of the gap between the plates.
static Banner banner_in_gap(const Panel *panel, float y, float size, float ems) {
    HudSpan gap = hud_free_span(panel->view, panel->taken, y - MESSAGE_RISE * size,
                                y + (MESSAGE_TALL - MESSAGE_RISE) * size);
    float room = fmaxf(gap.right - gap.left, 0.0f);
    return (Banner){0.5f * (gap.left + gap.right), y, fminf(size, room / ems)};
}

/// Below the plates and above the car.
static Banner banner_below(const Panel *panel, float size, float ems) {
    float from = top_plates_end(panel) + 0.5f * HUD_RIM * panel->unit;
    float tall = panel->top + MESSAGE_END * panel->height - from;
    float most = fmaxf(fminf(size, tall / MESSAGE_TALL), 0.0f);
    float room = free_width(panel, from, from + MESSAGE_TALL * most);
    most = fminf(most, fminf(0.92f * panel->width, room) / ems);
    return (Banner){panel->middle.x, from + MESSAGE_RISE * most, most};
}

/// Narrow views: the text moves or shrinks rather than leave the view or lie on a plate.
static void banner(const Panel *panel, float y, float size, uint32_t color, const char *text) {
    float ems = font_text_width(panel->canvas->font, text) + 1.1f;
    Banner at = banner_beside(panel, y, size, ems);
    if (at.size < MESSAGE_LEAST * size) {
        Banner gap = banner_in_gap(panel, y, size, ems), below = banner_below(panel, size, ems);
        at = gap.size > at.size ? gap : at;
        at = below.size > at.size ? below : at;
    }
    float width = panel_width(panel, at.size, text) + 1.1f * at.size;
    panel_plate(panel, (Area){at.x - 0.5f * width, at.y - MESSAGE_RISE * at.size, width,
                              MESSAGE_TALL * at.size});
    panel_text(panel, at.x, at.y, at.size, TEXT_CENTER, color, text);
}

/// What the rules say that must be known at once. False where they say nothing.
static bool rules_message(const Panel *panel, float y, float size) {
    const Race *race = panel->race;
    const Racer *racer = panel->racer;
    const Cutting *cutting = &racer->cutting;
    char text[32];
    if (cutting_owes(racer)) {
        snprintf(text, sizeof text, "CUT: LIFT %.1f s", fmax(0.1, (double)cutting->owed_s));
        banner(panel, y, size, PALETTE_BAD_TEXT, text);
    } else if (cutting->told_s > 0.0f && cutting->paid) {
        snprintf(text, sizeof text, "CUT: +%.1f s", (double)cutting_cost(racer));
        banner(panel, y, size, PALETTE_BAD_TEXT, text);
    } else if (cutting->told_s > 0.0f && race->mode == RACE_MODE_PRACTICE) {
        banner(panel, y, size, PALETTE_BAD_TEXT, "CUT: LAP DOES NOT COUNT");
    } else if (cutting->told_s > 0.0f && race->rules.cutting) {
        banner(panel, y, 0.7f * size, PALETTE_GOOD, "GIVEN BACK");
    } else {
        return false;
    }
    return true;
}

void hud_draw_messages(const Panel *panel) {
    if (panel->view->home_place > 0) {
        return; // whom he watches is no concern of his
    }
    const Racer *racer = panel->racer;
    float y = panel->top + message_base(panel->view);
    float size = MESSAGE_SIZE * panel->unit;
    char text[32], place[8];
    if (racer->finished) {
        snprintf(text, sizeof text, "FINISHED %s", hud_place_text(racer->place, place));
        banner(panel, y, size, racer->place == 1 ? PALETTE_ACCENT : PALETTE_TEXT, text);
    } else if (racer->eliminated > 0) {
        bool fresh = (float)(panel->race->tick - racer->eliminated_tick) * RACE_DT < OUT_SHOWN;
        if (fresh) {
            snprintf(text, sizeof text, "OUT: %s", hud_place_text(racer->eliminated, place));
            banner(panel, y, size, PALETTE_TEXT, text);
        }
    } else if (racer->retired) {
        snprintf(text, sizeof text, "TIME IS UP: %s", hud_place_text(racer->place, place));
        banner(panel, y, size, PALETTE_TEXT, text);
    } else if (battle_is_out(&panel->race->battle, panel->view->car)) {
        float left = (float)panel->race->battle.cars[panel->view->car].out * RACE_DT;
        snprintf(text, sizeof text, "SPUN OUT: BACK IN %.0f", ceil((double)left));
        banner(panel, y, size, PALETTE_BAD_TEXT, text);
    } else if (rules_message(panel, y, size)) {
        return;
    } else if (battle_rules_wears(panel->race, panel->view->car)) {
        int left = battle_rules_wears_in(panel->race, panel->view->car);
        snprintf(text, sizeof text, hud_is_small(panel->view) ? "SHOOT: %d s" : "HIT A CAR IN %d s",
                 (left + RACE_TICKS_PER_SECOND - 1) / RACE_TICKS_PER_SECOND);
        banner(panel, y, 0.8f * size, PALETTE_BAD_TEXT, text);
    } else if (racer->wrong_way) {
        banner(panel, y, size, PALETTE_BAD_TEXT, "WRONG WAY");
    } else if (racer->stuck_s > STUCK_HINT_AFTER && panel->view->keys_rescue) {
        snprintf(text, sizeof text, "Stuck? Hold %s", panel->view->keys_rescue);
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

/// Where the lights of a start stand.
typedef struct Lights {
    vec2s middle; ///< px
    float unit;   ///< px
    float room;   ///< Width that is free around their middle, px.
} Lights;

/// Between the plates of the corners, in the middle of the view or else of the gap between them,
/// smaller where that is narrow; below them where it would make them too small.
static Lights place_lights(const Panel *panel) {
    float u = panel->unit, y = panel->top + fmaxf(0.11f * panel->height, 44.0f * u);
    float tall = 0.5f * LIGHTS_TALL * u;
    float room = free_width(panel, y - tall, y + tall), least = LIGHTS_LEAST * LIGHTS_WIDE * u;
    HudSpan gap = hud_free_span(panel->view, panel->taken, y - tall, y + tall);
    if (room < least && gap.right - gap.left >= least) {
        room = gap.right - gap.left;
        return (Lights){vec2_make(0.5f * (gap.left + gap.right), y), fminf(u, room / LIGHTS_WIDE),
                        room};
    }
    if (room < least) {
        y = fmaxf(y, top_plates_end(panel) + 0.5f * HUD_RIM * u + tall);
        room = free_width(panel, y - tall, y + tall);
    }
    return (Lights){vec2_make(panel->middle.x, y), fminf(u, room / LIGHTS_WIDE), room};
}

static void draw_lights(const Panel *panel, const Lights *lights, int lit, bool green,
                        float alpha) {
    float u = lights->unit, radius = 19.0f * u, gap = 54.0f * u;
    float middle = lights->middle.x, y = lights->middle.y;
    float wide = LIGHTS_WIDE * u, tall = LIGHTS_TALL * u;
    Area box = {middle - 0.5f * wide, y - 0.5f * tall, wide, tall};
    canvas_fill(panel->canvas, box, 18.0f * u, shade_fade(PALETTE_SCREEN, alpha));
    hud_take(panel->taken, box);
    for (int i = 0; i < 5; i++) {
        vec2s at = vec2_make(middle + (float)(i - 2) * gap, y);
        bool on = green || i < lit;
        uint32_t color = green ? PALETTE_GOOD : on ? 0xFF3B2EFFu : 0x343944FFu;
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

bool hud_counts_down(const Race *race) {
    double left = -race_time(race);
    return race->mode == RACE_MODE_RACE && left > -GO_SHOWN &&
           (race->phase == RACE_COUNTDOWN || left <= 0.0);
}

/// Five lights and a digit that shrinks as its second runs out; then GO, which grows and fades.
void hud_draw_countdown(const Panel *panel) {
    const Race *race = panel->race;
    if (!hud_counts_down(race)) {
        return;
    }
    double left = -race_time(race);
    float total = (float)RACE_COUNTDOWN_TICKS * RACE_DT;
    bool go = left <= 0.0;
    bool steady = panel->view->steady;
    float gone = (float)(-left / GO_SHOWN), alpha = go && !steady ? 1.0f - gone : 1.0f;
    int lit = (int)(5.0f * (total - (float)left) / total) + 1;
    Lights lights = place_lights(panel);
    bool held = panel->racer->false_start; // for him the lights stay red
    draw_lights(panel, &lights, lit, go && !held, alpha);
    char text[8];
    int digit = (int)ceil(left);
    snprintf(text, sizeof text, "%d", digit);
    float beat = steady ? 0.0f : go ? gone : (float)digit - (float)left;
    float size = (go ? 190.0f + 60.0f * beat : 210.0f - 40.0f * beat) * panel->unit;
    float x = lights.middle.x;
    float y = fmaxf(panel->top + 0.23f * panel->height + 0.36f * 200.0f * panel->unit,
                    lights.middle.y + (0.5f * LIGHTS_TALL + DIGIT_ROOM + 20.0f) * panel->unit);
    if (panel->height < COUNTDOWN_ROOM * panel->unit) {
        // A low view: beside the lights where there is room, or the digit would hide the cars.
        float beside = 0.5f * LIGHTS_WIDE * lights.unit + 0.5f * DIGIT_ROOM * panel->unit;
        bool fits = 2.0f * beside + DIGIT_ROOM * panel->unit <= lights.room;
        size *= 0.42f;
        x += fits ? beside : 0.0f;
        y = lights.middle.y + 0.36f * size;
        y += fits ? 0.0f : 0.5f * LIGHTS_TALL * lights.unit + 0.5f * size;
    }
    float edge = fmaxf(5.0f * panel->unit, 2.5f);
    const char *shown = !go ? text : held ? "HELD" : "GO";
    size *= go && held ? HELD_SIZE : 1.0f;
    for (int i = 0; i < 4; i++) { // a dark rim, so that it reads on snow too
        float angle = 0.5f * TRIG_PI * ((float)i + 0.5f);
        vec2s at = draw_circle_point(vec2_make(x, y), edge, angle);
        draw_text(panel->list, panel->canvas->font, at.x, at.y, size, TEXT_CENTER,
                  shade_fade(PALETTE_WITH(PALETTE_INK, 0xB4), alpha), shown);
    }
    uint32_t color = !go ? PALETTE_TEXT : held ? PALETTE_BAD_TEXT : PALETTE_GOOD;
    panel_text(panel, x, y, size, TEXT_CENTER, shade_fade(color, alpha), shown);
    float wide = panel_width(panel, size, shown);
    hud_take(panel->taken, (Area){x - 0.5f * wide, y - 0.75f * size, wide, size});
}
