#include "base/user_dirs.h"

#include "base/assert.h"
#include "base/folder.h"

#include <string.h>

/// What is left of a line.
typedef struct Rest {
    const char *at, *end;
} Rest;

static void skip_spaces(Rest *rest) {
    while (rest->at < rest->end && (*rest->at == ' ' || *rest->at == '\t')) {
        rest->at++;
    }
}

/// Steps over `text`, if that comes next.
static bool skip(Rest *rest, const char *text) {
    size_t size = strlen(text);
    bool found = (size_t)(rest->end - rest->at) >= size && memcmp(rest->at, text, size) == 0;
    rest->at += found ? size : 0;
    return found;
}

/// Adds a byte to the path in `out`, whose size is `*size`.
static bool put(char byte, char out[PATH_LIMIT], size_t *size) {
    bool fits = *size + 1 < PATH_LIMIT;
    if (fits) {
        out[(*size)++] = byte;
    }
    return fits;
}

/// The path in quotes, up to the end of the line. Its length, 0 where it is none.
static size_t read_path(Rest *rest, const char *home, char out[PATH_LIMIT]) {
    size_t size = 0;
    bool fine = skip(rest, "\"");
    if (fine && skip(rest, "$HOME")) {
        fine = rest->at < rest->end && *rest->at == '/';
        for (const char *at = home; *at != '\0' && fine; at++) {
            fine = put(*at, out, &size);
        }
    }
    size_t head = size;
    fine = fine && rest->at < rest->end && *rest->at == '/';
    while (fine && rest->at < rest->end && *rest->at != '"') {
        bool escaped = skip(rest, "\\");
        unsigned char byte = rest->at < rest->end ? (unsigned char)*rest->at++ : 0;
        bool plain = escaped || (byte != '$' && byte != '`');
        fine = plain && byte >= 0x20 && byte != 0x7F && put((char)byte, out, &size);
    }
    fine = fine && skip(rest, "\"");
    skip_spaces(rest);
    while (size > head && out[size - 1] == '/') {
        size--;
    }
    return fine && rest->at == rest->end && size > head ? size : 0;
}

bool user_dirs_find(const char *text, size_t size, const char *name, const char *home, char *out,
                    size_t out_size) {
    ASSERT(text != NULL && name != NULL && home != NULL && out != NULL);
    char path[PATH_LIMIT];
    size_t length = 0;
    const char *end = text + size;
    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        Rest rest = {line, stop ? stop : end};
        line = rest.end + 1;
        if (rest.end > rest.at && rest.end[-1] == '\r') {
            rest.end--;
        }
        skip_spaces(&rest);
        bool named = skip(&rest, name);
        skip_spaces(&rest);
        if (named && skip(&rest, "=")) {
            skip_spaces(&rest);
            length = read_path(&rest, home, path);
        }
    }
    if (length == 0 || length >= out_size) {
        return false;
    }
    memcpy(out, path, length);
    out[length] = '\0';
    return true;
}
