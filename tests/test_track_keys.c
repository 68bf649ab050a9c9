#include "base/number.h"
#include "track_file/track_file.h"
#include "track_file/track_keys.h"
#include "track_file/track_write.h"

#include <stdlib.h>
#include <string.h>

#include "random_track.h"
#include "test.h"
#include "track_text.h"

/// Where a map of each kind stands in a track: the text around its keys, in brackets.
typedef struct Host {
    TrackMap map;
    const char *form;  ///< NULL: whichever.
    const char *given; ///< Keys that stand in it already; "" = its form is still open.
    const char *before, *after;
} Host;

#define LOOP "points: [[-70, -35], {at: [70, -35], name: p1}, [70, 35], [-70, 35]]"
#define ROAD "ribbons: [{curve: round, " LOOP "}]"

static const Host hosts[] = {
    {TRACK_MAP_colors, NULL, "", ROAD ", colors: {", "}"},
    {TRACK_MAP_light, NULL, "", ROAD ", light: {", "}"},
    {TRACK_MAP_surface, NULL, "", ROAD ", surfaces: {own: {", "}}"},
    {TRACK_MAP_material, NULL, "", ROAD ", materials: {own: {", "}}"},
    {TRACK_MAP_ribbon, NULL, "curve points", "ribbons: [{curve: round, " LOOP ", ", "}]"},
    {TRACK_MAP_ribbon, NULL, "", "ribbons: [{", "}]"},
    {TRACK_MAP_point, "round", "at",
     "ribbons: [{curve: round, points: [[-70, -35], {at: [70, -35], ", "}, [70, 35], [-70, 35]]}]"},
    {TRACK_MAP_point, "round", "", "ribbons: [{curve: round, points: [[-70, -35], {",
     "}, [70, 35]]}]"},
    {TRACK_MAP_shoulder, NULL, "", "ribbons: [{" LOOP ", shoulder: {", "}}]"},
    {TRACK_MAP_edge, NULL, "", "ribbons: [{" LOOP ", wall: {", "}}]"},
    {TRACK_MAP_kerbs, NULL, "", "ribbons: [{" LOOP ", kerbs: {", "}}]"},
    {TRACK_MAP_side, NULL, "", "ribbons: [{" LOOP ", left: {", "}}]"},
    {TRACK_MAP_section, NULL, "", "ribbons: [{" LOOP ", sections: [{", "}]}]"},
    {TRACK_MAP_zone, "area", "", ROAD ", zones: [{", "}]"},
    {TRACK_MAP_wall, NULL, "", ROAD ", walls: [{", "}]"},
    {TRACK_MAP_rect, NULL, "", ROAD ", walls: [{rect: {", "}}]"},
    {TRACK_MAP_circle, NULL, "", ROAD ", walls: [{circle: {", "}}]"},
    {TRACK_MAP_arc, NULL, "", ROAD ", walls: [{arc: {", "}}]"},
    {TRACK_MAP_gate, "pair", "", ROAD ", gates: [{", "}]"},
    {TRACK_MAP_gate, "on", "on", ROAD ", gates: [{on: main, ", "}]"},
    {TRACK_MAP_gate, "on", "on s", ROAD ", gates: [{on: main, s: 1, ", "}]"},
    {TRACK_MAP_gate, "any", "", ROAD ", gates: [{", "}]"},
    {TRACK_MAP_gate, "any", "any", ROAD ", gates: [{any: [{on: main, s: 1}, {on: main, s: 2}], ",
     "}]"},
    {TRACK_MAP_gate, "on", "", ROAD ", gates: [{", "}]"},
    {TRACK_MAP_gate, "pair", "left", ROAD ", gates: [{left: [0, 0], ", "}]"},
    {TRACK_MAP_way, "on", "", ROAD ", gates: [{any: [{", "}, {on: main, s: 1}]}]"},
    {TRACK_MAP_way, "pair", "", ROAD ", gates: [{any: [{", "}, {on: main, s: 1}]}]"},
    {TRACK_MAP_way, "on", "on", ROAD ", gates: [{any: [{on: main, ", "}, {on: main, s: 1}]}]"},
    {TRACK_MAP_way, "on", "on s", ROAD ", gates: [{any: [{on: main, s: 1, ",
     "}, {on: main, s: 1}]}]"},
    {TRACK_MAP_grid, "auto", "", ROAD ", grid: {", "}"},
    {TRACK_MAP_grid, "auto", "columns", ROAD ", grid: {columns: 1, ", "}"},
    {TRACK_MAP_grid, "listed", "slots", ROAD ", grid: {slots: [[0, -35, 0]], ", "}"},
    {TRACK_MAP_line, NULL, "", ROAD ", lines: [{", "}]"},
    {TRACK_MAP_prop, "custom", "", ROAD ", props: [{", "}]"},
    {TRACK_MAP_prop, "custom", "kind from to",
     ROAD ", props: [{kind: custom, from: [0, 0], to: [9, 0], ", "}]"},
    {TRACK_MAP_mover, NULL, "", ROAD ", movers: [{", "}]"},
    {TRACK_MAP_scenery, "tree", "tree", ROAD ", scenery: [{tree: [0, 0], ", "}]"},
    {TRACK_MAP_scenery, "text", "text", ROAD ", scenery: [{text: A, ", "}]"},
    {TRACK_MAP_scenery, "arrow", "arrow", ROAD ", scenery: [{arrow: [0, 0], ", "}]"},
    {TRACK_MAP_scenery, "polyline", "polyline", ROAD ", scenery: [{polyline: [[0, 0], [1, 1]], ",
     "}]"},
    {TRACK_MAP_scenery, "arc", "arc",
     ROAD ", scenery: [{arc: {center: [0, 0], radius: 3, from: 0, to: 9}, ", "}]"},
    {TRACK_MAP_scenery, "tree", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_scenery, "text", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_scenery, "arrow", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_scenery, "polyline", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_scenery, "arc", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_scenery, "block", "", ROAD ", scenery: [{", "}]"},
    {TRACK_MAP_medals, NULL, "", ROAD ", medals: {", "}"},
    {TRACK_MAP_background, NULL, "", ROAD ", background: {", "}"},
    {TRACK_MAP_track, NULL, "", "", ""},
};

