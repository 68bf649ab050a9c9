#include "ui/hud_notice.h"

#include "base/assert.h"

#include <math.h>

#define SIZE 27.0f // Units, of its letters.

/// Whether the plate lies on none of what is taken.
static bool is_free(Area plate, const HudTaken *taken) {
    for (int i = 0; i < taken->count; i++) {
        if (canvas_overlap(plate, taken->areas[i])) {
            return false;
        }
    }
    return true;
}

void hud_notice_draw(const Canvas *canvas, const HudView *view, const SignToast *notice, Area car,
                     HudTaken *taken) {
    ASSERT(canvas != NULL && view != NULL && notice != NULL && taken != NULL);
    // Shares of the view's height: below the middle, where the own car stands mostly, else above.
    static const float places[] = {0.70f, 0.78f, 0.62f, 0.86f, 0.94f, 0.30f, 0.54f, 0.38f, 0.46f};
    if (notice->alpha <= 0.0f || notice->text[0] == '\0') {
        return;
    }
    HudTaken busy = *taken;
    hud_take(&busy, car);
    float size = SIZE * hud_unit(view), left = (float)view->rect.x, best = 0.0f;
    float width = (float)view->rect.width, height = (float)view->rect.height;
    float top = (float)(canvas->height - view->rect.y) - height, room = 0.9f * width;
    vec2s middle = {{0.0f, 0.0f}};
    for (size_t i = 0; i < sizeof places / sizeof *places && best < room; i++) {
        vec2s at = vec2_make(left + 0.5f * width, top + places[i] * height);
        Area line = sign_toast_area(canvas, at, room, size, notice);
        HudSpan span = hud_free_span(view, &busy, line.y, line.y + line.height);
        float wide = fminf(span.right - span.left, room);
        if (wide > best && wide > 4.0f * size) {
            at.x = 0.5f * (span.left + span.right);
            Area plate = sign_toast_area(canvas, at, wide, size, notice); // of more lines
            if (plate.y + plate.height < top + height && is_free(plate, &busy)) {
                middle = at;
                best = wide >= line.width ? room : wide;
            }
        }
    }
    if (best > 0.0f) {
        best = fminf(best, room);
        hud_take(taken, sign_toast_area(canvas, middle, best, size, notice));
        sign_toast(canvas, middle, best, size, notice);
    }
}
