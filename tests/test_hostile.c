// Files of 4 MiB that mean harm: each ends in a message, in little time and memory. Every one is
// read in a process of its own, with limits on both; times are printed, and only far too long ones
// fail, as a busy machine must not.
#include "base/file.h"
#include "base/text.h"
#include "driver_file/driver_file.h"
#include "replay/replay.h"
#include "track_check/track_check.h"
#include "track_file/track_file.h"
#include "vehicle/car_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

enum {
    MEMORY_LIMIT = 256 * 1024 * 1024,
    SECONDS_LIMIT = SANITIZED ? 100 : 10,
    FILE_SIZE = SANITIZED ? FILE_LIMIT / 16 : FILE_LIMIT, ///< Bytes of each.
};

#define TRACK_HEAD "format: track/1\nname: T\n"
#define OVAL                                                                             \
    TRACK_HEAD "ribbons:\n  - {curve: round, radius: 28, width: 14, points: [[-70, -35]" \
               ", [70, -35], [70, 35], [-70, 35]]}\n"
#define SVG                                                                           \
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:inkscape='http://www.inkscape.org" \
    "/namespaces/inkscape' viewBox='0 0 200 100'>\n"
#define LAYER(name) SVG "<g inkscape:groupmode='layer' inkscape:label='" name "'>"
#define USES(inner, outer)                                                         \
    "<g id='" outer "'><use href='#" inner "'/><use href='#" inner "'/><use href=" \
    "'#" inner "'/><use href='#" inner "'/><use href='#" inner "'/><use href='#" inner "'/></g>"
#define MAP "{\"height\":100,\"tileheight\":10,\"layers\":[{\"type\":\"objectgroup\",\"name\":\""

#define KML     "<kml><Placemark><LineString><coordinates>"
#define KML_END "</coordinates></LineString></Placemark></kml>"
#define TMX     "<map height='100' tileheight='10'><objectgroup name='walls'>"
#define TMX_END "</objectgroup></map>"

/// A file of `head`, then `piece` until it is full, then `tail`. "%d" in a piece is its number.
typedef struct Hostile {
    const char *file, *what, *head, *piece, *tail;
} Hostile;

