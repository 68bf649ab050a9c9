#include "overlay/overlay_view.h"

Box overlay_shown(const OverlayView *view, float margin) {
    return box_grow(camera_shown(&view->camera, view->rect), margin);
}

Box overlay_gate_box(const TrackGate *gate) {
    return box_of((vec2s[2]){gate->left, gate->right}, 2);
}

bool overlay_is_picked(const OverlayView *view, OverlayKind kind, int index, int part) {
    const OverlayPick *pick = &view->pick;
    return view->pointed && pick->kind == kind && pick->index == index && pick->part == part;
}
