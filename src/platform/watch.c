#define _XOPEN_SOURCE 700 // for realpath, which POSIX alone does not declare
#include "platform/watch.h"

#include "base/assert.h"
#include "base/folder.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#endif

enum {
    FOLDERS_MAX = 2 * WATCH_FILES_MAX, ///< Each file's own and that of what it links to.
    EVENT_BYTES = 16 * 1024
};

/// s between two looks at modification times, and at folders that were not there.
#define LOOK_EVERY   (WATCH_QUIET / 2.0)
#define FOLDER_EVERY 1.0

/// The events of a file that is written or replaced.
typedef struct Stamp {
    bool there;
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified;
} Stamp;

typedef struct WatchFile {
    char paths[2][PATH_LIMIT]; ///< As given, and what it links to.
    int folders[2];            ///< Index of the folder of each.
    int path_count;            ///< 1 where it is no link.
    Stamp stamp;
    bool changed;
    double changed_at; ///< s, of the last change.
} WatchFile;

typedef struct Folder {
    char path[PATH_LIMIT];
    int id; ///< Of inotify; -1 = not watched at the moment.
} Folder;

struct Watch {
    int events; ///< Descriptor of inotify; -1 = modification times.
    WatchFile *files[WATCH_FILES_MAX];
    int file_count;
    Folder *folders[FOLDERS_MAX];
    int folder_count;
    double looked_at, folders_at; ///< s, of the last look.
};

static Stamp stamp_of(const char *path) {
    struct stat status;
    Stamp stamp = {0};
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        stamp = (Stamp){true, status.st_dev, status.st_ino, status.st_size, status.st_mtim};
    }
    return stamp;
}

static bool same_stamp(const Stamp *a, const Stamp *b) {
    return a->there == b->there && a->device == b->device && a->inode == b->inode &&
           a->size == b->size && a->modified.tv_sec == b->modified.tv_sec &&
           a->modified.tv_nsec == b->modified.tv_nsec;
}

static void file_changed(WatchFile *file, double now) {
    file->changed = true;
    file->changed_at = now;
}

#ifdef __linux__

