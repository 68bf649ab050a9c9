#include "screens/screen.h"

static const Screen *const rows[GAME_SCREEN_COUNT] = {
#define SCREEN(id, name) &name##_screen,
#include "game_state/screens.def"
#undef SCREEN
};

const Screen *screen_shown(const Game *game) { return rows[game_screen(game)]; }

bool screen_race_runs(const Game *game) {
    bool runs = true;
    for (int i = 0; i <= game->depth; i++) {
        runs &= rows[game->stack[i].screen]->runs;
    }
    return runs;
}

bool screen_race_covered(const Game *game) {
    bool covered = false;
    for (int i = 0; i <= game->depth; i++) {
        covered |= rows[game->stack[i].screen]->covers;
    }
    return covered;
}
