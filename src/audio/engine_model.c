#include "audio/engine_model.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/scalar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SOUND_COLD   345.0f ///< m/s in the intake.
#define SOUND_HOT    540.0f ///< m/s in the exhaust: gas at some 450 degrees.
#define VALVE_CLOSED 0.95f  ///< What an end reflects (Baldan et al. 2015).
#define VALVE_OPEN   0.01f
#define RUNNER_LOSS \
    0.75f ///< Of a wave that runs along a runner once. With less loss the closed runners swallow
          ///< their quarter waves: whole octaves of a sweep lose their firing order.
#define PIPE_LOSS     0.90f
#define CHAMBER_LOSS  0.80f
#define PIPE_AREA     1.6f    ///< Of the pipe over that of a runner.
#define OPEN_END      0.50f   ///< What an open end reflects of low tones, upside down.
#define PIPE_CORNER   5200.0f ///< Hz: what walls and bends swallow in a pipe.
#define EXHAUST_SCALE 40.0f   ///< Make exhaust, intake and block about equally loud at 0 dB each.
#define INTAKE_SCALE  55.0f
#define BLOCK_SCALE   2.0f
#define END_CORNER    2600.0f ///< Hz, above which an open end reflects less and less.

enum {
    LINE = 1024, ///< Samples of a delay line: 11 m of exhaust. A power of two.
    LINE_MASK = LINE - 1,
    RUNNER_LINE = 256, ///< The same of a runner: 1.8 m of intake, 2.8 m of exhaust.
    RUNNER_MASK = RUNNER_LINE - 1,
    CYLINDERS = CAR_SOUND_CYLINDERS_MAX,
    BANKS = CAR_SOUND_BANKS_MAX,
    MUFFLERS_MAX = 3,
    SEGMENTS_MAX = 2 * MUFFLERS_MAX + 1,
    BLOCK_MODES = 3,
    STRETCH = 256, ///< Samples that are run at once.
};

/// A piece of pipe of one area: waves there and back.
typedef struct Segment {
    float forth[LINE], back[LINE];
    int length;    ///< Samples of one way.
    float scatter; ///< What the step of area at its far end reflects.
    SignalPole loss;
} Segment;

/// A collector with its pipe.
typedef struct Exhaust {
    Segment segments[SEGMENTS_MAX];
    int segment_count;
    int cylinder_count;
    SignalPole end;
    float junction;   ///< 2 over the area of all that meets in the collector.
    float to_runners; ///< Pressure in the collector.
} Exhaust;

typedef struct Cylinder {
    float exhaust_forth[RUNNER_LINE], exhaust_back[RUNNER_LINE];
    float intake_forth[RUNNER_LINE], intake_back[RUNNER_LINE];
    int exhaust_length, intake_length; ///< Samples of one way.
    int bank;                          ///< From 0.
    float angle;                       ///< 0 to 1, of the cycle.
    float strength;                    ///< Its own, always the same.
    float force;                       ///< Of this firing.
    int at;                            ///< Sample of its own cycle.
    int late;                          ///< Samples by which this firing is late.
} Cylinder;

struct EngineModel {
    CarSound sound;
    Cylinder cylinders[CYLINDERS];
    Exhaust exhausts[BANKS];
    int bank_count;
    int now; ///< Sample since it began: where the delay lines are.

    // One cycle of a cylinder, from its ignition on: what its ends reflect, what it blows and
    // draws.
    float exhaust_end[ENGINE_CYCLE_MAX], exhaust_blow[ENGINE_CYCLE_MAX];
    float intake_end[ENGINE_CYCLE_MAX], intake_draw[ENGINE_CYCLE_MAX];
    float knock[ENGINE_CYCLE_MAX];
    int samples;
    float roughness; ///< At this speed and load.

    float airbox_forth[RUNNER_LINE], airbox_back[RUNNER_LINE];
    int airbox_length;
    float airbox_area, airbox_junction; ///< As of a collector.
    SignalPole airbox_end, noise_low, intake_loss;
    SignalNoise noise, hiss, jitter;
    float noise_level;
    SignalResonator modes[BLOCK_MODES];
    float knocked; ///< Force on the block, a sample ago.
    float exhaust_gain, intake_gain, block_gain;
    float bank_gains[BANKS];
    SignalPole rasp_low, rasp_high;
    SignalBiquad bright[2];
};

static int samples_of(float metres, float speed, int max) {
    int samples = (int)(metres / speed * (float)AUDIO_RATE + 0.5f);
    return samples < 1 ? 1 : samples > max ? max : samples;
}

