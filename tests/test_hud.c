#include "track_picture/track_mesh.h"
#include "ui/elimination_sign.h"
#include "ui/finish_clock.h"
#include "ui/hud_marks.h"
#include "ui/hud_trial.h"
#include "ui/signs.h"

#include "picture_rig.h"

static void times_and_places_read_as_people_write_them(void **state) {
    (void)state;
    char text[24], place[8];
    assert_string_equal(hud_time_text(83.4561, text), "1:23.456");
    assert_string_equal(hud_time_text(0.0004, text), "0:00.000");
    assert_string_equal(hud_time_text(59.9996, text), "1:00.000");
    assert_string_equal(hud_time_text(754.001, text), "12:34.001");
    assert_string_equal(hud_time_text(0.0, text), "-");
    assert_string_equal(hud_time_text(-3.0, text), "-");
    assert_string_equal(hud_time_text((double)NAN, text), "-");
    assert_string_equal(hud_time_text(1e30, text), "-");
    assert_string_equal(hud_place_text(1, place), "1st");
    assert_string_equal(hud_place_text(2, place), "2nd");
    assert_string_equal(hud_place_text(3, place), "3rd");
    assert_string_equal(hud_place_text(4, place), "4th");
    assert_string_equal(hud_place_text(11, place), "11th");
    assert_string_equal(hud_place_text(12, place), "12th");
    assert_string_equal(hud_place_text(13, place), "13th");
    assert_string_equal(hud_place_text(22, place), "22nd");
}

static HudView view_of(ViewRect rect, int height_px, int car) {
    return (HudView){
        .rect = rect,
        .height_px = height_px,
        .car = car,
        .keys_rescue = "Q",
        .camera = {.span = 60.0f, .started = true},
    };
}

static void draw(PictureRig *rig, DrawList *list, const HudView *view, int height_px) {
    CarLook looks[RIG_CARS_MAX];
    for (int i = 0; i < rig->race->car_count; i++) {
        looks[i] = race_picture_look(i);
    }
    draw_list_clear(list);
    Canvas canvas = canvas_make(list, &rig->font, 1280, height_px);
    HudTaken taken = {0};
    HudMarks marks = {.before = rig->race};
    hud_draw(&canvas, rig->race, view, looks, NULL, &taken);
    hud_marks_draw(&canvas, rig->race, view, &marks, looks, &taken);
}

static int glyphs(const DrawList *list) {
    int count = 0;
    for (int i = 0; i < list->vertex_count; i++) {
        count += list->vertices[i].u >= 0.0f ? 1 : 0;
    }
    return count / 4;
}

