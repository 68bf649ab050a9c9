#include "base/random.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "line/least_curvature.h"
#include "line/racing_line_make.h"
#include "line/speed_profile.h"
#include "track_file/track_file.h"
#include "vehicle/drivetrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

// A track from text, with what the line stands on.
typedef struct Ways {
    Track track;
    Arena arena;
    WallGrid walls;
    Ground ground;
    CarModel model;
    RacingLine line;
    bool found;
} Ways;

static Ways ways_make(const char *text) {
    Ways ways = {0};
    MessageList messages = {0};
    if (!track_read(text, strlen(text), "test", false, &ways.track, &messages)) {
        messages_print(&messages, stderr, text);
        fail();
    }
    ways.walls = wall_grid_make(ways.track.wall_pieces, ways.track.wall_piece_count, &ways.arena);
    ways.ground = ground_make(&ways.track, &ways.arena);
    CarParams params = car_params_default();
    ways.model = car_model_make(&params);
    ways.found = racing_line_make(&ways.track, &ways.walls, &ways.ground, &ways.model,
                                  (ProgressPart){0}, &ways.arena, &ways.line, NULL);
    return ways;
}

static void ways_destroy(Ways *ways) {
    arena_destroy(&ways->arena);
    track_destroy(&ways->track);
}

static const char oval[] = "format: track/1\nname: Oval\nribbons:\n"
                           "  - curve: round\n    radius: 30\n    width: 14\n"
                           "    points: [[-90, -40], [90, -40], [90, 40], [-90, 40]]\n";

// Walls alone: an arena round a barn, gates on all four sides.
static const char yard[] =
    "format: track/1\nname: Yard\nground: asphalt\nwalls:\n"
    "  - {material: wood, polyline: [[-60, -40], [60, -40], [60, 40], [-60, 40]], closed: true}\n"
    "  - {id: barn, polygon: [[-28, -12], [28, -12], [28, 12], [-28, 12]]}\n"
    "%s"
    "finish: {left: [0, -13], right: [0, -39]}\n"
    "gates:\n"
    "  - {left: [29, 0], right: [59, 0]}\n"
    "  - {left: [0, 13], right: [0, 39]}\n"
    "  - {left: [-29, 0], right: [-59, 0]}\n"
    "grid: {slots: [[-6, -20, 0], [-14, -20, 0]]}\n";

static char *yard_with(const char *walls) {
    static char text[4096];
    snprintf(text, sizeof text, yard, walls);
    return text;
}

// A closed corridor of `count` points round a circle, `room` m to either side.
static Corridor ring(float radius, float room, int count, Arena *arena) {
    Corridor corridor = {.count = count, .step = 2.0f * TRIG_PI * radius / (float)count};
    corridor.points = arena_array(arena, (size_t)count, sizeof *corridor.points);
    for (int i = 0; i < count; i++) {
        Rotation at = rotation_make(2.0f * TRIG_PI * (float)i / (float)count);
        corridor.points[i] = (CorridorPoint){.center = vec2_make(radius * at.c, radius * at.s),
                                             .left = vec2_make(-at.c, -at.s),
                                             .low = -room,
                                             .high = room};
    }
    return corridor;
}

static float bend_of(const Corridor *corridor, const float *offsets) {
    int n = corridor->count;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        vec2s p[3];
        for (int j = 0; j < 3; j++) {
            int at = (i + j - 1 + n) % n;
            const CorridorPoint *point = &corridor->points[at];
            p[j] = glms_vec2_add(point->center, glms_vec2_scale(point->left, offsets[at]));
        }
        vec2s back = glms_vec2_sub(p[1], p[0]), ahead = glms_vec2_sub(p[2], p[1]);
        float turn = trig_atan2(back.x * ahead.y - back.y * ahead.x, glms_vec2_dot(back, ahead));
        float length = 0.5f * (glms_vec2_norm(back) + glms_vec2_norm(ahead));
        sum += (double)(turn * turn / length);
    }
    return (float)sum;
}

static void the_smoothest_line_in_a_ring_is_its_outer_edge(void **state) {
    (void)state;
    Arena arena = {0};
    Corridor corridor = ring(50.0f, 4.0f, 300, &arena);
    float *offsets = arena_array(&arena, 300, sizeof *offsets);
    least_curvature(&corridor, 0.0f, offsets);
    for (int i = 0; i < 300; i++) {
        assert_near(offsets[i], -4.0f, 0.02f);
    }
    // With length at 1/20^2, shorter beats straighter wherever the radius is above 20 m.
    least_curvature(&corridor, 1.0f / 400.0f, offsets);
    for (int i = 0; i < 300; i++) {
        assert_near(offsets[i], 4.0f, 0.02f);
    }
    arena_destroy(&arena);
}

