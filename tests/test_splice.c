#include "formats/yaml_comments.h"
#include "formats/yaml_write.h"
#include "track_file/splice.h"
#include "track_file/track_write.h"

#include <stdlib.h>

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
    return root;
}

/// Follows `path`, keys and item numbers from 0 parted by '/', from `node`.
static YamlNode *at(YamlNode *node, const char *path) {
    while (*path) {
        char part[32];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(path, "/"), path);
        path += strlen(part);
        path += *path == '/';
        if (node->kind == YAML_MAP) {
            node = yaml_find(node, part);
        } else {
            node = node->first;
            for (int i = atoi(part); i > 0; i--) {
                node = node->next;
            }
        }
        assert_non_null(node);
    }
    return node;
}

static YamlNode *value_of(const char *yaml) {
    char text[1024];
    snprintf(text, sizeof text, "v: %s\n", yaml);
    YamlNode *value = yaml_find(read_text(arena_copy_text(&arena, text), strlen(text)), "v");
    YamlNode *copy = yaml_build_copy(&arena, value);
    for (YamlNode *stack = copy; stack; stack = stack->first) {
        stack->begin = stack->end = 0;
        for (YamlNode *member = stack->first; member; member = member->next) {
            member->begin = member->end = 0;
            for (YamlNode *inner = member->first; inner; inner = inner->next) {
                inner->begin = inner->end = 0;
            }
        }
    }
    return copy;
}

/// Takes the item `index` out of a list.
static YamlNode *take_item(YamlNode *list, int index) {
    YamlNode *before = NULL;
    YamlNode *item = list->first;
    for (; index > 0; index--) {
        before = item;
        item = item->next;
    }
    *(before ? &before->next : &list->first) = item->next;
    list->last = item->next ? list->last : before;
    list->count--;
    item->next = NULL;
    return item;
}

/// Puts `item` before the item `index` of a list; as the last where there are fewer.
static void put_item(YamlNode *list, int index, YamlNode *item) {
    YamlNode *before = NULL;
    YamlNode *next = list->first;
    for (; index > 0 && next; index--) {
        before = next;
        next = next->next;
    }
    *(before ? &before->next : &list->first) = item;
    item->next = next;
    list->last = next ? list->last : item;
    list->count++;
}

static void set(YamlNode *root, const char *map, const char *key, const char *yaml) {
    yaml_build_set(&arena, at(root, map), key, value_of(yaml));
}

/// What `text` becomes by one change.
typedef struct Case {
    const char *what; ///< "set MAP KEY YAML", "take LIST N", "put LIST N YAML", "drop MAP KEY"
    const char *before, *after;
} Case;

static void change(YamlNode *root, const char *what) {
    char verb[16], path[64], key[64];
    int used = 0;
    assert_int_equal(sscanf(what, "%15s %63s %63s %n", verb, path, key, &used), 3);
    const char *where = strcmp(path, ".") == 0 ? "" : path;
    if (strcmp(verb, "set") == 0) {
        set(root, where, key, what + used);
    } else if (strcmp(verb, "drop") == 0) {
        assert_non_null(yaml_build_remove(at(root, where), key));
    } else if (strcmp(verb, "take") == 0) {
        take_item(at(root, where), atoi(key));
    } else if (strcmp(verb, "put") == 0) {
        put_item(at(root, where), atoi(key), value_of(what + used));
    } else if (strcmp(verb, "move") == 0) { // "move LIST FROM TO"
        YamlNode *item = take_item(at(root, where), atoi(key));
        put_item(at(root, where), atoi(what + used), item);
    } else if (strcmp(verb, "number") == 0) { // "number LIST N NUMBER"
        YamlNode *list = at(root, where);
        take_item(list, atoi(key));
        put_item(list, atoi(key), value_of(what + used));
    } else {
        fail_msg("no such change: %s", verb);
    }
}

static void check_case(const Case *one) {
    YamlNode *root = yaml_build_copy(&arena, read_text(one->before, strlen(one->before)));
    change(root, one->what);
    TextBuffer out = {0};
    SpliceResult result = splice_write(one->before, strlen(one->before), root, &out);
    if (strcmp(out.text, one->after) != 0) {
        fprintf(stderr, "%s, of:\n%s\ngives:\n%s\nexpected:\n%s\n", one->what, one->before,
                out.text, one->after);
        fail();
    }
    assert_int_equal(result, SPLICE_PARTS);
    free(out.text);
    forget(NULL);
}

#define CHECK_CASES(cases)                                            \
    for (size_t i_ = 0; i_ < sizeof(cases) / sizeof *(cases); i_++) { \
        check_case(&(cases)[i_]);                                     \
    }

