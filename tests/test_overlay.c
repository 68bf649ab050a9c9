/// The designer's overlay: what lies under the mouse and where the file says it, what is drawn, and
/// cars that are put where someone points.
#include "base/number.h"
#include "base/random.h"
#include "geometry/trig.h"
#include "overlay/overlay.h"
#include "race/teleport.h"
#include "race_state/props.h"
#include "track/reverse.h"

#include <math.h>
#include <string.h>

#include "fixture.h"
#include "test.h"
#include "texts.h"

static const char yard[] = "format: track/1\n"
                           "name: Yard\n"
                           "ribbons:\n"
                           "  - id: ring\n"
                           "    curve: round\n"
                           "    radius: 25\n"
                           "    width: 12\n"
                           "    points:\n"
                           "      - [-60, -30]\n"
                           "      - [60, -30]\n"
                           "      - [60, 30]\n"
                           "      - [-60, 30]\n"
                           "walls:\n"
                           "  - id: shed\n"
                           "    polygon: [[-8, -8], [8, -8], [8, 2], [2, 2], [2, 8], [-8, 8]]\n"
                           "    material: rock\n"
                           "  - {circle: {center: [-25, 0], radius: 3}, material: steel}\n"
                           "zones:\n"
                           "  - polygon: [[20, 2], [45, 2], [45, 16], [20, 16]]\n"
                           "    surface: gravel\n"
                           "    holes:\n"
                           "      - [[28, 6], [34, 6], [34, 12], [28, 12]]\n"
                           "  - {polygon: [[40, 2], [45, 2], [45, 16], [40, 16]], surface: ice}\n"
                           "  - {id: pond, circle: {center: [20, 14], radius: 2}, surface: ice}\n"
                           "props:\n"
                           "  - {kind: barrel, at: [14, -12]}\n"
                           "movers:\n"
                           "  - polygon: [[-1, -2], [1, -2], [1, 2], [-1, 2]]\n"
                           "    path: [[-40, -12], [-40, 12]]\n"
                           "    speed: 3\n"
                           "scenery:\n"
                           "  - {tree: [-14, -14], radius: 3}\n"
                           "  - {text: PIT, at: [0, -14], size: 4}\n";

static Fixture *make_on(const char *text) {
    MessageList messages = {0};
    Track track;
    if (!track_read(text, strlen(text), "some/yard.track.yaml", false, &track, &messages)) {
        messages_print(&messages, stderr, text);
        fail();
    }
    RaceDef def = race_def_default();
    def.car_count = 2;
    def.mode = RACE_MODE_PRACTICE;
    def.ai_cars = 3u;
    Fixture *fixture = fixture_make_on(track, "hatch", &def);
    fixture->data.track = &fixture->track;
    return fixture;
}

static Fixture *make_yard(void) { return make_on(yard); }

static void expect_at(const Fixture *fixture, float x, float y, const char *name,
                      const char *line) {
    char text[OVERLAY_NAME_MAX];
    OverlayPick pick = overlay_pick(fixture->race, vec2_make(x, y), 0.4f);
    overlay_name(&fixture->track, &pick, text);
    assert_string_equal(text, name);
    overlay_file_line(&pick, text);
    assert_string_equal(text, line);
}

