#include "session/tuning_save.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "session/car_splice.h"
#include "session/load.h"
#include "vehicle/car_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_TRIED = 9 ///< "my-drift", "my-drift-2" to "my-drift-9".
};

/// The name as a file has it, the `number`th of that name.
static void short_name(const char *name, int number, char out[CAR_BASE_MAX]) {
    size_t size = 0;
    for (const char *at = name; *at && size + 4 < CAR_BASE_MAX; at++) { // room for "-2"
        char letter = text_lower(*at);
        if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
            out[size++] = letter;
        } else if (size > 0 && out[size - 1] != '-') {
            out[size++] = '-';
        }
    }
    while (size > 0 && out[size - 1] == '-') {
        size--;
    }
    out[size] = '\0';
    if (size == 0) {
        snprintf(out, CAR_BASE_MAX, "car");
    }
    if (number > 1) {
        snprintf(out + strlen(out), CAR_BASE_MAX - strlen(out), "-%d", number);
    }
}

/// Whether a car is shipped under this name: one in the user's folder would hide it.
static bool is_shipped(const char *data, const char *id) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 64];
    if (!load_data_folder(data, folder)) {
        return false;
    }
    snprintf(path, sizeof path, "%s/cars/%s%s", folder, id, LOAD_CAR_SUFFIX);
    return file_exists(path);
}

/// Whether the file `path` holds a car of another name than `name`: it is not written over.
static bool is_another(const char *data, const char *path, const char *name) {
    CarFile file;
    MessageList messages = {0};
    return file_exists(path) && (load_car_file(data, path, &file, NULL, &messages) != EXIT_FINE ||
                                 strcmp(file.name, name) != 0);
}

/// The file that is driven, as it is on disk now.
typedef struct Source {
    FileBytes bytes;
    bool own; ///< In the user's folder: its text is saved with other numbers. Else a shipped one.
} Source;

static Source source_read(const TuningSave *save) {
    Source source = {0};
    char folder[PATH_LIMIT], path[PATH_LIMIT], shipped[PATH_LIMIT + 64];
    MessageList ignored = {0};
    if (!load_data_folder(save->data, folder) ||
        load_car_path(save->data, save->driven_name, path) != EXIT_FINE ||
        !file_read(path, FILE_LIMIT, &source.bytes, &ignored)) {
        return source;
    }
    snprintf(shipped, sizeof shipped, "%s/cars/%s%s", folder, save->driven_name, LOAD_CAR_SUFFIX);
    source.own = strcmp(path, shipped) != 0;
    return source;
}

/// The car that the saved one builds on: the shipped car that is driven; else what the file that is
/// driven builds on. Fills in base and its numbers.
static bool choose_base(const TuningSave *save, const Source *source, CarFile *car,
                        CarParams *base) {
    if (source->bytes.data && !source->own) {
        snprintf(car->base, sizeof car->base, "%.*s", CAR_BASE_MAX - 1, save->driven_name);
        *base = save->driven->params;
        return true;
    }
    memcpy(car->base, save->driven->base, sizeof car->base);
    car->look = save->driven->look;
    car->own_look = save->driven->own_look;
    car->sound = save->driven->sound;
    car->own_sound = save->driven->own_sound;
    *base = car_params_default();
    if (car->base[0]) {
        CarFile file;
        if (load_car(save->data, car->base, &file) != EXIT_FINE) {
            return false;
        }
        *base = file.params;
    }
    return true;
}

/// The note of the car file `bytes`, which lives in `arena`; NULL where it has none.
static const char *note_of(const FileBytes *bytes, Arena *arena) {
    MessageList ignored = {0};
    const char *note = NULL;
    const YamlNode *root =
        bytes->data ? yaml_read(bytes->data, bytes->size, "", arena, &ignored) : NULL;
    yaml_text(yaml_find(root, "note"), "note", 0, CAR_NOTE_MAX, &note, &ignored);
    return note;
}

/// The text of `car`, which builds on `base`; freed by the caller.
static TextBuffer write_text(const Source *source, const CarFile *car, const CarParams *base) {
    TextBuffer text = {0};
    if (source->own && car_splice(source->bytes.data, source->bytes.size, car, base, &text)) {
        return text;
    }
    Arena arena = {0};
    char *written = arena_alloc(&arena, CAR_WRITE_MAX);
    text_add(&text, written, car_write(car, note_of(&source->bytes, &arena), base, written));
    arena_destroy(&arena);
    return text;
}

/// A short name that is free, or that of the user's car of the same name; never what it builds on.
static bool choose_name(const char *data, const char *folder, char path[PATH_LIMIT + 64],
                        char id[CAR_BASE_MAX], const CarFile *car) {
    for (int number = 1; number <= NAMES_TRIED; number++) {
        short_name(car->name, number, id);
        snprintf(path, PATH_LIMIT + 64, "%s/cars/%s%s", folder, id, LOAD_CAR_SUFFIX);
        if (!is_shipped(data, id) && !is_another(data, path, car->name) &&
            strcmp(car->base, id) != 0) {
            return true;
        }
    }
    return false;
}

bool tuning_save(const TuningSave *save, char *text) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 64], id[CAR_BASE_MAX];
    CarFile car = {.params = *save->params}, read;
    CarParams base;
    MessageList messages = {0};
    const char *wrong = NULL;
    snprintf(car.name, sizeof car.name, "%s", save->name);
    Source source = source_read(save);
    if (!directories_user_data(folder, sizeof folder)) {
        message_add(&messages, MESSAGE_E903, (Place){0});
        wrong = messages.items[0].text;
    } else if (!choose_base(save, &source, &car, &base)) {
        wrong = "what it builds on cannot be read";
    } else if (!choose_name(save->data, folder, path, id, &car)) {
        wrong = "there are other cars of that name";
    } else {
        TextBuffer bytes = write_text(&source, &car, &base);
        // Read first: numbers that are each within their range may still not fit together.
        bool fine = load_car_text(save->data, bytes.text, bytes.size, path, &read, &messages) &&
                    folder_make(path, &messages) &&
                    file_write(path, bytes.text, bytes.size, &messages);
        messages_print(&messages, stderr, NULL);
        wrong = fine ? NULL : messages.items[0].text;
        free(bytes.text);
    }
    file_bytes_free(&source.bytes);
    snprintf(text, TUNING_SAVE_TEXT_MAX, "%s", wrong ? wrong : id);
    return !wrong;
}

char *tuning_save_text(const TuningSave *save) {
    CarFile car = {.params = *save->params};
    CarParams base;
    Source source = source_read(save);
    TextBuffer text = {0};
    snprintf(car.name, sizeof car.name, "%s", save->name);
    if (choose_base(save, &source, &car, &base)) {
        text = write_text(&source, &car, &base);
    }
    file_bytes_free(&source.bytes);
    return text.text;
}
