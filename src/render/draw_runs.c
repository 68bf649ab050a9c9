#include "render/draw_runs.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPAQUE_MIN = 3 * 8,  ///< Indices in a row from which a change of program pays.
    PIECE_MAX = 3 * 128, ///< Indices of a piece.
    PIECE_FEW = 3 * 8,   ///< So many stay together, however far they reach.
};

#define PIECE_FAR 40.0f ///< m across: a view is 50 m and more.

void draw_runs_destroy(DrawRuns *runs) {
    free(runs->items);
    *runs = (DrawRuns){0};
}

static DrawRun *add_run(DrawRuns *runs, DrawKind kind, int first) {
    runs->items = array_reserve(runs->items, runs->count + 1, &runs->capacity, sizeof *runs->items);
    runs->items[runs->count] = (DrawRun){.kind = kind, .first = first, .box = box_of(NULL, 0)};
    return &runs->items[runs->count++];
}

static bool is_text(const DrawList *list, int triangle) {
    return list->vertices[list->indices[triangle]].u >= 0.0f;
}

static bool is_opaque(const DrawList *list, int triangle) {
    bool opaque = true;
    for (int i = 0; i < 3; i++) {
        uint8_t bytes[4];
        memcpy(bytes, &list->vertices[list->indices[triangle + i]].color, sizeof bytes);
        opaque = opaque && bytes[3] == 255;
    }
    return opaque;
}

static DrawKind kind_of(const DrawList *list, int triangle) {
    return is_text(list, triangle)     ? DRAW_TEXT
           : is_opaque(list, triangle) ? DRAW_OPAQUE
                                       : DRAW_BLENDED;
}

void draw_runs_of_frame(DrawRuns *runs, const DrawList *list) {
    DrawRun *last = NULL;
    runs->count = 0;
    for (int i = 0; i + 2 < list->index_count; i += 3) {
        DrawKind kind = is_text(list, i) ? DRAW_TEXT : DRAW_BLENDED;
        if (last == NULL || last->kind != kind) {
            last = add_run(runs, kind, i);
        }
        last->count += 3;
    }
}

static Box triangle_box(const DrawList *list, int triangle) {
    Box box = box_of(NULL, 0);
    for (int i = 0; i < 3; i++) {
        const DrawVertex *vertex = &list->vertices[list->indices[triangle + i]];
        box = box_add(box, (vec2s){{vertex->x, vertex->y}});
    }
    return box;
}

/// Whether a piece is large enough without the triangle in `box`.
static bool is_full(const DrawRun *run, Box box) {
    Box both = box_union(run->box, box);
    bool far = both.high.x - both.low.x > PIECE_FAR || both.high.y - both.low.y > PIECE_FAR;
    return run->count >= PIECE_MAX || (far && run->count >= PIECE_FEW);
}

/// Where the triangles from `first` on are no longer of its kind.
static int stretch_end(const DrawList *list, int first, DrawKind kind) {
    int end = first + 3;
    while (end + 2 < list->index_count && kind_of(list, end) == kind) {
        end += 3;
    }
    return end;
}

void draw_runs_of_mesh(DrawRuns *runs, const DrawList *list) {
    DrawRun *last = NULL;
    runs->count = 0;
    for (int first = 0, end = 0; first + 2 < list->index_count; first = end) {
        DrawKind kind = kind_of(list, first);
        end = stretch_end(list, first, kind);
        if (kind == DRAW_OPAQUE && end - first < OPAQUE_MIN) {
            kind = DRAW_BLENDED; // looks the same, and saves a change
        }
        for (int i = first; i < end; i += 3) {
            Box box = triangle_box(list, i);
            if (last == NULL || last->kind != kind || is_full(last, box)) {
                last = add_run(runs, kind, i);
            }
            last->count += 3;
            last->box = box_union(last->box, box);
        }
    }
}
