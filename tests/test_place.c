#include "base/random.h"
#include "race/footing.h"

#include <math.h>

#include "fixture.h"
#include "test.h"

// Most cars are told where they are without a search; the answer is that of a search.
static void a_car_is_where_a_search_finds_it(void **state) {
    (void)state;
    Random random = random_make(31, 0);
    for (int k = 0; k < FIXTURE_TRACK_COUNT; k++) {
        RaceDef def = race_def_default();
        Fixture *fixture = fixture_make(fixture_tracks[k], "hatch", &def);
        const RacingLine *line = &fixture->data.lines[0];
        int told = 0, asked = 0;
        for (int i = 0; i < 40 * line->count; i++) {
            const LinePoint *at = &line->points[i % line->count];
            float along = random_range(&random, -2.0f, 2.0f);
            float aside = random_range(&random, -15.0f, 15.0f);
            vec2s off = glms_vec2_add(glms_vec2_scale(at->tangent, along),
                                      glms_vec2_scale(vec2_left(at->tangent), aside));
            vec2s place = glms_vec2_add(at->point, off);
            int point = racing_line_locate(line, place, i % line->count);
            int found = race_data_line_point(&fixture->data, 0, place, i % line->count);
            assert_int_equal(found, point);
            asked += point == i % line->count && fabsf(aside) < RACE_DATA_BESIDE;
            told += race_data_stays(&fixture->data, 0, place, i % line->count);
        }
        assert_true(10 * told > 9 * asked);
        fixture_destroy(fixture);
    }
}

// A car well inside the road is not looked at wheel by wheel; the answer is that of a look, and so
// is the stretch that it is on.
static void a_car_inside_the_road_is_as_if_looked_at(void **state) {
    (void)state;
    Random random = random_make(32, 0);
    for (int k = 0; k < FIXTURE_TRACK_COUNT; k++) {
        RaceDef def = race_def_default();
        Fixture *fixture = fixture_make(fixture_tracks[k], "hatch", &def);
        const Track *track = &fixture->track;
        Body *body = &world_bodies(race_world(fixture->race))[0];
        int samples = track->ribbon_count > 0 ? track->ribbons[0].count : 0;
        for (int i = 0; i < 60 * samples; i++) {
            const RibbonSample *at = &track->ribbons[0].samples[i % samples];
            vec2s off =
                vec2_make(random_range(&random, -7.0f, 7.0f), random_range(&random, -7.0f, 7.0f));
            body->position = glms_vec2_add(at->point, off);
            body_set_angle(body, random_range(&random, -3.0f, 3.0f));
            int looked = i % samples, told = i % samples;
            bool off_road = footing_wheels_off(fixture->race, 0, &looked) == CAR_WHEELS;
            assert_int_equal(footing_is_off(fixture->race, 0, &told), off_road);
            assert_int_equal(told, looked);
        }
        fixture_destroy(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_is_where_a_search_finds_it),
        cmocka_unit_test(a_car_inside_the_road_is_as_if_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
