#include "game_state/designer.h"

#include "base/assert.h"
#include "game_state/laps.h"
#include "input/hotkeys.h"
#include "race/teleport.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

#define NEAR_PX 8.0f // from the mouse, in which what lies on top is meant

/// Whether the overlay can be used; `rect` is then the one view.
static bool is_used(const Game *game, int width, int height, ViewRect *rect) {
    ViewRect views[SEATS_MAX];
    if (!game->designer.open || game_tuned_car(game) < 0 || game_screen(game) != GAME_DRIVE ||
        width <= 0 || height <= 0) {
        return false;
    }
    game_views(game, width, height, views);
    *rect = views[0];
    return game->seats[0].camera.started;
}

static void look(Game *game, ViewRect rect, int height) {
    Designer *designer = &game->designer;
    const Camera *camera = &game->seats[0].camera;
    const Race *race = game->session.race;
    float from_top = (float)(height - rect.y - rect.height);
    designer->pointed = designer->x >= (float)rect.x &&
                        designer->x < (float)(rect.x + rect.width) && designer->y >= from_top &&
                        designer->y < from_top + (float)rect.height;
    if (!designer->pointed) {
        return;
    }
    designer->at = camera_point(camera, rect, height, designer->x, designer->y);
    designer->pick = overlay_pick(race, designer->at, NEAR_PX / camera_view_scale(camera, rect));
    designer->heading = teleport_heading(race, game->seats[0].car, designer->at);
    designer->wall = teleport_wall(race, game->seats[0].car, designer->at, designer->heading);
}

static void copy_place(Game *game) {
    char text[OVERLAY_NAME_MAX];
    overlay_coordinates(game->designer.at, text);
    window_copy(text);
    game_say(game, PALETTE_GOOD, "%s is on the clipboard", text);
}

/// The lap that the car is on is none, whatever the clock will say of it.
static void drop_car(Game *game) {
    const Designer *designer = &game->designer;
    Race *race = game->session.race;
    Seat *seat = &game->seats[0];
    char text[OVERLAY_NAME_MAX];
    overlay_coordinates(designer->at, text);
    if (race->phase == RACE_COUNTDOWN) {
        game_say(game, PALETTE_ACCENT, "Wait for the start to drop the car");
    } else if (game->live.pace.rewinding) {
        game_say(game, PALETTE_ACCENT, "Let go of F8 to drop the car");
    } else if (!box_contains(race->data->track->bounds, designer->at)) {
        game_say(game, PALETTE_BAD, "%s is out of bounds", text);
    } else if (designer->wall >= 0) {
        game_say(game, PALETTE_BAD, "The car would stand in a wall at %s", text);
    } else {
        recorder_put(&game->live.recorder, race, seat->car, designer->at, designer->heading);
        teleport_put(race, seat->car, designer->at, designer->heading);
        laps_forget(game, 0);
        game->live.changed = true;
        game_say(game, PALETTE_GOOD, "The car stands at %s", text);
    }
}

void designer_input(Game *game, const InputFrame *input, int width, int height) {
    Designer *designer = &game->designer;
    ViewRect rect;
    designer->x = input->mouse_x;
    designer->y = input->mouse_y;
    if (game_tuned_car(game) < 0) {
        designer->open = false;
        return;
    }
    designer->open ^= hotkey_pressed(HOTKEY_OVERLAY, input);
    if (!is_used(game, width, height, &rect)) {
        if (hotkey_pressed(HOTKEY_DROP, input) && game_screen(game) == GAME_DRIVE) {
            game_say(game, PALETTE_TEXT, "F5 drops the car at the mouse: open the overlay with F2");
        }
        return;
    }
    look(game, rect, height);
    if (designer->pointed && input->mouse_pressed) {
        copy_place(game);
    }
    if (designer->pointed && hotkey_pressed(HOTKEY_DROP, input)) {
        drop_car(game);
    }
}

void designer_look(Game *game, int width, int height) {
    ViewRect rect;
    if (is_used(game, width, height, &rect)) {
        look(game, rect, height);
    }
}

bool designer_view(const Game *game, int width, int height, OverlayView *out) {
    const Designer *designer = &game->designer;
    ViewRect rect;
    if (!is_used(game, width, height, &rect)) {
        return false;
    }
    *out = (OverlayView){.rect = rect,
                         .height_px = height,
                         .scale = game->ui_scale,
                         .camera = game->seats[0].camera,
                         .race = game->session.race,
                         .car = game->seats[0].car,
                         .pointed = designer->pointed,
                         .at = designer->at,
                         .pick = designer->pick,
                         .heading = designer->heading,
                         .wall = designer->wall};
    return true;
}
