#include "base/number.h"
#include "base/random.h"
#include "drawing/svg_chain.h"
#include "drawing/svg_path.h"
#include "drawing/svg_style.h"
#include "formats/yaml_write.h"
#include "geometry/trig.h"
#include "import/formats.h"
#include "import/import.h"
#include "import/svg_label.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "test.h"

#define HEAD                                   \
    "<svg xmlns='http://www.w3.org/2000/svg' " \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 200 100'>\n"
#define LAYER(name) "<g inkscape:groupmode='layer' inkscape:label='" name "'>\n"
#define ROAD                                                                         \
    LAYER("road")                                                                    \
    "<rect x='30' y='15' width='140' height='70' rx='28' fill='none' stroke='#000' " \
    "stroke-width='14'/></g>\n"

// ---- what tests share -------------------------------------------------------------------------

typedef struct Import {
    Arena arena;
    MessageList messages;
    YamlNode *root;
} Import;

static Import import_text(const char *text, const ImportOptions *options) {
    Import import = {0};
    ImportOptions none = {.line.verbose = true};
    import.root = import_svg(text, strlen(text), "drawing.svg", options ? options : &none,
                             &import.arena, &import.messages);
    return import;
}

/// snprintf with decimal points in every locale, as files have them.
__attribute__((format(printf, 3, 4))) static void print_plain(char *out, size_t size,
                                                              const char *format, ...) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = uselocale(plain);
    va_list values;
    va_start(values, format);
    vsnprintf(out, size, format, values);
    va_end(values);
    uselocale(before);
    freelocale(plain);
}

/// The drawing `body` within a page of 200 by 100.
static Import import_body(const char *body) {
    TextBuffer text = {0};
    text_add(&text, HEAD, strlen(HEAD));
    text_add(&text, body, strlen(body));
    text_add(&text, "</svg>", 7);
    Import import = import_text(text.text, NULL);
    free(text.text);
    return import;
}

static const YamlNode *item_of(const Import *import, const char *list, int index) {
    const YamlNode *node = import->root ? yaml_find(import->root, list) : NULL;
    assert_non_null(node);
    node = node->first;
    for (int i = 0; i < index && node; i++) {
        node = node->next;
    }
    assert_non_null(node);
    return node;
}

static double number_of(const YamlNode *node) {
    double value = (double)NAN;
    assert_non_null(node);
    assert_true(node->text && number_parse(node->text, &value));
    return value;
}

static void assert_point(const YamlNode *node, double x, double y) {
    assert_non_null(node);
    assert_int_equal(node->count, 2);
    assert_near(number_of(node->first), x, 1e-3);
    assert_near(number_of(node->first->next), y, 1e-3);
}

static void assert_says(const YamlNode *map, const char *key, const char *text) {
    const YamlNode *node = yaml_find(map, key);
    assert_non_null(node);
    assert_string_equal(node->text, text);
}

/// The one message must have this code, at this line and column.
static void assert_message(const Import *import, MessageCode code, int line, int column) {
    if (import->messages.count != 1) {
        messages_print(&import->messages, stderr, NULL);
    }
    assert_int_equal(import->messages.count, 1);
    const Message *message = &import->messages.items[0];
    assert_string_equal(message_code_name(message->code), message_code_name(code));
    assert_int_equal(message->place.line, line);
    assert_int_equal(message->place.column, column);
}

static void done(Import *import) { arena_destroy(&import->arena); }

static SvgPath read_path(const char *data, Arena *arena) {
    SvgPath path = {0};
    SvgPathProblem problem;
    int budget = 1000000;
    bool good = svg_path_read(data, &path, &budget, arena, &problem);
    if (!good) {
        print_error("%s: %s at %d\n", data, problem.what, problem.at);
    }
    assert_true(good);
    return path;
}

// ---- numbers and transforms -------------------------------------------------------------------

static void numbers_need_no_space_between(void **state) {
    (void)state;
    const char *text = "1.5.25-3e-2+.5-7 010";
    const double expected[] = {1.5, 0.25, -0.03, 0.5, -7.0, 10.0};
    SvgScanner scanner = {text};
    for (int i = 0; i < 6; i++) {
        double value = (double)NAN;
        svg_skip_comma(&scanner);
        assert_true(svg_scan_number(&scanner, &value));
        assert_near(value, expected[i], 1e-12);
    }
    assert_int_equal(*scanner.at, '\0');
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    const char *const wrong[] = {"", "-", ".", "e5", "+-1", "nan", "inf", "1e13", "1e999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        SvgScanner scanner = {wrong[i]};
        double value = 7.0;
        assert_false(svg_scan_number(&scanner, &value));
        assert_near(value, 7.0, 0.0);
        assert_ptr_equal(scanner.at, wrong[i]);
    }
}

