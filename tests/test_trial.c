/// Time trial without its window: when the clock starts, how one begins anew, what laps leave.
#define _XOPEN_SOURCE 700 // for mkdtemp and setenv
#include "base/array.h"
#include "base/exit_code.h"
#include "base/file.h"
#include "game/game.h"
#include "game/start.h"
#include "game_state/laps.h"
#include "game_state/trial.h"
#include "game_state/trial_picture.h"
#include "race/teleport.h"
#include "session/replay_save.h"
#include "session/waiting.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "pad_driver.h"
#include "press_key.h"
#include "test.h"
#include "user_folder.h"

enum {
    WIDTH = 1280,
    HEIGHT = 720,
    RATE = 60,
};

/// A game and the devices before it.
typedef struct Desk {
    Game game;
    InputFrame input;
    bool has_ghosts; ///< Else no time is spent on them.
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
    desk->game.ghosts.on = desk->has_ghosts;
    desk->input = (InputFrame){.pads[0].present = true};
}

static int set_up_desk(void **state, bool has_ghosts) {
    Desk *desk = calloc(1, sizeof *desk);
    desk->has_ghosts = has_ghosts;
    assert_int_equal(user_folder_make(state), 0);
    begin(desk, DRIVE_TRIAL);
    *state = desk;
    return 0;
}

static int set_up(void **state) { return set_up_desk(state, false); }

static int set_up_ghosts(void **state) { return set_up_desk(state, true); }

static int clear_up(void **state) {
    Desk *desk = *state;
    game_destroy(&desk->game);
    assert_int_equal(user_folder_remove(state), 0);
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

static void press(Desk *desk, int key) { press_key(&desk->input, key); }

static void gas(Desk *desk) { desk->input.pads[0].axes[PAD_RIGHT_TRIGGER] = 1.0f; }

static const Racer *racer(const Desk *desk) { return race_racers_const(desk->game.session.race); }

/// One frame of somebody who follows the racing line at `pace` x its speed.
static void drive_frame(Desk *desk, float pace) {
    pad_driver(desk->game.session.race, pace, &desk->input.pads[0]);
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
    return keeper->job || keeper->proof_job || keeper->waiting > 0 || keeper->asks ||
           keeper->verifies;
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

/// Frames until all ghosts are there that there will be.
static void settle_ghosts(Desk *desk) {
    struct timespec pause = {.tv_nsec = 1000000};
    settle_records(desk);
    for (int i = 0; i < 20000 && !ghosts_ready(&desk->game.ghosts); i++) {
        trial_frame(&desk->game, &desk->input);
        nanosleep(&pause, NULL);
    }
    assert_true(ghosts_ready(&desk->game.ghosts));
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
    snprintf(path, sizeof path, "%s/axle/replays/last.replay", user_folder);
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
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_CHECKED);
    settle_records(desk);
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_RECORD);
    drive_laps(desk, 1, 0.9f);
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_CHECKED);
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
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_RECORD);
    assert_int_equal(laps_standing(&desk->game, 0, true), LAP_STANDING_NONE);
    Record *champion = &desk->game.records.answers[0].champion; // of somebody who was faster
    champion->time_s -= 0.001;
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_BEST);
    desk->game.records.answers[0].lap.time_s -= 0.5; // as was the player himself, before
    assert_int_equal(laps_standing(&desk->game, 0, false), LAP_STANDING_NONE);
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

static void while_many_race_laps_are_stored_and_wait_to_be_verified(void **state) {
    Desk *desk = *state;
    RecordKeeper *keeper = &desk->game.records;
    struct timespec pause = {.tv_nsec = 1000000};
    drive_laps(desk, 1, 0.9f);
    keeper->rests = true;
    for (int i = 0; i < 20000 && (keeper->job || keeper->waiting > 0 || keeper->asks); i++) {
        record_keeper_news(keeper);
        nanosleep(&pause, NULL);
    }
    assert_null(keeper->job);
    assert_true(keeper->verifies);
    RecordList list = stored();
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].state, RECORD_PENDING);
    records_list_destroy(&list);
    settle_records(desk); // alone on the track it goes on
    list = stored();
    assert_int_equal(list.items[0].state, RECORD_VERIFIED);
    records_list_destroy(&list);
}

static RecordState state_of_only(void) {
    RecordList list = stored();
    assert_int_equal(list.count, 1);
    RecordState state = list.items[0].state;
    records_list_destroy(&list);
    return state;
}

/// Runs `format` with the path of the file of records, twice.
static void on_records(const char *format) {
    char path[PATH_LIMIT], command[2 * PATH_LIMIT + 64];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    snprintf(command, sizeof command, format, path, path);
    assert_int_equal(system(command), 0);
}

/// Drives a lap whose proof takes long, and begins the proof.
static void begin_long_proof(Desk *desk) {
    RecordKeeper *keeper = &desk->game.records;
    struct timespec pause = {.tv_nsec = 100000};
    settle_records(desk);
    game_destroy(&desk->game);
    begin(desk, DRIVE_PRACTICE);
    frames(desk, 20 * RATE); // all of it is part of the proof
    drive_laps(desk, 1, 0.8f);
    for (int i = 0; i < 20000 && !keeper->proof_job; i++) {
        laps_news(&desk->game);
        nanosleep(&pause, NULL);
    }
    assert_non_null(keeper->proof_job);
}

