/// Time trial without its window: when the clock starts, how one begins anew, what laps leave.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/exit_code.h"
#include "game/game.h"
#include "game/laps.h"
#include "game/trial.h"
#include "geometry/trig.h"
#include "session/waiting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

enum {
    WIDTH = 1280,
    HEIGHT = 720,
    RATE = 60,
};

/// A game and the devices before it.
typedef struct Desk {
    Game game;
    InputFrame input;
    char folder[64];
} Desk;

static void begin(Desk *desk, DriveMode mode) {
    GameDef def = {.data = TEST_DATA,
                   .track = "first-oval",
                   .car = "gt",
                   .players = 1,
                   .laps = 1,
                   .mode = mode,
                   .keeps_records = true};
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    desk->game.seats[0].device = DEVICE_PAD;
    desk->input = (InputFrame){.pads[0].present = true};
}

static int set_up(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    snprintf(desk->folder, sizeof desk->folder, "/tmp/axle-trial-XXXXXX");
    assert_non_null(mkdtemp(desk->folder));
    assert_int_equal(setenv("XDG_DATA_HOME", desk->folder, 1), 0);
    begin(desk, DRIVE_TRIAL);
    *state = desk;
    return 0;
}

static int clear_up(void **state) {
    Desk *desk = *state;
    char command[128];
    game_destroy(&desk->game);
    snprintf(command, sizeof command, "rm -r '%s'", desk->folder);
    assert_int_equal(system(command), 0);
    free(desk);
    return 0;
}

static void frames(Desk *desk, int count) {
    for (int i = 0; i < count; i++) {
        game_frame(&desk->game, &desk->input, 1.0f / RATE, WIDTH, HEIGHT);
        desk->input.press_count = 0;
        memset(desk->input.pads[0].pressed, 0, sizeof desk->input.pads[0].pressed);
    }
}

static void press(Desk *desk, int key) {
    desk->input.presses[desk->input.press_count++] = key;
    desk->input.down[key] = true;
}

static void gas(Desk *desk) { desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f; }

static const Racer *racer(const Desk *desk) { return race_racers_const(desk->game.session.race); }

/// One frame of somebody who follows the racing line at `pace` x its speed.
static void drive_frame(Desk *desk, float pace) {
    const Race *race = desk->game.session.race;
    const RacingLine *line = &race->data->lines[0];
    const Body *body = &race_bodies_const(race)[0];
    float speed = glms_vec2_norm(body->velocity);
    int point = racer(desk)->line_point;
    float ahead = 4.0f + 0.25f * speed;
    while (glms_vec2_distance(line->points[point].point, body->position) < ahead) {
        point = (point + 1) % line->count;
    }
    vec2s to = glms_vec2_sub(line->points[point].point, body->position);
    float turn = trig_wrap(trig_atan2(to.y, to.x) - body->angle);
    float wanted = pace * line->points[point].speed;
    PadState *pad = &desk->input.pads[0];
    pad->axes[PAD_LEFT_X] = fmaxf(-1.0f, fminf(-4.0f * turn, 1.0f));
    pad->axes[PAD_RIGHT_TRIGGER] = speed < wanted ? 1.0f : 0.0f;
    pad->axes[PAD_LEFT_TRIGGER] = speed > wanted + 2.0f ? 0.6f : 0.0f;
    frames(desk, 1);
}

/// Drives whole laps.
static void drive_laps(Desk *desk, int laps, float pace) {
    int end = racer(desk)->lap + laps;
    for (int i = 0; i < laps * 60 * RATE && racer(desk)->lap < end; i++) {
        drive_frame(desk, pace);
    }
    assert_int_equal(racer(desk)->lap, end);
}

static bool is_busy(const RecordKeeper *keeper) {
    return keeper->job || keeper->waiting > 0 || keeper->asks || keeper->verifies;
}

