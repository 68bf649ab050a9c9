#include "events/race_events.h"
#include "race/elimination.h"
#include "race_state/classification.h"
#include "replay/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

enum {
    CARS = 5
};

static RaceDef eliminating(RaceElimination elimination, RaceEliminated eliminated) {
    RaceDef def = race_def_default();
    def.car_count = CARS;
    def.laps = 2; // an elimination has as many as it takes
    def.rules.elimination = (uint8_t)elimination;
    def.rules.eliminated = (uint8_t)eliminated;
    return def;
}

static bool is_ghost(const Race *race, int car) {
    const WorldState *world = race_world_const(race);
    return (((const uint8_t *)world + world->flags)[car] & BODY_GHOST) != 0;
}

static int car_at(const Race *race, int place) {
    int order[RACE_MAX_CARS];
    race_order(race, order);
    return order[place - 1];
}

// One step, and who dropped out in it; -1 nobody. Nobody else may.
static int step(Race *race, const CarInput *inputs) {
    uint8_t before[RACE_MAX_CARS];
    int out = -1, left = elimination_left(race), last = car_at(race, left);
    for (int i = 0; i < race->car_count; i++) {
        before[i] = race_racers(race)[i].eliminated;
    }
    race_step(race, inputs);
    for (int i = 0; i < race->car_count; i++) {
        const Racer *racer = &race_racers(race)[i];
        if (racer->eliminated != before[i]) {
            assert_int_equal(out, -1);
            assert_int_equal(before[i], 0);
            assert_int_equal(racer->eliminated, left);
            assert_int_equal(racer->place, left);
            assert_int_equal(racer->eliminated_tick, race->tick - 1);
            assert_true(i == last || elimination_by_laps(race)); // there a step may turn it round
            out = i;
        }
    }
    return out;
}

static void who_is_last_when_the_others_have_completed_a_lap_drops_out(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = eliminating(ELIMINATION_LAP, ELIMINATED_GHOST);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    assert_int_equal(race->laps, CARS - 1);
    int drops = 0;
    while (race->phase != RACE_OVER) {
        int next = elimination_next(race), out = step(race, idle);
        if (out >= 0) {
            drops++;
            assert_int_equal(race_racers(race)[out].lap, drops - 1);
            assert_true(next == out || next >= 0);
            for (int i = 0; i < CARS; i++) {
                assert_true(race_racers(race)[i].eliminated || race_racers(race)[i].lap >= drops);
            }
        }
    }
    assert_int_equal(drops, CARS - 1);
    const Racer *winner = &race_racers(race)[car_at(race, 1)];
    assert_true(winner->finished && !winner->retired);
    assert_int_equal(winner->lap, CARS - 1);
    assert_near(winner->total_s, race_time(race), 2.0f * RACE_DT);
    for (int place = 2; place <= CARS; place++) {
        int car = car_at(race, place);
        const Racer *racer = &race_racers(race)[car];
        char text[CLASSIFICATION_TEXT_MAX], wanted[CLASSIFICATION_TEXT_MAX];
        assert_int_equal(racer->eliminated, place);
        assert_true(!racer->finished && !racer->retired && classification_stands(racer));
        snprintf(wanted, sizeof wanted, "out in lap %d", CARS - place + 1);
        assert_string_equal(classification_text(race, car, text), wanted);
    }
    assert_int_equal(classification_points(&race_racers(race)[car_at(race, 2)]), 8);
    fixture_destroy(fixture);
}

