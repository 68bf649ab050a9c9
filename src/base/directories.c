#include "base/directories.h"

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "base/user_dirs.h"

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
    if (take_data(AXLE_SOURCE_DIR, out, size)) {
        return true;
    }
    char shared[PATH_LIMIT];
    for (int i = 0; directories_shared(i, shared, sizeof shared); i++) {
        if (take_data(shared, out, size)) {
            return true;
        }
    }
    return false;
}

bool directories_shared(int index, char *out, size_t size) {
    ASSERT(index >= 0 && out != NULL);
    const char *value = getenv("XDG_DATA_DIRS");
    const char *at = value && value[0] ? value : "/usr/local/share/:/usr/share/";
    while (*at != '\0') {
        size_t length = strcspn(at, ":"), kept = length;
        while (kept > 0 && at[kept - 1] == '/') {
            kept--;
        }
        char base[PATH_LIMIT];
        bool fits = at[0] == '/' && kept < sizeof base;
        if (fits) {
            memcpy(base, at, kept);
            base[kept] = '\0';
        }
        if (fits && index-- == 0) {
            return join(base, "/axle", out, size);
        }
        at += length + (at[length] == ':' ? 1 : 0);
    }
    return false;
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

/// Reads the user's folder `name` of user-dirs.dirs.
static bool desktop_folder(const char *name, char *out, size_t size) {
    char home[PATH_LIMIT], config[PATH_LIMIT], path[PATH_LIMIT];
    const char *value = getenv("XDG_CONFIG_HOME");
    bool known = home_folder(home, sizeof home) &&
                 (value && value[0] == '/' ? join(value, "", config, sizeof config)
                                           : join(home, "/.config", config, sizeof config)) &&
                 join(config, "/user-dirs.dirs", path, sizeof path) && file_exists(path);
    MessageList unsaid = {0}; // there is another place for pictures
    FileBytes bytes;
    if (!known || !file_read(path, USER_DIRS_LIMIT, &bytes, &unsaid)) {
        return false;
    }
    bool found = user_dirs_find(bytes.data, bytes.size, name, home, out, size);
    file_bytes_free(&bytes);
    return found;
}

bool directories_pictures(char *out, size_t size) {
    ASSERT(out != NULL);
    char folder[PATH_LIMIT];
    if (desktop_folder("XDG_PICTURES_DIR", folder, sizeof folder)) {
        return join(folder, "/axle", out, size);
    }
    return directories_user_data(folder, sizeof folder) && join(folder, "/pictures", out, size);
}

void directories_shorten(const char *path, char *out, size_t size) {
    ASSERT(path != NULL && out != NULL && size > 0);
    char home[PATH_LIMIT];
    size_t length = home_folder(home, sizeof home) ? strlen(home) : 0;
    bool inside = length > 1 && strncmp(path, home, length) == 0 && path[length] == '/';
    snprintf(out, size, "%s%s", inside ? "~" : "", inside ? path + length : path);
}

bool directories_is_path(const char *name, const char *suffix) {
    ASSERT(name != NULL && suffix != NULL);
    return strchr(name, '/') || text_ends_with(name, suffix);
}

/// Writes `<base>/<folder>/<name><suffix>` to `out` if there is such a file.
static bool find_in(const char *base, const char *folder, const char *name, const char *suffix,
                    char *out, size_t size) {
    char path[PATH_LIMIT];
    int length = snprintf(path, sizeof path, "%s/%s/%s%s", base, folder, name, suffix);
    return length > 0 && (size_t)length < sizeof path && file_exists(path) &&
           join(path, "", out, size);
}

bool directories_find(const char *data, const char *folder, const char *name, const char *suffix,
                      char *out, size_t size) {
    ASSERT(folder != NULL && name != NULL && suffix != NULL && out != NULL);
    if (directories_is_path(name, suffix)) {
        return file_exists(name) && join(name, "", out, size);
    }
    char base[PATH_LIMIT];
    if (directories_user_data(base, sizeof base) &&
        find_in(base, folder, name, suffix, out, size)) {
        return true;
    }
    if (data != NULL && find_in(data, folder, name, suffix, out, size)) {
        return true;
    }
    for (int i = 0; directories_shared(i, base, sizeof base); i++) {
        if (find_in(base, folder, name, suffix, out, size)) {
            return true;
        }
    }
    return false;
}
