#include "audio/mixer.h"

#include "sound_rig.h"
#include "test.h"

enum {
    SECOND = RACE_TICKS_PER_SECOND
};

/// `count` AI cars on the first oval, that have raced for `seconds`, and are heard from then on.
static SoundRig *field(int count, int people, int seconds) {
    RaceDef def = fixture_field(count, SKILL_HARD, 3);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    fixture_run(fixture->race, seconds * SECOND);
    return sound_rig_make(fixture, people);
}

static float least(float a, float b) { return a < b ? a : b; }

static void no_sample_clips_with_twelve_cars_in_a_heap(void **state) {
    (void)state;
    SoundRig *rig = field(12, 4, 6);
    Body *bodies = world_bodies(race_world(rig->fixture->race));
    for (int i = 0; i < 12; i++) { // all into one place, from all sides
        vec2s side = rotation_apply(rotation_make(0.5f * (float)i), vec2_make(1.0f, 0.0f));
        bodies[i].position = glms_vec2_add(bodies[0].position, glms_vec2_scale(side, 9.0f));
        bodies[i].velocity = glms_vec2_scale(side, -30.0f);
    }
    sound_rig_run(rig, NULL, 3 * SECOND);
    float peak = 0.0f;
    for (int i = 0; i < rig->count; i++) {
        peak = fmaxf(peak, fmaxf(fabsf(rig->left[i]), fabsf(rig->right[i])));
    }
    assert_true(peak <= 1.0f);
    assert_true(peak > 0.3f);
    sound_rig_free(rig);
}

/// What is heard around frame `at` has no sharper corner than what is heard elsewhere.
static void assert_no_click(const SoundRig *rig, int at) {
    float usual = least(sound_rig_corner(rig, at - 24000, at - 1000),
                        sound_rig_corner(rig, at + 12000, at + 36000));
    float here = sound_rig_corner(rig, at - 200, at + 2000);
    if (here > fmaxf(1.5f * usual, 0.02f)) {
        fail_msg("a corner of %.4f at frame %d, where %.4f is usual", (double)here, at,
                 (double)usual);
    }
}

static void a_pause_fades_the_world_and_nothing_clicks(void **state) {
    (void)state;
    SoundRig *rig = field(4, 1, 6);
    sound_rig_run(rig, NULL, SECOND);
    int pause = rig->count;
    rig->frame.levels.world = 0.0f;
    sound_rig_take(rig);
    for (int i = 0; i < 100; i++) {
        sound_rig_mix(rig, AUDIO_BLOCK);
    }
    int resume = rig->count;
    assert_near(sound_rig_rms(rig, pause + 12000, resume), 0.0, 0.0);
    rig->frame.levels.world = 1.0f;
    sound_rig_run(rig, NULL, SECOND);
    assert_true(sound_rig_rms(rig, resume + 12000, rig->count) > 0.01f);
    float usual = fmaxf(sound_rig_corner(rig, 4800, pause),
                        sound_rig_corner(rig, resume + 12000, rig->count));
    assert_true(sound_rig_corner(rig, pause - 200, pause + 12000) < 1.2f * usual);
    assert_true(sound_rig_corner(rig, resume - 200, resume + 12000) < 1.2f * usual);
    sound_rig_free(rig);
}

static void another_race_begins_without_a_click(void **state) {
    (void)state;
    SoundRig *rig = field(4, 1, 6);
    sound_rig_run(rig, NULL, SECOND);
    int at = rig->count;
    fixture_run(rig->fixture->race, 5 * SECOND); // nobody hears that
    sound_rig_run(rig, NULL, SECOND);
    assert_int_equal(rig->watch.jumps, 2);
    assert_no_click(rig, at);
    sound_rig_free(rig);
}

static void who_joins_and_who_leaves_fade_in_and_out(void **state) {
    (void)state;
    SoundRig *rig = field(4, 1, 6);
    sound_rig_run(rig, NULL, SECOND);
    int join = rig->count;
    rig->frame.listeners[1] = rig->frame.listeners[0]; // a second view, of another car
    rig->frame.listeners[0].side = -0.5f;
    rig->frame.listeners[1].side = 0.5f;
    rig->frame.listeners[1].car = 1;
    rig->frame.listener_count = 2;
    sound_rig_run(rig, NULL, SECOND);
    int leave = rig->count;
    rig->frame.listener_count = 1;
    rig->frame.listeners[0].side = 0.0f;
    sound_rig_run(rig, NULL, SECOND);
    assert_no_click(rig, join);
    assert_no_click(rig, leave);
    sound_rig_free(rig);
}

