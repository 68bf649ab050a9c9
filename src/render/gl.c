#include "render/gl.h"

#include "base/array.h"
#include "base/assert.h"
#include "geometry/transform.h"
#include "render/draw_runs.h"
#include "render/gl_program.h"

#include <cglm/struct.h>
#include <glad/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A program and where its uniforms are.
typedef struct Program {
    GLuint name;
    GLint projection, center, lean;
} Program;

typedef enum ProgramKind {
    PROGRAM_PLAIN,
    PROGRAM_TEXT,
    PROGRAM_COUNT,
} ProgramKind;

/// Vertices and indices on the GPU.
typedef struct Buffers {
    GLuint array, vertices, indices;
    DrawRuns runs;
    bool is_mesh; ///< The boxes of the runs say what a view shows.
} Buffers;

enum {
    RANGES_MAX = 128
};

#define QUEUE_WAIT_NS 100000000u // a GPU that hangs is not waited for

/// Rows of indices that one call draws.
typedef struct Ranges {
    GLsizei counts[RANGES_MAX];
    const void *offsets[RANGES_MAX];
    GLsizei count;
    int end; ///< Index behind the last.
} Ranges;

struct Gl {
    Program programs[PROGRAM_COUNT];
    GLuint atlas;
    Buffers stream; ///< For lists of one frame.
    Buffers meshes[GL_MESHES_MAX];
    GLuint target, target_color;
    int target_width, target_height;
    GLsync drawn; ///< Behind the commands of the last frame; NULL before there is one.
};

#ifndef NDEBUG
/// In debug builds a wrong call to OpenGL is what it is: a programmer's mistake.
static void GLAD_API_PTR on_debug(GLenum source, GLenum type, GLuint id, GLenum severity,
                                  GLsizei length, const GLchar *message, const void *user) {
    (void)id;
    (void)severity;
    (void)length;
    (void)user;
    // what the shader compiler says goes into messages, by gl_program_make
    if (source == GL_DEBUG_SOURCE_API && type == GL_DEBUG_TYPE_ERROR) {
        assert_fail(message, __FILE__, __LINE__);
    }
}

static void watch_errors(void) {
    if (GLAD_GL_KHR_debug) {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(on_debug, NULL);
    }
}
#else
static void watch_errors(void) {}
#endif

static bool load_functions(GlProc (*load)(const char *name), MessageList *messages) {
    int version = gladLoadGL(load);
    if (version >= GLAD_MAKE_VERSION(3, 3)) {
        return true;
    }
    char found[64] = "this driver has none";
    if (version > 0) {
        snprintf(found, sizeof found, "this driver has %d.%d", GLAD_VERSION_MAJOR(version),
                 GLAD_VERSION_MINOR(version));
    }
    message_add(messages, MESSAGE_E951, (Place){0}, found);
    return false;
}

static bool make_program(Program *out, const char *folder, const char *fragment,
                         MessageList *messages) {
    GLuint name = gl_program_make(folder, "scene.vert", fragment, messages);
    *out = (Program){
        .name = name,
        .projection = name ? glGetUniformLocation(name, "projection") : -1,
        .center = name ? glGetUniformLocation(name, "center") : -1,
        .lean = name ? glGetUniformLocation(name, "lean") : -1,
    };
    return name != 0;
}

static void attribute(GLuint index, GLint count, GLenum type, GLboolean normalized, size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, normalized, sizeof(DrawVertex),
                          (const void *)offset); // NOLINT: OpenGL's way to say an offset
}

static Buffers make_buffers(void) {
    Buffers buffers = {0};
    glGenVertexArrays(1, &buffers.array);
    glGenBuffers(1, &buffers.vertices);
    glGenBuffers(1, &buffers.indices);
    glBindVertexArray(buffers.array);
    glBindBuffer(GL_ARRAY_BUFFER, buffers.vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers.indices);
    attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(DrawVertex, x));
    attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(DrawVertex, u));
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(DrawVertex, color));
    attribute(3, 1, GL_FLOAT, GL_FALSE, offsetof(DrawVertex, height));
    return buffers;
}

static void destroy_buffers(Buffers *buffers) {
    glDeleteVertexArrays(1, &buffers->array);
    glDeleteBuffers(1, &buffers->vertices);
    glDeleteBuffers(1, &buffers->indices);
    draw_runs_destroy(&buffers->runs);
    *buffers = (Buffers){0};
}

static void make_atlas(Gl *gl, const Font *font) {
    const uint8_t outside = 0;
    bool has_text = font && font->atlas;
    GLsizei size = has_text ? font->atlas_size : 1;
    glGenTextures(1, &gl->atlas);
    glBindTexture(GL_TEXTURE_2D, gl->atlas);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, size, size, 0, GL_RED, GL_UNSIGNED_BYTE,
                 has_text ? font->atlas : &outside);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR); // distances need no mipmaps
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    const Program *text = &gl->programs[PROGRAM_TEXT];
    glUseProgram(text->name);
    glUniform1i(glGetUniformLocation(text->name, "atlas"), 0);
    glUniform1f(glGetUniformLocation(text->name, "spread"), (float)FONT_SPREAD);
}

