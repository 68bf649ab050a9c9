#include "base/directories.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Writes `first` and `second` to `out`. False, with `out` as it was, where they do not fit.
static bool join(const char *first, const char *second, char *out, size_t size) {
    size_t first_size = strlen(first);
    size_t second_size = strlen(second);
    if (first_size + second_size >= size) {
        return false;
    }
    memcpy(out, first, first_size);
    memcpy(out + first_size, second, second_size + 1);
    return true;
}

/// Writes `folder` to `out` if it holds a folder tracks/. One that does need not be complete: each
/// missing file says so itself.
static bool take_data(const char *folder, char *out, size_t size) {
    char tracks[PATH_LIMIT];
    struct stat status;
    return join(folder, "/tracks", tracks, sizeof tracks) && stat(tracks, &status) == 0 &&
           S_ISDIR(status.st_mode) && join(folder, "", out, size);
}

/// Writes the folder of the running program, without a last slash, to `out`.
static bool executable_folder(char *out, size_t size) {
    ssize_t length = readlink("/proc/self/exe", out, size);
    if (length <= 0 || (size_t)length >= size) {
        return false;
    }
    out[length] = '\0';
    char *slash = strrchr(out, '/');
    if (slash) {
        *slash = '\0';
    }
    return slash != NULL;
}

bool directories_data(const char *option, char *out, size_t size) {
    ASSERT(out != NULL);
    const char *variable = getenv("AXLE_DATA");
    const char *named = option ? option : variable && variable[0] ? variable : NULL;
    if (named) {
        return take_data(named, out, size);
    }
    char executable[PATH_LIMIT];
    char installed[PATH_LIMIT];
    if (executable_folder(executable, sizeof executable) &&
        join(executable, "/../share/axle", installed, sizeof installed) &&
        take_data(installed, out, size)) {
        return true;
    }
    return take_data(AXLE_SOURCE_DIR, out, size);
}

/// Writes the user's home to `out`: $HOME, else what the system knows of the user.
static bool home_folder(char *out, size_t size) {
    enum {
        ENTRY_MAX = 16 * 1024
    };
    const char *home = getenv("HOME");
    if (home && home[0] == '/') {
        return join(home, "", out, size);
    }
    struct passwd user, *found = NULL;
    char *entry = malloc(ENTRY_MAX);
    ASSERT(entry != NULL);
    bool known = getpwuid_r(getuid(), &user, entry, ENTRY_MAX, &found) == 0 && found &&
                 user.pw_dir[0] == '/' && join(user.pw_dir, "", out, size);
    free(entry);
    return known;
}

/// Writes `<$variable>/axle` to `out`, or `<home><fallback>/axle` where the variable holds no
/// absolute path.
static bool base_directory(const char *variable, const char *fallback, char *out, size_t size) {
    ASSERT(out != NULL);
    char home[PATH_LIMIT], base[PATH_LIMIT];
    const char *value = getenv(variable);
    if (value && value[0] == '/') {
        return join(value, "/axle", out, size);
    }
    return home_folder(home, sizeof home) && join(home, fallback, base, sizeof base) &&
           join(base, "/axle", out, size);
}

bool directories_user_data(char *out, size_t size) {
    return base_directory("XDG_DATA_HOME", "/.local/share", out, size);
}

bool directories_config(char *out, size_t size) {
    return base_directory("XDG_CONFIG_HOME", "/.config", out, size);
}

bool directories_state(char *out, size_t size) {
    return base_directory("XDG_STATE_HOME", "/.local/state", out, size);
}

bool directories_is_path(const char *name, const char *suffix) {
    ASSERT(name != NULL && suffix != NULL);
    return strchr(name, '/') || text_ends_with(name, suffix);
}

bool directories_find(const char *data, const char *folder, const char *name, const char *suffix,
                      char *out, size_t size) {
    ASSERT(folder != NULL && name != NULL && suffix != NULL && out != NULL);
    if (directories_is_path(name, suffix)) {
        return file_exists(name) && join(name, "", out, size);
    }
    char user[PATH_LIMIT];
    const char *const bases[] = {directories_user_data(user, sizeof user) ? user : NULL, data};
    for (int i = 0; i < 2; i++) {
        char path[PATH_LIMIT];
        int length = bases[i]
                         ? snprintf(path, sizeof path, "%s/%s/%s%s", bases[i], folder, name, suffix)
                         : -1;
        if (length > 0 && (size_t)length < sizeof path && file_exists(path)) {
            return join(path, "", out, size);
        }
    }
    return false;
}
