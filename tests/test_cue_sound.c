/// What signals, horns and the wind sound like, measured on the samples that they give.
#include "audio/cue_voice.h"
#include "audio/horn_voice.h"
#include "audio/wind_voice.h"
#include "base/random.h"

#include <string.h>

#include "golden.h"
#include "samples.h"
#include "spectrum.h"
#include "test.h"

enum {
    COUNT = 3 * AUDIO_RATE
};

static float samples[COUNT], right[COUNT], power[COUNT];

static const StereoGain left_only = {1.0f, 0.0f};

static void clear(void) {
    memset(samples, 0, sizeof samples);
    memset(right, 0, sizeof right);
}

/// Mixes the next `count` frames of a pool to the beginning of `samples`.
static void play_cues(CuePool *pool, int count) {
    clear();
    for (int at = 0; at < count; at += AUDIO_BLOCK) {
        int frames = count - at < AUDIO_BLOCK ? count - at : AUDIO_BLOCK;
        cue_pool_add(pool, 1.0f, 1.0f, samples + at, right + at, frames);
    }
}

/// Mixes one signal alone; what it leaves behind lies in `samples` and `right`. Returns the frame
/// at which it ends.
static int play_alone(CueKind kind) {
    CuePool pool = {0};
    cue_pool_play(&pool, kind, left_only);
    play_cues(&pool, COUNT);
    return (int)(cue_seconds(kind) * (float)AUDIO_RATE);
}

static void a_signal_is_heard_for_its_seconds_and_no_louder_than_half(void **state) {
    (void)state;
    for (int kind = 0; kind < CUE_KIND_COUNT; kind++) {
        int end = play_alone((CueKind)kind);
        assert_true(end > 0 && end < COUNT);
        assert_true(samples_within(samples, COUNT, 0.5f));
        assert_true(samples_peak(samples, COUNT) > 0.05f);
        assert_true(samples_peak(samples + end + 2, COUNT - end - 2) == 0.0f);
        assert_true(samples_peak(right, COUNT) == 0.0f); // it is for the left
    }
}

static void no_signal_clicks_when_it_begins_or_ends(void **state) {
    (void)state;
    for (int kind = 0; kind < CUE_KIND_COUNT; kind++) {
        int end = play_alone((CueKind)kind);
        assert_true(fabsf(samples[0]) < 0.004f);
        assert_true(samples_peak(samples + end - 4, 4) < 0.004f);
        // A quarter of a millisecond, in which a sine of 1 kHz would be at its peak.
        assert_true(samples_peak(samples, 12) < 0.35f * samples_peak(samples, 1200));
    }
}

static void what_comes_often_is_fainter_than_what_comes_once(void **state) {
    (void)state;
    float peaks[CUE_KIND_COUNT];
    for (int kind = 0; kind < CUE_KIND_COUNT; kind++) {
        play_alone((CueKind)kind);
        peaks[kind] = samples_peak(samples, COUNT);
    }
    const CueKind often[] = {CUE_MENU_MOVE, CUE_GAINED, CUE_LOST, CUE_BLUE_FLAG, CUE_WEARS};
    const CueKind once[] = {CUE_LIGHT, CUE_GO, CUE_LAST_LAP, CUE_MEDAL, CUE_RECORD};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
            assert_true(peaks[often[i]] < 0.75f * peaks[once[k]]);
        }
    }
}

static float mean_hz(int from) {
    spectrum_power(samples + from, 4096, power);
    return spectrum_peak_hz(power, 4096, 150.0f, 3000.0f);
}

static void places_gained_rise_and_places_lost_fall(void **state) {
    (void)state;
    const CueKind kinds[] = {CUE_GAINED, CUE_LOST};
    for (int i = 0; i < 2; i++) {
        CuePool pool = {0};
        cue_pool_play(&pool, kinds[i], left_only);
        play_cues(&pool, COUNT);
        float first = mean_hz(0), second = mean_hz(12000);
        assert_true(i == 0 ? second > 1.2f * first : second < first / 1.2f);
    }
}

static void the_same_signal_at_once_is_not_doubled(void **state) {
    (void)state;
    CuePool one = {0}, two = {0};
    cue_pool_play(&one, CUE_LIGHT, left_only);
    cue_pool_play(&two, CUE_LIGHT, left_only);
    cue_pool_play(&two, CUE_LIGHT, left_only);
    assert_memory_equal(&one, &two, sizeof one);
    play_cues(&two, AUDIO_RATE / 10);
    cue_pool_play(&two, CUE_LIGHT, left_only);
    assert_int_equal(two.voices[1].frame, 0);
    assert_true(two.voices[1].left > 0);
    for (int i = 0; i < 100; i++) { // of too many some are left out
        cue_pool_play(&two, (CueKind)(i % CUE_KIND_COUNT), left_only);
    }
}

/// `count` frames of a horn behind `at`.
static void blow(HornVoice *horn, HornTones tones, bool pressed, int at, int count) {
    horn_voice_add(horn, tones, pressed, samples + at, count);
}

static void a_horn_has_the_two_tones_of_its_file(void **state) {
    (void)state;
    for (float low = 100.0f; low < 2001.0f; low *= 1.9f) {
        HornTones tones = {low, low * 1.25f};
        HornVoice horn = horn_voice_make();
        clear();
        blow(&horn, tones, true, 0, 65536 + 9600);
        spectrum_power(samples + 9600, 65536, power);
        float low_hz = spectrum_peak_hz(power, 65536, 0.9f * low, 1.1f * low);
        float high_hz = spectrum_peak_hz(power, 65536, 1.15f * low, 1.35f * low);
        assert_near(low_hz / tones.low_hz, 1.0, 0.002);
        assert_near(high_hz / tones.high_hz, 1.0, 0.002);
        assert_true(spectrum_at(power, 65536, low, 4) > 1e-4f);
        assert_true(spectrum_at(power, 65536, 1.12f * low, 4) < 1e-7f);
        assert_true(samples_within(samples, 65536, 0.5f));
    }
}

