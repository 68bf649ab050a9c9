#include "base/random.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "test.h"

/// A text that was read: freed by teardown.
typedef struct Reading {
    Arena arena;
    MessageList messages;
    YamlNode *root;
} Reading;

static Reading reading;

static int forget(void **state) {
    (void)state;
    arena_destroy(&reading.arena);
    reading.messages = (MessageList){0};
    return 0;
}

static YamlNode *read_bytes(const char *text, size_t size) {
    forget(NULL);
    // an exact copy, so that the address sanitizer sees every byte too far
    char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    reading.root = yaml_read(copy, size, "t.yaml", &reading.arena, &reading.messages);
    free(copy);
    assert_true((reading.root == NULL) == (reading.messages.error_count > 0));
    return reading.root;
}

static YamlNode *read_text(const char *text) { return read_bytes(text, strlen(text)); }

static const Message *only_message(void) {
    assert_int_equal(reading.messages.count, 1);
    return &reading.messages.items[0];
}

static void assert_message(MessageCode code, int line, int column, const char *text,
                           const char *help) {
    const Message *message = only_message();
    assert_string_equal(message_code_name(message->code), message_code_name(code));
    assert_int_equal(message->place.line, line);
    assert_int_equal(message->place.column, column);
    assert_string_equal(message->text, text);
    assert_string_equal(message->help, help);
    assert_string_equal(message->place.file, "t.yaml");
}

/// Whether the bytes that `node` covers in `text` are `expected`.
static void assert_covers(const char *text, const YamlNode *node, const char *expected) {
    assert_non_null(node);
    assert_int_equal(node->end - node->begin, strlen(expected));
    assert_memory_equal(text + node->begin, expected, strlen(expected));
}

static void a_tree_has_kinds_texts_and_marks(void **state) {
    (void)state;
    YamlNode *root = read_text("name: Oval\nwalls:\n  - {id: a, at: [1, -2.5]}\n  - id: \"b\"\n");
    assert_non_null(root);
    assert_int_equal(root->kind, YAML_MAP);
    assert_int_equal(root->count, 2);
    const YamlNode *name = yaml_find(root, "name");
    assert_string_equal(name->text, "Oval");
    assert_false(name->quoted);
    assert_int_equal(name->place.line, 1);
    assert_int_equal(name->place.column, 7);
    assert_int_equal(name->key_place.column, 1);
    const YamlNode *walls = yaml_find(root, "walls");
    assert_int_equal(walls->kind, YAML_LIST);
    assert_int_equal(walls->count, 2);
    assert_false(walls->flow);
    assert_true(walls->first->flow);
    const YamlNode *at = yaml_find(walls->first, "at");
    assert_int_equal(at->place.line, 3);
    assert_int_equal(at->place.column, 17);
    assert_string_equal(at->first->next->text, "-2.5");
    assert_null(at->first->key);
    assert_true(yaml_find(walls->first->next, "id")->quoted);
    assert_null(yaml_find(root, "missing"));
    assert_null(yaml_find(NULL, "name"));
    assert_null(yaml_find(walls, "id"));
}

static void columns_count_characters_and_spans_count_bytes(void **state) {
    (void)state;
    const char *text = "\u00e9t\u00e9: \u20acuro\nb: {\u00f6: [1, \u00e9\U0001F3C1], z: 2}\n";
    YamlNode *root = read_text(text);
    assert_non_null(root);
    assert_int_equal(root->first->place.column, 6);
    assert_covers(text, root->first, "\u20acuro");
    const YamlNode *map = yaml_find(root, "b");
    assert_covers(text, map, "{\u00f6: [1, \u00e9\U0001F3C1], z: 2}");
    const YamlNode *list = yaml_find(map, "\u00f6");
    assert_int_equal(list->place.column, 8);
    assert_covers(text, list, "[1, \u00e9\U0001F3C1]");
    assert_covers(text, list->first->next, "\u00e9\U0001F3C1");
    assert_int_equal(yaml_find(map, "z")->place.column, 20);
    assert_covers(text, yaml_find(map, "z"), "2");
    assert_int_equal(root->begin, 0);
    assert_int_equal(root->end, strlen(text) - 1);
}

static void a_block_ends_at_its_last_value_not_at_the_next_key(void **state) {
    (void)state;
    const char *text =
        "a:\n  b:\n    - 1\n    - \"2\" # two\n  # of c\n\nc: |\n  x\n  y\n\n# end\nd:\n";
    YamlNode *root = read_text(text);
    assert_non_null(root);
    assert_covers(text, yaml_find(root, "a"), "b:\n    - 1\n    - \"2\"");
    assert_covers(text, yaml_find(yaml_find(root, "a"), "b"), "- 1\n    - \"2\"");
    assert_covers(text, yaml_find(root, "c"), "|\n  x\n  y");
    assert_string_equal(yaml_find(root, "c")->text, "x\ny\n");
    assert_covers(text, yaml_find(root, "d"), "");
    assert_int_equal(root->end, strlen(text) - 1);
}

static void a_byte_order_mark_and_windows_lines_do_no_harm(void **state) {
    (void)state;
    const char *text = "\xEF\xBB\xBFname: x\r\nlaps: 3\r\n";
    YamlNode *root = read_text(text);
    assert_non_null(root);
    assert_int_equal(yaml_find(root, "name")->place.column, 7);
    assert_covers(text, yaml_find(root, "name"), "x");
    assert_int_equal(yaml_find(root, "laps")->place.line, 2);
    assert_covers(text, yaml_find(root, "laps"), "3");
}

static void nothing_is_an_empty_map(void **state) {
    (void)state;
    static const char *const texts[] = {"", "\n", "# only a comment", "---\n", "---\n...\n# x\n"};
    for (int i = 0; i < 5; i++) {
        YamlNode *root = read_text(texts[i]);
        assert_non_null(root);
        assert_int_equal(root->kind, YAML_MAP);
        assert_int_equal(root->count, 0);
    }
    assert_non_null(read_text("---\na: 1\n...\n# x\n"));
}

static void json_is_read_too_tabs_and_all(void **state) {
    (void)state;
    YamlNode *root = read_text("{\n\t\"a\":1,\n\t\"b\": [\n\t\t1.5e3,\n\t\t\"x\"\n\t]\n}\n");
    assert_non_null(root);
    assert_string_equal(yaml_find(root, "a")->text, "1");
    assert_int_equal(yaml_find(root, "b")->count, 2);
}

/// One wrong text and what must be said about it.
typedef struct WrongText {
    const char *source;
    MessageCode code;
    int line, column;
    const char *text, *help;
} WrongText;

static void assert_wrong(const WrongText *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        print_message("%s\n", rows[i].source);
        assert_null(read_text(rows[i].source));
        assert_message(rows[i].code, rows[i].line, rows[i].column, rows[i].text, rows[i].help);
    }
}

