#include "base/random.h"
#include "geometry/polygon.h"
#include "geometry/transform.h"
#include "ground/ground.h"

#include <math.h>
#include <time.h>

#include "track_text.h"

// ---- the same answer the slow way -----------------------------------------------------------

static bool zone_holds(const TrackZone *zone, vec2s point) {
    bool inside = polygon_contains(zone->points, zone->count, point);
    for (int i = 0; i < zone->hole_count && inside; i++) {
        inside = !polygon_contains(zone->holes[i], zone->hole_counts[i], point);
    }
    return inside;
}

static vec2s kerb_edge(const RibbonSample *sample, int side, float out) {
    float sign = side == 0 ? 0.5f * out : -0.5f * out;
    return glms_vec2_add(sample->edge[side],
                         glms_vec2_scale(vec2_left(sample->tangent), sign * sample->kerb[side]));
}

/// 1 kerbs, 2 road, 3 shoulders; -1 where none of them holds the point.
static int strip_surface(const Track *track, vec2s point, int kind) {
    for (int r = 0; r < track->ribbon_count; r++) { // the first one lies on top
        const Ribbon *ribbon = &track->ribbons[r];
        for (int i = 0; i < (ribbon->closed ? ribbon->count : ribbon->count - 1); i++) {
            const RibbonSample *a = &ribbon->samples[i];
            const RibbonSample *b = &ribbon->samples[(i + 1) % ribbon->count];
            vec2s road[4] = {a->edge[0], b->edge[0], b->edge[1], a->edge[1]};
            if (kind == 2 && polygon_contains(road, 4, point)) {
                return a->surface;
            }
            for (int side = 0; side < 2; side++) {
                vec2s kerb[4] = {kerb_edge(a, side, -1), kerb_edge(b, side, -1),
                                 kerb_edge(b, side, 1), kerb_edge(a, side, 1)};
                vec2s shoulder[4] = {a->edge[side], b->edge[side], b->shoulder_edge[side],
                                     a->shoulder_edge[side]};
                if (kind == 1 && polygon_contains(kerb, 4, point)) {
                    return SURFACE_KERB;
                }
                if (kind == 3 && polygon_contains(shoulder, 4, point)) {
                    return a->side[side].shoulder_surface;
                }
            }
        }
    }
    return -1;
}

static int slow_surface(const Track *track, vec2s point) {
    for (int i = track->zone_count - 1; i >= 0; i--) {
        if (zone_holds(&track->zones[i], point)) {
            return track->zones[i].surface;
        }
    }
    int found = -1;
    for (int kind = 1; kind <= 3 && found < 0; kind++) {
        found = strip_surface(track, point, kind);
    }
    return found < 0 ? track->ground : found;
}

/// Whether the slow way changes its mind within 0.1 mm: there both answers are right.
static bool on_an_edge(const Track *track, vec2s point) {
    int here = slow_surface(track, point);
    for (int k = 0; k < 4; k++) {
        vec2s moved = point;
        moved.raw[k / 2] += k % 2 ? 1e-4f : -1e-4f;
        if (slow_surface(track, moved) != here) {
            return true;
        }
    }
    return false;
}

static void compare(const Track *track, uint64_t seed, int count) {
    Arena arena = {0};
    Ground ground = ground_make(track, &arena);
    Random random = random_make(seed, 1);
    for (int i = 0; i < count; i++) {
        vec2s point = vec2_make(random_range(&random, track->bounds.low.x, track->bounds.high.x),
                                random_range(&random, track->bounds.low.y, track->bounds.high.y));
        if (track->ribbon_count > 0 && i % 2) { // half of them near a road
            const Ribbon *ribbon = &track->ribbons[random_u32(&random) % 16 % //
                                                   (uint32_t)track->ribbon_count];
            RibbonPlace place = ribbon_at(ribbon, random_range(&random, 0, ribbon->length));
            place.offset = random_range(&random, -16, 16);
            point = ribbon_point(ribbon, place);
        }
        int fast = ground_surface(&ground, point);
        if (fast != slow_surface(track, point) && !on_an_edge(track, point)) {
            print_error("at (%g, %g): %s, expected %s\n", (double)point.x, (double)point.y,
                        track->surfaces[fast].name,
                        track->surfaces[slow_surface(track, point)].name);
            fail();
        }
    }
    arena_destroy(&arena);
}

