/// Where the parts of the HUD stand: in every layout and size, and at every scale of texts.
#include "track_picture/track_mesh.h"
#include "ui/elimination_sign.h"
#include "ui/finish_clock.h"
#include "ui/hud.h"
#include "ui/hud_marks.h"
#include "ui/hud_notice.h"
#include "ui/key_hints.h"
#include "ui/line_up.h"

#include <math.h>

#include "picture_rig.h"
#include "texts.h"

enum {
    PEOPLE = 4,
    CARS = 6,
};

/// What a view may have to say at once.
typedef enum Moment {
    MOMENT_COUNTDOWN,
    MOMENT_DRIVE,       ///< A gate missed, a lap just compared, the clock of the finish running.
    MOMENT_FINISH,      ///< The view's car is home.
    MOMENT_ELIMINATION, ///< Its car is out, or may be next.
    MOMENT_RULES,       ///< All that the rules may say at once.
    MOMENT_HOME,        ///< Who is home watches another.
    MOMENT_BATTLE,      ///< To the flag: some are spun out, hits are told.
    MOMENT_BATTLE_LAST,
    MOMENT_BATTLE_OUT, ///< Who is out of one until one is left watches another.
    MOMENT_COUNT,
} Moment;

typedef struct Desk {
    PictureRig *rig;
    CarLook looks[RIG_CARS_MAX];
    DrawList minimap, list;
    CanvasTexts texts;
    HudTaken taken;
} Desk;

static const char *const names[CARS] = {"Anna-Katharina", "P2", "P3", "Jo", "Ada", "Bo"};

static Desk *desk_make(void) {
    Desk *desk = calloc(1, sizeof *desk);
    assert_non_null(desk);
    desk->rig = rig_make(CARS);
    for (int i = 0; i < FONT_GLYPHS; i++) { // as wide as letters and digits of Inter are
        desk->rig->font.glyphs[i].advance = 0.62f;
    }
    desk->rig->font.digit_advance = 0.64f;
    rig_looks(desk->looks);
    track_mesh_minimap(&desk->rig->track, &desk->minimap);
    for (int i = 0; i < CARS; i++) {
        rig_bodies(desk->rig)[i].position = vec2_make(9.0f * (float)(i % 3), 14.0f * (float)i);
    }
    return desk;
}

static void desk_free(Desk *desk) {
    draw_list_destroy(&desk->minimap);
    draw_list_destroy(&desk->list);
    rig_free(desk->rig);
    free(desk);
}

/// Shells have hit: what a battle adds to the views.
static void set_battle(Race *race, BattleMode mode) {
    battle_state_make(&race->battle);
    race->battle_mode = mode;
    for (int i = 0; i < CARS && mode != BATTLE_OFF; i++) {
        race->battle.cars[i].damage = (uint8_t)(i % BATTLE_HITS_OUT);
        race->battle.cars[i].reload = (uint16_t)(100 * i);
        race->battle.cars[i].out = mode == BATTLE_LAPS && i % 2 == 0 ? 500 : 0;
        race->battle.cars[i].idle = i % 2 == 0 ? BATTLE_IDLE_TICKS - 2400 : 0;
        race->battle.cars[i].carries = i % 2 == 0 ? ITEM_MINE : ITEM_OIL;
        race->battle.cars[i].left = 3;
    }
    for (int i = 0; i < 6 && mode != BATTLE_OFF; i++) {
        battle_note(&race->battle, (BattleNote){.tick = race->tick - 30,
                                                .kind = i % 3 == 0   ? BATTLE_KNOCKOUT
                                                        : i % 3 == 1 ? BATTLE_HIT
                                                                     : BATTLE_WORN,
                                                .car = (int8_t)i,
                                                .other = (int8_t)(CARS - 1 - i),
                                                .damage = 1});
    }
}

