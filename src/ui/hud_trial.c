#include "ui/hud_trial.h"

#include "ui/hud.h"
#include "ui/hud_parts.h"
#include "ui/medal_disc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Units.
#define PLACE_TALL  58.0f // Of the plate of the lap, below which this one stands.
#define LINE        38.0f // Of the small line below place and lap, where there is one.
#define ROW         40.0f
#define SQUARE      26.0f  // Of a gate ...
#define SQUARES     300.0f // ... and of all of them at most.
#define TARGET_TEXT 28.0f
#define TAG_TEXT    22.0f
#define TAG_ABOVE   2.6f // m, of a car's middle

enum {
    TARGET_MAX = 80, ///< Bytes of a time and a name.
};

static void target_text(const HudTrial *trial, char out[TARGET_MAX]) {
    char time[24];
    hud_time_text(trial->target_s, time);
    snprintf(out, TARGET_MAX, "%s%s%.40s", time, trial->rival ? "  " : "",
             trial->rival ? trial->rival : "");
}

/// The times stand beside it.
static float target_size(const Panel *panel, const char *text) {
    return canvas_fitting(panel->canvas, TARGET_TEXT * panel->unit, 0.45f * panel->width, text);
}

/// The medal, or the rival's disc, and the time, which is the rival's by name.
static void draw_target(const Panel *panel, const HudTrial *trial, float x, float y) {
    float u = panel->unit, radius = 15.0f * u, middle = y + 0.5f * ROW * u;
    if (trial->rival) {
        draw_circle(panel->list, vec2_make(x + radius, middle), radius, trial->rival_color);
    } else {
        medal_disc_draw(panel->canvas, x + radius, middle, radius, (int)trial->target);
    }
    char text[TARGET_MAX];
    target_text(trial, text);
    panel_text(panel, x + 2.0f * radius + 12.0f * u, middle + 10.0f * u, target_size(panel, text),
               TEXT_LEFT, PALETTE_TEXT, text);
}

/// A square for each gate of the lap: faster or slower than the rival there, by colour and sign.
static void draw_gates(const Panel *panel, float x, float y, float side) {
    const float *now = panel->view->sector_s ? panel->view->sector_s : panel->racer->sector_s;
    const float *rival = panel->view->rival_s;
    float u = panel->unit;
    int count = panel->race->data->track->gate_count;
    for (int i = 0; i < count; i++) {
        Area area = {x + (float)i * side, y, side - 4.0f * u, SQUARE * u};
        bool passed = now[i] > 0.0f, compared = passed && rival && rival[i] > 0.0f;
        bool faster = compared && now[i] <= rival[i];
        uint32_t color = !passed     ? PALETTE_WITH(PALETTE_TEXT, 0x2E)
                         : !compared ? PALETTE_MUTED
                         : faster    ? PALETTE_GOOD
                                     : PALETTE_BAD;
        canvas_fill(panel->canvas, area, 4.0f * u, color);
        if (compared && area.width > 14.0f * u) {
            panel_text(panel, area.x + 0.5f * area.width, y + 0.76f * area.height, 24.0f * u,
                       TEXT_CENTER, PALETTE_INK, faster ? "\u2212" : "+");
        }
    }
}

/// px per gate.
static float gate_side(const Panel *panel) {
    int count = panel->race->data->track->gate_count;
    return fminf((SQUARE + 4.0f) * panel->unit, SQUARES * panel->unit / (float)count);
}

static void draw_plate(const Panel *panel, const HudTrial *trial) {
    float u = panel->unit, pad = 14.0f * u, side = gate_side(panel);
    float gates = side * (float)panel->race->data->track->gate_count - 4.0f * u;
    char text[TARGET_MAX];
    target_text(trial, text);
    float target = panel_width(panel, target_size(panel, text), text) + 42.0f * u;
    target = fmaxf(target, 190.0f * u);
    float wide = fmaxf(gates, trial->target_s > 0.0 ? target : 0.0f) + 2.0f * pad;
    float top = (HUD_RIM + PLACE_TALL + 8.0f + (panel->view->line ? LINE : 0.0f)) * u;
    float tall = (trial->target_s > 0.0 ? ROW : 0.0f) * u + SQUARE * u + 1.4f * pad;
    Area area = {panel->left + HUD_RIM * u, panel->top + top, wide, tall};
    panel_plate(panel, area);
    float y = area.y + 0.7f * pad;
    if (trial->target_s > 0.0) {
        draw_target(panel, trial, area.x + pad, y);
        y += ROW * u;
    }
    draw_gates(panel, area.x + pad, y, side);
}

static void draw_tag(const Panel *panel, const HudGhost *ghost) {
    const HudView *view = panel->view;
    float u = panel->unit, size = TAG_TEXT * u;
    vec2s at = camera_pixel(&view->camera, view->rect, panel->canvas->height, ghost->at);
    at.y -= TAG_ABOVE * camera_view_scale(&view->camera, view->rect);
    float wide = panel_width(panel, size, ghost->tag) + 40.0f * u;
    Area area = {at.x - 0.5f * wide, at.y - 1.3f * size, wide, 1.4f * size};
    bool inside = area.x > panel->left && area.x + area.width < panel->right &&
                  area.y > panel->top && area.y + area.height < panel->bottom;
    for (int i = 0; i < panel->taken->count && inside; i++) {
        inside = !canvas_overlap(panel->taken->areas[i], area);
    }
    if (!inside) {
        return;
    }
    panel_plate(panel, area);
    draw_circle(panel->list, vec2_make(area.x + 17.0f * u, area.y + 0.7f * size), 8.0f * u,
                ghost->color);
    panel_text(panel, area.x + 30.0f * u, area.y + 1.05f * size, size, TEXT_LEFT, PALETTE_TEXT,
               ghost->tag);
}

void hud_trial_draw(const Canvas *canvas, const Race *race, const HudView *view,
                    const HudTrial *trial, HudTaken *taken) {
    Panel panel = hud_panel(canvas, race, view, taken);
    int first_index = canvas->list->index_count;
    draw_plate(&panel, trial);
    for (int i = 0; i < trial->ghost_count; i++) {
        draw_tag(&panel, &trial->ghosts[i]);
    }
    draw_list_texts_last(canvas->list, first_index);
}
