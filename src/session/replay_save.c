#include "session/replay_save.h"

#include "base/directories.h"
#include "base/file.h"
#include "base/folder.h"
#include "session/recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FILE_MAX = PATH_LIMIT + 128
};

static bool file_of(const char *name, char path[FILE_MAX], char *text) {
    char folder[PATH_LIMIT];
    if (!directories_user_data(folder, sizeof folder)) {
        MessageList messages = {0};
        message_add(&messages, MESSAGE_E903, (Place){0});
        snprintf(text, REPLAY_SAVE_TEXT_MAX, "%s", messages.items[0].text);
        return false;
    }
    snprintf(path, FILE_MAX, "%s/replays/%s%s", folder, name, RECORDING_SUFFIX);
    return true;
}

static bool make_folder(const char *path, char *text) {
    MessageList messages = {0};
    bool fine = folder_make(path, &messages) && folder_is_writable(path, &messages);
    if (!fine) {
        snprintf(text, REPLAY_SAVE_TEXT_MAX, "%s", messages.items[0].text);
    }
    return fine;
}

static bool write_file(Recorder *recorder, const Race *race, const char *path, char *text) {
    uint8_t *data;
    size_t size;
    MessageList messages = {0};
    recorder_close(recorder, race);
    replay_pack(&recorder->replay, &data, &size);
    bool fine = file_write(path, data, size, &messages);
    free(data);
    snprintf(text, REPLAY_SAVE_TEXT_MAX, "%.300s", fine ? path : messages.items[0].text);
    return fine;
}

static void last_name(int number, char out[16]) {
    snprintf(out, 16, number > 0 ? "last-%d" : "last", number);
}

bool replay_save_is_last(const char *name) {
    char last[16], file[32];
    for (int i = 0; i < REPLAY_SAVE_LAST; i++) {
        last_name(i, last);
        snprintf(file, sizeof file, "%s" RECORDING_SUFFIX, last);
        if (strcmp(name, file) == 0) {
            return true;
        }
    }
    return false;
}

/// Makes room for a new `last`. A missing file leaves a gap, which the next round closes.
static void move_on(void) {
    char ignored[REPLAY_SAVE_TEXT_MAX], name[16], from[FILE_MAX], to[FILE_MAX];
    for (int i = REPLAY_SAVE_LAST - 2; i >= 0; i--) {
        last_name(i, name);
        bool fine = file_of(name, from, ignored);
        last_name(i + 1, name);
        if (fine && file_of(name, to, ignored) && file_exists(from)) {
            rename(from, to);
        }
    }
}

bool replay_save_last(Recorder *recorder, const Race *race, bool first, char *text) {
    char path[FILE_MAX], fresh[FILE_MAX];
    if (!file_of("last", path, text) || !file_of(".last", fresh, text) ||
        !make_folder(path, text)) {
        return false;
    }
    if (!first) {
        return write_file(recorder, race, path, text);
    }
    // Written first, so that a full disk costs none of the others.
    if (!write_file(recorder, race, fresh, text)) {
        return false;
    }
    move_on();
    if (rename(fresh, path) != 0) {
        snprintf(text, REPLAY_SAVE_TEXT_MAX, "cannot write \"%.250s\"", path);
        return false;
    }
    return true;
}

bool replay_save_named(Recorder *recorder, const Race *race, const char *track, char *text) {
    char path[FILE_MAX], name[110] = "", stamp[32] = "", of_track[64];
    time_t now = time(NULL);
    struct tm date;
    if (localtime_r(&now, &date)) {
        strftime(stamp, sizeof stamp, "%Y-%m-%d_%H-%M-%S", &date);
    }
    load_short_name(track, LOAD_TRACK_SUFFIX, of_track, sizeof of_track);
    snprintf(name, sizeof name, "%s_%s", stamp, of_track);
    bool fine = file_of(name, path, text);
    for (int i = 2; fine && file_exists(path) && i < 100; i++) { // twice in a second
        snprintf(name, sizeof name, "%s_%s-%d", stamp, of_track, i);
        fine = file_of(name, path, text);
    }
    return fine && make_folder(path, text) && write_file(recorder, race, path, text);
}
