/// Rows of four floats of several bodies, for the kernels that run over all bodies.
#pragma once

#include "geometry/simd.h"

#include <stddef.h>

/// Reads the rows at `offset` of the elements, `size` bytes each, at `indices`.
KERNEL void gather_rows(const void *first, size_t size, size_t offset,
                        const int indices[SIMD_LANES], Lanes out[4]) {
    const float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        const char *element = (const char *)first + size * (size_t)indices[i];
        rows[i] = (const float *)(const void *)(element + offset);
    }
    lanes_gather4(rows, out);
}

KERNEL void scatter_rows(const Lanes in[4], void *first, size_t size, size_t offset,
                         const int indices[SIMD_LANES]) {
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = (float *)(void *)((char *)first + size * (size_t)indices[i] + offset);
    }
    lanes_scatter4(in, rows);
}

/// A whole group of bodies, from `first` on. The compiler then knows that their rows lie side by
/// side, and computes one address instead of several.
static inline void whole_group(int first, int indices[SIMD_LANES]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        indices[i] = first + i;
    }
}

/// The left-over bodies from `first` up to `end`. Lanes beyond repeat the last.
static inline void last_group(int first, int end, int indices[SIMD_LANES]) {
    for (int i = 0; i < SIMD_LANES; i++) {
        indices[i] = first + i < end ? first + i : end - 1;
    }
}
