#include "base/folder.h"

#include "base/assert.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    ASIDE_MAX = 99, ///< Files that are kept aside of one.
    LOCK_STEP_MS = 5,
};

const char *folder_reason(int error, char out[FOLDER_REASON_MAX]) {
    if (strerror_r(error, out, FOLDER_REASON_MAX) != 0) {
        snprintf(out, FOLDER_REASON_MAX, "error %d", error);
    }
    return out;
}

bool folder_of(const char *path, char out[PATH_LIMIT]) {
    int length = (int)(text_file_name(path) - path);
    return snprintf(out, PATH_LIMIT, "%.*s", length > 1 ? length - 1 : 1, length > 0 ? path : ".") <
           PATH_LIMIT;
}

int folder_open(const char *path) {
    char folder[PATH_LIMIT];
    if (!folder_of(path, folder)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int folder_lock(const char *path, int wait_ms) {
    ASSERT(path != NULL && wait_ms >= 0);
    int folder = folder_open(path);
    for (int waited = 0; folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0;
         waited += LOCK_STEP_MS) {
        if (errno != EWOULDBLOCK || waited >= wait_ms) {
            int error = errno;
            close(folder);
            errno = error;
            return -1;
        }
        struct timespec pause = {.tv_nsec = LOCK_STEP_MS * 1000000L};
        nanosleep(&pause, NULL);
    }
    return folder;
}

bool folder_refuses(const char *path, int error, char *why) {
    char folder[PATH_LIMIT], reason[FOLDER_REASON_MAX];
    struct stat status;
    if (!folder_of(path, folder)) {
        error = ENAMETOOLONG;
    } else if (stat(folder, &status) != 0) {
        error = errno;
        if (error == ENOENT) {
            snprintf(why, FOLDER_WHY_MAX, "there is no folder \"%.160s\"", folder);
            return true;
        }
    } else if (!S_ISDIR(status.st_mode)) {
        snprintf(why, FOLDER_WHY_MAX, "\"%.160s\" is no folder", folder);
        return true;
    } else if (faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) != 0) {
        error = errno;
    }
    if (error != 0) {
        snprintf(why, FOLDER_WHY_MAX, "folder \"%.100s\" cannot be written to: %.60s", folder,
                 folder_reason(error, reason));
    }
    return error != 0;
}

bool folder_is_writable(const char *path, MessageList *messages) {
    ASSERT(path != NULL && messages != NULL);
    char why[FOLDER_WHY_MAX];
    bool refuses = folder_refuses(path, 0, why);
    if (refuses) {
        message_add(messages, MESSAGE_E902, (Place){.file = path}, path, why);
    }
    return !refuses;
}

bool folder_name_aside(const char *path, char out[PATH_ASIDE_LIMIT]) {
    ASSERT(path != NULL && out != NULL);
    struct stat status;
    bool taken = true;
    for (int i = 1; i <= ASIDE_MAX && taken; i++) {
        snprintf(out, PATH_ASIDE_LIMIT, i == 1 ? "%s.broken" : "%s.broken-%d", path, i);
        taken = lstat(out, &status) == 0;
    }
    return !taken;
}

bool folder_make(const char *path, MessageList *messages) {
    ASSERT(path != NULL && messages != NULL);
    char *folder = strdup(path);
    ASSERT(folder != NULL);
    char why[FOLDER_WHY_MAX];
    bool refused = false;
    for (char *slash = strchr(folder + (folder[0] == '/'), '/'); slash && !refused;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        struct stat status;
        if (stat(folder, &status) != 0 && mkdir(folder, 0777) != 0 && errno != EEXIST) {
            refused = folder_refuses(folder, errno, why);
        }
        *slash = '/';
    }
    free(folder);
    if (refused) {
        message_add(messages, MESSAGE_E902, (Place){.file = path}, path, why);
    }
    return !refused;
}
