// All mistakes of a foreign file are said at once, each at its place, and nothing that follows from
// one of them alone.
#include "track_file/track_file.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

/// A message that is wanted: its code, where it stands, and words of its text.
typedef struct Wanted {
    MessageCode code;
    int line, column;
    const char *words;
} Wanted;

/// Fails unless `text` gives just the messages of `wanted`, in this order.
static void assert_says(const char *file, const char *text, const Wanted *wanted, int count) {
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track = {0};
    assert_false(track_read(text, strlen(text), file, false, &track, messages));
    assert_null(track.ribbons);
    messages_print(messages, stderr, NULL);
    assert_int_equal(messages->count, count);
    int errors = 0;
    for (int i = 0; i < count; i++) {
        const Message *message = &messages->items[i];
        assert_string_equal(message_code_name(message->code), message_code_name(wanted[i].code));
        assert_int_equal(message->place.line, wanted[i].line);
        assert_int_equal(message->place.column, wanted[i].column);
        assert_non_null(strstr(message->text, wanted[i].words));
        errors += message->severity == SEVERITY_ERROR;
    }
    assert_int_equal(messages->error_count, errors);
    free(messages);
}

#define SAYS(file, text, ...)                              \
    assert_says(file, text, (const Wanted[]){__VA_ARGS__}, \
                (int)(sizeof((const Wanted[]){__VA_ARGS__}) / sizeof(Wanted)))

static void csv_says_all_mistakes(void **state) {
    (void)state;
    SAYS("t.csv",
         "x,y,w_right,w_left\n"
         "0,0,5,5\n"
         "50,zero,5,five\n"
         "100,0,5,5\n"
         "100,50,5\n"
         "100,100,50,50\n"
         "50,1e9,5,5\n"
         "0,100,5,5\n",
         {MESSAGE_E621, 3, 4, "\"zero\""}, {MESSAGE_E621, 3, 11, "\"five\""},
         {MESSAGE_E633, 5, 1, "3 values"}, {MESSAGE_E204, 6, 9, "width 100"},
         {MESSAGE_E622, 7, 4, "out of reach"});
    // names that lack do not hide what stands below them
    SAYS("t.csv", "x,why,w_right\n0,0,5\n50,zero,5\n100,0,b\n", {MESSAGE_E632, 1, 1, "called y"},
         {MESSAGE_E632, 1, 7, "called w_left"}, {MESSAGE_E621, 4, 7, "\"b\""});
    // three columns are refused once, not in every line
    SAYS("t.csv", "0,0,5\n50,0,5\n100,0,5\n100,50\n", {MESSAGE_E620, 1, 1, "3 values"},
         {MESSAGE_E620, 4, 1, "2 values"});
}

static void geojson_says_all_mistakes(void **state) {
    (void)state;
    SAYS("t.geojson",
         "{\"type\": \"FeatureCollection\", \"features\": [\n"
         "{\"type\": \"Feature\", \"properties\": {\"width\": \"wide\"},\n"
         "\"geometry\": {\"type\": \"LineString\", \"coordinates\": [\n"
         "[8.50, 49.30],\n"
         "[8.51],\n"
         "[\"a\", 49.31],\n"
         "[8.51, 449.31],\n"
         "[8.50, 49.31],\n"
         "[8.50, 49.30]]}}]}\n",
         {MESSAGE_W623, 2, 45, "\"wide\""}, {MESSAGE_E628, 5, 1, "a shorter list"},
         {MESSAGE_E628, 6, 1, "no numbers"}, {MESSAGE_E628, 7, 1, "449.31"});
    // a line of which no position can be read is no lack of lines
    SAYS("t.geojson", "{\"type\": \"LineString\", \"coordinates\": [\n[1],\n[2]]}\n",
         {MESSAGE_E628, 2, 1, "a shorter list"}, {MESSAGE_E628, 3, 1, "a shorter list"});
}

#define SVG(view_box)                                                  \
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='" view_box "'\n" \
    "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'>\n"
#define LAYER(name) "<g inkscape:groupmode='layer' inkscape:label='" name "'>\n"
#define ROAD                                              \
    LAYER("road")                                         \
    "<rect x='50' y='50' width='140' height='70' rx='28'" \
    " style='fill:none;stroke:#000;stroke-width:14'/></g>\n"

