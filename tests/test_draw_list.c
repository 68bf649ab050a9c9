/// Shapes as triangles: what they cover, how softly, and never twice.
#include "base/random.h"
#include "geometry/transform.h"
#include "geometry/trig.h"
#include "render/draw_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static float alpha_of(const DrawVertex *vertex) {
    uint8_t bytes[4];
    memcpy(bytes, &vertex->color, sizeof bytes);
    return (float)bytes[3] / 255.0f;
}

static float triangle_area(const DrawVertex *a, const DrawVertex *b, const DrawVertex *c) {
    return 0.5f * fabsf((b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y));
}

/// Area of the list's triangles, weighted by alpha: what it covers.
static float covered_area(const DrawList *list) {
    double area = 0.0;
    for (int i = 0; i < list->index_count; i += 3) {
        const DrawVertex *v[3];
        for (int k = 0; k < 3; k++) {
            assert_true(list->indices[i + k] < (uint32_t)list->vertex_count);
            v[k] = &list->vertices[list->indices[i + k]];
        }
        float alpha = (alpha_of(v[0]) + alpha_of(v[1]) + alpha_of(v[2])) / 3.0f;
        area += (double)(alpha * triangle_area(v[0], v[1], v[2]));
    }
    return (float)area;
}

/// How many triangles hold `point`: with `well` those alone that hold it away from their edges.
static int layers_at(const DrawList *list, vec2s point, bool well) {
    int count = 0;
    DrawVertex p = {.x = point.x, .y = point.y};
    for (int i = 0; i < list->index_count; i += 3) {
        const DrawVertex *a = &list->vertices[list->indices[i]];
        const DrawVertex *b = &list->vertices[list->indices[i + 1]];
        const DrawVertex *c = &list->vertices[list->indices[i + 2]];
        float whole = triangle_area(a, b, c);
        float parts[3] = {triangle_area(a, b, &p), triangle_area(b, c, &p),
                          triangle_area(c, a, &p)};
        float least = fminf(parts[0], fminf(parts[1], parts[2]));
        count +=
            parts[0] + parts[1] + parts[2] < whole * 1.0001f && (!well || least > 1e-3f * whole);
    }
    return count;
}

static void colours_are_bytes_in_order_and_alpha_is_multiplied(void **state) {
    (void)state;
    uint32_t color = draw_color(0x11223380, 0.5f);
    uint8_t bytes[4];
    memcpy(bytes, &color, sizeof bytes);
    assert_int_equal(bytes[0], 0x11);
    assert_int_equal(bytes[1], 0x22);
    assert_int_equal(bytes[2], 0x33);
    assert_int_equal(bytes[3], 0x40);
    assert_true(draw_color(0xFFFFFFFF, 7.0f) == 0xFFFFFFFF);
}

static void a_hard_convex_polygon_is_just_its_fan(void **state) {
    (void)state;
    DrawList list = {.height = 2.5f};
    vec2s points[5];
    for (int i = 0; i < 5; i++) {
        TrigPair turn = trig_sincos((float)i * 0.4f * TRIG_PI);
        points[i] = vec2_make(3.0f * turn.cos, 3.0f * turn.sin);
    }
    draw_convex(&list, points, 5, 0xFF0000FF);
    assert_int_equal(list.vertex_count, 5);
    assert_int_equal(list.index_count, 9);
    assert_near(covered_area(&list), polygon_area(points, 5), 1e-4f);
    for (int i = 0; i < list.vertex_count; i++) {
        assert_true(list.vertices[i].u < 0.0f);
        assert_near(list.vertices[i].height, 2.5f, 0.0f);
    }
    draw_list_destroy(&list);
}

