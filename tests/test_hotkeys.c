/// The keys of the game and the sheet that lists them (F1), without a window.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "game/game.h"
#include "input/hotkeys.h"
#include "screens/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"
#include "picture_rig.h"
#include "texts.h"
#include "user_folder.h"

/// What a screen takes at first is not meant for it.
static void tap(Desk *desk, int key) {
    desk_seconds(desk, 1.0f);
    desk_tap(desk, key);
}

/// What the screen that is shown writes, and how often `text` is part of it.
static int written(const Desk *desk, const char *text) {
    static CanvasTexts texts;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
    canvas.texts = &texts;
    texts.count = 0;
    screen_shown(&desk->game)->draw(&desk->game, &canvas);
    int count = 0;
    for (int i = 0; i < texts.count; i++) {
        count += strcmp(texts.texts[i], text) == 0;
    }
    draw_list_destroy(&list);
    rig_free(rig);
    return count;
}

static void f1_shows_the_keys_of_the_race_which_stands_still_until_it_closes(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_RACE, 2, 1, 1);
    tap(desk, KEY_F1);
    assert_int_equal(game_screen(&desk->game), GAME_KEYS);
    uint32_t tick = desk->game.session.race->tick;
    assert_int_equal(written(desk, "Handbrake"), 2);
    assert_int_equal(written(desk, "W"), 1);
    assert_int_equal(written(desk, "Pause"), 1);
    assert_int_equal(written(desk, "Choose"), 0);
    assert_int_equal(written(desk, "Hold to rewind"), 0);
    assert_int_equal(written(desk, "Tuning panel"), 0); // two people drive
    tap(desk, KEY_F1);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_true(desk->game.session.race->tick > tick);
    assert_true(desk->game.session.race->tick < tick + 40);
    desk_destroy(desk);
}

static void the_sheet_follows_what_can_be_done(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 1, 1);
    tap(desk, KEY_F1);
    assert_int_equal(written(desk, "Hold to rewind"), 1);
    assert_int_equal(written(desk, "Tuning panel"), 1);
    assert_int_equal(written(desk, "Drop the car at the mouse"), 0);
    tap(desk, KEY_ESCAPE);
    tap(desk, KEY_F2);
    tap(desk, KEY_F1);
    assert_int_equal(written(desk, "Drop the car at the mouse"), 1);
    tap(desk, KEY_ESCAPE);
    assert_true(desk->game.designer.open); // as it was
    desk_destroy(desk);
    desk = desk_make_mode(DRIVE_RACE, 0, 1, 1);
    tap(desk, KEY_F1);
    assert_int_equal(game_screen(&desk->game), GAME_KEYS);
    assert_int_equal(written(desk, "Choose"), 1);
    assert_int_equal(written(desk, "Handbrake"), 3); // left half, arrows, gamepad
    tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_TITLE);
    desk_destroy(desk);
}

static void a_key_acts_by_its_row_in_the_table(void **state) {
    (void)state;
    static InputFrame input;
    for (int i = 0; i < HOTKEY_COUNT; i++) {
        const HotkeyRow *row = &hotkey_rows[i];
        input = (InputFrame){.presses = {{.key = row->key, .ctrl = row->ctrl}}, .press_count = 1};
        input.down[KEY_LEFT_CONTROL] = !row->ctrl; // by the end of the frame
        for (int k = 0; k < HOTKEY_COUNT; k++) {
            bool same = hotkey_rows[k].key == row->key && hotkey_rows[k].ctrl == row->ctrl;
            assert_int_equal(hotkey_pressed((Hotkey)k, &input), same);
        }
        for (int k = 0; k < i; k++) { // one key, one meaning; no crowd drives a time trial
            bool apart =
                hotkey_rows[k].moment == HOTKEY_WHEN_TRIAL && row->moment == HOTKEY_WHEN_CROWD;
            assert_true(hotkey_rows[k].key != row->key || hotkey_rows[k].ctrl != row->ctrl ||
                        apart);
        }
    }
    input = (InputFrame){.presses = {{.key = KEY_F3, .ctrl = true}}, .press_count = 1};
    // somebody's handbrake
    assert_true(hotkey_pressed(HOTKEY_PANEL, &input));
    input = (InputFrame){.presses = {{.key = KEY_ENTER, .alt = true}}, .press_count = 1};
    assert_false(hotkey_pressed(HOTKEY_RESTART, &input)); // full screen
}

/// The height of the smallest text of the sheet, px, at a size of texts.
static float smallest(const Desk *desk, const PictureRig *rig, float scale) {
    static CanvasTexts texts;
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
    canvas.unit *= scale;
    canvas.texts = &texts;
    texts.count = 0;
    screen_shown(&desk->game)->draw(&desk->game, &canvas);
    float least = 1e6f;
    for (int i = 0; i < texts.count; i++) {
        least = texts.areas[i].height < least ? texts.areas[i].height : least;
    }
    draw_list_destroy(&list);
    return least;
}

static void the_sheet_grows_with_the_texts_and_has_pages_then(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Desk *desk = desk_make_mode(DRIVE_RACE, 4, 1, 1);
    desk->game.ui_scale = 2.0f;
    tap(desk, KEY_F1);
    float usual = smallest(desk, rig, 1.0f);
    assert_true(smallest(desk, rig, 2.0f) > 1.3f * usual); // as far as the window has room
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game_screen(&desk->game), GAME_KEYS);
    assert_true(smallest(desk, rig, 2.0f) > 1.3f * usual); // on the next page too
    for (int i = 0; i < 3; i++) {                          // before the first one is the last
        desk_tap(desk, KEY_LEFT);
        assert_true(smallest(desk, rig, 2.0f) > 1.3f * usual);
    }
    desk_destroy(desk);
    rig_free(rig);
}

static void its_texts_stand_clear_at_every_size_and_scale(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1080}};
    static CanvasTexts texts;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    static const int people[] = {0, 1, 4};
    for (int i = 0; i < 3; i++) {
        int players = people[i];
        Desk *desk = desk_make_mode(players == 1 ? DRIVE_PRACTICE : DRIVE_RACE, players, 1, 1);
        tap(desk, KEY_F1);
        for (int size = 0; size < 4; size++) {
            for (float scale = 0.75f; scale <= (size == 0 ? 1.0f : 2.0f); scale += 0.25f) {
                Canvas canvas = canvas_make(&list, &rig->font, sizes[size][0], sizes[size][1]);
                canvas.unit *= scale;
                canvas.texts = &texts;
                texts.count = 0;
                draw_list_clear(&list);
                desk->game.stack[desk->game.depth].focus = (int)(4.0f * scale); // any page
                screen_shown(&desk->game)->draw(&desk->game, &canvas);
                assert_texts_stand_clear(&canvas);
            }
        }
        desk_destroy(desk);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f1_shows_the_keys_of_the_race_which_stands_still_until_it_closes),
        cmocka_unit_test(the_sheet_follows_what_can_be_done),
        cmocka_unit_test(a_key_acts_by_its_row_in_the_table),
        cmocka_unit_test(the_sheet_grows_with_the_texts_and_has_pages_then),
        cmocka_unit_test(its_texts_stand_clear_at_every_size_and_scale),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
