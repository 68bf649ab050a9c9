/// Frames and the rate of the display, on a display that is worked out: how fresh input is, how
/// many frames are late, and which machine is too slow.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/random.h"
#include "game/quality.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define PERIOD (1.0 / 60.0)

typedef struct Display {
    double age_s; ///< Of the input when its frame is shown, mean of all.
    int late;     ///< Frames that came more than a picture after the one before.
} Display;

/// `frames` frames of `work_s` s and a little more at random; every `hitch_every`th takes `hitch_s`
/// longer.
static Display show(bool paced, int frames, double work_s, int hitch_every, double hitch_s) {
    FramePacer pacer = {0};
    Display out = {0};
    Random random = random_make(7, 3);
    double begun = 0.0, shown = 0.0;
    for (int i = 1; i <= frames; i++) {
        double work = work_s * (1.0 + 0.1 * (double)random_range(&random, 0.0f, 1.0f));
        work += hitch_every > 0 && i % hitch_every == 0 ? hitch_s : 0.0;
        double at = PERIOD * ceil((begun + work) / PERIOD); // the swap waits for the display
        at = at > shown ? at : shown + PERIOD;
        out.age_s += (at - begun) / (double)frames;
        out.late += at - shown > 1.5 * PERIOD;
        frame_pacer_note(&pacer, (float)PERIOD, (float)work, (float)(at - shown));
        double sleep = paced ? (double)frame_pacer_sleep(&pacer, (float)PERIOD) : 0.0;
        shown = at;
        begun = at + sleep;
    }
    return out;
}

static void low_latency_makes_input_fresh_and_hardly_any_frame_late(void **state) {
    (void)state;
    static const struct {
        double work_s;
        int hitch_every;
        double hitch_s, fresh; ///< Share of the age that is left, at most.
    } rows[] = {
        {0.002, 0, 0.0, 0.35},     // a fast machine
        {0.008, 0, 0.0, 0.70},     // one that is half busy
        {0.003, 400, 0.006, 0.75}, // with hitches that did not matter before
        {0.003, 97, 0.030, 1.01},  // with others that did
        {0.015, 0, 0.0, 1.01},     // one that has nothing to spare
        {0.018, 0, 0.0, 1.01},     // one that is too slow
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum {
            FRAMES = 20000
        };
        Display usual = show(false, FRAMES, rows[i].work_s, rows[i].hitch_every, rows[i].hitch_s);
        Display paced = show(true, FRAMES, rows[i].work_s, rows[i].hitch_every, rows[i].hitch_s);
        if (paced.age_s > rows[i].fresh * usual.age_s || paced.late > usual.late + FRAMES / 1000) {
            fail_msg("row %d: %.1f ms old, was %.1f; %d late, were %d", (int)i, 1e3 * paced.age_s,
                     1e3 * usual.age_s, paced.late, usual.late);
        }
    }
}

static void nothing_waits_before_enough_is_known(void **state) {
    (void)state;
    FramePacer pacer = {0};
    for (int i = 0; i < FRAME_PACER_KEPT; i++) {
        assert_near(frame_pacer_sleep(&pacer, 0.016f), 0.0, 0.0);
        frame_pacer_note(&pacer, 0.016f, 0.001f, 0.016f);
    }
    assert_true(frame_pacer_sleep(&pacer, 0.016f) > 0.010f);
    assert_true(frame_pacer_sleep(&pacer, 0.016f) < 0.016f);
}

/// A display that shows `rate` pictures a second and calls itself one of `told`.
static void usual_frames_keep_up_with_a_display_that_is_told_in_whole_numbers(void **state) {
    (void)state;
    static const struct {
        double rate;
        int told;
    } rows[] = {{60.0, 60}, {60.3, 60}, {59.94, 59}, {144.4, 144}, {239.76, 239}, {59.94, 60}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double period = 1.0 / rows[i].rate, begun = 0.0, shown = 0.0;
        int late = 0;
        for (int k = 0; k < 5000; k++) {
            double at = period * ceil((begun + 0.001) / period);
            late += at - shown > 1.5 * period;
            shown = at;
            double next = begun + (double)frame_least_time(1.0f / (float)rows[i].told);
            begun = next > at ? next : at; // the swap waits for the display
        }
        assert_int_equal(late, 0);
    }
}

