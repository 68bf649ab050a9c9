#include "game/menu_input.h"

#define REPEAT_FIRST 0.38f // s that a move is held until it repeats
#define REPEAT_NEXT  0.09f // s between two repeats
#define REPEAT_FAST  0.03f // s, once it is clear that somebody wants to go far
#define STICK_HELD   0.35f // until it is back here

enum {
    REPEATS_SLOW = 8
};

MenuInput menu_presses(const InputFrame *frame) {
    MenuInput menu = {0};
    for (int i = 0; i < frame->press_count; i++) {
        int key = frame->presses[i];
        menu.move_y += (key == KEY_DOWN || key == 'S') - (key == KEY_UP || key == 'W');
        menu.move_x += (key == KEY_RIGHT || key == 'D') - (key == KEY_LEFT || key == 'A');
        menu.accept |=
            (key == KEY_ENTER && !frame->alt) || key == KEY_SPACE || key == KEY_PAD_ENTER;
        menu.pause |= key == KEY_ESCAPE;
        menu.menu |= key == KEY_TAB && !frame->alt;
        menu.shoulder += (key == KEY_PAGE_DOWN) - (key == KEY_PAGE_UP);
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        if (pad->present) {
            menu.move_y += pad->pressed[PAD_DOWN] - pad->pressed[PAD_UP] +
                           pad->pushed[PAD_LEFT_Y][1] - pad->pushed[PAD_LEFT_Y][0];
            menu.move_x += pad->pressed[PAD_RIGHT] - pad->pressed[PAD_LEFT] +
                           pad->pushed[PAD_LEFT_X][1] - pad->pushed[PAD_LEFT_X][0];
            menu.accept |= pad->pressed[PAD_A];
            menu.back |= pad->pressed[PAD_B];
            menu.pause |= pad->pressed[PAD_START];
            menu.menu |= pad->pressed[PAD_BACK];
            menu.shoulder += pad->pressed[PAD_RB] - pad->pressed[PAD_LB];
        }
    }
    return menu;
}

/// Whether any device still holds the move (x, y).
static bool is_held(const InputFrame *frame, int x, int y) {
    static const int keys[4][2] = {
        {KEY_LEFT, 'A'}, {KEY_RIGHT, 'D'}, {KEY_UP, 'W'}, {KEY_DOWN, 'S'}};
    static const PadButton buttons[4] = {PAD_LEFT, PAD_RIGHT, PAD_UP, PAD_DOWN};
    int way = x < 0 ? 0 : x > 0 ? 1 : y < 0 ? 2 : 3;
    bool held = frame->down[keys[way][0]] || frame->down[keys[way][1]];
    for (int i = 0; i < WINDOW_PADS; i++) {
        const PadState *pad = &frame->pads[i];
        float stick = (float)x * pad->axes[PAD_LEFT_X] + (float)y * pad->axes[PAD_LEFT_Y];
        held |= pad->present && (pad->buttons[buttons[way]] || stick > STICK_HELD);
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