#define ROAD                                                                  \
    "# head\nformat:   track/1   # kept\nname: 'A'\n\nribbons:\n"             \
    "# the lap\n- id: main   # its name\n  points:\n    # start\n"            \
    "    - [0.0, 1.50]  # one\n    # two comes\n    - {at: [3,4], r: 05e0}\n" \
    "    - [ 9, 9 ]\n    # below points\n  # below main\n# below ribbons\n"   \
    "laps: 3\n"

static void a_value_changes_in_place(void **state) {
    (void)state;
    static const Case cases[] = {
        {"set . laps 5", "a: 1 # x\nlaps: 3   # three\nb: 2", "a: 1 # x\nlaps: 5   # three\nb: 2"},
        {"set . name Two", "name: 'One'#x\n", "name: Two #x\n"},
        {"number ribbons/0/points/0 1 2.567", ROAD,
         "# head\nformat:   track/1   # kept\nname: 'A'\n\nribbons:\n"
         "# the lap\n- id: main   # its name\n  points:\n    # start\n"
         "    - [0.0, 2.57]  # one\n    # two comes\n    - {at: [3,4], r: 05e0}\n"
         "    - [ 9, 9 ]\n    # below points\n  # below main\n# below ribbons\nlaps: 3\n"},
        {"set x-a b 3", "x-a: {a: 1, b: [2, 3], c: 4}\n", "x-a: {a: 1, b: 3, c: 4}\n"},
        {"set x-a b [3, 4]", "x-a:\n  a: 1\n  b: 2 # two\n  c: 4\n",
         "x-a:\n  a: 1\n  b: [3, 4] # two\n  c: 4\n"},
        {"set x-a b [[3], [4]]", "x-a:\n  a: 1\n  # what\n  b: 2 # two\n  c: 4\n",
         "x-a:\n  a: 1\n  # what\n  b: # two\n    - [3]\n    - [4]\n  c: 4\n"},
        {"set x-a b 5", "x-a:\n  a: 1\n  b: # two\n    - 1\n    - 2 # of\n    # below\n  c: 4\n",
         "x-a:\n  a: 1\n  b: 5 # two\n    # below\n  c: 4\n"},
        {"set . description new", "description: |\n  old\n  words\n\nlaps: 2\n",
         "description: new\n\nlaps: 2\n"},
        {"set . author Me", "name: A\nauthor:\nlaps: 2\n", "name: A\nauthor: Me\nlaps: 2\n"},
        {"set . author Me", "name: A\nauthor: # nobody\n", "name: A\nauthor: Me # nobody\n"},
    };
    CHECK_CASES(cases);
}

static void new_items_come_behind_the_one_before(void **state) {
    (void)state;
    static const Case cases[] = {
        {"put walls 9 {circle: {center: [1, 2], radius: 3}}",
         "walls:\n  - {arc: 1} # a\n    # deep\n  # below\nname: A\n",
         "walls:\n  - {arc: 1} # a\n    # deep\n  - {circle: {center: [1, 2], radius: 3}}\n"
         "  # below\nname: A\n"},
        {"put x-l 1 b", "x-l:\n- a\n- c", "x-l:\n- a\n- b\n- c"},
        {"put x-l 2 d", "x-l:\n- a\n- c", "x-l:\n- a\n- c\n- d"},
        {"put x-l 0 d", "x-l:\n# first\n- a\n- c", "x-l:\n- d\n# first\n- a\n- c"},
        {"put x-l 1 b", "x-l: [a,c]", "x-l: [a, b, c]"},
        {"put x-l 1 [5, 6]", "x-l: [ # in\n  [1,2], # one\n  [3,4]  # two\n]\n",
         "x-l: [ # in\n  [1,2], # one\n  [5, 6],\n  [3,4]  # two\n]\n"},
        {"put x-l 2 [5, 6]", "x-l: [ # in\n  [1,2], # one\n  [3,4]  # two\n]\n",
         "x-l: [ # in\n  [1,2], # one\n  [3,4],  # two\n  [5, 6]\n]\n"},
        {"set . laps 7", "name: A # a\n# end\n", "name: A # a\nlaps: 7\n# end\n"},
        {"set ribbons/0 width 9", "ribbons:\n- id: a\n  curve: sharp\n",
         "ribbons:\n- id: a\n  curve: sharp\n  width: 9\n"},
        {"set ribbons/0 width 9", "ribbons:\n- {id: a,  curve: sharp} # b\n",
         "ribbons:\n- {id: a, curve: sharp, width: 9} # b\n"},
    };
    CHECK_CASES(cases);
}

