/// Files that a command reads or writes whole. What is wrong is said on standard error.
#pragma once

#include "base/file.h"

/// Reads `path` as file_read does. Returns the exit code.
int files_read(const char *path, size_t limit, FileBytes *out);

/// Writes `path` as file_write does; "-" is standard output. Returns the exit code.
int files_write(const char *path, const void *data, size_t size);
