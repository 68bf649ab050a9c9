/// The race of people as a replay: whatever a tuner does to it on the way, it plays back to the
/// same bit, or says where it ended. Without a window.
#define _XOPEN_SOURCE 700 // for mkdtemp
#include "base/exit_code.h"
#include "base/file.h"
#include "commands/commands.h"
#include "commands/sets.h"
#include "game_state/live.h"
#include "race/teleport.h"
#include "session/recording.h"
#include "session/replay_save.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"
#include "user_folder.h"

static const char car_text[] = "format: car/1\nname: Mine\nbase: hatch\n";

enum {
    CAR = 2 ///< The player's.
};

/// A drive among two AI cars in a car file of our own.
typedef struct Desk {
    char car[128];
    Session session;
    Live live;
    double now;
} Desk;

static void put(const char *path, const char *text) {
    MessageList messages = {0};
    assert_true(file_write(path, text, strlen(text), &messages));
}

// As the game does it: steps, what the recorder and the rewind see of them.
static void drive(Desk *desk, int ticks, int8_t steer) {
    CarInput inputs[RACE_MAX_CARS] = {{0}};
    inputs[CAR] = (CarInput){.throttle = 255, .steer = steer, .flags = CAR_INPUT_KEYS};
    for (int i = 0; i < ticks; i++) {
        race_step(desk->session.race, inputs);
        recorder_step(&desk->live.recorder, desk->session.race, inputs);
        pace_record(&desk->live.pace, desk->session.race);
    }
}

static int set_up(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_int_equal(user_folder_make(state), 0);
    snprintf(desk->car, sizeof desk->car, "%s/mine.car.yaml", user_folder);
    assert_int_equal(setenv("AXLE_DATA", TEST_DATA, 1), 0);
    put(desk->car, car_text);
    SessionDef def = {.track = "first-oval", .race = race_def_default()};
    def.race.car_count = 3;
    def.race.mode = RACE_MODE_PRACTICE;
    def.race.ai_cars = 3u;
    for (int i = 0; i < 3; i++) {
        def.cars[i] = desk->car;
    }
    assert_int_equal(session_make(&desk->session, &def), EXIT_FINE);
    live_make(&desk->live);
    live_session(&desk->live, &desk->session);
    live_start(&desk->live, &desk->session, CAR);
    drive(desk, 500, 0);
    *state = desk;
    return 0;
}

static int clear_up(void **state) {
    Desk *desk = *state;
    live_destroy(&desk->live);
    session_destroy(&desk->session);
    assert_int_equal(user_folder_remove(state), 0);
    free(desk);
    return 0;
}

// Kept as `last` and read by that name, in a session of its own. Returns its steps.
static uint32_t play_last(Desk *desk) {
    char text[REPLAY_SAVE_TEXT_MAX];
    assert_true(replay_save_last(&desk->live.recorder, desk->session.race, false, text));
    Replay replay;
    Session *session = calloc(1, sizeof *session);
    assert_int_equal(recording_read("last", &replay, NULL), EXIT_FINE);
    assert_int_equal(recording_open(NULL, "last", &replay, NULL, session, stderr), EXIT_FINE);
    for (int i = 0; i < 2; i++) { // the second time after what the first has changed
        assert_int_equal(recording_play("last", &replay, session, NULL, NULL, stderr), EXIT_FINE);
    }
    uint32_t ticks = session->race->tick;
    session_destroy(session);
    free(session);
    replay_destroy(&replay);
    return ticks;
}

static void change_numbers(Desk *desk, float grip, float length) {
    CarParams *params = &desk->live.setups.params[desk->live.setups.live];
    params->mu_y_rear = grip;
    params->mu_x_front = 0.1f + 1.0f / 3.0f; // of many digits
    params->gears[1] = 2.5f;
    params->outline_count = 4; // another hull
    for (int i = 0; i < 4; i++) {
        params->outline[i] =
            vec2_make(i == 0 || i == 3 ? -0.5f * length : 0.5f * length, i < 2 ? -0.9f : 0.9f);
    }
    live_apply(&desk->live, &desk->session, CAR);
}

static float hull_length(const Session *session) {
    Box box = hull_bounds(&session->race->data->hulls[CAR], transform_identity());
    return box.high.x - box.low.x;
}

