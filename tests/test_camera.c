/// What a driver sees: how far ahead, how large, and how views share a screen.
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/camera.h"

#include <math.h>

#include "test.h"

#define CAR_LENGTH 4.05f ///< m, of the shortest shipped car.
#define TOP_SPEED  43.0f ///< m/s, of the fastest.

typedef struct View {
    int width, height;
} View;

static const View views[] = {{1280, 720}, {638, 720}, {1920, 1080}, {958, 1080}, {638, 358}};

static float smaller_side(View view) {
    return (float)(view.width < view.height ? view.width : view.height);
}

static CameraAim aim_at(View view, vec2s position, vec2s velocity) {
    return (CameraAim){.position = position,
                       .velocity = velocity,
                       .car_length = CAR_LENGTH,
                       .smaller_side_px = smaller_side(view),
                       .aspect = (float)view.width / (float)view.height};
}

static void step(Camera *camera, View view, vec2s position, vec2s velocity, float dt) {
    CameraAim aim = aim_at(view, position, velocity);
    camera_step(camera, &aim, dt);
}

/// Seconds of road that a view shows ahead of a car, in its direction of motion.
static float seconds_ahead(const Camera *camera, View view, vec2s position, vec2s velocity) {
    float scale = camera_scale(camera, smaller_side(view));
    vec2s half = vec2_make(0.5f * (float)view.width / scale, 0.5f * (float)view.height / scale);
    vec2s off = glms_vec2_sub(camera->center, position);
    float x = velocity.x > 0.0f ? off.x + half.x : half.x - off.x;
    float y = velocity.y > 0.0f ? off.y + half.y : half.y - off.y;
    return fminf(x / fmaxf(fabsf(velocity.x), 1e-6f), y / fmaxf(fabsf(velocity.y), 1e-6f));
}

static float car_px(const Camera *camera, View view) {
    return CAR_LENGTH * camera_scale(camera, smaller_side(view));
}

static void assert_in_the_middle(const Camera *camera, View view, vec2s position) {
    float scale = camera_scale(camera, smaller_side(view));
    vec2s off = glms_vec2_scale(glms_vec2_sub(camera->center, position), scale);
    assert_true(fabsf(off.x) <= 0.3001f * (float)view.width);
    assert_true(fabsf(off.y) <= 0.3001f * (float)view.height);
}

static void a_straight_at_top_speed_shows_two_seconds_ahead_in_every_direction(void **state) {
    (void)state;
    for (int v = 0; v < 4; v++) {
        for (int direction = 0; direction < 32; direction++) {
            TrigPair turn = trig_sincos((float)direction * TRIG_PI / 16.0f);
            vec2s velocity = vec2_make(TOP_SPEED * turn.cos, TOP_SPEED * turn.sin);
            vec2s position = vec2_make(0.0f, 0.0f);
            Camera camera = {0};
            for (int i = 0; i < 600; i++) {
                step(&camera, views[v], position, velocity, 1.0f / 60.0f);
                assert_true(seconds_ahead(&camera, views[v], position, velocity) >= 2.0f);
                assert_true(car_px(&camera, views[v]) >= 24.0f);
                assert_in_the_middle(&camera, views[v], position);
                position = glms_vec2_add(position, glms_vec2_scale(velocity, 1.0f / 60.0f));
            }
        }
    }
}

/// A lap of straights and bends of 20 to 60 m radius: full throttle (6 m/s2 and less the faster),
/// brakes with 10 m/s2, and 11 m/s2 sideways in the bends.
static void drive_a_lap(View view, float heading, float dt, float *least_ahead, float *least_px) {
    static const float radii[] = {20.0f, 60.0f, 30.0f, 25.0f};
    Camera camera = {0};
    vec2s position = vec2_make(0.0f, 0.0f);
    float speed = 0.0f;
    *least_ahead = *least_px = 1e9f;
    for (int bend = 0; bend < 8; bend++) {
        float radius = radii[bend % 4];
        float turn = bend % 3 == 2 ? -1.0f : 1.0f;
        float corner_speed = sqrtf(11.0f * radius);
        float straight = 250.0f;
        float arc = 0.5f * TRIG_PI * radius;
        for (float at = 0.0f; at < straight + arc; at += speed * dt) {
            bool turning = at >= straight;
            float stop = 0.5f * (speed * speed - corner_speed * corner_speed) / 10.0f;
            if (!turning && stop >= straight - at) {
                speed -= 10.0f * dt;
            } else if (!turning) {
                speed += 6.0f * (1.0f - speed * speed / (45.0f * 45.0f)) * dt;
            } else {
                heading += turn * speed / radius * dt;
            }
            TrigPair way = trig_sincos(heading);
            vec2s velocity = vec2_make(speed * way.cos, speed * way.sin);
            position = glms_vec2_add(position, glms_vec2_scale(velocity, dt));
            step(&camera, view, position, velocity, dt);
            *least_ahead = fminf(*least_ahead, seconds_ahead(&camera, view, position, velocity));
            *least_px = fminf(*least_px, car_px(&camera, view));
            assert_in_the_middle(&camera, view, position);
        }
    }
}