static void what_is_deleted_takes_its_comments(void **state) {
    (void)state;
    static const Case cases[] = {
        {"take x-l 1",
         "x-l:\n  # a\n  - a\n\n  # far\n\n  # b 1\n  # b 2\n  - b # b\n  # c\n  - c\n",
         "x-l:\n  # a\n  - a\n\n  # far\n\n  # c\n  - c\n"},
        {"take x-l 1", "x-l:\n  - a # a\n  - b # b", "x-l:\n  - a # a"},
        {"take x-l 0", "x-l: [a,  b, c]\n", "x-l: [b, c]\n"},
        {"take x-l 1", "x-l: [\n  a, # a\n  # b\n  b, # b\n  c # c\n  ]\n",
         "x-l: [\n  a, # a\n  c # c\n  ]\n"},
        {"take x-l 1", "x-l: [\n  a, # a\n  # b\n  b # b\n  ]\n", "x-l: [\n  a, # a\n  ]\n"},
        {"drop . laps", "name: A\n# how long\nlaps: 3 # x\n\n# more\ntheme: dune\n",
         "name: A\n\n# more\ntheme: dune\n"},
        {"drop walls/0 id",
         "walls:\n  - id: a # a\n    # height\n    height: 3\n    arc: 4\n  - b: 1\n",
         "walls:\n  -\n    # height\n    height: 3\n    arc: 4\n  - b: 1\n"},
        {"take x-l 0", "x-l: # what\n  # a\n  - a\n  # below\nname: A\n",
         "x-l: [] # what\n  # below\nname: A\n"},
    };
    CHECK_CASES(cases);
}

static void what_moves_takes_its_comments(void **state) {
    (void)state;
    static const Case one = {"move x-l 0 2", "x-l:\n  # a\n  - a # a\n  # b\n  - b\n  - c\n",
                             "x-l:\n  # b\n  - b\n  - c\n  # a\n  - a # a\n"};
    check_case(&one);
}

static void line_ends_stay_as_they_are(void **state) {
    (void)state;
    static const Case cases[] = {
        {"put x-l 1 [[1], [2]]", "x-l:\r\n- a # a\r\n- c\r\n",
         "x-l:\r\n- a # a\r\n- - [1]\r\n  - [2]\r\n- c\r\n"},
        {"set . laps 4", "name: A\r\nlaps: 3 # x\r\n", "name: A\r\nlaps: 4 # x\r\n"},
        {"take x-l 1", "x-l:\r\n- a # a\r\n# b\r\n- b", "x-l:\r\n- a # a"},
        {"put x-l 3 d", "\xEF\xBB\xBFx-l:\r\n- a", "\xEF\xBB\xBFx-l:\r\n- a\r\n- d"},
        {"number x-l 1 d", "x-l:\n-\n# b\r-\n", "x-l:\n-\n# b\r- d\n"}, // a CR alone is one too
        {"take x-l 1", "x-l:\r- a # a\r# b\r- b", "x-l:\r- a # a"},
    };
    CHECK_CASES(cases);
}

static void without_a_change_the_bytes_are_the_same(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "# only\n",
        "---\nname: A\n...\n",
        ROAD,
        "name:   A\r\n\r\n#x\r\n",
        "{name: A, # b\n}",
        "name: \"\\u00e4\" # \xC3\xA4\nx-b: [ [1.0,2.00], # e\n\n]\n\n\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        YamlNode *root = yaml_build_copy(&arena, read_text(texts[i], strlen(texts[i])));
        TextBuffer out = {0};
        assert_int_equal(splice_write(texts[i], strlen(texts[i]), root, &out), SPLICE_SAME);
        assert_string_equal(out.size > 0 ? out.text : "", texts[i]);
        free(out.text);
    }
}

/// Adds comments and other spacing to a canonical text, line by line.
static void disturb(Random *random, const char *text, TextBuffer *out) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n");
        size_t indent = strspn(line, " ");
        bool in_text = strstr(text, "|") != NULL; // literal texts take comments for words
        int what = in_text ? 9 : random_below(random, 12);
        if (what == 0) {
            text_add(out, "\n", 1);
        } else if (what == 1) {
            text_add(out, line, indent);
            text_add(out, "# above\n", 8);
        }
        text_add(out, line, size);
        bool quoted = memchr(line, '"', size) != NULL;
        if (what == 2 && !quoted) {
            text_add(out, "  # beside", 10);
        }
        text_add(out, "\n", 1);
        line += size + (line[size] == '\n');
    }
}

/// A collection or scalar below `node`, picked at random.
static YamlNode *pick(Random *random, YamlNode *node, int depth) {
    while (node->count > 0 && depth-- > 0) {
        int skip = random_below(random, node->count);
        YamlNode *member = node->first;
        for (; skip > 0; skip--) {
            member = member->next;
        }
        if (member->kind == YAML_TEXT && random_below(random, 2) == 0) {
            break;
        }
        node = member;
    }
    return node;
}

