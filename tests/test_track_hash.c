#include "base/number.h"
#include "track_file/track_keys.h"
#include "track_file/track_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "test.h"

/// Another form of what stands but once in every-key.track.yaml.
static const char listed_grid[] =
    "format: track/1\nname: Listed Grid\nribbons:\n  - curve: round\n    radius: 28\n    width: 14\n"
    "    points: [[-70, -35], [70, -35], [70, 35], [-70, 35]]\n"
    "grid:\n  slots: [[0, -33, 0], [-8, -37, 0], [-16, -33, 0]]\n";

/// What no race sees: names, looks, and what the game makes of a result. Of a map that only shows,
/// every key, whatever stands in it.
static const char *const shown_only[] = {
    "track.format",  "track.name",       "track.author",    "track.license",  "track.description",
    "track.theme",   "track.colors",     "track.light",     "track.scenery",  "track.background",
    "track.medals",  "track.reversible", "surface.bump",    "surface.skid",   "surface.dust",
    "surface.color", "material.height",  "material.sparks", "material.color", "ribbon.id",
    "ribbon.lines",  "side.lines",       "section.lines",   "point.name",     "zone.id",
    "zone.color",    "wall.id",          "wall.height",     "wall.color",     "gate.id",
    "gate.name",     "line.id",          "line.name",       "prop.id",        "mover.id",
};

enum {
    CANDIDATES_MAX = 8
};

typedef struct Mutator {
    Arena arena;
    YamlNode *root;
    Hash128 hash;                 ///< Of the track as written.
    bool seen[512], changes[512]; ///< Of each key: whether it could be changed; and so the hash.
    int wrong;
} Mutator;