static void no_line_nearby_bends_less_than_the_smoothest(void **state) {
    (void)state;
    Random random = random_make(5, 1);
    for (int round = 0; round < 6; round++) {
        Arena arena = {0};
        enum {
            COUNT = 240
        };
        Corridor corridor = ring(60.0f, 1.0f, COUNT, &arena);
        for (int i = 0; i < COUNT; i++) { // uneven width, narrow and wide
            corridor.points[i].low = random_range(&random, -3.0f, 0.5f);
            corridor.points[i].high = corridor.points[i].low + random_range(&random, 0.5f, 5.0f);
        }
        float offsets[COUNT] = {0}, other[COUNT];
        least_curvature(&corridor, 0.0f, offsets);
        float best = bend_of(&corridor, offsets);
        for (int i = 0; i < COUNT; i++) {
            assert_true(offsets[i] >= corridor.points[i].low);
            assert_true(offsets[i] <= corridor.points[i].high);
        }
        for (int trial = 0; trial < 300; trial++) { // a smooth bump somewhere, inside the bounds
            memcpy(other, offsets, sizeof other);
            int at = (int)(random_u32(&random) % COUNT),
                reach = 3 + (int)(random_u32(&random) % 30);
            float height = random_range(&random, -1.0f, 1.0f);
            for (int j = -reach; j <= reach; j++) {
                float u = 1.0f - (float)(j * j) / (float)(reach * reach);
                int k = (at + j + COUNT) % COUNT;
                other[k] = fminf(fmaxf(other[k] + height * u * u, corridor.points[k].low),
                                 corridor.points[k].high);
            }
            assert_true(bend_of(&corridor, other) > best * 0.999f);
        }
        arena_destroy(&arena);
    }
}

static CarModel default_car(void) {
    CarParams params = car_params_default();
    return car_model_make(&params);
}

static const SpeedMargins ideal = {.side = 1.0f, .brake = 1.0f, .drive = 1.0f};

static float circle_speed(const CarLimits *limits, float radius) {
    enum {
        COUNT = 64
    };
    SpeedPoint points[COUNT];
    for (int i = 0; i < COUNT; i++) {
        points[i] = (SpeedPoint){.length = 2.0f * TRIG_PI * radius / (float)COUNT,
                                 .curvature = 1.0f / radius,
                                 .grip = 1.0f};
    }
    speed_profile(limits, ideal, points, COUNT, false);
    return points[0].speed * 3.6f;
}

// Closed forms for the hatch: skidpad bound 82.1 km/h on R = 50 m without load transfer, top speed
// 242.3 km/h.
static void the_hatch_is_as_fast_as_the_closed_forms_say(void **state) {
    (void)state;
    CarModel model = default_car();
    CarLimits limits = car_limits_make(&model);
    float skidpad = circle_speed(&limits, 50.0f);
    assert_true(skidpad < 82.1f && skidpad > 0.95f * 82.1f);
    assert_near(circle_speed(&limits, 20000.0f), 242.3f, 2.5f);
}

static void the_profile_keeps_every_limit(void **state) {
    (void)state;
    Ways ways = ways_make(oval);
    assert_true(ways.found);
    CarLimits limits = car_limits_make(&ways.model);
    const RacingLine *line = &ways.line;
    float slowest = INFINITY, fastest = 0.0f;
    for (int i = 0; i < line->count; i++) {
        const LinePoint *a = &line->points[i], *b = &line->points[(i + 1) % line->count];
        float piece = i + 1 < line->count ? b->s - a->s : line->length - a->s;
        float side = a->speed * a->speed * fabsf(a->curvature);
        assert_true(side <= 1.002f * car_limit(&limits, limits.side, a->speed));
        float gain = (b->speed * b->speed - a->speed * a->speed) / (2.0f * piece);
        float drag = car_limit(&limits, limits.drag, b->speed);
        assert_true(gain <= car_limit(&limits, limits.engine, a->speed) + 0.01f);
        assert_true(gain <= car_limit(&limits, limits.traction, a->speed) + 0.01f);
        assert_true(-gain <= car_limit(&limits, limits.brake, b->speed) + drag + 0.05f);
        slowest = fminf(slowest, a->speed);
        fastest = fmaxf(fastest, a->speed);
    }
    assert_true(fastest > 1.3f * slowest); // it does brake and speed up
    ways_destroy(&ways);
}