static void everything_stays_inside_its_view(void **state) {
    (void)state;
    static const int sizes[4][2] = {{1280, 720}, {1920, 1080}, {640, 480}, {2560, 1080}};
    PictureRig *rig = rig_make(4);
    DrawList list = {0};
    for (int size = 0; size < 4; size++) {
        for (int players = 1; players <= 4; players++) {
            ViewRect rects[4];
            camera_layout(CAMERA_LAYOUT_AUTO, players, sizes[size][0], sizes[size][1], rects);
            for (int i = 0; i < players; i++) {
                HudView view = view_of(rects[i], sizes[size][1], i);
                // Everything that can be shown at once, and the next gate far outside.
                race_racers(rig->race)[i].missed_gate = 0;
                race_racers(rig->race)[i].missed_s = 1.0f;
                view.camera.center = vec2_make(40.0f, 15.0f * (float)i);
                draw(rig, &list, &view, sizes[size][1]);
                assert_list_sound(&list);
                float top = (float)(sizes[size][1] - rects[i].y - rects[i].height);
                for (int k = 0; k < list.vertex_count; k++) {
                    float x = list.vertices[k].x - (float)rects[i].x;
                    float y = list.vertices[k].y - top;
                    assert_true(x > -3.0f && x < (float)rects[i].width + 3.0f);
                    assert_true(y > -3.0f && y < (float)rects[i].height + 3.0f);
                }
            }
        }
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_time_trial_keeps_off_the_other_plates(void **state) {
    (void)state;
    static const int sizes[4][2] = {{1280, 720}, {1920, 1080}, {640, 480}, {2560, 1080}};
    static const int gate_counts[3] = {2, 12, TRACK_GATES_MAX};
    static const float scales[3] = {0.75f, 1.0f, 2.0f};
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    for (int i = 0; i < 4 * 3 * 3 * 2; i++) {
        const int *size = sizes[i % 4];
        ViewRect rect = {.width = size[0], .height = size[1]};
        HudView view = view_of(rect, size[1], 0);
        view.scale = scales[i / 12 % 3];
        view.line = "frame 16.6 ms";
        view.record_s = 61.5;
        HudTrial trial = {.target = MEDAL_GOLD, .target_s = 83.456, .ghost_count = 4};
        if (i >= 4 * 3 * 3) { // a turn of the hot seat, with the longest names
            view.lap = "WWWWWWWWWWWWWWWWWWWWWWWW  20/20";
            trial.rival = "WWWWWWWWWWWWWWWWWWWWWWWW";
        }
        for (int k = 0; k < 4; k++) { // on the road, under the plates, out of sight
            trial.ghosts[k] = (HudGhost){
                camera_point(&view.camera, rect, size[1], 0.3f * (float)(k * size[0]), 90.0f),
                "author", 0xFFFFFFFFu};
        }
        rig->track.gate_count = gate_counts[i / 4 % 3];
        draw_list_clear(&list);
        Canvas canvas = canvas_make(&list, &rig->font, size[0], size[1]);
        CarLook look = race_picture_look(0);
        HudTaken taken = {0};
        hud_draw(&canvas, rig->race, &view, &look, NULL, &taken);
        int before = taken.count;
        hud_trial_draw(&canvas, rig->race, &view, &trial, &taken);
        assert_true(taken.count > before);
        for (int a = 0; a < taken.count; a++) {
            const Area *area = &taken.areas[a];
            assert_true(area->x >= 0.0f && area->x + area->width <= (float)size[0]);
            assert_true(area->y >= 0.0f && area->y + area->height <= (float)size[1]);
            for (int b = 0; b < a; b++) {
                assert_false(canvas_overlap(taken.areas[b], *area));
            }
        }
        rig->track.gate_count = 2;
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

/// Where the hint at the next gate stands: the mean of what is drawn in its colour near the rim.
static float hint_x(PictureRig *rig, DrawList *list, vec2s branch) {
    TrackGate other = {.left = branch, .right = branch};
    rig->gates[0].left = rig->gates[0].right = vec2_make(-300.0f, 0.0f);
    rig->gates[0].others = &other;
    rig->gates[0].other_count = 1;
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    draw(rig, list, &view, 720);
    rig->gates[0].other_count = 0;
    float right = 0.0f;
    for (int i = 0; i + 2 < list->index_count; i += 3) {
        const DrawVertex *v = &list->vertices[list->indices[i]];
        bool rim = v->y > 300.0f && v->y < 420.0f && v->u < 0.0f;
        right = rim && fabsf(v->x - 640.0f) > 500.0f ? v->x : right;
    }
    return right;
}

static void the_hint_points_to_the_nearest_branch(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    DrawList list = {0};
    assert_true(hint_x(rig, &list, vec2_make(250.0f, 0.0f)) > 1100.0f);
    assert_true(hint_x(rig, &list, vec2_make(350.0f, 0.0f)) < 180.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void each_call_adds_its_letters(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    DrawList list = {0};
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    draw(rig, &list, &view, 720);
    int plain = glyphs(&list);
    Racer *racer = &race_racers(rig->race)[0];
    racer->wrong_way = true;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 8); // WRONG WAY
    racer->wrong_way = false;
    racer->missed_gate = 1;
    racer->missed_s = 1.0f;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 16); // MISSED CHECKPOINT
    racer->missed_gate = -1;
    racer->stuck_s = 4.0f;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 11); // Stuck? Hold Q
    racer->stuck_s = 0.0f;
    racer->retired = true;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 12); // TIME IS UP: 1st
    racer->retired = false;
    racer->lap = 2;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 0); // the last lap is 5 s old
    racer->lap_started_tick = rig->race->tick - 240;
    draw(rig, &list, &view, 720);
    assert_int_equal(glyphs(&list) - plain, 8); // FINAL LAP
    draw_list_destroy(&list);
    rig_free(rig);
}

static void the_lights_fill_up_and_turn_green(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    DrawList list = {0};
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    float unit = canvas_unit(1280.0f, 720.0f), y = 0.11f * 720.0f;
    rig->race->phase = RACE_COUNTDOWN;
    for (int tick = 0; tick < 720; tick += 60) {
        rig->race->tick = (uint32_t)tick;
        draw(rig, &list, &view, 720);
        int lit = 0;
        for (int i = 0; i < 5; i++) {
            float x = 640.0f + (float)(i - 2) * 54.0f * unit;
            lit += rgb_at(&list, x, y, 0x000000FFu).r > 200.0f ? 1 : 0;
        }
        assert_int_equal(lit, tick * 5 / 720 + 1);
    }
    rig->race->tick = 720;
    rig->race->phase = RACE_RUNNING;
    draw(rig, &list, &view, 720);
    Rgb green = rgb_at(&list, 640.0f, y, 0x000000FFu);
    assert_true(green.g > 200.0f && green.r < 160.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

/// px: the tallest triangle of a letter.
static float tallest_letter(const DrawList *list) {
    float tallest = 0.0f;
    for (int i = 0; i < list->index_count; i += 3) {
        const DrawVertex *corners[3];
        float low = INFINITY, high = -INFINITY;
        bool letter = true;
        for (int k = 0; k < 3; k++) {
            corners[k] = &list->vertices[list->indices[i + k]];
            letter = letter && corners[k]->u >= 0.0f;
            low = fminf(low, corners[k]->y);
            high = fmaxf(high, corners[k]->y);
        }
        tallest = letter ? fmaxf(tallest, high - low) : tallest;
    }
    return tallest;
}

/// How often the GO changes in the frames that it is shown, if it never grows brighter or smaller.
static int go_changes(PictureRig *rig, bool steady) {
    DrawList list = {0};
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    view.steady = steady;
    float y = 0.11f * 720.0f, brightness = -1.0f, size = -1.0f;
    rig->race->phase = RACE_RUNNING;
    int changes = -1;
    for (int tick = 720; tick < 720 + 240 * 9 / 10; tick += 4) {
        rig->race->tick = (uint32_t)tick;
        draw(rig, &list, &view, 720);
        float now = rgb_at(&list, 640.0f, y, 0x000000FFu).g, tall = tallest_letter(&list);
        assert_true(changes < 0 || (now <= brightness && tall >= size));
        changes += now != brightness || tall != size ? 1 : 0;
        brightness = now;
        size = tall;
    }
    draw_list_destroy(&list);
    return changes;
}

static void the_go_grows_and_fades_but_where_all_is_steady(void **state) {
    (void)state;
    PictureRig *rig = rig_make(2);
    assert_int_equal(go_changes(rig, false), 53);
    assert_int_equal(go_changes(rig, true), 0);
    rig_free(rig);
}

static void the_arrow_shows_only_where_the_gate_is_out_of_sight(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    view.camera.center = rig_on_circle(RIG_RADIUS, TRIG_PI); // the first gate
    draw(rig, &list, &view, 720);
    int without = list.vertex_count;
    view.camera.center = vec2_make(60.0f, 0.0f); // it lies far to the left
    draw(rig, &list, &view, 720);
    assert_true(list.vertex_count > without);
    float margin = 34.0f * canvas_unit(1280.0f, 720.0f);
    Rgb accent = rgb_at(&list, margin - 4.0f, 360.0f, 0x000000FFu);
    assert_true(rgb_distance(accent, rgb_of(0xFFC145FFu)) < 3.0f);
    draw_list_destroy(&list);
    rig_free(rig);
}

static void projection_puts_the_cameras_centre_in_the_middle(void **state) {
    (void)state;
    HudView view = view_of((ViewRect){640, 360, 640, 360}, 720, 0); // upper right quarter
    view.camera.center = vec2_make(7.0f, -3.0f);
    vec2s middle = camera_pixel(&view.camera, view.rect, 720, vec2_make(7.0f, -3.0f));
    assert_near(middle.x, 960.0, 1e-3);
    assert_near(middle.y, 180.0, 1e-3);
    vec2s above =
        camera_pixel(&view.camera, view.rect, 720, vec2_make(7.0f, 2.0f)); // 5 of 60 m, 360 px
    assert_near(above.x, 960.0, 1e-3);
    assert_near(above.y, 180.0 - 30.0, 1e-3);
}

static const char *const names[] = {"You", "Ada", "Bo", "Cleo"};

static void finish(PictureRig *rig, int car, double total_s) {
    race_racers(rig->race)[car].finished = true;
    race_racers(rig->race)[car].total_s = total_s;
    rig->race->finished_count++;
}

static void the_clock_names_who_has_finished_and_the_seconds_that_remain(void **state) {
    (void)state;
    PictureRig *rig = rig_make(4);
    Race *race = rig->race;
    char text[FINISH_TEXT_MAX];
    race->end_tick = race->tick + 61 * RACE_TICKS_PER_SECOND; // of the time limit
    assert_string_equal(finish_clock_left(race, text), "");
    race->end_tick -= RACE_TICKS_PER_SECOND;
    assert_string_equal(finish_clock_left(race, text), "Race ends in 1:00");
    assert_string_equal(finish_clock_who(race, names, text), "");
    finish(rig, 1, 30.0);
    race->end_tick = race->tick + 90 * RACE_TICKS_PER_SECOND - 1;
    assert_string_equal(finish_clock_left(race, text), "Race ends in 1:30");
    assert_string_equal(finish_clock_who(race, names, text), "Ada has finished");
    finish(rig, 3, 29.0);
    assert_string_equal(finish_clock_who(race, names, text), "Cleo and Ada have finished");
    finish(rig, 2, 31.0);
    assert_string_equal(finish_clock_who(race, names, text), "Cleo and 2 others have finished");
    race->tick = race->end_tick - 1;
    assert_string_equal(finish_clock_left(race, text), "Race ends in 0:01");
    race->phase = RACE_OVER;
    assert_string_equal(finish_clock_left(race, text), "");
    race->phase = RACE_RUNNING;
    race->mode = RACE_MODE_PRACTICE;
    assert_string_equal(finish_clock_left(race, text), "");
    rig_free(rig);
}

// In a small view in place of the lap; in others a sign says it (test_hud_layout).
static void who_is_out_of_a_battle_reads_whom_he_watches(void **state) {
    (void)state;
    PictureRig *rig = rig_make(4);
    Race *race = rig->race;
    char text[FINISH_TEXT_MAX];
    race->battle_mode = BATTLE_LAST;
    HudView view = view_of((ViewRect){0, 0, 320, 240}, 480, 1);
    assert_true(hud_is_small(&view));
    assert_null(finish_clock_watched(race, &view, names, text));
    view.home_place = 3;
    assert_string_equal(finish_clock_watched(race, &view, names, text), "Here is Ada");
    view.ends = true;
    assert_string_equal(finish_clock_watched(race, &view, names, text), "Gas ends it");
    race->battle_mode = BATTLE_LAPS; // there a clock runs
    assert_null(finish_clock_watched(race, &view, names, text));
    race->battle_mode = BATTLE_LAST;
    view = view_of((ViewRect){0, 0, 1280, 720}, 720, 1);
    view.home_place = 3;
    assert_null(finish_clock_watched(race, &view, names, text));
    rig_free(rig);
}

static void the_sign_of_an_elimination_names_who_is_last_and_when_he_is_out(void **state) {
    (void)state;
    PictureRig *rig = rig_make(4);
    Race *race = rig->race;
    char text[ELIMINATION_TEXT_MAX];
    race->phase = RACE_RUNNING;
    race->tick = race->start_tick + 25 * RACE_TICKS_PER_SECOND + 1;
    for (int i = 0; i < 4; i++) {
        race_racers(race)[i].place = i + 1;
    }
    assert_string_equal(elimination_sign_when(race, text), "");
    assert_string_equal(elimination_sign_who(race, 0, 0, names, text), "");
    race->rules.elimination = ELIMINATION_TIME;
    assert_string_equal(elimination_sign_when(race, text), "Last out in 5 s");
    assert_string_equal(elimination_sign_who(race, 0, 0, names, text), "Cleo is last");
    assert_string_equal(elimination_sign_who(race, 3, 3, names, text), "You are last");
    race_racers(race)[3].eliminated = 4;
    race->eliminated_count = 1;
    assert_string_equal(elimination_sign_when(race, text), "Last out in 25 s");
    assert_string_equal(elimination_sign_who(race, 2, 2, names, text), "You are last");
    assert_string_equal(elimination_sign_who(race, 3, 3, names, text), "You are out, 4th");
    assert_string_equal(elimination_sign_who(race, 3, 1, names, text), "You are 4th. Here is Ada");
    race->rules.elimination = ELIMINATION_LAP;
    assert_string_equal(elimination_sign_when(race, text), "Last out at the end of lap 2");
    race->phase = RACE_OVER;
    assert_string_equal(elimination_sign_when(race, text), "");
    assert_string_equal(elimination_sign_who(race, 3, 1, names, text), "");
    rig_free(rig);
}

/// Left, right, top and bottom of what the list shows, in pixels of `view`.
static void extent(const DrawList *list, ViewRect rect, int height_px, float out[4]) {
    float x = (float)rect.x, y = (float)(height_px - rect.y - rect.height);
    out[0] = out[2] = INFINITY;
    out[1] = out[3] = -INFINITY;
    for (int i = 0; i < list->vertex_count; i++) {
        out[0] = fminf(out[0], list->vertices[i].x - x);
        out[1] = fmaxf(out[1], list->vertices[i].x - x);
        out[2] = fminf(out[2], list->vertices[i].y - y);
        out[3] = fmaxf(out[3], list->vertices[i].y - y);
    }
}

static void the_clock_stands_between_the_plates_of_every_view(void **state) {
    (void)state;
    static const int sizes[4][2] = {{1280, 720}, {1920, 1080}, {640, 360}, {2560, 1080}};
    PictureRig *rig = rig_make(4);
    CarLook looks[RIG_CARS_MAX];
    rig_looks(looks);
    finish(rig, 3, 30.0);
    rig->race->end_tick = rig->race->tick + 40 * RACE_TICKS_PER_SECOND;
    DrawList list = {0};
    for (int size = 0; size < 4; size++) {
        for (int players = 1; players <= 4; players++) {
            ViewRect rects[4];
            camera_layout(CAMERA_LAYOUT_AUTO, players, sizes[size][0], sizes[size][1], rects);
            for (int i = 0; i < players; i++) {
                HudView view = view_of(rects[i], sizes[size][1], i);
                view.home_place = i == 3 ? 1 : 0; // he watches
                view.ends = i == 3;
                draw_list_clear(&list);
                Canvas canvas = canvas_make(&list, &rig->font, sizes[size][0], sizes[size][1]);
                HudTaken taken = {0};
                hud_draw(&canvas, rig->race, &view, looks, NULL, &taken);
                draw_list_clear(&list);
                finish_clock_draw(&canvas, rig->race, &view, names, &taken);
                float at[4];
                extent(&list, rects[i], sizes[size][1], at);
                // "Race ends in 0:40", "Cleo has finished"; "Gas ends the race", "You are 1st"
                assert_true(glyphs(&list) >= (view.ends ? 21 : 26));
                assert_true(at[0] > 0.0f && at[1] < (float)rects[i].width);
                Area clock = taken.areas[taken.count - 1];
                for (int k = 0; k + 1 < taken.count; k++) {
                    assert_false(canvas_overlap(taken.areas[k], clock));
                }
                assert_true(at[2] > 0.0f && at[3] < hud_message_top(&view));
            }
        }
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_second_frame_allocates_nothing(void **state) {
    (void)state;
    PictureRig *rig = rig_make(6);
    DrawList list = {0};
    HudView view = view_of((ViewRect){0, 0, 1280, 720}, 720, 0);
    draw(rig, &list, &view, 720);
    const DrawVertex *vertices = list.vertices;
    draw(rig, &list, &view, 720);
    assert_ptr_equal(list.vertices, vertices);
    draw_list_destroy(&list);
    rig_free(rig);
}

/// The box of what `list` has and `other` has not.
static Box added(const DrawList *list, const DrawList *other) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = 0, k = 0; i < list->vertex_count; i++) {
        const DrawVertex *vertex = &list->vertices[i];
        bool same =
            k < other->vertex_count && memcmp(vertex, &other->vertices[k], sizeof *vertex) == 0;
        k += same;
        if (!same) {
            box.low = vec2_make(fminf(box.low.x, vertex->x), fminf(box.low.y, vertex->y));
            box.high = vec2_make(fmaxf(box.high.x, vertex->x), fmaxf(box.high.y, vertex->y));
        }
    }
    assert_true(box.low.x < box.high.x);
    return box;
}

/// Whether a vertex of `list` lies in `box`.
static bool is_anything_in(const DrawList *list, Box box) {
    for (int i = 0; i < list->vertex_count; i++) {
        float x = list->vertices[i].x, y = list->vertices[i].y;
        if (x > box.low.x && x < box.high.x && y > box.low.y && y < box.high.y) {
            return true;
        }
    }
    return false;
}

/// A view in which all can be seen, without the arrow to the next gate.
static HudView whole_view(PictureRig *rig, ViewRect rect, int height_px, int car) {
    HudView view = view_of(rect, height_px, car);
    view.camera.center = rig_on_circle(RIG_RADIUS, TRIG_PI); // the first gate
    race_racers(rig->race)[car].best_lap_s = 51.2;
    race_racers(rig->race)[car].sector_s[0] = 5.0f;
    race_racers(rig->race)[car].best_sector_s[0] = 4.0f;
    return view;
}

static void frame_times_cover_no_other_part(void **state) {
    (void)state;
    static const int sizes[3][2] = {{1280, 720}, {1920, 1080}, {960, 540}};
    PictureRig *rig = rig_make(4);
    CarLook looks[RIG_CARS_MAX];
    rig_looks(looks);
    DrawList plain = {0}, timed = {0}, minimap = {0};
    track_mesh_minimap(&rig->track, &minimap);
    for (int size = 0; size < 3; size++) {
        for (int players = 1; players <= 4; players++) {
            ViewRect rects[4];
            camera_layout(CAMERA_LAYOUT_AUTO, players, sizes[size][0], sizes[size][1], rects);
            HudView view = whole_view(rig, rects[0], sizes[size][1], 0);
            draw_list_clear(&plain);
            draw_list_clear(&timed);
            Canvas canvas = canvas_make(&plain, &rig->font, sizes[size][0], sizes[size][1]);
            HudTaken taken = {0};
            hud_draw(&canvas, rig->race, &view, looks, &minimap, &taken);
            view.line = "frame 100.0 ms";
            canvas = canvas_make(&timed, &rig->font, sizes[size][0], sizes[size][1]);
            hud_draw(&canvas, rig->race, &view, looks, &minimap, &taken);
            Box line = added(&timed, &plain);
            assert_false(is_anything_in(&plain, line));
        }
    }
    draw_list_destroy(&plain);
    draw_list_destroy(&timed);
    draw_list_destroy(&minimap);
    rig_free(rig);
}

static void a_new_set_up_is_told_in_one_line_between_the_plates(void **state) {
    (void)state;
    static const int sizes[4][2] = {{1280, 720}, {1920, 1080}, {960, 540}, {832, 720}};
    static const char *const text =
        "Set-up B: aero.downforce_area_front 1.0625 \u2192 1.2625 and 28 more";
    PictureRig *rig = rig_make(2);
    CarLook looks[RIG_CARS_MAX];
    rig_looks(looks);
    DrawList hud = {0}, note = {0};
    const DrawList nothing = {0};
    for (int size = 0; size < 4; size++) {
        int width = sizes[size][0], height = sizes[size][1];
        HudView view = whole_view(rig, (ViewRect){0, 0, width, height}, height, 0);
        draw_list_clear(&hud);
        draw_list_clear(&note);
        Canvas canvas = canvas_make(&hud, &rig->font, width, height);
        HudTaken taken = {0};
        hud_draw(&canvas, rig->race, &view, looks, NULL, &taken);
        canvas = canvas_make(&note, &rig->font, width, height);
        sign_setup_note(&canvas, 72.0f, 1.0f, 0xE69F00FFu, text);
        Box line = added(&note, &nothing);
        assert_false(is_anything_in(&hud, line));
        assert_true(line.low.x >= 0.0f && line.high.x <= (float)width);
        assert_true(line.high.y <= 0.13f * (float)height); // the rim of the picture
        assert_true(line.high.y - line.low.y < 0.05f * (float)height);
        assert_false(is_anything_in(
            &note, (Box){vec2_make(0.0f, line.high.y), vec2_make((float)width, (float)height)}));
    }
    draw_list_destroy(&hud);
    draw_list_destroy(&note);
    rig_free(rig);
}

static void a_faded_toast_draws_nothing(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
    vec2s middle = {{640.0f, 500.0f}};
    SignToast toast = {.text = "P2: you are the mint car", .color = 0xFF0000FFu};
    for (int badge = 0; badge < 2; badge++) {
        toast.badge = badge == 1;
        toast.alpha = 0.0f;
        draw_list_clear(&list);
        sign_toast(&canvas, middle, 1000.0f, 32.0f, &toast);
        assert_int_equal(list.vertex_count, 0);
        toast.alpha = 0.5f;
        sign_toast(&canvas, middle, 1000.0f, 32.0f, &toast);
        assert_true(list.vertex_count > 0);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_note_of_long_lines_stays_on_the_screen_and_below_the_plates(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    static const int sizes[][2] = {{1280, 720}, {640, 360}, {1920, 1080}};
    for (int i = 0; i < 3; i++) {
        DrawList list = {0};
        int width = sizes[i][0], height = sizes[i][1];
        Canvas canvas = canvas_make(&list, &rig->font, width, height);
        sign_note(
            &canvas, 0xFF0000FFu,
            "ring.track.yaml has 2 mistakes: driving the last good version\nline 6:5: unknown "
            "key \"widht\" in a ribbon of a track whose maker wrote much more than anybody "
            "would and then went on and on, until no line of a screen could hold it all\n"
            "help: did you mean \"width\"?");
        assert_true(list.vertex_count > 0);
        float low = 0.0f;
        for (int k = 0; k < list.vertex_count; k++) {
            const DrawVertex *vertex = &list.vertices[k];
            assert_true(vertex->x >= 0.0f && vertex->x <= (float)width);
            assert_true(vertex->y >= 135.0f * canvas_unit((float)width, (float)height));
            low = fmaxf(low, vertex->y);
        }
        assert_true(low < 0.6f * (float)height); // in the smallest of windows
        draw_list_destroy(&list);
    }
    rig_free(rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_and_places_read_as_people_write_them),
        cmocka_unit_test(everything_stays_inside_its_view),
        cmocka_unit_test(a_time_trial_keeps_off_the_other_plates),
        cmocka_unit_test(each_call_adds_its_letters),
        cmocka_unit_test(the_hint_points_to_the_nearest_branch),
        cmocka_unit_test(the_lights_fill_up_and_turn_green),
        cmocka_unit_test(the_go_grows_and_fades_but_where_all_is_steady),
        cmocka_unit_test(the_arrow_shows_only_where_the_gate_is_out_of_sight),
        cmocka_unit_test(projection_puts_the_cameras_centre_in_the_middle),
        cmocka_unit_test(the_clock_names_who_has_finished_and_the_seconds_that_remain),
        cmocka_unit_test(who_is_out_of_a_battle_reads_whom_he_watches),
        cmocka_unit_test(the_sign_of_an_elimination_names_who_is_last_and_when_he_is_out),
        cmocka_unit_test(the_clock_stands_between_the_plates_of_every_view),
        cmocka_unit_test(a_second_frame_allocates_nothing),
        cmocka_unit_test(frame_times_cover_no_other_part),
        cmocka_unit_test(a_new_set_up_is_told_in_one_line_between_the_plates),
        cmocka_unit_test(a_faded_toast_draws_nothing),
        cmocka_unit_test(a_note_of_long_lines_stays_on_the_screen_and_below_the_plates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
