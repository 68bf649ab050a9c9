/// Tables of points: names of columns, what parts them, comments, and the scale of the file.
#include "base/number.h"
#include "base/text.h"
#include "geometry/point.h"
#include "geometry/trig.h"

#include <math.h>

#include "imported.h"
#include "track_text.h"

enum {
    POINT_COUNT = 96
};

/// Half-widths (m) that the tables of this test give, where they have any.
#define RIGHT 4.0
#define LEFT  6.0

static Imported *import_table(const char *text, float scale, bool verbose) {
    const ImportOptions options = {.line.scale = scale, .line.verbose = verbose};
    return import_text("t.csv", text, &options);
}

/// A point of an ellipse, the same in all tables, run through against the clock.
static Point ellipse(int i) {
    TrigPair turn = trig_sincos(2.0f * TRIG_PI * (float)i / (float)POINT_COUNT);
    return (Point){150.0 * (double)turn.cos, 90.0 * (double)turn.sin};
}

/// The table of the ellipse below `head`. In `form` stand x, y, r, l, w (the whole width), N
/// (latitude), E (longitude) and i (the point's number) for values; all else is copied. `comma`:
/// decimal commas. All lengths are divided by `scale`.
static char *table(const char *head, const char *form, bool comma, double scale) {
    TextBuffer text = {0};
    text_add(&text, head, strlen(head));
    for (int i = 0; i < POINT_COUNT; i++) {
        Point at = ellipse(i);
        const double degree = 6371008.8 * 3.14159265358979 / 180.0;
        for (const char *c = form; *c; c++) {
            static const char letters[] = "xyrlwNEi";
            const double values[] = {
                at.x / scale,           at.y / scale,  RIGHT / scale, LEFT / scale,
                (RIGHT + LEFT) / scale, at.y / degree, at.x / degree, (double)i};
            const char *letter = strchr(letters, *c);
            if (!letter) {
                text_add(&text, c, 1);
                continue;
            }
            char number[NUMBER_TEXT_MAX];
            number_text(values[letter - letters], 9, number);
            char *point = comma ? strchr(number, '.') : NULL;
            if (point) {
                *point = ',';
            }
            text_add(&text, number, strlen(number));
        }
        text_add(&text, "\n", 1);
    }
    return text.text;
}

/// Asserts that the table is the ellipse with these half-widths, against the clock.
static void assert_ellipse(const char *text, float left, float right) {
    Track track = track_of_named("t.csv", text);
    const Ribbon *road = &track.ribbons[0];
    assert_true(road->closed);
    for (int i = 0; i < road->count; i++) {
        const RibbonSample *sample = &road->samples[i];
        float x = sample->point.x / 150.0f;
        float y = sample->point.y / 90.0f;
        assert_near(x * x + y * y, 1.0f, 0.006f);
        assert_near(sample->left, left, 0.01f);
        assert_near(sample->right, right, 0.01f);
    }
    vec2s way = glms_vec2_sub(road->samples[1].point, road->samples[0].point);
    vec2s at = road->samples[0].point;
    assert_true(at.x * way.y - at.y * way.x > 0.0f);
    track_destroy(&track);
}

static void columns_are_read_by_their_names(void **state) {
    (void)state;
    static const struct {
        const char *head, *form;
        float left, right;
    } rows[] = {
        {"# x_m,y_m,w_tr_right_m,w_tr_left_m\n", "x,y,r,l", 6.0f, 4.0f},
        {"# x_m,y_m,w_tr_left_m,w_tr_right_m\n", "x,y,l,r", 6.0f, 4.0f},
        {"x,y,w_tr_left,w_tr_right\n", "x,y,l,r", 6.0f, 4.0f},
        {"s,x,y,w_left,w_right\n", "i,x,y,l,r", 6.0f, 4.0f},
        {"\"Y [m]\",\"X [m]\",\"Width right\",\"Width left\"\n", "y,x,r,l", 6.0f, 4.0f},
        {"x,y,width\n", "x,y,w", 5.0f, 5.0f},
        {"track_width;northing;easting\n", "w;y;x", 5.0f, 5.0f},
        {"My circuit\n# of the year\nx,y,width\n", "x,y,w", 5.0f, 5.0f},
        {"x,y,ele,right,left,width,speed\n", "x,y,i,r,l,i,i", 6.0f, 4.0f},
        {"x,y\n", "x,y", 6.0f, 6.0f},
        {"", "x,y,r,l", 6.0f, 4.0f},
        {"lat,lon,width\n", "N,E,w", 5.0f, 5.0f},
        {"longitude;latitude;ele\n", "E;N;i", 6.0f, 6.0f},
        {"# written by hand, on a\n", "x,y,r,l", 6.0f, 4.0f}, // a comment of as many words
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = table(rows[i].head, rows[i].form, false, 1.0);
        assert_ellipse(text, rows[i].left, rows[i].right);
        free(text);
    }
}

