/// KML, GPX and OpenStreetMap's XML: their lines are those that GeoJSON gives, and what is wrong in
/// them is said all at once.
#include "base/number.h"
#include "base/text.h"
#include "formats/yaml_build.h"
#include "geometry/point.h"
#include "geometry/trig.h"

#include <stdio.h>

#include "imported.h"

enum {
    RING = 90,  ///< Points of the circuit.
    PIECES = 3, ///< It is cut into.
    TEXT = 64 * 1024,
};

static void assert_has(const char *text, const char *part) {
    if (!strstr(text, part)) {
        fail_msg("\"%s\" does not say \"%s\"", text, part);
    }
}

// ---- one circuit in all dialects ------------------------------------------------------------

/// Degrees: a circuit of about 1,700 m, near 11 E, 48 N.
static Point ring_point(int i) {
    float angle = 2.0f * TRIG_PI * (float)(i % RING) / (float)RING;
    TrigPair turn = trig_sincos(angle);
    double radius = 0.0024 + 0.0003 * (double)trig_sin(3.0f * angle);
    return (Point){11.0 + 1.6 * radius * (double)turn.cos, 48.0 + radius * (double)turn.sin};
}

/// Appends `form` with each $x and $y replaced by the position, $i by the point's number.
static void add_point(TextBuffer *text, const char *form, int i) {
    Point at = ring_point(i);
    char number[NUMBER_TEXT_MAX];
    for (; *form; form++) {
        if (*form == '$') {
            form++;
            number_text(*form == 'i'   ? (double)(i % RING) + 7.0
                        : *form == 'x' ? at.x
                                       : at.y,
                        8, number);
            text_add(text, number, strlen(number));
        } else {
            text_add(text, form, 1);
        }
    }
}

static void add(TextBuffer *text, const char *added) { text_add(text, added, strlen(added)); }

/// How a dialect writes a file of lines.
typedef struct Dialect {
    const char *file;
    const char *head, *open, *point, *between, *close, *tail;
    const char *node; ///< Of each point, once for all, before `tail`; NULL: none.
} Dialect;

static const Dialect geojson = {
    .file = "a.geojson",
    .head = "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"",
    .open = ",\"properties\":{\"name\":\"Lap\",\"width\":10},\"geometry\":{\"type\":\"LineString\","
            "\"coordinates\":[",
    .point = "[$x,$y]",
    .between = ",",
    .close = "]}},{\"type\":\"Feature\"",
    .tail = "}]}",
};

