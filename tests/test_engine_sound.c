/// What engines sound like, measured on the samples that they give.
#include "audio/audio.h"
#include "audio/engine_sweep.h"
#include "audio/signal.h"
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "golden.h"
#include "spectrum.h"
#include "test.h"

static const char *const shipped[] = {"hatch", "drift", "gt", "formula", "kart"};

enum {
    SHIPPED = sizeof shipped / sizeof shipped[0],
    SPEEDS = 25,
    WINDOW = 1 << 15,
};

/// A car's engine, baked.
typedef struct Engine {
    CarSound sound;
    EngineBank *bank;
    float idle, redline; ///< rpm
} Engine;

static Engine engine_of(const CarParams *params, const CarSound *sound) {
    return (Engine){.sound = *sound,
                    .bank = engine_bank_bake(sound, params->idle_rpm, params->redline_rpm),
                    .idle = params->idle_rpm,
                    .redline = params->redline_rpm};
}

static Engine engine_make(int car) {
    CarFile file = fixture_car(shipped[car]);
    return engine_of(&file.params, &file.sound);
}

/// The engine of a car without anything that differs from cycle to cycle.
static Engine engine_make_steady(int car) {
    CarFile file = fixture_car(shipped[car]);
    CarSound sound = file.sound;
    sound.roughness = sound.idle_lope = sound.intake_noise = sound.rasp = 0.0f;
    return engine_of(&file.params, &sound);
}

/// Speed `index` of SPEEDS from idle to redline, in equal ratios.
static float speed_of(const Engine *engine, float index) {
    float octaves = signal_log2(engine->redline / engine->idle);
    return engine->idle * signal_exp2(octaves * index / (float)(SPEEDS - 1));
}

/// Firings in a turn of the crank.
static float firings_of(const Engine *engine) {
    return (float)engine->sound.cylinder_count * (engine->sound.strokes == 2 ? 1.0f : 0.5f);
}

/// WINDOW samples and more at one speed.
static void play(const Engine *engine, float rpm, float load, float *samples) {
    EngineSweep sweep = {rpm, rpm, load, (float)WINDOW / (float)AUDIO_RATE};
    assert_int_equal(engine_sweep_frames(&sweep), WINDOW);
    engine_sweep_render(engine->bank, &sweep, samples);
}

static float peak_of(const float *samples, int count) {
    float peak = 0.0f;
    for (int i = 0; i < count; i++) {
        peak = fmaxf(peak, fabsf(samples[i]));
    }
    return peak;
}

static float level_of(const float *samples, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (double)(samples[i] * samples[i]);
    }
    return (float)(10.0 * log10(sum / count + 1e-20));
}

/// The mean under a Hann window, to which a cycle that is cut off adds next to nothing.
static double constant_of(const float *samples, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (1.0 - cos(2.0 * 3.14159265358979 * i / count)) * (double)samples[i] / count;
    }
    return sum;
}

/// The strongest bend of a wave: a click is one.
static float bend_of(const float *samples, int count) {
    float bend = 0.0f;
    for (int i = 2; i < count; i++) {
        bend = fmaxf(bend, fabsf(samples[i] - 2.0f * samples[i - 1] + samples[i - 2]));
    }
    return bend;
}

static float samples[4 * WINDOW], power[WINDOW];

static void the_pitch_follows_the_engine(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make(car);
        for (int i = 0; i < SPEEDS; i++) {
            float rpm = speed_of(&engine, (float)i);
            play(&engine, rpm, 1.0f, samples);
            spectrum_power(samples, WINDOW, power);
            float hz = rpm / 60.0f * firings_of(&engine);
            float heard = spectrum_peak_hz(power, WINDOW, 0.8f * hz, 1.25f * hz);
            assert_near(heard / hz, 1.0, 0.01);
        }
        engine_bank_free(engine.bank);
    }
}

static void the_firing_order_is_the_strongest(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make(car);
        int firing = (int)(2.0f * firings_of(&engine) + 0.5f);
        for (int i = 0; i < SPEEDS; i++) {
            float rpm = speed_of(&engine, (float)i);
            play(&engine, rpm, 1.0f, samples);
            spectrum_power(samples, WINDOW, power);
            int strongest = 0;
            float most = 0.0f;
            for (int half = 1; half <= 100; half++) { // half orders, as cylinders differ
                float found = spectrum_at(power, WINDOW, rpm / 120.0f * (float)half, 2);
                strongest = found > most ? half : strongest;
                most = fmaxf(found, most);
            }
            if (strongest != firing) {
                fail_msg("%s at %.0f rpm: order %.1f is the strongest, not %.1f", shipped[car],
                         (double)rpm, 0.5 * strongest, 0.5 * firing);
            }
        }
        engine_bank_free(engine.bank);
    }
}

