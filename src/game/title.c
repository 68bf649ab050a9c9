/// The title: whoever presses a key drives.
#include "game/menu_input.h"
#include "game/screen.h"
#include "ui/screens.h"

static Wish frame(Game *game, const ScreenInput *input) {
    int device = device_waking(&game->controls, input->frame);
    if (menu_presses(input->frame).pause) {
        return (Wish){.kind = WISH_QUIT};
    }
    return device == DEVICE_NONE ? (Wish){0} : (Wish){.kind = WISH_SIT, .device = device};
}

static void draw(const Game *game, const Canvas *canvas) {
    screen_title(canvas, game->time, game->session.track.name);
}

const Screen title_screen = {
    .name = "title", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
