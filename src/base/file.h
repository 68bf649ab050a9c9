/// The only opener of files: whole files in, whole files out, never half of one.
#pragma once

#include "base/messages.h"

#include <stddef.h>

/// Bytes read from a file. `data[size]` is a zero byte that does not count. Freed by
/// file_bytes_free.
typedef struct FileBytes {
    char *data;
    size_t size;
} FileBytes;

enum {
    FILE_LIMIT = 4 * 1024 * 1024 ///< Bytes of a file that people write: tracks, cars, settings.
};

/// Reads `path` whole. Fails with E901 (missing, unreadable, or no regular file: folders, pipes and
/// devices are refused without waiting) or E108 (more than `limit` bytes).
bool file_read(const char *path, size_t limit, FileBytes *out, MessageList *messages);

/// Adds E108 for `size` bytes of the file `name` and returns false. The size is rounded up, so that
/// it never reads like the limit.
bool file_refuse_size(const char *name, size_t size, size_t limit, MessageList *messages);

void file_bytes_free(FileBytes *bytes);

/// Writes `path` whole or not at all: a temporary file beside it, fsync, rename. Its folder has to
/// be there; what killed programs have left in it is removed. A symbolic link keeps pointing where
/// it did, and what is replaced hands on its permissions. Fails with E902 and then leaves what was
/// there.
bool file_write(const char *path, const void *data, size_t size, MessageList *messages);

/// As file_write, for what a person made by hand: what was at `path` is first kept as `path`.bak,
/// unless it is the same.
bool file_replace(const char *path, const void *data, size_t size, MessageList *messages);

/// A file that is written piece by piece, for what is too long to be held in memory.
typedef struct FileSave {
    const char *path; ///< As it was given.
    char *target;     ///< The file behind a symbolic link, or `path`; freed by file_save_end.
    char *temporary;  ///< Where the pieces go until then; freed likewise.
    int file;         ///< Descriptor, -1 = none.
    int error;        ///< errno of the first thing that failed; what follows it does nothing.
} FileSave;

/// Begins to write `path`, on the same terms as file_write: nothing is to be seen of it before
/// file_save_end. `path` outlives the save. False with E902 where it cannot be written; there is
/// then nothing to end.
bool file_save_begin(FileSave *save, const char *path, MessageList *messages);

/// Adds `size` bytes of `data`. What goes wrong is told by file_save_end.
void file_save_put(FileSave *save, const void *data, size_t size);

/// Puts what was written in the place of the path, whole or (E902) not at all. With `keep` false
/// it is thrown away, and what was there stays.
bool file_save_end(FileSave *save, bool keep, MessageList *messages);

/// Whether `path` is a readable regular file.
bool file_exists(const char *path);

/// Names (without folder) of the regular files of `folder` that end in `suffix` and do not start
/// with a dot, sorted by bytes, the first `max` of them; each is freed by the caller with free(). A
/// folder that is not there holds none. O(files * max).
int file_list(const char *folder, const char *suffix, char **names, int max);
