#include "geometry/transform.h"
#include "race/elimination.h"
#include "ui/hud.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DELTA_SHOWN 3.0 ///< s after a gate.
#define SMALL_LINES 3
#define LAP_ROOM    0.45f ///< Of the view's width: the times stand beside it.

/// The plate in a corner, at the side of the map that several views share where it lies there:
/// above or below it the plate would cover the road ahead.
static Area beside_map(const Panel *panel, Area area) {
    const Minimap *map = panel->view->shared_map;
    float gap = 0.5f * HUD_RIM * panel->unit;
    if (map == NULL || !canvas_overlap(map->plate, area)) {
        return area;
    }
    bool right = area.x > panel->middle.x;
    area.x = right ? map->plate.x - gap - area.width : map->plate.x + map->plate.width + gap;
    return area;
}

/// Small lines: the times of frames, or how fast the game runs. Returns how tall they are.
static float draw_small_lines(const Panel *panel, float x, float y) {
    enum {
        LINE_MAX_BYTES = 64
    };
    float u = panel->unit, size = 22.0f * u, wide = 0.0f;
    char lines[SMALL_LINES][LINE_MAX_BYTES];
    int count = 0;
    for (const char *at = panel->view->line; at != NULL && count < SMALL_LINES; count++) {
        const char *end = strchr(at, '\n');
        int bytes = (int)(end != NULL ? (size_t)(end - at) : strlen(at));
        snprintf(lines[count], LINE_MAX_BYTES, "%.*s", bytes, at);
        wide = fmaxf(wide, panel_width(panel, size, lines[count]));
        at = end != NULL ? end + 1 : NULL;
    }
    panel_plate(panel, (Area){x, y, wide + 24.0f * u, (6.0f + 26.0f * (float)count) * u});
    for (int i = 0; i < count; i++) {
        panel_text(panel, x + 12.0f * u, y + (24.0f + 26.0f * (float)i) * u, size, TEXT_LEFT,
                   PALETTE_TEXT, lines[i]);
    }
    return (6.0f + 26.0f * (float)count) * u;
}

/// Place and lap, with the car's colour beside them.
vec2s hud_draw_place(const Panel *panel, uint32_t color) {
    const Race *race = panel->race;
    bool practice = race->mode == RACE_MODE_PRACTICE, alone = race->car_count < 2 || practice;
    float u = panel->unit, big = 68.0f * u, small = 34.0f * u, pad = 34.0f * u;
    float tall = (alone ? 58.0f : 126.0f) * u;
    char number[32], place[16], of[16];
    int now = panel->racer->lap < 0 ? 1 : panel->racer->lap + 1;
    bool open_end = elimination_is_on(race) && !elimination_by_laps(race) && race->laps > 1;
    if (race->battle_mode == BATTLE_LAST && race->laps > 1) {
        int left = elimination_left(race);
        snprintf(number, sizeof number, "%d %s left", left, left == 1 ? "car" : "cars");
    } else if (practice || open_end) {
        snprintf(number, sizeof number, "Lap %d", now);
    } else {
        snprintf(number, sizeof number, "Lap %d/%d", now > race->laps ? race->laps : now,
                 race->laps);
    }
    const char *lap = panel->view->lap ? panel->view->lap : number;
    small = canvas_fitting(panel->canvas, small, LAP_ROOM * panel->width, lap); // a name's
    snprintf(place, sizeof place, "%d", panel->racer->place);
    snprintf(of, sizeof of, "/%d", elimination_left(race));
    float first = panel_width(panel, big, place);
    float wide =
        fmaxf(panel_width(panel, small, lap), alone ? 0.0f : first + panel_width(panel, small, of));
    Area area = {panel->left + HUD_RIM * u, panel->top + HUD_RIM * u, wide + 52.0f * u, tall};
    area = beside_map(panel, area);
    float x = area.x, y = area.y;
    panel_plate(panel, area);
    canvas_fill(panel->canvas, (Area){x + 12.0f * u, y + 12.0f * u, 8.0f * u, tall - 24.0f * u},
                4.0f * u, color);
    if (!alone) {
        panel_text(panel, x + pad, y + 65.0f * u, big, TEXT_LEFT, PALETTE_TEXT, place);
        panel_text(panel, x + pad + first + 2.0f * u, y + 65.0f * u, small, TEXT_LEFT,
                   PALETTE_MUTED, of);
    }
    panel_text(panel, x + pad, y + tall - 18.0f * u, small, TEXT_LEFT, PALETTE_TEXT, lap);
    y += tall + 6.0f * u;
    if (panel->view->line != NULL) {
        y += draw_small_lines(panel, x, y) + 6.0f * u;
    }
    return vec2_make(x, y);
}

