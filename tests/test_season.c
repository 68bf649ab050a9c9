// Championships as people drive them: from the menu to the last standings.
#define _XOPEN_SOURCE 700 // for nanosleep
#include "base/text.h"
#include "game/start.h"
#include "game_state/season.h"
#include "session/championship.h"

#include "desk.h"
#include "desk_menu.h"

// A championship on these tracks, with `players` and three rivals.
static Desk *desk_in_season(const char *tracks, SettingChoice grid, int players) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    static GameSettings settings;
    settings = (GameSettings){.settings = settings_default()};
    snprintf(settings.settings.race.tracks, SETTING_TEXT_MAX, "%s", tracks);
    settings.settings.race.grid = grid;
    GameDef def = {.data = TEST_DATA,
                   .track = "kiln-road",
                   .car = "hatch",
                   .players = players,
                   .ai_cars = 3,
                   .laps = 1,
                   .mode = DRIVE_CHAMPIONSHIP,
                   .settings = &settings};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    return desk;
}

static const MenuRow *row_of(const Desk *desk, MenuPanel *panel, const char *label) {
    menu_shown(&desk->game, panel);
    for (int i = 0; i < panel->count; i++) {
        if (strcmp(panel->rows[i].label, label) == 0) {
            return &panel->rows[i];
        }
    }
    return NULL;
}

// From the race to the standings behind its results.
static void see_standings(Desk *desk) {
    desk_end_race(desk);
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(&desk->game), GAME_STANDINGS);
    desk_seconds(desk, 0.5f);
}

static int points_of_all(const Championship *championship, bool last) {
    int sum = 0;
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        const ChampionshipEntry *entry = &championship->entries[i];
        sum += last ? entry->points : entry->total;
    }
    return sum;
}

static void a_championship_is_driven_race_after_race_to_its_end(void **state) {
    (void)state;
    Desk *desk = desk_in_season("first-oval no-such-track chicane-club", SETTING_GRID_MIXED, 1);
    Game *game = &desk->game;
    MenuPanel panel;
    char names[3][SETTING_TEXT_MAX];
    assert_int_equal(game->season.track_count, 2);
    assert_string_equal(game->track_name, "first-oval");
    for (int i = 0; i < 3; i++) {
        snprintf(names[i], SETTING_TEXT_MAX, "%s", session_driver_name(&game->session, i));
    }
    DriverParams form = game->session.def.race.drivers[0];
    desk_seconds(desk, 4.0f);
    assert_true(game_has_race_to_lose(game));
    see_standings(desk);
    const Championship *standings = &game->season.standings;
    assert_int_equal(standings->race_count, 1);
    int most = 10 + 8 + 6 + 5, first = points_of_all(standings, false);
    assert_true(first == most || first == most + 1); // nobody may have driven a lap
    assert_true(standings->entries[SEASON_PERSON(0)].entered);
    assert_string_equal(game->season.names[SEASON_PERSON(0)], "You");
    assert_string_equal(game->season.names[1], names[1]);
    assert_true(game_has_race_to_lose(game));
    assert_non_null(row_of(desk, &panel, "Next race"));
    assert_int_equal(row_of(desk, &panel, "Back to title")->asks, MENU_ASKS_FIRST);
    desk_tap(desk, KEY_ESCAPE); // to the results and back: the race is counted once
    assert_int_equal(game_screen(game), GAME_RESULTS);
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_ESCAPE);
    assert_int_equal(game_screen(game), GAME_STANDINGS);
    assert_int_equal(standings->race_count, 1);
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->track_name, "chicane-club");
    assert_string_equal(game->toast, "Race 2 of 2: Chicane Club");
    for (int i = 0; i < 3; i++) {
        assert_string_equal(session_driver_name(&game->session, i), names[i]);
    }
    assert_true(form.corners != game->session.def.race.drivers[0].corners); // of another day
    desk_seconds(desk, 4.0f);
    see_standings(desk);
    assert_true(season_is_over(game));
    assert_false(game_has_race_to_lose(game));
    assert_int_equal(standings->race_count, 2);
    assert_int_equal(points_of_all(standings, false), first + points_of_all(standings, true));
    assert_null(row_of(desk, &panel, "Next race"));
    assert_int_equal(row_of(desk, &panel, "Back to title")->asks, MENU_ASKS_NOBODY);
    desk_tap(desk, KEY_ENTER); // once more
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_string_equal(game->track_name, "first-oval");
    assert_int_equal(game->season.standings.race_count, 0);
    start_title(game);
    assert_false(season_is_on(game));
    desk_destroy(desk);
}

// Presses that would lose it ask for a second one.
static void leaving_a_championship_asks_first(void **state) {
    (void)state;
    Desk *desk = desk_in_season("first-oval chicane-club", SETTING_GRID_MIXED, 1);
    Game *game = &desk->game;
    desk_seconds(desk, 4.0f);
    desk_end_race(desk);
    desk_seconds(desk, 0.5f);
    desk_focus(desk, "Back to title");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_RESULTS);
    assert_true(season_is_on(game));
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TITLE);
    assert_false(season_is_on(game));
    desk_destroy(desk);
}