static const Dialect dialects[] = {
    {.file = "a.kml",
     .head = "<?xml version=\"1.0\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n",
     .open = "<Placemark><name>Lap</name><ExtendedData><Data name=\"width\"><value>10</value>"
             "</Data></ExtendedData><LineString><coordinates>\n",
     .point = "$x,$y,412\n",
     .between = "",
     .close = "</coordinates></LineString></Placemark>\n",
     .tail = "</Document></kml>\n"},
    {.file = "a.kml", // no namespace, folders, blanks behind commas, CR LF
     .head = "<kml><Folder><Folder>\r\n",
     .open =
         "<Placemark><name>\r\n Lap </name><ExtendedData><SchemaData><SimpleData name=\"width\">"
         "10</SimpleData></SchemaData></ExtendedData><MultiGeometry><LineString><coordinates>",
     .point = "$x, $y, 0",
     .between = "\r\n\t",
     .close = "</coordinates></LineString></MultiGeometry></Placemark>",
     .tail = "</Folder></Folder></kml>"},
    {.file = "a.kml", // an older namespace behind a prefix, recordings behind another
     .head = "<k:kml xmlns:k=\"http://earth.google.com/kml/2.1\" "
             "xmlns:g=\"http://www.google.com/kml/ext/2.2\">",
     .open = "<k:Placemark><k:name>Lap</k:name><k:ExtendedData><k:Data name=\"width\"><k:value>10"
             "</k:value></k:Data></k:ExtendedData><g:MultiTrack><g:Track>",
     .point = "<k:when>2020-01-01T00:00:00Z</k:when><g:coord>$x $y 3</g:coord>",
     .between = "",
     .close = "</g:Track></g:MultiTrack></k:Placemark>",
     .tail = "</k:kml>"},
    {.file = "a.kml", // KML 2.3
     .head = "<kml xmlns=\"http://www.opengis.net/kml/2.3\"><Document>",
     .open =
         "<Placemark><name>Lap</name><ExtendedData><Data name=\"width\"><value>10</value></Data>"
         "</ExtendedData><MultiTrack><Track>",
     .point = "<when/><coord>$x $y</coord>",
     .between = "",
     .close = "</Track></MultiTrack></Placemark>",
     .tail = "</Document></kml>"},
    {.file = "a.json", // Overpass, with `out; >; out skel;`
     .head = "{\"version\":0.6,\"elements\":[{\"type\":\"relation\",\"id\":1}",
     .open = ",{\"type\":\"way\",\"id\":1,\"tags\":{\"name\":\"Lap\",\"width\":\"10\"},"
             "\"nodes\":[",
     .point = "$i",
     .between = ",",
     .close = "]}",
     .node = ",{\"type\":\"node\",\"id\":$i,\"lat\":$y,\"lon\":$x}",
     .tail = "]}"},
    {.file = "a.osm", // ways before their nodes
     .head = "<?xml version='1.0'?><osm version='0.6'><bounds minlat='0' minlon='0' maxlat='1' "
             "maxlon='1'/>",
     .open = "<way id='1'><tag k='name' v='Lap'/><tag k='width' v='10'/>",
     .point = "<nd ref='$i'/>",
     .between = "",
     .close = "</way>",
     .node = "<node id='$i' version='1' lat='$y' lon='$x'/>",
     .tail = "</osm>"},
    {.file = "answer.xml", // Overpass, with `out geom`
     .head = "<osm version=\"0.6\"><note>ODbL</note>",
     .open = "<way id=\"1\">",
     .point = "<nd ref=\"$i\" lat=\"$y\" lon=\"$x\"/>",
     .between = "",
     .close = "<tag k=\"name\" v=\"Lap\"/><tag k=\"est_width\" v=\"10\"/></way>",
     .tail = "</osm>"},
    {.file = "a.osm", // ways of relations alone
     .head = "<osm version=\"0.6\"><relation id=\"5\">",
     .open = "<member type=\"way\" ref=\"1\" role=\"\">",
     .point = "<nd lat=\"$y\" lon=\"$x\"/>",
     .between = "",
     .close = "</member>",
     .tail = "<tag k=\"name\" v=\"Lap\"/><tag k=\"width\" v=\"10\"/></relation></osm>"},
};

/// GPX says no widths.
static const Dialect gpx[] = {
    {.file = "a.gpx",
     .head = "<gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
             "<metadata><name>Day</name></metadata><trk><name>Lap</name>",
     .open = "<trkseg>",
     .point = "<trkpt lat=\"$y\" lon=\"$x\"><ele>4</ele><time>2020-01-01T00:00:00Z</time></trkpt>",
     .between = "\n",
     .close = "</trkseg>",
     .tail = "</trk></gpx>"},
    {.file = "route.xml",
     .head = "<gpx version=\"1.0\" xmlns=\"http://www.topografix.com/GPX/1/0\">",
     .open = "<rte><name>Lap</name>",
     .point = "<rtept lon=\" +0$x \" lat=\"$y\"/>",
     .between = "",
     .close = "</rte>",
     .tail = "</gpx>"},
};

/// The circuit in pieces, the second against the others; to be freed.
static char *write(const Dialect *dialect, int pieces) {
    TextBuffer text = {0};
    int step = RING / pieces;
    add(&text, dialect->head);
    for (int i = 0; i < pieces; i++) {
        add(&text, dialect->open);
        for (int k = 0; k <= step; k++) {
            add(&text, k > 0 ? dialect->between : "");
            add_point(&text, dialect->point, i * step + (i == 1 ? step - k : k));
        }
        add(&text, dialect->close);
    }
    for (int i = 0; i < RING && dialect->node; i++) {
        add_point(&text, dialect->node, i);
    }
    add(&text, dialect->tail);
    return text.text;
}