static char text[2048];
static MessageList messages;

/// Reads a track with `key: value` in its place, alone on line 2. Whether there is a message of
/// that line that is (or, with `known`, is not) E201.
static bool says_of_line(const Host *host, const char *key, const char *value, bool known) {
    const char *head =
        host->map == TRACK_MAP_track && strcmp(key, "format") == 0 ? "" : "format: track/1, ";
    snprintf(text, sizeof text, "{%s%s\n%s: %s\n%s}\n", head, host->before, key, value,
             host->after);
    messages = (MessageList){0};
    Track track;
    bool good = track_read(text, strlen(text), "t.track.yaml", false, &track, &messages);
    bool found = false;
    for (int i = 0; i < messages.count; i++) {
        const Message *message = &messages.items[i];
        found |= message->place.line == 2 && (message->code != MESSAGE_E201) == known;
    }
    if (good) {
        track_destroy(&track);
    }
    return found;
}

/// Whether `key` can be put into the host.
static bool is_open(const Host *host, const TrackKey *key) {
    TrackKey given = {.forms = host->given};
    bool is_given = host->given[0] && track_key_fits(&given, key->key);
    return key->map == host->map && track_key_fits(key, host->form) && !is_given;
}

/// Whether each host that takes `key` leaves it unread; one that reads it is enough.
static bool is_unread(const TrackKey *key) {
    bool is_map = key->type == TRACK_KEY_MAP || key->type == TRACK_KEY_MAP_OR_NONE ||
                  key->type == TRACK_KEY_NAMED;
    for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
        if (is_open(&hosts[h], key) &&
            says_of_line(&hosts[h], key->key, is_map ? "[1]" : "{zzz: 1}", true)) {
            return false;
        }
    }
    return true;
}