static void less_grip_means_slower(void **state) {
    (void)state;
    CarModel model = default_car();
    CarLimits limits = car_limits_make(&model);
    SpeedPoint points[100];
    float laps[2];
    for (int wet = 0; wet < 2; wet++) {
        for (int i = 0; i < 100; i++) {
            float bend = i < 50 ? 0.0f : 0.03f;
            points[i] = (SpeedPoint){.length = 4.0f, .curvature = bend, .grip = wet ? 0.7f : 1.0f};
        }
        laps[wet] = speed_profile(&limits, ideal, points, 100, false);
    }
    // All tyre-limited, so time goes with the root of grip; the engine's part makes it a bit less.
    assert_true(laps[1] > 1.1f * laps[0] && laps[1] < 1.2f * laps[0]);
}

static void the_line_stays_on_the_road_and_bends_less_than_its_middle(void **state) {
    (void)state;
    Ways ways = ways_make(oval);
    assert_true(ways.found);
    const Ribbon *ribbon = &ways.track.ribbons[0];
    float sharpest = 0.0f, middle = 0.0f;
    int hint = -1;
    for (int i = 0; i < ribbon->count; i++) {
        middle = fmaxf(middle, fabsf(ribbon->samples[i].curvature));
    }
    for (int i = 0; i < ways.line.count; i++) {
        const LinePoint *point = &ways.line.points[i];
        RibbonPlace place = ribbon_locate(ribbon, point->point, hint);
        hint = place.sample;
        const RibbonSample *sample = &ribbon->samples[place.sample];
        float half = 0.5f * ways.model.params.width;
        assert_true(place.offset <= sample->left + 0.5f * sample->kerb[0] - half + 0.02f);
        assert_true(-place.offset <= sample->right + 0.5f * sample->kerb[1] - half + 0.02f);
        assert_true(point->left >= -0.001f && point->right >= -0.001f);
        assert_near(glms_vec2_norm(point->tangent), 1.0f, 1e-4f);
        sharpest = fmaxf(sharpest, fabsf(point->curvature));
    }
    assert_near(middle, 1.0f / 30.0f, 0.004f);
    assert_true(sharpest < 0.8f * middle);
    ways_destroy(&ways);
}

static void every_gate_is_crossed_forwards_and_in_order(void **state) {
    (void)state;
    const char *texts[] = {oval, yard_with("")};
    for (int t = 0; t < 2; t++) {
        Ways ways = ways_make(texts[t]);
        assert_true(ways.found);
        const Track *track = &ways.track;
        int count = ways.line.count, next = -1, passed = 0;
        for (int i = 0; i < 2 * count && passed < track->gate_count; i++) {
            for (int gate = 0; gate < track->gate_count; gate++) {
                GateCrossing crossing =
                    track_gate_crossing(&track->gates[gate], ways.line.points[i % count].point,
                                        ways.line.points[(i + 1) % count].point);
                if (crossing.direction != 0) {
                    assert_int_equal(crossing.direction, 1);
                    assert_true(next < 0 || gate == next);
                    next = (gate + 1) % track->gate_count;
                    passed++;
                }
            }
        }
        assert_int_equal(passed, track->gate_count);
        ways_destroy(&ways);
    }
}

static float least_clearance(const Ways *ways) {
    float least = INFINITY;
    for (int i = 0; i < ways->line.count; i++) {
        vec2s point = ways->line.points[i].point;
        least = fminf(least, wall_grid_clearance(&ways->walls, point, 10.0f));
    }
    return least;
}

static void without_a_road_the_line_goes_round_the_barn(void **state) {
    (void)state;
    Ways ways = ways_make(yard_with(""));
    assert_true(ways.found);
    assert_true(least_clearance(&ways) > 0.5f * ways.model.params.width + 0.3f);
    // The barn measures 160 m round; a car's width and rounder bends add some.
    assert_true(ways.line.length > 160.0f && ways.line.length < 260.0f);
    ways_destroy(&ways);
}