static void assert_same_as_geojson(const Dialect *dialect, int pieces, float width) {
    const ImportOptions options = {.line.width = width};
    char *json = write(&geojson, pieces);
    char *xml = write(dialect, pieces);
    Imported *wanted = import_text(geojson.file, json, NULL);
    Imported *found = import_text(dialect->file, xml, &options);
    messages_print(&found->messages, stderr, xml);
    assert_int_equal(found->messages.error_count + found->messages.warning_count, 0);
    assert_non_null(wanted->root);
    assert_non_null(found->root);
    assert_true(yaml_build_equal(wanted->root, found->root));
    imported_free(wanted);
    imported_free(found);
    free(json);
    free(xml);
}

static void each_dialect_gives_the_circuit_that_geojson_gives(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        print_message("dialect %zu\n", i);
        assert_same_as_geojson(&dialects[i], 1, 0.0f);
        assert_same_as_geojson(&dialects[i], PIECES, 0.0f);
    }
    for (size_t i = 0; i < sizeof gpx / sizeof *gpx; i++) {
        print_message("gpx %zu\n", i);
        assert_same_as_geojson(&gpx[i], 1, 10.0f);
        assert_same_as_geojson(&gpx[i], PIECES, 10.0f);
    }
}

// ---- KML ------------------------------------------------------------------------------------

/// A ring of four corners about (x, y) degrees, `size` degrees wide, as coordinates of KML.
#define SQUARE "11,48 11.004,48 11.004,48.003 11,48.003 11,48"

static void polygons_of_kml_are_circuits(void **state) {
    (void)state;
    static const char *const shapes[] = {
        "<LinearRing><coordinates>" SQUARE "</coordinates></LinearRing>",
        "<Polygon><extrude>1</extrude><outerBoundaryIs><LinearRing><coordinates>" SQUARE
        "</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>"
        "11.001,48.001 11.002,48.001 11.002,48.002</coordinates></LinearRing></innerBoundaryIs>"
        "</Polygon>",
        "<LineString><coordinates><![CDATA[" SQUARE "]]></coordinates></LineString>",
    };
    for (int i = 0; i < 3; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "<kml><Document><name>Yard</name><Placemark>%s</Placemark></Document></kml>",
                 shapes[i]);
        Imported *imported = import_text("m.kml", text, NULL);
        messages_print(&imported->messages, stderr, text);
        assert_non_null(imported->root);
        assert_string_equal(yaml_find(imported->root, "name")->text, "Yard");
        const YamlNode *road = yaml_find(imported->root, "ribbons")->first;
        assert_null(yaml_find(road, "closed")); // which is closed
        assert_true(yaml_find(road, "points")->count >= 4);
        assert_int_equal(count_of(imported, MESSAGE_W628), i == 1); // of the Polygon alone
        imported_free(imported);
    }
}

static void circuits_of_kml_are_picked_by_name_or_id(void **state) {
    (void)state;
    static const char text[] =
        "<kml><Document><Placemark id=\"a1\"><name>Small</name><LineString><coordinates>11.1,48 "
        "11.103,48 11.103,48.002 11.1,48.002 11.1,48</coordinates></LineString></Placemark>"
        "<Placemark><name>Large</name><LineString><coordinates>" SQUARE
        "</coordinates></LineString></Placemark></Document></kml>";
    static const char *const picks[][2] = {{NULL, "Large"}, {"small", "Small"}, {"a1", "Small"}};
    for (int i = 0; i < 3; i++) {
        const ImportOptions options = {.pick = picks[i][0]};
        Imported *imported = import_text("m.kml", text, &options);
        assert_non_null(imported->root);
        assert_string_equal(yaml_find(imported->root, "name")->text, picks[i][1]);
        assert_int_equal(count_of(imported, MESSAGE_N631), 1);
        imported_free(imported);
    }
}

/// KML with these coordinates.
static Imported *import_coordinates(const char *coordinates) {
    char text[2048];
    snprintf(text, sizeof text,
             "<kml><Placemark><LineString>\n<coordinates>\n  %s</coordinates></LineString>"
             "</Placemark></kml>",
             coordinates);
    return import_text("m.kml", text, NULL);
}

