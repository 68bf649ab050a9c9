/// Battles as races: what hits cost, how they end, and that they come out the same everywhere.
#include "base/random.h"
#include "drivers/gunner.h"
#include "race/field.h"
#include "replay/replay.h"

#include <string.h>

#include "fixture.h"
#include "golden.h"
#include "replay_info.h"
#include "test.h"

enum {
    CARS = 8
};

static RaceDef battle_def(BattleMode mode, uint64_t seed) {
    RaceDef def = fixture_field(CARS, SKILL_MEDIUM, 2);
    def.battle = mode;
    def.seed = seed;
    return def;
}

// A minute of each kind of battle on each track. A change that is meant shows the new hashes: put
// them into golden.h, and say why in the commit.
static void the_state_hash_of_a_battle_is_the_golden_one(void **state) {
    (void)state;
    bool same = true;
    for (int i = 0; i < 2 * FIXTURE_TRACK_COUNT; i++) {
        RaceDef def = battle_def(i % 2 == 0 ? BATTLE_LAPS : BATTLE_LAST, 3);
        Fixture *fixture = fixture_make(fixture_tracks[i / 2], fixture_cars[i % 2], &def);
        fixture_run(fixture->race, 60 * RACE_TICKS_PER_SECOND);
        uint64_t hash = race_hash(fixture->race);
        if (hash != golden_battles[i]) {
            print_error("%s, %s: state hash is 0x%016llx\n", fixture_tracks[i / 2],
                        battle_mode_names[def.battle], (unsigned long long)hash);
            same = false;
        }
        fixture_destroy(fixture);
    }
    assert_true(same);
}

static void who_is_spun_out_is_back_after_three_seconds_whole_and_as_a_ghost(void **state) {
    (void)state;
    RaceDef def = battle_def(BATTLE_LAPS, 5);
    Fixture *fixture = fixture_make("kiln-road", "hatch", &def);
    Race *race = fixture->race;
    int back = 0;
    for (int tick = 0; tick < 90 * RACE_TICKS_PER_SECOND; tick++) {
        BattleCar before[CARS];
        memcpy(before, race->battle.cars, sizeof before);
        fixture_run(race, 1);
        for (int i = 0; i < CARS; i++) {
            const BattleCar *car = &race->battle.cars[i];
            const Racer *racer = &race_racers_const(race)[i];
            assert_true(car->damage < BATTLE_HITS_OUT);
            if (car->outs > before[i].outs) {
                assert_int_equal(car->out, BATTLE_OUT_TICKS);
                assert_int_equal(car->outs, before[i].outs + 1);
            }
            if (before[i].out > 1) { // it can do nothing, and nothing more is taken from it
                assert_int_equal(racer->input.throttle, 0);
                assert_int_equal(car->out, before[i].out - 1);
                assert_int_equal(car->damage, 0);
            }
            if (before[i].out == 1) {
                back++;
                assert_near(racer->ghost_s, 2.0, 0.02);
                assert_true((world_flags(race_world(race))[i] & BODY_GHOST) != 0);
            }
        }
    }
    assert_true(back > 5);
    fixture_destroy(fixture);
}

static void a_hit_costs_grip_for_two_seconds(void **state) {
    (void)state;
    RaceDef def = battle_def(BATTLE_LAPS, 7);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    int hits = 0;
    for (int tick = 0; tick < 60 * RACE_TICKS_PER_SECOND; tick++) {
        BattleCar before[CARS];
        memcpy(before, race->battle.cars, sizeof before);
        fixture_run(race, 1);
        for (int i = 0; i < CARS; i++) {
            const BattleCar *car = &race->battle.cars[i];
            bool hit = car->hits_taken > before[i].hits_taken;
            hits += hit;
            assert_int_equal(car->shaken, hit                    ? BATTLE_SHAKEN_TICKS
                                          : before[i].shaken > 0 ? before[i].shaken - 1
                                                                 : 0);
        }
    }
    assert_true(hits > 10);
    fixture_destroy(fixture);
}

static void the_last_car_running_wins_and_all_have_a_place(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        RaceDef def = battle_def(BATTLE_LAST, seed);
        Fixture *fixture = fixture_make(fixture_tracks[seed % FIXTURE_TRACK_COUNT], "hatch", &def);
        Race *race = fixture->race;
        for (int i = 0; i < 600 && race->phase != RACE_OVER; i++) {
            fixture_run(race, RACE_TICKS_PER_SECOND);
        }
        assert_int_equal(race->phase, RACE_OVER);
        assert_int_equal(race->eliminated_count, CARS - 1);
        uint32_t places = 0;
        for (int i = 0; i < CARS; i++) {
            const Racer *racer = &race_racers_const(race)[i];
            places |= 1u << racer->place;
            assert_int_equal(racer->place == 1, racer->finished);
            assert_int_equal(racer->finished ? 1 : racer->eliminated, racer->place);
        }
        assert_int_equal(places, ((1u << CARS) - 1) << 1);
        fixture_destroy(fixture);
    }
}

