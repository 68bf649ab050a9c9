// Crates, mines and oil inside a race: what drivers do with them, what they cost, and that all of
// it is state.
#include "battle/crates.h"
#include "battle/hazards.h"
#include "dynamics/world.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static RaceDef battle_of(int cars, RaceSkill skill, int laps) {
    RaceDef def = fixture_field(cars, skill, laps);
    def.battle = BATTLE_LAPS;
    return def;
}

/// Ticks with one input for car 0.
static void drive(Race *race, CarInput input, int ticks) {
    CarInput inputs[RACE_MAX_CARS] = {input};
    for (int i = 0; i < ticks; i++) {
        race_step(race, inputs);
    }
}

/// A battle of one person without crates, GO just given.
static Fixture *person_alone(void) {
    RaceDef def = battle_of(1, SKILL_HARD, 3);
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    fixture->race->battle.crate_count = 0;
    while (fixture->race->phase == RACE_COUNTDOWN) {
        drive(fixture->race, (CarInput){0}, 1);
    }
    return fixture;
}

static void load(Race *race, int car, BattleItem item, int count) {
    race->battle.cars[car].carries = (uint8_t)item;
    race->battle.cars[car].left = (uint8_t)count;
}

/// Lets the gas and the brake go, and what lies on the road away, so that the car meets none of it.
static void rest(Race *race, int ticks) {
    drive(race, (CarInput){.throttle = 40}, ticks);
    for (int i = 0; i < BATTLE_HAZARDS_MAX; i++) {
        race->battle.hazards[i].item = ITEM_NONE;
    }
}

static void fire_with_the_brake_held_drops_one_a_press(void **state) {
    (void)state;
    Fixture *fixture = person_alone();
    Race *race = fixture->race;
    const BattleCar *car = &race->battle.cars[0];
    const CarInput press = {.brake = 255, .flags = CAR_INPUT_FIRE};
    drive(race, (CarInput){.throttle = 255}, 600);
    load(race, 0, ITEM_MINE, 3);
    drive(race, press, 100);
    drive(race, press, 100); // held on: once
    assert_int_equal(car->mines, 1);
    assert_int_equal(car->shots, 0);
    rest(race, 1);
    drive(race, press, 1);
    assert_int_equal(car->mines, 2);
    rest(race, 1);
    drive(race, press, 1); // it reloads
    assert_int_equal(car->mines, 2);
    rest(race, DROP_RELOAD_TICKS);
    drive(race, (CarInput){.brake = DROP_BRAKE, .flags = CAR_INPUT_FIRE}, 1); // a light foot
    assert_int_equal(car->mines, 2);
    assert_int_equal(car->shots, 1);
    rest(race, 1);
    drive(race, (CarInput){.brake = DROP_BRAKE + 1, .flags = CAR_INPUT_FIRE}, 1);
    assert_int_equal(car->mines, 3);
    assert_int_equal(car->carries, ITEM_NONE);
    rest(race, BATTLE_RELOAD_TICKS);
    drive(race, press, 1); // nothing left: a shot
    assert_int_equal(car->mines, 3);
    assert_int_equal(car->shots, 2);
    assert_int_equal(car->hits_taken, 0);
    fixture_destroy(fixture);
}

/// m/s after a second of full brakes from 20 m/s, with oil under the whole way or without.
static float speed_after_braking(bool oil) {
    Fixture *fixture = person_alone();
    Race *race = fixture->race;
    drive(race, (CarInput){.throttle = 255}, 400);
    Body *body = &world_bodies(race_world(race))[0];
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    body->velocity = glms_vec2_scale(ahead, 20.0f);
    for (int i = 0; oil && i < 24; i++) {
        race->battle.hazards[i] =
            (Hazard){.item = ITEM_OIL,
                     .position = glms_vec2_muladds(ahead, (float)i * 1.2f - 3.0f, body->position)};
    }
    drive(race, (CarInput){.brake = 255}, 240);
    float speed = glms_vec2_norm(race_bodies_const(race)[0].velocity);
    fixture_destroy(fixture);
    return speed;
}

static void a_car_on_oil_brakes_with_about_a_third_of_its_grip(void **state) {
    (void)state;
    float dry = 20.0f - speed_after_braking(false), oily = 20.0f - speed_after_braking(true);
    assert_true(dry > 6.0f);
    assert_true(oily / dry > 0.25f && oily / dry < 0.55f);
}

