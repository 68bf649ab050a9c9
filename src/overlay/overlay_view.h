/// The contents of the overlay in a frame, and the part of the world in view.
#pragma once

#include "overlay/overlay_pick.h"
#include "render/camera.h"
#include "render/draw_list.h"

/// All that there is to draw and to say in a frame.
typedef struct OverlayView {
    ViewRect rect; ///< Framebuffer pixels, origin bottom left.
    int height_px; ///< Of the framebuffer.
    float scale;   ///< Of all sizes of texts, as the designer wishes; 0 is 1.
    Camera camera;
    const Race *race;
    const DrawList *minimap; ///< That hud_draw shows; NULL: none.
    int car;                 ///< Whose racing line.
    bool pointed;            ///< Whether the mouse is in the view: only then what follows counts.
    vec2s at;                ///< m, under the mouse.
    OverlayPick pick;
    float heading; ///< rad, that the car would have there.
    int wall;      ///< That it would stand in, -1 none.
} OverlayView;

/// The part of the world (m) that the view shows, and `margin` m around it.
Box overlay_shown(const OverlayView *view, float margin);

/// The box around a gate's line.
Box overlay_gate_box(const TrackGate *gate);

/// Whether this is under the mouse; `part` as in OverlayPick.
bool overlay_is_picked(const OverlayView *view, OverlayKind kind, int index, int part);
