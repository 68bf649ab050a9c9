/// What the laboratory finds on the disk: cars, the shipped scenes and those of the user's folder.
/// And what it leaves there.
#pragma once

#include "base/folder.h"
#include "lab_window/lab_desk.h"

enum {
    LAB_SCENES_MAX = 256,
};

/// The scenes that can be opened one after the other, in the order of their panels.
typedef struct LabShelf {
    Scene *scenes;
    int count;
} LabShelf;

/// Reads all cars that can be read, and all scenes of such cars. `data`: see load_data_folder. What
/// is broken is left out; `axle check` says why.
void lab_shelf_cars(const char *data, LabCars *out);
void lab_shelf_scenes(const char *data, const LabCars *cars, LabShelf *out);
void lab_shelf_destroy(LabShelf *shelf);

/// The first scene of a panel; -1 where there is none.
int lab_shelf_of(const LabShelf *shelf, ScenePanel panel);

/// The last one of those that are `scene`; where there is none, -1.
int lab_shelf_find(const LabShelf *shelf, const Scene *scene);

/// Saves the scene of `desk` and writes where to `path`. Where `path` names a file already, in its
/// place, what was there being kept as .bak; else, or for a `copy`, under a new name in the user's
/// folder. False with messages where that cannot be done.
bool lab_shelf_save(const LabDesk *desk, bool copy, char path[PATH_LIMIT], MessageList *messages);

/// Writes the picture as SVG and PNG and the working as CSV beside the scene at `path` ("": in the
/// user's folder), under a name that no file has. `stem` gets that name without suffix. False with
/// messages where one cannot be written; the others may be there then. The PNG takes about 60 ms.
bool lab_shelf_export(const LabDesk *desk, const char *path, char stem[PATH_LIMIT],
                      MessageList *messages);
