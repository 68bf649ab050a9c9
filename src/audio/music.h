/// The quiet piece of the title and the results, made from a track's hash and its theme.
///
/// A score of 16 bars: chords, a bass, broken chords, a melody. Tempo, key, progression and melody
/// come from the hash; scale, instruments and the range of tempos from the theme. It is played
/// round and round. Notes that ring over the end ring on over the beginning, so there is no seam.
#pragma once

#include "audio/signal.h"
#include "track/track.h"

#include <stdint.h>

enum {
    MUSIC_BARS = 16,
    MUSIC_NOTES_MAX = 512,
    MUSIC_TONES = 48,     ///< Notes that ring at once.
    MUSIC_PARTIALS = 4,   ///< Of a note.
    MUSIC_ROOM_LINES = 4, ///< Of the reverberation.
    MUSIC_ROOM = 4096,    ///< Samples of each, a power of two.
};

typedef struct MusicNote {
    int start;  ///< Frame in the piece.
    int length; ///< Frames for which it is held.
    int pitch;  ///< MIDI: 69 is 440 Hz.
    float level;
    float pan; ///< -1 left to 1 right.
    uint8_t instrument;
} MusicNote;

typedef struct MusicScore {
    MusicNote notes[MUSIC_NOTES_MAX]; ///< Sorted by start.
    int count;
    int frames; ///< Of the whole piece.
    float beats_per_minute;
    int key; ///< Semitones above C.
} MusicScore;

/// The same hash and theme give the same score.
MusicScore music_score_make(uint64_t hash, TrackTheme theme);

/// A note that rings: a few damped partials under an envelope.
typedef struct MusicTone {
    float re[MUSIC_PARTIALS], im[MUSIC_PARTIALS];   ///< Phasors, with their levels.
    float cos[MUSIC_PARTIALS], sin[MUSIC_PARTIALS]; ///< Their turn and decay in a sample.
    float envelope, rise, fall, left_gain, right_gain;
    int held; ///< Frames until it is let go.
    int left; ///< Frames until it is silent; 0: free.
} MusicTone;

/// A piece that is played. An owner of nothing; large (90 kB), so it belongs on the heap. The zero
/// value is silent; made by music_make.
typedef struct Music {
    MusicScore score;
    int at, next; ///< Frame in the piece, and the note that comes next.
    MusicTone tones[MUSIC_TONES];
    float room[MUSIC_ROOM_LINES][MUSIC_ROOM];
    SignalPole damp[MUSIC_ROOM_LINES];
    uint32_t room_at;
    SignalPole soft[2];
} Music;

/// Stands at the beginning of the piece. To stop it, fade it out by the levels of music_add.
void music_make(Music *music, uint64_t hash, TrackTheme theme);

/// Adds the next `frames` frames, at a level that goes from `from` to `to`. At level 1 it stays
/// within 0.5. Costs less than 1 % of a core.
void music_add(Music *music, float from, float to, float *left, float *right, int frames);
