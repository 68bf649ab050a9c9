#include "audio/engine_voice.h"

#include "audio/audio.h"
#include "audio/engine_bank_parts.h"
#include "base/assert.h"
#include "base/scalar.h"

#include <math.h>

#define OVERLAP      0.2f   ///< Of a cycle in which it fades over from the one before.
#define LOAD_SECONDS 0.012f ///< In which the sound follows the throttle.
#define CUT_SECONDS  0.004f ///< The same of an ignition that is cut.
#define SPEED_LEAST  0.3f   ///< Of idle: slower it does not turn.
#define SPEED_MOST   1.15f  ///< Of the redline.
#define FUEL_SECONDS 0.9f   ///< In which what is unburnt is gone.
#define LOW_HZ       8.0f   ///< Below it nothing is heard. Cycles in any order rumble.
#define POP_SPEED    0.4f   ///< Of the redline, above which it pops.

enum {
    SEGMENT = 32, ///< Frames at most over which weights go in a straight line.
    TABLES_MAX = 8,
};

EngineVoice engine_voice_make(uint32_t seed) {
    EngineVoice voice = {.seed = seed, .low = signal_pole(LOW_HZ)};
    voice.phase = 0.5f + 0.499f * signal_noise_at(seed, 0);
    return voice;
}

/// How much of table (speed, load) is heard, at the begin and the end of a segment.
typedef struct Weight {
    int speed, load;
    float from, to;
} Weight;

/// Weights of the two of `count` rising `knots` around `value` that add up to 1.
static int bracket(const float *knots, int count, float value, float *share) {
    int at = 0;
    while (at < count - 2 && value >= knots[at + 1]) {
        at++;
    }
    *share = float_clamp((value - knots[at]) / (knots[at + 1] - knots[at]), 0.0f, 1.0f);
    return at;
}

static void add_weight(Weight *weights, int *count, Weight added) {
    for (int i = 0; i < *count; i++) {
        if (weights[i].speed == added.speed && weights[i].load == added.load) {
            weights[i].from += added.from;
            weights[i].to += added.to;
            return;
        }
    }
    weights[(*count)++] = added;
}

/// Adds the weights at one end of a segment.
static void add_weights(const EngineBank *bank, float rpm, float load, bool is_end, Weight *weights,
                        int *count) {
    float speed_share = 0.0f, load_share = 0.0f;
    int speed = bracket(bank->rpms, bank->speed_count, rpm, &speed_share);
    int row = bracket(engine_loads, ENGINE_LOADS, load, &load_share);
    for (int i = 0; i < 4; i++) {
        float weight =
            (i & 1 ? speed_share : 1.0f - speed_share) * (i & 2 ? load_share : 1.0f - load_share);
        if (weight > 0.0f) {
            Weight added = {speed + (i & 1), row + (i >> 1), is_end ? 0.0f : weight,
                            is_end ? weight : 0.0f};
            add_weight(weights, count, added);
        }
    }
}

/// Which of a table's cycles is number `cycle` of a voice. Never the last one, so that each has one
/// that it goes on into.
static int picked(const EngineVoice *voice, const EngineTable *table, uint32_t cycle) {
    float pick = 0.5f + 0.5f * signal_noise_at(voice->seed, cycle);
    int last = table->cycles - 2;
    int index = (int)(pick * (float)(last + 1));
    return index > last ? last : index;
}

/// The values at `count` phases of a cycle of `size` samples: cubics through four (Catmull and Rom
/// 1974). They are fetched first, so that a compiler computes several at a time.
static void read_cycle(const int16_t *samples, float size, const float *phases, float *values,
                       int count) {
    float a[SEGMENT], b[SEGMENT], c[SEGMENT], d[SEGMENT], part[SEGMENT];
    for (int i = 0; i < count; i++) {
        float at = phases[i] * size;
        int index = (int)at;
        const int16_t *p = samples + index;
        part[i] = at - (float)index;
        a[i] = (float)p[-1];
        b[i] = (float)p[0];
        c[i] = (float)p[1];
        d[i] = (float)p[2];
    }
    for (int i = 0; i < count; i++) {
        float t = part[i];
        values[i] = b[i] + 0.5f * t *
                               (c[i] - a[i] +
                                t * (2.0f * a[i] - 5.0f * b[i] + 4.0f * c[i] - d[i] +
                                     t * (3.0f * (b[i] - c[i]) + d[i] - a[i])));
    }
}

/// How many of the phases, which rise, lie where a cycle fades over from the one before.
static int overlapping(const float *phases, int count) {
    int first = 0;
    while (first < count && phases[first] < OVERLAP) {
        first++;
    }
    return first;
}

/// Adds `count` frames of one table. All of them lie in one cycle, from `phase` on.
static void add_table(const EngineVoice *voice, const EngineBank *bank, const Weight *weight,
                      const float *phases, float *out, int count) {
    const EngineTable *table = &bank->tables[weight->speed][weight->load];
    int now = picked(voice, table, voice->cycle);
    int before = picked(voice, table, voice->cycle - 1) + 1;
    const int16_t *samples = bank->data + table->first + now * table->samples;
    const int16_t *old = bank->data + table->first + before * table->samples;
    float size = (float)table->samples;
    float gain = weight->from * bank->scale;
    float step = (weight->to - weight->from) * bank->scale / (float)count;
    float values[SEGMENT], last[SEGMENT];
    read_cycle(samples, size, phases, values, count);
    int fading = now != before ? overlapping(phases, count) : 0;
    read_cycle(old, size, phases, last, fading);
    for (int i = 0; i < fading; i++) {
        float share = phases[i] * (1.0f / OVERLAP);
        values[i] = last[i] + share * (values[i] - last[i]);
    }
    for (int i = 0; i < count; i++) {
        out[i] += (gain + step * (float)i) * values[i];
    }
}

