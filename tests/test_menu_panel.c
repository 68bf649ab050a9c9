// Menus as they are drawn: rows of values, scrolling, the mouse, no text over another.
#include "ui/menu_panel.h"
#include "ui/palette.h"
#include "ui/signs.h"

#include "picture_rig.h"
#include "texts.h"

static const int sizes[6][2] = {{480, 320}, {640, 480},   {1280, 720},
                                {960, 540}, {1920, 1080}, {2560, 1080}};

static MenuPanel panel_of(int rows) {
    MenuPanel panel = {.title = "Paused", .asked = -1};
    for (int i = 0; i < rows; i++) {
        menu_action(&panel, i, "Resume");
    }
    return panel;
}

// A long heading is made smaller, until it ends where the rows below it do.
static void a_heading_is_no_wider_than_its_rows(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    static CanvasTexts texts;
    MenuPanel panel = {.asked = -1, .focus = -1};
    menu_heading(&panel, "3 laps each on the track with the longest name: the best one counts");
    menu_action(&panel, 0, "Ada drives");
    for (int i = 0; i < 6; i++) {
        draw_list_clear(&list);
        texts.count = 0;
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i][0], sizes[i][1]);
        canvas.texts = &texts;
        MenuLayout layout = menu_panel_draw(&canvas, &panel);
        Area heading = texts.areas[0], row = layout.rows[1];
        assert_true(heading.x >= row.x);
        assert_true(heading.x + heading.width <= row.x + row.width);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void words_of_rows_are_as_large_as_each_other(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    static CanvasTexts texts;
    MenuPanel panel = {.asked = -1};
    const char *labels[] = {"Names", "Easy",
                            "Seconds that the car which is in front of all others waits"};
    menu_action(&panel, 0, labels[0]);
    menu_choice(&panel, 1, "Level", 0, 4, labels[1]);
    menu_number(&panel, 2, labels[2], 5.0f, 0.0f, 31.0f, 1.0f, "5");
    for (int i = 0; i < 6; i++) {
        draw_list_clear(&list);
        texts.count = 0;
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i][0], sizes[i][1]);
        canvas.texts = &texts;
        menu_panel_draw(&canvas, &panel);
        float tall[3] = {0.0f, 0.0f, 0.0f};
        for (int k = 0; k < texts.count; k++) {
            for (int label = 0; label < 3; label++) {
                bool same = strcmp(texts.texts[k], labels[label]) == 0;
                tall[label] = same ? texts.areas[k].height : tall[label];
            }
        }
        assert_true(tall[0] > 0.0f);
        assert_float_equal(tall[0], tall[1], 1e-4f);
        assert_float_equal(tall[0], tall[2], 1e-4f);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

// Never by colour alone, and with nothing between the letters.
static void the_focused_button_has_a_frame_around_its_text(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    static CanvasTexts texts;
    for (int i = 0; i < 6; i++) {
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i][0], sizes[i][1]);
        canvas.texts = &texts;
        float u = canvas.unit;
        Area button = {10.0f, 10.0f, 200.0f * u, 66.0f * u};
        int count[2];
        for (int focused = 0; focused < 2; focused++) {
            draw_list_clear(&list);
            texts.count = 0;
            menu_button_draw(&canvas, button, 26.0f * u, 36.0f * u, focused == 1, "Another race");
            count[focused] = list.vertex_count;
        }
        assert_true(count[1] > count[0]);
        float left = button.x, right = button.x + button.width, inset = 0.11f * button.height;
        assert_true(texts.areas[0].x > left + inset);
        assert_true(texts.areas[0].x + texts.areas[0].width < right - inset);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

/// Whether the panel says `text`.
static bool says(const MenuPanel *panel, const char *text) {
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    static CanvasTexts texts;
    bool found = false;
    Canvas canvas = canvas_make(&list, &rig->font, 1280, 720);
    texts.count = 0;
    canvas.texts = &texts;
    menu_panel_draw(&canvas, panel);
    for (int i = 0; i < texts.count; i++) {
        found |= strcmp(texts.texts[i], text) == 0;
    }
    draw_list_destroy(&list);
    rig_free(rig);
    return found;
}

static void no_key_leads_back_from_what_must_be_answered(void **state) {
    (void)state;
    MenuPanel panel = panel_of(2);
    assert_true(says(&panel, "back"));
    panel.stays = true;
    assert_false(says(&panel, "back"));
    assert_true(says(&panel, "choose"));
}

