// A sheet of the laboratory as a draw list: where its marks come to lie.
#include "sheet/sheet_draw.h"

#include <math.h>

#include "test.h"

/// A font of boxes, half an em wide and 0.7 em high.
static Font box_font(void) {
    Font font = {.digit_advance = 0.5f};
    for (int i = 0; i <= 'z' - FONT_FIRST; i++) {
        font.glyphs[i] = (FontGlyph){.u0 = 0.25f,
                                     .v0 = 0.5f,
                                     .u1 = 0.375f,
                                     .v1 = 0.75f,
                                     .y0 = -0.7f,
                                     .x1 = 0.5f,
                                     .advance = 0.5f,
                                     .present = true};
    }
    return font;
}

/// The box around what was added from vertex `first` on.
static Box box_from(const DrawList *list, int first) {
    Box box = {vec2_make(INFINITY, INFINITY), vec2_make(-INFINITY, -INFINITY)};
    for (int i = first; i < list->vertex_count; i++) {
        box = box_add(box, vec2_make(list->vertices[i].x, list->vertices[i].y));
    }
    return box;
}

static void assert_box(Box box, float left, float top, float right, float bottom) {
    assert_near(box.low.x, left, 1e-3);
    assert_near(box.low.y, top, 1e-3);
    assert_near(box.high.x, right, 1e-3);
    assert_near(box.high.y, bottom, 1e-3);
}

/// A sheet of 100 x 50 px without its background, drawn at (10, 20) twice as large.
static Box drawn(Sheet *sheet, DrawList *list) {
    static Font font;
    font = box_font();
    sheet->mark_count = sheet->mark_count > 2 ? sheet->mark_count : 2;
    for (int i = 2; i < sheet->mark_count; i++) {
        sheet->marks[i - 2] = sheet->marks[i]; // the first two are the paper and its frame
    }
    sheet->mark_count -= 2;
    *list = (DrawList){.hard = true};
    sheet_draw(sheet, list, &font, vec2_make(10.0f, 20.0f), 2.0f);
    return box_from(list, 0);
}

static void the_paper_fills_its_place(void **state) {
    (void)state;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    Font font = box_font();
    DrawList list = {.hard = true};
    sheet_draw(&sheet, &list, &font, vec2_make(10.0f, 20.0f), 2.0f);
    assert_box(box_from(&list, 0), 10.0f, 20.0f, 210.0f, 120.0f);
    draw_list_destroy(&list);
    sheet_destroy(&sheet);
}

static void areas_lines_and_discs_lie_where_the_sheet_has_them(void **state) {
    (void)state;
    DrawList list;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_box(&sheet, (Box){vec2_make(5.0f, 10.0f), vec2_make(15.0f, 20.0f)},
              (Paint){.fill = 0x112233FFu});
    assert_box(drawn(&sheet, &list), 20.0f, 80.0f, 40.0f, 100.0f); // y down
    draw_list_destroy(&list);
    sheet_destroy(&sheet);

    sheet = sheet_make(100.0f, 50.0f);
    sheet_bar(&sheet, vec2_make(10.0f, 25.0f), vec2_make(30.0f, 25.0f), 4.0f, 0x112233FFu);
    assert_box(drawn(&sheet, &list), 30.0f, 66.0f, 70.0f, 74.0f);
    draw_list_destroy(&list);
    sheet_destroy(&sheet);

    sheet = sheet_make(100.0f, 50.0f);
    sheet_dot(&sheet, vec2_make(50.0f, 25.0f), 5.0f, 0x112233FFu);
    assert_box(drawn(&sheet, &list), 100.0f, 60.0f, 120.0f, 80.0f);
    draw_list_destroy(&list);
    sheet_destroy(&sheet);
}

