#include "ui/overlay_view.h"

Box overlay_shown(const OverlayView *view, float margin) {
    float scale = camera_view_scale(&view->camera, view->rect);
    vec2s half =
        vec2_make(0.5f * (float)view->rect.width / scale, 0.5f * (float)view->rect.height / scale);
    return box_grow(
        (Box){glms_vec2_sub(view->camera.center, half), glms_vec2_add(view->camera.center, half)},
        margin);
}

Box overlay_gate_box(const TrackGate *gate) {
    return box_of((vec2s[2]){gate->left, gate->right}, 2);
}

bool overlay_is_picked(const OverlayView *view, OverlayKind kind, int index, int part) {
    const OverlayPick *pick = &view->pick;
    return view->pointed && pick->kind == kind && pick->index == index && pick->part == part;
}
