/// OpenGL 3.3 core: programs, static meshes, draw lists, pictures. Only gl*.c use glad, and mat4.
///
/// Colours are plain 8-bit values, neither converted on the way in nor out. There is no depth, no
/// stencil and no multisampling: what is drawn later covers what was drawn before.
#pragma once

#include "base/messages.h"
#include "render/draw_list.h"

typedef struct Gl Gl;
typedef void (*GlProc)(void);

enum {
    GL_MESHES_MAX = 64, ///< Held at once.
};

/// Needs a current context. `shader_folder` holds the .vert and .frag files; `font` may be NULL
/// (text is not drawn then) and is copied. NULL with E951 (too old), E952 or E901 (a shader is
/// missing or does not compile).
Gl *gl_create(GlProc (*load)(const char *name), const char *shader_folder, const Font *font,
              MessageList *messages);

/// Ends it, with its meshes; before the context ends. NULL does nothing.
void gl_destroy(Gl *gl);

/// How a list is mapped to a view: to which rectangle in framebuffer pixels (origin bottom left),
/// which point of the list is at its centre, how many pixels a unit has, whether y goes up or down,
/// how far it is turned. Nothing is drawn outside of the rectangle.
typedef struct GlView {
    int x, y, width, height;
    vec2s center;
    float scale; ///< Pixels per unit.
    bool y_down;
    float angle; ///< rad by which the picture is turned about the centre, counter-clockwise.
    float lean;  ///< How far heights push points away from the centre: a point h m high at distance
                 ///< d is drawn at d * (1 + lean * h). 0.015 looks right (walls' top faces).
} GlView;

/// The view of a pixel list (y down, origin top left) that fills a framebuffer.
GlView gl_view_pixels(int width, int height);

/// What a view shows of the list's plane. Heights lean away from its centre, which only brings
/// points into it that lie nearer to the centre than they seem to: all that is seen lies within.
Box gl_view_shown(const GlView *view);

/// What the driver calls what draws; "" where it does not say.
const char *gl_renderer(void);

/// Whether a processor does the drawing.
bool gl_is_software(void);

/// A static mesh on the GPU; index into the Gl, -1 none.
typedef int GlMesh;

/// Copies `list` to the GPU. -1 where the list is empty.
GlMesh gl_mesh_make(Gl *gl, const DrawList *list);

/// Frees the mesh; -1 does nothing.
void gl_mesh_destroy(Gl *gl, GlMesh mesh);

/// Starts a frame of this size, into the window or gl_target, and fills it with 0xRRGGBBAA.
void gl_begin(Gl *gl, int width, int height, uint32_t clear_color);

/// Ends a frame, after its swap: waits until the frame before it is drawn, so that no driver queues
/// more than one, each of which would show what is pressed a frame later. At most 0.1 s.
void gl_limit_queue(Gl *gl);

/// Waits, before the swap, until all of this frame is drawn: whoever wants to know how long that
/// takes. At most 0.1 s.
void gl_wait_drawn(void);

/// Draws a mesh; -1 does nothing. One call to the driver, one more each time plain shapes and text
/// take turns.
void gl_draw_mesh(Gl *gl, GlMesh mesh, const GlView *view);

/// Copies a list of this frame and draws it, with as many calls.
void gl_draw_list(Gl *gl, const DrawList *list, const GlView *view);

/// Copies a list of this frame and leaves it bound, for who draws it with a program of his own.
void gl_bind_list(Gl *gl, const DrawList *list);

/// Blends what is drawn from now on as all shapes and texts are: after who blended otherwise.
void gl_blend_shapes(Gl *gl);

/// Draws into an own framebuffer of this size from now on (0, 0: back to the window). False where
/// the driver has none of this size; the window is the target then.
bool gl_target(Gl *gl, int width, int height);

/// Reads the current target as rows of RGB from the top; `out` holds 3 * width * height bytes.
/// Waits for the GPU.
void gl_read_pixels(Gl *gl, int width, int height, uint8_t *out);
