/// A battle as people play it: keys that fire, automatic fire, what each is told, and the last hit.
#include "dynamics/world.h"
#include "game/start.h"
#include "race/elimination.h"

#include "desk.h"

#define APART 14.0f // m

// Two people alone, just after GO, in a battle that is won as `how` says.
static Desk *battle_begun(SettingChoice how) {
    Desk *desk = desk_make_mode(DRIVE_BATTLE, 2, 0, 3);
    desk->game.settings.race.battle = how;
    start_race(&desk->game); // of what is set now
    while (desk->game.session.race->phase == RACE_COUNTDOWN) {
        desk_frame(desk);
    }
    return desk;
}

// P2 stands ahead of P1, before his muzzle or `beside` m beside it; both stand still.
static void line_up(Desk *desk, float beside) {
    Race *race = desk->game.session.race;
    Body *bodies = world_bodies(race_world(race));
    Body *own = &bodies[desk->game.seats[0].car], *other = &bodies[desk->game.seats[1].car];
    own->velocity = other->velocity = (vec2s){{0.0f, 0.0f}};
    own->spin = other->spin = 0.0f;
    vec2s ahead = {{own->rotation.c, own->rotation.s}};
    body_set_angle(other, own->angle);
    other->position = glms_vec2_add(own->position, glms_vec2_scale(ahead, APART));
    other->position = glms_vec2_add(other->position, glms_vec2_scale(vec2_left(ahead), beside));
}

static const BattleCar *car_of(const Desk *desk, int seat) {
    return &desk->game.session.race->battle.cars[desk->game.seats[seat].car];
}

static void a_hit_is_told_to_both(void **state) {
    (void)state;
    Desk *desk = battle_begun(SETTING_BATTLE_LAPS);
    const Game *game = &desk->game;
    assert_int_equal(game->session.race->battle_mode, BATTLE_LAPS);
    static const char *const own[] = {"You hit P2 (1 of 3)", "You hit P2 (2 of 3)",
                                      "You spin P2 out"};
    static const char *const others[] = {"P1 hits you (1 of 3)", "P1 hits you (2 of 3)",
                                         "P1 spins you out"};
    for (int i = 0; i < 3; i++) {
        line_up(desk, 0.0f);
        desk_press(desk, 'V');
        desk_frame(desk);
        desk_release(desk, 'V');
        desk_seconds(desk, 0.5f);
        assert_int_equal(car_of(desk, 0)->shots, i + 1);
        assert_int_equal(car_of(desk, 0)->hits, i + 1);
        assert_string_equal(game->seats[0].notice.text, own[i]);
        assert_string_equal(game->seats[1].notice.text, others[i]);
        assert_int_equal(game->seats[0].notice.car, game->seats[1].car);
        assert_int_equal(game->seats[1].notice.car, game->seats[0].car);
        desk_seconds(desk, 1.2f); // until it is loaded again
    }
    assert_int_equal(car_of(desk, 1)->outs, 1);
    assert_near(game->slow_s, 0.0, 0.0); // the race goes on
    desk_destroy(desk);
}

static void a_key_that_is_held_fires_whenever_the_gun_is_loaded(void **state) {
    (void)state;
    Desk *desk = battle_begun(SETTING_BATTLE_LAPS);
    desk_press(desk, KEY_APOSTROPHE); // of the arrows, which are P2's
    desk_seconds(desk, 6.2f);
    assert_int_equal(car_of(desk, 0)->shots, 0);
    assert_int_equal(car_of(desk, 1)->shots, 5); // one each 1.5 s
    desk_destroy(desk);
}

static void automatic_fire_waits_for_a_target(void **state) {
    (void)state;
    for (int help = 0; help < 2; help++) {
        Desk *desk = battle_begun(SETTING_BATTLE_LAPS);
        SettingsSeat *seat = &desk->game.settings.seats[desk->game.seats[0].number];
        seat->auto_fire = help == 0;
        seat->one_switch = help == 1; // has it as well
        desk_seconds(desk, 4.5f);     // nobody fires by itself on the grid
        line_up(desk, 6.0f);
        desk_seconds(desk, 1.0f);
        assert_int_equal(car_of(desk, 0)->shots, 0);
        line_up(desk, 0.0f);
        desk_seconds(desk, 0.5f);
        assert_int_equal(car_of(desk, 0)->shots, 1);
        assert_int_equal(car_of(desk, 0)->hits, 1);
        assert_int_equal(car_of(desk, 1)->shots, 0);
        desk_destroy(desk);
    }
}