static void other_numbers_play_back(void **state) {
    Desk *desk = *state;
    float length = hull_length(&desk->session);
    change_numbers(desk, 1.4f, 5.5f);
    assert_near(hull_length(&desk->session), 5.5f, 1e-4);
    drive(desk, 700, 60);
    live_swap(&desk->live, &desk->session, CAR);
    drive(desk, 33, -40);
    change_numbers(desk, 0.7f, 3.0f);
    change_numbers(desk, 0.8f, 3.5f); // twice between two steps
    drive(desk, 1000, 90);
    live_swap(&desk->live, &desk->session, CAR);
    assert_int_equal(play_last(desk), desk->session.race->tick); // right after a change
    drive(desk, 500, 0);
    assert_int_equal(play_last(desk), 2733);
    assert_int_equal(desk->live.recorder.replay.change_count, 5);
    session_restart(&desk->session, &desk->session.def.race);
    assert_near(hull_length(&desk->session), length, 1e-4);
}

/// With --set the whole field has other numbers, and other lines for them, from the first step on.
static void numbers_of_the_command_line_play_back(void **state) {
    Desk *desk = *state;
    OptionTexts sets = {.items = {"mass=+20%", "gears[2]=2.2", "tyres.mu_y_rear=1.1"}, .count = 3};
    SessionDef def = desk->session.def;
    char *numbers = NULL;
    assert_int_equal(sets_numbers(desk->car, &sets, &numbers), EXIT_FINE);
    for (int i = 0; i < 3; i++) {
        def.numbers[i] = numbers;
    }
    session_destroy(&desk->session);
    assert_int_equal(session_make(&desk->session, &def), EXIT_FINE);
    live_session(&desk->live, &desk->session);
    live_start(&desk->live, &desk->session, CAR);
    for (int i = 0; i < 3; i++) {
        const CarParams *params = &race_racers_const(desk->session.race)[i].model.params;
        assert_near(params->mass, 1.2 * 1280.0, 1e-3);
        assert_near(params->gears[1], 2.2f, 0.0);
    }
    assert_false(setups_in_use(&desk->live.setups)); // A and B are the car as it was set
    drive(desk, 700, 20);
    assert_int_equal(play_last(desk), 700);
    change_numbers(desk, 1.4f, 5.5f);
    drive(desk, 300, -50);
    assert_int_equal(play_last(desk), 1000);
    Replay *replay = &desk->live.recorder.replay;
    assert_int_equal(replay->change_count, 4);
    replay_cut(replay, 0); // back at the start the field is the same
    assert_int_equal(replay->change_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(replay->changes[i].kind, REPLAY_CAR);
    }
    free(numbers);
}

static void a_set_up_of_an_earlier_drive_plays_back_from_the_start(void **state) {
    Desk *desk = *state;
    change_numbers(desk, 1.4f, 5.5f);
    session_restart(&desk->session, &desk->session.def.race);
    live_start(&desk->live, &desk->session, CAR);
    drive(desk, 700, 20);
    assert_int_equal(desk->live.recorder.replay.changes[0].tick, 0);
    assert_int_equal(play_last(desk), 700);
}

static void go_back(Desk *desk, int frames, float grip) {
    Race *race = desk->session.race;
    Race *before = aligned_alloc(64, (race->size + 63u) / 64u * 64u);
    RaceClock clock = {0};
    PaceInput back = {.back = true}, none = {0};
    for (int i = 0; i < frames; i++) {
        pace_frame(&desk->live.pace, &back, &clock, 1.0 / 60.0, race, before);
        if (i == frames / 2 && grip > 0.0f) { // on the panel, while time goes back
            change_numbers(desk, grip, 5.0f);
        }
    }
    assert_true(pace_frame(&desk->live.pace, &none, &clock, 0.0, race, before).rewound);
    recorder_rewound(&desk->live.recorder, race);
    live_restore(&desk->live, &desk->session);
    free(before);
}

static void a_drive_goes_on_from_where_it_was_rewound_to(void **state) {
    Desk *desk = *state;
    change_numbers(desk, 1.2f, 5.0f); // stays
    drive(desk, 800, 50);
    change_numbers(desk, 1.6f, 4.0f); // is undone as an event, yet the car has it
    drive(desk, 300, -50);
    go_back(desk, 80, 0.0f);
    uint32_t tick = desk->session.race->tick;
    assert_in_range(tick, 600, 1200);
    assert_int_equal(desk->live.recorder.replay.info.ticks, tick);
    drive(desk, 700, 30);
    assert_int_equal(play_last(desk), tick + 700);
    go_back(desk, 40, 0.9f);
    drive(desk, 77, 30);
    live_swap(&desk->live, &desk->session, CAR);
    go_back(desk, 3, 0.0f); // less than from one snapshot to the next
    drive(desk, 400, 30);
    play_last(desk);
}

