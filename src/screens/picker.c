#include "screens/picker.h"

void picker_shown(const Game *game, CardGrid *grid) {
    const StackedScreen *at = &game->stack[game->depth];
    int focus = at->focus < grid->count ? at->focus : grid->count - 1;
    grid->focus = input_guard_listens(&game->guard) ? focus : -1;
    grid->first = at->first;
    grid->device = game->device;
}

int picker_frame(Game *game, const ScreenInput *input, CardGrid *grid) {
    StackedScreen *at = &game->stack[game->depth];
    const InputFrame *frame = input->frame;
    picker_shown(game, grid);
    MenuInput pressed = menu_input(&game->repeat, frame, input->dt);
    if (grid->focus < 0) {
        return pressed.pause || pressed.back ? PICKER_BACK : PICKER_NOTHING;
    }
    CardLayout layout = card_grid_layout(grid, &input->size);
    int notches = (int)frame->wheel; // rows of cards
    grid->focus = card_grid_moved(grid, layout.columns, pressed.move_x, pressed.move_y);
    for (int i = 0; i < (notches < 0 ? -notches : notches); i++) {
        int next = grid->focus + (notches < 0 ? layout.columns : -layout.columns);
        grid->focus = next >= 0 && next < grid->count ? next : grid->focus;
    }
    int under = card_grid_hit(grid, &input->size, frame->mouse_x, frame->mouse_y);
    if (under >= 0 && (frame->mouse_moved || frame->mouse_pressed)) {
        grid->focus = under;
    }
    at->focus = grid->focus;
    at->first = card_grid_layout(grid, &input->size).first;
    if (pressed.pause || pressed.back) {
        return PICKER_BACK;
    }
    if (pressed.menu && grid->menu) {
        return PICKER_MENU;
    }
    bool accepts = pressed.accept || (frame->mouse_pressed && under >= 0);
    return accepts && !grid->cards[grid->focus].wrong ? grid->focus : PICKER_NOTHING;
}
