/// The kernel of world_move.h, compiled once for each width of lanes by the file that includes it.
#pragma once

#include "base/bits.h"
#include "base/simd.h"
#include "dynamics/world_move.h"
#include "geometry/trig_lanes.h"

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

// ---- the begin ------------------------------------------------------------------------------

/// Adds to `motion`, rows of velocities and inverse masses, what the forces do in a step.
static inline void apply_forces(const Step *step, const int indices[SIMD_LANES], Lanes motion[4]) {
    Lanes force[4];
    Lanes rest[4];
    gather_rows(world_forces(step->world), sizeof(Force), 0, indices, force);
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, inverse_inertia), indices, rest);
    Lanes push = lanes_mul(motion[3], lanes_all(step->dt));
    Lanes twist = lanes_mul(rest[0], lanes_all(step->dt));
    motion[0] = lanes_add(motion[0], lanes_mul(push, force[0]));
    motion[1] = lanes_add(motion[1], lanes_mul(push, force[1]));
    motion[2] = lanes_add(motion[2], lanes_mul(twist, force[2]));
}

/// Places the boxes around bodies that stand at `place`.
static inline void place_boxes(const Step *step, const int indices[SIMD_LANES],
                               const Lanes place[4]) {
    Lanes frame[4];
    gather_rows(step->cache->frames, sizeof(Frame), 0, indices, frame);
    Lanes c = place[2];
    Lanes s = place[3];
    Lanes x = lanes_sub(lanes_mul(c, frame[0]), lanes_mul(s, frame[1]));
    Lanes y = lanes_dot(s, c, frame[0], frame[1]);
    Lanes at[4] = {lanes_add(x, place[0]), lanes_add(y, place[1]), c, s};
    Lanes size[4] = {frame[2], frame[3], lanes_all(0.0f), lanes_all(0.0f)};
    scatter_rows(at, step->cache->placed, sizeof(PlacedBox), 0, indices);
    scatter_rows(size, step->cache->placed, sizeof(PlacedBox), offsetof(PlacedBox, half_length),
                 indices);
}

/// Whether the bodies, which stand at `place`, are all where their lists hold.
static inline bool stay_home(const Step *step, const int indices[SIMD_LANES], const Lanes place[4],
                             Lanes most) {
    Lanes home[4];
    Lanes bound[4];
    const Near *nears = step->cache->nears;
    gather_rows(nears, sizeof(Near), offsetof(Near, home), indices, home);
    gather_rows(nears, sizeof(Near), offsetof(Near, rotation), indices, bound);
    lanes_store(bound[3], step->cache->rooms + indices[0]);
    Lanes chord_c = lanes_sub(place[2], bound[0]);
    Lanes chord_s = lanes_sub(place[3], bound[1]);
    Lanes off_x = lanes_sub(place[0], home[0]);
    Lanes off_y = lanes_sub(place[1], home[1]);
    LaneMask x = lanes_at_most(lanes_abs(lanes_dot(bound[0], bound[1], off_x, off_y)), home[2]);
    LaneMask y = lanes_at_most(lanes_abs(lanes_cross(bound[0], bound[1], off_x, off_y)), home[3]);
    LaneMask turn = lanes_at_most(lanes_dot(chord_c, chord_s, chord_c, chord_s), bound[2]);
    LaneMask motion = lanes_at_most(most, bound[3]);
    return mask_bits(mask_and(mask_and(x, y), mask_and(turn, motion))) == (1u << SIMD_LANES) - 1u;
}

