/// OpenGL 3.3 core: programs, static meshes, draw lists, pictures. Alone has glad and cglm's mat4.
#pragma once

#include "base/messages.h"
#include "render/draw_list.h"

typedef struct Gl Gl;
typedef void (*GlProc)(void);

/// Needs a current context. `shader_folder` holds the .vert and .frag files. NULL with E95x where
/// something is missing or does not compile.
Gl *gl_create(GlProc (*load)(const char *name), const char *shader_folder, const Font *font,
              MessageList *messages);
void gl_destroy(Gl *gl);

/// "llvmpipe (LLVM 15.0.6, 256 bits)".
const char *gl_renderer_name(const Gl *gl);

/// What maps list units to a view: the view's rectangle in framebuffer pixels (origin bottom left),
/// the list point at its centre, pixels per unit, y up or down, a turn.
typedef struct GlView {
    int x, y, width, height;
    vec2s center;
    float scale; ///< Pixels per unit.
    bool y_down;
    float angle; ///< rad
    float lean; ///< How far heights push points away from the centre, per metre (walls' top faces).
} GlView;

/// A static mesh on the GPU; index into the Gl, -1 none.
typedef int GlMesh;
GlMesh gl_mesh_make(Gl *gl, const DrawList *list);
void gl_mesh_destroy(Gl *gl, GlMesh mesh);

void gl_begin(Gl *gl, int width, int height,
              uint32_t clear_color); ///< Into the window, or gl_target.
void gl_draw_mesh(Gl *gl, GlMesh mesh, const GlView *view);
void gl_draw_list(Gl *gl, const DrawList *list, const GlView *view);

/// Draws into an own framebuffer of this size from now on (0, 0: back to the window).
bool gl_target(Gl *gl, int width, int height);

/// Reads the current target as rows of RGB from the top; `out` holds 3 * width * height bytes.
void gl_read_pixels(Gl *gl, int width, int height, uint8_t *out);
