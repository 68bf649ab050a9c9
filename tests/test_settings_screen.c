// What people set in the game: the screen, what it does at once, and the file that follows.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "base/file.h"
#include "game/game.h"
#include "game_state/game_settings.h"
#include "screens/menu.h"
#include "screens/strip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "picture_rig.h"
#include "press_key.h"
#include "test.h"
#include "texts.h"
#include "user_folder.h"

enum {
    WIDTH = 1280,
    HEIGHT = 720,
    RATE = 60,
};

/// A game and the devices before it.
typedef struct Desk {
    Game game;
    InputFrame input;
    GameSettings settings;
} Desk;

static Desk *desk_make(void) {
    Desk *desk = calloc(1, sizeof *desk);
    MessageList messages = {0};
    assert_non_null(desk);
    desk->settings.settings = settings_keep_load(&desk->settings.keep, &messages);
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = 1,
                   .ai_cars = 1,
                   .laps = 3,
                   .settings = &desk->settings};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    return desk;
}

static void desk_destroy(Desk *desk) {
    game_destroy(&desk->game);
    free(desk);
}

static void frames(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        game_frame(&desk->game, &desk->input, 1.0f / RATE, WIDTH, HEIGHT);
        desk->input.press_count = 0;
        desk->input.mouse_pressed = desk->input.mouse_moved = false;
    }
}

static void tap(Desk *desk, int key) {
    press_key(&desk->input, key);
    frames(desk, 1);
    desk->input.down[key] = false;
    frames(desk, 1);
}

static MenuPanel *shown(const Desk *desk) {
    static MenuPanel panel;
    menu_shown(&desk->game, &panel);
    return &panel;
}

/// From the race to the row called `label` of the settings.
static void go_to(Desk *desk, const char *label) {
    frames(desk, 4 * RATE);
    tap(desk, KEY_ESCAPE);
    for (int i = 0; i < 12 && game_screen(&desk->game) == GAME_PAUSE; i++) {
        const MenuPanel *panel = shown(desk);
        tap(desk, strcmp(panel->rows[panel->focus].label, "Settings") == 0 ? KEY_ENTER : KEY_DOWN);
    }
    assert_int_equal(game_screen(&desk->game), GAME_SETTINGS);
    frames(desk, RATE);
    for (int i = 0; i < 40; i++) {
        const MenuPanel *panel = shown(desk);
        if (strcmp(panel->rows[panel->focus].label, label) == 0) {
            return;
        }
        tap(desk, KEY_DOWN);
    }
    fail_msg("there is no row \"%s\"", label);
}

static void every_setting_of_picture_sound_and_game_has_its_row(void **state) {
    (void)state;
    Desk *desk = desk_make();
    go_to(desk, "Display");
    const MenuPanel *panel = shown(desk);
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        bool here = row->label[0] &&
                    (row->group == SETTING_GROUP_DISPLAY || row->group == SETTING_GROUP_SOUND ||
                     row->group == SETTING_GROUP_GAME);
        int found = 0;
        for (int k = 0; k < panel->count; k++) {
            found += strcmp(panel->rows[k].label, row->label) == 0;
        }
        assert_true(!here || found == 1);
    }
    desk_destroy(desk);
}

static void what_is_changed_holds_at_once_and_is_saved(void **state) {
    (void)state;
    MessageList messages = {0};
    Desk *desk = desk_make();
    go_to(desk, "Views");
    tap(desk, KEY_RIGHT);
    assert_int_equal(desk->game.layout, CAMERA_LAYOUT_COLUMNS);
    go_to(desk, "Reduced motion");
    tap(desk, KEY_RIGHT);
    assert_true(desk->game.camera_style.steady);
    frames(desk, 2 * RATE);
    Settings kept = settings_load(desk->game.settings_keep.path, &messages);
    assert_int_equal(kept.display.layout, SETTING_LAYOUT_COLUMNS);
    assert_true(kept.display.reduced_motion);
    tap(desk, KEY_LEFT); // and leave before it rests
    desk_destroy(desk);
    desk = desk_make();
    assert_false(desk->game.camera_style.steady);
    assert_int_equal(desk->game.layout, CAMERA_LAYOUT_COLUMNS);
    desk_destroy(desk);
}

static void at_half_speed_half_as_many_ticks_pass(void **state) {
    (void)state;
    Desk *desk = desk_make();
    go_to(desk, "Game speed");
    for (int i = 0; i < 12; i++) {
        tap(desk, KEY_LEFT);
    }
    assert_near(desk->game.speed, 0.5, 0.0);
    assert_true(desk->game.seats[0].lap_spoiled); // it was begun at another
    tap(desk, KEY_ESCAPE);
    tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    uint32_t tick = desk->game.session.race->tick;
    frames(desk, RATE);
    assert_near(desk->game.session.race->tick - tick, 120, 1.0);
    desk_destroy(desk);
}

static void all_comes_back_with_two_presses(void **state) {
    (void)state;
    Desk *desk = desk_make();
    go_to(desk, "Size of texts");
    tap(desk, KEY_RIGHT);
    assert_near(desk->game.ui_scale, 1.05, 1e-6);
    go_to(desk, "Reset picture, sound and game");
    tap(desk, KEY_ENTER);
    assert_near(desk->game.settings.display.ui_scale, 1.05, 1e-6);
    tap(desk, KEY_ENTER);
    frames(desk, 1);
    assert_near(desk->game.ui_scale, 1.0, 0.0);
    desk_destroy(desk);
}