static int events_open(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

static int events_watch(int events, const char *folder) {
    // A link that is put in place of the file makes no other event than IN_CREATE; an empty new
    // file makes one too, and its writer's IN_CLOSE_WRITE starts the quiet time anew.
    return inotify_add_watch(
        events, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF);
}

/// `name` in the folder `id` was written or moved there; NULL: the folder or some events were lost.
static void hear(Watch *watch, int id, const char *name, double now) {
    for (int i = 0; i < watch->file_count; i++) {
        WatchFile *file = watch->files[i];
        for (int k = 0; k < file->path_count; k++) {
            const Folder *folder = watch->folders[file->folders[k]];
            if (!name || (folder->id == id && strcmp(text_file_name(file->paths[k]), name) == 0)) {
                file_changed(file, now);
            }
        }
    }
}

static void events_read(Watch *watch, double now) {
    _Alignas(struct inotify_event) char bytes[EVENT_BYTES];
    ssize_t size;
    while ((size = read(watch->events, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const void *)(bytes + at);
            if (event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) {
                for (int i = 0; i < watch->folder_count; i++) { // tried again later
                    bool gone = watch->folders[i]->id == event->wd;
                    watch->folders[i]->id = gone ? -1 : watch->folders[i]->id;
                }
            } else if (event->mask & IN_Q_OVERFLOW) {
                hear(watch, -1, NULL, now);
            } else if (event->len > 0) {
                hear(watch, event->wd, event->name, now);
            }
            at += (ssize_t)sizeof *event + (ssize_t)event->len;
        }
    }
}

#else

static int events_open(void) { return -1; }

static int events_watch(int events, const char *folder) {
    (void)events;
    (void)folder;
    return -1;
}

static void events_read(Watch *watch, double now) {
    (void)watch;
    (void)now;
}

#endif

Watch *watch_open(WatchKind kind) {
    Watch *watch = calloc(1, sizeof *watch);
    ASSERT(watch != NULL);
    watch->events = kind == WATCH_EVENTS ? events_open() : -1;
    watch->looked_at = watch->folders_at = -1e9;
    return watch;
}

void watch_clear(Watch *watch) {
    for (int i = 0; i < watch->file_count; i++) {
        free(watch->files[i]);
    }
    for (int i = 0; i < watch->folder_count; i++) {
        free(watch->folders[i]);
    }
    watch->file_count = watch->folder_count = 0;
    if (watch->events >= 0) { // a new queue is the surest way to hear nothing old
        close(watch->events);
        watch->events = events_open();
    }
}

void watch_close(Watch *watch) {
    if (watch) {
        watch_clear(watch);
        if (watch->events >= 0) {
            close(watch->events);
        }
        free(watch);
    }
}

static int add_folder(Watch *watch, const char *path) {
    char name[PATH_LIMIT];
    folder_of(path, name);
    for (int i = 0; i < watch->folder_count; i++) {
        if (strcmp(watch->folders[i]->path, name) == 0) {
            return i;
        }
    }
    Folder *folder = calloc(1, sizeof *folder);
    ASSERT(folder != NULL && watch->folder_count < FOLDERS_MAX);
    snprintf(folder->path, sizeof folder->path, "%s", name);
    folder->id = watch->events >= 0 ? events_watch(watch->events, name) : -1;
    watch->folders[watch->folder_count] = folder;
    return watch->folder_count++;
}

int watch_add(Watch *watch, const char *path) {
    ASSERT(path != NULL);
    for (int i = 0; i < watch->file_count; i++) {
        if (strcmp(watch->files[i]->paths[0], path) == 0) {
            return i;
        }
    }
    if (watch->file_count == WATCH_FILES_MAX || strlen(path) >= PATH_LIMIT) {
        return -1;
    }
    WatchFile *file = calloc(1, sizeof *file);
    ASSERT(file != NULL);
    snprintf(file->paths[0], PATH_LIMIT, "%s", path);
    bool is_link = realpath(path, file->paths[1]) && strcmp(file->paths[1], path) != 0;
    file->path_count = is_link ? 2 : 1;
    // The folders first: what changes after this look is heard.
    for (int k = 0; k < file->path_count; k++) {
        file->folders[k] = add_folder(watch, file->paths[k]);
    }
    file->stamp = stamp_of(path);
    watch->files[watch->file_count] = file;
    return watch->file_count++;
}

/// Looks whether files are other than at the last look.
static void look(Watch *watch, double now) {
    for (int i = 0; i < watch->file_count; i++) {
        WatchFile *file = watch->files[i];
        Stamp stamp = stamp_of(file->paths[0]);
        if (!same_stamp(&stamp, &file->stamp)) {
            file->stamp = stamp;
            file_changed(file, now);
        }
    }
}

/// Watches folders again that were away, and looks at what came back with them.
static void return_to_folders(Watch *watch, double now) {
    bool back = false;
    for (int i = 0; i < watch->folder_count; i++) {
        Folder *folder = watch->folders[i];
        if (folder->id < 0) {
            folder->id = events_watch(watch->events, folder->path);
            back |= folder->id >= 0;
        }
    }
    if (back) {
        look(watch, now);
    }
}

int watch_poll(Watch *watch, double now, int *out, int max) {
    ASSERT(out != NULL && max > 0);
    if (watch->events >= 0) {
        events_read(watch, now);
        if (now - watch->folders_at >= FOLDER_EVERY) {
            watch->folders_at = now;
            return_to_folders(watch, now);
        }
    } else if (now - watch->looked_at >= LOOK_EVERY) {
        watch->looked_at = now;
        look(watch, now);
    }
    int count = 0;
    for (int i = 0; i < watch->file_count && count < max; i++) {
        WatchFile *file = watch->files[i];
        if (!file->changed || now - file->changed_at < WATCH_QUIET) {
            continue;
        }
        Stamp stamp = stamp_of(file->paths[0]);
        file->changed = false;
        // Gone: told when it is back.
        if (stamp.there) {
            out[count++] = i;
        }
        file->stamp = stamp;
    }
    return count;
}

bool watch_pending(const Watch *watch) {
    for (int i = 0; i < watch->file_count; i++) {
        if (watch->files[i]->changed) {
            return true;
        }
    }
    return false;
}
