#define _XOPEN_SOURCE 700 ///< for realpath, which POSIX alone does not declare

#include "base/file.h"

#include "base/assert.h"
#include "base/folder.h"
#include "base/temporary.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    READ_FIRST = 64 * 1024,
};

/// Adds E901 and returns false.
static bool refuse_read(const char *path, const char *why, MessageList *messages) {
    message_add(messages, MESSAGE_E901, (Place){.file = path}, path, why);
    return false;
}

/// Opens `path` for reading if it is a regular file; -1 with a message otherwise. Not blocking, so
/// that a pipe without a writer is refused like any other instead of waited for.
static int open_regular(const char *path, struct stat *status, MessageList *messages) {
    char why[FOLDER_REASON_MAX];
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        refuse_read(path, folder_reason(errno, why), messages);
        return -1;
    }
    if (fstat(file, status) != 0) {
        refuse_read(path, folder_reason(errno, why), messages);
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
    size_t size = 0, room = 0;
    for (ssize_t got = 1; got != 0 && size <= limit;) {
        if (size == room) {
            room = room > 0 ? room * 2 : capacity;
            char *grown = realloc(data, room + 1);
            if (!grown) {
                free(data);
                return ENOMEM;
            }
            data = grown;
        }
        got = read(file, data + size, room - size);
        if (got < 0 && errno != EINTR) {
            int error = errno;
            free(data);
            return error;
        }
        size += got > 0 ? (size_t)got : 0;
    }
    data[size] = '\0';
    *out = (FileBytes){.data = data, .size = size};
    return 0;
}

/// What makes a file of this name smaller.
static const char *size_help(const char *name) {
    static const struct {
        const char *suffix;
        const char *help;
    } helps[] = {
        {".osm",
         "`osmium tags-filter IN.osm w/highway=raceway -o OUT.osm` keeps the circuits alone; "
         "or export a smaller area"},
        {".geojson", "leave out all but the circuit, as in QGIS or on geojson.io"},
        {".json", "leave out all but the circuit, as in QGIS or on geojson.io"},
        {".kml", "leave out all but the circuit: save its Placemark alone"},
        {".gpx", "leave out all but one lap"},
        {".csv", "leave out points: one a metre is enough"},
        {".svg", "leave out pictures, and simplify the paths"},
        {".svgz", "leave out pictures, and simplify the paths"},
        {".tmx", "leave out tiles and pictures: objects alone are read"},
        {".tmj", "leave out tiles and pictures: objects alone are read"},
    };
    for (size_t i = 0; i < sizeof helps / sizeof *helps; i++) {
        if (text_ends_with(name, helps[i].suffix)) {
            return helps[i].help;
        }
    }
    return "simplify, or draw with ribbons";
}

bool file_refuse_size(const char *name, size_t size, size_t limit, MessageList *messages) {
    double mib = 1024.0 * 1024.0;
    message_add(messages, MESSAGE_E108, (Place){.file = name},
                ceil((double)size / mib * 10.0) / 10.0, (double)limit / mib, size_help(name));
    return false;
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
        return file_refuse_size(path, (size_t)status.st_size, limit, messages);
    }
    // one byte more than the file has, so that the end is seen without growing; /proc says 0
    size_t capacity = status.st_size > 0 ? (size_t)status.st_size + 1 : READ_FIRST;
    FileBytes bytes = {0};
    int error = read_all(file, capacity, limit, &bytes);
    close(file);
    if (error != 0) {
        char why[FOLDER_REASON_MAX];
        return refuse_read(path, folder_reason(error, why), messages);
    }
    if (bytes.size > limit) {
        size_t size = bytes.size;
        free(bytes.data);
        return file_refuse_size(path, size, limit, messages);
    }
    *out = bytes;
    return true;
}

void file_bytes_free(FileBytes *bytes) {
    ASSERT(bytes != NULL);
    free(bytes->data);
    *bytes = (FileBytes){0};
}

/// Writes all of `data`. 0, or an errno.
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
    return 0;
}