static void set_moment(Desk *desk, Moment moment) {
    Race *race = desk->rig->race;
    race->phase = moment == MOMENT_COUNTDOWN ? RACE_COUNTDOWN : RACE_RUNNING;
    race->tick = moment == MOMENT_COUNTDOWN ? 300 : 60000;
    bool eliminates = moment == MOMENT_ELIMINATION;
    race->end_tick = moment == MOMENT_DRIVE || moment == MOMENT_HOME
                         ? race->tick + 40 * RACE_TICKS_PER_SECOND
                         : 0;
    bool last = moment == MOMENT_BATTLE_LAST || moment == MOMENT_BATTLE_OUT;
    race->start_tick = last ? race->tick - BATTLE_LATE_TICKS / 2 : 0; // wear counts once there
    race->finished_count = moment == MOMENT_COUNTDOWN || eliminates || last ? 0 : 1;
    race->eliminated_count = eliminates ? 2 : 0;
    set_battle(race, moment == MOMENT_BATTLE ? BATTLE_LAPS : last ? BATTLE_LAST : BATTLE_OFF);
    race->rules.elimination = eliminates ? ELIMINATION_TIME : ELIMINATION_OFF;
    for (int i = 0; i < CARS; i++) {
        Racer *racer = &race_racers(race)[i];
        racer->finished = (i == 5 && !eliminates) || moment == MOMENT_FINISH;
        racer->place = i + 1;
        racer->eliminated = (uint8_t)(eliminates && i >= 4 ? i + 1 : 0);
        racer->eliminated_tick = race->tick - 60;
        racer->total_s = 754.3;
        racer->best_lap_s = 83.456;
        racer->lap_started_tick = race->tick - 60;
        racer->sector_s[0] = 0.1f;
        racer->best_sector_s[0] = 0.9f;
        racer->missed_gate = moment == MOMENT_DRIVE ? 0 : -1;
        racer->missed_s = 1.0f;
        racer->line_point = 0;
        bool rules = moment == MOMENT_RULES;
        racer->lap = rules && i == 4 ? 2 : 0; // and is about to lap all others
        racer->penalty_s = rules ? 12.0f : 0.0f;
        racer->lap_marks = rules ? LAP_CUT : 0;
        racer->car.boost = rules ? -0.18f : 0.0f;
        racer->cutting = (Cutting){.owed_s = rules ? 0.8f : 0.0f};
        racer->false_start = moment == MOMENT_COUNTDOWN;
        desk->rig->data.lines[i].length = rules ? 300.0f : 0.0f;
        desk->rig->data.lines[i].lap_s = 12.0f;
    }
}

/// The HUD of one view, as the game draws it.
static void draw_view(Desk *desk, const Canvas *canvas, const HudView *view, Moment moment) {
    const Race *race = desk->rig->race;
    const char *people[CARS] = {names[0], names[1], names[2], names[3]};
    HudMarks marks = {.before = race, .people = people};
    if (moment == MOMENT_DRIVE) {
        marks.road = (RoadAhead){.alpha = 1.0f,
                                 .leaves = vec2_make(500.0f, 100.0f),
                                 .corner = {{{0.0f, 0.0f}}, {{10.0f, 0.0f}}, {{14.0f, 9.0f}}},
                                 .corner_count = 3,
                                 .corner_m = 123.0f,
                                 .corner_share = 0.8f};
    }
    desk->taken.count = 0;
    hud_draw(canvas, race, view, desk->looks, &desk->minimap, &desk->taken);
    finish_clock_draw(canvas, race, view, names, &desk->taken);
    elimination_sign_draw(canvas, race, view, view->car == 1 ? 5 : view->car, names, &desk->taken);
    if (moment == MOMENT_COUNTDOWN) {
        KeyHints hints = {"Up",         "Down",
                          "Left",       "Right",
                          "Right Ctrl", "P1: you are red",
                          0xFF0000FF,   hud_is_small(view),
                          {0},          NULL};
        HudRoom room = hud_room(canvas, race, view, &desk->minimap);
        KeyHintsArea area =
            key_hints_area(canvas->font, &hints, &room,
                           key_hints_place(canvas, &hints, &room, race, view, &desk->taken));
        key_hints_draw(canvas, &hints, &area, 1.0f);
        hud_take(&desk->taken, (Area){area.x, area.y, area.width, area.height});
    }
    static const DriverFace *const faces[CARS] = {NULL};
    const LineUp line_up = {.race = race,
                            .names = names,
                            .faces = faces,
                            .looks = desk->looks,
                            .people = 0xF,
                            .car = view->car};
    line_up_draw_in_view(canvas, &line_up, view, &desk->taken);
    int texts = desk->texts.count;
    const SignToast notice = {"Anna-Katharina: New best lap 1:23.456 (\u22120.123): gold medal",
                              0xFF0000FFu, .alpha = 1.0f, .badge = true};
    hud_notice_draw(canvas, view, &notice, (Area){0}, &desk->taken);
    assert_true(desk->texts.count > texts); // there is always room
    hud_marks_draw(canvas, race, view, &marks, desk->looks, &desk->taken);
}

static bool is_inside(Area area, ViewRect rect, int height_px, float rim) {
    float left = (float)rect.x - rim, top = (float)(height_px - rect.y - rect.height) - rim;
    return area.x >= left && area.x + area.width <= (float)(rect.x + rect.width) + rim &&
           area.y >= top && area.y + area.height <= (float)(height_px - rect.y) + rim;
}