static void a_convex_polygon_is_soft_outside_in_either_winding(void **state) {
    (void)state;
    static const vec2s square[4] = {
        {{0.0f, 0.0f}}, {{10.0f, 0.0f}}, {{10.0f, 10.0f}}, {{0.0f, 10.0f}}};
    for (int winding = 0; winding < 2; winding++) {
        vec2s points[4];
        for (int i = 0; i < 4; i++) {
            points[i] = square[winding ? 3 - i : i];
        }
        DrawList list = {.feather = 1.0f};
        draw_convex(&list, points, 4, 0x00FF00FF);
        // full inside, half on average in the strip of 10 x 1 at each side and in the corners, each
        // of two triangles with two clear ends
        assert_near(covered_area(&list), 100.0f + 4.0f * 5.0f + 4.0f * 2.0f / 6.0f, 0.01f);
        for (int i = 0; i < list.vertex_count; i++) {
            const DrawVertex *v = &list.vertices[i];
            bool outside = v->x < -0.5f || v->x > 10.5f || v->y < -0.5f || v->y > 10.5f;
            assert_near(alpha_of(v), outside ? 0.0f : 1.0f, 1e-6f);
        }
        draw_list_destroy(&list);
    }
}

static void rectangles_and_circles_cover_their_size(void **state) {
    (void)state;
    Random random = random_make(1, 1);
    for (int i = 0; i < 200; i++) {
        float width = random_range(&random, 3.0f, 200.0f);
        float height = random_range(&random, 3.0f, 200.0f);
        float x = random_range(&random, -50.0f, 50.0f);
        DrawList list = {.feather = 1.0f, .hard = i % 2 == 1};
        draw_rect(&list, x, 7.0f, width, height, 0xFFFFFFFF);
        assert_near(covered_area(&list), width * height, 0.5f);
        draw_list_clear(&list);
        float radius = random_range(&random, 2.0f, 150.0f);
        draw_circle(&list, vec2_make(x, 3.0f), radius, 0xFFFFFFFF);
        // chords a quarter of a pixel inside at most
        float exact = TRIG_PI * radius * radius;
        assert_near(covered_area(&list), exact, 0.25f * 2.0f * TRIG_PI * radius);
        draw_list_clear(&list);
        float corner = random_range(&random, 1.5f, 0.5f * fminf(width, height));
        draw_round_rect(&list, x, 7.0f, width, height, corner, 0xFFFFFFFF);
        float cut = (4.0f - TRIG_PI) * corner * corner;
        assert_near(covered_area(&list), width * height - cut, 0.5f + 1.6f * corner);
        draw_list_clear(&list);
        draw_ring(&list, vec2_make(x, 3.0f), radius + 5.0f, 3.0f, 0xFFFFFFFF);
        float ring = 2.0f * TRIG_PI * (radius + 5.0f) * 3.0f;
        assert_near(covered_area(&list), ring, 0.03f * ring);
        draw_list_destroy(&list);
    }
}

static void lines_thinner_than_a_pixel_get_paler(void **state) {
    (void)state;
    static const float widths[] = {0.1f, 0.5f, 0.99f, 1.0f, 1.5f, 8.0f};
    for (int i = 0; i < 12; i++) {
        DrawList list = {.feather = 1.0f, .hard = i >= 6};
        draw_line(&list, vec2_make(0.0f, 0.0f), vec2_make(60.0f, 80.0f), widths[i % 6], 0xFFFFFFFF);
        assert_near(covered_area(&list), 100.0f * widths[i % 6], 1.2f);
        draw_list_destroy(&list);
    }
}

static void hard_shapes_take_less_than_half_of_the_triangles(void **state) {
    (void)state;
    int triangles[2];
    for (int hard = 0; hard < 2; hard++) {
        DrawList list = {.feather = 1.0f, .hard = hard == 1};
        vec2s points[5] = {
            {{0.0f, 0.0f}}, {{9.0f, 0.0f}}, {{12.0f, 6.0f}}, {{6.0f, 9.0f}}, {{-1.0f, 5.0f}}};
        draw_convex(&list, points, 5, 0xFFFFFFFF);
        draw_polygon(&list, points, 5, 0xFFFFFFFF);
        draw_rect(&list, 0.0f, 0.0f, 30.0f, 20.0f, 0xFFFFFFFF);
        draw_round_rect(&list, 0.0f, 0.0f, 30.0f, 20.0f, 5.0f, 0xFFFFFFFF);
        draw_circle(&list, points[2], 8.0f, 0xFFFFFFFF);
        draw_polyline(&list, points, 5, true, 3.0f, 0xFFFFFFFF);
        for (int i = 0; i < list.index_count && hard; i++) {
            assert_near(alpha_of(&list.vertices[list.indices[i]]), 1.0f, 1e-6f);
        }
        triangles[hard] = list.index_count / 3;
        draw_list_destroy(&list);
    }
    assert_true(2 * triangles[1] < triangles[0]);
}

