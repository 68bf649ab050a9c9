/// Rows of four floats of several bodies, for the kernels that run over all bodies.
#pragma once

#include "geometry/simd.h"

#include <stddef.h>

/// Reads the rows at `offset` of the elements, `size` bytes each, at `indices`.
static inline void gather_rows(const void *first, size_t size, size_t offset,
                               const int indices[SIMD_LANES], Lanes out[4]) {
    const float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const char *element = (const char *)first + size * (size_t)indices[i];
        rows[i] = (const float *)(const void *)(element + offset);
    }
    lanes_gather4(rows, out);
}

static inline void scatter_rows(const Lanes in[4], void *first, size_t size, size_t offset,
                                const int indices[SIMD_LANES]) {
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = (float *)(void *)((char *)first + size * (size_t)indices[i] + offset);
    }
    lanes_scatter4(in, rows);
}

/// The bodies from `first` on. Whole groups are worked on by themselves: rows side by side need no
/// addresses of their own.
static inline void whole_group(int first, int indices[SIMD_LANES]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        indices[i] = first + i;
    }
}

/// The bodies that are left from `first` up to `end`, and the last again.
static inline void last_group(int first, int end, int indices[SIMD_LANES]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        indices[i] = first + i < end ? first + i : end - 1;
    }
}
