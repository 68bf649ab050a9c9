#include "base/file.h"
#include "base/number.h"
#include "formats/yaml_comments.h"
#include "formats/yaml_write.h"
#include "track_file/track_write.h"

#include <locale.h>
#include <math.h>

#include "long_test.h"
#include "random_track.h"
#include "test.h"

static TestCount count;
static Arena arena;
static MessageList messages;

static int forget(void **state) {
    (void)state;
    arena_destroy(&arena);
    messages = (MessageList){0};
    return 0;
}

static YamlNode *read_text(const char *text, size_t size) {
    YamlNode *root = yaml_read(text, size, "t.track.yaml", &arena, &messages);
    messages_print(&messages, stderr, text);
    assert_non_null(root);
    yaml_comments_read(root, text, size, &arena);
    return root;
}

static const char *format(const char *text) {
    TextBuffer out = {0};
    track_write(read_text(text, strlen(text)), &out);
    const char *copy = arena_copy_text(&arena, out.text);
    free(out.text);
    return copy;
}

/// `text` becomes `expected`, and that stays as it is.
static void formats_to(const char *text, const char *expected) {
    assert_string_equal(format(text), expected);
    assert_string_equal(format(expected), expected);
}

static void keys_come_in_the_order_of_the_table(void **state) {
    (void)state;
    formats_to("ribbons:\n- points: [[0, 0], {r: 3, at: [1, 2]}]\n  id: main\nname: A\n"
               "x-tool: [1.50]\nlaps: 3\nformat: track/1\nnonsense: 1\n",
               "format: track/1\nname: A\nlaps: 3\nribbons:\n  - id: main\n    points:\n"
               "      - [0, 0]\n      - {at: [1, 2], r: 3}\nnonsense: 1\nx-tool: [1.50]\n");
}

static void numbers_keep_the_digits_that_matter(void **state) {
    (void)state;
    formats_to("name: Nine\nsurfaces: {mud: {grip: 0.123456, rolling: 0.0350, viscous: 1e-1}}\n"
               "walls:\n"
               "  - {rect: {center: [1.005001, -0.001], size: [10.00, 2.5], angle: 12.3456789}}\n"
               "  - {circle: {center: [1e2, +3], radius: 3.14159}}\n"
               "medals: {gold: 61.23456}\n",
               "name: Nine\nsurfaces: {mud: {grip: 0.1235, rolling: 0.035, viscous: 0.1}}\n"
               "walls:\n"
               "  - {rect: {center: [1.01, 0], size: [10, 2.5], angle: 12.34568}}\n"
               "  - {circle: {center: [100, 3], radius: 3.14}}\n"
               "medals: {gold: 61.235}\n");
}

static void texts_that_look_like_something_else_are_quoted(void **state) {
    (void)state;
    formats_to("name: 12\nauthor: No\nlicense: a, b\ncolors: {line: FF8800, accent: '#00ff00'}\n"
               "description: |\n  one\n  two\n",
               "name: \"12\"\nauthor: \"No\"\nlicense: a, b\ndescription: |\n  one\n  two\n"
               "colors: {line: \"#FF8800\", accent: \"#00ff00\"}\n");
}

static void comments_stay_where_they_were(void **state) {
    (void)state;
    formats_to(
        "# head\n\n# of the file\nname: A # who\n\n\n# about laps\nlaps: 3\nformat: track/1\n"
        "ribbons: # roads\n# left\n- # the lap\n  # first\n  id: main # id\n"
        "  points: [ # in brackets\n  [0, 0], # start\n   # between\n  [1, 1] ]\n"
        "  wall:\n    # inner\n    gap: 1\n    # below inner\n  # below ribbon\n"
        "  # and more\n # below list\n# above zones\nzones:\n\n  - {surface: ice, "
        "circle: {radius: 3, center: [0, 0]}} # z\n# end\n",
        "# head\n\n# of the file\nformat: track/1\nname: A # who\n\n# about laps\nlaps: 3\n"
        "ribbons: # roads\n  # left\n  - # the lap\n    # first\n    id: main # id\n"
        "    wall:\n      # inner\n      gap: 1\n      # below inner\n"
        "    points: # in brackets\n      - [0, 0] # start\n      # between\n      - [1, 1]\n"
        "    # below ribbon\n    # and more\n  # below list\n# above zones\nzones:\n\n"
        "  - {surface: ice, circle: {center: [0, 0], radius: 3}} # z\n# end\n");
}

