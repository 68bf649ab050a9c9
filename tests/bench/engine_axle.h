/// Axle's ways of doing the scenarios' work, through its public headers alone. What each function
/// does is said at BenchWay.
#pragma once

#include "bench/scenarios.h"
#include "vehicle/car_file.h"

enum {
    AXLE_CAR_KINDS = 5
};

/// The shipped cars.
extern const char *const axle_car_kinds[AXLE_CAR_KINDS];

/// Reads a shipped car by its name; false where it cannot be read.
bool axle_read_car(const BenchWork *work, const char *name, CarFile *out);

/// Pairs: axle_pairs.c. The same state serves all of these.
void *axle_pairs_create(const BenchWork *work);
void axle_mtv_step(void *memory);
void axle_mtv_answer(void *memory, float *answers);
void axle_manifold_step(void *memory);
void axle_manifold_answer(void *memory, float *answers);
void axle_manifold_measure(void *memory, Figures *figures);
void axle_translation_step(void *memory);
void axle_translation_answer(void *memory, float *answers);
void axle_motion_step(void *memory);
void axle_motion_answer(void *memory, float *answers);

/// Pairs of boxes, many at once: axle_boxes.c. For sets of boxes alone.
void *axle_boxes_create(const BenchWork *work);
void *axle_boxes_create_avx2(const BenchWork *work);
void axle_boxes_step(void *memory);
void axle_boxes_answer(void *memory, float *answers);
void axle_boxes_measure(void *memory, Figures *figures);

/// Cars between walls, and rays against the walls: axle_world.c.
void *axle_world_create(const BenchWork *work);
void axle_world_prepare(void *memory);
void axle_world_step(void *memory);
void axle_world_measure(void *memory, Figures *figures);
void axle_world_destroy(void *memory);
void axle_ray_step(void *memory);
void axle_ray_answer(void *memory, float *answers);

/// Bodies under pressure: axle_pressure.c.
void *axle_pressure_create(const BenchWork *work);
void axle_pressure_prepare(void *memory);
void axle_pressure_step(void *memory);
void axle_pressure_measure(void *memory, Figures *figures);
void axle_pressure_destroy(void *memory);

/// Polygons: axle_partition.c.
void *axle_partition_create(const BenchWork *work);
void axle_partition_step(void *memory);
void axle_partition_measure(void *memory, Figures *figures);
void axle_partition_destroy(void *memory);

/// Cars alone: axle_car.c.
void *axle_car_create(const BenchWork *work);
void axle_car_step(void *memory);
void axle_car_measure(void *memory, Figures *figures);

/// A whole race: axle_race.c.
void *axle_race_create(const BenchWork *work);
struct Race *axle_race_race(void *memory);
void axle_race_step(void *memory);
void axle_race_measure(void *memory, Figures *figures);
void axle_race_destroy(void *memory);

/// The engines of all cars before they are heard: axle_bake.c.
void *axle_bake_create(const BenchWork *work);
void axle_bake_prepare(void *memory);
void axle_bake_step(void *memory);
void axle_bake_measure(void *memory, Figures *figures);
void axle_bake_destroy(void *memory);

/// The sound of a race: axle_mix.c.
void *axle_mix_create(const BenchWork *work);
void axle_mix_prepare(void *memory);
void axle_mix_step(void *memory);
void axle_mix_measure(void *memory, Figures *figures);
void axle_mix_destroy(void *memory);
