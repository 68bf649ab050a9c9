#include "ui/hud.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "ui/hud_parts.h"

#include <math.h>
#include <stdio.h>

/// Units below the top that place and times take at most.
#define HUD_HEAD 190.0f

/// Share of a view's smaller side that its minimap takes.
#define MINIMAP_SHARE 0.22f

char *hud_time_text(double seconds, char out[24]) {
    if (!(seconds > 0.0) || seconds > 35999.0) {
        snprintf(out, 24, "-");
        return out;
    }
    unsigned ms = (unsigned)(seconds * 1000.0 + 0.5);
    snprintf(out, 24, "%u:%02u.%03u", ms / 60000, ms / 1000 % 60, ms % 1000);
    return out;
}

char *hud_place_text(int place, char out[8]) {
    int last = place % 10, teens = place / 10 % 10;
    const char *end = "th";
    if (teens != 1) {
        end = last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
    }
    snprintf(out, 8, "%d%s", place % 1000, end);
    return out;
}

/// The view's own map; none where several views share one.
static Minimap minimap_of(const Panel *panel, const DrawList *track) {
    float rim = HUD_RIM * panel->unit, size = MINIMAP_SHARE * fminf(panel->width, panel->height);
    return minimap_corner(panel->view->shared_map == NULL ? track : NULL, panel->left + rim,
                          panel->bottom - rim, size, panel->unit);
}

Area hud_map_most(const CanvasSize *size) {
    ASSERT(size != NULL);
    float rim = HUD_RIM * size->unit;
    vec2s most = minimap_most(MINIMAP_SHARE * fminf(size->width, size->height), size->unit);
    return (Area){rim, size->height - rim - most.y, most.x, most.y};
}

HudRoom hud_room(const Canvas *canvas, const Race *race, const HudView *view,
                 const DrawList *minimap) {
    ASSERT(canvas != NULL && race != NULL && view != NULL);
    Panel panel = hud_panel(canvas, race, view, NULL);
    Area map = minimap_of(&panel, minimap).plate, speed = hud_speed_area(&panel);
    Area battle = hud_battle_area(&panel);
    float corner = battle.width > 0.0f ? fminf(battle.y, speed.y) : speed.y;
    float rim = HUD_RIM * panel.unit;
    HudRoom room = {.left = panel.left + rim,
                    .right = panel.right - rim,
                    .bottom = panel.bottom - rim,
                    .head = panel.top + HUD_HEAD * panel.unit,
                    .foot = fminf(map.y, corner),
                    .gap_left = map.x + map.width,
                    .gap_right = speed.x,
                    .unit = panel.unit};
    Area view_area = {panel.left, panel.top, panel.width, panel.height};
    if (view->shared_map != NULL && canvas_overlap(view->shared_map->plate, view_area)) {
        Area shared = view->shared_map->plate;
        bool low = shared.y > panel.middle.y, left = shared.x < panel.left;
        if (!low) {
            room.head = fmaxf(room.head, shared.y + shared.height);
        } else if (left) {
            room.gap_left = shared.x + shared.width;
            room.foot = fminf(room.foot, shared.y);
        } else {
            room.gap_right = fminf(room.gap_right, shared.x);
        }
    }
    return room;
}

void hud_draw(const Canvas *canvas, const Race *race, const HudView *view, const CarLook *looks,
              const DrawList *minimap, HudTaken *taken) {
    ASSERT(canvas != NULL && race != NULL && view != NULL && looks != NULL && taken != NULL);
    ASSERT(view->car >= 0 && view->car < race->car_count);
    Panel panel = hud_panel(canvas, race, view, taken);
    int first_index = canvas->list->index_count;
    vec2s below = hud_draw_place(&panel, looks[view->car].color);
    if (!hud_counts_down(race) || !hud_is_small(view)) { // the lights need the room
        hud_draw_times(&panel);
    }
    hud_draw_speed(&panel);
    hud_draw_battle(&panel);
    Minimap map = minimap_of(&panel, minimap);
    minimap_draw(&map, canvas, race, looks, 1u << view->car);
    hud_take(taken, view->shared_map != NULL ? view->shared_map->plate : map.plate);
    hud_draw_messages(&panel); // before the rules, which say as much as there is room for
    hud_draw_rules(&panel, below);
    hud_draw_hits(&panel, looks);
    hud_draw_countdown(&panel);
    draw_list_texts_last(canvas->list, first_index);
}
