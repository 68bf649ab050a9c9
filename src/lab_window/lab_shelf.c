#include "lab_window/lab_shelf.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/file.h"
#include "base/text.h"
#include "lab/panel.h"
#include "scene/scene_file.h"
#include "session/load.h"
#include "sheet/sheet_png.h"
#include "sheet/sheet_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "scenes"

enum {
    NAMES_TRIED = 1000,
};

// In a source tree the scenes lie with the manual that shows them.
static const LoadKind kinds[] = {{"scene", FOLDER, SCENE_FILE_SUFFIX},
                                 {"scene", "docs/lab", SCENE_FILE_SUFFIX}};

// ---------------------------------------------------------------- reading

/// Where the data is, or NULL.
static const char *data_folder(const char *data, char folder[PATH_LIMIT]) {
    return directories_data(data, folder, PATH_LIMIT) ? folder : NULL;
}

void lab_shelf_cars(const char *data, LabCars *out) {
    char *names[LAB_CARS_MAX], folder[PATH_LIMIT], path[PATH_LIMIT];
    const char *shipped = data_folder(data, folder);
    int count = load_list(data, &load_car_kind, names, LAB_CARS_MAX);
    out->count = 0;
    for (int i = 0; i < count; i++) {
        MessageList messages = {.count = 0};
        CarFile car;
        LabCar *made = &out->items[out->count];
        if (strlen(names[i]) < sizeof made->name &&
            directories_find(shipped, load_car_kind.folder, names[i], load_car_kind.suffix, path,
                             sizeof path) &&
            load_car_file(data, path, &car, NULL, &messages) == 0) {
            text_copy(names[i], made->name, sizeof made->name);
            made->params = car.params;
            out->count++;
        }
        free(names[i]);
    }
}

/// Whether all cars of `scene` are there.
static bool has_cars(const Scene *scene, const LabCars *cars) {
    bool all = true;
    for (int i = 0; i < SCENE_SHAPES; i++) {
        const SceneShape *shape = &scene->shapes[i];
        all &= shape->kind != SCENE_CAR || lab_cars_find(cars, shape->car) != NULL;
    }
    return all;
}

static void read_scene(const char *path, const LabCars *cars, LabShelf *out) {
    MessageList messages = {.count = 0};
    FileBytes bytes = {0};
    Scene *scene = &out->scenes[out->count];
    if (out->count < LAB_SCENES_MAX && file_read(path, FILE_LIMIT, &bytes, &messages) &&
        scene_read(bytes.data, bytes.size, path, scene, &messages) && has_cars(scene, cars)) {
        out->count++;
    }
    file_bytes_free(&bytes);
}

/// By panel; those of a panel stay in their order. O(n^2), of a few.
static void sort_by_panel(LabShelf *shelf) {
    for (int i = 1; i < shelf->count; i++) {
        Scene scene = shelf->scenes[i];
        int at = i;
        for (; at > 0 && shelf->scenes[at - 1].panel > scene.panel; at--) {
            shelf->scenes[at] = shelf->scenes[at - 1];
        }
        shelf->scenes[at] = scene;
    }
}

void lab_shelf_scenes(const char *data, const LabCars *cars, LabShelf *out) {
    char folder[PATH_LIMIT], path[PATH_LIMIT];
    const char *shipped = data_folder(data, folder);
    *out = (LabShelf){.scenes = calloc(LAB_SCENES_MAX, sizeof *out->scenes)};
    ASSERT(out->scenes != NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        char *names[LAB_SCENES_MAX];
        int count = load_list(data, &kinds[k], names, LAB_SCENES_MAX);
        for (int i = 0; i < count; i++) {
            if (directories_find(shipped, kinds[k].folder, names[i], kinds[k].suffix, path,
                                 sizeof path)) {
                read_scene(path, cars, out);
            }
            free(names[i]);
        }
    }
    sort_by_panel(out);
}

void lab_shelf_destroy(LabShelf *shelf) {
    free(shelf->scenes);
    *shelf = (LabShelf){0};
}

int lab_shelf_of(const LabShelf *shelf, ScenePanel panel) {
    for (int i = 0; i < shelf->count; i++) {
        if (shelf->scenes[i].panel == panel) {
            return i;
        }
    }
    return -1;
}

int lab_shelf_find(const LabShelf *shelf, const Scene *scene) {
    int found = -1;
    for (int i = 0; i < shelf->count; i++) {
        found = memcmp(&shelf->scenes[i], scene, sizeof *scene) == 0 ? i : found;
    }
    return found;
}

// ---------------------------------------------------------------- writing

