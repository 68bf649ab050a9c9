/// Arrays that grow by doubling, freed with free.
#pragma once

#include "base/assert.h"

#include <stdlib.h>

/// `items`, moved if it has to be, with room for `need` elements of `size` bytes; `capacity`
/// follows.
static inline void *array_reserve(void *items, int need, int *capacity, size_t size) {
    if (need <= *capacity) {
        return items;
    }
    int wanted = *capacity > 0 ? *capacity : 64;
    while (wanted < need) {
        ASSERT(wanted < 1 << 28);
        wanted *= 2;
    }
    void *grown = realloc(items, (size_t)wanted * size);
    ASSERT(grown != NULL);
    *capacity = wanted;
    return grown;
}
