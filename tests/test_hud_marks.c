/// What views say of places in the world, and the map that they share.
#include "track_picture/track_mesh.h"
#include "ui/hud_marks.h"

#include "fixture.h"
#include "picture_rig.h"

static void four_views_share_a_map_where_they_meet_and_three_in_the_free_quarter(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList track = {0};
    track_mesh_minimap(&rig->track, &track);
    ViewRect views[4];
    Minimap map;
    camera_layout(CAMERA_LAYOUT_AUTO, 4, 1280, 720, views);
    assert_true(minimap_shared(&track, views, 4, 720, 1.0f, &map));
    assert_near(map.plate.x + 0.5f * map.plate.width, 640.0f, 0.6f);
    assert_near(map.plate.y + 0.5f * map.plate.height, 360.0f, 0.6f);
    assert_true(map.plate.height < 0.3f * 720.0f && map.plate.width > 0.15f * 720.0f);
    camera_layout(CAMERA_LAYOUT_AUTO, 3, 1024, 768, views);
    assert_true(minimap_shared(&track, views, 3, 768, 1.0f, &map));
    assert_true(map.plate.x > 514.0f && map.plate.x + map.plate.width < 1024.0f);
    assert_true(map.plate.y > 386.0f && map.plate.y + map.plate.height < 768.0f);
    assert_true(map.plate.height > 250.0f);
    camera_layout(CAMERA_LAYOUT_AUTO, 4, 2560, 1080, views); // four columns
    assert_false(minimap_shared(&track, views, 4, 1080, 1.0f, &map));
    camera_layout(CAMERA_LAYOUT_AUTO, 2, 1280, 720, views);
    assert_false(minimap_shared(&track, views, 2, 720, 1.0f, &map));
    draw_list_destroy(&track);
    rig_free(rig);
}

/// How many letters of a name are said in the view `rect` when car 1 stands `apart` m from the car
/// of the view, which a friend drives or not.
static int tag_glyphs_in(PictureRig *rig, ViewRect rect, float apart, const char *name) {
    CarLook looks[RIG_CARS_MAX];
    rig_looks(looks);
    rig_bodies(rig)[0].position = vec2_make(0.0f, 0.0f);
    rig_bodies(rig)[1].position = vec2_make(apart, 0.0f);
    HudView view = {.rect = rect, .height_px = 720, .camera = {.span = 60.0f}};
    view.camera.center = vec2_make(0.5f * apart, 0.0f);
    race_racers(rig->race)[0].finished = true;
    const char *people[2] = {"P1", name};
    HudMarks marks = {.before = rig->race, .people = people};
    HudTaken taken = {0};
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
    hud_marks_draw(&canvas, rig->race, &view, &marks, looks, &taken);
    int glyphs = 0;
    for (int i = 0; i < list.vertex_count; i++) {
        glyphs += list.vertices[i].u >= 0.0f ? 1 : 0;
    }
    draw_list_destroy(&list);
    return glyphs / 4;
}

static int tag_glyphs(PictureRig *rig, float apart, const char *name) {
    return tag_glyphs_in(rig, (ViewRect){0, 0, 1280, 720}, apart, name);
}

static void names_go_sooner_in_small_views(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    ViewRect small = {0, 0, 320, 240};
    assert_int_equal(tag_glyphs(rig, 12.0f, "Ada"), 3);
    assert_int_equal(tag_glyphs_in(rig, small, 12.0f, "Ada"), 0);
    assert_int_equal(tag_glyphs_in(rig, small, 25.0f, "Ada"), 3);
    rig_free(rig);
}

static void friends_have_names_which_go_where_cars_are_near(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    assert_int_equal(tag_glyphs(rig, 30.0f, "Ada"), 3);
    assert_int_equal(tag_glyphs(rig, 6.0f, "Ada"), 0);
    assert_int_equal(tag_glyphs(rig, 30.0f, NULL), 0);   // nobody's
    assert_int_equal(tag_glyphs(rig, 300.0f, "Ada"), 0); // out of sight
    rig_free(rig);
}

/// What a driver sees ahead who passes the point of his line 60 m before its slowest place at
/// `speed` m/s, in a view `span` m high.
static RoadAhead ahead_of_corner(Fixture *fixture, float speed, float span) {
    const RacingLine *line = &fixture->race->data->lines[0];
    int slowest = 0, at = 0;
    for (int i = 0; i < line->count; i++) {
        slowest = line->points[i].speed < line->points[slowest].speed ? i : slowest;
    }
    float back = fmodf(line->points[slowest].s - 60.0f + line->length, line->length);
    while (at + 1 < line->count && line->points[at].s < back) {
        at++;
    }
    Body *body = &world_bodies(race_world(fixture->race))[0];
    body->position = line->points[at].point;
    body->velocity = glms_vec2_scale(line->points[at].tangent, speed);
    race_racers(fixture->race)[0].line_point = at;
    Camera camera = {.center = body->position, .span = span, .started = true};
    return road_ahead_make(fixture->race, 0, &camera, (ViewRect){0, 0, 638, 358});
}

static void a_view_too_small_for_the_speed_tells_of_the_corner_beyond_it(void **state) {
    (void)state;
    RaceDef def = race_def_default();
    def.car_count = 1;
    Fixture *fixture = fixture_make("chicane-club", "gt", &def);
    RoadAhead fast = ahead_of_corner(fixture, 45.0f, 60.0f);
    assert_true(fast.seconds < 1.5f && fast.alpha == 1.0f);
    assert_true(fast.corner_count > 10);
    assert_true(fast.corner_m > 35.0f && fast.corner_m < 90.0f);
    assert_true(fast.corner_share < 0.92f);
    DrawList list = {0};
    road_ahead_draw(&list, fixture->race, 0, &fast);
    assert_true(list.vertex_count > 20);
    draw_list_clear(&list);
    RoadAhead slow = ahead_of_corner(fixture, 12.0f, 200.0f);
    assert_true(slow.seconds > 2.0f && slow.alpha == 0.0f && slow.corner_count == 0);
    road_ahead_draw(&list, fixture->race, 0, &slow);
    assert_int_equal(list.vertex_count, 0);
    world_bodies(race_world(fixture->race))[0].position.x += 40.0f; // off its line
    Camera camera = {.span = 60.0f, .started = true};
    ViewRect rect = {0, 0, 638, 358};
    assert_true(road_ahead_make(fixture->race, 0, &camera, rect).alpha == 0.0f);
    draw_list_destroy(&list);
    fixture_destroy(fixture);
}

static void the_colour_of_a_speed_goes_from_good_to_bad(void **state) {
    (void)state;
    assert_int_equal(road_ahead_color(1.3f), 0x7CF0C5FF);
    assert_int_equal(road_ahead_color(1.0f), 0x7CF0C5FF);
    assert_int_equal(road_ahead_color(0.75f), 0xFF5A4DFF);
    assert_int_equal(road_ahead_color(0.1f), 0xFF5A4DFF);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_views_share_a_map_where_they_meet_and_three_in_the_free_quarter),
        cmocka_unit_test(friends_have_names_which_go_where_cars_are_near),
        cmocka_unit_test(names_go_sooner_in_small_views),
        cmocka_unit_test(a_view_too_small_for_the_speed_tells_of_the_corner_beyond_it),
        cmocka_unit_test(the_colour_of_a_speed_goes_from_good_to_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