static void change_randomly(Random *random, YamlNode *root) {
    YamlNode *node = pick(random, root, 1 + random_below(random, 6));
    int what = random_below(random, 4);
    if (node->kind == YAML_TEXT) {
        node->text = arena_copy_text(&arena, node->quoted ? "Changed" : "77");
    } else if (node->kind == YAML_LIST && what < 2 && node->count > 0) {
        YamlNode *item = take_item(node, random_below(random, node->count));
        if (what == 1) {
            put_item(node, random_below(random, node->count + 1), item);
        }
    } else if (node->kind == YAML_LIST) {
        const YamlNode *model = node->count > 0 ? node->first : root->first;
        YamlNode *item = yaml_build_copy(&arena, model);
        put_item(node, random_below(random, node->count + 1), item);
    } else if (what < 2 && node->count > 0) {
        int skip = random_below(random, node->count);
        YamlNode *member = node->first;
        for (; skip > 0; skip--) {
            member = member->next;
        }
        yaml_build_remove(node, member->key);
    } else {
        yaml_build_set(&arena, node, "x-new",
                       what == 2 ? value_of("[[1, 2], [3, 4]]") : value_of("new"));
    }
}

static void random_edits_say_the_same_as_on_the_tree(void **state) {
    (void)state;
    Random random = random_make(5, 6);
    long whole = 0;
    for (long i = 0; i < count.cases; i++) {
        YamlNode *track = random_track(&random, (float)(i % 4) * 0.25f, 2, &arena);
        TextBuffer first = {0};
        TextBuffer text = {0};
        TextBuffer out = {0};
        track_write(track, &first);
        disturb(&random, first.text, &text);
        YamlNode *root = yaml_build_copy(&arena, read_text(text.text, text.size));
        for (int edits = random_below(&random, 4); edits >= 0; edits--) {
            change_randomly(&random, root);
        }
        SpliceResult result = splice_write(text.text, text.size, root, &out);
        whole += result == SPLICE_WHOLE;
        if (result == SPLICE_WHOLE && getenv("SPLICE_SHOW")) {
            fprintf(stderr, "=== %ld\n%s", i, text.text);
            TextBuffer want = {0};
            track_write(root, &want);
            fprintf(stderr, "=== to\n%s", want.text);
            free(want.text);
        }
        const YamlNode *read = read_text(out.text, out.size);
        assert_true(yaml_build_equal(track_canonical(read, NULL, &arena),
                                     track_canonical(root, NULL, &arena)));
        free(first.text);
        free(text.text);
        free(out.text);
        forget(NULL);
    }
    print_message("%ld of %ld written whole\n", whole, count.cases);
    assert_true(whole * 50 <= count.cases);
}

static void moving_a_point_changes_one_line(void **state) {
    (void)state;
    Random random = random_make(7, 8);
    for (int i = 0; i < 50; i++) {
        YamlNode *track = random_track(&random, 0.5f, 2, &arena);
        TextBuffer text = {0};
        TextBuffer out = {0};
        RandomTrack maker = {.arena = &arena, .random = &random, .decimals = 2};
        yaml_build_set(&arena, track, "ribbons",
                       random_list(&maker, &(TrackKey){.min = 1, .of = TRACK_MAP_ribbon}));
        track_write(track, &text);
        YamlNode *root = yaml_build_copy(&arena, read_text(text.text, text.size));
        YamlNode *points = at(root, "ribbons/0/points");
        YamlNode *point = points->first->kind == YAML_MAP ? at(points->first, "at") : points->first;
        point->first->text = "-1.25";
        assert_int_equal(splice_write(text.text, text.size, root, &out), SPLICE_PARTS);
        int lines = 0;
        for (const char *a = text.text, *b = out.text; *a || *b;) {
            size_t a_size = strcspn(a, "\n");
            size_t b_size = strcspn(b, "\n");
            lines += a_size != b_size || memcmp(a, b, a_size) != 0;
            a += a_size + (a[a_size] != '\0');
            b += b_size + (b[b_size] != '\0');
        }
        assert_int_equal(lines, 1);
        free(text.text);
        free(out.text);
        forget(NULL);
    }
}

int main(int argc, char **argv) {
    count = test_count(argc, argv, 500);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_value_changes_in_place, forget),
        cmocka_unit_test_teardown(new_items_come_behind_the_one_before, forget),
        cmocka_unit_test_teardown(what_is_deleted_takes_its_comments, forget),
        cmocka_unit_test_teardown(what_moves_takes_its_comments, forget),
        cmocka_unit_test_teardown(line_ends_stay_as_they_are, forget),
        cmocka_unit_test_teardown(without_a_change_the_bytes_are_the_same, forget),
        cmocka_unit_test_teardown(random_edits_say_the_same_as_on_the_tree, forget),
        cmocka_unit_test_teardown(moving_a_point_changes_one_line, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
