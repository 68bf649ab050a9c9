/// The kernel of the integration (dynamics/kernels.h).
#pragma once

#include "base/bits.h"
#include "dynamics/body_rows.h"
#include "dynamics/wall_sweep.h"
#include "geometry/trig_lanes.h"

/// How bodies move in this step if nothing stops them.
typedef struct MoveLanes {
    Lanes motion[4]; ///< Rows of PredictedMotion.
    Lanes turn;      ///< rad
} MoveLanes;

/// Takes from the paths of those of `checked` (bits), which may hit a wall, what lies behind their
/// time of impact.
static inline void stop_at_walls(const Step *step, const int indices[SIMD_LANES], unsigned checked,
                                 MoveLanes *move) {
    _Alignas(32) float times[SIMD_LANES];
    float turns[SIMD_LANES];
    PredictedMotion paths[SIMD_LANES];
    float *rows[SIMD_LANES];
    for (int i = 0; i < SIMD_LANES; i++) {
        rows[i] = paths[i].move.raw;
    }
    lanes_scatter4(move->motion, rows);
    lanes_store(move->turn, turns);
    lanes_store(lanes_all(1.0f), times);
    bool stopped = false;
    for (; checked != 0; checked &= checked - 1u) {
        int i = bits_lowest(checked);
        times[i] = wall_sweep_time(step, indices[i], &paths[i], turns[i]);
        stopped = times[i] < 1.0f || stopped;
    }
    if (stopped) { // seldom
        Lanes time = lanes_load(times);
        move->motion[0] = lanes_mul(move->motion[0], time);
        move->motion[1] = lanes_mul(move->motion[1], time);
        move->turn = lanes_mul(move->turn, time);
    }
}

static inline Lanes wrap_angles(Lanes angle) {
    if (mask_bits(lanes_less(lanes_all(TRIG_PI), lanes_abs(angle))) == 0) {
        return angle;
    }
    _Alignas(32) float angles[SIMD_LANES];
    lanes_store(angle, angles);
    for (int i = 0; i < SIMD_LANES; i++) {
        angles[i] = trig_wrap(angles[i]);
    }
    return lanes_load(angles);
}

/// How bodies with these velocities move.
static inline MoveLanes moves_of(const Lanes velocity[3], Lanes dt, Lanes radius) {
    MoveLanes move = {.motion = {lanes_mul(velocity[0], dt), lanes_mul(velocity[1], dt)},
                      .turn = lanes_mul(velocity[2], dt)};
    Lanes *motion = move.motion;
    motion[2] = lanes_mul(lanes_abs(move.turn), radius);
    motion[3] =
        lanes_add(lanes_sqrt(lanes_dot(motion[0], motion[1], motion[0], motion[1])), motion[2]);
    return move;
}

/// Moves the bodies at `indices`, and sets their rotations by their angles, as body_set_angle does.
KERNEL void integrate_group(const Step *step, const int indices[SIMD_LANES],
                            const Correction *corrections) {
    Body *bodies = step->bodies;
    Lanes velocity[4];
    gather_rows(bodies, sizeof(Body), offsetof(Body, velocity), indices, velocity);
    if (corrections) {
        Lanes correction[4];
        gather_rows(corrections, sizeof(Correction), 0, indices, correction);
        for (int k = 0; k < 3; k++) {
            velocity[k] = lanes_add(velocity[k], correction[k]);
        }
    }
    Lanes radius = lanes_load_any(step->cache->bounding_radii + indices[0]);
    Lanes clearance = lanes_load_any(step->cache->clearances + indices[0]);
    MoveLanes move = moves_of(velocity, lanes_all(step->dt), radius);
    unsigned checked = mask_bits(lanes_less(clearance, move.motion[3]));
    if (checked != 0) {
        stop_at_walls(step, indices, checked, &move);
    }
    Lanes place[4];
    Lanes rest[4];
    gather_rows(bodies, sizeof(Body), offsetof(Body, position), indices, place);
    gather_rows(bodies, sizeof(Body), offsetof(Body, inverse_inertia), indices, rest);
    rest[1] = wrap_angles(lanes_add(rest[1], move.turn));
    TrigLanes trig = trig_lanes_sincos(rest[1]);
    place[0] = lanes_add(place[0], move.motion[0]);
    place[1] = lanes_add(place[1], move.motion[1]);
    place[2] = trig.cos;
    place[3] = trig.sin;
    scatter_rows(rest, bodies, sizeof(Body), offsetof(Body, inverse_inertia), indices);
    scatter_rows(place, bodies, sizeof(Body), offsetof(Body, position), indices);
}

static inline void integrate_run(const Step *step, const Correction *corrections, int first,
                                 int end) {
    for (; first + SIMD_LANES <= end; first += SIMD_LANES) {
        int indices[SIMD_LANES];
        whole_group(first, indices);
        integrate_group(step, indices, corrections);
    }
    if (first < end) {
        int indices[SIMD_LANES];
        last_group(first, end, indices);
        integrate_group(step, indices, corrections);
    }
}