static void a_lap_through_corners_shows_two_seconds_ahead_all_the_time(void **state) {
    (void)state;
    for (int v = 0; v < 4; v++) {
        for (int heading = 0; heading < 8; heading++) {
            float ahead;
            float px;
            drive_a_lap(views[v], (float)heading * TRIG_PI / 4.0f, 1.0f / 60.0f, &ahead, &px);
            if (!(ahead >= 2.0f && px >= 24.0f)) {
                fail_msg("%dx%d: %.3f s ahead, %.2f px", views[v].width, views[v].height,
                         (double)ahead, (double)px);
            }
        }
    }
}

static void a_small_view_prefers_a_car_of_24_pixels(void **state) {
    (void)state;
    Camera camera = {0};
    View view = views[4];
    step(&camera, view, vec2_make(0.0f, 0.0f), vec2_make(TOP_SPEED, 0.0f), 0.0f);
    assert_near(car_px(&camera, view), 24.0f, 1e-3f);
}

static void a_standing_car_is_in_the_centre_of_the_smallest_view(void **state) {
    (void)state;
    Camera camera = {0};
    step(&camera, views[0], vec2_make(7.0f, -3.0f), vec2_make(0.0f, 0.0f), 0.0f);
    assert_near(camera.center.x, 7.0f, 1e-5f);
    assert_near(camera.center.y, -3.0f, 1e-5f);
    assert_near(camera.span, CAMERA_SPAN_MIN, 1e-4f);
    assert_near(camera_scale(&camera, 720.0f), 720.0f / CAMERA_SPAN_MIN, 1e-4f);
}

static void the_spring_is_the_critically_damped_one(void **state) {
    (void)state;
    // a stop from 20 m/s: lead(t) = lead0 (1 + omega t) exp(-omega t), omega = 2 / 0.25
    Camera camera = {0};
    vec2s zero = vec2_make(0.0f, 0.0f);
    step(&camera, views[0], zero, vec2_make(20.0f, 0.0f), 0.0f);
    float before = camera.lead.x;
    assert_near(before, 12.0f, 1e-4f);
    step(&camera, views[0], zero, zero, 0.25f);
    assert_near(camera.lead.x, 12.0f * 3.0f * expf(-2.0f), 1e-4f);
}

static void the_frame_rate_does_not_matter(void **state) {
    (void)state;
    static const int rates[] = {30, 60, 144, 1000};
    for (int v = 0; v < 4; v++) {
        Camera whole = {0};
        vec2s at = vec2_make(0.0f, 0.0f);
        vec2s velocity = vec2_make(12.0f, -25.0f);
        step(&whole, views[v], at, vec2_make(20.0f, 10.0f), 0.0f);
        Camera start = whole;
        step(&whole, views[v], at, velocity, 0.5f);
        for (int r = 0; r < 4; r++) {
            Camera parts = start;
            for (int i = 0; i < rates[r] / 2; i++) {
                step(&parts, views[v], at, velocity, 1.0f / (float)rates[r]);
            }
            assert_near(parts.span, whole.span, 0.01f);
            assert_near(parts.center.x, whole.center.x, 0.02f);
            assert_near(parts.center.y, whole.center.y, 0.02f);
        }
    }
}

static void the_span_does_not_breathe_when_the_direction_changes(void **state) {
    (void)state;
    Camera camera = {0};
    step(&camera, views[0], vec2_make(0.0f, 0.0f), vec2_make(30.0f, 0.0f), 0.0f);
    float span = camera.span;
    for (int i = 0; i < 240; i++) {
        TrigPair turn = trig_sincos((float)i / 40.0f);
        step(&camera, views[0], vec2_make(0.0f, 0.0f),
             vec2_make(30.0f * turn.cos, 30.0f * turn.sin), 1.0f / 60.0f);
        assert_near(camera.span, span, 1e-3f);
    }
}

