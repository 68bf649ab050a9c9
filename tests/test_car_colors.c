/// The colours of cars against each other, to all eyes, and against what they drive on.
#include "render/race_picture.h"
#include "track/theme.h"
#include "track_picture/track_paint.h"

#include <dirent.h>
#include <string.h>

#include "eyes.h"
#include "fixture.h"
#include "test.h"

#define INK 0x14171FFFu ///< The outline of cars by day.
#define RIM 0xE8ECF4FFu ///< By night.

static void all_eyes_tell_all_colours_apart(void **state) {
    (void)state;
    for (int a = 0; a < RACE_PICTURE_COLORS; a++) {
        for (int b = 0; b < a; b++) {
            for (int eye = 0; eye < EYES_COUNT; eye++) {
                double apart = eyes_difference(eye, race_picture_colors[a], race_picture_colors[b]);
                assert_true(apart >= (eye == 0 ? 35.0 : 20.0));
            }
        }
    }
}

static void people_stand_out_most_of_all(void **state) {
    (void)state;
    for (int a = 0; a < RACE_PICTURE_SEATS; a++) {
        for (int b = 0; b < a; b++) {
            for (int eye = 0; eye < EYES_COUNT; eye++) {
                assert_true(eyes_difference(eye, race_picture_colors[a], race_picture_colors[b]) >=
                            34.0);
            }
        }
    }
}

/// Every colour against the road itself, or where that is light, the outline against it.
static void check_road(uint32_t road, bool is_asphalt, bool night) {
    uint32_t outline = night ? RIM : INK;
    for (int i = 0; i < RACE_PICTURE_COLORS; i++) {
        double own = eyes_contrast(race_picture_colors[i], road);
        bool parted = eyes_contrast(outline, road) >= 3.0 &&
                      (night || eyes_contrast(outline, race_picture_colors[i]) >= 3.0);
        assert_true(own >= 3.0 || (parted && !is_asphalt));
    }
}

static void cars_stand_out_from_the_roads_of_every_theme(void **state) {
    (void)state;
    static const uint8_t light[] = {SURFACE_CONCRETE, SURFACE_DIRT, SURFACE_GRAVEL, SURFACE_SAND,
                                    SURFACE_SNOW,     SURFACE_ICE,  SURFACE_WATER};
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        check_road(theme_colors[theme].asphalt, true, theme == THEME_NIGHT);
    }
    check_road(surface_built_in[SURFACE_WET].color, true, false);
    for (size_t i = 0; i < sizeof light; i++) {
        check_road(surface_built_in[light[i]].color, false, false);
    }
}

static void cars_stand_out_from_the_roads_of_every_shipped_track(void **state) {
    (void)state;
    DIR *folder = opendir(TEST_DATA "/tracks");
    assert_non_null(folder);
    int tracks = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[256];
        snprintf(name, sizeof name, "%s", entry->d_name);
        char *suffix = strstr(name, ".track.yaml");
        if (suffix == NULL) {
            continue;
        }
        *suffix = '\0';
        tracks++;
        Track track = fixture_track(name);
        bool used[SURFACES_MAX] = {false};
        for (int i = 0; i < track.ribbon_count; i++) {
            for (int k = 0; k < track.ribbons[i].count; k++) {
                used[track.ribbons[i].samples[k].surface] = true;
            }
        }
        for (int i = 0; i < track.surface_count; i++) {
            if (used[i]) {
                bool dark = i == SURFACE_ASPHALT || i == SURFACE_WET;
                check_road(track_paint_surface(&track, i), dark, track.theme == THEME_NIGHT);
            }
        }
        track_destroy(&track);
    }
    closedir(folder);
    assert_true(tracks >= 10);
}

static void twelve_cars_are_told_apart_by_all_eyes_and_without_hue(void **state) {
    (void)state;
    enum {
        PEOPLE = RACE_PICTURE_SEATS,
        FIELD = PEOPLE + 8
    };
    // Wherever people sit: at the back, at the front, among the others.
    static const int seats[3][PEOPLE] = {{8, 9, 10, 11}, {0, 1, 2, 3}, {1, 4, 7, 10}};
    for (int way = 0; way < 3; way++) {
        CarLook looks[RACE_MAX_CARS];
        race_picture_looks(looks, seats[way], PEOPLE);
        int number_alone = 0;
        for (int a = 0; a < FIELD; a++) {
            for (int b = 0; b < a; b++) {
                assert_true(looks[a].number != looks[b].number);
                if (looks[a].pattern != looks[b].pattern) {
                    continue;
                }
                // Of one pattern: by colour, and clearly.
                for (int eye = 0; eye < EYES_COUNT; eye++) {
                    assert_true(eyes_difference(eye, looks[a].color, looks[b].color) >= 20.0);
                }
                number_alone += eyes_grey_difference(looks[a].color, looks[b].color) < 8.0;
            }
        }
        // Four patterns for twelve cars: in grey a few of the 66 pairs have but their numbers.
        assert_true(number_alone <= 5);
    }
}