static void tabs_in_front_of_a_line_are_named(void **state) {
    (void)state;
#define TAB(source, line, column) \
    { source, MESSAGE_E101, line, column, "tab used for indentation", "use spaces" }
    static const WrongText rows[] = {
        TAB("\ta: 1\n", 1, 1),
        TAB("a:\n\tb: 1\n", 2, 1),
        TAB("a:\n  b: 1\n\tc: 2\n", 3, 1),
        TAB("a: x\n\tb: 1\n", 2, 1),
        TAB("a: 1\n  \tb: 2\n", 2, 3),
        TAB("a:\n  -\tb: 1\n    c: 2\n", 2, 4),
        TAB("a:\n\t- 1\n", 2, 1),
    };
#undef TAB
    assert_wrong(rows, sizeof rows / sizeof *rows);
    assert_non_null(read_text("a:\t1\nb: 2\t# c\n"));
}

static void a_missing_space_is_named_on_its_own_line(void **state) {
    (void)state;
#define SPACE(source, line, column, word, mended)                                        \
    {                                                                                    \
        source, MESSAGE_E102, line, column, "\"" word "\" has no space after the colon", \
            "write `" mended "`"                                                         \
    }
    static const WrongText rows[] = {
        SPACE("format: t\nname:Oval\nlaps: 3\n", 2, 1, "name:Oval", "name: Oval"),
        SPACE("format: t\nname:Mill Lane # c\n\n# c\nlaps: 3\n", 2, 1, "name:Mill Lane",
              "name: Mill Lane"),
        SPACE("name:Oval\nlaps: 3\n", 1, 1, "name:Oval", "name: Oval"),
        SPACE("a:\n  - name:Oval\n    laps: 3\n", 2, 5, "name:Oval", "name: Oval"),
        SPACE("a:\n  - x: 1\n    r:5\n    z: 1\n", 3, 5, "r:5", "r: 5"),
        SPACE("p:\n  - {at: [1, 2], r:24}\n", 2, 18, "r:24", "r: 24"),
        SPACE("p: {at:[1, 2]}\n", 1, 5, "at:[1, 2]}", "at: [1, 2]}"),
        SPACE("a: 1\nb:2", 2, 1, "b:2", "b: 2"),
    };
#undef SPACE
    assert_wrong(rows, sizeof rows / sizeof *rows);
    assert_non_null(read_text("a: http://x/y\nb: 12:30\nhttp://x: 1\nc: {\"d\":1}\n"));
}

static void a_dash_without_a_space_is_named_on_its_own_line(void **state) {
    (void)state;
#define DASH(source, line, column, mended) \
    { source, MESSAGE_E112, line, column, "a dash needs a space after it", "write `" mended "`" }
    static const WrongText rows[] = {
        DASH("p:\n  - [70, -35]\n  -[-70, -35]\n  - [1, 2]\n", 3, 3, "- [-70, -35]"),
        DASH("p:\n  - [70, -35]\n  -[-70, -35] # c\na: 1\n", 3, 3, "- [-70, -35]"),
        DASH("p:\n  -[70, -35]\na: 1\n", 2, 3, "- [70, -35]"),
        DASH("p:\n  -{at: [1, 2]}\n", 2, 3, "- {at: [1, 2]}"),
        DASH("p:\n-[1, 2]\n", 2, 1, "- [1, 2]"),
        DASH("r:\n  -width: 12\n   points: 1\n", 2, 3, "- width: 12"),
        DASH("r:\n  - width: 12\n  -width: 12\n", 3, 3, "- width: 12"),
        DASH("g:\n  - 3\n  -2\n  - 1\n", 3, 3, "- 2"),
        DASH("p:\r\n  - [1, 2]\r\n  -[3, 4]\r\n", 3, 3, "- [3, 4]"),
    };
#undef DASH
    assert_wrong(rows, sizeof rows / sizeof *rows);
    // those below it too, each once
    static const char *const texts[] = {
        "p:\n  -[1, 2]\n  -[3, 4]\n  # c\n\n  -[5, 6]\nq: 1\n",
        "p:\n  - [0, 0]\n  -[1, 2]\n  -[3, 4]\n  - [0, 0]\n  -[5, 6]\nq:\n  -[7, 8]\n",
        "p:\n  -1\n  -2\n  -3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_null(read_text(texts[i]));
        assert_int_equal(reading.messages.count, 3);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(reading.messages.items[k].code, MESSAGE_E112);
        }
    }
    assert_non_null(read_text("a: -5\nb: [-5, -6]\nc:\n  -5\nd: --\ne: -x\nf:\n  - -5\n"));
}

static void a_value_with_a_list_below_it_is_named(void **state) {
    (void)state;
#define BELOW(source, line, column, key, value)                            \
    {                                                                      \
        source, MESSAGE_E113, line, column,                                \
            "\"" key "\" has the value \"" value "\" and a list below it", \
            "delete one of them: the value, or the list"                   \
    }
    static const WrongText rows[] = {
        BELOW("ribbons: main\n  - width: 12\n    points: 1\n", 1, 10, "ribbons", "main"),
        BELOW("ribbons: main # c\n\n# d\n- width: 12\n", 1, 10, "ribbons", "main"),
        BELOW("r:\n  - points: [1, 2]\n      - [1, 2]\n", 2, 13, "points", "[1, 2]"),
        BELOW("p: \"x\"\n  - [1, 2]\n", 1, 4, "p", "\"x\""),
        BELOW("p: 5\r\n- [1, 2]\r\n", 1, 4, "p", "5"),
    };
#undef BELOW
    assert_wrong(rows, sizeof rows / sizeof *rows);
    // YAML reads the list as more words of a text: told where something else is wanted
    const YamlNode *points = yaml_find(read_text("a: 1\npoints: 5\n  - [1, 2]\n"), "points");
    assert_non_null(points);
    float number = 0.0f;
    assert_false(yaml_number(points, "points", "", 0.0, 9.0, &number, &reading.messages));
    assert_message(MESSAGE_E113, 2, 9, "\"points\" has the value \"5\" and a list below it",
                   "delete one of them: the value, or the list");
    const char *const name = "grass";
    int choice = 0;
    const YamlNode *node = yaml_find(read_text("a: grass\n  - b\n"), "a");
    assert_false(yaml_choice(node, "a", &name, 1, &choice, &reading.messages));
    assert_int_equal(only_message()->code, MESSAGE_E113);
    bool flag = false;
    node = yaml_find(read_text("a: true\n  - b\n"), "a");
    assert_false(yaml_bool(node, "a", &flag, &reading.messages));
    assert_int_equal(only_message()->code, MESSAGE_E113);
}

static void a_map_below_a_value_is_a_matter_of_indentation_or_of_the_value(void **state) {
    (void)state;
    assert_null(read_text("name: x\ngrid: auto\n  slots: 5\n"));
    assert_message(MESSAGE_E104, 3, 3, "indentation 2 does not match the key at 2:1",
                   "indent to column 1");
    const Message *message = only_message();
    assert_int_equal(message->note_place.line, 2);
    assert_int_equal(message->note_place.column, 7);
    assert_string_equal(message->note,
                        "or delete this value, for the lines below to be that of \"grid\"");
}