// They begin all round the circuit: what they drive first is a part of a lap, and nobody's best.
static void the_part_of_a_lap_that_comes_first_is_no_best_lap(void **state) {
    (void)state;
    RaceDef def = battle_def(BATTLE_LAST, 4);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    float whole = fixture->data.lines[0].lap_s;
    int parts = 0, laps = 0;
    for (int tick = 0; tick < 60 * RACE_TICKS_PER_SECOND; tick++) {
        fixture_run(race, 1);
        for (int i = 0; i < CARS; i++) {
            const Racer *racer = &race_racers_const(race)[i];
            parts += racer->lap == 1;
            laps += racer->best_lap_s > 0.0;
            assert_true(lap_is_marked(racer, 0));
            assert_true(racer->lap > 1 || racer->best_lap_s <= 0.0);
            assert_true(racer->best_lap_s <= 0.0 || racer->best_lap_s > 0.7 * (double)whole);
        }
    }
    assert_true(parts > 0 && laps > 0);
    fixture_destroy(fixture);
}

/// m that car `car` stands from the start of the line.
static float way_of(const Fixture *fixture, int car) {
    const RacingLine *line = &fixture->data.lines[car];
    vec2s at = race_bodies_const(fixture->race)[car].position;
    return line->points[racing_line_locate(line, at, -1)].s;
}

static void lots_say_who_starts_where_round_the_circuit(void **state) {
    (void)state;
    enum {
        BATTLES = SANITIZED ? 16 : 200
    };
    int ahead[CARS] = {0}, behind[CARS] = {0};
    for (uint64_t seed = 1; seed <= BATTLES; seed++) {
        RaceDef def = battle_def(BATTLE_LAST, seed);
        Fixture *fixture = fixture_make("kiln-road", "hatch", &def);
        int first = 1, last = 1; // car 0 or another may stand on the line itself
        for (int i = 0; i < CARS; i++) {
            float way = way_of(fixture, i);
            way = way < 1.0f ? way + fixture->data.lines[i].length : way;
            float most = way_of(fixture, first), least = way_of(fixture, last);
            most = most < 1.0f ? most + fixture->data.lines[i].length : most;
            least = least < 1.0f ? least + fixture->data.lines[i].length : least;
            first = way > most ? i : first;
            last = way < least ? i : last;
        }
        ahead[first]++;
        behind[last]++;
        fixture_destroy(fixture);
    }
    for (int i = 0; i < CARS && !SANITIZED; i++) { // 25 each
        assert_in_range(ahead[i], 10, 45);
        assert_in_range(behind[i], 10, 45);
    }
}

/// Ticks until car 0 wears out once, from `since` s after GO on, where nobody fires.
static int ticks_to_wear(int since) {
    RaceDef def = battle_def(BATTLE_LAST, 4);
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    fixture_run(race, RACE_COUNTDOWN_TICKS + 1);
    race->tick = race->start_tick + (uint32_t)(since * RACE_TICKS_PER_SECOND);
    for (int i = 0; i < CARS; i++) {
        race->battle.cars[i].idle = 0;
    }
    int ticks = 0;
    for (; race->battle.cars[0].damage == 0 && ticks < 60 * RACE_TICKS_PER_SECOND; ticks++) {
        fixture_run(race, 1);
    }
    fixture_destroy(fixture);
    return ticks;
}

static void who_hits_nobody_wears_out_and_sooner_late_in_a_battle(void **state) {
    (void)state;
    assert_int_equal(ticks_to_wear(0), 40 * RACE_TICKS_PER_SECOND);
    assert_int_equal(ticks_to_wear(121), 20 * RACE_TICKS_PER_SECOND);
    assert_int_equal(ticks_to_wear(181), 10 * RACE_TICKS_PER_SECOND);
    assert_int_equal(ticks_to_wear(241), 5 * RACE_TICKS_PER_SECOND);
    assert_int_equal(ticks_to_wear(400), 5 * RACE_TICKS_PER_SECOND);
}

/// Shots that two drivers fire at each other in a minute, where both count as just hit or not.
static int shots_of_two(bool spared) {
    RaceDef def = battle_def(BATTLE_LAPS, 6);
    def.car_count = 2;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    for (int i = 0; i < 60 * RACE_TICKS_PER_SECOND; i++) {
        for (int car = 0; car < 2; car++) {
            race->battle.cars[car].spared = spared ? BATTLE_SPARED_TICKS : 0;
        }
        fixture_run(race, 1);
    }
    int shots = race->battle.cars[0].shots + race->battle.cars[1].shots;
    fixture_destroy(fixture);
    return shots;
}

static void drivers_leave_who_was_hit_alone_for_a_moment(void **state) {
    (void)state;
    assert_true(shots_of_two(false) > 0);
    assert_int_equal(shots_of_two(true), 0);
    RaceDef def = battle_def(BATTLE_LAPS, 6);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    BattleCar *car = &fixture->race->battle.cars[1];
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS + 1);
    battle_hit(&fixture->race->battle, 0, 1);
    assert_int_equal(car->spared, BATTLE_SPARED_TICKS);
    fixture_run(fixture->race, BATTLE_SPARED_TICKS - 1);
    assert_int_equal(car->spared, 1);
    fixture_run(fixture->race, 2);
    assert_int_equal(car->spared, 0);
    fixture_destroy(fixture);
}

