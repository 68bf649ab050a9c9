#include "audio/engine_bank.h"

#include "audio/audio.h"
#include "audio/engine_bank_parts.h"
#include "audio/engine_model.h"
#include "base/assert.h"
#include "base/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SPEED_RATIO   1.21f ///< Between neighbours: within a tone and a half they sound alike.
#define TABLE_SECONDS 0.12f ///< Least length of a table, so that no loop is heard.
#define WARM_SECONDS  0.07f ///< In which pipes get used to another speed or load.
#define RUMBLE_HZ     20.0f ///< Below it nothing is heard.
#define RUMBLE_TURNS  3.0f  ///< Periods of RUMBLE_HZ in which a filter forgets how it began.
#define RMS_WANTED    0.20f ///< At full throttle, the upper half of the speeds: -14 dB.
#define PEAK_MAX      0.90f
#define POP_PEAK      0.5f

enum {
    CYCLES_MIN = 4,
    CYCLES_MAX = 16,
};

const float engine_loads[ENGINE_LOADS] = {0.0f, 0.45f, 1.0f};

/// The speeds and the sizes of all tables; `data_count` with them.
static void plan(EngineBank *bank) {
    float low = bank->idle_rpm, high = bank->redline_rpm;
    float octaves = signal_log2(high / low);
    int steps = 1 + (int)(octaves / signal_log2(SPEED_RATIO));
    steps = steps > ENGINE_SPEEDS_MAX - 1 ? ENGINE_SPEEDS_MAX - 1 : steps;
    bank->speed_count = steps + 1;
    int at = 0;
    for (int i = 0; i < bank->speed_count; i++) {
        float rpm = low * signal_exp2(octaves * (float)i / (float)steps);
        int samples = (int)((float)AUDIO_RATE / car_sound_cycle_hz(&bank->sound, rpm) + 0.5f);
        samples = samples < 64 ? 64 : samples > ENGINE_CYCLE_MAX ? ENGINE_CYCLE_MAX : samples;
        int cycles = 1 + (int)(TABLE_SECONDS * (float)AUDIO_RATE / (float)samples);
        cycles = cycles < CYCLES_MIN ? CYCLES_MIN : cycles > CYCLES_MAX ? CYCLES_MAX : cycles;
        bank->rpms[i] = rpm;
        for (int k = 0; k < ENGINE_LOADS; k++) {
            at += ENGINE_GUARD;
            bank->tables[i][k] = (EngineTable){samples, cycles, at};
            at += samples * cycles + ENGINE_GUARD;
        }
    }
    for (int i = 0; i < ENGINE_POPS; i++) {
        bank->pop_first[i] = at;
        at += ENGINE_POP_FRAMES;
    }
    bank->data_count = at;
}

/// Runs the model over all tables, from full throttle down at each speed.
static void run(const EngineBank *bank, EngineModel *model, float *data) {
    static const int order[ENGINE_LOADS] = {2, 1, 0};
    float *warm = malloc(ENGINE_CYCLE_MAX * sizeof *warm);
    ASSERT(warm != NULL);
    for (int i = 0; i < bank->speed_count; i++) {
        float above = bank->rpms[i] / bank->idle_rpm - 1.0f; // an engine lopes at idle alone
        for (int k = 0; k < ENGINE_LOADS; k++) {
            const EngineTable *table = &bank->tables[i][order[k]];
            float load = engine_loads[order[k]];
            float idle = float_clamp(1.0f - 2.5f * above, 0.0f, 1.0f) * (1.0f - load);
            engine_model_set(model, table->samples, load, idle);
            int warmed = 0;
            do {
                engine_model_cycle(model, warm);
                warmed += table->samples;
            } while ((float)warmed < WARM_SECONDS * (float)AUDIO_RATE);
            for (int cycle = 0; cycle < table->cycles; cycle++) {
                engine_model_cycle(model, data + table->first + cycle * table->samples);
            }
        }
    }
    free(warm);
}

static float mean_of(const float *samples, int count) {
    float sum = 0.0f;
    for (int i = 0; i < count; i++) {
        sum += samples[i];
    }
    return sum / (float)count;
}

/// Takes from a table the line through the means of its cycles. Played in any order, they then have
/// no constant and do not rumble.
static void centre(float *samples, const EngineTable *table) {
    float means[CYCLES_MAX];
    for (int i = 0; i < table->cycles; i++) {
        means[i] = mean_of(samples + i * table->samples, table->samples);
    }
    for (int i = 0; i < table->samples * table->cycles; i++) {
        float at = ((float)i + 0.5f) / (float)table->samples - 0.5f; // whole in mid-cycle
        at = float_clamp(at, 0.0f, (float)(table->cycles - 1));
        int low = (int)at < table->cycles - 2 ? (int)at : table->cycles - 2;
        samples[i] -= means[low] + (at - (float)low) * (means[low + 1] - means[low]);
    }
}

/// Takes what is too low to be heard from `count` samples without a constant. `lead` samples of
/// them are run through before, as often as the filter needs.
static void take_rumble(float *samples, int lead, int count) {
    SignalBiquad high = signal_high_pass(RUMBLE_HZ, 0.707f);
    int settle = (int)(RUMBLE_TURNS * (float)AUDIO_RATE / RUMBLE_HZ);
    for (int run = 0; run < settle && lead > 0; run += lead) {
        for (int i = 0; i < lead; i++) {
            signal_filter(&high, samples[i]);
        }
    }
    for (int i = 0; i < count; i++) {
        samples[i] = signal_filter(&high, samples[i]);
    }
}

