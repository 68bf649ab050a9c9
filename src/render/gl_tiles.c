#include "render/gl_tiles.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/gl_program.h"
#include "render/tiles.h"

#include <glad/gl.h>

#include <stdlib.h>

enum {
    PAINTED_A_FRAME = 1, ///< Each takes about two milliseconds.
    QUADS_A_CALL = 4,    ///< llvmpipe cuts longer calls anywhere, and then sees no rectangles.
    ATLAS_WIDTH = TILES_WIDE * TILE_PX,
    ATLAS_HEIGHT = TILES_HIGH * TILE_PX,
};

struct GlTiles {
    GLuint program, texture, target; ///< The latter two are made when they are first used.
    bool tried, works;               ///< To make them; they are there.
    GLint to_clip;                   ///< A uniform.
    Tiles tiles;
    int budget; ///< Tiles that this frame may still paint.
    int height; ///< px, of the frame.
    GlMesh mesh;
    uint32_t color;             ///< Under the mesh.
    int levels[GL_TILES_VIEWS]; ///< From which each view is drawn.
    DrawList quads;             ///< Of a view.
};

GlTiles *gl_tiles_create(const char *shader_folder, MessageList *messages) {
    GLuint program = gl_program_make(shader_folder, "tiles.vert", "tiles.frag", messages);
    if (program == 0) {
        return NULL;
    }
    GlTiles *kept = calloc(1, sizeof *kept);
    ASSERT(kept != NULL);
    kept->program = program;
    kept->to_clip = glGetUniformLocation(program, "to_clip");
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "atlas"), 0);
    gl_tiles_forget(kept);
    return kept;
}

void gl_tiles_destroy(GlTiles *kept) {
    if (kept == NULL) {
        return;
    }
    glDeleteFramebuffers(1, &kept->target);
    glDeleteTextures(1, &kept->texture);
    glDeleteProgram(kept->program);
    draw_list_destroy(&kept->quads);
    free(kept);
}

void gl_tiles_begin(GlTiles *kept, int height) {
    kept->budget = PAINTED_A_FRAME;
    kept->height = height;
    kept->tiles.frame++;
}

void gl_tiles_forget(GlTiles *kept) {
    kept->mesh = -1;
    tiles_clear(&kept->tiles);
}

