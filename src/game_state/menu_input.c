#include "game_state/menu_input.h"

#define REPEAT_FIRST 0.38f // s that a move is held until it repeats
#define REPEAT_NEXT  0.09f // s between two repeats
#define REPEAT_FAST  0.03f // s, once it is clear that somebody wants to go far
#define STICK_HELD   0.35f // until it is back here

enum {
    REPEATS_SLOW = 8
};

const MenuPressRow menu_press_rows[MENU_PRESS_COUNT] = {
#define MENU_PRESS(id, first, second, third, button, label) {{first, second, third}, button, label},
#include "game_state/menu_presses.def"
#undef MENU_PRESS
};

/// How often a press went down in this frame, on all devices.
static int count_presses(const InputFrame *frame, MenuPress press) {
    const MenuPressRow *row = &menu_press_rows[press];
    int count = 0;
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i].key;
        bool window = window_press_is_alt(frame->presses[i]);
        for (int k = 0; k < MENU_PRESS_KEYS && !window; k++) {
            count += row->keys[k] != KEY_NONE && row->keys[k] == key;
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        count += frame->pads[i].present && frame->pads[i].pressed[row->button];
    }
    return count;
}

MenuInput menu_presses(const InputFrame *frame) {
    int counts[MENU_PRESS_COUNT];
    for (int i = 0; i < MENU_PRESS_COUNT; i++) {
        counts[i] = count_presses(frame, (MenuPress)i);
    }
    MenuInput menu = {
        .move_x = counts[MENU_PRESS_RIGHT] - counts[MENU_PRESS_LEFT],
        .move_y = counts[MENU_PRESS_DOWN] - counts[MENU_PRESS_UP],
        .accept = counts[MENU_PRESS_ACCEPT] > 0,
        .back = counts[MENU_PRESS_BACK] > 0,
        .pause = counts[MENU_PRESS_PAUSE] > 0,
        .menu = counts[MENU_PRESS_MENU] > 0,
        .shoulder = counts[MENU_PRESS_PAGE_RIGHT] - counts[MENU_PRESS_PAGE_LEFT],
    };
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        if (pad->present) {
            menu.move_y += pad->pushed[PAD_LEFT_Y][1] - pad->pushed[PAD_LEFT_Y][0];
            menu.move_x += pad->pushed[PAD_LEFT_X][1] - pad->pushed[PAD_LEFT_X][0];
        }
    }
    return menu;
}

/// Whether any device still holds the move (x, y).
static bool is_held(const InputFrame *frame, int x, int y) {
    MenuPress way = x < 0   ? MENU_PRESS_LEFT
                    : x > 0 ? MENU_PRESS_RIGHT
                    : y < 0 ? MENU_PRESS_UP
                            : MENU_PRESS_DOWN;
    const MenuPressRow *row = &menu_press_rows[way];
    bool held = frame->down[row->keys[0]] || frame->down[row->keys[1]];
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        float stick = (float)x * pad->axes[PAD_LEFT_X] + (float)y * pad->axes[PAD_LEFT_Y];
        held |= pad->present && (pad->buttons[row->button] || stick > STICK_HELD);
    }
    return held;
}

MenuInput menu_input(MenuRepeat *repeat, const InputFrame *frame, float dt) {
    MenuInput menu = menu_presses(frame);
    if (menu.move_x != 0 || menu.move_y != 0) {
        repeat->x = (menu.move_x > 0) - (menu.move_x < 0);
        repeat->y = repeat->x != 0 ? 0 : (menu.move_y > 0) - (menu.move_y < 0);
        repeat->wait_s = REPEAT_FIRST;
        repeat->count = 0;
    } else if ((repeat->x != 0 || repeat->y != 0) && is_held(frame, repeat->x, repeat->y)) {
        repeat->wait_s -= dt;
        if (repeat->wait_s <= 0.0f) {
            menu.move_x = repeat->x;
            menu.move_y = repeat->y;
            repeat->wait_s += ++repeat->count < REPEATS_SLOW ? REPEAT_NEXT : REPEAT_FAST;
        }
    } else {
        repeat->x = repeat->y = 0;
    }
    return menu;
}

PromptDevice menu_device(const InputFrame *frame, PromptDevice before) {
    if (frame->press_count > 0 || frame->mouse_pressed || frame->wheel != 0.0f) {
        return PROMPT_KEYS;
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        bool used = false;
        for (int axis = 0; axis < PAD_AXIS_COUNT; axis++) {
            used |= pad->pushed[axis][0] || pad->pushed[axis][1];
        }
        for (int button = 0; button < PAD_BUTTON_COUNT; button++) {
            used |= pad->pressed[button];
        }
        if (pad->present && used) {
            return PROMPT_PAD;
        }
    }
    return before;
}
