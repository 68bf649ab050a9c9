#include "platform/window_place.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/file.h"
#include "formats/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "window/1"

enum {
    FILE_MOST = 64 * 1024, ///< Bytes of a file that is read.
    MOST = 16384,          ///< px of a side.
    SEEN_WIDE = 100,       ///< px of the upper edge that must be seen, ...
    SEEN_HIGH = 40         ///< ... and so far below it.
};

/// Two whole numbers. False where `list` is anything else.
static bool read_pair(const YamlNode *list, int min, int max, int *a, int *b, MessageList *unsaid) {
    return list && list->kind == YAML_LIST && list->count == 2 &&
           yaml_integer(list->first, "a side", min, max, a, unsaid) &&
           yaml_integer(list->first->next, "a side", min, max, b, unsaid);
}

WindowPlace window_place_read(const char *text, size_t size) {
    ASSERT(text != NULL);
    WindowPlace place = {0};
    Arena arena = {0};
    MessageList *unsaid = calloc(1, sizeof *unsaid);
    ASSERT(unsaid != NULL);
    const YamlNode *root = yaml_read(text, size, "window.yaml", &arena, unsaid);
    const char *format = "";
    bool fine = root && root->kind == YAML_MAP &&
                yaml_text(yaml_find(root, "format"), "format", 1, 32, &format, unsaid) &&
                strcmp(format, FORMAT) == 0 &&
                read_pair(yaml_find(root, "size"), 1, MOST, &place.width, &place.height, unsaid);
    if (fine) {
        const YamlNode *at = yaml_find(root, "place"), *whole = yaml_find(root, "maximized");
        place.placed = at && read_pair(at, -MOST, MOST, &place.x, &place.y, unsaid);
        fine = (!at || place.placed) &&
               (!whole || yaml_bool(whole, "maximized", &place.maximized, unsaid));
    }
    arena_destroy(&arena);
    free(unsaid);
    return fine ? place : (WindowPlace){0};
}

void window_place_write(const WindowPlace *place, char out[WINDOW_PLACE_TEXT]) {
    ASSERT(place != NULL && out != NULL);
    int size = snprintf(out, WINDOW_PLACE_TEXT,
                        "# Where the window of Axle was when it was left.\n"
                        "format: " FORMAT "\nsize: [%d, %d]\n",
                        place->width, place->height);
    if (place->placed) {
        size += snprintf(out + size, (size_t)(WINDOW_PLACE_TEXT - size), "place: [%d, %d]\n",
                         place->x, place->y);
    }
    snprintf(out + size, (size_t)(WINDOW_PLACE_TEXT - size), "maximized: %s\n",
             place->maximized ? "true" : "false");
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/// How much of a span of `length` from `at` lies within one of `other_length` from `other`.
static int shared(int at, int length, int other, int other_length) {
    return most(least(at + length, other + other_length) - most(at, other), 0);
}

static long shared_area(const WindowPlace *place, const WindowScreen *screen) {
    return (long)shared(place->x, place->width, screen->x, screen->width) *
           (long)shared(place->y, place->height, screen->y, screen->height);
}

WindowPlace window_place_fit(WindowPlace place, const WindowScreen *screens, int count) {
    ASSERT(screens != NULL || count == 0);
    if (count == 0 || place.exact || place.width <= 0 || place.height <= 0) {
        return place;
    }
    const WindowScreen *best = NULL;
    for (int i = 0; i < count; i++) {
        const WindowScreen *screen = &screens[i];
        bool more =
            !best || (place.placed && shared_area(&place, screen) > shared_area(&place, best));
        best = screen->width > 0 && screen->height > 0 && more ? screen : best;
    }
    if (!best) {
        return place;
    }
    place.width = most(least(place.width, best->width), WINDOW_MIN_WIDTH);
    place.height = most(least(place.height, best->height), WINDOW_MIN_HEIGHT);
    bool seen = shared(place.x, place.width, best->x, best->width) >= SEEN_WIDE &&
                place.y >= best->y && place.y + SEEN_HIGH <= best->y + best->height;
    place.placed &= seen;
    return place;
}

static bool find_file(char path[PATH_LIMIT + 16]) {
    char folder[PATH_LIMIT];
    bool found = directories_state(folder, sizeof folder);
    snprintf(path, PATH_LIMIT + 16, "%s/window.yaml", found ? folder : "");
    return found;
}

WindowPlace window_place_load(void) {
    char path[PATH_LIMIT + 16];
    MessageList unsaid = {0};
    FileBytes bytes;
    WindowPlace place = {0};
    if (find_file(path) && file_exists(path) && file_read(path, FILE_MOST, &bytes, &unsaid)) {
        place = window_place_read(bytes.data, bytes.size);
        file_bytes_free(&bytes);
    }
    return place;
}

bool window_place_save(const WindowPlace *place, MessageList *messages) {
    ASSERT(place != NULL && messages != NULL);
    char path[PATH_LIMIT + 16], text[WINDOW_PLACE_TEXT], old[WINDOW_PLACE_TEXT];
    WindowPlace before = window_place_load();
    window_place_write(&before, old);
    window_place_write(place, text);
    if (before.width > 0 && strcmp(text, old) == 0) {
        return true;
    }
    if (!find_file(path)) {
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    return folder_make(path, messages) && file_write(path, text, strlen(text), messages);
}