/// A lap that waits to be stored, with a replay that proves nothing.
static void add_waiting(Desk *desk, const char *player, double time_s) {
    Replay empty = {.info.def.car_count = 1, .info.def.laps = 1};
    Record record = {.key.race_version = RACE_VERSION, .time_s = time_s, .date = 1700000000};
    snprintf(record.player, sizeof record.player, "%s", player);
    record_keeper_add(&desk->game.records, &record, &empty, "meanwhile");
}

static void what_is_stored_meanwhile_begins_no_long_proof_again(void **state) {
    Desk *desk = *state;
    RecordKeeper *keeper = &desk->game.records;
    struct timespec pause = {.tv_nsec = 100000};
    begin_long_proof(desk);
    double begun_s = keeper->begun_s;
    assert_int_equal(keeper->after, 0);
    add_waiting(desk, "Ada", 99.0);
    while (keeper->proof_job && keeper->begun_s == begun_s) {
        laps_news(&desk->game);
        nanosleep(&pause, NULL);
    }
    assert_int_equal(keeper->after, 1); // it went on to its end
    settle_records(desk);
}

static void a_proof_from_a_file_put_aside_says_nothing_of_the_next_one(void **state) {
    Desk *desk = *state;
    RecordKeeper *keeper = &desk->game.records;
    struct timespec pause = {.tv_nsec = 100000};
    begin_long_proof(desk);
    RecordList list = stored();
    Replay replay = replay_copy(&desk->game.live.recorder.replay, desk->game.session.race);
    on_records("rm '%s' && echo spoilt > '%s'");
    record_keeper_add(keeper, &list.items[0], &replay, "anew");
    laps_news(&desk->game);
    while (keeper->job && !job_is_done(keeper->job)) {
        nanosleep(&pause, NULL);
    }
    laps_news(&desk->game);
    keeper->troubles[RECORD_WORK_STORE].stuck =
        false; // where the proof held the old file just then
    settle_records(desk);
    assert_int_equal(state_of_only(), RECORD_VERIFIED);
    records_list_destroy(&list);
}

/// Practice, in which the second lap is the slow one: `count` frames of it,
/// 0: until that lap ends. Returns how many those were.
static int drive_two_laps(Desk *desk, const char *name, int count) {
    GameDef def = desk->game.def;
    game_destroy(&desk->game);
    def.mode = DRIVE_PRACTICE;
    assert_int_equal(game_create(&desk->game, &def), EXIT_FINE);
    desk->game.seats[0].device = DEVICE_PAD;
    snprintf(desk->game.settings.seats[0].name, SETTING_TEXT_MAX, "%s", name);
    int frame = 0;
    while (frame < 120 * RATE && (count > 0 ? frame < count : racer(desk)->lap < 2)) {
        drive_frame(desk, racer(desk)->lap < 1 ? 0.9f : 0.6f);
        frame++;
    }
    return frame;
}

static void a_friend_who_joins_takes_nobodys_mark(void **state) {
    Desk *desk = *state;
    int end = drive_two_laps(desk, "Ada", 0);
    drive_two_laps(desk, "Ben", end - 2); // who has no record yet
    Game *game = &desk->game;
    double best_s = racer(desk)->best_lap_s;
    assert_near(game->seats[0].kept_lap.time_s, best_s, 0.0);
    press(desk, 'W');
    drive_frame(desk, 0.6f);
    assert_int_equal(game->seat_count, 2);
    drive_frame(desk, 0.6f); // the slow lap ends while the records of both are looked up
    assert_int_equal(racer(desk)->lap, 2);
    assert_near(racer(desk)->best_lap_s, best_s, 0.0);
    assert_near(game->seats[0].kept_lap.time_s, best_s, 0.0);
    LapStanding standing = laps_standing(game, 0, false); // verified by now on a slow machine
    assert_true(standing == LAP_STANDING_CHECKED || standing == LAP_STANDING_BEST);
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
    assert_int_equal(laps_standing(&desk->game, 0, true), LAP_STANDING_RECORD);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(list.items[i].state, RECORD_VERIFIED);
    }
    records_list_destroy(&list);
}