/// A wrong value is noticed only by who reads the key.
static void each_key_of_the_table_is_read_at_its_place(void **state) {
    (void)state;
    int missing = 0;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        if (is_unread(key)) {
            fprintf(stderr, "%s.%s is not read\n", track_map_names[key->map], key->key);
            missing++;
        }
        for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
            bool settled = hosts[h].given[0] || !key->forms[0] || random_tells_form(key);
            bool is_map = key->type == TRACK_KEY_MAP || key->type == TRACK_KEY_MAP_OR_NONE;
            if (settled && !is_map && is_open(&hosts[h], key) &&
                says_of_line(&hosts[h], key->key, "{zzz: 1}", false)) {
                fprintf(stderr, "%s.%s (%s) is unknown\n", track_map_names[key->map], key->key,
                        hosts[h].form ? hosts[h].form : "");
                missing++;
            }
        }
    }
    assert_int_equal(missing, 0);
}

static void a_key_that_is_not_in_the_table_is_refused_everywhere(void **state) {
    (void)state;
    for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
        assert_true(says_of_line(&hosts[h], "zzzz", "1", false));
        assert_false(says_of_line(&hosts[h], "x-zzzz", "1", false));
    }
    for (int map = 0; map < TRACK_MAP_COUNT; map++) {
        bool hosted = false;
        for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
            hosted |= (int)hosts[h].map == map;
        }
        assert_true(hosted);
    }
}

static void a_key_of_another_form_is_refused(void **state) {
    (void)state;
    for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
        for (int i = 0; hosts[h].form && hosts[h].given[0] && i < TRACK_ROW_COUNT; i++) {
            const TrackKey *key = &track_keys[i];
            bool tells = random_tells_form(key); // that makes it another form
            if (key->map == hosts[h].map && !track_key_fits(key, hosts[h].form) && !tells &&
                !says_of_line(&hosts[h], key->key, "1", false)) {
                fail_msg("%s.%s is taken as %s", track_map_names[key->map], key->key,
                         hosts[h].form);
            }
        }
    }
}

/// Fails unless a track of this text has one mistake, with this help.
static void assert_told(const char *wrong, MessageCode code, const char *help) {
    messages = (MessageList){0};
    Track track;
    assert_false(track_read(wrong, strlen(wrong), "t.track.yaml", false, &track, &messages));
    messages_print(&messages, stderr, NULL);
    assert_int_equal(messages.count, 1);
    assert_string_equal(message_code_name(messages.items[0].code), message_code_name(code));
    assert_string_equal(messages.items[0].help, help);
}

static void a_key_at_the_wrong_place_is_told_where_it_belongs(void **state) {
    (void)state;
    assert_told(TRACK_OVAL "width: 12\n", MESSAGE_E201, "it belongs to each of `ribbons`");
    assert_told(TRACK_OVAL "elevation: 30\n", MESSAGE_E201, "it belongs to `light`");
    assert_told(TRACK_HEAD "ribbons:\n  - points: [[-70, -35], {at: [70, -35], r: 20}, [70, 35], "
                           "[-70, 35]]\n",
                MESSAGE_E201, "it belongs to ribbons of `curve: round`");
    assert_told(TRACK_OVAL "walls: [{circle: {center: [0, 0], radius: 5, elevation: 3}}]\n",
                MESSAGE_E201, "it belongs to `light`");
    assert_told(TRACK_OVAL "walls: [{circle: {center: [0, 0], radius: 5, friction: 3}}]\n",
                MESSAGE_E201, "one of center, radius"); // of more than one map
}

