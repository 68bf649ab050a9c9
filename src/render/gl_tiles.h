/// A mesh that lies flat, drawn from pictures of it: a processor has less work with a picture than
/// with triangles. They are painted when they come into sight, one a frame.
#pragma once

#include "render/gl.h"

enum {
    GL_TILES_VIEWS = 4, ///< Of a frame.
};

/// What is kept of one mesh; they take up to 128 MB, as far as they are painted.
typedef struct GlTiles GlTiles;

/// Needs a current context and its Gl, as all functions below. NULL with E901 or E952 where its
/// shaders are missing or do not compile.
GlTiles *gl_tiles_create(const char *shader_folder, MessageList *messages);

/// Ends it; NULL does nothing.
void gl_tiles_destroy(GlTiles *kept);

/// A frame of this size, px, begins, and may paint a tile.
void gl_tiles_begin(GlTiles *kept, int width, int height);

/// All views have their ground. A software renderer draws rectangles fast where nothing else lies
/// in the same part of the picture, so what comes next becomes another part of its work.
void gl_tiles_end(GlTiles *kept);

/// Forgets what is kept: before its mesh ends.
void gl_tiles_forget(GlTiles *kept);

/// Draws a mesh without heights over `color` (0xRRGGBBAA), opaque, as gl_draw_mesh would after
/// gl_begin, in view `index` of the frame, which views that stand still get as it was. A view that
/// is turned, or shows what was not painted yet, gets the mesh. Returns whether pictures were
/// drawn.
bool gl_tiles_draw(GlTiles *kept, Gl *gl, GlMesh mesh, uint32_t color, const GlView *view,
                   int index);