static void the_hundredth_lap_of_a_practice_counts_like_any(void **state) {
    Desk *desk = *state;
    game_destroy(&desk->game);
    begin(desk, DRIVE_PRACTICE);
    drive_laps(desk, 1, 0.6f);
    race_racers(desk->game.session.race)[0].lap = RACE_LAPS_MAX;
    frames(desk, 1);
    double slow = racer(desk)->best_lap_s;
    drive_laps(desk, 1, 0.8f);
    double fast = racer(desk)->best_lap_s;
    assert_true(fast < slow);
    assert_near(desk->game.seats[0].record_s, fast, 0.0);
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
    assert_true(records_replay(records, list.items[0].id, &data, &size, &messages));
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

static void long_replays_are_proved_when_all_others_are(void **state) {
    Desk *desk = *state;
    desk->game.records.quick_steps = 1;
    drive_laps(desk, 1, 0.9f);
    settle_records(desk);
    assert_int_equal(state_of_only(), RECORD_VERIFIED);
}

static void of_old_records_a_run_proves_a_limited_number_and_its_own_all(void **state) {
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
    assert_true(records_replay(records, list.items[0].id, &data, &size, &messages));
    Record copy = list.items[0];
    copy.state = RECORD_PENDING;
    for (int i = 0; i < 2; i++) {
        snprintf(copy.player, sizeof copy.player, i == 0 ? "old" : "young");
        copy.date = i == 0 ? 1000 : desk->game.records.since + 1;
        assert_true(records_add(records, &copy, data, size, NULL, &messages));
    }
    free(data);
    records_close(records);
    records_list_destroy(&list);
    for (int round = 0; round < 2; round++) {
        desk->game.records.proofs = round == 0 ? RECORD_KEEPER_PROOFS : 0;
        desk->game.records.after = 0;
        desk->game.records.verifies = true;
        settle_records(desk);
        list = stored();
        assert_int_equal(list.count, 3);
        for (int i = 0; i < 3; i++) {
            bool waits = round == 0 && strcmp(list.items[i].player, "old") == 0;
            assert_int_equal(list.items[i].state, waits ? RECORD_PENDING : RECORD_VERIFIED);
        }
        records_list_destroy(&list);
    }
}

static void a_lap_begun_elsewhere_than_on_the_grid_is_refused(void **state) {
    Desk *desk = *state;
    Race *race = desk->game.session.race;
    const Body *body = &race_bodies_const(race)[0];
    vec2s place = {{body->position.x + 1.0f, body->position.y}}; // just before the finish
    float angle = body->angle;
    recorder_put(&desk->game.live.recorder, race, 0, place, angle); // the game knows nothing of it
    teleport_put(race, 0, place, angle);
    gas(desk);
    frames(desk, 3 * RATE);
    assert_int_equal(racer(desk)->lap, 1);
    settle_records(desk);
    assert_int_equal(state_of_only(), RECORD_REFUSED);
}

/// A practice in which a second person joins after a second, put `by_m` m ahead in the same moment.
static void join_put_ahead(Desk *desk, float by_m) {
    game_destroy(&desk->game);
    begin(desk, DRIVE_PRACTICE);
    desk->input.pads[1].present = true;
    frames(desk, RATE);
    start_join(&desk->game, &desk->input, DEVICE_PAD + 1);
    Race *race = desk->game.session.race;
    assert_int_equal(race->car_count, 2);
    const Body *body = &race_bodies_const(race)[1];
    vec2s place = {{body->position.x + by_m, body->position.y}};
    float angle = body->angle;
    recorder_put(&desk->game.live.recorder, race, 1, place, angle);
    teleport_put(race, 1, place, angle);
    desk->input.pads[1].axes[PAD_RIGHT_TRIGGER] = 1.0f;
    frames(desk, 3 * RATE);
    assert_int_equal(racer(desk)[1].lap, 1);
}

static void who_joins_elsewhere_than_on_the_grid_drives_no_lap_that_counts(void **state) {
    Desk *desk = *state;
    join_put_ahead(desk, 5.0f);
    Replay replay = replay_copy(&desk->game.live.recorder.replay, desk->game.session.race);
    const DrivenLapWish wish = {.car = 1, .index = 0};
    DrivenLap lap;
    assert_int_equal(driven_lap_find(TEST_DATA, "it", &replay, wish, NULL, &lap, stderr),
                     DRIVEN_LAP_FOUND);
    assert_false(lap.fair);
    assert_false(lap.fair_race);
    driven_lap_destroy(&lap);
    replay.hashes[0]++; // it ends before anybody joins: all memory is given back then too
    assert_int_equal(driven_lap_find(TEST_DATA, "it", &replay, wish, NULL, &lap, stderr),
                     DRIVEN_LAP_DIFFERS);
    replay_destroy(&replay);
}

/// Frames until the thread has nothing more that it can do.
static void pause_records(Desk *desk) {
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0, idle = 0; i < 2000 && idle < 5; i++) {
        laps_news(&desk->game);
        idle = desk->game.records.job || desk->game.records.proof_job ? 0 : idle + 1;
        nanosleep(&pause, NULL);
    }
}

static void a_lap_that_cannot_be_stored_waits_for_the_next_one(void **state) {
    Desk *desk = *state;
    settle_records(desk);
    on_records("rm '%s' && mkdir '%s'");
    for (int i = 0; i < 2; i++) { // told each time that it begins
        desk->game.toast[0] = '\0';
        drive_laps(desk, 1, i == 0 ? 0.6f : 0.75f);
        pause_records(desk);
        assert_int_equal(desk->game.records.waiting, 1);
        assert_non_null(strstr(desk->game.toast, "no regular file"));
        on_records("rmdir '%s' # '%s'");
        drive_laps(desk, 1, i == 0 ? 0.7f : 0.8f);
        settle_records(desk);
        RecordList list = stored();
        assert_in_range(list.count, 1, 2); // the slower one goes if the faster is verified first
        records_list_destroy(&list);
        on_records("rm '%s' && mkdir '%s'");
    }
    drive_laps(desk, 1, 0.9f); // or for the end
    pause_records(desk);
    on_records("rmdir '%s' # '%s'");
    game_destroy(&desk->game);
    assert_int_equal(state_of_only(), RECORD_PENDING);
    begin(desk, DRIVE_TRIAL);
}

