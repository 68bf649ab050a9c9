#include "ui/hud_view.h"

#include <math.h>

/// A view needs this many units in width and height for all of its HUD to stand beside each other:
/// in a smaller one (four views in a small window) everything shrinks.
#define VIEW_WIDTH_UNITS  740.0f
#define VIEW_HEIGHT_UNITS 400.0f

float hud_shared_height(const HudView *view) {
    float top = (float)(view->height_px - view->rect.y - view->rect.height);
    Area own = {(float)view->rect.x, top, (float)view->rect.width, (float)view->rect.height};
    if (view->shared_map == NULL || !canvas_overlap(view->shared_map->plate, own)) {
        return 0.0f;
    }
    Area map = view->shared_map->plate;
    return fminf(top + own.height, map.y + map.height) - fmaxf(top, map.y);
}

float hud_unit(const HudView *view) {
    float width = (float)view->rect.width, height = (float)view->rect.height;
    float wish = canvas_unit(width, height) * (view->scale > 0.0f ? view->scale : 1.0f);
    return fminf(wish, fminf(width / VIEW_WIDTH_UNITS,
                             (height - hud_shared_height(view)) / VIEW_HEIGHT_UNITS));
}

void hud_take(HudTaken *taken, Area area) {
    if (taken->count < HUD_TAKEN_MAX && area.width > 0.0f) {
        taken->areas[taken->count++] = area;
    }
}