static void nothing_comes_of_nothing(void **state) {
    (void)state;
    DrawList list = {.feather = 1.0f};
    vec2s same[4] = {{{1.0f, 1.0f}}, {{1.0f, 1.0f}}, {{1.0f, 1.0f}}, {{1.0f, 1.0f}}};
    draw_convex(&list, same, 2, 0xFFFFFFFF);
    draw_polygon(&list, same, 2, 0xFFFFFFFF);
    draw_rect(&list, 0.0f, 0.0f, 0.0f, 5.0f, 0xFFFFFFFF);
    draw_rect(&list, 0.0f, 0.0f, NAN, 5.0f, 0xFFFFFFFF);
    draw_round_rect(&list, 0.0f, 0.0f, -3.0f, 5.0f, 2.0f, 0xFFFFFFFF);
    draw_circle(&list, same[0], -1.0f, 0xFFFFFFFF);
    draw_ring(&list, same[0], 0.0f, 1.0f, 0xFFFFFFFF);
    draw_polyline(&list, same, 1, false, 1.0f, 0xFFFFFFFF);
    draw_polyline(&list, same, 4, false, 1.0f, 0xFFFFFFFF);
    draw_polyline(&list, same, 4, true, 1.0f, 0xFFFFFFFF);
    assert_int_equal(list.index_count, 0);
    draw_convex(&list, same, 4, 0xFFFFFFFF); // all in one point: no area, no infinities
    for (int i = 0; i < list.vertex_count; i++) {
        assert_true(isfinite(list.vertices[i].x) && isfinite(list.vertices[i].y));
    }
    draw_list_destroy(&list);
}

static void joins_neither_gape_nor_blend_twice(void **state) {
    (void)state;
    Random random = random_make(5, 2);
    for (int round = 0; round < 60; round++) {
        bool closed = round % 2 == 1;
        vec2s points[6];
        int count = closed ? 6 : 3;
        if (closed) { // a star-shaped ring with corners of 60 to 170 degrees
            for (int i = 0; i < 6; i++) {
                TrigPair turn = trig_sincos((float)i * TRIG_PI / 3.0f);
                float radius = random_range(&random, 60.0f, 90.0f);
                points[i] = vec2_make(radius * turn.cos, radius * turn.sin);
            }
        } else { // one corner of any angle, down to 20 degrees
            float bend = random_range(&random, -2.8f, 2.8f);
            TrigPair turn = trig_sincos(bend);
            points[0] = vec2_make(-100.0f, 0.0f);
            points[1] = vec2_make(0.0f, 0.0f);
            points[2] = vec2_make(100.0f * turn.cos, 100.0f * turn.sin);
        }
        DrawList list = {.feather = 1.0f};
        draw_polyline(&list, points, count, closed, 10.0f, 0xFFFFFF80);
        for (int i = 0; i < 3000; i++) {
            vec2s point = vec2_make(random_range(&random, -100.0f, 100.0f),
                                    random_range(&random, -100.0f, 100.0f));
            assert_true(layers_at(&list, point, true) <= 1);
        }
        int segments = closed ? count : count - 1;
        for (int i = 0; i < segments; i++) {
            for (int k = 0; k <= 200; k++) { // along the middle, and so across the joins
                vec2s point =
                    glms_vec2_lerp(points[i], points[(i + 1) % count], ((float)k + 0.37f) / 201.0f);
                point = glms_vec2_add(point, vec2_make(0.013f, 0.007f));
                assert_true(layers_at(&list, point, false) >= 1);
            }
        }
        draw_list_destroy(&list);
    }
}