static void what_is_not_closed_is_named_where_it_was_opened(void **state) {
    (void)state;
#define OPEN(source, line, column, what, open, close, place)                              \
    {                                                                                     \
        source, MESSAGE_E103, line, column,                                               \
            "this " what " opened with " open " at " place " is not closed", "add " close \
    }
#define OPEN_LIST(source, line, column, place) \
    OPEN(source, line, column, "list", "\"[\"", "\"]\"", place)
#define OPEN_MAP(source, line, column, place) \
    OPEN(source, line, column, "map", "\"{\"", "\"}\"", place)
    static const WrongText rows[] = {
        OPEN_LIST("format: t\npoints:      [[1,2],[3,4]\nname: x\n", 2, 14, "2:14"),
        OPEN_LIST("p: [[1,2]\nname: x\nwalls: []\n", 1, 4, "1:4"),
        OPEN_LIST("p: [1,", 1, 4, "1:4"),
        OPEN_LIST("p: [", 1, 4, "1:4"),
        OPEN_LIST("p:\n  - [1, 2\n  - [3, 4]\n", 2, 5, "2:5"),
        OPEN_LIST("a: {\n  b: [1, 2],\n  c: [3, 4\n}\nd: 1\n", 3, 6, "3:6"),
        OPEN_LIST("a: [it's, \"]\", # ]\n  1\nb: 2\n", 1, 4, "1:4"),
        OPEN_LIST("a: [\"\\\"]\", 1\nb: 2\n", 1, 4, "1:4"),
        OPEN_MAP("f: {on: main, s: 75\ngates: []\n", 1, 4, "1:4"),
        OPEN_MAP("\u00e9: [1, {a: 2]\nb: 1\n", 1, 8, "1:8"),
        OPEN("a: \"abc\nb: 1\n", 1, 4, "text", "'\"'", "'\"'", "1:4"),
        OPEN("a: 'abc\nb: 1\n", 1, 4, "text", "\"'\"", "\"'\"", "1:4"),
        OPEN("name: \"Oval\nauthor: \"Me\nlaps: 3\n", 1, 7, "text", "'\"'", "'\"'", "1:7"),
    };
#undef OPEN
#undef OPEN_LIST
#undef OPEN_MAP
    assert_wrong(rows, sizeof rows / sizeof *rows);
}

static void wrong_indentation_names_what_it_should_match(void **state) {
    (void)state;
#define INDENT(source, line, column, have, what, want)                                       \
    {                                                                                        \
        source, MESSAGE_E104, line, column, "indentation " have " does not match the " what, \
            "indent to column " want                                                         \
    }
    static const WrongText rows[] = {
        INDENT("ribbons:\n  - a: 1\n   b: 2\n", 3, 4, "3", "list item at 2:3", "5"),
        INDENT("r:\n  - a: 1\n  - a: 1\n   b: 2\n", 4, 4, "3", "list item at 3:3", "5"),
        INDENT("a:\n    b: 1\n  c: 2\n", 3, 3, "2", "key at 2:5", "5"),
        INDENT("a: 1\n b: x\n", 2, 2, "1", "key at 1:1", "1"),
        INDENT("a: [1]\n b: x\n", 2, 2, "1", "key at 1:1", "1"),
        INDENT("  a: 1\nb: 2\n", 2, 1, "0", "key at 1:3", "3"),
        INDENT("a:\n  - x: 1\n    y: 2\n     z: 3\n", 4, 6, "5", "list item at 2:3", "5"),
        INDENT("a:\n  - b: 1\n- c\n", 3, 1, "0", "list item at 2:3", "3"),
        INDENT("w:\n  - {id: a}\n - {id: b}\n", 3, 2, "1", "list item at 2:3", "3"),
        INDENT("w:\n- {id: a}\n  - {id: b}\n", 3, 3, "2", "list item at 2:1", "1"),
    };
#undef INDENT
    assert_wrong(rows, sizeof rows / sizeof *rows);
}

static void bytes_that_are_no_utf8_have_a_line(void **state) {
    (void)state;
    assert_null(read_text("a: 1\nname: Z\xFCrich\n"));
    assert_message(MESSAGE_E105, 2, 8, "not UTF-8 at byte 13", "save the file as UTF-8");
    static const char *const texts[] = {
        "\xFF\xFE", "\xC0\xAF", "\xED\xA0\x80",         "\xF4\x90\x80\x80",
        "\xE2\x82", "\x80",     "\xF8\x88\x80\x80\x80", "\xE0\x80\x80"};
    for (int i = 0; i < 8; i++) {
        assert_null(read_text(texts[i]));
        assert_int_equal(only_message()->code, MESSAGE_E105);
        assert_int_equal(only_message()->place.line, 1);
        assert_int_equal(only_message()->place.column, 1);
    }
    assert_null(read_text("a: 1\nb: \x01\n"));
    assert_message(MESSAGE_E110, 2, 4, "character U+0001 is not allowed", "delete it");
    assert_null(read_bytes("a: \0b", 5));
    assert_message(MESSAGE_E110, 1, 4, "character U+0000 is not allowed", "delete it");
    assert_null(read_text("a: \"x\\0y\"\n"));
    assert_int_equal(only_message()->code, MESSAGE_E110);
}

static void anchors_tags_and_second_documents_are_refused(void **state) {
    (void)state;
#define REFUSED(source, line, column)                                                              \
    {                                                                                              \
        source, MESSAGE_E106, line, column,                                                        \
            "anchors, aliases, tags and second documents are not supported", "write the value out" \
    }
    static const WrongText rows[] = {
        REFUSED("a: &x 1\n", 1, 4),
        REFUSED("a: *x\n", 1, 4),
        REFUSED("a: !!int 1\n", 1, 4),
        REFUSED("a: !x [1]\n", 1, 4),
        REFUSED("a: &x {b: 1}\n", 1, 4),
        REFUSED("a: 1\n---\nb: 1\n", 2, 1),
        REFUSED("%YAML 1.1\n---\na: 1\n", 1, 1),
        REFUSED("a: 1\n...\n%TAG ! x\n", 3, 1),
        REFUSED("a: 1\n<<: 2\n", 2, 1),
        REFUSED("a: 1\n* b\n", 2, 1),
        REFUSED("a: !x!y 1\n", 1, 4),
        REFUSED("a: 1\n%TAG ! x\n", 2, 1),
    };
#undef REFUSED
    assert_wrong(rows, sizeof rows / sizeof *rows);
    assert_null(read_text("a: &x 1\nb: *x\nc: *x\n"));
    assert_int_equal(reading.messages.error_count, 3);
}