static void coordinates_of_kml_mean_one_thing_or_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int errors;
        int line, column; ///< Of the first.
    } rows[] = {
        {SQUARE, 0, 0, 0},
        {"11,48, 11.004,48, 11.004,48.003, 11,48.003, 11,48", 0, 0, 0}, // commas between tuples
        {"11,48,\n11.004,48,\n11.004,48.003,", 0, 0, 0},                // no heights
        {"11, 48 11.004, 48 11.004, 48.003", 0, 0, 0},
        {"11, 48, 5 11.004, 48, 5 11.004, 48.003, 5", 0, 0, 0},
        {"11,48,5. 11.004,48,.5 11.004,48.003,-.5e1", 0, 0, 0},
        {"11,48\n x,48\n 11,y\n 11.004,48.003", 2, 4, 2},
        {"11;48 11.004,48 11.004,48.003", 1, 3, 3},
        {"11,48,1,2 11.004,48 11.004,48.003", 1, 3, 3},
        {"11, 48, 11.004, 48, 11.004, 48.003", 1, 3, 3}, // of pairs or of three?
        {"11 48 11.004 48 11.004 48.003", 6, 3, 3},
        {"11,,48", 1, 3, 3},
        {"11,48 0x1p3,48 nan,48 inf,48 1_0,48", 4, 3, 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Imported *imported = import_coordinates(rows[i].text);
        int errors = count_of(imported, MESSAGE_E629);
        if (errors != rows[i].errors || (errors == 0) != (imported->root != NULL)) {
            messages_print(&imported->messages, stderr, NULL);
            fail_msg("\"%s\": %d errors", rows[i].text, errors);
        }
        if (errors > 0) {
            const Message *first = message_of(imported, MESSAGE_E629);
            assert_int_equal(first->place.line, rows[i].line);
            assert_int_equal(first->place.column, rows[i].column);
        }
        imported_free(imported);
    }
}

// ---- GPX ------------------------------------------------------------------------------------

/// Two laps that end where the next begins, as receivers split them at the line.
static void laps_of_a_recording_stay_apart(void **state) {
    (void)state;
    TextBuffer text = {0};
    add(&text, "<gpx><trk><name>One</name><trkseg>");
    for (int lap = 0; lap < 2; lap++) {
        for (int i = 0; i < RING; i++) { // the second begins where the first ends
            add_point(&text, "<trkpt lat='$y' lon='$x'/>", lap == 0 ? i : i + RING - 1);
            if (lap == 0 && i == RING / 2) { // the first is longer, so it is looked at first
                add_point(&text, "<trkpt lat='$y' lon='$x'/>", i - 1);
            }
        }
        add(&text, lap == 0 ? "</trkseg></trk><trk><name>Two</name><trkseg>" : "</trkseg></trk>");
    }
    add(&text, "</gpx>");
    const ImportOptions options = {.line.width = 18.0f}; // gaps of 54 m are closed
    Imported *imported = import_text("laps.gpx", text.text, &options);
    assert_non_null(imported->root);
    assert_int_equal(count_of(imported, MESSAGE_N631), 1); // one of two
    int count = yaml_find(yaml_find(imported->root, "ribbons")->first, "points")->count;
    assert_true(count < RING + RING / 2); // one lap, with a kink that was eased
    imported_free(imported);
    free(text.text);
}

/// A point of GPX, with decimal points in every locale.
static void add_trkpt(TextBuffer *text, double lat, double lon) {
    char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], point[sizeof a + sizeof b + 32];
    snprintf(point, sizeof point, "<trkpt lat='%s' lon='%s'/>", number_text_fixed(lat, 7, a),
             number_text_fixed(lon, 7, b));
    add(text, point);
}

