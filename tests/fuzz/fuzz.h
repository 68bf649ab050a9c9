/// What the fuzzers share. Each feeds bytes to one door of the program: anything but an answer or a
/// message is a finding. tests/fuzz/CMakeLists.txt says how they are built and run.
#pragma once

#include "base/assert.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// A copy of the bytes in a block of just their size, so that a read past them is seen; freed by
/// the caller. `ended` adds the zero byte that file_read adds.
static inline char *fuzz_copy(const uint8_t *data, size_t size, bool ended) {
    char *text = malloc(size + (ended || size == 0 ? 1 : 0));
    ASSERT(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    if (ended || size == 0) {
        text[size] = '\0';
    }
    return text;
}
