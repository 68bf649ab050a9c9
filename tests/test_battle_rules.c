/// The rules of battles one by one, each in a scene of its own: people who stand where the test
/// puts them, and fire when it says so.
#include "base/random.h"
#include "battle/crates.h"
#include "race/battle_rules.h"
#include "race/elimination.h"

#include <math.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

enum {
    CARS = 4,
    FLIGHT = 48, ///< Ticks in which a shell has come to APART and beyond.
};

#define APART 14.0f // m

/// A battle of people, GO just given, without crates. They stand far from each other, on the line.
static Fixture *people(BattleMode mode) {
    RaceDef def = race_def_default();
    def.car_count = CARS;
    def.laps = 3;
    def.ai_cars = 0;
    def.battle = mode;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    race->battle.crate_count = 0;
    fixture_run(race, RACE_COUNTDOWN_TICKS + 1);
    for (int i = 0; i < CARS; i++) {
        const RacingLine *line = &fixture->data.lines[i];
        const LinePoint *at = &line->points[line->count * (2 * i + 1) / (2 * CARS)];
        Body *body = &world_bodies(race_world(race))[i];
        body->position = at->point;
        body_set_angle(body, trig_atan2(at->tangent.y, at->tangent.x));
        body->velocity = vec2_make(0.0f, 0.0f);
        race->battle.cars[i].idle = 0;
    }
    fixture_run(race, 1);
    return fixture;
}

/// Puts car `other` before the muzzle of car `car`, both at rest.
static void line_up(Race *race, int car, int other) {
    Body *own = &world_bodies(race_world(race))[car];
    Body *body = &world_bodies(race_world(race))[other];
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    own->velocity = body->velocity = vec2_make(0.0f, 0.0f);
    own->spin = body->spin = 0.0f;
    body_set_angle(body, own->angle);
    body->position = glms_vec2_muladds(ahead, APART, own->position);
}

static void press(Race *race, int car, CarInput input, int ticks) {
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    inputs[car] = input;
    for (int i = 0; i < ticks; i++) {
        race_step(race, inputs);
    }
}

