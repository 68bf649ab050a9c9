/// What the game hands over to be heard, frame by frame.
#include "base/exit_code.h"
#include "game/sound.h"
#include "reports/race_sound.h"

#include <time.h>

#include "desk.h"
#include "fixture.h"

/// The desk's next frame, as it is heard.
static SoundFrame hear(Desk *desk, Sound *sound) {
    SoundFrame frame;
    desk_frame(desk);
    sound_look(sound, &desk->game, DESK_WIDTH, DESK_HEIGHT, 1.0f / DESK_RATE, &frame);
    return frame;
}

static int count_cues(const SoundFrame *frame, CueKind kind) {
    int count = 0;
    for (int i = 0; i < frame->scene.cues.count; i++) {
        count += frame->scene.cues.items[i].kind == (uint8_t)kind;
    }
    return count;
}

/// How many cues of that kind there are in the frames of `seconds`.
static int count_in(Desk *desk, Sound *sound, float seconds, CueKind kind) {
    int count = 0;
    for (int i = 0; i < (int)(seconds * DESK_RATE); i++) {
        SoundFrame frame = hear(desk, sound);
        count += count_cues(&frame, kind);
    }
    return count;
}

/// How many there are in the frames of a tap of `key`.
static int count_of_tap(Desk *desk, Sound *sound, int key, CueKind kind) {
    desk_press(desk, key);
    SoundFrame down = hear(desk, sound);
    desk_release(desk, key);
    SoundFrame up = hear(desk, sound);
    return count_cues(&down, kind) + count_cues(&up, kind);
}

static void the_driver_hears_his_own_car_from_the_middle_of_his_view(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Sound sound = {0};
    SoundFrame frame = hear(desk, &sound);
    assert_int_equal(frame.listener_count, 1);
    assert_int_equal(frame.listeners[0].car, desk->game.seats[0].car);
    assert_near(frame.listeners[0].side, 0.0, 1e-6);
    assert_near(frame.listeners[0].share, 1.0, 1e-6);
    assert_near(frame.levels.world, 1.0, 0.0);
    assert_near(frame.levels.music, 0.0, 0.0); // the race belongs to the engines
    assert_int_equal(frame.scene.car_count, 6);
    desk_destroy(desk);
}

static void each_view_listens_from_its_side_of_the_screen(void **state) {
    (void)state;
    Desk *desk = desk_three_drivers();
    desk->game.settings.display.layout = SETTING_LAYOUT_COLUMNS;
    Sound sound = {0};
    SoundFrame frame = hear(desk, &sound);
    assert_int_equal(frame.listener_count, 3);
    assert_near(frame.listeners[0].side, -0.667, 0.01);
    assert_near(frame.listeners[1].side, 0.0, 0.01);
    assert_near(frame.listeners[2].side, 0.667, 0.01);
    for (int i = 0; i < 3; i++) {
        assert_near(frame.listeners[i].share, 0.333, 0.01);
        assert_int_equal(frame.listeners[i].car, desk->game.seats[i].car);
    }
    desk_destroy(desk);
}

/// A thing that the view shows at its right edge lies to the right for its listener too.
static void a_listener_has_the_axes_of_its_camera(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(6.0f);
    Game *game = &desk->game;
    game->settings.display.camera = SETTING_CAMERA_HEADING_UP;
    desk_seconds(desk, 3.0f);
    Sound sound = {0};
    SoundFrame frame = hear(desk, &sound);
    ViewRect rect = {0, 0, DESK_WIDTH, DESK_HEIGHT};
    const Camera *camera = &game->seats[0].camera;
    assert_true(camera->angle != 0.0f);
    vec2s edge = camera_point(camera, rect, DESK_HEIGHT, DESK_WIDTH, 0.5f * DESK_HEIGHT);
    Hearing heard = listeners_hear(frame.listeners, 1, edge, -1);
    assert_near(heard.pan, LISTENER_WIDTH, 0.01);
    vec2s top = camera_point(camera, rect, DESK_HEIGHT, 0.5f * DESK_WIDTH, 0.0f);
    assert_near(listeners_hear(frame.listeners, 1, top, -1).pan, 0.0, 0.01);
    desk_destroy(desk);
}

static void a_pause_mutes_the_world_and_not_the_menu(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Sound sound = {0};
    hear(desk, &sound);
    assert_int_equal(count_of_tap(desk, &sound, KEY_ESCAPE, CUE_MENU_ENTER), 1);
    SoundFrame paused = hear(desk, &sound);
    assert_near(paused.levels.world, 0.0, 0.0);
    assert_true(paused.levels.signals > 0.0f);
    desk_seconds(desk, 0.5f); // until the menu listens
    hear(desk, &sound);
    assert_int_equal(count_of_tap(desk, &sound, KEY_DOWN, CUE_MENU_MOVE), 1);
    assert_int_equal(count_of_tap(desk, &sound, KEY_ESCAPE, CUE_MENU_BACK), 1);
    assert_near(hear(desk, &sound).levels.world, 1.0, 0.0);
    desk_destroy(desk);
}

static void the_title_has_music_and_a_distant_race(void **state) {
    (void)state;
    Desk *desk = desk_make(0, 5, 3);
    Sound sound = {0};
    SoundFrame frame = hear(desk, &sound);
    assert_true(frame.levels.music > 0.0f);
    assert_true(frame.levels.world > 0.0f && frame.levels.world < 0.5f);
    assert_int_equal(frame.listener_count, 1);
    assert_int_equal(frame.listeners[0].car, -1);
    assert_int_equal(count_in(desk, &sound, 4.0f, CUE_LIGHT), 0); // they are for nobody
    desk_destroy(desk);
}

