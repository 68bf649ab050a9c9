/// The laboratory behind its screen: a desk with what lies around it. One owner, from when it is
/// opened until the game ends, so that whoever comes back finds it as it was left.
#pragma once

#include "lab_window/lab_cost.h"
#include "lab_window/lab_shelf.h"
#include "lab_window/lab_step.h"

typedef struct Laboratory {
    const char *data; ///< The data folder, as in load_data_folder.
    LabCars cars;
    LabShelf shelf;
    LabDesk desk;
    int scene;             ///< Of the shelf, which was opened last; -1 none.
    char path[PATH_LIMIT]; ///< Of the scene's file; "": it has none.
    bool leaves;           ///< Esc was pressed over a scene that is not saved.
    LabCost cost;
    LabRows rows;     ///< As they are drawn ...
    LabLayout layout; ///< ... and where.
    Sheet sheet;      ///< What is drawn; the shapes alone while answers are hidden.
    Sheet sketch;     ///< The shapes, of a panel that does not show them where they stand.
    int drawn;        ///< LabDesk.revision of the sheet ...
    bool bare;        ///< ... and whether it has the shapes alone.
    SheetKeep kept;   ///< How its view was kept.
    char cost_text[LAB_COST_TEXT];
} Laboratory;

/// Opens it with `scene`, which was read from the file `path`, or with the first one of the shelf
/// (NULL, NULL). NULL where there is no scene at all, as the data folder is gone.
Laboratory *laboratory_open(const char *data, const Scene *scene, const char *path);

/// NULL does nothing.
void laboratory_close(Laboratory *lab);

/// The sheet whose shapes are seen in `layout`, and are taken hold of where it has a view of them.
const Sheet *laboratory_shapes(const Laboratory *lab, const LabLayout *layout);

enum {
    LABORATORY_TRACE = 640,
};

/// What is on the desk and open beside it, in a line for scripts.
void laboratory_trace(const Laboratory *lab, char out[LABORATORY_TRACE]);

/// Takes a frame in a window of `size`. Returns whether people want to leave.
bool laboratory_frame(Laboratory *lab, const LabInput *input, CanvasSize size);
