/// A picture that is kept from frame to frame, painted piece by piece, and drawn as rectangles of
/// it. Software renderers draw those faster than anything else.
#pragma once

#include "render/gl.h"

/// An owner; made by gl_picture_make, ended by gl_picture_destroy. The zero value holds nothing.
typedef struct GlPicture {
    unsigned program, texture, target, target_before;
    int to_clip;       ///< A uniform.
    int width, height; ///< px; 0 where it has no size.
    bool smooth;
    float texture_width, texture_height; ///< px, from 1 on.
    DrawList quads;                      ///< That are drawn next.
} GlPicture;

/// How what is drawn goes over what is there.
typedef enum GlPictureBlend {
    GL_PICTURE_OPAQUE,
    GL_PICTURE_OVER, ///< What was painted began at zero: its colours are multiplied by its alpha.
} GlPictureBlend;

/// A rectangle, px: (x, y) is its corner of the smallest coordinates. One of a picture may have a
/// height below 0: then it is turned over.
typedef struct GlRectangle {
    float x, y, width, height;
} GlRectangle;

/// Needs a current context and its Gl, as all functions below. False with E901 or E952 where its
/// shaders are missing or do not compile.
bool gl_picture_make(GlPicture *picture, const char *shader_folder, MessageList *messages);
void gl_picture_destroy(GlPicture *picture);

/// Gives it a size, and contents that nobody knows. `smooth`: points between its pixels are mixed
/// of them. False where the driver has none of this size.
bool gl_picture_resize(GlPicture *picture, int width, int height, bool smooth);

/// From here to the end, which must come, what is drawn goes into the picture.
void gl_picture_paint_begin(GlPicture *picture);
void gl_picture_paint_end(GlPicture *picture);

/// Adds a rectangle that is drawn `at` px from the low corner of a view, and shows `from` of the
/// picture. All y go up. Software renderers begin windows with their top row, and pictures with
/// what has y = 0: one to one, a picture that was painted upside down and is turned over is copied.
void gl_picture_add(GlPicture *picture, GlRectangle at, GlRectangle from);

/// Draws what was added since it last did, in the rectangle of `view` in the frame.
void gl_picture_draw(GlPicture *picture, Gl *gl, const GlView *view, GlPictureBlend blend);
