/// People who come and go at the edges: onto full grids, from the title, between gamepads.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "game_state/hot_seat.h"
#include "game_state/laps.h"
#include "game_state/leaving.h"
#include "game_state/lobby.h"
#include "race/rescue.h"
#include "screens/menu.h"
#include "screens/strip.h"
#include "session/recording.h"

#include <stdio.h>

#include "desk.h"
#include "pad_driver.h"
#include "read_catalogue.h"
#include "user_folder.h"

/// A track of this road and grid, in the folder of the tests.
static const char *small_track(const char *points, const char *rest) {
    static char path[96];
    snprintf(path, sizeof path, "%s/small.track.yaml", user_folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "format: track/1\nname: Small\n%s", rest);
    fprintf(file, "ribbons:\n  - {curve: round, width: 14, %s}\n", points);
    assert_int_equal(fclose(file), 0);
    return path;
}

/// A round one for two cars.
static const char *track_for_two(void) {
    return small_track("points: [{at: [-84, -38], r: 36}, {at: [84, -38], r: 30}, "
                       "{at: [84, 38], r: 30}, {at: [-84, 38], r: 38}]",
                       "grid: {slots: [[-20, -38, 0], [-32, -38, 0]]}\n");
}

static const char *sprint_track(void) {
    return small_track("closed: false, points: [{at: [-150, 0]}, {at: [0, 0]}, {at: [150, 10]}]",
                       "");
}

static int create(Desk *desk, const char *track, DriveMode mode, int players) {
    GameDef def = {.data = TEST_DATA, .track = track, .car = "hatch", .players = players};
    def.mode = mode;
    def.people = 2;
    def.turn_laps = 3;
    def.laps = 3;
    return game_create(&desk->game, &def);
}

static Desk *desk_on(const char *track, DriveMode mode, int players) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    assert_int_equal(create(desk, track, mode, players), EXIT_FINE);
    return desk;
}

static void end_race(Desk *desk) {
    for (int i = 0; i < desk->game.seat_count; i++) {
        race_racers(desk->game.session.race)[desk->game.seats[i].car].finished = true;
    }
    desk_seconds(desk, 4.0f);
    assert_int_equal(game_screen(&desk->game), GAME_RESULTS);
}

static void focus_on(Desk *desk, const char *label) {
    Game *game = &desk->game;
    MenuPanel panel;
    menu_shown(game, &panel);
    for (int i = 0; i < panel.count; i++) {
        if (strncmp(panel.rows[i].label, label, strlen(label)) == 0) {
            game->stack[game->depth].focus = i;
            return;
        }
    }
    fail();
}

/// The menu of the next race, with its mode.
static void open_set_up(Desk *desk, DriveMode mode) {
    Game *game = &desk->game;
    game_open_choice(game);
    game->choice.mode = mode;
    game->stack[++game->depth] = (StackedScreen){.screen = GAME_SETUP, .asked = -1};
    read_catalogue(&game->catalogue);
    desk_seconds(desk, 0.5f);
}

static void a_friend_joins_whoever_began_alone_from_the_title(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 0, 0, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    desk_destroy(desk);
}

static void who_joins_a_practice_undoes_nothing_of_the_others(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    game->live.setups.params[0].mass *= 0.9f;
    game_setup_edited(game);
    desk_seconds(desk, 1.0f);
    float tuned = game->live.setups.params[0].mass;
    uint32_t tick = game->session.race->tick;
    Body body = race_bodies_const(game->session.race)[0];
    desk_tap(desk, 'I');
    const Race *race = game->session.race;
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(race->car_count, 2);
    assert_in_range(race->tick, tick, tick + 3 * RACE_TICKS_PER_SECOND / DESK_RATE);
    assert_float_equal(race_racers_const(race)[0].model.params.mass, tuned, 0.0f);
    float moved = glms_vec2_distance(race_bodies_const(race)[0].position, body.position);
    assert_true(moved < 0.1f * glms_vec2_norm(body.velocity));
    desk_press(desk, 'I'); // and drives
    desk_seconds(desk, 2.0f);
    race = game->session.race;
    assert_true(glms_vec2_norm(race_bodies_const(race)[1].velocity) > 3.0f);
    assert_true(race_racers_const(race)[1].ghost_s <= 0.0f);
    assert_true(game->live.recorder.on); // so that laps go on to count
    desk_destroy(desk);
}

static float mass_of(const Game *game, int car) {
    return race_racers_const(game->session.race)[car].model.params.mass;
}