void gl_blend_shapes(Gl *gl) {
    (void)gl;
    glEnable(GL_BLEND);
    // the alpha of the target stays 1 where it was
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

Gl *gl_create(GlProc (*load)(const char *name), const char *shader_folder, const Font *font,
              MessageList *messages) {
    if (!load_functions(load, messages)) {
        return NULL;
    }
    Gl *gl = calloc(1, sizeof *gl);
    ASSERT(gl);
    watch_errors();
    bool plain = make_program(&gl->programs[PROGRAM_PLAIN], shader_folder, "plain.frag", messages);
    bool text = make_program(&gl->programs[PROGRAM_TEXT], shader_folder, "text.frag", messages);
    if (!plain || !text) {
        gl_destroy(gl);
        return NULL;
    }
    gl->stream = make_buffers();
    make_atlas(gl, font);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE); // lists with y down turn all triangles over
    glDisable(GL_DITHER);
    glEnable(GL_SCISSOR_TEST);
    gl_blend_shapes(gl);
    return gl;
}

static void destroy_target(Gl *gl) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &gl->target);
    glDeleteRenderbuffers(1, &gl->target_color);
    gl->target = gl->target_color = 0;
    gl->target_width = gl->target_height = 0;
}

void gl_destroy(Gl *gl) {
    if (!gl) {
        return;
    }
    destroy_target(gl);
    destroy_buffers(&gl->stream);
    for (int i = 0; i < GL_MESHES_MAX; i++) {
        destroy_buffers(&gl->meshes[i]);
    }
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        glDeleteProgram(gl->programs[i].name);
    }
    glDeleteTextures(1, &gl->atlas);
    glDeleteSync(gl->drawn);
    free(gl);
}

const char *gl_renderer(void) {
    const char *name = (const char *)glGetString(GL_RENDERER);
    return name != NULL ? name : "";
}

bool gl_is_software(void) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
    const char *renderer = gl_renderer();
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found |= strstr(renderer, names[i]) != NULL;
    }
    return found;
}

GlView gl_view_pixels(int width, int height) {
    return (GlView){.width = width,
                    .height = height,
                    .center = vec2_make(0.5f * (float)width, 0.5f * (float)height),
                    .scale = 1.0f,
                    .y_down = true};
}

/// Copies `list` into `buffers`. The old contents are orphaned, so that nothing waits for a draw
/// that still reads them.
static void fill_buffers(Buffers *buffers, const DrawList *list, GLenum usage) {
    glBindVertexArray(buffers->array);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)list->vertex_count * (GLsizeiptr)sizeof(DrawVertex),
                 list->vertices, usage);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 (GLsizeiptr)list->index_count * (GLsizeiptr)sizeof(uint32_t), list->indices,
                 usage);
}

GlMesh gl_mesh_make(Gl *gl, const DrawList *list) {
    if (list->index_count < 3) {
        return -1;
    }
    GlMesh mesh = 0;
    while (mesh < GL_MESHES_MAX && gl->meshes[mesh].array != 0) {
        mesh++;
    }
    ASSERT(mesh < GL_MESHES_MAX);
    gl->meshes[mesh] = make_buffers();
    gl->meshes[mesh].is_mesh = true;
    draw_runs_of_mesh(&gl->meshes[mesh].runs, list);
    fill_buffers(&gl->meshes[mesh], list, GL_STATIC_DRAW);
    return mesh;
}

void gl_mesh_destroy(Gl *gl, GlMesh mesh) {
    ASSERT(mesh >= -1 && mesh < GL_MESHES_MAX);
    if (mesh >= 0) {
        destroy_buffers(&gl->meshes[mesh]);
    }
}

void gl_begin(Gl *gl, int width, int height, uint32_t clear_color) {
    (void)gl;
    glViewport(0, 0, width, height);
    glScissor(0, 0, width, height);
    glClearColor((float)(clear_color >> 24) / 255.0f, (float)(clear_color >> 16 & 0xFF) / 255.0f,
                 (float)(clear_color >> 8 & 0xFF) / 255.0f, (float)(clear_color & 0xFF) / 255.0f);
    glClear(GL_COLOR_BUFFER_BIT);
}

void gl_limit_queue(Gl *gl) {
    GLsync last = gl->drawn;
    gl->drawn = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (last) {
        glClientWaitSync(last, GL_SYNC_FLUSH_COMMANDS_BIT, QUEUE_WAIT_NS);
        glDeleteSync(last);
    }
}

void gl_wait_drawn(void) {
    GLsync all = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glClientWaitSync(all, GL_SYNC_FLUSH_COMMANDS_BIT, QUEUE_WAIT_NS);
    glDeleteSync(all);
}