/// The verdict on frames of which one in `one_in` (0: none) comes two pictures after the last, and
/// works for `work_s`.
static FrameVerdict judge_of(int one_in, double work_s, int *said) {
    FrameJudge judge = {0};
    FrameVerdict verdict = FRAMES_UNDECIDED;
    *said = 0;
    for (int i = 0; i < 500; i++) {
        bool late = i < FRAME_JUDGE_WARMING || (one_in > 0 && i % one_in == 0);
        FrameVerdict now = frame_judge_note(&judge, (float)PERIOD, (float)work_s,
                                            (float)(late ? 2.0 * PERIOD : PERIOD));
        verdict = now != FRAMES_UNDECIDED ? now : verdict;
        *said += now != FRAMES_UNDECIDED;
    }
    return verdict;
}

static void the_first_frames_judge_the_machine_once(void **state) {
    (void)state;
    int said = 0;
    double slow = 1.5 * PERIOD;
    assert_int_equal(judge_of(0, slow, &said), FRAMES_HOLD); // though the very first were late
    assert_int_equal(said, 1);
    assert_int_equal(judge_of(10, slow, &said), FRAMES_HOLD); // hitches
    assert_int_equal(judge_of(3, slow, &said), FRAMES_TOO_SLOW);
    assert_int_equal(judge_of(1, slow, &said), FRAMES_TOO_SLOW);
    assert_int_equal(said, 1);
}

static void a_display_slower_than_it_says_is_not_the_machines_fault(void **state) {
    (void)state;
    int said = 0;
    assert_int_equal(judge_of(1, 0.3 * PERIOD, &said), FRAMES_HOLD);
    assert_int_equal(said, 1);
}

/// A game that drives, without a window.
static Game *make_game(void) {
    Game *game = calloc(1, sizeof *game);
    assert_non_null(game);
    game->settings = settings_default();
    game->stack[0].screen = GAME_DRIVE;
    return game;
}

/// 200 frames, each `since_s` after the last, in which there was nothing but work.
static void run_frames(Game *game, const Renderer *renderer, float since_s) {
    QualityJudge judge = {0};
    for (int i = 0; i < 200; i++) {
        quality_frame(&judge, game, renderer, (float)PERIOD, since_s, since_s);
    }
}

static void automatic_quality_is_lowered_once_and_remembered_by_the_cards_name(void **state) {
    (void)state;
    Renderer renderer = {.load = 1.0f};
    Game *game = make_game();
    SettingsDisplay *display = &game->settings.display;
    strcpy(renderer.name, "Old card");
    game->stack[0].screen = GAME_TITLE; // no drive
    run_frames(game, &renderer, 0.05f);
    assert_string_equal(display->renderer, "");
    game->stack[0].screen = GAME_DRIVE;
    assert_false(quality_is_low(&game->settings, &renderer));
    run_frames(game, &renderer, 0.05f);
    assert_string_equal(display->renderer, "Old card");
    assert_true(quality_is_low(&game->settings, &renderer));
    assert_int_equal(game->toast_count, 1);
    run_frames(game, &renderer, 0.01f); // in later runs too
    assert_true(quality_is_low(&game->settings, &renderer));
    assert_int_equal(game->toast_count, 1);
    strcpy(renderer.name, "New card");
    assert_false(quality_is_low(&game->settings, &renderer));
    run_frames(game, &renderer, 0.0167f);
    assert_string_equal(display->renderer, "New card");
    assert_false(quality_is_low(&game->settings, &renderer));
    assert_int_equal(game->toast_count, 1);
    free(game);
}

