// Whether "my pace" finds people of unlike speed rivals whom they beat now and then: drivers by
// their numbers stand in for people, race after race, as the game would do.
#include "session/my_pace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "long_test.h"
#include "roster_files.h"
#include "test.h"

static const char *const tracks[] = {"first-oval", "kiln-road", "harbour-mile", "ice-harbour",
                                     "lantern-park"};
static const float paces[] = {1.0f / 1.10f, 1.0f / 0.95f}; // 10 % slower, 5 % faster

enum {
    TRACKS = sizeof tracks / sizeof tracks[0],
    PEOPLE = sizeof paces / sizeof paces[0],
    FIELD = 6,
    PERSON = FIELD - 1,
    LEARNS = 3, ///< Races that do not count.
};

static DriverParams roster[FIELD_ROSTER_MAX];
static int roster_count;
static TestCount count;

/// A person, with what the game knows of him.
typedef struct Person {
    DriverParams driver;
    RacePace races[128]; ///< Newest first.
    int race_count;
} Person;

/// The field that the game would give him next.
static FieldDef next_field(const Fixture *base, const Person *person) {
    FieldDef field = {
        .level = SKILL_MEDIUM, .roster = roster, .roster_count = roster_count, .grid = FIELD_MIXED};
    RacePaceList paces_of_his = {.items = (RacePace *)person->races, .count = person->race_count};
    RecordList none = {0};
    MyPaceDrive drive = {.track = base->track.hash,
                         .car = car_model_hash(&base->models[0]),
                         .ideal_s = (double)base->data.lines[0].lap_s,
                         .player = "Ada"};
    MyPace pace = my_pace_of(&drive, &paces_of_his, &none, NULL, 0);
    if (pace.source == MY_PACE_NOTHING) {
        return field;
    }
    FieldAim aim = field_aim(&base->data, base->models, FIELD - 1, 0, &field, pace.wanted_s);
    return field_at(field, aim.number);
}

/// One race; returns whether he wins.
static bool race_once(const Fixture *base, Person *person, uint64_t seed) {
    FieldDef field = next_field(base, person);
    RaceDef def = race_def_default();
    def.car_count = FIELD;
    def.seed = seed;
    def.ai_cars &= ~(1u << PERSON);
    field_set_up(&field, &def, NULL);
    def.ai_cars |= 1u << PERSON; // his numbers drive
    def.drivers[PERSON] = person->driver;
    Race *race =
        race_make(fixture_block(race_size(&base->track, FIELD)), &def, &base->data, base->models);
    fixture_run_to_the_end(race);
    RacePace pace;
    if (my_pace_race(race, PERSON, &pace)) {
        snprintf(pace.player, sizeof pace.player, "Ada");
        memmove(person->races + 1, person->races, (size_t)person->race_count * sizeof pace);
        person->races[0] = pace;
        person->race_count++;
    }
    const Racer *racer = &race_racers_const(race)[PERSON];
    bool wins = racer->finished && racer->place == 1;
    free(race);
    return wins;
}

/// How many of `races` a driver who is `pace` x as fast as a medium one wins after LEARNS more.
static int wins_of(const Fixture *base, float pace, int races) {
    static Person person;
    int wins = 0;
    person = (Person){.driver = driver_params_of(SKILL_MEDIUM)};
    driver_params_scale_pace(&person.driver, pace);
    for (int i = 0; i < LEARNS + races; i++) {
        bool won = race_once(base, &person, 1000 + (uint64_t)i);
        wins += won && i >= LEARNS;
    }
    return wins;
}

static Fixture *make_base(const char *track) {
    RaceDef def = race_def_default();
    def.car_count = FIELD;
    return fixture_make(track, "hatch", &def);
}

// In short: after three races the field is a little slower than he is, whoever he is.
static void after_three_races_the_field_is_near(void **state) {
    (void)state;
    Fixture *base = make_base("first-oval");
    for (int i = 0; i < PEOPLE; i++) {
        static Person person;
        person = (Person){.driver = driver_params_of(SKILL_MEDIUM)};
        driver_params_scale_pace(&person.driver, paces[i]);
        for (int race = 0; race < LEARNS; race++) {
            race_once(base, &person, 1000 + (uint64_t)race);
        }
        DriverParams plain = driver_params_default();
        FieldDef field = next_field(base, &person);
        plain = driver_params_between(&plain, field.level, field.toward);
        driver_params_scale_pace(&plain, field.pace);
        double slower = (double)(field_pace(&person.driver) / field_pace(&plain)) - 1.0;
        print_message("%.2f x medium: rivals are %.1f %% slower\n", (double)paces[i],
                      100.0 * slower);
        assert_true(slower > 0.0 && slower < 0.10);
    }
    fixture_destroy(base);
}

static void slow_and_fast_people_win_a_quarter_to_three_fifths_of_their_races(void **state) {
    (void)state;
    if (!count.is_long) {
        skip();
    }
    int races = (int)count.cases, all[PEOPLE] = {0};
    for (int t = 0; t < TRACKS; t++) {
        Fixture *base = make_base(tracks[t]);
        for (int i = 0; i < PEOPLE; i++) {
            int wins = wins_of(base, paces[i], races);
            fprintf(stderr, "pace_wins: %s, %.2f x medium: %d of %d races won\n", tracks[t],
                    (double)paces[i], wins, races);
            all[i] += wins;
        }
        fixture_destroy(base);
    }
    for (int i = 0; i < PEOPLE; i++) {
        assert_true(all[i] >= 0.25 * races * TRACKS && all[i] <= 0.60 * races * TRACKS);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_three_races_the_field_is_near),
        cmocka_unit_test(slow_and_fast_people_win_a_quarter_to_three_fifths_of_their_races),
    };
    count = test_count(argc, argv, 1);
    roster_count = roster_files_read(roster);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
