/// The kernel of the prediction (dynamics/kernels.h).
#pragma once

#include "dynamics/body_rows.h"
#include "dynamics/step.h"

/// Adds to `velocity`, rows of velocities and inverse masses, what the forces do in a step.
static inline void apply_forces(const Step *step, const int indices[SIMD_LANES],
                                Lanes velocity[4]) {
    Lanes force[4];
    Lanes rest[4];
    gather_rows(world_forces(step->world), sizeof(Force), 0, indices, force);
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, inverse_inertia), indices, rest);
    Lanes linear = lanes_mul(velocity[3], lanes_all(step->dt));
    Lanes angular = lanes_mul(rest[0], lanes_all(step->dt));
    velocity[0] = lanes_add(velocity[0], lanes_mul(linear, force[0]));
    velocity[1] = lanes_add(velocity[1], lanes_mul(linear, force[1]));
    velocity[2] = lanes_add(velocity[2], lanes_mul(angular, force[2]));
}

/// Places the boxes around bodies that stand at `place`: their sizes stay as they are.
static inline void place_boxes(const Step *step, const int indices[SIMD_LANES],
                               const Lanes place[4]) {
    Lanes local[4];
    gather_rows(step->cache->local_boxes, sizeof(LocalBox), 0, indices, local);
    Lanes c = place[2];
    Lanes s = place[3];
    Lanes x = lanes_sub(lanes_mul(c, local[0]), lanes_mul(s, local[1]));
    Lanes y = lanes_dot(s, c, local[0], local[1]);
    Lanes at[4] = {lanes_add(x, place[0]), lanes_add(y, place[1]), c, s};
    scatter_rows(at, step->cache->placed, sizeof(PlacedBox), 0, indices);
}

/// Whether the bodies, which stand at `place`, are all where their lists hold. Their
/// clearances begin at motion_max, which stands in the same rows (cull_kernel.h).
static inline bool lists_hold(const Step *step, const int indices[SIMD_LANES], const Lanes place[4],
                              Lanes most) {
    Lanes middle[4];
    Lanes bound[4];
    const NeighbourList *lists = step->cache->lists;
    gather_rows(lists, sizeof(NeighbourList), offsetof(NeighbourList, middle), indices, middle);
    gather_rows(lists, sizeof(NeighbourList), offsetof(NeighbourList, rotation), indices, bound);
    lanes_store(bound[3], step->cache->clearances + indices[0]);
    Lanes chord_c = lanes_sub(place[2], bound[0]);
    Lanes chord_s = lanes_sub(place[3], bound[1]);
    Lanes off_x = lanes_sub(place[0], middle[0]);
    Lanes off_y = lanes_sub(place[1], middle[1]);
    LaneMask x = lanes_at_most(lanes_abs(lanes_dot(bound[0], bound[1], off_x, off_y)), middle[2]);
    LaneMask y = lanes_at_most(lanes_abs(lanes_cross(bound[0], bound[1], off_x, off_y)), middle[3]);
    LaneMask turn = lanes_at_most(lanes_dot(chord_c, chord_s, chord_c, chord_s), bound[2]);
    LaneMask motion = lanes_at_most(most, bound[3]);
    return mask_bits(mask_and(mask_and(x, y), mask_and(turn, motion))) == (1u << SIMD_LANES) - 1u;
}

/// Predicts the bodies at `indices`.
KERNEL void predict_group(Step *step, const int indices[SIMD_LANES]) {
    Lanes velocity[4];
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, velocity), indices, velocity);
    apply_forces(step, indices, velocity);
    scatter_rows(velocity, step->bodies, sizeof(Body), offsetof(Body, velocity), indices);
    Lanes dt = lanes_all(step->dt);
    Lanes radius = lanes_load_any(step->cache->bounding_radii + indices[0]);
    Lanes motion[4] = {lanes_mul(velocity[0], dt), lanes_mul(velocity[1], dt)};
    motion[2] = lanes_mul(lanes_mul(lanes_abs(velocity[2]), dt), radius);
    motion[3] =
        lanes_add(lanes_sqrt(lanes_dot(motion[0], motion[1], motion[0], motion[1])), motion[2]);
    scatter_rows(motion, step->cache->motions, sizeof(PredictedMotion), 0, indices);
    Lanes place[4];
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, position), indices, place);
    place_boxes(step, indices, place);
    step->lists_hold = lists_hold(step, indices, place, motion[3]) && step->lists_hold;
    unsigned movable = mask_bits(lanes_less(lanes_all(0.0f), velocity[3]));
    step->all_collide = movable == (1u << SIMD_LANES) - 1u && step->all_collide;
}

/// The bodies from `first` up to `end`.
static inline void predict_run(Step *step, int first, int end) {
    for (; first + SIMD_LANES <= end; first += SIMD_LANES) {
        int indices[SIMD_LANES];
        whole_group(first, indices);
        predict_group(step, indices);
    }
    if (first < end) {
        int indices[SIMD_LANES];
        last_group(first, end, indices);
        predict_group(step, indices);
    }
}
