// From the title to a race that was chosen: with a gamepad alone, with the mouse alone; files that
// are broken.
#define _XOPEN_SOURCE 700 // for mkdtemp, setenv and nanosleep
#include "base/file.h"
#include "base/folder.h"
#include "game_state/game_settings.h"
#include "screens/menu.h"
#include "screens/picker.h"
#include "screens/strip.h"

#include <stdio.h>
#include <time.h>

#include "desk_menu.h"
#include "user_folder.h"

static MenuPanel shown(const Desk *desk) {
    MenuPanel panel;
    menu_shown(&desk->game, &panel);
    return panel;
}

// The row called `label`; the test fails where there is none.
static int row_of(const Desk *desk, const char *label) {
    MenuPanel panel = shown(desk);
    for (int i = 0; i < panel.count; i++) {
        if (strcmp(panel.rows[i].label, label) == 0) {
            return i;
        }
    }
    fail_msg("there is no row \"%s\"", label);
    return -1;
}

// Points at a place and clicks there.
static void click(Desk *desk, float x, float y) {
    desk->input.mouse_x = x;
    desk->input.mouse_y = y;
    desk->input.mouse_moved = true;
    desk_frame(desk);
    desk->input.mouse_moved = false;
    desk->input.mouse_pressed = true;
    desk_frame(desk);
    desk_frame(desk);
}

static CanvasSize size_of(const Desk *desk) {
    CanvasSize size = {DESK_WIDTH, DESK_HEIGHT, game_unit(&desk->game, DESK_WIDTH, DESK_HEIGHT)};
    return strip_rest(&desk->game, size);
}

// Where part `part` of a row of the panel lies.
static void click_row(Desk *desk, const char *label, MenuPart part) {
    MenuPanel panel = shown(desk);
    CanvasSize size = size_of(desk);
    int row = row_of(desk, label);
    Area area = menu_panel_layout(&panel, &size).rows[row];
    float y = area.y + 0.5f * area.height;
    for (float x = area.x + 1.0f; x < area.x + area.width; x += 2.0f) {
        MenuHit hit = menu_panel_hit(&panel, &size, x, y);
        if (hit.row == row && hit.part == part) {
            click(desk, x + 1.0f, y);
            return;
        }
    }
    fail_msg("row \"%s\" has no such part", label);
}

static void a_gamepad_alone_leads_from_the_title_to_a_race(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    desk_plug(desk, 2, 0);
    desk_frame(desk);
    desk_tap_button(desk, 2, PAD_START);
    assert_int_equal(game_screen(game), GAME_MENU);
    assert_int_equal(game->device, PROMPT_PAD);
    desk_tap_button(desk, 2, PAD_A);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    read_catalogue(&desk->game.catalogue);
    int before = game->stack[game->depth].focus;
    desk->input.pads[2].pushed[PAD_LEFT_X][1] = true; // the stick
    desk_frame(desk);
    assert_int_equal(game->stack[game->depth].focus, before + 1);
    desk_tap_button(desk, 2, PAD_A);
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap_button(desk, 2, PAD_RB); // another car
    assert_string_equal(game->choice.car, "kart");
    desk_tap_button(desk, 2, PAD_B);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_tap_button(desk, 2, PAD_A);
    desk_tap_button(desk, 2, PAD_A); // starts
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 1);
    assert_int_equal(game->seats[0].device, DEVICE_PAD + 2);
    assert_string_equal(game->track_name, game->catalogue.tracks[before + 1].path);
    assert_string_equal(game->session.cars[0].name, "Kart");
    assert_int_equal(game->session.race->car_count, 6);
    desk_destroy(desk);
}