// By results everybody starts where he ended; reversed, the leader last.
static void the_grid_of_the_next_race_goes_by_what_was_chosen(void **state) {
    (void)state;
    static const SettingChoice grids[] = {SETTING_GRID_RESULTS, SETTING_GRID_REVERSE};
    for (int k = 0; k < 2; k++) {
        Desk *desk = desk_in_season("first-oval chicane-club", grids[k], 1);
        Game *game = &desk->game;
        int ranks[4];
        desk_seconds(desk, 12.0f); // others than on the grid, perhaps
        see_standings(desk);
        for (int car = 0; car < 4; car++) {
            const ChampionshipEntry *entry =
                &game->season.standings.entries[game->season.entry_of[car]];
            ranks[car] = k == 0 ? entry->place - 1 : 4 - entry->rank;
        }
        desk_tap(desk, KEY_ENTER);
        assert_int_equal(game_screen(game), GAME_DRIVE);
        for (int car = 0; car < 4; car++) {
            assert_int_equal(race_racers(game->session.race)[car].slot, ranks[car]);
        }
        desk_destroy(desk);
    }
}

// Somebody takes over the car of an AI on the way: its place is his, and he is in from then on,
// with no rival less.
static void who_joins_on_the_way_scores_from_then_on(void **state) {
    (void)state;
    Desk *desk = desk_in_season("first-oval chicane-club", SETTING_GRID_MIXED, 1);
    Game *game = &desk->game;
    desk_press(desk, 'W'); // the first one is at the keys
    desk_seconds(desk, 5.0f);
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_push(desk, 0, PAD_A);
    desk_frame(desk);
    desk_let_go(desk, 0, PAD_A);
    desk_release(desk, 'W');
    desk_seconds(desk, 1.0f);
    assert_int_equal(game->seat_count, 2);
    int car = game->seats[1].car;
    assert_true(car < 3);
    see_standings(desk);
    const Championship *standings = &game->season.standings;
    const ChampionshipEntry *joined = &standings->entries[SEASON_PERSON(1)];
    assert_int_equal(joined->place, race_racers(game->session.race)[car].place);
    assert_true(joined->total > 0);
    assert_int_equal(standings->entries[car].place, 0); // whose car it was
    assert_int_equal(standings->entries[car].total, 0);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->session.race->car_count, 5);
    desk_seconds(desk, 4.0f);
    game_leave_seat(game, 1); // the AI drives on for him
    see_standings(desk);
    int order[RACE_MAX_CARS];
    assert_int_equal(championship_order(standings, order), 5);
    assert_true(standings->entries[car].place > 0);
    assert_true(joined->place > 0);
    desk_destroy(desk);
}

static void who_joins_at_the_standings_is_in_at_the_next_race(void **state) {
    (void)state;
    Desk *desk = desk_in_season("first-oval chicane-club", SETTING_GRID_MIXED, 1);
    Game *game = &desk->game;
    desk_press(desk, 'W'); // the first one is at the keys
    desk_seconds(desk, 5.0f);
    desk_release(desk, 'W');
    see_standings(desk);
    desk_plug(desk, 0, 0);
    desk_frame(desk);
    desk_tap_button(desk, 0, PAD_A);
    assert_int_equal(game_screen(game), GAME_STANDINGS);
    assert_int_equal(game->seat_count, 1);
    assert_int_equal(game->waiting_count, 1);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->seat_count, 2);
    assert_string_equal(game->track_name, "chicane-club");
    desk_seconds(desk, 4.0f);
    see_standings(desk);
    assert_true(game->season.standings.entries[SEASON_PERSON(1)].place > 0);
    desk_destroy(desk);
}

// The tracks of a championship are chosen elsewhere: he wants the one that he points to.
static void who_chooses_a_single_track_after_a_championship_races_there(void **state) {
    (void)state;
    Desk *desk = desk_in_season("first-oval", SETTING_GRID_MIXED, 1);
    Game *game = &desk->game;
    desk_seconds(desk, 4.0f);
    see_standings(desk);
    desk_focus(desk, "Another race");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_TRACKS);
    read_catalogue(&game->catalogue);
    desk_seconds(desk, 0.5f);
    desk_tap(desk, KEY_LEFT);
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    assert_int_equal(game->choice.mode, DRIVE_RACE);
    assert_string_not_equal(game->choice.track, "first-oval");
    desk_destroy(desk);
}

