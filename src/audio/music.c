#include "audio/music.h"

#include "audio/audio.h"
#include "base/assert.h"
#include "base/random.h"
#include "base/scalar.h"

#include <string.h>

enum {
    SCALE = 7,
    BAR_BEATS = 4,
    BAR_EIGHTHS = 8,
    PHRASE_BARS = 4,
    CHORD = 4,        ///< Notes of a chord.
    PROGRESSIONS = 3, ///< That a theme has to choose from.
    BASS_LOW = 36,    ///< MIDI, the lowest of an octave in which it lies.
    PAD_LOW = 53,
    BROKEN_LOW = 62,
    LEAD_LOW = 69,
    LEAD_HIGH = 88,
    RELEASES = 9, ///< Time constants of a fall after which nothing is left: e^-9 is -78 dB.
};

/// Who plays.
typedef enum MusicPart {
    PART_PAD,
    PART_BASS,
    PART_BROKEN,
    PART_LEAD,
    PART_COUNT
} MusicPart;

/// How an instrument sounds.
typedef struct Instrument {
    float ratios[MUSIC_PARTIALS], levels[MUSIC_PARTIALS]; ///< The levels sum up to at most 1.
    float rise_s, fall_s; ///< Time constants of its attack and of its end.
    float ring_s; ///< In which the lowest partial falls by 60 dB while held; 0: it does not.
} Instrument;

static const Instrument pad = {
    {1.0f, 2.0f, 3.0f, 4.0f}, {0.66f, 0.22f, 0.08f, 0.04f}, 0.35f, 0.45f, 0.0f};
static const Instrument bass = {
    {1.0f, 2.0f, 3.0f, 4.0f}, {0.72f, 0.20f, 0.06f, 0.02f}, 0.012f, 0.12f, 6.0f};
static const Instrument harp = {
    {1.0f, 2.0f, 3.0f, 4.0f}, {0.62f, 0.24f, 0.10f, 0.04f}, 0.002f, 0.25f, 2.2f};
static const Instrument lute = {
    {1.0f, 2.0f, 3.0f, 5.0f}, {0.46f, 0.28f, 0.18f, 0.08f}, 0.001f, 0.10f, 1.4f};
static const Instrument celesta = {
    {1.0f, 3.0f, 4.0f, 8.0f}, {0.74f, 0.12f, 0.11f, 0.03f}, 0.001f, 0.35f, 2.6f};
static const Instrument piano = { // an electric one: a bar and a tone far above
    {1.0f, 2.0f, 3.0f, 14.0f},
    {0.72f, 0.18f, 0.06f, 0.04f},
    0.003f,
    0.20f,
    3.0f};
static const Instrument flute = {
    {1.0f, 2.0f, 3.0f, 4.0f}, {0.80f, 0.14f, 0.05f, 0.01f}, 0.045f, 0.16f, 0.0f};

/// What a theme gives to a piece.
typedef struct Style {
    int scale[SCALE]; ///< Semitones above the key.
    /// Degrees of the scale on which chords stand, one a bar. The last of each is not the first: it
    /// leads back to it.
    int progressions[PROGRESSIONS][PHRASE_BARS];
    float slowest, fastest; ///< Beats a minute.
    const Instrument *parts[PART_COUNT];
} Style;

static const Style styles[THEME_COUNT] = {
    [THEME_MEADOW] = {{0, 2, 4, 5, 7, 9, 11}, // major
                      {{0, 4, 5, 3}, {0, 5, 1, 4}, {0, 2, 3, 4}},
                      84.0f,
                      98.0f,
                      {&pad, &bass, &harp, &flute}},
    [THEME_DUNE] = {{0, 2, 3, 5, 7, 9, 10}, // Dorian
                    {{0, 3, 0, 6}, {0, 2, 3, 6}, {0, 6, 3, 4}},
                    76.0f,
                    88.0f,
                    {&pad, &bass, &lute, &flute}},
    [THEME_SNOW] = {{0, 2, 4, 6, 7, 9, 11}, // Lydian
                    {{0, 1, 5, 4}, {0, 4, 1, 6}, {0, 5, 2, 1}},
                    66.0f,
                    76.0f,
                    {&pad, &bass, &celesta, &celesta}},
    [THEME_NIGHT] = {{0, 2, 3, 5, 7, 8, 10}, // natural minor
                     {{0, 5, 2, 6}, {0, 3, 5, 6}, {0, 2, 5, 3}},
                     70.0f,
                     82.0f,
                     {&pad, &bass, &piano, &piano}},
};

