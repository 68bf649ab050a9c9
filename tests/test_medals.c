#include "race/medals.h"

#include <dirent.h>
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static void a_lap_earns_the_best_medal_that_it_reaches(void **state) {
    (void)state;
    const float medals[MEDAL_COUNT] = {20.1f, 21.0f, 22.3f, 24.0f};
    assert_int_equal(medal_of(medals, 19.0), MEDAL_AUTHOR);
    assert_int_equal(medal_of(medals, 20.1), MEDAL_AUTHOR);
    assert_int_equal(medal_of(medals, 20.101), MEDAL_GOLD);
    assert_int_equal(medal_of(medals, 22.3), MEDAL_SILVER);
    assert_int_equal(medal_of(medals, 24.0), MEDAL_BRONZE);
    assert_int_equal(medal_of(medals, 24.001), MEDAL_COUNT);
    assert_int_equal(medal_of(medals, 0.0), MEDAL_COUNT); // no lap yet
    const float gold_alone[MEDAL_COUNT] = {[MEDAL_GOLD] = 21.0f};
    assert_int_equal(medal_of(gold_alone, 1.0), MEDAL_GOLD);
    assert_int_equal(medal_of(gold_alone, 21.5), MEDAL_COUNT);
    const float none[MEDAL_COUNT] = {0.0f};
    assert_int_equal(medal_of(none, 1.0), MEDAL_COUNT);
}

static void the_champions_medal_is_never_easier_than_another(void **state) {
    (void)state;
    const float medals[MEDAL_COUNT] = {20.0f, 21.0f, 22.0f, 24.0f};
    const float none[MEDAL_COUNT] = {0.0f}, gold_alone[MEDAL_COUNT] = {[MEDAL_GOLD] = 21.0f};
    assert_near(medal_champion(medals, 19.9), 19.9, 0.0);
    assert_near(medal_champion(medals, 20.0), 0.0, 0.0); // the same as the author's
    assert_near(medal_champion(medals, 23.0), 0.0, 0.0); // the best replay in the folder is slow
    assert_near(medal_champion(medals, 30.0), 0.0, 0.0);
    assert_near(medal_champion(medals, 0.0), 0.0, 0.0); // there is none
    assert_near(medal_champion(gold_alone, 20.5), 20.5, 0.0);
    assert_near(medal_champion(gold_alone, 21.5), 0.0, 0.0);
    assert_near(medal_champion(none, 30.0), 30.0, 0.0); // nothing to stand below
}

/// The times of a file are those that `axle medals --write` would put there, but for what small
/// changes of cars and drivers have moved since.
static void check_track(const char *name) {
    Track track = fixture_track(name);
    CarFile car = fixture_car(MEDAL_CAR);
    CarModel model = car_model_make(&car.params);
    RaceData data;
    assert_true(race_data_make(&data, &track, &model, 1));
    for (int i = 0; i < MEDAL_COUNT; i++) {
        // Sanitizers make driving slow: there only the ends are driven.
        if (!SANITIZED || i == MEDAL_AUTHOR) {
            float driven = medal_drive(&data, &model, (Medal)i);
            if (fabsf(track.medals[i] - driven) > 0.03f * driven) {
                fail_msg("%s: %s is %.1f s, in the file %.1f s: run axle medals --write", name,
                         medal_names[i], (double)driven, (double)track.medals[i]);
            }
        }
        // A medal below another is easier, by what a driver can feel; bronze is within reach.
        assert_true(track.medals[i] >= (i > 0 ? 1.02f : 1.0f) * track.medals[i > 0 ? i - 1 : 0]);
    }
    assert_true(track.medals[MEDAL_BRONZE] < 1.35f * track.medals[MEDAL_AUTHOR]);
    race_data_destroy(&data);
    track_destroy(&track);
}

static void shipped_tracks_have_the_medals_that_the_ai_drives(void **state) {
    (void)state;
    DIR *folder = opendir(TEST_DATA "/tracks");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char *suffix = strstr(entry->d_name, ".track.yaml");
        if (suffix && strcmp(suffix, ".track.yaml") == 0) {
            *suffix = '\0';
            check_track(entry->d_name);
            count++;
        }
    }
    closedir(folder);
    assert_true(count >= 10);
}

static void a_medal_is_the_same_each_time_and_a_tenth(void **state) {
    (void)state;
    Track track = fixture_track("first-oval");
    CarFile car = fixture_car(MEDAL_CAR);
    CarModel model = car_model_make(&car.params);
    RaceData data;
    assert_true(race_data_make(&data, &track, &model, 1));
    float once = medal_drive(&data, &model, MEDAL_GOLD);
    assert_true(once > 0.0f && once == medal_drive(&data, &model, MEDAL_GOLD));
    assert_near(10.0f * once, roundf(10.0f * once), 1e-4);
    race_data_destroy(&data);
    track_destroy(&track);
}

static void another_car_has_medals_of_its_own_pace(void **state) {
    (void)state;
    Track track = fixture_track("kiln-road");
    CarFile cars[2] = {fixture_car(MEDAL_CAR), fixture_car("hatch")};
    CarModel models[2] = {car_model_make(&cars[0].params), car_model_make(&cars[1].params)};
    RaceData data, alone;
    assert_true(race_data_make(&data, &track, models, 2));
    assert_true(race_data_make(&alone, &track, &models[1], 1));
    float own[MEDAL_COUNT], hatch[MEDAL_COUNT];
    float standard_s = medals_ideal_lap(&data, &models[0]);
    medals_for(&track, data.lines[0].lap_s, standard_s, own);
    medals_for(&track, data.lines[1].lap_s, standard_s, hatch);
    for (int i = 0; i < MEDAL_COUNT; i++) {
        assert_near(own[i], track.medals[i], 1e-3);
        assert_near(10.0f * hatch[i], roundf(10.0f * hatch[i]), 1e-3);
        if (!SANITIZED || i == MEDAL_AUTHOR) { // what it would get if it drove for them itself
            float driven = medal_drive(&alone, &models[1], (Medal)i);
            assert_near(hatch[i], driven, 0.05f * driven);
        }
    }
    race_data_destroy(&data);
    race_data_destroy(&alone);
    track_destroy(&track);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lap_earns_the_best_medal_that_it_reaches),
        cmocka_unit_test(the_champions_medal_is_never_easier_than_another),
        cmocka_unit_test(shipped_tracks_have_the_medals_that_the_ai_drives),
        cmocka_unit_test(a_medal_is_the_same_each_time_and_a_tenth),
        cmocka_unit_test(another_car_has_medals_of_its_own_pace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