static void a_crash_moves_the_picture_without_a_jump(void **state) {
    (void)state;
    Camera camera = {0};
    vec2s at = vec2_make(0.0f, 0.0f);
    step(&camera, views[0], at, vec2_make(40.0f, 0.0f), 0.0f);
    Camera before = camera;
    step(&camera, views[0], at, vec2_make(0.0f, 0.0f), 1.0f / 60.0f);
    assert_true(fabsf(camera.center.x - before.center.x) < 0.3f); // 2 px at this scale
    assert_true(fabsf(camera.span - before.span) < 0.1f);
}

/// The rectangle of a view alone in its window.
static ViewRect rect_of(View view) { return (ViewRect){0, 0, view.width, view.height}; }

/// A step of a camera that turns with the car.
static void step_turning(Camera *camera, View view, vec2s position, vec2s velocity, float heading,
                         float dt) {
    CameraAim aim = aim_at(view, position, velocity);
    aim.heading = heading;
    aim.style.heading_up = true;
    camera_step(camera, &aim, dt);
}

static void heading_up_shows_two_seconds_of_road_up_the_screen(void **state) {
    (void)state;
    for (int v = 0; v < 4; v++) {
        for (int direction = 0; direction < 32; direction++) {
            float heading = (float)direction * TRIG_PI / 16.0f;
            TrigPair way = trig_sincos(heading);
            vec2s velocity = vec2_make(TOP_SPEED * way.cos, TOP_SPEED * way.sin);
            vec2s position = vec2_make(11.0f, -7.0f);
            Camera camera = {0};
            for (int i = 0; i < 120; i++) {
                step_turning(&camera, views[v], position, velocity, heading, 1.0f / 60.0f);
                position = glms_vec2_add(position, glms_vec2_scale(velocity, 1.0f / 60.0f));
            }
            step_turning(&camera, views[v], position, velocity, heading, 0.0f);
            ViewRect rect = rect_of(views[v]);
            vec2s ahead = glms_vec2_add(position, glms_vec2_scale(velocity, 2.0f));
            vec2s car = camera_pixel(&camera, rect, rect.height, position);
            vec2s road = camera_pixel(&camera, rect, rect.height, ahead);
            assert_near(car.x, 0.5f * (float)rect.width, 0.5f);
            assert_near(road.x, car.x, 0.5f);
            assert_true(road.y >= 0.0f && road.y < car.y);
            assert_true(car.y <= 0.8001f * (float)rect.height);
        }
    }
}

static void a_turned_picture_finds_every_point_again(void **state) {
    (void)state;
    Camera camera = {0};
    step_turning(&camera, views[0], vec2_make(3.0f, 4.0f), vec2_make(0.0f, 0.0f), 1.1f, 0.0f);
    ViewRect rect = rect_of(views[0]);
    Box shown = camera_shown(&camera, rect);
    for (int i = 0; i < 4; i++) {
        float x = i % 2 ? 1280.0f : 0.0f, y = i / 2 ? 720.0f : 0.0f;
        vec2s corner = camera_point(&camera, rect, 720, x, y);
        vec2s back = camera_pixel(&camera, rect, 720, corner);
        assert_near(back.x, x, 1e-2f);
        assert_near(back.y, y, 1e-2f);
        assert_true(box_contains(box_grow(shown, 1e-3f), corner));
    }
    vec2s ahead = camera_pixel(
        &camera, rect, 720,
        glms_vec2_add(vec2_make(3.0f, 4.0f), vec2_make(5.0f * cosf(1.1f), 5.0f * sinf(1.1f))));
    assert_near(ahead.x, 640.0f, 0.1f);
    assert_near(ahead.y, 360.0f - 5.0f * camera_view_scale(&camera, rect), 0.1f);
}

static void the_picture_turns_within_a_second_and_the_shorter_way(void **state) {
    (void)state;
    vec2s at = vec2_make(0.0f, 0.0f), velocity = vec2_make(20.0f, 0.0f);
    Camera camera = {0};
    step_turning(&camera, views[0], at, velocity, 3.0f, 0.0f);
    float before = camera.angle;
    step_turning(&camera, views[0], at, velocity, 3.5f, 0.4f); // over the edge of [-pi, pi]
    assert_near(trig_wrap(camera.angle - before), -0.5f * (1.0f - expf(-1.0f)), 1e-4f);
    Camera parts = {0};
    step_turning(&parts, views[0], at, velocity, 3.0f, 0.0f);
    for (int i = 0; i < 48; i++) {
        step_turning(&parts, views[0], at, velocity, 3.5f, 0.4f / 48.0f);
    }
    assert_near(parts.angle, camera.angle, 1e-4f);
}