// ---- the score

/// A piece that is being written.
typedef struct Writing {
    MusicScore *score;
    const Style *style;
    Random random;
    float beat; ///< Frames.
} Writing;

static int pick(Random *random, int count) { return (int)(random_u32(random) % (uint32_t)count); }

/// The pitch of a degree of the scale, which may be any number.
static int pitch_of(const Writing *writing, int degree) {
    int octave = degree >= 0 ? degree / SCALE : -((SCALE - 1 - degree) / SCALE);
    return writing->score->key + 12 * octave + writing->style->scale[degree - octave * SCALE];
}

/// The same tone in the octave that begins at `low`.
static int folded(int pitch, int low) { return low + ((pitch - low) % 12 + 12) % 12; }

static void write_note(Writing *writing, MusicPart part, float start, float length, int pitch,
                       float level, float pan) {
    MusicScore *score = writing->score;
    ASSERT(score->count < MUSIC_NOTES_MAX);
    score->notes[score->count++] = (MusicNote){.start = (int)(start * writing->beat),
                                               .length = (int)(length * writing->beat),
                                               .pitch = pitch,
                                               .level = level,
                                               .pan = pan,
                                               .instrument = (uint8_t)part};
}

/// Tones of the chord on `degree`: root, third, fifth and seventh.
static void chord_of(const Writing *writing, int degree, int out[CHORD]) {
    for (int i = 0; i < CHORD; i++) {
        out[i] = pitch_of(writing, degree + 2 * i);
    }
}

/// Held under all: each tone in the octave of the pad, so the chord moves as little as it can. A
/// major seventh is left out: in one octave it rubs against the root.
static void write_pad(Writing *writing, float start, const int chord[CHORD]) {
    bool rubs = (chord[CHORD - 1] - chord[0]) % 12 == 11;
    for (int i = 0; i < (rubs ? CHORD - 1 : CHORD); i++) {
        float level = i == CHORD - 1 ? 0.05f : 0.085f; // the seventh is a tint
        write_note(writing, PART_PAD, start, BAR_BEATS - 0.4f, folded(chord[i], PAD_LOW), level,
                   0.3f * (float)i - 0.45f);
    }
}

static void write_bass(Writing *writing, float start, const int chord[CHORD], bool walks) {
    int root = folded(chord[0], BASS_LOW);
    write_note(writing, PART_BASS, start, walks ? 2.3f : 3.6f, root, 0.24f, 0.0f);
    if (walks) {
        write_note(writing, PART_BASS, start + 2.5f, 1.3f, folded(chord[2], BASS_LOW), 0.18f, 0.0f);
    }
}

/// The chord broken into eighths: up and down again by `order`, -1: a rest.
static void write_broken(Writing *writing, float start, const int chord[CHORD],
                         const int order[BAR_EIGHTHS]) {
    for (int i = 0; i < BAR_EIGHTHS; i++) {
        if (order[i] >= 0) {
            int octave = order[i] / 3;
            int pitch = folded(chord[order[i] % 3], BROKEN_LOW) + 12 * octave;
            float level = i % 4 == 0 ? 0.15f : 0.11f;
            write_note(writing, PART_BROKEN, start + 0.5f * (float)i, 1.0f, pitch, level,
                       i % 2 == 0 ? -0.4f : 0.4f);
        }
    }
}

enum {
    MOTIF_NOTES = 5
};

/// What a bar of melody does, whatever its chord.
typedef struct Motif {
    float start[MOTIF_NOTES], length[MOTIF_NOTES]; ///< Beats; of length 0: none.
    int step[MOTIF_NOTES];                         ///< Degrees from the note before.
} Motif;