/// Texts in their view, no plate on another; the shared map stands over several views.
static void assert_view_in_order(const Desk *desk, const HudView *view, int first_text,
                                 const char *what) {
    for (int i = first_text; i < desk->texts.count; i++) {
        if (!is_inside(desk->texts.areas[i], view->rect, view->height_px, 0.5f)) {
            fail_msg("%s: \"%s\" leaves its view", what, desk->texts.texts[i]);
        }
    }
    for (int i = 0; i < desk->taken.count; i++) {
        Area a = desk->taken.areas[i];
        bool shared = view->shared_map != NULL && a.x == view->shared_map->plate.x;
        if (!shared && !is_inside(a, view->rect, view->height_px, 0.5f)) {
            fail_msg("%s: a plate leaves its view: %.0f %.0f %.0f %.0f", what, (double)a.x,
                     (double)a.y, (double)a.width, (double)a.height);
        }
        for (int k = 0; k < i; k++) {
            Area b = desk->taken.areas[k];
            if (texts_overlap(a, b) > 0.5f) {
                fail_msg("%s: plate %d (%.0f %.0f %.0f %.0f) lies on %d (%.0f %.0f %.0f %.0f)",
                         what, i, (double)a.x, (double)a.y, (double)a.width, (double)a.height, k,
                         (double)b.x, (double)b.y, (double)b.width, (double)b.height);
            }
        }
    }
}

static void look_at(Desk *desk, CameraLayout layout, int players, const int size[2], float scale,
                    Moment moment) {
    ViewRect rects[PEOPLE];
    Minimap shared;
    camera_layout(layout, players, size[0], size[1], rects);
    bool shares = minimap_shared(&desk->minimap, rects, players, size[1], scale, &shared);
    set_moment(desk, moment);
    draw_list_clear(&desk->list);
    Canvas canvas = canvas_make(&desk->list, &desk->rig->font, size[0], size[1]);
    canvas.unit *= scale;
    canvas.texts = &desk->texts;
    desk->texts.count = 0;
    bool watches = moment == MOMENT_HOME || moment == MOMENT_BATTLE_OUT;
    for (int i = 0; i < players; i++) {
        HudView view = {.rect = rects[i],
                        .height_px = size[1],
                        .car = i,
                        .keys_rescue = "Backspace",
                        .line = i > 0                     ? NULL
                                : moment == MOMENT_FINISH ? "50 % speed"
                                                          : "frame 116.7 ms\nticks 10.2 ms\n"
                                                            "input 133.4 ms",
                        .shared_map = shares ? &shared : NULL,
                        .home_place = watches ? 12 : 0,
                        .ends = watches,
                        .scale = scale,
                        .camera = {.span = 60.0f, .angle = 0.7f * (float)(i % 2)}};
        view.camera.center = rig_bodies(desk->rig)[i].position;
        char what[96];
        snprintf(what, sizeof what, "layout %d, view %d of %d, %d x %d, scale %.2f, moment %d",
                 (int)layout, i + 1, players, size[0], size[1], (double)scale, (int)moment);
        int first = desk->texts.count;
        draw_view(desk, &canvas, &view, moment);
        assert_view_in_order(desk, &view, first, what);
    }
    if (shares) {
        minimap_draw(&shared, &canvas, desk->rig->race, desk->looks, 0xF);
    }
    assert_texts_stand_clear(&canvas);
}

static void texts_and_plates_stand_clear_in_every_layout_size_and_scale(void **state) {
    (void)state;
    static const int sizes[][2] = {
        {640, 480}, {1280, 720}, {1024, 768}, {1920, 1080}, {2560, 1080}};
    static const float scales[] = {0.75f, 1.0f, 1.5f, 2.0f};
    Desk *desk = desk_make();
    for (int size = 0; size < 5; size++) {
        for (int players = 1; players <= PEOPLE; players++) {
            for (int layout = 0; layout < CAMERA_LAYOUT_COUNT; layout++) {
                for (int scale = 0; scale < 4; scale++) {
                    for (int moment = 0; moment < MOMENT_COUNT; moment++) {
                        look_at(desk, (CameraLayout)layout, players, sizes[size], scales[scale],
                                (Moment)moment);
                    }
                }
            }
        }
    }
    desk_free(desk);
}

