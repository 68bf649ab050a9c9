/// The designer's overlay over a race: what the track is made of, drawn where it is, and what lies
/// under the mouse.
///
/// Convex pieces of walls (blue and pink by turns) with the normals of their outer faces (yellow),
/// gates with numbers and arrows the way they count, respawn places, grid slots, the written points
/// of ribbons, paths of movers, and the racing line of a car: red where it is slow, green where it
/// is fast, with the speed at the slowest places.
#pragma once

#include "overlay/overlay_view.h"
#include "ui/canvas.h"

/// Appends lines and shapes to a list in metres; list->feather: what a pixel covers. Things out
/// of view are left out.
void overlay_world(DrawList *list, const OverlayView *view);

/// Appends numbers and names, below the HUD.
void overlay_labels(const Canvas *canvas, const OverlayView *view);

/// Appends the plate beside the mouse and the line of keys, over the HUD.
void overlay_readout(const Canvas *canvas, const OverlayView *view);
