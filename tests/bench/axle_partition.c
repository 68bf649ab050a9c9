/// Axle at work on polygons.
#include "base/assert.h"
#include "bench/engine_axle.h"
#include "collision/shape.h"
#include "geometry/partition.h"

#include <stdlib.h>

#include "random_polygon.h"

typedef struct PartitionState {
    vec2s *points; ///< Of all polygons, `size` each.
    int size, polygons, pieces;
} PartitionState;

void *axle_partition_create(const BenchWork *work) {
    PartitionState *state = calloc(1, sizeof *state);
    ASSERT(state != NULL);
    state->size = work->size;
    state->polygons = work->operations;
    state->points = calloc((size_t)(state->size * state->polygons), sizeof *state->points);
    ASSERT(state->points != NULL);
    Random random = random_make(11, 0);
    for (int i = 0; i < state->polygons; i++) {
        random_polygon(&random, state->points + i * state->size, state->size, 100.0f);
    }
    return state;
}

void axle_partition_step(void *memory) {
    PartitionState *state = memory;
    state->pieces = 0;
    for (int i = 0; i < state->polygons; i++) {
        Arena arena = {0};
        Partition partition = {0};
        ASSERT(partition_convex(state->points + i * state->size, state->size, SHAPE_POINTS_MAX,
                                &arena, &partition));
        state->pieces += partition.piece_count;
        arena_destroy(&arena);
    }
}

void axle_partition_measure(void *memory, Figures *figures) {
    const PartitionState *state = memory;
    figures->values[FIGURE_PIECES] = (double)state->pieces / state->polygons;
}

void axle_partition_destroy(void *memory) {
    PartitionState *state = memory;
    free(state->points);
    free(state);
}
