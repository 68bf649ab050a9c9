/// Which part of a track a picture shows, and in how many pixels.
#pragma once

#include "render/gl.h"
#include "track/track.h"

enum {
    PICTURE_SIDE_MIN = 16, ///< px
    PICTURE_SIDE_MAX = 8192
};

/// The zero value: the whole track, in 1280 x 720 pixels.
typedef struct PictureFrame {
    int width, height; ///< px; height 0: as high as the window wants.
    Box window;        ///< m, what must be seen; without area: all walls, else the bounds.
} PictureFrame;

/// Fills in what `frame` leaves open for a picture of `track`, and grows its window to the shape of
/// the picture.
PictureFrame picture_frame_fit(const PictureFrame *frame, const Track *track);

/// The view of a fitted frame, with `samples` pixels across for each one of the picture. Walls and
/// towers lean out of the middle as they do in the game.
GlView picture_frame_view(const PictureFrame *frame, int samples);
