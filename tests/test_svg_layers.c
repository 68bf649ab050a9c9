// What the layers of a drawing hold, whichever program saved it; what is said where they are lost;
// entities, which some programs write.
#include "base/file.h"
#include "base/text.h"
#include "import/import.h"
#include "track_file/track_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "test.h"

#define HEAD   "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 200'>\n"
#define STROKE " fill='none' stroke='#000' stroke-width='14'/>"
#define RECT   "<rect x='60' y='50' width='140' height='80' rx='28'" STROKE
#define FENCE  "<path d='M230 40L250 60' fill='none' stroke='#000' stroke-width='1'/>"

typedef struct Read {
    Track track;
    bool good;
    MessageList messages;
} Read;

static Read read_with(const char *text, size_t size, const ImportOptions *options) {
    static const ImportOptions none = {0};
    Read read = {0};
    read.good = track_read_with(text, size, "a.svg", options ? options : &none, &read.track,
                                &read.messages);
    return read;
}

static Read read_text(const char *text) { return read_with(text, strlen(text), NULL); }

/// The drawing `name` of tests/drawings.
static Read read_drawing(const char *name, const ImportOptions *options) {
    char path[1024];
    FileBytes bytes;
    MessageList messages = {0};
    snprintf(path, sizeof path, "%s/tests/drawings/%s", TEST_DATA, name);
    assert_true(file_read(path, FILE_LIMIT, &bytes, &messages));
    Read read = read_with(bytes.data, bytes.size, options);
    file_bytes_free(&bytes);
    return read;
}

static void assert_says(const Read *read, MessageCode code, const char *part) {
    for (int i = 0; i < read->messages.count; i++) {
        const Message *message = &read->messages.items[i];
        if (message->code == code) {
            if (!strstr(message->text, part) && !strstr(message->help, part)) {
                fail_msg("\"%s\" is not in \"%s\" (%s)", part, message->text, message->help);
            }
            return;
        }
    }
    messages_print(&read->messages, stderr, NULL);
    fail_msg("no %s", message_code_name(code));
}

static void assert_silent(const Read *read) {
    if (read->messages.count > 0) {
        messages_print(&read->messages, stderr, NULL);
    }
    assert_int_equal(read->messages.count, 0);
    assert_true(read->good);
}

/// The drawing must give a road of 14 m and `walls` walls beside those of the road, in silence.
static void assert_track(const char *text, int walls) {
    Read bare = read_text(HEAD "<g id='road'>" RECT "</g></svg>");
    Read read = read_text(text);
    assert_silent(&read);
    assert_false(read.track.is_circuit_map);
    assert_near(read.track.ribbons[0].samples[0].left, 7.0, 1e-3);
    assert_int_equal(read.track.wall_count - bare.track.wall_count, walls);
    track_destroy(&bare.track);
    track_destroy(&read.track);
}

// ---- what programs save -----------------------------------------------------------------------

static void inkscape_and_plain_svg_give_the_same_track(void **state) {
    (void)state;
    static const char *const names[] = {"quarry-inkscape.svg", "quarry-plain.svg"};
    Read drawn = read_drawing("quarry.svg", NULL);
    assert_silent(&drawn);
    for (int i = 0; i < 2; i++) {
        Read saved = read_drawing(names[i], NULL);
        assert_silent(&saved);
        assert_memory_equal(&saved.track.hash, &drawn.track.hash, sizeof drawn.track.hash);
        assert_string_equal(saved.track.name, "Quarry Lane");
        assert_int_equal(saved.track.theme, drawn.track.theme);
        assert_int_equal(saved.track.scenery_count, drawn.track.scenery_count);
        track_destroy(&saved.track);
    }
    track_destroy(&drawn.track);
}

/// A page in pixels instead of millimetres; and what scour makes of a drawing.
static void px_and_scour_give_the_same_track(void **state) {
    (void)state;
    static const char *const names[] = {"quarry-px.svg", "quarry-scour.svg"};
    Read drawn = read_drawing("quarry.svg", NULL);
    for (int i = 0; i < 2; i++) {
        Read saved = read_drawing(names[i], NULL);
        assert_silent(&saved);
        assert_memory_equal(&saved.track.hash, &drawn.track.hash, sizeof drawn.track.hash);
        track_destroy(&saved.track);
    }
    track_destroy(&drawn.track);
}