static void more_players_or_pixels_are_judged_anew(void **state) {
    (void)state;
    Game *game = make_game();
    Renderer one = {.name = "Card", .load = quality_load(1280, 720, 1)}, four = one, large = one;
    four.load = quality_load(1280, 720, 4);
    large.load = quality_load(2560, 1440, 1);
    run_frames(game, &one, 0.0167f);
    Renderer hardly = one;
    hardly.load *= 1.05f;
    assert_false(quality_is_open(game, &hardly)); // a window that was pulled a little
    assert_true(quality_is_open(game, &four));
    assert_true(quality_is_open(game, &large));
    run_frames(game, &large, 0.0167f);
    assert_false(quality_is_open(game, &four));
    assert_false(quality_is_open(game, &one)); // what holds more holds less
    four.load = quality_load(2560, 1440, 4);
    run_frames(game, &four, 0.05f);
    assert_int_equal(game->toast_count, 1);
    assert_true(quality_is_low(&game->settings, &four));
    assert_false(quality_is_low(&game->settings, &large)); // with whom it holds the quality stays
    assert_false(quality_is_open(game, &four));
    free(game);
}

static void frames_of_two_loads_are_not_judged_as_one(void **state) {
    (void)state;
    Game *game = make_game();
    Renderer small = {.name = "Card", .load = 1.0f}, large = {.name = "Card", .load = 2.0f};
    QualityJudge judge = {0};
    for (int i = 0; i < 80; i++) {
        quality_frame(&judge, game, &large, (float)PERIOD, 0.05f, 0.05f);
    }
    for (int i = 0; i < 80; i++) { // another window before the verdict
        quality_frame(&judge, game, &small, (float)PERIOD, 0.0167f, 0.0167f);
    }
    assert_string_equal(game->settings.display.renderer, "");
    for (int i = 0; i < 20; i++) {
        quality_frame(&judge, game, &small, (float)PERIOD, 0.0167f, 0.0167f);
    }
    assert_string_equal(game->settings.display.renderer, "Card");
    assert_false(game->settings.display.renderer_slow);
    free(game);
}

static void what_a_player_chose_is_not_touched(void **state) {
    (void)state;
    Renderer renderer = {0};
    strcpy(renderer.name, "Old card");
    Game *game = make_game();
    game->settings.display.quality = SETTING_QUALITY_HIGH;
    run_frames(game, &renderer, 0.05f);
    assert_false(quality_is_low(&game->settings, &(Renderer){.software = true}));
    game->settings.display.quality = SETTING_QUALITY_LOW;
    run_frames(game, &renderer, 0.01f);
    assert_true(quality_is_low(&game->settings, &renderer));
    assert_string_equal(game->settings.display.renderer, "");
    game->settings.display.quality = SETTING_QUALITY_AUTO;
    renderer.software = true; // which is known without a measurement
    run_frames(game, &renderer, 0.05f);
    assert_string_equal(game->settings.display.renderer, "");
    assert_true(quality_is_low(&game->settings, &renderer));
    assert_int_equal(game->toast_count, 0);
    free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_latency_makes_input_fresh_and_hardly_any_frame_late),
        cmocka_unit_test(nothing_waits_before_enough_is_known),
        cmocka_unit_test(usual_frames_keep_up_with_a_display_that_is_told_in_whole_numbers),
        cmocka_unit_test(the_first_frames_judge_the_machine_once),
        cmocka_unit_test(a_display_slower_than_it_says_is_not_the_machines_fault),
        cmocka_unit_test(automatic_quality_is_lowered_once_and_remembered_by_the_cards_name),
        cmocka_unit_test(more_players_or_pixels_are_judged_anew),
        cmocka_unit_test(frames_of_two_loads_are_not_judged_as_one),
        cmocka_unit_test(what_a_player_chose_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