static void gear_changes_do_not_click(void **state) {
    (void)state;
    RaceDef def = fixture_field(1, SKILL_EXPERT, 3);
    SoundRig *rig = sound_rig_make(fixture_make("kiln-road", "gt", &def), 1);
    int shifts = 0, gear = 0, ticks[64];
    for (int i = 0; i < 25 * SECOND; i++) {
        sound_rig_run(rig, NULL, 1);
        int now = race_racers_const(rig->fixture->race)[0].car.gear;
        if (now != gear && rig->count > 4 * AUDIO_RATE && shifts < 64) {
            ticks[shifts++] = rig->count;
        }
        gear = now;
    }
    assert_true(shifts >= 3);
    float usual = sound_rig_corner(rig, 4 * AUDIO_RATE, rig->count), steady = 0.0f;
    for (int i = 0; i < shifts; i++) { // the sharpest away from all of them
        int from = i == 0 ? 4 * AUDIO_RATE : ticks[i - 1] + 24000;
        steady = from < ticks[i] - 1000
                     ? fmaxf(steady, sound_rig_corner(rig, from, ticks[i] - 1000))
                     : steady;
    }
    print_message("%d shifts, corner %.4f, away from them %.4f\n", shifts, (double)usual,
                  (double)steady);
    for (int i = 0; i < shifts; i++) {
        assert_true(sound_rig_corner(rig, ticks[i] - 400, ticks[i] + 4800) < 1.5f * steady);
    }
    sound_rig_free(rig);
}

static void a_bank_is_exchanged_without_a_click_and_let_go_at_once(void **state) {
    (void)state;
    SoundRig *rig = field(2, 1, 6);
    sound_rig_run(rig, NULL, SECOND);
    int at = rig->count;
    CarSound sound = car_file_sound(&rig->fixture->car);
    const CarParams *params = &rig->fixture->models[0].params;
    EngineBank *other = engine_bank_bake(&sound, params->idle_rpm, params->redline_rpm);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        rig->frame.banks[i] = other;
    }
    sound_rig_run(rig, NULL, 1);
    assert_int_equal(rig->mixer.number, rig->frame.number);
    engine_bank_free(rig->bank); // under ASan, whoever plays it on is seen
    rig->bank = other;
    sound_rig_run(rig, NULL, SECOND);
    assert_no_click(rig, at);
    sound_rig_free(rig);
}

static void a_bank_is_let_go_while_the_world_is_mute(void **state) {
    (void)state;
    SoundRig *rig = field(2, 1, 6);
    sound_rig_run(rig, NULL, SECOND);
    rig->frame.levels.world = 0.0f;
    sound_rig_run(rig, NULL, SECOND);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        rig->frame.banks[i] = NULL;
    }
    sound_rig_run(rig, NULL, 1);
    assert_int_equal(rig->mixer.number, rig->frame.number);
    engine_bank_free(rig->bank);
    rig->bank = NULL;
    rig->frame.levels.world = 1.0f;
    sound_rig_run(rig, NULL, SECOND);
    sound_rig_free(rig);
}

static void the_volumes_make_parts_fainter(void **state) {
    (void)state;
    float loudness[3];
    for (int i = 0; i < 3; i++) {
        SoundRig *rig = field(4, 1, 6);
        rig->frame.levels.engines = rig->frame.levels.effects = 0.5f * (float)i;
        sound_rig_run(rig, NULL, SECOND);
        loudness[i] = sound_rig_rms(rig, rig->count / 2, rig->count);
        sound_rig_free(rig);
    }
    assert_near(loudness[0], 0.0, 0.0);
    assert_near(loudness[1], 0.5f * loudness[2], 0.02f * loudness[2]);
}

static void the_same_race_gives_the_same_bytes(void **state) {
    (void)state;
    SoundRig *rigs[2];
    for (int i = 0; i < 2; i++) {
        rigs[i] = field(6, 2, 3);
        sound_rig_run(rigs[i], NULL, 2 * SECOND);
    }
    size_t size = (size_t)rigs[0]->count * sizeof *rigs[0]->left;
    assert_memory_equal(rigs[0]->left, rigs[1]->left, size);
    assert_memory_equal(rigs[0]->right, rigs[1]->right, size);
    sound_rig_free(rigs[0]);
    sound_rig_free(rigs[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_sample_clips_with_twelve_cars_in_a_heap),
        cmocka_unit_test(a_pause_fades_the_world_and_nothing_clicks),
        cmocka_unit_test(another_race_begins_without_a_click),
        cmocka_unit_test(who_joins_and_who_leaves_fade_in_and_out),
        cmocka_unit_test(gear_changes_do_not_click),
        cmocka_unit_test(a_bank_is_exchanged_without_a_click_and_let_go_at_once),
        cmocka_unit_test(a_bank_is_let_go_while_the_world_is_mute),
        cmocka_unit_test(the_volumes_make_parts_fainter),
        cmocka_unit_test(the_same_race_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
