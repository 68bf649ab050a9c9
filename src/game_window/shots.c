#include "game_window/shots.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/exit_code.h"
#include "base/folder.h"
#include "base/number.h"
#include "base/print.h"
#include "base/text.h"
#include "render/png.h"
#include "screens/screen.h"
#include "session/load.h"
#include "ui/palette.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int shots_parse(const OptionTexts *texts, Shot *out) {
    MessageList messages = {0};
    for (int i = 0; i < texts->count; i++) {
        const char *text = texts->items[i];
        const char *colon = strchr(text, ':');
        char seconds[32] = "";
        if (colon && (size_t)(colon - text) < sizeof seconds) {
            memcpy(seconds, text, (size_t)(colon - text));
        }
        Shot *shot = &out[i];
        if (!colon || !colon[1] || !number_parse(seconds, &shot->at) || shot->at < 0.0) {
            return options_usage_error("--screenshot must be SECONDS:FILE.png, found \"%s\"", text);
        }
        shot->path = colon + 1;
        if (!folder_is_writable(shot->path, &messages)) {
            messages_print(&messages, stderr, NULL);
            return EXIT_UNREADABLE;
        }
    }
    return EXIT_FINE;
}

static bool take_picture(View *view, const char *path, int width, int height,
                         MessageList *messages) {
    uint8_t *pixels = malloc(3u * (size_t)width * (size_t)height);
    ASSERT(pixels != NULL);
    gl_read_pixels(view->gl, width, height, pixels);
    bool fine = png_write(path, pixels, width, height, messages);
    free(pixels);
    return fine;
}

void shot_take(Shot *shot, View *view, const InputFrame *input) {
    MessageList messages = {0};
    shot->failed = !take_picture(view, shot->path, input->width_px, input->height_px, &messages);
    messages_print(&messages, stderr, NULL);
}

void shot_take_own(View *view, Game *game, bool is_traced, int width, int height) {
    char folder[PATH_LIMIT] = "", stamp[32], path[PATH_LIMIT + 128], shown[PATH_LIMIT], name[64];
    MessageList messages = {0};
    time_t now = time(NULL);
    struct tm date;
    if (!localtime_r(&now, &date)) {
        return;
    }
    strftime(stamp, sizeof stamp, "%Y-%m-%d_%H-%M-%S", &date);
    load_short_name(game->track_name, LOAD_TRACK_SUFFIX, name, sizeof name);
    if (screen_race_covered(game)) { // no track is seen
        text_copy(screen_shown(game)->name, name, sizeof name);
    }
    if (!directories_pictures(folder, sizeof folder)) {
        message_add(&messages, MESSAGE_E903, (Place){0});
    }
    snprintf(path, sizeof path, "%s/%s_%s.png", folder, stamp, name);
    if (messages.count == 0 && folder_make(path, &messages) &&
        take_picture(view, path, width, height, &messages)) {
        directories_shorten(path, shown, sizeof shown);
        game_say(game, PALETTE_TEXT, "Picture saved: %s", shown);
        if (is_traced) {
            print("%.2f picture %s\n", game->time, path);
            fflush(stdout);
        }
    } else {
        game_say(game, PALETTE_BAD, "Picture not saved: %s", messages.items[0].text);
    }
}