/// Car `car` fires at car `other`, which stands before it; until the shell has come to its end.
static void shoot(Race *race, int car, int other) {
    line_up(race, car, other);
    race->battle.cars[car].reload = 0;
    press(race, car, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
    while (race->battle.cars[car].shell.flies) {
        press(race, car, (CarInput){0}, 1);
    }
}

static int notes_of(const Race *race, BattleNoteKind kind) {
    int count = 0;
    for (uint32_t i = battle_first_note(&race->battle); i < race->battle.note_count; i++) {
        count += battle_note_at(&race->battle, i)->kind == kind;
    }
    return count;
}

static void the_third_hit_spins_out_and_no_other(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    const BattleCar *firer = &race->battle.cars[0], *hit = &race->battle.cars[1];
    for (int i = 1; i <= 2; i++) {
        shoot(race, 0, 1);
        assert_int_equal(firer->hits, i);
        assert_int_equal(hit->hits_taken, i);
        assert_int_equal(hit->damage, i);
        assert_int_equal(hit->hit_by, 0);
        assert_int_equal(hit->out, 0);
        assert_int_equal(hit->outs, 0);
        assert_true((race_racers(race)[1].lap_marks & LAP_BOOSTED) != 0); // no record
        assert_true((race_racers(race)[0].lap_marks & LAP_BOOSTED) == 0);
    }
    line_up(race, 0, 1);
    race->battle.cars[0].reload = 0;
    press(race, 0, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
    while (hit->out == 0) {
        press(race, 0, (CarInput){0}, 1);
        assert_int_equal(firer->hits, hit->hits_taken);
    }
    assert_int_equal(hit->out, BATTLE_OUT_TICKS);
    assert_int_equal(hit->damage, 0);
    assert_int_equal(hit->outs, 1);
    assert_int_equal(firer->knockouts, 1);
    assert_true(fabsf(race_bodies_const(race)[1].spin) > 6.0f);
    assert_int_equal(notes_of(race, BATTLE_KNOCKOUT), 1);
    press(race, 0, (CarInput){0}, BATTLE_OUT_TICKS);
    assert_int_equal(hit->out_ticks, BATTLE_OUT_TICKS);
    assert_int_equal(race->battle.cars[2].hits_taken + race->battle.cars[3].hits_taken, 0);
    fixture_destroy(fixture);
}

/// m/s that a second of full brakes takes.
static float braking(bool shaken) {
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    Body *body = &world_bodies(race_world(race))[0];
    Racer *racer = &race_racers(race)[0];
    body->velocity = glms_vec2_scale(vec2_make(body->rotation.c, body->rotation.s), 25.0f);
    racer->car = car_make(&racer->model, 25.0f);
    race->battle.cars[0].shaken = shaken ? BATTLE_SHAKEN_TICKS : 0;
    press(race, 0, (CarInput){.brake = 255}, 240);
    float left = glms_vec2_norm(race_bodies_const(race)[0].velocity);
    fixture_destroy(fixture);
    return 25.0f - left;
}

static void who_was_hit_brakes_with_three_quarters_of_the_grip(void **state) {
    (void)state;
    float share = braking(true) / braking(false);
    assert_true(share > 0.7f && share < 0.85f);
}

/// Whether a wheel of car 0 stands within OIL_RADIUS of a patch.
static bool stands_in(const Race *race, const OilPatches *oil) {
    const Body *body = &race_bodies_const(race)[0];
    const CarModel *model = &race_racers_const(race)[0].model;
    for (int i = 0; i < CAR_WHEELS; i++) {
        vec2s off = rotation_apply(body->rotation, model->wheel_at[i]);
        vec2s wheel = glms_vec2_add(body->position, off);
        for (int k = 0; k < oil->count; k++) {
            if (glms_vec2_distance(wheel, oil->at[k]) <= OIL_RADIUS) {
                return true;
            }
        }
    }
    return false;
}

static void no_patch_of_oil_under_a_wheel_is_overlooked(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    Random random = random_make(25, 83);
    int oily = 0;
    for (int i = 0; i < 20000; i++) {
        OilPatches oil = {.count = 1 + (int)(random_u32(&random) % 3)};
        for (int k = 0; k < oil.count; k++) {
            float x = random_range(&random, -6.0f, 6.0f), y = random_range(&random, -6.0f, 6.0f);
            oil.at[k] = glms_vec2_add(race_bodies_const(race)[0].position, vec2_make(x, y));
        }
        bool stands = stands_in(race, &oil);
        assert_int_equal(battle_rules_is_oily(race, 0, &oil), stands);
        oily += stands;
    }
    assert_in_range(oily, 4000, 16000);
    fixture_destroy(fixture);
}

static void a_mine_of_ones_own_spins_out_and_nobody_is_credited(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAST);
    Race *race = fixture->race;
    BattleCar *car = &race->battle.cars[0];
    car->damage = 2;
    car->idle = 500;
    race->battle.hazards[0] = (Hazard){.item = ITEM_MINE,
                                       .owner = 0,
                                       .age = MINE_ARM_TICKS,
                                       .position = race_bodies_const(race)[0].position};
    press(race, 0, (CarInput){0}, 1);
    assert_int_equal(car->hits_taken, 1);
    assert_int_equal(car->outs, 1);
    assert_int_equal(car->knockouts, 0);
    assert_int_equal(car->mine_hits, 0);
    assert_true(car->idle >= 500); // it is no hit of its own
    assert_true(race_racers(race)[0].eliminated > 0);
    fixture_destroy(fixture);
}

static void a_mine_of_another_credits_it(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAST);
    Race *race = fixture->race;
    race->battle.cars[0].damage = 2;
    race->battle.cars[3].idle = 500;
    race->battle.hazards[0] = (Hazard){.item = ITEM_MINE,
                                       .owner = 3,
                                       .age = MINE_ARM_TICKS,
                                       .position = race_bodies_const(race)[0].position};
    press(race, 0, (CarInput){0}, 1);
    assert_int_equal(race->battle.cars[0].outs, 1);
    assert_int_equal(race->battle.cars[0].shaken, BATTLE_SHAKEN_TICKS);
    assert_int_equal(race->battle.cars[3].knockouts, 1);
    assert_int_equal(race->battle.cars[3].mine_hits, 1);
    assert_true(race->battle.cars[3].idle <= 1);
    fixture_destroy(fixture);
}