static void repeated_points_make_the_same_line(void **state) {
    (void)state;
    vec2s once[4] = {{{0.0f, 0.0f}}, {{50.0f, 0.0f}}, {{50.0f, 40.0f}}, {{0.0f, 40.0f}}};
    vec2s twice[9];
    for (int i = 0; i < 9; i++) {
        twice[i] = once[i / 2 % 4];
    }
    for (int closed = 0; closed < 2; closed++) {
        DrawList a = {.feather = 1.0f};
        DrawList b = {.feather = 1.0f};
        draw_polyline(&a, once, 4, closed, 4.0f, 0xFFFFFFFF);
        draw_polyline(&b, twice, closed ? 9 : 8, closed, 4.0f, 0xFFFFFFFF);
        assert_int_equal(a.index_count, b.index_count);
        assert_near(covered_area(&a), covered_area(&b), 1e-3f);
        assert_near(covered_area(&a), closed ? 720.0f : 560.0f, 1.0f);
        draw_list_destroy(&a);
        draw_list_destroy(&b);
    }
}

static void a_concave_polygon_is_filled_once_in_either_winding(void **state) {
    (void)state;
    Random random = random_make(3, 4);
    for (int round = 0; round < 40; round++) {
        vec2s star[12];
        for (int i = 0; i < 12; i++) {
            TrigPair turn = trig_sincos((float)(round % 2 ? i : 12 - i) * TRIG_PI / 6.0f);
            float radius = random_range(&random, 2.0f, 10.0f);
            star[i] = vec2_make(radius * turn.cos, radius * turn.sin);
        }
        DrawList list = {0};
        draw_polygon(&list, star, 12, 0xFFFFFFFF);
        assert_near(covered_area(&list), fabsf(polygon_area(star, 12)), 1e-3f);
        list.feather = 0.1f;
        draw_list_clear(&list);
        draw_polygon(&list, star, 12, 0xFFFFFFFF);
        assert_true(covered_area(&list) > fabsf(polygon_area(star, 12)) + 0.5f);
        draw_list_destroy(&list);
    }
}

static void an_outline_that_crosses_itself_draws_nothing_or_stays_within(void **state) {
    (void)state;
    vec2s bow[4] = {{{0.0f, 0.0f}}, {{10.0f, 10.0f}}, {{10.0f, 0.0f}}, {{0.0f, 9.0f}}};
    DrawList list = {.feather = 0.1f};
    draw_polygon(&list, bow, 4, 0xFFFFFFFF);
    for (int i = 0; i < list.vertex_count; i++) {
        assert_true(fabsf(list.vertices[i].x) < 12.0f && fabsf(list.vertices[i].y) < 12.0f);
    }
    draw_list_destroy(&list);
}

static void appending_scales_and_moves(void **state) {
    (void)state;
    DrawList world = {.height = 3.0f};
    draw_rect(&world, 1.0f, 2.0f, 4.0f, 5.0f, 0xFFFFFFFF);
    DrawList screen = {.feather = 1.0f};
    draw_rect(&screen, 0.0f, 0.0f, 9.0f, 9.0f, 0xFFFFFFFF);
    int before = screen.vertex_count;
    float area = covered_area(&screen);
    draw_list_append(&screen, &world, vec2_make(100.0f, 200.0f), 10.0f, -10.0f);
    assert_near(covered_area(&screen), area + 2000.0f, 0.5f);
    assert_near(screen.vertices[before].x, 110.0f, 1e-4f);
    assert_near(screen.vertices[before].y, 180.0f, 1e-4f);
    assert_near(screen.vertices[before].height, 3.0f, 0.0f);
    int capacity = screen.vertex_capacity;
    draw_list_clear(&screen);
    assert_int_equal(screen.vertex_count, 0);
    assert_int_equal(screen.vertex_capacity, capacity);
    assert_near(screen.feather, 1.0f, 0.0f);
    draw_list_destroy(&world);
    draw_list_destroy(&screen);
    assert_null(screen.vertices);
}

