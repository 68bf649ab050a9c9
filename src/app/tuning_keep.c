#include "app/tuning_keep.h"

#include "app/load.h"
#include "app/tuning_save.h"
#include "base/file.h"

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

// Once for each try that fails: `kept` is set either way, so that a full disk is told once a
// change.
static void write_setup(TuningKeep *keep, const Game *game, int setup) {
    char path[PATH_LIMIT], name[CAR_NAME_MAX];
    const CarParams *params = &game->live.setups.params[setup];
    keep->kept[setup] = *params;
    snprintf(name, sizeof name, "%.40s, unsaved %c", game->session.cars[0].name, 'A' + setup);
    TuningSave what = {.name = name,
                       .params = params,
                       .driven = &game->session.cars[0],
                       .driven_name = game->car_name};
    char *text = file_of(game, setup, path) ? tuning_save_text(&what) : NULL;
    if (text) {
        MessageList messages = {0};
        keep->written[setup] |= file_write(path, text, strlen(text), &messages);
        messages_print(&messages, stderr, NULL);
    }
    free(text);
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

bool tuning_keep_found(const TuningKeep *keep, const Game *game, char *path) {
    for (int i = 0; i < 2; i++) {
        if (!keep->written[i] && file_of(game, i, path) && file_exists(path)) {
            return true;
        }
    }
    return false;
}