/// Begins the step of the bodies at `indices`.
KERNEL void begin_group(Step *step, const int indices[SIMD_LANES]) {
    Lanes motion[4];
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, velocity), indices, motion);
    apply_forces(step, indices, motion);
    scatter_rows(motion, step->bodies, sizeof(Body), offsetof(Body, velocity), indices);
    Lanes dt = lanes_all(step->dt);
    Lanes reach = lanes_load_any(step->cache->reaches + indices[0]);
    Lanes drift[4] = {lanes_mul(motion[0], dt), lanes_mul(motion[1], dt)};
    drift[2] = lanes_mul(lanes_mul(lanes_abs(motion[2]), dt), reach);
    drift[3] = lanes_add(lanes_sqrt(lanes_dot(drift[0], drift[1], drift[0], drift[1])), drift[2]);
    scatter_rows(drift, step->cache->drifts, sizeof(Drift), 0, indices);
    Lanes place[4];
    gather_rows(step->bodies, sizeof(Body), offsetof(Body, position), indices, place);
    place_boxes(step, indices, place);
    step->hold = stay_home(step, indices, place, drift[3]) && step->hold;
    unsigned movable = mask_bits(lanes_less(lanes_all(0.0f), motion[3]));
    step->all_meet = movable == (1u << SIMD_LANES) - 1u && step->all_meet;
}

/// The bodies from `first` up to `end`.
static inline void begin_run(Step *step, int first, int end) {
    for (; first + SIMD_LANES <= end; first += SIMD_LANES) {
        int indices[SIMD_LANES];
        whole_group(first, indices);
        begin_group(step, indices);
    }
    if (first < end) {
        int indices[SIMD_LANES];
        last_group(first, end, indices);
        begin_group(step, indices);
    }
}

// ---- the end --------------------------------------------------------------------------------

/// How bodies move in this step if nothing stops them.
typedef struct MoveLanes {
    Lanes x, y; ///< m
    Lanes turn; ///< rad
} MoveLanes;

/// Takes from the courses of those of `checked` (bits), which may meet a wall, what they cannot go.
static inline void stop_at_walls(const Step *step, const int indices[SIMD_LANES],
                                 const Push *pushes, unsigned checked, MoveLanes *move) {
    _Alignas(32) float shares[SIMD_LANES];
    lanes_store(lanes_all(1.0f), shares);
    bool stopped = false;
    for (; checked != 0; checked &= checked - 1u) {
        int i = bits_lowest(checked);
        shares[i] = world_free_share(step, indices[i], pushes);
        stopped = shares[i] < 1.0f || stopped;
    }
    if (stopped) { // seldom
        Lanes share = lanes_load(shares);
        *move = (MoveLanes){lanes_mul(move->x, share), lanes_mul(move->y, share),
                            lanes_mul(move->turn, share)};
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
static inline unsigned may_meet_walls(const MoveLanes *move, Lanes reach, Lanes room) {
    Lanes way = lanes_sqrt(lanes_dot(move->x, move->y, move->x, move->y));
    Lanes most = lanes_add(way, lanes_mul(lanes_abs(move->turn), reach));
    return mask_bits(lanes_less(room, most));
}

/// Moves the bodies at `indices`, and sets their rotations by their angles, as body_set_angle does.
KERNEL void move_group(const Step *step, const int indices[SIMD_LANES], const Push *pushes) {
    Body *bodies = step->bodies;
    Lanes motion[4];
    gather_rows(bodies, sizeof(Body), offsetof(Body, velocity), indices, motion);
    if (pushes) {
        Lanes push[4];
        gather_rows(pushes, sizeof(Push), 0, indices, push);
        for (int k = 0; k < 3; k++) {
            motion[k] = lanes_add(motion[k], push[k]);
        }
    }
    Lanes dt = lanes_all(step->dt);
    MoveLanes move = {lanes_mul(motion[0], dt), lanes_mul(motion[1], dt), lanes_mul(motion[2], dt)};
    Lanes reach = lanes_load_any(step->cache->reaches + indices[0]);
    Lanes room = lanes_load_any(step->cache->rooms + indices[0]);
    unsigned checked = may_meet_walls(&move, reach, room);
    if (checked != 0) {
        stop_at_walls(step, indices, pushes, checked, &move);
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

static inline void move_run(const Step *step, const Push *pushes, int first, int end) {
    for (; first + SIMD_LANES <= end; first += SIMD_LANES) {
        int indices[SIMD_LANES];
        whole_group(first, indices);
        move_group(step, indices, pushes);
    }
    if (first < end) {
        int indices[SIMD_LANES];
        last_group(first, end, indices);
        move_group(step, indices, pushes);
    }
}