/// Seconds won (negative) or lost against the rival's lap at the gate just passed. False where
/// there is nothing to compare.
static bool delta_now(const Panel *panel, double *delta) {
    const Race *race = panel->race;
    const HudView *view = panel->view;
    const float *now_s = view->sector_s ? view->sector_s : panel->racer->sector_s;
    const float *rival_s = view->rival_s ? view->rival_s : panel->racer->best_sector_s;
    int latest = -1;
    for (int i = 0; i < race->data->track->gate_count && i < TRACK_GATES_MAX; i++) {
        if (now_s[i] > 0.0f && (latest < 0 || now_s[i] > now_s[latest])) {
            latest = i;
        }
    }
    double passed_s = view->sector_s || latest < 0 ? 0.0 : (double)now_s[latest];
    if (latest < 0 || rival_s[latest] <= 0.0f ||
        panel_lap_seconds(panel) - passed_s > DELTA_SHOWN) {
        return false;
    }
    *delta = (double)now_s[latest] - (double)rival_s[latest];
    return true;
}

void hud_draw_times(const Panel *panel) {
    const Racer *racer = panel->racer;
    float u = panel->unit, pad = 18.0f * u;
    double delta = 0.0;
    bool compared = delta_now(panel, &delta);
    double record = panel->view->record_s, own = racer->best_lap_s;
    double best = own > 0.0 && (record <= 0.0 || own < record) ? own : record;
    char now[24], text[24];
    double lap = fmax(panel_lap_seconds(panel), 1e-4);
    hud_time_text(racer->finished ? racer->total_s : lap, now);
    hud_time_text(best, text);
    // As wide as the digits of this font are, so that nothing meets; tabular digits keep it still.
    float second =
        panel_width(panel, 26.0f * u, "Best") + 16.0f * u + panel_width(panel, 26.0f * u, text);
    float width = fmaxf(panel_width(panel, 40.0f * u, now), second) + 2.0f * pad;
    float tall = 62.0f * u + (best > 0.0 ? 34.0f * u : 0.0f) + (compared ? 44.0f * u : 0.0f);
    Area area = {panel->right - HUD_RIM * u - width, panel->top + HUD_RIM * u, width, tall};
    area = beside_map(panel, area);
    float x = area.x, y = area.y;
    panel_plate(panel, area);
    float edge = x + width - pad, line = y + 44.0f * u;
    panel_text(panel, edge, line, 40.0f * u, TEXT_RIGHT, PALETTE_TEXT, now);
    if (best > 0.0) {
        line += 36.0f * u;
        panel_text(panel, edge, line, 26.0f * u, TEXT_RIGHT, PALETTE_MUTED, text);
        panel_text(panel, x + pad, line, 26.0f * u, TEXT_LEFT, PALETTE_MUTED, "Best");
    }
    if (compared) {
        line += 42.0f * u;
        snprintf(text, sizeof text, "%+.2f", delta);
        panel_text(panel, edge, line, 38.0f * u, TEXT_RIGHT,
                   delta <= 0.0 ? PALETTE_GOOD : PALETTE_BAD_TEXT, text);
    }
}

Area hud_speed_area(const Panel *panel) {
    float u = panel->unit, height = 84.0f * u;
    float width =
        panel_width(panel, 50.0f * u, "000") + panel_width(panel, 24.0f * u, "km/h") + 90.0f * u;
    Area area = {panel->right - HUD_RIM * u - width, panel->bottom - HUD_RIM * u - height, width,
                 height};
    return beside_map(panel, area);
}

void hud_draw_speed(const Panel *panel) {
    const Car *car = &panel->racer->car;
    vec2s velocity = race_bodies_const(panel->race)[panel->view->car].velocity;
    float u = panel->unit, digits = panel_width(panel, 50.0f * u, "000");
    Area area = hud_speed_area(panel);
    float x = area.x, y = area.y, base = y + 52.0f * u;
    panel_plate(panel, area);
    char text[16];
    snprintf(text, sizeof text, "%d", car->gear);
    panel_text(panel, x + 18.0f * u, base, 36.0f * u, TEXT_LEFT, PALETTE_ACCENT,
               car->gear < 0    ? "R"
               : car->gear == 0 ? "N"
                                : text);
    snprintf(text, sizeof text, "%d", (int)(3.6f * glms_vec2_norm(velocity) + 0.5f));
    panel_text(panel, x + 64.0f * u + digits, base, 50.0f * u, TEXT_RIGHT, PALETTE_TEXT, text);
    panel_text(panel, x + 72.0f * u + digits, base, 24.0f * u, TEXT_LEFT, PALETTE_MUTED, "km/h");
    float redline = fmaxf(panel->racer->model.params.redline_rpm, 1.0f);
    float share = float_clamp(car->rpm / redline, 0.0f, 1.0f);
    Area bar = {x + 18.0f * u, y + 64.0f * u, area.width - 36.0f * u, 7.0f * u};
    canvas_fill(panel->canvas, bar, 3.5f * u, PALETTE_WITH(PALETTE_TEXT, 0x2E));
    bar.width = fmaxf(bar.width * share, bar.height);
    canvas_fill(panel->canvas, bar, 3.5f * u, share > 0.95f ? PALETTE_BAD : PALETTE_ACCENT);
}