static void a_lap_that_could_not_be_stored_is_tried_again_after_a_while(void **state) {
    Desk *desk = *state;
    settle_records(desk);
    on_records("rm '%s' && mkdir '%s'");
    drive_laps(desk, 1, 0.8f);
    pause_records(desk);
    on_records("rmdir '%s' # '%s'");
    pause_records(desk);
    assert_int_equal(desk->game.records.waiting, 1);
    desk->game.records.troubles[RECORD_WORK_STORE].retry_s -= 60.0;
    settle_records(desk);
    assert_int_equal(state_of_only(), RECORD_VERIFIED);
}

/// Lets no file grow beyond what the records take now, as on a full disk; or again.
static void fill_disk(bool is_full) {
    static struct rlimit old;
    struct stat status;
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    assert_int_equal(stat(path, &status), 0);
    if (is_full) {
        signal(SIGXFSZ, SIG_IGN);
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    }
    struct rlimit limit = {is_full ? (rlim_t)status.st_size : old.rlim_cur, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void while_the_disk_is_full_records_are_looked_up_all_the_same(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.6f);
    double best = racer(desk)->best_lap_s;
    settle_records(desk);
    fill_disk(true);
    drive_laps(desk, 1, 0.7f);
    pause_records(desk);
    assert_int_equal(desk->game.records.waiting, 1);
    laps_forget_records(&desk->game);
    pause_records(desk);
    assert_true(record_keeper_knows(&desk->game.records));
    assert_near(desk->game.records.answers[0].lap.time_s, best, 0.0);
    assert_int_equal(desk->game.records.waiting, 1);
    fill_disk(false);
}

static double best_waiting(const RecordKeeper *keeper, const char *player) {
    double best = 0.0;
    for (int i = 0; i < keeper->waiting; i++) {
        const Record *record = &keeper->queue[i].record;
        if (strcmp(record->player, player) == 0 && (best == 0.0 || record->time_s < best)) {
            best = record->time_s;
        }
    }
    return best;
}

static void of_too_many_laps_that_wait_the_best_of_each_player_stay(void **state) {
    Desk *desk = *state;
    RecordKeeper *keeper = &desk->game.records;
    settle_records(desk);
    on_records("rm '%s' && mkdir '%s'");
    add_waiting(desk, "Bo", 90.0);
    for (int i = 0; i < 25; i++) {
        add_waiting(desk, "Ada", 50.0 - i);
    }
    pause_records(desk);
    assert_int_equal(keeper->waiting, RECORD_KEEPER_QUEUE);
    assert_near(best_waiting(keeper, "Ada"), 26.0, 0.0);
    assert_near(best_waiting(keeper, "Bo"), 90.0, 0.0);
    char name[] = "a";
    for (; name[0] < 'o'; name[0]++) {
        add_waiting(desk, name, 70.0);
    }
    pause_records(desk);
    assert_near(best_waiting(keeper, "n"), 70.0, 0.0);
    assert_null(strstr(desk->game.toast, "lost"));
    add_waiting(desk, "one more", 60.0);
    pause_records(desk);
    assert_near(best_waiting(keeper, "Ada"), 26.0, 0.0);
    assert_near(best_waiting(keeper, "one more"), 0.0, 0.0);
    assert_non_null(strstr(desk->game.toast, "is lost"));
    on_records("rmdir '%s' # '%s'");
}

static void what_could_not_be_looked_up_is_asked_again(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.9f);
    double best = racer(desk)->best_lap_s;
    settle_records(desk);
    on_records("mv '%s' '%s.away'");
    on_records("mkdir '%s' # '%s'");
    laps_forget_records(&desk->game);
    pause_records(desk);
    assert_true(desk->game.records.asks);
    on_records("rmdir '%s' # '%s'");
    on_records("mv '%s.away' '%s'");
    assert_near(desk->game.seats[0].record_s, 0.0, 0.0);
    desk->game.live.setups.best_s[0] = 0.0;
    desk->game.record_news[0] = '\0';
    drive_laps(desk, 1, 0.7f);
    settle_records(desk);
    assert_near(desk->game.seats[0].record_s, best, 0.0);
    assert_non_null(strstr(desk->game.record_news, "is kept")); // and no best one, which it is not
}

static void a_file_begun_anew_tells_of_its_first_lap_and_verifies_it(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.7f);
    settle_records(desk);
    on_records("echo spoilt > '%s' # '%s'");
    desk->game.record_news[0] = '\0';
    drive_laps(desk, 1, 0.9f);
    settle_records(desk);
    assert_non_null(strstr(desk->game.record_news, "New best lap"));
    assert_int_equal(state_of_only(), RECORD_VERIFIED);
}

static void a_time_that_is_refused_is_no_longer_the_one_to_beat(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.9f);
    double best = racer(desk)->best_lap_s;
    settle_records(desk);
    char path[PATH_LIMIT];
    MessageList messages = {0};
    assert_true(records_path(path, &messages));
    Records *records = records_open(path, &messages);
    RecordList list;
    uint8_t *data;
    size_t size;
    assert_true(records_list(records, NULL, &list, &messages));
    assert_true(records_replay(records, list.items[0].id, &data, &size, &messages));
    Record record = list.items[0];
    record.time_s -= 1.0;
    record.state = RECORD_PENDING;
    assert_true(records_add(records, &record, data, size, NULL, &messages));
    free(data);
    records_list_destroy(&list);
    records_close(records);
    game_destroy(&desk->game);
    begin(desk, DRIVE_TRIAL);
    settle_records(desk);
    assert_near(desk->game.seats[0].record_s, best, 0.0);
    assert_near(desk->game.live.setups.best_s[0], best, 0.0);
}