/// Changes the set-up of whoever drives alone, in car 0.
static void tune_to(Desk *desk, float mass) {
    desk->game.live.setups.params[0].mass = mass;
    game_setup_edited(&desk->game);
    desk_seconds(desk, 1.0f);
    assert_float_equal(mass_of(&desk->game, 0), mass, 0.0f);
}

/// Goes back in time for a moment: car 0 stays tuned, car 1 as its file says, and all plays back.
static void assert_keep_their_numbers_in_a_rewind(Desk *desk, float mass) {
    const Game *game = &desk->game;
    float other = mass_of(game, 1);
    desk_seconds(desk, 3.0f);
    desk_press(desk, KEY_F8);
    desk_seconds(desk, 0.5f);
    desk_release(desk, KEY_F8);
    desk_seconds(desk, 1.5f);
    assert_float_equal(mass_of(game, 0), mass, 0.0f);
    assert_float_equal(mass_of(game, 1), other, 0.0f);
    assert_true(game->live.recorder.on);
    static const Waiting silent;
    Replay replay = replay_copy(&game->live.recorder.replay, game->session.race);
    Session *session = calloc(1, sizeof *session);
    assert_int_equal(recording_open(TEST_DATA, "it", &replay, &silent, session, stderr), EXIT_FINE);
    assert_int_equal(recording_play("it", &replay, session, NULL, NULL, stderr), EXIT_FINE);
    session_destroy(session);
    free(session);
    replay_destroy(&replay);
}

static void who_stays_behind_gets_no_set_up_of_who_left(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    tune_to(desk, 1111.0f);
    desk_tap(desk, 'I');
    leaving_leave(&desk->game, 0);
    assert_int_equal(game_tuned_car(&desk->game), 1);
    assert_keep_their_numbers_in_a_rewind(desk, 1111.0f);
    game_setup_edited(&desk->game); // now they are his, and who left keeps no more than that
    assert_float_equal(mass_of(&desk->game, 1), 1111.0f, 0.0f);
    desk_destroy(desk);
}

static void who_joins_as_the_first_person_gets_no_set_up_of_the_second(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 0, 0, 3);
    Game *game = &desk->game;
    SettingsSeat *second = &game->settings.seats[1];
    snprintf(second->name, sizeof second->name, "Bea");
    desk_plug(desk, 0, 0);
    snprintf(second->device, sizeof second->device, "%s", desk->input.pads[0].guid);
    desk_seconds(desk, 0.5f);
    desk_push(desk, 0, PAD_A);
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_seconds(desk, 1.0f);
    tune_to(desk, 1111.0f);
    desk_tap(desk, 'W');
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[0].number, 0);
    assert_int_equal(game->seats[0].car, 1);
    assert_keep_their_numbers_in_a_rewind(desk, 1111.0f);
    desk_destroy(desk);
}

static void a_car_keeps_its_file_when_who_brought_it_comes_back_in_another(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_PRACTICE, 1, 0, 3);
    Game *game = &desk->game;
    char *chosen = game->settings.seats[1].car;
    desk_press(desk, 'W');
    desk_seconds(desk, 1.0f);
    snprintf(chosen, SETTING_TEXT_MAX, "gt");
    desk_tap(desk, 'I');
    assert_string_equal(game->session.def.cars[1], "gt");
    leaving_leave(game, 1);
    desk_plug(desk, 0, 0); // the third person takes it
    SettingsSeat *third = &game->settings.seats[2];
    snprintf(third->name, sizeof third->name, "Cy");
    snprintf(third->device, sizeof third->device, "%s", desk->input.pads[0].guid);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game->seats[1].number, 2);
    assert_int_equal(game->seats[1].car, 1);
    snprintf(chosen, SETTING_TEXT_MAX, "kart");
    desk_tap(desk, 'I');
    assert_int_equal(game->session.race->car_count, 3);
    assert_string_equal(game->session.def.cars[1], "gt");
    assert_string_equal(game->session.def.cars[2], "kart");
    desk_destroy(desk);
}

static void a_full_grid_is_said_to_who_would_join_a_practice(void **state) {
    (void)state;
    Desk *desk = desk_on(track_for_two(), DRIVE_PRACTICE, 2);
    desk_press(desk, 'W');
    desk_seconds(desk, 0.5f);
    desk_tap(desk, 'I');
    assert_int_equal(desk->game.seat_count, 2);
    assert_non_null(strstr(desk->game.toast, "no place"));
    desk_destroy(desk);
}

static void more_people_than_places_is_said_at_the_start(void **state) {
    (void)state;
    Desk desk = {0};
    assert_int_equal(create(&desk, track_for_two(), DRIVE_RACE, 4), EXIT_NO);
    game_destroy(&desk.game);
}

