#include "base/temporary.h"

#include "base/folder.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX ".axle-"
#define SUFFIX ".tmp"

enum {
    TRIES_MAX = 1000 ///< Names tried; more of them lie about only by malice.
};

/// Locks the new `file`. False where another program was faster, took it for one that was left, and
/// has removed it or is about to.
static bool take(int file) {
    struct stat status;
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        return errno != EWOULDBLOCK; // else there are no locks here, and nobody removes anything
    }
    return fstat(file, &status) == 0 && status.st_nlink > 0;
}

int temporary_create(const char *path, char *temporary, size_t size) {
    int folder_size = (int)(text_file_name(path) - path);
    for (int i = 0; i < TRIES_MAX; i++) {
        int length = snprintf(temporary, size, "%.*s" PREFIX "%ld-%d" SUFFIX, folder_size, path,
                              (long)getpid(), i);
        if (length < 0 || (size_t)length >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        // 0666 less the user's mask, as for any new file; mkstemp would make it private
        int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) {
            return -1;
        }
        if (file >= 0 && take(file)) {
            return file;
        }
        if (file >= 0) {
            close(file);
        }
    }
    errno = EEXIST;
    return -1;
}

static bool is_name(const char *name) {
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0) {
        return false;
    }
    const char *at = text_skip_digits(name + strlen(PREFIX));
    at = at && *at == '-' ? text_skip_digits(at + 1) : NULL;
    return at && strcmp(at, SUFFIX) == 0;
}

static bool is_own_file(const struct stat *status) {
    return S_ISREG(status->st_mode) && status->st_uid == geteuid();
}

static void remove_if_left(int folder, const char *name) {
    struct stat named, opened;
    if (fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) != 0 || !is_own_file(&named)) {
        return;
    }
    int file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    // What was opened may have got its true name meanwhile, and another stand under this one.
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 &&
        fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && is_own_file(&opened) &&
        named.st_ino == opened.st_ino && named.st_dev == opened.st_dev) {
        unlinkat(folder, name, 0);
    }
    close(file);
}

void temporary_clear(const char *path) {
    int folder = folder_open(path);
    DIR *directory = folder >= 0 ? fdopendir(folder) : NULL;
    if (!directory) {
        if (folder >= 0) {
            close(folder);
        }
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (is_name(entry->d_name)) {
            remove_if_left(folder, entry->d_name);
        }
    }
    closedir(directory);
}
