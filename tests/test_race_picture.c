#include "render/race_picture.h"

#include "fixture.h"
#include "picture_rig.h"

static const uint32_t road = 0x3A3E46FFu;

static RacePicture rig_cars(PictureRig *rig, const CarLook *looks, bool night) {
    return (RacePicture){.before = rig->race,
                         .now = rig->race,
                         .alpha = 1.0f,
                         .looks = looks,
                         .seen = rig_everywhere(),
                         .night = night};
}

static void draw(PictureRig *rig, DrawList *list, bool night) {
    CarLook looks[RIG_CARS_MAX];
    for (int i = 0; i < rig->race->car_count; i++) {
        looks[i] = race_picture_look(i);
        looks[i].pattern = 0;
    }
    draw_list_clear(list);
    list->feather = 0.05f;
    RacePicture cars = rig_cars(rig, looks, night);
    race_picture_cars(list, &rig->font, &cars);
}

static Race *copy_race(const Race *race) {
    Race *copy = aligned_alloc(32, race->size);
    assert_non_null(copy);
    memcpy(copy, race, race->size);
    return copy;
}

static void a_pose_lies_between_the_ticks(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Race *before = copy_race(rig->race);
    Body *body = rig_bodies(rig);
    body->position = vec2_make(0.4f, -0.2f);
    body->velocity = vec2_make(8.0f, 0.0f);
    BodyPose pose = race_picture_pose(before, rig->race, 0, 0.25f);
    assert_near(pose.position.x, 0.1, 1e-6);
    assert_near(pose.position.y, -0.05, 1e-6);
    assert_near(pose.velocity.x, 2.0, 1e-6);
    free(before);
    rig_free(rig);
}

static void a_pose_turns_the_shorter_way(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    body_set_angle(rig_bodies(rig), 3.1f);
    Race *before = copy_race(rig->race);
    body_set_angle(rig_bodies(rig), -3.1f);
    float quarter = race_picture_pose(before, rig->race, 0, 0.25f).angle;
    assert_near(quarter, 3.1 + 0.25 * (2.0 * 3.14159265 - 6.2), 1e-5);
    float end = race_picture_pose(before, rig->race, 0, 1.0f).angle;
    assert_near(end, -3.1, 1e-5);
    free(before);
    rig_free(rig);
}

static void a_car_put_elsewhere_does_not_fly_there(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    Race *before = copy_race(rig->race);
    rig_bodies(rig)->position = vec2_make(30.0f, 0.0f);
    assert_near(race_picture_pose(before, rig->race, 0, 0.1f).position.x, 30.0, 0.0);
    free(before);
    rig_free(rig);
}

static void a_car_shows_its_colour_and_a_dark_outline(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    draw(rig, &list, false);
    assert_list_sound(&list);
    const CarParams *params = &race_racers(rig->race)[0].model.params;
    float nose = params->body_offset + 0.5f * params->length;
    Rgb bonnet = rgb_at(&list, nose - 0.5f, 0.3f, road);
    assert_true(rgb_distance(bonnet, rgb_of(race_picture_look(0).color)) < 3.0f);
    Rgb rim = rgb_at(&list, 0.3f, 0.5f * params->width + 0.05f, road);
    assert_true(rim.r < 40.0f && rim.g < 40.0f && rim.b < 50.0f);
    draw(rig, &list, true);
    rim = rgb_at(&list, 0.3f, 0.5f * params->width + 0.05f, road);
    assert_true(rim.r > 200.0f); // light at night
    draw_list_destroy(&list);
    rig_free(rig);
}