/// Whether a file is called `stem` with one of the suffixes, which end in NULL.
static bool is_taken(const char *stem, const char *const *suffixes) {
    char path[PATH_LIMIT];
    bool taken = false;
    for (int i = 0; suffixes[i] && !taken; i++) {
        int size = snprintf(path, sizeof path, "%s%s", stem, suffixes[i]);
        taken = size < 0 || size >= (int)sizeof path || file_exists(path);
    }
    return taken;
}

/// Finds a name that no file has with any of the suffixes: `wanted`, or that with a number. The
/// folder is made.
static bool free_stem(const char *wanted, const char *const *suffixes, char out[PATH_LIMIT],
                      MessageList *messages) {
    if (!folder_make(wanted, messages)) {
        return false;
    }
    for (int i = 1; i <= NAMES_TRIED; i++) {
        int size = i == 1 ? snprintf(out, PATH_LIMIT, "%s", wanted)
                          : snprintf(out, PATH_LIMIT, "%s-%d", wanted, i);
        if (size > 0 && size < PATH_LIMIT && !is_taken(out, suffixes)) {
            return true;
        }
    }
    message_add(messages, MESSAGE_E902, (Place){0}, wanted, "too many files have such names");
    return false;
}

/// The name of the scene's own file in the user's folder, without suffix.
static bool own_stem(const Scene *scene, char out[PATH_LIMIT], MessageList *messages) {
    char user[PATH_LIMIT], id[64];
    if (!directories_user_data(user, sizeof user)) {
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    if (!text_as_id(scene->name, id, sizeof id)) {
        text_copy("scene", id, sizeof id);
    }
    int size = snprintf(out, PATH_LIMIT, "%s/" FOLDER "/%s", user, id);
    return size > 0 && size < PATH_LIMIT;
}

bool lab_shelf_save(const LabDesk *desk, bool copy, char path[PATH_LIMIT], MessageList *messages) {
    static const char *const suffixes[] = {SCENE_FILE_SUFFIX, NULL};
    char wanted[PATH_LIMIT], stem[PATH_LIMIT], file[PATH_LIMIT];
    bool anew = copy || path[0] == '\0';
    text_copy(path, file, sizeof file);
    if (anew) {
        if (!own_stem(&desk->scene, wanted, messages) ||
            !free_stem(wanted, suffixes, stem, messages)) {
            return false;
        }
        snprintf(file, sizeof file, "%.*s%s", PATH_LIMIT - 16, stem, SCENE_FILE_SUFFIX);
    }
    TextBuffer text = {0};
    scene_write(&desk->scene, &text);
    bool fine = anew ? file_write(file, text.text, text.size, messages)
                     : file_replace(file, text.text, text.size, messages);
    free(text.text);
    if (fine) {
        text_copy(file, path, PATH_LIMIT);
    }
    return fine;
}

static bool write_svg(const Sheet *sheet, const char *path, MessageList *messages) {
    Svg svg = {0};
    sheet_svg(sheet, &svg);
    bool fine = file_write(path, svg.text, svg.size, messages);
    svg_destroy(&svg);
    return fine;
}

static bool write_png(const Sheet *sheet, const char *path, MessageList *messages) {
    TextBuffer png = {0};
    bool fine = sheet_png(sheet, &png, messages) && file_write(path, png.text, png.size, messages);
    free(png.text);
    return fine;
}

static bool write_csv(const LabDesk *desk, const char *path, MessageList *messages) {
    TextBuffer csv = {0};
    working_csv(&desk->work, &csv);
    bool fine = file_write(path, csv.text, csv.size, messages);
    free(csv.text);
    return fine;
}

bool lab_shelf_export(const LabDesk *desk, const char *path, char stem[PATH_LIMIT],
                      MessageList *messages) {
    static const char *const suffixes[] = {".svg", ".png", ".csv", NULL};
    char wanted[PATH_LIMIT], file[PATH_LIMIT];
    if (path[0] == '\0') {
        if (!own_stem(&desk->scene, wanted, messages)) {
            return false;
        }
    } else {
        text_copy(path, wanted, sizeof wanted);
        if (text_ends_with(wanted, SCENE_FILE_SUFFIX)) {
            wanted[strlen(wanted) - strlen(SCENE_FILE_SUFFIX)] = '\0';
        }
    }
    if (!free_stem(wanted, suffixes, stem, messages)) {
        return false;
    }
    Sheet sheet = panel_picture(&desk->scene, desk->solids);
    snprintf(file, sizeof file, "%.*s.svg", PATH_LIMIT - 8, stem);
    bool fine = write_svg(&sheet, file, messages);
    snprintf(file, sizeof file, "%.*s.csv", PATH_LIMIT - 8, stem);
    fine = fine && write_csv(desk, file, messages);
    snprintf(file, sizeof file, "%.*s.png", PATH_LIMIT - 8, stem);
    fine = fine && write_png(&sheet, file, messages);
    sheet_destroy(&sheet);
    return fine;
}
