#include "fixture.h"
#include "test.h"
#include "track_text.h"

enum {
    RACES = 24
};

/// A bar that runs to and fro across a straight 14 m wide, 6 m of it free at its ends.
#define BAR(length, from, to)                                                                      \
    TRACK_HEAD "ribbons:\n  - {curve: round, radius: 28, width: 14, points: [[-120, -35], [120, "  \
               "-35], [120, 35], [-120, 35]]}\nmovers:\n  - {material: steel, rect: {size: [1.5, " \
               "" length "]}, path: [[30, " from "], [30, " to "]], speed: 3, mode: pingpong}\n"

/// What six cars of one model made of three laps past the bar.
typedef struct Outcome {
    int hits, rescues, home;
} Outcome;

static Outcome race_past(const char *text, const char *car, uint64_t seed) {
    RaceDef def = race_def_default();
    def.laps = 3;
    def.seed = seed;
    Fixture *fixture = fixture_make_on(track_of(text), car, &def);
    fixture_run_to_the_end(fixture->race);
    Outcome out = {0};
    for (int i = 0; i < def.car_count; i++) {
        const Racer *racer = &race_racers(fixture->race)[i];
        out.home += racer->finished;
        out.rescues += racer->respawns;
        out.hits += racer->hits;
    }
    fixture_destroy(fixture);
    return out;
}

// Over many seeds: in a single race hits jump from 0 to 6 with any change of a driver.
static void six_cars_get_past_a_bar_that_leaves_little_road(void **state) {
    (void)state;
    static const char *const texts[] = {BAR("8", "-32", "-38"), BAR("4", "-30", "-40")};
    static const char *const cars[] = {"gt", "hatch", "kart"};
    Outcome all = {0};
    for (int i = 0; i < RACES; i++) {
        Outcome one = race_past(texts[i % 2], cars[i / 2 % 3], (uint64_t)(1 + i / 6));
        all.hits += one.hits;
        all.rescues += one.rescues;
        all.home += one.home;
    }
    print_message("%d races: %d hits, %d rescues\n", RACES, all.hits, all.rescues);
    assert_int_equal(all.home, 6 * RACES);
    assert_true(all.hits <= 2 * RACES);
    assert_true(all.rescues <= RACES / 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_cars_get_past_a_bar_that_leaves_little_road),
    };
    return cmocka_run_group_tests_name("avoid", tests, NULL, NULL);
}