/// How long the lap is that is cut out of `laps` laps, each a little beside the other, that begin
/// at the middle of the map, as if there were the pits.
static double lap_length(double laps, bool *noted) {
    TextBuffer text = {0};
    add(&text, "<gpx><trk><trkseg><trkpt lat='48' lon='11'/><trkpt lat='48.0004' lon='11.0008'/>");
    for (int i = 0; i < (int)(laps * RING); i++) {
        Point at = ring_point(i + RING / 8);
        add_trkpt(&text, at.y, at.x + 0.00003 * (double)(i / RING % 3));
    }
    add(&text, "<trkpt lat='48.0004' lon='11.0008'/></trkseg></trk></gpx>");
    Imported *imported = import_text("laps.gpx", text.text, NULL);
    assert_non_null(imported->root);
    const Message *note = message_of(imported, MESSAGE_N636);
    double length = 0.0;
    if (note) {
        const char *found = strstr(note->text, " m long");
        while (found > note->text && found[-1] != ' ') {
            found--;
        }
        length = atof(found);
        assert_null(yaml_find(yaml_find(imported->root, "ribbons")->first, "closed"));
    }
    *noted = note != NULL;
    imported_free(imported);
    free(text.text);
    return length;
}

static void a_lap_is_cut_out_of_a_recording_of_several(void **state) {
    (void)state;
    static const double laps[] = {1.2, 2.0, 3.7, 12.0};
    for (int i = 0; i < 4; i++) {
        bool noted = false;
        double length = lap_length(laps[i], &noted);
        assert_true(noted);
        if (!(length > 1730.0 && length < 1800.0)) { // up to the last point before it closes
            fail_msg("%g laps: the lap is %.0f m long", laps[i], length);
        }
    }
    bool noted = true;
    lap_length(0.8, &noted);
    assert_false(noted);
}

/// There and back on one road is no lap, nor is a road beside another that leads the other way.
static void a_way_back_is_no_lap(void **state) {
    (void)state;
    TextBuffer text = {0};
    add(&text, "<gpx><trk><trkseg>");
    for (int i = 0; i < 70; i++) {
        int step = i < 30 ? i : 59 - i;
        for (int twice = 0; twice < 2; twice++) { // who stands has no direction
            add_trkpt(&text, 48.0 + 0.0002 * step, i < 30 ? 11.0 : 11.0002);
        }
    }
    add(&text, "</trkseg></trk></gpx>");
    Imported *imported = import_text("back.gpx", text.text, NULL);
    assert_null(message_of(imported, MESSAGE_N636));
    imported_free(imported);
    free(text.text);
}

static void positions_of_gpx_that_are_none_are_all_told(void **state) {
    (void)state;
    static const char text[] = "<gpx><trk><trkseg>\n<trkpt lat='48'/>\n<trkpt lon='11'/>\n"
                               "<trkpt lat='48,1' lon='11'/>\n<trkpt/>\n<trkpt lat='' lon='11'/>\n"
                               "</trkseg></trk></gpx>";
    Imported *imported = import_text("m.gpx", text, NULL);
    assert_null(imported->root);
    assert_int_equal(imported->messages.count, 6);
    static const struct {
        int line;
        const char *text;
    } rows[] = {{2, "<trkpt> has no lon"},
                {3, "<trkpt> has no lat"},
                {4, "lat=\"48,1\""},
                {5, "no lat"},
                {5, "no lon"},
                {6, "lat=\"\""}};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(imported->messages.items[i].code, MESSAGE_E629);
        assert_int_equal(imported->messages.items[i].place.line, rows[i].line);
        assert_has(imported->messages.items[i].text, rows[i].text);
    }
    imported_free(imported);
}

static void no_more_than_twenty_mistakes_are_told(void **state) {
    (void)state;
    TextBuffer text = {0};
    add(&text, "<gpx><rte>");
    for (int i = 0; i < 50; i++) {
        add(&text, "<rtept/>");
    }
    add(&text, "</rte></gpx>");
    Imported *imported = import_text("m.gpx", text.text, NULL);
    assert_int_equal(imported->messages.count, 20);
    imported_free(imported);
    free(text.text);
}

// ---- OpenStreetMap --------------------------------------------------------------------------

#define LAST "9223372036854775807" // which is the largest id
#define NODES                                                              \
    "<node id='1' lat='48' lon='11'/><node id='2' lat='48' lon='11.004'/>" \
    "<node id='-3' lat='48.003' lon='11.004'/><node id='" LAST "' lat='48.003' lon='11'/>"
