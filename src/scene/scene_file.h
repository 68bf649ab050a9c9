/// Reads and writes `*.scene.yaml`: bytes and a name in, a scene and messages out. docs/lab.md is
/// its manual.
#pragma once

#include "base/text.h"
#include "scene/scene.h"

#define SCENE_FILE_FORMAT "scene/1"
#define SCENE_FILE_SUFFIX ".scene.yaml"

/// Reads a scene. False, with messages (E1xx, E2xx, E940 to E947) and `out` as it was, where
/// anything is wrong. All mistakes are found in one go. The cars that it names are looked for by
/// the caller (scene_check_cars).
bool scene_read(const char *text, size_t size, const char *file, Scene *out, MessageList *messages);

/// Where `text`, which is a good scene called `file`, names the car of its shape `index`.
Place scene_car_place(const char *text, size_t size, const char *file, int index);

/// Adds the text of `scene` to `out`. Reading it gives the same scene, to the bit.
void scene_write(const Scene *scene, TextBuffer *out);
