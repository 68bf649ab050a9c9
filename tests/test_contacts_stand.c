// Contacts of a race that stands still, without a window: picked and stepped with keys alone, with
// the mouse alone, in views of two, and saved as scenes that the laboratory reads.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "game_state/contacts_stand.h"
#include "lab/panel.h"
#include "scene/scene_load.h"
#include "sheet/panel_style.h"
#include "sheet/sheet_svg.h"

#include <math.h>
#include <unistd.h>

#include "desk_menu.h"
#include "desk_texts.h"
#include "user_folder.h"

/// Drives by the key `gas` without steering, forces shown, until the car has touched something and
/// has gone on for a third of a second.
static Desk *desk_after_hit(DriveMode mode, int players, int gas) {
    Desk *desk = desk_make_mode(mode, players, 0, 3);
    desk_tap(desk, KEY_F4);
    desk_press(desk, gas);
    for (int i = 0; i < 60 * DESK_RATE && !contacts_are_there(&desk->game); i++) {
        desk_frame(desk);
    }
    assert_true(contacts_are_there(&desk->game));
    desk_seconds(desk, 0.35f);
    desk_release(desk, gas);
    return desk;
}

static const ContactView *view_of(const Desk *desk) { return &desk->game.live.contacts; }

static int shown_tick(const Desk *desk) {
    assert_non_null(view_of(desk)->contact);
    return view_of(desk)->contact->number;
}

/// Asks whether the picture that is kept is the one of what is shown now.
static void assert_picture_is_of_now(const Desk *desk) {
    const ContactView *view = view_of(desk);
    static const ScenePanel pages[CONTACT_PAGE_COUNT] = {SCENE_CONTACT, SCENE_AXES, SCENE_PIECES};
    Scene scene = view->contact->scene;
    scene.panel = pages[view->page];
    Sheet sheet = {0};
    if (view->page == CONTACT_PAGE_TICKS) {
        sheet = sheet_make(STYLE_WIDTH, STYLE_HEIGHT);
        panel_heading(&sheet, &scene);
        contact_film_draw(&scene, &view->contact->film, view->contact->number, NULL, &sheet);
    } else {
        sheet = panel_picture(&scene, view->contact->solids);
    }
    Svg kept = {0}, now = {0};
    sheet_svg(&view->sheet, &kept);
    sheet_svg(&sheet, &now);
    assert_int_equal(kept.size, now.size);
    assert_memory_equal(kept.text, now.text, now.size);
    svg_destroy(&kept);
    svg_destroy(&now);
    sheet_destroy(&sheet);
}

/// Saves by a press that was made, and reads the file as `axle lab` does.
static void check_saved(const Desk *desk) {
    Scene scene;
    Solid solids[SCENE_SHAPES];
    assert_string_not_equal(view_of(desk)->saved, "");
    assert_int_equal(scene_load(TEST_DATA, view_of(desk)->saved, &scene, solids), EXIT_FINE);
    assert_memory_equal(&scene, &view_of(desk)->contact->scene, sizeof scene);
    assert_non_null(strstr(desk->game.toast, "Saved: axle lab "));
}

static void keys_alone_pick_step_and_save(void **state) {
    (void)state;
    Desk *desk = desk_after_hit(DRIVE_RACE, 1, 'W');
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_DOWN); // the row below Resume
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_CONTACTS);
    desk_seconds(desk, 0.5f);
    int count = view_of(desk)->count;
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(view_of(desk)->picked, 1 % count);
    desk_tap(desk, KEY_LEFT);
    assert_int_equal(view_of(desk)->picked, 0);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_CONTACT);
    desk_seconds(desk, 0.5f);
    int tick = shown_tick(desk);
    uint32_t race_tick = desk->game.session.race->tick;
    desk_tap(desk, KEY_LEFT);
    assert_int_equal(shown_tick(desk), tick - 1);
    assert_picture_is_of_now(desk);
    FilmTick before = *film_tick(&view_of(desk)->contact->film, tick - 1);
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(shown_tick(desk), tick + 1);
    desk_tap(desk, KEY_LEFT);
    desk_tap(desk, KEY_LEFT);
    assert_memory_equal(film_tick(&view_of(desk)->contact->film, tick - 1)->after, before.after,
                        sizeof before.after);
    assert_int_equal(desk->game.session.race->tick, race_tick); // it stands
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(view_of(desk)->page, CONTACT_PAGE_AXES);
    assert_picture_is_of_now(desk);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(view_of(desk)->page, CONTACT_PAGE_PIECES);
    assert_picture_is_of_now(desk);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(view_of(desk)->page, CONTACT_PAGE_TICKS);
    assert_picture_is_of_now(desk);
    desk_tap(desk, KEY_DOWN);
    desk_tap(desk, KEY_ENTER);
    check_saved(desk);
    char first[CONTACT_SAVED_MAX];
    snprintf(first, sizeof first, "%s", view_of(desk)->saved);
    desk_tap(desk, KEY_ENTER); // a second one in the same second is another file
    assert_string_not_equal(view_of(desk)->saved, first);
    check_saved(desk);
    desk_tap(desk, KEY_ESCAPE);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_PAUSE);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

