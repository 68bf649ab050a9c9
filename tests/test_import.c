/// Foreign track files: what stands in them is what the track has, whatever the format.
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "formats/yaml_write.h"
#include "geometry/polygon.h"
#include "geometry/spline.h"
#include "geometry/trig.h"

#include <math.h>

#include "imported.h"
#include "track_text.h"

enum {
    POINTS_MAX = 512
};

static const YamlNode *points_of(const Imported *imported) {
    assert_non_null(imported->root);
    const YamlNode *points = yaml_find(yaml_find(imported->root, "ribbons")->first, "points");
    assert_non_null(points);
    return points;
}

static vec2s point_of(const YamlNode *node) {
    const YamlNode *at = node->kind == YAML_MAP ? yaml_find(node, "at") : node;
    double x = 0.0;
    double y = 0.0;
    assert_true(number_parse(at->first->text, &x) && number_parse(at->first->next->text, &y));
    return (vec2s){{(float)x, (float)y}};
}

// ---- a line that closes smoothly ------------------------------------------------------------

/// Points about 5 m apart on a round line that wobbles.
static int wobbly_line(Random *random, vec2s *points) {
    float radius = random_range(random, 100.0f, 180.0f);
    float wave = random_range(random, 0.05f, 0.25f) * radius;
    float phase = random_range(random, 0.0f, 6.28f);
    int count = (int)(6.2832f * radius / 5.0f);
    for (int i = 0; i < count; i++) {
        float angle = 2.0f * TRIG_PI * (float)i / (float)count;
        float r = radius + wave * trig_sin(3.0f * angle + phase);
        points[i] = (vec2s){{r * trig_cos(angle), r * trig_sin(angle)}};
    }
    return count;
}

static float smooth_length(const vec2s *points, int count) {
    Arena arena = {0};
    Curve curve = curve_sample(CURVE_SMOOTH, points, NULL, count, true, 0.01f, 1.0f, &arena);
    double length = 0.0;
    for (int i = 0; i < curve.count; i++) {
        vec2s next = curve.samples[(i + 1) % curve.count].point;
        length += (double)glms_vec2_norm(glms_vec2_sub(next, curve.samples[i].point));
    }
    arena_destroy(&arena);
    return (float)length;
}

/// m from `point` to the smooth curve through `points`.
static float distance_to_curve(const Curve *curve, vec2s point) {
    float best = INFINITY;
    for (int i = 0; i < curve->count; i++) {
        best = fminf(best,
                     segment_distance2(curve->samples[i].point,
                                       curve->samples[(i + 1) % curve->count].point, point, NULL));
    }
    return sqrtf(best);
}

/// Adds `form` with the numbers in place of its two '@'.
static void put(TextBuffer *text, const char *form, double a, double b) {
    char number[NUMBER_TEXT_MAX];
    bool second = false;
    for (const char *c = form; *c; c++) {
        if (*c != '@') {
            text_add(text, c, 1);
            continue;
        }
        number_text(second ? b : a, 9, number);
        text_add(text, number, strlen(number));
        second = true;
    }
}

static void write_csv(const vec2s *points, int count, TextBuffer *text) {
    text_add(text, "# x_m,y_m,w_tr_right_m,w_tr_left_m\n", 35);
    for (int i = 0; i < count; i++) {
        put(text, "@,@,5.000,6.000\n", (double)points[i].x, (double)points[i].y);
    }
}

/// Near the equator a degree is as long either way.
static void write_geojson(const vec2s *points, int count, TextBuffer *text) {
    const double degree = 6371008.8 * 3.14159265358979 / 180.0;
    const char head[] = "{\"type\": \"Feature\", \"properties\": {\"name\": \"W\"}, \"geometry\": "
                        "{\"type\": \"LineString\", \"coordinates\": [";
    text_add(text, head, sizeof head - 1);
    for (int i = 0; i <= count; i++) {
        vec2s point = points[i % count];
        put(text, i > 0 ? ",\n[@, @]" : "[@, @]", (double)point.x / degree,
            (double)point.y / degree);
    }
    text_add(text, "]}}", 3);
}