static void another_person_has_his_own_best_lap(void **state) {
    Desk *desk = *state;
    SettingsSeat *seat = &desk->game.settings.seats[0];
    drive_laps(desk, 1, 0.9f);
    double best = racer(desk)->best_lap_s;
    settle_records(desk);
    snprintf(seat->name, sizeof seat->name, "Anna");
    drive_laps(desk, 1, 0.7f);
    settle_records(desk);
    assert_true(desk->game.seats[0].record_s > best);
    RecordList list = stored();
    assert_int_equal(list.count, 2);
    records_list_destroy(&list);
    snprintf(seat->name, sizeof seat->name, "Ben");
    press(desk, KEY_ENTER); // also from the start
    frames(desk, 1);
    assert_near(desk->game.seats[0].record_s, 0.0, 0.0);
}

/// What a person pressed in each frame of a lap.
typedef struct Tape {
    float axes[30 * RATE][PAD_AXIS_COUNT];
    int count;
} Tape;

/// Drives a lap, at the pace of `pace`, and remembers it; returns the path of its replay.
static void record_lap(Desk *desk, float pace, Tape *tape, char path[REPLAY_SAVE_TEXT_MAX]) {
    tape->count = 0;
    while (racer(desk)->lap == 0) {
        drive_frame(desk, pace);
        assert_in_range(tape->count, 0, 30 * RATE - 1);
        memcpy(tape->axes[tape->count++], desk->input.pads[0].axes, sizeof tape->axes[0]);
    }
    assert_true(
        replay_save_named(&desk->game.live.recorder, desk->game.session.race, "oval", path));
}

static void play_tape(Desk *desk, const Tape *tape, int frame) {
    memcpy(desk->input.pads[0].axes, tape->axes[frame], sizeof tape->axes[0]);
    frames(desk, 1);
}

static void assert_is_at(const Desk *desk, const GhostLap *lap) {
    const Body *body = &race_bodies_const(desk->game.session.race)[0];
    GhostPose pose;
    assert_true(ghost_lap_pose(lap, desk->game.session.race, 0, 1.0f, &pose));
    assert_memory_equal(&pose.position, &body->position, sizeof pose.position);
    assert_near(pose.angle, body->angle, 0.0);
}

static void four_ghosts_drive_again_to_the_tick(void **state) {
    Desk *desk = *state;
    static Tape tapes[2];
    char paths[2][REPLAY_SAVE_TEXT_MAX];
    record_lap(desk, 0.75f, &tapes[0], paths[0]); // the best
    press(desk, KEY_ENTER);
    memset(desk->input.pads[0].axes, 0, sizeof desk->input.pads[0].axes);
    frames(desk, 1);
    record_lap(desk, 0.65f, &tapes[1], paths[1]); // a friend's
    settle_records(desk);
    game_destroy(&desk->game);
    begin(desk, DRIVE_TRIAL);
    trial_add_ghost(&desk->game, paths[1]);
    settle_ghosts(desk);
    const Ghosts *ghosts = &desk->game.ghosts;
    const Ghost *shown[GHOSTS_SHOWN];
    int count = ghosts_shown(ghosts, shown);
    assert_int_equal(count, 4);
    assert_int_equal(shown[0]->kind, GHOST_FRIEND);
    assert_int_equal(shown[1]->kind, GHOST_BEST);
    assert_int_equal(shown[2]->kind, GHOST_MEDAL);
    assert_int_equal(shown[2]->medal, ghosts_next_medal(ghosts));
    for (int lap = 0; lap < 2; lap++) { // each on its own way, while all four are looked up
        press(desk, KEY_ENTER);
        for (int i = 0; i < tapes[lap].count; i++) {
            play_tape(desk, &tapes[lap], i);
            if (racer(desk)->lap == 0) {
                assert_is_at(desk, &shown[1 - lap]->lap);
                GhostPose pose;
                for (int k = 0; k < count; k++) {
                    bool is_there =
                        ghost_lap_pose(&shown[k]->lap, desk->game.session.race, 0, 1.0f, &pose);
                    assert_true(is_there || i > RATE * (shown[k]->lap.lap_s - 0.1));
                }
            }
        }
        assert_int_equal(racer(desk)->lap, 1);
        count = ghosts_shown(ghosts, shown); // the same laps: no ghost is there twice
        assert_int_equal(count, 4);
    }
}

