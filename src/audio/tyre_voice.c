#include "audio/tyre_voice.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/scalar.h"
#include "track/track.h"

#include <math.h>

#define POWER_WHOLE  25e3f ///< W of sliding of a car that squeals in full.
#define SPEED_WHOLE  60.0f ///< m/s at which rolling is loudest.
#define SLIP_WHOLE   15.0f ///< m/s of sliding that raises the squeal as far as it goes.
#define LEAST        1e-4f ///< A layer below is silent.
#define SQUEAL_HZ    720.0f
#define SQUEAL_GAIN  0.30f
#define SCRUB_GAIN   0.45f
#define SCUFF_GAIN   0.55f
#define ROLL_GAIN    1.20f
#define SPRAY_GAIN   0.16f
#define GRAIN_PEAK   0.22f
#define RUMBLE_GAIN  0.65f
#define GRAIN_CHANCE 0.15f ///< Of a stone in a sample, at most.

/// What a surface adds to each layer (0 to 1) and its pitches.
typedef struct SurfaceSound {
    float squeal, scuff, roll, grains, spray;
    float scuff_hz, roll_hz, grains_hz;
} SurfaceSound;

static const SurfaceSound sounds[SURFACE_BUILT_IN_COUNT] = {
    [SURFACE_ASPHALT] = {1.0f, 0.0f, 0.35f, 0.0f, 0.0f, 900.0f, 700.0f, 2000.0f},
    [SURFACE_CONCRETE] = {1.0f, 0.0f, 0.45f, 0.0f, 0.0f, 900.0f, 1000.0f, 2000.0f},
    [SURFACE_KERB] = {0.8f, 0.0f, 0.40f, 0.0f, 0.0f, 900.0f, 500.0f, 2000.0f},
    [SURFACE_WET] = {0.2f, 0.2f, 0.30f, 0.0f, 0.5f, 1800.0f, 900.0f, 2000.0f},
    [SURFACE_DIRT] = {0.0f, 0.7f, 0.60f, 0.4f, 0.0f, 700.0f, 350.0f, 1600.0f},
    [SURFACE_GRAVEL] = {0.0f, 1.0f, 0.80f, 1.0f, 0.0f, 1300.0f, 450.0f, 2600.0f},
    [SURFACE_GRASS] = {0.0f, 0.5f, 0.50f, 0.1f, 0.0f, 1000.0f, 300.0f, 1000.0f},
    [SURFACE_MUD] = {0.0f, 0.6f, 0.70f, 0.1f, 0.3f, 400.0f, 220.0f, 700.0f},
    [SURFACE_SAND] = {0.0f, 0.8f, 0.80f, 0.3f, 0.0f, 2600.0f, 600.0f, 4000.0f},
    [SURFACE_SNOW] = {0.0f, 0.6f, 0.60f, 0.3f, 0.0f, 1500.0f, 400.0f, 1800.0f},
    [SURFACE_OIL] = {0.1f, 0.1f, 0.15f, 0.0f, 0.1f, 600.0f, 400.0f, 2000.0f},
    [SURFACE_ICE] = {0.0f, 0.4f, 0.20f, 0.0f, 0.0f, 4200.0f, 2200.0f, 2000.0f},
    [SURFACE_WATER] = {0.0f, 0.3f, 0.50f, 0.0f, 1.0f, 900.0f, 500.0f, 2000.0f},
    [SURFACE_DEEP] = {0.0f, 0.3f, 0.50f, 0.0f, 1.0f, 700.0f, 400.0f, 2000.0f},
};

/// 0 to 1 by a power, which grows over decades: its square root.
static float grown(float power, float whole) {
    return sqrtf(float_clamp(power / whole, 0.0f, 1.0f));
}

/// A mean of pitches, weighted by how loud each is.
typedef struct Pitch {
    float sum, weight;
} Pitch;

static void pitch_add(Pitch *pitch, float hz, float weight) {
    pitch->sum += hz * weight;
    pitch->weight += weight;
}

static float pitch_mean(Pitch pitch, float otherwise) {
    return pitch.weight > 0.0f ? pitch.sum / pitch.weight : otherwise;
}