static const Hostile files[] = {
    {"a.track.yaml", "open lists", "", "[", ""},
    {"a.track.yaml", "open maps", "a: ", "{a: ", ""},
    {"a.track.yaml", "dashes", "", "- ", ""},
    {"a.track.yaml", "one line", "name: ", "x", ""},
    {"a.track.yaml", "an open quote", "name: \"", "x", ""},
    {"a.track.yaml", "carriage returns", "", "\r", ""},
    {"a.track.yaml", "empty lines", "", "\n", ""},
    {"a.track.yaml", "tabs", "", "\t", ""},
    {"a.track.yaml", "no UTF-8", "name: ", "\xC3\x28", ""},
    {"a.track.yaml", "anchors", "", "a%d: &a [*a, *a]\n", ""},
    {"a.track.yaml", "keys", OVAL, "k%d: 1\n", ""},
    {"a.track.yaml", "comments", TRACK_HEAD, "# c\n", ""},
    {"a.track.yaml", "digits", OVAL "laps: ", "9", "\n"},
    {"a.track.yaml", "decimals", OVAL "laps: 0.", "0", "1\n"},
    {"a.track.yaml", "points", TRACK_HEAD "ribbons:\n  - points: [", "[%d, 1], ", "[0, 0]]\n"},
    {"a.track.yaml", "empty points", TRACK_HEAD "ribbons:\n  - points: [", "[],", "[]]\n"},
    {"a.track.yaml", "huge numbers", OVAL "zones: [{surface: ice, polygon: [", "[1e308, -0], ",
     "[0, 0]]}]\n"},
    {"a.track.yaml", "zones", OVAL "zones:\n",
     "  - {surface: ice, circle: {center: [%d, 0], radius: 3}}\n", ""},
    {"a.track.yaml", "ids", OVAL "walls:\n",
     "  - {id: w%d, rect: {center: [0, 0], size: [3, 3]}}\n", ""},
    {"a.track.yaml", "mistakes", OVAL "walls:\n", "  - {x: %d}\n", ""},
    {"a.track.yaml", "slots", OVAL "grid: {slots: [", "[0, 0, 0], ", "[0, 0, 0]]}\n"},
    {"a.car.yaml", "open lists", "", "[", ""},
    {"a.car.yaml", "gears", "format: car/1\nname: X\ngearbox: {gears: [", "%d, ", "1]}\n"},
    {"a.car.yaml", "keys", "format: car/1\nname: X\n", "k%d: 1\n", ""},
    {"a.driver.yaml", "open lists", "", "[", ""},
    {"a.driver.yaml", "keys", "format: driver/1\nname: X\n", "k%d: 1\n", ""},
    {"a.driver.yaml", "parts", "format: driver/1\nname: X\nface:\n",
     "  - {color: \"FFFFFF\", points: [[0.4, 0.9], [0.3, 0.4]]}\n", ""},
    {"a.driver.yaml", "points", "format: driver/1\nname: X\nface: [{color: FFFFFF, points: [",
     "[0, 1], ", "[1, 1]]}]\n"},
    {"a.driver.yaml", "a note", "format: driver/1\nname: X\nnote: ", "x", "\n"},
    {"a.csv", "points", "", "%d,1\n", ""},
    {"a.csv", "the same point", "", "1,1\n", ""},
    {"a.csv", "digits", "", "1", ",2\n"},
    {"a.csv", "commas", "", ",", "\n"},
    {"a.csv", "huge numbers", "", "1e308,-0,5,5\n", ""},
    {"a.csv", "carriage returns", "1,2", "\r", ""},
    {"a.csv", "comments", "x,y\n", "#%d,2\n", "1,2\n"},
    {"a.csv", "a quote", "\"", "1,", "\n"},
    {"a.csv", "blanks", "1", " ", "2\n"},
    {"a.csv", "widths", "x,y,width\n", "%d,1,2\n", ""},
    {"a.geojson", "open maps", "", "{\"a\":", ""},
    {"a.geojson", "open lists", "{\"type\":\"Feature\",\"geometry\":", "[", ""},
    {"a.geojson", "points", "{\"type\":\"LineString\",\"coordinates\":[", "[%d,1],", "[0,0]]}"},
    {"a.geojson", "features", "{\"type\":\"FeatureCollection\",\"features\":[",
     "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}},",
     "1]}"},
    {"a.geojson", "lines", "{\"type\":\"MultiLineString\",\"coordinates\":[", "[[%d,1],[3,4]],",
     "[]]}"},
    {"a.geojson", "lines of one circuit", "{\"elements\":[",
     "{\"type\":\"way\",\"tags\":{\"name\":\"n%d\"},\"geometry\":[{\"lat\":48,\"lon\":11},"
     "{\"lat\":48.0001,\"lon\":11.0001},{\"lat\":48.0002,\"lon\":11.0001},{\"lat\":48.0003,"
     "\"lon\":11.0003},{\"lat\":48.0005,\"lon\":11.0007},{\"lat\":48.0008,\"lon\":11.0006},"
     "{\"lat\":48,\"lon\":11.0009},{\"lat\":48.0004,\"lon\":11.0007},{\"lat\":48.001,\"lon\":11.002},"
     "{\"lat\":48.0009,\"lon\":11.0003},{\"lat\":48.0012,\"lon\":11.002},{\"lat\":48.001,\"lon\":"
     "11.004},{\"lat\":48.003,\"lon\":11.003},{\"lat\":48.004,\"lon\":11.002},{\"lat\":48.002,"
     "\"lon\":11.001},{\"lat\":48.001,\"lon\":11.004},{\"lat\":49.002,\"lon\":11.005}]},\n",
     "{}]}"},
    {"a.geojson", "nodes of ways", "{\"elements\":[",
     "{\"type\":\"node\",\"id\":%d,\"lat\":1,\"lon\":2},", "{\"type\":\"way\",\"nodes\":[1,2]}]}"},
    {"a.geojson", "a node again and again",
     "{\"elements\":[{\"type\":\"node\",\"id\":1,\"lat\":1,\"lon\":2},{\"type\":\"way\",\"nodes\":[",
     "1,", "1]}]}"},
    {"a.geojson", "escapes", "{\"type\":\"", "\\ud83d\\ude00", "\"}"},
    {"a.kml", "folders", "", "<Folder>", ""},
    {"a.kml", "entities",
     "<!DOCTYPE kml [<!ENTITY a '1,2 1,2 1,2 1,2 '><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;'>]>" KML,
     "&b;", KML_END},
    {"a.kml", "points", KML, "1,%d ", KML_END},
    {"a.kml", "the same point", KML, "1,2 ", KML_END},
    {"a.kml", "commas", KML, ",", KML_END},
    {"a.kml", "commas and blanks", KML, "1, ", KML_END},
    {"a.kml", "digits", KML, "1", KML_END},
    {"a.kml", "placemarks", "<kml>",
     "<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>",
     "</kml>"},
    {"a.kml", "tags", "<kml><Placemark><ExtendedData>", "<Data name='n%d'><value>1</value></Data>",
     "</ExtendedData></Placemark></kml>"},
    {"a.kml", "recordings", "<kml><Placemark><Track>", "<coord>1 2 3</coord>",
     "</Track></Placemark></kml>"},
    {"a.gpx", "points", "<gpx><trk><trkseg>", "<trkpt lat='48' lon='%d'/>",
     "</trkseg></trk></gpx>"},
    {"a.gpx", "ways to and fro", "<gpx><trk><trkseg>", "<trkpt lat='48.%d' lon='11'/>",
     "</trkseg></trk></gpx>"},
    {"a.gpx", "points without positions", "<gpx><rte>", "<rtept/>", "</rte></gpx>"},
    {"a.gpx", "tracks", "<gpx>", "<trk><trkseg><trkpt lat='48' lon='1'/></trkseg></trk>", "</gpx>"},
    {"a.gpx", "attributes", "<gpx><trk><trkseg><trkpt lat='1' lon='2' ", "a%d='1' ",
     "/></trkseg></trk></gpx>"},
    {"a.gpx", "one attribute", "<gpx><rte><rtept lat='", "1", "'/></rte></gpx>"},
    {"a.osm", "nodes", "<osm>", "<node id='%d' lat='48' lon='11'/>", "</osm>"},
    {"a.osm", "nodes of one id", "<osm>", "<node id='1' lat='48' lon='11'/>",
     "<way id='1'><nd ref='1'/></way></osm>"},
    {"a.osm", "missing nodes", "<osm><node id='1' lat='1' lon='1'/><way id='1'><nd ref='1'/>",
     "<nd ref='%d9'/>", "</way></osm>"},
    {"a.osm", "ways", "<osm>", "<way id='1'><nd lat='1' lon='2'/></way>", "</osm>"},
    {"a.osm", "tags", "<osm><way id='1'><nd lat='1' lon='2'/>", "<tag k='k%d' v=''/>",
     "</way></osm>"},
    {"a.osm", "a document type", "<!DOCTYPE osm [", "<!ENTITY a%d 'b'>", "]><osm/>"},
    {"a.osm", "a root that is not there", "", "<!-- -->", ""},
    {"a.tmx", "objects", TMX, "<object id='%d' x='1' y='1' width='5' height='5'/>", TMX_END},
    {"a.tmx", "groups", "<map>", "<group>", ""},
    {"a.tmx", "layers", "<map>", "<objectgroup name='l%d'/>", "</map>"},
    {"a.tmx", "points", TMX "<object id='1' x='1' y='1'><polygon points='", "%d,1 ",
     "'/></object>" TMX_END},
    {"a.tmx", "no points", TMX "<object id='1' x='1' y='1'><polygon points='", ", ",
     "'/></object>" TMX_END},
    {"a.tmx", "properties", TMX "<object id='1' x='1' y='1' width='9' height='9'><properties>",
     "<property name='x-p%d' value='1'/>", "</properties></object>" TMX_END},
    {"a.tmx", "classes", TMX "<object id='1' x='1' y='1' width='9' height='9'>",
     "<properties><property name='a' type='class'>", "</object>" TMX_END},
    {"a.tmx", "members",
     TMX "<object id='1' x='1' y='1' width='9' height='9'><properties><property name='a' "
         "type='class'><properties>",
     "<property name='p%d' value='1'/>", "</properties></property></properties></object>" TMX_END},
    {"a.tmx", "tiles", "<map><layer><data encoding='csv'>", "0,", "</data></layer></map>"},
    {"a.xml", "a name", "<", "a", ""},
    {"a.xml", "comments in a document type", "<!DOCTYPE params [", "<!-- a -->", ""},
    {"a.txt", "lines", "", "1,2,3\n", ""},
    {"a.dxf", "comments", "", "999\nx\n", "0\nSECTION\n"},
    {"a.tmj", "objects", MAP "walls\",\"objects\":[",
     "{\"id\":%d,\"x\":1,\"y\":1,\"width\":5,\"height\":5},", "1]}]}"},
    {"a.tmj", "layers", "{\"layers\":[", "{\"type\":\"objectgroup\",\"name\":\"l%d\"},", "1]}"},
    {"a.tmj", "groups", "{\"layers\":[", "{\"type\":\"group\",\"layers\":[", ""},
    {"a.tmj", "points", MAP "walls\",\"objects\":[{\"id\":1,\"x\":0,\"y\":0,\"polygon\":[",
     "{\"x\":%d,\"y\":1},", "1]}]}]}"},
    {"a.tmj", "properties",
     MAP "walls\",\"objects\":[{\"id\":1,\"x\":0,\"y\":0,\"width\":9,\"height\":9,\"properties\":[",
     "{\"name\":\"x-p%d\",\"value\":1},", "1]}]}]}"},
    {"a.tmj", "tiles", "{\"layers\":[{\"type\":\"tilelayer\",\"data\":[", "0,", "0]}]}"},
    {"a.svg", "groups", SVG, "<g>", ""},
    {"a.svg", "transforms", SVG, "<g transform='scale(2)'>", ""},
    {"a.svg", "entities",
     "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>" SVG
     "<title>",
     "&b;", "</title></svg>"},
    {"a.svg", "declarations", "<!DOCTYPE svg [", "<!ATTLIST rect a%d CDATA 'x'>",
     "]>" SVG "</svg>"},
    {"a.svg", "clones of clones",
     LAYER("walls") "<g id='a'><rect width='1' height='1'/></g>" USES("a", "b") USES("b", "c")
         USES("c", "d") USES("d", "e") USES("e", "f") USES("f", "g") USES("g", "h") USES("h", "i"),
     "<use href='#i'/>", "</g></svg>"},
    {"a.svg", "a clone of itself", LAYER("walls") "<g id='a'>", "<use href='#a'/>",
     "</g></g></svg>"},
    {"a.svg", "attributes", SVG "<rect ", "a%d='1' ", "/></svg>"},
    {"a.svg", "lines", LAYER("walls") "<path d='M0 0", "l1 1", "'/></g></svg>"},
    {"a.svg", "arcs", LAYER("walls") "<path d='M0 0", "a1e9 1e9 0 1 1 1 1", "'/></g></svg>"},
    {"a.svg", "curves", LAYER("walls") "<path d='M0 0", "c1e7 0 0 1e7 1 1", "z'/></g></svg>"},
    {"a.svg", "parts of a path", LAYER("zones") "<path d='", "M0 0h1v1z", "'/></g></svg>"},
    {"a.svg", "strokes", SVG, "<path fill='none' stroke='#000' d='M%d 0l5 9'/>", "</svg>"},
    {"a.svg", "crooked roads", LAYER("road"),
     "<path fill='none' stroke='#000' stroke-width='12' d='M%d 0L1900 800 100 900 1500 50 700 1800 "
     "20 40 1800 1700 90 1200 1700 300 400 1900 1200 10 300 1500 1950 950 50 600 1100 1850 600 90 "
     "1600 1500 150 350 1850 1250 850 60 500 1750 1400 250 40 1000 1750 600 200 1650 1000 150'/>",
     "</g></svg>"},
    {"a.svg", "dashes", LAYER("scenery") "<path d='M0 0H9000' stroke='#f00' stroke-dasharray='",
     "0.001 ", "'/></g></svg>"},
    {"a.svg", "descriptions", LAYER("walls"),
     "<rect width='1' height='1'><desc>a: [1, 2, 3]</desc></rect>", "</g></svg>"},
    {"a.svg", "labels", LAYER("walls") "<rect width='1' height='1' inkscape:label='", "a=1 ",
     "'/></g></svg>"},
    {"a.replay", "nothing", "AXLERPL1\2", "0", ""},
};

