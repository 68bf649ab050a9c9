#include "game/toast.h"

#include "base/assert.h"
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "ui/hud.h"
#include "ui/palette.h"
#include "ui/seat_strip.h"
#include "ui/signs.h"

#include <math.h>

// Where the middle of a toast stands, as a share of the height: neither a menu nor what is said of
// the thing under the mouse is to be covered.
#define PLACE       0.70f
#define LOWEST      0.73f  // of its lower edge: the map stands below
#define BELOW_CAR   0.54f  // rather on the map than on the car of the view
#define TWO_ROWS    0.855f // the same where views stand two by two: clear of cars and places
#define ON_TITLE    0.09f
#define OVER_PLATE  0.17f
#define TITLE_LEAST 0.6f // Of its size, where that makes it one line.
#define SIZE        32.0f
#define ROOM        0.87f // Share of the width.

#define SMALL 24.0f // It stands where views meet, or over a menu, and covers them less.
#define FOOT  10.0f // Units below it on a menu without a strip of seats: it covers the keys
#define STRIP 4.0f  // ... and on one with: it lies on the strip, and covers none of the menu.
#define SEATS 0.5f  // Share of the strip that it is to cover at most, two seats of four ...
#define LEAST 0.8f  // ... where it need not become smaller than this for it.
#define GONE  0.5f  // s at its end in which the strip comes back, and it is gone itself.
// Shares of the height, where views stand two by two: a toast that is taller would lie on cars of
// the grid; it stands where the views meet, over their map, and is no taller than is free there.
#define LOW   0.048f
#define MEETS 0.065f

/// The plate beside the mouse, which hangs below it, is not to lie on a toast.
static float usual_place(const Game *game, int height) {
    const Designer *designer = &game->designer;
    if (game_screen(game) == GAME_TITLE) {
        return ON_TITLE;
    }
    bool plate = designer->open && designer->pointed && game_screen(game) == GAME_DRIVE;
    return plate && designer->y > 0.35f * (float)height ? OVER_PLATE : PLACE;
}

static bool is_over_drive(const Game *game) {
    return game_screen(game) == GAME_DRIVE || game_screen(game) == GAME_TITLE;
}

ToastPlace toast_place(const Canvas *canvas, const Game *game, float strip, bool two_rows) {
    ASSERT(canvas != NULL && game != NULL && strip >= 0.0f);
    bool drives = is_over_drive(game);
    float tall = (float)canvas->height, wide = (float)canvas->width;
    ToastPlace toast = {.middle = vec2_make(0.5f * wide, usual_place(game, canvas->height) * tall),
                        .room = ROOM * wide,
                        .size = (drives && game->seat_count <= 1 ? SIZE : SMALL) * canvas->unit};
    const SignToast said = {.text = game->toast};
    Area area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, &said);
    if (game_screen(game) == GAME_TITLE) { // in one line above the name of the game
        float line = sign_toast_area(canvas, toast.middle, 1e6f, toast.size, &said).width;
        float fits = 0.99f * toast.room / fmaxf(line, 1.0f); // surely one, for all rounding
        toast.size *= fits >= TITLE_LEAST ? fminf(fits, 1.0f) : 1.0f;
        area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, &said);
        toast.middle.y = fmaxf(toast.middle.y, 0.5f * area.height + STRIP * canvas->unit);
    }
    bool meets = drives && two_rows && area.height > LOW * tall;
    if (meets) {
        toast.size *= fminf(1.0f, MEETS * tall / area.height);
        area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, &said);
    }
    bool on_strip = !drives && strip > 0.0f;
    float rim = STRIP * canvas->unit, seats = (SEATS * wide - 2.0f * rim) / area.width;
    if (on_strip && seats < 1.0f && seats >= LEAST) {
        toast.size *= seats;
        area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, &said);
    }
    float half = 0.5f * area.height;
    if (on_strip) {
        toast.middle.y = tall - fmaxf(0.5f * strip, half + rim);
    } else if (!drives) {
        toast.middle.y = tall - half - FOOT * canvas->unit;
    } else if (two_rows) {
        toast.middle.y = meets ? 0.5f * tall : TWO_ROWS * tall - half;
    } else {
        CanvasSize size = canvas_size(canvas);
        Area map = hud_map_most(&size);
        bool over_map = game->seat_count <= 1 && area.x < map.x + map.width;
        over_map &= map.y - rim - area.height > BELOW_CAR * tall;
        float lowest = over_map ? fminf(LOWEST * tall, map.y - rim) : LOWEST * tall;
        toast.middle.y = fminf(toast.middle.y, lowest - half);
    }
    toast.area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, &said);
    if (on_strip) {
        CanvasSize size = canvas_size(canvas);
        bool taken[SEAT_STRIP_SEATS];
        for (int i = 0; i < SEAT_STRIP_SEATS; i++) {
            taken[i] = lobby_device(game, i) != DEVICE_NONE;
        }
        toast.covers = seat_strip_under(&size, taken, toast.area.x - rim,
                                        toast.area.x + toast.area.width + rim);
        toast.covers.height = strip; // it may be lower than usual
        toast.covers.y = tall - strip;
    }
    return toast;
}

/// Whether somebody holds what makes him leave: the strip shows for how long he must.
static bool somebody_leaves(const Game *game) {
    bool leaves = false;
    for (int i = 0; i < SEATS_MAX; i++) {
        leaves |= leaving_in_menu_part(game, i) > 0.0f;
    }
    return leaves;
}

void toast_draw(const Canvas *canvas, const Game *game, float strip, bool two_rows) {
    ToastPlace toast = toast_place(canvas, game, strip, two_rows);
    float alpha = fminf(game->toast_left, 1.0f);
    if (toast.covers.width > 0.0f && somebody_leaves(game)) {
        return;
    }
    if (toast.covers.width > 0.0f) { // one after the other: no text shines through another
        float edge = 1.0f;
        draw_rect(canvas->list, toast.covers.x, toast.covers.y + edge, toast.covers.width,
                  toast.covers.height - edge, shade_fade(PALETTE_INK, fminf(alpha / GONE, 1.0f)));
        alpha = fmaxf(alpha - GONE, 0.0f) / (1.0f - GONE);
    }
    const SignToast said = {.text = game->toast, .color = game->toast_color, .alpha = alpha};
    sign_toast(canvas, toast.middle, toast.room, toast.size, &said);
}
