/// The kernel of the integration (dynamics/kernels.h).
#pragma once

#include "base/bits.h"
#include "dynamics/body_rows.h"
#include "dynamics/wall_sweep.h"
#include "geometry/trig_lanes.h"

/// How bodies move in this step if nothing stops them.
typedef struct MoveLanes {
    Lanes x, y; ///< m
    Lanes turn; ///< rad
} MoveLanes;

/// Takes from the paths of those of `checked` (bits), which may hit a wall, what lies behind their
/// time of impact.
static inline void stop_at_walls(const Step *step, const int indices[SIMD_LANES],
                                 const Correction *corrections, unsigned checked, MoveLanes *move) {
    _Alignas(32) float times[SIMD_LANES];
    lanes_store(lanes_all(1.0f), times);
    bool stopped = false;
    for (; checked != 0; checked &= checked - 1u) {
        int i = bits_lowest(checked);
        times[i] = wall_sweep_time(step, indices[i], corrections);
        stopped = times[i] < 1.0f || stopped;
    }
    if (stopped) { // seldom
        Lanes time = lanes_load(times);
        *move = (MoveLanes){lanes_mul(move->x, time), lanes_mul(move->y, time),
                            lanes_mul(move->turn, time)};
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

/// Bit i: body i may get too deep into a wall.
static inline unsigned may_hit_walls(const MoveLanes *move, Lanes radius, Lanes clearance) {
    Lanes way = lanes_sqrt(lanes_dot(move->x, move->y, move->x, move->y));
    Lanes most = lanes_add(way, lanes_mul(lanes_abs(move->turn), radius));
    return mask_bits(lanes_less(clearance, most));
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
    Lanes dt = lanes_all(step->dt);
    MoveLanes move = {lanes_mul(velocity[0], dt), lanes_mul(velocity[1], dt),
                      lanes_mul(velocity[2], dt)};
    Lanes radius = lanes_load_any(step->cache->bounding_radii + indices[0]);
    Lanes clearance = lanes_load_any(step->cache->clearances + indices[0]);
    unsigned checked = may_hit_walls(&move, radius, clearance);
    if (checked != 0) {
        stop_at_walls(step, indices, corrections, checked, &move);
    }
    Lanes place[4];
    Lanes rest[4];
    gather_rows(bodies, sizeof(Body), offsetof(Body, position), indices, place);
    gather_rows(bodies, sizeof(Body), offsetof(Body, inverse_inertia), indices, rest);
    rest[1] = wrap_angles(lanes_add(rest[1], move.turn));
    TrigLanes trig = trig_lanes_sincos(rest[1]);
    place[0] = lanes_add(place[0], move.x);
    place[1] = lanes_add(place[1], move.y);
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