static void the_lights_sound_as_they_come_on_and_go_out(void **state) {
    (void)state;
    Desk *desk = desk_make(1, 5, 3);
    Sound sound = {0};
    int lights = 0, starts = 0;
    for (int i = 0; i < 4 * DESK_RATE; i++) {
        SoundFrame frame = hear(desk, &sound);
        lights += count_cues(&frame, CUE_LIGHT);
        starts += count_cues(&frame, CUE_GO);
    }
    assert_int_equal(lights, 3);
    assert_int_equal(starts, 1);
    desk_destroy(desk);
}

static void a_tap_of_the_rescue_key_is_the_horn_of_that_car(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Sound sound = {0};
    int car = desk->game.seats[0].car;
    assert_false(hear(desk, &sound).scene.cars[car].horn);
    desk_press(desk, 'Q');
    SoundFrame frame = hear(desk, &sound);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(frame.scene.cars[i].horn, i == car);
    }
    desk_release(desk, 'Q');
    assert_false(hear(desk, &sound).scene.cars[car].horn);
    desk_destroy(desk);
}

static void whoever_joins_is_heard(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Sound sound = {0};
    hear(desk, &sound);
    desk_plug(desk, 0, 0);
    hear(desk, &sound);
    desk_push(desk, 0, PAD_A);
    SoundFrame frame = hear(desk, &sound);
    assert_int_equal(desk->game.seat_count, 2);
    assert_int_equal(count_cues(&frame, CUE_JOIN), 1);
    desk_destroy(desk);
}

static void volumes_are_those_of_the_settings(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    desk->game.settings.sound = (SettingsSound){.all = 0.5f, .engines = 0.4f, .effects = 0.2f};
    Sound sound = {0};
    SoundFrame frame = hear(desk, &sound);
    assert_near(frame.levels.engines, 0.2, 1e-6);
    assert_near(frame.levels.effects, 0.1, 1e-6);
    assert_near(frame.levels.signals, 0.1, 1e-6);
    desk_destroy(desk);
}

static void another_race_is_told_from_one_that_goes_on(void **state) {
    (void)state;
    Desk *desk = desk_one_driver(4.0f);
    Sound sound = {0};
    uint32_t jumps = hear(desk, &sound).jumps;
    for (int i = 0; i < 2 * DESK_RATE; i++) {
        assert_int_equal(hear(desk, &sound).jumps, jumps);
    }
    desk->game.session.race->tick -= 100; // as a rewind has it
    SoundFrame frame;
    sound_look(&sound, &desk->game, DESK_WIDTH, DESK_HEIGHT, 1.0f / DESK_RATE, &frame);
    assert_true(frame.jumps != jumps);
    desk_destroy(desk);
}

/// The bank of this sound, once it is baked; `frame` goes on meanwhile.
static const EngineBank *wait_for(SoundBanks *banks, const CarSound *sound, const EngineBank *last,
                                  uint32_t *frame) {
    const EngineBank *bank = last;
    for (int i = 0; i < 20000 && bank == last; i++) {
        (*frame)++;
        bank = sound_banks_get(banks, sound, 850.0f, 6800.0f, last, *frame);
        sound_banks_frame(banks, *frame, *frame - 1);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_ptr_not_equal(bank, last);
    return bank;
}

/// OpenAL Soft takes some 8 MB, the queue with the mixer 0.2 MB, baking up to 3 MB: with the banks
/// less than 16 MiB.
static void a_slider_that_is_dragged_takes_no_more_memory_than_there_is(void **state) {
    (void)state;
    SoundBanks banks = {0};
    CarFile car = fixture_car("hatch");
    CarSound sound = car_file_sound(&car);
    const EngineBank *bank = NULL;
    uint32_t frame = 0;
    size_t most = 0;
    for (int step = 0; step < 2 * SOUND_BANKS_MAX; step++) {
        sound.exhaust_pipe = 1.0f + 0.05f * (float)step;
        bank = wait_for(&banks, &sound, bank, &frame);
        assert_true(sound_banks_bytes(&banks) >= engine_bank_bytes(bank));
        most = sound_banks_bytes(&banks) > most ? sound_banks_bytes(&banks) : most;
    }
    assert_in_range(most, SOUND_BANKS_BYTES / 2, SOUND_BANKS_BYTES); // some stay, for the way back
    assert_in_range(sound_banks_count(&banks), 2, SOUND_BANKS_MAX);
    sound_banks_destroy(&banks);
}

static void a_race_too_long_for_a_wav_file_is_refused(void **state) {
    (void)state;
    static Replay replay;
    replay.info.ticks = 3 * 3600 * RACE_TICKS_PER_SECOND;
    assert_int_equal(race_sound_write("-", "long.replay", &replay, NULL, -1), EXIT_UNREADABLE);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_driver_hears_his_own_car_from_the_middle_of_his_view),
        cmocka_unit_test(each_view_listens_from_its_side_of_the_screen),
        cmocka_unit_test(a_listener_has_the_axes_of_its_camera),
        cmocka_unit_test(a_pause_mutes_the_world_and_not_the_menu),
        cmocka_unit_test(the_title_has_music_and_a_distant_race),
        cmocka_unit_test(the_lights_sound_as_they_come_on_and_go_out),
        cmocka_unit_test(a_tap_of_the_rescue_key_is_the_horn_of_that_car),
        cmocka_unit_test(whoever_joins_is_heard),
        cmocka_unit_test(volumes_are_those_of_the_settings),
        cmocka_unit_test(another_race_is_told_from_one_that_goes_on),
        cmocka_unit_test(a_slider_that_is_dragged_takes_no_more_memory_than_there_is),
        cmocka_unit_test(a_race_too_long_for_a_wav_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