static void semicolons_tabs_and_blanks_part_columns_and_commas_may_be_decimal(void **state) {
    (void)state;
    static const struct {
        const char *head, *form;
        bool comma;
        float left, right;
    } rows[] = {
        {"# 8288b625\n# 603fd399\n# s_m; x_m; y_m; psi_rad; vx_mps\n", "i;x;y;i;i", false, 6.0f,
         6.0f},
        {"x;y;width\n", "x;y;w", true, 5.0f, 5.0f},
        {"x;y;width\r\n", "\"x\";\"y\";\"w\"\r", true, 5.0f, 5.0f},
        {"x\ty\twidth\n", "x\ty\tw", false, 5.0f, 5.0f},
        {"x\ty\twidth\n", "x\ty\tw", true, 5.0f, 5.0f},
        {"x,\ty,\twidth\n", "x,\ty,\tw", false, 5.0f, 5.0f},
        {"", "  x   y r  l ", false, 6.0f, 4.0f},
        {"", "x;y;r;l;", true, 6.0f, 4.0f},
        {"x,y,width\n", "x,y,w # here, and there; so", false, 5.0f, 5.0f},
        {"x,y,name,width\n", "x,y,Corner A,w", false, 5.0f, 5.0f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = table(rows[i].head, rows[i].form, rows[i].comma, 1.0);
        assert_ellipse(text, rows[i].left, rows[i].right);
        free(text);
    }
}

static void check_mistake(const char *text, MessageCode code, int line, int column) {
    Imported *imported = import_table(text, 0.0f, false);
    assert_true(imported->messages.count > 0);
    const Message *message = &imported->messages.items[0];
    assert_string_equal(message_code_name(message->code), message_code_name(code));
    assert_int_equal(message->place.line, line);
    assert_int_equal(message->place.column, column);
    assert_true((imported->root == NULL) == (message->severity == SEVERITY_ERROR));
    imported_free(imported);
}

static void what_the_names_do_not_say_is_said(void **state) {
    (void)state;
    check_mistake("a,b\n0,0\n90,0\n0,90\n", MESSAGE_E632, 1, 1);
    check_mistake("# by me\nx,z\n0,0\n90,0\n0,90\n", MESSAGE_E632, 2, 1);
    check_mistake("lat,z\n0,0\n90,0\n0,90\n", MESSAGE_E632, 1, 1);
    check_mistake("x,y,w_left\n0,0,5\n90,0,5\n0,90,5\n", MESSAGE_E632, 1, 5);
    check_mistake("x,y,ancho\n0,0,5\n90,0,5\n0,90,5\n", MESSAGE_W621, 1, 5);
    check_mistake("x,y,half_width\n0,0,5\n90,0,5\n0,90,5\n", MESSAGE_W621, 1, 5);
    check_mistake("left_x,left_y,x,y\n0,5,0,0\n90,0,90,5\n0,9,0,90\n", MESSAGE_W621, 1, 1);
    check_mistake("x,y,width\n0,0,5\n90,0\n", MESSAGE_E633, 3, 1);
    check_mistake("x,y\n0,0\n90,5,10,5\n", MESSAGE_E633, 3, 1);
    check_mistake("0,0,5\n90,0,5\n0,90,5\n", MESSAGE_E620, 1, 1);
    check_mistake("x;y\n0;0\n\xC3\xA4;4\n", MESSAGE_E621, 3, 1);
    check_mistake("x;y\n0;0\n1,2,3;4\n", MESSAGE_E621, 3, 1);
    check_mistake("x y\n0 0\n1 4b\n", MESSAGE_E621, 3, 3);
    check_mistake("lat,lon\n0,0\n91,0\n0,1\n", MESSAGE_E628, 3, 1);
    check_mistake("lat,lon\n0,0\n1,900\n0,1\n", MESSAGE_E628, 3, 3);
    check_mistake("x,y,width\n0,0,5\n90,0, 2\n0,90,5\n", MESSAGE_E204, 3, 7);
    check_mistake("y,w_left,w_right,x\n0,5,5,0\n90,70,5,0\n0,5,5,90\n", MESSAGE_E204, 3, 4);
    check_mistake("\xEF\xBB\xBF\"words, and\", more\n", MESSAGE_E624, 1, 1);
}

static void a_file_at_another_scale_is_told_once_and_read_with_that_scale(void **state) {
    (void)state;
    static const struct {
        double scale;
        const char *about;
    } rows[] = {{10.0, "1:10"},      {100.0, "1:100"},      {1000.0, "kilometres"},
                {0.1, "decimetres"}, {0.01, "centimetres"}, {0.001, "millimetres"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = table("x,y,w_right,w_left\n", "x,y,r,l", false, rows[i].scale);
        Imported *imported = import_table(text, 0.0f, false);
        assert_null(imported->root);
        assert_int_equal(imported->messages.count, 1);
        const Message *message = &imported->messages.items[0];
        assert_int_equal(message->code, MESSAGE_E634);
        assert_int_equal(message->place.line, 2);
        assert_non_null(strstr(message->text, rows[i].about));
        char help[64];
        char number[NUMBER_TEXT_MAX];
        snprintf(help, sizeof help, "--scale=%s`", number_text(rows[i].scale, 6, number));
        assert_non_null(strstr(message->help, help));
        imported_free(imported);
        imported = import_table(text, (float)rows[i].scale, false);
        assert_int_equal(imported->messages.count, 0);
        const YamlNode *road = yaml_find(imported->root, "ribbons")->first;
        double west = 1e9; // of a file of large numbers the circuit is moved
        double east = -1e9;
        for (const YamlNode *node = yaml_find(road, "points")->first; node; node = node->next) {
            double x = 0.0;
            double right = 0.0;
            assert_true(number_parse(yaml_find(node, "at")->first->text, &x));
            assert_true(number_parse(yaml_find(node, "right")->text, &right));
            assert_near((float)right, (float)RIGHT, 0.01f);
            west = fmin(west, x);
            east = fmax(east, x);
        }
        assert_near((float)(east - west), 300.0f, 0.5f);
        imported_free(imported);
        free(text);
    }
}

static void widths_that_no_scale_explains_are_told_line_by_line(void **state) {
    (void)state;
    // One slipped digit in a road of the right size, and a scale that is wrong itself.
    Imported *imported =
        import_table("0,0,5,5\n90,0,55,55\n90,90,5,5\n0,90,0.5,0.5\n", 0.0f, false);
    assert_int_equal(count_of(imported, MESSAGE_E204), 2);
    assert_int_equal(imported->messages.count, 2);
    imported_free(imported);
    imported = import_table("0,0,5,5\n90,0,5,5\n90,90,5,5\n0,90,5,5\n", 0.1f, false);
    assert_int_equal(count_of(imported, MESSAGE_E204), 4);
    imported_free(imported);
}

static void columns_that_are_left_out_are_noted(void **state) {
    (void)state;
    char *text = table("s,x,y,vx\n", "i,x,y,i", false, 1.0);
    Imported *imported = import_table(text, 0.0f, true);
    assert_int_equal(count_of(imported, MESSAGE_N630), 1);
    assert_int_equal(imported->messages.items[0].code, MESSAGE_N630);
    assert_non_null(strstr(imported->messages.items[0].text, "s, vx"));
    imported_free(imported);
    imported = import_table(text, 0.0f, false);
    assert_int_equal(imported->messages.count, 0);
    imported_free(imported);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_read_by_their_names),
        cmocka_unit_test(semicolons_tabs_and_blanks_part_columns_and_commas_may_be_decimal),
        cmocka_unit_test(what_the_names_do_not_say_is_said),
        cmocka_unit_test(a_file_at_another_scale_is_told_once_and_read_with_that_scale),
        cmocka_unit_test(widths_that_no_scale_explains_are_told_line_by_line),
        cmocka_unit_test(columns_that_are_left_out_are_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