// The plates of low views stand beside the map that four of them share, not below it.
static void low_views_have_texts_as_large_as_high_ones(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1440}};
    Desk *desk = desk_make();
    for (int size = 0; size < 4; size++) {
        ViewRect rects[PEOPLE];
        Minimap shared;
        camera_layout(CAMERA_LAYOUT_AUTO, PEOPLE, sizes[size][0], sizes[size][1], rects);
        assert_true(minimap_shared(&desk->minimap, rects, PEOPLE, sizes[size][1], 2.0f, &shared));
        for (int i = 0; i < PEOPLE; i++) {
            HudView alone = {.rect = rects[i], .height_px = sizes[size][1], .scale = 2.0f};
            HudView view = alone;
            view.shared_map = &shared;
            assert_near(hud_unit(&view), hud_unit(&alone), 0.0);
        }
    }
    desk_free(desk);
}

/// How often the names of the AI's cars stand there, which no tag has.
static int count_rivals(const CanvasTexts *texts) {
    int count = 0;
    for (int i = 0; i < texts->count; i++) {
        for (int car = PEOPLE; car < CARS; car++) {
            count += strcmp(texts->texts[i], names[car]) == 0;
        }
    }
    return count;
}

// Not in quarters of a window, nor in what is too narrow; in small windows only where neither cars
// nor plates are in its way.
static void the_grid_is_listed_while_the_lights_count(void **state) {
    (void)state;
    static const struct {
        int size[2], players;
        bool listed;
    } cases[] = {
        {{1280, 720}, 1, true},   {{1920, 1080}, 1, true}, {{2560, 1080}, 1, true},
        {{1920, 1080}, 2, true},  {{640, 480}, 2, false},  {{1280, 720}, 4, false},
        {{2560, 1440}, 4, false},
    };
    Desk *desk = desk_make();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int rivals = cases[i].players * (CARS - PEOPLE);
        look_at(desk, CAMERA_LAYOUT_AUTO, cases[i].players, cases[i].size, 1.0f, MOMENT_COUNTDOWN);
        assert_int_equal(count_rivals(&desk->texts), cases[i].listed ? rivals : 0);
        look_at(desk, CAMERA_LAYOUT_AUTO, cases[i].players, cases[i].size, 1.0f, MOMENT_DRIVE);
        assert_int_equal(count_rivals(&desk->texts), 0);
    }
    desk_free(desk);
}

// Large plates in the corners do not make it small: it goes below them.
static void a_finish_is_told_in_letters_that_are_seen(void **state) {
    (void)state;
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {2560, 1080}};
    Desk *desk = desk_make();
    for (int size = 0; size < 3; size++) {
        for (int players = 1; players <= 2; players++) {
            look_at(desk, CAMERA_LAYOUT_AUTO, players, sizes[size], 2.0f, MOMENT_FINISH);
            int found = 0;
            for (int i = 0; i < desk->texts.count; i++) {
                if (strncmp(desk->texts.texts[i], "FINISHED", 8) == 0) {
                    found++;
                    assert_true(desk->texts.areas[i].height > 0.06f * (float)sizes[size][1]);
                }
            }
            assert_int_equal(found, players);
        }
    }
    desk_free(desk);
}

#define READABLE_PX 5.9f // of capitals, in the smallest quarters of a window of 640 x 480

/// The height of the smallest text, px.
static float smallest_text(const Desk *desk, const char **text) {
    float smallest = INFINITY;
    for (int i = 0; i < desk->texts.count; i++) {
        if (desk->texts.areas[i].height < smallest) {
            smallest = desk->texts.areas[i].height;
            *text = desk->texts.texts[i];
        }
    }
    return smallest;
}

static int count_texts(const Desk *desk, const char *text) {
    int count = 0;
    for (int i = 0; i < desk->texts.count; i++) {
        count += strcmp(desk->texts.texts[i], text) == 0;
    }
    return count;
}

// While the lights count, the picture of the keys takes the room that the cars leave.
static void nothing_is_said_in_letters_that_nobody_can_read(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1080}};
    static const float scales[] = {1.0f, 2.0f};
    Desk *desk = desk_make();
    for (int size = 0; size < 4; size++) {
        for (int players = 1; players <= PEOPLE; players++) {
            for (int scale = 0; scale < 2; scale++) {
                for (int moment = MOMENT_DRIVE; moment < MOMENT_COUNT; moment++) {
                    const char *text = "";
                    look_at(desk, CAMERA_LAYOUT_AUTO, players, sizes[size], scales[scale],
                            (Moment)moment);
                    float tall = smallest_text(desk, &text);
                    if (tall < READABLE_PX) {
                        fail_msg("\"%s\" is %.1f px tall at %d x %d, %d players, scale %.0f, "
                                 "moment %d",
                                 text, (double)tall, sizes[size][0], sizes[size][1], players,
                                 (double)scales[scale], moment);
                    }
                    if (moment == MOMENT_RULES) { // where there are many plates it stands first
                        assert_int_equal(count_texts(desk, "CUT: LIFT 0.8 s"), players);
                    }
                }
            }
        }
    }
    desk_free(desk);
}