static void every_duplicate_key_is_named_with_the_first(void **state) {
    (void)state;
    assert_null(read_text("x: 1\nname: a\n\nlaps: 1\nb: {c: 1, d: 2, c: 3}\nlaps: 2\nlaps: [1]\n"));
    assert_int_equal(reading.messages.count, 3);
    const Message *items = reading.messages.items;
    assert_string_equal(items[0].text, "key \"c\" appears twice (first at 5:5)");
    assert_string_equal(items[1].text, "key \"laps\" appears twice (first at 4:1)");
    assert_string_equal(items[1].help, "delete one");
    assert_int_equal(items[1].place.line, 6);
    assert_int_equal(items[1].place.column, 1);
    assert_int_equal(items[2].place.line, 7);
    assert_non_null(read_text("a: {c: 1}\nb: {c: 1}\nc: 1\n"));
}

static void other_mistakes_are_readable(void **state) {
    (void)state;
    static const WrongText rows[] = {
        {"p: [[1,2] [3,4]]\n", MESSAGE_E110, 1, 11, "expected \",\" or \"]\" here",
         "put a comma between values"},
        {"a: [1,,2]\n", MESSAGE_E110, 1, 7, "a value is missing here", ""},
        {"a: [1]]\n", MESSAGE_E110, 1, 7, "\"]\" closes nothing", "delete it"},
        {"a: b: c\n", MESSAGE_E110, 1, 5, "a value that holds \": \" needs quotes",
         "put the value in quotes"},
        {"a: \"x\" y\n", MESSAGE_E110, 1, 8, "expected a key here, found \"y\"", ""},
        {"a: 'It's'\nb: 1\n", MESSAGE_E110, 1, 8, "expected a key here, found \"s'\"",
         "write '' for an apostrophe within single quotes"},
        {"a: @x\n", MESSAGE_E110, 1, 4, "\"@\" cannot start a value", "put the value in quotes"},
        {"a: 1\nb\nc: 2\n", MESSAGE_E110, 2, 1, "\"b\" is no `key: value`",
         "add a colon and a space, or indent it as the lines above"},
        {"a: \"\\q\"\n", MESSAGE_E110, 1, 5, "unknown escape in a text with double quotes",
         "write \\\\ for a backslash, or use single quotes"},
        {"[a]: 1\n", MESSAGE_E110, 1, 1, "a key must be a word", ""},
        {"- a\nb: 1\n", MESSAGE_E110, 2, 1, "expected \"- \" as in the lines above", ""},
    };
    assert_wrong(rows, sizeof rows / sizeof *rows);
}

static void a_colour_taken_for_a_comment_is_found_in_brackets_too(void **state) {
    (void)state;
#define COLOR(source, line, column, name, color)                     \
    {                                                                \
        source, MESSAGE_E212, line, column,                          \
            name " is empty: YAML reads \"" color "\" as a comment", \
            "put it in quotes: `\"" color "\"`"                      \
    }
    static const WrongText rows[] = {
        COLOR("a: {color: #FF0000}\nb: 2\n", 1, 12, "color", "#FF0000"),
        COLOR("a: {grip: 1, dust: #ff000080, x: 1}\n", 1, 20, "dust", "#ff000080"),
        COLOR("z:\n  - {s: a, color: #FF0000}\n  - {s: b, p: [[1, 2]]}\n", 2, 19, "color",
              "#FF0000"),
        COLOR("a: [#FF0000, 2]\n", 1, 5, "color", "#FF0000"),
    };
#undef COLOR
    assert_wrong(rows, sizeof rows / sizeof *rows);
    uint32_t color = 7;
    static const char *const texts[] = {"a: 1\ncolor: #FF0000\nb: 1\n",
                                        "a: 1\ncolor: #FF0000 # red", "{a: 1,\ncolor: #FF0000\n}"};
    for (int i = 0; i < 3; i++) {
        YamlNode *root = read_text(texts[i]);
        assert_non_null(root);
        assert_false(yaml_color(yaml_find(root, "color"), "color", &color, &reading.messages));
        assert_message(MESSAGE_E212, 2, 1, "color is empty: YAML reads \"#FF0000\" as a comment",
                       "put it in quotes: `\"#FF0000\"`");
        assert_int_equal(color, 7);
    }
    YamlNode *root = read_text("color: # see below\n");
    assert_false(yaml_color(yaml_find(root, "color"), "color", &color, &reading.messages));
    assert_int_equal(only_message()->code, MESSAGE_E203);
}

static YamlNode *value_of(const char *source) {
    YamlNode *root = read_text(source);
    assert_non_null(root);
    assert_non_null(root->first);
    return root->first;
}

static bool number_of(const char *source, float *out) {
    return yaml_number(value_of(source), "width", "m", 3.0, 60.0, out, &reading.messages);
}