static void obstacles_are_passed_with_room(void **state) {
    (void)state;
    const char *pillars = "  - {circle: {center: [44, -20], radius: 2}}\n"
                          "  - {circle: {center: [40, 22], radius: 3}}\n"
                          "  - {circle: {center: [-10, 26], radius: 2}}\n"
                          "  - {polygon: [[-46, 4], [-40, 4], [-40, 8], [-46, 8]]}\n";
    Ways ways = ways_make(yard_with(pillars));
    assert_true(ways.found);
    assert_true(least_clearance(&ways) > 0.5f * ways.model.params.width + 0.3f);
    ways_destroy(&ways);

    char text[2048];
    snprintf(text, sizeof text, "%swalls:\n  - {circle: {center: [20, -40], radius: 1.5}}\n", oval);
    ways = ways_make(text); // in the middle of the straight
    assert_true(ways.found);
    assert_true(least_clearance(&ways) > 0.5f * ways.model.params.width + 0.3f);
    ways_destroy(&ways);
}

// 22 km of hairpins on 360 m: with 4000 points, one every 5 m, the line would cut through walls.
static void a_long_road_of_tight_bends_gets_as_many_points_as_it_takes(void **state) {
    (void)state;
    enum {
        LEGS = 100
    };
    char text[8192];
    int size = snprintf(text, sizeof text,
                        "format: track/1\nname: Hairpins\nlaps: 1\nribbons:\n"
                        "  - curve: round\n    radius: 6\n    width: 8\n"
                        "    shoulder: {width: 2}\n    wall: {material: concrete}\n"
                        "    points: [");
    for (int i = 0; i < LEGS; i++) {
        int from = i % 2 == 0 ? 0 : 200;
        size += snprintf(text + size, sizeof text - (size_t)size, "[%d, %d], [%d, %d], ", from,
                         14 * i, 200 - from, 14 * i);
    }
    snprintf(text + size, sizeof text - (size_t)size, "[-60, %d], [-60, 0]]\n", 14 * (LEGS - 1));
    Ways ways = ways_make(text);
    assert_true(ways.found);
    assert_true(ways.line.count > CORRIDOR_POINTS_MAX);
    assert_true(least_clearance(&ways) > 0.5f * ways.model.params.width + CAR_MARGIN_LEAST);
    ways_destroy(&ways);
}

static void bad_ground_is_left_aside(void **state) {
    (void)state;
    char text[2048]; // ice on the left half of a straight 14 m wide
    snprintf(text, sizeof text,
             "%szones:\n  - {surface: ice, polygon: [[-40, -40], [40, -40], [40, -32], "
             "[-40, -32]]}\n",
             oval);
    Ways ways = ways_make(text);
    assert_true(ways.found);
    for (int i = 0; i < ways.line.count; i++) {
        uint8_t surface = ground_surface(&ways.ground, ways.line.points[i].point);
        assert_false(surface == SURFACE_ICE);
    }
    ways_destroy(&ways);
}

/// Two walls of the yard that leave `gap` m at the fence on the way to a gate.
static Ways behind_a_gap(double gap) {
    char walls[512];
    double end = 59.75 - gap; // the fence is 0.5 m thick, the walls' ends are square
    snprintf(walls, sizeof walls,
             "  - {polygon: [[28, -8.5], [%g, -8.5], [%g, -7.5], [28, -7.5]]}\n"
             "  - {polygon: [[28, 7.5], [%g, 7.5], [%g, 8.5], [28, 8.5]]}\n",
             end, end, end, end);
    return ways_make(yard_with(walls));
}

// What the check of tracks takes for a way (2.3 m) is one for every car: in its middle, slowly.
static void a_gap_hardly_wider_than_the_car_is_driven_slowly(void **state) {
    (void)state;
    Ways ways = behind_a_gap(2.35);
    assert_true(ways.found);
    float room = 0.5f * ways.model.params.width;
    assert_true(least_clearance(&ways) > room + CAR_MARGIN_LEAST - 0.01f);
    int slow = 0;
    for (int i = 0; i < ways.line.count; i++) {
        const LinePoint *point = &ways.line.points[i];
        float clear = wall_grid_clearance(&ways.walls, point->point, 5.0f);
        bool tight = clear < room + 0.35f;
        assert_true(!tight || point->speed < 14.0f);
        slow += tight;
    }
    assert_true(slow > 0);
    ways_destroy(&ways);
}

// The oval of above, with a line that keeps to the outside.
static const char outside[] = "lines:\n  - name: outside\n    points: [%s]\n";

static Ways with_hint(const char *points) {
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", oval);
    snprintf(text + used, sizeof text - used, outside, points);
    return ways_make(text);
}