static void who_was_hit_or_sees_nobody_waits_where_the_last_car_wins(void **state) {
    (void)state;
    for (int mode = BATTLE_LAPS; mode < BATTLE_MODE_COUNT; mode++) {
        RaceDef def = battle_def((BattleMode)mode, 6);
        def.car_count = 1; // nobody to see
        Fixture *fixture = fixture_make("long-ridge", "hatch", &def);
        Race *race = fixture->race;
        fixture_run(race, RACE_COUNTDOWN_TICKS + 1);
        bool drives = false, waits = false;
        for (int i = 0; i < 40; i++) {
            race->tick += 6 * RACE_TICKS_PER_SECOND;
            bool slow = gunner_pace(race, 0) < 1.0f;
            waits = waits || slow;
            drives = drives || !slow;
        }
        race->battle.cars[0].spared = 1;
        assert_true(drives);
        assert_int_equal(waits, mode == BATTLE_LAST);
        assert_int_equal(gunner_pace(race, 0) < 1.0f, mode == BATTLE_LAST);
        fixture_destroy(fixture);
    }
}

// A person who fires and brakes at random, so that it shoots and drops.
static Replay record(BattleMode mode, uint64_t *hash) {
    RaceDef def = battle_def(mode, 11);
    def.ai_cars &= ~1u;
    Fixture *fixture = fixture_make("frost-depot", "hatch", &def);
    ReplayInfo info = replay_info_of(fixture, "frost-depot", "hatch", &def);
    Replay replay;
    replay_begin(&replay, &info);
    Random random = random_make(5, 5);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int tick = 0; tick < 40 * RACE_TICKS_PER_SECOND; tick++) {
        if (tick % 97 == 0) {
            inputs[0] = (CarInput){.steer = (int8_t)((int)(random_u32(&random) % 255) - 127),
                                   .throttle = 200,
                                   .brake = random_u32(&random) % 4 == 0 ? 255 : 0,
                                   .flags = random_u32(&random) % 2 == 0 ? CAR_INPUT_FIRE : 0};
        }
        race_step(fixture->race, inputs);
        replay_record(&replay, fixture->race, inputs);
    }
    assert_true(fixture->race->battle.cars[0].shots > 3);
    *hash = race_hash(fixture->race);
    replay_end(&replay, fixture->race);
    fixture_destroy(fixture);
    return replay;
}

static void a_replay_of_a_battle_plays_back_to_the_same_bit(void **state) {
    (void)state;
    for (int mode = BATTLE_LAPS; mode < BATTLE_MODE_COUNT; mode++) {
        uint64_t hash;
        Replay replay = record((BattleMode)mode, &hash), back = {0};
        uint8_t *data;
        size_t size;
        MessageList messages = {0};
        replay_pack(&replay, &data, &size);
        assert_true(replay_unpack(data, size, "a.replay", &back, &messages));
        assert_int_equal(back.info.def.battle, mode);
        assert_int_equal(back.info.def.mode, RACE_MODE_RACE);
        Fixture *fixture = fixture_make("frost-depot", "hatch", &back.info.def);
        ReplayCursor cursor = {0};
        CarInput inputs[RACE_MAX_CARS];
        while (replay_next(&back, &cursor, fixture->race, inputs)) {
            race_step(fixture->race, inputs);
        }
        assert_true(race_hash(fixture->race) == hash);
        fixture_destroy(fixture);
        free(data);
        replay_destroy(&back);
        replay_destroy(&replay);
    }
}

static void practice_has_no_shells(void **state) {
    (void)state;
    RaceDef def = battle_def(BATTLE_LAPS, 1);
    def.mode = RACE_MODE_PRACTICE;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    fixture_run(fixture->race, 20 * RACE_TICKS_PER_SECOND);
    assert_false(race_is_battle(fixture->race));
    assert_int_equal(fixture->race->battle.note_count, 0);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_hash_of_a_battle_is_the_golden_one),
        cmocka_unit_test(who_is_spun_out_is_back_after_three_seconds_whole_and_as_a_ghost),
        cmocka_unit_test(a_hit_costs_grip_for_two_seconds),
        cmocka_unit_test(the_last_car_running_wins_and_all_have_a_place),
        cmocka_unit_test(the_part_of_a_lap_that_comes_first_is_no_best_lap),
        cmocka_unit_test(lots_say_who_starts_where_round_the_circuit),
        cmocka_unit_test(who_hits_nobody_wears_out_and_sooner_late_in_a_battle),
        cmocka_unit_test(drivers_leave_who_was_hit_alone_for_a_moment),
        cmocka_unit_test(who_was_hit_or_sees_nobody_waits_where_the_last_car_wins),
        cmocka_unit_test(a_replay_of_a_battle_plays_back_to_the_same_bit),
        cmocka_unit_test(practice_has_no_shells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
