/// How loud the parts of a race are against each other, for the driver of one car.
#include "samples.h"
#include "sound_rig.h"
#include "test.h"
#include "track_text.h"

/// A wide road along y = -35, and beside it a wall of concrete along x = 100.
#define YARD                                                               \
    TRACK_HEAD                                                             \
    "ribbons:\n  - {curve: round, radius: 60, width: 60, shoulder: none, " \
    "points: [[-300, -35], [300, -35], [300, 165], [-300, 165]]}\n"        \
    "grid: {columns: 1}\n"                                                 \
    "walls:\n  - {polyline: [[100, -130], [100, -75]], thickness: 1, "     \
    "material: concrete}\n"

enum {
    SECOND = RACE_TICKS_PER_SECOND,
    WINDOW = AUDIO_RATE / 5
};

static const char *const cars[] = {"hatch", "drift", "gt", "formula", "kart"};

/// One car at `speed` (m/s) from (x, y) on along x, with its engine alone or all but that.
static SoundRig *listen(const char *car, float x, float y, float speed, bool engine) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 0;
    Fixture *fixture = fixture_make_on(track_of(YARD), car, &def);
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS + 1);
    Body *body = &world_bodies(race_world(fixture->race))[0];
    Racer *racer = &race_racers(fixture->race)[0];
    body->position = vec2_make(x, y);
    body_set_angle(body, 0.0f);
    body->velocity = vec2_make(speed, 0.0f);
    racer->car = car_make(&racer->model, speed);
    SoundRig *rig = sound_rig_make(fixture, 1);
    rig->frame.levels.engines = engine ? 1.0f : 0.0f;
    rig->frame.levels.effects = engine ? 0.0f : 1.0f;
    rig->frame.levels.signals = 0.0f;
    return rig;
}

static float decibels(float gain) { return 20.0f * log10f(gain + 1e-9f); }

/// dB of the engine at full throttle, over three seconds.
static float engine_level(const char *car) {
    SoundRig *rig = listen(car, -200.0f, -35.0f, 15.0f, true);
    const CarInput gas[RACE_MAX_CARS] = {{.throttle = 255}};
    sound_rig_run(rig, gas, SECOND / 10);
    int from = rig->count;
    sound_rig_run(rig, gas, 3 * SECOND);
    float level = decibels(sound_rig_rms(rig, from, rig->count));
    sound_rig_free(rig);
    return level;
}

/// dB of the loudest fifth of a second while the car goes round and slides.
static float slide_level(const char *car) {
    SoundRig *rig = listen(car, -200.0f, -35.0f, 25.0f, false);
    world_bodies(race_world(rig->fixture->race))[0].spin = 6.0f;
    sound_rig_run(rig, NULL, 2 * SECOND);
    float level = -200.0f;
    for (int at = 0; at + WINDOW <= rig->count; at += WINDOW / 2) {
        level = fmaxf(level, decibels(sound_rig_rms(rig, at, at + WINDOW)));
    }
    sound_rig_free(rig);
    return level;
}

/// dB of the peak of a blow head on against concrete; *body: of the quarter of a second around it.
static float crash_peak(const char *car, float speed, float *level) {
    SoundRig *rig = listen(car, 96.5f, -100.0f, speed, false);
    sound_rig_run(rig, NULL, 3 * SECOND);
    int at = 0;
    for (int i = 0; i < rig->count; i++) {
        at = fabsf(rig->left[i]) > fabsf(rig->left[at]) ? i : at;
    }
    float peak = decibels(fabsf(rig->left[at]));
    *level = decibels(sound_rig_rms(rig, at - AUDIO_RATE / 100, at + AUDIO_RATE / 4));
    sound_rig_free(rig);
    return peak;
}

static void a_crash_stands_out_of_the_engine_and_a_slide_is_heard_beside_it(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        float engine = engine_level(cars[i]), slide = slide_level(cars[i]);
        float soft_level, hard_level;
        float soft = crash_peak(cars[i], 5.0f, &soft_level);
        float hard = crash_peak(cars[i], 15.0f, &hard_level);
        print_message("%s: engine %.1f dB; above it: slide %+.1f, at 5 m/s %+.1f (peak %+.1f), at "
                      "15 m/s %+.1f (peak %+.1f)\n",
                      cars[i], (double)engine, (double)(slide - engine),
                      (double)(soft_level - engine), (double)(soft - engine),
                      (double)(hard_level - engine), (double)(hard - engine));
        assert_true(slide > engine - 10.0f && slide < engine);
        assert_true(hard > engine + 6.0f);
        assert_true(hard > soft + 3.0f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crash_stands_out_of_the_engine_and_a_slide_is_heard_beside_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
