// The walls beside roads with sharp bends leave no gap: nothing much narrower than a car gets out.
#include "base/random.h"
#include "base/text.h"
#include "geometry/trig.h"
#include "track_check/free_space.h"
#include "track_check/routes.h"

#include <math.h>

#include "long_test.h"
#include "track_text.h"

enum {
    CORNERS_MAX = 12,
    EACH = 10, ///< Roads of each kind in every run.
};

/// m: what must not get out, and the cells of its search. A car is ROUTES_CAR_WIDTH wide.
#define PROBE_WIDTH 1.0f
#define PROBE_CELL  0.25f

/// m between two cells that are looked at: who gets out gets far.
#define LOOK_STEP 1.0f

typedef struct Corner {
    vec2s at;
    float left, right, radius; ///< m
} Corner;

/// A kind of road: how its corners are joined, and what is random of them.
typedef struct RoadKind {
    const char *file;  ///< Whose ending tells the format.
    const char *curve; ///< Of a track; NULL: importing decides.
    bool traced; ///< A line with a point every 5 m, as maps have, else with the corners alone.
    bool even;   ///< The road is as wide everywhere.
    float least; ///< The nearest corner to the middle, in parts of the usual distance.
} RoadKind;

static const RoadKind kinds[] = {
    {"a.csv", NULL, true, true, 0.45f},
    {"a.csv", NULL, true, false, 0.45f},
    {"a.csv", NULL, true, true, 0.15f},
    {"a.csv", NULL, true, false, 0.15f},
    {"a.csv", NULL, false, true, 0.15f},
    {"a.csv", NULL, false, false, 0.15f},
    {"a.track.yaml", "round", false, true, 0.3f},
    {"a.track.yaml", "round", false, false, 0.3f},
    {"a.track.yaml", "sharp", false, true, 0.3f},
    {"a.track.yaml", "sharp", false, false, 0.3f},
    {"a.track.yaml", "sharp", false, true, 0.15f},
    {"a.track.yaml", "sharp", false, false, 0.15f},
    {"a.track.yaml", "smooth", false, true, 0.45f},
    {"a.track.yaml", "smooth", false, false, 0.45f},
};

enum {
    KIND_COUNT = sizeof kinds / sizeof *kinds
};

/// A closed line around the middle, near to it and far in turn as chance has it, so that its
/// corners are sharp. Where arcs are asked for they are about as tight as the road allows.
static int make_corners(const RoadKind *kind, Random *random, Corner *corners) {
    int count = 4 + (int)(random_u32(random) % (CORNERS_MAX - 3));
    float size = random_range(random, 40.0f, 120.0f);
    float half = random_range(random, 3.0f, 7.5f);
    for (int i = 0; i < count; i++) {
        float part = ((float)i + random_range(random, -0.35f, 0.35f)) / (float)count;
        TrigPair way = trig_sincos(trig_wrap(2.0f * TRIG_PI * part));
        float distance = size * random_range(random, kind->least, 1.3f);
        Corner *corner = &corners[i];
        corner->at = vec2_make(distance * way.cos, distance * way.sin);
        corner->left = kind->even ? half : random_range(random, 2.5f, 9.0f);
        corner->right = kind->even ? half : random_range(random, 2.5f, 9.0f);
        corner->radius =
            fmaxf(corner->left, corner->right) * random_range(random, 1.0f, 1.3f) + 0.005f;
    }
    return count;
}

static void add_line(const RoadKind *kind, const Corner *a, const Corner *b, TextBuffer *text) {
    char line[160];
    int steps = kind->traced ? (int)(glms_vec2_distance(a->at, b->at) / 5.0f) + 1 : 1;
    for (int k = 0; k < steps; k++) {
        float t = (float)k / (float)steps;
        vec2s at = glms_vec2_lerp(a->at, b->at, t);
        double left = (double)(a->left + t * (b->left - a->left));
        double right = (double)(a->right + t * (b->right - a->right));
        int size = kind->curve ? snprintf(line, sizeof line,
                                          "    - {at: [%.3f, %.3f], left: %.2f, right: %.2f",
                                          (double)at.x, (double)at.y, left, right)
                               : snprintf(line, sizeof line, "%.3f,%.3f,%.2f,%.2f\n", (double)at.x,
                                          (double)at.y, right, left);
        text_add(text, line, (size_t)size);
        if (kind->curve) {
            bool round = strcmp(kind->curve, "round") == 0;
            size = round ? snprintf(line, sizeof line, ", r: %.2f}\n", (double)a->radius)
                         : snprintf(line, sizeof line, "}\n");
            text_add(text, line, (size_t)size);
        }
    }
}