static void a_drawing_says_all_mistakes(void **state) {
    (void)state;
    SAYS(
        "t.svg",
        SVG("0 0 300 200") ROAD LAYER(
            "gates") "<path inkscape:label='finsh' d='M100 40v20'/>\n"
                     "<path inkscape:label='1' d='M100 110v20h2'/></g>\n" LAYER(
                         "walls") "<rect inkscape:label='rokc' x='100' y='80' width='9' height='5'/>\n"
                                  "<rect inkscape:label='rock heigth=3' x='120' y='80' width='9' height='5'/></g>\n" LAYER(
                                      "zones") "<rect inkscape:label='gravel wet color=[1' width='9' height='5'/></g>\n</svg>\n",
        {MESSAGE_E651, 6, 1, "(finsh)"}, {MESSAGE_E647, 7, 1, "a straight line"},
        {MESSAGE_E211, 9, 1, "\"rokc\""}, {MESSAGE_E201, 10, 1, "\"heigth\""},
        {MESSAGE_E650, 12, 1, "two bare words"}, {MESSAGE_E650, 12, 1, "without an end"});
    // what an element has wrong itself does not hide what others mean
    SAYS(
        "t.svg",
        SVG("0 0 300 200") LAYER(
            "road") "<path d='M0 0v20x' style='fill:none;stroke:#000;stroke-width:14'/></g>\n"
                    "<g inkscape:groupmode='layer' inkscape:label='walls' transform='scal(2)'>\n"
                    "<rect inkscape:label='rokc' x='100' y='80' width='1k0' height='5'/></g>\n" LAYER(
                        "zones") "<rect inkscape:label='gravle' width='9' height='5'/></g>\n</svg>\n",
        {MESSAGE_E643, 4, 1, "no command"}, {MESSAGE_E644, 5, 1, "scal(2)"},
        {MESSAGE_E645, 6, 1, "1k0"}, {MESSAGE_E211, 8, 1, "\"gravle\""});
    // without its only road a drawing is no map of a circuit, and asks for no grid
    SAYS("t.svg",
         SVG("0 0 300 200") LAYER("road") "<path d='M0 0h9' style='fill:none'/></g>\n" LAYER(
             "gates") "<path inkscape:label='finish' d='M100 40v20'/></g>\n</svg>\n",
         {MESSAGE_E649, 4, 1, "no stroke"});
    SAYS("t.svg", SVG("0 0 300") ROAD "</svg>\n", {MESSAGE_E645, 1, 1, "viewBox"});
    SAYS(
        "t.svg",
        SVG("0 0 300 200") "<desc>laps: [</desc>\n" ROAD LAYER(
            "walls") "<rect inkscape:label='rokc' x='100' y='80' width='9' height='5'/></g>\n</svg>\n",
        {MESSAGE_E103, 3, 13, "list"}, {MESSAGE_E211, 7, 1, "\"rokc\""});
}

static void an_empty_file_is_empty_whatever_its_format(void **state) {
    (void)state;
    static const char *const files[] = {"t.csv", "t.geojson", "t.json", "t.svg", "t.tmj", "t.tmx"};
    static const char *const texts[] = {"", " \r\n\t\n", "\xEF\xBB\xBF\n"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            SAYS(files[i], texts[k], {MESSAGE_E114, 1, 1, "the file is empty"});
        }
    }
}

static void a_wrong_finish_gets_the_right_word(void **state) {
    (void)state;
    static const char text[] = SVG("0 0 300 200") ROAD LAYER(
        "gates") "<path inkscape:label='finsh' d='M100 40v20'/>\n<path d='M100 110v20'/></g></svg>\n";
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track = {0};
    assert_false(track_read(text, strlen(text), "t.svg", false, &track, messages));
    assert_int_equal(messages->count, 2);
    assert_string_equal(messages->items[0].help, "did you mean \"finish\"?");
    assert_string_equal(messages->items[1].help, "");
    free(messages);
}

static void a_map_of_tiled_says_all_mistakes(void **state) {
    (void)state;
    SAYS(
        "t.tmj",
        "{\"height\": 100, \"tileheight\": 16, \"type\": \"map\", \"layers\": [\n"
        "{\"name\": \"road\", \"objects\": [{\"id\": 1, \"x\": 300, \"y\": 300, \"polygon\": ["
        "{\"x\": 0, \"y\": 0}, {\"x\": 800, \"y\": 0}, {\"x\": 800, \"y\": 600}, "
        "{\"x\": 0, \"y\": 600}]}]},\n"
        "{\"name\": \"walls\", \"properties\": [\n"
        "{\"name\": \"heigth\", \"type\": \"float\", \"value\": 3}], \"objects\": [\n"
        "{\"id\": 2, \"type\": \"rokc\", \"x\": 600, \"y\": 600, \"width\": 9, \"height\": 5},\n"
        "{\"id\": 3, \"type\": \"rock\", \"x\": 800, \"y\": 600, \"width\": 9, \"height\": 5},\n"
        "{\"id\": 4, \"x\": 900, \"y\": 600, \"point\": true}]},\n"
        "{\"name\": \"gates\", \"objects\": [\n"
        "{\"id\": 5, \"name\": \"1\", \"x\": 600, \"y\": 600, \"polyline\": [{\"x\": 0, \"y\": 0}, "
        "{\"x\": 8, \"y\": 0}, {\"x\": 8, \"y\": 80}]}]},\n"
        "{\"name\": \"props\", \"properties\": [\n"
        "{\"name\": \"angle\", \"type\": \"string\", \"value\": \"[1\"}], \"objects\": [\n"
        "{\"id\": 6, \"type\": \"cone\", \"x\": \"a\", \"y\": \"b\", \"point\": true},\n"
        "{\"id\": 7, \"type\": \"cone\", \"x\": 300, \"y\": 600, \"point\": true},\n"
        "{\"id\": 8, \"type\": \"cone\", \"x\": 350, \"y\": 600, \"point\": true}]}]}\n",
        {MESSAGE_E201, 4, 46, "\"heigth\""}, {MESSAGE_E211, 5, 1, "\"rokc\""},
        {MESSAGE_E631, 7, 1, "object 4: it has no outline"},
        {MESSAGE_E631, 9, 1, "object 5 (\"1\"): a gate"}, {MESSAGE_E103, 11, 46, "list"},
        {MESSAGE_E631, 12, 32, "object 6: x is no number"},
        {MESSAGE_E631, 12, 42, "object 6: y is no number"});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_says_all_mistakes),
        cmocka_unit_test(geojson_says_all_mistakes),
        cmocka_unit_test(a_drawing_says_all_mistakes),
        cmocka_unit_test(an_empty_file_is_empty_whatever_its_format),
        cmocka_unit_test(a_wrong_finish_gets_the_right_word),
        cmocka_unit_test(a_map_of_tiled_says_all_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
