/// What lies over a frame: plates, maps and texts, of which most stay as they were. Only where
/// something changed is a picture of them painted anew, and the frame gets that picture: a
/// processor has less work with it than with triangles and letters.
#pragma once

#include "render/gl.h"

/// The picture, of the size of the frame.
typedef struct GlOverlay GlOverlay;

/// Needs a current context and its Gl, as all functions below. NULL with E901 or E952 where its
/// shaders are missing or do not compile.
GlOverlay *gl_overlay_create(const char *shader_folder, MessageList *messages);

/// Ends it; NULL does nothing.
void gl_overlay_destroy(GlOverlay *overlay);

/// Draws `list` over a frame of this size, as gl_draw_list does with gl_view_pixels but for
/// rounding.
void gl_overlay_draw(GlOverlay *overlay, Gl *gl, const DrawList *list, int width, int height);
