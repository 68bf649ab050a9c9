// What holds of every track that is shipped: found in tracks/, so that a new one is held to it too.
#include "track/slot.h"
#include "track_check/track_check.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

enum {
    SHIPPED_MAX = 64,
    SHIPPED_LEAST = 10, ///< Fewer would mean that the folder was not read.
    SLOTS_LEAST = 12,
    CARS = 5,
    LAPPING_CARS = SANITIZED ? 1 : CARS, ///< Of each track; where one, another from track to track.
};

/// m of a stretch that is long enough for a pass.
#define PASS_LENGTH 30.0f

static const char *const cars[CARS] = {"hatch", "gt", "drift", "formula", "kart"};
static char *tracks[SHIPPED_MAX];
static int track_count;

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Names of the tracks in tracks/, in order.
static int list_tracks(void **state) {
    (void)state;
    static const char suffix[] = ".track.yaml";
    DIR *folder = opendir(TEST_DATA "/tracks");
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length <= strlen(suffix) ||
            strcmp(entry->d_name + length - strlen(suffix), suffix) != 0) {
            continue;
        }
        assert_true(track_count < SHIPPED_MAX);
        tracks[track_count++] = strndup(entry->d_name, length - strlen(suffix));
    }
    closedir(folder);
    qsort(tracks, (size_t)track_count, sizeof tracks[0], compare_names);
    return track_count < SHIPPED_LEAST;
}

static int forget_tracks(void **state) {
    (void)state;
    for (int i = 0; i < track_count; i++) {
        free(tracks[i]);
    }
    return 0;
}

/// Nothing to tell, warnings neither: what `axle check --strict` says.
static void every_shipped_track_is_checked_in_silence(void **state) {
    (void)state;
    for (int i = 0; i < track_count; i++) {
        FileBytes bytes = fixture_read("tracks", tracks[i], ".track.yaml");
        MessageList messages = {0};
        Track track;
        assert_true(track_read(bytes.data, bytes.size, tracks[i], false, &track, &messages));
        track_check(&track, &messages);
        if (messages.count > 0) {
            messages_print(&messages, stderr, bytes.data);
        }
        assert_int_equal(messages.count, 0);
        assert_true(track.name[0] != '\0' && track.grid_size >= SLOTS_LEAST);
        track_destroy(&track);
        file_bytes_free(&bytes);
    }
}

/// m of the longest stretch along the line where there is room for three cars side by side: one
/// that is passed, one that passes, and what both keep free.
static float room_to_pass(const RacingLine *line) {
    float longest = 0.0f, run = 0.0f;
    for (int i = 0; i < 2 * line->count; i++) { // twice: a stretch may go over the start
        const LinePoint *point = &line->points[i % line->count];
        bool wide = point->left + point->right >= 2.0f * SLOT_WIDTH; // of a car's centre
        run = wide && run < line->length ? run + line->length / (float)line->count : 0.0f;
        longest = fmaxf(longest, run);
    }
    return longest;
}

static void every_shipped_track_is_wide_enough_somewhere_for_a_pass(void **state) {
    (void)state;
    for (int i = 0; i < track_count; i++) {
        RaceDef def = fixture_field(1, SKILL_EXPERT, 1);
        Fixture *fixture = fixture_make(tracks[i], "gt", &def);
        float room = room_to_pass(&fixture->data.lines[0]);
        if (room < PASS_LENGTH) {
            print_error("%s: room for a pass over %.0f m\n", tracks[i], (double)room);
            fail();
        }
        fixture_destroy(fixture);
    }
}

/// One lap of an expert alone, from the grid: no wall touched, never with all wheels off the road,
/// not rescued. Loose things may be knocked over.
static void lap_cleanly(const char *track, const char *car) {
    RaceDef def = fixture_field(1, SKILL_EXPERT, 1);
    Fixture *fixture = fixture_make(track, car, &def);
    fixture_run_to_the_end(fixture->race);
    const Racer *racer = race_racers_const(fixture->race);
    if (!racer->finished || racer->hits > 0 || racer->respawns > 0 || racer->off_track_s > 0.0f) {
        print_error("%s round %s: finished %d, %d hits, %d rescues, %.2f s off the road\n", car,
                    track, racer->finished, racer->hits, racer->respawns,
                    (double)racer->off_track_s);
        fail();
    }
    assert_int_equal(race_world_const(fixture->race)->dropped, 0);
    fixture_destroy(fixture);
}

static void every_shipped_track_is_lapped_cleanly_by_all_five_cars(void **state) {
    (void)state;
    for (int i = 0; i < track_count; i++) {
        for (int k = 0; k < LAPPING_CARS; k++) {
            lap_cleanly(tracks[i], cars[(i + k) % CARS]);
        }
    }
}

/// Six of all levels; another car from track to track.
static void every_shipped_track_is_raced_to_the_end(void **state) {
    (void)state;
    for (int i = 0; i < track_count; i++) {
        RaceDef def = fixture_field(6, SKILL_HARD, 1);
        for (int car = 0; car < def.car_count; car++) {
            def.drivers[car] = driver_params_of((RaceSkill)(car % SKILL_COUNT));
        }
        Fixture *fixture = fixture_make(tracks[i], cars[i % CARS], &def);
        fixture_run_to_the_end(fixture->race);
        const Racer *racers = race_racers_const(fixture->race);
        for (int car = 0; car < def.car_count; car++) {
            if (!racers[car].finished || racers[car].respawns > 0) {
                print_error("%s, %s %d: finished %d, %d rescues\n", tracks[i], cars[i % CARS],
                            car + 1, racers[car].finished, racers[car].respawns);
                fail();
            }
        }
        assert_int_equal(race_world_const(fixture->race)->dropped, 0);
        fixture_destroy(fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shipped_track_is_checked_in_silence),
        cmocka_unit_test(every_shipped_track_is_wide_enough_somewhere_for_a_pass),
        cmocka_unit_test(every_shipped_track_is_lapped_cleanly_by_all_five_cars),
        cmocka_unit_test(every_shipped_track_is_raced_to_the_end),
    };
    return cmocka_run_group_tests(tests, list_tracks, forget_tracks);
}