static void lost_layers_are_said_and_can_be_named(void **state) {
    (void)state;
    Read lost = read_drawing("quarry-lost.svg", NULL);
    assert_true(lost.good);
    assert_true(lost.track.is_circuit_map);
    assert_int_equal(lost.messages.count, 1);
    assert_says(&lost, MESSAGE_W641, "no layer is called road");
    assert_says(&lost, MESSAGE_W641, "save it as Inkscape SVG");
    assert_says(&lost, MESSAGE_W641, "\"layer1\", \"layer2\", \"layer3\", ...");
    const char *const layers[] = {"road:layer1", "zones:layer2", "walls:layer3", "props:layer4"};
    ImportOptions options = {.layers = layers, .layer_count = 4};
    Read named = read_drawing("quarry-lost.svg", &options);
    Read drawn = read_drawing("quarry.svg", NULL);
    assert_true(named.good);
    assert_false(named.track.is_circuit_map);
    assert_int_equal(named.messages.count, 1); // the sketch has lost its name, too
    assert_says(&named, MESSAGE_W707, "layer \"layer5\" not understood");
    assert_memory_equal(&named.track.hash, &drawn.track.hash, sizeof drawn.track.hash);
    track_destroy(&lost.track);
    track_destroy(&named.track);
    track_destroy(&drawn.track);
}

/// What gzip makes of `count` bytes of `text`; the caller frees it.
static unsigned char *compress_text(const char *text, size_t count, size_t *size) {
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (unsigned)count};
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    size_t room = deflateBound(&stream, count);
    unsigned char *out = malloc(room);
    assert_non_null(out);
    stream.next_out = out;
    stream.avail_out = (unsigned)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    *size = room - stream.avail_out;
    deflateEnd(&stream);
    return out;
}

static void a_compressed_drawing_is_the_same(void **state) {
    (void)state;
    Read drawn = read_drawing("quarry.svg", NULL);
    Read saved = read_drawing("quarry.svgz", NULL);
    assert_silent(&saved);
    assert_memory_equal(&saved.track.hash, &drawn.track.hash, sizeof drawn.track.hash);
    track_destroy(&drawn.track);
    track_destroy(&saved.track);
    assert_int_equal(import_format("a.svgz", ""), IMPORT_SVG);
}

/// A compressed drawing with a comment of blanks, `count` bytes in all.
static Read read_blanks(size_t count, size_t cut, bool damage) {
    static const char before[] = HEAD "<g id='road'>" RECT "</g><!--";
    static const char after[] = "--></svg>";
    char *text = malloc(count);
    assert_non_null(text);
    memset(text, ' ', count);
    memcpy(text, before, sizeof before - 1);
    memcpy(text + count - (sizeof after - 1), after, sizeof after - 1);
    size_t size;
    unsigned char *packed = compress_text(text, count, &size);
    packed[size - 5] ^= damage; // a byte of the checksum
    Read read = read_with((const char *)packed, size - cut, NULL);
    free(packed);
    free(text);
    return read;
}

static void compressed_drawings_have_limits(void **state) {
    (void)state;
    const size_t sizes[] = {1000, 65536, 65537, FILE_LIMIT - 1, FILE_LIMIT};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Read read = read_blanks(sizes[i], 0, false);
        assert_silent(&read);
        track_destroy(&read.track);
    }
    const size_t large[] = {FILE_LIMIT + 1, 64 * 1024 * 1024}; // the second takes 64 KiB packed
    for (size_t i = 0; i < 2; i++) {
        Read read = read_blanks(large[i], 0, false);
        assert_false(read.good);
        assert_says(&read, MESSAGE_E108, "");
    }
    for (size_t cut = 1; cut < 60; cut += 7) {
        Read read = read_blanks(1000, cut, false);
        assert_false(read.good);
        assert_says(&read, MESSAGE_E640, "cut off or damaged");
    }
    Read read = read_blanks(1000, 0, true);
    assert_false(read.good);
    assert_says(&read, MESSAGE_E640, "cut off or damaged");
}

// ---- names ------------------------------------------------------------------------------------