static void by_time_one_drops_out_after_a_grace_and_then_at_each_interval(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = eliminating(ELIMINATION_TIME, ELIMINATED_GHOST);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    int drops = 0;
    while (race->phase != RACE_OVER) {
        float left = elimination_seconds(race);
        int next = elimination_next(race), out = step(race, idle);
        if (out >= 0) {
            assert_int_equal(out, next);
            double due = (double)(ELIMINATION_FIRST + ELIMINATION_EVERY * (float)drops++);
            assert_near((double)race_racers(race)[out].eliminated_tick, 720.0 + 240.0 * due, 1.0);
            assert_near((double)left, 0.0, 0.01);
        }
    }
    assert_int_equal(drops, CARS - 1);
    assert_near(race_racers(race)[car_at(race, 1)].total_s, 30.0 + 20.0 * (CARS - 2), 0.01);
    assert_int_equal(elimination_next(race), -1);
    fixture_destroy(fixture);
}

// What a ghost drives through, a hazard would hit; both drive on, slower than before.
static void who_is_out_drives_on_as_a_ghost_or_as_a_hazard(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    for (int form = 0; form < 2; form++) {
        RaceDef def = eliminating(ELIMINATION_TIME, (RaceEliminated)form);
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        Race *race = fixture->race;
        int out = -1;
        while (out < 0) {
            out = step(race, idle);
        }
        double metres[RACE_MAX_CARS] = {0.0};
        bool ghost = true, solid = true;
        for (int i = 0; i < 15 * RACE_TICKS_PER_SECOND; i++) {
            race_step(race, idle);
            ghost &= is_ghost(race, out);
            solid &= !is_ghost(race, out);
            for (int k = 0; k < CARS; k++) {
                metres[k] +=
                    (double)(glms_vec2_norm(race_bodies_const(race)[k].velocity) * RACE_DT);
            }
        }
        assert_true(form == ELIMINATED_GHOST ? ghost : solid);
        double first = metres[car_at(race, 1)];
        assert_true(metres[out] > 0.3 * first && metres[out] < 0.9 * first);
        fixture_destroy(fixture);
    }
}

// A person who is out need do nothing: the AI drives his car on, and brings it back to the road.
static void a_person_who_is_out_is_driven_on(void **state) {
    (void)state;
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    RaceDef def = eliminating(ELIMINATION_TIME, ELIMINATED_GHOST);
    def.ai_cars &= ~1u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    int out = -1;
    while (out < 0) {
        out = step(race, inputs);
    }
    assert_int_equal(out, 0);
    assert_true(glms_vec2_norm(race_bodies_const(race)[0].velocity) < 0.5f);
    for (int i = 0; i < 8 * RACE_TICKS_PER_SECOND; i++) {
        race_step(race, inputs);
    }
    assert_true(glms_vec2_norm(race_bodies_const(race)[0].velocity) > 5.0f);
    assert_int_equal(race_racers(race)[0].lap, 0);
    fixture_destroy(fixture);
}

// Two who stand would make all others wait: the leader's next lap drops the last one out.
static void the_leaders_next_lap_ends_the_wait_for_those_who_dawdle(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = eliminating(ELIMINATION_LAP, ELIMINATED_GHOST);
    def.ai_cars = 0x7; // two people look on
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    int drops = 0;
    while (race->phase != RACE_OVER) {
        int out = step(race, idle);
        if (out >= 0 && drops++ < 2) {
            assert_true(out >= 3);
            assert_int_equal(race_racers(race)[car_at(race, 1)].lap, 2); // then one waits no more
        }
    }
    assert_int_equal(drops, CARS - 1);
    assert_int_equal(race_racers(race)[car_at(race, 1)].lap, CARS - 1);
    fixture_destroy(fixture);
}