static void of_several_who_wait_as_many_drive_as_there_are_places(void **state) {
    (void)state;
    Desk *desk = desk_on(track_for_two(), DRIVE_RACE, 1);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_UP);
    assert_int_equal(game->waiting_count, 1);
    desk_tap(desk, 'I'); // refused, and promised nothing
    assert_int_equal(game->waiting_count, 1);
    end_race(desk);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->session.race->car_count, 2);
    desk_destroy(desk);
}

static void who_waits_still_does_where_a_start_fails(void **state) {
    (void)state;
    Desk *desk = desk_make(3, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    desk_tap(desk, KEY_PAD_8);
    desk_tap(desk, KEY_ESCAPE);
    desk_seconds(desk, 0.5f);
    open_set_up(desk, DRIVE_RACE);
    snprintf(game->choice.track, sizeof game->choice.track, "/no/such.track.yaml");
    focus_on(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    desk_tap(desk, KEY_ENTER);
    assert_non_null(strstr(game->toast, "cannot be driven"));
    assert_int_equal(game->waiting_count, 1);
    assert_int_equal(game->seat_count, 3);
    desk_destroy(desk);
}

static void everybody_has_his_own_car_in_the_first_race_too(void **state) {
    (void)state;
    GameSettings settings = {.settings = settings_default()};
    snprintf(settings.settings.seats[1].car, SETTING_TEXT_MAX, "gt");
    Desk desk = {0};
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "hatch",
                   .players = 2,
                   .laps = 3,
                   .settings = &settings};
    assert_int_equal(game_create(&desk.game, &def), EXIT_FINE);
    assert_string_equal(desk.game.session.cars[desk.game.seats[1].car].name, "GT");
    game_destroy(&desk.game);
}

static void a_notice_of_the_last_race_is_gone_in_the_next(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 0, 3);
    Game *game = &desk->game;
    desk_press(desk, 'W');
    desk_seconds(desk, 4.0f);
    end_race(desk);
    game_tell(game, 1, 0xFFFFFFFFu, "P2: New best race");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_true(game->seats[1].notice.left_s <= 0.0f);
    desk_destroy(desk);
}

static void the_focus_stays_on_its_row_where_others_come_above_it(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 3, 3);
    Game *game = &desk->game;
    open_set_up(desk, DRIVE_HOT_SEAT);
    game->choice.people = 2;
    focus_on(desk, "People");
    desk_tap(desk, KEY_RIGHT);
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->choice.people, 4);
    assert_string_equal(game->settings.seats[2].car, "");
    desk_destroy(desk);
}

// ---- from menus -----------------------------------------------------------------------------

/// Puts `screen` over the pause of a race, or over the title.
static void open_screen(Desk *desk, GameScreen screen) {
    Game *game = &desk->game;
    if (game->catalogue.tracks == NULL) {
        game_open_choice(game);
        read_catalogue(&game->catalogue);
    }
    if (game->stack[0].screen == GAME_DRIVE && game->depth == 0) {
        desk_tap(desk, KEY_ESCAPE);
    }
    game->stack[game->depth = 1] = (StackedScreen){.screen = screen, .asked = -1};
    if (screen_shown(game)->enter) {
        screen_shown(game)->enter(game);
    }
    desk_frame(desk);
}

static const GameScreen menus[] = {GAME_PAUSE,    GAME_MENU,  GAME_TRACKS, GAME_SETUP,  GAME_CARS,
                                   GAME_SETTINGS, GAME_SEATS, GAME_SEAT,   GAME_RECORDS};

enum {
    MENUS = sizeof menus / sizeof menus[0]
};

/// The id of the row that has the focus; of a grid, the card.
static int focused_row(const Game *game) {
    int focus = game->stack[game->depth].focus;
    MenuPanel panel = {0};
    if (screen_shown(game)->menu) {
        menu_shown(game, &panel);
        focus = panel.rows[panel.focus].id;
    }
    return focus;
}

static void one_press_joins_a_paused_race_from_every_menu(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    for (int i = 0; i < MENUS; i++) {
        open_screen(desk, menus[i]);
        int row = focused_row(game);
        desk_tap(desk, 'I');
        assert_int_equal(game->seat_count, 2);
        assert_int_equal(game->seats[1].device, 2);
        assert_false(game->session.race->ai_cars >> game->seats[1].car & 1u);
        assert_non_null(strstr(game->toast, "at once"));
        assert_int_equal(game_screen(game), menus[i]);
        assert_int_equal(focused_row(game), row);
        desk_tap(desk, 'I'); // once is enough
        assert_int_equal(lobby_count(game), 2);
        leaving_person(game, 1);
    }
    desk_destroy(desk);
}