static void every_object_is_found_by_its_line(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    expect_at(fixture, 0.0f, 0.0f, "wall \"shed\"", "yard.track.yaml:14");
    expect_at(fixture, -24.0f, 1.0f, "wall #2", "yard.track.yaml:17");
    expect_at(fixture, 22.0f, 4.0f, "gravel zone #1", "yard.track.yaml:19");
    expect_at(fixture, 42.0f, 10.0f, "ice zone #2",
              "yard.track.yaml:23"); // the later one is on top
    expect_at(fixture, 31.0f, 9.0f, "gravel zone #1",
              "yard.track.yaml:19"); // its hole's edge is nearest
    expect_at(fixture, 20.0f, 14.0f, "zone \"pond\"", "yard.track.yaml:24");
    expect_at(fixture, 14.1f, -12.0f, "barrel", "yard.track.yaml:26");
    expect_at(fixture, -40.0f, -12.0f, "mover #1", "yard.track.yaml:28");
    expect_at(fixture, -40.0f, 9.0f, "mover #1", "yard.track.yaml:28"); // on its path
    expect_at(fixture, -14.0f, -13.0f, "tree #1", "yard.track.yaml:32");
    expect_at(fixture, 0.5f, -14.0f, "scenery text \"PIT\"", "yard.track.yaml:33");
    expect_at(fixture, -55.0f, -28.0f, "ribbon \"ring\", point 1", "yard.track.yaml:9");
    expect_at(fixture, 52.0f, 24.0f, "ribbon \"ring\", point 3", "yard.track.yaml:11");
    const TrackGate *finish = &fixture->track.gates[fixture->track.gate_count - 1];
    expect_at(fixture, finish->left.x, finish->left.y, "finish", "yard.track.yaml:4");
    expect_at(fixture, fixture->track.slots[2].position.x, fixture->track.slots[2].position.y,
              "grid slot #3", "yard.track.yaml:4");
    const WallPiece *piece =
        &fixture->track.wall_pieces[fixture->track.wall_piece_count - 1]; // of the road
    expect_at(fixture, piece->origin.x, piece->origin.y, "wall of ribbon \"ring\"",
              "yard.track.yaml:4");
    fixture_destroy(fixture);
}

static void the_point_of_a_road_is_the_nearest_along_it(void **state) {
    (void)state;
    static const char dent[] = "format: track/1\nname: Dent\nribbons:\n  - curve: round\n"
                               "    width: 12\n    radius: 14\n    points:\n"
                               "      - [-90, -50]\n      - [90, -50]\n      - [90, 50]\n"
                               "      - [30, 50]\n      - [0, 10]\n      - [-30, 50]\n"
                               "      - [-90, 50]\n";
    Fixture *fixture = make_on(dent);
    // The corner of the dent, point 5, is nearer, but on the other side of the track.
    expect_at(fixture, 15.0f, -48.0f, "ribbon \"main\", point 2", "yard.track.yaml:9");
    Ribbon *ribbon = &fixture->track.ribbons[0];
    for (int turned = 0; turned < 2; turned++) {
        for (int i = 0; i < ribbon->point_count; i++) { // an arc is at most so far from its corner
            vec2s at = ribbon->samples[ribbon->point_samples[i]].point;
            assert_true(glms_vec2_distance(at, ribbon->points[i]) < 10.0f);
        }
        assert_true(turned || track_reverse(&fixture->track));
    }
    fixture_destroy(fixture);
}

static void distances_are_those_to_the_nearest_place(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    OverlayPick pick = overlay_pick(fixture->race, vec2_make(-19.0f, 0.0f), 0.0f);
    assert_int_equal(pick.kind, OVERLAY_WALL);
    assert_near(pick.distance, 3.0f, 0.01f); // from the circle; the shed is 11 m away
    assert_near(pick.nearest.x, -22.0f, 0.01f);
    Random random = random_make(5, 0);
    for (int i = 0; i < 2000;
         i++) { // the place named is as far as told, and all of it in the track
        vec2s point =
            vec2_make(random_range(&random, -100.0f, 100.0f), random_range(&random, -60.0f, 60.0f));
        pick = overlay_pick(fixture->race, point, 0.4f);
        assert_true(pick.kind != OVERLAY_NOTHING && pick.place.line >= 4 && pick.place.line <= 33);
        assert_near(glms_vec2_distance(pick.nearest, point), pick.distance, 0.02f);
        float clear = wall_grid_clearance(&fixture->data.walls, point, 50.0f);
        assert_true(pick.distance <= clear + 0.4f);
        if (clear < 0.01f) {
            assert_true(pick.kind <= OVERLAY_WALL);
        }
    }
    fixture_destroy(fixture);
}