// An open road is driven once: nobody completes laps on it.
static void a_sprint_drops_cars_out_by_time_until_the_first_is_home(void **state) {
    (void)state;
    static const CarInput idle[RACE_MAX_CARS];
    RaceDef def = eliminating(ELIMINATION_LAP, ELIMINATED_GHOST);
    char text[4096];
    int used = snprintf(text, sizeof text, "%s",
                        TRACK_HEAD "laps: 1\nribbons:\n  - {closed: false, width: 12, points: [");
    for (int i = 0; i < 12; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s[%d, %d]", i ? ", " : "",
                         120 * i, i % 2 ? 40 : 0);
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}\n");
    Fixture *fixture = fixture_make_on(track_of(text), "hatch", &def);
    Race *race = fixture->race;
    assert_int_equal(race->laps, 1);
    int drops = 0, drops_at_finish = -1;
    while (race->phase != RACE_OVER) {
        int out = step(race, idle);
        drops += out >= 0 ? 1 : 0;
        drops_at_finish = race->finished_count > 0 && drops_at_finish < 0 ? drops : drops_at_finish;
    }
    assert_true(drops >= 1 && drops < CARS - 1);
    assert_int_equal(drops, drops_at_finish);
    for (int i = 0; i < CARS; i++) {
        const Racer *racer = &race_racers(race)[i];
        assert_true(racer->finished == (racer->eliminated == 0));
    }
    fixture_destroy(fixture);
}

static void nobody_drops_out_alone_or_in_practice(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        RaceDef def = eliminating(ELIMINATION_TIME, ELIMINATED_GHOST);
        def.car_count = i == 0 ? 1 : 2;
        def.mode = i == 0 ? RACE_MODE_RACE : RACE_MODE_PRACTICE;
        Fixture *fixture = fixture_make("first-oval", "hatch", &def);
        assert_false(elimination_is_on(fixture->race));
        assert_int_equal(fixture->race->laps, 2);
        fixture_run(fixture->race, 35 * RACE_TICKS_PER_SECOND);
        assert_int_equal(fixture->race->eliminated_count, 0);
        assert_int_equal(elimination_next(fixture->race), -1);
        assert_true(fixture->race->phase == RACE_RUNNING);
        fixture_destroy(fixture);
    }
}

// Neither events nor a recording see more than the race itself: it ends in the same bits.
static void its_replay_verifies_and_its_events_name_who_is_out(void **state) {
    (void)state;
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    RaceDef def = eliminating(ELIMINATION_TIME, ELIMINATED_HAZARD);
    def.ai_cars &= ~2u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    ReplayInfo info = {.track_hash = fixture->track.hash, .def = def};
    strcpy(info.track, "first-oval");
    for (int i = 0; i < CARS; i++) {
        strcpy(info.cars[i], "hatch");
        info.car_hashes[i] = car_model_hash(&fixture->models[i]);
    }
    info.def.laps = race->laps;
    Replay replay, back = {0};
    replay_begin(&replay, &info);
    RaceEvents *events = malloc(sizeof *events);
    race_events_begin(events, race);
    while (race->phase != RACE_OVER) {
        inputs[1].throttle = 180; // without a fresh press, which would end the race for him
        inputs[1].steer = race->tick % 600 < 300 ? 30 : -30;
        race_step(race, inputs);
        replay_record(&replay, race, inputs);
        race_events_follow(events, race);
    }
    replay_end(&replay, race);
    assert_int_equal(event_list_count(&events->list, EVENT_ELIMINATED), CARS - 1);
    int place = CARS;
    for (int i = 0; i < events->list.count; i++) {
        const RaceEvent *event = &events->list.items[i];
        const char *const names[RACE_MAX_CARS] = {"A", "B", "C", "D", "E"};
        char text[EVENT_TEXT_MAX];
        if (event->kind == EVENT_ELIMINATED) {
            assert_int_equal((int)event->value, place);
            assert_int_equal(race_racers(race)[event->car].eliminated, place--);
            assert_non_null(strstr(event_text(event, race, names, text), " is out, "));
        }
        if (event->kind == EVENT_PASS || event->kind == EVENT_LEAD) { // who is out is in no order
            uint32_t out = race_racers(race)[event->other].eliminated_tick;
            assert_true(out == 0 || event->tick <= out);
            out = race_racers(race)[event->car].eliminated_tick;
            assert_true(out == 0 || event->tick <= out);
        }
    }
    uint8_t *data;
    size_t size;
    MessageList messages = {0};
    replay_pack(&replay, &data, &size);
    assert_true(replay_unpack(data, size, "a.replay", &back, &messages));
    free(data);
    assert_int_equal(back.info.def.rules.elimination, ELIMINATION_TIME);
    assert_int_equal(back.info.def.rules.eliminated, ELIMINATED_HAZARD);
    Fixture *again = fixture_make("first-oval", "hatch", &back.info.def);
    ReplayCursor cursor = {0};
    while (replay_next(&back, &cursor, again->race, inputs)) {
        race_step(again->race, inputs);
    }
    assert_true(race_hash(again->race) == back.info.final_hash);
    assert_int_equal(again->race->eliminated_count, CARS - 1);
    fixture_destroy(again);
    replay_destroy(&back);
    replay_destroy(&replay);
    free(events);
    fixture_destroy(fixture);
}

