/// The badge of a driver: a face in a frame, whatever a file puts into it.
#include "base/random.h"
#include "render/shade.h"
#include "ui/driver_badge.h"

#include "picture_rig.h"
#include "shipped_drivers.h"

/// A canvas on the list, which is emptied.
static Canvas canvas_on(DrawList *list) {
    static const Font font; // a badge has no letters
    draw_list_clear(list);
    return canvas_make(list, &font, 200, 200);
}

/// Fails where a vertex lies farther out of the badge than its soft edge of a pixel.
static void assert_inside(const DrawList *list, float x, float y, float side) {
    for (int i = 0; i < list->vertex_count; i++) {
        const DrawVertex *at = &list->vertices[i];
        assert_true(fabsf(at->x - x) <= 0.5f * side + 1.05f);
        assert_true(fabsf(at->y - y) <= 0.5f * side + 1.05f);
    }
}

static void a_face_that_fills_its_square_leaves_the_round_corners_free(void **state) {
    (void)state;
    DrawList list = {0};
    Canvas canvas = canvas_on(&list);
    DriverFace face = {.polygon_count = 1};
    face.polygons[0] =
        (DriverFacePolygon){0xFFFFFFFFu, 4, {{{0, 0}}, {{1, 0}}, {{1, 1}}, {{0, 1}}}};
    driver_badge_draw(&canvas, 100.0f, 100.0f, 100.0f, 1.0f, &face, 0xFF0000FFu);
    assert_inside(&list, 100.0f, 100.0f, 100.0f);
    uint32_t ground = 0x102030FFu;
    assert_true(rgb_distance(rgb_at(&list, 100.0f, 100.0f, ground), rgb_of(0xFFFFFFFFu)) < 3.0f);
    assert_true(rgb_distance(rgb_at(&list, 52.0f, 100.0f, ground), rgb_of(0xFF0000FFu)) < 3.0f);
    for (int corner = 0; corner < 4; corner++) {
        float x = corner % 2 ? 147.5f : 52.5f, y = corner / 2 ? 147.5f : 52.5f;
        assert_true(rgb_distance(rgb_at(&list, x, y, ground), rgb_of(ground)) < 3.0f);
        x = corner % 2 ? 141.5f : 58.5f, y = corner / 2 ? 141.5f : 58.5f;
        assert_true(rgb_distance(rgb_at(&list, x, y, ground), rgb_of(0xFF0000FFu)) < 3.0f);
    }
    draw_list_destroy(&list);
}

static void up_is_up(void **state) {
    (void)state;
    DrawList list = {0};
    Canvas canvas = canvas_on(&list);
    DriverFace face = {.polygon_count = 1}; // a hat: the upper third
    face.polygons[0] =
        (DriverFacePolygon){0x00FF00FFu, 4, {{{0, 0.67f}}, {{1, 0.67f}}, {{1, 1}}, {{0, 1}}}};
    driver_badge_draw(&canvas, 100.0f, 100.0f, 100.0f, 1.0f, &face, 0xFF0000FFu);
    Rgb hat = rgb_of(0x00FF00FFu);
    assert_true(rgb_distance(rgb_at(&list, 100.0f, 65.0f, 0), hat) < 3.0f);
    assert_true(rgb_distance(rgb_at(&list, 100.0f, 135.0f, 0), hat) > 100.0f);
    draw_list_destroy(&list);
}

static void every_shipped_face_has_its_own_picture_at_the_size_of_a_line(void **state) {
    (void)state;
    DrawList list = {0};
    for (int i = 0; i < shipped_driver_count; i++) {
        const DriverFile *driver = &shipped_drivers[i];
        Canvas canvas = canvas_on(&list);
        driver_badge_draw(&canvas, 100.0f, 100.0f, 20.0f, 1.0f, &driver->face, driver->color);
        assert_inside(&list, 100.0f, 100.0f, 20.0f);
        // Skin and hair stand out from what lies behind the face.
        Rgb back = rgb_at(&list, 92.8f, 93.5f, 0), skin = rgb_at(&list, 97.2f, 101.5f, 0);
        assert_true(rgb_distance(skin, back) > 60.0f);
    }
    draw_list_destroy(&list);
}

static void who_has_no_known_face_has_a_helmet_in_his_colour(void **state) {
    (void)state;
    DrawList list = {0};
    static const DriverFace none = {.polygon_count = 0};
    const DriverFace *faces[] = {NULL, &none};
    for (int i = 0; i < 2; i++) {
        Canvas canvas = canvas_on(&list);
        driver_badge_draw(&canvas, 100.0f, 100.0f, 100.0f, 1.0f, faces[i], 0x00FF00FFu);
        assert_true(rgb_distance(rgb_at(&list, 100.0f, 75.0f, 0), rgb_of(0x00FF00FFu)) < 3.0f);
    }
    draw_list_destroy(&list);
}

static void a_faded_badge_draws_nothing_opaque(void **state) {
    (void)state;
    DrawList list = {0};
    Canvas canvas = canvas_on(&list);
    driver_badge_draw(&canvas, 100.0f, 100.0f, 50.0f, 0.5f, &shipped_drivers[0].face, 0xFF0000FFu);
    for (int i = 0; i < list.vertex_count; i++) {
        assert_true(list.vertices[i].color >> 24 <= 128);
    }
    draw_list_destroy(&list);
}

// As a file may hold them; smaller than a letter they are drawn, too.
static void random_faces_stay_in_their_frames(void **state) {
    (void)state;
    Random random = random_make(11, 3);
    DrawList list = {0};
    for (int round = 0; round < 300; round++) {
        DriverFace face = {.polygon_count = DRIVER_FACE_POLYGONS_MAX};
        for (int i = 0; i < face.polygon_count; i++) {
            DriverFacePolygon *polygon = &face.polygons[i];
            polygon->color = random_u32(&random);
            polygon->count = 3 + (int)random_range(&random, 0.0f, DRIVER_FACE_POINTS_MAX - 2.01f);
            for (int k = 0; k < polygon->count; k++) { // on a circle: convex
                float angle = 6.2831853f * (float)k / (float)polygon->count;
                polygon->points[k] =
                    vec2_make(0.5f + 0.5f * cosf(angle), 0.5f + 0.5f * sinf(angle));
            }
        }
        float side = random_range(&random, 6.0f, 60.0f);
        Canvas canvas = canvas_on(&list);
        driver_badge_draw(&canvas, 100.0f, 100.0f, side, 1.0f, &face, 0xFF0000FFu);
        assert_inside(&list, 100.0f, 100.0f, side);
        driver_badge_draw(&canvas, 100.0f, 100.0f, 0.1f * side, 1.0f, &face, 0xFF0000FFu);
    }
    draw_list_destroy(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_that_fills_its_square_leaves_the_round_corners_free),
        cmocka_unit_test(up_is_up),
        cmocka_unit_test(every_shipped_face_has_its_own_picture_at_the_size_of_a_line),
        cmocka_unit_test(who_has_no_known_face_has_a_helmet_in_his_colour),
        cmocka_unit_test(a_faded_badge_draws_nothing_opaque),
        cmocka_unit_test(random_faces_stay_in_their_frames),
    };
    return cmocka_run_group_tests(tests, shipped_drivers_read, NULL);
}
