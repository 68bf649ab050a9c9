#include "render/gl_tiles.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/gl_picture.h"
#include "render/tiles.h"

#include <glad/gl.h>

#include <stdlib.h>

enum {
    PAINTED_A_FRAME = 1, ///< Each takes about two milliseconds.
    ATLAS_WIDTH = TILES_WIDE * TILE_PX,
    ATLAS_HEIGHT = TILES_HIGH * TILE_PX,
};

struct GlTiles {
    GlPicture atlas;
    bool tried, works, drawn; ///< To give the atlas its size; it has it; this frame has seen it.
    Tiles tiles;
    int budget; ///< Tiles that this frame may still paint.
    int height; ///< px, of the frame.
    GlMesh mesh;
    uint32_t color;             ///< Under the mesh.
    int levels[GL_TILES_VIEWS]; ///< From which each view is drawn.
};

GlTiles *gl_tiles_create(const char *shader_folder, MessageList *messages) {
    GlPicture atlas;
    if (!gl_picture_make(&atlas, shader_folder, messages)) {
        return NULL;
    }
    GlTiles *kept = calloc(1, sizeof *kept);
    ASSERT(kept != NULL);
    kept->atlas = atlas;
    gl_tiles_forget(kept);
    return kept;
}

void gl_tiles_destroy(GlTiles *kept) {
    if (kept == NULL) {
        return;
    }
    gl_picture_destroy(&kept->atlas);
    free(kept);
}

void gl_tiles_begin(GlTiles *kept, int height) {
    kept->budget = PAINTED_A_FRAME;
    kept->height = height;
    kept->tiles.frame++;
}

void gl_tiles_end(GlTiles *kept) {
    if (kept->drawn) {
        glFlush();
    }
    kept->drawn = false;
}

void gl_tiles_forget(GlTiles *kept) {
    kept->mesh = -1;
    tiles_clear(&kept->tiles);
}

/// Whether there is a large picture: it is made when it is first asked for.
static bool has_atlas(GlTiles *kept) {
    if (!kept->tried) {
        kept->tried = true;
        kept->works = gl_picture_resize(&kept->atlas, ATLAS_WIDTH, ATLAS_HEIGHT, true);
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
                gl_picture_paint_begin(&kept->atlas);
                bound = true;
            }
            kept->budget--;
            paint_tile(kept, gl, key, slot);
        }
    }
    if (bound) {
        gl_picture_paint_end(&kept->atlas);
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

static void add_tile(GlPicture *atlas, const Axis axes[2], TileKey key, int slot) {
    float low[2], high[2], from[2], to[2];
    const int index[2] = {key.x, key.y};
    const int slots[2] = {slot % TILES_WIDE * TILE_PX, slot / TILES_WIDE * TILE_PX};
    for (int i = 0; i < 2; i++) {
        low[i] = edge_of(&axes[i], index[i]);
        high[i] = edge_of(&axes[i], index[i] + 1);
        from[i] = (float)slots[i] + texel_of(&axes[i], index[i], low[i]);
        to[i] = (float)slots[i] + texel_of(&axes[i], index[i], high[i]);
    }
    gl_picture_add(atlas, (GlRectangle){low[0], low[1], high[0] - low[0], high[1] - low[1]},
                   (GlRectangle){from[0], from[1], to[0] - from[0], to[1] - from[1]});
}

/// Draws the tiles of a range, which are all there.
static void draw_range(GlTiles *kept, Gl *gl, TileRange range, const GlView *view) {
    float height = (float)kept->height; // software renderers count rows from the top
    const Axis axes[2] = {
        {view->center.x, view->scale, (float)view->x, 0.0f, view->width, range.level},
        {view->center.y, view->scale, (float)view->y, height, view->height, range.level}};
    for (int y = range.low; y <= range.high; y++) {
        for (int x = range.left; x <= range.right; x++) {
            TileKey key = {range.level, x, y};
            add_tile(&kept->atlas, axes, key, tiles_find(&kept->tiles, key));
        }
    }
    gl_picture_draw(&kept->atlas, gl, view, GL_PICTURE_OPAQUE);
    kept->drawn = true;
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