static void write_tmj(const vec2s *points, int count, TextBuffer *text) {
    const char head[] = "{\"height\": 0, \"tileheight\": 10, \"layers\": [{\"name\": \"road\", "
                        "\"objects\": [{\"id\": 1, \"x\": 0, \"y\": 0, \"rotation\": 0, "
                        "\"polygon\": [";
    text_add(text, head, sizeof head - 1);
    for (int i = 0; i < count; i++) {
        put(text, i > 0 ? ",\n{\"x\": @, \"y\": @}" : "{\"x\": @, \"y\": @}",
            (double)points[i].x * 10.0, (double)points[i].y * -10.0);
    }
    text_add(text, "]}]}]}", 6);
}

static void a_smooth_line_comes_back_from_every_format(void **state) {
    (void)state;
    Random random = random_make(7, 1);
    for (int round = 0; round < 12; round++) {
        vec2s points[POINTS_MAX];
        int count = wobbly_line(&random, points);
        float length = smooth_length(points, count);
        for (int format = 0; format < 3; format++) {
            TextBuffer text = {0};
            (format == 0   ? write_csv
             : format == 1 ? write_geojson
                           : write_tmj)(points, count, &text);
            const char *file = format == 0 ? "w.csv" : format == 1 ? "w.geojson" : "w.tmj";
            Imported *imported = import_text(file, text.text, NULL);
            const YamlNode *list = points_of(imported);
            vec2s back[POINTS_MAX];
            int kept = 0;
            for (const YamlNode *node = list->first; node; node = node->next) {
                back[kept++] = point_of(node);
            }
            assert_near(smooth_length(back, kept), length, 0.001f * length);
            if (format == 0) { // thinned: the curve is where it was
                assert_true(kept < count / 2);
                Curve curve = curve_sample(CURVE_SMOOTH, back, NULL, kept, true, 0.01f, 1.0f,
                                           &imported->arena);
                for (int i = 0; i < count; i++) {
                    assert_true(distance_to_curve(&curve, points[i]) < 0.22f);
                }
            } else {
                assert_int_equal(kept, count);
                // GeoJSON is moved to its middle: compared are the ways between points.
                vec2s shift = glms_vec2_sub(back[0], points[0]);
                shift = format == 1 ? shift : (vec2s){{0.0f, 0.0f}};
                for (int i = 0; i < count; i++) {
                    assert_near(back[i].x, points[i].x + shift.x, 0.02f);
                    assert_near(back[i].y, points[i].y + shift.y, 0.02f);
                }
            }
            imported_free(imported);
            free(text.text);
        }
    }
}

// ---- CSV ------------------------------------------------------------------------------------

/// A stadium: straights of 100 m, ends of 30 m radius, points 5 m apart, half-widths as given.
static void stadium_csv(float right, float left, TextBuffer *text) {
    for (int i = 0; i < 20; i++) {
        put(text, "@,@,", -50.0 + 5.0 * i, -30.0);
        put(text, "@,@\n", (double)right, (double)left);
    }
    for (int i = 0; i < 20; i++) {
        TrigPair turn = trig_sincos(-0.5f * TRIG_PI + TRIG_PI * (float)i / 20.0f);
        put(text, "@,@,", 50.0 + 30.0 * (double)turn.cos, 30.0 * (double)turn.sin);
        put(text, "@,@\n", (double)right, (double)left);
    }
    for (int i = 0; i < 20; i++) {
        put(text, "@,@,", 50.0 - 5.0 * i, 30.0);
        put(text, "@,@\n", (double)right, (double)left);
    }
    for (int i = 0; i < 20; i++) {
        TrigPair turn = trig_sincos(0.5f * TRIG_PI + TRIG_PI * (float)i / 20.0f);
        put(text, "@,@,", -50.0 + 30.0 * (double)turn.cos, 30.0 * (double)turn.sin);
        put(text, "@,@\n", (double)right, (double)left);
    }
}

