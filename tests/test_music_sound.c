/// The quiet piece of title and results: its score, and what is heard of it.
#include "audio/music.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "samples.h"
#include "test.h"

enum {
    HASHES = 40,
    COUNT = 80 * AUDIO_RATE,
    WHOLE = SANITIZED ? 2 : THEME_COUNT, ///< Themes whose piece is heard to its end.
};

static float left[COUNT], right[COUNT], other[COUNT];

/// The next `count` frames in blocks of `block`.
static void play(Music *music, float *out, int count, int block) {
    memset(out, 0, (size_t)count * sizeof *out);
    memset(right, 0, (size_t)count * sizeof *right);
    for (int at = 0; at < count; at += block) {
        music_add(music, 1.0f, 1.0f, out + at, right + at, count - at < block ? count - at : block);
    }
}

static Music *music_of(uint64_t hash, TrackTheme theme) {
    Music *music = malloc(sizeof *music);
    assert_non_null(music);
    music_make(music, hash, theme);
    return music;
}

static void the_same_track_has_the_same_piece_and_others_have_others(void **state) {
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        MusicScore last = {0};
        for (uint64_t hash = 0; hash < HASHES; hash++) {
            MusicScore score = music_score_make(hash, (TrackTheme)theme),
                       again = music_score_make(hash, (TrackTheme)theme);
            assert_memory_equal(&score, &again, sizeof score);
            assert_true(memcmp(score.notes, last.notes, sizeof score.notes) != 0);
            last = score;
        }
    }
    MusicScore day = music_score_make(1, THEME_MEADOW), night = music_score_make(1, THEME_NIGHT);
    assert_true(memcmp(day.notes, night.notes, sizeof day.notes) != 0);
}

static void a_piece_stays_in_its_key(void **state) {
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (uint64_t hash = 0; hash < HASHES; hash++) {
            MusicScore score = music_score_make(hash, (TrackTheme)theme);
            bool used[12] = {false};
            int classes = 0;
            for (int i = 0; i < score.count; i++) {
                const MusicNote *note = &score.notes[i];
                assert_true(note->pitch >= 30 && note->pitch <= 90);
                assert_true(note->start >= 0 && note->start < score.frames && note->length > 0);
                assert_true(i == 0 || score.notes[i - 1].start <= note->start);
                classes += used[note->pitch % 12] ? 0 : 1;
                used[note->pitch % 12] = true;
            }
            assert_true(used[score.key % 12]);
            assert_true(classes >= 5 && classes <= 7);
        }
    }
}

static void nothing_that_is_held_rubs(void **state) {
    (void)state;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        for (uint64_t hash = 0; hash < HASHES; hash++) {
            MusicScore score = music_score_make(hash, (TrackTheme)theme);
            int beat = (int)(60.0f * AUDIO_RATE / score.beats_per_minute);
            for (int i = 0; i < score.count; i++) {
                for (int k = 0; k < i; k++) {
                    const MusicNote *a = &score.notes[i], *b = &score.notes[k];
                    bool held = a->length > beat * 3 / 2 && b->length > beat * 3 / 2;
                    bool together =
                        a->start < b->start + b->length && b->start < a->start + a->length;
                    assert_true(!held || !together || abs(a->pitch - b->pitch) != 1);
                }
            }
        }
    }
}

