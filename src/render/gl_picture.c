#include "render/gl_picture.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/gl_program.h"

#include <glad/gl.h>

enum {
    QUADS_A_CALL = 4, ///< llvmpipe cuts longer calls anywhere, and then sees no rectangles.
};

/// A picture that is drawn one to one is made larger by this share: with rounding, a step from
/// point to point is then a pixel and a trace, never less, which llvmpipe takes as a row to copy.
/// Over 1000 px it is less than a hundredth of a pixel.
#define STEP_TRACE 5e-6f

bool gl_picture_make(GlPicture *picture, const char *shader_folder, MessageList *messages) {
    *picture = (GlPicture){0};
    picture->program = gl_program_make(shader_folder, "picture.vert", "picture.frag", messages);
    if (picture->program == 0) {
        return false;
    }
    picture->to_clip = glGetUniformLocation(picture->program, "to_clip");
    glUseProgram(picture->program);
    glUniform1i(glGetUniformLocation(picture->program, "atlas"), 0);
    return true;
}

static void drop_texture(GlPicture *picture) {
    glDeleteFramebuffers(1, &picture->target);
    glDeleteTextures(1, &picture->texture);
    picture->target = picture->texture = 0;
    picture->width = picture->height = 0;
}

void gl_picture_destroy(GlPicture *picture) {
    drop_texture(picture);
    glDeleteProgram(picture->program);
    draw_list_destroy(&picture->quads);
    *picture = (GlPicture){0};
}

/// The order of its bytes is that of windows: any other takes a software renderer three times as
/// long.
static void make_texture(GlPicture *picture, int width, int height, bool smooth) {
    GLint filter = smooth ? GL_LINEAR : GL_NEAREST;
    glGenTextures(1, &picture->texture);
    glBindTexture(GL_TEXTURE_2D, picture->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

/// The least power of two that is no less than `size`.
static int power_of_two(int size) {
    int power = 1;
    while (power < size) {
        power *= 2;
    }
    return power;
}

bool gl_picture_resize(GlPicture *picture, int width, int height, bool smooth) {
    GLint limit = 0;
    drop_texture(picture);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (width <= 0 || height <= 0 || width > limit || height > limit) {
        return false;
    }
    // places in powers of two are exact
    int wide = smooth ? width : power_of_two(width), tall = smooth ? height : power_of_two(height);
    picture->smooth = smooth;
    picture->texture_width = (float)wide;
    picture->texture_height = (float)tall;
    make_texture(picture, wide, tall, smooth);
    glGenFramebuffers(1, &picture->target);
    gl_picture_paint_begin(picture);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, picture->texture,
                           0);
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    gl_picture_paint_end(picture);
    if (!complete) {
        drop_texture(picture);
        return false;
    }
    picture->width = width;
    picture->height = height;
    return true;
}

void gl_picture_paint_begin(GlPicture *picture) {
    GLint before = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    picture->target_before = (GLuint)before;
    glBindFramebuffer(GL_FRAMEBUFFER, picture->target);
}

void gl_picture_paint_end(GlPicture *picture) {
    glBindFramebuffer(GL_FRAMEBUFFER, picture->target_before);
}

void gl_picture_add(GlPicture *picture, GlRectangle at, GlRectangle from) {
    ASSERT(picture->width > 0 && picture->height > 0);
    DrawList *list = &picture->quads;
    float larger = picture->smooth ? 1.0f : 1.0f + STEP_TRACE;
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < 4; i++) {
        float right = i == 1 || i == 2 ? 1.0f : 0.0f, high = i >= 2 ? 1.0f : 0.0f;
        draw_vertex(list, vec2_make(at.x + right * at.width, at.y + high * at.height), 0);
        DrawVertex *vertex = &list->vertices[list->vertex_count - 1];
        vertex->u = (from.x + right * larger * from.width) / picture->texture_width;
        vertex->v = (from.y + high * larger * from.height) / picture->texture_height;
    }
    draw_triangle_pair(list, first, first + 1, first + 2, first + 3);
}

void gl_picture_draw(GlPicture *picture, Gl *gl, const GlView *view, GlPictureBlend blend) {
    int end = picture->quads.index_count;
    if (end == 0) {
        return;
    }
    gl_bind_list(gl, &picture->quads);
    glViewport(view->x, view->y, view->width, view->height);
    glScissor(view->x, view->y, view->width, view->height);
    glUseProgram(picture->program);
    glUniform2f(picture->to_clip, 2.0f / (float)view->width, 2.0f / (float)view->height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, picture->texture);
    if (blend == GL_PICTURE_OPAQUE) {
        glDisable(GL_BLEND);
    } else {
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    for (int i = 0; i < end; i += QUADS_A_CALL * 6) {
        int left = end - i;
        glDrawElements(GL_TRIANGLES, left < QUADS_A_CALL * 6 ? left : QUADS_A_CALL * 6,
                       GL_UNSIGNED_INT, (const void *)((size_t)i * sizeof(uint32_t)));
    }
    gl_blend_shapes(gl);
    draw_list_clear(&picture->quads);
}