// ---------------------------------------------------------------- the mouse

static void click(Desk *desk, float x, float y) {
    desk->input.mouse_x = x;
    desk->input.mouse_y = y;
    desk->input.mouse_moved = true;
    desk_frame(desk);
    desk->input.mouse_pressed = desk->input.mouse_down[0] = true;
    desk_frame(desk);
    desk->input.mouse_moved = desk->input.mouse_down[0] = false;
    desk_frame(desk);
}

/// Clicks where the view of a seat shows a contact.
static void click_contact(Desk *desk, int seat, int index) {
    ViewRect views[SEATS_MAX];
    game_views(&desk->game, DESK_WIDTH, DESK_HEIGHT, views);
    vec2s at = camera_pixel(&desk->game.seats[seat].camera, views[seat], DESK_HEIGHT,
                            view_of(desk)->touches[index].at);
    click(desk, at.x, at.y);
}

/// Clicks at a row of the menu shown: `share` of its width from its left end.
static void click_row(Desk *desk, const char *label, float share) {
    const Game *game = &desk->game;
    MenuPanel panel;
    menu_shown(game, &panel);
    CanvasSize size = {DESK_WIDTH, DESK_HEIGHT, game_unit(game, DESK_WIDTH, DESK_HEIGHT)};
    MenuLayout layout = menu_panel_layout(&panel, &size);
    for (int i = 0; i < panel.count; i++) {
        if (strcmp(panel.rows[i].label, label) == 0) {
            Area row = layout.rows[i];
            click(desk, row.x + share * row.width, row.y + 0.5f * row.height);
            return;
        }
    }
    fail_msg("no row %s", label);
}

static void the_mouse_alone_picks_steps_and_saves(void **state) {
    (void)state;
    Desk *desk = desk_after_hit(DRIVE_PRACTICE, 1, 'W');
    desk_tap(desk, KEY_F10); // time stands: the only key, and one of practice
    desk_frame(desk);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    click(desk, 5.0f, 300.0f); // no contact is there
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    click_contact(desk, 0, 0);
    assert_int_equal(game_screen(&desk->game), GAME_CONTACT);
    desk_seconds(desk, 0.5f);
    int tick = shown_tick(desk);
    click_row(desk, "Tick", 0.52f); // its left arrow
    assert_int_equal(shown_tick(desk), tick - 1);
    click_row(desk, "Tick", 0.95f);
    click_row(desk, "Tick", 0.95f);
    assert_int_equal(shown_tick(desk), tick + 1);
    click_row(desk, "Shown", 0.95f);
    assert_int_equal(view_of(desk)->page, CONTACT_PAGE_AXES);
    click_row(desk, "Save as a scene", 0.3f);
    check_saved(desk);
    click_row(desk, "Back", 0.3f);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    desk_destroy(desk);
}

static void in_views_of_two_each_picks_in_his_own(void **state) {
    (void)state;
    Desk *desk = desk_after_hit(DRIVE_RACE, 2, KEY_UP);
    desk_press(desk, KEY_LEFT_CONTROL);
    desk_tap(desk, KEY_F4);
    desk_release(desk, KEY_LEFT_CONTROL);
    assert_int_equal(game_screen(&desk->game), GAME_CONTACTS);
    desk_seconds(desk, 0.5f);
    click_contact(desk, 1, 0); // the car of the second, in his view
    assert_int_equal(game_screen(&desk->game), GAME_CONTACT);
    assert_int_equal(view_of(desk)->touches[0].a, desk->game.seats[1].car);
    desk_destroy(desk);
}

static void nothing_is_kept_while_forces_are_not_shown(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    uint32_t first = 0, last = 0;
    assert_false(contact_history_span(&view_of(desk)->history, &first, &last));
    desk_press(desk, KEY_LEFT_CONTROL);
    desk_tap(desk, KEY_F4); // says so, and shows them from now on
    desk_release(desk, KEY_LEFT_CONTROL);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_true(desk->game.live.forces);
    assert_non_null(strstr(desk->game.toast, "Contacts are kept from now on"));
    desk_seconds(desk, 0.1f);
    assert_true(contact_history_span(&view_of(desk)->history, &first, &last));
    desk_press(desk, KEY_LEFT_CONTROL);
    desk_tap(desk, KEY_F4);
    desk_release(desk, KEY_LEFT_CONTROL);
    assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    assert_non_null(strstr(desk->game.toast, "Nothing has touched"));
    desk_destroy(desk);
}