// ---- tests ----------------------------------------------------------------------------------

static void layers_lie_in_their_order(void **state) {
    (void)state;
    Track track =
        track_of(TRACK_HEAD
                 "ribbons:\n  - curve: round\n    radius: 28\n    width: 14\n"
                 "    shoulder: {surface: gravel, width: 4}\n    kerbs: {mode: always, width: 2}\n"
                 "    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\n"
                 "zones:\n  - {surface: mud, rect: {center: [0, -35], size: [10, 40]}}\n"
                 "  - {surface: oil, circle: {center: [0, -35], radius: 2}}\n"
                 "  - surface: ice\n    polygon: [[-20, -10], [20, -10], [20, 10], [-20, 10]]\n"
                 "    holes: [[[-5, -5], [5, -5], [5, 5], [-5, 5]]]\n");
    Arena arena = {0};
    Ground ground = ground_make(&track, &arena);
    const struct {
        float x, y;
        int surface;
    } known[] = {
        {20, -35, SURFACE_ASPHALT},    {20, -42.5f, SURFACE_KERB},   {20, -41.5f, SURFACE_KERB},
        {20, -40.9f, SURFACE_ASPHALT}, {20, -43.1f, SURFACE_GRAVEL}, {20, -46.1f, SURFACE_GRASS},
        {4, -35, SURFACE_MUD},         {4, -42, SURFACE_MUD},        {1, -35, SURFACE_OIL},
        {-10, 0, SURFACE_ICE},         {0, 0, SURFACE_GRASS},        {4.9f, 4.9f, SURFACE_GRASS},
        {5.1f, 0, SURFACE_ICE},        {500, 500, SURFACE_GRASS},    {-1e9f, 0, SURFACE_GRASS},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_int_equal(ground_surface(&ground, vec2_make(known[i].x, known[i].y)),
                         known[i].surface);
    }
    assert_int_equal(ground_surface(&ground, vec2_make(NAN, 0)), SURFACE_GRASS);
    arena_destroy(&arena);
    track_destroy(&track);
}

static void the_grid_answers_as_the_polygons_do(void **state) {
    (void)state;
    for (int i = 0; i < SHIPPED_COUNT; i++) {
        Track track = track_of_file(shipped_tracks[i]);
        compare(&track, (uint64_t)i, 6000);
        track_destroy(&track);
    }
    const char *texts[] = {TRACK_EIGHT, TRACK_HAIRPIN, TRACK_BRANCH};
    for (int i = 0; i < 3; i++) {
        Track track = track_of(texts[i]);
        compare(&track, (uint64_t)i + 10, 4000);
        track_destroy(&track);
    }
}

/// Zones of many random points, over each other, with edges in every direction.
static void the_grid_answers_for_ragged_zones(void **state) {
    (void)state;
    Random random = random_make(5, 5);
    char text[12000] = TRACK_OVAL "zones:\n";
    const char *surfaces[] = {"mud", "ice", "sand", "wet", "dirt"};
    for (int zone = 0; zone < 5; zone++) {
        char line[2400];
        int used = snprintf(line, sizeof line, "  - {surface: %s, polygon: [", surfaces[zone]);
        float x = random_range(&random, -40, 40);
        float y = random_range(&random, -30, 30);
        for (int k = 0; k < 40; k++) { // a star: simple whatever the radii
            float turn = (float)k * (2 * 3.14159265f / 40);
            float radius = random_range(&random, 2, 30);
            used +=
                snprintf(line + used, sizeof line - (size_t)used, "%s[%.3f, %.3f]", k ? ", " : "",
                         (double)(x + radius * cosf(turn)), (double)(y + radius * sinf(turn)));
        }
        snprintf(line + used, sizeof line - (size_t)used, "]}\n");
        strcat(text, line);
    }
    Track track = track_of(text);
    compare(&track, 99, 10000);
    track_destroy(&track);
}

