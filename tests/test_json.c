#include "formats/json.h"
#include "formats/svg.h"

#include <math.h>
#include <string.h>

#include "test.h"

static void commas_stand_between_values_only(void **state) {
    (void)state;
    Json json = {0};
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_array(&json, "laps");
    json_number(&json, NULL, 1.25, 3);
    json_number(&json, NULL, -0.0, 3);
    json_array(&json, NULL);
    json_end_array(&json);
    json_object(&json, NULL);
    json_end_object(&json);
    json_bool(&json, NULL, true);
    json_null(&json, NULL);
    json_end_array(&json);
    json_text(&json, "name", "x");
    json_text(&json, "none", NULL);
    json_end_object(&json);
    assert_string_equal(json.written.text, "{\"schema\":1,\"laps\":[1.25,0,[],{},true,null],"
                                           "\"name\":\"x\",\"none\":null}");
    assert_int_equal(json.written.size, strlen(json.written.text));
    json_destroy(&json);
    assert_null(json.written.text);
}

static void assert_quoted(const char *text, const char *expected) {
    Json json = {0};
    json_text(&json, NULL, text);
    assert_string_equal(json.written.text, expected);
    json_destroy(&json);
}

static void texts_are_quoted(void **state) {
    (void)state;
    assert_quoted("", "\"\"");
    assert_quoted("a\"b\\c/d", "\"a\\\"b\\\\c/d\"");
    assert_quoted("\n\t\r\x01\x1F\x7F", "\"\\n\\t\\r\\u0001\\u001f\\u007f\"");
    assert_quoted("nt", "\"nt\"");
    assert_quoted("\u00e9\u20ac\U0001F3C1", "\"\u00e9\u20ac\U0001F3C1\"");
    assert_quoted("\xC2\x85\u2028\u202e\u2066", "\"\\u0085\\u2028\\u202e\\u2066\"");
    assert_quoted("a\xFF\xC3", "\"a\uFFFD\uFFFD\"");
    assert_quoted("\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\"");
    assert_quoted("\xC0\x80\xE0\x80", "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
}

static void numbers_that_json_cannot_hold_are_null(void **state) {
    (void)state;
    Json json = {0};
    json_array(&json, NULL);
    json_number(&json, NULL, (double)NAN, 2);
    json_number(&json, NULL, -(double)INFINITY, 2);
    json_number(&json, NULL, 1e300, 2);
    json_integer(&json, NULL, INT64_MIN);
    json_end_array(&json);
    assert_string_equal(json.written.text,
                        "[null,null,1.0000000000000001e+300,-9223372036854775808]");
    json_destroy(&json);
}

static void a_long_text_grows(void **state) {
    (void)state;
    Json json = {0};
    json_array(&json, NULL);
    for (int i = 0; i < 10000; i++) {
        json_integer(&json, NULL, i % 10);
    }
    json_end_array(&json);
    assert_int_equal(json.written.size, 20001);
    assert_string_equal(json.written.text + 19991, "5,6,7,8,9]");
    json_destroy(&json);
}

static void a_drawing_is_in_metres_with_y_up(void **state) {
    (void)state;
    Svg svg = {0};
    static const vec2s points[] = {{{0.0f, 0.0f}}, {{10.0f, 0.5f}}, {{10.0f, 5.0001f}}};
    svg_begin(&svg, (vec2s){{-10.0f, -5.0f}}, (vec2s){{30.0f, 15.0f}}, 800.0f);
    svg_polygon(&svg, points, 3, 0x112233FF);
    svg_line(&svg, points, 2, false, 0.5f, 0x00000080);
    svg_line(&svg, points, 3, true, 1.0f, 0x000000FF);
    svg_circle(&svg, (vec2s){{1.0f, -2.0f}}, 3.0f, 0xFF0000FF);
    svg_text(&svg, (vec2s){{1.0f, 2.0f}}, 4.0f, 0xFFFFFFFF, "<a & b>");
    svg_dashes(&svg, points, 2, 0.5f, 2.0f, 0x000000FF);
    svg_text_middle(&svg, (vec2s){{1.0f, 2.0f}}, 4.0f, 0xFFFFFFFF, "m");
    svg_text_end(&svg, (vec2s){{1.0f, 2.0f}}, 4.0f, 0xFFFFFFFF, "e");
    svg_area_begin(&svg);
    svg_area_add(&svg, points, 3);
    svg_area_add(&svg, points, 3);
    svg_area_end(&svg, 0x11223380);
    svg_end(&svg);
    assert_string_equal(
        svg.text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"400\" "
        "viewBox=\"-10 -15 40 20\">\n"
        "<polygon points=\"0,0 10,-0.5 10,-5\" fill=\"#112233\"/>\n"
        "<polyline points=\"0,0 10,-0.5\" fill=\"none\" stroke=\"#000000\" "
        "stroke-opacity=\"0.502\" stroke-width=\"0.5\" stroke-linejoin=\"round\" "
        "stroke-linecap=\"round\"/>\n"
        "<polygon points=\"0,0 10,-0.5 10,-5\" fill=\"none\" stroke=\"#000000\" "
        "stroke-width=\"1\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
        "<circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"#ff0000\"/>\n"
        "<text x=\"1\" y=\"-2\" font-size=\"4\" font-family=\"Inter, DejaVu Sans, sans-serif\" "
        "fill=\"#ffffff\">&lt;a &amp; b&gt;</text>\n"
        "<polyline points=\"0,0 10,-0.5\" fill=\"none\" stroke=\"#000000\" "
        "stroke-width=\"0.5\" stroke-dasharray=\"2\"/>\n"
        "<text x=\"1\" y=\"-2\" font-size=\"4\" font-family=\"Inter, DejaVu Sans, sans-serif\" "
        "text-anchor=\"middle\" fill=\"#ffffff\">m</text>\n"
        "<text x=\"1\" y=\"-2\" font-size=\"4\" font-family=\"Inter, DejaVu Sans, sans-serif\" "
        "text-anchor=\"end\" fill=\"#ffffff\">e</text>\n"
        "<path d=\"M0,0 10,-0.5 10,-5ZM0,0 10,-0.5 10,-5Z\" fill=\"#112233\" "
        "fill-opacity=\"0.502\"/>\n"
        "</svg>\n");
    assert_int_equal(svg.size, strlen(svg.text));
    svg_destroy(&svg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commas_stand_between_values_only),
        cmocka_unit_test(texts_are_quoted),
        cmocka_unit_test(numbers_that_json_cannot_hold_are_null),
        cmocka_unit_test(a_long_text_grows),
        cmocka_unit_test(a_drawing_is_in_metres_with_y_up),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