/// Pops of unburnt fuel: one firing with no spark in five, at most, lets it into the exhaust.
static void fire(EngineVoice *voice, const EngineBank *bank, float rpm, bool off) {
    float crackle = bank->sound.crackle;
    uint32_t count = voice->cycle * 16u + (uint32_t)voice->firing;
    float chance = 0.5f + 0.5f * signal_noise_at(voice->seed ^ 0x9090u, count);
    if (!off || rpm < POP_SPEED * bank->redline_rpm || chance > 0.22f * crackle * voice->fuel) {
        return;
    }
    for (int i = 0; i < ENGINE_POPS_MAX; i++) {
        if (voice->pops[i].gain <= 0.0f) {
            float size = 0.5f + 0.5f * signal_noise_at(voice->seed ^ 0x7070u, count);
            voice->pops[i] =
                (EnginePop){.gain = (0.25f + 0.75f * size * size) * (0.3f + 0.7f * crackle),
                            .kind = (int)(count % ENGINE_POPS)};
            voice->fuel *= 0.85f;
            return;
        }
    }
}

static void add_pops(EngineVoice *voice, const EngineBank *bank, float *out, int count) {
    for (int i = 0; i < ENGINE_POPS_MAX; i++) {
        EnginePop *pop = &voice->pops[i];
        const int16_t *samples = bank->data + bank->pop_first[pop->kind];
        for (int n = 0; n < count && pop->gain > 0.0f; n++) {
            out[n] += pop->gain * bank->scale * (float)samples[pop->at++];
            pop->gain = pop->at < ENGINE_POP_FRAMES ? pop->gain : 0.0f;
        }
    }
}

/// What the ignition leaves of `load`: the limiter cuts it in a rhythm.
static float ignited(const EngineVoice *voice, const EngineBank *bank, float load,
                     const EngineState *state) {
    if (state->cut) {
        return 0.0f;
    }
    bool off = state->limiter && voice->limiter < 0.5f;
    return off ? load * (1.0f - bank->sound.limiter_depth) : load;
}

/// Moves the phases of a segment on, up to the end of the cycle; returns how many frames it has.
static int advance(EngineVoice *voice, float hz, float hz_step, float phases[SEGMENT], int most) {
    int count = 0;
    while (count < most && voice->phase < 1.0f) {
        phases[count] = voice->phase;
        voice->phase += (hz + hz_step * (float)count) * (1.0f / (float)AUDIO_RATE);
        count++;
    }
    return count;
}

void engine_voice_add(EngineVoice *voice, const EngineBank *bank, EngineState from, EngineState to,
                      float *mono, int frames) {
    ASSERT(voice != NULL && bank != NULL && mono != NULL && frames > 0);
    float least = SPEED_LEAST * bank->idle_rpm, most = SPEED_MOST * bank->redline_rpm;
    float rpm_from = float_clamp(from.rpm, least, most);
    float rpm_step = (float_clamp(to.rpm, least, most) - rpm_from) / (float)frames;
    float load_step = (to.load - from.load) / (float)frames;
    float cut = signal_share(CUT_SECONDS, (float)AUDIO_RATE / SEGMENT);
    float follow = signal_share(LOAD_SECONDS, (float)AUDIO_RATE / SEGMENT);
    float burn = signal_share(FUEL_SECONDS, (float)AUDIO_RATE / SEGMENT);
    float per_cycle = 1.0f / car_sound_cycle_deg(&bank->sound);
    float hz_of_rpm = car_sound_cycle_hz(&bank->sound, 1.0f);
    for (int done = 0; done < frames;) {
        int room = frames - done < SEGMENT ? frames - done : SEGMENT;
        float rpm = rpm_from + rpm_step * (float)done;
        float phases[SEGMENT], out[SEGMENT] = {0};
        int count = advance(voice, rpm * hz_of_rpm, rpm_step * hz_of_rpm, phases, room);

        float asked = float_clamp(from.load + load_step * (float)(done + count), 0.0f, 1.0f);
        float wanted = ignited(voice, bank, asked, &to);
        float length = (float)count * (1.0f / SEGMENT); // a shorter segment moves less
        float load = voice->load;
        voice->load += length * (wanted < asked ? cut : follow) * (wanted - load);
        voice->fuel += length * burn * (asked > 0.5f ? 3.0f * (1.0f - voice->fuel) : -voice->fuel);
        if (wanted < asked) {
            voice->fuel = float_max(voice->fuel, 0.8f);
        }
        voice->limiter += (float)count * bank->sound.limiter_rate / (float)AUDIO_RATE;
        voice->limiter -= voice->limiter >= 1.0f ? 1.0f : 0.0f;

        Weight weights[TABLES_MAX];
        int weight_count = 0;
        add_weights(bank, rpm, load, false, weights, &weight_count);
        add_weights(bank, rpm + rpm_step * (float)count, voice->load, true, weights, &weight_count);
        for (int i = 0; i < weight_count; i++) {
            add_table(voice, bank, &weights[i], phases, out, count);
        }
        add_pops(voice, bank, out, count);
        for (int i = 0; i < count; i++) {
            mono[done + i] += signal_soft_clip(signal_high(&voice->low, out[i]));
        }
        while (voice->firing < bank->sound.cylinder_count &&
               bank->sound.firing[voice->firing].angle_deg * per_cycle <= voice->phase) {
            fire(voice, bank, rpm, wanted < 0.2f);
            voice->firing++;
        }
        if (voice->phase >= 1.0f) {
            voice->phase -= 1.0f;
            voice->cycle++;
            voice->firing = 0;
        }
        done += count;
    }
}
