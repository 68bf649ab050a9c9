#include "game/toast.h"

#include "base/assert.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include <math.h>

// Where the middle of a toast stands, as a share of the height: neither a menu nor what is said of
// the thing under the mouse is to be covered.
#define PLACE      0.70f
#define LOWEST     0.73f  // of its lower edge: the map stands below
#define TWO_ROWS   0.855f // the same where views stand two by two: clear of cars and places
#define ON_TITLE   0.09f
#define OVER_PLATE 0.17f
#define SIZE       32.0f
#define ROOM       0.87f // Share of the width.

#define SMALL 24.0f // It stands where views meet, or over a menu, and covers them less.
#define FOOT  10.0f // Units below it on a menu without a strip of seats: it covers the keys
#define STRIP 4.0f  // ... and on one with: it lies on the strip, and covers none of the menu.
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
    Area area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, game->toast);
    bool meets = drives && two_rows && area.height > LOW * tall;
    if (meets) {
        toast.size *= fminf(1.0f, MEETS * tall / area.height);
        area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, game->toast);
    }
    float half = 0.5f * area.height;
    if (!drives && strip > 0.0f) {
        toast.middle.y = tall - fmaxf(0.5f * strip, half + STRIP * canvas->unit);
    } else if (!drives) {
        toast.middle.y = tall - half - FOOT * canvas->unit;
    } else if (two_rows) {
        toast.middle.y = meets ? 0.5f * tall : TWO_ROWS * tall - half;
    } else {
        toast.middle.y = fminf(toast.middle.y, LOWEST * tall - half);
    }
    toast.area = sign_toast_area(canvas, toast.middle, toast.room, toast.size, game->toast);
    return toast;
}

void toast_draw(const Canvas *canvas, const Game *game, float strip, bool two_rows) {
    ToastPlace toast = toast_place(canvas, game, strip, two_rows);
    float alpha = fminf(game->toast_left, 1.0f);
    if (!is_over_drive(game) && strip > 0.0f) { // no half lines of the strip above and below it
        float rim = 2.0f * STRIP * canvas->unit, edge = 1.0f;
        draw_rect(canvas->list, toast.area.x - rim, (float)canvas->height - strip + edge,
                  toast.area.width + 2.0f * rim, strip - edge, shade_fade(PALETTE_INK, alpha));
    }
    sign_toast(canvas, toast.middle, toast.room, toast.size, alpha, game->toast_color, game->toast);
}
