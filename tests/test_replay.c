#include "base/random.h"
#include "race/field.h"
#include "replay/replay.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "replay_info.h"
#include "test.h"

// Records a race of a wild driver among AI cars, one of which is handed over on the way.
static Replay record(uint64_t *hash) {
    RaceDef def = race_def_default();
    def.car_count = 4;
    def.laps = 3;
    def.ai_cars &= ~1u;
    FieldRule rule = {.level = SKILL_HARD, .seed = 2};
    field_fill(&rule, NULL, 0, &def, NULL);
    field_line_up(FIELD_MIXED, NULL, &def);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    ReplayInfo info = replay_info_of(fixture, "first-oval", "hatch", &def);
    Replay replay;
    replay_begin(&replay, &info);
    Random random = random_make(5, 5);
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    for (int tick = 0; tick < 15 * RACE_TICKS_PER_SECOND; tick++) {
        if (tick % 31 == 0) {
            inputs[0] = (CarInput){.steer = (int8_t)((int)(random_u32(&random) % 255) - 127),
                                   .throttle = 200};
        }
        if (tick == 6 * RACE_TICKS_PER_SECOND) {
            race_set_ai(fixture->race, 2, false);
        }
        inputs[2].throttle = tick > 6 * RACE_TICKS_PER_SECOND ? 255 : 0;
        race_step(fixture->race, inputs);
        replay_record(&replay, fixture->race, inputs);
    }
    *hash = race_hash(fixture->race);
    replay_end(&replay, fixture->race);
    fixture_destroy(fixture);
    return replay;
}

static uint64_t play_back(const Replay *replay, int *compared) {
    Fixture *fixture = fixture_make(replay->info.track, replay->info.cars[0], &replay->info.def);
    ReplayCursor cursor = {0};
    CarInput inputs[RACE_MAX_CARS];
    while (replay_next(replay, &cursor, fixture->race, inputs)) {
        race_step(fixture->race, inputs);
        uint64_t recorded;
        if (replay_hash_at(replay, fixture->race->tick, &recorded)) {
            assert_true(recorded == race_hash(fixture->race));
            ++*compared;
        }
    }
    uint64_t hash = race_hash(fixture->race);
    fixture_destroy(fixture);
    return hash;
}

static void a_packed_replay_plays_back_to_the_same_bit(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    uint8_t *data;
    size_t size;
    replay_pack(&replay, &data, &size);
    assert_true(size < 4096);
    Replay back = {0};
    MessageList messages = {0};
    assert_true(replay_unpack(data, size, "a.replay", &back, &messages));
    assert_int_equal(back.event_count, replay.event_count);
    assert_string_equal(back.info.track, "first-oval");
    assert_true(back.info.final_hash == hash);
    int compared = 0;
    assert_true(play_back(&back, &compared) == hash);
    assert_int_equal(compared, 15);
    free(data);
    replay_destroy(&back);
    replay_destroy(&replay);
}

static ReplayChange numbers(const Replay *replay, const char *text) {
    return (ReplayChange){
        .tick = replay->info.ticks, .car = 1, .kind = REPLAY_NUMBERS, .setup = 1, .text = text};
}

static ReplayChange place(const Replay *replay, float x) {
    return (ReplayChange){
        .tick = replay->info.ticks, .kind = REPLAY_PLACE, .position = {{x, -2.5f}}, .angle = 0.75f};
}