/// Rhythms of a bar, in eighths; 0: no more. Each leaves room for breath at its end.
static const int rhythms[][MOTIF_NOTES] = {{3, 1, 3, 0, 0}, {2, 2, 3, 0, 0}, {3, 3, 1, 0, 0},
                                           {1, 1, 2, 3, 0}, {6, 1, 0, 0, 0}, {2, 1, 1, 2, 1}};

static Motif motif_make(Random *random) {
    static const int steps[] = {1, -1, 1, -1, 2, -2, 0};
    const int *rhythm = rhythms[pick(random, (int)(sizeof rhythms / sizeof rhythms[0]))];
    Motif motif = {0};
    float at = 0.0f;
    for (int i = 0; i < MOTIF_NOTES && rhythm[i] > 0; i++) {
        motif.start[i] = at;
        motif.length[i] = 0.5f * (float)rhythm[i] - 0.1f;
        motif.step[i] = steps[pick(random, (int)(sizeof steps / sizeof steps[0]))];
        at += 0.5f * (float)rhythm[i];
    }
    return motif;
}

/// The degree of the chord on `root` (root, third or fifth, in any octave) that is nearest.
static int nearest_of_chord(int degree, int root) {
    for (int away = 0;; away++) {
        for (int side = -1; side <= 1; side += 2) {
            int tone = ((degree + side * away - root) % SCALE + SCALE) % SCALE;
            if (tone == 0 || tone == 2 || tone == 4) {
                return degree + side * away;
            }
        }
    }
}

/// Notes on a beat and long ones belong to the chord; those between lead from one to the next.
static int write_lead(Writing *writing, float start, const Motif *motif, int root, int degree) {
    for (int i = 0; i < MOTIF_NOTES && motif->length[i] > 0.0f; i++) {
        degree += motif->step[i];
        bool on_beat = motif->start[i] == (float)(int)motif->start[i];
        if (on_beat || motif->length[i] > 1.0f) {
            degree = nearest_of_chord(degree, root);
        }
        int pitch = pitch_of(writing, degree);
        int octaves = pitch < LEAD_LOW    ? (LEAD_LOW - pitch + 11) / 12
                      : pitch > LEAD_HIGH ? -((pitch - LEAD_HIGH + 11) / 12)
                                          : 0;
        degree += octaves * SCALE;
        write_note(writing, PART_LEAD, start + motif->start[i], motif->length[i],
                   pitch + 12 * octaves, 0.20f, 0.12f);
    }
    return degree;
}

static void sort_by_start(MusicScore *score) { // by insertion: equal ones stay as they were
    for (int i = 1; i < score->count; i++) {
        MusicNote note = score->notes[i];
        int to = i;
        for (; to > 0 && score->notes[to - 1].start > note.start; to--) {
            score->notes[to] = score->notes[to - 1];
        }
        score->notes[to] = note;
    }
}

/// Orders in which chords are broken: numbers of its tones, from 3 on an octave higher.
static const int orders[][BAR_EIGHTHS] = {{0, 1, 2, 3, 2, 1, 2, 1},
                                          {0, 2, 1, 2, 3, 2, 1, 2},
                                          {0, 1, 2, -1, 3, -1, 2, 1},
                                          {0, -1, 2, 1, -1, 2, 3, -1}};

/// Four phrases, A A B A: three on one progression and its melody, one on others.
static void write_phrase(Writing *writing, int phrase, const int degrees[PHRASE_BARS],
                         const Motif motifs[2], const int order[BAR_EIGHTHS]) {
    int degree = 5 * SCALE; // of the melody: its octave comes from LEAD_LOW
    for (int bar = 0; bar < PHRASE_BARS; bar++) {
        float start = (float)(BAR_BEATS * (PHRASE_BARS * phrase + bar));
        int chord[CHORD];
        chord_of(writing, degrees[bar], chord);
        write_pad(writing, start, chord);
        write_bass(writing, start, chord, bar % 2 == 1);
        write_broken(writing, start, chord, order);
        // A question and an answer; the first phrase is without them.
        if (phrase > 0 && bar < PHRASE_BARS - 1) {
            degree = write_lead(writing, start, &motifs[bar % 2], degrees[bar], degree);
        } else if (phrase > 0) {
            const Motif last = {.length = {2.6f}};
            write_lead(writing, start, &last, degrees[bar], degree);
        }
    }
}

