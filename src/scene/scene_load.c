#include "scene/scene_load.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "formats/yaml.h"
#include "session/load.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    CARS_MAX = 256
};

/// Adds that no car is called `name`, and which one is nearly.
static void refuse_car(const char *data, const char *name, Place place, MessageList *messages) {
    char *names[CARS_MAX], help[MESSAGE_TEXT_MAX];
    int count = load_list(data, &load_car_kind, names, CARS_MAX);
    const char *nearest = yaml_nearest(name, (const char *const *)names, count);
    if (nearest) {
        snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
    } else {
        snprintf(help, sizeof help, "`axle list cars` names them");
    }
    message_add(messages, MESSAGE_E211, place, "car", name, help);
    for (int i = 0; i < count; i++) {
        free(names[i]);
    }
}

bool scene_check_cars(const char *data, const Scene *scene, const char *text, size_t size,
                      const char *file, MessageList *messages) {
    char folder[PATH_LIMIT], path[PATH_LIMIT];
    const char *shipped = directories_data(data, folder, sizeof folder) ? folder : NULL;
    int errors_before = messages->error_count;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &scene->shapes[i];
        if (shape->kind == SCENE_CAR &&
            !directories_find(shipped, load_car_kind.folder, shape->car, load_car_kind.suffix, path,
                              sizeof path)) {
            refuse_car(data, shape->car, scene_car_place(text, size, file, i), messages);
        }
    }
    return messages->error_count == errors_before;
}

static int make_solids(const char *data, const Scene *scene, Solid solids[SCENE_SHAPES]) {
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &scene->shapes[i];
        CarFile car; // large
        int code = shape->kind == SCENE_CAR ? load_car(data, shape->car, &car) : EXIT_FINE;
        if (code != EXIT_FINE) {
            return code;
        }
        SolidCheck check =
            solid_make(shape, shape->kind == SCENE_CAR ? &car.params : NULL, &solids[i]);
        ASSERT(check.fault == SOLID_FINE); // both readers have looked
    }
    return EXIT_FINE;
}

int scene_load(const char *data, const char *path, Scene *out, Solid solids[SCENE_SHAPES]) {
    MessageList messages = {0};
    FileBytes bytes = {0};
    int code = EXIT_UNREADABLE;
    if (file_read(path, FILE_LIMIT, &bytes, &messages)) {
        bool fine = scene_read(bytes.data, bytes.size, path, out, &messages) &&
                    scene_check_cars(data, out, bytes.data, bytes.size, path, &messages);
        code = fine ? EXIT_FINE : EXIT_NO;
    }
    load_print_messages(path, &messages);
    file_bytes_free(&bytes);
    return code == EXIT_FINE ? make_solids(data, out, solids) : code;
}
