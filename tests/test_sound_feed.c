#include "audio/sound_feed.h"

#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

/// A frame with one car that idles, heard in full or not at all.
static SoundFrame frame_of(const EngineBank *bank, bool heard) {
    SoundFrame frame = {.listener_count = heard ? 1 : 0, .seconds = 1.0f / 60.0f, .jumps = 1};
    frame.scene.car_count = 1;
    frame.scene.cars[0].rpm = 3000.0f;
    frame.scene.cars[0].throttle = 1.0f;
    frame.banks[0] = bank;
    frame.listeners[0] = (Listener){.right = {{1.0f, 0.0f}}, .half_width = 40.0f, .share = 1.0f};
    frame.levels = (MixerLevels){1.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    return frame;
}

static EngineBank *bake(void) {
    CarFile car = fixture_car("hatch");
    CarSound sound = car_file_sound(&car);
    return engine_bank_bake(&sound, car.params.idle_rpm, car.params.redline_rpm);
}

/// The first frame of the next `count` blocks that is not silent; -1: all are.
static int first_sound(SoundFeed *feed, int count) {
    int16_t block[2 * AUDIO_BLOCK];
    for (int i = 0; i < count; i++) {
        sound_feed_mix(feed, block);
        for (int k = 0; k < 2 * AUDIO_BLOCK; k++) {
            if (block[k] != 0) {
                return i * AUDIO_BLOCK + k / 2;
            }
        }
    }
    return -1;
}

static void what_is_pushed_is_heard_in_the_next_block(void **state) {
    (void)state;
    SoundFeed *feed = sound_feed_make();
    EngineBank *bank = bake();
    SoundFrame silent = frame_of(bank, false), loud = frame_of(bank, true);
    assert_true(sound_feed_push(feed, &silent));
    assert_int_equal(first_sound(feed, 20), -1);
    assert_true(sound_feed_push(feed, &loud));
    int at = first_sound(feed, 4);
    // Within a block and what the limiter looks ahead; a push waits for less than another block.
    assert_in_range(at, 0, LIMITER_DELAY + 100);
    sound_feed_destroy(feed);
    engine_bank_free(bank);
}

/// A contact waits for less than a block until the one that is being mixed is done, and is heard in
/// the next one: it stands in the queue at most two blocks after it happened.
static void a_contact_is_heard_in_the_block_that_is_mixed_next(void **state) {
    (void)state;
    SoundFeed *feed = sound_feed_make();
    SoundFrame frame = frame_of(NULL, true);
    assert_true(sound_feed_push(feed, &frame));
    assert_int_equal(first_sound(feed, 20), -1);
    for (int hit = 0; hit < 4; hit++) {
        frame.scene.impact_count = 1;
        frame.scene.impacts[0] = (Impact){.energy = 10e3f,
                                          .car = 0,
                                          .other = -1,
                                          .material = CONTACT_BODYWORK,
                                          .against = MATERIAL_STEEL};
        assert_true(sound_feed_push(feed, &frame));
        frame.scene.impact_count = 0; // the next frames of the game, before anybody has mixed
        assert_true(sound_feed_push(feed, &frame));
        assert_in_range(first_sound(feed, 1), 0, LIMITER_DELAY + 8);
        while (first_sound(feed, 1) >= 0) { // until it has died away
        }
    }
    sound_feed_destroy(feed);
}

static void a_full_queue_refuses_and_never_waits(void **state) {
    (void)state;
    SoundFeed *feed = sound_feed_make();
    SoundFrame frame = frame_of(NULL, true);
    int16_t block[2 * AUDIO_BLOCK];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < SOUND_FEED_FRAMES; i++) {
            assert_true(sound_feed_push(feed, &frame));
        }
        assert_false(sound_feed_push(feed, &frame));
        sound_feed_mix(feed, block);
    }
    sound_feed_mix(feed, block); // the first block after a jump still fades what was before
    assert_int_equal(sound_feed_heard(feed), 3 * SOUND_FEED_FRAMES);
    sound_feed_destroy(feed);
}

static void where_nobody_hears_it_frames_and_banks_are_let_go(void **state) {
    (void)state;
    SoundFeed *feed = sound_feed_make();
    EngineBank *bank = bake();
    SoundFrame frame = frame_of(bank, true);
    int16_t block[2 * AUDIO_BLOCK];
    assert_true(sound_feed_push(feed, &frame));
    assert_true(first_sound(feed, 4) >= 0);
    assert_true(sound_feed_push(feed, &frame));
    sound_feed_mix(feed, NULL); // the device is gone
    assert_int_equal(sound_feed_heard(feed), 2);
    engine_bank_free(bank); // under ASan, whoever plays it on is seen
    assert_int_equal(first_sound(feed, 4), -1);
    SoundFrame none = frame_of(NULL, true);
    assert_true(sound_feed_push(feed, &none));
    sound_feed_mix(feed, block);
    sound_feed_mix(feed, block);
    assert_int_equal(sound_feed_heard(feed), 3);
    sound_feed_destroy(feed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_pushed_is_heard_in_the_next_block),
        cmocka_unit_test(a_contact_is_heard_in_the_block_that_is_mixed_next),
        cmocka_unit_test(a_full_queue_refuses_and_never_waits),
        cmocka_unit_test(where_nobody_hears_it_frames_and_banks_are_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
