/// A whole race as it is heard: every car, every voice and the mixer at once.
#include "base/random.h"

#include <stdlib.h>

#include "golden.h"
#include "samples.h"
#include "sound_rig.h"
#include "test.h"

enum {
    SECONDS = 40
};

/// What a race gave to hear, by kind.
typedef struct Heard {
    int impacts, cues;
    bool scrapes, squeals, shifts;
} Heard;

static void note(Heard *heard, const SoundScene *scene) {
    heard->impacts += scene->impact_count;
    heard->cues += scene->cues.count;
    for (int i = 0; i < scene->car_count; i++) {
        const SoundCar *car = &scene->cars[i];
        heard->scrapes |= car->scrape.force > 0.0f;
        heard->shifts |= car->shifts;
        for (int k = 0; k < CAR_WHEELS; k++) {
            heard->squeals |= car->wheels[k].power > 0.0f;
        }
    }
}

/// Four people who cannot drive, each with a view, among eight drivers who can; from the lights on.
static SoundRig *listen(Heard *heard) {
    RaceDef def = fixture_field(12, SKILL_HARD, 2);
    def.ai_cars = 0xff0;
    SoundRig *rig = sound_rig_make(fixture_make("first-oval", "gt", &def), 4);
    Random random = random_make(3, 0);
    CarInput inputs[RACE_MAX_CARS] = {0};
    for (int i = 0; i < SECONDS * RACE_TICKS_PER_SECOND; i++) {
        CarInput *input = &inputs[i % 4];
        if (i % 97 < 4) { // every 0.4 s, one after the other
            input->throttle = random_u32(&random) % 4 == 0 ? 0 : 255;
            input->brake = input->throttle == 0 ? 255 : 0;
            input->steer = (int8_t)(random_range(&random, -90.0f, 120.0f));
        }
        sound_rig_run(rig, inputs, 1);
        note(heard, &rig->frame.scene);
    }
    return rig;
}

/// Left and right in turn, as a device and a file get them.
static int16_t *pack(const SoundRig *rig) {
    int16_t *out = malloc(2 * (size_t)rig->count * sizeof *out);
    assert_non_null(out);
    for (int i = 0; i < rig->count; i++) {
        out[2 * i] = signal_as_16_bits(rig->left[i]);
        out[2 * i + 1] = signal_as_16_bits(rig->right[i]);
    }
    return out;
}

static void a_whole_race_is_the_golden_one(void **state) {
    (void)state;
    Heard heard = {0};
    SoundRig *rig = listen(&heard);
    print_message("%d impacts, %d signals\n", heard.impacts, heard.cues);
    assert_true(heard.impacts > 20);
    assert_true(heard.cues > 4);
    assert_true(heard.scrapes && heard.squeals && heard.shifts);
    assert_true(samples_within(rig->left, rig->count, 1.0f));
    assert_true(samples_within(rig->right, rig->count, 1.0f));
    int16_t *samples = pack(rig);
    Hash hash = hash_begin();
    hash_bytes(&hash, samples, 2 * (size_t)rig->count * sizeof *samples);
    uint64_t found = hash_end64(&hash);
    if (found != golden_race_sound) {
        print_error("race: 0x%016llx\n", (unsigned long long)found);
    }
    assert_true(found == golden_race_sound);
    free(samples);
    sound_rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_whole_race_is_the_golden_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
