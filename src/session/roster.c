#include "session/roster.h"

#include "base/assert.h"
#include "base/exit_code.h"
#include "session/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAMES_MAX = 512
};

static void read_one(const char *folder, const char *name, Roster *out, MessageList *messages) {
    char path[PATH_LIMIT];
    MessageList of_file = {0}; // places in a file of its own: told as one message here
    int code = EXIT_UNREADABLE;
    DriverFile *driver = &out->drivers[out->count];
    if (directories_find(folder, load_driver_kind.folder, name, LOAD_DRIVER_SUFFIX, path,
                         sizeof path)) {
        code = load_driver_file(path, driver, &of_file);
    }
    if (code != EXIT_FINE) {
        message_add(messages, MESSAGE_W840, (Place){0}, name,
                    of_file.count > 0 ? of_file.items[0].text : "it is gone");
        return;
    }
    out->params[out->count] = driver->params;
    snprintf(out->ids[out->count], ROSTER_ID_MAX, "%s", name);
    out->count++;
}

void roster_load(const char *data, Roster *out, MessageList *messages) {
    char *names[NAMES_MAX], folder[PATH_LIMIT];
    *out = (Roster){.count = 0};
    int count = load_list(data, &load_driver_kind, names, NAMES_MAX);
    const char *shipped = directories_data(data, folder, sizeof folder) ? folder : NULL;
    out->drivers = calloc(FIELD_ROSTER_MAX, sizeof *out->drivers);
    ASSERT(out->drivers != NULL);
    int left_out = 0;
    for (int i = 0; i < count; i++) {
        if (out->count < FIELD_ROSTER_MAX) {
            read_one(shipped, names[i], out, messages);
        } else {
            left_out++;
        }
        free(names[i]);
    }
    if (left_out > 0) {
        message_add(messages, MESSAGE_W841, (Place){0}, out->count + left_out, FIELD_ROSTER_MAX);
    }
}

void roster_destroy(Roster *roster) {
    free(roster->drivers);
    *roster = (Roster){.count = 0};
}

const DriverFile *roster_driver(const Roster *roster, int index) {
    ASSERT(index >= -1 && index < roster->count);
    return index < 0 ? NULL : &roster->drivers[index];
}