static void details_say_what_the_file_would(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    char text[OVERLAY_DETAIL_MAX];
    OverlayPick pick = overlay_pick(fixture->race, vec2_make(0.0f, 0.0f), 0.4f);
    overlay_detail(&fixture->track, &pick, vec2_make(0.0f, 0.0f), text);
    assert_string_equal(text, "rock, 2.0 m high");
    vec2s point = vec2_make(10.0f, -27.0f);
    pick = overlay_pick(fixture->race, point, 0.0f);
    assert_int_equal(pick.kind, OVERLAY_RIBBON);
    overlay_detail(&fixture->track, &pick, point, text);
    assert_non_null(strstr(text, " m, 3.0 m left of its line, 12.0 m wide, asphalt"));
    pick = overlay_pick(fixture->race, vec2_make(-40.0f, 5.0f), 0.4f);
    overlay_detail(&fixture->track, &pick, vec2_make(-40.0f, 5.0f), text);
    assert_string_equal(text, "steel, 3.0 m/s");
    overlay_coordinates(vec2_make(12.345f, -0.001f), text);
    assert_string_equal(text, "[12.35, 0]");
    fixture_destroy(fixture);
}

static void pixels_and_metres_are_each_others_inverse(void **state) {
    (void)state;
    Camera camera = {.center = {{30.0f, -20.0f}}, .span = 60.0f, .started = true};
    ViewRect rect = {100, 50, 800, 600};
    vec2s middle = camera_point(&camera, rect, 700, 500.0f, 350.0f);
    assert_near(middle.x, 30.0f, 1e-4);
    assert_near(middle.y, -20.0f, 1e-4);
    vec2s up = camera_point(&camera, rect, 700, 500.0f, 340.0f); // 10 px of 10 px a metre
    assert_near(up.y, -19.0f, 1e-4);
    vec2s back = camera_pixel(&camera, rect, 700, up);
    assert_near(back.x, 500.0f, 1e-3);
    assert_near(back.y, 340.0f, 1e-3);
}

static void only_what_is_in_view_is_drawn(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    OverlayView view = {.rect = {0, 0, 1280, 720},
                        .height_px = 720,
                        .camera = {.center = {{0.0f, 0.0f}}, .span = 60.0f, .started = true},
                        .race = fixture->race,
                        .wall = -1};
    DrawList list = {.feather = 60.0f / 720.0f};
    overlay_world(&list, &view);
    assert_true(list.index_count > 0);
    int around_shed = list.index_count;
    for (int i = 0; i < list.vertex_count; i++) {
        assert_true(isfinite(list.vertices[i].x) && isfinite(list.vertices[i].y));
    }
    view.pointed = true; // at the shed: what is meant is marked
    view.at = vec2_make(0.0f, 0.0f);
    view.pick = overlay_pick(fixture->race, view.at, 0.4f);
    view.wall = teleport_wall(fixture->race, 0, view.at, 0.0f);
    assert_int_equal(view.wall, 0);
    draw_list_clear(&list);
    overlay_world(&list, &view);
    assert_true(list.index_count > around_shed);
    view.pointed = false;
    view.camera.center = vec2_make(1000.0f, 1000.0f); // far away from everything but the path
    draw_list_clear(&list);
    overlay_world(&list, &view);
    assert_true(list.index_count < 200);
    draw_list_destroy(&list);
    fixture_destroy(fixture);
}

// Also where a tuning panel leaves little room, and with texts twice as large.
static void what_lies_under_the_mouse_is_said_inside_the_view(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    CanvasTexts texts;
    for (int i = 0; i < 6; i++) {
        OverlayView view = {.rect = {0, 0, 400 + 180 * i, 480},
                            .height_px = 480,
                            .scale = i % 2 == 0 ? 1.0f : 2.0f,
                            .camera = {.span = 80.0f},
                            .race = fixture->race,
                            .pointed = true,
                            .at = vec2_make(0.0f, -28.0f),
                            .wall = -1};
        view.pick = overlay_pick(fixture->race, view.at, 0.4f);
        draw_list_clear(&list);
        Canvas canvas = canvas_make(&list, &rig->font, view.rect.width, 480);
        texts.count = 0;
        canvas.texts = &texts;
        overlay_readout(&canvas, &view);
        assert_in_range(texts.count, 3, 4);
        assert_texts_stand_clear(&canvas);
    }
    draw_list_destroy(&list);
    rig_free(rig);
    fixture_destroy(fixture);
}

