/// What tyres sound like, measured on the samples that they give.
#include "audio/tyre_voice.h"
#include "base/random.h"
#include "track/track.h"

#include <string.h>

#include "golden.h"
#include "samples.h"
#include "spectrum.h"
#include "test.h"

enum {
    SECONDS_MAX = 3,
    COUNT = SECONDS_MAX * AUDIO_RATE
};

static float samples[COUNT], other[COUNT], power[COUNT];

/// Four wheels alike.
static TyreLevels levels_of(SoundWheel wheel) {
    SoundWheel wheels[CAR_WHEELS];
    for (int i = 0; i < CAR_WHEELS; i++) {
        wheels[i] = wheel;
    }
    return tyre_levels(wheels);
}

/// `count` frames of a voice at these levels, into silence.
static void play(TyreVoice *voice, TyreLevels levels, float *out, int count) {
    memset(out, 0, (size_t)count * sizeof *out);
    for (int at = 0; at < count; at += AUDIO_BLOCK) {
        tyre_voice_add(voice, &levels, out + at,
                       count - at < AUDIO_BLOCK ? count - at : AUDIO_BLOCK);
    }
}

/// Level in dB of wheels that slide so, once they have begun.
static float level_of(SoundWheel wheel) {
    TyreVoice voice = tyre_voice_make(1);
    play(&voice, levels_of(wheel), samples, AUDIO_RATE);
    return samples_level(samples + 4800, AUDIO_RATE - 4800);
}

static SoundWheel sliding(uint8_t surface, float watt) {
    return (SoundWheel){
        .surface = surface, .load = 3000.0f, .slip = 5.0f, .power = 0.25f * watt, .use = 1.5f};
}

static void nothing_squeals_below_the_peak_of_grip(void **state) {
    (void)state;
    for (uint8_t surface = 0; surface < SURFACE_BUILT_IN_COUNT; surface++) {
        SoundWheel calm = {.surface = surface, .load = 3000.0f, .speed = 30.0f, .use = 0.99f};
        SoundWheel works = calm;
        works.slip = 3.0f;
        works.power = 1e5f;
        TyreVoice first = tyre_voice_make(1), second = tyre_voice_make(1);
        play(&first, levels_of(calm), samples, AUDIO_RATE);
        play(&second, levels_of(works), other, AUDIO_RATE);
        assert_memory_equal(samples, other, AUDIO_RATE * sizeof *samples);
        works.speed = 0.0f;
        assert_true(level_of(works) <= -200.0f);
    }
}

static void sliding_is_louder_the_more_power_it_takes(void **state) {
    (void)state;
    const uint8_t surfaces[] = {SURFACE_ASPHALT, SURFACE_KERB, SURFACE_WET, SURFACE_GRAVEL,
                                SURFACE_ICE};
    for (int i = 0; i < 5; i++) {
        float last = -200.0f;
        for (float watt = 25.0f; watt < 25001.0f; watt *= 10.0f) { // three decades
            float level = level_of(sliding(surfaces[i], watt));
            if (last > -200.0f) { // as its root: 10 dB a decade
                assert_near(level - last, 10.0, 1.0);
            }
            last = level;
        }
        assert_true(last > -40.0f);
    }
}

static void rubber_squeals_and_loose_ground_scuffs(void **state) {
    (void)state;
    TyreLevels asphalt = levels_of(sliding(SURFACE_ASPHALT, 1e4f));
    TyreLevels gravel = levels_of(sliding(SURFACE_GRAVEL, 1e4f));
    assert_true(asphalt.squeal > 0.5f && asphalt.scuff == 0.0f);
    assert_true(gravel.squeal == 0.0f && gravel.scuff > 0.5f);
}

static void a_kerb_rumbles_at_the_pace_of_its_stripes(void **state) {
    (void)state;
    for (float speed = 10.0f; speed < 61.0f; speed += 12.5f) {
        SoundWheel wheel = {.surface = SURFACE_KERB, .load = 3000.0f, .speed = speed, .use = 0.1f};
        TyreVoice voice = tyre_voice_make(1);
        play(&voice, levels_of(wheel), samples, SPECTRUM_MAX);
        spectrum_power(samples, SPECTRUM_MAX, power);
        float stripes = speed / TRACK_KERB_STRIPE;
        float hz = spectrum_peak_hz(power, SPECTRUM_MAX, 0.6f * stripes, 1.6f * stripes);
        assert_near(hz / stripes, 1.0, 0.01);
    }
}

static void rolling_is_louder_the_faster_and_the_rougher(void **state) {
    (void)state;
    for (uint8_t surface = 0; surface < SURFACE_BUILT_IN_COUNT; surface++) {
        float last = -200.0f;
        for (float speed = 5.0f; speed < 60.0f; speed *= 2.0f) {
            float level =
                level_of((SoundWheel){.surface = surface, .load = 3000.0f, .speed = speed});
            assert_true(level > last + 1.0f);
            last = level;
        }
    }
    SoundWheel asphalt = {.surface = SURFACE_ASPHALT, .load = 3000.0f, .speed = 20.0f};
    SoundWheel gravel = asphalt;
    gravel.surface = SURFACE_GRAVEL;
    assert_true(level_of(gravel) > level_of(asphalt) + 3.0f);
}

