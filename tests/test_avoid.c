#include "fixture.h"
#include "test.h"
#include "track_text.h"

/// A bar that runs to and fro across a straight 14 m wide, 6 m of it free at its ends.
#define BAR(length, from, to)                                                                      \
    TRACK_HEAD "ribbons:\n  - {curve: round, radius: 28, width: 14, points: [[-120, -35], [120, "  \
               "-35], [120, 35], [-120, 35]]}\nmovers:\n  - {material: steel, rect: {size: [1.5, " \
               "" length "]}, path: [[30, " from "], [30, " to "]], speed: 3, mode: pingpong}\n"

static void six_cars_get_past_a_bar_that_leaves_little_road(void **state) {
    (void)state;
    static const char *const texts[] = {BAR("8", "-32", "-38"), BAR("4", "-30", "-40")};
    static const char *const cars[] = {"gt", "hatch", "kart"};
    for (int i = 0; i < 6; i++) {
        RaceDef def = race_def_default();
        def.laps = 3;
        Fixture *fixture = fixture_make_on(track_of(texts[i % 2]), cars[i / 2], &def);
        Race *race = fixture->race;
        while (race->phase != RACE_OVER) {
            fixture_run(race, 1);
        }
        int hits = 0;
        for (int car = 0; car < 6; car++) {
            const Racer *racer = &race_racers(race)[car];
            assert_true(racer->finished);
            assert_int_equal(racer->respawns, 0);
            hits += racer->hits;
        }
        assert_true(hits <= 2);
        fixture_destroy(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_cars_get_past_a_bar_that_leaves_little_road),
    };
    return cmocka_run_group_tests_name("avoid", tests, NULL, NULL);
}