/// Frames until all is stored and verified.
static void settle_records(Desk *desk) {
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < 20000 && is_busy(&desk->game.records); i++) {
        laps_news(&desk->game);
        nanosleep(&pause, NULL);
    }
    assert_false(is_busy(&desk->game.records));
}

static RecordList stored(void) {
    char path[PATH_LIMIT];
    MessageList messages = {0};
    RecordList list;
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    assert_non_null(records);
    assert_true(records_list(records, NULL, &list, &messages));
    records_close(records);
    return list;
}

static uint32_t tick(const Desk *desk) { return desk->game.session.race->tick; }

static void the_clock_starts_with_gas_or_brake(void **state) {
    Desk *desk = *state;
    frames(desk, RATE);
    desk->input.pads[0].axes[PAD_LEFT_X] = 1.0f; // who steers only has not started
    frames(desk, RATE);
    assert_true(trial_waits(&desk->game));
    assert_int_equal(tick(desk), 0);
    gas(desk);
    frames(desk, RATE);
    assert_in_range(tick(desk), 236, 240);
    desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 0.0f; // and does not stop without it
    frames(desk, RATE);
    assert_in_range(tick(desk), 472, 480);
}

static void one_is_alone_there(void **state) {
    Desk *desk = *state;
    assert_int_equal(desk->game.session.race->car_count, 1);
    gas(desk);
    frames(desk, RATE);
    press(desk, KEY_UP);
    frames(desk, RATE);
    assert_int_equal(desk->game.seat_count, 1);
}

static void one_key_starts_anew_at_once(void **state) {
    Desk *desk = *state;
    for (int i = 0; i < 2; i++) {
        gas(desk);
        frames(desk, 3 * RATE);
        assert_true(tick(desk) > 600);
        if (i == 0) {
            press(desk, KEY_ENTER);
        } else {
            desk->input.pads[0].pressed[PAD_BACK] = true;
        }
        double start = waiting_now();
        frames(desk, 1);
        assert_in_range((int)(1e3 * (waiting_now() - start)), 0, 300);
        assert_in_range(tick(desk), 1, 5); // gas is still held, so it goes on at once
        assert_int_equal(game_screen(&desk->game), GAME_DRIVE);
    }
}

static void attempts_without_a_lap_leave_no_recording(void **state) {
    Desk *desk = *state;
    char path[128];
    snprintf(path, sizeof path, "%s/axle/replays/last.replay", desk->folder);
    gas(desk);
    frames(desk, RATE);
    press(desk, KEY_ENTER);
    frames(desk, RATE);
    assert_int_not_equal(access(path, F_OK), 0);
    press(desk, KEY_ESCAPE); // but one that is left for the pause does
    frames(desk, 1);
    assert_int_equal(access(path, F_OK), 0);
}

static void nobody_turns_time_back(void **state) {
    Desk *desk = *state;
    gas(desk);
    frames(desk, RATE);
    uint32_t before = tick(desk);
    press(desk, KEY_F8);
    press(desk, KEY_PERIOD);
    frames(desk, RATE);
    assert_in_range(tick(desk), before + 236, before + 244);
}

static void a_best_lap_is_stored_and_verified(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.7f);
    double slow = racer(desk)->best_lap_s;
    settle_records(desk);
    drive_laps(desk, 1, 0.9f);
    double best = racer(desk)->best_lap_s;
    assert_true(best < slow);
    drive_laps(desk, 1, 0.6f); // slower: nothing new
    settle_records(desk);
    RecordList list = stored();
    assert_int_equal(list.count, 1);
    const Record *record = &list.items[0];
    assert_int_equal(record->state, RECORD_VERIFIED);
    assert_near(record->time_s, best, 0.0);
    assert_int_equal(record->key.laps, 0);
    assert_int_equal(record->replay_lap, 1);
    assert_string_equal(record->player, "P1");
    assert_string_equal(record->track, "first-oval");
    assert_string_equal(record->car_name, "gt");
    records_list_destroy(&list);
    game_destroy(&desk->game); // the next time it is known
    begin(desk, DRIVE_TRIAL);
    assert_near(desk->game.seats[0].record_s, 0.0, 0.0);
    settle_records(desk);
    assert_near(desk->game.seats[0].record_s, best, 0.0);
}

