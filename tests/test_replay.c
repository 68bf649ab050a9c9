#include "base/random.h"
#include "race/replay.h"

#include <string.h>

#include "fixture.h"
#include "test.h"

// Records a race of a wild driver among AI cars, one of which is handed over on the way.
static Replay record(uint64_t *hash) {
    RaceDef def = race_def_default();
    def.car_count = 4;
    def.ai_cars &= ~1u;
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    ReplayInfo info = {.track_hash = fixture->track.hash, .def = def};
    strcpy(info.track, "first-oval");
    strcpy(info.axle_version, "0.1.0");
    for (int i = 0; i < def.car_count; i++) {
        strcpy(info.cars[i], "hatch");
        info.car_hashes[i] = car_model_hash(&fixture->models[i]);
    }
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
            race_set_ai(fixture->race, 2, false, SKILL_HARD);
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
        cmocka_unit_test(what_is_no_replay_is_refused),
        cmocka_unit_test(a_damaged_replay_is_refused),
        cmocka_unit_test(a_replay_that_lacks_a_hash_is_refused),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