static void the_tracks_are_chosen_and_kept_without_typing(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    MenuPanel panel;
    desk_open_set_up(desk, DRIVE_CHAMPIONSHIP);
    season_open_choice(game);
    assert_int_equal(game->choice.track_count, 5); // the usual ones
    desk_focus(desk, "Tracks");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SEASON);
    desk_seconds(desk, 0.5f);
    desk_focus(desk, "Races");
    for (int i = 0; i < 3; i++) {
        desk_tap(desk, KEY_LEFT);
    }
    assert_int_equal(game->choice.track_count, 2);
    assert_null(row_of(desk, &panel, "Race 3"));
    desk_focus(desk, "Race 2");
    int before =
        text_find(game->choice.tracks[1], (const char *const *)game->tracks, game->track_count);
    desk_tap(desk, KEY_RIGHT);
    assert_string_equal(game->choice.tracks[1], game->tracks[(before + 1) % game->track_count]);
    desk_focus(desk, "Done");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_SETUP);
    char wanted[SETTING_TEXT_MAX];
    snprintf(wanted, sizeof wanted, "%.100s %.100s", game->choice.tracks[0],
             game->choice.tracks[1]);
    desk_seconds(desk, 0.5f);
    desk_focus(desk, "Grid");
    desk_tap(desk, KEY_RIGHT);
    desk_focus(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->season.track_count, 2);
    assert_int_equal(game->season.grid, FIELD_REVERSE);
    assert_string_equal(game->settings.race.tracks, wanted);
    assert_int_equal(game->settings.race.mode, SETTING_RACE_CHAMPIONSHIP);
    assert_int_equal(game->settings.race.grid, SETTING_GRID_REVERSE);
    char tracks[SEASON_TRACKS_MAX][SETTING_TEXT_MAX];
    assert_int_equal(season_tracks(game, tracks), 2);
    season_choose_usual(game);
    season_remember_tracks(game);
    assert_string_equal(game->settings.race.tracks, ""); // what is usual may change one day
    desk_destroy(desk);
}

// More races than tracks begin again with the first; no choice leads past the end of the list.
static void there_may_be_up_to_ten_races(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    season_open_choice(game);
    season_choose_count(game, SEASON_TRACKS_MAX);
    assert_int_equal(game->choice.track_count, SEASON_TRACKS_MAX);
    for (int i = 0; i < SEASON_TRACKS_MAX && game->track_count >= SEASON_TRACKS_MAX; i++) {
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(game->choice.tracks[i], game->choice.tracks[k]);
        }
    }
    season_choose_count(game, 1);
    assert_int_equal(game->choice.track_count, 1);
    memset(game->settings.race.tracks, ' ', 40);
    game->settings.race.tracks[40] = '\0';
    char tracks[SEASON_TRACKS_MAX][SETTING_TEXT_MAX];
    assert_int_equal(season_tracks(game, tracks), 5);
    for (int i = 0; i < 20; i++) { // a file may hold more than there are races
        memcpy(game->settings.race.tracks + 11 * i, "first-oval ", 12);
    }
    assert_int_equal(season_tracks(game, tracks), SEASON_TRACKS_MAX);
    desk_destroy(desk);
}

// The settings of eliminations hold in their own mode alone.
static void an_elimination_is_a_mode_of_the_set_up(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Game *game = &desk->game;
    desk_open_set_up(desk, DRIVE_ELIMINATION);
    desk_focus(desk, "The last drops out");
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->settings.race.elimination, SETTING_ELIMINATION_TIME);
    desk_focus(desk, "Who is out");
    desk_tap(desk, KEY_RIGHT);
    assert_int_equal(game->settings.race.eliminated, SETTING_ELIMINATED_HAZARD);
    desk_focus(desk, "Start");
    desk_tap(desk, KEY_ENTER);
    assert_int_equal(game_screen(game), GAME_DRIVE);
    assert_int_equal(game->session.race->rules.elimination, ELIMINATION_TIME);
    assert_int_equal(game->session.race->rules.eliminated, ELIMINATED_HAZARD);
    assert_true(game->session.race->car_count > 2);
    game->def.mode = DRIVE_RACE;
    start_race(game);
    assert_int_equal(game->session.race->rules.elimination, ELIMINATION_OFF);
    game->settings.race.elimination = SETTING_ELIMINATION_OFF;
    game->def.mode = DRIVE_ELIMINATION;
    start_race(game);
    assert_int_equal(game->session.race->rules.elimination, ELIMINATION_LAP);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_championship_is_driven_race_after_race_to_its_end),
        cmocka_unit_test(leaving_a_championship_asks_first),
        cmocka_unit_test(the_grid_of_the_next_race_goes_by_what_was_chosen),
        cmocka_unit_test(who_joins_on_the_way_scores_from_then_on),
        cmocka_unit_test(who_joins_at_the_standings_is_in_at_the_next_race),
        cmocka_unit_test(who_chooses_a_single_track_after_a_championship_races_there),
        cmocka_unit_test(the_tracks_are_chosen_and_kept_without_typing),
        cmocka_unit_test(there_may_be_up_to_ten_races),
        cmocka_unit_test(an_elimination_is_a_mode_of_the_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