/// The size of a step at the beginning of each layer and at its end: what nobody hears.
#define STEP 0.004f

static void no_layer_clicks_when_it_begins_or_ends(void **state) {
    (void)state;
    const TyreLevels layers[] = {{.squeal = 1.0f, .squeal_hz = 800.0f},
                                 {.scrub = 1.0f},
                                 {.scuff = 1.0f, .scuff_hz = 900.0f},
                                 {.roll = 1.0f, .roll_hz = 600.0f},
                                 {.rumble = 1.0f, .rumble_rate = 40.0f},
                                 {.spray = 1.0f},
                                 {.grains = 1.0f, .grains_hz = 2000.0f, .grains_rate = 300.0f}};
    const TyreLevels none = {0};
    for (int i = 0; i < 7; i++) {
        for (uint32_t seed = 1; seed < 20; seed++) {
            TyreVoice voice = tyre_voice_make(seed);
            play(&voice, layers[i], samples, 8 * AUDIO_BLOCK);
            assert_true(fabsf(samples[0]) < STEP);
            assert_true(samples_peak(samples, 8 * AUDIO_BLOCK) > 0.05f);
            TyreLevels end = layers[i]; // pitches may stay or go
            end.squeal = end.scrub = end.scuff = end.roll = end.rumble = end.spray = 0.0f;
            end.grains = 0.0f;
            play(&voice, seed % 2 == 0 ? end : none, samples, AUDIO_BLOCK);
            assert_true(fabsf(samples[AUDIO_BLOCK - 1]) < STEP);
            play(&voice, none, samples, AUDIO_BLOCK);
            assert_true(samples_peak(samples, AUDIO_BLOCK) == 0.0f);
        }
    }
}

static void a_level_that_jumps_goes_there_within_the_block(void **state) {
    (void)state;
    TyreVoice voice = tyre_voice_make(3);
    TyreLevels low = {.squeal = 0.1f, .squeal_hz = 700.0f};
    TyreLevels high = {.squeal = 1.0f, .squeal_hz = 1000.0f};
    play(&voice, high, samples, COUNT / 2);
    float usual = samples_corner(samples + 4800, COUNT / 2 - 4800);
    for (int i = 0; i + AUDIO_BLOCK <= COUNT; i += AUDIO_BLOCK) {
        play(&voice, i / AUDIO_BLOCK % 2 == 0 ? low : high, samples + i, AUDIO_BLOCK);
    }
    assert_true(samples_corner(samples, COUNT - COUNT % AUDIO_BLOCK) < 1.5f * usual);
}

/// One statement a number, so that no compiler may choose their order.
static SoundWheel random_wheel(Random *random) {
    SoundWheel wheel = {.surface = (uint8_t)(random_u32(random) % SURFACE_BUILT_IN_COUNT)};
    wheel.load = random_range(random, 0.0f, 60e3f);
    wheel.speed = random_range(random, 0.0f, 150.0f);
    wheel.slip = random_range(random, 0.0f, 150.0f);
    wheel.power = random_range(random, 0.0f, 2e6f);
    wheel.use = random_range(random, 0.0f, 20.0f);
    return wheel;
}

/// A second of wheels that change at random each block.
static void play_at_random(TyreVoice *voice, Random *random) {
    memset(samples, 0, sizeof samples);
    for (int at = 0; at + AUDIO_BLOCK <= AUDIO_RATE; at += AUDIO_BLOCK) {
        SoundWheel wheels[CAR_WHEELS];
        for (int i = 0; i < CAR_WHEELS; i++) {
            wheels[i] = random_wheel(random);
        }
        TyreLevels wanted = tyre_levels(wheels);
        TyreLevels to = tyre_levels_toward(&voice->now, &wanted, random_range(random, 0.1f, 1.0f));
        tyre_voice_add(voice, &to, samples + at, AUDIO_BLOCK);
    }
}

static void whatever_wheels_do_it_stays_within_1(void **state) {
    (void)state;
    Random random = random_make(5, 0);
    TyreVoice voice = tyre_voice_make(9);
    for (int i = 0; i < 50; i++) {
        play_at_random(&voice, &random);
        assert_true(samples_within(samples, AUDIO_RATE, 1.0f));
    }
}

static void the_samples_are_the_golden_ones(void **state) {
    (void)state;
    Random random = random_make(7, 0);
    TyreVoice voice = tyre_voice_make(11);
    play_at_random(&voice, &random);
    assert_golden("tyres", samples, AUDIO_RATE, golden_tyres);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_squeals_below_the_peak_of_grip),
        cmocka_unit_test(sliding_is_louder_the_more_power_it_takes),
        cmocka_unit_test(rubber_squeals_and_loose_ground_scuffs),
        cmocka_unit_test(a_kerb_rumbles_at_the_pace_of_its_stripes),
        cmocka_unit_test(rolling_is_louder_the_faster_and_the_rougher),
        cmocka_unit_test(no_layer_clicks_when_it_begins_or_ends),
        cmocka_unit_test(a_level_that_jumps_goes_there_within_the_block),
        cmocka_unit_test(whatever_wheels_do_it_stays_within_1),
        cmocka_unit_test(the_samples_are_the_golden_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
