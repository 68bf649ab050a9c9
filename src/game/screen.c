#include "game/screen.h"

const Screen *screen_shown(const Game *game) {
    static const Screen *const rows[GAME_SCREEN_COUNT] = {
#define SCREEN(id, name) &name##_screen,
#include "game/screens.def"
#undef SCREEN
    };
    return rows[game_screen(game)];
}
