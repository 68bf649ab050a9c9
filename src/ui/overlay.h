/// The designer's overlay over a race: what the track is made of, drawn where it is, and what lies
/// under the mouse.
///
/// Convex pieces of walls (blue and pink by turns) with the normals of their outer faces (yellow),
/// gates with numbers and arrows the way they count, respawn places, grid slots, the written points
/// of ribbons, paths of movers, and the racing line of a car: red where it is slow, green where it
/// is fast, with the speed at the slowest places.
#pragma once

#include "render/camera.h"
#include "render/draw_list.h"
#include "ui/overlay_pick.h"

/// What there is to draw and to say in a frame.
typedef struct OverlayView {
    ViewRect rect; ///< Framebuffer pixels, origin bottom left.
    int height_px; ///< Of the framebuffer.
    Camera camera;
    const Race *race;
    int car;      ///< Whose racing line.
    bool pointed; ///< Whether the mouse is in the view: only then what follows counts.
    vec2s at;     ///< m, under the mouse.
    OverlayPick pick;
    float heading; ///< rad, that the car would have there.
    int wall;      ///< That it would stand in, -1 none.
} OverlayView;

/// The place (m) at pixel (x, y) of the framebuffer, from the top left, of a view; and back.
vec2s overlay_point(const Camera *camera, ViewRect rect, int height_px, float x, float y);
vec2s overlay_pixel(const Camera *camera, ViewRect rect, int height_px, vec2s point);

/// Appends lines and shapes to a list in metres; list->feather: what a pixel covers. What is out of
/// view is left out.
void overlay_world(DrawList *list, const OverlayView *view);

/// Appends numbers and names to a pixel list (y down), below the HUD.
void overlay_labels(DrawList *list, const Font *font, const OverlayView *view);

/// Appends the plate beside the mouse and the line of keys, over the HUD.
void overlay_readout(DrawList *list, const Font *font, const OverlayView *view);
