#include "ui/overlay_view.h"

#include <math.h>

Box overlay_shown(const OverlayView *view, float margin) {
    float scale = camera_view_scale(&view->camera, view->rect);
    vec2s half =
        vec2_make(0.5f * (float)view->rect.width / scale, 0.5f * (float)view->rect.height / scale);
    return box_grow(
        (Box){glms_vec2_sub(view->camera.center, half), glms_vec2_add(view->camera.center, half)},
        margin);
}

Box overlay_box(vec2s a, vec2s b) {
    return (Box){vec2_make(fminf(a.x, b.x), fminf(a.y, b.y)),
                 vec2_make(fmaxf(a.x, b.x), fmaxf(a.y, b.y))};
}