// The first out is the last, and so on.
static void places_of_the_last_car_running_are_those_of_going_out(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAST);
    Race *race = fixture->race;
    const int order[CARS] = {2, 0, 3, 1};
    for (int i = 0; i < CARS - 1; i++) {
        assert_int_equal(race->phase, RACE_RUNNING);
        assert_int_equal(elimination_left(race), CARS - i);
        race->battle.cars[order[i]].damage = 2;
        int firer = order[CARS - 1];
        shoot(race, firer, order[i]);
        assert_int_equal(race_racers(race)[order[i]].eliminated, CARS - i);
        assert_int_equal(race->battle.cars[order[i]].out, 0); // it does not come back
        assert_true((world_flags(race_world(race))[order[i]] & BODY_GHOST) != 0);
    }
    assert_int_equal(race->phase, RACE_OVER);
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(race_racers(race)[order[i]].place, CARS - i);
        assert_int_equal(race_racers(race)[order[i]].finished, i == CARS - 1);
    }
    assert_int_equal(race->battle.cars[order[CARS - 1]].knockouts, CARS - 1);
    fixture_destroy(fixture);
}

static void who_hits_nobody_for_forty_seconds_wears_out(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAST);
    Race *race = fixture->race;
    for (int i = 0; i < CARS; i++) {
        race->battle.cars[i].idle = 0;
    }
    press(race, 0, (CarInput){0}, BATTLE_IDLE_TICKS - 1);
    for (int i = 0; i < CARS; i++) {
        assert_int_equal(race->battle.cars[i].damage, 0);
    }
    race->battle.cars[1].idle = 0; // it has just hit somebody
    race->battle.cars[2].damage = 1;
    race->battle.cars[3].damage = 2;
    press(race, 0, (CarInput){0}, 1);
    assert_int_equal(race->battle.cars[0].damage, 1);
    assert_int_equal(race->battle.cars[0].idle, 0); // forty seconds more
    assert_int_equal(race->battle.cars[1].damage, 0);
    assert_int_equal(race->battle.cars[2].damage, 2);
    assert_int_equal(race->battle.cars[2].outs, 0);
    assert_int_equal(race->battle.cars[3].outs, 1);
    assert_int_equal(race_racers(race)[3].eliminated, CARS);
    assert_int_equal(notes_of(race, BATTLE_WORN), 3);
    assert_int_equal(notes_of(race, BATTLE_KNOCKOUT), 0);
    press(race, 0, (CarInput){0}, 2);
    race->battle.cars[3].idle = BATTLE_IDLE_TICKS - 1; // who is out does not wear any more
    press(race, 0, (CarInput){0}, 2);
    assert_int_equal(notes_of(race, BATTLE_WORN), 3);
    shoot(race, 0, 1); // a hit of its own: from the start
    assert_true(race->battle.cars[0].idle <= 1);
    assert_true(race->battle.cars[1].idle > 20);
    fixture_destroy(fixture);
}

static void to_the_flag_nobody_wears_out(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    race->battle.cars[0].idle = BATTLE_IDLE_TICKS - 1;
    press(race, 0, (CarInput){0}, 10);
    assert_int_equal(race->battle.cars[0].damage, 0);
    assert_int_equal(notes_of(race, BATTLE_WORN), 0);
    fixture_destroy(fixture);
}

