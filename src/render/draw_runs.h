/// The triangles of a list as rows that are drawn alike, so that few calls draw what a view shows.
#pragma once

#include "render/draw_list.h"

typedef enum DrawKind {
    DRAW_BLENDED,
    DRAW_OPAQUE, ///< No triangle lets anything through: it is drawn without blending.
    DRAW_TEXT,
} DrawKind;

typedef struct DrawRun {
    DrawKind kind;
    int first, count; ///< Of the list's indices.
    Box box;          ///< Of its points as they lie on the ground, list units.
} DrawRun;

/// An owner; the zero value is empty. Ended by draw_runs_destroy.
typedef struct DrawRuns {
    DrawRun *items;
    int count, capacity;
} DrawRuns;

void draw_runs_destroy(DrawRuns *runs);

/// Finds the runs of a list of one frame: plain triangles and text take turns. A triangle is text
/// where its first vertex is. Nothing is opaque and the boxes are empty: that would cost more than
/// it saves.
void draw_runs_of_frame(DrawRuns *runs, const DrawList *list);

/// Finds the runs of a mesh that is drawn many times: cut into pieces, so that a view draws those
/// it shows, with long rows of opaque triangles apart. Drawn in order they give the same picture.
void draw_runs_of_mesh(DrawRuns *runs, const DrawList *list);