static void what_the_program_leaves_unverified_the_next_one_verifies(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.9f);
    game_destroy(&desk->game); // at once
    begin(desk, DRIVE_TRIAL);
    settle_records(desk);
    RecordList list = stored();
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].state, RECORD_VERIFIED);
    records_list_destroy(&list);
}

static void a_race_makes_a_record_of_its_own(void **state) {
    Desk *desk = *state;
    game_destroy(&desk->game);
    begin(desk, DRIVE_RACE);
    drive_laps(desk, 1, 0.9f);
    frames(desk, 2);
    assert_true(racer(desk)->finished);
    settle_records(desk);
    RecordList list = stored();
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].key.laps, 0);
    assert_int_equal(list.items[1].key.laps, 1);
    assert_near(list.items[1].time_s, racer(desk)->total_s, 0.0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(list.items[i].state, RECORD_VERIFIED);
    }
    records_list_destroy(&list);
}

static void laps_with_helps_have_their_own_records(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.9f);
    double fast = racer(desk)->best_lap_s;
    desk->game.settings.game.speed = 0.5f;
    drive_laps(desk, 1, 0.9f); // begun at full speed
    assert_near(desk->game.seats[0].record_s, 0.0, 0.0);
    drive_laps(desk, 1, 0.8f);
    settle_records(desk);
    RecordList list = stored();
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[0].key.helps, 0);
    assert_near(list.items[0].time_s, fast, 0.0);
    assert_int_equal(list.items[1].key.helps, RECORD_SLOW);
    assert_int_equal(list.items[1].state, RECORD_VERIFIED);
    records_list_destroy(&list);
}

static void a_record_whose_replay_says_otherwise_is_refused(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.9f);
    settle_records(desk);
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    RecordList list;
    uint8_t *data;
    size_t size;
    assert_true(records_list(records, NULL, &list, &messages));
    assert_true(records_replay(records, list.items[0].id, &data, &size));
    for (int i = 0; i < 5; i++) {
        Record record = list.items[0];
        record.time_s -= i == 0 ? 0.001 : 0.0;
        record.key.car.low += i == 1;
        record.replay_lap += i == 2;
        record.replay_car += i == 3;
        record.state = RECORD_PENDING;
        data[size - 20] ^= i == 4;
        snprintf(record.player, sizeof record.player, "cheat %d", i);
        assert_true(records_add(records, &record, data, size, NULL, &messages));
    }
    free(data);
    records_list_destroy(&list);
    records_close(records);
    desk->game.records.verifies = true;
    settle_records(desk);
    list = stored();
    int refused = 0;
    for (int i = 0; i < list.count; i++) {
        refused += list.items[i].state == RECORD_REFUSED;
    }
    assert_int_equal(list.count, 6);
    assert_int_equal(refused, 5);
    records_list_destroy(&list);
}

#define ON_DESK(test) cmocka_unit_test_setup_teardown(test, set_up, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_DESK(the_clock_starts_with_gas_or_brake),
        ON_DESK(one_is_alone_there),
        ON_DESK(one_key_starts_anew_at_once),
        ON_DESK(attempts_without_a_lap_leave_no_recording),
        ON_DESK(nobody_turns_time_back),
        ON_DESK(a_best_lap_is_stored_and_verified),
        ON_DESK(what_the_program_leaves_unverified_the_next_one_verifies),
        ON_DESK(a_race_makes_a_record_of_its_own),
        ON_DESK(laps_with_helps_have_their_own_records),
        ON_DESK(a_record_whose_replay_says_otherwise_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
