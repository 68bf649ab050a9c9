/// Reads a scene and the cars that it names from files.
#pragma once

#include "scene/scene_file.h"
#include "scene/solid.h"

/// Whether all cars that the scene `scene` names are installed; it was read from `text`, called
/// `file`. Adds a message (E211) for each that is not.
bool scene_check_cars(const char *data, const Scene *scene, const char *text, size_t size,
                      const char *file, MessageList *messages);

/// Reads the scene in the file `path` and makes its solids; cars are found as load_car does, in the
/// data folder `data`. Returns the exit code; what is wrong is printed.
int scene_load(const char *data, const char *path, Scene *out, Solid solids[SCENE_SHAPES]);
