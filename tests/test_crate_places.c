// Where crates stand: by themselves on every shipped track, and where a file says so.
#include "race_state/crate_places.h"
#include "track/gates.h"
#include "track/reverse.h"

#include <dirent.h>
#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"
#include "track_text.h"

enum {
    SHIPPED_LEAST = 8
};

typedef struct Places {
    WallGrid walls;
    Ground ground;
    vec2s at[TRACK_CRATES_MAX];
    int count;
    Arena arena;
} Places;

static Places places_of(const Track *track) {
    Places places = {.count = 0};
    places.walls = wall_grid_make(track->wall_pieces, track->wall_piece_count, &places.arena);
    places.ground = ground_make(track, &places.arena);
    places.count = crate_places_find(track, &places.walls, &places.ground, places.at);
    return places;
}

static bool is_on_road(const Track *track, vec2s at) {
    for (int i = 0; i < track->ribbon_count; i++) {
        RibbonPlace place = ribbon_locate(&track->ribbons[i], at, -1);
        float half = ribbon_half_width(&track->ribbons[i], place, place.offset >= 0.0f ? 0 : 1);
        if (fabsf(place.offset) < half) {
            return true;
        }
    }
    return false;
}

/// m from `at` to the next gate's line, at most.
static float to_gate(const Track *track, vec2s at) {
    float least = 1e9f;
    for (int i = 0; i < track->gate_count; i++) {
        vec2s along = glms_vec2_sub(track->gates[i].right, track->gates[i].left);
        float share =
            glms_vec2_dot(glms_vec2_sub(at, track->gates[i].left), along) / glms_vec2_norm2(along);
        vec2s near =
            glms_vec2_muladds(along, fminf(fmaxf(share, 0.0f), 1.0f), track->gates[i].left);
        least = fminf(least, glms_vec2_distance(near, at));
    }
    return least;
}

static void check_places(const Track *track) {
    Places places = places_of(track);
    bool has_road = track->ribbon_count > 0;
    if (has_road) { // rows of up to three, about 250 m apart
        int rows = (int)fmaxf(track->ribbons[0].length / 250.0f + 0.5f, 2.0f);
        assert_in_range(places.count, 2 * rows, 3 * rows);
    } else {
        assert_in_range(places.count, 3, 12);
    }
    for (int i = 0; i < places.count; i++) {
        vec2s at = places.at[i];
        assert_true(box_contains(track->bounds, at));
        assert_true(has_road ? is_on_road(track, at) : to_gate(track, at) < 0.1f);
        assert_true(wall_grid_clearance(&places.walls, at, 5.0f) >= CRATE_CLEAR);
        assert_false(track->surfaces[ground_surface(&places.ground, at)].respawn);
        for (int k = 0; k < track->grid_size; k++) {
            assert_true(glms_vec2_distance(track->slots[k].position, at) >= CRATE_AFTER_GRID);
        }
        for (int k = 0; k < track->prop_count; k++) {
            assert_true(glms_vec2_distance(track->props[k].position, at) >= CRATE_CLEAR);
        }
        for (int k = 0; k < i; k++) { // two that touch would be one
            assert_true(glms_vec2_distance(places.at[k], at) > 1.2f);
        }
    }
    Places again = places_of(track);
    assert_int_equal(again.count, places.count);
    assert_memory_equal(again.at, places.at, (size_t)places.count * sizeof *places.at);
    arena_destroy(&again.arena);
    arena_destroy(&places.arena);
}

static void on_every_shipped_track_they_stand_on_the_road_clear_of_all_else(void **state) {
    (void)state;
    static const char suffix[] = ".track.yaml";
    DIR *folder = opendir(TEST_DATA "/tracks");
    assert_non_null(folder);
    int count = 0;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length <= strlen(suffix) ||
            strcmp(entry->d_name + length - strlen(suffix), suffix) != 0) {
            continue;
        }
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(length - strlen(suffix)), entry->d_name);
        Track track = fixture_track(name);
        if (track.crates_given) {
            track_destroy(&track);
            continue;
        }
        check_places(&track);
        if (track.reversible && track_reverse(&track)) {
            check_places(&track);
        }
        track_destroy(&track);
        count++;
    }
    closedir(folder);
    assert_true(count >= SHIPPED_LEAST);
}

/// The track of a text that has to be right, perhaps with warnings.
static Track read_text(const char *text) {
    Track track;
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    assert_true(track_read(text, strlen(text), "t.track.yaml", false, &track, messages));
    free(messages);
    return track;
}

static Hash128 hash_of(const char *text) {
    Track track = read_text(text);
    Hash128 hash = track.hash;
    track_destroy(&track);
    return hash;
}

static void where_a_file_says_so_they_stand_there_and_nowhere_else(void **state) {
    (void)state;
    Track track = read_text(TRACK_OVAL "crates: [[0, -35], [10.5, 33]]\n");
    Places places = places_of(&track);
    assert_int_equal(places.count, 2);
    assert_near(places.at[0].y, -35.0, 0.0);
    assert_near(places.at[1].x, 10.5, 0.0);
    arena_destroy(&places.arena);
    track_destroy(&track);
    track = read_text(TRACK_OVAL "crates: []\n");
    places = places_of(&track);
    assert_int_equal(places.count, 0);
    arena_destroy(&places.arena);
    track_destroy(&track);
}

static void they_are_part_of_the_hash_only_where_they_are_written(void **state) {
    (void)state;
    char text[HASH_TEXT_MAX];
    // As it was before tracks had crates.
    assert_string_equal(hash_text128(hash_of(TRACK_OVAL), text),
                        "570828cff5fe7e5c778fa64c542f7109");
    const Hash128 hashes[] = {
        hash_of(TRACK_OVAL),
        hash_of(TRACK_OVAL "crates: []\n"),
        hash_of(TRACK_OVAL "crates: [[0, -35]]\n"),
        hash_of(TRACK_OVAL "crates: [[0, -35.001]]\n"),
        hash_of(TRACK_OVAL "crates: [[0, -35], [4, -35]]\n"),
        hash_of(TRACK_OVAL "crates: [[4, -35], [0, -35]]\n"),
    };
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_false(hash_equal128(hashes[i], hashes[k]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_every_shipped_track_they_stand_on_the_road_clear_of_all_else),
        cmocka_unit_test(where_a_file_says_so_they_stand_there_and_nowhere_else),
        cmocka_unit_test(they_are_part_of_the_hash_only_where_they_are_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