static bool is_shown_only(const TrackKey *key) {
    char name[64];
    snprintf(name, sizeof name, "%s.%s", track_map_names[key->map], key->key);
    for (size_t i = 0; i < sizeof shown_only / sizeof *shown_only; i++) {
        if (strcmp(shown_only[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/// Reads the tree as a track. False where it is none.
static bool build(const YamlNode *root, Track *out) {
    TextBuffer text = {0};
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    track_write(root, &text);
    bool good = track_read(text.text, text.size, "t.track.yaml", false, out, messages);
    free(messages);
    free(text.text);
    return good;
}

/// The values to try in place of `text`. Returns how many.
static int other_values(Arena *arena, const TrackKey *key, const char *text,
                        const char *out[CANDIDATES_MAX]) {
    static const char *const names[] = {"dirt", "rock", "wood", "cut", "main", "p1", "p3", "other"};
    double value;
    int count = 0;
    if (key->type == TRACK_KEY_CHOICE) {
        char *words = arena_array(arena, strlen(key->values) + 1, 1);
        strcpy(words, key->values);
        for (char *word = strtok(words, " "); word && count < CANDIDATES_MAX;
             word = strtok(NULL, " ")) {
            out[count++] = word;
        }
    } else if (key->type == TRACK_KEY_BOOL) {
        out[count++] = strcmp(text, "true") == 0 ? "false" : "true";
    } else if (key->type == TRACK_KEY_COLOR || key->type == TRACK_KEY_COLOR_OR_NONE) {
        out[count++] = "#202020";
    } else if (key->type == TRACK_KEY_ID) { // one that nothing has yet
        char *id = arena_array(arena, YAML_ID_MAX, 1);
        snprintf(id, YAML_ID_MAX, "%s-too", text);
        out[count++] = id;
    } else if (number_parse(text, &value)) {
        bool whole = key->type == TRACK_KEY_INTEGER || key->type == TRACK_KEY_SLOTS;
        const double steps[] = {0.1, -0.1, 0.5, -0.5, -1.0, 2.0};
        for (size_t i = whole ? 4 : 0; i < sizeof steps / sizeof *steps; i++) {
            char *number = arena_array(arena, NUMBER_TEXT_MAX, 1);
            out[count++] = number_text(value + steps[i], 3, number);
        }
    } else {
        for (; count < CANDIDATES_MAX; count++) {
            out[count] = names[count];
        }
    }
    return count;
}

/// Puts another value in place of that of `node`: the first with which the track is still good. It
/// stays where it leaves the hash as it was: all of that together must not change a race.
static void mutate_scalar(Mutator *mutator, const TrackKey *key, bool shown, YamlNode *node) {
    const char *values[CANDIDATES_MAX], *before = node->text;
    int index = (int)(key - track_keys);
    int count = other_values(&mutator->arena, key, before, values);
    Track track;
    bool good = false;
    if (!shown && mutator->changes[index]) {
        return; // it is in the hash
    }
    for (int i = 0; i < count && !good; i++) {
        node->text = values[i];
        good = strcmp(values[i], before) != 0 && build(mutator->root, &track);
    }
    if (!good) {
        node->text = before;
        return;
    }
    bool same = hash_equal128(track.hash, mutator->hash);
    track_destroy(&track);
    if (shown && !same) {
        print_error("%s.%s: %s for %s changes the hash\n", track_map_names[key->map], key->key,
                    node->text, before);
        mutator->wrong++;
    }
    mutator->seen[index] = true;
    mutator->changes[index] |= !same;
    node->text = same ? node->text : before;
}

/// All scalars of the value of `key` but those in maps, which mutate_map takes by their own keys.
static void mutate_value(Mutator *mutator, const TrackKey *key, bool shown, YamlNode *node);

static void mutate_map(Mutator *mutator, TrackMap map, bool shown, YamlNode *node) {
    for (YamlNode *member = node->first; member; member = member->next) {
        const TrackKey *key = track_key_find(map, member->key);
        assert_non_null(key);
        mutate_value(mutator, key, shown || is_shown_only(key), member);
    }
}

static void mutate_value(Mutator *mutator, const TrackKey *key, bool shown, YamlNode *node) {
    if (node->kind == YAML_TEXT) {
        mutate_scalar(mutator, key, shown, node);
    } else if (node->kind == YAML_MAP && key->type != TRACK_KEY_NAMED) {
        mutator->seen[key - track_keys] = true;
        mutate_map(mutator, key->of, shown, node);
    } else {
        mutator->seen[key - track_keys] = true;
        for (YamlNode *item = node->first; item; item = item->next) {
            if (item->kind == YAML_MAP) {
                mutate_map(mutator, key->of, shown, item);
            } else if (item->kind == YAML_TEXT || item == node->first) { // one point of many
                mutate_value(mutator, key, shown, item);
            }
        }
    }
}

static uint64_t raced(Track track) {
    RaceDef def = fixture_field(3, SKILL_HARD, 1);
    def.time_limit = 8.0f;
    Fixture *fixture = fixture_make_on(track, "hatch", &def);
    fixture_run_to_the_end(fixture->race);
    uint64_t hash = race_hash(fixture->race);
    fixture_destroy(fixture);
    return hash;
}

/// Changes each value of the track `text`. What leaves its hash leaves a race on it.
static void mutate(Mutator *mutator, const char *text) {
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    YamlNode *root = yaml_read(text, strlen(text), "t", &mutator->arena, messages);
    free(messages);
    assert_non_null(root);
    Track track, other;
    mutator->root = root;
    assert_true(build(root, &track));
    mutator->hash = track.hash;
    mutate_map(mutator, TRACK_MAP_track, false, root);
    assert_true(build(root, &other));
    assert_true(hash_equal128(track.hash, other.hash));
    assert_string_not_equal(track.name, other.name);
    uint64_t before = raced(track), after = raced(other);
    assert_true(before == after);
}

static bool holds_keys(const TrackKey *key) { return key->of != TRACK_MAP_track; }

static void every_key_that_a_race_takes_from_a_track_is_in_its_hash(void **state) {
    (void)state;
    Mutator *mutator = calloc(1, sizeof *mutator);
    assert_non_null(mutator);
    FileBytes every_key = fixture_read("tests", "every-key", ".track.yaml");
    mutate(mutator, every_key.data);
    mutate(mutator, listed_grid);
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        bool shown = is_shown_only(key);
        for (int map = 0; map < TRACK_ROW_COUNT; map++) { // all keys of a map that only shows
            shown |= track_keys[map].of == key->map && holds_keys(&track_keys[map]) &&
                     is_shown_only(&track_keys[map]);
        }
        bool fixed = key->type == TRACK_KEY_TEXT && strcmp(key->key, "format") == 0;
        bool fine = holds_keys(key) ? mutator->seen[i]
                                    : (fixed || mutator->seen[i]) && (shown || mutator->changes[i]);
        if (!fine) {
            print_error("%s.%s: %s\n", track_map_names[key->map], key->key,
                        mutator->seen[i] ? "changes no hash" : "could not be changed");
            mutator->wrong++;
        }
    }
    assert_int_equal(mutator->wrong, 0);
    file_bytes_free(&every_key);
    arena_destroy(&mutator->arena);
    free(mutator);
}

#define GATE_A "{left: [70, -8], right: [50, -8], respawn: [60, 0, 90]}"
#define GATE_B "{left: [75, 8], right: [50, 8], respawn: [60, 0, 90]}"
#define GATE_C "{left: [20, 20], right: [20, 50], respawn: [18, 35, 180]}"

/// The hash of an open field with these gates.
static Hash128 hash_of_gates(const char *gates) {
    char text[1024];
    snprintf(text, sizeof text,
             "format: track/1\nname: Gates\nbounds: [-100, -60, 100, 60]\n"
             "finish: {left: [0, -20], right: [0, -50]}\ngates: [%s]\n"
             "grid: {slots: [[-8, -35, 0]]}\n",
             gates);
    MessageList *messages = calloc(1, sizeof *messages);
    assert_non_null(messages);
    Track track;
    bool good = track_read(text, strlen(text), "t.track.yaml", false, &track, messages);
    messages_print(messages, stderr, text);
    assert_true(good);
    free(messages);
    Hash128 hash = track.hash;
    track_destroy(&track);
    return hash;
}

static void which_gates_are_of_one_passage_is_in_the_hash(void **state) {
    (void)state;
    Hash128 first = hash_of_gates("{any: [" GATE_A ", " GATE_B "]}, " GATE_C);
    Hash128 second = hash_of_gates(GATE_A ", {any: [" GATE_B ", " GATE_C "]}");
    assert_false(hash_equal128(first, second));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_gates_are_of_one_passage_is_in_the_hash),
        cmocka_unit_test(every_key_that_a_race_takes_from_a_track_is_in_its_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