/// A font of boxes: letters are half an em wide, '1' is 0.3, other digits 0.6.
static Font box_font(void) {
    Font font = {.digit_advance = 0.6f};
    for (int i = 0; i <= 'z' - FONT_FIRST; i++) {
        bool digit = i + FONT_FIRST >= '0' && i + FONT_FIRST <= '9';
        float advance = i + FONT_FIRST == '1' ? 0.3f : digit ? 0.6f : 0.5f;
        font.glyphs[i] = (FontGlyph){.u0 = 0.25f,
                                     .v0 = 0.5f,
                                     .u1 = 0.375f,
                                     .v1 = 0.75f,
                                     .y0 = -0.7f,
                                     .x1 = i == 0 ? 0.0f : advance,
                                     .advance = advance,
                                     .present = true};
    }
    return font;
}

static void text_stands_on_its_baseline(void **state) {
    (void)state;
    Font font = box_font();
    DrawList list = {0};
    assert_near(draw_text(&list, &font, 100.0f, 50.0f, 20.0f, TEXT_LEFT, 0xFFFFFFFF, "ab c"), 40.0f,
                1e-4f);
    assert_int_equal(list.vertex_count, 12); // a space draws nothing
    assert_near(list.vertices[0].x, 100.0f, 1e-4f);
    assert_near(list.vertices[0].y, 36.0f, 1e-4f); // y down: 0.7 em above the baseline
    assert_near(list.vertices[2].x, 110.0f, 1e-4f);
    assert_near(list.vertices[2].y, 50.0f, 1e-4f);
    assert_near(list.vertices[0].u, 0.25f, 0.0f);
    assert_near(list.vertices[0].v, 0.5f, 0.0f);
    assert_near(list.vertices[2].u, 0.375f, 0.0f);
    assert_near(list.vertices[2].v, 0.75f, 0.0f);
    draw_list_clear(&list);
    draw_text(&list, &font, 100.0f, 50.0f, 20.0f, TEXT_RIGHT, 0xFFFFFFFF, "abcd");
    assert_near(list.vertices[0].x, 60.0f, 1e-4f);
    draw_list_clear(&list);
    draw_text_world(&list, &font, vec2_make(0.0f, 0.0f), 0.5f * TRIG_PI, 2.0f, TEXT_CENTER,
                    0xFFFFFFFF, "ab");
    assert_near(list.vertices[0].x, -1.4f, 1e-5f); // its top points left, its start down
    assert_near(list.vertices[0].y, -1.0f, 1e-5f);
    draw_list_destroy(&list);
}

static void boxes_of_glyphs_reach_a_pixel_beyond_their_outlines(void **state) {
    (void)state;
    Font font = box_font();
    DrawList list = {.feather = 1.0f};
    font.margin = 0.1f;
    draw_text(&list, &font, 100.0f, 50.0f, 50.0f, TEXT_LEFT, 0xFFFFFFFF, "a");
    const DrawVertex *low = &list.vertices[0], *high = &list.vertices[2];
    assert_near(low->x, 103.75f, 1e-4f); // 5 px of margin, of which 1.25 remain
    assert_near(high->x, 121.25f, 1e-4f);
    assert_near(low->y, 18.75f, 1e-4f);
    // each point shows the same place of the atlas as before
    assert_near((high->u - low->u) / (high->x - low->x), 0.125f / 25.0f, 1e-6f);
    assert_near(low->u - 0.25f, 3.75f * 0.125f / 25.0f, 1e-6f);
    assert_near(low->v - 0.5f, 3.75f * 0.25f / 35.0f, 1e-6f);
    draw_list_clear(&list);
    draw_text(&list, &font, 100.0f, 50.0f, 10.0f, TEXT_LEFT, 0xFFFFFFFF, "a");
    assert_near(list.vertices[0].x, 100.0f, 1e-4f); // small ones need all of it
    draw_list_destroy(&list);
}

