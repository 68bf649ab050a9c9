/// The picture of the keys: where it stands on real tracks, with the cars on the grid.
#include "track_picture/track_mesh.h"
#include "ui/key_hints.h"

#include "fixture.h"
#include "picture_rig.h"

enum {
    KEYBOARDS = 7,
    CARS = 10
};

static const KeyHints keyboards[KEYBOARDS] = {
    {"W", "S", "A", "D", "Space", "P1: you are red", 0xFF5A4DFFu, false, {0}, NULL},
    {"\u2191",
     "\u2193",
     "\u2190",
     "\u2192",
     "Right Ctrl",
     "P2: you are yellow",
     0xF0E442FFu,
     false,
     {0},
     NULL},
    {"Num 8",
     "Num 5",
     "Num 4",
     "Num 6",
     "Num 0",
     "P3: you are mint",
     0x7CF0C5FFu,
     false,
     {0},
     NULL},
    {"RT", "LT", "stick left", "stick right", "RB", NULL, 0, false, {0}, NULL},
    {"Num 8", "Num 5", "Num 4", "Num 6", "Num 0", "Anna: mint", 0x7CF0C5FFu, true, {0}, NULL},
    {"W", "S", "A", "D", "Left Ctrl", "P1: you are red", 0xFF5A4DFFu, false, {0}, "V"},
    {"I", "K", "J", "L", "H", "Anna: mint", 0x7CF0C5FFu, true, {0}, "N"},
};

static const int sizes[4][2] = {{1280, 720}, {1920, 1080}, {960, 540}, {2560, 1080}};

static bool overlap(const KeyHintsArea *area, Box box) {
    return area->x < box.high.x && box.low.x < area->x + area->width && area->y < box.high.y &&
           box.low.y < area->y + area->height;
}

static void the_plate_covers_no_other_part_of_the_hud(void **state) {
    (void)state;
    PictureRig *rig = rig_make(4);
    DrawList hud = {0}, minimap = {0};
    CarLook looks[RIG_CARS_MAX];
    rig_looks(looks);
    track_mesh_minimap(&rig->track, &minimap);
    for (int size = 0; size < 4; size++) {
        for (int players = 1; players <= 4; players++) {
            ViewRect rects[4];
            camera_layout(CAMERA_LAYOUT_AUTO, players, sizes[size][0], sizes[size][1], rects);
            for (int seat = 0; seat < players; seat++) {
                HudView view = {.rect = rects[seat], .car = seat, .camera = {.span = 60.0f}};
                view.camera.center = rig_on_circle(RIG_RADIUS, TRIG_PI); // no arrow to the gate
                race_racers(rig->race)[seat].best_lap_s = 51.2;
                draw_list_clear(&hud);
                Canvas canvas = canvas_make(&hud, &rig->font, sizes[size][0], sizes[size][1]);
                HudTaken taken = {0};
                hud_draw(&canvas, rig->race, &view, looks, &minimap, &taken);
                HudRoom room = hud_room(&canvas, rig->race, &view, &minimap);
                for (int k = 0; k < KEYBOARDS * KEY_HINTS_PLACES; k++) {
                    KeyHintsArea area = key_hints_area(&rig->font, &keyboards[k / KEY_HINTS_PLACES],
                                                       &room, k % KEY_HINTS_PLACES);
                    for (int i = 0; i < hud.vertex_count; i++) {
                        vec2s at = vec2_make(hud.vertices[i].x, hud.vertices[i].y);
                        assert_false(overlap(&area, (Box){at, at}));
                    }
                    float top = (float)(sizes[size][1] - rects[seat].y - rects[seat].height);
                    assert_true(area.x >= (float)rects[seat].x && area.y >= top);
                    assert_true(area.x + area.width <= (float)(rects[seat].x + rects[seat].width));
                    assert_true(area.y + area.height <= top + (float)rects[seat].height);
                }
            }
        }
    }
    draw_list_destroy(&hud);
    draw_list_destroy(&minimap);
    rig_free(rig);
}