static void a_stadium_in_csv_is_a_track_of_its_length_and_widths(void **state) {
    (void)state;
    TextBuffer text = {0};
    stadium_csv(4.0f, 6.0f, &text);
    Track track = track_of_named("stadium.csv", text.text);
    assert_string_equal(track.name, "stadium");
    assert_near(track.ribbons[0].length, 200.0f + 2.0f * TRIG_PI * 30.0f, 0.4f);
    for (int i = 0; i < track.ribbons[0].count; i++) {
        assert_near(track.ribbons[0].samples[i].left, 6.0f, 1e-3f);
        assert_near(track.ribbons[0].samples[i].right, 4.0f, 1e-3f);
    }
    track_destroy(&track);
    free(text.text);
}

static void a_hairpin_narrower_than_half_its_road_loses_width_on_the_inside_alone(void **state) {
    (void)state;
    TextBuffer text = {0};
    stadium_csv(8.0f, 34.0f, &text); // left, the inside of all bends, beyond their radius of 30 m
    char *wide = strstr(text.text, ",34");
    while (wide) { // 42 m of road; the straights stay within the format's 30 m
        memcpy(wide, ",29", 3);
        wide = strstr(wide, ",34");
    }
    Track track = track_of_named("hairpin.csv", text.text);
    float narrowest = INFINITY;
    for (int i = 0; i < track.ribbons[0].count; i++) {
        const RibbonSample *sample = &track.ribbons[0].samples[i];
        assert_near(sample->right, 8.0f, 1e-3f);
        narrowest = fminf(narrowest, sample->left);
    }
    assert_in_range((int)narrowest, 22, 28);
    track_destroy(&track);
    free(text.text);
}

static void check_csv(const char *text, const char *code, int line, int column) {
    Imported *imported = import_text("bad.csv", text, NULL);
    assert_null(imported->root);
    assert_true(imported->messages.count > 0);
    const Message *message = &imported->messages.items[0];
    assert_string_equal(message_code_name(message->code), code);
    assert_int_equal(message->place.line, line);
    assert_int_equal(message->place.column, column);
    imported_free(imported);
}

static void mistakes_in_csv_are_said_at_their_place(void **state) {
    (void)state;
    check_csv("# x\n0,0,5,5\n10,zero,5,5\n", "E621", 3, 4);
    check_csv("0,0,5,5\n10,0,5\n", "E620", 2, 1);
    check_csv("0;0;5;5\n10;0;1;1\n", "E204", 2, 6);
    check_csv("0,0,5,5\n1e300,0,5,5\n", "E622", 2, 1);
    check_csv("0,0,5,5\n0,0,5,5\n0,0,5,5\n", "E625", 1, 1);
    check_csv("0,0\n1000000,0\n0,1000000\n", "E625", 1, 1);
    check_csv("", "E114", 1, 1);
    check_csv("# no points\n", "E624", 1, 1);
    check_csv("0,0\n1,nan\n", "E621", 2, 3);
    check_csv("0,0\n1,0x10\n", "E621", 2, 3);
}

static void a_header_a_mark_and_carriage_returns_do_no_harm(void **state) {
    (void)state;
    Imported *imported = import_text(
        "a.csv", "\xEF\xBB\xBFx_m,y_m\r\n0,0\r\n\r\n100,0\r\n100,100\r\n# no\r\n0,100\r\n", NULL);
    assert_int_equal(points_of(imported)->count >= 4, 1);
    imported_free(imported);
}

static void length_and_fit_length_scale_the_line(void **state) {
    (void)state;
    TextBuffer text = {0};
    stadium_csv(5.0f, 5.0f, &text);
    const ImportOptions wanted[2] = {{.line.length = 1000.0f},
                                     {.line.fit_length = 1000.0f, .line.keep_width = true}};
    for (int k = 0; k < 2; k++) {
        Imported *imported = import_text("s.csv", text.text, &wanted[k]);
        vec2s back[POINTS_MAX];
        int kept = 0;
        for (const YamlNode *node = points_of(imported)->first; node; node = node->next) {
            back[kept++] = point_of(node);
        }
        assert_near(smooth_length(back, kept), 1000.0f, 1.0f);
        const YamlNode *ribbon = yaml_find(imported->root, "ribbons")->first;
        double width = 0.0;
        assert_true(number_parse(yaml_find(ribbon, "width")->text, &width));
        double grown = 10.0 * 1000.0 / (200.0 + 60.0 * 3.14159);
        assert_near((float)width, (float)(k == 0 ? grown : 10.0), 0.1f);
        imported_free(imported);
    }
    free(text.text);
}

