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
    // A pulse that stands still is at its middle.
    double time = game->settings.display.reduced_motion ? 0.0 : game->time;
    screen_title(canvas, time, game->session.track.name);
}

const Screen title_screen = {
    .name = "title", .runs = true, .has_hud = true, .frame = frame, .draw = draw};
