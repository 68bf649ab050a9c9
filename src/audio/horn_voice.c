#include "audio/horn_voice.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/scalar.h"

#define HORN_ATTACK 0.008f ///< s
#define HORN_FALL   0.025f
#define HORN_LEAST  1e-4f ///< A level below is silent.
#define HORN_PEAK   0.5f

enum {
    HORN_PARTIALS = 6
};

/// Of the partials of a reed: odd ones lead, as in a horn of sheet metal.
static const float partials[HORN_PARTIALS] = {0.50f, 0.28f, 0.36f, 0.16f, 0.18f, 0.08f};

HornVoice horn_voice_make(void) { return (HornVoice){.soft = signal_pole(5000.0f)}; }

/// One sample of a reed, whose sines follow from the first one:
/// sin((n + 1) x) = 2 cos(x) sin(n x) - sin((n - 1) x).
static float reed(float turns, int count) {
    TrigPair first = trig_sincos(2.0f * TRIG_PI * turns);
    float before = 0.0f, now = first.sin, sum = 0.0f;
    for (int n = 0; n < count; n++) {
        sum += partials[n] * now;
        float next = 2.0f * first.cos * now - before;
        before = now;
        now = next;
    }
    return sum;
}

static int partials_below(float hz) {
    int count = (int)((float)AUDIO_RATE / (3.0f * hz));
    return count < 1 ? 1 : count > HORN_PARTIALS ? HORN_PARTIALS : count;
}

void horn_voice_add(HornVoice *voice, HornTones tones, bool pressed, float *mono, int frames) {
    if (!pressed && voice->level == 0.0f) {
        return;
    }
    const float hz[2] = {tones.low_hz, tones.high_hz};
    ASSERT(hz[0] >= 20.0f && hz[0] <= 5000.0f && hz[1] >= 20.0f && hz[1] <= 5000.0f);
    const int count[2] = {partials_below(hz[0]), partials_below(hz[1])};
    float target = pressed ? 1.0f : 0.0f;
    float share = signal_share(pressed ? HORN_ATTACK : HORN_FALL, (float)AUDIO_RATE);
    for (int i = 0; i < frames; i++) {
        float sum = 0.0f;
        for (int k = 0; k < 2; k++) {
            sum += reed(voice->phase[k], count[k]);
            voice->phase[k] += hz[k] / (float)AUDIO_RATE;
            voice->phase[k] -= voice->phase[k] >= 1.0f ? 1.0f : 0.0f;
        }
        voice->level += share * (target - voice->level);
        // Two reeds reach 2 x 1.2 at most; the tone of a horn is a little torn.
        float tone = signal_soft_clip(0.55f * sum);
        mono[i] += HORN_PEAK * signal_low(&voice->soft, tone * voice->level);
    }
    voice->level = !pressed && voice->level < HORN_LEAST ? 0.0f : voice->level;
}