static void numbers_are_numbers_within_bounds(void **state) {
    (void)state;
    float width = 12.0f;
    assert_true(number_of("width: 14", &width));
    assert_near(width, 14.0f, 0.0f);
    assert_true(number_of("width: +5.25e0", &width));
    assert_near(width, 5.25f, 0.0f);
    static const struct {
        const char *source;
        MessageCode code;
        const char *text, *help;
    } rows[] = {
        {"width: 12m", MESSAGE_E203, "width must be a number in metres, found \"12m\"",
         "write `width: 12`"},
        {"width: \"5\"", MESSAGE_E203, "width must be a number in metres, found \"5\"",
         "write `width: 5`"},
        {"width: 012", MESSAGE_E203, "width must be a number in metres, found \"012\"", ""},
        {"width: 0x10", MESSAGE_E203, "width must be a number in metres, found \"0x10\"",
         "write `width: 0`"},
        {"width:", MESSAGE_E203, "width must be a number in metres, found nothing", ""},
        {"width: [1]", MESSAGE_E203, "width must be a number in metres, found a list", ""},
        {"width: {a: 1}", MESSAGE_E203, "width must be a number in metres, found a map", ""},
        {"width: 2", MESSAGE_E204, "width 2 is outside 3 to 60 m", ""},
        {"width: 60.01", MESSAGE_E204, "width 60.01 is outside 3 to 60 m", ""},
        {"width: .nan", MESSAGE_E209, "NaN or infinity, where a finite number belongs", ""},
        {"width: -.Inf", MESSAGE_E209, "NaN or infinity, where a finite number belongs", ""},
        {"width: 1e999", MESSAGE_E209, "NaN or infinity, where a finite number belongs", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(number_of(rows[i].source, &width));
        assert_int_equal(only_message()->place.line, 1);
        assert_string_equal(message_code_name(only_message()->code),
                            message_code_name(rows[i].code));
        assert_string_equal(only_message()->text, rows[i].text);
        assert_string_equal(only_message()->help, rows[i].help);
        assert_near(width, 5.25f, 0.0f);
    }
    assert_false(yaml_number(NULL, "width", "m", 3.0, 60.0, &width, &reading.messages));
    assert_int_equal(reading.messages.count, 1);
    // 0.1 as a float is a little more than as a double: a bound holds in the type of the result
    assert_true(
        yaml_number(value_of("a: 0.1"), "a", "", (double)0.1f, 1.0, &width, &reading.messages));
    assert_true(yaml_number(value_of("a: 0.1"), "a", "", 0.0, 0.1, &width, &reading.messages));
}

static void integers_and_bools_are_strict(void **state) {
    (void)state;
    int laps = 3;
    assert_true(yaml_integer(value_of("laps: 5"), "laps", 1, 99, &laps, &reading.messages));
    assert_int_equal(laps, 5);
    assert_false(yaml_integer(value_of("laps: 2.0"), "laps", 1, 99, &laps, &reading.messages));
    assert_message(MESSAGE_E203, 1, 7, "laps must be a whole number, found \"2.0\"",
                   "write `laps: 2`");
    assert_false(yaml_integer(value_of("laps: 100"), "laps", 1, 99, &laps, &reading.messages));
    assert_message(MESSAGE_E204, 1, 7, "laps 100 is outside 1 to 99", "");
    assert_false(
        yaml_integer(value_of("laps: 99999999999"), "laps", 1, 99, &laps, &reading.messages));
    assert_message(MESSAGE_E204, 1, 7, "laps 99999999999 is outside 1 to 99", "");
    assert_int_equal(laps, 5);
    bool closed = true;
    assert_true(yaml_bool(value_of("closed: false"), "closed", &closed, &reading.messages));
    assert_false(closed);
    assert_false(yaml_bool(value_of("closed: yes"), "closed", &closed, &reading.messages));
    assert_message(MESSAGE_E207, 1, 9, "closed must be true or false, found \"yes\"",
                   "write `true`");
    assert_false(yaml_bool(value_of("closed: Off"), "closed", &closed, &reading.messages));
    assert_message(MESSAGE_E207, 1, 9, "closed must be true or false, found \"Off\"",
                   "write `false`");
    assert_false(yaml_bool(value_of("closed:"), "closed", &closed, &reading.messages));
    assert_message(MESSAGE_E207, 1, 1, "closed must be true or false, found nothing",
                   "write `true` or `false`");
    assert_false(yaml_bool(value_of("closed: \"true\""), "closed", &closed, &reading.messages));
    assert_false(closed);
}

static void texts_are_counted_in_characters(void **state) {
    (void)state;
    const char *name = "";
    assert_true(yaml_text(value_of("name: No"), "name", 1, 3, &name, &reading.messages));
    assert_string_equal(name, "No");
    assert_true(yaml_text(value_of("name: \u00e9\u20ac\U0001F3C1"), "name", 1, 3, &name,
                          &reading.messages));
    assert_true(yaml_text(value_of("name: ''"), "name", 0, 3, &name, &reading.messages));
    assert_false(yaml_text(value_of("name: abcd"), "name", 1, 3, &name, &reading.messages));
    assert_message(MESSAGE_E204, 1, 7, "length of name 4 is outside 1 to 3 characters", "");
    assert_false(yaml_text(value_of("name:"), "name", 1, 3, &name, &reading.messages));
    assert_message(MESSAGE_E203, 1, 1, "name must be text, found nothing", "");
    assert_false(yaml_text(value_of("name: \"a\\e\""), "name", 1, 3, &name, &reading.messages));
    assert_int_equal(only_message()->code, MESSAGE_E203);
}

static void points_colours_and_ids_have_one_form(void **state) {
    (void)state;
    vec2s point = {{7.0f, 8.0f}};
    assert_true(yaml_point(value_of("at: [1.5, -2]"), &point, &reading.messages));
    assert_near(point.x, 1.5f, 0.0f);
    assert_near(point.y, -2.0f, 0.0f);
    assert_false(yaml_point(value_of("at: [1, 2, 3]"), &point, &reading.messages));
    assert_message(MESSAGE_E205, 1, 5, "a point needs two numbers [x, y], found 3",
                   "leave one out, or write decimals with a point: 90.5");
    assert_false(yaml_point(value_of("at: 1"), &point, &reading.messages));
    assert_message(MESSAGE_E205, 1, 5, "a point needs two numbers [x, y], found \"1\"", "");
    assert_false(yaml_point(value_of("at: -70, 3.5"), &point, &reading.messages));
    assert_message(MESSAGE_E205, 1, 5, "a point needs two numbers [x, y], found \"-70, 3.5\"",
                   "write `[-70, 3.5]`");
    static const char *const ways_out[][2] = {
        {"at: [90,5, -50]", "write decimals with a point: `[90.5, -50]`"},
        {"at: [-90,5, -50,25]", "write decimals with a point: `[-90.5, -50.25]`"},
        {"at: [90; -50]", "write `[90, -50]`"},
        {"at: [90 -50]", "write `[90, -50]`"},
        {"at: 90; -50", "write `[90, -50]`"},
        {"at: [90]", ""},
        {"at: [90, a, 5]", ""},
        {"at: [1, 2, 3, 4, 5]", ""},
        {"at: [1.5, 2, 3, 4]", ""},
        {"at: []", ""},
    };
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; i++) {
        assert_false(yaml_point(value_of(ways_out[i][0]), &point, &reading.messages));
        assert_int_equal(only_message()->code, MESSAGE_E205);
        assert_string_equal(only_message()->help, ways_out[i][1]);
    }
    assert_false(yaml_point(value_of("at: 3, north"), &point, &reading.messages));
    assert_message(MESSAGE_E205, 1, 5, "a point needs two numbers [x, y], found \"3, north\"", "");
    assert_false(yaml_point(value_of("at: [3, 10001]"), &point, &reading.messages));
    assert_message(MESSAGE_E204, 1, 9, "y 10001 is outside -10000 to 10000 m", "");
    assert_false(yaml_point(value_of("at: [.inf, 1]"), &point, &reading.messages));
    assert_message(MESSAGE_E209, 1, 6, "NaN or infinity, where a finite number belongs", "");
    assert_near(point.x, 1.5f, 0.0f);
    uint32_t color = 0;
    assert_true(yaml_color(value_of("c: \"#FF8001\""), "c", &color, &reading.messages));
    assert_int_equal(color, 0xFF8001FF);
    assert_true(yaml_color(value_of("c: 01020304"), "c", &color, &reading.messages));
    assert_int_equal(color, 0x01020304);
    assert_false(yaml_color(value_of("c: red"), "c", &color, &reading.messages));
    assert_message(MESSAGE_E203, 1, 4, "c must be a colour such as \"#FF8800\", found \"red\"", "");
    const char *id = "";
    assert_true(yaml_id(value_of("id: a_b-9"), "id", &id, &reading.messages));
    assert_string_equal(id, "a_b-9");
    static const char *const bad[] = {"id: A", "id: 9a", "id: a b", "id: a.b",
                                      "id: abcdefghijklmnopqrstuvwxyz0123456"};
    for (int i = 0; i < 5; i++) {
        assert_false(yaml_id(value_of(bad[i]), "id", &id, &reading.messages));
        assert_int_equal(only_message()->code, MESSAGE_E215);
    }
    assert_true(
        yaml_id(value_of("id: abcdefghijklmnopqrstuvwxyz012345"), "id", &id, &reading.messages));
}