TyreLevels tyre_levels(const SoundWheel wheels[CAR_WHEELS]) {
    TyreLevels out = {0};
    Pitch scuff = {0}, roll = {0}, grains = {0};
    float rubber = 0.0f, loose = 0.0f, sliding = 0.0f, load = 0.0f;
    for (int i = 0; i < CAR_WHEELS; i++) {
        const SoundWheel *wheel = &wheels[i];
        ASSERT(wheel->surface < SURFACE_BUILT_IN_COUNT);
        const SurfaceSound *sound = &sounds[wheel->surface];
        float pace = float_clamp(wheel->speed / SPEED_WHOLE, 0.0f, 1.0f), rise = sqrtf(pace);
        float power = wheel->use > 1.0f ? float_min(wheel->power, 1e6f) : 0.0f;
        rubber += power * sound->squeal;
        loose += power * sound->scuff;
        sliding = power > 0.0f ? float_max(sliding, wheel->slip) : sliding;
        load += wheel->load;
        pitch_add(&scuff, sound->scuff_hz, power * sound->scuff);
        pitch_add(&roll, sound->roll_hz, sound->roll * pace);
        pitch_add(&grains, sound->grains_hz, sound->grains * pace);
        out.roll += 0.25f * sound->roll * pace * rise;
        out.grains += 0.25f * sound->grains * rise;
        out.spray += 0.25f * sound->spray * pace;
        out.grains_rate += 6.0f * float_min(wheel->speed, SPEED_WHOLE) * sound->grains;
        if (wheel->surface == SURFACE_KERB) {
            out.rumble += 0.25f * rise;
            out.rumble_rate = float_max(out.rumble_rate, wheel->speed / TRACK_KERB_STRIPE);
        }
    }
    out.squeal = grown(rubber, POWER_WHOLE);
    out.scrub = out.squeal;
    out.scuff = grown(loose, POWER_WHOLE);
    // The faster it slides, the higher it squeals; the heavier the car, the lower.
    float light = float_clamp(1.25f - load / 50e3f, 0.8f, 1.2f);
    out.squeal_hz = SQUEAL_HZ * light * (1.0f + 0.35f * float_min(sliding / SLIP_WHOLE, 1.0f));
    out.scuff_hz = pitch_mean(scuff, 900.0f);
    out.roll_hz = pitch_mean(roll, 500.0f);
    out.grains_hz = pitch_mean(grains, 2000.0f);
    return out;
}

static float toward(float from, float to, float share) { return from + share * (to - from); }

/// The same of a level, which ends at nothing.
static float level_toward(float from, float to, float share) {
    float out = toward(from, to, share);
    return to == 0.0f && out < LEAST ? 0.0f : out;
}

/// The same of a pitch or a rate of a layer that has a level.
static float pitch_toward(float from, float to, float share, float level) {
    return level > LEAST ? toward(from, to, share) : to;
}

TyreLevels tyre_levels_toward(const TyreLevels *from, const TyreLevels *to, float share) {
    return (TyreLevels){
        .squeal = level_toward(from->squeal, to->squeal, share),
        .scrub = level_toward(from->scrub, to->scrub, share),
        .scuff = level_toward(from->scuff, to->scuff, share),
        .roll = level_toward(from->roll, to->roll, share),
        .grains = level_toward(from->grains, to->grains, share),
        .rumble = level_toward(from->rumble, to->rumble, share),
        .spray = level_toward(from->spray, to->spray, share),
        .squeal_hz = pitch_toward(from->squeal_hz, to->squeal_hz, share, from->squeal),
        .scuff_hz = pitch_toward(from->scuff_hz, to->scuff_hz, share, from->scuff),
        .roll_hz = pitch_toward(from->roll_hz, to->roll_hz, share, from->roll),
        .grains_hz = pitch_toward(from->grains_hz, to->grains_hz, share, from->grains),
        .grains_rate = pitch_toward(from->grains_rate, to->grains_rate, share, from->grains),
        // Where no kerb is left, the rumble fades at the pace that it had.
        .rumble_rate = to->rumble > 0.0f ? to->rumble_rate : from->rumble_rate,
    };
}