static void a_folder_that_cannot_be_written_is_told(void **state) {
    (void)state;
    Desk *desk = desk_after_hit(DRIVE_PRACTICE, 1, 'W');
    contacts_pick(&desk->game, 0);
    char path[512];
    snprintf(path, sizeof path, "%s/axle/scenes", user_folder);
    char command[1200];
    snprintf(command, sizeof command, "rm -rf %s && : > %s", path, path); // a file in its place
    assert_int_equal(system(command), 0);
    contacts_save(&desk->game);
    assert_string_equal(view_of(desk)->saved, "");
    assert_non_null(strstr(desk->game.toast, "The contact is not saved: "));
    assert_int_equal(unlink(path), 0);
    desk_destroy(desk);
}

/// A frame in a window of this size, in which `key` goes down (KEY_NONE: none), and what is
/// written.
static void look(Desk *desk, int width, int height, int key, const Font *font, CanvasTexts *texts) {
    DrawList list = {0};
    desk->input.press_count = 0;
    if (key != KEY_NONE) {
        press_key(&desk->input, key);
    }
    game_frame(&desk->game, &desk->input, 1.0f / DESK_RATE, width, height);
    desk->input.press_count = 0;
    memset(desk->input.down, 0, sizeof desk->input.down);
    game_frame(&desk->game, &desk->input, 1.0f / DESK_RATE, width, height);
    texts->count = 0;
    Canvas canvas = canvas_make(&list, font, width, height);
    canvas.unit = game_unit(&desk->game, (float)width, (float)height);
    canvas.texts = texts;
    strip_draw(&desk->game, &canvas);
    assert_texts_stand_clear(&canvas);
    draw_list_destroy(&list);
}

static bool is_written(const CanvasTexts *texts, const char *text) {
    bool found = false;
    for (int i = 0; i < texts->count; i++) {
        found |= strcmp(texts->texts[i], text) == 0;
    }
    return found;
}

static void a_narrow_window_has_the_picture_over_the_rows(void **state) {
    (void)state;
    static CanvasTexts texts;
    static const int sizes[][2] = {{640, 480}, {700, 480}, {800, 600}, {640, 900}, {768, 1024}};
    Font font = load_font();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int width = sizes[i][0], height = sizes[i][1];
        Desk *desk = desk_after_hit(DRIVE_RACE, 1, 'W');
        desk_tap(desk, KEY_ESCAPE);
        desk_seconds(desk, 0.5f);
        desk_tap(desk, KEY_DOWN);
        desk_tap(desk, KEY_ENTER);
        desk_seconds(desk, 0.5f);
        desk_tap(desk, KEY_ENTER);
        desk_seconds(desk, 0.5f);
        assert_int_equal(game_screen(&desk->game), GAME_CONTACT);
        int tick = shown_tick(desk);
        look(desk, width, height, KEY_LEFT, &font, &texts);
        assert_int_equal(shown_tick(desk), tick - 1);
        if (!view_of(desk)->narrow) {
            fail_msg("%d x %d", width, height);
        }
        assert_true(is_written(&texts, "kinetic energy") && is_written(&texts, "a"));
        assert_false(is_written(&texts, "Its picture needs a wider window."));
        for (int k = 0; k < 2; k++) { // to the row of tables and charts
            look(desk, width, height, KEY_DOWN, &font, &texts);
        }
        look(desk, width, height, KEY_RIGHT, &font, &texts);
        assert_int_equal(view_of(desk)->figure, 1);
        assert_false(is_written(&texts, "kinetic energy"));
        assert_true(is_written(&texts, "normal N s") || is_written(&texts, "2 of 2"));
        look(desk, width, height, KEY_DOWN, &font, &texts);
        look(desk, width, height, KEY_ENTER, &font, &texts);
        check_saved(desk);
        look(desk, 1280, 720, KEY_NONE, &font, &texts); // the usual one again
        assert_false(view_of(desk)->narrow);
        desk_destroy(desk);
    }
    font_destroy(&font);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_alone_pick_step_and_save),
        cmocka_unit_test(the_mouse_alone_picks_steps_and_saves),
        cmocka_unit_test(in_views_of_two_each_picks_in_his_own),
        cmocka_unit_test(a_narrow_window_has_the_picture_over_the_rows),
        cmocka_unit_test(nothing_is_kept_while_forces_are_not_shown),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_told),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
