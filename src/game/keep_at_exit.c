#include "game/keep_at_exit.h"

#include "base/exit_code.h"
#include "game_state/game_settings.h"
#include "game_state/recordings.h"

#include <stdio.h>
#include <stdlib.h>

static Game *driven;
static Tuning *tuned;

static void keep(void) {
    if (!driven) {
        return;
    }
    Game *game = driven;
    driven = NULL;
    tuning_keep(&tuned->keep, game, true);
    recordings_save_last(game);
    record_keeper_flush(&game->records);
    game_settings_end(game);
    fflush(NULL);
    _Exit(EXIT_NO_DISPLAY); // the graphics driver's own end would ask a display that is gone
}

void keep_at_exit(Game *game, Tuning *tuning) {
    static bool registered;
    if (!registered) {
        registered = atexit(keep) == 0;
    }
    driven = game;
    tuned = tuning;
}