static void what_is_no_id_gets_the_nearest_that_is_one(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"id: Barn 1", "barn-1"}, {"id: ../gt", "gt"}, {"id: 9_a!?", "a"}, {"id: \"9\"", NULL}};
    for (int i = 0; i < 4; i++) {
        const char *id = "";
        assert_false(yaml_id(value_of(pairs[i][0]), "id", &id, &reading.messages));
        const char *meant = strstr(only_message()->help, "did you mean ");
        assert_int_equal(meant != NULL, pairs[i][1] != NULL);
        char quoted[40];
        snprintf(quoted, sizeof quoted, "did you mean \"%s\"?", pairs[i][1] ? pairs[i][1] : "");
        assert_true(!meant || strcmp(meant, quoted) == 0);
    }
}

static void unknown_reserved_and_missing_keys_are_named(void **state) {
    (void)state;
    static const char *const keys[] = {"id", "width", "points"};
    static const char *const reserved[] = {"pit"};
    YamlNode *root = read_text("a: {width: 1, widht: 2, x-note: 3, pit: 4, foo: 5}\nb: c:d\n");
    const YamlNode *map = yaml_find(root, "a");
    assert_false(yaml_check_keys(map, "ribbon \"main\"", keys, 3, reserved, 1, &reading.messages));
    assert_int_equal(reading.messages.count, 3);
    const Message *items = reading.messages.items;
    assert_string_equal(items[0].text, "unknown key \"widht\" in ribbon \"main\"");
    assert_string_equal(items[0].help, "did you mean \"width\"?");
    assert_int_equal(items[0].place.column, 15);
    assert_string_equal(items[1].text, "\"pit\" is reserved for a later format");
    assert_string_equal(items[1].help, "remove it, or use \"x-pit\"");
    assert_string_equal(items[2].help, "one of id, width, points");
    reading.messages = (MessageList){0};
    assert_false(
        yaml_check_keys(yaml_find(root, "b"), "wall", keys, 3, NULL, 0, &reading.messages));
    assert_message(MESSAGE_E102, 2, 4, "\"c:d\" has no space after the colon", "write `c: d`");
    reading.messages = (MessageList){0};
    assert_false(yaml_check_keys(map->first, "wall", keys, 3, NULL, 0, &reading.messages));
    assert_message(MESSAGE_E203, 1, 12, "wall must be a map, found \"1\"", "");
    reading.messages = (MessageList){0};
    assert_null(yaml_require(root, "name", "name: First Oval", &reading.messages));
    assert_message(MESSAGE_E202, 1, 1, "required key \"name\" is missing",
                   "add `name: First Oval`");
    assert_ptr_equal(yaml_require(root, "a", NULL, &reading.messages), map);
}

static void a_misspelt_key_is_not_missing_too(void **state) {
    (void)state;
    static const char *const keys[] = {"name", "points", "width"};
    YamlNode *root = read_text("pionts: [1]\nwidth: 1\n");
    assert_false(yaml_check_keys(root, "a", keys, 3, NULL, 0, &reading.messages));
    assert_true(yaml_is_misspelt(root, "points", &reading.messages));
    assert_false(yaml_is_misspelt(root, "name", &reading.messages));
    assert_null(yaml_require(root, "points", NULL, &reading.messages));
    assert_message(MESSAGE_E201, 1, 1, "unknown key \"pionts\" in a", "did you mean \"points\"?");
    assert_null(yaml_require(root, "name", NULL, &reading.messages));
    assert_int_equal(reading.messages.count, 2);
    // "width" is near to "widths", but known: no slip
    assert_null(yaml_require(root, "widths", NULL, &reading.messages));
    assert_int_equal(reading.messages.count, 3);
    assert_false(yaml_is_misspelt(NULL, "name", &reading.messages));
}

static void a_decimal_comma_gets_a_point(void **state) {
    (void)state;
    float number = 0.0f;
    const YamlNode *node = yaml_find(read_text("a: 28,5\n"), "a");
    assert_false(yaml_number(node, "a", "m", 0.0, 99.0, &number, &reading.messages));
    assert_message(MESSAGE_E203, 1, 4, "a must be a number in metres, found \"28,5\"",
                   "write decimals with a point: `a: 28.5`");
    node = yaml_find(read_text("a: 28,5 m\n"), "a");
    assert_false(yaml_number(node, "a", "m", 0.0, 99.0, &number, &reading.messages));
    assert_string_equal(only_message()->help, "write decimals with a point: `a: 28.5`");
    static const char *const keys[] = {"width", "name"};
    assert_false(yaml_check_keys(read_text("{width: 12,5, name: x}\n"), "a", keys, 2, NULL, 0,
                                 &reading.messages));
    assert_message(MESSAGE_E201, 1, 12, "unknown key \"5\" in a",
                   "write decimals with a point: `width: 12.5`");
    assert_false(yaml_check_keys(read_text("{name: x, 5, width: 1}\n"), "a", keys, 2, NULL, 0,
                                 &reading.messages));
    assert_string_equal(only_message()->help, "one of width, name");
}

static void numbers_as_people_write_them_get_the_right_form(void **state) {
    (void)state;
    static const struct {
        const char *text, *help;
    } rows[] = {
        {"a: 12 m\n", "write `a: 12`"},
        {"a: 90\u00b0\n", "write `a: 90`"},
        {"a: \u221235\n", "write `a: -35`, with the minus of the keyboard"},
        {"a: \u20133.5 m\n", "write `a: -3.5`, with the minus of the keyboard"},
        {"a: \u2014\n", ""},
        {"a: -2,5\n", "write decimals with a point: `a: -2.5`"},
        {"a: 1,000,000\n", ""},
    };
    float number = 0.0f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const YamlNode *node = yaml_find(read_text(rows[i].text), "a");
        assert_non_null(node);
        assert_false(yaml_number(node, "a", "m", -99.0, 99.0, &number, &reading.messages));
        assert_string_equal(only_message()->help, rows[i].help);
    }
    // of a list it is the number alone
    const YamlNode *list = yaml_find(read_text("a: [12 m]\n"), "a");
    assert_false(yaml_number(list->first, "x", "m", 0.0, 99.0, &number, &reading.messages));
    assert_string_equal(only_message()->help, "write `12`");
    vec2s point = {{0.0f, 0.0f}};
    const YamlNode *node = yaml_find(read_text("a: (-70, 35)\n"), "a");
    assert_false(yaml_point(node, &point, &reading.messages));
    assert_string_equal(only_message()->help, "write `[-70, 35]`");
}