static void oil_takes_the_grip_of_those_wheels_alone_that_stand_in_it(void **state) {
    (void)state;
    Fixture *fixture = person_alone();
    Race *race = fixture->race;
    drive(race, (CarInput){.throttle = 255}, 400);
    Body *body = &world_bodies(race_world(race))[0];
    vec2s left = vec2_make(-body->rotation.s, body->rotation.c);
    vec2s ahead = vec2_make(body->rotation.c, body->rotation.s);
    for (int i = 0; i < 30; i++) { // under the left wheels
        vec2s beside = glms_vec2_muladds(left, 1.7f, body->position);
        race->battle.hazards[i] =
            (Hazard){.item = ITEM_OIL, .position = glms_vec2_muladds(ahead, (float)i, beside)};
    }
    drive(race, (CarInput){.brake = 200}, 40);
    assert_true(race_bodies_const(race)[0].spin < -0.05f); // the right ones hold it back
    fixture_destroy(fixture);
}

static void a_whole_battle_adds_up(void **state) {
    (void)state;
    RaceDef def = battle_of(10, SKILL_HARD, 2);
    Fixture *fixture = fixture_make("kiln-road", "hatch", &def);
    Race *race = fixture->race;
    int taken_notes = 0, drops = 0, mine_hits = 0;
    uint32_t seen = 0;
    while (race->phase != RACE_OVER) {
        fixture_run(race, 1);
        for (; seen < race->battle.note_count; seen++) {
            const BattleNote *note = &race->battle.notes[seen % BATTLE_NOTES_MAX];
            taken_notes += note->kind == BATTLE_CRATE;
            drops += note->kind == BATTLE_DROP;
            mine_hits += note->kind == BATTLE_MINE_HIT;
        }
    }
    int crates = 0, taken = 0, hits = 0, hits_taken = 0, dropped = 0, given = 0;
    for (int i = 0; i < race->car_count; i++) {
        const BattleCar *car = &race->battle.cars[i];
        crates += car->crates;
        hits += car->hits;
        hits_taken += car->hits_taken;
        dropped += car->mines + car->oils;
        given += car->mine_hits;
    }
    for (int i = 0; i < race->battle.crate_count; i++) {
        taken += race->battle.crates[i].taken;
    }
    assert_true(crates > 5 && dropped > 3);
    assert_int_equal(crates, taken);
    assert_int_equal(crates, taken_notes);
    assert_int_equal(dropped, race->battle.hazard_count);
    assert_int_equal(dropped, drops);
    assert_int_equal(hits_taken, hits + mine_hits);
    assert_in_range(given, 0, mine_hits);
    fixture_destroy(fixture);
}

static void all_of_it_is_state_that_a_snapshot_holds(void **state) {
    (void)state;
    RaceDef def = battle_of(8, SKILL_MEDIUM, 2);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    while (race->battle.hazard_count == 0) { // until there is something of all kinds
        fixture_run(race, 1);
        assert_true(race->phase != RACE_OVER);
    }
    size_t size = race_size(&fixture->track, def.car_count);
    void *copy = fixture_block(size);
    memcpy(copy, race, size);
    fixture_run(race, 20 * RACE_TICKS_PER_SECOND);
    fixture_run(copy, 20 * RACE_TICKS_PER_SECOND);
    assert_true(race_hash(race) == race_hash(copy));
    free(copy);
    fixture_destroy(fixture);
}

/// Changes one thing of the crates, mines and oil.
static void change(BattleState *battle, int which) {
    BattleCar *car = &battle->cars[0];
    switch (which) {
    case 0:
        battle->crates[1].away++;
        break;
    case 1:
        battle->crates[1].taken++;
        break;
    case 2:
        battle->hazards[2].age++;
        break;
    case 3:
        battle->hazards[2].owner++;
        break;
    case 4:
        battle->hazards[2].position.x += 1.0f;
        break;
    case 5:
        battle->hazards[2].item = ITEM_NONE;
        break;
    case 6:
        battle->hazard_count++;
        break;
    case 7:
        car->carries = ITEM_OIL;
        break;
    case 8:
        car->left++;
        break;
    case 9:
        car->drop_reload++;
        break;
    case 10:
        car->fire_held = !car->fire_held;
        break;
    case 11:
        car->crates++;
        break;
    case 12:
        car->mines++;
        break;
    case 13:
        car->oils++;
        break;
    case 14:
        car->spared++;
        break;
    default:
        car->mine_hits++;
    }
}

