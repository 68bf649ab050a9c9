#define _XOPEN_SOURCE 700 // for realpath, which POSIX alone does not declare

#include "base/file.h"

#include "base/assert.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    REASON_MAX = 128, ///< Bytes of what the system says of an error.
    TRIES_MAX = 1000, ///< Names tried for a temporary file; more of them lie about only by malice.
    READ_FIRST = 64 * 1024,
};

/// What the system calls `error`; `out` holds REASON_MAX bytes.
static const char *reason(int error, char *out) {
    if (strerror_r(error, out, REASON_MAX) != 0) {
        snprintf(out, REASON_MAX, "error %d", error);
    }
    return out;
}

/// Adds E901 and returns false.
static bool refuse_read(const char *path, const char *why, MessageList *messages) {
    message_add(messages, MESSAGE_E901, (Place){.file = path}, path, why);
    return false;
}

/// Adds E108 and returns false. The size is rounded up, so that it never equals the limit.
static bool refuse_size(const char *path, size_t size, size_t limit, MessageList *messages) {
    double mib = 1024.0 * 1024.0;
    message_add(messages, MESSAGE_E108, (Place){.file = path},
                ceil((double)size / mib * 10.0) / 10.0, (double)limit / mib);
    return false;
}

/// Opens `path` for reading if it is a regular file; -1 with a message otherwise. Not blocking, so
/// that a pipe without a writer is refused like any other instead of waited for.
static int open_regular(const char *path, struct stat *status, MessageList *messages) {
    char why[REASON_MAX];
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        refuse_read(path, reason(errno, why), messages);
        return -1;
    }
    if (fstat(file, status) != 0) {
        refuse_read(path, reason(errno, why), messages);
    } else if (!S_ISREG(status->st_mode)) {
        refuse_read(path, S_ISDIR(status->st_mode) ? "it is a folder" : "it is not a regular file",
                    messages);
    } else {
        return file;
    }
    close(file);
    return -1;
}

/// Reads `file` to its end or until more than `limit` bytes are there. 0, or an errno.
static int read_all(int file, size_t capacity, size_t limit, FileBytes *out) {
    char *data = NULL;
    size_t size = 0;
    for (;;) {
        char *grown = realloc(data, capacity + 1);
        if (!grown) {
            free(data);
            return ENOMEM;
        }
        data = grown;
        while (size < capacity) {
            ssize_t got = read(file, data + size, capacity - size);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got < 0) {
                int error = errno;
                free(data);
                return error;
            }
            if (got == 0 || size + (size_t)got > limit) {
                size += (size_t)got;
                data[size] = '\0';
                *out = (FileBytes){.data = data, .size = size};
                return 0;
            }
            size += (size_t)got;
        }
        capacity *= 2;
    }
}

bool file_read(const char *path, size_t limit, FileBytes *out, MessageList *messages) {
    ASSERT(path != NULL && out != NULL && messages != NULL);
    struct stat status;
    int file = open_regular(path, &status, messages);
    if (file < 0) {
        return false;
    }
    if (status.st_size > 0 && (unsigned long long)status.st_size > limit) {
        close(file);
        return refuse_size(path, (size_t)status.st_size, limit, messages);
    }
    // one byte more than the file has, so that the end is seen without growing; /proc says 0
    size_t capacity = status.st_size > 0 ? (size_t)status.st_size + 1 : READ_FIRST;
    FileBytes bytes = {0};
    int error = read_all(file, capacity, limit, &bytes);
    close(file);
    if (error != 0) {
        char why[REASON_MAX];
        return refuse_read(path, reason(error, why), messages);
    }
    if (bytes.size > limit) {
        size_t size = bytes.size;
        free(bytes.data);
        return refuse_size(path, size, limit, messages);
    }
    *out = bytes;
    return true;
}

void file_bytes_free(FileBytes *bytes) {
    ASSERT(bytes != NULL);
    free(bytes->data);
    *bytes = (FileBytes){0};
}