// ---- GeoJSON --------------------------------------------------------------------------------

static void a_square_of_a_hundredth_degree_has_its_size_at_every_latitude(void **state) {
    (void)state;
    for (int latitude = -60; latitude <= 60; latitude += 30) {
        char text[512];
        snprintf(text, sizeof text,
                 "{\"type\":\"Polygon\",\"coordinates\":[[[179.995,%d],[-179.995,%d],"
                 "[-179.995,%d.01],[179.995,%d.01],[179.995,%d]]]}",
                 latitude, latitude, latitude, latitude, latitude);
        Imported *imported = import_text("square.geojson", text, NULL);
        vec2s low = vec2_make(INFINITY, INFINITY);
        vec2s high = vec2_make(-INFINITY, -INFINITY);
        for (const YamlNode *node = points_of(imported)->first; node; node = node->next) {
            low = glms_vec2_minv(low, point_of(node));
            high = glms_vec2_maxv(high, point_of(node));
        }
        float cosine =
            trig_cos(((float)latitude + (latitude < 0 ? -0.005f : 0.005f)) * TRIG_PI / 180.0f);
        assert_near(high.x - low.x, 1111.95f * cosine, 0.2f);
        assert_near(high.y - low.y, 1111.95f, 0.2f);
        imported_free(imported);
    }
}

static void a_length_that_is_off_is_a_warning_with_both_figures(void **state) {
    (void)state;
    const char *form = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\","
                       "\"properties\":{\"Name\":\"Quad\",\"length\":%d},\"geometry\":{\"type\":"
                       "\"LineString\",\"coordinates\":[[0,0],[0.01,0],[0.01,0.01],[0,0.01],"
                       "[0,0]]}}]}";
    char text[512];
    snprintf(text, sizeof text, form, 6000);
    Imported *imported = import_text("q.geojson", text, NULL);
    assert_non_null(imported->root);
    assert_int_equal(imported->messages.warning_count, 1);
    assert_int_equal(imported->messages.items[0].code, MESSAGE_W620);
    assert_non_null(strstr(imported->messages.items[0].text, "6000"));
    assert_string_equal(yaml_find(imported->root, "name")->text, "Quad");
    imported_free(imported);
    snprintf(text, sizeof text, form, 4500); // 4448 m are drawn
    imported = import_text("q.geojson", text, NULL);
    assert_int_equal(imported->messages.count, 0);
    imported_free(imported);
}

static void roads_side_by_side_keep_apart_and_roads_that_cross_cross(void **state) {
    (void)state;
    // Legs 9 m apart for 300 m, in metres over the equator.
    const double metre = 1.0 / 111195.08;
    static const double legs[][2] = {{0, 0},    {100, 0},  {200, 0},  {300, 0},  {320, 20},
                                     {300, 40}, {200, 40}, {190, 25}, {180, 9},  {120, 9},
                                     {60, 9},   {0, 9},    {-40, 40}, {-80, 20}, {-40, 0}};
    static const double eight[][2] = {{0, 0},    {100, 100}, {200, 130},  {260, 60},  {200, -10},
                                      {100, 20}, {0, 100},   {-100, 130}, {-160, 60}, {-100, -10}};
    for (int k = 0; k < 2; k++) {
        TextBuffer text = {0};
        const char head[] = "{\"type\":\"LineString\",\"coordinates\":[";
        text_add(&text, head, sizeof head - 1);
        int count = k == 0 ? 15 : 10;
        for (int i = 0; i <= count; i++) {
            const double *point = k == 0 ? legs[i % count] : eight[i % count];
            put(&text, i > 0 ? ",[@,@]" : "[@,@]", point[0] * metre, point[1] * metre);
        }
        text_add(&text, "]}", 2);
        Track track = track_of_named("legs.geojson", text.text);
        float narrow = 100.0f;
        for (int i = 0; i < track.ribbons[0].count; i++) {
            const RibbonSample *sample = &track.ribbons[0].samples[i];
            narrow = fminf(narrow, sample->left + sample->right);
        }
        assert_true(k == 0 ? narrow < 11.0f && narrow > 6.0f : narrow > 10.0f);
        track_destroy(&track);
        free(text.text);
    }
}

