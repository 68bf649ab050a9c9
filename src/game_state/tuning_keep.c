#include "game_state/tuning_keep.h"

#include "base/exit_code.h"
#include "base/file.h"
#include "base/folder.h"
#include "session/load.h"
#include "session/tuning_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIET_S 3.0 ///< A slider that is being dragged writes no files.

enum {
    SHORT_MAX = 64
};

static bool file_of(const Game *game, int setup, char *path) {
    char folder[PATH_LIMIT - 128], car[SHORT_MAX];
    if (!directories_state(folder, sizeof folder)) {
        return false;
    }
    load_short_name(game->car_name, LOAD_CAR_SUFFIX, car, sizeof car);
    snprintf(path, PATH_LIMIT, "%s/unsaved/%s-%c%s", folder, car, 'a' + setup, LOAD_CAR_SUFFIX);
    return true;
}

static bool same(const CarParams *a, const CarParams *b) {
    return car_params_differences(a, b) == 0;
}

static void forget(TuningKeep *keep, const Game *game, int setup) {
    char path[PATH_LIMIT];
    if (keep->written[setup] && file_of(game, setup, path)) {
        remove(path);
    }
    keep->written[setup] = false;
}

/// `kept` is set where that fails too: it is told once, and tried again after the next change.
static void write_setup(TuningKeep *keep, const Game *game, int setup) {
    char path[PATH_LIMIT], name[CAR_NAME_MAX];
    const CarParams *params = &game->live.setups.params[setup];
    keep->kept[setup] = *params;
    snprintf(name, sizeof name, "%.40s, unsaved %c", game->session.cars[0].name, 'A' + setup);
    TuningSave what = {.data = game->def.data,
                       .name = name,
                       .params = params,
                       .driven = &game->session.cars[0],
                       .driven_name = game->car_name};
    char *text = tuning_save_text(&what);
    if (!text) {
        return;
    }
    MessageList messages = {0};
    if (!file_of(game, setup, path)) {
        message_add(&messages, MESSAGE_E903, (Place){0});
    } else if (folder_make(path, &messages) && file_write(path, text, strlen(text), &messages)) {
        keep->written[setup] = true;
    }
    free(text);
    if (messages.count > 0 && !keep->failed) {
        messages_print(&messages, stderr, NULL);
    }
    keep->failed = messages.count > 0;
}

void tuning_keep(TuningKeep *keep, const Game *game, bool at_end) {
    const Setups *setups = &game->live.setups;
    if (strcmp(keep->car, game->car_name) != 0) { // another car: its set-ups are as loaded
        *keep = (TuningKeep){.kept = {setups->file, setups->file},
                             .seen = {setups->file, setups->file}};
        snprintf(keep->car, sizeof keep->car, "%s", game->car_name);
    }
    for (int i = 0; i < 2; i++) {
        if (!same(&keep->seen[i], &setups->params[i])) {
            keep->seen[i] = setups->params[i];
            keep->changed_s = game->time;
        }
    }
    if (!at_end && game->time - keep->changed_s < QUIET_S) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (same(&setups->params[i], &setups->file)) {
            forget(keep, game, i);
            keep->kept[i] = setups->params[i];
        } else if (!same(&setups->params[i], &keep->kept[i])) {
            write_setup(keep, game, i);
        }
    }
}

void tuning_keep_saved(TuningKeep *keep, const Game *game, int setup) {
    keep->kept[setup] = game->live.setups.params[setup];
    forget(keep, game, setup);
}

bool tuning_keep_find(TuningKeep *keep, const Game *game, char *path) {
    if (keep->looked) {
        return false;
    }
    keep->looked = true;
    for (int i = 1; i >= 0; i--) {
        char file[PATH_LIMIT];
        CarFile car;
        MessageList messages = {0};
        if (keep->written[i] || !file_of(game, i, file) || !file_exists(file)) {
            continue;
        }
        if (load_car_file(game->def.data, file, &car, NULL, &messages) == EXIT_FINE &&
            !same(&car.params, &game->live.setups.file)) {
            keep->left[i] = true;
            keep->earlier[i] = car.params;
            snprintf(path, PATH_LIMIT, "%s", file);
        }
    }
    return keep->left[0] || keep->left[1];
}

bool tuning_keep_restore(TuningKeep *keep, Game *game) {
    Setups *setups = &game->live.setups;
    bool live = keep->left[setups->live];
    for (int i = 0; i < 2; i++) {
        if (keep->left[i]) {
            setups->params[i] = keep->earlier[i];
            setups->best_s[i] = 0.0;
            keep->written[i] = true; // its file is of this run from here on
            keep->left[i] = false;
        }
    }
    return live;
}

void tuning_keep_forget(TuningKeep *keep, const Game *game) {
    for (int i = 0; i < 2; i++) {
        char path[PATH_LIMIT];
        if (keep->left[i] && !keep->written[i] && file_of(game, i, path)) {
            remove(path);
        }
        keep->left[i] = false;
    }
}
