#include "sheet/raster.h"

#include "base/array.h"
#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES = 16,                     ///< Looked at of a pixel.
    LINE_STEP = RASTER_ONE / LINES, ///< Units from one to the next.
    COVER_ALL = LINES * RASTER_ONE, ///< Of a pixel.
    WEIGHT_ALL = COVER_ALL * 255,   ///< The same times that of an opaque colour.
    REACH = 1 << 24,                ///< Units.
};

Raster raster_make(int width, int height) {
    ASSERT(width > 0 && height > 0 && width < REACH / RASTER_ONE && height < REACH / RASTER_ONE);
    Raster raster = {.width = width,
                     .height = height,
                     .rgb = calloc((size_t)width * (size_t)height, 3),
                     .cover = calloc((size_t)width + 2, sizeof *raster.cover)};
    ASSERT(raster.rgb != NULL && raster.cover != NULL);
    return raster;
}

void raster_destroy(Raster *raster) {
    free(raster->rgb);
    free(raster->edges);
    free(raster->cover);
    *raster = (Raster){0};
}

void raster_edge(Raster *raster, int x0, int y0, int x1, int y1) {
    ASSERT(abs(x0) <= REACH && abs(y0) <= REACH && abs(x1) <= REACH && abs(y1) <= REACH);
    if (y0 == y1) {
        return;
    }
    raster->edges = array_reserve(raster->edges, raster->edge_count + 1, &raster->edge_capacity,
                                  sizeof *raster->edges);
    // Always downwards, so that the direction of an outline changes no pixel.
    raster->edges[raster->edge_count++] =
        y0 < y1 ? (RasterEdge){x0, y0, x1, y1, 1, 0} : (RasterEdge){x1, y1, x0, y0, -1, 0};
}

static int compare_edges(const void *a, const void *b) {
    const RasterEdge *first = a, *second = b;
    return (first->y0 > second->y0) - (first->y0 < second->y0);
}

/// Where the line at `y` meets `edge`, to the unit left of it.
static int meeting(const RasterEdge *edge, int y) {
    int64_t along = (int64_t)(edge->x1 - edge->x0) * (y - edge->y0);
    int64_t height = edge->y1 - edge->y0;
    int64_t quotient = along / height;
    return edge->x0 + (int)(along % height < 0 ? quotient - 1 : quotient);
}

static int within(const Raster *raster, int x) {
    int right = raster->width * RASTER_ONE;
    return x < 0 ? 0 : x > right ? right : x;
}

/// All that is right of `x` is covered by `sign` more of a line.
static void cover_from(Raster *raster, int x, int sign) {
    x = within(raster, x);
    int part = x % RASTER_ONE;
    raster->cover[x / RASTER_ONE] += sign * (RASTER_ONE - part);
    raster->cover[x / RASTER_ONE + 1] += sign * part;
}

/// Moves the `count` edges to the line at `y` and sorts them along it.
static void sort_along(RasterEdge *edges, int count, int y) {
    for (int i = 0; i < count; i++) {
        RasterEdge edge = edges[i];
        edge.x = meeting(&edge, y);
        int place = i;
        for (; place > 0 && edges[place - 1].x > edge.x; place--) {
            edges[place] = edges[place - 1];
        }
        edges[place] = edge;
    }
}

static void cover_line(Raster *raster, const RasterEdge *edges, int count) {
    int turns = 0;
    for (int i = 0; i < count; i++) {
        int before = turns;
        turns += edges[i].winding;
        if (before == 0) {
            cover_from(raster, edges[i].x, 1);
        } else if (turns == 0) {
            cover_from(raster, edges[i].x, -1);
        }
    }
}

/// Lays `color` over the row `y` where it is covered, from pixel `left` to `right`, and clears the
/// cover.
static void paint_row(Raster *raster, int y, int left, int right, uint32_t color) {
    const int parts[] = {(int)(color >> 24), (int)(color >> 16 & 0xFF), (int)(color >> 8 & 0xFF)};
    int alpha = (int)(color & 0xFF), cover = 0;
    uint8_t *pixel = raster->rgb + 3 * ((size_t)y * (size_t)raster->width + (size_t)left);
    for (int x = left; x <= right && x < raster->width; x++, pixel += 3) {
        cover += raster->cover[x];
        int weight = cover * alpha;
        for (int i = 0; weight > 0 && i < 3; i++) {
            pixel[i] =
                (uint8_t)((pixel[i] * (WEIGHT_ALL - weight) + parts[i] * weight + WEIGHT_ALL / 2) /
                          WEIGHT_ALL);
        }
    }
    memset(raster->cover + left, 0, ((size_t)(right - left) + 2) * sizeof *raster->cover);
}

void raster_fill(Raster *raster, uint32_t color) {
    RasterEdge *edges = raster->edges;
    int count = raster->edge_count, next = 0, active = 0;
    int left = raster->width * RASTER_ONE, right = 0;
    for (int i = 0; i < count; i++) {
        int x0 = within(raster, edges[i].x0), x1 = within(raster, edges[i].x1);
        left = x0 < left ? x0 : left;
        left = x1 < left ? x1 : left;
        right = x0 > right ? x0 : right;
        right = x1 > right ? x1 : right;
    }
    raster->edge_count = 0;
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    // Those that a line may meet stand in front: `active` of them, in the place of those before.
    int row = count > 0 && edges[0].y0 > 0 ? edges[0].y0 / RASTER_ONE : 0;
    for (; row < raster->height && (active > 0 || next < count); row++) {
        for (int line = 0; line < LINES; line++) {
            int y = row * RASTER_ONE + line * LINE_STEP + LINE_STEP / 2, kept = 0;
            for (int i = 0; i < active; i++) {
                edges[kept] = edges[i];
                kept += edges[i].y1 > y;
            }
            for (; next < count && edges[next].y0 <= y; next++) {
                edges[kept] = edges[next];
                kept += edges[next].y1 > y;
            }
            active = kept;
            sort_along(edges, active, y);
            cover_line(raster, edges, active);
        }
        paint_row(raster, row, left / RASTER_ONE, right / RASTER_ONE, color);
    }
}