static void a_car_is_put_where_someone_points_heading_along_the_road(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    Race *race = fixture->race;
    vec2s point = vec2_make(10.0f, -28.0f); // the lower straight runs to the right
    float angle = teleport_heading(race, 0, point);
    assert_near(angle, 0.0f, 0.02f);
    assert_int_equal(teleport_wall(race, 0, point, angle), -1);
    fixture_run(race, 480);
    teleport_put(race, 0, point, angle);
    const Body *body = &race_bodies_const(race)[0];
    assert_near(body->position.x, point.x, 1e-6);
    assert_near(body->position.y, point.y, 1e-6);
    assert_true(glms_vec2_norm(body->velocity) <= 0.0f && fabsf(body->spin) <= 0.0f);
    fixture_run(race, 2); // and is no ghost, for nobody stands there
    assert_true(race_racers(race)[0].ghost_s <= 0.0f);
    fixture_destroy(fixture);
}

static void after_a_drop_the_gate_ahead_is_next_and_none_is_missed(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    Race *race = fixture->race;
    const Ribbon *ribbon = &fixture->track.ribbons[0];
    for (int k = 0; k < 12; k++) {
        float s = ribbon->length * ((float)k + 0.3f) / 12.0f;
        RibbonPlace place = ribbon_at(ribbon, s);
        vec2s point = ribbon_point(ribbon, place);
        teleport_put(race, 0, point, teleport_heading(race, 0, point));
        int next = race_racers(race)[0].next_gate;
        int passed = 0, before = race_racers(race)[0].lap;
        for (int i = 0; i < 15 * RACE_TICKS_PER_SECOND && passed == 0; i++) {
            fixture_run(race, 1);
            assert_int_equal(race_racers(race)[0].missed_gate, -1);
            passed = race_racers(race)[0].next_gate != next || race_racers(race)[0].lap > before;
        }
        assert_true(passed);
    }
    fixture_destroy(fixture);
}

static void walls_are_told_by_the_hull_as_it_would_stand(void **state) {
    (void)state;
    Fixture *fixture = make_yard();
    Race *race = fixture->race;
    vec2s beside = vec2_make(9.2f, -4.0f); // 1.2 m right of the shed: half a car's width is less
    assert_int_equal(teleport_wall(race, 0, beside, 0.5f * TRIG_PI), -1);
    assert_int_equal(teleport_wall(race, 0, beside, 0.0f), 0); // across it is too long
    vec2s corner = vec2_make(3.6f, 4.4f); // the shed's inner corner: its box is full, it is not
    assert_int_equal(teleport_wall(race, 0, vec2_make(5.0f, 5.0f), 0.785f), -1);
    assert_int_equal(teleport_wall(race, 0, corner, 0.0f), 0);
    fixture_destroy(fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_object_is_found_by_its_line),
        cmocka_unit_test(the_point_of_a_road_is_the_nearest_along_it),
        cmocka_unit_test(distances_are_those_to_the_nearest_place),
        cmocka_unit_test(details_say_what_the_file_would),
        cmocka_unit_test(pixels_and_metres_are_each_others_inverse),
        cmocka_unit_test(only_what_is_in_view_is_drawn),
        cmocka_unit_test(what_lies_under_the_mouse_is_said_inside_the_view),
        cmocka_unit_test(a_car_is_put_where_someone_points_heading_along_the_road),
        cmocka_unit_test(after_a_drop_the_gate_ahead_is_next_and_none_is_missed),
        cmocka_unit_test(walls_are_told_by_the_hull_as_it_would_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