/// Makes a rename in the folder of `path` last. Some file systems cannot; the file is safe anyway.
static void sync_folder(const char *path) {
    int folder = folder_open(path);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/// Adds E902, frees what `save` owns and returns false.
static bool refuse_write(FileSave *save, const char *why, MessageList *messages) {
    message_add(messages, MESSAGE_E902, (Place){.file = save->path}, save->path, why);
    free(save->target);
    free(save->temporary);
    *save = (FileSave){.file = -1};
    return false;
}

bool file_save_begin(FileSave *save, const char *path, MessageList *messages) {
    ASSERT(save != NULL && path != NULL && messages != NULL);
    *save = (FileSave){.path = path, .file = -1};
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        // renaming over a device such as /dev/null would take it away from everybody
        return refuse_write(save,
                            S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file",
                            messages);
    }
    save->target = realpath(path, NULL); // a link stays a link
    save->target = save->target ? save->target : strdup(path);
    save->temporary = malloc(PATH_LIMIT);
    ASSERT(save->target != NULL && save->temporary != NULL);
    temporary_clear(save->target);
    save->file = temporary_create(save->target, save->temporary, PATH_LIMIT);
    if (save->file < 0) {
        char why[FOLDER_WHY_MAX];
        folder_refuses(save->target, errno, why);
        return refuse_write(save, why, messages);
    }
    return true;
}

void file_save_put(FileSave *save, const void *data, size_t size) {
    ASSERT(save->file >= 0 && (data != NULL || size == 0));
    save->error = save->error ? save->error : write_all(save->file, data, size);
}

/// Puts the file in its place when all is on the disk, with the permissions of what it replaces. 0,
/// or an errno.
static int finish_file(const FileSave *save) {
    struct stat old;
    if (fsync(save->file) != 0 ||
        (stat(save->target, &old) == 0 && fchmod(save->file, old.st_mode & 0777) != 0) ||
        rename(save->temporary, save->target) != 0) {
        return errno;
    }
    return 0;
}

bool file_save_end(FileSave *save, bool keep, MessageList *messages) {
    ASSERT(save->file >= 0 && messages != NULL);
    int error = save->error;
    if (error == 0 && keep) {
        error = finish_file(save);
    }
    if (error != 0 || !keep) {
        unlink(save->temporary);
    } else {
        sync_folder(save->target);
    }
    close(save->file); // last, since it unlocks; all is on the disk by now
    if (error != 0 && keep) {
        char why[FOLDER_REASON_MAX];
        return refuse_write(save, folder_reason(error, why), messages);
    }
    free(save->target);
    free(save->temporary);
    *save = (FileSave){.file = -1};
    return true;
}

bool file_write(const char *path, const void *data, size_t size, MessageList *messages) {
    ASSERT(path != NULL && (data != NULL || size == 0) && messages != NULL);
    // Who ends the program waits until the file is whole, so that no temporary one is left.
    sigset_t endings, before;
    sigemptyset(&endings);
    sigaddset(&endings, SIGHUP);
    sigaddset(&endings, SIGINT);
    sigaddset(&endings, SIGTERM);
    sigprocmask(SIG_BLOCK, &endings, &before);
    FileSave save;
    bool fine = file_save_begin(&save, path, messages);
    if (fine) {
        file_save_put(&save, data, size);
        fine = file_save_end(&save, true, messages);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fine;
}

bool file_replace(const char *path, const void *data, size_t size, MessageList *messages) {
    ASSERT(path != NULL && (data != NULL || size == 0) && messages != NULL);
    char kept[PATH_LIMIT];
    int length = snprintf(kept, sizeof kept, "%s.bak", path);
    if (file_exists(path) && length < (int)sizeof kept) {
        FileBytes old = {0};
        if (!file_read(path, FILE_LIMIT, &old, messages)) {
            return false;
        }
        bool is_same = old.size == size && (size == 0 || memcmp(old.data, data, size) == 0);
        bool good = is_same || file_write(kept, old.data, old.size, messages);
        file_bytes_free(&old);
        if (is_same || !good) {
            return good;
        }
    }
    return file_write(path, data, size, messages);
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
        char path[PATH_LIMIT];
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