/// The file of a random road. Ended by free.
static char *make_road(const RoadKind *kind, Random *random) {
    Corner corners[CORNERS_MAX];
    int count = make_corners(kind, random, corners);
    TextBuffer text = {0};
    if (kind->curve) {
        char head[160];
        int size = snprintf(head, sizeof head,
                            TRACK_HEAD "ribbons:\n  - curve: %s\n    shoulder: {width: %.2f}\n"
                                       "    points:\n",
                            kind->curve, (double)random_range(random, 0.0f, 8.0f));
        text_add(&text, head, (size_t)size);
    }
    for (int i = 0; i < count; i++) {
        add_line(kind, &corners[i], &corners[(i + 1) % count], &text);
    }
    return text.text;
}

static float distance_to_road(const Track *track, vec2s at) {
    return fabsf(ribbon_locate(&track->ribbons[0], at, -1).offset);
}

/// m from the middle of the road to the farthest corner of a wall.
static float farthest_wall(const Track *track) {
    float most = 0.0f;
    for (int i = 0; i < track->wall_piece_count; i++) {
        const WallPiece *piece = &track->wall_pieces[i];
        for (int k = 0; k < piece->shape.count; k++) {
            vec2s at = glms_vec2_add(piece->origin, shape_point(&piece->shape, k));
            most = fmaxf(most, distance_to_road(track, at));
        }
    }
    return most;
}

/// m from the middle of the road to where something PROBE_WIDTH wide gets that starts on it.
static float farthest_reached(const Track *track) {
    Arena scratch = {0};
    FreeSpace space = free_space_make(track->wall_pieces, track->wall_piece_count,
                                      routes_box(track), PROBE_CELL, 0.5f * PROBE_WIDTH, &scratch);
    uint64_t *reached = free_space_bitmap(&space, &scratch);
    const Ribbon *road = &track->ribbons[0];
    for (int i = 0; i < road->count; i++) {
        free_space_flood(&space, free_space_cell(&space, road->samples[i].point), reached);
    }
    float most = 0.0f;
    int step = (int)(LOOK_STEP / PROBE_CELL);
    for (int y = 0; y < space.rows; y += step) {
        for (int x = 0; x < space.columns; x += step) {
            ptrdiff_t cell = (ptrdiff_t)y * space.columns + x;
            if (free_space_has(&space, reached, cell)) {
                most = fmaxf(most, distance_to_road(track, free_space_middle(&space, cell)));
            }
        }
    }
    arena_destroy(&scratch);
    return most;
}

/// Whether the walls of the track hold. Roads whose corners have no room are no tracks: false in
/// `is_track`.
static bool walls_hold(const char *text, const char *file, bool *is_track) {
    Track track;
    MessageList messages = {0};
    *is_track = track_read(text, strlen(text), file, false, &track, &messages);
    if (!*is_track) {
        return true;
    }
    track_check(&track, &messages);
    bool hold = true;
    for (int i = 0; i < messages.count; i++) {
        hold &= messages.items[i].code != MESSAGE_W714;
    }
    hold &= farthest_reached(&track) < farthest_wall(&track) + 0.1f;
    track_destroy(&track);
    return hold;
}

static int each_count; ///< Roads of each kind.

static void walls_at_sharp_bends_leave_no_gap(void **state) {
    (void)state;
    int tracks = 0, open = 0;
    for (int k = 0; k < KIND_COUNT; k++) {
        for (int i = 0; i < each_count; i++) {
            Random random = random_make((uint64_t)i, (uint64_t)k);
            char *text = make_road(&kinds[k], &random);
            bool is_track = false;
            if (!walls_hold(text, kinds[k].file, &is_track)) {
                print_error("kind %d, road %d: walls are open\n%s", k, i, text);
                open++;
            }
            tracks += is_track;
            free(text);
        }
    }
    print_message("%d of %d roads are tracks\n", tracks, KIND_COUNT * each_count);
    assert_true(2 * tracks > KIND_COUNT * each_count);
    assert_int_equal(open, 0);
}

int main(int argc, char **argv) {
    leave_locale();
    each_count = (int)test_count(argc, argv, EACH).cases;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_at_sharp_bends_leave_no_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