static void who_joins_in_the_menus_of_the_title_drives_the_race_that_they_start(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_plug(desk, 0, 0);
    desk_seconds(desk, 1.0f);
    open_screen(desk, GAME_TRACKS);
    desk_tap(desk, KEY_RIGHT_CONTROL); // the arrows: their gas is up
    desk_tap(desk, 'W');
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(lobby_count(game), 3);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game->waiting_count, 0);
    static const int devices[] = {1, 0, DEVICE_PAD};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(game->seats[i].number, i);
        assert_int_equal(game->seats[i].device, devices[i]);
    }
    desk_destroy(desk);
}

static void a_gamepad_alone_is_the_first_persons_and_chooses_with_the_same_press(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_plug(desk, 3, 0);
    desk_seconds(desk, 1.0f);
    open_screen(desk, GAME_TRACKS);
    desk_tap_button(desk, 3, PAD_A);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_int_equal(lobby_device(game, 0), DEVICE_PAD + 3);
    desk_tap_button(desk, 3, PAD_A);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 1);
    desk_destroy(desk);
}

static void who_joins_in_the_results_is_in_at_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Game *game = &desk->game;
    end_race(desk);
    desk_seconds(desk, 1.0f);
    desk_tap(desk, 'I');
    assert_int_equal(game->seat_count, 1);
    assert_non_null(strstr(game->toast, "next race"));
    desk_tap(desk, KEY_ENTER); // Again
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game->seats[1].number, 1);
    desk_destroy(desk);
}

static void the_pause_is_of_whoever_has_paused_and_of_the_first_person(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    for (int i = 0; i < 4; i++) { // A, B and Start of the second go on, as Enter of anybody would
        static const PadButton buttons[] = {PAD_A, PAD_B, PAD_START};
        desk_let_go(desk, 0, PAD_A);
        desk_let_go(desk, 1, PAD_A);
        desk_seconds(desk, 0.1f);
        desk_tap_button(desk, 1, PAD_START);
        assert_int_equal(game_screen(game), GAME_PAUSE);
        assert_string_equal(game->pause_title, "Paused by P3");
        desk_tap_button(desk, 0, PAD_DOWN);
        desk_tap_button(desk, 0, PAD_BACK);
        assert_int_equal(game_screen(game), GAME_PAUSE);
        assert_int_equal(game->stack[game->depth].focus, 0);
        desk_tap_button(desk, 1, PAD_DOWN);
        assert_int_equal(game->stack[game->depth].focus, 1);
        desk_tap(desk, KEY_DOWN);
        assert_int_equal(game->stack[game->depth].focus, 2);
        if (i < 3) {
            desk_tap_button(desk, 0, buttons[i]);
            assert_int_equal(game_screen(game), GAME_DRIVE);
        }
    }
    desk_tap(desk, KEY_ENTER); // Another race
    assert_int_equal(game_screen(game), GAME_TRACKS);
    desk_destroy(desk);
}

/// What the row with the focus says at its right end while it waits for the second press.
static const char *asked_text(const Desk *desk) {
    static MenuPanel panel;
    menu_shown(&desk->game, &panel);
    return panel.asked >= 0 && panel.asked == panel.focus ? panel.asked_text : "";
}

static void what_all_lose_the_first_person_confirms(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    desk_let_go(desk, 1, PAD_A);
    desk_seconds(desk, 0.1f);
    desk_tap_button(desk, 1, PAD_START);
    focus_on(desk, "Back to title");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "P1 confirms");
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    focus_on(desk, "Restart");
    desk_tap(desk, KEY_ENTER);
    assert_string_equal(asked_text(desk), "press again");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "P1 confirms");
    assert_int_equal(game_screen(game), GAME_PAUSE);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->session.race->phase, RACE_COUNTDOWN);
    desk_destroy(desk);
}

static void without_the_first_person_the_next_one_confirms(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    leaving_person(game, 0); // who was at the keys
    open_screen(desk, GAME_PAUSE);
    desk_let_go(desk, 1, PAD_A);
    desk_unplug(desk, 0);
    desk_frame(desk);
    focus_on(desk, "Back to title");
    desk_tap_button(desk, 1, PAD_A);
    assert_string_equal(asked_text(desk), "press again");
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game_screen(game), GAME_TITLE);
    desk_destroy(desk);
}

