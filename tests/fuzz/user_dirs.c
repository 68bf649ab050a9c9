// The door of user-dirs.dirs, which any program may have written: a path or nothing.
#include "base/user_dirs.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_copy(data, size, false), out[256] = "as it was";
    if (user_dirs_find(text, size, "XDG_PICTURES_DIR", "/home/x", out, sizeof out)) {
        ASSERT(out[0] == '/' && out[1] != '\0');
        for (const char *at = out; *at; at++) {
            ASSERT((unsigned char)*at >= 0x20 && *at != 0x7F);
        }
    } else {
        ASSERT(strcmp(out, "as it was") == 0);
    }
    free(text);
    return 0;
}
