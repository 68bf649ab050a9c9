#include "bench/engine_axle.h"

#include "base/simd.h"

#include <stdlib.h>

#ifdef SIMD_SSE2
#define BATCH_NAME "Axle, batch, SSE2"
#else
#define BATCH_NAME "Axle, batch"
#endif

static const BenchWay ways[] = {
    {.kind = BENCH_MTV,
     .engine = "Axle",
     .create = axle_pairs_create,
     .step = axle_mtv_step,
     .answer = axle_mtv_answer,
     .destroy = free},
    {.kind = BENCH_MANIFOLD,
     .engine = "Axle",
     .create = axle_pairs_create,
     .step = axle_manifold_step,
     .answer = axle_manifold_answer,
     .measure = axle_manifold_measure,
     .destroy = free},
    {.kind = BENCH_MANIFOLD,
     .engine = BATCH_NAME,
     .create = axle_boxes_create,
     .step = axle_boxes_step,
     .answer = axle_boxes_answer,
     .measure = axle_boxes_measure,
     .destroy = free},
    {.kind = BENCH_MANIFOLD,
     .engine = "Axle, batch, AVX2",
     .create = axle_boxes_create_avx2,
     .step = axle_boxes_step,
     .answer = axle_boxes_answer,
     .measure = axle_boxes_measure,
     .destroy = free},
    {.kind = BENCH_TRANSLATION,
     .engine = "Axle",
     .create = axle_pairs_create,
     .step = axle_translation_step,
     .answer = axle_translation_answer,
     .destroy = free},
    {.kind = BENCH_MOTION,
     .engine = "Axle",
     .create = axle_pairs_create,
     .step = axle_motion_step,
     .answer = axle_motion_answer,
     .destroy = free},
    {.kind = BENCH_RAY,
     .engine = "Axle",
     .create = axle_world_create,
     .step = axle_ray_step,
     .answer = axle_ray_answer,
     .destroy = axle_world_destroy},
    {.kind = BENCH_WORLD,
     .engine = "Axle",
     .create = axle_world_create,
     .prepare = axle_world_prepare,
     .step = axle_world_step,
     .measure = axle_world_measure,
     .destroy = axle_world_destroy},
    {.kind = BENCH_PARTITION,
     .engine = "Axle",
     .create = axle_partition_create,
     .step = axle_partition_step,
     .measure = axle_partition_measure,
     .destroy = axle_partition_destroy},
    {.kind = BENCH_RACE,
     .engine = "Axle",
     .create = axle_race_create,
     .step = axle_race_step,
     .measure = axle_race_measure,
     .destroy = axle_race_destroy},
};

BenchWays bench_ways_axle(void) { return (BenchWays){ways, sizeof ways / sizeof ways[0]}; }
