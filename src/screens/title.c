/// The title: whoever presses a key drives. Some keys lead to the menus instead.
#include "game_state/menu_input.h"
#include "screens/screen.h"
#include "ui/screens.h"

static Wish frame(Game *game, const ScreenInput *input) {
    MenuInput pressed = menu_presses(input->frame);
    if (pressed.pause || pressed.menu || input->frame->mouse_pressed) {
        return (Wish){.kind = WISH_PUSH, .screen = GAME_MENU};
    }
    int device = device_waking(&game->controls, input->frame);
    return device == DEVICE_NONE ? (Wish){0} : (Wish){.kind = WISH_SIT, .device = device};
}

static void draw(const Game *game, const Canvas *canvas) {
    // A pulse that stands still is at its middle.
    double time = game->settings.display.reduced_motion ? 0.0 : game->time;
    screen_title(canvas, time, game->session.track.name, game->device);
}

const Screen title_screen = {
    .name = "title", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