/// Evens half of what resonances make some speeds louder than others, by the level of full
/// throttle.
static void even_out(const EngineBank *bank, float *data) {
    float squares[ENGINE_SPEEDS_MAX], mean = 0.0f;
    for (int i = 0; i < bank->speed_count; i++) {
        const EngineTable *table = &bank->tables[i][ENGINE_LOADS - 1];
        int count = table->samples * table->cycles;
        squares[i] = 1e-12f;
        for (int n = 0; n < count; n++) {
            squares[i] += data[table->first + n] * data[table->first + n] / (float)count;
        }
        mean += squares[i] / (float)bank->speed_count;
    }
    for (int i = 0; i < bank->speed_count; i++) {
        float gain = sqrtf(sqrtf(mean / squares[i]));
        for (int k = 0; k < ENGINE_LOADS; k++) {
            const EngineTable *table = &bank->tables[i][k];
            for (int n = 0; n < table->samples * table->cycles; n++) {
                data[table->first + n] *= gain;
            }
        }
    }
}

/// The mean square of full throttle in the upper half of the speeds, and the peak of all tables.
static float loudest(const EngineBank *bank, const float *data, float *peak) {
    float sum = 0.0f;
    int count = 0;
    *peak = 0.0f;
    for (int i = 0; i < bank->speed_count; i++) {
        for (int k = 0; k < ENGINE_LOADS; k++) {
            const EngineTable *table = &bank->tables[i][k];
            float square = 0.0f;
            for (int n = 0; n < table->samples * table->cycles; n++) {
                float value = data[table->first + n];
                *peak = float_max(*peak, fabsf(value));
                square += value * value;
            }
            if (k == ENGINE_LOADS - 1 && 2 * i >= bank->speed_count) {
                sum += square / (float)(table->samples * table->cycles);
                count++;
            }
        }
    }
    return sum / (float)count;
}

static void quantise(EngineBank *bank, const float *data, float scale, int first, int count) {
    for (int i = 0; i < count; i++) {
        float value = float_clamp(data[first + i] * scale, -1.0f, 1.0f) * 32767.0f;
        bank->data[first + i] = (int16_t)(value + (value < 0.0f ? -0.5f : 0.5f));
    }
}

/// Writes the tables in 16 bits, each with its guards: its first and last samples once more.
static void store(EngineBank *bank, const float *data, float scale) {
    for (int i = 0; i < bank->speed_count; i++) {
        for (int k = 0; k < ENGINE_LOADS; k++) {
            const EngineTable *table = &bank->tables[i][k];
            int count = table->samples * table->cycles;
            quantise(bank, data, scale, table->first, count);
            int16_t *samples = bank->data + table->first;
            for (int n = 0; n < ENGINE_GUARD; n++) {
                samples[-1 - n] = samples[0];
                samples[count + n] = samples[count - 1];
            }
        }
    }
}

static void bake_pops(EngineBank *bank, const EngineModel *model, float *data) {
    for (int i = 0; i < ENGINE_POPS; i++) {
        float *pop = data + bank->pop_first[i];
        engine_model_pop(model, (uint32_t)i, pop, ENGINE_POP_FRAMES);
        take_rumble(pop, 0, ENGINE_POP_FRAMES);
        float peak = 1e-9f;
        for (int n = 0; n < ENGINE_POP_FRAMES; n++) {
            float left = (float)(ENGINE_POP_FRAMES - n) / (float)(ENGINE_POP_FRAMES / 4);
            pop[n] *= float_min(left, 1.0f); // it ends in silence
            peak = float_max(peak, fabsf(pop[n]));
        }
        quantise(bank, data, POP_PEAK / peak, bank->pop_first[i], ENGINE_POP_FRAMES);
    }
}

EngineBank *engine_bank_bake(const CarSound *sound, float idle_rpm, float redline_rpm) {
    ASSERT(sound != NULL && sound->cylinder_count > 0);
    ASSERT(idle_rpm > 0.0f && idle_rpm < redline_rpm);
    EngineBank *bank = calloc(1, sizeof *bank);
    ASSERT(bank != NULL);
    bank->sound = *sound;
    bank->idle_rpm = idle_rpm;
    bank->redline_rpm = redline_rpm;
    plan(bank);
    bank->data = calloc((size_t)bank->data_count, sizeof bank->data[0]);
    float *data = calloc((size_t)bank->data_count, sizeof data[0]);
    ASSERT(bank->data != NULL && data != NULL);

    EngineModel *model = engine_model_make(sound);
    run(bank, model, data);
    for (int i = 0; i < bank->speed_count; i++) {
        for (int k = 0; k < ENGINE_LOADS; k++) {
            const EngineTable *table = &bank->tables[i][k];
            float *samples = data + table->first;
            centre(samples, table);
            take_rumble(samples, table->samples, table->samples * table->cycles);
        }
    }
    even_out(bank, data);
    float peak = 0.0f;
    float square = loudest(bank, data, &peak);
    float scale = square > 0.0f ? RMS_WANTED / sqrtf(square) : 0.0f;
    scale = peak * scale > PEAK_MAX ? PEAK_MAX / peak : scale;
    store(bank, data, scale);
    bake_pops(bank, model, data);
    bank->scale = float_min(signal_gain(sound->loudness), 1.0f / PEAK_MAX) / 32767.0f;
    engine_model_free(model);
    free(data);
    return bank;
}

void engine_bank_free(EngineBank *bank) {
    if (bank) {
        free(bank->data);
        free(bank);
    }
}

size_t engine_bank_bytes(const EngineBank *bank) {
    ASSERT(bank != NULL);
    return sizeof *bank + (size_t)bank->data_count * sizeof bank->data[0];
}
