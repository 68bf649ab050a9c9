/// What people are told in their own views of what happens in the race.
#include "game/start.h"
#include "game_state/race_notes.h"

#include "desk.h"

/// Two people behind three AI cars on the grid, just after GO.
static Desk *race_begun(void) {
    Desk *desk = desk_make(2, 3, 3);
    while (desk->game.session.race->phase == RACE_COUNTDOWN) {
        desk_frame(desk);
    }
    return desk;
}

/// Has a car take its next gate, wherever it is.
static void take_gate(Desk *desk, int car) {
    Racer *racer = &race_racers(desk->game.session.race)[car];
    racer->gates_passed++;
    racer->next_gate++;
}

static void who_passes_and_who_is_passed_are_told_so(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    int told = game->toast_count;
    take_gate(desk, game->seats[1].car); // and leads
    desk_seconds(desk, 0.9f);
    assert_true(game->seats[1].notice.left_s <= 0.0f); // nothing that may be lost again at once
    desk_seconds(desk, 0.2f);
    // Two of the AI's and a friend stood ahead: people start in the middle.
    char expected[96];
    int named = 0;
    for (int car = 0; car < game->session.race->car_count; car++) {
        snprintf(expected, sizeof expected, "You passed %s and 2 more and lead",
                 session_driver_name(&game->session, car));
        named += strcmp(game->seats[1].notice.text, expected) == 0;
    }
    assert_int_equal(named, 1);
    assert_string_equal(game->seats[0].notice.text, "P2 passed you");
    assert_int_equal(game->seats[0].notice.color, game->looks[game->seats[1].car].color);
    assert_true(game->seats[0].notice.of_rival); // with the badge of who did it
    assert_int_equal(game->seats[0].notice.car, game->seats[1].car);
    assert_int_equal(game->toast_count, told);
    desk_seconds(desk, 2.0f);
    assert_true(game->seats[1].notice.left_s <= 0.0f); // two seconds
    desk_destroy(desk);
}

static void whoever_switches_them_off_is_told_nothing(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    game->settings.game.race_news = false;
    take_gate(desk, game->seats[1].car);
    desk_seconds(desk, 1.1f);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(game->seats[i].notice.text, "");
    }
    desk_destroy(desk);
}

static void what_else_a_person_is_told_goes_before(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    game_tell(game, 1, 0xFFFFFFFFu, "New best lap");
    take_gate(desk, game->seats[1].car);
    desk_seconds(desk, 1.1f);
    assert_string_equal(game->seats[1].notice.text, "New best lap");
    assert_string_equal(game->seats[0].notice.text, "P2 passed you");
    game_say(game, 0xFFFFFFFFu, "Saved"); // one line at a time
    desk_frame(desk);
    assert_true(game->seats[0].notice.left_s <= 0.0f);
    assert_true(game->seats[1].notice.left_s > 0.0f);
    desk_destroy(desk);
}

static void the_fastest_lap_is_told_to_its_driver_alone(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    leave_locale(); // as axle does: it shows a point everywhere
    Racer *racer = &race_racers(game->session.race)[game->seats[0].car];
    racer->lap = 1;
    desk_seconds(desk, 4.0f); // what that changes is told and over
    racer->lap = 2;
    racer->lap_times[1] = 41.2034;
    desk_frame(desk);
    assert_string_equal(game->seats[0].notice.text, "Fastest lap 41.203");
    assert_false(game->seats[0].notice.of_rival);
    assert_true(strncmp(game->seats[1].notice.text, "Fastest", 7) != 0);
    desk_destroy(desk);
}

static void the_mistake_of_who_is_right_ahead_is_told(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    Race *race = game->session.race;
    int own = game->seats[0].car, ahead = -1;
    for (int car = 0; car < race->car_count; car++) {
        bool next = race_racers(race)[car].place + 1 == race_racers(race)[own].place;
        ahead = next && (race->ai_cars >> car & 1u) != 0 ? car : ahead;
    }
    assert_true(ahead >= 0);
    race_racers(race)[ahead].driver.mistake = DRIVER_MISTAKE_LATE;
    race_racers(race)[ahead].driver.mistake_s = 1.0f;
    desk_frame(desk);
    char expected[96];
    snprintf(expected, sizeof expected, "%s brakes too late",
             session_driver_name(&game->session, ahead));
    assert_string_equal(game->seats[0].notice.text, expected);
    assert_true(strcmp(game->seats[1].notice.text, expected) != 0);
    desk_destroy(desk);
}

// The list is that of the race that is driven.
static void everybody_is_told_who_is_out(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_ELIMINATION, 2, 3, 3);
    Game *game = &desk->game;
    game->settings.race.elimination = SETTING_ELIMINATION_TIME;
    start_race(game);
    desk_seconds(desk, 32.9f); // the people stand on the grid
    assert_int_equal(game->session.race->eliminated_count, 0);
    desk_seconds(desk, 0.3f);
    assert_int_equal(game->session.race->eliminated_count, 1);
    bool first = race_racers(game->session.race)[game->seats[0].car].eliminated > 0;
    assert_string_equal(game->seats[0].notice.text, first ? "You are out" : "P2 is out");
    assert_string_equal(game->seats[1].notice.text, first ? "P1 is out" : "You are out");
    desk_destroy(desk);
}

static void a_new_race_begins_a_new_list(void **state) {
    (void)state;
    Desk *desk = race_begun();
    Game *game = &desk->game;
    take_gate(desk, game->seats[1].car);
    desk_seconds(desk, 1.5f);
    assert_true(game->events->list.count > 0);
    start_race(game);
    assert_int_equal(game->events->list.count, 0);
    desk_destroy(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_passes_and_who_is_passed_are_told_so),
        cmocka_unit_test(whoever_switches_them_off_is_told_nothing),
        cmocka_unit_test(what_else_a_person_is_told_goes_before),
        cmocka_unit_test(the_fastest_lap_is_told_to_its_driver_alone),
        cmocka_unit_test(everybody_is_told_who_is_out),
        cmocka_unit_test(the_mistake_of_who_is_right_ahead_is_told),
        cmocka_unit_test(a_new_race_begins_a_new_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