MusicScore music_score_make(uint64_t hash, TrackTheme theme) {
    ASSERT(theme < THEME_COUNT);
    MusicScore score = {0};
    Writing writing = {&score, &styles[theme], random_make(hash, theme), 0.0f};
    Random *random = &writing.random;
    score.key = pick(random, 12);
    score.beats_per_minute = random_range(random, writing.style->slowest, writing.style->fastest);
    writing.beat = 60.0f * (float)AUDIO_RATE / score.beats_per_minute;
    score.frames = (int)(writing.beat * (float)(MUSIC_BARS * BAR_BEATS));
    int first = pick(random, PROGRESSIONS);
    int second = (first + 1 + pick(random, PROGRESSIONS - 1)) % PROGRESSIONS;
    const int *order = orders[pick(random, (int)(sizeof orders / sizeof orders[0]))];
    const int *other = orders[pick(random, (int)(sizeof orders / sizeof orders[0]))];
    Motif motifs[4];
    for (int i = 0; i < 4; i++) {
        motifs[i] = motif_make(random);
    }
    for (int phrase = 0; phrase < MUSIC_BARS / PHRASE_BARS; phrase++) {
        bool middle = phrase == 2;
        write_phrase(&writing, phrase, writing.style->progressions[middle ? second : first],
                     middle ? &motifs[2] : motifs, middle ? other : order);
    }
    sort_by_start(&score);
    return score;
}

// ---- how it is played

#define MUSIC_PEAK  0.5f
#define ROOM_BACK   0.78f   ///< Of what comes back of a line: it rings for 1.6 s.
#define ROOM_WET    0.28f   ///< Of the room beside what is played.
#define ROOM_DAMP   3600.0f ///< Hz
#define MUSIC_SOFT  5200.0f ///< Hz: nothing of it is sharp.
#define TONE_OCTAVE 0.5f    ///< Exponent by which higher tones ring for a shorter time.

/// Frames; without a common factor, so that echoes do not fall together.
static const uint32_t lines[MUSIC_ROOM_LINES] = {1847, 2393, 3011, 3797};

void music_make(Music *music, uint64_t hash, TrackTheme theme) {
    memset(music, 0, sizeof *music);
    music->score = music_score_make(hash, theme);
    for (int i = 0; i < MUSIC_ROOM_LINES; i++) {
        music->damp[i] = signal_pole(ROOM_DAMP);
    }
    music->soft[0] = music->soft[1] = signal_pole(MUSIC_SOFT);
    for (int i = 0; i < music->score.count; i++) { // who plays comes from the theme
        music->score.notes[i].instrument =
            (uint8_t)(music->score.notes[i].instrument + PART_COUNT * (int)theme);
    }
}

static MusicTone tone_of(const MusicNote *note) {
    const Instrument *of =
        styles[note->instrument / PART_COUNT].parts[note->instrument % PART_COUNT];
    const float rate = (float)AUDIO_RATE;
    float hz = signal_pitch(440.0f, (float)(note->pitch - 69));
    float shorter = signal_exp2(-TONE_OCTAVE * (float)(note->pitch - 60) / 12.0f);
    MusicTone tone = {.rise = signal_share(of->rise_s, rate),
                      .fall = 1.0f - signal_share(of->fall_s, rate),
                      .held = note->length,
                      .left = note->length + (int)((float)RELEASES * of->fall_s * rate),
                      .left_gain = note->level * (1.0f - float_max(note->pan, 0.0f)),
                      .right_gain = note->level * (1.0f + float_min(note->pan, 0.0f))};
    for (int k = 0; k < MUSIC_PARTIALS; k++) {
        float turns = hz * of->ratios[k] / rate;
        // Higher partials ring for a shorter time. 60 dB are 9.966 octaves of amplitude.
        float ring = of->ring_s * shorter / (1.0f + 0.7f * (float)k);
        float stay = of->ring_s > 0.0f ? signal_exp2(-9.966f / (ring * rate)) : 1.0f;
        TrigPair turn = trig_sincos(2.0f * TRIG_PI * turns);
        tone.re[k] = turns < 0.45f ? of->levels[k] : 0.0f;
        tone.cos[k] = stay * turn.cos;
        tone.sin[k] = stay * turn.sin;
    }
    return tone;
}