static TextBuffer make(const Hostile *hostile) {
    TextBuffer text = {0};
    char piece[1024];
    size_t tail = strlen(hostile->tail), plain = strlen(hostile->piece);
    const char *number = strstr(hostile->piece, "%d");
    text_add(&text, hostile->head, strlen(hostile->head));
    for (int i = 0; text.size + sizeof piece + tail < (size_t)FILE_SIZE; i++) {
        if (!number) {
            text_add(&text, hostile->piece, plain);
            continue;
        }
        int size = snprintf(piece, sizeof piece, "%.*s%d%s", (int)(number - hostile->piece),
                            hostile->piece, i, number + 2);
        text_add(&text, piece, (size_t)size);
    }
    text_add(&text, hostile->tail, tail);
    return text;
}

/// Whether the reader of the file answered with an error.
static bool is_refused(const char *file, const TextBuffer *text) {
    static MessageList messages;
    if (text_ends_with(file, ".car.yaml")) {
        CarFile car;
        car_file_read(text->text, text->size, file, NULL, &car, &messages);
    } else if (text_ends_with(file, ".driver.yaml")) {
        DriverFile driver;
        driver_file_read(text->text, text->size, file, &driver, &messages);
    } else if (text_ends_with(file, ".replay")) {
        Replay replay = {0};
        replay_unpack((const uint8_t *)text->text, text->size, file, &replay, &messages);
    } else {
        static Track track;
        if (track_read(text->text, text->size, file, true, &track, &messages)) {
            track_check(&track, &messages);
        }
        track_destroy(&track);
    }
    return messages.error_count > 0;
}

