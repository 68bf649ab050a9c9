/// A screen of the game: what it does with a frame, how it looks, and what it wishes.
///
/// Screens never include each other. A screen may change what is its own in the game: seats, focus,
/// what is said. For another screen, another race or a file they return a wish,
/// a plain value that game.c carries out. So a menu can be tested without a window.
#pragma once

#include "game_state/game_state.h"
#include "ui/canvas.h"

typedef enum WishKind {
    WISH_NOTHING,
    WISH_PUSH,        ///< `screen` over this one.
    WISH_POP,         ///< Back to the screen below.
    WISH_TITLE,       ///< To the title.
    WISH_SIT,         ///< A race for whoever drives by `device`.
    WISH_JOIN,        ///< One car more in the practice that runs, for whoever drives by `device`.
    WISH_START,       ///< What was chosen in the menus (Game.choice); where nobody sits yet, for
                      ///< whoever drives by `device`.
    WISH_TURN,        ///< The next turn of the hot seat, for whoever drives by `device`.
    WISH_RACE,        ///< The same race again.
    WISH_RESTART,     ///< The same time trial again: an attempt without a whole lap is forgotten,
                      ///< and costs one in the hot seat.
    WISH_SEASON_RACE, ///< The next race of the championship.
    WISH_TRACK,       ///< A race on the next track, of the same seats.
    WISH_SAVE,        ///< A recording of this race under a name of its own.
    WISH_PAD_MAPPING, ///< The gamepad of Game.pad_setup is known by its line; then back.
    WISH_QUIT,
} WishKind;

/// A value; the zero value wishes nothing.
typedef struct Wish {
    WishKind kind;
    GameScreen screen;
    bool unasked; ///< Nobody has pressed anything for that screen (InputGuard).
    int device;
} Wish;

/// A frame as a screen gets it.
typedef struct ScreenInput {
    const InputFrame *frame; ///< Without the presses that are not meant for this screen.
    CanvasSize size;         ///< That the screen has, of the framebuffer.
    float dt;                ///< s since the frame before.
} ScreenInput;

typedef struct Screen {
    const char *name;
    bool runs;                  ///< The race goes on behind it.
    bool has_hud;               ///< The HUD of the race is seen.
    bool covers;                ///< Nothing of what lies behind it is seen.
    bool lobby;                 ///< People may join in it (screens/strip.h).
    bool table;                 ///< It is a table that needs the height: the strip leaves it more.
    const struct Menu *menu;    ///< NULL: none.
    void (*enter)(Game *game);  ///< It was put over another screen. NULL: nothing to do.
    void (*resume)(Game *game); ///< The screen over it was left. NULL: nothing to do.
    Wish (*frame)(Game *game, const ScreenInput *input); ///< Never NULL, nor is draw.
    void (*draw)(const Game *game, const Canvas *canvas);
} Screen;

#define SCREEN(id, name) extern const Screen name##_screen;
#include "game_state/screens.def"
#undef SCREEN

/// Whether the race goes on: no screen of the stack stops it.
bool screen_race_runs(const Game *game);

/// Whether nothing of the race is seen: a screen of the stack covers it.
bool screen_race_covered(const Game *game);

/// The screen that is shown.
const Screen *screen_shown(const Game *game);
