#include "ui/hud_view.h"

#include <math.h>

/// A view needs this many units in width and height for all of its HUD to stand beside each other:
/// in a smaller one (four views in a small window) everything shrinks.
#define VIEW_WIDTH_UNITS  740.0f
#define VIEW_HEIGHT_UNITS 400.0f

/// In a view of fewer units a plate of all keys covers a seventh of it.
#define SMALL_WIDTH_UNITS  800.0f
#define SMALL_HEIGHT_UNITS 700.0f

float hud_unit(const HudView *view) {
    float width = (float)view->rect.width, height = (float)view->rect.height;
    float wish = canvas_unit(width, height) * (view->scale > 0.0f ? view->scale : 1.0f);
    return fminf(wish, fminf(width / VIEW_WIDTH_UNITS, height / VIEW_HEIGHT_UNITS));
}

bool hud_is_small(const HudView *view) {
    float unit = hud_unit(view);
    return (float)view->rect.width < SMALL_WIDTH_UNITS * unit ||
           (float)view->rect.height < SMALL_HEIGHT_UNITS * unit;
}

void hud_take(HudTaken *taken, Area area) {
    if (taken->count < HUD_TAKEN_MAX && area.width > 0.0f) {
        taken->areas[taken->count++] = area;
    }
}

Area hud_below_taken(const HudTaken *taken, Area plate, float space) {
    for (int i = 0; i < taken->count; i++) {
        if (canvas_overlap(taken->areas[i], plate)) {
            plate.y = taken->areas[i].y + taken->areas[i].height + space;
            i = -1; // it lies lower now, and that ends: each of them moves it once at most
        }
    }
    return plate;
}

HudSpan hud_free_span(const HudView *view, const HudTaken *taken, float top, float bottom) {
    float left = (float)view->rect.x, right = left + (float)view->rect.width;
    float middle = 0.5f * (left + right), gap = 12.0f * hud_unit(view);
    HudSpan span = {left + gap, right - gap};
    for (int i = 0; i < taken->count; i++) {
        Area area = taken->areas[i];
        if (area.y < bottom && area.y + area.height > top) {
            if (area.x + 0.5f * area.width < middle) {
                span.left = fmaxf(span.left, area.x + area.width + gap);
            } else {
                span.right = fminf(span.right, area.x - gap);
            }
        }
    }
    return span;
}

Area hud_car_area(const HudView *view, vec2s at, float length) {
    vec2s middle = camera_pixel(&view->camera, view->rect, view->height_px, at);
    float reach = length * camera_view_scale(&view->camera, view->rect);
    return (Area){middle.x - reach, middle.y - reach, 2.0f * reach, 2.0f * reach};
}