/// A pipe of `count` chambers, each between pieces of pipe of equal length.
static void make_exhaust(Exhaust *exhaust, const CarSound *sound, int bank) {
    int chambers = (int)(sound->muffler_count + 0.5f);
    exhaust->segment_count = 2 * chambers + 1;
    // No two pipes and no two pieces have one length, so that not all resonances meet.
    float pipe = sound->exhaust_pipe * (bank == 0 ? 1.0f : 1.07f) / (float)(chambers + 1);
    float reflected = (sound->muffler_area - 1.0f) / (sound->muffler_area + 1.0f);
    for (int i = 0; i < exhaust->segment_count; i++) {
        Segment *segment = &exhaust->segments[i];
        bool chamber = i % 2 == 1;
        float uneven = 1.0f + 0.13f * (float)(i / 2);
        float metres = (chamber ? sound->muffler_length : pipe) * uneven;
        segment->length = samples_of(metres, SOUND_HOT, LINE_MASK - 1);
        segment->scatter = chamber ? reflected : -reflected;
        segment->loss = signal_pole(chamber ? 0.5f * PIPE_CORNER : PIPE_CORNER);
    }
    exhaust->end = signal_pole(END_CORNER);
    exhaust->junction = 2.0f / ((float)exhaust->cylinder_count + PIPE_AREA);
}

EngineModel *engine_model_make(const CarSound *sound) {
    ASSERT(sound != NULL && sound->cylinder_count > 0);
    EngineModel *model = calloc(1, sizeof *model);
    ASSERT(model != NULL);
    model->sound = *sound;
    model->noise.seed = 1;
    model->jitter.seed = 2;
    model->hiss.seed = 3;
    int count = sound->cylinder_count;
    for (int i = 0; i < count; i++) {
        Cylinder *cylinder = &model->cylinders[i];
        cylinder->bank = sound->firing[i].bank - 1;
        cylinder->angle = sound->firing[i].angle_deg / car_sound_cycle_deg(sound);
        Exhaust *exhaust = &model->exhausts[cylinder->bank];
        // Runners of a collector: the shortest first, then longer and longer. A little of it is
        // there in every engine.
        float place = (float)(exhaust->cylinder_count * 5 % 4) / 3.0f - 0.5f;
        float longer = 1.0f + (sound->runner_spread + 0.02f) * place;
        cylinder->exhaust_length =
            samples_of(sound->exhaust_runner * longer, SOUND_HOT, RUNNER_MASK - 1);
        cylinder->intake_length =
            samples_of(sound->intake_runner * (1.0f + 0.04f * place), SOUND_COLD, RUNNER_MASK - 1);
        cylinder->strength = 1.0f + 0.5f * sound->unevenness * signal_noise_at(7, (uint32_t)i);
        cylinder->force = cylinder->strength;
        exhaust->cylinder_count++;
        model->bank_count = cylinder->bank + 1 > model->bank_count ? cylinder->bank + 1 //
                                                                   : model->bank_count;
    }
    for (int i = 0; i < model->bank_count; i++) {
        make_exhaust(&model->exhausts[i], sound, i);
    }
    model->airbox_area = 0.5f * (float)count + 1.0f; // of its duct over that of a runner
    model->airbox_junction = 2.0f / ((float)count + model->airbox_area);
    model->airbox_length = samples_of(sound->airbox, SOUND_COLD, RUNNER_MASK - 1);
    model->airbox_end = signal_pole(1800.0f);
    model->intake_loss = signal_pole(4000.0f);
    model->noise_low = signal_pole(2500.0f);
    static const float modes[BLOCK_MODES][2] = {
        {640.0f, 0.02f}, {1470.0f, 0.012f}, {3130.0f, 0.008f}};
    for (int i = 0; i < BLOCK_MODES; i++) { // a smaller block rings higher
        float higher = 1.3f - 0.06f * (float)count;
        model->modes[i] = signal_resonator(modes[i][0] * higher, modes[i][1]);
    }
    float few = 1.0f / sqrtf((float)count);
    model->exhaust_gain = EXHAUST_SCALE * signal_gain(sound->exhaust_level) * few;
    model->intake_gain = INTAKE_SCALE * signal_gain(sound->intake_level) * few;
    model->block_gain = BLOCK_SCALE * signal_gain(sound->block_level) * few;
    model->bank_gains[0] = 1.0f;
    model->bank_gains[1] = signal_gain(sound->bank_level);
    model->rasp_low = signal_pole(5000.0f);
    model->rasp_high = signal_pole(700.0f);
    model->bright[0] = signal_low_pass(sound->brightness, 0.707f);
    model->bright[1] = signal_low_pass(13000.0f, 0.707f);
    return model;
}