static void no_note_is_left_out_and_nothing_is_loud(void **state) {
    (void)state;
    for (int theme = 0; theme < WHOLE; theme++) {
        Music *music = music_of(0x1234u + (uint64_t)theme, (TrackTheme)theme);
        int most = 0;
        assert_true(music->score.frames < COUNT);
        memset(left, 0, sizeof left);
        memset(right, 0, sizeof right);
        for (int at = 0; at + AUDIO_BLOCK <= COUNT; at += AUDIO_BLOCK) {
            int busy = 0;
            music_add(music, 1.0f, 1.0f, left + at, right + at, AUDIO_BLOCK);
            for (int i = 0; i < MUSIC_TONES; i++) {
                busy += music->tones[i].left > 0 ? 1 : 0;
            }
            most = busy > most ? busy : most;
        }
        assert_true(most < MUSIC_TONES && most > 6);
        assert_true(samples_within(left, COUNT, 0.5f) && samples_within(right, COUNT, 0.5f));
        float level = samples_level(left, COUNT);
        print_message("theme %d: %d tones at once, %.1f dB, peak %.2f\n", theme, most,
                      (double)level, (double)samples_peak(left, COUNT));
        assert_true(level > -34.0f && level < -18.0f);
        assert_near(samples_level(right, COUNT), level, 3.0);
        // Nothing clicks where it begins anew.
        int seam = music->score.frames;
        assert_true(samples_corner(left + seam - 100, 200) <= samples_corner(left, seam - 100));
        free(music);
    }
}

static void blocks_may_be_cut_anywhere(void **state) {
    (void)state;
    Music *first = music_of(7, THEME_MEADOW), *second = music_of(7, THEME_MEADOW);
    play(first, left, 20 * AUDIO_RATE, AUDIO_BLOCK);
    play(second, other, 20 * AUDIO_RATE, 37);
    assert_memory_equal(left, other, 20u * AUDIO_RATE * sizeof *left);
    free(first);
    free(second);
}

/// A loop that is a frame short or long is out of step with its length soon.
static void a_piece_begins_anew_to_the_frame(void **state) {
    (void)state;
    Random random = random_make(1, 0);
    for (int i = 0; i < WHOLE; i++) {
        Music *music = music_of(random_u32(&random), (TrackTheme)i);
        const MusicScore *score = &music->score;
        int at = 0, begun = 0;
        while (at < 2 * score->frames + AUDIO_RATE) {
            float block[2][AUDIO_BLOCK] = {{0}};
            int frames = 1 + (int)(random_u32(&random) % AUDIO_BLOCK);
            music_add(music, 1.0f, 1.0f, block[0], block[1], frames);
            at += frames;
            assert_int_equal(music->at % score->frames, at % score->frames);
            begun = 0;
            while (begun < score->count && score->notes[begun].start < music->at) {
                begun++;
            }
            assert_int_equal(music->next, begun); // each note once in each round
        }
        free(music);
    }
}

static void a_piece_that_fades_is_silent(void **state) {
    (void)state;
    Music *music = music_of(7, THEME_SNOW);
    play(music, left, 4 * AUDIO_RATE, AUDIO_BLOCK);
    memset(left, 0, AUDIO_BLOCK * sizeof *left);
    music_add(music, 1.0f, 0.0f, left, right, AUDIO_BLOCK);
    assert_true(fabsf(left[AUDIO_BLOCK - 1]) < 0.002f);
    free(music);
    Music *none = calloc(1, sizeof *none); // the zero value
    assert_non_null(none);
    play(none, left, AUDIO_RATE, AUDIO_BLOCK);
    assert_true(samples_peak(left, AUDIO_RATE) == 0.0f);
    free(none);
}

static void the_samples_are_the_golden_ones(void **state) {
    (void)state;
    bool golden = true;
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        Music *music = music_of(99, (TrackTheme)theme);
        play(music, left, 16 * AUDIO_RATE, AUDIO_BLOCK);
        uint64_t found = samples_hash(left, 16 * AUDIO_RATE);
        if (found != golden_music[theme]) {
            print_error("theme %d: 0x%016llx\n", theme, (unsigned long long)found);
            golden = false;
        }
        free(music);
    }
    assert_true(golden);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_track_has_the_same_piece_and_others_have_others),
        cmocka_unit_test(a_piece_stays_in_its_key),
        cmocka_unit_test(nothing_that_is_held_rubs),
        cmocka_unit_test(no_note_is_left_out_and_nothing_is_loud),
        cmocka_unit_test(blocks_may_be_cut_anywhere),
        cmocka_unit_test(a_piece_begins_anew_to_the_frame),
        cmocka_unit_test(a_piece_that_fades_is_silent),
        cmocka_unit_test(the_samples_are_the_golden_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
