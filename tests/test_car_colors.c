/// The colours of cars against each other, to all eyes, and against what they drive on.
#include "render/eyes.h"
#include "render/race_picture.h"
#include "track/theme.h"
#include "track_picture/track_paint.h"

#include <dirent.h>
#include <string.h>

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_eyes_tell_all_colours_apart),
        cmocka_unit_test(people_stand_out_most_of_all),
        cmocka_unit_test(cars_stand_out_from_the_roads_of_every_theme),
        cmocka_unit_test(cars_stand_out_from_the_roads_of_every_shipped_track),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