#define RACEWAY "<tag k='highway' v='raceway'/>"
#define WAY                                                              \
    "<way id='8'><nd ref='1'/><nd ref='2'/><nd ref='-3'/><nd ref='" LAST \
    "'/><nd ref='1'/>" RACEWAY "</way>"

static void streets_need_no_nodes_beside_a_raceway(void **state) {
    (void)state;
    static const char text[] =
        "<osm><way id='7'><nd ref='1'/><nd ref='99'/><tag k='highway' v='service'/></way>" WAY NODES
        "<way id='9' action='delete'><nd ref='77'/>" RACEWAY "</way>"
        "<node id='1' visible='false'/></osm>";
    const ImportOptions options = {.line.verbose = true};
    Imported *imported = import_text("m.osm", text, &options);
    messages_print(&imported->messages, stderr, text);
    assert_non_null(imported->root);
    assert_has(message_of(imported, MESSAGE_N630)->text, "1 of 2 lines");
    imported_free(imported);
}

static void nodes_that_a_raceway_lacks_are_all_told(void **state) {
    (void)state;
    static const char text[] =
        "<osm>\n" NODES "<way id='8'>\n<nd ref='1'/>\n<nd ref='2'/>\n"
        "<nd ref='55'/>\n<nd/>\n<nd ref='9223372036854775808'/>\n" RACEWAY "</way></osm>";
    Imported *imported = import_text("m.osm", text, NULL);
    assert_null(imported->root);
    assert_int_equal(imported->messages.count, 3);
    assert_int_equal(imported->messages.items[0].place.line, 5);
    assert_has(imported->messages.items[0].text, "ref=\"55\", but no such node is in the file");
    assert_has(imported->messages.items[1].text, "no ref");
    assert_has(imported->messages.items[2].text, "ref=\"9223372036854775808\"");
    imported_free(imported);
}

#define JSON_NODES                                                    \
    "{\"type\": \"node\", \"id\": 1, \"lat\": 48, \"lon\": 11}, "     \
    "{\"type\": \"node\", \"id\": 2, \"lat\": 48, \"lon\": 11.004}, " \
    "{\"type\": \"node\", \"id\": 3, \"lat\": 48.003, \"lon\": 11.004}"

/// The same, as Overpass answers in JSON.
static void nodes_that_an_answer_lacks_are_all_told(void **state) {
    (void)state;
    static const char street[] = "{\"elements\": [{\"type\": \"way\", \"nodes\": [1, 2, 3, 1], "
                                 "\"tags\": {\"highway\": \"raceway\"}}, {\"type\": \"way\", "
                                 "\"nodes\": [1, 99]}, " JSON_NODES "]}";
    Imported *imported = import_text("m.json", street, NULL);
    assert_non_null(imported->root);
    imported_free(imported);
    static const char lacking[] = "{\"elements\": [\n{\"type\": \"way\", \"nodes\": [1,\n55, 2,\n"
                                  "[7], 3]}, " JSON_NODES "]}";
    imported = import_text("m.json", lacking, NULL);
    assert_null(imported->root);
    assert_int_equal(imported->messages.count, 2);
    assert_int_equal(imported->messages.items[0].place.line, 3);
    assert_has(imported->messages.items[0].text,
               "way has node 55, but no such node is in the file");
    assert_int_equal(imported->messages.items[1].place.line, 4);
    imported_free(imported);
}

static void what_a_file_has_instead_of_a_line_is_told(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *what, *help;
    } rows[] = {
        {"m.osm", "<osm><way id='1'><nd ref='1'/></way></osm>", "its ways have no positions",
         "out geom"},
        {"m.osm", "<osm>" NODES "</osm>", "it has no way", "export"},
        {"m.gpx", "<gpx><wpt lat='1' lon='2'/></gpx>", "it has a waypoint, not a track or route",
         "lap"},
        {"m.kml", "<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>",
         "it has a Point", "path"},
        {"m.kml", "<kml><NetworkLink/></kml>", "it has a NetworkLink", "path"},
        {"m.kml", "<kml/>", "it has no LineString", "path"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Imported *imported = import_text(rows[i].file, rows[i].text, NULL);
        assert_null(imported->root);
        assert_int_equal(imported->messages.count, 1);
        assert_int_equal(imported->messages.items[0].code, MESSAGE_E627);
        assert_has(imported->messages.items[0].text, rows[i].what);
        assert_has(imported->messages.items[0].help, rows[i].help);
        imported_free(imported);
    }
}

