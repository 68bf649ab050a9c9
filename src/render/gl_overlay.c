#include "render/gl_overlay.h"

#include "base/assert.h"
#include "geometry/transform.h"
#include "render/cells.h"
#include "render/gl_picture.h"

#include <glad/gl.h>

#include <math.h>
#include <stdlib.h>

struct GlOverlay {
    GlPicture picture;
    int width, height; ///< px, of the frame for which the picture was made, or tried to be.
    Cells cells;
    DrawList part; ///< That is painted.
};

GlOverlay *gl_overlay_create(const char *shader_folder, MessageList *messages) {
    GlPicture picture;
    if (!gl_picture_make(&picture, shader_folder, messages)) {
        return NULL;
    }
    GlOverlay *overlay = calloc(1, sizeof *overlay);
    ASSERT(overlay != NULL);
    overlay->picture = picture;
    return overlay;
}

void gl_overlay_destroy(GlOverlay *overlay) {
    if (overlay == NULL) {
        return;
    }
    gl_picture_destroy(&overlay->picture);
    cells_destroy(&overlay->cells);
    draw_list_destroy(&overlay->part);
    free(overlay);
}

/// Whether there is a picture of this size.
static bool has_picture(GlOverlay *overlay, int width, int height) {
    if (width != overlay->width || height != overlay->height) {
        overlay->width = width;
        overlay->height = height;
        cells_forget(&overlay->cells);
        gl_picture_resize(&overlay->picture, overlay->cells.columns * CELL_PX,
                          overlay->cells.rows * CELL_PX, false);
    }
    return overlay->picture.width > 0;
}

static void paint_run(GlOverlay *overlay, Gl *gl, const DrawList *list, CellRun run) {
    int left = run.left * CELL_PX, wide = (run.right - run.left + 1) * CELL_PX;
    GlView view = gl_view_pixels(wide, CELL_PX);
    view.x = left;
    view.y = run.row * CELL_PX;
    view.y_down = false; // the picture is upside down, see gl_picture_add
    view.center =
        vec2_make((float)left + 0.5f * (float)wide, ((float)run.row + 0.5f) * (float)CELL_PX);
    glScissor(view.x, view.y, view.width, view.height);
    glClear(GL_COLOR_BUFFER_BIT);
    draw_list_clear(&overlay->part);
    cells_pick(&overlay->cells, list, run, &overlay->part);
    gl_draw_list(gl, &overlay->part, &view);
}

static void paint(GlOverlay *overlay, Gl *gl, const DrawList *list) {
    CellRun run = {-1, 0, 0};
    bool begun = false;
    while (cells_next_stale(&overlay->cells, &run)) {
        if (!begun) {
            gl_picture_paint_begin(&overlay->picture);
            glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
            begun = true;
        }
        paint_run(overlay, gl, list, run);
        cells_note_painted(&overlay->cells, run);
    }
    if (begun) {
        gl_picture_paint_end(&overlay->picture);
    }
}

/// Adds the rectangle of `rows` rows whose first is `run`, as far as the frame reaches: what a
/// driver has to cut is no rectangle to it.
static void add_rows(GlOverlay *overlay, CellRun run, int rows) {
    float left = (float)(run.left * CELL_PX), top = (float)(run.row * CELL_PX);
    float right = fminf((float)((run.right + 1) * CELL_PX), (float)overlay->width);
    float bottom = fminf(top + (float)(rows * CELL_PX), (float)overlay->height);
    float wide = right - left, tall = bottom - top;
    gl_picture_add(&overlay->picture,
                   (GlRectangle){left, (float)overlay->height - bottom, wide, tall},
                   (GlRectangle){left, bottom, wide, -tall});
}

/// Draws all that shows something. Runs that lie below each other become one rectangle.
static void draw(GlOverlay *overlay, Gl *gl) {
    enum {
        OPEN_MAX = 16
    };
    CellRun open[OPEN_MAX], run = {-1, 0, 0};
    int rows[OPEN_MAX], count = 0;
    while (cells_next_shown(&overlay->cells, &run)) {
        int found = 0;
        while (found < count && !(open[found].left == run.left && open[found].right == run.right &&
                                  open[found].row + rows[found] == run.row)) {
            found++;
        }
        if (found < count) {
            rows[found]++;
            continue;
        }
        if (count == OPEN_MAX) { // the one that began first has most likely ended
            add_rows(overlay, open[0], rows[0]);
            count--;
            for (int i = 0; i < count; i++) {
                open[i] = open[i + 1];
                rows[i] = rows[i + 1];
            }
        }
        open[count] = run;
        rows[count++] = 1;
    }
    for (int i = 0; i < count; i++) {
        add_rows(overlay, open[i], rows[i]);
    }
    GlView view = gl_view_pixels(overlay->width, overlay->height);
    glFlush(); // rectangles are drawn fast in a part of the work of their own
    gl_picture_draw(&overlay->picture, gl, &view, GL_PICTURE_OVER);
}

void gl_overlay_draw(GlOverlay *overlay, Gl *gl, const DrawList *list, int width, int height) {
    cells_look(&overlay->cells, list, width, height);
    if (has_picture(overlay, width, height)) {
        paint(overlay, gl, list);
        draw(overlay, gl);
    } else {
        GlView view = gl_view_pixels(width, height);
        gl_draw_list(gl, list, &view);
    }
}