// The person is out, and does not want to see the rest: who is in then has the place that he has.
static void a_race_that_is_called_off_leaves_several_in(void **state) {
    (void)state;
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    RaceDef def = eliminating(ELIMINATION_TIME, ELIMINATED_GHOST);
    def.ai_cars &= ~1u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    while (race->eliminated_count == 0) {
        race_step(race, inputs);
    }
    for (int i = 0; i < 4 * RACE_TICKS_PER_SECOND && race->phase != RACE_OVER; i++) {
        inputs[0].throttle = i > 3 * RACE_TICKS_PER_SECOND ? 255 : 0;
        race_step(race, inputs);
    }
    assert_true(race->phase == RACE_OVER);
    assert_int_equal(race->eliminated_count, 1);
    for (int place = 1; place < CARS; place++) {
        char text[CLASSIFICATION_TEXT_MAX];
        int car = car_at(race, place);
        assert_true(race_racers(race)[car].retired && !race_racers(race)[car].finished);
        assert_string_equal(classification_text(race, car, text), "still in");
    }
    assert_int_equal(classification_points(&race_racers(race)[car_at(race, 1)]), 10);
    assert_int_equal(race_racers(race)[0].place, CARS);
    assert_false(race_racers(race)[0].retired);
    fixture_destroy(fixture);
}

// Those who are in race on whatever drives around between them: nobody is stuck, and nobody's race
// ends in the time limit.
static void hazards_hold_up_nobody_for_long(void **state) {
    (void)state;
    for (int seed = 1; seed <= 3; seed++) {
        RaceDef def = eliminating(ELIMINATION_LAP, ELIMINATED_HAZARD);
        def.car_count = 8;
        def.seed = (uint64_t)seed;
        Fixture *fixture = fixture_make("kiln-road", "hatch", &def);
        Race *race = fixture->race;
        fixture_run_to_the_end(race);
        assert_int_equal(race->eliminated_count, 7);
        for (int i = 0; i < 8; i++) {
            assert_int_equal(race_racers(race)[i].respawns, 0);
        }
        double lap_s = (double)race->data->lines[0].lap_s;
        assert_true(race_time(race) < 1.35 * 7.0 * lap_s);
        fixture_destroy(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_last_when_the_others_have_completed_a_lap_drops_out),
        cmocka_unit_test(by_time_one_drops_out_after_a_grace_and_then_at_each_interval),
        cmocka_unit_test(who_is_out_drives_on_as_a_ghost_or_as_a_hazard),
        cmocka_unit_test(a_person_who_is_out_is_driven_on),
        cmocka_unit_test(the_leaders_next_lap_ends_the_wait_for_those_who_dawdle),
        cmocka_unit_test(a_sprint_drops_cars_out_by_time_until_the_first_is_home),
        cmocka_unit_test(nobody_drops_out_alone_or_in_practice),
        cmocka_unit_test(its_replay_verifies_and_its_events_name_who_is_out),
        cmocka_unit_test(a_race_that_is_called_off_leaves_several_in),
        cmocka_unit_test(hazards_hold_up_nobody_for_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
