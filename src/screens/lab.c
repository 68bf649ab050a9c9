/// The screen of the collision laboratory.
#include "game_state/menu_input.h"
#include "lab_window/lab_view.h"
#include "screens/screen.h"
#include "ui/palette.h"

#include <string.h>

static void enter(Game *game) {
    if (!game->lab) {
        game->lab = laboratory_open(game->def.data, game->def.lab_scene, game->def.lab_path);
    }
    if (game->lab) {
        game->lab->leaves = false;
    } else {
        game_say(game, PALETTE_BAD, "There is no scene to show");
    }
}

/// What gamepads want: keys mean something else here than in menus.
static LabPads read_pads(Game *game, const ScreenInput *input) {
    InputFrame pads = *input->frame;
    pads.press_count = 0;
    memset(pads.down, 0, sizeof pads.down);
    MenuInput pressed = menu_input(&game->repeat, &pads, input->dt);
    return (LabPads){.x = pressed.move_x,
                     .y = pressed.move_y,
                     .shoulder = pressed.shoulder,
                     .accept = pressed.accept,
                     .back = pressed.back || pressed.pause,
                     .other = pressed.menu};
}

static Wish frame(Game *game, const ScreenInput *input) {
    const Wish away = {.kind = game->def.lab_alone ? WISH_QUIT : WISH_POP};
    if (!game->lab) {
        return away;
    }
    LabInput of_lab = {.frame = input->frame, .pads = read_pads(game, input), .dt = input->dt};
    return laboratory_frame(game->lab, &of_lab, input->size) ? away : (Wish){0};
}

static void draw(const Game *game, const Canvas *canvas) {
    if (game->lab) {
        lab_view_draw(game->lab, canvas);
    }
}

const Screen lab_screen = {
    .name = "lab", .covers = true, .enter = enter, .frame = frame, .draw = draw};