/// Has the car of `seat` wear out in the next step, after `damage` hits.
static void wear_out(Desk *desk, int seat, int damage) {
    BattleCar *car = &desk->game.session.race->battle.cars[desk->game.seats[seat].car];
    car->damage = (uint8_t)damage;
    car->idle = BATTLE_IDLE_TICKS - 1;
    desk_frame(desk);
}

static void who_wears_out_is_told_so_and_the_others_who_is_out(void **state) {
    (void)state;
    Desk *desk = desk_make_mode(DRIVE_BATTLE, 2, 1, 3);
    Game *game = &desk->game;
    game->settings.race.battle = SETTING_BATTLE_LAST;
    start_race(game);
    while (game->session.race->phase == RACE_COUNTDOWN) {
        desk_frame(desk);
    }
    for (int i = 0; i < 3; i++) {
        game->session.race->battle.cars[i].idle = 0;
    }
    wear_out(desk, 0, 0);
    assert_int_equal(car_of(desk, 0)->damage, 1);
    assert_string_equal(game->seats[0].notice.text, "You hit nobody and wear out (1 of 3)");
    assert_int_equal(game->seats[0].notice.car, game->seats[0].car);
    assert_string_equal(game->seats[1].notice.text, ""); // that is no concern of his
    wear_out(desk, 0, 2);
    assert_string_equal(game->seats[0].notice.text, "You hit nobody and are out");
    assert_string_equal(game->seats[1].notice.text, "P1 hit nobody and is out");
    assert_int_equal(game->seats[1].notice.car, game->seats[0].car);
    assert_int_equal(elimination_left(game->session.race), 2);
    const EventList *list = &game->events->list;
    assert_int_equal(event_list_count(list, EVENT_WORN), 2);
    for (int i = 0; i < list->count; i++) {
        if (list->items[i].kind == EVENT_WORN) {
            assert_int_equal(list->items[i].car, game->seats[0].car);
            assert_int_equal(list->items[i].other, -1);
        }
    }
    desk_destroy(desk);
}

static void the_last_hit_is_seen_slowly_for_half_a_second(void **state) {
    (void)state;
    for (int reduced = 0; reduced < 2; reduced++) {
        Desk *desk = battle_begun(SETTING_BATTLE_LAST);
        Game *game = &desk->game;
        game->settings.display.reduced_motion = reduced == 1;
        Race *race = game->session.race;
        assert_int_equal(race->battle_mode, BATTLE_LAST);
        race->battle.cars[game->seats[1].car].damage = BATTLE_HITS_OUT - 1;
        line_up(desk, 0.0f);
        desk_press(desk, 'V');
        int frames = 0, slow = 0;
        while (elimination_left(race) > 1 && frames++ < 60) {
            assert_near(game_time_speed(game), 1.0, 0.0);
            desk_frame(desk);
        }
        assert_int_equal(elimination_left(race), 1);
        uint32_t from = race->tick;
        while (slow < 60 && game_time_speed(game) < 1.0f) {
            desk_frame(desk);
            slow++;
        }
        assert_int_equal(slow > 0, reduced == 0);
        if (reduced == 0) {
            assert_true(slow >= 28 && slow <= 31); // half a second of 60 frames each
            assert_true(race->tick - from <= 32);  // a quarter of its 120 ticks
        }
        desk_destroy(desk);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_is_told_to_both),
        cmocka_unit_test(a_key_that_is_held_fires_whenever_the_gun_is_loaded),
        cmocka_unit_test(automatic_fire_waits_for_a_target),
        cmocka_unit_test(who_wears_out_is_told_so_and_the_others_who_is_out),
        cmocka_unit_test(the_last_hit_is_seen_slowly_for_half_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
