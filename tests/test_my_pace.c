// What a person's drives say of his pace: which of them counts, and how it is told.
#include "session/my_pace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

static const Hash128 here = {1, 1}, there = {1, 2}, far = {1, 3}, hatch = {2, 1}, kart = {2, 2};

static RacePace races[40];
static Record laps[40];
static RacePaceList paces;
static RecordList records;

static int clear(void **state) {
    (void)state;
    paces = (RacePaceList){.items = races};
    records = (RecordList){.items = laps};
    return 0;
}

static RacePace *raced(Hash128 track, Hash128 car, double lap_s, double beaten) {
    RacePace *pace = &races[paces.count++];
    *pace = (RacePace){.race_version = RACE_VERSION,
                       .track = track,
                       .car = car,
                       .lap_s = lap_s,
                       .ideal_s = hash_equal128(track, here) ? 20.0 : 40.0,
                       .beaten = beaten,
                       .player = "Ada"};
    return pace;
}

static Record *drove(Hash128 track, Hash128 car, double time_s) {
    Record *record = &laps[records.count++];
    *record = (Record){.key = {.race_version = RACE_VERSION, .track = track, .car = car},
                       .state = RECORD_VERIFIED,
                       .time_s = time_s,
                       .player = "Ada"};
    return record;
}

static const MyPaceIdeal ideals[] = {{{1, 2}, {2, 1}, 40.0}, {{1, 3}, {2, 2}, 50.0}};

static MyPace found(void) {
    const MyPaceDrive drive = {.track = here, .car = hatch, .ideal_s = 20.0, .player = "Ada"};
    return my_pace_of(&drive, &paces, &records, ideals, 2);
}

static void without_drives_nothing_is_known(void **state) {
    (void)state;
    assert_int_equal(found().source, MY_PACE_NOTHING);
    assert_near(found().wanted_s, 0.0, 0.0);
}

static void races_here_come_first_and_the_last_five_count(void **state) {
    (void)state;
    drove(here, hatch, 20.0);
    for (int i = 0; i < 7; i++) {
        raced(here, hatch, i < 5 ? 24.0 + i : 90.0, MY_PACE_BEATEN); // newest first
    }
    MyPace pace = found();
    assert_int_equal(pace.source, MY_PACE_RACES);
    assert_int_equal(pace.count, 5);
    assert_near(pace.lap_s, 26.0, 1e-9);
    assert_near(pace.wanted_s, 26.0 * (1.0 + MY_PACE_MARGIN), 1e-9);
}

static void who_beats_more_rivals_gets_faster_ones(void **state) {
    (void)state;
    double wanted[3];
    for (int i = 0; i < 3; i++) {
        clear(NULL);
        for (int k = 0; k < 5; k++) {
            raced(here, hatch, 24.0, 0.5 * i);
        }
        wanted[i] = found().wanted_s;
    }
    assert_true(wanted[0] > wanted[1] && wanted[1] > wanted[2]);
    assert_true(wanted[2] >= 24.0); // never faster than he is
    clear(NULL);
    raced(here, hatch, 24.0, 0.0); // one race says little
    assert_true(found().wanted_s < wanted[0] && found().wanted_s > 24.0 * (1.0 + MY_PACE_MARGIN));
}

static void races_of_others_of_other_cars_helps_and_physics_are_others(void **state) {
    (void)state;
    memcpy(raced(here, hatch, 21.0, 0.5)->player, "Bo", 3);
    raced(here, hatch, 21.0, 0.5)->helps = RECORD_AUTO_BRAKE;
    raced(here, hatch, 21.0, 0.5)->race_version = RACE_VERSION - 1;
    raced(here, kart, 21.0, 0.5);
    assert_int_equal(found().source, MY_PACE_TRACKS); // an estimate
    assert_int_equal(found().count, 0);               // though of no other track
    raced(here, hatch, 23.0, 0.5);
    assert_int_equal(found().source, MY_PACE_RACES);
    assert_near(found().lap_s, 23.0, 1e-9);
}