static void of_many_files_at_once_the_last_four_are_the_ghosts_that_drive(void **state) {
    Desk *desk = *state;
    static Tape tape;
    char path[REPLAY_SAVE_TEXT_MAX], copies[6][REPLAY_SAVE_TEXT_MAX + 8];
    record_lap(desk, 0.75f, &tape, path);
    for (int i = 0; i < 6; i++) {
        FileBytes bytes;
        MessageList messages = {0};
        snprintf(copies[i], sizeof copies[i], "%.*s/%c.replay", (int)(strrchr(path, '/') - path),
                 path, 'a' + i);
        assert_true(file_read(path, FILE_LIMIT, &bytes, &messages) &&
                    file_write(copies[i], bytes.data, bytes.size, &messages));
        file_bytes_free(&bytes);
    }
    for (int i = 0; i < 6; i++) {
        trial_add_ghost(&desk->game, copies[i]);
    }
    settle_ghosts(desk);
    for (int i = 0; i < GHOSTS_FRIENDS; i++) { // the last one first
        const char tag[2] = {(char)('f' - i)};
        assert_string_equal(desk->game.ghosts.friends[i].tag, tag);
        assert_string_equal(desk->game.ghost_sources[GHOSTS_FRIENDS - 1 - i].file, copies[5 - i]);
    }
}

static void a_record_is_raced_against(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.8f);
    settle_records(desk);
    RecordList list = stored();
    GhostSource here = {.record = list.items[0], .track = list.items[0].key.track};
    GhostSource elsewhere = here;
    elsewhere.record.id++;
    elsewhere.track.low++;
    trial_choose_ghost(&desk->game, &here);
    trial_choose_ghost(&desk->game, &elsewhere);
    press(desk, KEY_ENTER);
    memset(desk->input.pads[0].axes, 0, sizeof desk->input.pads[0].axes);
    frames(desk, 1);
    settle_ghosts(desk);
    const Ghost *friends = desk->game.ghosts.friends;
    assert_near(friends[0].lap.lap_s, list.items[0].time_s, 0.0);
    assert_string_equal(friends[0].tag, list.items[0].player);
    assert_ptr_equal(ghosts_rival(&desk->game.ghosts), &friends[0]);
    HudView view = {0};
    HudTrial hud;
    assert_true(trial_picture_hud(&desk->game, &view, &hud));
    assert_string_equal(hud.rival, friends[0].tag);
    assert_near(hud.target_s, friends[0].lap.lap_s, 0.0);
    assert_int_equal(friends[1].lap.count, 0); // that of another track is for another day
    records_list_destroy(&list);
}

static void a_record_that_could_not_be_read_is_tried_again_with_the_next_attempt(void **state) {
    Desk *desk = *state;
    drive_laps(desk, 1, 0.8f);
    settle_records(desk);
    game_destroy(&desk->game);
    begin(desk, DRIVE_TRIAL);
    settle_records(desk); // its time is known, its ghost is not made yet
    on_records("mv '%s' '%s.away'");
    on_records("mkdir '%s' # '%s'");
    settle_ghosts(desk);
    assert_int_equal(desk->game.ghosts.best.lap.count, 0);
    on_records("f='%s' && rmdir \"$f\" && mv '%s.away' \"$f\"");
    gas(desk);
    frames(desk, 10);
    press(desk, KEY_ENTER);
    frames(desk, 1);
    settle_ghosts(desk);
    assert_near(desk->game.ghosts.best.lap.lap_s, desk->game.seats[0].record_s, 0.0);
}

static void the_ghost_of_a_medal_drives_its_time(void **state) {
    Desk *desk = *state;
    settle_ghosts(desk);
    const Ghosts *ghosts = &desk->game.ghosts;
    assert_int_equal(ghosts_next_medal(ghosts), MEDAL_BRONZE);
    for (int i = 0; i < MEDAL_COUNT; i++) {
        bool wanted = i == MEDAL_BRONZE || i == MEDAL_AUTHOR;
        assert_int_equal(ghosts->medals[i].lap.count > 0, wanted);
        if (wanted) {
            assert_in_range(
                (int)(1e3 * ((double)ghosts->def.medals[i] - ghosts->medals[i].lap.lap_s)), 0, 100);
            assert_string_equal(ghosts->medals[i].tag, medal_names[i]);
        }
    }
}

static void the_best_replay_of_the_folder_is_the_champions(void **state) {
    Desk *desk = *state;
    static Tape tape;
    char path[REPLAY_SAVE_TEXT_MAX], command[2 * REPLAY_SAVE_TEXT_MAX];
    record_lap(desk, 0.9f, &tape, path);
    double lap_s = racer(desk)->best_lap_s;
    game_destroy(&desk->game);
    snprintf(command, sizeof command,
             "rm '%s'/axle/records.db && mv '%s' '%s'/axle/replays/anna.replay", user_folder, path,
             user_folder);
    assert_int_equal(system(command), 0);
    begin(desk, DRIVE_TRIAL);
    settle_ghosts(desk);
    assert_near(ghosts_champion_s(&desk->game.ghosts), lap_s, 0.0);
    assert_near(ghosts_best_s(&desk->game.ghosts), 0.0, 0.0); // it is nobody's here
    assert_string_equal(desk->game.ghosts.champion.tag, "anna");
    assert_string_equal(trial_medal(&desk->game, lap_s - 0.1, 0.0), ""); // below the author, none
    double bronze = (double)desk->game.ghosts.def.medals[MEDAL_BRONZE] - 0.1;
    double silver = (double)desk->game.ghosts.def.medals[MEDAL_SILVER] - 0.1;
    assert_string_equal(trial_medal(&desk->game, bronze, lap_s - 0.1), ": bronze medal");
    assert_string_equal(trial_medal(&desk->game, bronze, bronze + 0.05), "");
    assert_string_equal(trial_medal(&desk->game, silver, bronze), ": silver medal");
    for (int i = 0; i < MEDAL_COUNT; i++) {
        desk->game.ghosts.def.medals[i] *= 2.0f;
    }
    assert_string_equal(trial_medal(&desk->game, lap_s - 0.1, 0.0), ": the champion's medal");
    assert_string_equal(trial_medal(&desk->game, lap_s + 0.1, 0.0), ": author's medal");
}

