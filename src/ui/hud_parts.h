/// What the parts of one view's HUD share. For the files of the HUD alone.
#pragma once

#include "ui/hud_view.h"
#include "ui/palette.h"

#define HUD_RIM 24.0f ///< Units between the view's rim and what stands in its corners.

/// The data that all parts need.
typedef struct Panel {
    const Canvas *canvas;
    DrawList *list; ///< Of the canvas.
    const Race *race;
    const Racer *racer;
    const HudView *view;
    HudTaken *taken;
    float left, top, right, bottom, width, height; ///< px
    vec2s middle;                                  ///< px
    float unit;                                    ///< px of a unit in this view.
} Panel;

Panel hud_panel(const Canvas *canvas, const Race *race, const HudView *view, HudTaken *taken);

static inline float panel_width(const Panel *panel, float size, const char *text) {
    return canvas_text_width(panel->canvas, size, text);
}

static inline void panel_text(const Panel *panel, float x, float y, float size, TextAlign align,
                              uint32_t color, const char *text) {
    canvas_text(panel->canvas, x, y, size, align, color, text);
}

/// A dark plate, which is taken from now on.
void panel_plate(const Panel *panel, Area area);

/// s of the lap that is driven; 0 once finished.
double panel_lap_seconds(const Panel *panel);

/// Place and lap, times, speed: hud_corners.c. Where speed stands.
/// Returns where what stands below the place begins.
vec2s hud_draw_place(const Panel *panel, uint32_t color);
void hud_draw_times(const Panel *panel);
void hud_draw_speed(const Panel *panel);
Area hud_speed_area(const Panel *panel);

/// In a battle, above the speed: how often the car was hit, and its next shot: hud_battle.c. The
/// area is empty where it is none.
void hud_draw_battle(const Panel *panel);
Area hud_battle_area(const Panel *panel);

/// Below the times, who has hit whom in the last seconds, a line each, the latest first: the discs
/// of both cars, an arrow between them, and how often the second was hit; a clock in place of the
/// first where a car wears out. As far as there is room.
void hud_draw_hits(const Panel *panel, const CarLook *looks);

/// Flags, penalties and power from `from` down, as far as there is room: hud_rules.c.
void hud_draw_rules(const Panel *panel, vec2s from);

/// The lights and digits before a start, and what is called over the road: hud_messages.c.
void hud_draw_countdown(const Panel *panel);

/// Whether the lights of a start are shown, or the GO behind them.
bool hud_counts_down(const Race *race);
void hud_draw_messages(const Panel *panel);