static void a_concave_area_is_filled_to_its_bays(void **state) {
    (void)state;
    static const vec2s bay[] = {{{0, 0}},   {{30, 0}},  {{30, 30}}, {{20, 30}},
                                {{20, 10}}, {{10, 10}}, {{10, 30}}, {{0, 30}}};
    DrawList list;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_polygon(&sheet, bay, 8, (Paint){.fill = 0x112233FFu});
    drawn(&sheet, &list);
    double area = 0.0;
    for (int i = 0; i < list.index_count; i += 3) {
        vec2s p[3];
        for (int k = 0; k < 3; k++) {
            const DrawVertex *vertex = &list.vertices[list.indices[i + k]];
            p[k] = vec2_make(vertex->x, vertex->y);
        }
        area += fabs((double)polygon_area(p, 3));
    }
    assert_near(area, 4.0 * 700.0, 1.0); // 30 x 30 less the bay of 10 x 20, twice as large
    draw_list_destroy(&list);
    sheet_destroy(&sheet);
}

static void dashes_cover_half_of_their_line(void **state) {
    (void)state;
    DrawList list;
    Sheet sheet = sheet_make(100.0f, 50.0f);
    sheet_dashes(&sheet, vec2_make(10.0f, 25.0f), vec2_make(90.0f, 25.0f), 2.0f, 0x112233FFu);
    Box box = drawn(&sheet, &list);
    assert_near(box.low.x, 30.0f, 1e-3);
    assert_near(box.high.x, 180.0f, 1e-3); // the last dash ends a gap before the line does
    double area = 0.0;
    for (int i = 0; i < list.index_count; i += 3) {
        vec2s p[3];
        for (int k = 0; k < 3; k++) {
            const DrawVertex *vertex = &list.vertices[list.indices[i + k]];
            p[k] = vec2_make(vertex->x, vertex->y);
        }
        area += fabs((double)polygon_area(p, 3));
    }
    assert_near(area, 0.5 * 160.0 * 4.0, 1.0);
    draw_list_destroy(&list);
    sheet_destroy(&sheet);
}

static void texts_stand_on_their_baseline_at_the_side_they_want(void **state) {
    (void)state;
    static const float starts[] = {110.0f, 100.0f, 90.0f}; // of a text 20 px wide at x = 50
    for (int align = MARK_LEFT; align <= MARK_RIGHT; align++) {
        DrawList list;
        Sheet sheet = sheet_make(100.0f, 50.0f);
        sheet_text(&sheet, vec2_make(50.0f, 20.0f), 10.0f, (MarkAlign)align, 0x112233FFu, "ab");
        Box box = drawn(&sheet, &list);
        assert_box(box, starts[align], 66.0f, starts[align] + 20.0f, 80.0f);
        assert_true(list.vertices[0].u >= 0.0f); // from the atlas
        draw_list_destroy(&list);
        sheet_destroy(&sheet);
    }
}

/// A hyphen before a number is its minus; one in a word, a date or alone is none.
static void numbers_have_a_true_minus(void **state) {
    (void)state;
    static const char *const texts[][2] = {{"-0.90 - (-inf)", "\u22120.90 - (\u2212inf)"},
                                           {"kart-2, 2026-11-27, x-", "kart-2, 2026-11-27, x-"},
                                           {"-", "-"},
                                           {"", ""}};
    for (int i = 0; i < 4; i++) {
        Sheet sheet = sheet_make(100.0f, 50.0f);
        sheet_text(&sheet, vec2_make(50.0f, 20.0f), 10.0f, MARK_LEFT, SHEET_INK, texts[i][0]);
        assert_string_equal(sheet.texts + sheet.marks[0].first, texts[i][1]);
        sheet_destroy(&sheet);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_paper_fills_its_place),
        cmocka_unit_test(areas_lines_and_discs_lie_where_the_sheet_has_them),
        cmocka_unit_test(a_concave_area_is_filled_to_its_bays),
        cmocka_unit_test(dashes_cover_half_of_their_line),
        cmocka_unit_test(texts_stand_on_their_baseline_at_the_side_they_want),
        cmocka_unit_test(numbers_have_a_true_minus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
