/// The drivers that come along: each of its own, and all of them a field to race against.
#include "render/eyes.h"
#include "render/race_picture.h"
#include "track/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shipped_drivers.h"
#include "test.h"

enum {
    SHIPPED = 24
};

static void there_are_24_and_each_tells_who_it_is(void **state) {
    (void)state;
    assert_int_equal(shipped_driver_count, SHIPPED);
    for (int i = 0; i < shipped_driver_count; i++) {
        const DriverFile *driver = &shipped_drivers[i];
        assert_true(driver->name[0] && strlen(driver->note) >= 20);
        assert_in_range(driver->number, 1, DRIVER_NUMBER_MAX);
        assert_int_equal(driver->color & 0xFFu, 0xFFu);
        assert_true(driver->face.polygon_count >= 8);
    }
}

static void no_two_have_the_same_name_number_colour_face_or_way(void **state) {
    (void)state;
    for (int a = 0; a < shipped_driver_count; a++) {
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(shipped_drivers[a].name, shipped_drivers[b].name);
            assert_int_not_equal(shipped_drivers[a].number, shipped_drivers[b].number);
            assert_memory_not_equal(&shipped_drivers[a].face, &shipped_drivers[b].face,
                                    sizeof shipped_drivers[a].face);
            // Of the fourteen numbers four or more differ by what shows, a twentieth of a range.
            int differ = 0;
            for (int i = 0; i < driver_param_table.count; i++) {
                const ParamRow *row = &driver_param_table.rows[i];
                float apart = fabsf(param_get(row, &shipped_drivers[a].params) -
                                    param_get(row, &shipped_drivers[b].params));
                bool pace = strcmp(row->group, "pace") == 0 || strcmp(row->group, "mistakes") == 0;
                differ += apart >= (pace ? 0.0015f : 0.05f * (row->max - row->min));
            }
            assert_true(differ >= 4);
        }
    }
}

/// How far two colours are apart to the worst of all eyes.
static double apart_to_all(uint32_t a, uint32_t b) {
    double least = HUGE_VAL;
    for (int eye = 0; eye < EYES_COUNT; eye++) {
        least = fmin(least, eyes_difference(eye, a, b));
    }
    return least;
}

static void their_colours_stand_apart_from_the_seats_and_each_other(void **state) {
    (void)state;
    for (int a = 0; a < shipped_driver_count; a++) {
        uint32_t color = shipped_drivers[a].color;
        for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
            assert_true(eyes_difference(0, color, race_picture_colors[seat]) >= 28.0);
            assert_true(apart_to_all(color, race_picture_colors[seat]) >= 11.0);
        }
        for (int b = 0; b < a; b++) { // patterns and numbers do the rest
            assert_true(eyes_difference(0, color, shipped_drivers[b].color) >= 28.0);
            assert_true(apart_to_all(color, shipped_drivers[b].color) >= 8.0);
        }
    }
}

static void their_colours_stand_out_from_every_asphalt_and_from_the_outline(void **state) {
    (void)state;
    for (int i = 0; i < shipped_driver_count; i++) {
        for (int theme = 0; theme < THEME_COUNT; theme++) {
            assert_true(eyes_contrast(shipped_drivers[i].color, theme_colors[theme].asphalt) >=
                        3.0);
        }
        assert_true(eyes_contrast(shipped_drivers[i].color, 0x14171FFFu) >= 3.0);
    }
}

static int compare_angles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void their_colours_have_eight_hues_or_more(void **state) {
    (void)state;
    double hues[FIELD_ROSTER_MAX];
    int count = 0;
    for (int i = 0; i < shipped_driver_count; i++) {
        EyesLab lab = eyes_lab(0, shipped_drivers[i].color);
        if (hypot(lab.a, lab.b) >= 15.0) { // greys have none
            hues[count++] = atan2(lab.b, lab.a) * 57.29577951308232;
        }
    }
    assert_true(count >= 8);
    qsort(hues, (size_t)count, sizeof hues[0], compare_angles);
    int apart = 1;
    double last = hues[0];
    for (int i = 1; i < count; i++) {
        if (hues[i] - last >= 30.0 && hues[0] + 360.0 - hues[i] >= 30.0) {
            last = hues[i];
            apart++;
        }
    }
    assert_true(apart >= 8);
}

/// The best lap of a driver alone, evenly driven: what its pace makes of it.
static double lap_of(const Fixture *base, const DriverParams *params) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.laps = 2;
    def.drivers[0] = *params;
    def.drivers[0].rate = 0.0f;
    def.drivers[0].consistency = 1.0f;
    Race *race =
        race_make(fixture_block(race_size(&base->track, 1)), &def, &base->data, base->models);
    fixture_run_to_the_end(race);
    double best = race_racers_const(race)[0].best_lap_s;
    free(race);
    return best;
}

static void the_slowest_laps_three_to_five_per_cent_behind_the_fastest(void **state) {
    (void)state;
    static const char *const tracks[] = {"first-oval", "kiln-road", "chicane-club"};
    for (int t = 0; t < (SANITIZED ? 1 : 3); t++) {
        RaceDef def = race_def_default();
        def.car_count = 1;
        Fixture *base = fixture_make(tracks[t], "hatch", &def);
        double fastest = HUGE_VAL, slowest = 0.0;
        for (int i = 0; i < shipped_driver_count; i++) {
            double lap = lap_of(base, &shipped_drivers[i].params);
            fastest = fmin(fastest, lap);
            slowest = fmax(slowest, lap);
        }
        double spread = slowest / fastest - 1.0;
        print_message("%s: %.2f to %.2f s, %.1f %%\n", tracks[t], fastest, slowest, 100.0 * spread);
        assert_true(spread >= 0.03 && spread <= 0.05);
        fixture_destroy(base);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_24_and_each_tells_who_it_is),
        cmocka_unit_test(no_two_have_the_same_name_number_colour_face_or_way),
        cmocka_unit_test(their_colours_stand_apart_from_the_seats_and_each_other),
        cmocka_unit_test(their_colours_stand_out_from_every_asphalt_and_from_the_outline),
        cmocka_unit_test(their_colours_have_eight_hues_or_more),
        cmocka_unit_test(the_slowest_laps_three_to_five_per_cent_behind_the_fastest),
    };
    return cmocka_run_group_tests(tests, shipped_drivers_read, NULL);
}