static void the_mouse_confirms_as_the_first_person(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    MenuPanel panel;
    open_screen(desk, GAME_MENU);
    focus_on(desk, "Quit");
    desk_let_go(desk, 0, PAD_A);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_tap_button(desk, 0, PAD_A);
    assert_false(game->quit);
    menu_shown(game, &panel);
    CanvasSize size = {DESK_WIDTH, DESK_HEIGHT, game_unit(game, DESK_WIDTH, DESK_HEIGHT)};
    size = strip_rest(game, size);
    Area row = menu_panel_layout(&panel, &size).rows[panel.focus];
    desk->input.mouse_x = row.x + 0.5f * row.width;
    desk->input.mouse_y = row.y + 0.5f * row.height;
    desk->input.mouse_pressed = true;
    desk_frame(desk);
    assert_true(game->quit);
    desk_destroy(desk);
}

static void what_is_his_own_everybody_confirms_himself(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    desk_let_go(desk, 0, PAD_A);
    desk_let_go(desk, 1, PAD_A);
    open_screen(desk, GAME_SEAT);
    game->seat_menu.number = 2;
    focus_on(desk, "Leave");
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_tap_button(desk, 0, PAD_A);
    assert_string_equal(asked_text(desk), "P3 confirms");
    assert_int_equal(game->seat_count, 3);
    desk_tap_button(desk, 1, PAD_A);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void b_held_in_a_menu_leaves_and_tapped_goes_back(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    open_screen(desk, GAME_SETTINGS);
    desk_push(desk, 1, PAD_B);
    desk_seconds(desk, 0.9f);
    assert_int_equal(game->seat_count, 3);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_seconds(desk, 0.2f);
    assert_int_equal(game->seat_count, 2);
    desk_let_go(desk, 1, PAD_B);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_push(desk, 0, PAD_B); // held too short to leave, too long to go back
    desk_seconds(desk, 0.7f);
    desk_let_go(desk, 0, PAD_B);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_tap_button(desk, 0, PAD_B);
    assert_int_equal(game->depth, 0);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void esc_held_in_a_menu_leaves_and_tapped_goes_back(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    open_screen(desk, GAME_SETTINGS);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game->depth, 0);
    open_screen(desk, GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE); // held too short to leave, too long to go back
    desk_seconds(desk, 0.7f);
    assert_true(leaving_in_menu_part(game, 0) > 0.6f);
    assert_near(leaving_in_menu_part(game, 1), 0.0f, 0.0);
    desk_release(desk, KEY_ESCAPE);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    assert_int_equal(game->seat_count, 3);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 0.3f);
    desk->input.lost_focus = true; // the window gets no key any more
    desk_release(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.0f);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.1f);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game_seat_of(game, 0), -1);
    desk_release(desk, KEY_ESCAPE);
    desk_frame(desk);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    desk_destroy(desk);
}

static void esc_of_several_at_one_keyboard_makes_nobody_leave(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 2, 3);
    open_screen(desk, GAME_SETTINGS);
    desk_press(desk, KEY_ESCAPE);
    desk_seconds(desk, 1.2f);
    assert_int_equal(desk->game.depth, 0); // at once
    assert_int_equal(desk->game.seat_count, 2);
    desk_destroy(desk);
}

static void who_is_alone_in_a_race_is_told_why_he_cannot_leave(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 0, 3);
    Game *game = &desk->game;
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A); // in place of the keys, which nobody has touched
    open_screen(desk, GAME_SETTINGS);
    desk_tap(desk, 'I'); // no car is free
    assert_int_equal(lobby_count(game), 2);
    desk_push(desk, 0, PAD_B);
    desk_seconds(desk, 1.2f);
    assert_int_equal(game->seat_count, 1);
    assert_non_null(strstr(game->toast, "alone"));
    desk_destroy(desk);
}

static void a_car_whose_path_is_too_long_to_keep_is_not_kept_in_part(void **state) {
    (void)state;
    Desk *desk = desk_make(2, 0, 3);
    char path[SETTING_TEXT_MAX + 1];
    memset(path, 'x', sizeof path);
    path[SETTING_TEXT_MAX] = '\0';
    game_choose_car(&desk->game, 1, path);
    assert_string_equal(game_person_car(&desk->game, 1, "race"), "race");
    path[SETTING_TEXT_MAX - 1] = '\0';
    game_choose_car(&desk->game, 1, path);
    assert_string_equal(game_person_car(&desk->game, 1, "race"), path);
    desk_destroy(desk);
}

static void quit_asks(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_tap(desk, KEY_TAB);
    focus_on(desk, "Quit");
    desk_tap(desk, KEY_ENTER);
    assert_false(game->quit);
    desk_tap(desk, KEY_ENTER);
    assert_true(game->quit);
    desk_destroy(desk);
}

