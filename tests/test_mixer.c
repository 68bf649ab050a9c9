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

/// Gives all cars a bank of the test's own, which is returned.
static EngineBank *give_own_bank(SoundRig *rig) {
    CarSound sound = car_file_sound(&rig->fixture->car);
    const CarParams *params = &rig->fixture->models[0].params;
    EngineBank *own = engine_bank_bake(&sound, params->idle_rpm, params->redline_rpm);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        rig->frame.banks[i] = own;
    }
    return own;
}

static void a_bank_is_exchanged_without_a_click_and_let_go_at_once(void **state) {
    (void)state;
    SoundRig *rig = field(2, 1, 6);
    EngineBank *first = give_own_bank(rig);
    sound_rig_run(rig, NULL, SECOND);
    int at = rig->count;
    EngineBank *second = give_own_bank(rig);
    sound_rig_run(rig, NULL, 1);
    assert_int_equal(rig->mixer.number, rig->frame.number);
    engine_bank_free(first); // under ASan, whoever plays it on is seen
    sound_rig_run(rig, NULL, SECOND);
    assert_no_click(rig, at);
    sound_rig_free(rig);
    engine_bank_free(second);
}

static void a_bank_is_let_go_while_the_world_is_mute(void **state) {
    (void)state;
    SoundRig *rig = field(2, 1, 6);
    EngineBank *own = give_own_bank(rig);
    sound_rig_run(rig, NULL, SECOND);
    rig->frame.levels.world = 0.0f;
    sound_rig_run(rig, NULL, SECOND);
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        rig->frame.banks[i] = NULL;
    }
    sound_rig_run(rig, NULL, 1);
    assert_int_equal(rig->mixer.number, rig->frame.number);
    engine_bank_free(own);
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

/// A race of one car that stands, of which nothing is heard but what a test puts into the frame.
static SoundRig *still(void) {
    RaceDef def = fixture_field(1, SKILL_HARD, 3);
    SoundRig *rig = sound_rig_make(fixture_make("first-oval", "hatch", &def), 1);
    rig->frame.levels.engines = 0.0f;
    sound_rig_take(rig);
    sound_rig_mix(rig, AUDIO_BLOCK); // the first frame is a new race: the mixer is there next
    rig->frame.scene.impact_count = rig->frame.scene.cues.count = 0;
    return rig;
}

/// Hands the frame over once more, as the test has changed it, and mixes `blocks` blocks. Returns
/// how loud they are.
static float heard(SoundRig *rig, int blocks) {
    int from = rig->count;
    mixer_take(&rig->mixer, &rig->frame);
    rig->frame.scene.impact_count = rig->frame.scene.cues.count = 0;
    for (int i = 0; i < blocks; i++) {
        sound_rig_mix(rig, AUDIO_BLOCK);
    }
    return sound_rig_rms(rig, from, rig->count);
}

static void each_effect_of_the_scene_is_heard_and_obeys_its_volume(void **state) {
    (void)state;
    for (int effect = 0; effect < 6; effect++) {
        for (int loud = 1; loud >= 0; loud--) {
            SoundRig *rig = still();
            SoundScene *scene = &rig->frame.scene;
            SoundCar *car = &scene->cars[0];
            assert_near(heard(rig, 40), 0.0, 1e-6);
            rig->frame.levels.effects = rig->frame.levels.signals = (float)loud;
            if (!loud) {
                heard(rig, 40); // it fades
            }
            switch (effect) {
            case 0:
                for (int i = 0; i < CAR_WHEELS; i++) {
                    car->wheels[i] = (SoundWheel){.power = 5e3f, .slip = 4.0f, .use = 2.0f};
                }
                break;
            case 1:
                scene->impacts[0] = (Impact){.at = car->at, .energy = 1e4f, .other = -1};
                scene->impact_count = 1;
                break;
            case 2:
                car->scrape = (Scrape){10.0f, 2000.0f, MATERIAL_STEEL};
                break;
            case 3:
                car->speed = 50.0f;
                break;
            case 4:
                car->horn = true;
                rig->frame.horns[0] = (HornTones){400.0f, 500.0f};
                break;
            default:
                cue_list_add(&scene->cues, CUE_LAST_LAP, 0);
                break;
            }
            float level = heard(rig, 20);
            if (loud ? level < 0.002f : level > 0.0f) {
                fail_msg("effect %d at volume %d: %g", effect, loud, (double)level);
            }
            sound_rig_free(rig);
        }
    }
}