static void a_horn_does_not_click_and_ends(void **state) {
    (void)state;
    const HornTones tones = {420.0f, 500.0f};
    HornVoice horn = horn_voice_make();
    clear();
    blow(&horn, tones, true, 0, AUDIO_RATE);
    float usual = samples_corner(samples + 9600, AUDIO_RATE - 9600);
    for (int i = 0; i < 20; i++) {
        blow(&horn, tones, i % 2 == 1, AUDIO_RATE + i * 800, 800);
    }
    assert_true(fabsf(samples[0]) < 0.004f);
    assert_true(samples_corner(samples, AUDIO_RATE + 16000) < 1.3f * usual);
    clear();
    blow(&horn, tones, false, 0, AUDIO_RATE);
    assert_true(horn.level == 0.0f);
    assert_true(fabsf(samples[AUDIO_RATE - 1]) < 1e-6f);
}

/// Level (dB) of the wind at `speed`.
static float wind_level(float speed) {
    WindVoice wind = wind_voice_make(1);
    clear();
    for (int at = 0; at + AUDIO_BLOCK <= COUNT; at += AUDIO_BLOCK) {
        wind_voice_add(&wind, speed, samples + at, AUDIO_BLOCK);
    }
    assert_true(samples_within(samples, COUNT, 1.0f));
    return samples_level(samples, COUNT);
}

static void wind_grows_with_speed_and_rests_with_the_car(void **state) {
    (void)state;
    assert_true(wind_level(0.0f) <= -200.0f);
    float last = -200.0f;
    for (float speed = 5.0f; speed <= WIND_WHOLE; speed *= 1.5f) {
        float level = wind_level(speed);
        assert_true(level > last + 3.0f);
        last = level;
    }
    assert_near(wind_level(500.0f), wind_level(WIND_WHOLE), 0.01);
    assert_true(samples_peak(samples, COUNT) > 0.15f && samples_peak(samples, COUNT) < 0.6f);
}

static void gusts_do_not_hang_on_how_blocks_are_cut(void **state) {
    (void)state;
    float levels[2];
    for (int i = 0; i < 2; i++) {
        WindVoice wind = wind_voice_make(1);
        int frames = i == 0 ? 100 : AUDIO_BLOCK;
        clear();
        for (int at = 0; at + frames <= 16000; at += frames) {
            wind_voice_add(&wind, 50.0f, samples + at, frames);
        }
        levels[i] = samples_level(samples + 2000, 12000);
    }
    assert_near(levels[0], levels[1], 0.1);
}

static void wind_does_not_click_when_the_speed_jumps(void **state) {
    (void)state;
    WindVoice wind = wind_voice_make(1);
    clear();
    for (int i = 0; i < 100; i++) {
        wind_voice_add(&wind, i < 50 || i % 2 == 0 ? 80.0f : 0.0f, samples + i * AUDIO_BLOCK,
                       AUDIO_BLOCK);
    }
    assert_true(fabsf(samples[0]) < 0.004f);
    float usual = samples_corner(samples + AUDIO_BLOCK, 49 * AUDIO_BLOCK);
    assert_true(samples_corner(samples + 50 * AUDIO_BLOCK, 50 * AUDIO_BLOCK) < 1.2f * usual);
}

static void the_samples_are_the_golden_ones(void **state) {
    (void)state;
    Random random = random_make(3, 0);
    CuePool pool = {0};
    HornVoice horn = horn_voice_make();
    WindVoice wind = wind_voice_make(4);
    clear();
    for (int at = 0; at + AUDIO_BLOCK <= COUNT; at += AUDIO_BLOCK) {
        cue_pool_play(&pool, random_u32(&random) % CUE_KIND_COUNT, left_only);
        cue_pool_add(&pool, 1.0f, 1.0f, samples + at, right + at, AUDIO_BLOCK);
        horn_voice_add(&horn, (HornTones){330.0f, 415.0f}, at / AUDIO_RATE == 1, samples + at,
                       AUDIO_BLOCK);
        wind_voice_add(&wind, random_range(&random, 0.0f, 90.0f), samples + at, AUDIO_BLOCK);
    }
    assert_golden("signals", samples, COUNT, golden_signals);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_is_heard_for_its_seconds_and_no_louder_than_half),
        cmocka_unit_test(no_signal_clicks_when_it_begins_or_ends),
        cmocka_unit_test(what_comes_often_is_fainter_than_what_comes_once),
        cmocka_unit_test(places_gained_rise_and_places_lost_fall),
        cmocka_unit_test(the_same_signal_at_once_is_not_doubled),
        cmocka_unit_test(a_horn_has_the_two_tones_of_its_file),
        cmocka_unit_test(a_horn_does_not_click_and_ends),
        cmocka_unit_test(wind_grows_with_speed_and_rests_with_the_car),
        cmocka_unit_test(gusts_do_not_hang_on_how_blocks_are_cut),
        cmocka_unit_test(wind_does_not_click_when_the_speed_jumps),
        cmocka_unit_test(the_samples_are_the_golden_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
