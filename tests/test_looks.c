// The pictures of docs/tracks.md: a small track in docs/tracks/looks for each, and every key that
// has a look in one.
#include "formats/yaml.h"
#include "track_file/track_keys.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "track_text.h"

#define DOCS  TEST_DATA "/docs/"
#define LOOKS DOCS "tracks/looks"

/// Keys that change nothing in a picture, by their map. A key that is in none of these rows wants
/// to be seen: add it to a track of docs/tracks/looks, draw the pictures (scripts/pictures) and say
/// beside its table which one shows it.
static const struct {
    TrackMap map;
    const char *keys;
} unseen[] = {
    {TRACK_MAP_track,
     "format name author license description laps reversible bounds medals background crates"},
    {TRACK_MAP_surface, "grip rolling viscous bump skid respawn dust"},
    {TRACK_MAP_material, "restitution friction sparks"},
    {TRACK_MAP_ribbon, "id"},
    {TRACK_MAP_point, "name"},
    {TRACK_MAP_zone, "id"},
    {TRACK_MAP_wall, "id restitution friction"},
    {TRACK_MAP_gate, "id"},
    {TRACK_MAP_way, "span left right respawn"}, // as those of a gate
    {TRACK_MAP_line, "id name closed"},
    {TRACK_MAP_prop, "id mass"},
    {TRACK_MAP_mover, "id material speed wait"},
    {TRACK_MAP_scenery, "id"},
    {TRACK_MAP_medals, "author gold silver bronze"},
    {TRACK_MAP_background, "file center width angle opacity"},
};

enum {
    UNSEEN_COUNT = sizeof unseen / sizeof unseen[0],
    KEYS_MAX = 512,
    NAMES_MAX = 128,
    SEEN_SIZE = 64 * 1024,
};

/// What the tracks in docs/tracks/looks hold.
static bool key_is_used[KEYS_MAX];
static char values[SEEN_SIZE]; ///< " KEY=VALUE" of each choice, surface and material.

static char *names[NAMES_MAX]; ///< Of docs/tracks/looks, without their ends.
static int name_count;
static FileBytes manual, script;