static void nothing_but_whole_cycles_is_heard_of_a_steady_engine(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make_steady(car);
        // Between the speeds that are baked, and fast: there aliases would be.
        for (float at = 0.5f * SPEEDS; at < SPEEDS - 1; at += 1.37f) {
            float rpm = speed_of(&engine, at);
            play(&engine, rpm, 1.0f, samples);
            spectrum_power(samples, WINDOW, power);
            float hz = car_sound_cycle_hz(&engine.sound, rpm);
            float bin_hz = (float)AUDIO_RATE / (float)WINDOW;
            float most = 0.0f, alias = 0.0f, alias_hz = 0.0f;
            for (int i = 8; i < WINDOW / 2; i++) {
                float cycles = (float)i * bin_hz / hz;
                float away = fabsf(cycles - floorf(cycles + 0.5f)) * hz / bin_hz; // bins
                most = fmaxf(most, power[i]);
                if (away > 6.0f && power[i] > alias) {
                    alias = power[i];
                    alias_hz = (float)i * bin_hz;
                }
            }
            float level = 10.0f * log10f(alias / most);
            if (level > -60.0f) {
                fail_msg("%s at %.0f rpm: %.1f dB at %.0f Hz", shipped[car], (double)rpm,
                         (double)level, (double)alias_hz);
            }
        }
        engine_bank_free(engine.bank);
    }
}

/// What a car goes through within a second or two: up through two gears, off the gas, back on it.
/// `cuts`: the gearbox cuts the ignition for 50 ms at 0.5 s and at 1 s.
static int drive(const Engine *engine, bool cuts, float *out) {
    EngineVoice voice = engine_voice_make(3);
    float drop = 1.0f;
    EngineState before = {.rpm = 0.5f * engine->redline, .load = 1.0f};
    int frames = 2 * AUDIO_RATE / AUDIO_BLOCK * AUDIO_BLOCK;
    memset(out, 0, (size_t)frames * sizeof out[0]);
    for (int at = 0; at < frames; at += AUDIO_BLOCK) {
        float seconds = (float)(at + AUDIO_BLOCK) / (float)AUDIO_RATE;
        float since = fmodf(seconds, 0.5f);
        bool shifting = seconds > 0.5f && seconds < 1.2f && since < 0.05f;
        drop = shifting ? 0.75f + 0.25f * (1.0f - since / 0.05f) : 0.75f;
        float rpm = engine->redline * (seconds < 0.5f || shifting ? 0.9f : 0.7f + 0.4f * since);
        EngineState now = {.rpm = shifting ? rpm * drop / 0.9f : rpm,
                           .load = seconds < 1.3f || seconds > 1.7f ? 1.0f : 0.0f,
                           .cut = cuts && shifting};
        engine_voice_add(&voice, engine->bank, before, now, out + at, AUDIO_BLOCK);
        before = now;
    }
    return frames;
}

static void gear_changes_do_not_click(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        CarFile file = fixture_car(shipped[car]);
        file.sound.crackle = 0.0f; // a pop is none
        Engine engine = engine_of(&file.params, &file.sound);
        int frames = drive(&engine, false, samples);
        float without = bend_of(samples, frames);
        drive(&engine, true, samples);
        // No edge that full throttle does not have.
        assert_true(bend_of(samples, frames) <= 1.15f * without);
        int at = AUDIO_RATE / 2 + AUDIO_RATE / 50; // within the cut
        assert_true(level_of(samples + at, 1000) < level_of(samples + AUDIO_RATE / 4, 1000) - 4.0f);
        engine_bank_free(engine.bank);
    }
}

static void nothing_clips_whatever_the_engine_does(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        CarFile file = fixture_car(shipped[car]);
        file.sound.crackle = file.sound.roughness = file.sound.unevenness = 1.0f;
        file.sound.loudness = 6.0f;
        Engine engine = engine_of(&file.params, &file.sound);
        int frames = drive(&engine, true, samples);
        assert_true(peak_of(samples, frames) < 1.0f);
        for (int i = 0; i < SPEEDS; i += 4) {
            play(&engine, speed_of(&engine, (float)i), 1.0f, samples);
            assert_true(peak_of(samples, WINDOW) < 1.0f);
        }
        engine_bank_free(engine.bank);
    }
}

