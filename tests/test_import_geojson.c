/// Maps of several lines: ways that are joined end to end, circuits that are picked, and what
/// positions and tags mean.
#include "base/number.h"
#include "base/text.h"
#include "geometry/point.h"
#include "geometry/trig.h"

#include <math.h>

#include "imported.h"
#include "track_text.h"

enum {
    RING = 120 ///< Points of the circuit that all maps of this test have.
};

/// Degrees: the middle of the map.
#define LONGITUDE 11.0
#define LATITUDE  48.0

// ---- maps -----------------------------------------------------------------------------------

/// m: a point of the circuit, 1,780 m of an oval that wobbles.
static Point ring_point(int i) {
    float angle = 2.0f * TRIG_PI * (float)(i % RING) / (float)RING;
    TrigPair turn = trig_sincos(angle);
    double radius = 260.0 + 40.0 * (double)trig_sin(3.0f * angle);
    return (Point){1.1 * radius * (double)turn.cos, radius * (double)turn.sin};
}

static Point degrees_of(Point metres) {
    const double degree = 6371008.8 * 3.14159265358979 / 180.0;
    double parallel = degree * (double)trig_cos((float)LATITUDE * TRIG_PI / 180.0f);
    return (Point){LONGITUDE + metres.x / parallel, LATITUDE + metres.y / degree};
}

static void add_text(TextBuffer *text, const char *added) { text_add(text, added, strlen(added)); }

static void add_position(TextBuffer *text, Point metres, const char *form) {
    Point at = degrees_of(metres);
    char x[NUMBER_TEXT_MAX];
    char y[NUMBER_TEXT_MAX];
    char position[128];
    number_text(at.x, 8, x);
    number_text(at.y, 8, y);
    if (strcmp(form, "map") == 0) {
        snprintf(position, sizeof position, "{\"lat\": %s, \"lon\": %s}", y, x);
    } else {
        snprintf(position, sizeof position, "[%s, %s]", x, y);
    }
    add_text(text, position);
}

/// A line of the map: the circuit's points from one to another (backwards where `to` is less), or
/// two or three points of its own, in metres.
typedef struct Piece {
    int from, to;
    const char *properties; ///< JSON, without braces; NULL: none.
    Point own[3];
    int own_count;
} Piece;

static void add_positions(TextBuffer *text, const Piece *piece, const char *form) {
    add_text(text, "[");
    int count = piece->own_count > 0 ? piece->own_count : abs(piece->to - piece->from) + 1;
    for (int i = 0; i < count; i++) {
        int step = piece->to < piece->from ? -i : i;
        Point at = piece->own_count > 0 ? piece->own[i] : ring_point(piece->from + step);
        add_text(text, i > 0 ? ",\n" : "");
        add_position(text, at, form);
    }
    add_text(text, "]");
}