static void digits_keep_their_columns(void **state) {
    (void)state;
    Font font = box_font();
    assert_near(font_text_width(&font, "111"), font_text_width(&font, "888"), 1e-6f);
    DrawList list = {0};
    draw_text(&list, &font, 0.0f, 0.0f, 10.0f, TEXT_LEFT, 0xFFFFFFFF, "1");
    assert_near(list.vertices[0].x, 1.5f, 1e-5f); // in the middle of its column
    draw_list_destroy(&list);
}

static void broken_utf8_counts_as_question_marks(void **state) {
    (void)state;
    const char *text = "a\xC3\xA4\xE2\x86\x92\xF0\x9F\x98\x80";
    static const uint32_t expected[] = {'a', 0xE4, 0x2192, 0x1F600, 0, 0};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(font_next(&text), expected[i]);
    }
    static const char *const broken[] = {"\xFFz", "\xC0z", "\xC3z", "\xE2\x86", "\x80z", "\xF8z"};
    Font font = box_font();
    for (int i = 0; i < 6; i++) {
        const char *rest = broken[i];
        assert_int_equal(font_next(&rest), 0xFFFD);
        assert_ptr_equal(rest, broken[i] + 1);
        assert_near(font_text_width(&font, broken[i]), 1.0f, 1e-6f);
    }
    assert_ptr_equal(font_glyph(&font, 0x1F600), font_glyph(&font, '?'));
}

static void random_bytes_are_no_font(void **state) {
    (void)state;
    Random random = random_make(8, 8);
    uint8_t bytes[2000];
    for (int round = 0; round < 200; round++) {
        static const uint8_t start[] = {0, 1, 0, 0, 0, 9};
        for (size_t i = 0; i < sizeof bytes; i++) {
            bytes[i] = (uint8_t)random_u32(&random);
        }
        if (round % 2) {
            memcpy(bytes, start, sizeof start);
        }
        MessageList *messages = calloc(1, sizeof *messages);
        Font font;
        assert_false(font_make(bytes, (size_t)(round * 10), &font, messages));
        assert_int_equal(messages->items[0].code, MESSAGE_E954);
        free(messages);
    }
}

static void an_empty_list_has_no_texts_to_move(void **state) {
    (void)state;
    DrawList list = {0};
    draw_list_texts_last(&list, 0); // the sanitizer sees sums of null pointers
    assert_int_equal(list.index_count, 0);
    assert_int_equal(list.index_capacity, 0);
    draw_list_destroy(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_are_bytes_in_order_and_alpha_is_multiplied),
        cmocka_unit_test(a_hard_convex_polygon_is_just_its_fan),
        cmocka_unit_test(a_convex_polygon_is_soft_outside_in_either_winding),
        cmocka_unit_test(rectangles_and_circles_cover_their_size),
        cmocka_unit_test(lines_thinner_than_a_pixel_get_paler),
        cmocka_unit_test(hard_shapes_take_less_than_half_of_the_triangles),
        cmocka_unit_test(nothing_comes_of_nothing),
        cmocka_unit_test(joins_neither_gape_nor_blend_twice),
        cmocka_unit_test(repeated_points_make_the_same_line),
        cmocka_unit_test(a_concave_polygon_is_filled_once_in_either_winding),
        cmocka_unit_test(an_outline_that_crosses_itself_draws_nothing_or_stays_within),
        cmocka_unit_test(an_empty_list_has_no_texts_to_move),
        cmocka_unit_test(appending_scales_and_moves),
        cmocka_unit_test(text_stands_on_its_baseline),
        cmocka_unit_test(boxes_of_glyphs_reach_a_pixel_beyond_their_outlines),
        cmocka_unit_test(digits_keep_their_columns),
        cmocka_unit_test(broken_utf8_counts_as_question_marks),
        cmocka_unit_test(random_bytes_are_no_font),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