static void advice_names_the_format_of_the_file(void **state) {
    (void)state;
    static const char swapped[] =
        "<gpx><rte><rtept lat='139' lon='35'/><rtept lat='139.004' lon='35'/>"
        "<rtept lat='139.004' lon='35.004'/></rte></gpx>";
    Imported *imported = import_text("m.gpx", swapped, NULL);
    assert_non_null(imported->root);
    assert_has(message_of(imported, MESSAGE_W624)->help, "lat is the latitude");
    imported_free(imported);
    imported = import_coordinates("500000,5300000 500300,5300000 500300,5300200");
    assert_non_null(imported->root);
    assert_has(message_of(imported, MESSAGE_W625)->help, "KML has degrees");
    imported_free(imported);
}

// ---- which format a file has ----------------------------------------------------------------

static void xml_is_told_by_its_first_element(void **state) {
    (void)state;
    static const struct {
        const char *file, *text;
        ImportFormat format;
    } rows[] = {
        {"a.xml", "<kml/>", IMPORT_KML},
        {"a.xml", "\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- <gpx> -->\n<osm>", IMPORT_OSM},
        {"a.txt", "<!DOCTYPE gpx [<!ENTITY a '<osm>'>]><g:gpx xmlns:g='a'>", IMPORT_GPX},
        {"a.csv", "<svg xmlns='http://www.w3.org/2000/svg'/>", IMPORT_SVG},
        {"a.json", "<map version='1.8'>", IMPORT_TILED},
        {"a.kml", "", IMPORT_KML},
        {"A.KML", "<", IMPORT_KML},
        {"a.gpx", "<?xml", IMPORT_GPX},
        {"a.osm", "<!-- ", IMPORT_OSM},
        {"a.tmx", "<!DOCTYPE a [", IMPORT_TILED},
        {"a.xml", "", IMPORT_UNKNOWN},
        {"a.kml", "<html>", IMPORT_UNKNOWN},
        {"a.svg", "<html>", IMPORT_SVG}, // its reader says so
        {"a.track.yaml", "format: track/1\n", IMPORT_NATIVE},
        {"a", "", IMPORT_NATIVE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int format = (int)import_format(rows[i].file, rows[i].text);
        if (format != (int)rows[i].format) {
            fail_msg("%s with %s is %d", rows[i].file, rows[i].text, format);
        }
    }
    assert_true(import_has_suffix("a.kml") && import_has_suffix("a.OSM") &&
                import_has_suffix("a.gpx") && import_has_suffix("a.dxf"));
    assert_false(import_has_suffix("a.yaml"));
}

static void formats_that_are_not_read_are_named(void **state) {
    (void)state;
    static const struct {
        const char *file, *text, *what, *help;
    } rows[] = {
        {"t.xml",
         "<?xml version=\"1.0\"?>\n<!DOCTYPE params SYSTEM \"../../libs/tgf/params.dtd\" [\n"
         "<!ENTITY surfaces SYSTEM \"../surfaces.xml\">\n]>\n<params name=\"Oval\" "
         "type=\"trackdef\"><section name=\"Main Track\"/></params>",
         "a track of TORCS or Speed Dreams", "x,y,width"},
        {"car", "<params name=\"Car\"/>", "a file of TORCS or Speed Dreams, and no track", ""},
        {"t.dxf", "  0\nSECTION\n  2\nHEADER\n", "(DXF)", "SVG"},
        {"t.txt", "999\r\nmade by hand\r\n0\r\nSECTION\r\n", "(DXF)", "SVG"},
        {"t.dxf", "AutoCAD Binary DXF\r\n\x1A", "(DXF)", "SVG"},
        {"t.dwg", "AC1032", "(DWG)", "SVG"},
        {"t.txt", "1.5,0.5,-3\n2,0.5,-2\n3,0.5,-1\n4,0.5,0\n5,0.5,1\n", "a path of DonkeySim",
         "x,height,y"},
        {"t.txt", "S 11\nDY 15.5\nR 9\nS 10\nDY 10\n", "a road of DonkeySim", "x,y,width"},
        {"t.kmz", "PK\x03\x04...", "(zip)", "doc.kml"},
        {"t.gpx.gz", "\x1F\x8B\x08", "gzip", "gunzip"},
        {"t.xml", "<html xmlns=\"http://www.w3.org/1999/xhtml\">", "a web page", "file itself"},
        {"t.kml", "<!DOCTYPE html>\n<html lang=\"en\">", "a web page", "file itself"},
        {"t.tsx", "<tileset/>", "a tileset of Tiled", ".tmx"},
        {"t.tx", "<template/>", "a template of Tiled", ".tmx"},
        {"t.osc", "<osmChange/>", "a list of changes", ".osm"},
        {"t.tcx", "<TrainingCenterDatabase/>", "(TCX)", "GPX"},
        {"t.nmea", "$GPRMC,123519,A\n", "(NMEA)", "GPX"},
        {"t.xodr", "<OpenDRIVE/>", "(OpenDRIVE)", "x,y,width"},
        {"t.xml", "<foo/>", "XML that begins with <foo>", "KML"},
        {"t.xml", "foo", "a file of an unknown kind", "KML"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(import_format(rows[i].file, rows[i].text), IMPORT_UNKNOWN);
        Imported *imported = import_text(rows[i].file, rows[i].text, NULL);
        assert_null(imported->root);
        assert_int_equal(imported->messages.count, 1);
        assert_int_equal(imported->messages.items[0].code, MESSAGE_E638);
        assert_has(imported->messages.items[0].text, rows[i].what);
        assert_has(imported->messages.items[0].help, rows[i].help);
        imported_free(imported);
    }
    // those with a zero byte are known by their suffix first
    static const char pbf[] = "\0\0\0\x0D\x0A\x09OSMHeader";
    static const char fit[] = "\x0E\x10\0\0\0\0\0\0.FIT";
    static MessageList messages;
    Arena arena = {0};
    assert_int_equal(import_format("a.osm.pbf", pbf), IMPORT_UNKNOWN);
    assert_int_equal(import_format("a.fit", fit), IMPORT_UNKNOWN);
    import_read(IMPORT_UNKNOWN, pbf, sizeof pbf - 1, "a.osm.pbf", NULL, &arena, &messages);
    import_read(IMPORT_UNKNOWN, fit, sizeof fit - 1, "a.fit", NULL, &arena, &messages);
    assert_has(messages.items[0].text, "PBF");
    assert_has(messages.items[1].text, "FIT");
    arena_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dialect_gives_the_circuit_that_geojson_gives),
        cmocka_unit_test(polygons_of_kml_are_circuits),
        cmocka_unit_test(circuits_of_kml_are_picked_by_name_or_id),
        cmocka_unit_test(coordinates_of_kml_mean_one_thing_or_are_refused),
        cmocka_unit_test(laps_of_a_recording_stay_apart),
        cmocka_unit_test(a_lap_is_cut_out_of_a_recording_of_several),
        cmocka_unit_test(a_way_back_is_no_lap),
        cmocka_unit_test(positions_of_gpx_that_are_none_are_all_told),
        cmocka_unit_test(no_more_than_twenty_mistakes_are_told),
        cmocka_unit_test(streets_need_no_nodes_beside_a_raceway),
        cmocka_unit_test(nodes_that_a_raceway_lacks_are_all_told),
        cmocka_unit_test(nodes_that_an_answer_lacks_are_all_told),
        cmocka_unit_test(what_a_file_has_instead_of_a_line_is_told),
        cmocka_unit_test(advice_names_the_format_of_the_file),
        cmocka_unit_test(xml_is_told_by_its_first_element),
        cmocka_unit_test(formats_that_are_not_read_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
