/// A folder of its own for a group of tests, or for each test, in place of the user's: what the
/// game keeps goes there, and nothing of the user is read. A test that includes it defines
/// _XOPEN_SOURCE 700 first, for mkdtemp and setenv.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char user_folder[] = "/tmp/axle_test_XXXXXX"; ///< Its path, once it is made.

/// To be called before the group, or before each test.
static inline int user_folder_make(void **state) {
    (void)state;
    memcpy(user_folder, "/tmp/axle_test_XXXXXX", sizeof user_folder);
    return mkdtemp(user_folder) && setenv("XDG_DATA_HOME", user_folder, 1) == 0 &&
                   setenv("XDG_CONFIG_HOME", user_folder, 1) == 0 &&
                   setenv("XDG_STATE_HOME", user_folder, 1) == 0
               ? 0
               : -1;
}

/// To be called after it.
static inline int user_folder_remove(void **state) {
    (void)state;
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", user_folder);
    return system(command);
}

/// `name` in the folder, in one of two buffers in turn.
static inline const char *user_folder_path(const char *name) {
    static char paths[2][512];
    static int turn;
    turn = 1 - turn;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", user_folder, name);
    return paths[turn];
}