static void all_of_it_is_drawn_inside_its_plate(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    for (int k = 0; k < KEYBOARDS; k++) {
        for (int columns = 1; columns <= 2; columns++) {
            HudRoom room = {20.0f, 1900.0f, 1060.0f, 180.0f, 800.0f, 300.0f, 1600.0f, 1.0f};
            KeyHintsArea area = key_hints_area(&rig->font, &keyboards[k], &room, 2 - columns);
            DrawList list = {0};
            Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
            key_hints_draw(&canvas, &keyboards[k], &area, 1.0f);
            assert_int_equal(area.columns, columns == 2 && keyboards[k].brief ? 3 : columns);
            assert_list_sound(&list);
            assert_true(list.vertex_count > 100);
            for (int i = 0; i < list.vertex_count; i++) {
                float x = list.vertices[i].x - area.x, y = list.vertices[i].y - area.y;
                assert_true(x > -1.5f && x < area.width + 1.5f);
                assert_true(y > -1.5f && y < area.height + 1.5f);
            }
            draw_list_clear(&list);
            key_hints_draw(&canvas, &keyboards[k], &area, 0.0f);
            assert_int_equal(list.vertex_count, 0);
            draw_list_destroy(&list);
        }
    }
    rig_free(rig);
}

/// How much of the plate lies over the road, 0 to 1.
static double share_on_road(const KeyHintsArea *area, const HudView *view, int height_px,
                            const RoadGrid *roads) {
    int hidden = 0, all = 0;
    for (float x = 0.05f; x < 1.0f; x += 0.1f) {
        for (float y = 0.1f; y < 1.0f; y += 0.2f) {
            const ViewRect *rect = &view->rect;
            float side = (float)(rect->width < rect->height ? rect->width : rect->height);
            float scale = camera_scale(&view->camera, side);
            float px = area->x + x * area->width - (float)rect->x - 0.5f * (float)rect->width;
            float py = (float)(height_px - rect->y) - 0.5f * (float)rect->height -
                       (area->y + y * area->height);
            vec2s world =
                vec2_make(view->camera.center.x + px / scale, view->camera.center.y + py / scale);
            hidden += road_grid_on_road(roads, world);
            all++;
        }
    }
    return (double)hidden / (double)all;
}

/// No plate covers a car of the grid; adds up how much road they do, over all seats and layouts.
static void check_grid(const char *track, double *worst, double *sum, int *views) {
    RaceDef def = race_def_default();
    def.car_count = CARS;
    Fixture *fixture = fixture_make(track, "hatch", &def);
    PictureRig *rig = rig_make(1); // for its font
    DrawList minimap = {0};
    Arena arena = {0};
    RoadGrid roads = road_grid_make(fixture->track.ribbons, fixture->track.ribbon_count, &arena);
    track_mesh_minimap(&fixture->track, &minimap);
    const Body *bodies = race_bodies_const(fixture->race);
    for (int k = 0; k < 4 * 4; k++) {
        int height = sizes[k / 4][1], players = 1 + k % 4;
        ViewRect rects[4];
        camera_layout(CAMERA_LAYOUT_AUTO, players, sizes[k / 4][0], height, rects);
        for (int seat = 0; seat < players; seat++) {
            int car = CARS - players + seat;
            HudView view = {.rect = rects[seat], .car = car};
            float wide = (float)rects[seat].width, high = (float)rects[seat].height;
            CameraAim aim = {.position = bodies[car].position,
                             .velocity = bodies[car].velocity,
                             .car_length = 4.0f,
                             .smaller_side_px = fminf(wide, high),
                             .aspect = wide / high};
            camera_step(&view.camera, &aim, 0.01f);
            KeyHints own = keyboards[seat], *hints = &own;
            own.brief = hud_is_small(&view);
            DrawList list = {0};
            Canvas canvas = canvas_make(&list, &rig->font, sizes[k / 4][0], height);
            HudRoom room = hud_room(&canvas, fixture->race, &view, &minimap);
            HudTaken taken = {0};
            int place = key_hints_place(&canvas, hints, &room, fixture->race, &view, &taken);
            KeyHintsArea area = key_hints_area(&rig->font, hints, &room, place);
            if (players == 1) { // not where something else stands already
                hud_take(&taken, (Area){area.x, area.y, area.width, area.height});
                int other = key_hints_place(&canvas, hints, &room, fixture->race, &view, &taken);
                assert_int_not_equal(other, place);
            }
            for (int i = 0; i < CARS; i++) {
                vec2s at = camera_pixel(&view.camera, view.rect, height, bodies[i].position);
                assert_false(overlap(&area, (Box){at, at}));
            }
            double share = share_on_road(&area, &view, height, &roads);
            if (height >= 720) { // smaller windows have no room beside the road for letters to read
                assert_true(area.unit >= 0.6f * room.unit);
                *worst = fmax(*worst, share);
                *sum += share;
                (*views)++;
            }
        }
    }
    arena_destroy(&arena);
    draw_list_destroy(&minimap);
    rig_free(rig);
    fixture_destroy(fixture);
}