static void read_replay(const char *path, Replay *replay) {
    MessageList messages = {0};
    FileBytes bytes;
    assert_true(file_read(path, REPLAY_LIMIT, &bytes, &messages));
    assert_true(replay_unpack((const uint8_t *)bytes.data, bytes.size, path, replay, &messages));
    file_bytes_free(&bytes);
}

static void write_replay(const char *path, Replay *replay) {
    MessageList messages = {0};
    uint8_t *data;
    size_t size;
    replay_pack(replay, &data, &size);
    assert_true(file_write(path, data, size, &messages));
    free(data);
    replay_destroy(replay);
}

/// Writes the replay in `path` anew as if it were of another track.
static void change_track(const char *path, const char *name, uint64_t hash) {
    Replay replay;
    read_replay(path, &replay);
    replay.info.track_hash.low += hash;
    snprintf(replay.info.track, sizeof replay.info.track, "%s", name);
    write_replay(path, &replay);
}

/// The same as if it went on for longer.
static void change_ticks(const char *path, uint32_t ticks) {
    Replay replay;
    read_replay(path, &replay);
    for (uint32_t tick = replay.info.ticks; tick < ticks; tick++) {
        replay.info.ticks++;
        if (replay.info.ticks % RACE_TICKS_PER_SECOND == 0) {
            replay.hashes = array_reserve(replay.hashes, replay.hash_count + 1,
                                          &replay.hash_capacity, sizeof *replay.hashes);
            replay.hashes[replay.hash_count++] = 0;
        }
    }
    write_replay(path, &replay);
}

static void replays_of_other_tracks_do_not_crowd_out_a_champion(void **state) {
    Desk *desk = *state;
    static Tape tape;
    char path[REPLAY_SAVE_TEXT_MAX], command[4 * REPLAY_SAVE_TEXT_MAX];
    record_lap(desk, 0.9f, &tape, path);
    double lap_s = racer(desk)->best_lap_s;
    game_destroy(&desk->game);
    snprintf(command, sizeof command,
             "cd '%s/axle/replays' && rm ../records.db && mv '%s' laster.replay && "
             "cp laster.replay 0.replay",
             user_folder, path);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/axle/replays/0.replay", user_folder);
    change_track(path, "kiln-road", 1);
    snprintf(command, sizeof command,
             "cd '%s/axle/replays' && for i in $(seq 1 70); do cp 0.replay $i.replay; done",
             user_folder);
    assert_int_equal(system(command), 0);
    begin(desk, DRIVE_TRIAL);
    settle_ghosts(desk);
    assert_string_equal(desk->game.ghosts.champion.tag, "laster");
    assert_near(ghosts_champion_s(&desk->game.ghosts), lap_s, 0.0);
}

static void replays_of_the_folder_are_read_with_their_laps(void **state) {
    Desk *desk = *state;
    static Tape tape;
    char path[REPLAY_SAVE_TEXT_MAX], other[PATH_LIMIT];
    record_lap(desk, 0.75f, &tape, path);
    double lap_s = racer(desk)->best_lap_s;
    snprintf(other, sizeof other, "%s/axle/replays/broken.replay", user_folder);
    MessageList messages = {0};
    assert_true(file_write(other, "nothing", 7, &messages));
    ReplayShelf shelf = {0};
    struct timespec pause = {.tv_nsec = 1000000};
    replay_shelf_list(&shelf, TEST_DATA);
    for (int i = 0; i < 20000 && !replay_shelf_poll(&shelf); i++) {
        nanosleep(&pause, NULL);
    }
    int laps = 0, broken = 0;
    for (int i = 0; i < shelf.count; i++) {
        const ShelfReplay *replay = &shelf.replays[i];
        assert_true(replay->read);
        bool is_named = strstr(path, replay->file) != NULL;
        laps += is_named && replay->lap_s == lap_s && strcmp(replay->track, "first-oval") == 0 &&
                strcmp(replay->car, "gt") == 0 && !replay->wrong[0];
        broken += strcmp(replay->file, "broken.replay") == 0 && replay->wrong[0];
    }
    assert_int_equal(laps, 1);
    assert_int_equal(broken, 1);
    Hash128 track = desk->game.session.track.hash;
    Hash128 car = car_model_hash(&desk->game.session.models[0]), another = {1, 2};
    assert_near(replay_shelf_best(&shelf, track, car, 0.0), lap_s, 0.0);
    assert_near(replay_shelf_best(&shelf, another, car, 0.0), 0.0, 0.0);
    assert_near(replay_shelf_best(&shelf, track, car, lap_s), 0.0, 0.0); // nobody beats himself
    replay_shelf_list(&shelf, TEST_DATA);
    assert_true(replay_shelf_poll(&shelf)); // what has not changed stays known
    assert_true(file_write(other, "nothing!", 8, &messages));
    replay_shelf_list(&shelf, TEST_DATA);
    assert_false(replay_shelf_poll(&shelf));
    replay_shelf_destroy(&shelf);
}

