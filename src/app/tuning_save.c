#include "app/tuning_save.h"

#include "app/commands.h"
#include "app/load.h"
#include "base/assert.h"
#include "base/directories.h"
#include "base/file.h"
#include "dynamics/car_write.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_TRIED = 9 ///< "my-drift", "my-drift-2" to "my-drift-9".
};

// The name as a file has it, the `number`th of that name.
static void short_name(const char *name, int number, char out[CAR_BASE_MAX]) {
    size_t size = 0;
    for (const char *at = name; *at && size + 4 < CAR_BASE_MAX; at++) { // room for "-2"
        unsigned char letter = (unsigned char)*at;
        if (letter < 0x80 && isalnum(letter)) {
            out[size++] = (char)tolower(letter);
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

// Whether a car is shipped under this name: one of the user's own would hide it.
static bool is_shipped(const char *id) {
    char path[PATH_LIMIT + 64];
    const char *data = load_data_folder();
    snprintf(path, sizeof path, "%s/cars/%s%s", data ? data : "", id, LOAD_CAR_SUFFIX);
    return data && file_exists(path);
}

// Whether the file `path` holds a car of another name than `name`: it is not written over.
static bool is_another(const char *path, const char *name) {
    CarFile file;
    MessageList messages = {0};
    return file_exists(path) &&
           (!load_car_file(path, &file, NULL, &messages) || strcmp(file.name, name) != 0);
}

// What the saved car builds on: the installed car that is driven; where that is what is saved over,
// or a file somewhere, what that one builds on. Fills in base and its numbers.
static bool choose_base(const TuningSave *save, const char *id, CarFile *car, CarParams *base) {
    const char *name = save->driven_name;
    bool installed = !strchr(name, '/') && !strchr(name, '.') && strlen(name) < CAR_BASE_MAX;
    if (installed && strcmp(name, id) != 0) {
        snprintf(car->base, sizeof car->base, "%.*s", CAR_BASE_MAX - 1, name);
        *base = save->driven->params;
        return true;
    }
    memcpy(car->base, save->driven->base, sizeof car->base);
    *base = car_params_default();
    if (car->base[0]) {
        CarFile file;
        if (load_car(car->base, &file) != EXIT_FINE) {
            return false;
        }
        *base = file.params;
    }
    return true;
}

// A short name that is free, or the user's own car of the same name. Fills in what it builds on.
static bool choose_name(const TuningSave *save, const char *folder, char path[PATH_LIMIT + 64],
                        char id[CAR_BASE_MAX], CarFile *car, CarParams *base) {
    for (int number = 1; number <= NAMES_TRIED; number++) {
        short_name(car->name, number, id);
        snprintf(path, PATH_LIMIT + 64, "%s/cars/%s%s", folder, id, LOAD_CAR_SUFFIX);
        if (!is_shipped(id) && !is_another(path, car->name) && choose_base(save, id, car, base) &&
            strcmp(car->base, id) != 0) {
            return true;
        }
    }
    return false;
}

// Numbers that are each within their range may still not fit together.
static bool is_readable(const char *bytes, size_t size, const char *path, MessageList *messages) {
    CarFile read;
    return load_car_text(bytes, size, path, &read, messages);
}

bool tuning_save(const TuningSave *save, char *text) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 64], id[CAR_BASE_MAX];
    CarFile car = {.params = *save->params};
    CarParams base;
    MessageList messages = {0};
    snprintf(car.name, sizeof car.name, "%s", save->name);
    if (!directories_user_data(folder, sizeof folder)) {
        snprintf(text, TUNING_SAVE_TEXT_MAX, "neither XDG_DATA_HOME nor HOME is set");
        return false;
    }
    if (!choose_name(save, folder, path, id, &car, &base)) {
        snprintf(text, TUNING_SAVE_TEXT_MAX, "there are other cars of that name");
        return false;
    }
    char *bytes = malloc(CAR_WRITE_MAX);
    ASSERT(bytes != NULL);
    size_t size = car_write(&car, &base, bytes);
    bool fine =
        is_readable(bytes, size, path, &messages) && file_write(path, bytes, size, &messages);
    free(bytes);
    messages_print(&messages, stderr, NULL);
    snprintf(text, TUNING_SAVE_TEXT_MAX, "%.150s", fine ? id : messages.items[0].text);
    return fine;
}

char *tuning_save_text(const TuningSave *save) {
    CarFile car = {.params = *save->params};
    CarParams base;
    snprintf(car.name, sizeof car.name, "%s", save->name);
    if (!choose_base(save, "", &car, &base)) {
        return NULL;
    }
    char *text = malloc(CAR_WRITE_MAX);
    ASSERT(text != NULL);
    text[car_write(&car, &base, text)] = '\0';
    return text;
}