/// Reads the file in a child; false where it did not end with an answer, or not in bounds.
static bool ends_well(const Hostile *hostile) {
    TextBuffer text = make(hostile);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit seconds = {SECONDS_LIMIT, SECONDS_LIMIT};
        setrlimit(RLIMIT_CPU, &seconds);
        _exit(is_refused(hostile->file, &text) ? 0 : 3);
    }
    int status = 0;
    struct rusage usage;
    memset(&usage, 0, sizeof usage);
    assert_int_equal(waitpid(child, &status, 0), child);
    getrusage(RUSAGE_CHILDREN, &usage); // its peak is that of the greediest child so far
    free(text.text);
    bool small = SANITIZED || usage.ru_maxrss < MEMORY_LIMIT / 1024;
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && small;
    if (!good) {
        print_error("%s, %s: status %#x, peak %ld MiB\n", hostile->file, hostile->what,
                    (unsigned)status, usage.ru_maxrss / 1024);
    }
    return good;
}

static double seconds_of_children(void) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec +
           (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec;
}

static void every_hostile_file_ends_in_a_message(void **state) {
    (void)state;
    int wrong = 0;
    double slowest = 0.0;
    const Hostile *slow = &files[0];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        double before = seconds_of_children();
        wrong += !ends_well(&files[i]);
        double seconds = seconds_of_children() - before;
        if (seconds > slowest) {
            slowest = seconds;
            slow = &files[i];
        }
    }
    print_message("the slowest: %s, %s, %.2f s\n", slow->file, slow->what, slowest);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hostile_file_ends_in_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