static void who_is_home_neither_fires_nor_is_spun_out_nor_takes_crates(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    race_racers(race)[1].finished = true;
    race->battle.cars[1].damage = 2;
    shoot(race, 0, 1);
    assert_int_equal(race->battle.cars[1].hits_taken, 1);
    assert_int_equal(race->battle.cars[1].outs, 0);
    assert_int_equal(race->battle.cars[1].out, 0);
    race->battle.crate_count = 1;
    fixture->data.crates[0] = race_bodies_const(race)[1].position;
    press(race, 1, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
    assert_int_equal(race->battle.crates[0].taken, 0);
    assert_int_equal(race->battle.cars[1].shots, 0);
    race_racers(race)[1].finished = false;
    press(race, 1, (CarInput){0}, 1);
    assert_int_equal(race->battle.crates[0].taken, 1);
    fixture_destroy(fixture);
}

// Nothing but come to rest.
static void who_is_spun_out_can_do_nothing(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    BattleCar *car = &race->battle.cars[0];
    car->out = 200;
    car->carries = ITEM_MINE;
    car->left = 2;
    race->battle.crate_count = 1;
    fixture->data.crates[0] = race_bodies_const(race)[0].position;
    int respawns = race_racers(race)[0].respawns;
    for (int i = 0; i < 2; i++) {
        CarInput all = {.throttle = 255,
                        .steer = 100,
                        .brake = i == 0 ? 0 : 255,
                        .flags = CAR_INPUT_FIRE | CAR_INPUT_RESCUE};
        press(race, 0, all, 50);
        press(race, 0, (CarInput){0}, 10);
    }
    assert_int_equal(car->shots, 0);
    assert_int_equal(car->mines, 0);
    assert_int_equal(car->crates, 0);
    assert_int_equal(race_racers(race)[0].respawns, respawns);
    assert_true(glms_vec2_norm(race_bodies_const(race)[0].velocity) < 0.1f);
    assert_int_equal(car->out, 80);
    line_up(race, 1, 0); // and what hits it takes nothing more
    shoot(race, 1, 0);
    assert_int_equal(race->battle.cars[1].hits, 1);
    assert_int_equal(car->hits_taken, 1);
    assert_int_equal(car->damage, 0);
    fixture_destroy(fixture);
}

static void ghosts_neither_fire_nor_drop_nor_are_hit(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    const Body there = race_bodies_const(race)[1];
    for (int ghost = 1; ghost >= 0; ghost--) {
        world_bodies(race_world(race))[1] = there;
        race_racers(race)[1].ghost_s = ghost ? 2.0f : 0.0f;
        world_flags(race_world(race))[1] =
            (uint8_t)((world_flags(race_world(race))[1] & ~BODY_GHOST) | (ghost ? BODY_GHOST : 0));
        BattleCar *car = &race->battle.cars[1];
        car->carries = ITEM_MINE;
        car->left = 1;
        press(race, 1, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
        press(race, 1, (CarInput){0}, 1);
        assert_int_equal(car->shots, 1 - ghost);
        press(race, 1, (CarInput){.brake = 255, .flags = CAR_INPUT_FIRE}, 1);
        press(race, 1, (CarInput){0}, 1);
        assert_int_equal(car->mines, 1 - ghost);
        int before = race->battle.cars[0].hits;
        shoot(race, 0, 1);
        assert_int_equal(race->battle.cars[0].hits, before + 1 - ghost);
    }
    fixture_destroy(fixture);
}

// Straight on and faster by SHELL_SPEED than its car, for SHELL_RANGE as seen from there.
static void a_shell_flies_its_range_ahead_of_its_car_and_never_hits_it(void **state) {
    (void)state;
    for (int speed = 0; speed <= 40; speed += 20) {
        Fixture *fixture = people(BATTLE_LAPS);
        Race *race = fixture->race;
        Body *body = &world_bodies(race_world(race))[0];
        vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
        body->velocity = glms_vec2_scale(ahead, (float)speed);
        const Shell *shell = &race->battle.cars[0].shell;
        press(race, 0, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
        assert_true(shell->flies);
        float more = glms_vec2_dot(shell->velocity, ahead) -
                     glms_vec2_dot(race_bodies_const(race)[0].velocity, ahead);
        assert_near(more, SHELL_SPEED, 0.5);
        assert_near(glms_vec2_cross(shell->velocity, ahead), 0.0, 0.5);
        vec2s from = shell->position;
        int ticks = 0;
        vec2s last = from;
        while (shell->flies && ticks < 1000) {
            last = shell->position;
            press(race, 0, (CarInput){0}, 1);
            ticks++;
        }
        if (notes_of(race, BATTLE_SPENT) == 1) { // else it met a wall
            assert_int_equal(ticks, SHELL_TICKS);
            float way = glms_vec2_dot(glms_vec2_sub(last, from), ahead);
            assert_near(way, SHELL_RANGE + (float)speed * 2.0f / 3.0f, 1.5);
        }
        assert_int_equal(race->battle.cars[0].hits_taken, 0);
        fixture_destroy(fixture);
    }
}

static void a_hit_pushes_the_car_the_way_of_the_shell(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    line_up(race, 0, 1);
    const Body *own = &race_bodies_const(race)[0], *hit = &race_bodies_const(race)[1];
    vec2s ahead = vec2_make(own->rotation.c, own->rotation.s);
    press(race, 0, (CarInput){.flags = CAR_INPUT_FIRE}, 1);
    while (race->battle.cars[1].hits_taken == 0) {
        press(race, 0, (CarInput){0}, 1);
        assert_true(race->battle.cars[0].shell.flies || race->battle.cars[1].hits_taken > 0);
    }
    assert_near(glms_vec2_dot(hit->velocity, ahead), 1500.0 / 1200.0, 0.3);
    fixture_destroy(fixture);
}

static void shells_that_meet_both_end(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    line_up(race, 0, 1);
    Body *other = &world_bodies(race_world(race))[1];
    body_set_angle(other, trig_wrap(other->angle + TRIG_PI)); // nose to nose
    CarInput inputs[RACE_MAX_CARS] = {{.flags = CAR_INPUT_FIRE}, {.flags = CAR_INPUT_FIRE}};
    race_step(race, inputs);
    assert_true(race->battle.cars[0].shell.flies && race->battle.cars[1].shell.flies);
    press(race, 0, (CarInput){0}, FLIGHT);
    assert_false(race->battle.cars[0].shell.flies || race->battle.cars[1].shell.flies);
    assert_int_equal(race->battle.cars[0].hits_taken + race->battle.cars[1].hits_taken, 0);
    assert_int_equal(notes_of(race, BATTLE_BURST), 1);
    fixture_destroy(fixture);
}

static void a_wall_stops_a_shell(void **state) {
    (void)state;
    for (int far = 0; far < 2; far++) {
        RaceDef def = race_def_default();
        def.car_count = 2;
        def.ai_cars = 0;
        def.battle = BATTLE_LAPS;
        Fixture *fixture = fixture_make_on(
            track_of(TRACK_HEAD
                     "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, "
                     "points: [[-300, -35], [300, -35], [300, 165], [-300, 165]]}\n"
                     "grid: {columns: 1}\n"
                     "walls:\n  - {polyline: [[100, -130], [100, -75]], thickness: 0.3}\n"),
            "hatch", &def);
        Race *race = fixture->race;
        fixture_run(race, RACE_COUNTDOWN_TICKS + 1);
        Body *body = &world_bodies(race_world(race))[0];
        body->position = vec2_make(far ? 110.0f : 92.0f, -100.0f); // behind the wall, or before it
        body_set_angle(body, 0.0f);
        shoot(race, 0, 1);
        assert_int_equal(race->battle.cars[1].hits_taken, far);
        assert_int_equal(notes_of(race, BATTLE_BURST), 1 - far);
        fixture_destroy(fixture);
    }
}

/// m to the next car ahead, along the line of car `car`.
static float way_ahead(const Fixture *fixture, int car) {
    const RacingLine *line = &fixture->data.lines[car];
    float own =
        line->points[racing_line_locate(line, race_bodies_const(fixture->race)[car].position, -1)]
            .s;
    float least = line->length;
    for (int i = 0; i < fixture->race->car_count; i++) {
        vec2s at = race_bodies_const(fixture->race)[i].position;
        float gap = line->points[racing_line_locate(line, at, -1)].s - own;
        gap = gap < 0.0f ? gap + line->length : gap;
        least = i != car ? fminf(least, gap) : least;
    }
    return least;
}

// All but the first have somebody ahead within 34 m, and nobody stands in another.
static void the_last_car_running_begins_spread_round_the_circuit(void **state) {
    (void)state;
    for (int mode = BATTLE_LAPS; mode < BATTLE_MODE_COUNT; mode++) {
        RaceDef def = fixture_field(8, SKILL_MEDIUM, 2);
        def.battle = (BattleMode)mode;
        Fixture *fixture = fixture_make("kiln-road", "hatch", &def);
        int apart = 0;
        for (int i = 0; i < def.car_count; i++) {
            float way = way_ahead(fixture, i);
            apart += way > 30.0f && (way < 38.0f || way > 100.0f);
        }
        assert_int_equal(apart, mode == BATTLE_LAST ? def.car_count : 1);
        fixture_destroy(fixture);
    }
}

// Who is last gets more of a crate than who leads.
static void crates_give_by_place(void **state) {
    (void)state;
    Fixture *fixture = people(BATTLE_LAPS);
    Race *race = fixture->race;
    int given[CARS] = {0};
    for (int i = 0; i < CARS; i++) {
        race->battle.crate_count = 1;
        race->battle.crates[0] = (BattleCrate){0};
        while (crate_item(race->seed, 0, race->battle.crates[0].taken) == ITEM_REPAIR) {
            race->battle.crates[0].taken++;
        }
        fixture->data.crates[0] = race_bodies_const(race)[i].position;
        press(race, 0, (CarInput){0}, 1);
        assert_int_equal(race->battle.cars[i].crates, 1);
        given[race_racers(race)[i].place - 1] = race->battle.cars[i].left;
    }
    assert_int_equal(given[0], 1);
    assert_int_equal(given[CARS - 1], 3);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_third_hit_spins_out_and_no_other),
        cmocka_unit_test(who_was_hit_brakes_with_three_quarters_of_the_grip),
        cmocka_unit_test(no_patch_of_oil_under_a_wheel_is_overlooked),
        cmocka_unit_test(a_mine_of_ones_own_spins_out_and_nobody_is_credited),
        cmocka_unit_test(a_mine_of_another_credits_it),
        cmocka_unit_test(places_of_the_last_car_running_are_those_of_going_out),
        cmocka_unit_test(who_hits_nobody_for_forty_seconds_wears_out),
        cmocka_unit_test(to_the_flag_nobody_wears_out),
        cmocka_unit_test(who_is_home_neither_fires_nor_is_spun_out_nor_takes_crates),
        cmocka_unit_test(who_is_spun_out_can_do_nothing),
        cmocka_unit_test(ghosts_neither_fire_nor_drop_nor_are_hit),
        cmocka_unit_test(a_shell_flies_its_range_ahead_of_its_car_and_never_hits_it),
        cmocka_unit_test(a_hit_pushes_the_car_the_way_of_the_shell),
        cmocka_unit_test(shells_that_meet_both_end),
        cmocka_unit_test(a_wall_stops_a_shell),
        cmocka_unit_test(the_last_car_running_begins_spread_round_the_circuit),
        cmocka_unit_test(crates_give_by_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