void engine_model_free(EngineModel *model) { free(model); }

/// 0 outside of [from, to], within it a smooth hill up to 1.
static float hill(float x, float from, float to) {
    if (x <= from || x >= to) {
        return 0.0f;
    }
    float sine = trig_sin(TRIG_PI * (x - from) / (to - from));
    return sine * sine;
}

/// What flows out when the exhaust valve opens at `from`: a rise within `rise`, a decay from there
/// on, and none when the valve closes at `to`.
static float blow(float x, float from, float to, float rise, float fall) {
    if (x <= from || x >= to) {
        return 0.0f;
    }
    float since = x - from;
    float up = since < rise ? 0.5f - 0.5f * trig_cos(TRIG_PI * since / rise) : 1.0f;
    float down = since < rise ? 1.0f : signal_exp2(-(since - rise) / fall);
    float close = float_min((to - x) / (0.25f * (to - from)), 1.0f);
    return up * down * close;
}

/// When valves open and close, in cycles after ignition.
typedef struct Timing {
    float exhaust_from, exhaust_to, intake_from, intake_to;
} Timing;

/// One cycle of a cylinder, as tables: ignition is at 0.
static void shape_cycle(EngineModel *model, float load) {
    const CarSound *sound = &model->sound;
    // A two-stroke has ports that the piston opens near the bottom, for both at once.
    Timing timing = sound->strokes == 2 ? (Timing){0.24f, 0.76f, 0.52f, 0.98f}
                                        : (Timing){0.19f, 0.52f, 0.46f, 0.82f};
    float pistons = sound->strokes == 2 ? 1.0f : 2.0f; // strokes up and down in a cycle
    float step = 1.0f / (float)model->samples;
    float hz = (float)AUDIO_RATE * step; // cycles a second
    // The burst takes some time however fast the engine turns; a sharp one begins in a quarter of a
    // millisecond.
    float blunt = 1.0f - sound->sharpness;
    float rise = (0.006f + 0.09f * blunt * blunt) + (0.00015f + 0.0004f * blunt) * hz;
    rise = float_clamp(rise, 4.0f * step, 0.2f);
    float fall = sound->strokes == 2 ? 0.12f : 0.075f + 0.035f * blunt;
    float strong = 0.15f + 0.85f * load;
    float open = 0.12f + 0.88f * load; // of the throttle
    for (int i = 0; i < model->samples; i++) {
        float x = (float)i * step;
        float lift = hill(x, timing.exhaust_from, timing.exhaust_to);
        model->exhaust_end[i] = VALVE_CLOSED + (VALVE_OPEN - VALVE_CLOSED) * lift;
        float push = trig_sin(2.0f * TRIG_PI * (pistons * x - 0.5f)); // up: positive
        model->exhaust_blow[i] =
            strong * blow(x, timing.exhaust_from, timing.exhaust_to, rise, fall) +
            0.12f * lift * push * (0.4f + 0.6f * load);
        lift = hill(x, timing.intake_from, timing.intake_to);
        model->intake_end[i] = VALVE_CLOSED + (VALVE_OPEN - VALVE_CLOSED) * lift;
        model->intake_draw[i] = open * lift * (0.35f + 0.65f * fabsf(push));
        // Combustion, then the valves that fall into their seats.
        float burn = blow(x, 0.0f, 0.2f, float_max(0.008f, 4.0f * step), 0.012f);
        float seat = blow(x, timing.exhaust_to, timing.exhaust_to + 0.02f, 4.0f * step, 0.003f) +
                     blow(x, timing.intake_to, timing.intake_to + 0.02f, 4.0f * step, 0.003f);
        model->knock[i] = (0.15f + 0.85f * load) * burn + 0.12f * seat;
    }
}

void engine_model_set(EngineModel *model, int samples, float load, float idle) {
    ASSERT(samples >= 64 && samples <= ENGINE_CYCLE_MAX);
    model->samples = samples;
    shape_cycle(model, load);
    for (int i = 0; i < model->sound.cylinder_count; i++) {
        Cylinder *cylinder = &model->cylinders[i];
        int offset = (int)(cylinder->angle * (float)samples + 0.5f) % samples;
        cylinder->at = (samples - offset) % samples;
        cylinder->late = 0;
    }
    model->roughness =
        model->sound.roughness * (1.3f - 0.6f * load) + model->sound.idle_lope * idle;
    model->noise_level = model->sound.intake_noise * (0.7f + 1.7f * load);
}