// Whatever steers menus steers them, however many people sit where: nobody joins by it unasked.
static void no_key_that_steers_menus_joins_whoever_uses_them_alone(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 0, 3);
    Game *game = &desk->game;
    for (int device = -1; device <= DEVICE_ANY_KEYS; device++) {
        game->waiting_count = device >= 0;
        game->waiting[0] = (Waiter){0, device};
        for (int i = 0; i < MENU_PRESS_COUNT; i++) {
            for (int k = 0; k < MENU_PRESS_KEYS; k++) {
                int key = menu_press_rows[i].keys[k];
                // W is the gas of the left half, for a friend of somebody who is not there
                bool friends = key == 'W' && device > 0 && device < DEVICE_ANY_KEYS;
                InputFrame frame = {.presses = {key}, .press_count = key != KEY_NONE};
                assert_int_equal(lobby_joining(game, &frame), friends ? 0 : DEVICE_NONE);
            }
        }
    }
    desk_destroy(desk);
}

static void five_people_are_one_too_many(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    for (int pad = 0; pad < 5; pad++) {
        desk_plug(desk, pad, pad);
    }
    desk_seconds(desk, 1.0f);
    open_screen(desk, GAME_MENU);
    for (int pad = 0; pad < 5; pad++) {
        desk->input.pads[pad].pushed[PAD_RIGHT_TRIGGER][1] = true;
        desk_frame(desk);
    }
    assert_int_equal(lobby_count(game), SEATS_MAX);
    assert_non_null(strstr(game->toast, "seats"));
    desk_unplug(desk, 1); // and who is gone waits no longer
    desk_frame(desk);
    assert_int_equal(lobby_count(game), SEATS_MAX - 1);
    assert_int_equal(lobby_device(game, 1), DEVICE_NONE);
    assert_int_equal(lobby_device(game, 3), DEVICE_PAD + 3);
    desk_destroy(desk);
}

static void whoever_starts_by_a_fifth_device_starts_for_the_four_who_are_in(void **state) {
    (void)state;
    for (int way = 0; way < 2; way++) {
        Desk *desk = desk_make(0, 3, 3);
        Game *game = &desk->game;
        for (int pad = 0; pad < SEATS_MAX; pad++) {
            desk_plug(desk, pad, pad);
        }
        desk_seconds(desk, 1.0f);
        open_screen(desk, GAME_SETUP);
        for (int pad = 0; pad < SEATS_MAX; pad++) {
            desk->input.pads[pad].pushed[PAD_RIGHT_TRIGGER][1] = true;
            desk_frame(desk);
        }
        assert_int_equal(lobby_count(game), SEATS_MAX);
        if (way == 0) {
            focus_on(desk, "Start");
        } else {
            desk_tap(desk, KEY_ESCAPE);
            assert_int_equal(game_screen(game), GAME_TITLE);
        }
        desk_tap(desk, KEY_PAD_ENTER); // of the number pad, where nobody sits
        assert_int_equal(game_screen(game), GAME_DRIVE);
        assert_int_equal(game->seat_count, SEATS_MAX);
        for (int i = 0; i < SEATS_MAX; i++) {
            assert_int_equal(game->seats[i].device, DEVICE_PAD + i);
        }
        desk_destroy(desk);
    }
}

static void who_is_in_before_the_first_race_has_his_rows_and_tests_his_keys(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 3, 3);
    Game *game = &desk->game;
    desk_seconds(desk, 1.0f);
    open_screen(desk, GAME_SETUP);
    desk_tap(desk, KEY_RIGHT_CONTROL); // the arrows
    desk_tap(desk, 'I');
    focus_on(desk, "Car of P2");
    game->settings.seats[1].auto_throttle = true;
    open_screen(desk, GAME_KEY_TEST);
    assert_int_equal(key_test_people(&game->key_test), 2);
    assert_true(game->key_test.takes[2] && game->key_test.auto_gas[2]);
    lobby_move(game, 2, 0); // as the test may propose
    assert_int_equal(lobby_person_at(game, 0), 1);
    assert_int_equal(lobby_person_at(game, 2), -1);
    desk_destroy(desk);
}

static void the_focus_of_a_menu_stays_on_its_row_where_a_friend_joins(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(1.0f);
    Game *game = &desk->game;
    open_screen(desk, GAME_SETUP);
    focus_on(desk, "Start");
    desk_tap(desk, KEY_ENTER); // and it asks
    int focus = game->stack[1].focus;
    assert_int_equal(game->stack[1].asked, focus);
    desk_tap(desk, 'I'); // has a row of his own above
    assert_int_equal(game->stack[1].focus, focus + 1);
    desk_tap(desk, KEY_ENTER); // asks anew: the question was for one person
    assert_int_equal(game_screen(game), GAME_SETUP);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 2);
    desk_destroy(desk);
}

