// Whether everybody can read what is said: each text has a contrast of 4.5:1 with what lies below
// it, on the brightest ground and at night. Source: WCAG 2.2, success criterion 1.4.3.
#include "pages/results.h"
#include "ui/finish_clock.h"
#include "ui/hud_marks.h"
#include "ui/key_hints.h"
#include "ui/palette.h"
#include "ui/screens.h"
#include "ui/signs.h"

#include "texts.h"

/// What is drawn on, and what was written there.
typedef struct Sheet {
    PictureRig *rig;
    DrawList list;
    CanvasTexts texts;
    Canvas canvas;
    CarLook looks[RIG_CARS_MAX];
} Sheet;

static Sheet *sheet_make(void) {
    Sheet *sheet = calloc(1, sizeof *sheet);
    assert_non_null(sheet);
    sheet->rig = rig_make(RIG_CARS_MAX);
    for (int i = 0; i < RIG_CARS_MAX; i++) {
        sheet->looks[i] = race_picture_look(i);
    }
    for (int i = 1; i < 4; i++) { // friends in view, where their tags do not fade
        rig_bodies(sheet->rig)[i].position = glms_vec2_add(
            rig_bodies(sheet->rig)[0].position, vec2_make(-24.0f + 16.0f * (float)i, 16.0f));
    }
    sheet->canvas = canvas_make(&sheet->list, &sheet->rig->font, 1280, 720);
    sheet->canvas.texts = &sheet->texts;
    return sheet;
}

static void sheet_destroy(Sheet *sheet) {
    rig_free(sheet->rig);
    draw_list_destroy(&sheet->list);
    free(sheet);
}

/// Asks of all that stands on the sheet, and clears it. `least` texts are there, or nothing was
/// asked.
static void check(Sheet *sheet, int least) {
    assert_true(sheet->texts.count >= least);
    assert_texts_have_contrast(&sheet->canvas);
    draw_list_clear(&sheet->list);
    sheet->texts.count = 0;
}

static void draw_hud(Sheet *sheet) {
    static const char *const names[RIG_CARS_MAX] = {"You", "Ada", "Bo", "Eve"};
    HudView view = {
        .rect = {0, 0, 1280, 720},
        .height_px = 720,
        .keys_rescue = "Q",
        .record_s = 30.0,
        .line = "frame 1.0 ms",
        .camera = {.center = rig_bodies(sheet->rig)[0].position, .span = 60.0f, .started = true}};
    HudTaken taken = {0};
    HudMarks marks = {.before = sheet->rig->race, .people = names};
    hud_draw(&sheet->canvas, sheet->rig->race, &view, sheet->looks, NULL, &taken);
    finish_clock_draw(&sheet->canvas, sheet->rig->race, &view, names, &taken);
    hud_marks_draw(&sheet->canvas, sheet->rig->race, &view, &marks, sheet->looks, &taken);
}

static void the_display_for_the_driver_can_be_read(void **state) {
    (void)state;
    Sheet *sheet = sheet_make();
    Race *race = sheet->rig->race;
    Racer *racer = race_racers(race);
    static const RacePhase phases[] = {RACE_COUNTDOWN, RACE_RUNNING};
    for (int phase = 0; phase < 2; phase++) {
        race->phase = phases[phase];
        draw_hud(sheet);
        check(sheet, 5);
    }
    for (int faster = 0; faster < 2; faster++) { // the difference to the best lap, in its colours
        racer->lap = 2;
        racer->best_lap_s = 30.0;
        racer->next_gate = 1;
        racer->best_sector_s[0] = 10.0f;
        racer->sector_s[0] = faster ? 9.0f : 11.0f;
        draw_hud(sheet);
        check(sheet, 5);
    }
    racer->missed_gate = 0; // what is said of mistakes
    racer->missed_s = 1.0f;
    draw_hud(sheet);
    check(sheet, 5);
    racer->missed_gate = -1;
    racer->wrong_way = true;
    draw_hud(sheet);
    check(sheet, 5);
    racer->wrong_way = false;
    racer->stuck_s = 4.0f;
    draw_hud(sheet);
    check(sheet, 5);
    racer->finished = true;
    for (racer->place = 1; racer->place < 3; racer->place++) {
        draw_hud(sheet);
        check(sheet, 3);
    }
    sheet_destroy(sheet);
}

