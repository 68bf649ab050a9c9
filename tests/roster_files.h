/// The shipped drivers, for tests that race them.
#pragma once

#include "driver_file/driver_file.h"
#include "race/field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"

/// Reads their numbers; returns how many there are.
static inline int roster_files_read(DriverParams out[FIELD_ROSTER_MAX]) {
    char *names[FIELD_ROSTER_MAX];
    int count = file_list(TEST_DATA "/drivers", ".driver.yaml", names, FIELD_ROSTER_MAX);
    for (int i = 0; i < count; i++) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)(strlen(names[i]) - strlen(".driver.yaml")),
                 names[i]);
        FileBytes bytes = fixture_read("drivers", name, ".driver.yaml");
        MessageList messages = {0};
        DriverFile driver;
        if (!driver_file_read(bytes.data, bytes.size, names[i], &driver, &messages)) {
            messages_print(&messages, stderr, bytes.data);
            abort();
        }
        out[i] = driver.params;
        file_bytes_free(&bytes);
        free(names[i]);
    }
    return count;
}