/// Makes the folders that `path` names in front of its last slash. 0, or an errno.
static int make_parents(const char *path) {
    char *folder = strdup(path);
    if (!folder) {
        return ENOMEM;
    }
    int error = 0;
    for (char *slash = strchr(folder + (folder[0] == '/'), '/'); slash && error == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        struct stat status;
        if (mkdir(folder, 0777) != 0 && errno != EEXIST && stat(folder, &status) != 0) {
            error = errno;
        }
        *slash = '/';
    }
    free(folder);
    return error;
}

/// Writes all of `data` and makes sure that it is on the disk. 0, or an errno.
static int write_all(int file, const char *data, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return written < 0 ? errno : EIO;
        }
        data += written;
        size -= (size_t)written;
    }
    return fsync(file) == 0 ? 0 : errno;
}

/// Creates a file of a name nobody uses in the folder of `path` and writes its name to `temporary`.
/// The descriptor, or -1 with errno set.
static int create_beside(const char *path, char *temporary, size_t size) {
    const char *slash = strrchr(path, '/');
    int folder_size = slash ? (int)(slash - path) + 1 : 0;
    for (int i = 0; i < TRIES_MAX; i++) {
        int length =
            snprintf(temporary, size, "%.*s.axle-%ld-%d.tmp", folder_size, path, (long)getpid(), i);
        if (length < 0 || (size_t)length >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        // 0666 less the user's mask, as for any new file; mkstemp would make it private
        int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

/// Makes a rename in the folder of `path` last. Some file systems cannot; the file is safe anyway.
static void sync_folder(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    int size = slash ? (int)(slash - path) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*s", size, path);
    int file = open(size > 0 ? folder : ".", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
}

/// Puts `data` in the place of `path`, whose last part is no symbolic link. 0, or an errno.
static int replace(const char *path, const void *data, size_t size) {
    struct stat old;
    bool exists = stat(path, &old) == 0;
    char temporary[4096];
    int file = create_beside(path, temporary, sizeof temporary);
    if (file < 0) {
        return errno;
    }
    int error = write_all(file, data, size);
    if (exists && error == 0 && fchmod(file, old.st_mode & 0777) != 0) {
        error = errno;
    }
    if (close(file) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && rename(temporary, path) != 0) {
        error = errno;
    }
    if (error != 0) {
        unlink(temporary);
        return error;
    }
    sync_folder(path);
    return 0;
}

bool file_write(const char *path, const void *data, size_t size, MessageList *messages) {
    ASSERT(path != NULL && (data != NULL || size == 0) && messages != NULL);
    const char *why = NULL;
    char text[REASON_MAX];
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        // renaming over a device such as /dev/null would take it away from everybody
        why = S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file";
    } else {
        int error = make_parents(path);
        char *target = error == 0 ? realpath(path, NULL) : NULL; // a link stays a link
        error = error == 0 ? replace(target ? target : path, data, size) : error;
        free(target);
        why = error == 0 ? NULL : reason(error, text);
    }
    if (why) {
        message_add(messages, MESSAGE_E902, (Place){.file = path}, path, why);
    }
    return why == NULL;
}

bool file_exists(const char *path) {
    ASSERT(path != NULL);
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, R_OK) == 0;
}

/// Puts `name` into the sorted `names`; the last of a full list falls out. The new count.
static int insert_sorted(const char *name, char **names, int count, int max) {
    int at = count;
    while (at > 0 && strcmp(name, names[at - 1]) < 0) {
        at--;
    }
    char *copy = at < max ? strdup(name) : NULL;
    if (!copy) {
        return count;
    }
    if (count == max) {
        free(names[--count]);
    }
    memmove(&names[at + 1], &names[at], (size_t)(count - at) * sizeof *names);
    names[at] = copy;
    return count + 1;
}

int file_list(const char *folder, const char *suffix, char **names, int max) {
    ASSERT(folder != NULL && suffix != NULL && names != NULL && max >= 0);
    DIR *directory = opendir(folder);
    int count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        char path[4096];
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool fits = length > 0 && (size_t)length < sizeof path;
        if (fits && entry->d_name[0] != '.' && text_ends_with(entry->d_name, suffix) &&
            file_exists(path)) {
            count = insert_sorted(entry->d_name, names, count, max);
        }
    }
    if (directory) {
        closedir(directory);
    }
    return count;
}