static void a_file_begins_with_no_empty_line(void **state) {
    (void)state;
    formats_to("\n\nname: A\n", "name: A\n");
    formats_to("{\n\n  name: A}\n", "name: A\n");
    formats_to("{\n\n  # who\n  laps: 3, name: A}\n", "# who\nname: A\nlaps: 3\n");
    formats_to("{\n\n}## what\n", "## what\n{}\n");
    formats_to("{}\n\n\n# what\n", "# what\n{}\n");
    formats_to("{\n# what\n\n}\n\n# why\n", "# what\n\n# why\n{}\n");
    formats_to("{\n\n} # what\n\n# why\n", "# what\n\n# why\n{}\n");
}

static void lines_within_a_key_are_no_empty_lines(void **state) {
    (void)state;
    formats_to("{name: A, one\n\ntwo, three\n  four, x: 1}\n",
               "name: A\n\"one\\ntwo\":\nthree four:\nx: 1\n");
}

static void no_part_of_a_key_is_a_comment(void **state) {
    (void)state;
    formats_to("name: A\n'it''s # no': 1 # yes\n", "name: A\n\"it's # no\": 1 # yes\n");
    formats_to("name: A\n? | # yes\n  b # no\n: 1\n", "name: A\n\"b # no\\n\": 1 # yes\n");
}

static void empty_lines_around_a_dash_are_one(void **state) {
    (void)state;
    formats_to("name: A\nx:\n\n-\n\n one\n-\n", "name: A\nx:\n\n  - one\n  -\n");
}

static void the_longest_keys_come_back(void **state) {
    (void)state;
    char text[300] = "name: A\nx";
    memset(text + 9, '\\', 249); // each is two in quotes
    memcpy(text + 258, ": 1\n", 5);
    YamlNode *root = read_text(text, strlen(text));
    TextBuffer out = {0};
    track_write(root, &out);
    assert_true(yaml_build_equal(read_text(out.text, out.size), root));
    free(out.text);
}

static void odd_texts_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        " a",
                                        "a ",
                                        "a: b",
                                        "a #b",
                                        "#a",
                                        "- a",
                                        "-",
                                        "--- a",
                                        "...",
                                        "... a",
                                        "a\nb",
                                        "a\n",
                                        "\na",
                                        "a\n\n",
                                        "a \nb",
                                        "a\tb",
                                        "\t",
                                        "\"",
                                        "'a'",
                                        "a'b",
                                        "\\n",
                                        "{a}",
                                        "[a",
                                        "a,b",
                                        "!a",
                                        "&a",
                                        "*a",
                                        "%a",
                                        "@a",
                                        "`a",
                                        "\xC2\x85",
                                        "\xE2\x80\xA8x",
                                        "\xE2\x82\xAC",
                                        "\xC3\xA4",
                                        "?",
                                        "? a",
                                        ":",
                                        "a:",
                                        "=",
                                        "<<",
                                        "~",
                                        "null",
                                        "0x1F",
                                        "1_0",
                                        "1:30",
                                        "2026-01-01",
                                        ".5",
                                        "-.inf",
                                        "|",
                                        "> a"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        YamlNode *root = yaml_build_map(&arena, (Place){0});
        YamlNode *list = yaml_build_list(&arena, (Place){0});
        YamlNode *map = yaml_build_map(&arena, (Place){0});
        yaml_build_set(&arena, root, "name", yaml_build_text(&arena, (Place){0}, texts[i]));
        yaml_build_add(list, yaml_build_text(&arena, (Place){0}, texts[i]));
        yaml_build_set(&arena, map, "a", yaml_build_text(&arena, (Place){0}, texts[i]));
        yaml_build_add(list, map);
        yaml_build_set(&arena, root, "x-list", list);
        TextBuffer out = {0};
        track_write(root, &out);
        assert_true(yaml_build_equal(read_text(out.text, out.size), root));
        free(out.text);
    }
}