static void points_in_another_form_get_the_right_one_once(void **state) {
    (void)state;
    assert_told(TRACK_OVAL "walls: [{polyline: [0, 0, 5, 0, 5, 5]}]\n", MESSAGE_E205,
                "write each point in brackets: `[[0, 0], ...]`");
    assert_told(TRACK_HEAD "ribbons: [{points: [70, -35, 70, 35, -70, 35]}]\n", MESSAGE_E205,
                "write each point in brackets: `[[70, -35], ...]`");
    assert_told(TRACK_OVAL "walls: [{polygon: \"0,0 5,0 5,5\"}]\n", MESSAGE_E203,
                "write them as `[[0, 0], [5, 0], [5, 5]]`");
    assert_told(TRACK_HEAD "ribbons:\n  - points:\n      -[70, -35]\n", MESSAGE_E112,
                "write `- [70, -35]`");
    assert_told(TRACK_HEAD "ribbons: [{points: [[70, -35], {x: 70, y: 35}, [-70, 35]]}]\n",
                MESSAGE_E205, "write `[70, 35]`");
    assert_told(TRACK_OVAL "grid: [[0, -35, 0]]\n", MESSAGE_E203,
                "write `grid: {slots: [[x, y, degrees], ...]}`");
    assert_told(TRACK_OVAL "finish: [[0, -30], [0, -40]]\n", MESSAGE_E203,
                "such as `{left: [x, y], right: [x, y]}`");
    assert_told(TRACK_OVAL "gates: {left: [0, 0], right: [0, 5]}\n", MESSAGE_E203,
                "begin each thing of the list with a dash: `- `");
}

static void the_rows_are_sound(void **state) {
    (void)state;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        assert_ptr_equal(track_key_find(key->map, key->key), key);
        assert_true(key->min <= key->max);
        assert_true(key->about[0] && key->about[strlen(key->about) - 1] == '.');
        assert_true(i == 0 || key->map == track_keys[i - 1].map ||
                    track_keys[i - 1].map < key->map); // maps in their order, none twice
        assert_int_equal(key->type == TRACK_KEY_CHOICE,
                         key->values[0] && strcmp(key->key, "format"));
    }
    for (int i = 0; i < track_key_form_count; i++) {
        const TrackKey *key = track_key_find(track_key_forms[i].map, track_key_forms[i].key);
        assert_non_null(key);
        assert_true(track_key_fits(key, track_key_forms[i].form));
    }
}

/// Whether a host that reads `key` refuses the number as out of range.
static bool is_refused(const TrackKey *key, double value) {
    char number[NUMBER_TEXT_MAX];
    bool refused = false;
    number_text(value, 3, number);
    for (size_t h = 0; h < sizeof hosts / sizeof *hosts; h++) {
        if (!is_open(&hosts[h], key)) {
            continue;
        }
        says_of_line(&hosts[h], key->key, number, true);
        for (int m = 0; m < messages.count; m++) {
            refused |= messages.items[m].place.line == 2 && messages.items[m].code == MESSAGE_E204;
        }
    }
    return refused;
}

/// At the bounds of the table a number is good, beyond them it is not.
static void ranges_are_those_of_the_reader(void **state) {
    (void)state;
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        if (key->type != TRACK_KEY_NUMBER && key->type != TRACK_KEY_INTEGER) {
            continue;
        }
        double step = key->type == TRACK_KEY_INTEGER || key->max > 1e5 ? 1.0 : 0.01;
        bool good = !is_refused(key, key->min) && !is_refused(key, key->max) &&
                    is_refused(key, key->min - step) && is_refused(key, key->max + step);
        if (!good) {
            fail_msg("%s.%s has another range", track_map_names[key->map], key->key);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_of_the_table_is_read_at_its_place),
        cmocka_unit_test(a_key_that_is_not_in_the_table_is_refused_everywhere),
        cmocka_unit_test(a_key_of_another_form_is_refused),
        cmocka_unit_test(a_key_at_the_wrong_place_is_told_where_it_belongs),
        cmocka_unit_test(points_in_another_form_get_the_right_one_once),
        cmocka_unit_test(the_rows_are_sound),
        cmocka_unit_test(ranges_are_those_of_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
