#include "ui/hud_parts.h"

#include "geometry/transform.h"

#include <math.h>

void panel_plate(const Panel *panel, Area area) {
    canvas_fill(panel->canvas, area, 12.0f * panel->unit, PALETTE_PLATE);
    hud_take(panel->taken, area);
}

double panel_lap_seconds(const Panel *panel) {
    const Race *race = panel->race;
    const Racer *racer = panel->racer;
    double ticks =
        (double)race->tick - (double)racer->lap_started_tick - (double)racer->lap_started_part;
    return racer->finished ? 0.0 : fmax(ticks * (double)RACE_DT, 0.0);
}

Panel hud_panel(const Canvas *canvas, const Race *race, const HudView *view, HudTaken *taken) {
    const ViewRect *rect = &view->rect;
    float width = (float)rect->width, height = (float)rect->height;
    return (Panel){
        .canvas = canvas,
        .list = canvas->list,
        .race = race,
        .racer = &race_racers_const(race)[view->car],
        .view = view,
        .taken = taken,
        .left = (float)rect->x,
        .top = (float)(canvas->height - rect->y - rect->height),
        .right = (float)(rect->x + rect->width),
        .bottom = (float)(canvas->height - rect->y),
        .width = width,
        .height = height,
        .middle = vec2_make((float)rect->x + 0.5f * width,
                            (float)(canvas->height - rect->y) - 0.5f * height),
        .unit = hud_unit(view),
    };
}