static void what_was_changed_comes_back_in_order(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash), back = {0};
    ReplayChange changes[] = {
        numbers(&replay, "format: car/1\nname: x\n"),
        place(&replay, 12.5f),
        {.tick = replay.info.ticks, .car = 3, .kind = REPLAY_BEST, .best_lap_s = 31.25}};
    for (int i = 0; i < 3; i++) {
        replay_add_change(&replay, &changes[i]);
    }
    uint8_t *data;
    size_t size;
    MessageList messages = {0};
    replay_pack(&replay, &data, &size);
    assert_true(replay_unpack(data, size, "x", &back, &messages));
    ReplayCursor cursor = {.tick = back.info.ticks - 1};
    assert_null(replay_next_change(&back, &cursor)); // not yet
    cursor.tick++;
    for (int i = 0; i < 3; i++) {
        const ReplayChange *change = replay_next_change(&back, &cursor);
        assert_non_null(change);
        assert_int_equal(change->tick, changes[i].tick);
        assert_int_equal(change->car, changes[i].car);
        assert_int_equal(change->kind, changes[i].kind);
        assert_int_equal(change->setup, changes[i].setup);
        assert_true(change->position.x == changes[i].position.x &&
                    change->position.y == changes[i].position.y);
        assert_true(change->angle == changes[i].angle);
        assert_true(change->best_lap_s == changes[i].best_lap_s);
        assert_int_equal(change->text == NULL, changes[i].text == NULL);
        if (change->text) {
            assert_string_equal(change->text, changes[i].text);
        }
    }
    assert_null(replay_next_change(&back, &cursor));
    free(data);
    replay_destroy(&back);
    replay_destroy(&replay);
}

/// Packs the replay, and has it read as `fine`: else it is refused with one message.
static void assert_unpacks(const Replay *replay, bool fine) {
    uint8_t *data;
    size_t size;
    Replay back = {0};
    MessageList messages = {0};
    replay_pack(replay, &data, &size);
    assert_int_equal(replay_unpack(data, size, "x", &back, &messages), fine);
    assert_int_equal(messages.error_count, fine ? 0 : 1);
    free(data);
    replay_destroy(&back);
}

static void a_change_that_cannot_be_is_refused(void **state) {
    (void)state;
    for (int wrong = 0; wrong < 9; wrong++) {
        uint64_t hash;
        Replay replay = record(&hash);
        ReplayChange change = place(&replay, 1.0f);
        replay_add_change(&replay, &change);
        replay_add_change(&replay, &change);
        ReplayChange *last = &replay.changes[1];
        switch (wrong) {
        case 1:
            last->tick = replay.info.ticks + 1;
            break;
        case 2:
            last->tick--; // before the one before it
            break;
        case 3:
            last->car = 4;
            break;
        case 4:
            last->kind = REPLAY_CHANGE_KINDS;
            break;
        case 5:
            last->position.y = NAN;
            break;
        case 6:
            last->angle = INFINITY;
            break;
        case 7:
            last->kind = REPLAY_BEST;
            last->best_lap_s = -1.0;
            break;
        case 8:
            *last = numbers(&replay, "a");
            last->setup = 2;
            break;
        default: // nothing: it is good
            break;
        }
        last->text = NULL;
        if (last->kind == REPLAY_NUMBERS) {
            last->text = strcpy(malloc(2), "a");
        }
        assert_unpacks(&replay, wrong == 0);
        replay_destroy(&replay);
    }
}

static void drivers_and_the_grid_come_back(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash), back = {0};
    uint8_t *data;
    size_t size;
    MessageList messages = {0};
    replay_pack(&replay, &data, &size);
    assert_true(replay_unpack(data, size, "x", &back, &messages));
    const RaceDef *was = &replay.info.def, *is = &back.info.def;
    assert_false(was->slots[0] == 0 || was->drivers[0].corners == was->drivers[1].corners);
    for (int i = 0; i < was->car_count; i++) {
        assert_int_equal(is->slots[i], was->slots[i]);
        assert_memory_equal(&is->drivers[i], &was->drivers[i], sizeof is->drivers[i]);
    }
    free(data);
    replay_destroy(&back);
    replay_destroy(&replay);
}

static void a_place_that_nobody_can_have_is_refused(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    uint8_t *slots = replay.info.def.slots, first = slots[1];
    assert_unpacks(&replay, true);
    slots[1] = slots[2]; // taken already
    assert_unpacks(&replay, false);
    slots[1] = 4; // behind the last one
    assert_unpacks(&replay, false);
    slots[1] = 255;
    assert_unpacks(&replay, false);
    slots[1] = first;
    assert_unpacks(&replay, true);
    replay_destroy(&replay);
}

