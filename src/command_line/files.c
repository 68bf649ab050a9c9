#include "command_line/files.h"

#include "base/exit_code.h"
#include "base/print.h"

#include <string.h>

int files_read(const char *path, size_t limit, FileBytes *out) {
    MessageList messages = {0};
    bool fine = file_read(path, limit, out, &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}

int files_write(const char *path, const void *data, size_t size) {
    if (strcmp(path, "-") == 0) {
        print_as_is(stdout, data, size);
        return EXIT_FINE;
    }
    MessageList messages = {0};
    bool fine = file_write(path, data, size, &messages);
    messages_print(&messages, stderr, NULL);
    return fine ? EXIT_FINE : EXIT_UNREADABLE;
}
