#include "render/gl_tiles.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/gl_picture.h"
#include "render/tiles.h"

#include <glad/gl.h>

#include <math.h>
#include <stdlib.h>

enum {
    PAINTED_A_FRAME = 1, ///< Each takes about two milliseconds.
    ATLAS_WIDTH = TILES_WIDE * TILE_PX,
    ATLAS_HEIGHT = TILES_HIGH * TILE_PX,
};

#define STILL_PX    0.03f ///< Views nearer to each other than this show the same ...
#define STILL_SCALE 1e-5f ///< ... where their scales differ by no larger share.

/// A view whose ground was drawn.
typedef struct Seen {
    GlView view;
    int level, frame; ///< In which it was drawn last; 0: in none.
    bool still;       ///< `stills` holds its ground.
} Seen;

struct GlTiles {
    GlPicture atlas;
    GlPicture stills; ///< Of a whole frame, upside down: the ground of views that stand still.
    bool tried, works, drawn; ///< To give the atlas its size; it has it; this frame has seen it.
    Seen seen[GL_TILES_VIEWS];
    Tiles tiles;
    int budget;        ///< Tiles that this frame may still paint.
    int width, height; ///< px, of the frame.
    GlMesh mesh;
    uint32_t color;             ///< Under the mesh.
    int levels[GL_TILES_VIEWS]; ///< From which each view is drawn.
};

GlTiles *gl_tiles_create(const char *shader_folder, MessageList *messages) {
    GlTiles *kept = calloc(1, sizeof *kept);
    ASSERT(kept != NULL);
    gl_tiles_forget(kept);
    if (!gl_picture_make(&kept->atlas, shader_folder, messages) ||
        !gl_picture_make(&kept->stills, shader_folder, messages)) {
        gl_tiles_destroy(kept);
        return NULL;
    }
    return kept;
}

void gl_tiles_destroy(GlTiles *kept) {
    if (kept == NULL) {
        return;
    }
    gl_picture_destroy(&kept->atlas);
    gl_picture_destroy(&kept->stills);
    free(kept);
}

void gl_tiles_begin(GlTiles *kept, int width, int height) {
    kept->budget = PAINTED_A_FRAME;
    kept->width = width;
    kept->height = height;
    kept->tiles.frame++;
}

static void forget_contents(GlTiles *kept) {
    tiles_clear(&kept->tiles);
    for (int i = 0; i < GL_TILES_VIEWS; i++) {
        kept->seen[i].frame = 0;
    }
}

void gl_tiles_end(GlTiles *kept) {
    if (kept->drawn) {
        glFlush();
    }
    kept->drawn = false;
}

void gl_tiles_forget(GlTiles *kept) {
    kept->mesh = -1;
    forget_contents(kept);
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

/// `over`: the view is drawn upside down.
static void add_tile(GlPicture *atlas, const Axis axes[2], TileKey key, int slot, bool over) {
    float low[2], high[2], from[2], to[2];
    const int index[2] = {key.x, key.y};
    const int slots[2] = {slot % TILES_WIDE * TILE_PX, slot / TILES_WIDE * TILE_PX};
    for (int i = 0; i < 2; i++) {
        low[i] = edge_of(&axes[i], index[i]);
        high[i] = edge_of(&axes[i], index[i] + 1);
        from[i] = (float)slots[i] + texel_of(&axes[i], index[i], low[i]);
        to[i] = (float)slots[i] + texel_of(&axes[i], index[i], high[i]);
    }
    GlRectangle at = {low[0], low[1], high[0] - low[0], high[1] - low[1]};
    GlRectangle texels = {from[0], from[1], to[0] - from[0], to[1] - from[1]};
    if (over) {
        at.y = (float)axes[1].side - high[1];
        texels = (GlRectangle){from[0], to[1], texels.width, -texels.height};
    }
    gl_picture_add(atlas, at, texels);
}

/// Draws the tiles of a range, which are all there, into the frame or, upside down, into `stills`.
static void draw_range(GlTiles *kept, Gl *gl, TileRange range, const GlView *view, bool over) {
    float height = (float)kept->height; // software renderers count rows from the top
    const Axis axes[2] = {
        {view->center.x, view->scale, (float)view->x, 0.0f, view->width, range.level},
        {view->center.y, view->scale, (float)view->y, height, view->height, range.level}};
    for (int y = range.low; y <= range.high; y++) {
        for (int x = range.left; x <= range.right; x++) {
            TileKey key = {range.level, x, y};
            add_tile(&kept->atlas, axes, key, tiles_find(&kept->tiles, key), over);
        }
    }
    GlView there = *view;
    there.y = over ? kept->height - view->y - view->height : view->y;
    gl_picture_draw(&kept->atlas, gl, &there, GL_PICTURE_OPAQUE);
}

/// Whether two views show the same, but for what nobody sees.
static bool is_same(const GlView *a, const GlView *b) {
    float apart = glms_vec2_distance(a->center, b->center) * a->scale;
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height &&
           apart < STILL_PX && fabsf(a->scale / b->scale - 1.0f) < STILL_SCALE;
}

/// Keeps the ground of a view that stands still; false where there is no room for it.
static bool keep_still(GlTiles *kept, Gl *gl, TileRange range, const GlView *view) {
    GlPicture *stills = &kept->stills;
    if (stills->width != kept->width || stills->height != kept->height) {
        for (int i = 0; i < GL_TILES_VIEWS; i++) {
            kept->seen[i].still = false;
        }
        if (!gl_picture_resize(stills, kept->width, kept->height, false)) {
            return false;
        }
    }
    gl_picture_paint_begin(stills);
    draw_range(kept, gl, range, view, true);
    gl_picture_paint_end(stills);
    return true;
}

/// Draws view `index`, whose tiles are all there: from `stills` where it stands still.
static void draw_view(GlTiles *kept, Gl *gl, const GlView *view, int index) {
    Seen *seen = &kept->seen[index];
    int level = kept->levels[index];
    TileRange range = tiles_range(gl_view_shown(view), level, view->scale);
    int frame = kept->tiles.frame;
    bool stands =
        seen->frame == frame - 1 && frame > 1 && seen->level == level && is_same(&seen->view, view);
    if (!stands) {
        *seen = (Seen){.view = *view, .level = level};
    } else if (!seen->still) {
        seen->view = *view;
        seen->still = keep_still(kept, gl, range, view);
    }
    seen->frame = frame;
    if (seen->still) {
        float wide = (float)view->width, tall = (float)view->height;
        gl_picture_add(&kept->stills, (GlRectangle){0.0f, 0.0f, wide, tall},
                       (GlRectangle){(float)view->x, (float)(kept->height - view->y), wide, -tall});
        gl_picture_draw(&kept->stills, gl, view, GL_PICTURE_OPAQUE);
    } else {
        draw_range(kept, gl, range, view, false);
    }
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
        forget_contents(kept);
    }
    if (!fits || !ready_level(kept, gl, view, index)) {
        gl_draw_mesh(gl, mesh, view);
        return false;
    }
    draw_view(kept, gl, view, index);
    return true;
}
