/// Which part of a track a picture shows, and in how many pixels.
#pragma once

#include "render/gl.h"
#include "track/track.h"

/// The zero value: the whole track, in 1280 x 720 pixels.
typedef struct PictureFrame {
    int width, height; ///< px; height 0: as high as the window wants.
    Box window;        ///< m, what must be seen; without area: all walls, else the bounds.
} PictureFrame;

/// Reads `size` ("640" or "640x360") and `window` ("x0,y0,x1,y1" in metres), each of which may be
/// NULL. False where one is wrong, which is then said; `out` is as it was.
bool picture_frame_read(const char *size, const char *window, PictureFrame *out);

/// The frame of a picture of `track`: nothing left open, the window grown to the picture's shape.
PictureFrame picture_frame_fit(const PictureFrame *frame, const Track *track);

/// The view of a frame that was fitted, `samples` pixels of it for each of the picture's; what
/// stands leans out of the middle as it does in the game.
GlView picture_frame_view(const PictureFrame *frame, int samples);