static void load_is_loud_and_has_no_constant(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make(car);
        for (int i = 0; i < SPEEDS; i += 6) {
            float levels[3], rpm = speed_of(&engine, (float)i);
            for (int k = 0; k < 3; k++) {
                play(&engine, rpm, 0.5f * (float)k, samples);
                levels[k] = level_of(samples, WINDOW);
                assert_near(constant_of(samples, WINDOW), 0.0, 1e-3);
            }
            assert_true(levels[1] > levels[0] + 3.0f && levels[2] > levels[1] + 1.5f);
            assert_true(levels[2] > -24.0f && levels[2] < -8.0f);
            assert_true(levels[0] > -45.0f); // an idling car is heard
        }
        engine_bank_free(engine.bank);
    }
}

static void the_limiter_hammers_at_its_rate(void **state) {
    (void)state;
    for (int car = 0; car < SHIPPED; car++) {
        CarFile file = fixture_car(shipped[car]);
        file.sound.crackle = 0.0f;
        file.sound.limiter_rate = 15.0f;
        Engine engine = engine_of(&file.params, &file.sound);
        EngineVoice voice = engine_voice_make(1);
        voice.load = 1.0f;
        EngineState at = {.rpm = engine.redline, .load = 1.0f, .limiter = true};
        memset(samples, 0, sizeof samples);
        for (int n = 0; n < WINDOW; n += AUDIO_BLOCK) {
            engine_voice_add(&voice, engine.bank, at, at, samples + n, AUDIO_BLOCK);
        }
        int turn = AUDIO_RATE / 15; // it begins with a cut
        for (int n = 0; n + turn < WINDOW; n += turn) {
            float off = level_of(samples + n + turn / 4, turn / 4);
            float on = level_of(samples + n + turn * 3 / 4, turn / 4);
            assert_true(on > off + 5.0f);
        }
        engine_bank_free(engine.bank);
    }
}

/// Seconds 1 and 2 of a car that leaves the gas at second 1 with `crackle`.
static void leave_gas(float crackle, float rpm_share, float *out) {
    CarFile file = fixture_car("drift");
    file.sound.crackle = crackle;
    Engine engine = engine_of(&file.params, &file.sound);
    EngineVoice voice = engine_voice_make(1);
    EngineState on = {.rpm = rpm_share * engine.redline, .load = 1.0f}, off = on;
    off.load = 0.0f;
    static float before[AUDIO_RATE];
    memset(out, 0, AUDIO_RATE * sizeof out[0]);
    engine_voice_add(&voice, engine.bank, on, on, before, AUDIO_RATE);
    engine_voice_add(&voice, engine.bank, off, off, out, AUDIO_RATE);
    engine_bank_free(engine.bank);
}

static void unburnt_fuel_crackles_off_the_gas_at_speed(void **state) {
    (void)state;
    static float calm[AUDIO_RATE], crackling[AUDIO_RATE];
    leave_gas(0.0f, 0.8f, calm);
    leave_gas(1.0f, 0.8f, crackling);
    assert_memory_equal(calm, crackling, 64 * sizeof calm[0]);
    int after = AUDIO_RATE / 10;                                    // when the load is gone
    float louder = peak_of(crackling + after, AUDIO_RATE - after) / //
                   peak_of(calm + after, AUDIO_RATE - after);
    assert_true(louder > 1.5f);
    leave_gas(0.0f, 0.3f, calm);
    leave_gas(1.0f, 0.3f, crackling);
    assert_memory_equal(calm, crackling, sizeof calm); // not at low speed
}

static void another_number_is_another_sound_without_a_break(void **state) {
    (void)state;
    CarFile file = fixture_car("hatch");
    Engine a = engine_of(&file.params, &file.sound);
    file.sound.exhaust_pipe *= 1.3f;
    Engine b = engine_of(&file.params, &file.sound);
    EngineVoice voice = engine_voice_make(1);
    voice.load = 1.0f;
    EngineState at = {.rpm = 4000.0f, .load = 1.0f};
    memset(samples, 0, sizeof samples);
    engine_voice_add(&voice, a.bank, at, at, samples, WINDOW / 2);
    float phase = voice.phase;
    EngineVoice old = voice; // both banks go on from the same crank angle
    engine_voice_add(&voice, b.bank, at, at, samples + WINDOW / 2, WINDOW / 2);
    engine_voice_add(&old, a.bank, at, at, samples + WINDOW, WINDOW / 2);
    assert_near(voice.phase, old.phase, 0.0);
    assert_true(phase >= 0.0f && phase < 1.0f);
    assert_memory_not_equal(samples + WINDOW / 2, samples + WINDOW, WINDOW / 2 * sizeof samples[0]);
    engine_bank_free(a.bank);
    engine_bank_free(b.bank);
}

// ---- told apart with closed eyes

enum {
    BANDS = 27, ///< Thirds of an octave from 31 Hz on.
    TRAINED = 9,
    LEARNED_MAX = SHIPPED * TRAINED * 2,
};

