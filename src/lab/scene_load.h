/// Reads a scene and the cars that it names from files.
#pragma once

#include "lab/scene_file.h"
#include "lab/solid.h"

/// Reads the scene in the file `path` and makes its solids; cars are found as load_car does, in the
/// data folder `data`. Returns the exit code; what is wrong is printed.
int scene_load(const char *data, const char *path, Scene *out, Solid solids[SCENE_SHAPES]);
