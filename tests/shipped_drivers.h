/// The drivers that come along, read once for a group of tests.
#pragma once

#include "driver_file/driver_file.h"
#include "race/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

static DriverFile shipped_drivers[FIELD_ROSTER_MAX];
static int shipped_driver_count;

/// To be called before the group. A message about one, even a note, fails.
static inline int shipped_drivers_read(void **state) {
    (void)state;
    char *names[FIELD_ROSTER_MAX];
    shipped_driver_count = file_list(TEST_DATA "/drivers", ".driver.yaml", names, FIELD_ROSTER_MAX);
    bool fine = true;
    for (int i = 0; i < shipped_driver_count; i++) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(strlen(names[i]) - strlen(".driver.yaml")),
                 names[i]);
        FileBytes bytes = fixture_read("drivers", name, ".driver.yaml");
        MessageList messages = {0};
        fine &=
            driver_file_read(bytes.data, bytes.size, names[i], &shipped_drivers[i], &messages) &&
            messages.count == 0;
        messages_print(&messages, stderr, NULL);
        file_bytes_free(&bytes);
        free(names[i]);
    }
    return fine ? 0 : -1;
}