static void every_row_of_a_menu_can_be_read(void **state) {
    (void)state;
    Sheet *sheet = sheet_make();
    MenuPanel panel = {.title = "Everything", .asked = -1, .asked_text = "press again"};
    menu_heading(&panel, "Heading");
    menu_action(&panel, 0, "Action")->help = "What it does.";
    menu_action(&panel, 0, "Refused")->refusal = "Why it cannot be chosen.";
    menu_choice(&panel, 0, "Choice", 0, 2, "this");
    menu_choice(&panel, 0, "Refused choice", 0, 2, "this")->refusal = "Why.";
    menu_switch(&panel, 0, "Switch", true);
    menu_number(&panel, 0, "Number", 1.0f, 0.0f, 2.0f, 1.0f, "1");
    for (int device = 0; device < 2; device++) {
        panel.device = (PromptDevice)device;
        for (panel.focus = -1; panel.focus < panel.count; panel.focus++) {
            panel.asked = panel.focus;
            menu_panel_draw(&sheet->canvas, &panel);
            check(sheet, 8);
        }
    }
    panel.note = "A note.";
    menu_panel_draw(&sheet->canvas, &panel);
    check(sheet, 8);
    sheet_destroy(sheet);
}

static void the_results_can_be_read(void **state) {
    (void)state;
    float medals[RIG_CARS_MAX][MEDAL_COUNT];
    for (int i = 0; i < RIG_CARS_MAX; i++) {
        memcpy(medals[i], (const float[MEDAL_COUNT]){20.0f, 21.0f, 22.0f, 23.0f}, sizeof medals[i]);
    }
    Sheet *sheet = sheet_make();
    MenuPanel menu = {.asked = -1};
    menu_action(&menu, 0, "Again");
    menu_action(&menu, 1, "Menu");
    for (int finished = 0; finished < 2; finished++) {
        for (int i = 0; i < RIG_CARS_MAX; i++) {
            Racer *racer = &race_racers(sheet->rig->race)[i];
            racer->finished = finished != 0;
            racer->place = i + 1;
            racer->total_s = 60.0 + i;
            racer->best_lap_s = 20.0 + i;
        }
        Results results = {.race = sheet->rig->race,
                           .track = "First Oval, 3 laps",
                           .record = "New record",
                           .looks = sheet->looks,
                           .medals = (const float(*)[MEDAL_COUNT])medals,
                           .people = 1};
        results_draw(&sheet->canvas, &results, &menu);
        check(sheet, 20);
    }
    sheet_destroy(sheet);
}

static void the_title_can_be_read(void **state) {
    (void)state;
    Sheet *sheet = sheet_make();
    for (int i = 0; i < 8; i++) { // through its pulse
        screen_title(&sheet->canvas, 0.25 * i, "First Oval", (PromptDevice)(i % 2));
        check(sheet, 3);
    }
    sheet_destroy(sheet);
}

static void signs_and_hints_can_be_read(void **state) {
    (void)state;
    static const uint32_t colors[] = {PALETTE_TEXT, PALETTE_ACCENT, PALETTE_GOOD,
                                      PALETTE_BAD,  PALETTE_A,      PALETTE_B};
    Sheet *sheet = sheet_make();
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        const SignToast toast = {"P2: you are the mint car", colors[i], .alpha = 1.0f};
        sign_toast(&sheet->canvas, vec2_make(400.0f, 300.0f), 700.0f, 32.0f, &toast);
        check(sheet, 1);
        sign_setup_note(&sheet->canvas, 72.0f, 1.0f, colors[i], "B: grip 1.2");
        check(sheet, 1);
        sign_note(&sheet->canvas, colors[i], "line 3: unknown key");
        check(sheet, 1);
    }
    sign_setup(&sheet->canvas, 0);
    check(sheet, 1);
    sign_setup(&sheet->canvas, 1);
    check(sheet, 1);
    sign_pace(&sheet->canvas, "75 % speed");
    check(sheet, 1);
    sign_keys(&sheet->canvas, &(SignKey){"F2", "overlay"}, 1, 0.0f, (float)sheet->canvas.width,
              (float)sheet->canvas.height);
    check(sheet, 1);
    KeyHints hints = {"W",         "S",   "A", "D", "Ctrl", "P2: you are yellow",
                      0xF0E442FFu, false, {0}, NULL};
    KeyHintsArea area = {200.0f, 200.0f, 400.0f, 160.0f, 0.8f, 2};
    key_hints_draw(&sheet->canvas, &hints, &area, 1.0f);
    check(sheet, 6);
    sheet_destroy(sheet);
}

static void contrast_is_that_of_the_standard(void **state) {
    (void)state;
    assert_near(texts_contrast(rgb_of(0xFFFFFFFFu), rgb_of(0x000000FFu)), 21.0, 0.01);
    assert_near(texts_contrast(rgb_of(0x777777FFu), rgb_of(0xFFFFFFFFu)), 4.48, 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrast_is_that_of_the_standard),
        cmocka_unit_test(the_display_for_the_driver_can_be_read),
        cmocka_unit_test(every_row_of_a_menu_can_be_read),
        cmocka_unit_test(the_results_can_be_read),
        cmocka_unit_test(the_title_can_be_read),
        cmocka_unit_test(signs_and_hints_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