// One row of each kind, twice, with long words.
static MenuPanel panel_of_all_kinds(void) {
    MenuPanel panel = {.title = "Everything that can be set before a race", .asked = -1};
    for (int i = 0; i < 2; i++) {
        menu_heading(&panel, "What belongs together");
        menu_action(&panel, 0, "Choose another track from a grid of pictures")->help =
            "Long words about what this does, so long that no line can hold all of them and they "
            "go on in the second one.";
        menu_choice(&panel, 1, "Direction of driving", 1, 3, "the other way round");
        menu_switch(&panel, 2, "Reduced motion", i == 0);
        menu_number(&panel, 3, "Rivals", 5.0f, 0.0f, 31.0f, 1.0f, "31 rivals")->refusal =
            "The grid of this track has no room";
    }
    return panel;
}

static CanvasSize size_of(const Canvas *canvas) { return canvas_size(canvas); }

static void a_click_meets_the_row_that_is_drawn_there(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    MenuPanel panel = panel_of(3);
    for (int i = 1; i < 5; i++) {
        int height = sizes[i][1];
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i][0], height);
        CanvasSize size = size_of(&canvas);
        float x = 0.62f * size.width;
        for (panel.focus = 0; panel.focus < panel.count; panel.focus++) {
            draw_list_clear(&list);
            menu_panel_draw(&canvas, &panel);
            int met = 0;
            for (int at = 2; at < height; at += 5) {
                // The focused row is the only place in the accent's colour.
                float y = (float)at + 0.3f;
                Rgb color = rgb_at(&list, x, y, 0x3A3E46FFu);
                bool focused = rgb_distance(color, rgb_of(PALETTE_ACCENT)) < 3.0f;
                bool hit = menu_panel_hit(&panel, &size, x, y).row == panel.focus;
                bool above = menu_panel_hit(&panel, &size, x, y - 1.5f).row == panel.focus;
                bool below = menu_panel_hit(&panel, &size, x, y + 1.5f).row == panel.focus;
                assert_true(focused == hit || above != below); // rims are soft
                met += hit ? 1 : 0;
            }
            assert_true(met > 3);
        }
        assert_int_equal(menu_panel_hit(&panel, &size, 1.0f, 1.0f).row, -1);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void every_row_can_be_reached_in_every_window(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    for (int i = 0; i < 6 * 14; i++) {
        MenuPanel panel = panel_of(i / 6);
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i % 6][0], sizes[i % 6][1]);
        CanvasSize size = size_of(&canvas);
        for (panel.focus = 0; panel.focus < panel.count; panel.focus++) {
            MenuLayout layout = menu_panel_layout(&panel, &size);
            Area row = layout.rows[panel.focus];
            assert_true(row.height > 8.0f); // the focus is always seen
            assert_true(layout.panel.y >= 0.0f);
            assert_true(layout.panel.y + layout.panel.height <= size.height + 0.01f);
            assert_true(row.y + row.height <= layout.panel.y + layout.panel.height);
            MenuHit hit = menu_panel_hit(&panel, &size, row.x + 2.0f, row.y + 0.5f * row.height);
            assert_int_equal(hit.row, panel.focus);
            panel.first = layout.first;
        }
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void a_panel_that_is_read_is_seen_as_a_whole(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    for (int i = 0; i < 6 * 14; i++) {
        for (int scale = 1; scale <= 2; scale++) {
            MenuPanel panel = panel_of(i / 6);
            panel.whole = true;
            panel.rows[0].help = i % 2 == 0 ? "They drive one after the other." : NULL;
            Canvas canvas = canvas_make(&list, &rig->font, sizes[i % 6][0], sizes[i % 6][1]);
            CanvasSize size = size_of(&canvas);
            size.unit *= (float)scale;
            assert_int_equal(menu_panel_layout(&panel, &size).shown, panel.count);
        }
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void no_text_of_a_panel_covers_another_or_leaves_the_window(void **state) {
    (void)state;
    PictureRig *rig = rig_make(1);
    DrawList list = {0};
    MenuPanel panel = panel_of_all_kinds();
    panel.prompts[panel.prompt_count++] = (PromptText){PROMPT_MENU, "start the race"};
    for (int i = 0; i < 6 * 2 * panel.count * 2; i++) {
        panel.focus = i / 12 % panel.count;
        panel.device = i / 6 % 2 == 0 ? PROMPT_KEYS : PROMPT_PAD;
        panel.aside_units = i / 12 / panel.count == 0 ? 0.0f : 600.0f;
        if (!menu_row_focusable(&panel.rows[panel.focus])) {
            continue;
        }
        Canvas canvas = canvas_make(&list, &rig->font, sizes[i % 6][0], sizes[i % 6][1]);
        canvas.unit *= sizes[i % 6][1] >= 720 ? 2.0f : 1.0f; // the largest scale
        draw_list_clear(&list);
        static CanvasTexts texts;
        texts.count = 0;
        canvas.texts = &texts;
        menu_panel_draw(&canvas, &panel);
        assert_texts_stand_clear(&canvas);
        assert_true(texts.count > 8);
    }
    draw_list_destroy(&list);
    rig_free(rig);
}

static void values_move_within_their_bounds(void **state) {
    (void)state;
    MenuPanel panel = {0};
    const MenuRow *choice = menu_choice(&panel, 0, "Level", 2, 3, "hard");
    assert_near(menu_row_moved(choice, 1), 0.0, 0.0);
    assert_near(menu_row_moved(choice, -1), 1.0f, 0.0f);
    const MenuRow *turned = menu_switch(&panel, 1, "Music", false);
    assert_near(menu_row_moved(turned, 1), 1.0f, 0.0f);
    assert_near(menu_row_moved(turned, -1), 1.0f, 0.0f);
    MenuRow *number = menu_number(&panel, 2, "Scale", 0.9f, 0.75f, 2.0f, 0.25f, "");
    assert_near(menu_row_moved(number, 1), 1.25f, 1e-6f); // 0.9 counts as 1
    assert_near(menu_row_moved(number, -1), 0.75f, 1e-6f);
    number->value = 2.0f;
    assert_near(menu_row_moved(number, 1), 2.0f, 0.0f);
}

static void the_mouse_meets_the_arrows_of_a_value_and_its_bar(void **state) {
    (void)state;
    MenuPanel panel = {.asked = -1};
    menu_number(&panel, 0, "Rivals", 5.0f, 0.0f, 31.0f, 1.0f, "5");
    CanvasSize size = {1280.0f, 720.0f, 720.0f / 1080.0f};
    Area row = menu_panel_layout(&panel, &size).rows[0];
    int parts[4] = {0}, changes = 0;
    float bar[2] = {0.0f, 0.0f};
    MenuPart before = MENU_PART_ROW;
    for (float x = row.x + 0.5f; x < row.x + row.width; x += 1.0f) {
        MenuHit hit = menu_panel_hit(&panel, &size, x, row.y + 0.5f * row.height);
        assert_int_equal(hit.row, 0);
        parts[hit.part]++;
        changes += hit.part != before ? 1 : 0;
        bar[0] = hit.part == MENU_PART_BAR && before != MENU_PART_BAR ? x : bar[0];
        bar[1] = hit.part == MENU_PART_BAR ? x : bar[1];
        before = hit.part;
    }
    assert_true(parts[MENU_PART_LESS] > 20 && parts[MENU_PART_MORE] > 20);
    assert_true(parts[MENU_PART_BAR] > 60 && parts[MENU_PART_ROW] > 100);
    assert_in_range(changes, 4, 6); // each part is one piece
    assert_near(menu_panel_bar_value(&panel, &size, 0, bar[0]), 0.0, 0.0);
    assert_near(menu_panel_bar_value(&panel, &size, 0, bar[1]), 31.0f, 0.0f);
    assert_near(menu_panel_bar_value(&panel, &size, 0, 0.5f * (bar[0] + bar[1])), 15.5f, 0.51f);
    assert_near(menu_panel_bar_value(&panel, &size, 0, 5000.0f), 31.0f, 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_meets_the_row_that_is_drawn_there),
        cmocka_unit_test(every_row_can_be_reached_in_every_window),
        cmocka_unit_test(a_panel_that_is_read_is_seen_as_a_whole),
        cmocka_unit_test(no_text_of_a_panel_covers_another_or_leaves_the_window),
        cmocka_unit_test(the_focused_button_has_a_frame_around_its_text),
        cmocka_unit_test(words_of_rows_are_as_large_as_each_other),
        cmocka_unit_test(no_key_leads_back_from_what_must_be_answered),
        cmocka_unit_test(a_heading_is_no_wider_than_its_rows),
        cmocka_unit_test(values_move_within_their_bounds),
        cmocka_unit_test(the_mouse_meets_the_arrows_of_a_value_and_its_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