static void the_authors_line_is_driven_no_faster_than_it_says(void **state) {
    (void)state;
    Ways ways = with_hint("[-60, -44.5], [-30, -44.5], [0, -44.5, 72], [30, -44.5, 72], "
                          "[60, -44.5, 72], [93, -12], [94, 12], [60, 44.5], [30, 44.5], "
                          "[0, 44.5], [-30, 44.5], [-60, 44.5], [-94, 12], [-93, -12]");
    assert_true(ways.found);
    float fastest = 0.0f;
    for (int i = 0; i < ways.line.count; i++) {
        const LinePoint *point = &ways.line.points[i];
        if (fabsf(point->point.x) < 28.0f) {
            assert_near(fabsf(point->point.y), 44.5f, 0.3); // and there is room on its left
            assert_true(point->left > 5.0f);
        }
        if (point->point.y < 0.0f && point->point.x > 2.0f && point->point.x < 58.0f) {
            assert_true(point->speed < 20.05f);
        }
        fastest = fmaxf(fastest, point->speed);
    }
    assert_true(fastest > 22.0f); // elsewhere the car decides
    ways_destroy(&ways);
}

// One that leaves out the gates of half the lap is no lap; an open one is for coaching.
static void a_line_that_is_no_lap_is_left_aside(void **state) {
    (void)state;
    Ways plain = ways_make(oval);
    static const char *const points[] = {"[-60, -44], [0, -44], [60, -44], [60, -36], [-60, -36]",
                                         "[-60, -44], [-60, 44], [60, 44], [60, -44]"};
    for (int i = 0; i < 2; i++) {
        Ways ways = with_hint(points[i]);
        assert_true(ways.found);
        assert_near(ways.line.lap_s, plain.line.lap_s, 0.0);
        ways_destroy(&ways);
    }
    ways_destroy(&plain);
}

static void the_same_track_gives_the_same_line(void **state) {
    (void)state;
    Ways a = ways_make(oval), b = ways_make(oval);
    assert_int_equal(a.line.count, b.line.count);
    assert_memory_equal(a.line.points, b.line.points, (size_t)a.line.count * sizeof *a.line.points);
    ways_destroy(&a);
    ways_destroy(&b);
}

static void locating_with_a_hint_finds_what_a_search_finds(void **state) {
    (void)state;
    Ways ways = ways_make(oval);
    Random random = random_make(3, 1);
    for (int i = 0; i < 2000; i++) {
        int at = (int)(random_u32(&random) % (uint32_t)ways.line.count);
        const LinePoint *point = &ways.line.points[at];
        vec2s aside = glms_vec2_scale(vec2_left(point->tangent), random_range(&random, -6, 6));
        vec2s position = glms_vec2_add(point->point, aside);
        int hint = (at + ways.line.count + (int)(random_u32(&random) % 40) - 20) % ways.line.count;
        int found = racing_line_locate(&ways.line, position, hint);
        int best = racing_line_locate(&ways.line, position, -1);
        assert_near(glms_vec2_distance(position, ways.line.points[found].point),
                    glms_vec2_distance(position, ways.line.points[best].point), 1e-4f);
    }
    ways_destroy(&ways);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smoothest_line_in_a_ring_is_its_outer_edge),
        cmocka_unit_test(no_line_nearby_bends_less_than_the_smoothest),
        cmocka_unit_test(the_hatch_is_as_fast_as_the_closed_forms_say),
        cmocka_unit_test(the_profile_keeps_every_limit),
        cmocka_unit_test(less_grip_means_slower),
        cmocka_unit_test(the_line_stays_on_the_road_and_bends_less_than_its_middle),
        cmocka_unit_test(every_gate_is_crossed_forwards_and_in_order),
        cmocka_unit_test(without_a_road_the_line_goes_round_the_barn),
        cmocka_unit_test(obstacles_are_passed_with_room),
        cmocka_unit_test(a_long_road_of_tight_bends_gets_as_many_points_as_it_takes),
        cmocka_unit_test(bad_ground_is_left_aside),
        cmocka_unit_test(a_gap_hardly_wider_than_the_car_is_driven_slowly),
        cmocka_unit_test(the_authors_line_is_driven_no_faster_than_it_says),
        cmocka_unit_test(a_line_that_is_no_lap_is_left_aside),
        cmocka_unit_test(the_same_track_gives_the_same_line),
        cmocka_unit_test(locating_with_a_hint_finds_what_a_search_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