static bool has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word)) {
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static void add_value(const char *key, const char *value) {
    size_t size = strlen(values);
    int added = snprintf(values + size, sizeof values - size, " %s=%s", key, value);
    assert_true(added > 0 && size + (size_t)added < sizeof values);
}

static void walk_map(const YamlNode *node, TrackMap map);

static void walk_value(const YamlNode *node, const TrackKey *key) {
    bool names_something = key->type == TRACK_KEY_CHOICE || key->type == TRACK_KEY_SURFACE ||
                           key->type == TRACK_KEY_MATERIAL;
    if (names_something) {
        add_value(key->key, node->text);
    } else if (key->of == TRACK_MAP_track || node->kind == YAML_TEXT) {
        return;
    } else if (key->type == TRACK_KEY_MAP || key->type == TRACK_KEY_MAP_OR_NONE) {
        walk_map(node, key->of);
    } else {
        for (const YamlNode *member = node->first; member; member = member->next) {
            if (member->kind == YAML_MAP) {
                walk_map(member, key->of);
            }
        }
    }
}

static void walk_map(const YamlNode *node, TrackMap map) {
    for (const YamlNode *member = node->first; member; member = member->next) {
        const TrackKey *key = track_key_find(map, member->key);
        assert_non_null(key);
        key_is_used[key - track_keys] = true;
        walk_value(member, key);
    }
}

static FileBytes read_whole(const char *path) {
    static MessageList messages;
    FileBytes bytes = {0};
    if (!file_read(path, FILE_LIMIT, &bytes, &messages)) {
        messages_print(&messages, stderr, NULL);
        fail();
    }
    return bytes;
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

/// Names in `folder` that end in `end`, without it; returns how many.
static int list_names(const char *folder, const char *end, char **out) {
    DIR *listing = opendir(folder);
    assert_non_null(listing);
    int count = 0;
    for (const struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        size_t length = strlen(entry->d_name), tail = strlen(end);
        if (length > tail && strcmp(entry->d_name + length - tail, end) == 0) {
            assert_true(count < NAMES_MAX);
            out[count++] = strndup(entry->d_name, length - tail);
        }
    }
    closedir(listing);
    return count;
}

static int read_all(void **state) {
    (void)state;
    manual = read_whole(DOCS "tracks.md");
    script = read_whole(TEST_DATA "/scripts/pictures");
    name_count = list_names(LOOKS, ".track.yaml", names);
    return name_count == 0 || (int)TRACK_ROW_COUNT > KEYS_MAX;
}

static int forget_all(void **state) {
    (void)state;
    file_bytes_free(&manual);
    file_bytes_free(&script);
    for (int i = 0; i < name_count; i++) {
        free(names[i]);
    }
    return 0;
}

static void every_track_of_a_picture_is_checked_in_silence(void **state) {
    (void)state;
    for (int i = 0; i < name_count; i++) {
        char path[512];
        snprintf(path, sizeof path, LOOKS "/%s.track.yaml", names[i]);
        FileBytes bytes = read_whole(path);
        Track track = track_of_named(names[i], bytes.data);
        track_destroy(&track);
        file_bytes_free(&bytes);
    }
}

/// The picture of `track` in `folder` (of docs/) is there and in the manual.
static void want_picture(const char *folder, const char *track) {
    char picture[300], path[600], link[320];
    snprintf(picture, sizeof picture, "%s/%s.png", folder, track);
    snprintf(path, sizeof path, DOCS "%s", picture);
    snprintf(link, sizeof link, "](%s)", picture);
    if (!is_there(path) || !strstr(manual.data, link)) {
        print_error("docs/%s is %s\n", picture,
                    is_there(path) ? "nowhere in docs/tracks.md" : "missing: scripts/pictures");
        fail();
    }
}

static void every_track_has_its_picture_in_the_manual(void **state) {
    (void)state;
    for (int i = 0; i < name_count; i++) {
        char row[300];
        want_picture("tracks/looks", names[i]);
        snprintf(row, sizeof row, "\n%s ", names[i]);
        if (!strstr(script.data, row)) {
            print_error("scripts/pictures does not draw %s\n", names[i]);
            fail();
        }
    }
    char *shipped[NAMES_MAX];
    int count = list_names(TEST_DATA "/tracks", ".track.yaml", shipped);
    for (int i = 0; i < count; i++) {
        want_picture("tracks", shipped[i]);
        free(shipped[i]);
    }
    assert_true(count > 0);
}

static void every_picture_of_the_manual_is_of_a_track(void **state) {
    (void)state;
    static const char *const folders[2][2] = {{"tracks/looks/", LOOKS "/"},
                                              {"tracks/", TEST_DATA "/tracks/"}};
    int found = 0;
    for (const char *at = strstr(manual.data, ".png)"); at; at = strstr(at + 1, ".png)")) {
        const char *from = at;
        while (from > manual.data && from[-1] != '(') {
            from--;
        }
        bool fine = false;
        for (int i = 0; i < 2; i++) {
            size_t length = strlen(folders[i][0]);
            char path[600];
            if (strncmp(from, folders[i][0], length) == 0) {
                snprintf(path, sizeof path, "%s%.*s.track.yaml", folders[i][1],
                         (int)((size_t)(at - from) - length), from + length);
                fine |= is_there(path);
            }
        }
        if (!fine) {
            print_error("no track has the picture %.*s.png\n", (int)(at - from), from);
            fail();
        }
        found++;
    }
    assert_true(found > name_count);
}

static bool is_unseen(const TrackKey *key) {
    for (int i = 0; i < UNSEEN_COUNT; i++) {
        if (unseen[i].map == key->map && has_word(unseen[i].keys, key->key)) {
            return true;
        }
    }
    return false;
}

static void want_value(const TrackKey *key, const char *value, size_t length) {
    char pair[160];
    snprintf(pair, sizeof pair, "%s=%.*s", key->key, (int)length, value);
    if (!has_word(values, pair)) {
        print_error("%s of %s is in no picture\n", pair, track_map_names[key->map]);
        fail();
    }
}

static void every_key_with_a_look_is_in_a_picture(void **state) {
    (void)state;
    Arena arena = {0};
    static MessageList messages;
    for (int i = 0; i < name_count; i++) {
        char path[512];
        snprintf(path, sizeof path, LOOKS "/%s.track.yaml", names[i]);
        FileBytes bytes = read_whole(path);
        walk_map(yaml_read(bytes.data, bytes.size, names[i], &arena, &messages), TRACK_MAP_track);
        file_bytes_free(&bytes);
    }
    arena_destroy(&arena);
    for (int i = 0; i < TRACK_ROW_COUNT; i++) {
        const TrackKey *key = &track_keys[i];
        if (is_unseen(key)) {
            continue;
        }
        if (!key_is_used[i]) {
            print_error("`%s` of %s is in no picture: see `unseen` in tests/test_looks.c\n",
                        key->key, track_map_names[key->map]);
            fail();
        }
        for (const char *at = key->values; key->type == TRACK_KEY_CHOICE && *at;) {
            size_t length = strcspn(at, " ");
            want_value(key, at, length);
            at += length + strspn(at + length, " ");
        }
    }
}

static void every_surface_and_material_is_in_a_picture(void **state) {
    (void)state;
    const TrackKey *surface = track_key_find(TRACK_MAP_zone, "surface");
    const TrackKey *material = track_key_find(TRACK_MAP_wall, "material");
    for (int i = 0; i < SURFACE_BUILT_IN_COUNT; i++) {
        want_value(surface, surface_built_in[i].name, strlen(surface_built_in[i].name));
    }
    for (int i = 0; i < MATERIAL_BUILT_IN_COUNT; i++) {
        want_value(material, material_built_in[i].name, strlen(material_built_in[i].name));
    }
}

/// A key that has gone, or that a picture shows all the same, has no place in the list.
static void keys_without_a_look_are_keys(void **state) {
    (void)state;
    for (int i = 0; i < UNSEEN_COUNT; i++) {
        char key[64];
        for (const char *at = unseen[i].keys; *at;) {
            size_t length = strcspn(at, " ");
            snprintf(key, sizeof key, "%.*s", (int)length, at);
            assert_non_null(track_key_find(unseen[i].map, key));
            at += length + strspn(at + length, " ");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_track_of_a_picture_is_checked_in_silence),
        cmocka_unit_test(every_track_has_its_picture_in_the_manual),
        cmocka_unit_test(every_picture_of_the_manual_is_of_a_track),
        cmocka_unit_test(every_key_with_a_look_is_in_a_picture),
        cmocka_unit_test(every_surface_and_material_is_in_a_picture),
        cmocka_unit_test(keys_without_a_look_are_keys),
    };
    return cmocka_run_group_tests_name("looks", tests, read_all, forget_all);
}