static void each_part_is_in_the_hash_of_a_battle_and_in_no_other(void **state) {
    (void)state;
    for (int battle = 0; battle < 2; battle++) {
        RaceDef def = battle_of(2, SKILL_HARD, 1);
        def.battle = battle != 0 ? BATTLE_LAPS : BATTLE_OFF;
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        Race *race = fixture->race;
        assert_int_equal(race->battle.crate_count, 6);
        race->battle.hazards[2].item = ITEM_MINE;
        BattleState kept = race->battle;
        uint64_t hash = race_hash(race);
        for (int i = 0; i < 16; i++) {
            change(&race->battle, i);
            assert_true((race_hash(race) != hash) == (battle != 0));
            race->battle = kept;
        }
        fixture_destroy(fixture);
    }
}

/// Mines on its line that a driver of that level and consistency hits, alone on three tracks. Each
/// lies 20 m and 2 s ahead of it. Adds those that were laid to `*laid`.
static int mines_hit(RaceSkill skill, float consistency, int *laid) {
    int hit = 0;
    for (int t = 0; t < FIXTURE_TRACK_COUNT; t++) {
        RaceDef def = battle_of(1, skill, 12);
        def.drivers[0].rate = 0.0f;
        def.drivers[0].consistency = consistency;
        Fixture *fixture = fixture_make(fixture_tracks[t], "hatch", &def);
        Race *race = fixture->race;
        fixture_run(race, 10 * RACE_TICKS_PER_SECOND);
        race->battle.crate_count = 0;
        const RacingLine *line = &fixture->data.lines[0];
        for (int i = 0; i < 90 && race->phase != RACE_OVER; i++) {
            race->battle.cars[0].damage = 0;
            race->battle.cars[0].shaken = 0;
            float way = 20.0f + 2.0f * glms_vec2_norm(race_bodies_const(race)[0].velocity);
            int ahead = (int)(way / line->length * (float)line->count);
            int at = racing_line_index(line, race_racers(race)[0].driver.line_point + ahead);
            race->battle.hazards[race->battle.hazard_count++ % BATTLE_HAZARDS_MAX] =
                (Hazard){.item = ITEM_MINE,
                         .owner = 1,
                         .age = MINE_ARM_TICKS,
                         .position = line->points[at].point};
            ++*laid;
            fixture_run(race, 5 * RACE_TICKS_PER_SECOND);
            for (int k = 0; k < BATTLE_HAZARDS_MAX; k++) {
                race->battle.hazards[k].item = ITEM_NONE;
            }
        }
        hit += race->battle.cars[0].hits_taken;
        fixture_destroy(fixture);
    }
    return hit;
}

static void drivers_keep_clear_of_mines_and_overlook_more_the_worse_they_are(void **state) {
    (void)state;
    const RaceSkill skills[] = {SKILL_HARD, SKILL_HARD, SKILL_BEGINNER};
    float shares[3];
    for (int i = 0; i < 3; i++) {
        int laid = 0;
        float consistency = i == 0 ? 1.0f : driver_params_of(skills[i]).consistency;
        int hit = mines_hit(skills[i], consistency, &laid);
        assert_true(laid > 100);
        shares[i] = (float)hit / (float)laid;
    }
    assert_true(shares[0] < 0.06f); // who overlooks none: what is left is late in bends
    assert_true(shares[1] > shares[0] + 0.05f);
    assert_true(shares[2] > shares[1] + 0.05f);
    assert_true(shares[2] < 0.6f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fire_with_the_brake_held_drops_one_a_press),
        cmocka_unit_test(a_car_on_oil_brakes_with_about_a_third_of_its_grip),
        cmocka_unit_test(oil_takes_the_grip_of_those_wheels_alone_that_stand_in_it),
        cmocka_unit_test(a_whole_battle_adds_up),
        cmocka_unit_test(all_of_it_is_state_that_a_snapshot_holds),
        cmocka_unit_test(each_part_is_in_the_hash_of_a_battle_and_in_no_other),
        cmocka_unit_test(drivers_keep_clear_of_mines_and_overlook_more_the_worse_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