static void groups_go_by_their_ids(void **state) {
    (void)state;
    assert_track(HEAD "<g id='road'>" RECT "</g></svg>", 0);
    assert_track(HEAD "<g id='Road'>" RECT "</g><g id='wall'>" FENCE "</g></svg>", 1);
    // In groups without a meaning, and groups in groups.
    assert_track(HEAD "<g id='frame1'><g id='roads'><g id='g7'>" RECT "</g></g></g></svg>", 0);
    // Used before: as Figma and as Illustrator number them.
    assert_track(HEAD "<g id='road-2'>" RECT "</g><g id='walls_1_'>" FENCE "</g></svg>", 1);
    // As Illustrator writes what an id may not hold.
    assert_track(HEAD "<g id='road'>" RECT "</g><g id='_x5F_sketch'>" RECT "</g></svg>", 0);
    assert_track(
        HEAD "<g id='road'>" RECT "</g><g id='_sketch'><g id='walls'>" FENCE "</g></g></svg>", 0);
    // CorelDRAW numbers all groups so.
    assert_track(HEAD "<g id='_0123'><g id='road'>" RECT "</g></g></svg>", 0);
    // A clone is of the group that it stands in, else of that of what it repeats.
    assert_track(HEAD "<defs><path id='f' d='M230 40L250 60' fill='none' stroke='#000'/></defs>"
                      "<g id='road'>" RECT "</g><g id='walls'><use href='#f'/></g></svg>",
                 1);
    assert_track(HEAD "<g id='road'>" RECT "</g><g id='walls'><g id='f'>" FENCE
                      "</g></g><use href='#f' y='9'/></svg>",
                 2);
}

static void labels_go_before_ids(void **state) {
    (void)state;
#define INKSCAPE                                                              \
    "<svg xmlns='http://www.w3.org/2000/svg' "                                \
    "xmlns:i='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 300 " \
    "200'><g i:groupmode='layer' i:label='road' id='walls'>" RECT "</g>"
    assert_track(INKSCAPE "</svg>", 0);
    // A layer without a label goes by its id, a group in a drawing with labels does not.
    assert_track(INKSCAPE "<g i:groupmode='layer' id='walls'>" FENCE "</g></svg>", 1);
    Read read = read_text(INKSCAPE "<g id='walls'>" FENCE "</g></svg>");
    assert_says(&read, MESSAGE_W707, "(none)");
    track_destroy(&read.track);
    read = read_text("<svg xmlns='http://www.w3.org/2000/svg' "
                     "xmlns:i='http://www.inkscape.org/namespaces/inkscape' viewBox='0 0 300 200'>"
                     "<g i:groupmode='layer' i:label='Strecke'>" RECT "</g></svg>");
    assert_true(read.track.is_circuit_map);
    assert_says(&read, MESSAGE_W641, "--layer=road:NAME (\"Strecke\")");
    track_destroy(&read.track);
}

static void what_has_no_layers_at_all_is_a_map_and_said_to_be(void **state) {
    (void)state;
    Read read = read_text(HEAD RECT "</svg>");
    assert_true(read.good && read.track.is_circuit_map);
    assert_int_equal(read.messages.count, 1);
    assert_says(&read, MESSAGE_W641, "in a layer called road");
    track_destroy(&read.track);
    // An object is no layer, whatever its id.
    read = read_text(HEAD "<rect id='road' x='60' y='50' width='140' height='80' rx='28'" STROKE
                          "</svg>");
    assert_true(read.track.is_circuit_map);
    track_destroy(&read.track);
}

static void layers_that_are_named_wrongly_are_said(void **state) {
    (void)state;
    const char *const wrong[] = {"roda:layer1"};
    ImportOptions options = {.layers = wrong, .layer_count = 1};
    Read read = read_drawing("quarry-lost.svg", &options);
    assert_false(read.good);
    assert_says(&read, MESSAGE_E654, "--layer=roda:layer1");
    const char *const missing[] = {"road:layer1", "walls:Stones"};
    options = (ImportOptions){.layers = missing, .layer_count = 2};
    read = read_drawing("quarry-lost.svg", &options);
    assert_true(read.good);
    assert_says(&read, MESSAGE_W642, "--layer=walls:Stones");
    assert_says(&read, MESSAGE_W642, "its layers are called \"layer1\"");
    track_destroy(&read.track);
}

// ---- entities ---------------------------------------------------------------------------------

static void entities_with_their_text_are_expanded(void **state) {
    (void)state;
    // As Illustrator 10 to CS6 write them: addresses and styles.
    assert_track("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' "
                 "'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd' [\n"
                 "<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>\n"
                 "<!ENTITY st0 'fill:none;stroke:#000000;stroke-width:&w;;'>\n"
                 "<!ENTITY w '14'>\n"
                 "<!ENTITY fence \"" FENCE "\">\n"
                 "]>\n"
                 "<svg xmlns='&ns_svg;' viewBox='0 0 300 200'><g id='road'>"
                 "<rect x='60' y='50' width='140' height='80' rx='28' style='&st0;'/></g>"
                 "<g id='walls'>&fence;</g></svg>",
                 1);
}