/// From list units, relative to the view's centre, to clip space.
static mat4s view_projection(const GlView *view) {
    float x = 0.5f * (float)view->width;
    float y = 0.5f * (float)view->height;
    float up = view->y_down ? -view->scale : view->scale;
    mat4s pixels = glms_ortho(-x, x, -y, y, -1.0f, 1.0f);
    mat4s turned = glms_rotate_z(pixels, view->angle);
    return glms_scale(turned, (vec3s){{view->scale, up, 1.0f}});
}

Box gl_view_shown(const GlView *view) {
    float x = 0.5f * (float)view->width / view->scale;
    float y = 0.5f * (float)view->height / view->scale;
    vec2s half = rotation_box(rotation_make(view->angle), vec2_make(x, y));
    return (Box){glms_vec2_sub(view->center, half), glms_vec2_add(view->center, half)};
}

static void use_program(const Program *program, const GlView *view) {
    mat4s projection = view_projection(view);
    glUseProgram(program->name);
    glUniformMatrix4fv(program->projection, 1, GL_FALSE, &projection.raw[0][0]);
    glUniform2f(program->center, view->center.x, view->center.y);
    glUniform1f(program->lean, view->lean);
}

static void draw_ranges(Ranges *ranges) {
    if (ranges->count > 0) {
        glMultiDrawElements(GL_TRIANGLES, ranges->counts, GL_UNSIGNED_INT, ranges->offsets,
                            ranges->count);
    }
    ranges->count = 0;
}

static void add_range(Ranges *ranges, const DrawRun *run) {
    if (ranges->count > 0 && ranges->end == run->first) {
        ranges->counts[ranges->count - 1] += run->count;
    } else {
        if (ranges->count == RANGES_MAX) {
            draw_ranges(ranges);
        }
        ranges->counts[ranges->count] = run->count;
        ranges->offsets[ranges->count++] = (const void *)((size_t)run->first * sizeof(uint32_t));
    }
    ranges->end = run->first + run->count;
}

static void draw_buffers(Gl *gl, const Buffers *buffers, const GlView *view) {
    if (view->width <= 0 || view->height <= 0) {
        return;
    }
    glViewport(view->x, view->y, view->width, view->height);
    glScissor(view->x, view->y, view->width, view->height);
    glBindVertexArray(buffers->array);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, gl->atlas); // panels may have bound their own
    Box box = gl_view_shown(view);
    Ranges ranges = {.count = 0};
    int kind = -1;
    for (int i = 0; i < buffers->runs.count; i++) {
        const DrawRun *run = &buffers->runs.items[i];
        if (buffers->is_mesh && !box_overlap(run->box, box)) {
            continue;
        }
        if ((int)run->kind != kind) {
            draw_ranges(&ranges);
            if (kind < 0 || (run->kind == DRAW_TEXT) != (kind == DRAW_TEXT)) {
                use_program(&gl->programs[run->kind == DRAW_TEXT ? PROGRAM_TEXT : PROGRAM_PLAIN],
                            view);
            }
            (run->kind == DRAW_OPAQUE ? glDisable : glEnable)(GL_BLEND);
            kind = (int)run->kind;
        }
        add_range(&ranges, run);
    }
    draw_ranges(&ranges);
    glEnable(GL_BLEND);
}

void gl_draw_mesh(Gl *gl, GlMesh mesh, const GlView *view) {
    ASSERT(mesh >= -1 && mesh < GL_MESHES_MAX);
    if (mesh >= 0) {
        draw_buffers(gl, &gl->meshes[mesh], view);
    }
}

void gl_draw_list(Gl *gl, const DrawList *list, const GlView *view) {
    if (list->index_count >= 3) {
        draw_runs_of_frame(&gl->stream.runs, list);
        fill_buffers(&gl->stream, list, GL_STREAM_DRAW);
        draw_buffers(gl, &gl->stream, view);
    }
}

void gl_bind_list(Gl *gl, const DrawList *list) { fill_buffers(&gl->stream, list, GL_STREAM_DRAW); }

bool gl_target(Gl *gl, int width, int height) {
    if (gl->target && width == gl->target_width && height == gl->target_height) {
        glBindFramebuffer(GL_FRAMEBUFFER, gl->target);
        return true;
    }
    destroy_target(gl);
    if (width == 0 && height == 0) {
        return true;
    }
    GLint limit = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
    if (width <= 0 || height <= 0 || width > limit || height > limit) {
        return false;
    }
    glGenFramebuffers(1, &gl->target);
    glGenRenderbuffers(1, &gl->target_color);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->target);
    glBindRenderbuffer(GL_RENDERBUFFER, gl->target_color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              gl->target_color);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        destroy_target(gl);
        return false;
    }
    gl->target_width = width;
    gl->target_height = height;
    return true;
}

void gl_read_pixels(Gl *gl, int width, int height, uint8_t *out) {
    (void)gl;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, out);
    size_t row = 3 * (size_t)width;
    for (int top = 0, bottom = height - 1; top < bottom; top++, bottom--) {
        uint8_t *a = out + row * (size_t)top;
        uint8_t *b = out + row * (size_t)bottom;
        for (size_t i = 0; i < row; i++) { // OpenGL's rows start at the bottom
            uint8_t swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
}