static bool says(const Desk *desk, const char *text) {
    for (int i = 0; i < desk->texts.count; i++) {
        if (strcmp(desk->texts.texts[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static void what_the_rules_say_stands_in_each_view(void **state) {
    (void)state;
    const int size[2] = {1280, 720};
    Desk *desk = desk_make();
    for (int players = 1; players <= 2; players++) {
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_RULES);
        assert_true(says(desk, "You are being lapped"));
        assert_true(says(desk, "+12.0 s"));
        assert_true(says(desk, "Cut: no best lap"));
        assert_true(says(desk, "Power \u221218 %"));
        assert_true(says(desk, "CUT: LIFT 0.8 s"));
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_COUNTDOWN);
        assert_true(says(desk, "False start"));
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_HOME);
        assert_true(says(desk, "Race ends in 0:40, gas ends it now"));
        assert_true(says(desk, "You are 12th. Here is Anna-Katharina"));
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_BATTLE_OUT);
        assert_true(says(desk, "Here is Anna-Katharina"));
        assert_true(says(desk, "Gas ends the battle"));
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_BATTLE_LAST);
        assert_false(says(desk, "Here is Anna-Katharina"));
        look_at(desk, CAMERA_LAYOUT_AUTO, players, size, 1.0f, MOMENT_DRIVE);
        assert_false(says(desk, "You are being lapped"));
        assert_false(says(desk, "False start"));
    }
    desk_free(desk);
}

// In views without room for that, in fewer words.
static void who_is_about_to_wear_out_is_warned_in_every_layout(void **state) {
    (void)state;
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {2560, 1080}};
    Desk *desk = desk_make();
    for (int size = 0; size < 4; size++) {
        for (int players = 1; players <= PEOPLE; players++) {
            look_at(desk, CAMERA_LAYOUT_AUTO, players, sizes[size], 1.0f, MOMENT_BATTLE_LAST);
            int said = count_texts(desk, "HIT A CAR IN 10 s") + count_texts(desk, "SHOOT: 10 s");
            assert_int_equal(said, (players + 1) / 2); // every second car
        }
    }
    look_at(desk, CAMERA_LAYOUT_AUTO, 1, sizes[1], 1.0f, MOMENT_BATTLE_LAST);
    assert_int_equal(count_texts(desk, "HIT A CAR IN 10 s"), 1);
    desk_free(desk);
}

// A fast car stands far back in its view, where notices stand else.
static void a_notice_leaves_the_own_car_free(void **state) {
    (void)state;
    Desk *desk = desk_make();
    const SignToast notice = {"Ada passed you", 0xFF0000FFu, .alpha = 1.0f};
    for (int players = 1; players <= PEOPLE; players++) {
        ViewRect rects[PEOPLE];
        camera_layout(CAMERA_LAYOUT_AUTO, players, 1280, 720, rects);
        HudView view = {.rect = rects[0], .height_px = 720};
        Canvas canvas = canvas_make(&desk->list, &desk->rig->font, 1280, 720);
        float middle = (float)rects[0].x + 0.5f * (float)rects[0].width;
        float top = (float)(720 - rects[0].y - rects[0].height), tall = (float)rects[0].height;
        for (float place = 0.3f; place < 0.95f; place += 0.04f) {
            Area car = {middle - 40.0f, top + place * tall - 20.0f, 80.0f, 40.0f};
            desk->taken.count = 0;
            hud_notice_draw(&canvas, &view, &notice, car, &desk->taken);
            assert_int_equal(desk->taken.count, 1);
            assert_false(canvas_overlap(desk->taken.areas[0], car));
        }
    }
    desk_free(desk);
}

int main(void) {
    leave_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_rules_say_stands_in_each_view),
        cmocka_unit_test(a_finish_is_told_in_letters_that_are_seen),
        cmocka_unit_test(nothing_is_said_in_letters_that_nobody_can_read),
        cmocka_unit_test(who_is_about_to_wear_out_is_warned_in_every_layout),
        cmocka_unit_test(a_notice_leaves_the_own_car_free),
        cmocka_unit_test(the_grid_is_listed_while_the_lights_count),
        cmocka_unit_test(low_views_have_texts_as_large_as_high_ones),
        cmocka_unit_test(texts_and_plates_stand_clear_in_every_layout_size_and_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
