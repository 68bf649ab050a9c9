/// What a driver must know of his own car in a battle: how often it was hit, and when it can fire.
#include "geometry/transform.h"
#include "race/battle_rules.h"
#include "render/battle_item.h"
#include "ui/driver_badge.h"
#include "ui/hud_parts.h"

#include <math.h>

// Units.
#define TALL      46.0f
#define GAP       6.0f  ///< To the speed.
#define HIT_TALL  44.0f ///< A line of the list of hits.
#define HIT_WIDE  186.0f
#define HIT_SHOWN 5.0f  ///< s
#define HIT_LOW   0.5f  ///< of the view's height: farther down is the road.
#define PIP       18.0f ///< Width of one of the hits that the car can still take.
#define BLINK     0.5f  ///< s: twice a second, well below what may hurt.

enum {
    HITS_MAX = 4, ///< Lines.
    HITS_SMALL = 2,
};

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

/// The colour of the bar that the car is about to lose to wear: it blinks.
static uint32_t wearing_color(const Panel *panel) {
    float beat = (float)(panel->race->tick % (uint32_t)(2.0f * BLINK / RACE_DT)) * RACE_DT;
    bool lit = panel->view->steady || beat >= BLINK;
    return lit ? PALETTE_ACCENT : PALETTE_WITH(PALETTE_ACCENT, 0x40);
}

/// Three bars: bright ones are hits that the car can still take, red ones are hits that it took.
static void draw_damage(const Panel *panel, float x, float y, float tall, const BattleCar *car) {
    float u = panel->unit;
    int taken = car->out > 0 ? BATTLE_HITS_OUT : car->damage;
    bool wears = battle_rules_wears(panel->race, panel->view->car);
    for (int i = 0; i < BATTLE_HITS_OUT; i++) {
        bool hit = i >= BATTLE_HITS_OUT - taken, next = i == BATTLE_HITS_OUT - taken - 1;
        Area pip = {x + (PIP + 6.0f) * u * (float)i, y, PIP * u, tall};
        canvas_fill(panel->canvas, pip, 4.0f * u,
                    hit             ? PALETTE_BAD
                    : next && wears ? wearing_color(panel)
                                    : PALETTE_GOOD);
        if (hit) { // told apart without colours too
            float rim = 3.0f * u;
            pip = (Area){pip.x + rim, pip.y + rim, pip.width - 2.0f * rim, tall - 2.0f * rim};
            canvas_fill(panel->canvas, pip, 2.0f * u, PALETTE_INK);
        }
    }
}

