#include "dynamics/wall_sweep.h"

#include "base/bits.h"
#include "base/scalar.h"
#include "collision/sat.h"
#include "collision/sweep.h"
#include "collision/tolerances.h"
#include "geometry/simd.h"

#include <math.h>

static Motion motion_of_body(const Body *body, const PredictedMotion *path, float angle) {
    return (Motion){.from = body->position,
                    .to = glms_vec2_add(body->position, path->move),
                    .angle_from = body->angle,
                    .angle_to = body->angle + angle};
}

/// Time of impact: share of its path after which body `i` is too deep in `wall`.
static float free_time_at(const Step *step, int i, const PredictedMotion *path, float angle,
                          const WallPiece *wall) {
    const Hull *hull = step_hull(step, i);
    Motion motion = motion_of_body(&step->bodies[i], path, angle);
    Transform wall_in_body = transform_relative(body_at(&step->bodies[i]), wall_piece_at(wall));
    float time = 1.0f;
    for (int piece = 0; piece < hull->count; piece++) {
        const Shape *shape = &hull->pieces[piece];
        float start = sat_signed_distance(shape, &wall->shape, wall_in_body).distance;
        float target = float_min(start - WALL_OVERLAP_GROWTH, -WALL_OVERLAP_MAX);
        SweepHit hit = sweep_motion(shape, motion, &wall->shape, wall_piece_at(wall), target);
        time = hit.hit ? float_min(time, hit.time) : time;
    }
    return time;
}

/// m that the box around a body may at least be from an edge at the end of its path, if it is not
/// to get too deep behind it.
static float deepest_of(const PredictedMotion *path) {
    return path->turn + CULL_SLACK - WALL_OVERLAP_MAX;
}

/// Bit k: a body may get too deep behind the edge in the list of wall `first` + k, for `used`
/// walls. Lanes beyond repeat the first.
static unsigned behind_edges(const Step *step, const PredictedMotion *path, uint32_t first,
                             uint32_t used) {
    const WallEdge *edges = &step->cache->wall_edges[first];
    const float *rows[SIMD_LANES];
    for (uint32_t k = 0; k < SIMD_LANES; k++) {
        rows[k] = edges[k < used ? k : 0].point.raw;
    }
    Lanes edge[4];
    lanes_gather4(rows, edge);
    Lanes way = lanes_dot(edge[2], edge[3], lanes_all(path->move.x), lanes_all(path->move.y));
    Lanes gap = lanes_load_any(&step->cache->wall_gaps[first]);
    Lanes after = lanes_add(gap, lanes_min(way, lanes_all(0.0f)));
    unsigned before = mask_bits(lanes_less(lanes_all(deepest_of(path)), after));
    return ~before & ((1u << used) - 1u);
}

/// Whether body `i` may get too deep into a wall on its path.
static bool may_get_deep(const Step *step, int i, const PredictedMotion *path,
                         const WallPiece *wall) {
    PlacedBox box = step_box_before(step, i, wall);
    return box_may_reach(&box, path->move, &wall->shape, deepest_of(path));
}

/// The same for a body thrown farther than its neighbour list reaches.
static float free_time_far(const Step *step, int i, const PredictedMotion *path, float angle) {
    Box from = hull_bounds(step_hull(step, i), body_at(&step->bodies[i]));
    Box to = {glms_vec2_add(from.low, path->move), glms_vec2_add(from.high, path->move)};
    int touching[WALLS_TOUCHING_MAX];
    int count = step_walls_touching(step, box_grow(box_union(from, to), path->turn), touching);
    float time = 1.0f;
    for (int k = 0; k < count; k++) {
        float at_wall = free_time_at(step, i, path, angle, &step->walls->pieces[touching[k]]);
        time = float_min(time, at_wall);
    }
    return time;
}

float wall_sweep_time(const Step *step, int i, const PredictedMotion *path, float angle) {
    const NeighbourList *list = &step->cache->lists[i];
    if (path->most > list->motion_max) {
        return free_time_far(step, i, path, angle);
    }
    float time = 1.0f;
    uint32_t end = list->first_wall + list->wall_count;
    for (uint32_t first = list->first_wall; first < end; first += SIMD_LANES) {
        uint32_t used = end - first < SIMD_LANES ? end - first : SIMD_LANES;
        unsigned behind = behind_edges(step, path, first, used);
        for (; behind != 0; behind &= behind - 1u) {
            uint32_t k = first + (uint32_t)bits_lowest(behind);
            const WallPiece *wall = &step->walls->pieces[step->cache->wall_neighbours[k].wall];
            if (may_get_deep(step, i, path, wall)) {
                time = float_min(time, free_time_at(step, i, path, angle, wall));
            }
        }
    }
    return time;
}