static void random_tracks_survive_write_read_write(void **state) {
    (void)state;
    Random random = random_make(1, 2);
    for (long i = 0; i < count.cases; i++) {
        float chance = (float)(i % 5) * 0.25f;
        YamlNode *track = random_track(&random, chance, (int)(i % 7), &arena);
        TextBuffer first = {0};
        TextBuffer second = {0};
        track_write(track, &first);
        YamlNode *read = read_text(first.text, first.size);
        if (!yaml_build_equal(read, track_canonical(track, NULL, &arena))) {
            fprintf(stderr, "case %ld:\n%s", i, first.text);
            fail();
        }
        track_write(read, &second);
        assert_string_equal(second.text, first.text);
        free(first.text);
        free(second.text);
        forget(NULL);
    }
}

/// Every number of `b` within what its key may lose of that of `a`.
static void check_near(const YamlNode *a, const YamlNode *b, double most) {
    double from = 0.0;
    double to = 0.0;
    if (a->kind == YAML_TEXT && !a->quoted && number_parse(a->text, &from)) {
        assert_true(number_parse(b->text, &to));
        assert_near(to, from, most);
    }
    for (const YamlNode *member = a->first; member; member = member->next) {
        const YamlNode *other = b->first;
        if (a->kind == YAML_MAP) {
            other = yaml_find(b, member->key);
        } else {
            for (const YamlNode *at = a->first; at != member; at = at->next) {
                other = other->next;
            }
        }
        assert_non_null(other);
        check_near(member, other, most);
    }
}

static void no_number_moves_by_more_than_5_mm(void **state) {
    (void)state;
    Random random = random_make(3, 4);
    for (int i = 0; i < 100; i++) {
        YamlNode *track = random_track(&random, 0.5f, 6, &arena);
        check_near(track, track_canonical(track, NULL, &arena), 0.005001);
        forget(NULL);
    }
}

static void the_form_does_not_hang_on_the_locale(void **state) {
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    const char *text = "name: A\nlaps: 3\nmedals: {gold: 61.5}\n";
    const char *before = format(text);
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (setlocale(LC_ALL, locales[i])) {
            assert_string_equal(format(text), before);
        }
    }
    setlocale(LC_ALL, "C");
}

int main(int argc, char **argv) {
    count = test_count(argc, argv, 2000);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(keys_come_in_the_order_of_the_table, forget),
        cmocka_unit_test_teardown(numbers_keep_the_digits_that_matter, forget),
        cmocka_unit_test_teardown(texts_that_look_like_something_else_are_quoted, forget),
        cmocka_unit_test_teardown(comments_stay_where_they_were, forget),
        cmocka_unit_test_teardown(a_file_begins_with_no_empty_line, forget),
        cmocka_unit_test_teardown(no_part_of_a_key_is_a_comment, forget),
        cmocka_unit_test_teardown(empty_lines_around_a_dash_are_one, forget),
        cmocka_unit_test_teardown(lines_within_a_key_are_no_empty_lines, forget),
        cmocka_unit_test_teardown(the_longest_keys_come_back, forget),
        cmocka_unit_test_teardown(odd_texts_come_back, forget),
        cmocka_unit_test_teardown(random_tracks_survive_write_read_write, forget),
        cmocka_unit_test_teardown(no_number_moves_by_more_than_5_mm, forget),
        cmocka_unit_test_teardown(the_form_does_not_hang_on_the_locale, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