static void assert_refused(Desk *desk, const char *path, const char *why) {
    trial_add_ghost(&desk->game, path);
    settle_ghosts(desk);
    if (!strstr(desk->game.toast, why)) {
        print_error("said \"%s\", expected \"%s\"\n", desk->game.toast, why);
        fail();
    }
    assert_int_equal(desk->game.ghosts.friends[0].lap.count, 0);
}

static void what_is_no_ghost_here_is_refused_with_the_reason(void **state) {
    Desk *desk = *state;
    static Tape tape;
    char path[REPLAY_SAVE_TEXT_MAX], older[REPLAY_SAVE_TEXT_MAX];
    MessageList messages = {0};
    FileBytes bytes;
    record_lap(desk, 0.9f, &tape, path);
    assert_true(
        replay_save_named(&desk->game.live.recorder, desk->game.session.race, "old", older));
    assert_true(file_read(older, REPLAY_LIMIT, &bytes, &messages));
    bytes.data[8] = RACE_VERSION - 1; // of its head
    assert_true(file_write(older, bytes.data, bytes.size, &messages));
    bytes.data[8] = RACE_VERSION;
    char versions[64];
    snprintf(versions, sizeof versions, "physics version %d, this program has %d", RACE_VERSION - 1,
             RACE_VERSION);
    assert_refused(desk, older, versions);
    assert_refused(desk, "/nowhere/anna.replay", "cannot read");
    assert_refused(desk, TEST_DATA "/README.md", "this is no replay");
    change_track(path, "first-oval", 1);
    assert_refused(desk, path, "the track has changed since");
    change_track(path, "kiln-road", 1);
    assert_refused(desk, path, "another track, kiln-road");
    change_track(path, "first-oval", (uint64_t)-2);
    change_ticks(path, 9 * 3600 * RACE_TICKS_PER_SECOND);
    assert_refused(desk, path, "too long to be driven again");
    bytes.data[bytes.size - 9] ^= 1;
    assert_true(file_write(older, bytes.data, bytes.size, &messages));
    assert_refused(desk, older, "damaged");
    file_bytes_free(&bytes);
}

#define ON_DESK(test)     cmocka_unit_test_setup_teardown(test, set_up, clear_up)
#define WITH_GHOSTS(test) cmocka_unit_test_setup_teardown(test, set_up_ghosts, clear_up)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_DESK(the_clock_starts_with_gas_or_brake),
        ON_DESK(one_is_alone_there),
        ON_DESK(one_key_starts_anew_at_once),
        ON_DESK(attempts_without_a_lap_leave_no_recording),
        ON_DESK(nobody_turns_time_back),
        ON_DESK(a_best_lap_is_stored_and_verified),
        ON_DESK(what_the_program_leaves_unverified_the_next_one_verifies),
        ON_DESK(while_many_race_laps_are_stored_and_wait_to_be_verified),
        ON_DESK(what_is_stored_meanwhile_begins_no_long_proof_again),
        ON_DESK(a_proof_from_a_file_put_aside_says_nothing_of_the_next_one),
        ON_DESK(a_friend_who_joins_takes_nobodys_mark),
        ON_DESK(a_race_makes_a_record_of_its_own),
        ON_DESK(the_hundredth_lap_of_a_practice_counts_like_any),
        ON_DESK(long_replays_are_proved_when_all_others_are),
        ON_DESK(a_lap_that_could_not_be_stored_is_tried_again_after_a_while),
        ON_DESK(of_old_records_a_run_proves_a_limited_number_and_its_own_all),
        ON_DESK(laps_with_helps_have_their_own_records),
        ON_DESK(a_record_whose_replay_says_otherwise_is_refused),
        ON_DESK(a_lap_begun_elsewhere_than_on_the_grid_is_refused),
        ON_DESK(who_joins_elsewhere_than_on_the_grid_drives_no_lap_that_counts),
        ON_DESK(a_lap_that_cannot_be_stored_waits_for_the_next_one),
        ON_DESK(while_the_disk_is_full_records_are_looked_up_all_the_same),
        ON_DESK(of_too_many_laps_that_wait_the_best_of_each_player_stay),
        ON_DESK(what_could_not_be_looked_up_is_asked_again),
        ON_DESK(a_file_begun_anew_tells_of_its_first_lap_and_verifies_it),
        ON_DESK(a_time_that_is_refused_is_no_longer_the_one_to_beat),
        ON_DESK(another_person_has_his_own_best_lap),
        WITH_GHOSTS(four_ghosts_drive_again_to_the_tick),
        WITH_GHOSTS(a_record_is_raced_against),
        WITH_GHOSTS(a_record_that_could_not_be_read_is_tried_again_with_the_next_attempt),
        WITH_GHOSTS(the_ghost_of_a_medal_drives_its_time),
        WITH_GHOSTS(of_many_files_at_once_the_last_four_are_the_ghosts_that_drive),
        WITH_GHOSTS(the_best_replay_of_the_folder_is_the_champions),
        WITH_GHOSTS(replays_of_other_tracks_do_not_crowd_out_a_champion),
        WITH_GHOSTS(replays_of_the_folder_are_read_with_their_laps),
        WITH_GHOSTS(what_is_no_ghost_here_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