static void braking_lights_up_the_rear(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    const CarParams *params = &race_racers(rig->race)[0].model.params;
    float tail = params->body_offset - 0.475f * params->length, side = 0.33f * params->width;
    draw(rig, &list, false);
    float off = rgb_at(&list, tail, side, road).r;
    race_racers(rig->race)[0].car.brake = 0.8f;
    draw(rig, &list, false);
    Rgb on = rgb_at(&list, tail, side, road);
    assert_true(off < 170.0f && on.r > 240.0f && on.g < 110.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void headlights_shine_at_night_and_faintly_at_dusk(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    draw(rig, &list, false);
    float day = rgb_at(&list, 10.0f, 0.1f, road).r;
    draw(rig, &list, true);
    float night = rgb_at(&list, 10.0f, 0.1f, road).r;
    rig->track.light = 1;
    draw(rig, &list, false);
    float dusk = rgb_at(&list, 10.0f, 0.1f, road).r;
    assert_near(day, rgb_of(road).r, 0.5);
    assert_true(dusk > day + 8.0f && night > dusk + 8.0f);
    assert_near(rgb_at(&list, -10.0f, 0.1f, road).r, day, 0.5); // ahead alone
    draw_list_destroy(&list);
    rig_free(rig);
}

/// Mean y of the parts at roof height.
static float roof_middle(const DrawList *list) {
    float top = 0.0f, sum = 0.0f;
    int count = 0;
    for (int i = 0; i < list->vertex_count; i++) {
        top = fmaxf(top, list->vertices[i].height);
    }
    for (int i = 0; i < list->vertex_count; i++) {
        if (list->vertices[i].height == top) {
            sum += list->vertices[i].y;
            count++;
        }
    }
    assert_true(top > 0.0f && count > 0);
    return sum / (float)count;
}

static void the_body_leans_out_of_the_bend(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    draw(rig, &list, false);
    float straight = roof_middle(&list);
    race_racers(rig->race)[0].car.ay = 9.81f; // to the left: pressed to the right
    draw(rig, &list, false);
    assert_near(roof_middle(&list) - straight, -0.20, 0.002);
    race_racers(rig->race)[0].car.ay = -40.0f; // a crash does not throw the roof off
    draw(rig, &list, false);
    assert_near(roof_middle(&list) - straight, 0.20, 0.002);
    draw_list_destroy(&list);
    rig_free(rig);
}

/// Width of the body at `x` m as drawn: from the last point that is not road.
static float half_width_at(const DrawList *list, float x) {
    float y = 1.5f;
    while (y > 0.0f && rgb_distance(rgb_at(list, x, y, 0xFF00FFFFu), rgb_of(0xFF00FFFFu)) < 3.0f) {
        y -= 0.005f;
    }
    return y;
}

static void the_nose_dips_under_the_brakes(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    draw(rig, &list, true);
    float nose = half_width_at(&list, 1.9f), tail = half_width_at(&list, -1.1f);
    race_racers(rig->race)[0].car.ax = -9.81f;
    draw(rig, &list, true);
    assert_true(half_width_at(&list, 1.9f) < nose - 0.01f);
    assert_true(half_width_at(&list, -1.1f) > tail + 0.01f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void small_cars_are_drawn_larger_than_they_are(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    const CarParams *params = &race_racers(rig->race)[0].model.params;
    float beside = 0.5f * params->width + 0.3f;
    draw(rig, &list, true); // 81 pixels long
    float near = half_width_at(&list, 0.1f);
    assert_true(near < beside);
    CarLook look = race_picture_look(0);
    draw_list_clear(&list);
    list.feather = 0.16f; // 25 pixels
    RacePicture cars = rig_cars(rig, &look, true);
    race_picture_cars(&list, NULL, &cars);
    assert_true(half_width_at(&list, 0.1f) > near + 0.25f);
    assert_near(car_picture_scale(4.0f, 0.05f), 1.0, 0.0);
    assert_near(car_picture_scale(4.0f, 1.0f), CAR_PICTURE_SCALE_MAX, 1e-6);
    draw_list_destroy(&list);
    rig_free(rig);
}

/// How far the second of two cars is drawn to its left, m, its outline included. They are as small
/// as cars get, and stand `apart` m side by side.
static float drawn_beside(PictureRig *rig, DrawList *list, float apart) {
    for (int i = 0; i < 2; i++) {
        rig_bodies(rig)[i].position = vec2_make(0.0f, (float)i * apart);
        body_set_angle(&rig_bodies(rig)[i], 0.0f);
    }
    CarLook looks[2] = {race_picture_look(0), race_picture_look(1)};
    draw_list_clear(list);
    list->feather = 0.16f;
    RacePicture cars = rig_cars(rig, looks, true);
    race_picture_cars(list, NULL, &cars);
    float left = 0.0f;
    for (int i = 0; i < list->vertex_count; i++) { // what has a height is the car, not its light
        bool is_car = list->vertices[i].height > 0.0f;
        left = is_car ? fmaxf(left, list->vertices[i].y - apart) : left;
    }
    return left;
}

static void cars_side_by_side_are_not_drawn_into_each_other(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    DrawList list = {0};
    float width = race_racers(rig->race)[0].model.params.width;
    float free = drawn_beside(rig, &list, 3.0f * width);
    float half = drawn_beside(rig, &list, 1.15f * width), none = drawn_beside(rig, &list, width);
    assert_near(free - none, 0.15 * (double)width, 0.03); // 1.3 times as wide
    assert_near(half - none, 0.075 * (double)width, 0.03);
    assert_near(drawn_beside(rig, &list, 0.5f * width), none, 1e-3); // never smaller than it is
    draw_list_destroy(&list);
    rig_free(rig);
}

static void patterns_and_numbers_lie_on_the_car(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    CarFile *gt = calloc(1, sizeof *gt);
    assert_non_null(gt);
    *gt = fixture_car("gt");
    race_racers(rig->race)[0].model = car_model_make(&gt->params);
    Rgb bonnet[CAR_PATTERNS][3];
    for (int pattern = 0; pattern < CAR_PATTERNS; pattern++) {
        CarLook look = {0xFF5A4DFFu, 7, pattern};
        draw_list_clear(&list);
        list.feather = 0.05f;
        RacePicture cars = rig_cars(rig, &look, true);
        cars.cars = gt;
        race_picture_cars(&list, &rig->font, &cars);
        assert_list_sound(&list);
        const float y[3] = {0.05f, 0.55f, 0.75f};
        for (int i = 0; i < 3; i++) {
            bonnet[pattern][i] = rgb_at(&list, 1.5f, y[i], road);
        }
    }
    Rgb red = rgb_of(0xFF5A4DFFu), white = rgb_of(0xFFFFFFFFu);
    assert_true(rgb_distance(bonnet[0][0], red) < 3.0f && rgb_distance(bonnet[0][1], red) < 3.0f);
    assert_true(rgb_distance(bonnet[1][0], white) < 3.0f && rgb_distance(bonnet[1][1], red) < 3.0f);
    assert_true(rgb_distance(bonnet[2][0], red) < 3.0f && rgb_distance(bonnet[2][1], white) < 3.0f);
    free(gt);
    draw_list_destroy(&list);
    rig_free(rig);
}

/// A car whose look is `part` alone, the part's middle at the origin.
static void draw_part_alone(DrawList *list, const CarModel *model, const BodyworkPart *part,
                            int pattern) {
    static const Car still;
    Bodywork body = {.height = 1.0f, .parts = {*part}, .part_count = 1};
    draw_list_clear(list);
    CarPicture picture = {.at = {.rotation = rotation_make(0.0f)},
                          .model = model,
                          .car = &still,
                          .body = &body,
                          .look = {0xFF5A4DFFu, 7, pattern},
                          .scale = 1.0f,
                          .alpha = 1.0f,
                          .pixel = 0.02f};
    car_picture_draw(list, NULL, &picture);
    assert_list_sound(list);
}

static void a_part_that_lines_cross_often_is_cut_within_bounds(void **state) {
    (void)state;
    CarParams params = car_params_default();
    car_params_outline_box(&params);
    CarModel model = car_model_make(&params);
    DrawList list = {.feather = 0.02f};
    BodyworkPart part = {.paint = BODYWORK_body, .count = BODYWORK_POINTS_MAX};
    for (int i = 0; i < BODYWORK_POINTS_MAX; i++) { // 24 points once it is mirrored
        part.points[i] = vec2_make(i % 2 ? -5e-8f : 5e-8f, 0.15f + 0.3f * (float)i);
    }
    for (int sides = 0; sides < BODYWORK_SIDES_COUNT; sides++) {
        part.sides = (uint8_t)sides;
        part.points[BODYWORK_POINTS_MAX - 1] = vec2_make(-2.0f, 3.0f);
        for (int pattern = 0; pattern < CAR_PATTERNS; pattern++) {
            draw_part_alone(&list, &model, &part, pattern);
            assert_in_range(list.vertex_count, 1, 20000);
        }
    }
    draw_list_destroy(&list);
}

static void the_chequer_of_a_hair_thin_car_is_few_squares(void **state) {
    (void)state;
    CarParams params = car_params_default();
    const vec2s hair[4] = {{{-2, -0.005f}}, {{2, -0.005f}}, {{2, 0.005f}}, {{-2, 0.005f}}};
    memcpy(params.outline, hair, sizeof hair);
    params.outline_count = 4;
    CarModel model = car_model_make(&params);
    DrawList list = {.feather = 0.02f};
    BodyworkPart part = {
        .paint = BODYWORK_body, .count = 2, .points = {{{3.5f, 3.5f}}, {{-3.5f, 3.5f}}}};
    draw_part_alone(&list, &model, &part, 3);
    assert_in_range(list.index_count / 3, 1000, 40000); // of 9 million before there was a least one
    draw_list_destroy(&list);
}

static Box box_of_list(const DrawList *list) {
    Box box = {vec2_make(9.0f, 9.0f), vec2_make(-9.0f, -9.0f)};
    for (int i = 0; i < list->vertex_count; i++) {
        box = box_add(box, vec2_make(list->vertices[i].x, list->vertices[i].y));
    }
    return box;
}

static void a_corner_written_twice_has_the_outline_of_one(void **state) {
    (void)state;
    CarParams params = car_params_default();
    car_params_outline_box(&params);
    CarModel model = car_model_make(&params);
    DrawList list = {0};
    const BodyworkPart once = {
        .paint = BODYWORK_body, .count = 2, .points = {{{3.0f, 1.5f}}, {{-3.0f, 1.5f}}}};
    const BodyworkPart twice = {.paint = BODYWORK_body,
                                .count = 3,
                                .points = {{{3.0f, 1.5f}}, {{3.0f, 1.5f}}, {{-3.0f, 1.5f}}}};
    draw_part_alone(&list, &model, &once, 0);
    Box wanted = box_of_list(&list);
    draw_part_alone(&list, &model, &twice, 0);
    Box found = box_of_list(&list);
    assert_near(found.low.x, wanted.low.x, 1e-4);
    assert_near(found.low.y, wanted.low.y, 1e-4);
    assert_near(found.high.x, wanted.high.x, 1e-4);
    assert_near(found.high.y, wanted.high.y, 1e-4);
    draw_list_destroy(&list);
}

static void front_wheels_turn_with_the_steering(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    const Racer *racer = &race_racers(rig->race)[0];
    vec2s hub = racer->model.wheel_at[CAR_FRONT_LEFT];
    // The forward outer corner of the turned wheel: free road when it stands straight.
    vec2s corner = vec2_make(hub.x + 0.26f, 0.5f * racer->model.params.width + 0.17f);
    draw(rig, &list, false);
    Rgb straight = rgb_at(&list, corner.x, corner.y, 0xFFFFFFFFu);
    race_racers(rig->race)[0].car.steer = 0.5f;
    draw(rig, &list, false);
    Rgb turned = rgb_at(&list, corner.x, corner.y, 0xFFFFFFFFu);
    assert_true(straight.g - turned.g > 60.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_ghost_lets_the_road_through(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    race_racers(rig->race)[0].ghost_s = 1.0f;
    draw(rig, &list, false);
    for (int i = 0; i < list.vertex_count; i++) {
        uint8_t bytes[4];
        memcpy(bytes, &list.vertices[i].color, 4);
        assert_in_range(bytes[3], 0, 130);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void an_outline_is_drawn_where_it_collides(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    // A wedge: narrow nose, wide tail.
    CarParams params = car_params_default();
    const vec2s wedge[4] = {{{-2.0f, -1.2f}}, {{2.2f, -0.25f}}, {{2.2f, 0.25f}}, {{-2.0f, 1.2f}}};
    memcpy(params.outline, wedge, sizeof wedge);
    params.outline_count = 4;
    race_racers(rig->race)[0].model = car_model_make(&params);
    rig->data.hulls[0] = car_model_hull(&race_racers(rig->race)[0].model);
    draw(rig, &list, true); // no shadow at night
    Rgb tail = rgb_at(&list, -1.9f, 1.1f, road), nose = rgb_at(&list, 2.1f, 0.9f, road);
    assert_true(tail.r > 150.0f);
    assert_true(rgb_distance(nose, rgb_of(road)) < 30.0f || nose.r < 150.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_full_grid_stays_small_and_allocates_once(void **state) {
    (void)state;
    PictureRig *rig = rig_make(RIG_CARS_MAX);
    DrawList list = {0};
    draw(rig, &list, false);
    int capacity = list.vertex_capacity;
    assert_in_range(list.vertex_count, 32 * 100, 32 * 600);
    draw(rig, &list, false);
    assert_int_equal(list.vertex_capacity, capacity);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void cars_out_of_the_view_are_not_drawn(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {.feather = 0.05f};
    CarLook look = race_picture_look(0);
    vec2s at = rig_bodies(rig)->position;
    Box beside = {vec2_make(at.x + 6.0f, at.y - 5.0f), vec2_make(at.x + 50.0f, at.y + 5.0f)};
    Box away = {vec2_make(at.x + 60.0f, at.y - 5.0f), vec2_make(at.x + 90.0f, at.y + 5.0f)};
    RacePicture cars = rig_cars(rig, &look, false);
    cars.seen = beside;
    race_picture_cars(&list, NULL, &cars);
    assert_true(list.vertex_count > 0); // its shadow may fall into the view
    draw_list_clear(&list);
    cars.seen = away;
    cars.night = true;
    race_picture_cars(&list, NULL, &cars);
    assert_int_equal(list.vertex_count, 0);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void looks_differ_between_all_cars(void **state) {
    (void)state;
    for (int a = 0; a < RIG_CARS_MAX; a++) {
        for (int b = a + 1; b < RIG_CARS_MAX; b++) {
            CarLook x = race_picture_look(a), y = race_picture_look(b);
            assert_true(x.number != y.number);
            assert_true(x.color != y.color || x.pattern != y.pattern);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_lies_between_the_ticks),
        cmocka_unit_test(a_pose_turns_the_shorter_way),
        cmocka_unit_test(a_car_put_elsewhere_does_not_fly_there),
        cmocka_unit_test(a_car_shows_its_colour_and_a_dark_outline),
        cmocka_unit_test(braking_lights_up_the_rear),
        cmocka_unit_test(headlights_shine_at_night_and_faintly_at_dusk),
        cmocka_unit_test(the_body_leans_out_of_the_bend),
        cmocka_unit_test(the_nose_dips_under_the_brakes),
        cmocka_unit_test(small_cars_are_drawn_larger_than_they_are),
        cmocka_unit_test(cars_side_by_side_are_not_drawn_into_each_other),
        cmocka_unit_test(patterns_and_numbers_lie_on_the_car),
        cmocka_unit_test(a_part_that_lines_cross_often_is_cut_within_bounds),
        cmocka_unit_test(the_chequer_of_a_hair_thin_car_is_few_squares),
        cmocka_unit_test(a_corner_written_twice_has_the_outline_of_one),
        cmocka_unit_test(front_wheels_turn_with_the_steering),
        cmocka_unit_test(a_ghost_lets_the_road_through),
        cmocka_unit_test(an_outline_is_drawn_where_it_collides),
        cmocka_unit_test(a_full_grid_stays_small_and_allocates_once),
        cmocka_unit_test(cars_out_of_the_view_are_not_drawn),
        cmocka_unit_test(looks_differ_between_all_cars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