/// All pieces as a collection of features; to be freed.
static char *collection(const Piece *pieces, int count) {
    TextBuffer text = {0};
    add_text(&text, "{\"type\": \"FeatureCollection\", \"features\": [\n");
    for (int i = 0; i < count; i++) {
        add_text(&text, i > 0 ? ",\n{" : "{");
        add_text(&text, "\"type\": \"Feature\", \"properties\": {");
        add_text(&text, pieces[i].properties ? pieces[i].properties : "");
        add_text(&text, "}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": ");
        add_positions(&text, &pieces[i], "list");
        add_text(&text, "}}");
    }
    add_text(&text, "]}\n");
    return text.text;
}

static char *multi_line(const Piece *pieces, int count) {
    TextBuffer text = {0};
    add_text(&text, "{\"type\": \"MultiLineString\", \"coordinates\": [\n");
    for (int i = 0; i < count; i++) {
        add_text(&text, i > 0 ? ",\n" : "");
        add_positions(&text, &pieces[i], "list");
    }
    add_text(&text, "]}\n");
    return text.text;
}

static char *overpass(const Piece *pieces, int count, bool relation) {
    TextBuffer text = {0};
    add_text(&text, "{\"version\": 0.6, \"elements\": [\n");
    add_text(&text, relation ? "{\"type\": \"relation\", \"id\": 9, \"tags\": {\"name\": \"R\"}, "
                               "\"members\": ["
                             : "");
    for (int i = 0; i < count; i++) {
        add_text(&text, i > 0 ? ",\n{\"type\": \"way\"" : "{\"type\": \"way\"");
        if (pieces[i].properties) {
            add_text(&text, ", \"tags\": {");
            add_text(&text, pieces[i].properties);
            add_text(&text, "}");
        }
        add_text(&text, ", \"geometry\": ");
        add_positions(&text, &pieces[i], "map");
        add_text(&text, "}");
    }
    add_text(&text, relation ? "]}]}\n" : "]}\n");
    return text.text;
}

// ---- what comes of them ---------------------------------------------------------------------

static const YamlNode *road_of(const Imported *imported) {
    assert_non_null(imported->root);
    return yaml_find(imported->root, "ribbons")->first;
}

static const YamlNode *position_of(const YamlNode *node) {
    return node->kind == YAML_MAP ? yaml_find(node, "at") : node;
}

/// The points of the road, in metres about their middle; returns how many.
static int points_of(const Imported *imported, Point points[2 * RING]) {
    int count = 0;
    Point middle = {0.0, 0.0};
    const YamlNode *node = yaml_find(road_of(imported), "points")->first;
    for (; node; node = node->next) {
        const YamlNode *at = position_of(node);
        assert_true(count < 2 * RING);
        assert_true(number_parse(at->first->text, &points[count].x) &&
                    number_parse(at->first->next->text, &points[count].y));
        middle = point_add(middle, points[count++]);
    }
    for (int i = 0; i < count; i++) {
        points[i] = point_sub(points[i], (Point){middle.x / count, middle.y / count});
    }
    return count;
}

/// Width and height (m) of the box around the points of the road.
static Point extent_of(const Imported *imported) {
    Point points[2 * RING];
    int count = points_of(imported, points);
    Point low = points[0];
    Point high = points[0];
    for (int i = 1; i < count; i++) {
        low = (Point){fmin(low.x, points[i].x), fmin(low.y, points[i].y)};
        high = (Point){fmax(high.x, points[i].x), fmax(high.y, points[i].y)};
    }
    return point_sub(high, low);
}

/// Asserts that the road is the whole circuit, each point once; `sense` 1: as it is counted, -1:
/// the other way round.
static void assert_ring(const Imported *imported, int sense) {
    Point points[2 * RING];
    int count = points_of(imported, points);
    assert_int_equal(count, RING);
    assert_null(yaml_find(road_of(imported), "closed"));
    Point middle = {0.0, 0.0};
    for (int i = 0; i < RING; i++) {
        middle = point_add(middle, ring_point(i));
    }
    middle = (Point){middle.x / RING, middle.y / RING};
    int first = -1;
    for (int i = 0; i < RING && first < 0; i++) {
        first = point_distance(points[0], point_sub(ring_point(i), middle)) < 0.3 ? i : -1;
    }
    assert_true(first >= 0);
    for (int i = 0; i < RING; i++) {
        Point wanted = point_sub(ring_point((first + sense * i + RING) % RING), middle);
        assert_true(point_distance(points[i], wanted) < 0.3);
    }
}

static void lines_are_joined_in_any_order_and_direction(void **state) {
    (void)state;
    static const Piece orders[][5] = {
        {{0, 50, NULL, {{0, 0}}, 0}, {50, 120, NULL, {{0, 0}}, 0}},
        {{70, 120, NULL, {{0, 0}}, 0}, {40, 70, NULL, {{0, 0}}, 0}, {40, 0, NULL, {{0, 0}}, 0}},
        {{10, 40, NULL, {{0, 0}}, 0},
         {130, 95, NULL, {{0, 0}}, 0},
         {60, 40, NULL, {{0, 0}}, 0},
         {95, 90, NULL, {{0, 0}}, 0},
         {60, 90, NULL, {{0, 0}}, 0}},
    };
    static const int counts[] = {2, 3, 5};
    for (int i = 0; i < 3; i++) {
        for (int form = 0; form < 4; form++) {
            char *text = form == 0   ? collection(orders[i], counts[i])
                         : form == 1 ? multi_line(orders[i], counts[i])
                                     : overpass(orders[i], counts[i], form == 3);
            Imported *imported = import_text("m.json", text, NULL);
            assert_ring(imported, i == 2 ? -1 : 1); // as the longest line is drawn, or the first
            assert_int_equal(imported->messages.count, 0);
            imported_free(imported);
            free(text);
        }
    }
}

/// Imports `pieces` and asserts that they make the whole circuit; `why` stands in N634 (NULL: there
/// is none).
static void check_branches(const Piece *pieces, int count, const char *why, int ways) {
    char *text = collection(pieces, count);
    Imported *imported = import_text("b.geojson", text, NULL);
    assert_ring(imported, 1);
    const Message *branch = message_of(imported, MESSAGE_N634);
    assert_true((branch != NULL) == (why != NULL));
    if (branch) {
        char head[40];
        snprintf(head, sizeof head, "%d lines lead on from [", ways);
        assert_true(strncmp(branch->text, head, strlen(head)) == 0);
        assert_non_null(strstr(branch->text, why));
        assert_non_null(message_of(imported, MESSAGE_N633));
    }
    imported_free(imported);
    free(text);
}

static void at_branches_no_pit_lane_then_the_same_name_then_straight_on(void **state) {
    (void)state;
    const Point a = ring_point(80);
    const Point b = ring_point(110);
    const Point in = {0.5 * (a.x + b.x) + 40.0, 0.5 * (a.y + b.y) + 40.0};
    const Piece pit = {0, 0, "\"name\": \"Pit lane\"", {a, in, b}, 3};
    const Piece service = {0, 0, "\"service\": \"pit_lane\"", {b, in, a}, 3};
    const Piece cut = {0, 0, NULL, {a, in, b}, 3};
    const Piece other = {0, 0, "\"name\": \"Other\"", {a, in, b}, 3};
    // the way out of a dead end is straighter than the road
    const Piece dead = {
        0,
        0,
        NULL,
        {a, {3.0 * a.x - 2.0 * ring_point(79).x, 3.0 * a.y - 2.0 * ring_point(79).y}},
        2};
    const Piece main_a = {110, 200, "\"name\": \"Main\"", {{0, 0}}, 0};
    const Piece main_b = {80, 110, "\"name\": \"Main\"", {{0, 0}}, 0};
    const Piece plain_a = {110, 200, NULL, {{0, 0}}, 0};
    const Piece plain_b = {80, 110, NULL, {{0, 0}}, 0};
    check_branches((Piece[]){pit, plain_a, plain_b}, 3, "which is no pit lane", 2);
    check_branches((Piece[]){service, plain_a, plain_b}, 3, "which is no pit lane", 2);
    check_branches((Piece[]){other, main_a, main_b}, 3, "of the same name", 2);
    check_branches((Piece[]){cut, plain_a, plain_b}, 3, "which is straighter", 2);
    check_branches((Piece[]){dead, plain_a, plain_b}, 3, "which leads round", 2);
    check_branches((Piece[]){plain_b, plain_a}, 2, NULL, 0);
    check_branches((Piece[]){dead, cut, main_a, main_b, pit}, 5, "of the same name", 4);
}

static void a_dead_end_hides_no_circuit_though_it_is_the_longest_line(void **state) {
    (void)state;
    const Point a = ring_point(90);
    const Piece dead = {0, 0, NULL, {a, {2.7 * a.x, 2.7 * a.y}}, 2};
    const Piece back = {0, 0, NULL, {{2.7 * a.x, 2.7 * a.y}, a}, 2};
    const Piece quarters[] = {{0, 30, NULL, {{0, 0}}, 0},
                              {30, 60, NULL, {{0, 0}}, 0},
                              {60, 90, NULL, {{0, 0}}, 0},
                              {90, 120, NULL, {{0, 0}}, 0}};
    for (int i = 0; i < 2; i++) {
        const Piece pieces[] = {i == 0 ? dead : back, quarters[0], quarters[1], quarters[2],
                                quarters[3]};
        char *text = collection(pieces, 5);
        Imported *imported = import_text("d.geojson", text, NULL);
        assert_ring(imported, 1);
        assert_int_equal(count_of(imported, MESSAGE_N633), 1); // names what is left out
        imported_free(imported);
        free(text);
    }
}

static void a_small_loop_is_no_circuit_where_the_road_beside_it_has_a_gap(void **state) {
    (void)state;
    const Point a = ring_point(100);
    const Piece pieces[] = {{0, 50, NULL, {{0, 0}}, 0},
                            {50, 100, NULL, {{0, 0}}, 0},
                            {0, 0, NULL, {a, {a.x + 80.0, a.y}, {a.x + 80.0, a.y + 80.0}}, 3},
                            {0, 0, NULL, {{a.x + 80.0, a.y + 80.0}, {a.x, a.y + 80.0}, a}, 3}};
    char *text = collection(pieces, 4);
    Imported *imported = import_text("l.geojson", text, NULL);
    assert_null(imported->root);
    assert_non_null(message_of(imported, MESSAGE_E636));
    imported_free(imported);
    free(text);
}

static void a_gap_is_closed_up_to_three_widths_and_named_beyond(void **state) {
    (void)state;
    // A step of the circuit has 13 to 19 m: 2 lack in the first, 5 in the second.
    static const Piece small[] = {{0, 50, NULL, {{0, 0}}, 0}, {52, 120, NULL, {{0, 0}}, 0}};
    static const Piece wide[] = {{0, 50, NULL, {{0, 0}}, 0}, {55, 120, NULL, {{0, 0}}, 0}};
    const ImportOptions loud = {.line.verbose = true};
    char *text = collection(small, 2);
    Imported *imported = import_text("g.geojson", text, &loud);
    assert_non_null(message_of(imported, MESSAGE_N635));
    assert_null(yaml_find(road_of(imported), "closed"));
    imported_free(imported);
    free(text);
    // the same gap of 31.9 m in a road of 8 m is more than three of its widths
    static const Piece narrow[] = {{0, 50, "\"width\": 8", {{0, 0}}, 0},
                                   {52, 120, NULL, {{0, 0}}, 0}};
    text = collection(narrow, 2);
    imported = import_text("g.geojson", text, NULL);
    assert_null(imported->root);
    assert_non_null(strstr(message_of(imported, MESSAGE_E636)->help, "gaps of up to 24 m"));
    imported_free(imported);
    free(text);
    text = collection(wide, 2);
    imported = import_text("g.geojson", text, NULL);
    assert_null(imported->root);
    assert_int_equal(imported->messages.count, 1);
    const Message *gap = message_of(imported, MESSAGE_E636);
    assert_non_null(gap);
    Point a = degrees_of(ring_point(50));
    Point b = degrees_of(ring_point(55));
    char from[NUMBER_TEXT_MAX];
    char to[NUMBER_TEXT_MAX];
    number_text_digits(a.x, 9, from);
    number_text_digits(b.x, 9, to);
    assert_non_null(strstr(gap->text, from));
    assert_non_null(strstr(gap->text, to));
    char places[2][32];
    snprintf(places[0], sizeof places[0], "%d:", 2 + 50);
    snprintf(places[1], sizeof places[1], "%d:", 2 + 51);
    assert_true(gap->place.line == 52 || gap->place.line == 53);
    assert_true(strstr(gap->text, places[0]) || strstr(gap->text, places[1]));
    imported_free(imported);
    const ImportOptions broad = {.line.width = 30.0f}; // three widths are more now
    imported = import_text("g.geojson", text, &broad);
    assert_null(yaml_find(road_of(imported), "closed"));
    imported_free(imported);
    free(text);
}

static void a_single_line_is_left_open_with_a_word_where_it_looks_like_a_circuit(void **state) {
    (void)state;
    static const struct {
        Piece piece;
        bool closed, warned;
    } rows[] = {
        {{0, 120, NULL, {{0, 0}}, 0}, true, false},
        {{0, 118, NULL, {{0, 0}}, 0}, true, false},
        {{0, 115, NULL, {{0, 0}}, 0}, false, true},
        {{0, 60, NULL, {{0, 0}}, 0}, false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = collection(&rows[i].piece, 1);
        Imported *imported = import_text("s.geojson", text, NULL);
        assert_true((yaml_find(road_of(imported), "closed") == NULL) == rows[i].closed);
        assert_true((message_of(imported, MESSAGE_W622) != NULL) == rows[i].warned);
        assert_int_equal(imported->messages.count, rows[i].warned);
        imported_free(imported);
        free(text);
    }
}

// ---- tags -----------------------------------------------------------------------------------

/// The width of the road at the point `i` of the track, in m.
static double width_at(const Imported *imported, int i) {
    const YamlNode *road = road_of(imported);
    const YamlNode *node = yaml_find(road, "points")->first;
    for (; i > 0; i--) {
        node = node->next;
    }
    const YamlNode *own = node->kind == YAML_MAP ? yaml_find(node, "width") : NULL;
    double width = 0.0;
    assert_true(number_parse((own ? own : yaml_find(road, "width"))->text, &width));
    return width;
}

static void width_and_lanes_are_those_of_the_ways(void **state) {
    (void)state;
    static const struct {
        const char *tag;
        double width; ///< 0: not understood.
    } rows[] = {
        {"\"width\": \"11\"", 11.0},   {"\"width\": 9.5", 9.5},
        {"\"width\": \"10 m\"", 10.0}, {"\"width\": \"36'\"", 10.97},
        {"\"lanes\": \"3\"", 10.5},    {"\"est_width\": 8, \"lanes\": 4", 8.0},
        {"\"width\": \"wide\"", 0.0},  {"\"width\": 2", 0.0},
        {"\"lanes\": \"2;3\"", 0.0},   {"\"width\": \"400\"", 0.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Piece pieces[] = {{0, 60, rows[i].tag, {{0, 0}}, 0}, {60, 120, NULL, {{0, 0}}, 0}};
        char *text = collection(pieces, 2);
        Imported *imported = import_text("w.geojson", text, NULL);
        bool good = rows[i].width > 0.0;
        assert_near((float)width_at(imported, 10), good ? (float)rows[i].width : 12.0f, 0.02f);
        assert_near((float)width_at(imported, 90), 12.0f, 0.02f);
        assert_true((message_of(imported, MESSAGE_W623) != NULL) == !good);
        imported_free(imported);
        free(text);
    }
}

static void the_circuit_goes_as_most_oneways_do(void **state) {
    (void)state;
    static const struct {
        const char *tags[2];
        int sense;
        bool warned;
    } rows[] = {
        {{"\"oneway\": \"yes\"", NULL}, 1, false},
        {{NULL, "\"oneway\": \"yes\""}, -1, false},
        {{"\"oneway\": \"-1\"", NULL}, -1, false},
        {{"\"oneway\": \"yes\"", "\"oneway\": \"yes\""}, 1, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Piece pieces[] = {{0, 70, rows[i].tags[0], {{0, 0}}, 0},
                                {120, 70, rows[i].tags[1], {{0, 0}}, 0}};
        char *text = collection(pieces, 2);
        Imported *imported = import_text("o.geojson", text, NULL);
        assert_ring(imported, rows[i].sense);
        assert_true((message_of(imported, MESSAGE_W626) != NULL) == rows[i].warned);
        imported_free(imported);
        free(text);
    }
}

static void raceways_alone_are_read_where_there_are_any(void **state) {
    (void)state;
    static const Piece pieces[] = {
        {0, 0, "\"building\": \"stand\"", {{-900, 0}, {-900, 900}, {900, 900}}, 3},
        {0, 60, "\"highway\": \"raceway\"", {{0, 0}}, 0},
        {60, 120, "\"highway\": \"raceway\"", {{0, 0}}, 0},
        {0, 0, "\"highway\": \"service\"", {{-900, 900}, {-900, -900}, {900, -900}}, 3},
    };
    char *text = collection(pieces, 4);
    Imported *imported = import_text("r.geojson", text, NULL);
    assert_ring(imported, 1);
    assert_int_equal(imported->messages.count, 0);
    imported_free(imported);
    free(text);
}

static void a_longer_road_that_is_left_out_is_told(void **state) {
    (void)state;
    // a running track is no reason to leave the other lines out
    static const Piece pieces[] = {
        {0, 0, "\"name\": \"Long\"", {{-9000, 0}, {-9000, 900}, {9000, 900}}, 3},
        {0, 120, "\"leisure\": \"track\", \"sport\": \"running\"", {{0, 0}}, 0},
    };
    char *text = collection(pieces, 2);
    Imported *imported = import_text("l.geojson", text, NULL);
    assert_ring(imported, 1);
    assert_int_equal(imported->messages.count, 1);
    const Message *note = message_of(imported, MESSAGE_N630);
    assert_non_null(note);
    assert_non_null(strstr(note->text, "left out: \"Long\""));
    imported_free(imported);
    free(text);
}

static void outlines_and_tracks_of_other_sports_are_taken_where_they_are_asked_for(void **state) {
    (void)state;
    static const struct {
        const char *tags;
        bool taken;
    } rows[] = {
        {"\"leisure\": \"sports_centre\", \"sport\": \"motor\"", false},
        {"\"leisure\": \"pitch\"", false},
        {"\"tags\": {\"building\": \"yes\"}", false},
        {"\"highway\": null, \"landuse\": \"recreation_ground\"", false},
        {"\"sport\": \"motorsport\"", true},
        {"\"leisure\": \"track\", \"sport\": \"athletics\"", false},
        {"\"leisure\": \"track\", \"sport\": \"soccer;running\"", false},
        {"\"leisure\": \"sports_centre\", \"highway\": \"raceway\"", true},
        {"\"leisure\": \"park\", \"highway\": \"service\"", true},
        {"\"leisure\": \"track\"", true},
        {"\"leisure\": \"track\", \"sport\": \"cycling\"", true},
        {"\"leisure\": \"track\", \"sport\": \"athletics;karting\"", true},
        {"\"leisure\": null, \"building\": \"no\", \"landuse\": \"\"", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char tags[128];
        snprintf(tags, sizeof tags, "\"@id\": \"way/9\", %s", rows[i].tags);
        const Piece piece = {0, 120, tags, {{0, 0}}, 0};
        char *text = collection(&piece, 1);
        Imported *imported = import_text("v.geojson", text, NULL);
        if (rows[i].taken) {
            assert_ring(imported, 1);
        } else {
            assert_null(imported->root);
            assert_int_equal(imported->messages.count, 1);
            assert_int_equal(imported->messages.items[0].code, MESSAGE_E627);
            assert_int_equal(imported->messages.items[0].place.line, 2);
            assert_non_null(strstr(imported->messages.items[0].help, "way/9"));
        }
        imported_free(imported);
        const ImportOptions options = {.pick = "way/9"};
        imported = import_text("v.geojson", text, &options);
        assert_ring(imported, 1);
        imported_free(imported);
        free(text);
    }
}

static void a_road_goes_before_an_outline_that_is_longer(void **state) {
    (void)state;
    static const Piece pieces[] = {
        {0, 120, "\"leisure\": \"sports_centre\"", {{0, 0}}, 0},
        {0,
         0,
         "\"highway\": \"service\", \"name\": \"Lane\"",
         {{2000, 0}, {2200, 0}, {2400, 20}},
         3},
    };
    char *text = collection(pieces, 2);
    Imported *imported = import_text("w.geojson", text, NULL);
    assert_non_null(imported->root);
    assert_string_equal(yaml_find(imported->root, "name")->text, "Lane");
    imported_free(imported);
    free(text);
}

/// A field of 1 km and, with `line`, a ring of that kind in it.
static char *field_with(const char *tags, const char *line) {
    TextBuffer text = {0};
    add_text(&text, "{\"type\": \"FeatureCollection\", \"features\": [{\"properties\": {");
    add_text(&text, tags);
    add_text(&text, "}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [[[11, 48], "
                    "[11.02, 48], [11.02, 48.015], [11, 48.015], [11, 48]]]}}");
    add_text(&text, line);
    add_text(&text, "]}");
    text_add(&text, "", 1);
    return text.text;
}

static void an_area_goes_behind_circuits_and_is_told_where_it_is_taken(void **state) {
    (void)state;
    static const char ring[] =
        ", {\"properties\": {\"name\": \"Line\"}, \"geometry\": {\"type\": \"LineString\", "
        "\"coordinates\": [[11.005, 48.005], [11.01, 48.005], [11.01, 48.009], [11.005, 48.009], "
        "[11.005, 48.005]]}}";
    static const char lane[] =
        ", {\"properties\": {\"name\": \"Lane\"}, \"geometry\": {\"type\": \"LineString\", "
        "\"coordinates\": [[11.005, 48.005], [11.01, 48.005]]}}";
    static const struct {
        const char *tags, *line, *pick;
        const char *name; ///< Of the road that is taken.
        bool told;
    } rows[] = {
        {"\"name\": \"Field\"", ring, NULL, "Line", false},
        {"\"name\": \"Field\", \"natural\": \"sand\"", ring, NULL, "Line", false},
        {"\"name\": \"Field\"", ring, "Field", "Field", false},
        {"\"name\": \"Field\"", lane, NULL, "Field", true},
        {"\"name\": \"Field\"", "", NULL, "Field", true},
        {"\"name\": \"Field\", \"highway\": \"raceway\"", "", NULL, "Field", false},
        {"\"name\": \"Field\", \"leisure\": \"track\"", ring, NULL, "Field", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = field_with(rows[i].tags, rows[i].line);
        const ImportOptions options = {.pick = rows[i].pick};
        Imported *imported = import_text("f.geojson", text, &options);
        assert_non_null(imported->root);
        assert_string_equal(yaml_find(imported->root, "name")->text, rows[i].name);
        assert_int_equal(message_of(imported, MESSAGE_W628) != NULL, rows[i].told);
        imported_free(imported);
        free(text);
    }
}

// ---- several circuits -----------------------------------------------------------------------

/// Two ovals of 400 m and a larger one, far from each other, the first without a name.
static char *three_circuits(void) {
    TextBuffer text = {0};
    add_text(&text, "{\"type\": \"FeatureCollection\", \"features\": [");
    static const char *const heads[] = {"\"id\": \"way/7\"",
                                        "\"name\": \"Great Ring\", \"@id\": \"way/8\"",
                                        "\"Name\": \"Small Ring\""};
    for (int k = 0; k < 3; k++) {
        add_text(&text, k > 0 ? ",\n{" : "\n{");
        add_text(&text, "\"type\": \"Feature\", \"properties\": {");
        add_text(&text, heads[k]);
        add_text(&text, "}, \"geometry\": {\"type\": \"LineString\", \"coordinates\": [");
        for (int i = 0; i <= 24; i++) {
            TrigPair turn = trig_sincos(2.0f * TRIG_PI * (float)(i % 24) / 24.0f);
            double radius = k == 1 ? 150.0 : 70.0 + k;
            add_text(&text, i > 0 ? ", " : "");
            add_position(&text,
                         (Point){2000.0 * k + radius * (double)turn.cos, radius * (double)turn.sin},
                         "list");
        }
        add_text(&text, "]}}");
    }
    add_text(&text, "]}\n");
    return text.text;
}

static void of_several_circuits_the_longest_or_the_one_that_is_picked_is_taken(void **state) {
    (void)state;
    static const struct {
        const char *pick, *name, *note;
        int line;
    } rows[] = {
        {NULL, "Great Ring", "\"Great Ring\" is taken, the longest of 3 circuits", 3},
        {"Small Ring", "Small Ring", "\"Small Ring\" is taken, the one asked for of 3 circuits", 4},
        {"small ring", "Small Ring", "\"Small Ring\" is taken, the one asked for of 3 circuits", 4},
        {"way/7", "c", "way/7 is taken, the one asked for of 3 circuits", 2},
        {"4:109", "Small Ring", "\"Small Ring\" is taken, the one asked for of 3 circuits", 4},
        {"way/8", "Great Ring", "\"Great Ring\" is taken, the one asked for of 3 circuits", 3},
    };
    char *text = three_circuits();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ImportOptions options = {.pick = rows[i].pick};
        Imported *imported = import_text("c.geojson", text, &options);
        assert_non_null(imported->root);
        assert_string_equal(yaml_find(imported->root, "name")->text, rows[i].name);
        assert_int_equal(imported->messages.count, 1); // `axle check` says it too
        const Message *note = message_of(imported, MESSAGE_N631);
        assert_non_null(note);
        assert_int_equal(note->place.line, rows[i].line);
        assert_non_null(strstr(note->text, rows[i].note));
        assert_true((strstr(note->help, "Small Ring") == NULL) ==
                    (strcmp(rows[i].name, "Small Ring") == 0));
        imported_free(imported);
    }
    const ImportOptions wrong = {.pick = "Monza"};
    Imported *imported = import_text("c.geojson", text, &wrong);
    assert_null(imported->root);
    const Message *error = message_of(imported, MESSAGE_E635);
    assert_non_null(error);
    assert_string_equal(error->help, "it has way/7, \"Great Ring\", \"Small Ring\"");
    imported_free(imported);
    const ImportOptions loud = {.line.verbose = true};
    imported = import_text("c.geojson", text, &loud);
    int listed = 0;
    for (int i = 0; i < imported->messages.count; i++) {
        listed += imported->messages.items[i].code == MESSAGE_N632;
    }
    assert_int_equal(listed, 3);
    imported_free(imported);
    free(text);
}

// ---- positions ------------------------------------------------------------------------------

static void swapped_positions_are_told_and_put_right(void **state) {
    (void)state;
    // [longitude, latitude] of circuits all over the world
    static const double places[][2] = {
        {7.43, 43.74},   {9.28, 45.62},   {-1.02, 52.07},   {5.97, 50.44},   {16.44, 49.20},
        {14.76, 47.22},  {-97.64, 30.13}, {-46.70, -23.70}, {136.54, 34.84}, {144.97, -37.85},
        {50.51, 26.03},  {54.60, 24.47},  {39.10, 21.63},   {51.45, 25.49},  {103.86, 1.29},
        {-73.52, 45.50}, {-99.09, 19.40}, {28.07, -26.00},  {36.90, -1.20},  {175.50, -37.30},
        {77.53, 28.35},  {-7.99, 31.60},  {30.53, 50.45},   {-156.0, 20.0},  {29.41, 40.95},
        {49.85, 40.37},  {58.20, 23.60},  {-23.50, 15.00},  {32.60, 25.70},  {76.90, 43.20},
        {41.85, 9.60},
    };
    static const bool seen[] = {true, true, true, true, true, true, true, true, true, true};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int swap = 0; swap < 2; swap++) {
            TextBuffer text = {0};
            add_text(&text, "{\"type\": \"LineString\", \"coordinates\": [");
            for (int k = 0; k <= 4; k++) {
                static const double corners[][2] = {{0, 0}, {0.01, 0}, {0.01, 0.01}, {0, 0.01}};
                char x[NUMBER_TEXT_MAX];
                char y[NUMBER_TEXT_MAX];
                char at[80];
                number_text(places[i][swap] + corners[k % 4][swap], 6, x);
                number_text(places[i][1 - swap] + corners[k % 4][1 - swap], 6, y);
                snprintf(at, sizeof at, "%s[%s, %s]", k > 0 ? ", " : "", x, y);
                add_text(&text, at);
            }
            add_text(&text, "]}");
            Imported *imported = import_text("s.geojson", text.text, NULL);
            assert_non_null(imported->root);
            bool told = message_of(imported, MESSAGE_W624) != NULL;
            assert_false(!swap && told);
            assert_false(swap && i < sizeof seen && !told);
            if (told || !swap) { // the square is as wide as its latitude makes it
                Point size = extent_of(imported);
                float cosine = trig_cos((float)(places[i][1] + 0.005) * TRIG_PI / 180.0f);
                assert_near((float)size.x, 1111.95f * cosine, 1.0f);
                assert_near((float)size.y, 1111.95f, 1.0f);
            }
            imported_free(imported);
            free(text.text);
        }
    }
}

static void metres_are_taken_as_metres_but_not_web_mercator(void **state) {
    (void)state;
    const char square[] =
        "\"coordinates\": [[700000, 5300000], [700300, 5300000], [700300, 5300200], "
        "[700000, 5300200], [700000, 5300000]]";
    char text[512];
    snprintf(text, sizeof text, "{\"type\": \"LineString\", %s}", square);
    Imported *imported = import_text("u.geojson", text, NULL);
    Point size = extent_of(imported);
    assert_near((float)size.x, 300.0f, 0.01f);
    assert_near((float)size.y, 200.0f, 0.01f);
    assert_non_null(message_of(imported, MESSAGE_W625));
    assert_int_equal(imported->messages.count, 1);
    imported_free(imported);
    snprintf(text, sizeof text,
             "{\"type\": \"FeatureCollection\", \"crs\": {\"type\": \"name\", \"properties\": "
             "{\"name\": \"urn:ogc:def:crs:EPSG::3857\"}}, \"features\": [{\"type\": "
             "\"Feature\", \"geometry\": {\"type\": \"LineString\", %s}}]}",
             square);
    imported = import_text("u.geojson", text, NULL);
    assert_null(imported->root);
    assert_non_null(message_of(imported, MESSAGE_E637));
    imported_free(imported);
}

static void what_is_no_map_of_lines_is_said(void **state) {
    (void)state;
    static const struct {
        const char *text;
        MessageCode code;
        const char *help;
    } rows[] = {
        {"{\"elements\": [{\"type\": \"way\", \"id\": 1, \"nodes\": [1, 2]}]}", MESSAGE_E627,
         "out geom"},
        {"{\"elements\": [{\"type\": \"node\", \"lat\": 1, \"lon\": 2}]}", MESSAGE_E627, "draw"},
        {"{\"elements\": [{\"type\": \"way\", \"geometry\": [{\"lat\": 1}]}]}", MESSAGE_E628, ""},
        {"{\"type\": \"MultiPolygon\", \"coordinates\": [1, [], [[]]]}", MESSAGE_E627, "draw"},
        {"{\"type\": \"LineString\", \"coordinates\": [[1, 2]]}", MESSAGE_E624, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Imported *imported = import_text("x.json", rows[i].text, NULL);
        assert_null(imported->root);
        assert_int_equal(imported->messages.count, 1);
        assert_int_equal(imported->messages.items[0].code, rows[i].code);
        assert_non_null(strstr(imported->messages.items[0].help, rows[i].help));
        imported_free(imported);
    }
}

static void many_lines_that_touch_end_soon(void **state) {
    (void)state;
    // 3,999 lines from one point to another: each leads on to each; and one more than is allowed
    for (int extra = 0; extra < 2; extra++) {
        TextBuffer text = {0};
        add_text(&text, "{\"type\": \"MultiLineString\", \"coordinates\": [");
        for (int i = 0; i < 4000 + extra; i++) {
            add_text(&text, i > 0 ? ",[[11,48],[11.0001,48.0001]]" : "[[11,48],[11.01,48.01]]");
        }
        add_text(&text, "]}");
        Imported *imported = import_text("m.geojson", text.text, NULL);
        assert_true(imported->root != NULL || imported->messages.error_count > 0);
        assert_true((message_of(imported, MESSAGE_E111) != NULL) == (extra > 0));
        imported_free(imported);
        free(text.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_joined_in_any_order_and_direction),
        cmocka_unit_test(at_branches_no_pit_lane_then_the_same_name_then_straight_on),
        cmocka_unit_test(a_dead_end_hides_no_circuit_though_it_is_the_longest_line),
        cmocka_unit_test(a_small_loop_is_no_circuit_where_the_road_beside_it_has_a_gap),
        cmocka_unit_test(a_gap_is_closed_up_to_three_widths_and_named_beyond),
        cmocka_unit_test(a_single_line_is_left_open_with_a_word_where_it_looks_like_a_circuit),
        cmocka_unit_test(width_and_lanes_are_those_of_the_ways),
        cmocka_unit_test(the_circuit_goes_as_most_oneways_do),
        cmocka_unit_test(raceways_alone_are_read_where_there_are_any),
        cmocka_unit_test(a_longer_road_that_is_left_out_is_told),
        cmocka_unit_test(outlines_and_tracks_of_other_sports_are_taken_where_they_are_asked_for),
        cmocka_unit_test(a_road_goes_before_an_outline_that_is_longer),
        cmocka_unit_test(an_area_goes_behind_circuits_and_is_told_where_it_is_taken),
        cmocka_unit_test(of_several_circuits_the_longest_or_the_one_that_is_picked_is_taken),
        cmocka_unit_test(swapped_positions_are_told_and_put_right),
        cmocka_unit_test(metres_are_taken_as_metres_but_not_web_mercator),
        cmocka_unit_test(what_is_no_map_of_lines_is_said),
        cmocka_unit_test(many_lines_that_touch_end_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
