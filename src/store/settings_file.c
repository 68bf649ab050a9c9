#include "store/settings_file.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/file.h"
#include "store/settings_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool settings_path(char out[PATH_LIMIT], MessageList *messages) {
    char folder[PATH_LIMIT];
    int size = -1;
    if (directories_config(folder, sizeof folder)) {
        size = snprintf(out, PATH_LIMIT, "%s/settings.yaml", folder);
    }
    if (size < 0 || size >= PATH_LIMIT) {
        out[0] = '\0';
        message_add(messages, MESSAGE_E903, (Place){0});
        return false;
    }
    return true;
}

/// Renames a file that is no settings, which nothing else may overwrite, and says so with `told`
/// (W931, W932). False, with E902, where it is still there.
static bool set_aside(const char *path, MessageCode told, MessageList *messages) {
    char aside[PATH_ASIDE_LIMIT], reason[FOLDER_REASON_MAX];
    errno = EEXIST;
    if (folder_name_aside(path, aside) && rename(path, aside) == 0) {
        message_add(messages, told, (Place){.file = path}, text_file_name(aside));
        return true;
    }
    message_add(messages, MESSAGE_E902, (Place){0}, aside, folder_reason(errno, reason));
    return false;
}

enum {
    LOCK_WAIT_MS = 300 ///< A save takes some milliseconds; frames wait for it.
};

/// Whether there is something at `path`, of whatever kind.
static bool is_there(const char *path) {
    struct stat status;
    return stat(path, &status) == 0;
}

Settings settings_load(const char *path, MessageList *messages) {
    ASSERT(path != NULL && messages != NULL);
    Settings settings = settings_default();
    FileBytes bytes;
    if (!is_there(path)) {
        return settings;
    }
    bool large = false;
    if (file_read(path, FILE_LIMIT, &bytes, messages)) {
        if (!settings_read(bytes.data, bytes.size, path, &settings, messages)) {
            set_aside(path, MESSAGE_W931, messages);
        }
        file_bytes_free(&bytes);
    } else {
        large = messages->count > 0 && messages->items[messages->count - 1].code == MESSAGE_E108;
    }
    if (large) {
        set_aside(path, MESSAGE_W931, messages);
    }
    return settings;
}

/// Sets in `to` all that `settings` has otherwise than `before`.
static void take_changes(const Settings *before, const Settings *settings, Settings *to) {
    for (int i = 0; i < setting_row_count; i++) {
        const SettingRow *row = &setting_rows[i];
        for (int seat = 0; seat < (row->group == SETTING_GROUP_SEAT ? SETTINGS_SEATS : 1); seat++) {
            if (!setting_same(row, before, settings, seat)) {
                memcpy(setting_value(row, to, seat), setting_value_const(row, settings, seat),
                       setting_size(row));
            }
        }
    }
    for (int seat = 0; seat < SETTINGS_SEATS; seat++) {
        for (int action = 0; action < SETTING_ACTION_COUNT; action++) {
            const int *old = before->seats[seat].keys[action];
            const int *new = settings->seats[seat].keys[action];
            if (memcmp(old, new, SETTING_KEYS_MAX * sizeof *new) != 0) {
                memcpy(to->seats[seat].keys[action], new, SETTING_KEYS_MAX * sizeof *new);
            }
        }
    }
}

/// Makes the file, which says `now` in the text `old`, say `wanted`.
static bool write_file(const char *path, const TextBuffer *old, const Settings *now,
                       const Settings *wanted, MessageList *messages) {
    if (settings_same(wanted, now)) {
        return true;
    }
    TextBuffer written = {0};
    settings_write(old->text, old->size, wanted, &written);
    bool fine = file_write(path, written.text, written.size, messages);
    free(written.text);
    return fine;
}

/// settings_save, while no other program does.
static bool save_alone(const char *path, Settings *told, const Settings *before,
                       const Settings *settings, MessageList *messages) {
    FileBytes bytes = {0};
    if (is_there(path) && !file_read(path, FILE_LIMIT, &bytes, messages)) {
        return false;
    }
    TextBuffer text = {0};
    Settings now = settings_default(), wanted = *told;
    MessageList *known = calloc(1, sizeof *known); // what is wrong was said when it was loaded
    ASSERT(known != NULL);
    bool fine = true;
    if (bytes.data && settings_read(bytes.data, bytes.size, path, &now, known)) {
        text_add(&text, bytes.data, bytes.size);
        wanted = now;
    } else { // gone or spoilt since it was loaded: what it said is not lost
        fine = !bytes.data || set_aside(path, MESSAGE_W932, messages);
        settings_starter(&text);
        now = settings_default();
    }
    take_changes(before, settings, &wanted);
    fine = fine && write_file(path, &text, &now, &wanted, messages);
    if (fine) {
        *told = wanted;
    }
    file_bytes_free(&bytes);
    free(text.text);
    free(known);
    return fine;
}

bool settings_save(const char *path, Settings *told, const Settings *before,
                   const Settings *settings, MessageList *messages) {
    ASSERT(path != NULL && told != NULL && before != NULL && settings != NULL && messages != NULL);
    if (!folder_make(path, messages)) {
        return false;
    }
    int lock = folder_lock(path, LOCK_WAIT_MS);
    if (lock < 0 && errno == EWOULDBLOCK) {
        message_add(messages, MESSAGE_E902, (Place){0}, path, "another program writes there");
        return false;
    }
    bool fine = save_alone(path, told, before, settings, messages); // also where nothing can lock
    if (lock >= 0) {
        close(lock);
    }
    return fine;
}