static void without_races_the_best_lap_here_counts(void **state) {
    (void)state;
    raced(there, hatch, 99.0, 0.5);
    drove(here, hatch, 23.0);
    drove(here, hatch, 22.0)->state = RECORD_PENDING;
    drove(here, hatch, 21.0)->state = RECORD_REFUSED;
    drove(here, hatch, 21.0)->key.laps = 3; // a race, as a whole
    drove(here, hatch, 21.0)->key.helps = RECORD_SLOW;
    drove(here, hatch, 21.0)->key.race_version = RACE_VERSION - 1;
    memcpy(drove(here, hatch, 21.0)->player, "Bo", 3);
    drove(here, kart, 21.0);
    MyPace pace = found();
    assert_int_equal(pace.source, MY_PACE_LAP);
    assert_near(pace.lap_s, 22.0, 1e-9);
    assert_near(pace.wanted_s, 22.0 * MY_PACE_LAP_SHARE * (1.0 + MY_PACE_MARGIN), 1e-9);
}

static void other_tracks_with_the_car_give_an_estimate(void **state) {
    (void)state;
    raced(far, kart, 400.0, 0.5); // another car: not looked at
    raced(there, hatch, 48.0, 0.5);
    raced(there, hatch, 52.0, 0.5); // 1.25 x the ideal lap, together
    raced(far, hatch, 54.0, 0.5);   // 1.35 x
    MyPace pace = found();
    assert_int_equal(pace.source, MY_PACE_TRACKS);
    assert_int_equal(pace.count, 2);
    assert_near(pace.lap_s, 20.0 * 1.30, 1e-9);
    assert_near(pace.wanted_s, 20.0 * 1.30 * (1.0 + MY_PACE_MARGIN), 1e-9);
}

static void laps_on_other_tracks_count_where_no_race_does(void **state) {
    (void)state;
    drove(there, hatch, 50.0);
    drove(there, hatch, 48.0); // 1.2 x the ideal lap
    drove(far, hatch, 10.0);   // whose ideal lap is not known
    MyPace pace = found();
    assert_int_equal(pace.source, MY_PACE_TRACKS);
    assert_int_equal(pace.count, 1);
    assert_near(pace.lap_s, 20.0 * 1.2 * MY_PACE_LAP_SHARE, 1e-9);
    raced(there, hatch, 52.0, 0.5);
    assert_near(found().lap_s, 20.0 * 1.3, 1e-9);
}

static void other_cars_are_the_last_that_is_asked(void **state) {
    (void)state;
    drove(far, kart, 60.0); // 1.2 x
    raced(there, kart, 56.0, 0.5);
    assert_int_equal(found().source, MY_PACE_CARS);
    assert_near(found().lap_s, 20.0 * 0.5 * (1.4 + 1.2 * MY_PACE_LAP_SHARE), 1e-9);
    raced(there, hatch, 50.0, 0.5);
    assert_int_equal(found().source, MY_PACE_TRACKS);
    assert_near(found().lap_s, 25.0, 1e-9);
}

static void ideal_laps_are_needed_of_drives_that_no_race_tells_of(void **state) {
    (void)state;
    const MyPaceDrive drive = {.track = here, .car = hatch, .ideal_s = 20.0, .player = "Ada"};
    assert_false(my_pace_needs(&drive, &paces, drove(here, hatch, 22.0)));
    assert_true(my_pace_needs(&drive, &paces, drove(there, hatch, 50.0)));
    assert_true(my_pace_needs(&drive, &paces, drove(here, kart, 22.0)));
    Record *refused = drove(there, hatch, 50.0);
    refused->state = RECORD_REFUSED;
    assert_false(my_pace_needs(&drive, &paces, refused));
    raced(there, hatch, 52.0, 0.5);
    assert_false(my_pace_needs(&drive, &paces, &laps[1]));
}

static void more_drives_than_there_is_room_for_do_no_harm(void **state) {
    (void)state;
    static RacePace many[300];
    for (int i = 0; i < 300; i++) {
        many[i] = (RacePace){.race_version = RACE_VERSION,
                             .track = {9, (uint64_t)i},
                             .car = hatch,
                             .lap_s = 50.0,
                             .ideal_s = 40.0,
                             .player = "Ada"};
    }
    paces = (RacePaceList){.items = many, .count = 300};
    assert_near(found().lap_s, 25.0, 1e-9);
}