static void what_is_no_circuit_is_said(void **state) {
    (void)state;
    static const struct {
        const char *text, *code;
    } rows[] = {
        {"{\"type\":\"Point\",\"coordinates\":[1,2]}", "E627"},
        {"{\"type\":\"LineString\",\"coordinates\":[[1,2],[1]]}", "E628"},
        {"{\"type\":\"LineString\",\"coordinates\":[[1,2],[500000,4000000]]}", "E628"},
        {"{\"type\":\"LineString\",\"coordinates\":[[1,2],[\"3\",4]]}", "E628"},
        {"{\"type\":\"LineString\",\"coordinates\":[]}", "E627"},
        {"[1,2]", "E627"},
        {"{\"type\":\"LineString\"", "E103"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Imported *imported = import_text("x.geojson", rows[i].text, NULL);
        assert_null(imported->root);
        assert_string_equal(message_code_name(imported->messages.items[0].code), rows[i].code);
        imported_free(imported);
    }
}

// ---- Tiled ----------------------------------------------------------------------------------

#define MAP(layers)                                                                                \
    "{\"height\": 100, \"tileheight\": 10, \"properties\": [{\"name\": \"laps\", \"value\": 5}], " \
    "\"layers\": [" layers "]}"

#define OVAL                                                                                     \
    "{\"name\": \"road\", \"objects\": [{\"id\": 1, \"name\": \"main\", \"x\": 300, \"y\": 850," \
    "\"polygon\": [{\"x\":0,\"y\":0}, {\"x\":1400,\"y\":0}, {\"x\":1400,\"y\":-700},"            \
    "{\"x\":0,\"y\":-700}], \"properties\": [{\"name\": \"curve\", \"value\": \"round\"},"       \
    "{\"name\": \"radius\", \"value\": 28}, {\"name\": \"width\", \"value\": 14}]}]}"

static void the_oval_of_tiled_is_the_oval_of_yaml(void **state) {
    (void)state;
    Track drawn = track_of_named("oval.tmj", MAP(OVAL));
    Track written = track_of_named("oval.track.yaml",
                                   "format: track/1\nname: oval\nlaps: 5\nribbons:\n"
                                   "  - curve: round\n    radius: 28\n    width: 14\n"
                                   "    points: [[30, 15], [170, 15], [170, 85], [30, 85]]\n");
    assert_int_equal(drawn.laps, 5);
    assert_int_equal(drawn.ribbons[0].count, written.ribbons[0].count);
    for (int i = 0; i < drawn.ribbons[0].count; i++) {
        assert_near(drawn.ribbons[0].samples[i].point.x, written.ribbons[0].samples[i].point.x,
                    0.01f);
        assert_near(drawn.ribbons[0].samples[i].point.y, written.ribbons[0].samples[i].point.y,
                    0.01f);
    }
    track_destroy(&drawn);
    track_destroy(&written);
}

/// The text of the track that a map with these layers makes.
static char *tree_text(const char *map) {
    Imported *imported = import_text("m.tmj", map, NULL);
    messages_print(&imported->messages, stdout, NULL);
    assert_non_null(imported->root);
    TextBuffer text = {0};
    yaml_write(imported->root, &text);
    imported_free(imported);
    return text.text;
}

static void objects_turn_clockwise_about_their_corner_and_y_is_up(void **state) {
    (void)state;
    char *text = tree_text(
        MAP("{\"name\": \"walls\", \"offsetx\": 10, \"offsety\": 20, \"objects\": ["
            "{\"id\": 1, \"type\": \"rock\", \"x\": 90, \"y\": 80, \"width\": 40, \"height\": 20,"
            " \"rotation\": 90},"
            "{\"id\": 2, \"x\": 0, \"y\": 0, \"width\": 40, \"height\": 40, \"ellipse\": true},"
            "{\"id\": 3, \"x\": 0, \"y\": 0, \"polyline\": [{\"x\":0,\"y\":0},{\"x\":10,\"y\":0},"
            "{\"x\":10,\"y\":10}]}]}"));
    // Its corner lies at (10, 90); turned a quarter it reaches 4 m down and 2 m to the left.
    assert_non_null(strstr(text, "material: rock"));
    assert_non_null(strstr(text, "center: [9, 88], size: [4, 2], angle: 270"));
    assert_non_null(strstr(text, "circle: {center: [3, 96], radius: 2}"));
    assert_non_null(strstr(text, "[1, 98]"));
    assert_non_null(strstr(text, "[2, 97]"));
    free(text);
}

static void gates_are_put_in_order_and_groups_shift_their_layers(void **state) {
    (void)state;
    char *text = tree_text(MAP(
        "{\"name\": \"all\", \"offsetx\": 100, \"layers\": [{\"name\": \"gates\", \"objects\": ["
        "{\"id\": 1, \"name\": \"gate 2\", \"x\": 0, \"y\": 0, \"polyline\": "
        "[{\"x\":0,\"y\":0},{\"x\":0,\"y\":100}]},"
        "{\"id\": 2, \"name\": \"1\", \"x\": 50, \"y\": 0, \"polyline\": "
        "[{\"x\":0,\"y\":0},{\"x\":0,\"y\":100}]},"
        "{\"id\": 3, \"name\": \"finish\", \"x\": 90, \"y\": 0, \"polyline\": "
        "[{\"x\":0,\"y\":0},{\"x\":0,\"y\":100}]}]}]}"));
    const char *first = strstr(text, "{left: [15, 100], right: [15, 90]}");
    const char *second = strstr(text, "{left: [10, 100], right: [10, 90]}");
    assert_true(first != NULL && second != NULL && first < second);
    assert_non_null(strstr(text, "finish: {left: [19, 100], right: [19, 90]}"));
    free(text);
}

static void surrogates_tabs_and_colours_are_understood(void **state) {
    (void)state;
    char *text =
        tree_text("{\t\"height\": 0,\n\t\"layers\": [{\"name\": \"scenery\", \"objects\": ["
                  "{\"id\": 1, \"x\": 0, \"y\": 0, \"text\": {\"text\": \"\\ud83d\\ude00 "
                  "\\ud83d\", \"color\": \"#80102030\"}}]}]}");
    assert_non_null(strstr(text, "\xF0\x9F\x98\x80 \xEF\xBF\xBD"));
    assert_non_null(strstr(text, "#10203080"));
    free(text);
}

static void check_tiled(const char *map, const char *code, int column) {
    Imported *imported = import_text("m.tmj", map, NULL);
    assert_true(imported->messages.count > 0);
    assert_string_equal(message_code_name(imported->messages.items[0].code), code);
    assert_int_equal(imported->messages.items[0].place.column, column);
    imported_free(imported);
}

static void what_tiled_cannot_mean_is_said(void **state) {
    (void)state;
    check_tiled("<?xml version=\"1.0\"?>", "E630", 1);
    check_tiled("{\"width\": 3}", "E630", 1);
    check_tiled("{\"layers\": [{\"name\": \"Layer 1\", \"objects\": [{\"id\": 1}]}]}", "W707", 13);
    check_tiled(
        "{\"layers\": [{\"name\": \"walls\", \"objects\": [{\"id\": 1, \"template\": \"a\"}]}]}",
        "E631", 43);
    check_tiled("{\"layers\": [{\"name\": \"gates\", \"objects\": [{\"id\": 1, \"x\": 0}]}]}",
                "E631", 43);
    check_tiled("{\"layers\": [{\"name\": \"walls\", \"objects\": [{\"id\": 1, \"x\": \"a\"}]}]}",
                "E631", 58);
}

static void layers_may_be_told_by_the_command_line(void **state) {
    (void)state;
    const char *const layers[] = {"walls:Layer 1"};
    const ImportOptions options = {.layers = layers, .layer_count = 1};
    Imported *imported = import_text(
        "m.tmj",
        "{\"layers\": [{\"name\": \"Layer 1\", \"objects\": [{\"id\": 1, \"width\": 50, "
        "\"height\": 50}]}]}",
        &options);
    assert_int_equal(imported->messages.count, 0);
    assert_int_equal(yaml_find(imported->root, "walls")->count, 1);
    imported_free(imported);
}

// ---- which format ---------------------------------------------------------------------------

static void formats_are_told_by_suffix_and_json_by_content(void **state) {
    (void)state;
    assert_int_equal(import_format("a/B.CSV", ""), IMPORT_TUM);
    assert_int_equal(import_format("a.geojson", ""), IMPORT_GEOJSON);
    assert_int_equal(import_format("a.svg", ""), IMPORT_SVG);
    assert_int_equal(import_format("a.tmj", ""), IMPORT_TILED);
    assert_int_equal(import_format("a.json", "{\"tilewidth\": 3}"), IMPORT_TILED);
    assert_int_equal(import_format("a.json", "{}"), IMPORT_GEOJSON);
    assert_int_equal(import_format("a.track.yaml", ""), IMPORT_NATIVE);
    assert_false(import_has_suffix("csv"));
}

static void hostile_files_end_in_a_message(void **state) {
    (void)state;
    const size_t size = 4 * 1024 * 1024;
    static const struct {
        const char *file, *head, *body;
    } rows[] = {
        {"a.csv", "", "0,0\n"},
        {"b.csv", "", "1,0\n0,1\n"},
        {"c.csv", "", ",,,,,,,,,,"},
        {"d.geojson", "", "[[[[[[[["},
        {"e.geojson", "{\"type\":\"LineString\",\"coordinates\":[", "[0,1],[2,1],"},
        {"f.tmj", "{\"layers\":[", "{\"name\":\"walls\",\"objects\":[{}]},"},
        {"g.tmj", "", "\\ud83d\\ude00\""},
        {"h.tmj", "\"", "\\ud83d"},
    };
    char *text = malloc(size + 1);
    assert_non_null(text);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        size_t head = strlen(rows[k].head);
        size_t body = strlen(rows[k].body);
        memcpy(text, rows[k].head, head);
        for (size_t i = head; i < size; i++) {
            text[i] = rows[k].body[(i - head) % body];
        }
        text[size] = '\0';
        Imported *imported = import_text(rows[k].file, text, NULL);
        assert_null(imported->root);
        assert_true(imported->messages.error_count > 0);
        imported_free(imported);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smooth_line_comes_back_from_every_format),
        cmocka_unit_test(a_stadium_in_csv_is_a_track_of_its_length_and_widths),
        cmocka_unit_test(a_hairpin_narrower_than_half_its_road_loses_width_on_the_inside_alone),
        cmocka_unit_test(mistakes_in_csv_are_said_at_their_place),
        cmocka_unit_test(a_header_a_mark_and_carriage_returns_do_no_harm),
        cmocka_unit_test(length_and_fit_length_scale_the_line),
        cmocka_unit_test(a_square_of_a_hundredth_degree_has_its_size_at_every_latitude),
        cmocka_unit_test(a_length_that_is_off_is_a_warning_with_both_figures),
        cmocka_unit_test(roads_side_by_side_keep_apart_and_roads_that_cross_cross),
        cmocka_unit_test(what_is_no_circuit_is_said),
        cmocka_unit_test(the_oval_of_tiled_is_the_oval_of_yaml),
        cmocka_unit_test(objects_turn_clockwise_about_their_corner_and_y_is_up),
        cmocka_unit_test(gates_are_put_in_order_and_groups_shift_their_layers),
        cmocka_unit_test(surrogates_tabs_and_colours_are_understood),
        cmocka_unit_test(what_tiled_cannot_mean_is_said),
        cmocka_unit_test(layers_may_be_told_by_the_command_line),
        cmocka_unit_test(formats_are_told_by_suffix_and_json_by_content),
        cmocka_unit_test(hostile_files_end_in_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
