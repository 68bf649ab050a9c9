/// What a driver must know of his own car in a battle: how often it was hit, and when it can fire.
#include "ui/hud_parts.h"

#include <math.h>

// Units.
#define TALL 46.0f
#define GAP  6.0f  ///< To the speed.
#define PIP  18.0f ///< Width of one of the hits that the car can still take.

Area hud_battle_area(const Panel *panel) {
    if (!race_is_battle(panel->race)) {
        return (Area){0.0f, 0.0f, 0.0f, 0.0f};
    }
    Area area = hud_speed_area(panel);
    float u = panel->unit;
    area.y -= (TALL + GAP) * u;
    area.height = TALL * u;
    return area;
}

/// A shell that points up, the sign of a shot, in an area twice as tall as it is wide.
static void draw_shell(const Panel *panel, Area area, uint32_t color) {
    enum {
        POINTS = 7
    };
    static const vec2s outline[POINTS] = {
        {{0.0f, 1.0f}}, {{1.0f, 1.0f}},   {{1.0f, 0.4f}}, {{0.85f, 0.16f}},
        {{0.5f, 0.0f}}, {{0.15f, 0.16f}}, {{0.0f, 0.4f}},
    };
    vec2s points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        points[i] =
            (vec2s){{area.x + area.width * outline[i].x, area.y + area.height * outline[i].y}};
    }
    draw_convex(panel->list, points, POINTS, color);
}

/// Three bars: bright ones are hits that the car can still take, red ones are hits that it took.
static void draw_damage(const Panel *panel, float x, float y, float tall, const BattleCar *car) {
    float u = panel->unit;
    int taken = car->out > 0 ? BATTLE_HITS_OUT : car->damage;
    for (int i = 0; i < BATTLE_HITS_OUT; i++) {
        bool hit = i >= BATTLE_HITS_OUT - taken;
        Area pip = {x + (PIP + 6.0f) * u * (float)i, y, PIP * u, tall};
        canvas_fill(panel->canvas, pip, 4.0f * u, hit ? PALETTE_BAD : PALETTE_GOOD);
        if (hit) { // told apart without colours too
            float rim = 3.0f * u;
            pip = (Area){pip.x + rim, pip.y + rim, pip.width - 2.0f * rim, tall - 2.0f * rim};
            canvas_fill(panel->canvas, pip, 2.0f * u, PALETTE_INK);
        }
    }
}

void hud_draw_battle(const Panel *panel) {
    Area area = hud_battle_area(panel);
    if (area.width <= 0.0f || panel->racer->eliminated > 0) {
        return;
    }
    const BattleCar *car = &panel->race->battle.cars[panel->view->car];
    float u = panel->unit, pad = 18.0f * u, tall = 22.0f * u;
    float y = area.y + 0.5f * (area.height - tall);
    panel_plate(panel, area);
    draw_damage(panel, area.x + pad, y, tall, car);
    bool ready = car->reload == 0 && car->out == 0;
    float part = car->out > 0 ? 0.0f : 1.0f - (float)car->reload / (float)BATTLE_RELOAD_TICKS;
    uint32_t color = ready ? PALETTE_ACCENT : PALETTE_MUTED;
    float from = area.x + pad + 3.0f * (PIP + 6.0f) * u + 12.0f * u;
    draw_shell(panel, (Area){from, y, 0.5f * tall, tall}, color);
    from += 0.5f * tall + 10.0f * u;
    Area bar = {from, area.y + 0.5f * area.height - 5.0f * u, area.x + area.width - pad - from,
                10.0f * u};
    canvas_fill(panel->canvas, bar, 5.0f * u, PALETTE_WITH(PALETTE_TEXT, 0x2E));
    bar.width = fmaxf(bar.width * part, 0.0f);
    if (bar.width > 1.0f) {
        canvas_fill(panel->canvas, bar, fminf(5.0f * u, 0.5f * bar.width), color);
    }
}
