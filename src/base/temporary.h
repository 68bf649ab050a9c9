/// The file that is written in place of another until it is whole.
///
/// It lies beside the other one as `.axle-<process>-<number>.tmp`, and the program that writes it
/// holds a lock on it (flock). A file without a lock was left by a program that was killed. The
/// number of its process would not tell that: numbers come again, and differ between containers
/// that share a folder.
#pragma once

#include <stddef.h>

/// Creates a temporary file of a name nobody uses in the folder of `path` and writes its name to
/// `temporary`. The descriptor, locked until it is closed, or -1 with errno set.
int temporary_create(const char *path, char *temporary, size_t size);

/// Removes the temporary files that killed programs of this user have left in the folder of `path`.
/// Links, folders, and what lies on a file system without locks stay. O(files of the folder).
void temporary_clear(const char *path);