static void other_entities_are_refused_with_the_reason(void **state) {
    (void)state;
#define END HEAD "<g id='road'>" RECT "</g></svg>"
    Read read = read_text("<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" END);
    assert_false(read.good);
    assert_says(&read, MESSAGE_E641, "entity \"a\" stands in another file");
    read = read_text("<!DOCTYPE svg [<!ENTITY % p '<!ENTITY b \"x\">'> %p;]>" END);
    assert_says(&read, MESSAGE_E641, "entity \"p\" is one of the document type itself");
    read = read_text("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd'>" HEAD
                     "<title>&lost;</title></svg>");
    assert_says(&read, MESSAGE_E641, "entity \"lost\" is not defined here");
    read = read_text("<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>" HEAD
                     "<title>&a;</title></svg>");
    assert_says(&read, MESSAGE_E640, "recursive");
}

/// `depth` entities, each ten times the one before, used in text or in an attribute.
static char *laughs(int depth, bool in_attribute) {
    TextBuffer text = {0};
    char row[200];
    const char *head = "<!DOCTYPE svg [<!ENTITY e0 'ha'>";
    text_add(&text, head, strlen(head));
    for (int i = 1; i <= depth; i++) {
        int size = snprintf(row, sizeof row, "<!ENTITY e%d '", i);
        text_add(&text, row, (size_t)size);
        for (int k = 0; k < 10; k++) {
            size = snprintf(row, sizeof row, "&e%d;", i - 1);
            text_add(&text, row, (size_t)size);
        }
        text_add(&text, "'>", 2);
    }
    int size = snprintf(row, sizeof row,
                        in_attribute ? "]>" HEAD "<g id='&e%d;'/></svg>"
                                     : "]>" HEAD "<title>&e%d;</title></svg>",
                        depth);
    text_add(&text, row, (size_t)size + 1);
    return text.text;
}

static void entities_are_no_bomb(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        char *text = laughs(i < 2 ? 9 : 40, i % 2 == 1);
        clock_t from = clock();
        Read read = read_text(text);
        double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
        assert_false(read.good);
        assert_says(&read, MESSAGE_E111, "bytes with its entities");
#ifdef NDEBUG
        assert_true(seconds < 2.0);
#else
        (void)seconds;
#endif
        free(text);
    }
    // One long entity, used often.
    TextBuffer text = {0};
    const char *head = "<!DOCTYPE svg [<!ENTITY a '";
    text_add(&text, head, strlen(head));
    for (int i = 0; i < 100000; i++) {
        text_add(&text, "0123456789", 10);
    }
    text_add(&text, "'>]>" HEAD "<g id='", strlen("'>]>" HEAD "<g id='"));
    for (int i = 0; i < 1000000; i++) {
        text_add(&text, "&a;", 3);
    }
    text_add(&text, "'/></svg>", 10);
    clock_t from = clock();
    Read read = read_with(text.text, text.size - 1, NULL);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    assert_false(read.good);
    assert_says(&read, MESSAGE_E111, "bytes with its entities");
    assert_true(seconds < 2.0);
    free(text.text);
    // Those that stay small are fine, however they are made.
    char *small = laughs(3, false);
    read = read_text(small);
    assert_says(&read, MESSAGE_E648, "no line");
    assert_int_equal(read.messages.error_count, 1);
    free(small);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inkscape_and_plain_svg_give_the_same_track),
        cmocka_unit_test(lost_layers_are_said_and_can_be_named),
        cmocka_unit_test(a_compressed_drawing_is_the_same),
        cmocka_unit_test(compressed_drawings_have_limits),
        cmocka_unit_test(px_and_scour_give_the_same_track),
        cmocka_unit_test(groups_go_by_their_ids),
        cmocka_unit_test(labels_go_before_ids),
        cmocka_unit_test(what_has_no_layers_at_all_is_a_map_and_said_to_be),
        cmocka_unit_test(layers_that_are_named_wrongly_are_said),
        cmocka_unit_test(entities_with_their_text_are_expanded),
        cmocka_unit_test(other_entities_are_refused_with_the_reason),
        cmocka_unit_test(entities_are_no_bomb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