/// Makes the large picture, false where the driver has none of this size. The order of its bytes is
/// that of windows: any other takes a software renderer three times as long.
static bool make_atlas(GlTiles *kept) {
    GLint limit = 0, target = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (ATLAS_WIDTH > limit || ATLAS_HEIGHT > limit) {
        return false;
    }
    glGenTextures(1, &kept->texture);
    glBindTexture(GL_TEXTURE_2D, kept->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, ATLAS_WIDTH, ATLAS_HEIGHT, 0, GL_BGRA,
                 GL_UNSIGNED_INT_8_8_8_8_REV, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glGenFramebuffers(1, &kept->target);
    glBindFramebuffer(GL_FRAMEBUFFER, kept->target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, kept->texture, 0);
    bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    return complete;
}

/// Whether there is a large picture: it is made when it is first asked for.
static bool has_atlas(GlTiles *kept) {
    if (!kept->tried) {
        kept->tried = true;
        kept->works = make_atlas(kept);
    }
    return kept->works;
}

static void paint_tile(GlTiles *kept, Gl *gl, TileKey key, int slot) {
    float size = tiles_size(key.level);
    GlView view = {
        .x = slot % TILES_WIDE * TILE_PX,
        .y = slot / TILES_WIDE * TILE_PX,
        .width = TILE_PX,
        .height = TILE_PX,
        .center = {{((float)key.x + 0.5f) * size, ((float)key.y + 0.5f) * size}},
        .scale = tiles_scale(key.level),
    };
    glScissor(view.x, view.y, view.width, view.height);
    glClearColor((float)(kept->color >> 24) / 255.0f, (float)(kept->color >> 16 & 0xFF) / 255.0f,
                 (float)(kept->color >> 8 & 0xFF) / 255.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    gl_draw_mesh(gl, kept->mesh, &view);
}

/// Paints what is missing of a range, as far as the budget goes; whether nothing is missing then.
static bool paint_range(GlTiles *kept, Gl *gl, TileRange range) {
    GLint target = 0;
    bool whole = true, bound = false;
    for (int y = range.low; y <= range.high; y++) {
        for (int x = range.left; x <= range.right; x++) {
            TileKey key = {range.level, x, y};
            int slot = tiles_find(&kept->tiles, key);
            if (slot >= 0) {
                kept->tiles.slots[slot].used = kept->tiles.frame;
                continue;
            }
            slot = kept->budget > 0 ? tiles_take(&kept->tiles, key) : -1;
            if (slot < 0) {
                whole = false;
                continue;
            }
            if (!bound) {
                glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
                glBindFramebuffer(GL_FRAMEBUFFER, kept->target);
                bound = true;
            }
            kept->budget--;
            paint_tile(kept, gl, key, slot);
        }
    }
    if (bound) {
        glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    }
    return whole;
}

/// Where tile `index` of an axis is drawn from, or to: px from the low corner of a view, whose own
/// lies at `corner` px of a framebuffer in which the squares begin at `origin`.
typedef struct Axis {
    float center, scale, corner, origin;
    int side, level;
} Axis;

static float edge_of(const Axis *axis, int index) {
    float at = (float)index * tiles_size(axis->level);
    float pixel = 0.5f * (float)axis->side + (at - axis->center) * axis->scale;
    return tiles_edge(pixel + axis->corner, axis->origin) - axis->corner;
}

/// The texel of tile `index` that is shown at `pixel`.
static float texel_of(const Axis *axis, int index, float pixel) {
    float at = axis->center + (pixel - 0.5f * (float)axis->side) / axis->scale;
    float inside = at - (float)index * tiles_size(axis->level);
    return (float)TILE_BORDER + inside * tiles_scale(axis->level);
}

static void add_quad(DrawList *list, const Axis axes[2], TileKey key, int slot) {
    float x[2], y[2], u[2], v[2];
    for (int i = 0; i < 2; i++) {
        x[i] = edge_of(&axes[0], key.x + i);
        y[i] = edge_of(&axes[1], key.y + i);
        u[i] = (float)(slot % TILES_WIDE * TILE_PX) + texel_of(&axes[0], key.x, x[i]);
        v[i] = (float)(slot / TILES_WIDE * TILE_PX) + texel_of(&axes[1], key.y, y[i]);
    }
    uint32_t first = (uint32_t)list->vertex_count;
    for (int i = 0; i < 4; i++) {
        int right = i == 1 || i == 2, high = i >= 2;
        draw_vertex(list, vec2_make(x[right], y[high]), 0);
        list->vertices[list->vertex_count - 1].u = u[right] / (float)ATLAS_WIDTH;
        list->vertices[list->vertex_count - 1].v = v[high] / (float)ATLAS_HEIGHT;
    }
    draw_triangle_pair(list, first, first + 1, first + 2, first + 3);
}

/// Draws the tiles of a range, which are all there.
static void draw_range(GlTiles *kept, Gl *gl, TileRange range, const GlView *view) {
    float height = (float)kept->height; // software renderers count rows from the top
    const Axis axes[2] = {
        {view->center.x, view->scale, (float)view->x, 0.0f, view->width, range.level},
        {view->center.y, view->scale, (float)view->y, height, view->height, range.level}};
    draw_list_clear(&kept->quads);
    for (int y = range.low; y <= range.high; y++) {
        for (int x = range.left; x <= range.right; x++) {
            TileKey key = {range.level, x, y};
            add_quad(&kept->quads, axes, key, tiles_find(&kept->tiles, key));
        }
    }
    gl_bind_list(gl, &kept->quads);
    glViewport(view->x, view->y, view->width, view->height);
    glScissor(view->x, view->y, view->width, view->height);
    glUseProgram(kept->program);
    glUniform2f(kept->to_clip, 2.0f / (float)view->width, 2.0f / (float)view->height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, kept->texture);
    glDisable(GL_BLEND);
    for (int i = 0; i < kept->quads.index_count; i += QUADS_A_CALL * 6) {
        int left = kept->quads.index_count - i;
        glDrawElements(GL_TRIANGLES, left < QUADS_A_CALL * 6 ? left : QUADS_A_CALL * 6,
                       GL_UNSIGNED_INT, (const void *)((size_t)i * sizeof(uint32_t)));
    }
    glEnable(GL_BLEND);
    // A software renderer draws rectangles fast where nothing else lies in the same part of the
    // picture. What comes next is another part of the work.
    glFlush();
}

/// The level from which view `index` can be drawn now, after painting towards it; false: none.
static bool ready_level(GlTiles *kept, Gl *gl, const GlView *view, int index) {
    int *level = &kept->levels[index], best = tiles_level(view->scale);
    Box box = gl_view_shown(view);
    bool ready = tiles_suits(*level, view->scale) &&
                 paint_range(kept, gl, tiles_range(box, *level, view->scale));
    if (*level != best && (paint_range(kept, gl, tiles_range(box, best, view->scale)) || !ready)) {
        ready = paint_range(kept, gl, tiles_range(box, best, view->scale));
        *level = best;
    }
    if (ready && *level == best && kept->budget > 0) { // what comes into sight next, one a frame
        kept->budget = 1;
        paint_range(kept, gl,
                    tiles_range(box_grow(box, 0.5f * tiles_size(best)), best, view->scale));
        kept->budget = 0;
    }
    return ready;
}

bool gl_tiles_draw(GlTiles *kept, Gl *gl, GlMesh mesh, uint32_t color, const GlView *view,
                   int index) {
    ASSERT(index >= 0 && index < GL_TILES_VIEWS);
    bool fits = mesh >= 0 && view->angle == 0.0f && !view->y_down && view->width > 0 &&
                view->height > 0 && has_atlas(kept);
    if (fits && (mesh != kept->mesh || color != kept->color)) {
        kept->mesh = mesh;
        kept->color = color;
        tiles_clear(&kept->tiles);
    }
    if (!fits || !ready_level(kept, gl, view, index)) {
        gl_draw_mesh(gl, mesh, view);
        return false;
    }
    Box box = gl_view_shown(view);
    draw_range(kept, gl, tiles_range(box, kept->levels[index], view->scale), view);
    return true;
}