static void a_driver_that_nobody_can_be_is_refused(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    for (int i = 0; i < driver_param_table.count; i++) {
        const ParamRow *row = &driver_param_table.rows[i];
        float *value = param_value(row, &replay.info.def.drivers[i % 4]), kept = *value;
        const float wrong[] = {row->max + 0.001f, row->min - 0.001f, NAN, INFINITY, -INFINITY};
        for (int k = 0; k < 5; k++) {
            *value = wrong[k];
            assert_unpacks(&replay, false);
        }
        const float right[] = {row->min, row->max, kept};
        for (int k = 0; k < 3; k++) {
            *value = right[k];
            assert_unpacks(&replay, true);
        }
    }
    replay_destroy(&replay);
}

static void who_joins_does_so_in_order_and_before_he_drives(void **state) {
    (void)state;
    for (int wrong = 0; wrong < 6; wrong++) {
        uint64_t hash;
        Replay replay = record(&hash);
        const Hash128 car = {0};
        const CarInput gas = {.throttle = 255};
        replay_add_car(&replay, "hatch", car, NULL);
        replay_add_car(&replay, "gt", car, NULL);
        assert_int_equal(replay_cars_before(&replay, replay.info.ticks), 4);
        assert_int_equal(replay_cars_before(&replay, replay.info.ticks + 1), 6);
        replay.info.ticks += 100; // in which the last one presses gas
        replay.events =
            realloc(replay.events, (size_t)(replay.event_count + 1) * sizeof *replay.events);
        ReplayEvent *event = &replay.events[replay.event_count++];
        *event = (ReplayEvent){.tick = replay.info.ticks - 1, .car = 5, .input = gas};
        switch (wrong) {
        case 1:
            event->tick = replay.info.ticks - 101; // a step before
            break;
        case 2:
            replay.changes[0].car = 5;
            replay.changes[1].car = 4;
            break;
        case 3:
            replay.changes[1].kind = REPLAY_BEST; // the one who came was there already
            break;
        case 4:
            replay.info.def.car_count = 2; // fewer than there are changes of
            break;
        case 5: // he would stand where somebody has started
            replay.info.def.slots[4] = replay.info.def.slots[0];
            replay.info.def.slots[0] = 4;
            break;
        default: // nothing: it is good
            break;
        }
        assert_unpacks(&replay, wrong == 0);
        replay_destroy(&replay);
    }
}

// Cut back to where the race was copied, and driven on otherwise from there.
static void a_cut_recording_goes_on_from_there(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.laps = 3;
    def.ai_cars = 0;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    ReplayInfo info = {.track = "first-oval", .cars = {"hatch", "hatch"}, .def = def};
    Race *then = malloc(fixture->race->size);
    Replay replay;
    CarInput inputs[RACE_MAX_CARS] = {{.throttle = 255}};
    replay_begin(&replay, &info);
    for (int round = 0; round < 2; round++) {
        inputs[0].steer = 0;
        inputs[1].throttle = 0;
        while (fixture->race->tick < 1500) {
            if (fixture->race->tick == 1000) {
                memcpy(then, fixture->race, fixture->race->size);
                inputs[1].throttle = 255; // its first
                inputs[0].steer = 100;    // both times: what holds is that of tick 999 all the same
            }
            if (fixture->race->tick == 1100) {
                inputs[0].steer = round == 0 ? 50 : -50;
            }
            if (fixture->race->tick == 1150 && round == 0) {
                inputs[0].steer = 100;
            }
            if (fixture->race->tick == 1200 && round == 0) {
                ReplayChange change = numbers(&replay, "text");
                replay_add_change(&replay, &change);
            }
            race_step(fixture->race, inputs);
            replay_record(&replay, fixture->race, inputs);
        }
        if (round == 0) {
            assert_true(replay.text_bytes == 4);
            memcpy(fixture->race, then, fixture->race->size);
            replay_cut(&replay, 1000);
            assert_int_equal(replay.info.ticks, 1000);
            assert_int_equal(replay.hash_count, 4);
            assert_int_equal(replay.change_count, 0);
            assert_true(replay.text_bytes == 0);
        }
    }
    replay_end(&replay, fixture->race);
    int compared = 0;
    assert_true(play_back(&replay, &compared) == race_hash(fixture->race));
    assert_int_equal(compared, 6);
    free(then);
    replay_destroy(&replay);
    fixture_destroy(fixture);
}