TyreVoice tyre_voice_make(uint32_t seed) {
    return (TyreVoice){
        .noise = {.seed = seed},
        .squeal = {signal_band_pass(SQUEAL_HZ, 9.0f), signal_band_pass(2.3f * SQUEAL_HZ, 9.0f)},
        .scrub = signal_band_pass(320.0f, 1.2f),
        .scuff = signal_band_pass(900.0f, 0.7f),
        .grains = signal_band_pass(2000.0f, 3.0f),
        .roll = {signal_pole(500.0f), signal_pole(40.0f)},
        .spray = signal_pole(3500.0f),
        .wander = signal_pole(25.0f),
        .thump = signal_pole(350.0f)};
}

/// The level of one layer over a block: a straight line.
typedef struct Ramp {
    float level, step;
    bool heard;
} Ramp;

static Ramp ramp_of(float from, float to, float gain, int frames) {
    float step = gain * (to - from) / (float)frames;
    return (Ramp){gain * from + step, step, from > LEAST || to > LEAST};
}

static void tune(SignalBiquad *band, float hz, float q) {
    SignalBiquad like = signal_band_pass(hz, q);
    signal_retune(band, &like);
}

/// A wave like a sine, of two parabolas: its partials fall with the cube of their number.
static float parabola(float turns) {
    float x = 2.0f * (turns - (float)(int)turns) - 1.0f;
    return 4.0f * x * (1.0f - fabsf(x));
}

/// Rubber sticks and slips: a tone that wavers and never settles, and noise in its bands.
static void add_squeal(TyreVoice *voice, const TyreLevels *to, float *out, int frames) {
    Ramp ramp = ramp_of(voice->now.squeal, to->squeal, SQUEAL_GAIN, frames);
    if (!ramp.heard) {
        return;
    }
    tune(&voice->squeal[0], to->squeal_hz, 9.0f);
    tune(&voice->squeal[1], 2.3f * to->squeal_hz, 9.0f);
    float hz = voice->now.squeal_hz > 0.0f ? voice->now.squeal_hz : to->squeal_hz;
    float bend = (to->squeal_hz - hz) / (float)frames;
    for (int i = 0; i < frames; i++) {
        float noise = signal_noise(&voice->noise);
        float waver = signal_low(&voice->wander, noise); // about 0.02 in size
        float tone = parabola(voice->squeal_phase) + 0.45f * parabola(2.0f * voice->squeal_phase) +
                     0.25f * parabola(3.0f * voice->squeal_phase);
        float breath =
            signal_filter(&voice->squeal[0], noise) + signal_filter(&voice->squeal[1], noise);
        float rough = float_clamp(0.7f + 12.0f * waver, 0.2f, 1.2f);
        out[i] += (0.45f * tone * rough + 1.6f * breath) * (ramp.level + ramp.step * (float)i);
        float step = (hz + bend * (float)i) * (1.0f + 2.0f * waver) / (float)AUDIO_RATE;
        voice->squeal_phase += step;
        voice->squeal_phase -= voice->squeal_phase >= 1.0f ? 1.0f : 0.0f;
    }
}

static void add_band(TyreVoice *voice, SignalBiquad *band, Ramp ramp, float *out, int frames) {
    for (int i = 0; i < frames && ramp.heard; i++) {
        float value = signal_filter(band, signal_noise(&voice->noise));
        out[i] += value * (ramp.level + ramp.step * (float)i);
    }
}

static void add_roll(TyreVoice *voice, const TyreLevels *to, float *out, int frames) {
    Ramp roll = ramp_of(voice->now.roll, to->roll, ROLL_GAIN, frames);
    Ramp spray = ramp_of(voice->now.spray, to->spray, SPRAY_GAIN, frames);
    if (roll.heard) {
        voice->roll[0].share = signal_pole(to->roll_hz).share;
    }
    for (int i = 0; i < frames && roll.heard; i++) {
        float value = signal_low(&voice->roll[0], signal_noise(&voice->noise));
        value = signal_high(&voice->roll[1], value);
        out[i] += value * (roll.level + roll.step * (float)i);
    }
    for (int i = 0; i < frames && spray.heard; i++) {
        float value = signal_high(&voice->spray, signal_noise(&voice->noise));
        out[i] += value * (spray.level + spray.step * (float)i);
    }
}