static void a_race_leaves_the_mean_of_its_flying_laps(void **state) {
    (void)state;
    RaceDef def = fixture_field(3, SKILL_MEDIUM, 4);
    driver_params_scale_pace(&def.drivers[2], 1.05f);
    def.ai_cars &= ~(1u << 2);
    Fixture *fixture = fixture_make("first-oval", "hatch", &def);
    Race *race = fixture->race;
    RacePace pace;
    assert_false(my_pace_race(race, 2, &pace)); // nothing is driven yet
    race->ai_cars |= 1u << 2;
    fixture_run_to_the_end(race);
    race->ai_cars &= ~(1u << 2);
    Racer *racer = &race_racers(race)[2];
    assert_true(my_pace_race(race, 2, &pace));
    const double *times = racer->lap_times;
    assert_near(pace.lap_s, (times[1] + times[2] + times[3]) / 3.0, 1e-9);
    assert_near(pace.ideal_s, fixture->data.lines[2].lap_s, 1e-6);
    assert_near(pace.beaten, 0.5 * (3 - racer->place), 1e-9);
    assert_true(hash_equal128(pace.track, fixture->track.hash));
    assert_int_equal(pace.race_version, RACE_VERSION);
    racer->lap_times[2] = 500.0; // stood in the sand for long
    double best_s = times[1] < times[3] ? times[1] : times[3];
    assert_true(my_pace_race(race, 2, &pace));
    assert_near(pace.lap_s, (times[1] + times[3] + MY_PACE_WORST * best_s) / 3.0, 1e-9);
    racer->lap = 1; // of a lap from a standstill nothing is learned
    assert_false(my_pace_race(race, 2, &pace));
    fixture_destroy(fixture);
}

static void assert_told(MyPace pace, FieldAim aim, const char *who, const char *wanted) {
    char text[MY_PACE_TEXT_MAX];
    my_pace_tell(&pace, &aim, who, text);
    assert_string_equal(text, wanted);
}

static void it_is_told_what_the_field_goes_by(void **state) {
    (void)state;
    const FieldAim aim = {.lap_s = 34.255};
    assert_told((MyPace){0}, aim, NULL, "No laps of yours yet: medium rivals.");
    assert_told((MyPace){0}, aim, "Bo", "No laps of Bo yet: medium rivals.");
    assert_told((MyPace){MY_PACE_RACES, 3, 33.42, 0.0}, aim, NULL,
                "From your last 3 races here, 33.42 s a lap. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_RACES, 1, 91.42, 0.0}, aim, "Bo",
                "From Bo's last race here, 1:31.42 a lap. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_LAP, 1, 31.42, 0.0}, aim, NULL,
                "From your best lap here, 31.42 s. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_TRACKS, 3, 33.0, 0.0}, aim, NULL,
                "Estimated from your laps on 3 other tracks: 33.00 s. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_TRACKS, 0, 33.0, 0.0}, aim, NULL,
                "Estimated from your laps with other helps: 33.00 s. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_CARS, 1, 33.0, 0.0}, aim, NULL,
                "Estimated from your laps in other cars: 33.00 s. Rivals: 34.26 s.");
    assert_told((MyPace){MY_PACE_GIVEN, 1, 34.0, 34.0}, aim, NULL,
                "Rivals who lap in 34.00 s, as was asked for.");
    assert_told((MyPace){MY_PACE_LAP, 1, 20.0, 0.0},
                (FieldAim){.lap_s = 31.0, .reach = FIELD_NOT_SO_FAST}, NULL,
                "From your best lap here, 20.00 s. Even experts are slower: 31.00 s.");
    assert_told((MyPace){MY_PACE_LAP, 1, 99.0, 0.0},
                (FieldAim){.lap_s = 70.0, .reach = FIELD_NOT_SO_SLOW}, NULL,
                "From your best lap here, 1:39.00. Even the slowest rivals are faster: 1:10.00.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(without_drives_nothing_is_known, clear),
        cmocka_unit_test_setup(races_here_come_first_and_the_last_five_count, clear),
        cmocka_unit_test_setup(who_beats_more_rivals_gets_faster_ones, clear),
        cmocka_unit_test_setup(races_of_others_of_other_cars_helps_and_physics_are_others, clear),
        cmocka_unit_test_setup(without_races_the_best_lap_here_counts, clear),
        cmocka_unit_test_setup(other_tracks_with_the_car_give_an_estimate, clear),
        cmocka_unit_test_setup(laps_on_other_tracks_count_where_no_race_does, clear),
        cmocka_unit_test_setup(other_cars_are_the_last_that_is_asked, clear),
        cmocka_unit_test_setup(ideal_laps_are_needed_of_drives_that_no_race_tells_of, clear),
        cmocka_unit_test_setup(more_drives_than_there_is_room_for_do_no_harm, clear),
        cmocka_unit_test_setup(a_race_leaves_the_mean_of_its_flying_laps, clear),
        cmocka_unit_test_setup(it_is_told_what_the_field_goes_by, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