static void the_picture_keeps_its_turn_below_three_metres_a_second(void **state) {
    (void)state;
    vec2s at = vec2_make(0.0f, 0.0f);
    Camera camera = {0};
    step_turning(&camera, views[0], at, vec2_make(0.0f, 10.0f), 0.5f * TRIG_PI, 0.0f);
    assert_near(camera.angle, 0.0f, 1e-6f);
    step_turning(&camera, views[0], at, vec2_make(2.9f, 0.0f), 0.0f, 1.0f);
    assert_near(camera.angle, 0.0f, 1e-6f);
    step_turning(&camera, views[0], at, vec2_make(6.0f, 0.0f), 0.0f, 1.0f);
    assert_true(camera.angle > 1.2f);
}

static void a_steady_camera_does_not_zoom(void **state) {
    (void)state;
    for (int v = 0; v < 5; v++) {
        Camera camera = {0};
        float span = 0.0f;
        for (int i = 0; i < 300; i++) {
            CameraAim aim =
                aim_at(views[v], vec2_make(0.0f, 0.0f), vec2_make((float)(i % 45), 0.0f));
            aim.style.steady = true;
            camera_step(&camera, &aim, 1.0f / 60.0f);
            span = i == 0 ? camera.span : span;
            assert_near(camera.span, span, 1e-3f);
            assert_in_the_middle(&camera, views[v], vec2_make(0.0f, 0.0f));
        }
        assert_true(car_px(&camera, views[v]) >= 23.99f);
    }
}

static void assert_layout(CameraLayout layout, int count, int width, int height, int columns,
                          int view_width, int view_height) {
    ViewRect rects[4];
    assert_int_equal(camera_layout(layout, count, width, height, rects), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(rects[i].width, view_width);
        assert_int_equal(rects[i].height, view_height);
        assert_int_equal(rects[i].x, i % columns * (view_width + 4));
        assert_int_equal(rects[i].y + view_height, height - i / columns * (view_height + 4));
        assert_true(rects[i].y >= 0 && rects[i].x + rects[i].width <= width);
    }
}

static void views_get_the_largest_smaller_side(void **state) {
    (void)state;
    assert_layout(CAMERA_LAYOUT_AUTO, 1, 1920, 1080, 1, 1920, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 2, 1920, 1080, 2, 958, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 3, 1920, 1080, 3, 637, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 4, 1920, 1080, 2, 958, 538);
    assert_layout(CAMERA_LAYOUT_AUTO, 2, 2560, 1080, 2, 1278, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 3, 2560, 1080, 3, 850, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 4, 2560, 1080, 4, 637, 1080);
    assert_layout(CAMERA_LAYOUT_AUTO, 2, 1280, 720, 2, 638, 720);
    assert_layout(CAMERA_LAYOUT_AUTO, 2, 720, 1280, 1, 720, 638);
}

static void players_may_want_columns_or_rows(void **state) {
    (void)state;
    assert_layout(CAMERA_LAYOUT_COLUMNS, 1, 1280, 720, 1, 1280, 720);
    assert_layout(CAMERA_LAYOUT_COLUMNS, 2, 720, 1280, 2, 358, 1280);
    assert_layout(CAMERA_LAYOUT_COLUMNS, 4, 1280, 720, 4, 317, 720);
    assert_layout(CAMERA_LAYOUT_ROWS, 1, 1280, 720, 1, 1280, 720);
    assert_layout(CAMERA_LAYOUT_ROWS, 2, 1280, 720, 1, 1280, 358);
    assert_layout(CAMERA_LAYOUT_ROWS, 3, 1920, 1080, 1, 1920, 357);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_straight_at_top_speed_shows_two_seconds_ahead_in_every_direction),
        cmocka_unit_test(a_lap_through_corners_shows_two_seconds_ahead_all_the_time),
        cmocka_unit_test(a_small_view_prefers_a_car_of_24_pixels),
        cmocka_unit_test(a_standing_car_is_in_the_centre_of_the_smallest_view),
        cmocka_unit_test(the_spring_is_the_critically_damped_one),
        cmocka_unit_test(the_frame_rate_does_not_matter),
        cmocka_unit_test(the_span_does_not_breathe_when_the_direction_changes),
        cmocka_unit_test(a_crash_moves_the_picture_without_a_jump),
        cmocka_unit_test(heading_up_shows_two_seconds_of_road_up_the_screen),
        cmocka_unit_test(a_turned_picture_finds_every_point_again),
        cmocka_unit_test(the_picture_turns_within_a_second_and_the_shorter_way),
        cmocka_unit_test(the_picture_keeps_its_turn_below_three_metres_a_second),
        cmocka_unit_test(a_steady_camera_does_not_zoom),
        cmocka_unit_test(views_get_the_largest_smaller_side),
        cmocka_unit_test(players_may_want_columns_or_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