static void on_the_grid_it_hides_no_car_and_hardly_any_road(void **state) {
    (void)state;
    static const char *const tracks[] = {"first-oval", "kiln-road", "lantern-park", "harbour-mile"};
    for (int i = 0; i < 4; i++) {
        double worst = 0.0, sum = 0.0;
        int views = 0;
        check_grid(tracks[i], &worst, &sum, &views);
        assert_true(worst < 0.55);
        assert_true(sum / views < 0.04);
    }
}

/// `seconds` at `speed` m/s with `input`.
static void drive(KeyHintsTime *time, float seconds, CarInput input, float speed) {
    for (int i = 0; i < (int)(60.0f * seconds + 0.5f); i++) {
        key_hints_time_step(time, input, speed, 1.0f / 60.0f);
    }
}

/// How visible the plate is, with a title where `title` has one.
static float alpha_of(const KeyHintsTime *time, const char *title, bool brief) {
    KeyHints hints = {.title = title, .brief = brief};
    return key_hints_fade(time, &hints);
}

/// How visible action `index` is.
static float action_alpha(const KeyHintsTime *time, int index) {
    KeyHints hints = {.fire = "V"};
    return key_hints_fade(time, &hints) * (1.0f - hints.faded[index]);
}

static const CarInput nothing = {.flags = CAR_INPUT_KEYS}, gas = {.throttle = 255},
                      gas_left = {.throttle = 255, .steer = 127}, braking = {.brake = 255},
                      handbrake = {.flags = CAR_INPUT_HANDBRAKE};

static void each_action_goes_once_it_is_used(void **state) {
    (void)state;
    enum {
        GAS,
        STEER,
        BRAKE,
        HANDBRAKE,
        FIRE
    };
    KeyHintsTime time = {0};
    assert_near(alpha_of(&time, "P1", false), 0.0, 0.0);
    key_hints_time_start(&time);
    drive(&time, 10.0f, nothing, 0.0f); // nobody presses gas
    for (int i = 0; i < KEY_HINTS_ACTIONS; i++) {
        assert_near(action_alpha(&time, i), 1.0, 0.0);
    }
    drive(&time, 0.2f, gas, 1.0f); // a touch may have been meant for something else
    assert_near(action_alpha(&time, GAS), 1.0, 0.0);
    drive(&time, 1.0f, gas, 5.0f);
    assert_near(action_alpha(&time, GAS), 0.0, 0.0);
    assert_near(action_alpha(&time, STEER), 1.0, 0.0);
    drive(&time, 0.3f, gas_left, 10.0f);
    assert_true(action_alpha(&time, STEER) < 1.0f && action_alpha(&time, STEER) > 0.5f);
    drive(&time, 1.0f, gas, 10.0f); // fades by itself once it is known
    assert_near(action_alpha(&time, STEER), 0.0, 0.0);
    assert_near(action_alpha(&time, BRAKE), 1.0, 0.0);
    drive(&time, 1.0f, braking, 10.0f);
    assert_near(action_alpha(&time, BRAKE), 0.0, 0.0);
    assert_near(action_alpha(&time, HANDBRAKE), 1.0, 0.0);
    drive(&time, 1.0f, handbrake, 10.0f);
    assert_near(action_alpha(&time, FIRE), 1.0, 0.0);
    drive(&time, 1.0f, (CarInput){.flags = CAR_INPUT_FIRE}, 10.0f);
    assert_near(action_alpha(&time, FIRE), 0.0, 0.0);
    assert_near(alpha_of(&time, NULL, false), 0.0, 0.0);
}