static void the_mouse_alone_leads_from_the_title_to_a_race(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    click(desk, 900.0f, 100.0f);
    assert_int_equal(game_screen(game), GAME_MENU);
    click(desk, 5.0f, 5.0f); // beside the panel
    assert_int_equal(game_screen(game), GAME_MENU);
    click_row(desk, "Practice", MENU_PART_ROW);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    read_catalogue(&desk->game.catalogue);
    CardGrid grid = {.count = game->catalogue.track_count, .focus = 0};
    CanvasSize size = size_of(desk);
    CardLayout layout = card_grid_layout(&grid, &size);
    Area card = card_grid_area(&layout, 7);
    click(desk, card.x + 9.0f, card.y + card.height - 9.0f);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_string_equal(game->choice.track, game->catalogue.tracks[7].path);
    assert_int_equal(game->choice.mode, DRIVE_PRACTICE);
    for (int mode = DRIVE_CHAMPIONSHIP; mode >= DRIVE_RACE; mode--) {
        click_row(desk, "Mode", MENU_PART_LESS);
        assert_int_equal(game->choice.mode, mode);
    }
    click_row(desk, "Level", MENU_PART_MORE);
    assert_int_equal(game->choice.skill, SKILL_MEDIUM);
    click_row(desk, "Level", MENU_PART_ROW); // on it moves on; it does not start
    assert_int_equal(game->choice.skill, SKILL_HARD);
    assert_int_equal(game_screen(game), GAME_SETUP);
    click_row(desk, "Rivals", MENU_PART_LESS);
    assert_int_equal(game->choice.rivals, 4);
    click_row(desk, "Start", MENU_PART_ROW);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seats[0].device, DEVICE_ANY_KEYS); // a mouse drives nothing
    assert_int_equal(game->session.race->car_count, 5);
    desk_destroy(desk);
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[PATH_LIMIT];
    MessageList messages = {0};
    snprintf(path, sizeof path, "%s/axle/%s/%s", getenv("XDG_DATA_HOME"), folder, name);
    assert_true(folder_make(path, &messages));
    assert_true(file_write(path, text, strlen(text), &messages));
}

static void what_is_broken_is_listed_with_the_reason_and_cannot_be_chosen(void **state) {
    (void)state;
    write_file("tracks", "aaa.track.yaml", "format: track/1\nname: Aaa\nribbons: [{width: -4}]\n");
    write_file("cars", "aaa.car.yaml", "format: car/1\nname: Aaa\nbody: {mass: 12}\n");
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    desk_tap(desk, KEY_TAB);
    desk_tap(desk, KEY_ENTER);
    read_catalogue(&desk->game.catalogue);
    assert_string_equal(game->catalogue.tracks[0].path, "aaa");
    assert_true(strlen(game->catalogue.tracks[0].wrong) > 10);
    game->stack[game->depth].focus = 0;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    // the cars that can be driven, round and round
    assert_non_null(strstr(game->catalogue.cars[0].wrong, "mass"));
    for (int i = 0; i < 12; i++) {
        desk_tap(desk, i < 6 ? KEY_PAGE_DOWN : KEY_PAGE_UP);
        assert_string_not_equal(game->choice.car, "aaa");
    }
    game->stack[game->depth].focus = 0;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    game->stack[game->depth].focus = 0;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    desk_destroy(desk);
}

static void a_file_in_this_folder_is_a_path_and_no_installed_name(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    Settings before = game->settings;
    snprintf(game->choice.track, sizeof game->choice.track, "mine.track.yaml");
    snprintf(game->choice.car, sizeof game->choice.car, "mine.car.yaml");
    game_settings_remember(game);
    assert_string_equal(game->settings.race.track, before.race.track);
    assert_string_equal(game->settings.race.car, before.race.car);
    Catalogue catalogue = {0};
    catalogue_make(&catalogue, TEST_DATA, game->choice.track, game->choice.car);
    catalogue_refresh(&catalogue);
    assert_true(catalogue_track(&catalogue, "mine.track.yaml") >= 0);
    assert_true(catalogue_car(&catalogue, "mine.car.yaml") >= 0);
    catalogue_destroy(&catalogue);
    desk_destroy(desk);
}