static void a_dropped_car_and_a_lap_taken_back_play_back(void **state) {
    Desk *desk = *state;
    Race *race = desk->session.race;
    vec2s place = desk->session.track.ribbons[0].samples[40].point;
    float heading = teleport_heading(race, CAR, place);
    recorder_put(&desk->live.recorder, race, CAR, place, heading);
    teleport_put(race, CAR, place, heading);
    drive(desk, 250, 0);
    race_racers(race)[CAR].best_lap_s = 12.5;
    recorder_best(&desk->live.recorder, race, CAR);
    play_last(desk);
    drive(desk, 250, 0);
    play_last(desk);
}

static void join(Desk *desk, const char *car, const char *numbers) {
    assert_true(session_add_car(&desk->session, car, numbers));
    live_join(&desk->live, &desk->session);
}

/// What `axle replay last` says, to be freed with file_bytes_free.
static FileBytes tell_last(void) {
    char path[128], *arguments[] = {"last", NULL};
    snprintf(path, sizeof path, "%s/told", user_folder);
    fflush(stdout);
    int usual = dup(STDOUT_FILENO), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(usual >= 0 && file >= 0 && dup2(file, STDOUT_FILENO) >= 0);
    int code = command_replay(1, arguments);
    fflush(stdout);
    dup2(usual, STDOUT_FILENO);
    close(usual);
    close(file);
    assert_int_equal(code, EXIT_FINE);
    FileBytes told;
    MessageList messages = {0};
    assert_true(file_read(path, FILE_LIMIT, &told, &messages));
    return told;
}

static int count_of(const char *text, const char *word) {
    int count = 0;
    for (; (text = strstr(text, word)) != NULL; text++) {
        count++;
    }
    return count;
}

static void who_joins_on_the_way_plays_back(void **state) {
    Desk *desk = *state;
    RaceDef def = desk->session.def.race;
    def.mode = RACE_MODE_PRACTICE; // where one may go back
    def.ai_cars = ~(1u << CAR);    // as the game has it, for cars that are not there too
    session_restart(&desk->session, &def);
    live_start(&desk->live, &desk->session, CAR);
    change_numbers(desk, 1.4f, 5.5f);
    drive(desk, 500, 20);
    join(desk, desk->car, "format: car/1\nname: x\nbody: {mass: 1500}\n");
    assert_near(hull_length(&desk->session), 5.5f, 1e-4); // it is what it was
    assert_int_equal(play_last(desk), 500);               // in the moment in which he is there
    drive(desk, 300, -50);
    join(desk, "gt", NULL);
    drive(desk, 100, 0);
    go_back(desk, 400, 0.0f); // no farther than to the last one who joined
    assert_in_range(desk->session.race->tick, 800, 899);
    assert_int_equal(desk->session.race->car_count, 5);
    drive(desk, 400, 30);
    play_last(desk);
    FileBytes told = tell_last();
    assert_int_equal(count_of(told.data, ", AI, pace "), 2);
    assert_int_equal(count_of(told.data, ", seat, "), 3);
    assert_int_equal(count_of(told.data, " P3 "), 1); // among the results
    file_bytes_free(&told);
    session_restart(&desk->session, &def); // from the start all are there
    live_start(&desk->live, &desk->session, CAR);
    assert_int_equal(desk->session.race->car_count, def.car_count);
}

static void a_file_read_again_ends_the_replay_and_says_so(void **state) {
    Desk *desk = *state;
    put(desk->car, "format: car/1\nname: Mine\nbase: hatch\nbody: {mass: 1500}\n");
    uint32_t ticks = 0;
    for (int i = 0; i < 120 && desk->live.recorder.on; i++, desk->now += 1.0 / 60.0) {
        ticks = desk->session.race->tick;
        live_reload(&desk->live, &desk->session, desk->now);
        reload_wait(&desk->live.reload);
        drive(desk, 4, 0);
    }
    assert_false(desk->live.recorder.on);
    assert_string_equal(desk->live.recorder.why, "mine.car.yaml was read again");
    assert_int_equal(desk->live.recorder.replay.info.ticks, ticks);
    drive(desk, 100, 0);
    put(desk->car, car_text); // as it was, so that the part before can be driven again
    assert_int_equal(play_last(desk), ticks);
}