static void each_transform_does_what_it_says(void **state) {
    (void)state;
    const struct {
        const char *text;
        double x, y; ///< Where (2, 1) goes.
    } rows[] = {
        {"", 2, 1},
        {"translate(10)", 12, 1},
        {"translate(10, 20)", 12, 21},
        {"scale(3)", 6, 3},
        {"scale(-1 1)", -2, 1},
        {"rotate(90)", -1, 2},
        {"rotate(90 10,10)", 19, 2},
        {"rotate(-450)", 1, -2},
        {"rotate(30)", 1.2320508075688772, 1.8660254037844386},
        {"skewX(45)", 3, 1},
        {"skewY(45)", 2, 3},
        {"matrix(1 2 3 4 5 6)", 10, 14},
        {" translate(10,0) , scale(2)rotate(90) ", 8, 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        SvgMatrix matrix;
        assert_true(svg_matrix_read(rows[i].text, &matrix));
        Point at = svg_matrix_apply(matrix, (Point){2.0, 1.0});
        assert_near(at.x, rows[i].x, 1e-12);
        assert_near(at.y, rows[i].y, 1e-12);
    }
    const char *const wrong[] = {"translate", "rotate(1,2)", "scale()", "matrix(1 2 3 4 5)",
                                 "skewX(90)", "spin(3)",     "scale(1", "scale(1e9) scale(1e9)"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        SvgMatrix matrix;
        assert_false(svg_matrix_read(wrong[i], &matrix));
    }
}

static double random_in(Random *random, double low, double high) {
    return (double)random_range(random, (float)low, (float)high);
}

/// A random transform as text and what it does, by the formulas of the specification.
static SvgMatrix random_transform(Random *random, char out[128]) {
    double a = random_in(random, -300.0, 300.0);
    double x = random_in(random, -100.0, 100.0);
    double y = random_in(random, -100.0, 100.0);
    double sx = random_in(random, 0.2, 3.0) * (random_u32(random) & 1 ? 1.0 : -1.0);
    double radians = a * 3.14159265358979323846 / 180.0;
    SvgMatrix m = {1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    switch (random_u32(random) % 6) {
    case 0:
        print_plain(out, 128, "translate(%.17g %.17g)", x, y);
        return (SvgMatrix){1.0, 0.0, 0.0, 1.0, x, y};
    case 1:
        print_plain(out, 128, "scale(%.17g,%.17g)", sx, 0.7);
        return (SvgMatrix){sx, 0.0, 0.0, 0.7, 0.0, 0.0};
    case 2:
        print_plain(out, 128, "rotate(%.17g)", a);
        return (SvgMatrix){cos(radians), sin(radians), -sin(radians), cos(radians), 0.0, 0.0};
    case 3:
        print_plain(out, 128, "skewX(%.17g)", 0.2 * a);
        m.c = tan(0.2 * radians);
        return m;
    case 4:
        print_plain(out, 128, "skewY(%.17g)", 0.2 * a);
        m.b = tan(0.2 * radians);
        return m;
    default:
        print_plain(out, 128, "matrix(%.17g,0.5,-0.25 %.17g,%.17g,%.17g)", sx, sx, x, y);
        return (SvgMatrix){sx, 0.5, -0.25, sx, x, y};
    }
}

/// Groups within groups: the wall's corner must lie where the product of all puts it.
static void nested_transforms_multiply(void **state) {
    (void)state;
    Random random = random_make(5, 77);
    for (int round = 0; round < 200; round++) {
        int depth = 1 + (int)(random_u32(&random) % 6);
        TextBuffer body = {0};
        SvgMatrix product = svg_matrix_identity();
        text_add(&body, LAYER("walls"), strlen(LAYER("walls")));
        for (int i = 0; i < depth; i++) {
            char transform[128];
            char group[160];
            SvgMatrix own = random_transform(&random, transform);
            int size = snprintf(group, sizeof group, "<g transform='%s'>", transform);
            text_add(&body, group, (size_t)size);
            product = (SvgMatrix){product.a * own.a + product.c * own.b,
                                  product.b * own.a + product.d * own.b,
                                  product.a * own.c + product.c * own.d,
                                  product.b * own.c + product.d * own.d,
                                  product.a * own.e + product.c * own.f + product.e,
                                  product.b * own.e + product.d * own.f + product.f};
        }
        const char *wall = "<path d='M3 4 L20 5' stroke='#000' fill='none' stroke-width='2'/>";
        text_add(&body, wall, strlen(wall));
        for (int i = 0; i < depth + 1; i++) {
            text_add(&body, "</g>", 4);
        }
        text_add(&body, "", 1);
        Import import = import_body(body.text);
        const YamlNode *item = item_of(&import, "walls", 0);
        assert_point(yaml_find(item, "polyline")->first,
                     product.a * 3.0 + product.c * 4.0 + product.e,
                     100.0 - (product.b * 3.0 + product.d * 4.0 + product.f));
        double determinant = product.a * product.d - product.b * product.c;
        assert_near(number_of(yaml_find(item, "thickness")), 2.0 * sqrt(fabs(determinant)), 1e-3);
        free(body.text);
        done(&import);
    }
}

// ---- paths ------------------------------------------------------------------------------------

typedef struct PathCase {
    const char *data;
    int count;     ///< Pieces of the last subpath.
    double x, y;   ///< Where it ends,
    double mx, my; ///< and the middle of its last piece.
} PathCase;

static void every_command_draws_what_it_should(void **state) {
    (void)state;
    const PathCase rows[] = {
        {"M1 2L3 4", 1, 3, 4, 2, 3},
        {"m1 2 3 4", 1, 4, 6, 2.5, 4},
        {"M1,2 3,4 5,6", 2, 5, 6, 4, 5},
        {"M1 2l3 4", 1, 4, 6, 2.5, 4},
        {"M1 2H5", 1, 5, 2, 3, 2},
        {"M1 2h5", 1, 6, 2, 3.5, 2},
        {"M1 2V5", 1, 1, 5, 1, 3.5},
        {"M1 2v5", 1, 1, 7, 1, 4.5},
        {"M0 0C0 4 8 4 8 0", 1, 8, 0, 4, 3},
        {"M1 1c0 4 8 4 8 0", 1, 9, 1, 5, 4},
        {"M0 0C0 4 8 4 8 0S16-4 16 0", 2, 16, 0, 12, -3},
        {"M1 1c0 4 8 4 8 0s8-4 8 0", 2, 17, 1, 13, -2},
        {"M0 0S8 8 8 0", 1, 8, 0, 4, 3},
        {"M0 0Q4 8 8 0", 1, 8, 0, 4, 4},
        {"M1 1q4 8 8 0", 1, 9, 1, 5, 5},
        {"M0 0Q4 8 8 0T16 0", 2, 16, 0, 12, -4},
        {"M0 0q4 8 8 0t8 0", 2, 16, 0, 12, -4},
        {"M0 0T8 0", 1, 8, 0, 2, 0},
        {"M0 0A5 5 0 0 1 10 0", 1, 10, 0, 5, -5},
        {"M0 0A5 5 0 0 0 10 0", 1, 10, 0, 5, 5},
        {"M0 0a5 5 0 0110 0", 1, 10, 0, 5, -5}, // flags glued to what follows
        {"M0 0a5 5 0 1,010 0", 1, 10, 0, 5, 5},
        {"M0 0A1 1 0 0 1 10 0", 1, 10, 0, 5, -5}, // a radius too small grows
        {"M0 0A10 5 90 0 1 10 0", 1, 10, 0, 5, -10},
        {"M0 0A0 5 0 0 1 10 0", 1, 10, 0, 5, 0}, // none is a line
        {"M3 4A5 5 0 1 0-3 4", 1, -3, 4, 0, -5},
        {"M3 4A5 5 0 0 1-3 4", 1, -3, 4, 0, 5},
        {"M0 0h4v3z", 3, 0, 0, 2, 1.5},
        {"M0 0h4v3zh2", 1, 2, 0, 1, 0},
        {"M0 0h4v3zm1 1h2", 1, 3, 1, 2, 1},
        {"M0 0h4M7 7v1", 1, 7, 8, 7, 7.5},
        {" M 0 , 0 L 1e1-.5.5.25 ", 2, 0.5, 0.25, 5.25, -0.125},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena arena = {0};
        SvgPath path = read_path(rows[i].data, &arena);
        const SvgSubpath *last = &path.items[path.count - 1];
        const SvgPiece *piece = &last->pieces[last->count - 1];
        if (last->count != rows[i].count) {
            print_error("%s\n", rows[i].data);
        }
        assert_int_equal(last->count, rows[i].count);
        assert_near(piece->to.x, rows[i].x, 1e-9);
        assert_near(piece->to.y, rows[i].y, 1e-9);
        assert_near(svg_piece_at(piece, 0.5).x, rows[i].mx, 1e-5);
        assert_near(svg_piece_at(piece, 0.5).y, rows[i].my, 1e-5);
        arena_destroy(&arena);
    }
}

static void wrong_path_data_names_the_character(void **state) {
    (void)state;
    const struct {
        const char *data;
        int at;
    } rows[] = {{"L1 2", 0},         {"M1", 2},
                {"M1 2 X", 5},       {"M0 0C1 2 3 4 5", 14},
                {"M0 0L1 nan", 7},   {"M0 0A1 1 0 2 0 1 1", 11},
                {"M0 0 L 1e13 0", 7}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena arena = {0};
        SvgPath path = {0};
        SvgPathProblem problem;
        int budget = 100;
        assert_false(svg_path_read(rows[i].data, &path, &budget, &arena, &problem));
        assert_int_equal(problem.at, rows[i].at);
        arena_destroy(&arena);
    }
}

static double distance_to(const SvgLine *line, Point at) {
    double best = (double)INFINITY;
    for (int i = 1; i < line->count; i++) {
        Point a = line->points[i - 1];
        double x = line->points[i].x - a.x;
        double y = line->points[i].y - a.y;
        double t = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
        t = fmin(fmax(t, 0.0), 1.0);
        best = fmin(best, hypot(at.x - a.x - t * x, at.y - a.y - t * y));
    }
    return best;
}

static void random_curves_flatten_to_five_centimetres(void **state) {
    (void)state;
    Random random = random_make(11, 3);
    for (int round = 0; round < 400; round++) {
        char data[300];
        double size = round % 3 == 0 ? 2.0 : round % 3 == 1 ? 60.0 : 900.0;
        double v[6];
        for (int i = 0; i < 6; i++) {
            v[i] = random_in(&random, -size, size);
        }
        if (round % 4 == 0) {
            print_plain(data, sizeof data, "M0 0A%.9g %.9g %.9g %d %d %.9g %.9g", fabs(v[0]) + 0.1,
                        fabs(v[1]) + 0.1, v[2], round & 8 ? 1 : 0, round & 16 ? 1 : 0, v[3], v[4]);
        } else if (round % 4 == 1) {
            print_plain(data, sizeof data, "M0 0Q%.9g %.9g %.9g %.9g", v[0], v[1], v[2], v[3]);
        } else {
            print_plain(data, sizeof data, "M0 0C%.9g %.9g %.9g %.9g %.9g %.9g", v[0], v[1], v[2],
                        v[3], v[4], v[5]);
        }
        Arena arena = {0};
        SvgPath path = read_path(data, &arena);
        SvgMatrix skewed = {1.2, 0.3, -0.5, 0.8, 4.0, 5.0};
        svg_path_transform(&path, skewed);
        int budget = 100000;
        SvgLine line = svg_subpath_flatten(&path.items[0], 0.05, &budget, &arena);
        assert_true(line.count >= 2);
        assert_int_equal(budget, 100000 - line.count);
        for (int i = 0; i <= 300; i++) {
            Point at = svg_piece_at(&path.items[0].pieces[0], i / 300.0);
            assert_true(distance_to(&line, at) <= 0.0501);
        }
        arena_destroy(&arena);
    }
}

// ---- styles -----------------------------------------------------------------------------------

static void styles_come_from_where_browsers_take_them(void **state) {
    (void)state;
    const char *text =
        HEAD "<style>/* a comment */ .wide{stroke-width:9} #own{stroke-width:3}"
             "path { stroke : rgb(255, 0, 16) } @media print{} </style>"
             "<g fill='none' stroke-width='5'>"
             "<path id='a' class='thin wide'/><path id='own' class='wide'/>"
             "<path id='c' style='stroke-width:7;stroke:#abc !important' class='wide'/>"
             "<circle stroke='none' fill='#12345678' visibility='hidden'/></g></svg>";
    Arena arena = {0};
    MessageList messages = {0};
    XmlElement *root = xml_read(text, strlen(text), "x.svg", &arena, &messages);
    assert_non_null(root);
    SvgSheet sheet = svg_sheet_read(root, &arena);
    const XmlElement *group = xml_child(root, "g");
    SvgStyle outer = svg_style_of(group, &sheet, svg_style_initial());
    const double widths[] = {9.0, 3.0, 7.0, 5.0};
    const XmlElement *child = group->first;
    for (int i = 0; i < 4; i++, child = child->next) {
        SvgStyle style = svg_style_of(child, &sheet, outer);
        assert_near(style.stroke_width, widths[i], 0.0);
        assert_int_equal(style.filled, i == 3);
        assert_int_equal(style.stroked, i < 3);
        assert_int_equal(style.shown, i < 3);
        uint32_t stroke = i < 2 ? 0xFF0010FF : i == 2 ? 0xAABBCCFF : 0x000000FF;
        assert_int_equal(style.stroke, stroke);
    }
    arena_destroy(&arena);
}

// ---- drawings ---------------------------------------------------------------------------------

static void a_rounded_rectangle_is_a_round_road_as_wide_as_its_stroke(void **state) {
    (void)state;
    Import import = import_body(ROAD);
    assert_int_equal(import.messages.count, 0);
    const YamlNode *road = item_of(&import, "ribbons", 0);
    assert_says(road, "curve", "round");
    assert_near(number_of(yaml_find(road, "width")), 14.0, 1e-9);
    const YamlNode *points = yaml_find(road, "points");
    assert_int_equal(points->count, 4);
    const double corners[4][2] = {{170, 85}, {170, 15}, {30, 15}, {30, 85}};
    const YamlNode *point = points->first;
    for (int i = 0; i < 4; i++, point = point->next) {
        assert_point(yaml_find(point, "at"), corners[i][0], corners[i][1]);
        assert_near(number_of(yaml_find(point, "r")), 28.0, 1e-3);
    }
    assert_int_equal(road->place.line, 3);
    assert_int_equal(road->place.column, 1);
    done(&import);
}

static void curves_that_are_as_good_as_arcs_are_taken_for_arcs(void **state) {
    (void)state;
    // The four-curve circle that drawing programs make of a circle, radius 28, and two straights.
    Import import = import_body(LAYER(
        "Roads") "<path style='fill:none;stroke:#000;stroke-width:12' d='M 60,15 h 80 "
                 "c 15.4639758,0 28,12.5360242 28,28 0,15.4639758 -12.5360242,28 -28,28 h -80 "
                 "c -15.4639758,0 -28,-12.5360242 -28,-28 0,-15.4639758 12.5360242,-28 28,-28 z'/></g>");
    const YamlNode *road = item_of(&import, "ribbons", 0);
    assert_says(road, "curve", "round");
    assert_int_equal(yaml_find(road, "points")->count, 4);
    done(&import);
}

static void a_free_curve_is_a_smooth_road_close_to_it(void **state) {
    (void)state;
    const char *data = "M 40 50 C 40 0 160 30 160 50 C 160 90 60 60 40 50 z";
    char body[500];
    snprintf(body, sizeof body,
             LAYER("road") "<path fill='none' stroke='red' stroke-width='8' d='%s'/></g>", data);
    Import import = import_body(body);
    assert_says(item_of(&import, "ribbons", 0), "curve", "smooth");
    TextBuffer text = {0};
    yaml_write(import.root, &text);
    Track track;
    assert_true(
        track_read(text.text, text.size, "made.track.yaml", false, &track, &import.messages));
    assert_true(track_check(&track, &import.messages));
    SvgPath path = read_path(data, &import.arena);
    svg_path_transform(&path, (SvgMatrix){1.0, 0.0, 0.0, -1.0, 0.0, 100.0});
    int budget = 100000;
    SvgLine line = svg_subpath_flatten(&path.items[0], 0.001, &budget, &import.arena);
    line.points = memcpy(arena_array(&import.arena, (size_t)line.count + 1, sizeof(Point)),
                         line.points, (size_t)line.count * sizeof(Point));
    line.points[line.count] = line.points[0];
    line.count++;
    const Ribbon *ribbon = &track.ribbons[0];
    double worst = 0.0;
    for (int i = 0; i < ribbon->count; i++) {
        Point at = {(double)ribbon->samples[i].point.x, (double)ribbon->samples[i].point.y};
        // The path turns back at (40, 50): that corner is rounded.
        if (hypot(at.x - 40.0, at.y - 50.0) > 25.0) {
            worst = fmax(worst, distance_to(&line, at));
        }
    }
    assert_true(worst < 0.05);
    track_destroy(&track);
    free(text.text);
    done(&import);
}

static void sharp_corners_are_rounded_and_said_so(void **state) {
    (void)state;
    const char *const shapes[] = {"M30 15 H170 V85 H30 z",
                                  "M30 15 H170 V85 C 120 60 80 110 30 85 z"};
    for (int i = 0; i < 2; i++) {
        char body[300];
        snprintf(body, sizeof body,
                 LAYER("road") "<path fill='none' stroke='#000' stroke-width='12' d='%s'/></g>",
                 shapes[i]);
        Import import = import_body(body);
        assert_message(&import, MESSAGE_N641, 3, 1);
        TextBuffer text = {0};
        yaml_write(import.root, &text);
        Track track;
        bool good =
            track_read(text.text, text.size, "made.track.yaml", false, &track, &import.messages) &&
            track_check(&track, &import.messages);
        if (!good) {
            messages_print(&import.messages, stderr, text.text);
        }
        assert_true(good);
        assert_int_equal(import.messages.warning_count, 0);
        track_destroy(&track);
        free(text.text);
        done(&import);
    }
}

static void walls_are_what_they_look_like(void **state) {
    (void)state;
    Import import = import_body(
        LAYER("walls") "<rect id='barn' x='10' y='20' width='30' height='10'/>"
                       "<circle cx='100' cy='50' r='4' inkscape:label='tyres height=0.8'/>"
                       "<path d='M0 0h10' stroke='#000' stroke-width='0.5' inkscape:label='wood'/>"
                       "<path d='M50 50h10v10z' stroke='#000' fill='none' stroke-width='1'/>"
                       "<ellipse cx='150' cy='50' rx='8' ry='4'><desc>material: rock\nheight: 2"
                       "</desc></ellipse></g>" ROAD);
    assert_int_equal(import.messages.count, 0);
    const YamlNode *barn = item_of(&import, "walls", 0);
    assert_says(barn, "id", "barn");
    assert_int_equal(yaml_find(barn, "polygon")->count, 4);
    assert_point(yaml_find(barn, "polygon")->first, 10, 80);
    const YamlNode *tyres = item_of(&import, "walls", 1);
    assert_says(tyres, "material", "tyres");
    assert_says(tyres, "height", "0.8");
    assert_point(yaml_find(yaml_find(tyres, "circle"), "center"), 100, 50);
    const YamlNode *fence = item_of(&import, "walls", 2);
    assert_near(number_of(yaml_find(fence, "thickness")), 0.5, 1e-9);
    assert_int_equal(yaml_find(fence, "polyline")->count, 2);
    assert_null(yaml_find(fence, "closed"));
    assert_says(item_of(&import, "walls", 3), "closed", "true");
    const YamlNode *rock = item_of(&import, "walls", 4);
    assert_says(rock, "material", "rock");
    assert_int_equal(yaml_find(rock, "height")->place.line, 4);
    assert_true(yaml_find(rock, "polygon")->count > 8);
    done(&import);
}

static void zones_have_holes_and_islands(void **state) {
    (void)state;
    Import import = import_body(LAYER(
        "zones") "<path inkscape:label='gravel color=#AABBCC' d='M0 0h60v60h-60z M10 10h40v40h-40z "
                 "M20 20h20v20h-20z M80 0h10v10h-10z'/></g>");
    assert_int_equal(yaml_find(import.root, "zones")->count, 3);
    const YamlNode *outer = item_of(&import, "zones", 0);
    assert_says(outer, "surface", "gravel");
    assert_says(outer, "color", "#AABBCC");
    assert_int_equal(yaml_find(outer, "holes")->count, 1);
    assert_point(yaml_find(outer, "holes")->first->first, 10, 90);
    assert_null(yaml_find(item_of(&import, "zones", 1), "holes"));
    done(&import);
}

static void gates_and_grid_are_put_in_order(void **state) {
    (void)state;
    Import import = import_body(ROAD LAYER(
        "gates") "<path d='M150 5v20' inkscape:label='2 sector=true'/>"
                 "<line x1='100' y1='5' x2='100' y2='25' inkscape:label='finish'/>"
                 "<polyline points='120,5 120,25' inkscape:label='1 name=\"Old Bend\"'/></g>" LAYER(
                     "grid") "<path d='M80 12h4' inkscape:label='2'/>"
                             "<path d='M88 18h4' inkscape:label='1'/></g>");
    assert_int_equal(import.messages.count, 0);
    assert_int_equal(yaml_find(import.root, "gates")->count, 2);
    assert_says(item_of(&import, "gates", 0), "name", "Old Bend");
    assert_point(yaml_find(item_of(&import, "gates", 0), "left"), 120, 95);
    assert_point(yaml_find(item_of(&import, "gates", 0), "right"), 120, 75);
    assert_says(item_of(&import, "gates", 1), "sector", "true");
    assert_point(yaml_find(yaml_find(import.root, "finish"), "left"), 100, 95);
    const YamlNode *slot = yaml_find(yaml_find(import.root, "grid"), "slots")->first;
    assert_near(number_of(slot->first), 90.0, 1e-9);
    assert_near(number_of(slot->first->next), 82.0, 1e-9);
    assert_near(number_of(slot->first->next->next), 0.0, 1e-9);
    done(&import);
}

static void props_scenery_and_lines_are_read(void **state) {
    (void)state;
    Import import = import_body(ROAD LAYER(
        "props") "<path d='M10 10h10' inkscape:label='cone spacing=2'/>"
                 "<rect x='0' y='0' width='2' height='4' transform='translate(50 50) "
                 "rotate(-30)' inkscape:label='barrel'/></g>" LAYER(
                     "scenery") "<circle cx='5' cy='5' r='3' inkscape:label='tree'/>"
                                "<path d='M0 0h9' inkscape:label='arrow'/>"
                                "<path d='M0 0h9' inkscape:label='text=\"MILL LANE\" size=6'/>"
                                "<path d='M0 0h9v9' fill='none' stroke='#F00' stroke-width='0.3' "
                                "stroke-dasharray='2,1'/>"
                                "<rect x='0' y='0' width='9' height='9' fill='navy' "
                                "inkscape:label='roof height=4'/></g>" LAYER(
                                    "lines") "<path d='M30 20h100v50h-100z' inkscape:label='fast'/></g>");
    assert_int_equal(import.messages.count, 0);
    assert_says(item_of(&import, "props", 0), "kind", "cone");
    assert_point(yaml_find(item_of(&import, "props", 0), "to"), 20, 90);
    assert_near(number_of(yaml_find(item_of(&import, "props", 1), "angle")), 30.0, 0.01);
    assert_near(number_of(yaml_find(item_of(&import, "scenery", 0), "radius")), 3.0, 0.03);
    assert_point(yaml_find(item_of(&import, "scenery", 1), "arrow"), 4.5, 100);
    assert_near(number_of(yaml_find(item_of(&import, "scenery", 1), "size")), 9.0, 1e-9);
    assert_says(item_of(&import, "scenery", 2), "text", "MILL LANE");
    assert_says(item_of(&import, "scenery", 3), "color", "#FF0000");
    assert_says(item_of(&import, "scenery", 3), "dash", "2");
    assert_says(item_of(&import, "scenery", 4), "roof", "true");
    assert_says(item_of(&import, "scenery", 4), "color", "#000080");
    assert_says(item_of(&import, "lines", 0), "name", "fast");
    assert_int_equal(yaml_find(item_of(&import, "lines", 0), "points")->count, 4);
    done(&import);
}

static void hidden_layers_and_those_with_an_underscore_are_skipped(void **state) {
    (void)state;
    Import import = import_body(ROAD LAYER(
        "_sketch") "<path d='broken'/></g>" //
                   "<g inkscape:groupmode='layer' inkscape:label='walls' style='display:none'>"
                   "<rect width='9' height='9'/></g>" LAYER("walls") LAYER(
                       "at the pits") "<rect width='9' height='9'/>"
                                      "<rect width='9' height='9' inkscape:label='_not'/></g></g>");
    assert_int_equal(import.messages.count, 0);
    assert_int_equal(yaml_find(import.root, "walls")->count, 1);
    done(&import);
}

static void an_unknown_layer_is_a_warning_and_can_be_named(void **state) {
    (void)state;
    const char *text = HEAD ROAD LAYER("Layer 5") "<path d='M0 0h9' fill='none' stroke='#000'/>"
                                                  "<path d='M0 5h9'/></g></svg>";
    Import import = import_text(text, NULL);
    assert_message(&import, MESSAGE_W707, 4, 1);
    assert_non_null(import.root);
    done(&import);
    const char *const layers[] = {"walls:Layer 5"};
    ImportOptions options = {.layers = layers, .layer_count = 1};
    import = import_text(text, &options);
    assert_int_equal(import.messages.count, 0);
    assert_int_equal(yaml_find(import.root, "walls")->count, 2);
    done(&import);
}

static void clones_stand_where_they_are_shown(void **state) {
    (void)state;
    Import import = import_body("<defs><rect id='box' width='4' height='2'/></defs>" ROAD LAYER(
        "walls") "<use href='#box' x='10' y='20' inkscape:label='wood'/>"
                 "<use href='#box' transform='rotate(90)'/></g>");
    assert_int_equal(import.messages.count, 0);
    assert_says(item_of(&import, "walls", 0), "material", "wood");
    assert_point(yaml_find(item_of(&import, "walls", 0), "polygon")->first, 10, 80);
    assert_point(yaml_find(item_of(&import, "walls", 1), "polygon")->first->next, 0, 96);
    done(&import);
}

static void the_drawing_tells_of_the_track(void **state) {
    (void)state;
    Import import = import_text(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100' "
        "xmlns:i='http://www.inkscape.org/namespaces/inkscape' "
        "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
        "xmlns:cc='http://creativecommons.org/ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'>\n"
        "<title>Mill Lane</title><metadata><rdf:RDF><cc:Work><dc:creator><cc:Agent><dc:title>"
        "A. Designer</dc:title></cc:Agent></dc:creator><dc:description>laps: 4\ntheme: dune"
        "</dc:description></cc:Work></rdf:RDF></metadata>"
        "<g i:groupmode='layer' i:label='road'><path stroke='#000' stroke-width='9' "
        "d='M0 0h100'/></g></svg>",
        NULL);
    assert_int_equal(import.messages.count, 0);
    assert_says(import.root, "name", "Mill Lane");
    assert_says(import.root, "author", "A. Designer");
    assert_says(import.root, "laps", "4");
    assert_int_equal(yaml_find(import.root, "theme")->place.line, 3);
    done(&import);
}

/// Each kind of mistake, what is said of it and where.
static void every_mistake_is_named_where_it_stands(void **state) {
    (void)state;
    const struct {
        const char *body; ///< From line 2 on.
        MessageCode code;
        int line, column;
    } rows[] = {
        {LAYER("road") "<path d='M0 0h9' fill='none'/></g>", MESSAGE_E649, 3, 1},
        {LAYER("road") "<path d='M0 0 9' stroke='#000'/></g>", MESSAGE_E643, 3, 1},
        {LAYER("road") "  <g transform='spin(4)'><path d='M0 0h9' stroke='#000'/></g></g>",
         MESSAGE_E644, 3, 3},
        {LAYER("walls") "<rect width='wide' height='3'/></g>", MESSAGE_E645, 3, 1},
        {LAYER("walls") "<use href='#nothing'/></g>", MESSAGE_E646, 3, 1},
        {LAYER("gates") "<path d='M0 0h9v9' inkscape:label='1'/></g>", MESSAGE_E647, 3, 1},
        {LAYER("gates") "<path d='M0 0c1 2 3 4 9 9' inkscape:label='1'/></g>", MESSAGE_E647, 3, 1},
        {LAYER("grid") "<rect width='9' height='9'/></g>", MESSAGE_E647, 3, 1},
        {"<text>nothing else</text>", MESSAGE_E648, 1, 1},
        {LAYER("walls") "<rect width='9' height='9' inkscape:label='two words'/></g>", MESSAGE_E650,
         3, 1},
        {LAYER("scenery") "<rect width='9' height='9' inkscape:label='tower'/></g>", MESSAGE_E650,
         3, 1},
        {LAYER("gates") "<path d='M0 0h9'/></g>", MESSAGE_E651, 3, 1},
        {LAYER("gates") "<path d='M0 0h9' inkscape:label='1'/>\n"
                        "<path d='M0 5h9' inkscape:label='1'/></g>",
         MESSAGE_E652, 4, 1},
        {LAYER("gates") "<path d='M0 0h9' inkscape:label='finish'/>\n"
                        "<path d='M0 5h9' inkscape:label='finish'/></g>",
         MESSAGE_E653, 4, 1},
        {LAYER("walls") "<rect width='9' height='9'><desc>\nheight:2</desc></rect></g>",
         MESSAGE_N643, 3, 34},
        {LAYER("walls") "<rect width='9' height='9'><desc>a: [1</desc></rect></g>", MESSAGE_E103, 3,
         37},
        {"<g><</g>", MESSAGE_E640, 2, 5},
        {"<g></path>", MESSAGE_E640, 2, 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Import import = import_body(rows[i].body);
        if (import.messages.count != 1 && rows[i].code != MESSAGE_E648) {
            print_error("%s\n", rows[i].body);
        }
        if (rows[i].code == MESSAGE_E648) { // and a note on the text
            assert_int_equal(import.messages.count, 2);
            import.messages.items[0] = import.messages.items[1];
            import.messages.count = 1;
        }
        assert_message(&import, rows[i].code, rows[i].line, rows[i].column);
        done(&import);
    }
    Import import = import_text("<html></html>", NULL);
    assert_message(&import, MESSAGE_E642, 1, 1);
    done(&import);
    import = import_text("<svg><path d='M0 0h99' stroke='#000'/></svg>", NULL);
    assert_int_equal(import.messages.items[0].code, MESSAGE_W640);
    done(&import);
}

// ---- hostile files ----------------------------------------------------------------------------

static double seconds_of(clock_t from) { return (double)(clock() - from) / CLOCKS_PER_SEC; }

/// Repeats `unit` to about 4 MiB between `head` and `tail`.
static char *flood(const char *head, const char *unit, const char *tail, size_t size) {
    TextBuffer text = {0};
    text_add(&text, head, strlen(head));
    while (text.size + strlen(unit) + strlen(tail) < size) {
        text_add(&text, unit, strlen(unit));
    }
    text_add(&text, tail, strlen(tail) + 1);
    return text.text;
}

static void hostile_files_end_in_a_message(void **state) {
    (void)state;
    const size_t large = (size_t)4 << 20;
    const struct {
        const char *head, *unit, *tail;
    } rows[] = {
        {HEAD, "<g>", ""},
        {HEAD, "<g/>", "</svg>"},
        {HEAD "<path d='M0 0", " 1 1 2 1", "'/></svg>"},
        {HEAD LAYER("road") "<path stroke='#000' stroke-width='9' d='M0 0", " 1 1 2 1",
         "'/></g></svg>"},
        {HEAD LAYER("walls") "<path d='M0 0", "c9 9 9 9 0 9", "'/></g></svg>"},
        {HEAD LAYER("walls") "<path d='", "M0 0h1v1z", "'/></g></svg>"},
        {HEAD LAYER("walls"), "<rect width='9' height='9'/>", "</g></svg>"},
        {HEAD LAYER("gates"), "<path d='M0 0h9' inkscape:label='1'/>", "</g></svg>"},
        {HEAD LAYER("walls"), "<path d='M0 0h9z'><desc>a: 1</desc></path>", "</g></svg>"},
        {HEAD, "<path stroke='#000' d='M0 0h9'/>", "</svg>"},
        {HEAD, "<path d='M0 0h999v2H0z'/>", "</svg>"},
        {HEAD "<path d='M0 0h99999v1", "h-1v1h-1v-1", "'/></svg>"},
        {HEAD "<g id='a'><path id='p' d='M0 0h9'/>", "<use href='#p'/>",
         "</g><use href='#a'/></svg>"},
        {HEAD "<style>", ".a{stroke:#000}", "</style><path class='a' d='M0 0h9'/></svg>"},
        {HEAD "<path style='", "a:b;", "' d='M0 0h9'/></svg>"},
        {HEAD "<g transform='", "rotate(7)", "'/></svg>"},
        {HEAD "<path stroke='#000' d='M0 0A1e12 1e12 0 1 1 5 5", "A1e9 1e3 7 1 1 9 9 ",
         "'/></svg>"},
        {HEAD "<path stroke='#000' d='M", "9", " 1'/></svg>"},
        {HEAD "<path ", "a ", "/></svg>"},
        {HEAD "<!--", "-", "--></svg>"},
        {"<svg viewBox='0 0 1e12 1e12'><path stroke='#000' d='M-1e12 0", " 1e12 1e12 0 0",
         "'/></svg>"},
        {"<!DOCTYPE svg [<!ENTITY a 'aaaaaaaa'>", "<!ENTITY b '&a;&a;&a;&a;'>", "]><svg>&b;</svg>"},
        {"<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>", " ", "]><svg>&x;</svg>"},
        {HEAD "<path d='", "\xff\xfe", "'/></svg>"},
        {"", "\xc3", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = flood(rows[i].head, rows[i].unit, rows[i].tail, large - 8);
        clock_t from = clock();
        Import import = import_text(text, NULL);
        double seconds = seconds_of(from);
        if (!import.root && import.messages.error_count == 0) {
            print_error("row %zu: nothing said\n", i);
        }
        assert_true(import.root || import.messages.error_count > 0);
        if (seconds > 1.0) {
            print_message("row %zu: %.2f s\n", i, seconds);
        }
#ifdef NDEBUG
        assert_true(seconds < 2.0);
#endif
        done(&import);
        free(text);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    print_message("peak %ld MiB\n", usage.ru_maxrss / 1024);
#ifdef NDEBUG
    assert_true(usage.ru_maxrss < 256 * 1024);
#endif
}

static void a_drawing_of_4_mib_is_read_and_a_longer_one_is_not(void **state) {
    (void)state;
    const size_t limit = (size_t)4 << 20;
    char *text = flood(HEAD "</svg>", " ", "\n\n", limit + 2);
    assert_int_equal(strlen(text), limit + 1);
    Arena arena = {0};
    MessageList messages = {0};
    assert_non_null(xml_read(text, limit, "x.svg", &arena, &messages));
    assert_int_equal(messages.count, 0);
    assert_null(xml_read(text, limit + 1, "x.svg", &arena, &messages));
    assert_int_equal(messages.count, 1);
    assert_int_equal(messages.items[0].code, MESSAGE_E108);
    assert_string_equal(messages.items[0].text, "file has 4.1 MiB, limit is 4 MiB");
    assert_string_equal(messages.items[0].place.file, "x.svg");
    assert_int_equal(messages.items[0].place.line, 0);
    arena_destroy(&arena);
    free(text);
}

static void clones_of_clones_are_no_bomb(void **state) {
    (void)state;
    TextBuffer text = {0};
    text_add(&text, HEAD "<path id='u0' d='M0 0h9'/>", strlen(HEAD "<path id='u0' d='M0 0h9'/>"));
    for (int i = 1; i < 14; i++) {
        char row[300];
        int size = snprintf(row, sizeof row,
                            "<g id='u%d'><use href='#u%d'/><use href='#u%d'/><use href='#u%d'/>"
                            "<use href='#u%d'/></g>",
                            i, i - 1, i - 1, i - 1, i - 1);
        text_add(&text, row, (size_t)size);
    }
    text_add(&text, "</svg>", 7);
    clock_t from = clock();
    Import import = import_text(text.text, NULL);
    assert_null(import.root);
    assert_int_equal(import.messages.items[0].code, MESSAGE_E111);
    assert_true(seconds_of(from) < 5.0);
    done(&import);
    free(text.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_need_no_space_between),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(each_transform_does_what_it_says),
        cmocka_unit_test(nested_transforms_multiply),
        cmocka_unit_test(every_command_draws_what_it_should),
        cmocka_unit_test(wrong_path_data_names_the_character),
        cmocka_unit_test(random_curves_flatten_to_five_centimetres),
        cmocka_unit_test(styles_come_from_where_browsers_take_them),
        cmocka_unit_test(a_rounded_rectangle_is_a_round_road_as_wide_as_its_stroke),
        cmocka_unit_test(curves_that_are_as_good_as_arcs_are_taken_for_arcs),
        cmocka_unit_test(a_free_curve_is_a_smooth_road_close_to_it),
        cmocka_unit_test(sharp_corners_are_rounded_and_said_so),
        cmocka_unit_test(walls_are_what_they_look_like),
        cmocka_unit_test(zones_have_holes_and_islands),
        cmocka_unit_test(gates_and_grid_are_put_in_order),
        cmocka_unit_test(props_scenery_and_lines_are_read),
        cmocka_unit_test(hidden_layers_and_those_with_an_underscore_are_skipped),
        cmocka_unit_test(an_unknown_layer_is_a_warning_and_can_be_named),
        cmocka_unit_test(clones_stand_where_they_are_shown),
        cmocka_unit_test(the_drawing_tells_of_the_track),
        cmocka_unit_test(every_mistake_is_named_where_it_stands),
        cmocka_unit_test(a_drawing_of_4_mib_is_read_and_a_longer_one_is_not),
        cmocka_unit_test(hostile_files_end_in_a_message),
        cmocka_unit_test(clones_of_clones_are_no_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
