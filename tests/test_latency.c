/// How soon what is pressed is seen: in the picture of the frame that took the press, or in the
/// next one, whatever the rate of frames. Pictures are drawn off screen.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "game/game.h"
#include "game/view.h"
#include "platform/offscreen.h"

#include <stdlib.h>
#include <string.h>

#include "press_key.h"
#include "test.h"
#include "user_folder.h"

enum {
    WIDTH = 480,
    HEIGHT = 320,
    BELOW = 80, ///< Rows of the picture from the top, in which the clock runs.
    BYTES = 3 * WIDTH * HEIGHT,
    FRAMES_MOST = 2,
    SETTLING = 20, ///< Frames in which the pictures that are kept get painted.
};

/// A game with its picture, in a car that stands.
typedef struct Desk {
    Offscreen *offscreen; ///< NULL: this machine has none.
    View view;
    Game game;
    InputFrame input;
    uint8_t now[BYTES], before[BYTES];
} Desk;

static Desk *desk_make(void) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    MessageList messages = {0};
    desk->offscreen = offscreen_open(&messages);
    if (desk->offscreen) {
        assert_true(view_make(&desk->view, TEST_DATA, offscreen_gl_proc, &messages));
        assert_true(gl_target(desk->view.gl, WIDTH, HEIGHT));
    }
    return desk;
}

static void desk_destroy(Desk *desk) {
    if (desk->offscreen) {
        view_destroy(&desk->view);
        offscreen_close(desk->offscreen);
    }
    free(desk);
}

static void step(Desk *desk, int rate) {
    game_frame(&desk->game, &desk->input, 1.0f / (float)rate, WIDTH, HEIGHT);
    desk->input.press_count = 0;
}

static void draw(Desk *desk) {
    memcpy(desk->before, desk->now, BYTES);
    view_draw(&desk->view, &desk->game, WIDTH, HEIGHT, NULL);
    if (desk->game.settings.display.low_latency) {
        gl_wait_drawn(); // as before a swap
    }
    gl_limit_queue(desk->view.gl); // as after a swap
    gl_read_pixels(desk->view.gl, WIDTH, HEIGHT, desk->now);
}

static bool has_changed(const Desk *desk) {
    size_t from = (size_t)3 * WIDTH * BELOW;
    return memcmp(desk->now + from, desk->before + from, BYTES - from) != 0;
}

/// Lets go of all and waits until nothing moves.
static void rest(Desk *desk, int rate) {
    memset(desk->input.down, 0, sizeof desk->input.down);
    for (int i = 0; i < 2 * rate; i++) {
        step(desk, rate);
    }
    draw(desk);
    for (int i = 0; i < SETTLING && (i < FRAMES_MOST || has_changed(desk)); i++) {
        draw(desk);
    }
    for (int i = 0; i < FRAMES_MOST; i++) {
        step(desk, rate);
        draw(desk);
        assert_false(has_changed(desk)); // so what changes later is the press
    }
}

/// Holds `key`, which is seen in the frame that takes it or in the next one.
static void is_seen(Desk *desk, int rate, int key) {
    desk->input.down[key] = true;
    press_key(&desk->input, key);
    bool seen = false;
    for (int i = 0; i < FRAMES_MOST; i++) {
        step(desk, rate);
        draw(desk);
        seen |= has_changed(desk);
    }
    if (!seen) {
        fail_msg("key %d is not seen within %d frames at %d a second", key, FRAMES_MOST, rate);
    }
}

static void what_is_pressed_is_seen_within_two_frames(void **state) {
    (void)state;
    static const int rates[] = {30, 60, 144, 240};
    Desk *desk = desk_make();
    if (!desk->offscreen) {
        desk_destroy(desk);
        skip(); // no OpenGL here
    }
    for (int i = 0; i < 4; i++) {
        GameDef def = {.data = TEST_DATA,
                       .track = "first-oval",
                       .car = "formula", // its wheels are seen
                       .players = 1,
                       .mode = DRIVE_PRACTICE};
        int rate = rates[i];
        assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
        desk->game.settings.display.low_latency = i % 2 == 1;
        rest(desk, rate);
        is_seen(desk, rate, KEY_A); // steers
        rest(desk, rate);
        is_seen(desk, rate, KEY_F1); // the sheet of keys
        rest(desk, rate);
        is_seen(desk, rate, KEY_F1);
        rest(desk, rate);
        is_seen(desk, rate, KEY_W); // gas
        memset(desk->input.down, 0, sizeof desk->input.down);
        is_seen(desk, rate, KEY_ESCAPE); // the pause
        rest(desk, rate);
        is_seen(desk, rate, KEY_DOWN); // its next row
        game_destroy(&desk->game);
        memset(&desk->game, 0, sizeof desk->game);
        desk->input = (InputFrame){0};
    }
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_pressed_is_seen_within_two_frames),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
