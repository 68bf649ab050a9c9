#include "input/pad_files.h"

#include "base/directories.h"
#include "base/file.h"
#include "base/folder.h"
#include "platform/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENVIRONMENT "SDL_GAMECONTROLLERCONFIG"
#define FILE_NAME   "gamecontrollerdb.txt"

/// Where the user's file is, or would be.
static bool find_file(char path[PATH_LIMIT + 32]) {
    char folder[PATH_LIMIT];
    bool found = directories_user_data(folder, sizeof folder);
    snprintf(path, PATH_LIMIT + 32, "%s/" FILE_NAME, found ? folder : "");
    return found;
}

static void take(const char *text, size_t size, const char *name) {
    MessageList messages = {0};
    char *good = pad_mappings_check(text, size, name, &messages);
    if (good[0]) {
        window_pad_mappings(good);
    }
    messages_print(&messages, stderr, NULL);
    free(good);
}

/// Takes the file at `path`, if there is one.
static void take_file(const char *path) {
    FileBytes bytes;
    MessageList messages = {0};
    if (file_exists(path) && file_read(path, PAD_MAPPINGS_LIMIT, &bytes, &messages)) {
        take(bytes.data, bytes.size, path);
        file_bytes_free(&bytes);
    }
    messages_print(&messages, stderr, NULL);
}

enum {
    SHARED_MAX = 16 ///< System-wide folders that are looked into.
};

void pad_files_load(void) {
    char folder[PATH_LIMIT], path[PATH_LIMIT + 32];
    int count = 0;
    while (count < SHARED_MAX && directories_shared(count, folder, sizeof folder)) {
        count++;
    }
    for (int i = count - 1; i >= 0; i--) { // what is taken later holds
        directories_shared(i, folder, sizeof folder);
        snprintf(path, sizeof path, "%s/" FILE_NAME, folder);
        take_file(path);
    }
    if (find_file(path)) {
        take_file(path);
    }
    const char *text = getenv(ENVIRONMENT);
    if (text) {
        take(text, strlen(text), ENVIRONMENT);
    }
}

bool pad_files_add(const char *line, MessageList *messages) {
    char path[PATH_LIMIT + 32];
    take(line, strlen(line), "mapping");
    if (!find_file(path)) {
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    FileBytes bytes = {0};
    bool is_there = file_exists(path);
    if (is_there && !file_read(path, PAD_MAPPINGS_LIMIT, &bytes, messages)) {
        return false; // not to lose what nobody could read
    }
    if (is_there && strlen(bytes.data) != bytes.size) { // what follows the NUL would be lost
        file_bytes_free(&bytes);
        message_add(messages, MESSAGE_E901, (Place){.file = path}, path, "it holds a NUL byte");
        return false;
    }
    char *text = pad_mappings_with(is_there ? bytes.data : "", line);
    if (is_there) {
        file_bytes_free(&bytes);
    }
    size_t size = strlen(text);
    bool fits = size <= PAD_MAPPINGS_LIMIT || // else the next start would refuse all of it
                file_refuse_size(path, size, PAD_MAPPINGS_LIMIT, messages);
    bool fine = fits && folder_make(path, messages) && file_replace(path, text, size, messages);
    free(text);
    return fine;
}