static void lines_that_are_no_pairs_are_told_before_the_line_that_is_one(void **state) {
    (void)state;
#define NO_PAIR(source, line, column, words, help) \
    { source, MESSAGE_E110, line, column, "\"" words "\" is no `key: value`", help }
    static const WrongText rows[] = {
        NO_PAIR("// my track\nformat: t\n", 1, 1, "// my track", "comments begin with #"),
        NO_PAIR("a: 1\nb:\n  name = x y\n  c: 1\n", 3, 3, "name = x y", "write `name: x y`"),
        NO_PAIR("a=1\r\nb: 1\r\n", 1, 1, "a=1", "write `a: 1`"),
        NO_PAIR("My track\nb: 1\n", 1, 1, "My track",
                "add a colon and a space, or indent it as the lines above"),
    };
#undef NO_PAIR
    assert_wrong(rows, sizeof rows / sizeof *rows);
    assert_null(read_text("a = 1\nb = 2\nc: 3\n"));
    assert_int_equal(reading.messages.count, 2);
    assert_string_equal(reading.messages.items[1].help, "write `b: 2`");
    assert_int_equal(reading.messages.items[1].place.line, 2);
    assert_null(read_text("a: 1\np: [1],\n"));
    assert_message(MESSAGE_E110, 2, 7, "a comma stands behind a value",
                   "delete it: commas part values in brackets alone");
}

static void utf_16_is_named(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } rows[] = {{"\xFF\xFE"
                 "a\0:\0",
                 6},
                {"\xFE\xFF"
                 "\0a\0:",
                 6},
                {"a\0:\0 \0", 6},
                {"\0a\0:\0 ", 6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(read_bytes(rows[i].bytes, rows[i].size));
        assert_message(MESSAGE_E105, 1, 1, "not UTF-8 at byte 1: it is UTF-16",
                       "save the file as UTF-8");
    }
}

static void a_text_that_says_nothing_is_empty(void **state) {
    (void)state;
    static const char *const texts[] = {"", "\n", "# only a comment", "---\n", "\xEF\xBB\xBF\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(yaml_refuse_empty(read_text(texts[i]), "write one", &reading.messages));
        assert_message(MESSAGE_E114, 1, 1, "the file is empty", "write one");
    }
    assert_false(yaml_refuse_empty(read_text("a:\n"), "", &reading.messages));
    assert_false(yaml_refuse_empty(read_text("[]\n"), "", &reading.messages));
    assert_int_equal(reading.messages.count, 0);
}

static void choices_offer_the_nearest(void **state) {
    (void)state;
    static const char *const curves[] = {"round", "smooth", "sharp"};
    int curve = -1;
    assert_true(yaml_choice(value_of("c: sharp"), "curve", curves, 3, &curve, &reading.messages));
    assert_int_equal(curve, 2);
    assert_false(yaml_choice(value_of("c: rond"), "curve", curves, 3, &curve, &reading.messages));
    assert_message(MESSAGE_E211, 1, 4, "no curve is called \"rond\"", "did you mean \"round\"?");
    assert_false(yaml_choice(value_of("c: xyz"), "curve", curves, 3, &curve, &reading.messages));
    assert_message(MESSAGE_E211, 1, 4, "no curve is called \"xyz\"", "one of round, smooth, sharp");
    assert_int_equal(curve, 2);
    static const char *const names[] = {"main", "name", "mine"};
    assert_string_equal(yaml_nearest("mian", names, 3), "main"); // a swap is one slip
    assert_string_equal(yaml_nearest("mine", names, 3), "mine");
    assert_string_equal(yaml_nearest("nam", names, 3), "name");
    assert_null(yaml_nearest("other", names, 3));
    assert_null(yaml_nearest("", names, 3));
}

/// Reads `size` bytes and asserts that it takes well under a second of processor time, also with
/// sanitizers.
static void read_in_time(const char *text, size_t size, MessageCode code) {
    clock_t start = clock();
    YamlNode *root = read_bytes(text, size);
    double seconds = (double)(clock() - start) / (double)CLOCKS_PER_SEC;
    print_message("%.1f ms\n", seconds * 1e3);
    assert_true(seconds < 3.0);
    if (code != MESSAGE_NONE) {
        assert_null(root);
        assert_string_equal(message_code_name(reading.messages.items[0].code),
                            message_code_name(code));
    }
}

/// `count` times `text`, behind `first`; `out` is freed by the caller.
static char *repeat(const char *first, const char *text, size_t count, size_t *size) {
    size_t first_size = strlen(first);
    size_t text_size = strlen(text);
    *size = first_size + text_size * count;
    char *out = malloc(*size + 1);
    assert_non_null(out);
    memcpy(out, first, first_size + 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(out + first_size + i * text_size, text, text_size + 1);
    }
    return out;
}

static void hostile_texts_end_in_a_message_soon(void **state) {
    (void)state;
    static const struct {
        const char *first, *text;
        size_t count;
        MessageCode code;
    } rows[] = {
        {"a: ", "[", 10000, MESSAGE_E109},
        {"a: ", "[", 4000000, MESSAGE_E109},
        {"a: ", "{b: ", 1000000, MESSAGE_E109},
        {"", "- ", 100000, MESSAGE_E109},
        {"a: [", "1,", 2000000, MESSAGE_E111},
        {"a: [", "[", 15, MESSAGE_E109},
        {"", "&a ", 100000, MESSAGE_NONE},
        {"a: [", "*b,", 1000000, MESSAGE_E106},
        {"", "%TAG !a! b\n", 300000, MESSAGE_E106},
        {"a: 1\n", "%TAG !a! b\n", 300000, MESSAGE_E106},
        {"a: '", "x\n", 2000000, MESSAGE_E103},
        {"a: \"", "\\", 4000000, MESSAGE_NONE},
        {"a: ", "x: ", 1000000, MESSAGE_E110},
        {"a: ", "x ", 2000000, MESSAGE_NONE},
        {"", "? ", 100000, MESSAGE_NONE},
        {"", "#", 4000000, MESSAGE_NONE},
        {"a: {", "#FF0000 ", 500000, MESSAGE_NONE},
        {"a: {b: ", " #FF0000", 500000, MESSAGE_E212},
        {"a: ", "]", 4000000, MESSAGE_E110},
        {"a: |\n", " x\n", 1000000, MESSAGE_NONE},
        {"", "a:b\n", 1000000, MESSAGE_NONE},
        {"a: [", "'", 4000001, MESSAGE_E103},
        {"", "x", 5000000, MESSAGE_E108},
        {"a: 1\n", "\n", 4000000, MESSAGE_NONE},
        {"\xC3\xA9: [", "\xC3\xA9,", 1000000, MESSAGE_E111},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size;
        char *text = repeat(rows[i].first, rows[i].text, rows[i].count, &size);
        print_message("%s%s x %zu: ", rows[i].first, rows[i].text, rows[i].count);
        read_in_time(text, size, rows[i].code);
        free(text);
    }
}

