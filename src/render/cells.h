/// In which squares of a frame a draw list shows something else than before. Plain data;
/// gl_overlay.h paints and draws them.
#pragma once

#include "render/draw_list.h"

enum {
    CELL_PX = 32,
};

/// The columns that a triangle reaches, and the rows, all included; none where right < left.
typedef struct CellReach {
    int16_t left, top, right, bottom;
} CellReach;

/// A row of squares, from one column to another, both included.
typedef struct CellRun {
    int row, left, right;
} CellRun;

/// The squares of a frame of `columns` x `rows`, row by row from the top. An owner; the zero value
/// has none; ended by cells_destroy.
typedef struct Cells {
    int columns, rows;
    uint64_t *now;    ///< Hash of what each shows in this frame; 0: nothing.
    uint64_t *kept;   ///< Of what was painted; 0: unknown.
    CellReach *reach; ///< Of each triangle of the list.
    int reach_capacity, triangle_count;
} Cells;

void cells_destroy(Cells *cells);

/// Looks at the list of a frame of this size, in px with y down. What was painted of another size
/// is unknown. O(vertices + squares touched).
void cells_look(Cells *cells, const DrawList *list, int width, int height);

/// Forgets what was painted.
void cells_forget(Cells *cells);

/// The next run, after `run`, of squares that are to be painted; that show anything. A run whose
/// row is -1 comes before the first. False: there is none.
bool cells_next_stale(const Cells *cells, CellRun *run);
bool cells_next_shown(const Cells *cells, CellRun *run);

/// Appends the triangles of `list`, which was looked at last, that reach into a run, in order.
void cells_pick(const Cells *cells, const DrawList *list, CellRun run, DrawList *out);

/// The squares of a run are painted as they are now.
void cells_note_painted(Cells *cells, CellRun run);