static void a_signal_for_somebody_else_is_not_heard(void **state) {
    (void)state;
    SoundRig *rig = still();
    cue_list_add(&rig->frame.scene.cues, CUE_LAST_LAP, 5);
    assert_near(heard(rig, 10), 0.0, 1e-6);
    cue_list_add(&rig->frame.scene.cues, CUE_LAST_LAP, CUE_FOR_ALL);
    assert_true(heard(rig, 10) > 0.01f);
    sound_rig_free(rig);
}

static void menus_are_heard_while_the_world_is_mute(void **state) {
    (void)state;
    SoundRig *rig = still();
    rig->frame.levels.world = 0.0f;
    rig->frame.scene.cars[0].speed = 60.0f;
    heard(rig, 40);
    assert_near(heard(rig, 10), 0.0, 0.0);
    cue_list_add(&rig->frame.scene.cues, CUE_MENU_ENTER, CUE_FOR_ALL);
    assert_true(heard(rig, 10) > 0.005f);
    sound_rig_free(rig);
}

static void an_impact_is_heard_from_its_side(void **state) {
    (void)state;
    SoundRig *rig = still();
    vec2s at = vec2_make(rig->frame.listeners[0].at.x + 30.0f, rig->frame.listeners[0].at.y);
    rig->frame.scene.impacts[0] = (Impact){.at = at, .energy = 1e5f, .car = -1, .other = -1};
    rig->frame.scene.impact_count = 1;
    int from = rig->count;
    heard(rig, 20);
    double left = 0.0, right = 0.0;
    for (int i = from; i < rig->count; i++) {
        left += (double)rig->left[i] * (double)rig->left[i];
        right += (double)rig->right[i] * (double)rig->right[i];
    }
    assert_true(right > 2.0 * left);
    sound_rig_free(rig);
}

static void another_piece_begins_when_the_last_has_faded(void **state) {
    (void)state;
    SoundRig *rig = still();
    rig->frame.levels.music = 1.0f;
    rig->frame.music_hash = 5;
    heard(rig, 400);
    int at = rig->count;
    assert_true(sound_rig_rms(rig, at - 48000, at) > 0.01f);
    assert_int_equal(rig->mixer.music_hash, 5);
    rig->frame.music_hash = 6;
    heard(rig, 20);
    assert_int_equal(rig->mixer.music_hash, 5); // it fades still
    heard(rig, 400);
    assert_int_equal(rig->mixer.music_hash, 6);
    assert_true(sound_rig_rms(rig, rig->count - 48000, rig->count) > 0.01f);
    float usual = sound_rig_corner(rig, at - 48000, at);
    assert_true(sound_rig_corner(rig, at - 200, at + 48000) < 1.5f * usual);
    rig->frame.levels.music = 0.0f;
    heard(rig, 400);
    assert_near(heard(rig, 1), 0.0, 0.0); // and costs nothing
    sound_rig_free(rig);
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
        cmocka_unit_test(each_effect_of_the_scene_is_heard_and_obeys_its_volume),
        cmocka_unit_test(a_signal_for_somebody_else_is_not_heard),
        cmocka_unit_test(menus_are_heard_while_the_world_is_mute),
        cmocka_unit_test(an_impact_is_heard_from_its_side),
        cmocka_unit_test(another_piece_begins_when_the_last_has_faded),
        cmocka_unit_test(the_same_race_gives_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