static void what_was_changed_at_a_tick_is_cut_with_it(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    uint32_t ticks = replay.info.ticks;
    ReplayChange change = place(&replay, 1.0f);
    replay_add_change(&replay, &change);
    replay_cut(&replay, ticks); // the race was right after that step, before the change
    assert_int_equal(replay.change_count, 0);
    assert_int_equal(replay.info.ticks, ticks);
    replay_destroy(&replay);
}

static void a_recording_has_an_end(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    assert_false(replay_is_full(&replay));
    replay.info.ticks = REPLAY_TICKS_MAX;
    assert_true(replay_is_full(&replay));
    replay.info.ticks = 3600;
    replay.text_bytes = REPLAY_LIMIT;
    assert_true(replay_is_full(&replay));
    replay_destroy(&replay);
}

static void what_is_no_replay_is_refused(void **state) {
    (void)state;
    Replay replay = {0};
    MessageList messages = {0};
    const uint8_t text[64] = "format: track/1";
    assert_false(replay_unpack(text, sizeof text, "x", &replay, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E911);
    assert_false(replay_unpack(text, 3, "x", &replay, &messages));
}

// Any flipped byte and any cut is told, never believed.
static void a_damaged_replay_is_refused(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash);
    uint8_t *data;
    size_t size;
    replay_pack(&replay, &data, &size);
    Replay back = {0};
    for (size_t i = 0; i < size; i++) {
        MessageList messages = {0};
        data[i] ^= 0x41;
        assert_false(replay_unpack(data, size, "x", &back, &messages));
        assert_int_equal(messages.error_count, 1);
        data[i] ^= 0x41;
    }
    for (size_t cut = 0; cut < size; cut += 7) {
        MessageList messages = {0};
        assert_false(replay_unpack(data, cut, "x", &back, &messages));
    }
    free(data);
    replay_destroy(&replay);
}

// Whoever leaves out the hashes would have every race verified.
static void a_replay_that_lacks_a_hash_is_refused(void **state) {
    (void)state;
    uint64_t hash;
    Replay replay = record(&hash), back = {0};
    replay.hash_count--;
    uint8_t *data;
    size_t size;
    replay_pack(&replay, &data, &size);
    MessageList messages = {0};
    assert_false(replay_unpack(data, size, "x", &back, &messages));
    assert_int_equal(messages.items[0].code, MESSAGE_E912);
    free(data);
    replay_destroy(&replay);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packed_replay_plays_back_to_the_same_bit),
        cmocka_unit_test(what_was_changed_comes_back_in_order),
        cmocka_unit_test(a_change_that_cannot_be_is_refused),
        cmocka_unit_test(drivers_and_the_grid_come_back),
        cmocka_unit_test(a_place_that_nobody_can_have_is_refused),
        cmocka_unit_test(a_driver_that_nobody_can_be_is_refused),
        cmocka_unit_test(who_joins_does_so_in_order_and_before_he_drives),
        cmocka_unit_test(a_cut_recording_goes_on_from_there),
        cmocka_unit_test(what_was_changed_at_a_tick_is_cut_with_it),
        cmocka_unit_test(a_recording_has_an_end),
        cmocka_unit_test(what_is_no_replay_is_refused),
        cmocka_unit_test(a_damaged_replay_is_refused),
        cmocka_unit_test(a_replay_that_lacks_a_hash_is_refused),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