/// Draws anew how strong and how late a firing is.
static void next_firing(EngineModel *model, Cylinder *cylinder) {
    float rough = model->roughness;
    cylinder->force =
        float_max(cylinder->strength * (1.0f + 0.45f * rough * signal_noise(&model->jitter)), 0.0f);
    // Up to 1 % of a cycle.
    float late = 0.01f * rough * (float)model->samples * signal_noise(&model->jitter);
    cylinder->late = (int)(late + (late < 0.0f ? -0.5f : 0.5f));
}

/// One sample of a cylinder's runners. Returns what it blows toward its collector; `*intake` is
/// what its intake brings to the airbox.
static float step_cylinder(EngineModel *model, Cylinder *cylinder, float noise, float *intake) {
    int at = cylinder->at;
    int samples = model->samples;
    int fired = at - cylinder->late;
    fired += fired < 0 ? samples : fired >= samples ? -samples : 0;
    int now = model->now;

    float back = cylinder->exhaust_back[(now - cylinder->exhaust_length) & RUNNER_MASK];
    cylinder->exhaust_forth[now & RUNNER_MASK] =
        model->exhaust_end[at] * back + cylinder->force * model->exhaust_blow[fired];
    float out =
        RUNNER_LOSS * cylinder->exhaust_forth[(now - cylinder->exhaust_length) & RUNNER_MASK];

    float drawn = model->intake_draw[at];
    back = cylinder->intake_back[(now - cylinder->intake_length) & RUNNER_MASK];
    cylinder->intake_forth[now & RUNNER_MASK] = model->intake_end[at] * back - drawn * noise;
    float mouth =
        RUNNER_LOSS * cylinder->intake_forth[(now - cylinder->intake_length) & RUNNER_MASK];
    *intake = mouth;

    cylinder->at = at + 1 == samples ? 0 : at + 1;
    if (cylinder->at == 0) {
        next_firing(model, cylinder);
    }
    return out;
}

/// One sample of a pipe into which its collector lets `in`. Returns what leaves its open end.
static float step_pipe(Exhaust *exhaust, int now, float in) {
    int last = exhaust->segment_count - 1;
    float into = in;
    for (int i = 0; i <= last; i++) {
        Segment *segment = &exhaust->segments[i];
        segment->forth[now & LINE_MASK] = into;
        float end = (i & 1 ? CHAMBER_LOSS : PIPE_LOSS) *
                    signal_low(&segment->loss, segment->forth[(now - segment->length) & LINE_MASK]);
        if (i == last) {
            float reflected = -OPEN_END * signal_low(&exhaust->end, end);
            segment->back[now & LINE_MASK] = reflected;
            into = end + reflected; // what is not reflected is heard
        } else {
            // Kelly and Lochbaum's junction: continuous pressure and flow where areas meet.
            Segment *next = &exhaust->segments[i + 1];
            float returning = next->back[(now - next->length) & LINE_MASK];
            float scattered = segment->scatter * (end - returning);
            segment->back[now & LINE_MASK] = scattered + returning;
            into = end + scattered;
        }
    }
    return into;
}

/// What a stretch of samples gives to hear, before it is coloured and mixed.
typedef struct Parts {
    float exhaust[STRETCH], intake[STRETCH], knock[STRETCH];
} Parts;

/// The collectors and their pipes, one sample: what the runners of each bank have `blown` becomes
/// what leaves the open ends. `burst` explodes in the first.
static float step_exhausts(EngineModel *model, const float blown[BANKS], float burst) {
    float out = 0.0f;
    for (int i = 0; i < model->bank_count; i++) {
        Exhaust *bank = &model->exhausts[i];
        const Segment *pipe = &bank->segments[0];
        float back = pipe->back[(model->now - pipe->length) & LINE_MASK];
        // The pressure of a junction of n runners and a pipe: twice what arrives, by area, over all
        // areas; each gets it less what itself brought.
        bank->to_runners = bank->junction * (blown[i] + PIPE_AREA * back) + burst;
        out += model->bank_gains[i] * step_pipe(bank, model->now, bank->to_runners - back);
        burst = 0.0f;
    }
    return out;
}

