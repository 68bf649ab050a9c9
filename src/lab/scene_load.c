#include "lab/scene_load.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "session/load.h"

static int make_solids(const char *data, const Scene *scene, Solid solids[SCENE_SHAPES]) {
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &scene->shapes[i];
        CarFile car;
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
        bool fine = scene_read(bytes.data, bytes.size, path, out, &messages);
        code = fine ? EXIT_FINE : EXIT_NO;
    }
    load_print_messages(path, &messages);
    file_bytes_free(&bytes);
    return code == EXIT_FINE ? make_solids(data, out, solids) : code;
}
