/// What presses mean in menus, from every device: moves, which repeat while they are held, accept,
/// back and pause.
#pragma once

#include "platform/window.h"
#include "ui/prompts.h"

typedef enum MenuPress {
#define MENU_PRESS(id, first, second, third, button, label) MENU_PRESS_##id,
#include "game_state/menu_presses.def"
#undef MENU_PRESS
    MENU_PRESS_COUNT,
} MenuPress;

enum {
    MENU_PRESS_KEYS = 3,
};

/// A press that means something in menus; KEY_NONE where it has fewer keys.
typedef struct MenuPressRow {
    int keys[MENU_PRESS_KEYS];
    PadButton button;
    const char *label; ///< What it does.
} MenuPressRow;

extern const MenuPressRow menu_press_rows[MENU_PRESS_COUNT];

/// The move that is held, so that it can repeat. The zero value is that of a screen that just
/// appeared: only what it has seen pressed repeats.
typedef struct MenuRepeat {
    int x, y;     ///< The move.
    float wait_s; ///< Until it counts again.
    int count;    ///< How often it has counted again.
} MenuRepeat;

typedef struct MenuInput {
    int move_x, move_y; ///< -1 left or up, 1 right or down; several of a frame add up.
    bool accept, back, pause;
    bool menu;    ///< Tab, View: to the menus, from where they are not shown.
    int shoulder; ///< Page Up, LB: -1; Page Down, RB: 1.
} MenuInput;

/// The presses of this frame alone.
MenuInput menu_presses(const InputFrame *frame);

/// With what repeats after a frame of `dt` s.
MenuInput menu_input(MenuRepeat *repeat, const InputFrame *frame, float dt);

/// The kind of device that was used last: `before` where none was used in this frame.
PromptDevice menu_device(const InputFrame *frame, PromptDevice before);