/// The airbox and its duct, one sample: the runners have `drawn`. Returns what leaves the mouth,
/// and the pressure at the runners.
static float step_airbox(EngineModel *model, float drawn, float *pressure) {
    int at = model->now & RUNNER_MASK;
    int since = (model->now - model->airbox_length) & RUNNER_MASK;
    float back = model->airbox_back[since];
    *pressure = model->airbox_junction * (drawn + model->airbox_area * back);
    model->airbox_forth[at] = *pressure - back;
    float mouth = signal_low(&model->intake_loss, model->airbox_forth[since]);
    float reflected = -0.75f * signal_low(&model->airbox_end, mouth);
    model->airbox_back[at] = reflected;
    return mouth + reflected;
}

/// Runs all pipes for `count` samples, STRETCH at most. Of `bursts` (NULL: none) one a sample
/// explodes in the first collector.
static void run_pipes(EngineModel *model, const float *bursts, int count, Parts *parts) {
    int cylinders = model->sound.cylinder_count;
    for (int n = 0; n < count; n++) {
        float noise = signal_low(&model->noise_low, signal_noise(&model->noise));
        float blown[BANKS] = {0}, outs[CYLINDERS], mouths[CYLINDERS];
        float drawn = 0.0f, knock = 0.0f, pressure = 0.0f;
        for (int i = 0; i < cylinders; i++) {
            Cylinder *cylinder = &model->cylinders[i];
            knock += cylinder->force * model->knock[cylinder->at];
            outs[i] = step_cylinder(model, cylinder, 1.0f + model->noise_level * noise, &mouths[i]);
            drawn += mouths[i];
            blown[cylinder->bank] += outs[i];
        }
        parts->knock[n] = knock;
        parts->exhaust[n] = step_exhausts(model, blown, bursts ? bursts[n] : 0.0f);
        parts->intake[n] = step_airbox(model, drawn, &pressure);
        int at = model->now & RUNNER_MASK;
        for (int i = 0; i < cylinders; i++) {
            Cylinder *cylinder = &model->cylinders[i];
            float collector = model->exhausts[cylinder->bank].to_runners;
            cylinder->exhaust_back[at] = RUNNER_LOSS * (collector - outs[i]);
            cylinder->intake_back[at] = RUNNER_LOSS * (pressure - mouths[i]);
        }
        model->now++;
    }
}

/// Adds the noise of the gas and the ringing of the block, and mixes all.
static void mix(EngineModel *model, const Parts *parts, int count, float *out) {
    float rasp = 0.9f * model->sound.rasp;
    for (int n = 0; n < count; n++) {
        float exhaust = parts->exhaust[n];
        float hiss = signal_low(&model->rasp_low, signal_noise(&model->hiss));
        exhaust += rasp * signal_high(&model->rasp_high, hiss) * fabsf(exhaust);
        float struck = parts->knock[n] - model->knocked; // it rings with sudden forces alone
        model->knocked = parts->knock[n];
        float block = 0.0f;
        for (int i = 0; i < BLOCK_MODES; i++) {
            block += signal_ring(&model->modes[i], struck);
        }
        float sum = model->exhaust_gain * exhaust + model->intake_gain * parts->intake[n] +
                    model->block_gain * block;
        out[n] = signal_filter(&model->bright[1], signal_filter(&model->bright[0], sum));
    }
}

/// Runs everything for `count` samples.
static void run(EngineModel *model, const float *bursts, float *out, int count) {
    Parts parts;
    for (int at = 0; at < count; at += STRETCH) {
        int length = count - at < STRETCH ? count - at : STRETCH;
        run_pipes(model, bursts ? bursts + at : NULL, length, &parts);
        mix(model, &parts, length, out + at);
    }
}

void engine_model_cycle(EngineModel *model, float *out) { run(model, NULL, out, model->samples); }

void engine_model_pop(const EngineModel *model, uint32_t kind, float *out, int count) {
    EngineModel *silent = engine_model_make(&model->sound);
    silent->samples = 64; // all tables are 0: no cylinder blows, and closed valves are
    for (int i = 0; i < silent->samples; i++) {
        silent->exhaust_end[i] = VALVE_CLOSED;
    }
    for (int i = 0; i < count; i++) {
        // A bang that falls to 1/e within some 1.5 ms, and is rough.
        float seconds = (float)i / (float)AUDIO_RATE;
        float fall = signal_exp2(-seconds / (0.0008f + 0.0005f * (float)(kind % 3)));
        out[i] = fall * (0.6f + 0.7f * signal_noise_at(100 + kind, (uint32_t)i / 3));
    }
    run(silent, out, out, count);
    engine_model_free(silent);
}
