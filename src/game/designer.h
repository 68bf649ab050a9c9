/// The designer's overlay (F2) while one person drives: what lies under the mouse, a click that
/// copies the place, and the car put there (F5).
#pragma once

#include "platform/window.h"
#include "render/camera.h"
#include "ui/overlay.h"

typedef struct Game Game;

/// The zero value is closed.
typedef struct Designer {
    bool open;
    float x, y;   ///< px of the framebuffer, where the mouse is, from the top left.
    bool pointed; ///< It is over the view; then also:
    vec2s at;     ///< m
    OverlayPick pick;
    float heading; ///< rad, that the car would have there.
    int wall;      ///< That it would stand in, -1 none.
} Designer;

/// Takes keys and clicks of a frame, by the picture that was seen. Before the race moves on.
void designer_input(Game *game, const InputFrame *input, int width, int height);

/// Looks what lies under the mouse now that race and cameras have moved on.
void designer_look(Game *game, int width, int height);

/// Whether the overlay is to be drawn in the first seat's view, and what.
bool designer_view(const Game *game, int width, int height, OverlayView *out);