static int same_looks(const CarLook *looks, int count, bool color_alone) {
    int same = 0;
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < a; b++) {
            same += looks[a].color == looks[b].color &&
                    (color_alone || looks[a].pattern == looks[b].pattern);
        }
    }
    return same;
}

static void no_two_cars_of_a_field_look_the_same(void **state) {
    (void)state;
    Random random = random_make(3, 9);
    for (int round = 0; round < 2000; round++) {
        int count = 1 + (int)random_range(&random, 0.0f, (float)RACE_MAX_CARS);
        count = count < RACE_MAX_CARS ? count : RACE_MAX_CARS;
        int people = (int)random_range(&random, 0.0f, 4.99f);
        people = people < count ? people : count;
        int cars[RACE_PICTURE_SEATS];
        CarLook looks[RACE_MAX_CARS], before[RACE_MAX_CARS];
        for (int seat = 0; seat <= people; seat++) {
            race_picture_looks(looks, cars, seat);
            assert_true(count > 10 || same_looks(looks, count, true) == 0);
            assert_int_equal(same_looks(looks, count, false), 0);
            int changed = 0;
            for (int i = 0; i < count; i++) {
                assert_int_equal(looks[i].number, i + 1);
                changed += seat > 0 && looks[i].color != before[i].color;
            }
            assert_true(changed <= 2); // the car that somebody joins in, and who had its new colour
            for (int i = 0; i < seat; i++) {
                assert_int_equal(looks[cars[i]].color, race_picture_colors[i]);
            }
            memcpy(before, looks, sizeof looks);
            if (seat < people) { // somebody joins in a car that nobody has
                bool taken = true;
                while (taken) {
                    cars[seat] = (int)random_range(&random, 0.0f, (float)count - 0.01f);
                    taken = false;
                    for (int i = 0; i < seat; i++) {
                        taken |= cars[i] == cars[seat];
                    }
                }
            }
        }
    }
}

static void a_field_in_which_people_have_chosen_their_colours_has_no_two_alike(void **state) {
    (void)state;
    Random random = random_make(5, 9);
    for (int round = 0; round < 2000; round++) {
        int count = RACE_PICTURE_SEATS + (int)random_range(&random, 0.0f, 27.99f);
        CarLook looks[RACE_MAX_CARS];
        race_picture_looks(looks, NULL, 0);
        int first_car = (int)random_range(&random, 0.0f, (float)count - 0.01f);
        int first_color = (int)random_range(&random, 0.0f, RACE_PICTURE_COLORS - 0.01f);
        for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
            race_picture_paint(looks, (first_car + seat) % count,
                               (first_color + 3 * seat) % RACE_PICTURE_COLORS, seat);
        }
        for (int seat = 0; seat < RACE_PICTURE_SEATS; seat++) {
            const CarLook *look = &looks[(first_car + seat) % count];
            int color = (first_color + 3 * seat) % RACE_PICTURE_COLORS;
            assert_int_equal(look->color, race_picture_colors[color]);
            assert_int_equal(look->pattern, seat);
        }
        assert_true(count > 10 || same_looks(looks, count, true) == 0);
        assert_int_equal(same_looks(looks, count, false), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_eyes_tell_all_colours_apart),
        cmocka_unit_test(people_stand_out_most_of_all),
        cmocka_unit_test(cars_stand_out_from_the_roads_of_every_theme),
        cmocka_unit_test(cars_stand_out_from_the_roads_of_every_shipped_track),
        cmocka_unit_test(twelve_cars_are_told_apart_by_all_eyes_and_without_hue),
        cmocka_unit_test(no_two_cars_of_a_field_look_the_same),
        cmocka_unit_test(a_field_in_which_people_have_chosen_their_colours_has_no_two_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
