#include "render/cells.h"

#include "base/array.h"
#include "base/assert.h"
#include "geometry/transform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HASH_FACTOR 0x9E3779B97F4A7C15u // 2^64 over the golden ratio, odd: Knuth, TAOCP 3, 6.4

void cells_destroy(Cells *cells) {
    free(cells->now);
    free(cells->kept);
    free(cells->reach);
    *cells = (Cells){0};
}

static size_t cell_count(const Cells *cells) {
    return (size_t)cells->columns * (size_t)cells->rows;
}

static uint64_t *make_hashes(size_t count) {
    uint64_t *hashes = calloc(count, sizeof *hashes);
    ASSERT(hashes != NULL);
    return hashes;
}

static void resize(Cells *cells, int columns, int rows) {
    cells_destroy(cells);
    cells->columns = columns;
    cells->rows = rows;
    cells->now = make_hashes(cell_count(cells));
    cells->kept = make_hashes(cell_count(cells));
}

static uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * HASH_FACTOR;
    return hash ^ hash >> 29;
}

static uint64_t pair_bits(float a, float b) {
    uint32_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return (uint64_t)bits[0] << 32 | bits[1];
}

static uint64_t triangle_hash(const DrawList *list, const uint32_t *corners) {
    uint64_t hash = 1;
    for (int i = 0; i < 3; i++) {
        const DrawVertex *vertex = &list->vertices[corners[i]];
        hash = mixed(hash, pair_bits(vertex->x, vertex->y));
        hash = mixed(hash, pair_bits(vertex->u, vertex->v));
        hash = mixed(hash, vertex->color);
    }
    return hash;
}

/// The number of a cell, from `least` to `most`.
static int16_t cell_at(float cell, int least, int most) {
    return (int16_t)(cell < (float)least ? least : cell > (float)most ? most : (int)cell);
}

static CellReach reach_of(const Cells *cells, const DrawList *list, const uint32_t *corners) {
    const DrawVertex *first = &list->vertices[corners[0]];
    float left = first->x, right = first->x, top = first->y, bottom = first->y;
    for (int i = 1; i < 3; i++) {
        const DrawVertex *vertex = &list->vertices[corners[i]];
        left = fminf(left, vertex->x);
        right = fmaxf(right, vertex->x);
        top = fminf(top, vertex->y);
        bottom = fmaxf(bottom, vertex->y);
    }
    const float size = (float)CELL_PX; // what ends at the edge of a cell does not reach into it
    return (CellReach){
        .left = cell_at(floorf(left / size), 0, cells->columns),
        .top = cell_at(floorf(top / size), 0, cells->rows),
        .right = cell_at(ceilf(right / size) - 1.0f, -1, cells->columns - 1),
        .bottom = cell_at(ceilf(bottom / size) - 1.0f, -1, cells->rows - 1),
    };
}

void cells_look(Cells *cells, const DrawList *list, int width, int height) {
    ASSERT(width > 0 && height > 0 && width < INT16_MAX && height < INT16_MAX);
    int columns = (width + CELL_PX - 1) / CELL_PX, rows = (height + CELL_PX - 1) / CELL_PX;
    if (columns != cells->columns || rows != cells->rows) {
        resize(cells, columns, rows);
    }
    memset(cells->now, 0, cell_count(cells) * sizeof *cells->now);
    cells->triangle_count = list->index_count / 3;
    cells->reach = array_reserve(cells->reach, cells->triangle_count, &cells->reach_capacity,
                                 sizeof *cells->reach);
    for (int i = 0; i < cells->triangle_count; i++) {
        const uint32_t *corners = &list->indices[3 * i];
        CellReach reach = reach_of(cells, list, corners);
        cells->reach[i] = reach;
        uint64_t hash = triangle_hash(list, corners);
        for (int y = reach.top; y <= reach.bottom; y++) {
            uint64_t *row = cells->now + (size_t)y * (size_t)cells->columns;
            for (int x = reach.left; x <= reach.right; x++) {
                row[x] = mixed(row[x], hash) | 1; // one that shows something is not 0
            }
        }
    }
}

void cells_forget(Cells *cells) {
    if (cells->kept != NULL) {
        memset(cells->kept, 0, cell_count(cells) * sizeof *cells->kept);
    }
}

static bool is_in(const Cells *cells, size_t index, bool stale) {
    return cells->now[index] != 0 && !(stale && cells->now[index] == cells->kept[index]);
}

static bool next_run(const Cells *cells, CellRun *run, bool stale) {
    int row = run->row < 0 ? 0 : run->row, column = run->row < 0 ? 0 : run->right + 1;
    for (; row < cells->rows; row++, column = 0) {
        size_t first = (size_t)row * (size_t)cells->columns;
        while (column < cells->columns && !is_in(cells, first + (size_t)column, stale)) {
            column++;
        }
        if (column < cells->columns) {
            *run = (CellRun){row, column, column};
            while (run->right + 1 < cells->columns &&
                   is_in(cells, first + (size_t)run->right + 1, stale)) {
                run->right++;
            }
            return true;
        }
    }
    return false;
}

bool cells_next_stale(const Cells *cells, CellRun *run) { return next_run(cells, run, true); }

bool cells_next_shown(const Cells *cells, CellRun *run) { return next_run(cells, run, false); }

void cells_pick(const Cells *cells, const DrawList *list, CellRun run, DrawList *out) {
    ASSERT(cells->triangle_count == list->index_count / 3);
    for (int i = 0; i < cells->triangle_count; i++) {
        CellReach reach = cells->reach[i];
        if (run.row < reach.top || run.row > reach.bottom || run.right < reach.left ||
            run.left > reach.right) {
            continue;
        }
        uint32_t corners[3];
        for (int k = 0; k < 3; k++) {
            corners[k] = draw_vertex(out, vec2_make(0.0f, 0.0f), 0);
            out->vertices[corners[k]] = list->vertices[list->indices[3 * i + k]];
        }
        draw_triangle(out, corners[0], corners[1], corners[2]);
    }
}

void cells_note_painted(Cells *cells, CellRun run) {
    for (int x = run.left; x <= run.right; x++) {
        size_t index = (size_t)run.row * (size_t)cells->columns + (size_t)x;
        cells->kept[index] = cells->now[index];
    }
}