static void numbers_that_no_car_file_holds_end_the_replay(void **state) {
    Desk *desk = *state;
    desk->live.setups.params[0].gears[1] = 9.0f; // longer than the first
    live_apply(&desk->live, &desk->session, CAR);
    assert_false(desk->live.recorder.on);
    assert_true(desk->live.recorder.why[0] != '\0');
    drive(desk, 100, 0);
    assert_int_equal(play_last(desk), 500);
}

static void the_last_drives_are_kept(void **state) {
    Desk *desk = *state;
    char text[REPLAY_SAVE_TEXT_MAX], path[200];
    for (int i = 0; i < REPLAY_SAVE_LAST + 3; i++) {
        drive(desk, 1, 0);
        assert_true(replay_save_last(&desk->live.recorder, desk->session.race, true, text));
        drive(desk, 1, 0); // kept once more, in its place
        assert_true(replay_save_last(&desk->live.recorder, desk->session.race, false, text));
    }
    for (int i = 0; i < REPLAY_SAVE_LAST; i++) {
        char name[16] = "last";
        if (i > 0) {
            snprintf(name, sizeof name, "last-%d", i);
        }
        Replay replay;
        assert_int_equal(recording_read(name, &replay, NULL), EXIT_FINE);
        assert_int_equal(replay.info.ticks, 500 + 2 * (REPLAY_SAVE_LAST + 3 - i));
        replay_destroy(&replay);
    }
    snprintf(path, sizeof path, "%s/axle/replays/last-%d.replay", user_folder, REPLAY_SAVE_LAST);
    assert_false(file_exists(path));
    snprintf(path, sizeof path, "%s/axle/replays/.last.replay", user_folder);
    assert_false(file_exists(path));
}

static void what_cannot_be_written_loses_nothing(void **state) {
    Desk *desk = *state;
    char text[REPLAY_SAVE_TEXT_MAX], folder[160], away[160];
    assert_true(replay_save_last(&desk->live.recorder, desk->session.race, true, text));
    snprintf(folder, sizeof folder, "%s/axle/replays", user_folder);
    snprintf(away, sizeof away, "%s/axle/away", user_folder);
    assert_int_equal(rename(folder, away), 0);
    put(folder, "no folder");
    assert_false(replay_save_last(&desk->live.recorder, desk->session.race, true, text));
    assert_non_null(strstr(text, "cannot write"));
    assert_false(replay_save_named(&desk->live.recorder, desk->session.race, "oval", text));
    assert_int_equal(unlink(folder), 0);
    assert_int_equal(rename(away, folder), 0);
    drive(desk, 100, 0);
    assert_int_equal(play_last(desk), 600);
}

static void saved_twice_in_a_second_there_are_two(void **state) {
    Desk *desk = *state;
    char first[REPLAY_SAVE_TEXT_MAX], second[REPLAY_SAVE_TEXT_MAX];
    assert_true(
        replay_save_named(&desk->live.recorder, desk->session.race, "a/b.track.yaml", first));
    assert_true(
        replay_save_named(&desk->live.recorder, desk->session.race, "a/b.track.yaml", second));
    assert_string_not_equal(first, second);
    assert_true(file_exists(first) && file_exists(second));
    assert_non_null(strstr(first, "_b.replay"));
}

#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_DESK(other_numbers_play_back),
        ON_DESK(a_set_up_of_an_earlier_drive_plays_back_from_the_start),
        ON_DESK(numbers_of_the_command_line_play_back),
        ON_DESK(a_drive_goes_on_from_where_it_was_rewound_to),
        ON_DESK(a_dropped_car_and_a_lap_taken_back_play_back),
        ON_DESK(who_joins_on_the_way_plays_back),
        ON_DESK(a_file_read_again_ends_the_replay_and_says_so),
        ON_DESK(numbers_that_no_car_file_holds_end_the_replay),
        ON_DESK(the_last_drives_are_kept),
        ON_DESK(what_cannot_be_written_loses_nothing),
        ON_DESK(saved_twice_in_a_second_there_are_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