static void what_is_never_used_goes_by_driving_and_comes_back_to_who_stands(void **state) {
    (void)state;
    KeyHintsTime time = {0};
    key_hints_time_start(&time);
    drive(&time, 3.9f, gas, 10.0f);
    assert_true(alpha_of(&time, NULL, true) < 0.2f); // a brief one goes sooner
    assert_near(alpha_of(&time, NULL, false), 1.0, 0.0);
    drive(&time, 4.2f, gas, 10.0f); // never steering
    assert_near(alpha_of(&time, NULL, false), 0.0, 0.0);
    drive(&time, 2.8f, nothing, 1.0f); // a stop shorter than three seconds
    drive(&time, 0.1f, gas, 10.0f);
    assert_near(alpha_of(&time, NULL, false), 0.0, 0.0);
    drive(&time, 3.2f, nothing, 1.0f);
    assert_near(action_alpha(&time, 1), 1.0, 0.0);
    assert_near(action_alpha(&time, 0), 0.0, 0.0); // known
}

static void the_next_race_shows_its_title_to_who_knows_the_keys(void **state) {
    (void)state;
    KeyHintsTime time = {0};
    key_hints_time_start(&time);
    const CarInput all = {.throttle = 255, .brake = 255, .steer = -127, .flags = handbrake.flags};
    drive(&time, 1.0f, all, 10.0f);
    key_hints_time_start(&time);
    assert_near(alpha_of(&time, NULL, false), 0.0, 0.0);
    assert_near(alpha_of(&time, "P1", false), 1.0, 0.0);
    drive(&time, 3.1f, gas, 10.0f);
    assert_near(alpha_of(&time, "P1", false), 0.0, 0.0);
}

/// The plate holds what it draws, whichever actions are left.
static void what_is_left_stands_in_a_smaller_plate(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    HudRoom room = {20.0f, 1900.0f, 1060.0f, 180.0f, 800.0f, 300.0f, 1600.0f, 1.0f};
    for (int k = 0; k < KEYBOARDS; k++) {
        for (int place = 0; place < KEY_HINTS_PLACES; place++) {
            KeyHintsArea whole = key_hints_area(&rig->font, &keyboards[k], &room, place);
            for (int gone = 1; gone < 1 << KEY_HINTS_ACTIONS; gone++) {
                KeyHints hints = keyboards[k];
                bool any = hints.title != NULL;
                for (int i = 0; i < KEY_HINTS_ACTIONS; i++) {
                    hints.faded[i] = gone >> i & 1 ? 1.0f : 0.0f;
                    any |= hints.faded[i] < 1.0f &&
                           (i < 3 || (i == 3 && !hints.brief) || (i == 4 && hints.fire != NULL));
                }
                if (!any) {
                    continue;
                }
                DrawList list = {0};
                Canvas canvas = canvas_make(&list, &rig->font, 1920, 1080);
                KeyHintsArea area = key_hints_area(&rig->font, &hints, &room, place);
                float size = area.width * area.height / (area.unit * area.unit);
                float most = whole.width * whole.height / (whole.unit * whole.unit);
                assert_true(size < 1.15f * most); // a long word may come into another column
                key_hints_draw(&canvas, &hints, &area, 1.0f);
                for (int i = 0; i < list.vertex_count; i++) {
                    float x = list.vertices[i].x - area.x, y = list.vertices[i].y - area.y;
                    assert_true(x > -1.5f && x < area.width + 1.5f);
                    assert_true(y > -1.5f && y < area.height + 1.5f);
                }
                draw_list_destroy(&list);
            }
        }
    }
    rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plate_covers_no_other_part_of_the_hud),
        cmocka_unit_test(all_of_it_is_drawn_inside_its_plate),
        cmocka_unit_test(each_action_goes_once_it_is_used),
        cmocka_unit_test(what_is_never_used_goes_by_driving_and_comes_back_to_who_stands),
        cmocka_unit_test(the_next_race_shows_its_title_to_who_knows_the_keys),
        cmocka_unit_test(what_is_left_stands_in_a_smaller_plate),
        cmocka_unit_test(on_the_grid_it_hides_no_car_and_hardly_any_road),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