static void the_bar_of_the_size_stays_under_the_mouse_that_moves_it(void **state) {
    (void)state;
    Desk *desk = desk_make();
    go_to(desk, "Size of texts");
    CanvasSize size = {WIDTH, HEIGHT, game_unit(&desk->game, WIDTH, HEIGHT)};
    size = strip_rest(&desk->game, size);
    const MenuPanel *panel = shown(desk);
    Area row = menu_panel_layout(panel, &size).rows[panel->focus];
    float x = row.x;
    desk->input.mouse_y = row.y + 0.5f * row.height;
    while (menu_panel_hit(panel, &size, x, desk->input.mouse_y).part != MENU_PART_BAR) {
        x += 1.0f;
        assert_true(x < row.x + row.width);
    }
    desk->input.mouse_x = x + 60.0f;
    desk->input.mouse_moved = desk->input.mouse_pressed = desk->input.mouse_down[0] = true;
    frames(desk, 1);
    float chosen = desk->game.settings.display.ui_scale;
    assert_true(chosen > 1.2f);
    frames(desk, 20);
    assert_near(desk->game.settings.display.ui_scale, chosen, 0.0);
    assert_near(desk->game.ui_scale, 1.0, 0.0);
    desk->input.mouse_down[0] = false;
    frames(desk, 2);
    assert_near(desk->game.ui_scale, chosen, 0.0);
    desk_destroy(desk);
}

static void texts_grow_as_far_as_the_window_has_room(void **state) {
    (void)state;
    Desk *desk = desk_make();
    desk->game.ui_scale = 2.0f;
    assert_near(game_unit(&desk->game, 1280.0f, 720.0f), 2.0 * 720.0 / 1080.0, 1e-5);
    assert_near(game_unit(&desk->game, 1920.0f, 1080.0f), 2.0, 1e-5);
    assert_near(game_unit(&desk->game, 640.0f, 480.0f), 640.0 / 960.0, 1e-5);
    assert_near(game_unit(&desk->game, 480.0f, 320.0f), 0.6, 1e-5); // never less than usual
    desk->game.ui_scale = 0.75f;
    assert_near(game_unit(&desk->game, 640.0f, 480.0f), 0.45, 1e-5);
    desk_destroy(desk);
}

static void its_texts_stand_clear_at_every_size_and_scale(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1080}};
    static CanvasTexts texts;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    Desk *desk = desk_make();
    go_to(desk, "Display");
    int count = shown(desk)->count;
    for (int size = 0; size < 4; size++) {
        for (float scale = 0.75f; scale <= (size == 0 ? 1.0f : 2.0f); scale += 0.25f) {
            for (int row = 0; row < count; row++) {
                Canvas canvas = canvas_make(&list, &rig->font, sizes[size][0], sizes[size][1]);
                canvas.unit *= scale;
                canvas.texts = &texts;
                texts.count = 0;
                desk->game.stack[desk->game.depth].focus = row;
                draw_list_clear(&list);
                settings_screen.draw(&desk->game, &canvas);
                assert_texts_stand_clear(&canvas);
            }
        }
    }
    draw_list_destroy(&list);
    desk_destroy(desk);
    rig_free(rig);
}

static int forget(void **state) {
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s/axle", user_folder);
    return system(command);
}

static void texts_are_as_large_on_a_dense_screen(void **state) {
    (void)state;
    static const struct {
        int width, height;
        float density, scale; ///< What comes of it at 100 % and ...
        float at_150;
    } rows[] = {
        {1280, 720, 0.0f, 1.0f, 1.5f},  // nobody knows
        {1280, 720, 1.0f, 1.0f, 1.5f},  // a usual screen
        {1280, 720, 2.0f, 1.8f, 2.0f},  // a small window on a dense one: 1.2 px a unit, not 0.67
        {2560, 1440, 2.0f, 1.0f, 1.5f}, // a large one, whose texts are as large as need be
        {640, 480, 9.0f, 2.0f, 2.0f},   // never above the largest that screens are made for
    };
    Desk *desk = desk_make();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        desk->input.width_px = rows[i].width;
        desk->input.height_px = rows[i].height;
        desk->input.density = rows[i].density;
        desk->game.settings.display.ui_scale = 1.0f;
        game_settings_frame(&desk->game, &desk->input, 0.01f);
        assert_near(desk->game.ui_scale, rows[i].scale, 1e-4);
        desk->game.settings.display.ui_scale = 1.5f;
        game_settings_frame(&desk->game, &desk->input, 0.01f);
        assert_near(desk->game.ui_scale, rows[i].at_150, 1e-4);
    }
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_setting_of_picture_sound_and_game_has_its_row, forget),
        cmocka_unit_test_setup(what_is_changed_holds_at_once_and_is_saved, forget),
        cmocka_unit_test_setup(at_half_speed_half_as_many_ticks_pass, forget),
        cmocka_unit_test_setup(all_comes_back_with_two_presses, forget),
        cmocka_unit_test_setup(the_bar_of_the_size_stays_under_the_mouse_that_moves_it, forget),
        cmocka_unit_test_setup(texts_grow_as_far_as_the_window_has_room, forget),
        cmocka_unit_test_setup(its_texts_stand_clear_at_every_size_and_scale, forget),
        cmocka_unit_test(texts_are_as_large_on_a_dense_screen),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