static void cars_are_chosen_without_the_first_person_while_his_gamepad_is_gone(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers(); // on keys, and on gamepads 0 and 1
    Game *game = &desk->game;
    leaving_person(game, 0);
    open_screen(desk, GAME_CARS);
    desk_let_go(desk, 1, PAD_A);
    desk_unplug(desk, 0);
    desk_frame(desk);
    desk_tap_button(desk, 1, PAD_A);
    assert_true(game_screen(game) != GAME_CARS);
    open_screen(desk, GAME_CARS);
    desk_seconds(desk, 2.0f);
    desk_tap_button(desk, 1, PAD_START);
    assert_true(game_screen(game) != GAME_CARS);
    desk_destroy(desk);
}

static void who_holds_start_leaves_himself_though_another_joins_meanwhile(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    leaving_person(game, 1);
    desk_let_go(desk, 1, PAD_A);
    desk_seconds(desk, 0.1f);
    desk_push(desk, 1, PAD_START);
    desk_seconds(desk, 0.5f);
    assert_int_equal(game_screen(game), GAME_PAUSE);
    desk_tap(desk, 'I'); // the second person, whose seat comes before that of the third
    assert_int_equal(game->seat_count, 3);
    desk_seconds(desk, 0.7f);
    assert_int_equal(game->seat_count, 2);
    assert_int_equal(game_seat_of(game, 2), -1);
    desk_destroy(desk);
}

static void a_b_that_was_held_under_another_screen_makes_nobody_leave(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    Game *game = &desk->game;
    open_screen(desk, GAME_SETTINGS);
    desk_push(desk, 0, PAD_B);
    desk_frame(desk);
    desk_tap(desk, KEY_F1);
    assert_int_equal(game_screen(game), GAME_KEYS);
    desk_let_go(desk, 0, PAD_B);
    desk_seconds(desk, 1.0f);
    desk_push(desk, 0, PAD_B); // closes the sheet
    desk_seconds(desk, 0.1f);
    assert_int_equal(game_screen(game), GAME_SETTINGS);
    assert_int_equal(game->seat_count, 3);
    desk_destroy(desk);
}

// ---- turns ----------------------------------------------------------------------------------

static Desk *turns_on(const char *track) {
    Desk *desk = desk_on(track, DRIVE_HOT_SEAT, 1);
    snprintf(desk->game.settings.seats[0].name, SETTING_TEXT_MAX, "Anna");
    snprintf(desk->game.settings.seats[1].name, SETTING_TEXT_MAX, "Ben");
    desk_plug(desk, 0, 0);
    desk_seconds(desk, 1.5f);
    return desk;
}

static void a_turn_may_be_driven_by_another_gamepad(void **state) {
    (void)state;
    Desk *desk = turns_on("first-oval");
    desk_plug(desk, 1, 1);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    desk_seconds(desk, 1.0f);
    desk->input.pads[1].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_push(desk, 1, PAD_A);
    desk_seconds(desk, 1.0f);
    assert_int_equal(desk->game.seats[0].device, DEVICE_PAD + 1);
    assert_true(glms_vec2_norm(race_bodies_const(desk->game.session.race)[0].velocity) > 2.0f);
    desk_destroy(desk);
}

/// A turn on a sprint, of three runs, of which the first is over.
static Desk *behind_a_sprint(void) {
    Desk *desk = turns_on(sprint_track());
    Game *game = &desk->game;
    desk_tap_button(desk, 0, PAD_A);
    for (int i = 0; i < 60 * DESK_RATE && race_racers_const(game->session.race)[0].lap == 0; i++) {
        pad_driver(game->session.race, 0.7f, &desk->input.pads[0]);
        desk_frame(desk);
    }
    assert_int_equal(hot_seat_laps_left(game), 2);
    desk_seconds(desk, 0.5f);
    return desk;
}

static void enter_behind_the_finish_of_a_sprint_costs_no_run(void **state) {
    (void)state;
    Desk *desk = behind_a_sprint();
    Game *game = &desk->game;
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 2);
    desk_seconds(desk, 0.5f); // but a run that has begun does
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    desk_seconds(desk, 1.0f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 1);
    desk_destroy(desk);
}

static void a_run_that_the_rescue_began_costs_one_too(void **state) {
    (void)state;
    Desk *desk = behind_a_sprint();
    Game *game = &desk->game;
    rescue_respawn(game->session.race, 0); // back on the grid, before the first gate
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(hot_seat_laps_left(game), 1);
    desk_destroy(desk);
}