/// One stone after the other, at random times and of random sizes; of another pitch in each block.
static void add_grains(TyreVoice *voice, const TyreLevels *to, float *out, int frames) {
    Ramp ramp = ramp_of(voice->now.grains, to->grains, GRAIN_PEAK, frames);
    if (!ramp.heard) {
        return;
    }
    tune(&voice->grains, to->grains_hz * (1.0f + 0.25f * signal_noise(&voice->noise)), 3.0f);
    float scale = 1.0f / voice->grains.b0; // an impulse of 1 comes out with a peak of about 1
    float rate = float_max(to->grains_rate, voice->now.grains_rate);
    float chance = float_clamp(rate / (float)AUDIO_RATE, 1e-6f, GRAIN_CHANCE);
    for (int i = 0; i < frames; i++) {
        float pick = signal_noise(&voice->noise);
        float size = pick / chance; // even in -1 to 1 among those that count
        float in = fabsf(pick) < chance ? scale * size * size * size : 0.0f;
        out[i] += signal_filter(&voice->grains, in) * (ramp.level + ramp.step * (float)i);
    }
}

/// A thump a stripe, of which the ear hears the sixth partial best, and noise in its time.
static void add_rumble(TyreVoice *voice, const TyreLevels *to, float *out, int frames) {
    Ramp ramp = ramp_of(voice->now.rumble, to->rumble, RUMBLE_GAIN, frames);
    float step = float_min(to->rumble_rate / (float)AUDIO_RATE, 0.01f);
    for (int i = 0; i < frames && ramp.heard; i++) {
        float wave = signal_sine(voice->rumble_phase);
        float beat = wave > 0.0f ? wave * wave * wave : 0.0f;
        float tone = signal_sine(6.0f * voice->rumble_phase);
        float noise = signal_low(&voice->thump, signal_noise(&voice->noise));
        // Less the mean of the first summand: 4 / (6 pi) of it.
        float value = 0.8f * (beat - 0.2122f) + beat * (0.6f * tone + 2.0f * noise);
        out[i] += value * (ramp.level + ramp.step * (float)i);
        voice->rumble_phase += step;
        voice->rumble_phase -= voice->rumble_phase >= 1.0f ? 1.0f : 0.0f;
    }
}

/// `levels` with the last pitches where there are none.
static TyreLevels with_pitches(const TyreVoice *voice, const TyreLevels *levels) {
    TyreLevels out = *levels;
    const TyreLevels *now = &voice->now;
    out.squeal_hz = out.squeal_hz > 0.0f ? out.squeal_hz : now->squeal_hz;
    out.scuff_hz = out.scuff_hz > 0.0f ? out.scuff_hz : now->scuff_hz;
    out.roll_hz = out.roll_hz > 0.0f ? out.roll_hz : now->roll_hz;
    out.grains_hz = out.grains_hz > 0.0f ? out.grains_hz : now->grains_hz;
    out.rumble_rate = out.rumble_rate > 0.0f ? out.rumble_rate : now->rumble_rate;
    return out;
}

void tyre_voice_add(TyreVoice *voice, const TyreLevels *levels, float *mono, int frames) {
    ASSERT(frames > 0 && frames <= AUDIO_BLOCK);
    TyreLevels aim = with_pitches(voice, levels);
    const TyreLevels *to = &aim;
    float out[AUDIO_BLOCK] = {0};
    add_squeal(voice, to, out, frames);
    Ramp scrub = ramp_of(voice->now.scrub, to->scrub, SCRUB_GAIN, frames);
    add_band(voice, &voice->scrub, scrub, out, frames);
    Ramp scuff = ramp_of(voice->now.scuff, to->scuff, SCUFF_GAIN, frames);
    if (scuff.heard) {
        tune(&voice->scuff, to->scuff_hz, 0.7f);
    }
    add_band(voice, &voice->scuff, scuff, out, frames);
    add_roll(voice, to, out, frames);
    add_grains(voice, to, out, frames);
    add_rumble(voice, to, out, frames);
    for (int i = 0; i < frames; i++) {
        mono[i] += signal_soft_clip(out[i]);
    }
    voice->now = *to;
}