typedef struct Voiceprint {
    float bands[BANDS]; ///< dB, their mean taken away: not how loud it is.
    int car;
} Voiceprint;

static Voiceprint voiceprint(const Engine *engine, float at, float load, int car) {
    Voiceprint print = {.car = car};
    play(engine, speed_of(engine, at), load, samples);
    spectrum_power(samples, WINDOW, power);
    float low = 31.25f, mean = 0.0f;
    for (int i = 0; i < BANDS; i++, low *= 1.259921f) {
        float sum = 1e-12f;
        for (int n = (int)(low / AUDIO_RATE * WINDOW); //
             n < (int)(low * 1.259921f / AUDIO_RATE * WINDOW); n++) {
            sum += power[n];
        }
        print.bands[i] = 10.0f * log10f(sum);
        mean += print.bands[i] / BANDS;
    }
    for (int i = 0; i < BANDS; i++) {
        print.bands[i] -= mean;
    }
    return print;
}

/// The car whose learned voiceprint is nearest.
static int recognised(const Voiceprint *learned, int count, const Voiceprint *heard) {
    int best = 0;
    float least = INFINITY;
    for (int i = 0; i < count; i++) {
        float sum = 0.0f;
        for (int k = 0; k < BANDS; k++) {
            float apart = learned[i].bands[k] - heard->bands[k];
            sum += apart * apart;
        }
        best = sum < least ? i : best;
        least = fminf(sum, least);
    }
    return learned[best].car;
}

static void the_five_engines_are_told_apart(void **state) {
    (void)state;
    static Voiceprint learned[LEARNED_MAX];
    int count = 0, right = 0, asked = 0;
    Engine engines[SHIPPED];
    for (int car = 0; car < SHIPPED; car++) {
        engines[car] = engine_make(car);
        for (int i = 0; i < TRAINED; i++) {
            for (int k = 0; k < 2; k++) {
                learned[count++] =
                    voiceprint(&engines[car], (float)(3 * i), k == 0 ? 0.1f : 1.0f, car);
            }
        }
    }
    for (int car = 0; car < SHIPPED; car++) {
        for (int i = 0; i < TRAINED - 1; i++) { // at speeds and loads in between
            for (int k = 0; k < 4; k++) {
                Voiceprint heard =
                    voiceprint(&engines[car], 3.0f * (float)i + 1.0f + (float)(k & 1),
                               k < 2 ? 0.2f : 0.9f, car);
                int found = recognised(learned, count, &heard);
                right += found == car ? 1 : 0;
                if (found != car) {
                    printf("%s at %.0f rpm, load %.1f: taken for %s\n", shipped[car],
                           (double)speed_of(&engines[car], 3.0f * (float)i + 1.0f + (float)(k & 1)),
                           k < 2 ? 0.2 : 0.9, shipped[found]);
                }
                asked++;
            }
        }
        engine_bank_free(engines[car].bank);
    }
    printf("%d of %d engines recognised\n", right, asked);
    assert_true(right * 100 > asked * 95);
}

static void all_banks_together_are_small(void **state) {
    (void)state;
    size_t bytes = 0;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make(car);
        bytes += engine_bank_bytes(engine.bank);
        engine_bank_free(engine.bank);
    }
    printf("five banks: %zu bytes\n", bytes);
    assert_true(bytes < 6u * 1024u * 1024u);
}

static void each_build_gives_the_same_samples(void **state) {
    (void)state;
    int wrong = 0;
    for (int car = 0; car < SHIPPED; car++) {
        Engine engine = engine_make(car);
        int frames = drive(&engine, true, samples);
        Hash hash = hash_begin();
        hash_f32s(&hash, samples, (size_t)frames);
        uint64_t found = hash_end64(&hash);
        if (found != golden_engines[car]) {
            print_error("%s: 0x%016llx\n", shipped[car], (unsigned long long)found);
            wrong++;
        }
        engine_bank_free(engine.bank);
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pitch_follows_the_engine),
        cmocka_unit_test(the_firing_order_is_the_strongest),
        cmocka_unit_test(nothing_but_whole_cycles_is_heard_of_a_steady_engine),
        cmocka_unit_test(gear_changes_do_not_click),
        cmocka_unit_test(nothing_clips_whatever_the_engine_does),
        cmocka_unit_test(load_is_loud_and_has_no_constant),
        cmocka_unit_test(the_limiter_hammers_at_its_rate),
        cmocka_unit_test(unburnt_fuel_crackles_off_the_gas_at_speed),
        cmocka_unit_test(another_number_is_another_sound_without_a_break),
        cmocka_unit_test(the_five_engines_are_told_apart),
        cmocka_unit_test(all_banks_together_are_small),
        cmocka_unit_test(each_build_gives_the_same_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