static void after_the_turns_whoever_goes_on_is_nobody_elses_name(void **state) {
    (void)state;
    Desk *desk = turns_on("first-oval");
    Game *game = &desk->game;
    assert_int_equal(game_tuned_car(game), -1);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game_tuned_car(game), -1); // all drive what their files say
    hot_seat_end_turn(game);
    desk_seconds(desk, 2.0f);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game->seats[0].number, 1);
    hot_seat_end_turn(game);
    desk_seconds(desk, 2.0f);
    open_set_up(desk, DRIVE_TRIAL);
    focus_on(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    char player[RECORDS_TEXT_MAX];
    laps_player(game, 0, player);
    assert_string_equal(player, "Anna"); // the first at the keys, not the last with the gamepad
    assert_true(game->seats[0].device < DEVICE_PAD);
    assert_string_equal(game->settings.seats[1].device, ""); // nor is it remembered as Ben's
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_friend_joins_whoever_began_alone_from_the_title),
        cmocka_unit_test(who_joins_a_practice_undoes_nothing_of_the_others),
        cmocka_unit_test(who_stays_behind_gets_no_set_up_of_who_left),
        cmocka_unit_test(who_joins_as_the_first_person_gets_no_set_up_of_the_second),
        cmocka_unit_test(a_car_keeps_its_file_when_who_brought_it_comes_back_in_another),
        cmocka_unit_test(a_full_grid_is_said_to_who_would_join_a_practice),
        cmocka_unit_test(more_people_than_places_is_said_at_the_start),
        cmocka_unit_test(of_several_who_wait_as_many_drive_as_there_are_places),
        cmocka_unit_test(who_waits_still_does_where_a_start_fails),
        cmocka_unit_test(everybody_has_his_own_car_in_the_first_race_too),
        cmocka_unit_test(a_notice_of_the_last_race_is_gone_in_the_next),
        cmocka_unit_test(the_focus_stays_on_its_row_where_others_come_above_it),
        cmocka_unit_test(one_press_joins_a_paused_race_from_every_menu),
        cmocka_unit_test(who_joins_in_the_menus_of_the_title_drives_the_race_that_they_start),
        cmocka_unit_test(a_gamepad_alone_is_the_first_persons_and_chooses_with_the_same_press),
        cmocka_unit_test(who_joins_in_the_results_is_in_at_the_next_race),
        cmocka_unit_test(the_pause_is_of_whoever_has_paused_and_of_the_first_person),
        cmocka_unit_test(what_all_lose_the_first_person_confirms),
        cmocka_unit_test(without_the_first_person_the_next_one_confirms),
        cmocka_unit_test(the_mouse_confirms_as_the_first_person),
        cmocka_unit_test(what_is_his_own_everybody_confirms_himself),
        cmocka_unit_test(b_held_in_a_menu_leaves_and_tapped_goes_back),
        cmocka_unit_test(esc_held_in_a_menu_leaves_and_tapped_goes_back),
        cmocka_unit_test(esc_of_several_at_one_keyboard_makes_nobody_leave),
        cmocka_unit_test(who_is_alone_in_a_race_is_told_why_he_cannot_leave),
        cmocka_unit_test(a_car_whose_path_is_too_long_to_keep_is_not_kept_in_part),
        cmocka_unit_test(quit_asks),
        cmocka_unit_test(no_key_that_steers_menus_joins_whoever_uses_them_alone),
        cmocka_unit_test(five_people_are_one_too_many),
        cmocka_unit_test(who_is_in_before_the_first_race_has_his_rows_and_tests_his_keys),
        cmocka_unit_test(the_focus_of_a_menu_stays_on_its_row_where_a_friend_joins),
        cmocka_unit_test(cars_are_chosen_without_the_first_person_while_his_gamepad_is_gone),
        cmocka_unit_test(who_holds_start_leaves_himself_though_another_joins_meanwhile),
        cmocka_unit_test(a_b_that_was_held_under_another_screen_makes_nobody_leave),
        cmocka_unit_test(a_turn_may_be_driven_by_another_gamepad),
        cmocka_unit_test(enter_behind_the_finish_of_a_sprint_costs_no_run),
        cmocka_unit_test(a_run_that_the_rescue_began_costs_one_too),
        cmocka_unit_test(after_the_turns_whoever_goes_on_is_nobody_elses_name),
        cmocka_unit_test(whoever_starts_by_a_fifth_device_starts_for_the_four_who_are_in),
    };
    return cmocka_run_group_tests(tests, user_folder_make, user_folder_remove);
}