/// 20 km of road: bounded memory, made in a moment, and still exact.
static void a_long_road_stays_small(void **state) {
    (void)state;
    char text[4000] = TRACK_HEAD "ribbons:\n  - points: [";
    Random random = random_make(2, 2);
    for (int i = 0; i < 60; i++) {
        float turn = (float)i * (2 * 3.14159265f / 60);
        float radius = random_range(&random, 2700, 3000);
        char point[64];
        snprintf(point, sizeof point, "%s[%.1f, %.1f]", i ? ", " : "",
                 (double)(radius * cosf(turn)), (double)(radius * sinf(turn)));
        strcat(text, point);
    }
    strcat(text, "]\n");
    Track track = track_of(text);
    assert_true(track.ribbons[0].length > 18000 && track.ribbons[0].length < 30000);
    Arena arena = {0};
    Ground ground = ground_make(&track, &arena);
    assert_true(ground.columns * ground.rows <= 1 << 19);
    const Ribbon *ribbon = &track.ribbons[0];
    for (int i = 0; i < 5000; i++) {
        RibbonPlace place = ribbon_at(ribbon, random_range(&random, 0, ribbon->length));
        place.offset = random_range(&random, -5.4f, 5.4f);
        int surface = ground_surface(&ground, ribbon_point(ribbon, place));
        assert_true(surface == SURFACE_ASPHALT || surface == SURFACE_KERB);
    }
    arena_destroy(&arena);
    track_destroy(&track);
}

// Between two samples lies a quad that covers no cell alone; two or three that share their edges
// do.
static void the_middle_of_a_road_needs_no_look_at_quads(void **state) {
    (void)state;
    static const char *const texts[] = {TRACK_OVAL, TRACK_EIGHT, TRACK_HAIRPIN};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Track track = track_of(texts[i]);
        Arena arena = {0};
        Ground ground = ground_make(&track, &arena);
        int looked = 0, count = 0;
        for (float s = 0.0f; s < track.ribbons[0].length; s += 1.0f, count++) {
            vec2s point = ribbon_point(&track.ribbons[0], ribbon_at(&track.ribbons[0], s));
            int column = (int)((point.x - ground.low.x) * ground.per_cell);
            int row = (int)((point.y - ground.low.y) * ground.per_cell);
            looked += ground.cells[row * ground.columns + column].packed >> 8 != 0;
        }
        assert_true(looked * 20 <= count); // the eight crosses itself
        arena_destroy(&arena);
        track_destroy(&track);
    }
}

static bool respawns_somewhere(const char *text) {
    Track track = track_of(text);
    Arena arena = {0};
    bool respawns = ground_make(&track, &arena).respawns;
    arena_destroy(&arena);
    track_destroy(&track);
    return respawns;
}

static void it_says_whether_anything_in_it_puts_cars_back(void **state) {
    (void)state;
    assert_false(respawns_somewhere(TRACK_OVAL));
    assert_true(respawns_somewhere(TRACK_OVAL "    shoulder: {surface: deep, width: 4}\n"));
    assert_true(respawns_somewhere(TRACK_OVAL "ground: deep\n"));
    assert_true(respawns_somewhere(
        TRACK_OVAL "zones:\n  - {surface: deep, polygon: [[-5, -5], [5, -5], [0, 5]]}\n"));
    assert_false(respawns_somewhere(
        TRACK_OVAL "zones:\n  - {surface: ice, polygon: [[-5, -5], [5, -5], [0, 5]]}\n"));
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_lie_in_their_order),
        cmocka_unit_test(the_grid_answers_as_the_polygons_do),
        cmocka_unit_test(the_grid_answers_for_ragged_zones),
        cmocka_unit_test(a_long_road_stays_small),
        cmocka_unit_test(the_middle_of_a_road_needs_no_look_at_quads),
        cmocka_unit_test(it_says_whether_anything_in_it_puts_cars_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
