#include "render/camera.h"

#include <math.h>

#include "fixture.h"
#include "test.h"

enum {
    LAP_TICKS_MAX = 240 * 240,
    TICKS_A_FRAME = 4,
    AHEAD_TICKS = 2 * 240
};

/// An AI lap, tick by tick.
typedef struct Lap {
    vec2s *position, *velocity;
    int count;
} Lap;

// One lap of the expert AI alone, and two seconds more, from a standing start.
static Lap drive_lap(const char *track, const char *car) {
    RaceDef def = race_def_default();
    def.car_count = 1;
    def.laps = 1;
    def.drivers[0] = driver_params_of(SKILL_EXPERT);
    Fixture *fixture = fixture_make(track, car, &def);
    Lap lap = {calloc(LAP_TICKS_MAX, sizeof(vec2s)), calloc(LAP_TICKS_MAX, sizeof(vec2s)), 0};
    fixture_run(fixture->race, RACE_COUNTDOWN_TICKS);
    const Body *body = race_bodies_const(fixture->race);
    while (fixture->race->phase != RACE_OVER && lap.count < LAP_TICKS_MAX) {
        fixture_run(fixture->race, 1);
        lap.position[lap.count] = body->position;
        lap.velocity[lap.count++] = body->velocity;
    }
    assert_true(race_racers(fixture->race)[0].finished);
    fixture_destroy(fixture);
    return lap;
}

static bool is_in_view(const Camera *camera, vec2s point, float width, float height, float scale) {
    return fabsf(point.x - camera->center.x) * scale <= 0.5f * width &&
           fabsf(point.y - camera->center.y) * scale <= 0.5f * height;
}

// The place on the lap that lies two seconds ahead of tick `tick` at the speed of that moment.
static vec2s two_seconds_ahead(const Lap *lap, int tick) {
    float left = 2.0f * glms_vec2_norm(lap->velocity[tick]);
    while (left > 0.0f && tick + 1 < lap->count) {
        left -= glms_vec2_distance(lap->position[tick], lap->position[tick + 1]);
        tick++;
    }
    return lap->position[tick];
}

// Follows the lap with a camera and looks how far one sees.
static void look_at(const Lap *lap, const char *track, const char *car, float length, float width,
                    float height) {
    Camera camera = {0};
    float smaller = fminf(width, height);
    int seen = 0, ticks = 0;
    float smallest_px = INFINITY;
    for (int i = 0; i + AHEAD_TICKS < lap->count; i++) {
        if (i % TICKS_A_FRAME == 0) {
            CameraAim aim = {.position = lap->position[i],
                             .velocity = lap->velocity[i],
                             .car_length = length,
                             .smaller_side_px = smaller,
                             .aspect = width / height};
            camera_step(&camera, &aim, 1.0f / 60.0f);
        }
        float scale = camera_scale(&camera, smaller);
        seen += is_in_view(&camera, two_seconds_ahead(lap, i), width, height, scale);
        smallest_px = fminf(smallest_px, length * scale);
        ticks++;
    }
    double share = (double)seen / ticks;
    print_message(
        "%-12s %-6s %4.0fx%-4.0f %5.1f %% of ticks see two seconds ahead, car %.1f px or more\n",
        track, car, (double)width, (double)height, 100.0 * share, (double)smallest_px);
    assert_true(share >= 0.95);
    assert_true(smallest_px >= 24.0f - 1e-3f);
}

static void two_seconds_of_road_are_in_view_and_cars_are_large_enough(void **state) {
    (void)state;
    for (int i = 0; i < FIXTURE_TRACK_COUNT; i++) {
        for (int k = 0; k < FIXTURE_CAR_COUNT; k++) {
            CarFile car = fixture_car(fixture_cars[k]);
            Lap lap = drive_lap(fixture_tracks[i], fixture_cars[k]);
            ViewRect views[4];
            for (int players = 1; players <= 2; players++) {
                camera_layout(CAMERA_LAYOUT_AUTO, players, 1280, 720, views);
                look_at(&lap, fixture_tracks[i], fixture_cars[k], car.params.length,
                        (float)views[0].width, (float)views[0].height);
            }
            free(lap.position);
            free(lap.velocity);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_seconds_of_road_are_in_view_and_cars_are_large_enough),
    };
    return cmocka_run_group_tests_name("view", tests, NULL, NULL);
}