static void each_person_may_have_a_car_of_his_own(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 2, 1);
    Game *game = &desk->game;
    desk_tap(desk, KEY_ESCAPE);
    desk_tap(desk, KEY_TAB);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    read_catalogue(&desk->game.catalogue);
    desk_tap(desk, KEY_ENTER);
    game->stack[game->depth].focus = row_of(desk, "Car of P2");
    desk_tap(desk, KEY_LEFT); // the last of the list
    assert_string_equal(game->settings.seats[1].car, "kart");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    desk_tap(desk, KEY_ESCAPE); // nothing was chosen: the focus is where it was
    assert_int_equal(shown(desk).focus, row_of(desk, "Car of P2"));
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    const CarPick *pick = &game->car_pick;
    desk_frame(desk); // each with a cursor of his own
    int first = pick->focus[0];
    desk_tap(desk, KEY_ENTER); // the first person's, who may not go on alone
    assert_int_equal(game_screen(game), GAME_CARS);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_CARS);
    desk_tap(desk, KEY_LEFT); // the second at the arrows
    assert_int_equal(pick->focus[0], first);
    desk_tap(desk, KEY_RIGHT_CONTROL);
    assert_true(pick->ready[1]);
    desk_tap(desk, KEY_RIGHT_CONTROL); // he thinks again
    assert_false(pick->ready[1]);
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_LEFT);
    desk_tap(desk, KEY_RIGHT_CONTROL);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_string_equal(game->settings.seats[1].car, "hatch");
    assert_int_equal(game->stack[game->depth].focus, row_of(desk, "Level")); // Enter starts now
    game->stack[game->depth].focus = row_of(desk, "Car of P2");
    desk_tap(desk, KEY_LEFT);
    assert_string_equal(game->settings.seats[1].car, "gt");
    game->stack[game->depth].focus = row_of(desk, "Level");
    desk_tap(desk, KEY_ENTER); // starts, which would end the race behind the menus
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_int_equal(game->stack[game->depth].focus, row_of(desk, "Start"));
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->session.cars[game->seats[0].car].name, "Hatch");
    assert_string_equal(game->session.cars[game->seats[1].car].name, "GT");
    desk_destroy(desk);
}

static void the_best_lap_is_looked_up_in_the_records(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    game->def.keeps_records = true;
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    for (int i = 0; i < 4; i++) { // slower, with a help, in a race, of another physics
        Record record = {.key = {.race_version = RACE_VERSION - (i == 3 ? 1 : 0),
                                 .track = game->session.track.hash,
                                 .car = car_model_hash(&game->session.models[0]),
                                 .laps = i == 2 ? 3 : 0,
                                 .helps = i == 1 ? RECORD_SLOW : 0},
                         .time_s = i == 0 ? 21.345 : 12.0,
                         .player = "Ada",
                         .track = "First Oval",
                         .car_name = "Hatch"};
        assert_true(records_add(records, &record, "replay", 6, NULL, &messages));
    }
    records_close(records);
    desk_tap(desk, KEY_TAB);
    desk_tap(desk, KEY_ENTER);
    read_catalogue(&desk->game.catalogue);
    const Catalogue *catalogue = &game->catalogue;
    int oval = catalogue_track(catalogue, "first-oval");
    const Record *best = catalogue_best(catalogue, oval, NULL);
    assert_non_null(best);
    assert_near(best->time_s, 21.345, 1e-9);
    assert_ptr_equal(catalogue_best(catalogue, oval, "hatch"), best);
    assert_null(catalogue_best(catalogue, oval, MEDAL_CAR));
    assert_null(catalogue_best(catalogue, catalogue_track(catalogue, "quarry"), NULL));
    desk_destroy(desk);
}

static void laps_are_counted_from_those_that_are_usual_on_the_track(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 0);
    Game *game = &desk->game;
    desk_tap(desk, KEY_TAB);
    desk_open_set_up(desk, DRIVE_RACE);
    assert_int_equal(game->choice.laps, 0);
    desk_focus(desk, "Laps");
    desk_tap(desk, KEY_LEFT);
    assert_int_equal(game->choice.laps, game->session.track.laps - 1);
    desk_tap(desk, KEY_RIGHT); // the usual ones again, of whichever track
    assert_int_equal(game->choice.laps, 0);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->choice.laps, game->session.track.laps + 1);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gamepad_alone_leads_from_the_title_to_a_race),
        cmocka_unit_test(the_mouse_alone_leads_from_the_title_to_a_race),
        cmocka_unit_test(a_file_in_this_folder_is_a_path_and_no_installed_name),
        cmocka_unit_test(each_person_may_have_a_car_of_his_own),
        cmocka_unit_test(the_best_lap_is_looked_up_in_the_records),
        cmocka_unit_test(what_is_broken_is_listed_with_the_reason_and_cannot_be_chosen),
        cmocka_unit_test(laps_are_counted_from_those_that_are_usual_on_the_track),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