static void a_text_of_4_mib_is_read_and_a_longer_one_is_not(void **state) {
    (void)state;
    size_t size;
    char *text = repeat("a: 1\n#", "x", 4194304 - 6 + 1, &size);
    assert_non_null(read_bytes(text, size - 1));
    assert_null(read_bytes(text, size));
    const Message *message = only_message();
    assert_int_equal(message->code, MESSAGE_E108);
    assert_string_equal(message->text, "file has 4.1 MiB, limit is 4 MiB");
    assert_string_equal(message->place.file, "t.yaml");
    assert_int_equal(message->place.line, 0);
    free(text);
}

static void a_map_of_very_many_keys_is_refused_soon(void **state) {
    (void)state;
    size_t capacity = 100000 * 12;
    char *text = malloc(capacity);
    assert_non_null(text);
    size_t size = 0;
    for (int i = 0; i < 100000; i++) {
        size += (size_t)snprintf(text + size, capacity - size, "k%d: 1\n", i);
    }
    read_in_time(text, size, MESSAGE_E111);
    assert_message(MESSAGE_E111, 257, 1, "too many keys in one map, limit is 256", "");
    size = 0;
    for (int i = 0; i < 600; i++) { // as many full maps as there may be
        size += (size_t)snprintf(text + size, capacity - size, "m%d:\n", i % 200);
        for (int j = 0; j < 200; j++) {
            size += (size_t)snprintf(text + size, capacity - size, " k%d: 1\n", j);
        }
    }
    read_in_time(text, size, MESSAGE_E107);
    free(text);
}

static void a_key_of_250_bytes_is_fine_and_one_of_251_is_not(void **state) {
    (void)state;
    char text[300] = "a: 1\n";
    memset(text + 5, 'k', 250);
    memcpy(text + 255, ": 2\n", 5);
    assert_non_null(read_text(text));
    memcpy(text + 255, "k: 2\n", 6);
    assert_null(read_text(text));
    assert_message(MESSAGE_E111, 2, 1, "too many bytes in a key, limit is 250", "");
}

static void sixteen_levels_are_fine_and_seventeen_are_not(void **state) {
    (void)state;
    assert_non_null(read_text("[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"));
    assert_null(read_text("[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]"));
    assert_message(MESSAGE_E109, 1, 17, "nested deeper than 16 levels", "");
}

static const char valid_text[] =
    "format: track/1\nname: Mill \u00e9ane # c\nribbons:\n  - id: main\n    curve: round\n"
    "    shoulder: {surface: grass, width: 4}\n    points:  # corners\n"
    "      - {at: [-90, -40], r: 24}\n      - [35, 20]\n    sections:\n"
    "      - {from: t1, right: {shoulder: {surface: gravel, width: 9}}}\n"
    "text: |\n  some\n   words\nquoted: 'it''s \"x\"'\ndouble: \"a\\u00e9\\n\"\n"
    "color: \"#F4F1E8\"\nempty:\n";

static void mutated_texts_never_crash(void **state) {
    (void)state;
    Random random = random_make(1, 2);
    static const char pieces[] = "[]{}:,-#\"'\t\n &*!|>%@`?x1 \xC3\xA9\xFF\r";
    int refused = 0;
    for (int round = 0; round < 4000; round++) {
        char text[2 * sizeof valid_text];
        size_t size = sizeof valid_text - 1;
        memcpy(text, valid_text, size);
        int changes = 1 + (int)(random_u32(&random) % 4);
        for (int i = 0; i < changes; i++) {
            size_t at = random_u32(&random) % size;
            char piece = pieces[random_u32(&random) % (sizeof pieces - 1)];
            switch (random_u32(&random) % 4) {
            case 0:
                text[at] = piece;
                break;
            case 1: // insert
                memmove(text + at + 1, text + at, size - at);
                text[at] = piece;
                size++;
                break;
            case 2: // cut out
                memmove(text + at, text + at + 1, size - at - 1);
                size--;
                break;
            default: // cut short
                size = at + 1;
            }
        }
        if (!read_bytes(text, size)) {
            refused++;
            for (int i = 0; i < reading.messages.count; i++) {
                assert_true(reading.messages.items[i].text[0] != '\0');
                assert_true(reading.messages.items[i].place.line >= 1);
                assert_true(reading.messages.items[i].place.column >= 1);
            }
        }
    }
    assert_in_range(refused, 1000, 3900);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, forget)
    const struct CMUnitTest tests[] = {
        TEST(a_tree_has_kinds_texts_and_marks),
        TEST(columns_count_characters_and_spans_count_bytes),
        TEST(a_block_ends_at_its_last_value_not_at_the_next_key),
        TEST(a_byte_order_mark_and_windows_lines_do_no_harm),
        TEST(nothing_is_an_empty_map),
        TEST(json_is_read_too_tabs_and_all),
        TEST(tabs_in_front_of_a_line_are_named),
        TEST(a_missing_space_is_named_on_its_own_line),
        TEST(a_dash_without_a_space_is_named_on_its_own_line),
        TEST(a_value_with_a_list_below_it_is_named),
        TEST(a_map_below_a_value_is_a_matter_of_indentation_or_of_the_value),
        TEST(what_is_not_closed_is_named_where_it_was_opened),
        TEST(wrong_indentation_names_what_it_should_match),
        TEST(bytes_that_are_no_utf8_have_a_line),
        TEST(anchors_tags_and_second_documents_are_refused),
        TEST(every_duplicate_key_is_named_with_the_first),
        TEST(other_mistakes_are_readable),
        TEST(a_colour_taken_for_a_comment_is_found_in_brackets_too),
        TEST(numbers_are_numbers_within_bounds),
        TEST(integers_and_bools_are_strict),
        TEST(texts_are_counted_in_characters),
        TEST(points_colours_and_ids_have_one_form),
        TEST(what_is_no_id_gets_the_nearest_that_is_one),
        TEST(unknown_reserved_and_missing_keys_are_named),
        TEST(a_misspelt_key_is_not_missing_too),
        TEST(a_decimal_comma_gets_a_point),
        TEST(numbers_as_people_write_them_get_the_right_form),
        TEST(lines_that_are_no_pairs_are_told_before_the_line_that_is_one),
        TEST(utf_16_is_named),
        TEST(a_text_that_says_nothing_is_empty),
        TEST(choices_offer_the_nearest),
        TEST(hostile_texts_end_in_a_message_soon),
        TEST(a_text_of_4_mib_is_read_and_a_longer_one_is_not),
        TEST(a_map_of_very_many_keys_is_refused_soon),
        TEST(a_key_of_250_bytes_is_fine_and_one_of_251_is_not),
        TEST(sixteen_levels_are_fine_and_seventeen_are_not),
        TEST(mutated_texts_never_crash),
    };
#undef TEST
    return cmocka_run_group_tests_name("yaml", tests, NULL, NULL);
}