/// What the car carries, as often as it has it, on a plate beside.
static void draw_carried(const Panel *panel, Area area, const BattleCar *car) {
    float u = panel->unit, sign = 28.0f * u, step = sign + 6.0f * u;
    if (car->left == 0) {
        return;
    }
    float wide = step * (float)car->left + 14.0f * u;
    Area plate = {area.x - GAP * u - wide, area.y, wide, area.height};
    panel_plate(panel, plate);
    for (int i = 0; i < car->left; i++) {
        vec2s at = vec2_make(plate.x + 10.0f * u + 0.5f * sign + step * (float)i,
                             plate.y + 0.5f * plate.height);
        draw_circle(panel->list, at, 0.56f * sign, 0xF2E6C9FFu); // as on a crate
        battle_item_draw(panel->list, at, 0.8f * sign, (BattleItem)car->carries, 1.0f);
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
    draw_carried(panel, area, car);
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

/// Whether there is a line for the hit: not for one that spins the car out, which is told by
/// itself.
static bool is_told(const Race *race, const BattleNote *note) {
    bool hit = (note->kind == BATTLE_HIT || note->kind == BATTLE_MINE_HIT) &&
               note->damage < BATTLE_HITS_OUT;
    bool fresh = (float)(race->tick - note->tick) * RACE_DT < HIT_SHOWN;
    return fresh && (hit || note->kind == BATTLE_KNOCKOUT || note->kind == BATTLE_WORN);
}

/// A clock in place of who has fired: of a car that wears out the time does it.
static void draw_clock(const Panel *panel, vec2s middle, float radius) {
    float wide = 0.18f * radius;
    draw_ring(panel->list, middle, radius - wide, wide, PALETTE_TEXT);
    vec2s up = vec2_make(middle.x, middle.y - 0.62f * radius);
    vec2s right = vec2_make(middle.x + 0.45f * radius, middle.y);
    draw_line(panel->list, middle, up, wide, PALETTE_TEXT);
    draw_line(panel->list, middle, right, wide, PALETTE_TEXT);
}

/// Who has fired or a clock, an arrow, who was hit, and three bars for his hits or a cross.
static void draw_hit(const Panel *panel, Area area, const BattleNote *note, const CarLook *looks) {
    float u = panel->unit, radius = 16.0f * u, y = area.y + 0.5f * area.height;
    float x = area.x + 10.0f * u + radius;
    bool worn = note->kind == BATTLE_WORN;
    bool out = note->kind == BATTLE_KNOCKOUT || (worn && note->damage >= BATTLE_HITS_OUT);
    panel_plate(panel, area);
    if (worn) {
        draw_clock(panel, vec2_make(x, y), radius);
    } else {
        driver_disc_draw(panel->canvas, x, y, radius, &looks[note->car]);
    }
    x += radius + 8.0f * u;
    vec2s head[3] = {vec2_make(x + 30.0f * u, y), vec2_make(x + 16.0f * u, y - 9.0f * u),
                     vec2_make(x + 16.0f * u, y + 9.0f * u)};
    draw_line(panel->list, vec2_make(x, y), vec2_make(x + 18.0f * u, y), 4.0f * u, PALETTE_TEXT);
    draw_convex(panel->list, head, 3, PALETTE_TEXT);
    x += 38.0f * u + radius;
    driver_disc_draw(panel->canvas, x, y, radius, &looks[note->other]);
    x += radius + 12.0f * u;
    float tall = 18.0f * u;
    for (int i = 0; i < BATTLE_HITS_OUT && !out; i++) {
        Area pip = {x + 13.0f * u * (float)i, y - 0.5f * tall, 9.0f * u, tall};
        canvas_fill(panel->canvas, pip, 2.0f * u,
                    i < note->damage ? PALETTE_BAD : PALETTE_WITH(PALETTE_TEXT, 0x40));
    }
    for (int i = 0; i < 2 && out; i++) {
        float side = (i == 0 ? 0.5f : -0.5f) * tall, middle = x + 17.0f * u;
        draw_line(panel->list, vec2_make(middle - 0.5f * tall, y - side),
                  vec2_make(middle + 0.5f * tall, y + side), 5.0f * u, PALETTE_BAD);
    }
}

void hud_draw_hits(const Panel *panel, const CarLook *looks) {
    const BattleState *battle = &panel->race->battle;
    int most = hud_is_small(panel->view) ? HITS_SMALL : HITS_MAX, count = 0;
    float u = panel->unit, y = panel->top + HUD_RIM * u;
    Area area = {panel->right - (HUD_RIM + HIT_WIDE) * u, y, HIT_WIDE * u, HIT_TALL * u};
    for (uint32_t i = battle->note_count; i > battle_first_note(battle); i--) {
        const BattleNote *note = battle_note_at(battle, i - 1);
        if (!race_is_battle(panel->race) || !is_told(panel->race, note)) {
            continue;
        }
        Area line = hud_below_taken(panel->taken, area, GAP * u);
        bool parted = count > 0 && line.y > area.y + area.height + 2.0f * GAP * u;
        area = line;
        if (count == most || parted ||
            area.y + area.height > panel->top + HIT_LOW * panel->height) {
            return; // what a message parts from the others would look like another list
        }
        draw_hit(panel, area, note, looks);
        count++;
    }
}