/// Begins the notes of this frame. Where no tone is free, one is left out; the score asks for
/// fewer.
static void begin_notes(Music *music) {
    const MusicScore *score = &music->score;
    for (; music->next < score->count && score->notes[music->next].start == music->at;
         music->next++) {
        for (int i = 0; i < MUSIC_TONES; i++) {
            if (music->tones[i].left == 0) {
                music->tones[i] = tone_of(&score->notes[music->next]);
                break;
            }
        }
    }
}

/// Adds `frames` frames of a tone.
static void add_tone(MusicTone *tone, float *left, float *right, int frames) {
    for (int i = 0; i < frames && tone->left > 0; i++, tone->left--) {
        float sum = 0.0f;
        for (int k = 0; k < MUSIC_PARTIALS; k++) {
            float re = tone->re[k] * tone->cos[k] - tone->im[k] * tone->sin[k];
            tone->im[k] = tone->re[k] * tone->sin[k] + tone->im[k] * tone->cos[k];
            tone->re[k] = re;
            sum += tone->im[k];
        }
        if (tone->held > 0) {
            tone->held--;
            tone->envelope += tone->rise * (1.0f - tone->envelope);
        } else {
            tone->envelope *= tone->fall;
        }
        left[i] += sum * tone->envelope * tone->left_gain;
        right[i] += sum * tone->envelope * tone->right_gain;
    }
}

/// One frame through four delay lines that feed each other by a Hadamard matrix (Jot 1991).
static void add_room(Music *music, float *left, float *right) {
    float out[MUSIC_ROOM_LINES];
    for (int i = 0; i < MUSIC_ROOM_LINES; i++) {
        float late = music->room[i][(music->room_at - lines[i]) % MUSIC_ROOM];
        out[i] = ROOM_BACK * signal_low(&music->damp[i], late);
    }
    float a = out[0] + out[1], b = out[0] - out[1], c = out[2] + out[3], d = out[2] - out[3];
    const float mixed[MUSIC_ROOM_LINES] = {a + c, b + d, a - c, b - d};
    uint32_t at = music->room_at % MUSIC_ROOM;
    for (int i = 0; i < MUSIC_ROOM_LINES; i++) {
        music->room[i][at] = 0.5f * mixed[i] + (i % 2 == 0 ? *left : *right);
    }
    *left += ROOM_WET * (out[0] + out[2]);
    *right += ROOM_WET * (out[1] + out[3]);
    music->room_at++;
}

/// Frames until the next note begins or the piece ends, at most `most`.
static int until_next(const Music *music, int most) {
    const MusicScore *score = &music->score;
    int end = music->next < score->count ? score->notes[music->next].start : score->frames;
    return end - music->at < most ? end - music->at : most;
}

static void play_notes(Music *music, float *left, float *right, int frames) {
    for (int done = 0; done < frames;) {
        if (music->at == music->score.frames) {
            music->at = music->next = 0;
        }
        begin_notes(music);
        int count = until_next(music, frames - done);
        for (int i = 0; i < MUSIC_TONES; i++) {
            add_tone(&music->tones[i], left + done, right + done, count);
        }
        music->at += count;
        done += count;
    }
}

void music_add(Music *music, float from, float to, float *left, float *right, int frames) {
    ASSERT(frames > 0 && frames <= AUDIO_BLOCK);
    if (music->score.frames == 0) {
        return;
    }
    float sides[2][AUDIO_BLOCK] = {{0}};
    play_notes(music, sides[0], sides[1], frames);
    float step = (to - from) / (float)frames;
    for (int i = 0; i < frames; i++) {
        add_room(music, &sides[0][i], &sides[1][i]);
        float level = MUSIC_PEAK * (from + step * (float)i);
        left[i] += level * signal_soft_clip(signal_low(&music->soft[0], sides[0][i]));
        right[i] += level * signal_soft_clip(signal_low(&music->soft[1], sides[1][i]));
    }
}
