/// What the two halves of the overlay's picture share.
#pragma once

#include "ui/overlay.h"

/// What of the world (m) the view shows, and `margin` m around it.
Box overlay_shown(const OverlayView *view, float margin);

/// The box of a line.
Box overlay_box(vec2s a, vec2s b);
